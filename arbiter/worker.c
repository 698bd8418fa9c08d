#include "arbiter/worker.h"

#include "arbiter/clock.h"
#include "arbiter/door.h"
#include "arbiter/worker_matches.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

#define MAX_FRAMES_A_TURN                                                                          \
    1024 /* before the games move on; ZeroMQ takes them from all bots in turn */

#define TICK_US 20000     /* between two looks at processes and the stop flag */
#define FOUND_US 50       /* a wait shorter than this found what had been there before */
#define FAREWELL_MS 1000  /* to end after the goodbye; then SIGTERM */
#define LAST_MS 300       /* to end after SIGTERM; then SIGKILL */
#define REPORT_BYTES 2048 /* of a lost bot's last lines, and why it was lost */

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

static void on_misdeed(void *user, struct svi_host *host, const struct svi_misdeed *misdeed)
{
    (void)host;
    svi_link_notice_misdeed(user, misdeed);
}

static void on_printed(struct svi_host_seat *seat, const char *text, size_t size)
{
    svi_printed_add(&svi_match_of(seat)->printed[seat->number], text, size);
}

/* ---- opening ----------------------------------------------------------------------------------- */

static bool worker_open(struct svi_worker *w, struct svi_crew *crew, unsigned number)
{
    const struct svi_referee_config *config = crew->config;
    memset(w, 0, sizeof *w);
    w->crew = crew;
    w->config = config;
    w->place = (struct svi_link_place){
        .config = config,
        .limits = {.decision_us = (int64_t)config->decision_ms * 1000,
                   .bank_us = (int64_t)config->bank_ms * 1000,
                   .strikes = config->strikes},
        .owner = {.settled = on_settled, .misdeed = on_misdeed},
        .printed = config->keep_printed ? on_printed : NULL,
        .user = w,
        .endpoint = w->post.endpoint,
        .folder = w->post.folder,
        .worker = number,
        .sandboxed = crew->sandboxed,
    };
    w->links = calloc(config->n_bots, sizeof *w->links);
    if (w->links == NULL) {
        svi_crew_fail(w->crew, "no memory");
        return false;
    }
    for (unsigned i = 0; i < config->n_bots; i++) {
        svi_link_init(&w->links[i], &config->bots[i], &w->place);
    }
    char error[200];
    if (svi_post_open(&w->post, config->listen, error, sizeof error) != SV_OK) {
        svi_crew_fail(w->crew, "%s", error);
        return false;
    }
    return true;
}

/* ---- sending ----------------------------------------------------------------------------------- */

/* Tells a bot that it is not needed any more. */
static void dismiss(struct svi_worker *w, struct svi_link *link)
{
    svi_host_dismiss(&link->host);
    if (!link->host.out.failed) {
        (void)svi_post_send(&w->post, link->identity, link->identity_size, &link->host.out);
    }
}

/* The seat whose question a bot is taken to work on: the one that it printed something for last, or else the one that
 * was asked first. NULL: it has been asked nothing. */
static struct svi_host_seat *at_work(const struct svi_link *link)
{
    struct svi_host_seat *spoke = svi_host_find(&link->host, link->spoke);
    struct svi_clock *oldest = link->host.clocks.oldest;
    if (spoke != NULL && spoke->phase == SVI_SEAT_ASKED) {
        return spoke;
    }
    return oldest != NULL ? svi_host_seat_of(oldest) : NULL;
}

/* Tells how a bot was lost: the question that it was taken to work on, and what it printed last, kept with the match.
 * The first line goes to `line`. */
static void report_loss(struct svi_link *link, const char *why, char *line, size_t size)
{
    char report[REPORT_BYTES];
    struct svi_host_seat *seat = at_work(link);
    int length = snprintf(line, size, "%s", why);
    if (seat == NULL || length < 0 || (size_t)length >= size) {
        return;
    }
    const struct svi_referee_job *job = &svi_match_of(seat)->job;
    length += snprintf(line + length, size - (size_t)length, ", asked '%s' in seat %u, decision %u",
                       sv_decision_name(seat->asked.kind), seat->number, svi_match_decision(seat));
    if (job->number != 0 && (size_t)length < size) {
        (void)snprintf(line + length, size - (size_t)length, " of match %llu",
                       (unsigned long long)job->number);
    }
    length = snprintf(report, sizeof report, "%s\n", line);
    if (length > 0 && (size_t)length < sizeof report) {
        svi_capture_tail(&link->capture, report + length, sizeof report - (size_t)length);
    }
    svi_match_report(seat, report);
}

/* Takes a lost bot out of all its matches. */
static void lose(struct svi_worker *w, struct svi_link *link, const char *why)
{
    char line[256];
    if (link->spec->argv != NULL) {
        svi_process_kill(&link->process); /* it has printed its last */
        svi_capture_read(&link->capture);
    }
    report_loss(link, why, line, sizeof line);
    w->stats.deaths++;
    if (link->state == SVI_LINK_UP && link->spec->argv == NULL) {
        dismiss(w, link); /* we cannot end its process */
    }
    svi_link_lose(link, line, w->now_us);
}

