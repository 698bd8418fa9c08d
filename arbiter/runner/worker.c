#include "runner/worker.h"

#include "runner/acceptor.h"
#include "runner/deadline_heap.h"
#include "runner/recovery_queue.h"
#include "runner/worker_io.h"
#include "runner/worker_matches.h"
#include "session/clock.h"

#include "luck/replay_luck.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#define FAREWELL_MS 1000 /* to end after the goodbye; then SIGTERM */

/* ---- what the hosts tell ---------------------------------------------------------------------- */

static void on_settled(void *user, struct svi_host_seat *seat)
{
    struct svi_link *link = user;
    struct svi_worker *w = link->place->user;
    struct svi_match *m = svi_match_of(seat);
    if (svi_match_ready(m)) {
        svi_match_list_add(&w->ready, m);
    }
}

static void on_touched(void *user, struct svi_host *host)
{
    struct svi_link *link = user;
    struct svi_worker *w = link->place->user;
    (void)host;
    w->touched[w->n_touched++] = link; /* once between two calls of svi_host_sent() */
}

static void on_misdeed(void *user, struct svi_host *host, const struct svi_misdeed *misdeed)
{
    char where[96] = "";
    (void)host;
    if (misdeed->seat != NULL) {
        svi_match_where(misdeed->seat, where, sizeof where);
    }
    svi_link_notice_misdeed(user, misdeed, where);
}

static void on_printed(struct svi_host_seat *seat, const char *text, size_t size)
{
    if (!seat->recall.running) { /* else it has been printed before */
        svi_printed_add(&svi_match_of(seat)->printed[seat->number], text, size);
    }
}

static bool spares(void *user, struct svi_host *host)
{
    (void)host;
    return svi_link_spares(user);
}

static void on_starved(const struct svi_link_place *place, const char *bot, const char *why)
{
    const struct svi_worker *w = place->user;
    svi_crew_fail(w->crew, "bot '%s' %s", bot, why);
}

/* ---- opening ----------------------------------------------------------------------------------- */

static bool worker_open(struct svi_worker *w, struct svi_crew *crew, unsigned number)
{
    const struct svi_referee_config *config = crew->config;
    char error[200];
    memset(w, 0, sizeof *w);
    w->crew = crew;
    w->config = config;
    w->epoll = epoll_create1(EPOLL_CLOEXEC);
    svi_door_init(&w->door, w->epoll, config->n_bots, &w->traffic);
    w->place = (struct svi_link_place){
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
        .user = w,
        .folder = w->folder.path,
        .epoll = w->epoll,
        .ends = config->n_bots + 1 + SVI_DOOR_GUESTS,
        .traffic = &w->traffic,
        .worker = number,
        .sandboxed = crew->housing.sandboxed,
        .users = crew->housing.users,
    };
    w->links = calloc(config->n_bots, sizeof *w->links);
    w->buffer = malloc(SVI_LINE_TURN_BYTES);
    w->touched = calloc(config->n_bots, sizeof(struct svi_link *));
    w->due = calloc(config->n_bots, sizeof(struct svi_link *));
    w->most_events = 2 * config->n_bots + 1 + SVI_DOOR_GUESTS;
    w->events = calloc(w->most_events, sizeof *w->events);
    w->luck = config->luck ? svi_replay_luck_create() : NULL;
    w->look_for_jobs = true;
    w->wait.fd = -1;
    if ((config->luck && w->luck == NULL) || w->links == NULL || w->buffer == NULL ||
        w->touched == NULL || w->due == NULL || w->events == NULL) {
        svi_crew_fail(w->crew, "no memory");
        free(w->links);
        w->links = NULL;
        return false;
    }
    for (unsigned i = 0; i < config->n_bots; i++) {
        svi_link_init(&w->links[i], &config->bots[i], &w->place, i);
    }
    svi_due_init(w->due, w->links, config->n_bots);
    if (w->epoll < 0) {
        svi_crew_fail(w->crew, "cannot wait for events: %s", strerrordesc_np(errno));
        return false;
    }
    if (!svi_folder_make(&w->folder, "solvent", error, sizeof error) ||
        (config->listen != NULL &&
         svi_door_open(&w->door, config->listen, error, sizeof error) != SV_OK)) {
        svi_crew_fail(w->crew, "%s", error);
        return false;
    }
    if (crew->housing.users) {
        (void)chmod(w->folder.path, 0711); /* each of its folders is one user's own */
    }
    return true;
}

/* ---- the loop --------------------------------------------------------------------------------------- */

static void wait_for_frames(struct svi_worker *w)
{
    const int64_t before_us = svi_clock_us();
    int64_t until_us = before_us + SVI_WORKER_TICK_US;
    const int64_t due_us = svi_due_first(w->due, w->config->n_bots)->due_us;
    until_us = due_us < until_us ? due_us : until_us;
    const long wait_ms = until_us > before_us ? (long)((until_us - before_us + 999) / 1000) : 0;
    const int found = epoll_wait(w->epoll, w->events, (int)w->most_events, (int)wait_ms);
    w->now_us = svi_clock_us();
    w->stats.wakeups++;
    if (found < 0 && errno != EINTR) {
        svi_crew_fail(w->crew, "cannot wait for events: %s", strerrordesc_np(errno));
    } else if (found > 0) {
        svi_worker_tend(w, w->events, found,
                        svi_wait_arrival(&w->wait, w->looked_us, before_us, w->now_us));
    }
    if (found >= 0) {
        w->judged_us = before_us;
    }
    w->looked_us = svi_clock_us();
}

