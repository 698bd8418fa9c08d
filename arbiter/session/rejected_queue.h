/* Answers of a seat that were not taken, kept until its next answer is given to the game and so
 * into the record. Nothing of it is touched by a bot that does nothing wrong.
 *
 * An answer that cannot be read, or that the rules forbid, stands before the default that is played
 * for it. One that came too late does so before the seat's next answer that came in time, with the
 * number of the decision it was meant for: a bot answers in the order in which it is asked, so
 * where that is depends on what was late, and not on how late it was. Of the last eight that were
 * late it is still known what they were. */
#ifndef SVI_ARBITER_SESSION_REJECTED_QUEUE_H
#define SVI_ARBITER_SESSION_REJECTED_QUEUE_H

#include "base/buf.h"
#include "record/record.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes of rejected answers that are kept of a seat in a match. Beyond that only reasons are kept. */
#define SVI_REJECTED_BUDGET 16384u
#define SVI_REJECTED_LATE 8u /* questions that were late and may still be answered */

/* All 0 at first. */
struct svi_rejected_queue {
    struct svi_buf waiting;
    uint32_t spent; /* of the budget */
    uint32_t n_late;
    struct {
        uint32_t question; /* its number in the match; 0: none, or answered by now */
        uint32_t decision; /* that the default was given for; 0: not yet */
        uint8_t kind;
    } late[SVI_REJECTED_LATE];
};

/* A match begins; the memory is kept. */
void svi_rejected_queue_reset(struct svi_rejected_queue *queue);
void svi_rejected_queue_finish(struct svi_rejected_queue *queue);

/* The seat's answer is MALFORMED or ILLEGAL, for that reason (record/rejected.h): `whole` bytes,
 * from `bytes` on. Without memory it is not kept. */
void svi_rejected_queue_add(struct svi_rejected_queue *queue, enum sv_verdict verdict,
                            unsigned reason, const uint8_t *bytes, size_t whole);

/* The seat's question of that kind is late; the default has been given for it as that decision; its
 * answer has come. */
void svi_rejected_queue_late(struct svi_rejected_queue *queue, uint32_t question, unsigned kind);
void svi_rejected_queue_decided(struct svi_rejected_queue *queue, uint32_t question,
                                uint32_t decision);
void svi_rejected_queue_came(struct svi_rejected_queue *queue, uint32_t question,
                             const uint8_t *bytes, size_t whole);

/* The bytes of the last one that waits, which is not LATE; false when there is none. They stay
 * until the next call. */
bool svi_rejected_queue_last(const struct svi_rejected_queue *queue, struct svi_rejected *rejected);

/* Forgets what waits. */
static inline void svi_rejected_queue_forget(struct svi_rejected_queue *queue)
{
    svi_buf_clear(&queue->waiting);
}

/* Gives what waits to the game, whose next answer must be the seat's, and one that came in time.
 * SV_E_SYSTEM: no memory. */
enum sv_status svi_rejected_queue_give(struct svi_rejected_queue *queue, struct svi_game *game);

#endif
