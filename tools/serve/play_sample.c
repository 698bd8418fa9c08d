#include "tools/serve/play_sample.h"

#include "memory/memory.h"
#include "thread/thread.h"
#include "tools/serve/model.h"

#include <stdlib.h>

struct svi_play_sample {
    const char *path;
    struct svi_play_figures *shown; /* NULL: there are none */
    _Atomic(struct svi_play_figures *) made;
    uint64_t games; /* that there were when the thread began last */
    struct svi_thread thread;
    atomic_bool stop, done, gently;
};

struct svi_play_sample *svi_play_sample_create(const char *path)
{
    struct svi_play_sample *sample = svi_new(1, sizeof *sample);
    sample->path = path;
    return sample;
}

static void free_figures(struct svi_play_figures *figures)
{
    if (figures != NULL) {
        svi_play_figures_finish(figures);
        free(figures);
    }
}

/* One thread alone: the machine has pages to show, and perhaps games to play. */
static void *make(void *user)
{
    struct svi_play_sample *sample = user;
    struct svi_store *store;
    struct svi_error error;
    const struct svi_site_source source = {.path = sample->path, .stop = &sample->stop};
    if (svi_model_store(&store, &source, NULL, &error) == SV_OK) {
        const struct svi_play_pace pace = {&sample->stop, &sample->gently};
        struct svi_play_figures *figures = svi_new(1, sizeof *figures);
        if (svi_play_figures_init(figures, store, &pace)) {
            atomic_store(&sample->made, figures);
        } else {
            free(figures);
        }
        svi_store_destroy(store);
    }
    atomic_store(&sample->done, true);
    return NULL;
}

void svi_play_sample_destroy(struct svi_play_sample *sample)
{
    if (sample != NULL) {
        atomic_store(&sample->stop, true);
        svi_thread_join(&sample->thread);
        free_figures(sample->shown);
        free_figures(atomic_load(&sample->made));
        free(sample);
    }
}

bool svi_play_sample_turn(struct svi_play_sample *sample, uint64_t games, uint64_t planned,
                          bool running)
{
    struct svi_play_figures *made = atomic_exchange(&sample->made, NULL);
    atomic_store(&sample->gently, running);
    if (made != NULL) {
        free_figures(sample->shown);
        sample->shown = made;
    }
    if (sample->thread.is_running) {
        if (atomic_load(&sample->done)) {
            svi_thread_join(&sample->thread);
        }
    } else if (games > sample->games && (games >= 2 * sample->games || games >= planned)) {
        sample->games = games;
        atomic_store(&sample->done, false);
        (void)svi_thread_start(&sample->thread, make, sample);
    }
    return made != NULL;
}

const struct svi_play_figures *svi_play_sample_get(const struct svi_play_sample *sample)
{
    return sample->shown;
}
