/* What is known of a league with `stop_when` (format_stopping.c): the deals that have been taken,
 * and what they say. */
#ifndef SVI_ARBITER_SCHEDULE_STOPPING_LOOK_H
#define SVI_ARBITER_SCHEDULE_STOPPING_LOOK_H

#include "schedule/comparison.h"
#include "schedule/format.h"
#include "stats/lucb.h"
#include "stats/luck_weight.h"
#include "stats/topk.h"

/* What is known; kept in schedule->memo, so that each deal is taken once. */
struct svi_stopping_look {
    bool begun;
    unsigned changes; /* of the schedule's settings when it was begun */
    unsigned stage;   /* of the next deal to be taken */
    uint64_t deal;
    struct svi_sides sides;
    struct svi_topk topk;
    struct svi_lucb lucb;
    struct svi_luck_weight weight;
    double mean[SVI_MAX_BOTS]; /* by contender, of the deal at hand */
    bool played[SVI_MAX_BOTS];
};

static inline const struct svi_comparison *svi_comparison_of(const struct svi_settings *settings)
{
    return settings->format->comparison;
}

/* Who is compared, and with whom. */
void svi_stopping_sides(const struct svi_settings *settings, struct svi_sides *s);

/* Whether too few play by now for there to be anything to separate, or for a table. */
bool svi_stopping_ended(const struct svi_settings *settings);

/* What is known after all deals that have been taken in, up to the one that decided; the
 * schedule's memo. NULL: it has ended before, or no memory. */
struct svi_stopping_look *svi_stopping_look(const struct svi_schedule *schedule);

/* Frees a memo. */
void svi_stopping_forget(void *memo);

#endif
