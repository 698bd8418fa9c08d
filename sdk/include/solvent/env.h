/* The game as an environment for agents that learn: a fixed number of actions, an observation of
 * fixed size, and many games that step together. docs/PYTHON.md shows it from Python.
 *
 * An agent answers a question by one action or several. A choice, a bid or a space is a whole
 * answer. A plan for the seat's deeds is built from BUILD, SELL, MORTGAGE, LIFT and ASK, one a
 * step, until DONE. */
#ifndef SOLVENT_ENV_H
#define SOLVENT_ENV_H

#include <solvent/actions.h>
#include <solvent/bot.h>
#include <solvent/ffi.h> /* only until 0.3: these functions were part of this header */
#include <solvent/observation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(NAME, count, effect of action NAME + i): the actions, one after the other. */
#define SV_ENV_MOVES(X)                                                                            \
    X(DONE, 1, "the answer as it has been put together; the default where that is not legal")      \
    X(CHOICE, 3, "choice i")                                                                       \
    X(BID, 8, "0: none; 1: the lowest; 2-7: up to 1/2, 3/4, 1, 5/4, 3/2, 2 times the price")       \
    X(SPACE, SV_MAX_SPACES, "space i")                                                             \
    X(BUILD, SV_MAX_SPACES, "one level more on space i")                                           \
    X(SELL, SV_MAX_SPACES, "one level less on space i")                                            \
    X(MORTGAGE, SV_MAX_SPACES, "mortgage space i")                                                 \
    X(LIFT, SV_MAX_SPACES, "lift the mortgage of space i")                                         \
    X(ASK, SV_MAX_SPACES,                                                                          \
      "offer its owner twice its price for space i, or all cash if that is less")

enum {
#define X(NAME, count, text) SV_ENV_##NAME, SV_ENV_##NAME##_LAST = SV_ENV_##NAME + (count)-1,
    SV_ENV_MOVES(X)
#undef X
        SV_ENV_ACTIONS
};

/* The features of an observation. Seats are counted clockwise from the seat that is asked. Of each
 * seat: its cash and worth (both in units of the starting cash), place on the board (0-1), whether
 * it is in the game, whether it is in jail. Of each space: whether it belongs to the agent, another
 * seat or the bank, whether it is mortgaged, its level (0-1.2, as planned), whether the question is
 * about it. The kind of question, one of all; its amount and limit; the cash left by the plan. Of
 * an offer: cash and deeds that would come in and go out. */
#define SV_ENV_SEAT_FEATURES 5u
#define SV_ENV_SPACE_FEATURES 6u
#define SV_ENV_OTHER_FEATURES 7u
#define SV_ENV_FEATURES                                                                            \
    (SV_ENV_SEAT_FEATURES * SV_MAX_SEATS + SV_ENV_SPACE_FEATURES * SV_MAX_SPACES +                 \
     (unsigned)SV_DECISION_COUNT + SV_ENV_OTHER_FEATURES)

/* Fills `a` with the answer from which the actions start: sv_answer_clear(), with choices and
 * spaces by sv_answer_default(). */
void sv_env_begin(const struct sv_edition *e, const struct sv_position *p,
                  const struct sv_question *q, struct sv_answer *a);

/* Writes the observation of a question while its answer is `a`. */
void sv_env_observe(const struct sv_edition *e, const struct sv_position *p,
                    const struct sv_question *q, const struct sv_answer *a,
                    float out[SV_ENV_FEATURES]);

/* Fills `mask` with 1 for each legal action and 0 for the others. At least one action is legal, and
 * every sequence of legal actions ends. */
void sv_env_mask(const struct sv_edition *e, const struct sv_position *p,
                 const struct sv_question *q, const struct sv_answer *a,
                 uint8_t mask[SV_ENV_ACTIONS]);

/* Takes an action, from 0 to SV_ENV_ACTIONS - 1; an illegal one counts as DONE. Returns true when
 * `a` is complete, and legal. */
bool sv_env_act(const struct sv_edition *e, const struct sv_position *p,
                const struct sv_question *q, struct sv_answer *a, unsigned action);

/* Returns the next action on the way from `a` to the legal answer `wanted`; SV_ENV_ACTIONS when no
 * action of this set leads there. */
unsigned sv_env_toward(const struct sv_edition *e, const struct sv_position *p,
                       const struct sv_question *q, const struct sv_answer *a,
                       const struct sv_answer *wanted);

/* A batch: games that step together. Each game asks one of the caller's seats at a time and begins
 * again by itself when it ends, with luck that follows from the seed, the game's number and how
 * many games it has played. One thread at a time may use a batch; it may have threads of its
 * own. */
struct sv_batch;

#define SV_BATCH_PLAYERS 64u /* most players of a batch */

/* Options of a batch. All members but `games` and `seats` may be 0: then the caller plays every
 * seat, with one thread, the small set of actions and plain rewards. */
