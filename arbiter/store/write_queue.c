
#include "store/write_queue.h"

#include "memory/memory.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_runs.h"
#include "store/store_sessions.h"
#include "thread/thread.h"

#include "base/time.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GATHER_MS 100         /* longest time that a match waits for others */
#define GATHER_BYTES 1048576u /* bytes that end the wait earlier */
#define QUEUE_BYTES 67108864u /* most bytes that may wait to be written */

struct entry {
    struct entry *next;
    enum { MATCH, LOSS, PARKED, PLAYING } kind;
    union {
        struct svi_store_match match;
        struct svi_loss loss;
        struct svi_store_parked parked;
        struct {
            unsigned worker, n;
            const struct svi_playing *row;
        } playing;
    };
    size_t size;     /* size of `bytes` */
    uint8_t bytes[]; /* the times, the replay and the texts; or the matches in flight */
};

struct svi_write_queue {
    struct svi_store *store;
    struct svi_thread thread;
    pthread_mutex_t lock; /* guards all members below */
    pthread_cond_t arrived, written;
    struct entry *first, **last;
    size_t bytes;   /* handed over and not yet written */
    int64_t left_s; /* for svi_store_run_left() */
    bool closing;
    enum sv_status status;
    const char *save; /* path of svi_write_queue_save(), or NULL */
    int64_t every_us, saved_us;
};

