/* What bots have won so far, for formats that go by results. */
#ifndef SVI_ARBITER_SCHEDULE_STANDINGS_H
#define SVI_ARBITER_SCHEDULE_STANDINGS_H

#include "schedule/schedule.h"

struct svi_standings {
    uint64_t points; /* in units of arbiter/job/points.h */
    uint64_t games;
};

/* Adds what every bot has won in the matches after number `from` up to number `to`, which the
 * schedule has taken in, to score[bot]; without those of bots that are disqualified by now, or all
 * of them. */
enum svi_scored { SVI_SCORED_ALL, SVI_SCORED_COUNTING };
void svi_scores_add(const struct svi_schedule *schedule, uint64_t from, uint64_t to,
                    enum svi_scored which, struct svi_standings score[]);

/* The points of a deal, from 0, of each of the `n` bots in `who`, in units, and its luck, in
 * millionths of a point: sums over the games at its tables, which have been taken in. */
void svi_scores_of_deal(const struct svi_schedule *schedule, uint64_t deal, const unsigned who[],
                        unsigned n, int64_t points[], int64_t luck[]);

/* Compares mean points: below 0 when a has more. Who has not played has half a point in the mean,
 * at a table of `seats`. */
int svi_standings_compare(const struct svi_standings *a, const struct svi_standings *b,
                          unsigned seats);

/* Puts bots into the order of their mean points; equal ones into that of a lot, drawn from the
 * league's seed. `n` bots in `bot`, with their scores at score[bot]. */
void svi_scores_order(const struct svi_schedule *schedule, const struct svi_standings score[],
                      unsigned bot[], unsigned n);

#endif
