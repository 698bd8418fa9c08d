/* Simulates one league, from the plan to the ranking, and compares the ranking with the truth. */
#ifndef SVI_TOOLS_CLI_SIMULATE_RUN_H
#define SVI_TOOLS_CLI_SIMULATE_RUN_H

#include "config/league.h"
#include "league/simulate.h"
#include "schedule/format.h"
#include "tools/report/rank_sheet.h"

/* The league to simulate; every run uses other random numbers. */
struct svi_simulated {
    const struct svi_league *league;
    const double *elo;            /* strength of each bot */
    double shared, ties, account; /* as in struct svi_simulator */
    bool tails;
    /* Standard deviation of pair effects, in Elo. Each run draws its own effects; 0: no effects. */
    double effects;
    uint8_t seed[SV_SEED_BYTES];
    uint32_t nights; /* nights of a ladder */
    /* Ranks by mean points, without ratings and intervals. */
    bool quick;
};

/* A share: `n` of `of`. Only cases that could be judged are counted. */
struct svi_simulated_share {
    uint64_t n, of;
};

struct svi_simulated_run {
    uint64_t games, deals;
    enum svi_judged judged;
    struct svi_simulated_share first; /* the best bot, or one of them, is ranked first */
    /* Pairs of bots with different strengths in the right order. */
    struct svi_simulated_share pairs;
    struct svi_simulated_share whole;   /* all pairs are in the right order */
    struct svi_simulated_share covered; /* ratings' intervals that contain the true rating */
    /* All brackets of ranks contain the true ranks. With pair effects, the truth of all shares is
     * svi_simulate_truth(); for a league too large for that, nothing can be judged. */
    struct svi_simulated_share brackets;
};

/* Fills `info` as a store of this league would; the caller finishes it. Returns SV_E_SYSTEM if
 * memory runs out. */
enum sv_status svi_simulated_info_init(struct svi_store_info *info,
                                       const struct svi_league *league);
void svi_simulated_info_finish(struct svi_store_info *info);

/* Plays run number `number`, from 0. If the league gives a seed, the first run uses it. Unless
 * `quick` is set, `sheet` gets the ranking; the caller finishes it, and it points into `info`. On
 * an error, `error` has one line and there is nothing to finish. */
enum sv_status svi_simulated_play(const struct svi_simulated *s, uint64_t number,
                                  struct svi_simulated_run *run, struct svi_rank_sheet *sheet,
                                  struct svi_store_info *info, struct svi_error *error);

#endif
