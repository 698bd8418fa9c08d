#include "runner/worker.h"

#include "memory/memory.h"
#include "runner/acceptor.h"
#include "runner/deadline_heap.h"
#include "runner/recovery_queue.h"
#include "runner/worker_io.h"
#include "runner/worker_matches.h"
#include "runner/worker_pace.h"
#include "runner/worker_playing.h"
#include "session/clock.h"

#include "base/time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#define FAREWELL_MS 1000 /* to end after the goodbye; then SIGTERM */
#define PARTING_MS 200   /* to end where a run goes on without some bots; then SIGKILL */

/* ---- what the sessions tell ------------------------------------------------------------------ */

static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    struct svi_bot_process *bot = user;
    struct svi_worker *w = bot->place->user;
    struct svi_match *m = svi_match_of(seat);
    if (svi_match_ready(m)) {
        svi_match_list_add(&w->ready, m);
    }
}

static void on_touched(void *user, struct svi_bot_session *session)
{
    struct svi_bot_process *bot = user;
    struct svi_worker *w = bot->place->user;
    (void)session;
    w->touched[w->n_touched++] = bot; /* once between two calls of svi_bot_session_sent() */
}

static void on_misdeed(void *user, struct svi_bot_session *session,
                       const struct svi_misdeed *misdeed)
{
    char where[96] = "";
    (void)session;
    if (misdeed->seat != NULL) {
        svi_match_where(misdeed->seat, where, sizeof where);
    }
    svi_bot_process_notice_misdeed(user, misdeed, where);
}

static void on_printed(struct svi_bot_session_seat *seat, const char *text, size_t size)
{
    if (!seat->recovery.running) { /* else it has been printed before */
        svi_output_tail_add(&svi_match_of(seat)->printed[seat->number], seat->session->secrets,
                            text, size);
    }
}

static bool spares(void *user, struct svi_bot_session *session)
{
    (void)session;
    return svi_bot_process_spares(user);
}

static void on_starved(const struct svi_bot_process_place *place, const char *bot, const char *why)
{
    const struct svi_worker *w = place->user;
    svi_worker_pool_fail(w->pool, "bot '%s' %s", bot, why);
}

