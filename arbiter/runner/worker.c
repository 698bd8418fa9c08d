#include "runner/worker.h"

#include "base/file.h"
#include "base/time.h"
#include "memory/memory.h"
#include "runner/acceptor.h"
#include "runner/deadline_heap.h"
#include "runner/worker_io.h"
#include "runner/worker_state.h"
#include "session/clock.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- worker matches -------------------------------------------------------------------------- */

/* The matches of a worker: begins, resumes and ends them. */

/* Starts an IDLE bot. Its time to say hello begins now, not with this turn, in which many others
 * may have been started. */
static void start(struct svi_worker *w, struct svi_bot_process *bot)
{
    svi_bot_process_start(bot, svi_time_us());
    w->look_for_jobs |= bot->state != SVI_BOT_PROCESS_STARTING; /* else its start is over already */
    w->stats.starts += bot->child.process.pid != 0;
}

/* Returns NULL if an edition is too large for the memory. */
static struct svi_worker_edition *edition_of(struct svi_worker *w, const struct sv_edition *edition)
{
    for (unsigned i = 0; i < w->n_editions; i++) {
        if (w->editions[i]->cache.edition == edition) {
            return w->editions[i];
        }
    }
    struct svi_worker_edition *added = svi_new(1, sizeof *added);
    if (!svi_edition_cache_init(&added->cache, edition, w->n_editions)) {
        free(added);
        return NULL;
    }
    w->editions = svi_grow(w->editions, &w->editions_room, w->n_editions + 1,
                           sizeof(struct svi_worker_edition *));
    w->editions[w->n_editions++] = added;
    if (w->config->luck) {
        added->luck = svi_new(1, sizeof *added->luck);
        (void)svi_luck_tables_take(added->luck, edition, added->cache.hash);
    }
    return added;
}

/* Ends the process of a bot that sits in no match, so that a new one can be started. */
static void renew(struct svi_worker *w, struct svi_bot_process *bot)
{
    if (bot->state == SVI_BOT_PROCESS_UP && bot->session.n_seats == 0) {
        svi_worker_dismiss(bot);
        svi_bot_process_retire(bot, w->now_us);
    }
}

/* Ends all processes, except those that we could not start anew. Returns whether they are gone, so
 * that none can tell the next ones anything. */
static bool renew_all(struct svi_worker *w)
{
    bool gone = true;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_bot_process *bot = &w->bots[i];
        if (svi_bot_process_is_ours(bot)) {
            renew(w, bot);
            gone &= bot->state == SVI_BOT_PROCESS_IDLE || bot->state == SVI_BOT_PROCESS_OUT;
        }
    }
    return gone;
}

/* Lets bots take up the matches of their lost processes. */
static void take_up(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_bot_process *bot = &w->bots[i];
        if (bot->lost_seats == NULL) {
            continue;
        }
        if (bot->begun > 0) {
            renew(w, bot);
        }
        if (bot->state == SVI_BOT_PROCESS_IDLE) {
            start(w, bot);
        }
        if (bot->state == SVI_BOT_PROCESS_OUT) {
            svi_recovery_give_up(bot);
        } else if (bot->state == SVI_BOT_PROCESS_UP && bot->begun == 0) {
            svi_recovery_take_up(bot, w->now_us);
        }
    }
}

/* Returns whether all bots of a job are there, or given up, and have room. Starts bots that are not
 * there. */
static bool can_begin(struct svi_worker *w, const struct svi_job *job)
{
    bool can = true;
    for (unsigned i = 0; i < job->seats; i++) {
        struct svi_bot_process *bot = &w->bots[job->bot[i]];
        unsigned seats = 0;
        for (unsigned k = 0; k < job->seats; k++) {
            seats += job->bot[k] == job->bot[i];
        }
        if (svi_bot_process_is_spent(bot)) {
            renew(w, bot);
        }
        if (bot->state == SVI_BOT_PROCESS_IDLE) {
            start(w, bot);
        }
        can &= bot->state == SVI_BOT_PROCESS_OUT || svi_bot_process_has_room(bot, seats);
    }
    return can;
}

