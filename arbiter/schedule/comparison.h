/* How a deal of a league with `stop_when` compares two bots (format_stopping.c), by its format: at
 * one table where both sit, or at two tables, one for each. */
#ifndef SVI_ARBITER_SCHEDULE_COMPARISON_H
#define SVI_ARBITER_SCHEDULE_COMPARISON_H

#include "schedule/schedule.h"
#include "stats/lucb.h"

/* The bots that are compared, the contenders, and the others, each in the order of the file. Those
 * that play no more are neither. */
struct svi_sides {
    unsigned n, others;
    unsigned bot[SVI_MAX_BOTS];       /* of a contender */
    unsigned other[SVI_MAX_BOTS];     /* the field */
    unsigned contender[SVI_MAX_BOTS]; /* of a bot; SVI_NOT_COMPARED: it is none */
};

#define SVI_NOT_COMPARED UINT32_MAX

struct svi_comparison {
    const char *contenders; /* what people call them: "bots" */
    bool candidates_only;   /* no other bots are contenders */
    unsigned tables;        /* of a deal */
    unsigned at_deal;       /* contenders that a deal compares; 0: all at the table */

    /* Whether those who play make a table. */
    bool (*fills_table)(const struct svi_settings *settings, const struct svi_sides *s);

    /* SV_E_RANGE: the sides make no league, as `fault` says. NULL: they always do. */
    enum sv_status (*check)(const struct svi_settings *settings, const struct svi_sides *s,
                            struct svi_schedule_fault *fault);

    /* How many tables there are, each counted once; more than SVI_MAX_MATCHES may come out as any
     * number above that. */
    uint64_t (*all_tables)(const struct svi_settings *settings, const struct svi_sides *s);

    /* Draws a lineup that compares a pair of contenders; NULL: one that is drawn as a whole. The
     * lineup is zero before. */
    void (*draw)(const struct svi_settings *settings, const struct svi_sides *s,
                 const struct svi_lucb_pair *pair, struct sv_rng *lots, struct svi_lineup *lineup);

    /* The bots that a lineup compares go to `who`; returns how many. */
    unsigned (*who)(const struct svi_settings *settings, const struct svi_lineup *lineup,
                    unsigned who[SV_MAX_SEATS]);

    /* The variance of the difference of two contenders in a game, from that of one's points. */
    double (*variance)(double one, double seats);

    /* The points of a deal by which one bot is truly ahead of another, of strengths elo[bot]. */
    double (*true_lead)(const struct svi_settings *settings, const double elo[], unsigned a,
                        unsigned b);
};

/* All bots, who meet at one table with any others: of a round robin. */
extern const struct svi_comparison svi_comparison_meeting;

/* The candidates, who never meet: each has a table of its own, with the same bots of the field in
 * the same seats. Of a gauntlet. */
extern const struct svi_comparison svi_comparison_apart;

#endif
