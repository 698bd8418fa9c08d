#include "arbiter/said.h"

#include <stdio.h>

void svi_said_reset(struct svi_said *said)
{
    svi_buf_clear(&said->waiting);
    said->spent = 0;
    said->dropped = 0;
}

void svi_said_finish(struct svi_said *said)
{
    svi_buf_finish(&said->waiting);
}

static void keep(struct svi_said *said, const struct sv_remark *remark)
{
    svi_buf_byte(&said->waiting, remark->text == NULL);
    svi_put_remark(&said->waiting, remark);
}

bool svi_said_take(struct svi_said *said, const struct sv_remark *remark)
{
    const uint32_t cost = svi_remark_cost(remark);
    if (said->dropped == 0 && said->spent + cost <= SVI_REMARK_BUDGET) {
        said->spent += cost;
        keep(said, remark);
        return true;
    }
    /* From the first one that does not fit nothing is kept, be it ever so small: the record has no holes. */
    if (said->dropped == 0) {
        char text[96];
        (void)snprintf(text, sizeof text,
                       "[solvent] more than %u bytes in this match: no more is kept",
                       SVI_REMARK_BUDGET);
        keep(said, &(struct sv_remark){.text = text});
    }
    said->dropped += said->dropped != UINT32_MAX;
    return false;
}

enum sv_status svi_said_give(struct svi_said *said, struct svi_game *game)
{
    struct svi_cursor c = svi_cursor_over(said->waiting.data, said->waiting.size);
    struct svi_remark remark;
    enum sv_status status = said->waiting.failed ? SV_E_SYSTEM : SV_OK;
    while (status == SV_OK && svi_cursor_left(&c) != 0) {
        const bool note = svi_get_raw_byte(&c) != 0;
        status = svi_get_remark(&c, note, &remark);
        if (status == SV_OK) {
            status = svi_game_remark(game, &remark.said);
        }
    }
    svi_buf_clear(&said->waiting);
    return status;
}