static void play(struct svi_worker *w)
{
    w->now_us = svi_clock_us();
    w->looked_us = w->now_us;
    svi_wait_open(&w->wait, 0, w->now_us);
    while (!svi_crew_stopped(w->crew)) {
        do {
            if (w->look_for_jobs) {
                svi_worker_admit(w);
            }
        } while (svi_worker_step(w));
        svi_worker_flush(w);
        if (w->ready.first != NULL) {
            continue; /* a bot was found lost while it was being sent something */
        }
        if (w->in_flight == 0 && w->n_ahead == 0 && w->dry) {
            return;
        }
        wait_for_frames(w);
        svi_worker_look_for_late(w);
        svi_worker_look_for_dead(w);
    }
}

/* ---- closing ----------------------------------------------------------------------------------------- */

static bool all_ended(struct svi_worker *w)
{
    bool all = true;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_capture_read(&w->links[i].capture);
        all &= svi_process_ended(&w->links[i].process);
    }
    return all;
}

/* Waits for all processes to end, for so long in all. */
static bool wait_for_ends(struct svi_worker *w, unsigned patience_ms)
{
    const int64_t until_us = svi_clock_us() + (int64_t)patience_ms * 1000;
    while (!all_ended(w)) {
        if (svi_clock_us() >= until_us) {
            return false;
        }
        (void)usleep(1000);
    }
    return true;
}

/* Says goodbye to all, then makes sure that they are gone. */
static void dismiss_all(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_link *link = &w->links[i];
        if (link->state == SVI_LINK_UP) {
            svi_worker_dismiss(link);
        } else {
            svi_process_terminate(&link->process); /* it cannot be told */
        }
    }
    if (!wait_for_ends(w, svi_crew_stopped(w->crew) ? SVI_WORKER_LAST_MS : FAREWELL_MS)) {
        for (unsigned i = 0; i < w->config->n_bots; i++) {
            svi_process_terminate(&w->links[i].process);
        }
        (void)wait_for_ends(w, SVI_WORKER_LAST_MS);
    }
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_process_end(&w->links[i].process); /* all at once, before each is waited for */
    }
}

static void finish_list(struct svi_match_list *list)
{
    struct svi_match *m;
    while ((m = svi_match_list_take(list)) != NULL) {
        svi_match_finish(m);
        free(m);
    }
}

/* Drops the matches in flight: who waits for nobody is among the ready, and when all bots are lost nobody waits. */
static void drop_matches(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_host_close(&w->links[i].host, false, w->now_us);
        svi_held_give_up(&w->links[i]);
    }
    finish_list(&w->ready);
}

static void worker_close(struct svi_worker *w)
{
    if (w->links != NULL) {
        dismiss_all(w);
        drop_matches(w);
        for (unsigned i = 0; i < w->config->n_bots; i++) {
            const struct svi_host *host = &w->links[i].host;
            w->stats.questions += host->questions;
            w->stats.answers += host->answers;
            w->stats.strays += host->strays;
            svi_link_finish(&w->links[i]);
        }
    }
    finish_list(&w->idle);
    for (unsigned i = 0; i < w->n_boards; i++) {
        svi_board_finish(&w->boards[i]);
    }
    svi_replay_luck_destroy(w->luck);
    free(w->boards);
    free(w->links);
    free(w->buffer);
    free(w->touched);
    free(w->due);
    free(w->events);
    svi_wait_close(&w->wait);
    w->stats.frames_out = w->traffic.frames_out;
    w->stats.frames_in = w->traffic.frames_in;
    w->stats.bytes_out = w->traffic.bytes_out;
    w->stats.bytes_in = w->traffic.bytes_in;
    svi_door_close(&w->door);
    if (w->epoll >= 0) {
        close(w->epoll);
    }
    svi_folder_remove(&w->folder);
}

void svi_worker_run(struct svi_crew *crew, unsigned number)
{
    struct svi_worker w;
    if (worker_open(&w, crew, number)) {
        play(&w);
    }
    worker_close(&w);
    struct svi_referee_stats *all = &crew->stats;
    pthread_mutex_lock(&crew->lock);
    all->matches += w.stats.matches;
    all->questions += w.stats.questions;
    all->answers += w.stats.answers;
    all->frames_out += w.stats.frames_out;
    all->frames_in += w.stats.frames_in;
    all->bytes_out += w.stats.bytes_out;
    all->bytes_in += w.stats.bytes_in;
    all->wakeups += w.stats.wakeups;
    all->starts += w.stats.starts;
    all->deaths += w.stats.deaths;
    all->strays += w.stats.strays;
    pthread_mutex_unlock(&crew->lock);
}