/* Counts a match that begins or is resumed. */
static void count_in(struct svi_worker *w, const struct svi_job *job)
{
    for (unsigned i = 0; i < job->seats; i++) {
        struct svi_bot_process *bot = &w->bots[job->bot[i]];
        bool first = true; /* first seat of this bot */
        for (unsigned k = 0; k < i; k++) {
            first &= job->bot[k] != job->bot[i];
        }
        if (first) {
            svi_bot_process_begin(bot);
        }
        bot->alone = false;
    }
    w->in_flight++;
}

/* Returns the match of a job if an earlier run has suspended it; else NULL. */
static struct svi_match *take_suspended(struct svi_worker *w, const struct svi_job *job)
{
    struct svi_match *found = NULL;
    struct svi_match_list others = {0};
    struct svi_match *m;
    if (w->config->suspended == NULL) {
        return NULL;
    }
    pthread_mutex_lock(&w->pool->lock);
    while ((m = svi_match_list_take(w->config->suspended)) != NULL) {
        if (found == NULL && m->job.number == job->number) {
            found = m;
        } else {
            svi_match_list_add(&others, m);
        }
    }
    *w->config->suspended = others;
    pthread_mutex_unlock(&w->pool->lock);
    return found;
}

/* Resumes a suspended match: each seat's new process is led through it. */
static void resume(struct svi_worker *w, struct svi_match *m, struct svi_worker_edition *edition)
{
    svi_match_move(m, w->config, &edition->cache, edition->luck);
    m->serial = w->begun++;
    m->began_us = w->now_us - m->began_us;
    count_in(w, &m->job);
    for (unsigned i = 0; i < m->job.seats; i++) {
        struct svi_bot_process *bot = &w->bots[m->job.bot[i]];
        struct svi_bot_session_seat *seat = &m->bots.seat[i];
        seat->limits = bot->session.limits;
        if (seat->away && bot->state == SVI_BOT_PROCESS_UP) {
            svi_match_view_seat_again(&m->bots, i, &bot->session, w->now_us);
        } else if (seat->away) {
            svi_bot_session_give_up(&bot->session, seat);
        }
    }
    if (svi_match_ready(m)) {
        svi_match_list_add(&w->ready, m);
    }
}

static void begin(struct svi_worker *w, const struct svi_job *job)
{
    const char *names[SV_MAX_SEATS];
    struct svi_bot_session *sessions[SV_MAX_SEATS];
    struct svi_worker_edition *edition = edition_of(w, job->edition);
    if (edition == NULL) {
        svi_worker_pool_fail(w->pool, "no memory");
        return;
    }
    struct svi_match *m = take_suspended(w, job);
    if (m != NULL) {
        resume(w, m, edition);
        return;
    }
    m = svi_match_list_take(&w->idle);
    for (unsigned i = 0; i < job->seats; i++) {
        struct svi_bot_process *bot = &w->bots[job->bot[i]];
        assert(bot->state == SVI_BOT_PROCESS_UP || bot->state == SVI_BOT_PROCESS_OUT);
        names[i] = bot->spec->name;
        sessions[i] = bot->state == SVI_BOT_PROCESS_UP || bot->past.greeted ? &bot->session : NULL;
    }
    if (m == NULL) {
        m = svi_new(1, sizeof *m);
        svi_match_init(m);
    }
    m->config = w->config;
    m->serial = w->begun++;
    svi_match_account(m, edition->luck);
    if (svi_match_begin(m, job, names, sessions, &edition->cache, w->now_us) != SV_OK) {
        svi_match_list_add(&w->idle, m);
        svi_worker_pool_fail(w->pool, "no memory");
        return;
    }
    count_in(w, job);
    svi_match_list_add(&w->ready, m);
}

/* Returns whether to look further ahead in the source: at least two bots have room. */
static bool worth_looking_ahead(const struct svi_worker *w)
{
    unsigned free = 0;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        free += svi_bot_process_has_room(&w->bots[i], 1);
    }
    return free >= 2;
}

