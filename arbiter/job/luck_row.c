#include "job/luck_row.h"

#include <string.h>

static void put(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

static uint32_t get(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

size_t svi_luck_row_put(const struct svi_game_luck *luck, uint8_t out[SVI_LUCK_ROW])
{
    uint8_t *at = out;
    *at++ = (uint8_t)luck->seats;
    *at++ = luck->stopped;
    *at++ = SVI_LUCK_FIGURES;
    *at++ = 0;
    for (unsigned s = 0; s < luck->seats; s++) {
        put(at, luck->seat[s].sd);
        at += 4;
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++, at += 4) {
            put(at, (uint32_t)luck->seat[s].figure[k]);
        }
    }
    return (size_t)(at - out);
}

bool svi_luck_row_get(const uint8_t *bytes, size_t size, struct svi_game_luck *out)
{
    memset(out, 0, sizeof *out);
    if (size < 4 || bytes[0] < 2 || bytes[0] > SV_MAX_SEATS || bytes[2] != SVI_LUCK_FIGURES ||
        size != 4 + (size_t)bytes[0] * (1 + SVI_LUCK_FIGURES) * 4) {
        return false;
    }
    out->seats = bytes[0];
    out->stopped = bytes[1] != 0;
    const uint8_t *at = bytes + 4;
    for (unsigned s = 0; s < out->seats; s++) {
        out->seat[s].sd = get(at);
        at += 4;
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++, at += 4) {
            out->seat[s].figure[k] = (int32_t)get(at);
        }
        out->seat[s].luck = out->seat[s].figure[SVI_LUCK_POINTS];
    }
    return true;
}
