#include "runner/worker_io.h"

#include "runner/acceptor.h"
#include "runner/deadline_heap.h"
#include "runner/local_seat.h"
#include "runner/recovery_queue.h"
#include "session/clock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>

#define CUT_US                                                                                     \
    200000 /* that a process may live on without its connection, so that its end can be told */
#define STUCK_US 10000    /* until it is looked at again whether a bot has been run meanwhile */
#define IDLE_READS 64     /* without a reply; then a bot is read once a tick until there is one */
#define DRY_READS 8       /* of what a process that has ended may have sent before */
#define REPORT_BYTES 2048 /* of a lost bot's last lines, and why it was lost */

/* ---- sending ----------------------------------------------------------------------------------- */

void svi_worker_dismiss(struct svi_link *link)
{
    const struct svi_buf *out = &link->host.out;
    svi_host_dismiss(&link->host);
    if (!out->failed && link->spec->hand == NULL) {
        (void)svi_line_send(&link->line, out->data, out->size);
    }
}

/* The seat whose question a bot is taken to work on: the one that it printed something for last, or else the one that
 * was asked first. NULL: it has been asked nothing. */
static struct svi_host_seat *at_work(const struct svi_link *link)
{
    struct svi_host_seat *spoke = svi_host_find(&link->host, link->spoke);
    struct svi_clock *oldest = link->host.clocks.oldest;
    if (spoke != NULL && spoke->clock.asked) {
        return spoke;
    }
    return oldest != NULL ? svi_host_seat_of(oldest) : NULL;
}

/* Tells how a bot was lost: the question that it was taken to work on, and what it printed last, which is kept with the
 * match if that is lost, too. The first line goes to `line`; its length. */
static size_t report_loss(struct svi_link *link, const char *why, bool keep, char *line,
                          size_t size)
{
    char report[REPORT_BYTES];
    struct svi_host_seat *seat = at_work(link);
    int length = snprintf(line, size, "%s", why);
    if (seat == NULL || length < 0 || (size_t)length >= size) {
        return strlen(line);
    }
    const struct svi_referee_job *job = &svi_match_of(seat)->job;
    if (seat->recall.running) {
        length += snprintf(line + length, size - (size_t)length,
                           ", led again to question %u of %u in seat %u", seat->recall.question,
                           seat->question, seat->number);
    } else {
        length +=
            snprintf(line + length, size - (size_t)length, ", asked '%s' in seat %u, decision %u",
                     sv_decision_name(seat->asked.kind), seat->number, svi_match_decision(seat));
    }
    if (job->number != 0 && (size_t)length < size) {
        (void)snprintf(line + length, size - (size_t)length, " of match %llu",
                       (unsigned long long)job->number);
    }
    length = snprintf(report, sizeof report, "%s\n", line);
    if (keep && length > 0 && (size_t)length < sizeof report) {
        svi_capture_tail(&link->capture, report + length, sizeof report - (size_t)length);
        svi_match_report(seat, report);
    }
    return strlen(line);
}

/* Takes a lost bot out of all its matches. */
static void lose(struct svi_worker *w, struct svi_link *link, const char *why)
{
    char line[320];
    if (link->state == SVI_LINK_LEAVING) {
        svi_link_retired(link, w->now_us);
        w->look_for_jobs = true;
        return;
    }
    svi_capture_read(&link->capture);
    const bool again = svi_link_spares(link) && link->host.n_seats > link->host.n_out;
    const size_t length = report_loss(link, why, !again, line, sizeof line);
    if (again) {
        const unsigned n = svi_held_collect(link);
        (void)snprintf(line + length, sizeof line - length,
                       "; %u match%s it held go%s on, each with a process of its own", n,
                       n == 1 ? "" : "es", n == 1 ? "es" : "");
    }
    w->stats.deaths++;
    if (link->state == SVI_LINK_UP && link->spec->argv == NULL) {
        svi_worker_dismiss(link); /* we cannot end its process */
    }
    svi_link_lose(link, line, again, w->now_us);
    if (link->past.out) {
        svi_held_give_up(link);
    }
    w->look_for_jobs = true;
}

/* What a call on a bot's line came back with: whether that is the end of it. */
static bool judge_line(struct svi_worker *w, struct svi_link *link, enum svi_channel_result result)
{
    char why[256];
    if (result <= SVI_CHANNEL_INTERRUPTED) {
        return false;
    }
    if ((result == SVI_CHANNEL_E_CLOSED || result == SVI_CHANNEL_E_CUT) &&
        link->spec->argv != NULL) {
        /* Mostly that is how the end of its process is noticed: that has more to tell (look_for_dead). What it has
         * sent before is read to its end. */
        if (link->cut_us == 0 && link->line.channel.read_verdict != SVI_CHANNEL_FINE) {
            link->cut_us = w->now_us;
            w->tick_us = w->now_us;
            svi_line_deafen(&link->line);
        }
        return true;
    }
    svi_channel_describe(&link->line.channel, result, why, sizeof why);
    lose(w, link, why);
    return true;
}

