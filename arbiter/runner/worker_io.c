#include "runner/worker_io.h"

#include "base/time.h"
#include "runner/acceptor.h"
#include "runner/deadline_heap.h"
#include "runner/local_seat.h"
#include "session/clock.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>

/* ---- recovery queue -------------------------------------------------------------------------- */

/* The matches that a bot's lost process has left. New processes take them up one after the other,
 * in the order in which they began; each process has played nothing else. So a crash costs a match
 * only if it comes again when this match alone can be the reason. Whether it does, does not depend
 * on other matches played at the same time. All bots of a worker take up their matches in one
 * order, so no bot waits for another for ever. */

/* Returns whether a seat is taken up before another. The seats of one match stand together. */
static bool is_before(struct svi_bot_session_seat *a, struct svi_bot_session_seat *b)
{
    const uint64_t first = svi_match_of(a)->serial, second = svi_match_of(b)->serial;
    return first != second ? first < second : a->number < b->number;
}

/* Ends the output so far with a line that says that another process goes on. */
static void mark_printed(struct svi_output_tail *printed)
{
    svi_output_tail_remark(printed,
                           "[solvent] the process is lost; another process resumes the match");
}

/* Holds the matches of a bot that is about to be lost. Returns their number. */
static unsigned recovery_collect(struct svi_bot_process *bot)
{
    const struct svi_bot_session *session = &bot->session;
    unsigned matches = 0;
    for (unsigned i = 0, left = session->n_seats; left > 0; i++) {
        struct svi_bot_session_seat *seat = session->slot[i];
        if (seat == NULL) {
            continue;
        }
        left--;
        if (seat->out) {
            continue;
        }
        struct svi_bot_session_seat **at = &bot->lost_seats;
        while (*at != NULL && is_before(*at, seat)) {
            at = &(*at)->next_lost;
        }
        seat->next_lost = *at;
        *at = seat;
    }
    for (struct svi_bot_session_seat *s = bot->lost_seats; s != NULL; s = s->next_lost) {
        mark_printed(&svi_match_of(s)->printed[s->number]);
        matches += s->next_lost == NULL || s->next_lost->game != s->game;
    }
    return matches;
}

void svi_recovery_take_up(struct svi_bot_process *bot, int64_t now_us)
{
    struct svi_match *m = svi_match_of(bot->lost_seats);
    assert(bot->state == SVI_BOT_PROCESS_UP && bot->begun == 0);
    svi_bot_process_begin(bot);
    bot->alone = true;
    while (bot->lost_seats != NULL && svi_match_of(bot->lost_seats) == m) {
        struct svi_bot_session_seat *seat = bot->lost_seats;
        bot->lost_seats = seat->next_lost;
        svi_match_view_seat_again(&m->bots, seat->number, &bot->session, now_us);
    }
}

void svi_recovery_remove(struct svi_bot_process *bot, const struct svi_match *m)
{
    struct svi_bot_session_seat **at = &bot->lost_seats;
    while (*at != NULL) {
        if (svi_match_of(*at) == m) {
            *at = (*at)->next_lost;
        } else {
            at = &(*at)->next_lost;
        }
    }
}

void svi_recovery_give_up(struct svi_bot_process *bot)
{
    while (bot->lost_seats != NULL) {
        struct svi_bot_session_seat *seat = bot->lost_seats;
        bot->lost_seats = seat->next_lost;
        svi_bot_session_give_up(&bot->session, seat);
    }
}

/* Time that a process may live on after its connection was closed. Most such processes have
 * crashed. Their exit status, which a busy machine reports late, explains more than the closed
 * connection. */
#define CUT_US 2000000
/* Time that a message may have waited for us before we check how long its bot has run. */
#define DOUBT_US 200
#define IDLE_READS 64 /* reads without a reply; then the bot is read once a tick until one comes */
#define DRY_READS 8   /* most reads of a process that has ended */

/* ---- sending --------------------------------------------------------------------------------- */

void svi_worker_dismiss(struct svi_bot_process *bot)
{
    const struct svi_buf *out = &bot->session.out;
    svi_bot_session_dismiss(&bot->session);
    if (!out->failed && bot->spec->local_seat == NULL) {
        (void)svi_connection_send(&bot->connection, out->data, out->size);
    }
}

