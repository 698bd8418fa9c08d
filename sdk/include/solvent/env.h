/* The game as an environment for agents that learn: many games that step together, with the actions
 * of <solvent/actions.h> and the observation of <solvent/observation.h>. docs/ENVIRONMENT.md shows
 * it from Python, whose package calls these functions; so may a program in C. Arguments stay the
 * caller's. */
#ifndef SOLVENT_ENV_H
#define SOLVENT_ENV_H

#include <solvent/actions.h>
#include <solvent/bot.h>
#include <solvent/ffi.h> /* only until 0.3: these functions were part of this header */
#include <solvent/observation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A batch: games that step together. Each game asks one of the caller's seats at a time and begins
 * again by itself when it ends, with luck that follows from the seed, the game's number and how
 * many games it has played. One thread at a time may use a batch; it may have threads of its
 * own. */
struct sv_batch;

#define SV_BATCH_PLAYERS 64u /* most players of a batch */
#define SV_ACTION_NONE (-1)  /* in sv_batch_advance(): this game waits */

/* Options of a batch. All members but `games` and `seats` may be 0: then the caller plays every
 * seat, with one thread and plain rewards. */
struct sv_batch_how {
    /* sizeof this struct, if you set members that came after Solvent 0.2; else 0 will do. */
    size_t size;
    uint32_t games; /* number of games, 1-16777216 */
    uint32_t seats; /* seats of each game, 2-8 */
    /* Threads that share the games, including the caller's own; 0 for one. */
    uint32_t threads;
    /* Turns the seats of game g by g at its beginning, and by one more with each new game. */
    bool turned;
    /* Computes sv_batch_out.luck, at about 30 evaluations of the value function for each throw. */
    bool luck;
    float shaping; /* weight of the potential in rewards; 0: none */
    /* Discount of a seat's next potential, 0-1. */
    float discount;
    /* Number of players in `player`; 0: one, the caller. */
    uint32_t players;
    /* Players who may sit at a table: a bot, which must outlive the batch, or NULL for the
     * caller. All threads of the batch call a bot's functions at the same time, for different
     * games. */
    const struct sv_bot *player[SV_BATCH_PLAYERS];
    /* Players who may sit at each seat: bit i for player i; 0 for the first player. A game draws
     * one of them for each seat when it begins, and keeps it to its end. */
    uint64_t may[SV_MAX_SEATS];
    /* Sets `luck`, and takes the luck since a seat's last question off its reward. The mean of
     * rewards stays. */
    bool less_luck;
};

/* Arrays that sv_batch_advance() fills, with a row for every game. Each may be NULL. */
struct sv_batch_out {
    /* sizeof this struct, if you set members that came after Solvent 0.2; else 0 will do. */
    size_t size;

    /* Of the question that is open now: */
    uint8_t *seat;               /* the seat that is asked */
    uint8_t *player;             /* the player at that seat */
    struct sv_observation *seen; /* the seat's view */
    float *floats;               /* as floats, SV_OBSERVATION_FLOATS each */
    uint8_t *mask;               /* legal actions, SV_ACTION_COUNT each: 1 or 0 */
    /* `floats` still holds what the last call wrote, so only what has changed is written. */
    bool update;

    /* Of the action: */
    float *reward; /* rewards by seat, `seats` numbers each */
    uint8_t *done; /* 1: the game has ended, and the next one has begun */

