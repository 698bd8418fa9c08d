/* The points of bots so far. Called by formats that depend on results. The functions cannot fail;
 * arrays belong to the caller. */
#ifndef SVI_ARBITER_SCHEDULE_STANDINGS_H
#define SVI_ARBITER_SCHEDULE_STANDINGS_H

#include "schedule/schedule.h"

struct svi_standings {
    uint64_t points; /* in units of arbiter/job/points.h */
    uint64_t games;
};

/* Adds the points of every bot in the matches after number `from` up to number `to`, which the
 * schedule has taken in, to score[bot]. `which` says whether matches with bots that are
 * disqualified by now count. */
enum svi_scored { SVI_SCORED_ALL, SVI_SCORED_COUNTING };
void svi_scores_add(const struct svi_schedule *schedule, uint64_t from, uint64_t to,
                    enum svi_scored which, struct svi_standings score[]);

/* Sums the points (in units) and the luck (in millionths of a point) of a deal, from 0, for each of
 * the `n` bots in `who`. The sums are over the games at its tables, which have been taken in. */
void svi_scores_of_deal(const struct svi_schedule *schedule, uint64_t deal, const unsigned who[],
                        unsigned n, int64_t points[], int64_t luck[]);

/* Compares mean points: below 0 if a has more. A bot without games has a mean of half a point, at a
 * table of `seats`. */
int svi_standings_compare(const struct svi_standings *a, const struct svi_standings *b,
                          unsigned seats);

/* Sorts the `n` bots in `bot`, with scores at score[bot], by mean points. Equal ones are ordered by
 * lots from the league's seed. */
void svi_scores_order(const struct svi_schedule *schedule, const struct svi_standings score[],
                      unsigned bot[], unsigned n);

#endif