static void on_lost(const struct svi_bot_process_place *place, const struct svi_loss *loss)
{
    const struct svi_worker *w = place->user;
    pthread_mutex_lock(&w->pool->lock);
    if (!svi_worker_pool_stopped(w->pool)) {
        w->config->lost(w->config->user, loss);
    }
    pthread_mutex_unlock(&w->pool->lock);
    if (w->config->debugging && loss->unused) {
        svi_worker_pool_fail(w->pool, "bot '%s' %s", w->config->bots[loss->bot].name, loss->why);
    }
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool worker_open(struct svi_worker *w, struct svi_worker_pool *pool, unsigned number)
{
    const struct svi_run_config *config = pool->config;
    struct svi_error error;
    memset(w, 0, sizeof *w);
    w->pool = pool;
    w->config = config;
    w->epoll = epoll_create1(EPOLL_CLOEXEC);
    svi_acceptor_init(&w->acceptor, w->epoll, config->n_bots, &w->stats);
    w->place = (struct svi_bot_process_place){
        .config = config,
        .limits = {.decision_us = (int64_t)config->decision_ms * 1000,
                   .bank_us = (int64_t)config->bank_ms * 1000,
                   .strikes = config->strikes,
                   .match_us = (int64_t)config->match_s * 1000000},
        .owner = {.settled = on_settled,
                  .touched = on_touched,
                  .misdeed = on_misdeed,
                  .spares = spares},
        .printed = config->keep_printed ? on_printed : NULL,
        .starved = on_starved,
        .lost = config->lost != NULL ? on_lost : NULL,
        .user = w,
        .folder = w->folder.path,
        .epoll = w->epoll,
        .ends = config->n_bots + 1 + SVI_ACCEPTOR_PEERS,
        .stats = &w->stats,
        .worker = number,
        .sandboxed = pool->housing.sandboxed,
        .users = pool->housing.users,
    };
    w->bots = svi_new(config->n_bots, sizeof *w->bots);
    w->buffer = svi_new(SVI_CONNECTION_TURN_BYTES, 1);
    w->touched = svi_new(config->n_bots, sizeof(struct svi_bot_process *));
    w->deadlines = svi_new(config->n_bots, sizeof(struct svi_bot_process *));
    w->most_events = 2 * config->n_bots + 1 + SVI_ACCEPTOR_PEERS;
    w->events = svi_new(w->most_events, sizeof *w->events);
    w->look_for_jobs = true;
    w->wait.fd = -1;
    w->pace.bot = svi_new(config->n_bots, sizeof *w->pace.bot);
    w->pace.n = config->n_bots;
    w->pace.share = config->wall_share;
    w->slow = svi_new(config->n_bots, sizeof *w->slow);
    w->asked = svi_new(config->n_bots, sizeof *w->asked);
    if (w->bots == NULL) {
        svi_worker_pool_fail(w->pool, "no memory for %u bots", config->n_bots);
        return false;
    }
    for (unsigned i = 0; i < config->n_bots; i++) {
        svi_bot_process_init(&w->bots[i], &config->bots[i], &w->place, i);
    }
    svi_deadline_heap_init(w->deadlines, w->bots, config->n_bots);
    if (w->epoll < 0) {
        svi_worker_pool_fail(w->pool, "cannot wait for events: %s", strerrordesc_np(errno));
        return false;
    }
    if (!svi_scratch_dir_make(&w->folder, "solvent", &error) ||
        (config->listen != NULL &&
         svi_acceptor_open(&w->acceptor, config->listen, &error) != SV_OK)) {
        svi_worker_pool_fail(w->pool, "%s", error.text);
        return false;
    }
    if (pool->housing.users) {
        (void)chmod(w->folder.path, 0711); /* each of its folders is one user's own */
    }
    return true;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static void wait_for_frames(struct svi_worker *w)
{
    const int64_t before_us = svi_time_us();
    int64_t until_us = before_us + SVI_WORKER_TICK_US;
    const int64_t due_us = svi_deadline_heap_first(w->deadlines, w->config->n_bots)->due_us;
    until_us = due_us < until_us ? due_us : until_us;
    const long wait_ms = until_us > before_us ? (long)((until_us - before_us + 999) / 1000) : 0;
    const int found = epoll_wait(w->epoll, w->events, (int)w->most_events, (int)wait_ms);
    w->now_us = svi_time_us();
    w->stats.wakeups++;
    if (found < 0 && errno != EINTR) {
        svi_worker_pool_fail(w->pool, "cannot wait for events: %s", strerrordesc_np(errno));
    } else if (found > 0) {
        svi_worker_tend(w, w->events, found,
                        svi_run_delay_arrival(&w->wait, w->looked_us, before_us, w->now_us));
    }
    if (found >= 0) {
        w->judged_us = before_us;
    }
    w->looked_us = svi_time_us();
}

static void play(struct svi_worker *w)
{
    w->now_us = svi_time_us();
    w->looked_us = w->now_us;
    svi_run_delay_open(&w->wait, w->now_us);
    while (!svi_worker_pool_stopped(w->pool)) {
        do {
            if (w->look_for_jobs) {
                svi_worker_admit(w);
            }
        } while (svi_worker_step(w));
        svi_worker_flush(w);
        if (w->ready.first != NULL) {
            continue; /* a bot was found lost while it was being sent something */
        }
        if (w->refills != atomic_load(&w->pool->refills)) {
            w->look_for_jobs = true;
            continue;
        }
        if (w->in_flight == 0 && w->n_ahead == 0 && w->dry && svi_worker_pool_over(w->pool)) {
            return;
        }
        if (svi_worker_pool_parting(w->pool) && svi_worker_parted(w)) {
            return;
        }
        wait_for_frames(w);
        svi_worker_look_for_late(w);
        svi_worker_look_for_dead(w);
        svi_worker_look_for_slow(w);
        svi_worker_tell_playing(w);
    }
}

/* ---- closing --------------------------------------------------------------------------------- */

static bool all_ended(struct svi_worker *w)
{
    bool all = true;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_output_read(&w->bots[i].output);
        all &= svi_process_ended(&w->bots[i].process);
    }
    return all;
}

/* Waits for all processes to end, for so long in all. */
static bool wait_for_ends(struct svi_worker *w, unsigned patience_ms)
{
    const int64_t until_us = svi_time_us() + (int64_t)patience_ms * 1000;
    while (!all_ended(w)) {
        if (svi_time_us() >= until_us) {
            return false;
        }
        (void)usleep(1000);
    }
    return true;
}

/* Says goodbye to all, then makes sure that they are gone. A run that parts does not wait for a bot
 * to end what it is at, as its matches are suspended. */
static void dismiss_all(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_bot_process *bot = &w->bots[i];
        const bool up = bot->state == SVI_BOT_PROCESS_UP; /* else it cannot be told */
        if (up) {
            svi_worker_dismiss(bot);
        }
        if (!up || (svi_worker_pool_parting(w->pool) && bot->session.clocks.oldest != NULL)) {
            svi_process_terminate(&bot->process);
        }
    }
    const bool parting = svi_worker_pool_parting(w->pool);
    const bool stopped = svi_worker_pool_stopped(w->pool);
    while (w->config->debugging && !stopped && !wait_for_ends(w, FAREWELL_MS)) {
    }
    if (!wait_for_ends(w, parting   ? PARTING_MS
                          : stopped ? SVI_WORKER_LAST_MS
                                    : FAREWELL_MS) &&
        !parting) {
        for (unsigned i = 0; i < w->config->n_bots; i++) {
            svi_process_terminate(&w->bots[i].process);
        }
        (void)wait_for_ends(w, SVI_WORKER_LAST_MS);
    }
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_process_end(&w->bots[i].process); /* all at once, before each is waited for */
    }
}

