#include "tools/analysis/workers.h"

#include <pthread.h>
#include <unistd.h>

struct shared {
    const struct svi_workers *workers;
    uint64_t n;
    bool (*work)(void *what, unsigned worker, uint64_t item);
    void *what;
    atomic_uint_fast64_t next, done;
    atomic_bool failed;
};

struct thread {
    struct shared *shared;
    unsigned worker;
    pthread_t id;
    bool running;
};

static bool goes_on(struct shared *s)
{
    const atomic_bool *stop = s->workers->stop;
    return !atomic_load(&s->failed) && (stop == NULL || !atomic_load(stop));
}

static void *run(void *user)
{
    struct thread *t = user;
    struct shared *s = t->shared;
    uint64_t item;
    while (goes_on(s)) {
        item = atomic_fetch_add(&s->next, 1);
        if (item >= s->n) {
            break;
        }
        if (!s->work(s->what, t->worker, item)) {
            atomic_store(&s->failed, true);
        }
        const uint64_t done = atomic_fetch_add(&s->done, 1) + 1;
        if (t->worker == 0 && s->workers->progress != NULL) {
            s->workers->progress(s->workers->user, done, s->n);
        }
    }
    return NULL;
}

bool svi_workers_run(const struct svi_workers *workers, uint64_t n,
                     bool (*work)(void *what, unsigned worker, uint64_t item), void *what)
{
    struct shared s = {.workers = workers, .n = n, .work = work, .what = what};
    struct thread threads[SVI_MOST_WORKERS];
    for (unsigned i = 0; i < workers->jobs; i++) {
        threads[i] = (struct thread){.shared = &s, .worker = i};
        threads[i].running =
            i > 0 && i < n && pthread_create(&threads[i].id, NULL, run, &threads[i]) == 0;
    }
    (void)run(&threads[0]);
    for (unsigned i = 1; i < workers->jobs; i++) {
        if (threads[i].running) {
            (void)pthread_join(threads[i].id, NULL);
        }
    }
    return !atomic_load(&s.failed) && atomic_load(&s.done) == n;
}

unsigned svi_workers_cores(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > (long)SVI_MOST_WORKERS ? SVI_MOST_WORKERS : (unsigned)count;
}