/* Returns whether all bots of the match are out: it ends as soon as it begins. */
static bool is_forfeited(const struct svi_worker *w, const struct svi_job *job)
{
    unsigned i = 0;
    while (i < job->seats && w->bots[job->bot[i]].state == SVI_BOT_PROCESS_OUT) {
        i++;
    }
    return i == job->seats;
}

/* Begins matches in the order of the source, as far as bots are free. */
static void worker_admit(struct svi_worker *w)
{
    /* Counts forfeited matches. They wait for no bot, so this limit alone bounds them. */
    unsigned forfeited = 0;
    const unsigned refills = atomic_load(&w->pool->refills);
    w->look_for_jobs = false;
    w->dry &= w->refills == refills;
    w->refills = refills;
    /* The jobs will be given again, and held matches are suspended. */
    if (svi_worker_pool_draining(w->pool)) {
        w->n_ahead = 0;
        w->dry = true;
    } else {
        take_up(w);
    }
    unsigned from = 0; /* jobs before it cannot begin now */
    while (!svi_worker_pool_stopped(w->pool)) {
        if (w->renewing && !renew_all(w)) {
            return;
        }
        w->renewing = false;
        for (unsigned i = from; i < w->n_ahead;) {
            const struct svi_job job = w->ahead[i];
            if (can_begin(w, &job)) {
                memmove(&w->ahead[i], &w->ahead[i + 1], (--w->n_ahead - i) * sizeof job);
                begin(w, &job);
                forfeited += is_forfeited(w, &job);
            } else {
                i++;
            }
        }
        from = w->n_ahead;
        if (forfeited >= SVI_WORKER_AHEAD) { /* their end makes us look again */
            return;
        }
        if (w->dry || w->n_ahead == SVI_WORKER_AHEAD ||
            (w->n_ahead > 0 && !worth_looking_ahead(w))) {
            return;
        }
        w->dry = !svi_worker_pool_fetch(w->pool, &w->ahead[w->n_ahead]);
        if (w->dry) {
            return;
        }
        w->renewing = w->ahead[w->n_ahead++].fresh;
    }
}

static void end(struct svi_worker *w, struct svi_match *m)
{
    struct svi_outcome done;
    for (unsigned i = 0; i < m->job.seats; i++) {
        struct svi_bot_process *bot = &w->bots[m->job.bot[i]];
        if (m->bots.seat[i].session == NULL) {
            svi_recovery_remove(bot, m);
            continue;
        }
        if (w->config->output.keep) {
            svi_bot_process_read_output(bot, w->now_us);
        }
        svi_bot_process_played(bot, &m->tally[i]);
    }
    svi_match_end(m, &done, svi_time_us());
    w->look_for_jobs = true;
    svi_worker_pool_done(w->pool, &done);
    svi_game_finish(&m->game); /* else each match keeps the memory of its longest game */
    svi_match_times_finish(&m->times);
    w->stats.matches++;
    w->in_flight--;
    svi_match_list_add(&w->idle, m);
}

/* Moves on all games that await no answer. Returns whether a match has ended, so that others may
 * begin. */
static bool worker_step(struct svi_worker *w)
{
    bool ended = false;
    struct svi_match *m;
    while (!svi_worker_pool_stopped(w->pool) && (m = svi_match_list_take(&w->ready)) != NULL) {
        if (svi_match_step(m, w->now_us) != SV_OK) {
            svi_match_list_add(&w->ready, m); /* the list is freed at the end */
            svi_worker_pool_fail(w->pool, "no memory");
            return false;
        }
        if (svi_game_over(&m->game)) {
            end(w, m);
            ended = true;
        }
    }
    return ended;
}

/* ---- worker playing -------------------------------------------------------------------------- */

/* Shows a worker's matches in flight to spectators. */

#define EVERY_US 1000000

