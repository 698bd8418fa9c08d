#include "session/seat.h"

#include "base/buf.h"
#include "record/record.h"
#include "wire/event_codec.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- log queue ------------------------------------------------------------------------------- */

void svi_log_queue_reset(struct svi_log_queue *queue)
{
    svi_log_queue_forget(queue);
    queue->spent = 0;
    queue->dropped = 0;
    queue->given_spent = 0;
    queue->given_dropped = 0;
}

void svi_log_queue_finish(struct svi_log_queue *queue)
{
    svi_buf_finish(&queue->waiting);
}

static void keep(struct svi_log_queue *queue, const struct sv_log_entry *log_entry)
{
    svi_buf_byte(&queue->waiting, (uint8_t)svi_log_entry_kind(log_entry));
    svi_put_log_entry(&queue->waiting, log_entry);
}

bool svi_log_queue_add(struct svi_log_queue *queue, const struct sv_log_entry *log_entry)
{
    const uint32_t cost = svi_log_entry_cost(log_entry);
    if (log_entry->aloud && queue->has_said) {
        return false;
    }
    queue->has_said |= log_entry->aloud;
    if (queue->dropped == 0 && queue->spent + cost <= SVI_LOG_BUDGET) {
        queue->spent += cost;
        keep(queue, log_entry);
        return true;
    }
    /* After the first remark that does not fit no other is kept, even if it is small: the record
     * has no holes. */
    if (queue->dropped == 0) {
        char text[96];
        (void)snprintf(text, sizeof text,
                       "[solvent] more than %u bytes in this match: no more is kept",
                       SVI_LOG_BUDGET);
        keep(queue, &(struct sv_log_entry){.text = text});
    }
    queue->dropped += queue->dropped != UINT32_MAX;
    return false;
}

enum sv_status svi_log_queue_give(struct svi_log_queue *queue, struct svi_game *game, bool answered)
{
    struct svi_cursor c = svi_cursor_over(queue->waiting.data, queue->waiting.size);
    struct svi_log_entry log_entry;
    enum sv_status status = queue->waiting.failed ? SV_E_SYSTEM : SV_OK;
    while (status == SV_OK && svi_cursor_left(&c) != 0) {
        const enum svi_log_kind kind = (enum svi_log_kind)svi_get_raw_byte(&c);
        status = svi_get_log_entry(&c, kind, &log_entry);
        if (status == SV_OK && (answered || kind != SVI_LOG_SAY)) {
            status = svi_game_log(game, &log_entry.said);
        }
    }
    queue->given_spent = queue->spent;
    queue->given_dropped = queue->dropped;
    svi_log_queue_forget(queue);
    return status;
}

/* ---- rejected queue -------------------------------------------------------------------------- */

/* The head of a waiting answer; its bytes follow. */
struct head {
    uint32_t question; /* LATE */
    uint32_t whole, size;
    uint8_t verdict, reason;
};

void svi_rejected_queue_reset(struct svi_rejected_queue *queue)
{
    const struct svi_buf waiting = queue->waiting;
    *queue = (struct svi_rejected_queue){.waiting = waiting};
    svi_buf_clear(&queue->waiting);
}

void svi_rejected_queue_finish(struct svi_rejected_queue *queue)
{
    svi_buf_finish(&queue->waiting);
}

static void add(struct svi_rejected_queue *queue, struct head head, const uint8_t *bytes,
                size_t whole)
{
    size_t size = whole < SVI_REJECTED_BYTES ? whole : SVI_REJECTED_BYTES;
    if (queue->spent + size > SVI_REJECTED_BUDGET) {
        size = 0;
        /* Leaves no holes: smaller answers that would fit are not kept either. */
        queue->spent = SVI_REJECTED_BUDGET;
    }
    if (!svi_buf_reserve(&queue->waiting, sizeof head + size)) {
        queue->waiting.failed = false; /* the game goes on without it */
        return;
    }
    head.whole = whole < UINT32_MAX ? (uint32_t)whole : UINT32_MAX;
    head.size = (uint32_t)size;
    queue->spent += head.size;
    svi_buf_append(&queue->waiting, &head, sizeof head);
    svi_buf_append(&queue->waiting, bytes, size);
}

