#include "tools/serve/costs.h"

#include "memory/memory.h"
#include "thread/thread.h"
#include "tools/analysis/sample.h"
#include "tools/serve/model.h"

#include <stdlib.h>

struct svi_site_costs {
    const char *path;
    struct svi_decision_costs shown, made;
    bool has_shown, has_made;
    struct svi_play_figures *play; /* or NULL */
    _Atomic(struct svi_play_figures *) play_made;
    uint64_t games; /* that there were when it was begun last */
    struct svi_thread thread;
    atomic_bool stop, done, gently;
};

struct svi_site_costs *svi_site_costs_create(const char *path)
{
    struct svi_site_costs *costs = svi_new(1, sizeof *costs);
    costs->path = path;
    return costs;
}

/* One thread alone: the machine has pages to show, and perhaps games to play. */
static void *make(void *user)
{
    struct svi_site_costs *costs = user;
    struct svi_store *store;
    struct svi_error error;
    if (svi_model_store(&store, costs->path, NULL, &costs->stop, &error) == SV_OK) {
        const struct svi_costs_pace pace = {1, &costs->stop, &costs->gently};
        struct svi_play_figures *play = svi_new(1, sizeof *play);
        if (svi_play_figures_init(play, store, &pace)) {
            atomic_store(&costs->play_made, play); /* it need not wait for the costs */
        } else {
            free(play);
        }
        costs->has_made = svi_decision_costs_sample(&costs->made, store, &pace);
        svi_store_destroy(store);
    }
    atomic_store(&costs->done, true);
    return NULL;
}

static void free_play(struct svi_play_figures *play)
{
    if (play != NULL) {
        svi_play_figures_finish(play);
        free(play);
    }
}

void svi_site_costs_destroy(struct svi_site_costs *costs)
{
    if (costs != NULL) {
        atomic_store(&costs->stop, true);
        svi_thread_join(&costs->thread);
        svi_decision_costs_finish(&costs->made);
        svi_decision_costs_finish(&costs->shown);
        free_play(costs->play);
        free_play(atomic_load(&costs->play_made));
        free(costs);
    }
}

static bool take_over(struct svi_site_costs *costs)
{
    svi_thread_join(&costs->thread);
    if (!costs->has_made) {
        return false;
    }
    svi_decision_costs_finish(&costs->shown);
    costs->shown = costs->made;
    costs->made = (struct svi_decision_costs){0};
    costs->has_made = false;
    costs->has_shown = true;
    return true;
}

static bool take_over_play(struct svi_site_costs *costs)
{
    struct svi_play_figures *made = atomic_exchange(&costs->play_made, NULL);
    if (made == NULL) {
        return false;
    }
    free_play(costs->play);
    costs->play = made;
    return true;
}

bool svi_site_costs_turn(struct svi_site_costs *costs, uint64_t games, uint64_t planned,
                         bool running)
{
    atomic_store(&costs->gently, running);
    const bool has_play = take_over_play(costs);
    if (costs->thread.is_running) {
        return (atomic_load(&costs->done) && take_over(costs)) || has_play;
    }
    if (games > costs->games && (games >= 2 * costs->games || games >= planned)) {
        costs->games = games;
        atomic_store(&costs->done, false);
        (void)svi_thread_start(&costs->thread, make, costs);
    }
    return has_play;
}

const struct svi_decision_costs *svi_site_costs_get(const struct svi_site_costs *costs)
{
    return costs->has_shown ? &costs->shown : NULL;
}

const struct svi_play_figures *svi_site_costs_play(const struct svi_site_costs *costs)
{
    return costs->play;
}
