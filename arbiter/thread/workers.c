#include "thread/workers.h"

#include "thread/thread.h"

#include <assert.h>

struct shared {
    const struct svi_workers *workers;
    uint64_t n;
    bool (*work)(void *what, unsigned worker, uint64_t item);
    void *what;
    atomic_uint_fast64_t next, done;
    atomic_bool failed;
};

struct worker {
    struct shared *shared;
    unsigned number;
    struct svi_thread thread;
};

static bool goes_on(struct shared *s)
{
    const atomic_bool *stop = s->workers->stop;
    return !atomic_load(&s->failed) && (stop == NULL || !atomic_load(stop));
}

static void *run(void *user)
{
    struct worker *t = user;
    struct shared *s = t->shared;
    uint64_t item;
    while (goes_on(s)) {
        item = atomic_fetch_add(&s->next, 1);
        if (item >= s->n) {
            break;
        }
        if (!s->work(s->what, t->number, item)) {
            atomic_store(&s->failed, true);
        }
        const uint64_t done = atomic_fetch_add(&s->done, 1) + 1;
        if (t->number == 0 && s->workers->progress != NULL) {
            s->workers->progress(s->workers->user, done, s->n);
        }
    }
    return NULL;
}

bool svi_workers_run(const struct svi_workers *workers, uint64_t n,
                     bool (*work)(void *what, unsigned worker, uint64_t item), void *what)
{
    struct shared s = {.workers = workers, .n = n, .work = work, .what = what};
    struct worker worker[SVI_MOST_WORKERS];
    assert(workers->jobs >= 1 && workers->jobs <= SVI_MOST_WORKERS);
    for (unsigned i = 0; i < workers->jobs; i++) {
        worker[i] = (struct worker){.shared = &s, .number = i};
        if (i > 0 && i < n) {
            (void)svi_thread_start(&worker[i].thread, run, &worker[i]);
        }
    }
    (void)run(&worker[0]);
    for (unsigned i = 1; i < workers->jobs; i++) {
        svi_thread_join(&worker[i].thread);
    }
    return !atomic_load(&s.failed) && atomic_load(&s.done) == n;
}