struct playing_list {
    struct svi_playing row[SVI_PLAYING_MOST];
    uint64_t serial[SVI_PLAYING_MOST]; /* ascending */
    unsigned n;
};

/* Adds a match at the first of its seats that has a bot. */
static void take_seat(void *user, struct svi_bot_session_seat *seat)
{
    struct playing_list *list = user;
    const struct svi_match *m = svi_match_of(seat);
    unsigned first = 0, at = list->n;
    while (m->bots.seat[first].session == NULL && !m->bots.seat[first].away) {
        first++;
    }
    if (first != seat->number) {
        return;
    }
    for (; at > 0 && list->serial[at - 1] > m->serial; at--) {
    }
    if (at == SVI_PLAYING_MOST) {
        return;
    }
    list->n += list->n < SVI_PLAYING_MOST;
    memmove(&list->row[at + 1], &list->row[at], (list->n - 1 - at) * sizeof list->row[0]);
    memmove(&list->serial[at + 1], &list->serial[at], (list->n - 1 - at) * sizeof list->serial[0]);
    list->serial[at] = m->serial;
    list->row[at] =
        (struct svi_playing){.number = m->job.number,
                             .seats = m->job.seats,
                             .round = m->game.state.position.round,
                             .decisions = m->game.decisions - m->game.decisions % SVI_PLAYING_STEP,
                             .alive = m->game.state.position.alive};
    memcpy(list->row[at].bot, m->job.bot, m->job.seats * sizeof m->job.bot[0]);
}

static void tell(struct svi_worker *w, struct playing_list *list)
{
    pthread_mutex_lock(&w->pool->lock);
    if (!svi_worker_pool_stopped(w->pool)) {
        w->config->jobs.playing(w->config->jobs.user, w->place.worker, list->row, list->n);
    }
    pthread_mutex_unlock(&w->pool->lock);
}

/* Shows the matches in flight to spectators, at most once a second. */
static void tell_playing(struct svi_worker *w)
{
    struct playing_list list = {.n = 0};
    if (w->config->jobs.playing == NULL || w->now_us / EVERY_US == w->told_s) {
        return;
    }
    w->told_s = w->now_us / EVERY_US;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_worker_visit_seats(&w->bots[i], take_seat, &list);
    }
    tell(w, &list);
}

/* Shows spectators that no match is in flight any more. */
static void worker_end_playing(struct svi_worker *w)
{
    struct playing_list none = {.n = 0};
    if (w->config->jobs.playing != NULL && w->told_s != 0) {
        tell(w, &none);
    }
}

/* ---- worker ---------------------------------------------------------------------------------- */

#define FAREWELL_MS 1000 /* time to end after the goodbye; then SIGTERM */
/* Time to end if a run goes on without some bots; then SIGKILL. */
#define DRAINING_MS 200