void svi_worker_flush(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->n_touched; i++) {
        struct svi_link *link = w->touched[i];
        const struct svi_buf *out = &link->host.out;
        if (link->state != SVI_LINK_UP || out->size == 0) {
            continue;
        }
        if (out->failed) {
            svi_crew_fail(w->crew, "no memory");
            return;
        }
        if (link->spec->hand != NULL) {
            svi_hand_ask(link->spec->hand, &link->host);
            continue;
        }
        judge_line(w, link, svi_line_send(&link->line, out->data, out->size));
    }
    const int64_t now_us = svi_clock_us();
    for (unsigned i = 0; i < w->n_touched; i++) {
        svi_host_sent(&w->touched[i]->host, now_us);
        svi_due_change(w->due, w->config->n_bots, w->touched[i]);
    }
    w->n_touched = 0;
}

/* ---- receiving --------------------------------------------------------------------------------- */

/* Has a bot's running clock leave out what the machine has taken of its time. */
static void excuse(struct svi_link *link, int64_t now_us)
{
    struct svi_clock_queue *q = &link->host.clocks;
    if (q->started && link->wait.fd >= 0) {
        svi_clock_excuse(q, link->host.limits, svi_wait_since(&link->wait, q->since_us, now_us));
    }
}

/* Takes in the messages that have been read from a bot. */
static void take_messages(struct svi_worker *w, struct svi_link *link, int64_t arrived_us)
{
    struct svi_zmtp_message message;
    enum svi_channel_result result;
    while ((result = svi_channel_next(&link->line.channel, &message)) == SVI_CHANNEL_MESSAGE) {
        w->traffic.frames_in++;
        w->traffic.bytes_in += message.size;
        if (link->host.clocks.started &&
            arrived_us - link->host.clocks.since_us > w->place.limits.decision_us) {
            excuse(link, arrived_us);
        }
        if (link->alone) { /* what it has printed before is of a question that it had before */
            svi_capture_read(&link->capture);
        }
        const char *lost = svi_host_frame(&link->host, message.bytes, message.size, arrived_us);
        if (lost != NULL) {
            if (link->state == SVI_LINK_STARTING && link->host.out.size > 0) { /* the refusal */
                link->parting = link->spec->argv != NULL;
                (void)svi_line_send(&link->line, link->host.out.data, link->host.out.size);
            }
            lose(w, link, lost);
            return;
        }
        if (link->state == SVI_LINK_STARTING && link->host.state == SVI_HOST_UP) {
            svi_link_up(link);
            w->look_for_jobs = true;
        }
    }
    if (!judge_line(w, link, result)) {
        (void)judge_line(w, link, svi_line_flush(&link->line));
    }
}

/* Reads once from a connected line. Whether there may be more. */
static bool listen_to(struct svi_worker *w, struct svi_link *link, int64_t arrived_us)
{
    const uint64_t heard = link->host.heard;
    const enum svi_channel_result result =
        svi_channel_read(&link->line.channel, w->buffer, SVI_LINE_TURN_BYTES, false);
    if (result != SVI_CHANNEL_SOME) {
        (void)judge_line(w, link, result);
        return false;
    }
    take_messages(w, link, arrived_us);
    link->idle_reads = link->host.heard != heard ? 0 : link->idle_reads + 1;
    return svi_line_connected(&link->line);
}

/* Something has happened on a bot's line. */
static void tend_line(struct svi_worker *w, struct svi_link *link, uint32_t events,
                      int64_t arrived_us)
{
    struct svi_line *line = &link->line;
    if (svi_line_waiting(line)) {
        if (svi_line_accept(line) == SVI_ACCEPT_FAILED) { /* a lack of ours, not the bot's */
            svi_crew_fail(w->crew, "bot '%s' cannot be let in: %s", link->spec->name,
                          strerrordesc_np(errno));
            return;
        }
        const pid_t peer = svi_line_connected(line) ? svi_line_peer(line) : 0;
        if (peer > 0) {
            svi_wait_open(&link->wait, peer, w->now_us);
        }
        return;
    }
    if (!svi_line_connected(line) ||
        ((events & EPOLLOUT) != 0 && judge_line(w, link, svi_line_flush(line)))) {
        return;
    }
    if ((events & ~(uint32_t)EPOLLOUT) != 0 && listen_to(w, link, arrived_us)) {
        /* Who says much and answers nothing is read a full socket a tick, and waits meanwhile: else every few of its
         * bytes would wake us up. */
        svi_line_pause(line, link->idle_reads > IDLE_READS);
    }
}