    /* Of the game in which the action was taken, `seats` numbers each. */
    uint8_t *lineup; /* players by seat */
    uint8_t *place;  /* places from 1; 0 if the game goes on */
    float *luck;     /* luck in rewards; 0 if the game goes on, or without sv_batch_how.luck */
    /* The table at the game's end, SV_OBSERVATION_FLOATS each, as the seat that acted last sees it,
     * without a question. Not written if the game goes on. */
    float *last;
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

/* As sv_batch_create_with(), for `games` games of `seats` players that the caller all plays.
 * sv_batch_destroy() frees either. */
struct sv_batch *sv_batch_create(const struct sv_edition *e, unsigned games, unsigned seats,
                                 const uint8_t seed[SV_SEED_BYTES]);
void sv_batch_destroy(struct sv_batch *b); /* may be NULL */

/* Starts every game again from its first, as if the batch was created with `seed`. Returns false if
 * memory runs out; the batch is then as after a failed sv_batch_advance(). */
bool sv_batch_reset(struct sv_batch *b, const uint8_t seed[SV_SEED_BYTES]);

/* Takes one action in each game, and fills `out`. With `action` NULL nothing is played, and `out`
 * has rewards of 0: so a first call gets the first questions. A game that ends has done[game] = 1
 * and has begun again. An action that is not legal counts as SV_ACTION_DONE. With SV_ACTION_NONE a
 * game waits.
 *
 * Returns false for members of `out` that this library does not know; nothing is played then. Also
 * returns false if memory for the events of a game runs out. Then `out` means nothing, and every
 * call returns false until the batch is reset or restored.
 *
 * reward[game * seats + seat] is 1 for the first to -1 for the last, evenly by place, when the game
 * ends. With `shaping`, a caller's seat also gets, each time it is asked another question,
 * `discount` times its potential now minus its potential at its question before; the end has
 * potential 0. The potential is `shaping` times the seat's expected reward by the value function
 * (<solvent/value.h>). All other rewards are 0.
 *
 * Luck has mean 0 for any play, so a reward minus its luck has the mean of the reward and less
 * variance. With `less_luck` each reward is less the luck since the seat's question before. */
bool sv_batch_advance(struct sv_batch *b, const int32_t *action, const struct sv_batch_out *out);

/* As sv_batch_advance(), for rewards and ends alone. */
static inline bool sv_batch_step(struct sv_batch *b, const int32_t *action, float *reward,
                                 uint8_t *done)
{
    static struct sv_batch_out nothing; /* zeros, in C and in C++ */
    struct sv_batch_out out = nothing;
    out.reward = reward;
    out.done = done;
    return sv_batch_advance(b, action, &out);
}

/* The actions of one of the caller's seats in a game, an element of each array for each action. */
struct sv_trajectory {
    uint32_t game;               /* number of the game in the batch */
    uint32_t rows;               /* number of actions */
    uint8_t seat, player;        /* where and who has acted */
    uint8_t place, pad[5];       /* the seat's place in the end */
    float luck;                  /* of the seat in the game; 0 without sv_batch_how.luck */
    float *reward;               /* from each action to the seat's next one, or to the end */
    struct sv_observation *seen; /* the seat's view */
    int32_t *action;             /* the action taken */
    uint8_t *mask;               /* legal actions, SV_ACTION_COUNT each */
};

/* Keeps all actions of the caller's seats from now on, for sv_batch_trajectories(): at about 100
 * bytes each while the game is played, and at 1.6 KB once it has ended. Returns false without
 * memory, and keeps nothing then. */
bool sv_batch_record(struct sv_batch *b);

/* Writes up to `room` trajectories of games that ended in the last sv_batch_advance(). The caller
 * frees each with sv_trajectory_finish(). Returns their number. Those without memory are left out.
 * The next sv_batch_advance() drops those that were not taken. */
size_t sv_batch_trajectories(struct sv_batch *b, struct sv_trajectory *out, size_t room);
void sv_trajectory_finish(struct sv_trajectory *t);

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
 * own state follows too. The batch must have the same edition, games, seats, players and `turned`,
 * and its bots must play alike. Returns SV_E_ARGUMENT for other or damaged bytes, or if memory runs
 * out while the games are played; SV_E_SYSTEM without memory to begin. The batch is unchanged
 * then. */
enum sv_status sv_batch_restore(struct sv_batch *b, const void *bytes, size_t size);

/* Writes a random legal action for each game, uniformly drawn from `rng`. */
void sv_batch_random(const struct sv_batch *b, struct sv_rng *rng, int32_t *action);

/* Return the position of a game, and its question. The batch owns both, and they are valid until it
 * is advanced, reset, restored or destroyed. */
const struct sv_position *sv_batch_position(const struct sv_batch *b, unsigned game);
const struct sv_question *sv_batch_question(const struct sv_batch *b, unsigned game);

#ifdef __cplusplus
}
#endif

#endif
