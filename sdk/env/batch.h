/* The inside of a batch: its games, its threads and their working memory. sv_batch_...() of
 * env/batch.c and the saving of batches (env/batch_save.c) share it; rows of replays take their
 * rewards from it. */
#ifndef SVI_ENV_BATCH_H
#define SVI_ENV_BATCH_H

#include "base/buf.h"
#include "bot/local.h"
#include "env/allowed.h"
#include "env/observe.h"
#include "env/trajectory.h"
#include "value/account.h"

#include <solvent/env.h>
#include <solvent/value.h>

#include <stdatomic.h>

/* ---- threads --------------------------------------------------------------------------------- */

/* Works on items `first` to `last` - 1; `thread` is 0 for the caller's own thread. */
typedef void svi_work_fn(void *user, unsigned thread, unsigned first, unsigned last);

/* Threads that share work evenly, any number of times. */
struct svi_threads;

/* Creates `count` threads, at least 1, including the caller's; 1 starts none. svi_threads_destroy()
 * ends and frees them. Returns NULL without memory or if a thread cannot be started. */
struct svi_threads *svi_threads_create(unsigned count);
void svi_threads_destroy(struct svi_threads *t); /* may be NULL */

/* Works on `items` items, a run of them on each thread, and returns when all are done. One call at
 * a time. */
void svi_threads_run(struct svi_threads *t, svi_work_fn *fn, void *user, unsigned items);

/* ---- batch ----------------------------------------------------------------------------------- */

struct svi_batch_game {
    struct svi_local play;
    struct sv_question question;
    struct sv_answer answer;
    struct sv_history history;
    struct sv_sink sink; /* notes events in `history` */
    /* Legal actions of the seat that is asked, and what it sees, which is valid if `is_seen`. */
    struct svi_view now;
    bool is_seen;
    /* Trajectories by seat: of this game, and of the game that ended in the last step. NULL unless
     * the batch records. */
    struct svi_batch_record *record;
    /* Number of games begun, or 0 if none runs: before the first, and once memory has run out. */
    uint64_t played;
    uint8_t lineup[SV_MAX_SEATS]; /* the player at each seat */
    uint8_t known;                /* seats that have been asked */
    /* Of each seat at its last question: the potential, and the luck so far in rewards. */
    float potential[SV_MAX_SEATS], luck_before[SV_MAX_SEATS];
    /* NULL unless the batch accounts for luck. */
    struct svi_luck *luck;
    /* Two bytes for each action taken in this game, from which the game can be played again. */
    struct svi_buf taken;
};

/* The working memory of a thread. */
struct svi_batch_scratch {
    struct sv_value *value; /* for potentials, or NULL */
    struct svi_value *of;   /* for luck, or NULL */
    struct svi_value_base *base;
};

/* A batch. sv_batch_create_with() makes it; sv_batch_destroy() frees it with its threads, working
 * memory and games. The edition and the players belong to the caller and outlive it. */
struct sv_batch {
    const struct sv_edition *e;
    struct sv_batch_how settings;
    uint8_t seed[SV_SEED_BYTES];
    bool record; /* keeps trajectories */
    /* Memory for the events of a game has run out. Nothing is played until the games are reset. */
    atomic_bool failed;
    struct svi_threads *threads;
    struct svi_batch_scratch *scratch; /* one for each thread */
    struct svi_batch_game *game;
    /* The caller's floats of the last step, which show `seen` of every game, or NULL. */
    const float *shown;
    /* Arguments of the current step, for the threads. */
    const int32_t *action;
    const struct sv_batch_out *out;
};

/* Begins game `number`, after g->played earlier ones, with the lineup that the caller has put into
 * g->lineup, and plays until the caller is asked. Returns false if the game ends before, or memory
 * for its events runs out. The caller then ends the game by svi_local_end(), which tells these
 * apart, or destroys the games. */
bool svi_batch_begin(const struct sv_batch *b, const struct svi_batch_scratch *scratch,
                     struct svi_batch_game *g, unsigned number);

/* Takes an action, and plays until the caller is asked again. Adds shaped rewards to `reward`, a
 * row for the game's seats. Returns false if the game is over, or memory for its events runs out;
 * the caller then ends it, as after svi_batch_begin(). */
bool svi_batch_act(const struct sv_batch *b, const struct svi_batch_scratch *scratch,
                   struct svi_batch_game *g, unsigned action, float *reward);

/* Creates the batch's games, with memory for luck and records if the batch has them. Free them by
 * svi_batch_games_destroy(). Returns NULL without memory. */
struct svi_batch_game *svi_batch_games_create(const struct sv_batch *b);

/* Ends the games that have begun, and frees all. NULL does nothing. */
void svi_batch_games_destroy(const struct sv_batch *b, struct svi_batch_game *games);

/* Returns whether existing players may sit at each seat, and the caller has at least one seat in
 * every lineup. */
bool svi_batch_may_play(const struct sv_batch_how *how);

/* Writes the reward of each seat for its place in a finished game, from 1 for the first to -1 for
 * the last. Equal places share the rewards of the places that they take up. */
void svi_rewards(const uint8_t place[], unsigned seats, float *reward);

#endif
