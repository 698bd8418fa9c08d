/* What a batch holds. */
#ifndef SVI_ENV_BATCH_H
#define SVI_ENV_BATCH_H

#include "bot/local.h"
#include "env/allowed.h"
#include "env/threads.h"
#include "value/account.h"

#include <solvent/env.h>
#include <solvent/value.h>

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

/* The bots of a game's seats, from its lineup. */
void svi_batch_seat(const struct sv_batch *b, struct svi_batch_game *g);

/* What a game that has ended pays each seat. Equal places share what they would have had one after
 * the other. */
void svi_rewards(const struct sv_edition *e, const struct sv_position *p, float *reward);

#endif
