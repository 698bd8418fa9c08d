#include "env/threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct worker {
    struct svi_threads *all;
    pthread_t id;
    unsigned number;
};

struct svi_threads {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    svi_work_fn *fn;
    void *user;
    unsigned items, count, started;
    unsigned long round; /* of work that has been given out */
    unsigned busy;       /* workers that have not done theirs */
    bool stop;
    struct worker worker[];
};

static void do_part(const struct svi_threads *t, svi_work_fn *fn, void *user, unsigned items,
                    unsigned number)
{
    const unsigned first = (unsigned)((unsigned long long)items * number / t->count);
    const unsigned last = (unsigned)((unsigned long long)items * (number + 1) / t->count);
    if (first < last) {
        fn(user, number, first, last);
    }
}

static void *work(void *user)
{
    struct worker *w = user;
    struct svi_threads *t = w->all;
    unsigned long seen = 0;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (t->round == seen && !t->stop) {
            pthread_cond_wait(&t->begin, &t->lock);
        }
        if (t->stop) {
            break;
        }
        seen = t->round;
        svi_work_fn *fn = t->fn;
        void *its = t->user;
        const unsigned items = t->items;
        pthread_mutex_unlock(&t->lock);
        do_part(t, fn, its, items, w->number);
        pthread_mutex_lock(&t->lock);
        if (--t->busy == 0) {
            pthread_cond_signal(&t->end);
        }
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

struct svi_threads *svi_threads_create(unsigned count)
{
    struct svi_threads *t = calloc(1, sizeof *t + count * sizeof *t->worker);
    if (t == NULL) {
        return NULL;
    }
    t->count = count;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->begin, NULL);
    pthread_cond_init(&t->end, NULL);
    for (t->started = 1; t->started < count; t->started++) {
        struct worker *w = &t->worker[t->started];
        w->all = t;
        w->number = t->started;
        if (pthread_create(&w->id, NULL, work, w) != 0) {
            svi_threads_destroy(t);
            return NULL;
        }
    }
    return t;
}

void svi_threads_destroy(struct svi_threads *t)
{
    if (t == NULL) {
        return;
    }
    pthread_mutex_lock(&t->lock);
    t->stop = true;
    pthread_cond_broadcast(&t->begin);
    pthread_mutex_unlock(&t->lock);
    for (unsigned i = 1; i < t->started; i++) {
        pthread_join(t->worker[i].id, NULL);
    }
    pthread_cond_destroy(&t->end);
    pthread_cond_destroy(&t->begin);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

void svi_threads_run(struct svi_threads *t, svi_work_fn *fn, void *user, unsigned items)
{
    if (t->count > 1) {
        pthread_mutex_lock(&t->lock);
        t->fn = fn;
        t->user = user;
        t->items = items;
        t->busy = t->count - 1;
        t->round++;
        pthread_cond_broadcast(&t->begin);
        pthread_mutex_unlock(&t->lock);
    }
    do_part(t, fn, user, items, 0);
    if (t->count > 1) {
        pthread_mutex_lock(&t->lock);
        while (t->busy != 0) {
            pthread_cond_wait(&t->end, &t->lock);
        }
        pthread_mutex_unlock(&t->lock);
    }
}
