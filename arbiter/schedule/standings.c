#include "schedule/standings.h"

#include "job/points.h"

#include <string.h>

void svi_scores_add(const struct svi_schedule *schedule, uint64_t from, uint64_t to,
                    enum svi_scored which, struct svi_standings score[])
{
    const unsigned seats = schedule->settings.seats;
    for (uint64_t number = from + 1; number <= to; number++) {
        uint32_t points[SV_MAX_SEATS];
        struct svi_pairing p;
        if (which == SVI_SCORED_COUNTING && !svi_schedule_counts(schedule, number)) {
            continue;
        }
        svi_schedule_seating(schedule, number, &p);
        svi_points(schedule->place[number - 1], seats, points);
        for (unsigned s = 0; s < seats; s++) {
            score[p.bot[s]].points += points[s];
            score[p.bot[s]].games++;
        }
    }
}

void svi_scores_of_deal(const struct svi_schedule *schedule, uint64_t deal, const unsigned who[],
                        unsigned n, int64_t points[], int64_t luck[])
{
    const unsigned seats = schedule->settings.seats;
    memset(points, 0, n * sizeof *points);
    memset(luck, 0, n * sizeof *luck);
    for (uint32_t lane = 0; lane < schedule->lanes; lane++) {
        const uint64_t match = deal * schedule->lanes + lane;
        uint32_t by_seat[SV_MAX_SEATS];
        struct svi_pairing p;
        svi_schedule_seating(schedule, match + 1, &p);
        svi_points(schedule->place[match], seats, by_seat);
        for (unsigned s = 0; s < seats; s++) {
            for (unsigned i = 0; i < n; i++) {
                points[i] += p.bot[s] == who[i] ? by_seat[s] : 0;
                luck[i] +=
                    p.bot[s] == who[i] && schedule->luck != NULL ? schedule->luck[match][s] : 0;
            }
        }
    }
}

/* Returns the points and games for comparisons. */
static struct svi_standings counted(const struct svi_standings *score, unsigned seats)
{
    const struct svi_standings none = {.points = svi_points_unit(seats), .games = 2};
    return score->games > 0 ? *score : none;
}

int svi_standings_compare(const struct svi_standings *a, const struct svi_standings *b,
                          unsigned seats)
{
    const struct svi_standings one = counted(a, seats), other = counted(b, seats);
    const uint64_t ours = one.points * other.games, theirs = other.points * one.games;
    return (ours < theirs) - (ours > theirs);
}

void svi_scores_order(const struct svi_schedule *schedule, const struct svi_standings score[],
                      unsigned bot[], unsigned n)
{
    uint8_t seed[SV_SEED_BYTES];
    uint8_t key[SV_KEY_BYTES];
    sv_luck_seed_child(schedule->settings.seed, "lots", 0, 0, seed);
    sv_luck_game_key(seed, key);
    for (unsigned i = 1; i < n; i++) {
        const unsigned one = bot[i];
        const uint64_t lot = sv_luck(key, 0, 0, one);
        unsigned k = i;
        for (; k > 0; k--) {
            const int order =
                svi_standings_compare(&score[bot[k - 1]], &score[one], schedule->settings.seats);
            if (order < 0 || (order == 0 && sv_luck(key, 0, 0, bot[k - 1]) <= lot)) {
                break;
            }
            bot[k] = bot[k - 1];
        }
        bot[k] = one;
    }
}
