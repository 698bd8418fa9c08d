/* How a deal of a league with `stop_when` compares two bots, by its format (format_stopping.c calls
 * its functions): at one table where both sit, or at two tables, one for each. The functions of a
 * comparison cannot fail, except check(), and keep no pointer. Comparisons are constants. */
#ifndef SVI_ARBITER_SCHEDULE_COMPARISON_H
#define SVI_ARBITER_SCHEDULE_COMPARISON_H

#include "schedule/schedule.h"
#include "stats/topk.h"

/* The bots that are compared, the contenders, and the others, each in the order of the file. Bots
 * that play no more are in neither list. */
struct svi_sides {
    unsigned n, others;
    unsigned bot[SVI_MAX_BOTS];       /* bots of the contenders */
    unsigned other[SVI_MAX_BOTS];     /* the field */
    unsigned contender[SVI_MAX_BOTS]; /* contender of a bot, or SVI_NOT_COMPARED */
};

#define SVI_NOT_COMPARED UINT32_MAX

struct svi_comparison {
    const char *contenders; /* the contenders' name for people: "bots" */
    bool candidates_only;   /* no other bots are contenders */
    unsigned tables;        /* tables of a deal */
    unsigned at_deal;       /* contenders compared in a deal; 0: all at the table */

    /* Returns whether the bots that play fill a table. */
    bool (*fills_table)(const struct svi_settings *settings, const struct svi_sides *s);

    /* Returns SV_E_RANGE with a line in `fault` if the sides make no league. NULL: they always
     * do. */
    enum sv_status (*check)(const struct svi_settings *settings, const struct svi_sides *s,
                            struct svi_schedule_fault *fault);

    /* Returns the number of possible tables, each counted once. Above SVI_MAX_MATCHES it may be any
     * number above that. */
    uint64_t (*all_tables)(const struct svi_settings *settings, const struct svi_sides *s);

    /* Draws a lineup that compares a pair of contenders; without a pair (NULL), draws all its bots.
     * The lineup must be all 0. */
    void (*draw)(const struct svi_settings *settings, const struct svi_sides *s,
                 const struct svi_lucb_pair *pair, struct sv_rng *lots, struct svi_lineup *lineup);

    /* Writes the bots that a lineup compares to `who`, and returns their number. */
    unsigned (*who)(const struct svi_settings *settings, const struct svi_lineup *lineup,
                    unsigned who[SV_MAX_SEATS]);

    /* Returns the variance of the difference of two contenders in a game, from the variance of
     * one's points. */
    double (*variance)(double one, double seats);

    /* Returns the points of a deal by which one bot is truly ahead of another, for strengths
     * elo[bot]. */
    double (*true_lead)(const struct svi_settings *settings, const double elo[], unsigned a,
                        unsigned b);
};

/* For a round robin: compares all bots, which meet at one table with any others. */
extern const struct svi_comparison svi_comparison_meeting;

/* For a gauntlet: compares the candidates, which never meet. Each has a table of its own, with the
 * same bots of the field in the same seats. */
extern const struct svi_comparison svi_comparison_apart;

#endif
