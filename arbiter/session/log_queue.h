/* What a seat says in a match (the protocol's `log` and `note`), kept until its next answer is
 * given to the game. It costs the seat nothing and the arbiter no more than SVI_LOG_BUDGET: what is
 * beyond is dropped and counted, and one line in the record says so. */
#ifndef SVI_ARBITER_SESSION_LOG_QUEUE_H
#define SVI_ARBITER_SESSION_LOG_QUEUE_H

#include "base/buf.h"
#include "record/record.h"
#include "wire/event_codec.h"

#include <stdbool.h>
#include <stdint.h>

/* All 0 at first. */
struct svi_log_queue {
    struct svi_buf
        waiting; /* remarks as svi_put_log_entry() writes them, each behind a byte: 1 for a note */
    uint32_t spent;                      /* of the budget, in this match */
    uint32_t dropped;                    /* remarks beyond it */
    uint32_t given_spent, given_dropped; /* the same when the last answer was given */
};

/* A match begins; the memory is kept. */
void svi_log_queue_reset(struct svi_log_queue *queue);
void svi_log_queue_finish(struct svi_log_queue *queue);

/* Takes a remark; false when it was dropped. */
bool svi_log_queue_add(struct svi_log_queue *queue, const struct sv_log_entry *log_entry);

/* Forgets what waits: no answer will come. */
static inline void svi_log_queue_forget(struct svi_log_queue *queue)
{
    svi_buf_clear(&queue->waiting);
}

/* The same, and it has never been said: it will be once more. */
static inline void svi_log_queue_take_back(struct svi_log_queue *queue)
{
    svi_buf_clear(&queue->waiting);
    queue->spent = queue->given_spent;
    queue->dropped = queue->given_dropped;
}

/* Gives what waits to the game, whose next seat must be the one that said it. SV_E_SYSTEM: no
 * memory. */
enum sv_status svi_log_queue_give(struct svi_log_queue *queue, struct svi_game *game);

#endif