/* One frame to every bot that something is pending for. */
static void flush(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_link *link = &w->links[i];
        const struct svi_buf *out = &link->host.out;
        if (link->state != SVI_LINK_UP || out->size == 0) {
            continue;
        }
        if (out->failed) {
            svi_crew_fail(w->crew, "no memory");
            return;
        }
        const int reason = svi_post_send(&w->post, link->identity, link->identity_size, out);
        if (reason != 0) {
            lose(w, link,
                 reason == EAGAIN ? "does not read what it is sent" : "has closed its connection");
        }
    }
    const int64_t now_us = svi_clock_us();
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_host_sent(&w->links[i].host, now_us);
    }
}

/* ---- receiving --------------------------------------------------------------------------------- */

static struct svi_link *find_link(struct svi_worker *w, const void *identity, size_t size)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_link *link = &w->links[i];
        if (link->state == SVI_LINK_UP && link->identity_size == size &&
            memcmp(link->identity, identity, size) == 0) {
            return link;
        }
    }
    return NULL;
}

/* Takes in all that has arrived. */
static void drain(struct svi_worker *w, int64_t arrived_us)
{
    struct svi_letter letter;
    svi_letter_init(&letter);
    for (unsigned i = 0; i < MAX_FRAMES_A_TURN && svi_post_receive(&w->post, &letter); i++) {
        struct svi_link *link = find_link(w, letter.from, letter.from_size);
        if (link == NULL) {
            svi_door_knock(&w->post, w->links, w->config->n_bots, &letter, w->now_us);
            continue;
        }
        const char *lost = svi_host_frame(&link->host, letter.bytes, letter.size, arrived_us);
        if (lost != NULL) {
            lose(w, link, lost);
        }
    }
    svi_letter_finish(&letter);
}

/* ---- looking after -------------------------------------------------------------------------------- */

/* Lets time pass for the bots that are waited for. */
static void look_for_late(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_link *link = &w->links[i];
        if (svi_host_deadline(&link->host) <= w->now_us) {
            const char *lost = svi_host_tick(&link->host, w->now_us);
            if (lost != NULL) {
                lose(w, link, lost);
            }
        }
    }
}

static void look_for_dead(struct svi_worker *w)
{
    char how[64];
    char why[128];
    if (w->now_us < w->tick_us) {
        return;
    }
    w->tick_us = w->now_us + TICK_US;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_link *link = &w->links[i];
        const bool starting = link->state == SVI_LINK_STARTING;
        svi_capture_read(&link->capture);
        if (!starting && link->state != SVI_LINK_UP) {
            continue;
        }
        if (link->spec->argv != NULL && svi_process_ended(&link->process)) {
            svi_process_describe(&link->process, how, sizeof how);
            (void)snprintf(why, sizeof why, "%s%s", how, starting ? " before it said hello" : "");
            lose(w, link, why);
        }
    }
}

/* ---- the loop --------------------------------------------------------------------------------------- */

static void wait_for_frames(struct svi_worker *w)
{
    zmq_pollitem_t item = {.socket = w->post.socket, .events = ZMQ_POLLIN};
    const int64_t before_us = svi_clock_us();
    int64_t until_us = before_us + TICK_US;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        const int64_t due_us = svi_host_deadline(&w->links[i].host);
        until_us = due_us < until_us ? due_us : until_us;
    }
    const long wait_ms = until_us > before_us ? (long)((until_us - before_us + 999) / 1000) : 0;
    const int found = zmq_poll(&item, 1, wait_ms);
    w->now_us = svi_clock_us();
    w->stats.wakeups++;
    if (found < 0 && zmq_errno() != EINTR) {
        svi_crew_fail(w->crew, "cannot wait on the socket: %s", zmq_strerror(zmq_errno()));
    } else if (found > 0) {
        /* What lay there when we came back from other work gets the benefit of the doubt. */
        drain(w, w->now_us - before_us < FOUND_US ? w->looked_us : w->now_us);
    }
    w->looked_us = svi_clock_us();
}

static void play(struct svi_worker *w)
{
    w->now_us = svi_clock_us();
    w->looked_us = w->now_us;
    while (!svi_crew_stopped(w->crew)) {
        do {
            svi_worker_admit(w);
        } while (svi_worker_step(w));
        flush(w);
        if (w->ready.first != NULL) {
            continue; /* a bot was found lost while it was being sent something */
        }
        if (w->in_flight == 0 && w->n_ahead == 0 && w->dry) {
            return;
        }
        wait_for_frames(w);
        look_for_late(w);
        look_for_dead(w);
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
            dismiss(w, link);
        } else {
            svi_process_terminate(&link->process); /* it cannot be told */
        }
    }
    if (!wait_for_ends(w, svi_crew_stopped(w->crew) ? LAST_MS : FAREWELL_MS)) {
        for (unsigned i = 0; i < w->config->n_bots; i++) {
            svi_process_terminate(&w->links[i].process);
        }
        (void)wait_for_ends(w, LAST_MS);
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
        svi_host_close(&w->links[i].host, w->now_us);
    }
    finish_list(&w->ready);
}

static void worker_close(struct svi_worker *w)
{
    if (w->links != NULL) {
        if (w->post.endpoint[0] != '\0') {
            dismiss_all(w);
        }
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
    free(w->boards);
    free(w->links);
    w->stats.frames_out = w->post.frames_out;
    w->stats.frames_in = w->post.frames_in;
    w->stats.bytes_out = w->post.bytes_out;
    w->stats.bytes_in = w->post.bytes_in;
    svi_post_close(&w->post);
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