/* Takes a lost bot out of all its matches. */
static void lose(struct svi_worker *w, struct svi_bot_process *bot, const char *why)
{
    if (bot->state == SVI_BOT_PROCESS_LEAVING) {
        svi_bot_process_retired(bot, w->now_us);
        w->look_for_jobs = true;
        return;
    }
    svi_output_read(&bot->child.output);
    const bool again = svi_bot_process_spares(bot) && bot->session.n_seats > bot->session.n_out;
    const unsigned recovered = again ? recovery_collect(bot) : 0;
    w->stats.deaths++;
    if (bot->state == SVI_BOT_PROCESS_UP && bot->spec->argv == NULL) {
        svi_worker_dismiss(bot); /* we cannot end its process */
    }
    svi_bot_process_lose(bot, why, recovered, w->now_us);
    if (bot->past.out) {
        svi_recovery_give_up(bot);
    }
    w->look_for_jobs = true;
}

/* Handles the result of a call on a bot's connection. Returns whether the connection has ended. */
static bool judge_line(struct svi_worker *w, struct svi_bot_process *bot,
                       enum svi_channel_result result)
{
    char why[256];
    if (result <= SVI_CHANNEL_INTERRUPTED) {
        return false;
    }
    if ((result == SVI_CHANNEL_E_CLOSED || result == SVI_CHANNEL_E_CUT) &&
        bot->spec->argv != NULL) {
        /* Usually the bot's process has ended, and its exit status explains more (look_for_end()).
         * All that it sent before has been read. */
        if (bot->times.cut_us == 0 && bot->connection.channel.read_verdict != SVI_CHANNEL_FINE) {
            bot->times.cut_us = w->now_us;
            w->tick_us = w->now_us;
            svi_connection_deafen(&bot->connection);
        }
        return true;
    }
    svi_channel_describe(&bot->connection.channel, result, why, sizeof why);
    lose(w, bot, why);
    return true;
}

void svi_worker_flush(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->n_touched; i++) {
        struct svi_bot_process *bot = w->touched[i];
        const struct svi_buf *out = &bot->session.out;
        if (svi_clock_starts(&bot->session.clocks)) {
            svi_run_family_mark(&bot->child.family);
        }
        bot->times.asked_us = svi_time_us(); /* from now on the bot may run, and we may wait */
        if (bot->state != SVI_BOT_PROCESS_UP || out->size == 0) {
            continue;
        }
        if (out->failed) {
            svi_worker_pool_fail(w->pool, "no memory");
            return;
        }
        if (bot->spec->local_seat != NULL) {
            svi_local_seat_ask(bot->spec->local_seat, &bot->session);
            continue;
        }
        judge_line(w, bot, svi_connection_send(&bot->connection, out->data, out->size));
    }
    for (unsigned i = 0; i < w->n_touched; i++) {
        svi_bot_session_sent(&w->touched[i]->session, w->touched[i]->times.asked_us);
        svi_deadline_heap_change(w->deadlines, w->config->n_bots, w->touched[i]);
    }
    w->n_touched = 0;
}

/* ---- receiving ------------------------------------------------------------------------------- */

/* Looks at a bot's processes if its open question has been looked at before, and excuses the time
 * until `until_us` that the machine has taken from them. */
static void excuse_so_far(struct svi_bot_process *bot, int64_t until_us)
{
    struct svi_clock_queue *q = &bot->session.clocks;
    if (svi_clock_excusable(q)) {
        const struct svi_run_excuse e = svi_run_family_excuse(&bot->child.family, until_us);
        svi_clock_excuse(q, bot->session.limits, bot->times.unseen_us + e.settled_us,
                         bot->times.unseen_us + e.most_us);
    }
}

/* Excuses time once more before an answer or the end of the bot's time; no other look is due. */
static void excuse(struct svi_bot_process *bot, int64_t until_us)
{
    excuse_so_far(bot, until_us);
    if (svi_clock_excusable(&bot->session.clocks)) {
        svi_clock_looked(&bot->session.clocks, SVI_NEVER);
    }
}

/* Returns the time at which messages found on our return are taken to have arrived. That is
 * `arrived_us`, unless the bot has run for longer meanwhile, as happens when we have waited for
 * it. */