/* ---- session callbacks
 * ------------------------------------------------------------------------ */

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
    w->touched[w->n_touched++] = bot; /* called once between two calls of svi_bot_session_sent() */
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
    if (!seat->recovery.running) { /* else the lost process has printed it before */
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
        w->config->jobs.lost(w->config->jobs.user, loss);
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
        .owner = {.settled = on_settled,
                  .touched = on_touched,
                  .misdeed = on_misdeed,
                  .spares = spares},
        .printed = config->output.keep ? on_printed : NULL,
        .starved = on_starved,
        .lost = config->jobs.lost != NULL ? on_lost : NULL,
        .user = w,
        .folder = w->folder.path,
        .epoll = w->epoll,
        .ends = config->n_bots + 1 + SVI_ACCEPTOR_PEERS,
        .stats = &w->stats,
        .worker = number,
        .sandboxed = pool->isolation.sandboxed,
        .users = pool->isolation.users,
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
        svi_worker_pool_fail(w->pool, "cannot wait for events: %s", svi_errno_text(errno));
        return false;
    }
    if (!svi_scratch_dir_make(&w->folder, "solvent", &error) ||
        (config->listen != NULL &&
         svi_acceptor_open(&w->acceptor, config->listen, &error) != SV_OK)) {
        svi_worker_pool_fail(w->pool, "%s", error.text);
        return false;
    }
    if (pool->isolation.users) {
        (void)chmod(w->folder.path, 0711); /* each folder in it belongs to one user */
    }
    return true;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static void wait_for_frames(struct svi_worker *w)
{
    const int64_t before_us = svi_time_us();
    int64_t until_us = before_us + SVI_WORKER_TICK_US;
    const int64_t due_us = svi_deadline_heap_first(w->deadlines, w->config->n_bots)->times.due_us;
    until_us = due_us < until_us ? due_us : until_us;
    const long wait_ms = until_us > before_us ? (long)((until_us - before_us + 999) / 1000) : 0;
    const int found = epoll_wait(w->epoll, w->events, (int)w->most_events, (int)wait_ms);
    w->now_us = svi_time_us();
    w->stats.wakeups++;
    if (found < 0 && errno != EINTR) {
        svi_worker_pool_fail(w->pool, "cannot wait for events: %s", svi_errno_text(errno));
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
                worker_admit(w);
            }
        } while (worker_step(w));
        svi_worker_flush(w);
        if (w->ready.first != NULL) {
            continue; /* a bot was found lost during the flush */
        }
        if (w->refills != atomic_load(&w->pool->refills)) {
            w->look_for_jobs = true;
            continue;
        }
        if (w->in_flight == 0 && w->n_ahead == 0 && w->dry && svi_worker_pool_over(w->pool)) {
            return;
        }
        if (svi_worker_pool_draining(w->pool) && svi_worker_parted(w)) {
            return;
        }
        wait_for_frames(w);
        svi_worker_look_for_late(w);
        svi_worker_look_for_dead(w);
        svi_worker_look_for_slow(w);
        tell_playing(w);
    }
}

/* ---- closing --------------------------------------------------------------------------------- */

static bool all_ended(struct svi_worker *w)
{
    bool all = true;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_output_read(&w->bots[i].child.output);
        all &= svi_process_ended(&w->bots[i].child.process);
    }
    return all;
}

/* Waits at most patience_ms for all processes to end. Returns whether they have. */
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

/* Says goodbye to all bots, then makes sure that their processes are gone. If the run goes on
 * without some bots, a bot that is still thinking is ended at once, as its matches are
 * suspended. */
static void dismiss_all(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_bot_process *bot = &w->bots[i];
        const bool up = bot->state == SVI_BOT_PROCESS_UP; /* other bots cannot be told */
        if (up) {
            svi_worker_dismiss(bot);
        }
        if (!up || (svi_worker_pool_draining(w->pool) && bot->session.clocks.oldest != NULL)) {
            svi_process_terminate(&bot->child.process);
        }
    }
    const bool draining = svi_worker_pool_draining(w->pool);
    const bool stopped = svi_worker_pool_stopped(w->pool);
    while (w->config->debugging && !stopped && !wait_for_ends(w, FAREWELL_MS)) {
    }
    if (!wait_for_ends(w, draining  ? DRAINING_MS
                          : stopped ? SVI_WORKER_LAST_MS
                                    : FAREWELL_MS) &&
        !draining) {
        for (unsigned i = 0; i < w->config->n_bots; i++) {
            svi_process_terminate(&w->bots[i].child.process);
        }
        (void)wait_for_ends(w, SVI_WORKER_LAST_MS);
    }
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_process_end(&w->bots[i].child.process); /* signals all before it waits for each */
    }
}

/* Drops the matches in flight. Once all bots are lost no match awaits an answer, so all are in the
 * ready list. */
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
        worker_end_playing(w);
        if (svi_worker_pool_draining(w->pool) && !svi_worker_pool_stopped(w->pool)) {
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
    svi_free_all(w->editions, w->bots, w->buffer, w->touched, w->deadlines, w->events, w->pace.bot,
                 w->slow, w->asked);
    svi_run_delay_close(&w->wait);
    svi_acceptor_close(&w->acceptor);
    scoped_close(&w->epoll);
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