/* Drops the matches in flight: who waits for nobody is among the ready, and when all bots are lost
 * nobody waits. */
static void drop_matches(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_bot_session_close(&w->bots[i].session, false, w->now_us);
        svi_recovery_give_up(&w->bots[i]);
    }
    svi_match_list_finish(&w->ready);
}

static void worker_close(struct svi_worker *w)
{
    if (w->bots != NULL) {
        dismiss_all(w);
        svi_worker_end_playing(w);
        if (svi_worker_pool_parting(w->pool) && !svi_worker_pool_stopped(w->pool)) {
            svi_worker_suspend(w);
        } else {
            drop_matches(w);
        }
        for (unsigned i = 0; i < w->config->n_bots; i++) {
            const struct svi_bot_session *session = &w->bots[i].session;
            w->stats.questions += session->questions;
            w->stats.answers += session->answers;
            w->stats.strays += session->strays;
            svi_bot_process_finish(&w->bots[i]);
        }
    }
    svi_match_list_finish(&w->idle);
    for (unsigned i = 0; i < w->n_editions; i++) {
        svi_edition_cache_finish(&w->editions[i]->cache);
        free(w->editions[i]->luck);
        free(w->editions[i]);
    }
    free(w->editions);
    free(w->bots);
    free(w->buffer);
    free(w->touched);
    free(w->deadlines);
    free(w->events);
    free(w->pace.bot);
    free(w->slow);
    free(w->asked);
    svi_run_delay_close(&w->wait);
    svi_acceptor_close(&w->acceptor);
    if (w->epoll >= 0) {
        close(w->epoll);
    }
    svi_scratch_dir_remove(&w->folder);
}

void svi_worker_run(struct svi_worker_pool *pool, unsigned number)
{
    struct svi_worker w;
    if (worker_open(&w, pool, number)) {
        play(&w);
    }
    worker_close(&w);
    struct svi_run_stats *all = &pool->stats;
    pthread_mutex_lock(&pool->lock);
#define X(name, text) all->name += w.stats.name;
    SVI_RUN_STATS(X)
#undef X
    pthread_mutex_unlock(&pool->lock);
}