static int64_t date_arrival(struct svi_worker *w, struct svi_bot_process *bot, int64_t arrived_us)
{
    const struct svi_clock_queue *q = &bot->session.clocks;
    const int64_t from_us = arrived_us > q->since_us ? arrived_us : q->since_us;
    if (!q->started || !q->looks || w->now_us - from_us < DOUBT_US) {
        return arrived_us;
    }
    const bool waited = w->now_us - from_us >= SVI_CLOCK_LOOK_US &&
                        svi_run_delay_since(&w->wait, from_us, w->now_us) >= SVI_CLOCK_LOOK_US;
    const int64_t ran_us = q->since_us + svi_run_family_ran(&bot->child.family, waited);
    const int64_t then_us = ran_us < w->now_us ? ran_us : w->now_us;
    return then_us > arrived_us ? then_us : arrived_us;
}

/* Handles the messages that have been read from a bot. */
static void take_messages(struct svi_worker *w, struct svi_bot_process *bot, int64_t arrived_us)
{
    struct svi_zmtp_message message;
    enum svi_channel_result result;
    bot->session.clocks.read_us = w->now_us;
    arrived_us = date_arrival(w, bot, arrived_us);
    while ((result = svi_channel_next(&bot->connection.channel, &message)) == SVI_CHANNEL_MESSAGE) {
        w->stats.frames_in++;
        w->stats.bytes_in += message.size;
        excuse(bot, arrived_us);
        if (bot->alone) { /* its output so far belongs to an earlier question */
            svi_output_read(&bot->child.output);
        }
        const char *lost =
            svi_bot_session_frame(&bot->session, message.bytes, message.size, arrived_us);
        if (lost != NULL) {
            /* Sends the refusal. */
            if (bot->state == SVI_BOT_PROCESS_STARTING && bot->session.out.size > 0) {
                bot->was_refused = bot->spec->argv != NULL;
                (void)svi_connection_send(&bot->connection, bot->session.out.data,
                                          bot->session.out.size);
            }
            lose(w, bot, lost);
            return;
        }
        if (bot->state == SVI_BOT_PROCESS_STARTING && bot->session.state == SVI_BOT_SESSION_UP) {
            svi_bot_process_up(bot);
            w->look_for_jobs = true;
        }
    }
    if (!judge_line(w, bot, result)) {
        (void)judge_line(w, bot, svi_connection_flush(&bot->connection));
    }
}

/* Reads once from a connected bot. Returns whether there may be more. */
static bool listen_to(struct svi_worker *w, struct svi_bot_process *bot, int64_t arrived_us)
{
    const uint64_t heard = bot->session.heard;
    const enum svi_channel_result result =
        svi_channel_read(&bot->connection.channel, w->buffer, SVI_CONNECTION_TURN_BYTES, false);
    if (result != SVI_CHANNEL_SOME) {
        (void)judge_line(w, bot, result);
        return false;
    }
    take_messages(w, bot, arrived_us);
    bot->idle_reads = bot->session.heard != heard ? 0 : bot->idle_reads + 1;
    return svi_connection_connected(&bot->connection);
}

/* Handles an event of a bot's connection. */
static void tend_line(struct svi_worker *w, struct svi_bot_process *bot, uint32_t events,
                      int64_t arrived_us)
{
    struct svi_connection *connection = &bot->connection;
    if (svi_connection_waiting(connection)) {
        /* We lack a resource; it is not the bot's fault. */
        if (svi_connection_accept(connection) == SVI_ACCEPT_FAILED) {
            svi_worker_pool_fail(w->pool, "bot '%s' cannot be accepted: %s", bot->spec->name,
                                 svi_errno_text(errno));
            return;
        }
        return;
    }
    if (!svi_connection_connected(connection) ||
        ((events & EPOLLOUT) != 0 && judge_line(w, bot, svi_connection_flush(connection)))) {
        return;
    }
    if ((events & ~(uint32_t)EPOLLOUT) != 0 && listen_to(w, bot, arrived_us)) {
        /* A bot that floods us without a reply is read once a tick; meanwhile its full socket holds
         * it up. Else every few of its bytes would wake us up. */
        svi_connection_pause(connection, bot->idle_reads > IDLE_READS);
    }
}

