#include "arbiter/league_row.h"

#include "arbiter/points.h"

#include <string.h>

struct svi_store_match svi_league_row(const struct svi_referee_done *done,
                                      const struct svi_pairing *pairing)
{
    uint32_t points[SV_MAX_SEATS];
    svi_points(done->result.place, done->job.seats, points);
    struct svi_store_match row = {.number = pairing->number,
                                  .table = pairing->table,
                                  .deal = pairing->deal,
                                  .seating = pairing->seating,
                                  .why = done->result.why,
                                  .rounds = done->rounds,
                                  .turns = done->turns,
                                  .decisions = done->decisions,
                                  .wall_us = done->wall_us,
                                  .seats = done->job.seats,
                                  .replay = done->replay,
                                  .replay_size = done->replay_size,
                                  .crash = done->crash,
                                  .crash_seat = done->crash_seat};
    for (unsigned s = 0; s < row.seats; s++) {
        row.seat[s] = (struct svi_store_seat){.bot = done->job.bot[s],
                                              .place = done->result.place[s],
                                              .points = points[s],
                                              .worth = done->result.worth[s],
                                              .forfeited = done->seat[s].forfeited,
                                              .used_us = done->seat[s].used_us,
                                              .printed = done->seat[s].printed};
        memcpy(row.seat[s].verdicts, done->seat[s].verdicts, sizeof row.seat[s].verdicts);
    }
    return row;
}