static struct timespec now_plus_ms(long ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

/* Takes all waiting entries; the caller holds the lock. */
static struct entry *take(struct svi_write_queue *w)
{
    while (w->first == NULL && !w->closing) {
        pthread_cond_wait(&w->arrived, &w->lock);
    }
    const struct timespec until = now_plus_ms(GATHER_MS);
    int result = 0;
    while (!w->closing && w->bytes < GATHER_BYTES && result != ETIMEDOUT) {
        result = pthread_cond_timedwait(&w->arrived, &w->lock, &until);
    }
    struct entry *list = w->first;
    w->first = NULL;
    w->last = &w->first;
    return list;
}

static enum sv_status write_one(struct svi_store *store, const struct entry *entry)
{
    switch (entry->kind) {
    case MATCH:
        return svi_store_put(store, &entry->match);
    case LOSS:
        return svi_store_put_loss(store, &entry->loss);
    case PARKED:
        return svi_store_put_parked(store, &entry->parked);
    case PLAYING:
        return svi_store_put_playing(store, entry->playing.worker, entry->playing.row,
                                     entry->playing.n);
    }
    return SV_OK;
}

/* Writes a list in one transaction and frees it. Writes nothing after an error. */
static enum sv_status write_all(struct svi_store *store, struct entry *list, enum sv_status status)
{
    while (list != NULL) {
        SCOPED(scoped_free) struct entry *entry = list;
        list = entry->next;
        status = status == SV_OK ? write_one(store, entry) : status;
    }
    return status == SV_OK ? svi_store_commit(store) : status;
}

static enum sv_status save(struct svi_write_queue *w, enum sv_status status)
{
    if (status == SV_OK && w->save != NULL && svi_time_us() - w->saved_us >= w->every_us) {
        status = svi_store_save(w->store, w->save);
        w->saved_us = svi_time_us();
    }
    return status;
}

static void *work(void *user)
{
    struct svi_write_queue *w = user;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        struct entry *list = take(w);
        const size_t bytes = w->bytes;
        enum sv_status status = w->status;
        if (list == NULL) {
            break; /* closing, and the queue is empty */
        }
        svi_store_run_left(w->store, w->left_s);
        pthread_mutex_unlock(&w->lock);
        status = save(w, write_all(w->store, list, status));
        pthread_mutex_lock(&w->lock);
        w->status = status;
        w->bytes -= bytes;
        pthread_cond_broadcast(&w->written);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct svi_write_queue *svi_write_queue_create(struct svi_store *store)
{
    struct svi_write_queue *w = svi_new(1, sizeof *w);
    pthread_condattr_t monotonic;
    w->store = store;
    w->left_s = -1;
    w->last = &w->first;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->arrived, &monotonic);
    pthread_cond_init(&w->written, NULL);
    pthread_condattr_destroy(&monotonic);
    if (svi_thread_start(&w->thread, work, w) != 0) {
        pthread_cond_destroy(&w->arrived);
        pthread_cond_destroy(&w->written);
        pthread_mutex_destroy(&w->lock);
        free(w);
        return NULL;
    }
    return w;
}

void svi_write_queue_save(struct svi_write_queue *w, const char *path, unsigned every_s)
{
    pthread_mutex_lock(&w->lock);
    w->save = path;
    w->every_us = (int64_t)every_s * 1000000;
    w->saved_us = svi_time_us();
    pthread_mutex_unlock(&w->lock);
}

static size_t text_size(const char *text)
{
    return text != NULL ? strlen(text) + 1 : 0;
}

/* Replaces *text by a copy in the entry's own memory. */
static void take_text(struct entry *entry, const char **text)
{
    const size_t size = text_size(*text);
    if (size != 0) {
        *text = memcpy(entry->bytes + entry->size, *text, size);
        entry->size += size;
    }
}

/* Copies a match with everything that it points to. Returns NULL if it is too large for the
 * memory. */
static struct entry *copy(const struct svi_store_match *match)
{
    const size_t times_size = match->n_times * sizeof *match->times;
    size_t size = times_size + match->replay_size;
    for (unsigned s = 0; s < match->seats; s++) {
        size += text_size(match->seat[s].printed);
    }
    struct entry *entry = svi_new(1, sizeof *entry + size);
    if (entry == NULL) {
        return NULL;
    }
    entry->kind = MATCH;
    entry->match = *match;
    if (times_size > 0) { /* first, as `bytes` is aligned for them */
        entry->match.times =
            (const struct svi_decision_times *)memcpy(entry->bytes, match->times, times_size);
    }
    entry->match.replay = memcpy(entry->bytes + times_size, match->replay, match->replay_size);
    entry->size = times_size + match->replay_size;
    for (unsigned s = 0; s < match->seats; s++) {
        take_text(entry, &entry->match.seat[s].printed);
    }
    return entry;
}

/* Hands over an entry, which the queue then owns. NULL means that copying it failed. */
static enum sv_status hand_over(struct svi_write_queue *w, struct entry *entry)
{
    if (entry == NULL) {
        return SV_E_SYSTEM;
    }
    pthread_mutex_lock(&w->lock);
    while (w->bytes >= QUEUE_BYTES && w->status == SV_OK) {
        pthread_cond_wait(&w->written, &w->lock);
    }
    const enum sv_status status = w->status;
    if (status == SV_OK) {
        *w->last = entry;
        w->last = &entry->next;
        w->bytes += sizeof *entry + entry->size;
        pthread_cond_signal(&w->arrived);
        entry = NULL;
    }
    pthread_mutex_unlock(&w->lock);
    free(entry);
    return status;
}

enum sv_status svi_write_queue_put(struct svi_write_queue *w, const struct svi_store_match *match)
{
    return hand_over(w, copy(match));
}

enum sv_status svi_write_queue_loss(struct svi_write_queue *w, const struct svi_loss *loss)
{
    struct entry *entry = svi_new(1, sizeof *entry + text_size(loss->report));
    entry->kind = LOSS;
    entry->loss = *loss;
    take_text(entry, &entry->loss.report);
    return hand_over(w, entry);
}

enum sv_status svi_write_queue_parked(struct svi_write_queue *w, const struct svi_store_parked *row)
{
    struct entry *entry = svi_new(1, sizeof *entry);
    entry->kind = PARKED;
    entry->parked = *row;
    return hand_over(w, entry);
}

enum sv_status svi_write_queue_playing(struct svi_write_queue *w, unsigned worker,
                                       const struct svi_playing rows[], unsigned n)
{
    struct entry *entry = svi_new(1, sizeof *entry + n * sizeof *rows);
    entry->kind = PLAYING;
    entry->size = n * sizeof *rows;
    entry->playing.worker = worker;
    entry->playing.n = n;
    entry->playing.row = (const struct svi_playing *)memcpy(entry->bytes, rows, entry->size);
    return hand_over(w, entry);
}

void svi_write_queue_left(struct svi_write_queue *w, int64_t left_s)
{
    pthread_mutex_lock(&w->lock);
    w->left_s = left_s;
    pthread_mutex_unlock(&w->lock);
}

enum sv_status svi_write_queue_destroy(struct svi_write_queue *w)
{
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_signal(&w->arrived);
    pthread_mutex_unlock(&w->lock);
    svi_thread_join(&w->thread);
    enum sv_status status = w->status;
    if (status == SV_OK && (status = svi_store_flush_times(w->store)) == SV_OK) {
        status = svi_store_commit(w->store);
    }
    pthread_cond_destroy(&w->arrived);
    pthread_cond_destroy(&w->written);
    pthread_mutex_destroy(&w->lock);
    free(w);
    return status;
}