/* Reads the messages that a bot's process sent before it ended: they count. */
static void read_dry(struct svi_worker *w, struct svi_bot_process *bot)
{
    for (unsigned i = 0; i < DRY_READS && svi_connection_connected(&bot->connection) &&
                         bot->times.cut_us == 0 && listen_to(w, bot, w->now_us);
         i++) {
    }
}

/* Checks whether a bot's process has ended, and handles the loss. */
static void look_for_end(struct svi_worker *w, struct svi_bot_process *bot)
{
    char why[224];
    w->look_for_jobs |= svi_bot_process_ended(bot, w->now_us);
    if (!svi_bot_process_is_there(bot) || bot->spec->argv == NULL ||
        !svi_process_ended(&bot->child.process)) {
        return;
    }
    if (svi_bot_process_never_ran(bot, w->now_us)) {
        w->stats.starts--;
        w->look_for_jobs = true;
        return;
    }
    read_dry(w, bot);
    if (svi_bot_process_is_there(bot)) { /* else its last messages have ended it already */
        bot->outside = bot->child.process.blame == SVI_BLAME_OUTSIDE;
        svi_bot_process_tell_end(bot, why, sizeof why);
        lose(w, bot, why);
    }
}

void svi_worker_tend(struct svi_worker *w, const struct epoll_event *events, int n,
                     int64_t arrived_us)
{
    for (int i = 0; i < n; i++) {
        const uint64_t key = events[i].data.u64;
        if (key < w->config->n_bots) {
            tend_line(w, &w->bots[key], events[i].events, arrived_us);
        } else if (key == w->acceptor.key) {
            svi_acceptor_accept(&w->acceptor);
        } else if (key < w->place.ends) {
            struct svi_bot_process *bot = svi_acceptor_read(
                &w->acceptor, (unsigned)(key - w->acceptor.key - 1), w->bots, w->config->n_bots,
                w->buffer, SVI_CONNECTION_TURN_BYTES, w->now_us);
            if (bot != NULL) {
                w->look_for_jobs = true;
                take_messages(w, bot, arrived_us);
            }
        }
    }
    for (int i = 0; i < n; i++) { /* after their connections */
        if (events[i].data.u64 >= w->place.ends) {
            look_for_end(w, &w->bots[events[i].data.u64 - w->place.ends]);
        }
    }
}

/* ---- looking after --------------------------------------------------------------------------- */

/* Takes the first look at a question that has been open for a while. What we have waited before is
 * excused as far as the bot did not run. One more look comes at a moment that no bot can foresee:
 * it finds processes that hide their time, and waits of threads that come and go. */
static void look_first(struct svi_worker *w, struct svi_bot_process *bot)
{
    struct svi_clock_queue *q = &bot->session.clocks;
    const int64_t ran_us = svi_run_family_begin(&bot->child.family);
    const int64_t now_us = bot->child.family.evidence.since_us;
    const int64_t waited_us = svi_run_delay_since(&w->wait, q->since_us, now_us);
    const int64_t rest_us = now_us - q->since_us - ran_us;
    bot->times.unseen_us = rest_us < 0 ? 0 : rest_us < waited_us ? rest_us : waited_us;
    svi_clock_looked(q, now_us + (int64_t)((uint64_t)now_us * 0x9e3779b97f4a7c15u %
                                           (uint64_t)bot->session.limits->decision_us));
}

/* Leaves out time that the machine has taken, when a bot's time is over or a look at it is due. */
static void put_off(struct svi_worker *w, struct svi_bot_process *bot)
{
    struct svi_clock_queue *q = &bot->session.clocks;
    if (bot->state == SVI_BOT_PROCESS_STARTING && bot->child.process.pid != 0) {
        const struct svi_run_excuse e = svi_run_family_excuse(&bot->child.family, w->judged_us);
        svi_bot_session_excuse_hello(&bot->session, e.most_us, w->judged_us);
    } else if (svi_clock_look_due(q, bot->session.limits, w->judged_us)) {
        look_first(w, bot);
    } else {
        excuse(bot, w->judged_us);
    }
}

void svi_worker_look_for_late(struct svi_worker *w)
{
    const unsigned n = w->config->n_bots;
    struct svi_bot_process *bot;
    while ((bot = svi_deadline_heap_first(w->deadlines, n))->times.due_us <= w->judged_us) {
        put_off(w, bot);
        const char *lost = svi_bot_session_tick(&bot->session, w->judged_us);
        if (lost != NULL) {
            char why[256];
            svi_bot_process_tell_late(bot, lost, why, sizeof why);
            lose(w, bot, why);
        }
        svi_deadline_heap_change(w->deadlines, n, bot);
    }
}

