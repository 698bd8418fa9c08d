#include "session/log_queue.h"

#include <stdio.h>

void svi_remark_queue_reset(struct svi_remark_queue *queue)
{
    svi_buf_clear(&queue->waiting);
    queue->spent = 0;
    queue->dropped = 0;
    queue->given_spent = 0;
    queue->given_dropped = 0;
}

void svi_remark_queue_finish(struct svi_remark_queue *queue)
{
    svi_buf_finish(&queue->waiting);
}

static void keep(struct svi_remark_queue *queue, const struct sv_remark *remark)
{
    svi_buf_byte(&queue->waiting, remark->text == NULL);
    svi_put_remark(&queue->waiting, remark);
}

bool svi_remark_queue_add(struct svi_remark_queue *queue, const struct sv_remark *remark)
{
    const uint32_t cost = svi_remark_cost(remark);
    if (queue->dropped == 0 && queue->spent + cost <= SVI_REMARK_BUDGET) {
        queue->spent += cost;
        keep(queue, remark);
        return true;
    }
    /* From the first one that does not fit nothing is kept, be it ever so small: the record has no holes. */
    if (queue->dropped == 0) {
        char text[96];
        (void)snprintf(text, sizeof text,
                       "[solvent] more than %u bytes in this match: no more is kept",
                       SVI_REMARK_BUDGET);
        keep(queue, &(struct sv_remark){.text = text});
    }
    queue->dropped += queue->dropped != UINT32_MAX;
    return false;
}

enum sv_status svi_remark_queue_give(struct svi_remark_queue *queue, struct svi_game *game)
{
    struct svi_cursor c = svi_cursor_over(queue->waiting.data, queue->waiting.size);
    struct svi_remark remark;
    enum sv_status status = queue->waiting.failed ? SV_E_SYSTEM : SV_OK;
    while (status == SV_OK && svi_cursor_left(&c) != 0) {
        const bool note = svi_get_raw_byte(&c) != 0;
        status = svi_get_remark(&c, note, &remark);
        if (status == SV_OK) {
            status = svi_game_remark(game, &remark.said);
        }
    }
    queue->given_spent = queue->spent;
    queue->given_dropped = queue->dropped;
    svi_buf_clear(&queue->waiting);
    return status;
}
