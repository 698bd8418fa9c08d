/* The game: pure and deterministic. No I/O, clock, locale, floating point, allocation or globals.
 * A match is a struct sv_state that memcpy clones and an edition it is played under; it yields
 * questions and is moved on by answers:
 *
 *     sv_game_start(e, &st, &setup, sink);
 *     while ((asked = sv_pending(&st)) != 0)
 *         for each seat s in asked:
 *             sv_ask(e, &st, s, &q);  ... decide ...;  sv_apply(e, &st, s, &a, sink);
 *
 * Live play, resume, replay, verify and a bot's own search all make these same calls. All structs
 * are the caller's. */
#ifndef SOLVENT_GAME_H
#define SOLVENT_GAME_H

#include <solvent/course.h>
#include <solvent/event.h>
#include <solvent/luck.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The hidden part of a game: luck, decks, and answers given but not carried out yet. */
struct sv_secret {
    uint8_t key[SV_KEY_BYTES];                 /* key of the game's luck */
    uint8_t deck[SV_DECK_COUNT][SV_MAX_CARDS]; /* true order, a ring as sv_position.seen */
    uint32_t answers[SV_MAX_SEATS];            /* kinds each seat answers: bit k for decision k */
    uint8_t asked;                             /* seats that still have to answer */
    uint8_t acted;                             /* window: seats that want to act */
    uint8_t curious;                           /* seats with SV_WHEN_DEEDS_CHANGED for any kind */
    uint8_t pad[5];                            /* 0 */
    int32_t bid[SV_MAX_SEATS];                 /* auction: simultaneous bids, not opened yet */
    int32_t limit[SV_MAX_SEATS];               /* auction: highest automatic bid */
    /* Window: wishes of all seats; the owner of each deed tells whose. */
    struct sv_plan plan;
    /* Window: number of offers that each seat still has to make. */
    uint8_t n_offers[SV_MAX_SEATS];
    /* Window: these offers. */
    struct sv_offer offers[SV_MAX_SEATS][SV_MAX_OFFERS];
    uint8_t when[SV_MAX_SEATS][SV_DECISION_COUNT]; /* as in sv_setup */
};

/* A whole game. A seat is shown only the position. The struct is flat: memcpy clones it. */
struct sv_state {
    struct sv_position position; /* everything on the table */
    /* How far the game has got in its rules. */
    struct sv_course course;
    struct sv_secret secret; /* hidden part */
};

/* How a match begins. */
struct sv_setup {
    /* Seed of all luck; sv_luck_seed_text() makes one from text. */
    uint8_t seed[SV_SEED_BYTES];
    /* Decision kinds that each seat answers, bit k for decision k; SV_ANSWERS_ALL for all. The
     * default is taken at once for the others. */
    uint32_t answers[SV_MAX_SEATS];
    /* Conditions under which a seat is asked each of these kinds: a set of SV_WHEN_ bits, any of
     * which must hold, otherwise the default is taken at once. 0 means always. */
    uint8_t when[SV_MAX_SEATS][SV_DECISION_COUNT];
    uint8_t seats; /* 2-8 */
};
#define SV_ANSWERS_ALL 0xffffffffu /* every kind of decision, for sv_setup.answers */

/* Returns the bits of `when` that hold for a seat in a position. */
unsigned sv_when(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                 unsigned when);

/* Starts a match and runs it to its first question. RULES 1. `e` must outlive the game. Returns
 * SV_E_ARGUMENT if seats is not 2-8, or for an unknown bit of `when`; do not use `st` then. */
enum sv_status sv_game_start(const struct sv_edition *e, struct sv_state *st,
                             const struct sv_setup *setup, const struct sv_sink *sink);

/* Limits the questions to a seat, from now on, to these kinds of decision under these conditions
 * (NULL: always), as sv_setup does for a whole match. An open question stays open. Use it on states
 * from sv_determinise(), in which all seats are asked everything every time. */
void sv_ask_only(struct sv_state *st, unsigned seat, uint32_t answers,
                 const uint8_t when[SV_DECISION_COUNT]);

/* Returns the set of seats that have to answer; 0 when the game is over. They may answer in any
 * order: the game moves on when the last has answered, and the result does not depend on the
 * order. */
static inline unsigned sv_pending(const struct sv_state *st)
{
    return st->secret.asked;
}

/* Writes the question for a seat in sv_pending() to `out`; the state does not change. Returns
 * SV_E_NOT_ASKED for another seat. */
enum sv_status sv_ask(const struct sv_edition *e, const struct sv_state *st, unsigned seat,
                      struct sv_question *out);

/* Gives a seat's answer, and plays on. sv_check() judges the answer first. Returns its status, or
 * SV_E_NOT_ASKED for a seat that is not asked: unless it is SV_OK, the state is unchanged, bit for
 * bit. Events go to `sink`, which may be NULL. */
enum sv_status sv_apply(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                        const struct sv_answer *answer, const struct sv_sink *sink);

/* Makes a seat forfeit: from now on it plays defaults and ranks behind the seats that do not. If at
 * most one other seat is left in the game, the game ends (`forfeit`). You may call this whenever a
 * question is pending, for any living seat; the seat's own pending question is answered with the
 * default. Returns SV_E_ARGUMENT, and changes nothing, if the game is over, or the seat is bankrupt
 * or has forfeited already. */
enum sv_status sv_forfeit(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                          const struct sv_sink *sink);

#define SV_HASH_BYTES 16u /* bytes of a state's hash */

/* Computes the canonical hash of the whole state, including secrets and pending answers but not the
 * key: SipHash-2-4-128 under a fixed key over a fixed little-endian layout, which leaves out `when`
 * if it is all 0. Equal states have equal hashes on every machine. */
void sv_state_hash(const struct sv_state *st, uint8_t out[SV_HASH_BYTES]);

/* Makes a playable state from a seat's view: unknown cards are shuffled and the dice come from
 * `key`. `asked` is the set of seats that are asked, at least the viewer; answers that the others
 * may have given count as not given yet. Every seat is asked everything, every time, until
 * sv_ask_only() says otherwise. Every state that the function makes can be played on.
 *
 * Returns SV_E_RANGE if a field of position or course is impossible in a game of that edition that
 * asks these seats; do not use `out` then. For search bots (determinisation, e.g. Cowling, Powley &
 * Whitehouse 2012). */
enum sv_status sv_determinise(const struct sv_edition *e, const struct sv_position *p,
                              const struct sv_course *c, unsigned asked,
                              const uint8_t key[SV_KEY_BYTES], struct sv_state *out);

/* As sv_determinise(), but each seat is asked only the kinds in its set of `answers` (bit k for
 * decision k). The defaults of all others are taken at once, which is many times faster. An open
 * question stays open. */
enum sv_status sv_determinise_for(const struct sv_edition *e, const struct sv_position *p,
                                  const struct sv_course *c, unsigned asked,
                                  const uint32_t answers[SV_MAX_SEATS],
                                  const uint8_t key[SV_KEY_BYTES], struct sv_state *out);

#ifdef __cplusplus
}
#endif

#endif
