#include "tools/analysis/sample.h"

#include "tools/analysis/games.h"

#include <string.h>
#include <time.h>

#define RESTS 200 /* times as long as a game took, when it goes gently */
#define SLICE_US 50000

struct sample {
    struct svi_decision_costs *costs;
    const struct svi_costs_pace *pace;
    int64_t before_us; /* the thread's own time, when it had rested last */
};

int64_t svi_costs_own_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static bool is_set(const atomic_bool *flag)
{
    return flag != NULL && atomic_load(flag);
}

void svi_costs_rest(const struct svi_costs_pace *pace, int64_t *since_us)
{
    static const struct timespec slice = {0, SLICE_US * 1000L};
    int64_t left_us = RESTS * (svi_costs_own_us() - *since_us);
    for (; left_us > 0 && is_set(pace->gently) && !is_set(pace->stop); left_us -= SLICE_US) {
        (void)nanosleep(&slice, NULL);
    }
    *since_us = svi_costs_own_us();
}

static bool take(void *user, uint64_t number, const struct svi_analysis *a,
                 const struct svi_buf *replay)
{
    struct sample *s = user;
    (void)number;
    (void)replay;
    svi_decision_costs_add(s->costs, a, ~0u);
    svi_costs_rest(s->pace, &s->before_us);
    return !s->costs->failed;
}

bool svi_decision_costs_sample(struct svi_decision_costs *costs, struct svi_store *store,
                               const struct svi_costs_pace *pace)
{
    struct svi_error error;
    struct sample sample = {.costs = costs, .pace = pace, .before_us = svi_costs_own_us()};
    const struct svi_games_analysis games = {.store = store,
                                             .bot = SVI_EVERY_BOT,
                                             .most = SVI_COSTS_SAMPLE,
                                             .depth = SVI_DEPTH_QUICK,
                                             .futures = SVI_FUTURES,
                                             .jobs = pace->jobs,
                                             .stop = pace->stop,
                                             .take = take,
                                             .user = &sample};
    memset(costs, 0, sizeof *costs);
    if (svi_games_analyse(&games, &error) == SV_OK && costs->games > 0) {
        return true;
    }
    svi_decision_costs_finish(costs);
    return false;
}
