/* What a seat says in a match (the protocol's `log` and `note`), kept until its next answer is given to the game.
 * It costs the seat nothing and the arbiter no more than SVI_REMARK_BUDGET: what is beyond is dropped and
 * counted, and one line in the record says so. */
#ifndef SVI_ARBITER_SAID_H
#define SVI_ARBITER_SAID_H

#include "base/buf.h"
#include "record/record.h"
#include "wire/remark_codec.h"

#include <stdbool.h>
#include <stdint.h>

/* All 0 at first. */
struct svi_said {
    struct svi_buf
        waiting;    /* remarks as svi_put_remark() writes them, each behind a byte: 1 for a note */
    uint32_t spent; /* of the budget, in this match */
    uint32_t dropped; /* remarks beyond it */
};

/* A match begins; the memory is kept. */
void svi_said_reset(struct svi_said *said);
void svi_said_finish(struct svi_said *said);

/* Takes a remark; false when it was dropped. */
bool svi_said_take(struct svi_said *said, const struct sv_remark *remark);

/* Forgets what waits: no answer will come. */
static inline void svi_said_forget(struct svi_said *said)
{
    svi_buf_clear(&said->waiting);
}

/* Gives what waits to the game, whose next seat must be the one that said it. SV_E_SYSTEM: no memory. */
enum sv_status svi_said_give(struct svi_said *said, struct svi_game *game);

#endif
