#include "tools/analysis/sample.h"

#include "tools/analysis/games.h"

#include <string.h>

static bool take(void *user, uint64_t number, const struct svi_analysis *a,
                 const struct svi_buf *replay)
{
    struct svi_decision_costs *costs = user;
    (void)number;
    (void)replay;
    svi_decision_costs_add(costs, a, ~0u);
    return !costs->failed;
}

bool svi_decision_costs_sample(struct svi_decision_costs *costs, struct svi_store *store,
                               unsigned jobs, const atomic_bool *stop)
{
    char error[SVI_STORE_ERROR];
    const struct svi_games_analysis games = {.store = store,
                                             .bot = SVI_EVERY_BOT,
                                             .most = SVI_COSTS_SAMPLE,
                                             .depth = SVI_DEPTH_QUICK,
                                             .futures = SVI_FUTURES,
                                             .jobs = jobs,
                                             .stop = stop,
                                             .take = take,
                                             .user = costs};
    memset(costs, 0, sizeof *costs);
    if (svi_games_analyse(&games, error, sizeof error) == SV_OK && costs->games > 0) {
        return true;
    }
    svi_decision_costs_finish(costs);
    return false;
}