void svi_worker_look_for_dead(struct svi_worker *w)
{
    if (w->now_us < w->tick_us) {
        return;
    }
    w->tick_us = w->now_us + SVI_WORKER_TICK_US;
    svi_run_delay_look(&w->wait, w->now_us);
    if (w->config->until_us != 0 && w->now_us >= w->config->until_us) {
        atomic_store(&w->pool->stop, true);
    }
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_bot_process *bot = &w->bots[i];
        const bool starting = bot->state == SVI_BOT_PROCESS_STARTING;
        svi_output_read(&bot->child.output);
        svi_connection_pause(&bot->connection, false);
        if (bot->state == SVI_BOT_PROCESS_LEAVING &&
            w->now_us - bot->times.leaving_us >= SVI_WORKER_LAST_MS * 1000) {
            lose(w, bot, "");
        }
        look_for_end(w, bot);
        if (!svi_bot_process_is_there(bot)) {
            continue;
        }
        if (bot->spec->local_seat != NULL) {
            svi_local_seat_poll(bot->spec->local_seat, &bot->session, w->now_us);
            svi_deadline_heap_change(w->deadlines, w->config->n_bots, bot);
            continue;
        }
        if (bot->times.cut_us != 0 && w->now_us - bot->times.cut_us >= CUT_US) {
            lose(w, bot,
                 starting ? "has closed its connection before it said hello"
                          : "has closed its connection");
        }
    }
}

void svi_worker_visit_seats(struct svi_bot_process *bot,
                            void (*visit)(void *user, struct svi_bot_session_seat *seat),
                            void *user)
{
    const struct svi_bot_session *session = &bot->session;
    for (unsigned i = 0, left = session->n_seats; left > 0; i++) {
        if (session->slot[i] != NULL) {
            left--;
            visit(user, session->slot[i]);
        }
    }
    for (struct svi_bot_session_seat *s = bot->lost_seats; s != NULL; s = s->next_lost) {
        visit(user, s);
    }
}

static void look_at_seat(void *user, struct svi_bot_session_seat *seat)
{
    struct svi_pace_look *look = user;
    const bool awaited =
        seat->phase == SVI_SEAT_ASKED && seat->session != NULL && !seat->recovery.running;
    look->matches += !seat->out;
    look->awaited += awaited;
    look->blocked += awaited ? svi_match_of(seat)->job.seats - 1 : 0;
}

/* Looks which bots the matches wait for. If a bot was slow at the last look, its open question is
 * charged only after another look at its processes' waits. */
static void look_at_pace(struct svi_worker *w)
{
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        struct svi_bot_process *bot = &w->bots[i];
        struct svi_pace *pace = &w->pace.bot[i];
        if (pace->slow) {
            excuse_so_far(bot, w->judged_us);
        }
        pace->look = (struct svi_pace_look){
            .places = bot->begun > 0 ? bot->session.capacity : 0,
            .answers = bot->past.answers + bot->session.answers,
            .charged_us = svi_bot_session_charged_us(&bot->session, w->judged_us),
            .behind = svi_run_family_is_behind(&bot->child.family)};
        svi_worker_visit_seats(bot, look_at_seat, &pace->look);
        if (bot->spec->local_seat != NULL) {
            pace->look = (struct svi_pace_look){0}; /* a person may take any time */
        }
    }
    svi_pace_take(&w->pace, w->in_flight, w->now_us);
}

/* Returns whether a bot's faults, of which it has at least `least`, delay the others, in this run
 * too. */
static bool is_costly(const struct svi_bot_process *bot, unsigned least)
{
    const unsigned faults = svi_bot_process_faults(bot);
    return bot->state != SVI_BOT_PROCESS_OUT && faults > bot->faults_before && faults >= least &&
           faults * SVI_BOT_SOUND > bot->past.played;
}

/* Fills in the measurements of bot i. It counts as slow only if it was slow at the last look too;
 * its open question has been looked at since. */
