/* One simulated league, from the plan to the ranking, and how near that is to the truth. */
#ifndef SVI_TOOLS_CLI_SIMULATE_RUN_H
#define SVI_TOOLS_CLI_SIMULATE_RUN_H

#include "config/league.h"
#include "league/simulate.h"
#include "schedule/format.h"
#include "tools/report/rank_sheet.h"

/* What is simulated, again and again with other numbers. */
struct svi_simulated {
    const struct svi_league *league;
    const double *elo;            /* by bot */
    double shared, ties, account; /* struct svi_simulator */
    bool tails;
    /* Standard deviation of pair effects, in Elo. Each run draws its own; 0: there are none. */
    double effects;
    uint8_t seed[SV_SEED_BYTES];
    uint32_t nights; /* of a ladder */
    /* No ratings: the order is that of mean points, and there are no intervals. */
    bool quick;
};

/* What came of a run. Shares are of what could be judged at all: n of `of`. */
struct svi_simulated_share {
    uint64_t n, of;
};

struct svi_simulated_run {
    uint64_t games, deals;
    enum svi_judged judged;
    struct svi_simulated_share first;   /* the best bot, or one of them, stands first */
    struct svi_simulated_share pairs;   /* two bots of different strength are in the right order */
    struct svi_simulated_share whole;   /* all of them */
    struct svi_simulated_share covered; /* ratings' intervals with the truth in them */
    /* Whether no bracket of ranks claims anything false. With pair effects, the truth of all shares
     * is svi_simulate_truth(); a league that is too large for it has none. */
    struct svi_simulated_share brackets;
};

/* What a store would say of the league; to be finished. SV_E_SYSTEM: no memory. */
enum sv_status svi_simulated_info_init(struct svi_store_info *info,
                                       const struct svi_league *league);
void svi_simulated_info_finish(struct svi_store_info *info);

/* Plays run number `number`, from 0; the first one of a league that gives a seed has it. Unless it
 * is quick, `sheet` gets the ranking, to be finished; it points into `info`. The line in `error`
 * says what is wrong, and then there is nothing to finish. */
enum sv_status svi_simulated_play(const struct svi_simulated *s, uint64_t number,
                                  struct svi_simulated_run *run, struct svi_rank_sheet *sheet,
                                  struct svi_store_info *info, struct svi_error *error);

#endif
