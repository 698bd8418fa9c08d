#include "session/log_queue.h"

#include <stdio.h>

void svi_log_queue_reset(struct svi_log_queue *queue)
{
    svi_buf_clear(&queue->waiting);
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
    svi_buf_byte(&queue->waiting, log_entry->text == NULL);
    svi_put_log_entry(&queue->waiting, log_entry);
}

bool svi_log_queue_add(struct svi_log_queue *queue, const struct sv_log_entry *log_entry)
{
    const uint32_t cost = svi_log_entry_cost(log_entry);
    if (queue->dropped == 0 && queue->spent + cost <= SVI_LOG_BUDGET) {
        queue->spent += cost;
        keep(queue, log_entry);
        return true;
    }
    /* From the first one that does not fit nothing is kept, be it ever so small: the record has no
     * holes. */
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

enum sv_status svi_log_queue_give(struct svi_log_queue *queue, struct svi_game *game)
{
    struct svi_cursor c = svi_cursor_over(queue->waiting.data, queue->waiting.size);
    struct svi_log_entry log_entry;
    enum sv_status status = queue->waiting.failed ? SV_E_SYSTEM : SV_OK;
    while (status == SV_OK && svi_cursor_left(&c) != 0) {
        const bool note = svi_get_raw_byte(&c) != 0;
        status = svi_get_log_entry(&c, note, &log_entry);
        if (status == SV_OK) {
            status = svi_game_log(game, &log_entry.said);
        }
    }
    queue->given_spent = queue->spent;
    queue->given_dropped = queue->dropped;
    svi_buf_clear(&queue->waiting);
    return status;
}