static void measure(struct svi_worker *w, unsigned i, bool was_slow, unsigned least_faults)
{
    const struct svi_bot_process *bot = &w->bots[i];
    const struct svi_pace *pace = &w->pace.bot[i];
    const bool costly = is_costly(bot, least_faults);
    w->slow[i] = (struct svi_slow_bot){
        .slow = costly || bot->past.out || (pace->slow && was_slow),
        .out = bot->past.out,
        .behind = pace->look.behind,
        .lost = costly ? bot->past.faulty : 0,
        .forfeited = costly ? bot->past.forfeits : 0,
        .percent = svi_pace_percent(pace),
        .answers = pace->look.answers,
        .charged_us = bot->past.charged_us + pace->look.charged_us,
    };
}

void svi_worker_look_for_slow(struct svi_worker *w)
{
    bool more = false, parts = false;
    if (w->pace.share == 0 || w->now_us - w->pace.looked_us < SVI_WORKER_TICK_US) {
        return;
    }
    look_at_pace(w);
    for (unsigned i = 0; i < w->pace.n; i++) {
        w->slow[i].slow = w->pace.bot[i].slow;
    }
    (void)svi_pace_judge(&w->pace);
    for (unsigned i = 0; i < w->pace.n; i++) {
        measure(w, i, w->slow[i].slow, SVI_BOT_COSTLY);
        more |= w->slow[i].slow && !w->asked[i];
        parts |= w->slow[i].slow && !w->slow[i].out && !w->asked[i];
    }
    if (!more) {
        return;
    }
    for (unsigned i = 0; i < w->pace.n; i++) {
        if (parts) { /* ends the run once for all bots that would end it soon */
            measure(w, i, w->slow[i].slow, 1);
        }
        w->asked[i] |= w->slow[i].slow;
    }
    pthread_mutex_lock(&w->pool->lock);
    if (w->config->jobs.park(w->config->jobs.user, w->slow)) {
        for (unsigned i = 0; i < w->pace.n; i++) {
            atomic_store(&w->pool->parked[i], w->slow[i].slow);
        }
        atomic_store_explicit(&w->pool->draining, true, memory_order_release);
    }
    pthread_mutex_unlock(&w->pool->lock);
    w->look_for_jobs = true;
}

struct parked_count {
    const struct svi_worker *w;
    unsigned matches;
};

/* Returns whether a seat keeps its match from being finished in this run: its bot is parked, or has
 * lost its process and starts no other while the run ends. */
static bool is_left(const struct svi_worker *w, const struct svi_match *m, unsigned seat)
{
    const struct svi_bot_session_seat *s = &m->bots.seat[seat];
    return s->away || (s->session != NULL && atomic_load(&w->pool->parked[m->job.bot[seat]]));
}

/* Counts a match at the first of its seats that keep it from being finished. */
static void count_parked(void *user, struct svi_bot_session_seat *seat)
{
    struct parked_count *count = user;
    const struct svi_match *m = svi_match_of(seat);
    unsigned first = 0;
    while (first < seat->number && !is_left(count->w, m, first)) {
        first++;
    }
    count->matches += first == seat->number && is_left(count->w, m, first);
}

bool svi_worker_parted(struct svi_worker *w)
{
    struct parked_count count = {.w = w};
    w->draining_us = w->draining_us != 0 ? w->draining_us : w->now_us;
    if (w->now_us - w->draining_us >= SVI_WORKER_DRAINING_US) {
        return true;
    }
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_worker_visit_seats(&w->bots[i], count_parked, &count);
    }
    return count.matches == w->in_flight;
}

static void list_match(void *user, struct svi_bot_session_seat *seat)
{
    svi_match_list_add(user, svi_match_of(seat));
}

void svi_worker_suspend(struct svi_worker *w)
{
    struct svi_match_list list = {0};
    struct svi_match *m;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_worker_visit_seats(&w->bots[i], list_match, &list);
    }
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_bot_session_close(&w->bots[i].session, true, w->now_us);
        w->bots[i].lost_seats = NULL;
    }
    pthread_mutex_lock(&w->pool->lock);
    while ((m = svi_match_list_take(&list)) != NULL) {
        m->began_us = w->now_us - m->began_us;
        svi_match_list_add(w->config->suspended, m);
    }
    pthread_mutex_unlock(&w->pool->lock);
}