/* A bot's process has ended: what it has sent before counts. */
static void read_dry(struct svi_worker *w, struct svi_link *link)
{
    for (unsigned i = 0; i < DRY_READS && svi_line_connected(&link->line) && link->cut_us == 0 &&
                         listen_to(w, link, w->now_us);
         i++) {
    }
}

/* Looks whether a bot's process has ended, and takes it out if it has. */
static void look_for_end(struct svi_worker *w, struct svi_link *link)
{
    char why[192];
    w->look_for_jobs |= svi_link_ended(link, w->now_us);
    if (!svi_link_is_there(link) || link->spec->argv == NULL ||
        !svi_process_ended(&link->process)) {
        return;
    }
    if (svi_link_never_ran(link, w->now_us)) {
        w->stats.starts--;
        w->look_for_jobs = true;
        return;
    }
    read_dry(w, link);
    if (svi_link_is_there(link)) { /* else what it had sent was its end already */
        svi_link_tell_end(link, why, sizeof why);
        lose(w, link, why);
    }
}

void svi_worker_tend(struct svi_worker *w, const struct epoll_event *events, int n,
                     int64_t arrived_us)
{
    for (int i = 0; i < n; i++) {
        const uint64_t key = events[i].data.u64;
        if (key < w->config->n_bots) {
            tend_line(w, &w->links[key], events[i].events, arrived_us);
        } else if (key == w->door.key) {
            svi_door_accept(&w->door);
        } else if (key < w->place.ends) {
            struct svi_link *link =
                svi_door_guest(&w->door, (unsigned)(key - w->door.key - 1), w->links,
                               w->config->n_bots, w->buffer, SVI_LINE_TURN_BYTES, w->now_us);
            if (link != NULL) {
                w->look_for_jobs = true;
                take_messages(w, link, arrived_us);
            }
        }
    }
    for (int i = 0; i < n; i++) { /* when their lines have been looked at */
        if (events[i].data.u64 >= w->place.ends) {
            look_for_end(w, &w->links[events[i].data.u64 - w->place.ends]);
        }
    }
}

/* ---- looking after -------------------------------------------------------------------------------- */

/* A bot's time is over: unless the machine has taken some of it, or does so now. */
static void put_off(struct svi_worker *w, struct svi_link *link)
{
    struct svi_clock_queue *q = &link->host.clocks;
    if (link->state == SVI_LINK_STARTING && link->process.pid != 0) {
        svi_host_excuse_hello(&link->host, svi_wait_family(link->process.pid), w->judged_us);
        return;
    }
    excuse(link, w->judged_us);
    const int64_t over_us = w->judged_us - svi_host_deadline(&link->host);
    if (link->host.state == SVI_HOST_UP && q->started && over_us >= 0 &&
        svi_wait_stuck(&link->wait, q->since_us)) {
        svi_clock_excuse(q, link->host.limits, q->excused_us + over_us + STUCK_US);
    }
}

void svi_worker_look_for_late(struct svi_worker *w)
{
    const unsigned n = w->config->n_bots;
    struct svi_link *link;
    while ((link = svi_due_first(w->due, n))->due_us <= w->judged_us) {
        put_off(w, link);
        const char *lost = svi_host_tick(&link->host, w->judged_us);
        if (lost != NULL) {
            char why[256];
            svi_link_tell_late(link, lost, why, sizeof why);
            lose(w, link, why);
        }
        svi_due_change(w->due, n, link);
    }
}

void svi_worker_look_for_dead(struct svi_worker *w)
{
    if (w->now_us < w->tick_us) {
        return;
    }
    w->tick_us = w->now_us + SVI_WORKER_TICK_US;
    svi_wait_look(&w->wait, w->now_us, w->now_us);
    if (w->config->until_us != 0 && w->now_us >= w->config->until_us) {
        atomic_store(&w->crew->stop, true);
    }
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_link *link = &w->links[i];
        const bool starting = link->state == SVI_LINK_STARTING;
        svi_capture_read(&link->capture);
        svi_line_pause(&link->line, false);
        svi_wait_look(&link->wait,
                      link->host.clocks.started ? link->host.clocks.since_us : w->now_us,
                      w->now_us);
        if (link->state == SVI_LINK_LEAVING &&
            w->now_us - link->leaving_us >= SVI_WORKER_LAST_MS * 1000) {
            lose(w, link, "");
        }
        look_for_end(w, link);
        if (!svi_link_is_there(link)) {
            continue;
        }
        if (link->spec->hand != NULL) {
            svi_hand_poll(link->spec->hand, &link->host, w->now_us);
            svi_due_change(w->due, w->config->n_bots, link);
            continue;
        }
        if (link->cut_us != 0 && w->now_us - link->cut_us >= CUT_US) {
            lose(w, link,
                 starting ? "has closed its connection before it said hello"
                          : "has closed its connection");
        }
    }
}
