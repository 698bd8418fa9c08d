#include "tests/schedule/duels.h"

#include "job/points.h"

#define MOST 8u /* duels at once */
#define DEALS 2u

/* Returns the bot with the most points in a duel of the last stage, or the first of equals. */
static unsigned winner(const struct svi_schedule *schedule, uint64_t duel)
{
    const struct svi_stage *stage = &schedule->stage[schedule->n_stages - 1];
    uint32_t sum[2] = {0};
    for (uint64_t d = 0; d < DEALS; d++) {
        const uint64_t deal = stage->deals_before + d * stage->lineups + duel;
        for (uint32_t lane = 0; lane < schedule->lanes; lane++) {
            uint32_t points[SV_MAX_SEATS];
            struct svi_pairing p;
            svi_schedule_match(schedule, deal * schedule->lanes + lane + 1, &p);
            svi_points(schedule->place[p.number - 1], 2, points);
            for (unsigned s = 0; s < 2; s++) {
                sum[p.bot[s] != stage->listed[duel].bot[0][0]] += points[s];
            }
        }
    }
    return stage->listed[duel].bot[0][sum[1] > sum[0]];
}

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    struct svi_lineup duel[MOST] = {0};
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        duel[i / 2].bot[0][i % 2] = i;
    }
    return svi_schedule_add_lineups(schedule, duel, schedule->settings.bots / 2, DEALS, fault);
}

static bool done(const struct svi_schedule *schedule)
{
    return schedule->stage[schedule->n_stages - 1].lineups == 1;
}

static enum sv_status next(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    struct svi_lineup duel[MOST] = {0};
    const uint64_t duels = schedule->stage[schedule->n_stages - 1].lineups;
    for (unsigned i = 0; i < duels; i++) {
        duel[i / 2].bot[0][i % 2] = winner(schedule, i);
    }
    return svi_schedule_add_lineups(schedule, duel, duels / 2, DEALS, fault);
}

const struct svi_format rig_duels = {.name = "duels", .first = first, .done = done, .next = next};