struct sv_batch_how {
    /* sizeof this struct, if you set members that came after Solvent 0.2; else 0 will do. */
    size_t size;
    uint32_t games; /* number of games, 1-16777216 */
    uint32_t seats; /* seats of each game, 2-8 */
    /* Threads that share the games, including the caller's own; 0 for one. */
    uint32_t threads;
    /* Uses the actions of <solvent/actions.h> rather than those of this header. */
    bool full;
    /* Turns the seats of game g by g at its beginning, and by one more with each new game. */
    bool turned;
    /* Computes sv_batch_luck(), at about 30 evaluations of the value function for each throw. */
    bool luck;
    float shaping; /* weight of the potential in rewards; 0: none */
    /* Discount of a seat's next potential, 0-1. */
    float discount;
    /* Number of players in `player`; 0: one, the caller. */
    uint32_t players;
    /* Players who may sit at a table: a bot, which must outlive the batch, or NULL for the
     * caller. */
    const struct sv_bot *player[SV_BATCH_PLAYERS];
    /* Players who may sit at each seat: bit i for player i; 0 for the first player. A game draws
     * one of them for each seat when it begins, and keeps it to its end. */
    uint64_t may[SV_MAX_SEATS];
};

/* Arrays that sv_batch_look() fills, with a row for every game. Each may be NULL. */
struct sv_batch_out {
    uint8_t *seat;               /* the seat that is asked */
    uint8_t *player;             /* the player at that seat */
    float *features;             /* SV_ENV_FEATURES each */
    struct sv_observation *seen; /* the full observation */
    uint8_t *mask;               /* SV_ENV_ACTIONS each, or SV_ACTION_COUNT with `full` */
};

/* Creates a batch of the games that `how` describes. `e` must outlive the batch; sv_batch_destroy()
 * frees it. Returns NULL without memory or threads, for numbers out of range, for members that this
 * library does not know, or if some table might have no seat for the caller.
 *
 *     const struct sv_batch_how how = {.games = 1024, .seats = 4};
 *     struct sv_batch *b = sv_batch_create_with(sv_edition_builtin("classic"), &how, seed); */
struct sv_batch *sv_batch_create_with(const struct sv_edition *e, const struct sv_batch_how *how,
                                      const uint8_t seed[SV_SEED_BYTES]);

/* The name of sv_batch_create_with() before 0.2. */
SV_DEPRECATED("use sv_batch_create_with()")
static inline struct sv_batch *sv_batch_open(const struct sv_edition *e,
                                             const struct sv_batch_how *how,
                                             const uint8_t seed[SV_SEED_BYTES])
{
    return sv_batch_create_with(e, how, seed);
}

/* As sv_batch_create_with(), for `games` games of `seats` players that the caller all plays. */
struct sv_batch *sv_batch_create(const struct sv_edition *e, unsigned games, unsigned seats,
                                 const uint8_t seed[SV_SEED_BYTES]);
void sv_batch_destroy(struct sv_batch *b); /* may be NULL */

/* Starts every game again from its first, as if the batch was created with `seed`. */
void sv_batch_reset(struct sv_batch *b, const uint8_t seed[SV_SEED_BYTES]);

/* Fills `out` for the seat that each game asks. */
void sv_batch_look(const struct sv_batch *b, const struct sv_batch_out *out);

/* Writes, for each game, the seat that is asked, its observation and its mask for the small set of
 * actions. The arrays have a row for each game; each may be NULL. */
void sv_batch_observe(const struct sv_batch *b, uint8_t *seat, float *features, uint8_t *mask);

/* Takes one action in each game. A game that ends has done[game] = 1 and has begun again.
 *
 * reward[game * seats + seat] is 1 for the first to -1 for the last, evenly by place, when the game
 * ends. With `shaping`, a caller's seat also gets, each time it is asked another question,
 * `discount` times its potential now minus its potential at its question before; the end has
 * potential 0. The potential is `shaping` times the seat's expected reward by the value function
 * (<solvent/value.h>). All other rewards are 0. */
void sv_batch_step(struct sv_batch *b, const int32_t *action, float *reward, uint8_t *done);

/* Writes the luck of each seat in the games that ended in the last step, in rewards, to an array of
 * games * seats; 0 elsewhere, and everywhere without `luck`. Its mean is 0 for any play, so a
 * reward minus its luck has the mean of the reward and less variance. */
void sv_batch_luck(const struct sv_batch *b, float *luck);

/* Sets the players who may sit at a seat, in games that begin from now on. Returns false and
 * changes nothing if a player does not exist, or if the caller might have no seat. */
bool sv_batch_may(struct sv_batch *b, unsigned seat, uint64_t players);

/* Writes the player at each seat of a game. */
void sv_batch_lineup(const struct sv_batch *b, unsigned game, uint8_t player[SV_MAX_SEATS]);

/* Saves the games, some KiB each, as the seed, the lineups and the actions taken, from which the
 * games can be played again. Returns the bytes written, or the bytes needed if `room` is smaller; 0
 * without memory. */
size_t sv_batch_save(const struct sv_batch *b, void *out, size_t room);

/* Restores saved games by playing them again, which takes as long as playing them did. The bots'
 * own state follows too. The batch must have the same edition, games, seats, players, `full` and
 * `turned`, and its bots must play alike. Returns SV_E_ARGUMENT for other or damaged bytes,
 * SV_E_SYSTEM without memory; the batch is unchanged then. */
enum sv_status sv_batch_restore(struct sv_batch *b, const void *bytes, size_t size);

/* Writes a random legal action for each game, uniformly drawn from `rng`. */
void sv_batch_random(const struct sv_batch *b, struct sv_rng *rng, int32_t *action);

/* Return the position of a game, its question and the answer so far, valid until the next step. */
const struct sv_position *sv_batch_position(const struct sv_batch *b, unsigned game);
const struct sv_question *sv_batch_question(const struct sv_batch *b, unsigned game);

#ifdef __cplusplus
}
#endif

#endif
