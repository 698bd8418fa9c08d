/* What a batch holds. */
#ifndef SVI_ENV_BATCH_H
#define SVI_ENV_BATCH_H

#include "base/buf.h"
#include "bot/local.h"
#include "env/allowed.h"
#include "value/account.h"

#include <solvent/env.h>
#include <solvent/value.h>

/* ---- threads --------------------------------------------------------------------------------- */

/* Threads that share work evenly, again and again. */
/* Does items `first` to `last` - 1; `thread` is 0 for the caller's own. */
typedef void svi_work_fn(void *user, unsigned thread, unsigned first, unsigned last);

struct svi_threads;

/* `count` threads, the caller's included; NULL when they cannot be had. 1 starts none. */
struct svi_threads *svi_threads_create(unsigned count);
void svi_threads_destroy(struct svi_threads *t); /* may be NULL */

/* Does `items` of work, a run of them each thread, and returns when all is done. */
void svi_threads_run(struct svi_threads *t, svi_work_fn *fn, void *user, unsigned items);

/* ---- batch ----------------------------------------------------------------------------------- */

struct svi_batch_game {
    struct svi_local play;
    struct sv_question question;
    struct sv_answer answer;
    struct svi_allowed allowed; /* of the full set, in a batch that has it */
    uint64_t played;
    uint8_t lineup[SV_MAX_SEATS]; /* the player at each seat */
    uint8_t known;                /* seats whose potential is known: */
    float potential[SV_MAX_SEATS];
    struct svi_luck *luck; /* NULL: nobody asks */
    struct svi_buf taken;  /* two bytes for each action taken in this game, from which it follows */
};

/* What a thread works with. */
struct svi_batch_desk {
    struct sv_value *value; /* for potentials; NULL: none */
    struct svi_value *of;   /* for luck; NULL: none */
    struct svi_value_base *base;
};

struct sv_batch {
    const struct sv_edition *e;
    struct sv_batch_how how;
    uint8_t seed[SV_SEED_BYTES];
    struct svi_threads *threads;
    struct svi_batch_desk *desk; /* one a thread */
    struct svi_batch_game *game;
    float *luck; /* of the games that ended in the last step */
    /* what is done by threads */
    const int32_t *action;
    float *reward;
    uint8_t *done;
};

/* Begins game `number`, of which g->played have been begun before, with the lineup that it has, and
 * plays until the caller is asked. False: the game is over before. */
bool svi_batch_begin(const struct sv_batch *b, const struct svi_batch_desk *desk,
                     struct svi_batch_game *g, unsigned number);

/* Takes an action, and plays until the caller is asked again; adds what is shaped to `reward`, of
 * the game's seats. False: the game is over. */
bool svi_batch_act(const struct sv_batch *b, const struct svi_batch_desk *desk,
                   struct svi_batch_game *g, unsigned action, float *reward);

/* Games that have room for luck if the batch accounts for it; NULL without memory. */
struct svi_batch_game *svi_batch_games_create(const struct sv_batch *b);

/* Ends those that have begun, and frees all. NULL does nothing. */
void svi_batch_games_destroy(const struct sv_batch *b, struct svi_batch_game *games);

/* Whether players that exist may sit at each seat, and the caller has to answer at one at least. */
bool svi_batch_may_play(const struct sv_batch_how *how);

/* What a game that has ended pays each seat. Equal places share what they would have had one after
 * the other. */
void svi_rewards(const struct sv_edition *e, const struct sv_position *p, float *reward);

#endif
