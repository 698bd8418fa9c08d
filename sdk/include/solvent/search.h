/* Searching: games played on from where a bot is asked, by policies for each seat; one such future
 * (sv_playout()), and answers compared over many (sv_search()). For bots with `.model = true`; the
 * planner and `solvent analyse` search with it.
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

#include <solvent/answers.h>
#include <solvent/bot.h>
#include <solvent/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The policies that decide in simulated games: a policy and its match for each seat. Members are
 * private to the SDK. */
struct sv_players {
    const struct sv_bot *bot[SV_MAX_SEATS]; /* NULL for defaults */
    /* Match that the policy is called with. */
    struct sv_match match[SV_MAX_SEATS];
    uint8_t seats; /* 2-8 */
};

/* Seats a policy at each of 2-8 seats and calls its match_start, so that the data in `user` serves
 * any number of games. `bots` holds one for each seat, NULL for defaults; the bots and `e` must
 * outlive the players. A policy must not remember anything from one question to the next, because a
 * search plays many futures and cuts them short. Returns SV_E_ARGUMENT if `seats` is not 2-8, or if
 * a bot uses members that this library does not know (sv_bot.size). There is nothing to finish
 * then. */
enum sv_status sv_players_init(struct sv_players *out, const struct sv_edition *e,
                               const struct sv_bot *const bots[], unsigned seats);

/* Calls match_end of each policy, without a result. A second call does nothing. */
void sv_players_finish(struct sv_players *players);

/* Where a simulated game stops: at the first limit that is reached. 0 means no limit. Limits are
 * checked when a seat is asked, so a turn without questions does not stop the game. */
struct sv_until {
    uint64_t answers; /* stops after this number of answers */
    uint32_t turn;    /* stops at this turn (sv_position.turn) */
    uint16_t round;   /* stops at this round */
    /* Stops when one of these seats has to answer a question of one of `kinds`. */
    uint8_t seats;
    /* Kinds of question: bit k for decision k; 0 for any kind. */
    uint32_t kinds;
};

/* Why a simulated game stopped. */
enum sv_stop {
    SV_STOP_OVER,     /* the game is over */
    SV_STOP_ROUND,    /* sv_until.round was reached */
    SV_STOP_TURN,     /* sv_until.turn was reached */
    SV_STOP_QUESTION, /* one of sv_until.seats is asked one of sv_until.kinds */
    SV_STOP_ANSWERS,  /* sv_until.answers were given */
};

/* Plays a game on with the players' answers; illegal answers become defaults. `key` seeds the
 * players' random numbers. Events go to `sink`, which may be NULL. The game stops before a question
 * is answered, never within a step. Returns why it stopped. */
enum sv_stop sv_run(const struct sv_edition *e, struct sv_state *st, struct sv_players *players,
                    const uint8_t key[SV_KEY_BYTES], const struct sv_until *until,
                    const struct sv_sink *sink);

/* Plays one future from the view of a seat that is asked: shuffles and throws by `key`, gives
 * `answer` for the seat, then runs sv_run(), which asks each seat the kinds that its policy
 * answers, under the policy's conditions. `asked` is the set of seats that are asked now, including
 * `seat`; the others are asked as well. `out` receives the final state, `stop` (may be NULL) the
 * reason of the stop.
 *
 * Returns SV_E_ARGUMENT if `asked` lacks `seat`, or if the match has another number of seats than
 * the players; SV_E_RANGE as sv_determinise() does; or the reason why the answer is illegal. Do not
 * use `out` after an error. */
enum sv_status sv_playout(const struct sv_edition *e, const struct sv_position *p,
                          const struct sv_course *c, unsigned asked, unsigned seat,
                          const struct sv_answer *answer, struct sv_players *players,
                          const uint8_t key[SV_KEY_BYTES], const struct sv_until *until,
                          struct sv_state *out, enum sv_stop *stop);

#define SV_MAX_VALUE 1000000 /* highest value of a position */

/* Values a position for a seat, from 0 to SV_MAX_VALUE; larger and smaller results are cut. Must
 * depend on its arguments alone. */
typedef int32_t sv_value_fn(void *user, const struct sv_edition *e, const struct sv_position *p,
                            unsigned seat);

/* Returns the seat's share of the worth of all seats (sv_worth()), in millionths: 0 for a bankrupt
 * seat, 1000000 for the last one. */
int32_t sv_value_share(void *user, const struct sv_edition *e, const struct sv_position *p,
                       unsigned seat);

#define SV_MAX_ALTERNATIVES 64u /* most answers to compare */

/* Options of a search. sv_search_default() fills them. */
struct sv_search_how {
    /* sizeof this struct, if you set members that came after Solvent 0.2; else 0 will do. */
    size_t size;
    /* Length of each future in rounds; 0 for the whole game. */
    uint32_t rounds;
    uint32_t futures; /* most futures, 1-1000000 */
    /* Time limit in milliseconds: no future starts after it; 0 for no limit. With a limit, a
     * repeated game may differ. */
    uint32_t clock_ms;
    /* Drops an answer that is worse than the best by this many tenths of the standard error of
     * their difference; 0 never drops. */
    uint32_t sure;
    /* Keeps the first answer, which would be given without a search, unless another is better by
     * this many tenths of the standard error of their difference; 0 accepts any improvement. */
    uint32_t stay;
    /* Values the end of a future; NULL: sv_value_share(). */
    sv_value_fn *value;
    void *user; /* first argument of `value` */
};

/* Writes the default options: 10 rounds, 200 futures, no clock, sure at 30 tenths. */
static inline void sv_search_default(struct sv_search_how *out)
{
    out->size = sizeof *out;
    out->rounds = 10;
    out->futures = 200;
    out->clock_ms = 0;
    out->sure = 30;
    out->stay = 0;
    out->value = NULL;
    out->user = NULL;
}

/* The result of a search. */
struct sv_found {
    uint32_t best;     /* index of the best answer */
    uint32_t futures;  /* futures compared to their end */
    uint64_t playouts; /* playouts in all */
    /* Futures in which each answer was tried before it was dropped. */
    uint32_t tried[SV_MAX_ALTERNATIVES];
    int32_t mean[SV_MAX_ALTERNATIVES]; /* mean value in those futures */
};

/* Finds the best of `n` answers (1 to SV_MAX_ALTERNATIVES) to the current question of a match. Each
 * answer is tried in the same futures, with the same cards and dice, so that the answers are
 * compared by their difference in each future. Clearly worse answers are dropped after eight
 * futures and more. The search ends when one answer is left, or at the limits of `how`. It takes
 * exactly two random numbers from m->rng, even if it fails. The best answer goes to `best`, which
 * may be one of `answers`; the first of equals wins. `found` may be NULL.
 *
 * Returns SV_E_ARGUMENT for limits out of range, for options that this library does not know, for
 * players of another number of seats, or without m->course (sv_bot.model); otherwise the status of
 * an illegal answer, or of sv_determinise(). On failure `best` and `found` are unchanged. */
enum sv_status sv_search(struct sv_match *m, const struct sv_question *q,
                         const struct sv_answer answers[], unsigned n,
                         const struct sv_search_how *how, struct sv_players *players,
                         struct sv_answer *best, struct sv_found *found);

#ifdef __cplusplus
}
#endif

#endif