void svi_rejected_queue_add(struct svi_rejected_queue *queue, enum sv_verdict verdict,
                            unsigned reason, const uint8_t *bytes, size_t whole)
{
    add(queue, (struct head){.verdict = (uint8_t)verdict, .reason = (uint8_t)reason}, bytes, whole);
}

/* ---- late answers ---------------------------------------------------------------------------- */

void svi_rejected_queue_late(struct svi_rejected_queue *queue, uint32_t question, unsigned kind)
{
    const unsigned i = queue->n_late++ % SVI_REJECTED_LATE;
    queue->late[i].question = question;
    queue->late[i].decision = 0;
    queue->late[i].kind = (uint8_t)kind;
}

/* Returns the index of a late question, or SVI_REJECTED_LATE if it is forgotten. */
static unsigned find(const struct svi_rejected_queue *queue, uint32_t question)
{
    unsigned i = 0;
    while (i < SVI_REJECTED_LATE && (question == 0 || queue->late[i].question != question)) {
        i++;
    }
    return i;
}

void svi_rejected_queue_decided(struct svi_rejected_queue *queue, uint32_t question,
                                uint32_t decision)
{
    const unsigned i = find(queue, question);
    if (i < SVI_REJECTED_LATE) {
        queue->late[i].decision = decision;
    }
}

void svi_rejected_queue_came(struct svi_rejected_queue *queue, uint32_t question,
                             const uint8_t *bytes, size_t whole)
{
    const unsigned i = find(queue, question);
    if (i < SVI_REJECTED_LATE) {
        add(queue,
            (struct head){
                .verdict = SV_VERDICT_LATE, .reason = queue->late[i].kind, .question = question},
            bytes, whole);
    }
}

bool svi_rejected_queue_last(const struct svi_rejected_queue *queue, struct svi_rejected *rejected)
{
    bool found = false;
    for (size_t at = 0; at < queue->waiting.size;) {
        struct head head;
        memcpy(&head, queue->waiting.data + at, sizeof head);
        at += sizeof head;
        if (head.verdict != SV_VERDICT_LATE) {
            *rejected = (struct svi_rejected){.verdict = head.verdict,
                                              .reason = head.reason,
                                              .whole = head.whole,
                                              .size = head.size,
                                              .bytes = queue->waiting.data + at};
            found = true;
        }
        at += head.size;
    }
    return found;
}

/* ---- giving ---------------------------------------------------------------------------------- */

/* Returns how many decisions ago a late question was, and forgets it; 0 if it is forgotten
 * already. */
static uint32_t take_back(struct svi_rejected_queue *queue, uint32_t question,
                          const struct svi_game *game)
{
    const unsigned i = find(queue, question);
    if (i == SVI_REJECTED_LATE || queue->late[i].decision == 0) {
        return 0;
    }
    queue->late[i].question = 0;
    return game->decisions + 1 - queue->late[i].decision;
}

/* Gives the waiting answers that were late, or the others. */
static enum sv_status give(struct svi_rejected_queue *queue, struct svi_game *game, bool late)
{
    size_t at = 0;
    while (at < queue->waiting.size) {
        struct head head;
        memcpy(&head, queue->waiting.data + at, sizeof head);
        at += sizeof head;
        const struct svi_rejected rejected = {.verdict = head.verdict,
                                              .reason = head.reason,
                                              .back =
                                                  late ? take_back(queue, head.question, game) : 0,
                                              .whole = head.whole,
                                              .size = head.size,
                                              .bytes = queue->waiting.data + at};
        at += head.size;
        if (late == (head.verdict == SV_VERDICT_LATE) && !(late && rejected.back == 0)) {
            SVI_TRY(svi_game_refuse(game, &rejected));
        }
    }
    return SV_OK;
}

enum sv_status svi_rejected_queue_give(struct svi_rejected_queue *queue, struct svi_game *game)
{
    enum sv_status status = give(queue, game, true);
    if (status == SV_OK) {
        status = give(queue, game, false);
    }
    svi_rejected_queue_forget(queue);
    return status;
}
