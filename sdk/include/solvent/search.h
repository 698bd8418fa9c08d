/* Searching: games played on from where a bot is asked, by policies for each seat; one such future
 * (sv_playout()), and answers compared over many (sv_search()). For bots with `.model = true`.
 *
 *     static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
 *     {
 *         struct sv_answers it;
 *         struct sv_answer some[SV_MAX_ALTERNATIVES];
 *         struct sv_search_how how;
 *         unsigned n = 0;
 *
 *         sv_search_default(&how);
 *         sv_answers_start(&it, m->edition, m->position, q, NULL);
 *         while (n < 8 && sv_answers_next(&it, &some[n])) {
 *             n++;
 *         }
 *         (void)sv_search(m, q, some, n, &how, players, a, NULL);
 *     }
 *
 * `players` are made once, in match_start: sv_players_init(players, m->edition, policies,
 * m->seats). A policy is a struct sv_bot, whose callbacks decide for a seat: all defaults for NULL.
 */
#ifndef SOLVENT_SEARCH_H
#define SOLVENT_SEARCH_H

#include <solvent/bot.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who decides in games that are played on: a policy and its match for each seat. Members are the
 * SDK's. */
struct sv_players {
    const struct sv_bot *bot[SV_MAX_SEATS]; /* NULL: defaults */
    struct sv_match match[SV_MAX_SEATS];    /* what it is given */
    uint8_t seats;                          /* 2-8 */
};

/* Seats a policy at each of 2-8 seats; their match_start is called, so that what they keep in
 * `user` serves any number of games. `bots` holds one for each seat, NULL for defaults; they and
 * `e` must stay while the players are used. A policy must not remember things from one question to
 * the next: there are many futures, and they are cut short. SV_E_ARGUMENT when `seats` is not 2-8.
 */
enum sv_status sv_players_init(struct sv_players *out, const struct sv_edition *e,
                               const struct sv_bot *const bots[], unsigned seats);

/* Calls match_end of each policy, without a result. */
void sv_players_finish(struct sv_players *players);

/* Where a game stops: at the first limit that is reached. 0 is no limit. Limits are checked when a
 * seat is asked, so a turn without questions passes. */
struct sv_until {
    uint64_t answers; /* after this number of answers */
    uint32_t turn;    /* this turn has come (sv_position.turn) */
    uint16_t round;   /* this round has come */
    uint8_t seats;    /* one of this set of seats is to answer ... */
    uint32_t kinds;   /*   a question of one of these kinds (bit k for decision k; 0: any) */
};

/* Why it was run no further. */
enum sv_stop {
    SV_STOP_OVER,     /* the game is over */
    SV_STOP_ROUND,    /* sv_until.round has come */
    SV_STOP_TURN,     /* sv_until.turn has come */
    SV_STOP_QUESTION, /* one of sv_until.seats is asked one of sv_until.kinds */
    SV_STOP_ANSWERS,  /* sv_until.answers have been given */
};

/* Runs a game on by the players' answers; those that are not legal become defaults. `key`: their
 * random numbers. Events go to `sink` (may be NULL). Stops before a question is answered, never
 * within a step; returns why. */
enum sv_stop sv_run(const struct sv_edition *e, struct sv_state *st, struct sv_players *players,
                    const uint8_t key[SV_KEY_BYTES], const struct sv_until *until,
                    const struct sv_sink *sink);

/* One future of what a seat sees while it is asked: decks and dice by `key`, `answer` for the seat,
 * then sv_run(), in which each seat is asked what its policy answers, and when. The others asked at
 * the same time are asked as well (`asked`, a set of seats with `seat` in it). `out` is the state
 * in which it stops, `stop` (may be NULL) why. SV_E_RANGE as sv_determinise(), or why the answer is
 * not legal. */
enum sv_status sv_playout(const struct sv_edition *e, const struct sv_position *p,
                          const struct sv_course *c, unsigned asked, unsigned seat,
                          const struct sv_answer *answer, struct sv_players *players,
                          const uint8_t key[SV_KEY_BYTES], const struct sv_until *until,
                          struct sv_state *out, enum sv_stop *stop);

#define SV_MAX_VALUE 1000000 /* what a position may be worth at most */

/* What a position is worth to a seat, from 0 to SV_MAX_VALUE (what is beyond is cut). Must depend
 * on its arguments alone. */
typedef int32_t sv_value_fn(void *user, const struct sv_edition *e, const struct sv_position *p,
                            unsigned seat);

/* The seat's share of the worth of all seats (sv_worth()), in millionths: 0 for a seat that is out,
 * 1000000 for the last one. */
int32_t sv_value_share(void *user, const struct sv_edition *e, const struct sv_position *p,
                       unsigned seat);

#define SV_MAX_ALTERNATIVES 64u /* answers that are compared at most */

/* How to search. */
struct sv_search_how {
    uint32_t rounds;   /* how far each future goes; 0: to the end of the game */
    uint32_t futures;  /* most futures, 1-1000000 */
    uint32_t clock_ms; /* no new one after so many milliseconds, by the clock; 0: however long it
                        * takes. With it, a game is not the same again */
    uint32_t sure;     /* an answer is dropped when it is worse than the best by this many tenths of
                          the standard error of their difference; 0: never */
    uint32_t stay;     /* the first answer, which would be given without a search, stays the best
                          unless another is better by this many tenths of the standard error of their
                          difference; 0: by anything */
    sv_value_fn *value; /* of where a future stops; NULL: sv_value_share() */
    void *user;         /* its first argument */
};

/* 10 rounds, 200 futures, no clock, sure at 30 tenths. */
void sv_search_default(struct sv_search_how *out);

/* What a search has found. */
struct sv_found {
    uint32_t best;                       /* which of the answers */
    uint32_t futures;                    /* that were compared whole */
    uint64_t playouts;                   /* in all */
    uint32_t tried[SV_MAX_ALTERNATIVES]; /* futures in which each answer was tried before it was
                                            dropped */
    int32_t mean[SV_MAX_ALTERNATIVES];   /* its mean value in those */
};

/* The best of `n` answers (1 to SV_MAX_ALTERNATIVES) to the question that a match is asked: every
 * one is tried in the same futures, with the same cards and dice, so that what is compared is the
 * difference in each; those that are clearly worse are dropped on the way (at eight futures and
 * after). Ends when one is left, or at the limits of `how`. It takes exactly two random numbers
 * from m->rng. The best goes to `best`, which may be one of `answers`; on equality the first of
 * them. `found` (may be NULL) has the details.
 *
 * SV_E_ARGUMENT for limits out of range, or without m->course (sv_bot.model); else the status of an
 * illegal answer, or of sv_determinise(). Then `best` is unchanged. */
enum sv_status sv_search(struct sv_match *m, const struct sv_question *q,
                         const struct sv_answer answers[], unsigned n,
                         const struct sv_search_how *how, struct sv_players *players,
                         struct sv_answer *best, struct sv_found *found);

#ifdef __cplusplus
}
#endif

#endif
