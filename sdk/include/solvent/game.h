/* The game: pure and deterministic. No I/O, clock, locale, floating point, allocation or globals.
 * A match is a struct sv_state that memcpy clones and an edition it is played under; it yields
 * questions and is moved on by answers:
 *
 *     sv_game_start(e, &st, &setup, sink);
 *     while ((asked = sv_pending(&st)) != 0)
 *         for each seat s in asked:
 *             sv_ask(e, &st, s, &q);  ... decide ...;  sv_apply(e, &st, s, &a, sink);
 *
 * Live play, resume, replay, verify and a bot's own search all make these same calls. */
#ifndef SOLVENT_GAME_H
#define SOLVENT_GAME_H

#include <solvent/course.h>
#include <solvent/event.h>
#include <solvent/luck.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What nobody may see, and what has been answered but not carried out yet. */
struct sv_secret {
    uint8_t key[SV_KEY_BYTES];                 /* of the game's luck */
    uint8_t deck[SV_DECK_COUNT][SV_MAX_CARDS]; /* true order, a ring as sv_position.seen */
    uint32_t answers[SV_MAX_SEATS];            /* kinds each seat answers: bit k for decision k */
    uint8_t asked;                             /* seats whose answer is awaited */
    uint8_t acted;                             /* window: seats that want something done */
    uint8_t curious;                           /* seats with SV_WHEN_DEEDS_CHANGED for any kind */
    uint8_t pad[5];                            /* 0 */
    int32_t bid[SV_MAX_SEATS];                 /* auction: bids made at once, not opened yet */
    int32_t limit[SV_MAX_SEATS];               /* auction: up to where a bid is raised */
    struct sv_plan plan;                       /* window: wishes of all seats; deeds tell whose */
    uint8_t n_offers[SV_MAX_SEATS]; /* window: offers that are still to be made, of each seat, */
    struct sv_offer offers[SV_MAX_SEATS][SV_MAX_OFFERS]; /*   and which */
    uint8_t when[SV_MAX_SEATS][SV_DECISION_COUNT];       /* as in sv_setup */
};

/* A whole game: the truth, of which a seat is shown the position. Flat: memcpy clones it. */
struct sv_state {
    struct sv_position position; /* everything on the table */
    struct sv_course course;     /* where in its rules the game stands */
    struct sv_secret secret;     /* what nobody may see */
};

/* How a match begins. */
struct sv_setup {
    uint8_t seed[SV_SEED_BYTES]; /* that all luck follows from: sv_luck_seed_text() */
    /* decision kinds each seat answers, bit k for decision k; the default is taken at once for all
     * others. SV_ANSWERS_ALL for all */
    uint32_t answers[SV_MAX_SEATS];
    /* of those, when each is asked of the seat: a set of SV_WHEN_ bits, any of which must hold,
     * else the default is taken at once. 0 is always */
    uint8_t when[SV_MAX_SEATS][SV_DECISION_COUNT];
    uint8_t seats; /* 2-8 */
};
#define SV_ANSWERS_ALL 0xffffffffu /* every kind of decision, for sv_setup.answers */

/* The bits of `when`, any of which may hold, that do hold for a seat in a position. */
unsigned sv_when(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                 unsigned when);

/* Starts a match and runs it to its first question. RULES 1. SV_E_ARGUMENT when seats is not 2-8,
 * or for an unknown bit of `when`. `e` must outlive the game. */
enum sv_status sv_game_start(const struct sv_edition *e, struct sv_state *st,
                             const struct sv_setup *setup, const struct sv_sink *sink);

/* Limits what a seat is asked from now on to these kinds of decision, under these conditions (NULL:
 * always), as sv_setup does for a whole match. An open question stays open. For a state of
 * sv_determinise(), where all seats are asked everything every time. */
void sv_ask_only(struct sv_state *st, unsigned seat, uint32_t answers,
                 const uint8_t when[SV_DECISION_COUNT]);

/* The set of seats whose answer is awaited; 0 when the game is over. They may answer in any order:
 * the game moves on when the last has answered, and the result does not depend on the order. */
static inline unsigned sv_pending(const struct sv_state *st)
{
    return st->secret.asked;
}

/* Writes the question for a seat in sv_pending() to `out`; the state is not changed. SV_E_NOT_ASKED
 * for another seat. */
enum sv_status sv_ask(const struct sv_edition *e, const struct sv_state *st, unsigned seat,
                      struct sv_question *out);

/* Gives a seat's answer, and plays on. sv_check() judges the answer first: when the result is not
 * SV_OK the state is unchanged, bit for bit. Events go to `sink` (may be NULL). */
enum sv_status sv_apply(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                        const struct sv_answer *answer, const struct sv_sink *sink);

/* A seat plays defaults from now on and ranks behind those that do not; with at most one other
 * living seat left the game ends (`forfeit`). May be called whenever a question is pending, for
 * any living seat; its own pending question is answered with the default. SV_E_ARGUMENT for a
 * seat that is out or has forfeited already. */
enum sv_status sv_forfeit(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                          const struct sv_sink *sink);

#define SV_HASH_BYTES 16u /* of a state's hash */

/* Canonical hash of the whole state, secrets and pending answers included, the key excepted:
 * SipHash-2-4-128 under a fixed key over a fixed little-endian layout, without `when` where all of
 * it is 0. Equal states, equal bytes, on every machine. */
void sv_state_hash(const struct sv_state *st, uint8_t out[SV_HASH_BYTES]);

/* Makes a playable state from what a seat sees: unknown cards are shuffled and the dice come from
 * `key`. When several seats are asked at once, the others' answers count as not yet given. `asked`
 * is the set of seats asked (at least the viewer's). Every seat is asked everything, every time,
 * until sv_ask_only() says otherwise. SV_E_RANGE when a field of position or course is impossible
 * in a game of that edition that asks these seats. Every state that it makes can be played on. For
 * search bots (determinisation, e.g. Cowling, Powley & Whitehouse 2012). */
enum sv_status sv_determinise(const struct sv_edition *e, const struct sv_position *p,
                              const struct sv_course *c, unsigned asked,
                              const uint8_t key[SV_KEY_BYTES], struct sv_state *out);

/* sv_determinise() of a game in which each seat is asked only the kinds in its set of `answers`
 * (bit k for decision k); the defaults of all others are taken at once, which is many times faster.
 * A question that is open stays so. */
enum sv_status sv_determinise_for(const struct sv_edition *e, const struct sv_position *p,
                                  const struct sv_course *c, unsigned asked,
                                  const uint32_t answers[SV_MAX_SEATS],
                                  const uint8_t key[SV_KEY_BYTES], struct sv_state *out);

#ifdef __cplusplus
}
#endif

#endif
