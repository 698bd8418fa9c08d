#include "tools/check/play.h"

#include "process/descendants.h"
#include "process/process.h"
#include "process/run_family.h"
#include "process/scratch_dir.h"
#include "runner/connection.h"
#include "runner/run_config.h"
#include "session/clock.h"

#include "base/time.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Time for all matches of a plan; after it, matches are neither begun nor waited for. */
#define SESSION_MS 30000
#define GRACE_MS 50          /* allowance for a late frame */
#define MEMORY_KB (1u << 20) /* usual memory limit of a league */
#define FAULTS 4u            /* faults that end a session */
#define EDITIONS 16u         /* most editions in one session */
#define FAREWELL_MS 10000    /* time to exit after a goodbye */
#define LOST_MS 10000        /* time to notice that the arbiter is gone */

#define TICK_MS 20 /* interval of checks on the process */
#define CUT_MS                                                                                     \
    200 /* time for the process to exit after losing its connection, to learn its exit status */

/* Results of waiting for the bot. */
enum heard {
    HEARD_FRAME,   /* a frame, which the session has taken */
    HEARD_SILENCE, /* no frame in time */
    /* The session ends; driver->why has the reason: */
    HEARD_GONE,   /* the process has ended, or the connection is broken */
    HEARD_BROKEN, /* the bot sent something that closes its connection */
};

/* The bot under test: its process, its connection, and the arbiter's side of the protocol. The
 * runner's bots are not used, as a check decides itself when each frame is sent. */
struct driver {
    struct svi_bot_session session;
    struct svi_clock_limits limits;
    int epoll; /* -1: not open */
    struct svi_connection connection;
    struct svi_run_stats stats;
    struct svi_process process;
    struct svi_scratch_dir folder; /* folder of its socket */
    uint8_t *buffer;               /* SVI_CONNECTION_TURN_BYTES for reading */
    struct svi_error why;          /* the error: "exited with status 3" */
};

struct session {
    struct svi_check_bot *bot;
    const struct svi_check_plan *plan;
    struct svi_check_outcome *o;
    struct driver driver;
    struct svi_check_table *table[SVI_CHECK_MATCHES]; /* matches in flight, oldest first */
    unsigned n_tables;
    unsigned next_job;
    unsigned pending; /* open questions */
    unsigned pauses;  /* pauses made so far */
    int64_t since_us; /* time of the last question */
    /* The bot's processes; `looked` says that they are observed, which begins after a slow
     * answer. */
    struct svi_run_family family;
    bool looked;
    /* Time that other programs took from the bot since it was asked; it does not count. */
    int64_t excused_us;
    int64_t until_us;                         /* end of the session */
    struct svi_edition_cache board[EDITIONS]; /* boards of the matches */
    unsigned n_boards;
    bool over;  /* reads no more */
    bool saved; /* the game of the first fault was kept */
};

/* ---- the bot --------------------------------------------------------------------------------- */

/* Sends the session's messages for the bot, if any. Returns false if the bot is gone. */
static bool driver_send(struct driver *driver)
{
    const struct svi_buf *out = &driver->session.out;
    enum svi_channel_result result = SVI_CHANNEL_FINE;
    if (out->failed) {
        result = SVI_CHANNEL_E_MEMORY;
    } else if (out->size > 0) {
        result = svi_connection_send(&driver->connection, out->data, out->size);
    }
    svi_bot_session_sent(&driver->session, svi_time_us());
    if (result != SVI_CHANNEL_FINE) {
        svi_channel_describe(&driver->connection.channel, result, driver->why.text,
                             sizeof driver->why.text);
    }
    return result == SVI_CHANNEL_FINE;
}

/* Takes the next message, and reads more if needed. Returns SVI_CHANNEL_MESSAGE, SVI_CHANNEL_FINE
 * if no message is there yet, or the end of the connection. */
static enum svi_channel_result look(struct driver *driver, struct svi_zmtp_message *message)
{
    struct svi_channel *c = &driver->connection.channel;
    if (svi_connection_waiting(&driver->connection)) {
        svi_connection_accept(&driver->connection);
    }
    if (!svi_connection_connected(&driver->connection)) {
        return SVI_CHANNEL_FINE;
    }
    for (;;) {
        enum svi_channel_result result = svi_channel_next(c, message);
        if (result != SVI_CHANNEL_FINE) {
            return result;
        }
        result = svi_channel_read(c, driver->buffer, SVI_CONNECTION_TURN_BYTES, false);
        if (result != SVI_CHANNEL_SOME) {
            /* An error of this flush shows at the next send, after all received messages are
             * read. */
            (void)svi_connection_flush(&driver->connection);
            return result == SVI_CHANNEL_INTERRUPTED ? SVI_CHANNEL_FINE : result;
        }
    }
}

/* Waits for a frame. */
static enum heard receive(struct driver *driver, struct svi_zmtp_message *message, int patience_ms)
{
    const int64_t until_us = svi_time_us() + (int64_t)patience_ms * 1000;
    for (;;) {
        /* Checked before the connection, so that frames sent before the end are read. */
        const bool ended = svi_process_ended(&driver->process);
        const enum svi_channel_result result = look(driver, message);
        if (result == SVI_CHANNEL_MESSAGE) {
            return HEARD_FRAME;
        }
        if (result == SVI_CHANNEL_E_PROTOCOL || result == SVI_CHANNEL_E_DESCRIPTOR) {
            svi_channel_describe(&driver->connection.channel, result, driver->why.text,
                                 sizeof driver->why.text);
            return HEARD_BROKEN;
        }
        /* Gives the process some time to exit, as its exit status explains more. */
        if (result != SVI_CHANNEL_FINE && !svi_process_wait(&driver->process, CUT_MS)) {
            svi_channel_describe(&driver->connection.channel, result, driver->why.text,
                                 sizeof driver->why.text);
            return HEARD_GONE;
        }
        if (result != SVI_CHANNEL_FINE || ended) {
            svi_process_describe(&driver->process, driver->why.text, sizeof driver->why.text);
            return HEARD_GONE;
        }
        const int64_t left_us = until_us - svi_time_us();
        if (left_us <= 0) {
            return HEARD_SILENCE;
        }
        struct epoll_event event;
        (void)epoll_wait(driver->epoll, &event, 1,
                         left_us < TICK_MS * 1000 ? (int)(left_us / 1000 + 1) : TICK_MS);
    }
}

/* Waits up to patience_ms milliseconds for the next frame of the bot. */
static enum heard driver_hear(struct driver *driver, int patience_ms)
{
    struct svi_zmtp_message message;
    const enum heard news = receive(driver, &message, patience_ms);
    if (news != HEARD_FRAME) {
        return news;
    }
    const char *lost =
        svi_bot_session_frame(&driver->session, message.bytes, message.size, svi_time_us());
    if (lost == NULL) {
        return HEARD_FRAME;
    }
    (void)svi_fail(&driver->why, SV_E_SYSTEM, "%s", lost);
    return HEARD_BROKEN;
}

/* Opens the endpoint for the bot, and starts its process. */
static bool start_process(struct driver *driver, const char *const *argv, int output)
{
    char endpoint[SVI_SCRATCH_DIR_BYTES + 24], variable[SVI_ENDPOINT_BYTES + 24];
    const char *const set[] = {variable, NULL};
    const struct svi_process_setup process = {.argv = argv, .set = set, .output = output};
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/arbiter", driver->folder.path);
    if (svi_connection_listen(&driver->connection, endpoint, &driver->why) != SV_OK) {
        return false;
    }
    (void)snprintf(variable, sizeof variable, "SOLVENT_ENDPOINT=%s",
                   driver->connection.listener.text);
    return svi_process_start(&driver->process, &process, &driver->why) == SV_OK;
}

/* Waits for the hello and sends the welcome. */
static bool greet(struct driver *driver, int hello_ms)
{
    char how[sizeof driver->why.text / 2];
    switch (driver_hear(driver, hello_ms)) {
    case HEARD_FRAME:
        return driver_send(driver);
    case HEARD_GONE:
        (void)snprintf(how, sizeof how, "%.*s", (int)sizeof how - 1, driver->why.text);
        (void)svi_fail(&driver->why, SV_E_SYSTEM, "%s before it said hello", how);
        break;
    case HEARD_SILENCE:
        (void)svi_fail(&driver->why, SV_E_SYSTEM, "%s",
                       svi_bot_session_tick(&driver->session, SVI_NEVER - 1));
        break;
    case HEARD_BROKEN: /* sends the refusal */
        (void)svi_connection_send(&driver->connection, driver->session.out.data,
                                  driver->session.out.size);
        break;
    }
    return false;
}

/* Starts the bot, which prints to the descriptor `output`, and waits for its hello. Returns false
 * with one line in driver->why if no hello comes in time, or one that no arbiter accepts. Call
 * driver_finish() in either case. */
static bool driver_init(struct driver *driver, const char *const *argv, int output, int hello_ms,
                        int decision_ms, const struct svi_bot_session_owner *owner, void *user)
{
    memset(driver, 0, sizeof *driver);
    driver->limits = (struct svi_clock_limits){.decision_us = (int64_t)decision_ms * 1000,
                                               .strikes = UINT32_MAX};
    driver->epoll = epoll_create1(EPOLL_CLOEXEC);
    driver->buffer = malloc(SVI_CONNECTION_TURN_BYTES);
    svi_bot_session_init(&driver->session, &driver->limits, owner, user, 0);
    svi_connection_init(&driver->connection, driver->epoll, 0, &driver->stats);
    if (driver->epoll < 0 || driver->buffer == NULL) {
        (void)svi_fail(&driver->why, SV_E_SYSTEM, "cannot wait for events: %s",
                       svi_errno_text(driver->buffer == NULL ? ENOMEM : errno));
        return false;
    }
    if (!svi_scratch_dir_make(&driver->folder, "solvent", &driver->why) ||
        !start_process(driver, argv, output)) {
        return false;
    }
    svi_bot_session_open(&driver->session, (uint32_t)hello_ms, svi_time_us());
    return greet(driver, hello_ms);
}

/* Closes the connection and kills the process at once. */
static void driver_finish(struct driver *driver)
{
    svi_process_kill(&driver->process);
    svi_connection_close(&driver->connection);
    svi_scratch_dir_remove(&driver->folder);
    if (driver->epoll >= 0) {
        close(driver->epoll);
    }
    free(driver->buffer);
    svi_bot_session_finish(&driver->session);
}

/* ---- faults ---------------------------------------------------------------------------------- */

static void fault(struct svi_check_outcome *o, const char *section, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fault(struct svi_check_outcome *o, const char *section, const char *format, ...)
{
    va_list args;
    if (o->faults++ == 0) {
        va_start(args, format);
        (void)vsnprintf(o->fault, sizeof o->fault, format, args);
        va_end(args);
        o->section = section;
    }
}

static void fault_lost(struct session *s, const char *section, const char *format, const char *why)
{
    char text[480];
    (void)snprintf(text, sizeof text, "%.360s; %s", why, format);
    fault(s->o, section, "%s", text);
    s->o->lost = true;
    s->over = true;
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Returns the board of an edition, or NULL if memory runs out. */
static const struct svi_edition_cache *board_of(struct session *s, const struct sv_edition *e)
{
    for (unsigned i = 0; i < s->n_boards; i++) {
        if (s->board[i].edition == e) {
            return &s->board[i];
        }
    }
    struct svi_edition_cache *board = &s->board[s->n_boards];
    assert(s->n_boards < EDITIONS);
    return svi_edition_cache_init(board, e, s->n_boards++) ? board : NULL;
}

static void send_out(struct session *s)
{
    if (!s->over && !driver_send(&s->driver)) {
        fault_lost(s, "1", "a bot stays connected until the goodbye", s->driver.why.text);
    }
}

static void nap(unsigned ms)
{
    const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
    (void)nanosleep(&t, NULL);
}

static unsigned all_jobs(const struct svi_check_plan *plan)
{
    return plan->n_jobs * (plan->times != 0 ? plan->times : 1);
}

static uint64_t look_at_memory(const struct session *s)
{
    struct svi_descendants_use use;
    svi_descendants_look(s->driver.process.pid, &use);
    return use.memory_kb;
}

/* Measures the bot's memory after every tenth of the matches, and ends the session if it exceeds a
 * league's limit. */
static void look_now_and_then(struct session *s)
{
    if (s->o->early != 0 && s->o->matches % s->o->early == 0) {
        s->o->memory_kb = look_at_memory(s);
        s->o->early_kb = s->o->matches == s->o->early ? s->o->memory_kb : s->o->early_kb;
        s->over = s->over || s->o->memory_kb > MEMORY_KB;
    }
}

/* Begins matches while jobs are left and the bot has room. */
static void admit(struct session *s)
{
    const unsigned room =
        s->bot->hello.matches < s->plan->at_once ? s->bot->hello.matches : s->plan->at_once;
    while (s->n_tables < room && s->next_job < all_jobs(s->plan)) {
        const struct svi_check_job *job = &s->plan->jobs[s->next_job++ % s->plan->n_jobs];
        const struct svi_edition_cache *board = board_of(s, job->edition);
        struct svi_check_table *t = malloc(sizeof *t);
        if (board == NULL || t == NULL) {
            s->driver.session.out.failed = true;
            free(t);
            return;
        }
        struct svi_check_job own = *job;
        own.recorded = s->plan->point != NULL && s->bot->keep.folder != NULL;
        svi_check_table_init(t, &own, 1000 + s->next_job, board, &s->driver.session);
        s->table[s->n_tables++] = t;
    }
}

static void remove_table(struct session *s, unsigned i)
{
    s->bot->events += s->table[i]->events.count;
    svi_check_table_finish(s->table[i]);
    free(s->table[i]);
    for (s->n_tables--; i < s->n_tables; i++) {
        s->table[i] = s->table[i + 1];
    }
}

/* Reports a fault of Solvent itself: a bot with `model` would reject the question, whatever the bot
 * does. */
static void blame_ourselves(struct session *s, const struct svi_check_table *t)
{
    if (t->unsendable) {
        fault(s->o, "4",
              "the course of a question is refused by Solvent's own library (%s, %u seats, round "
              "%u): this is a fault of Solvent, not of the bot; please report it",
              t->job.edition->name, t->job.seats, t->game.state.position.round);
        s->over = true;
    }
}

/* Moves every match on: asks, ends matches, and begins others. */
static void ask_all(struct session *s)
{
    bool again = true;
    while (again && !s->over) {
        again = false;
        admit(s);
        for (unsigned k = s->n_tables; k-- > 0;) { /* youngest first */
            struct svi_check_table *t = s->table[k];
            if (svi_check_table_waits(t)) {
                continue;
            }
            svi_check_table_step(t);
            blame_ourselves(s, t);
            if (t->over) {
                remove_table(s, k);
                s->o->matches++;
                look_now_and_then(s);
                again = true;
            } else {
                s->bot->kind[svi_check_table_seat(t)->asked.kind].asked++;
                s->pending++;
            }
            if (s->plan->order == SVI_CHECK_SHUFFLED) {
                send_out(s);
            }
        }
    }
    if (s->pauses < s->plan->pauses) {
        s->pauses++;
        nap(s->plan->pause_ms);
    }
    send_out(s);
}

/* ---- listening ------------------------------------------------------------------------------- */

static void unreadable(struct session *s, const char *what)
{
    fault(s->o, "2", "sent a message that is not of the protocol: %s; expected replies", what);
    s->over = true;
}

/* Describes a message that bots do not send. */
static const char *what_came(const struct svi_misdeed *misdeed)
{
    const char *name = misdeed->status == SV_E_UNKNOWN ? svi_message_name(misdeed->message) : NULL;
    return misdeed->frame_size == 0 ? "an empty frame, or one of several parts"
           : name != NULL           ? name
                                    : sv_status_text(misdeed->status);
}

static void on_misdeed(void *user, struct svi_bot_session *session,
                       const struct svi_misdeed *misdeed)
{
    struct session *s = user;
    const struct svi_bot_session_seat *seat = misdeed->seat;
    const struct sv_edition *e = seat != NULL ? seat->game->edition : NULL;
    char rule[SV_MAX_BREACH];
    const char *why = misdeed->kind == SVI_MISDEED_ILLEGAL
                          ? sv_breach_text(e, &seat->breach, rule, sizeof rule)
                          : sv_status_text(misdeed->status);
    (void)session;
    if (s->over) {
        return; /* consequences of a fault are not reported */
    }
    switch (misdeed->kind) {
    case SVI_MISDEED_MALFORMED:
        assert(seat != NULL);
        fault(s->o, "3, reply", "malformed answer to '%s' (%s, %u seats, round %u): %s",
              sv_decision_name(seat->asked.kind), e->name, seat->game->state->position.seats,
              seat->game->state->position.round, why);
        break;
    case SVI_MISDEED_ILLEGAL:
        assert(seat != NULL);
        fault(s->o, "5", "illegal answer to '%s' (%s, %u seats, round %u): %s",
              sv_decision_name(seat->asked.kind), e->name, seat->game->state->position.seats,
              seat->game->state->position.round, why);
        break;
    case SVI_MISDEED_UNREADABLE:
        unreadable(s, what_came(misdeed));
        break;
    case SVI_MISDEED_STRAY:
        if (misdeed->status != SV_OK) {
            unreadable(s, what_came(misdeed));
        } else if (misdeed->message == SVI_MESSAGE_REPLY) {
            fault(s->o, "7", "replied to question %u of match %llu, which is not open",
                  misdeed->question, (unsigned long long)misdeed->match);
        } else {
            fault(s->o, "7", "sent a '%s' to question %u of match %llu, which has not been asked",
                  svi_message_name(misdeed->message), misdeed->question,
                  (unsigned long long)misdeed->match);
        }
        break;
    case SVI_MISDEED_LATE:
    case SVI_MISDEED_STRIKES:
    case SVI_MISDEED_OVERTIME:
        break; /* no clock runs here, and strikes are not counted */
    }
    s->over |= s->o->faults >= FAULTS;
}

/* Keeps the game in which the session's first fault was found. */
static void keep(struct session *s, struct svi_check_table *t)
{
    if (s->plan->point != NULL && s->o->faults > 0 && !s->saved && t != NULL) {
        s->saved = true;
        svi_check_keep(&s->bot->keep, s->plan->point, s->o->fault, t);
    }
}

/* Notes the acts of a legal answer. */
static void note_acts(const struct svi_bot_session_seat *seat, bool acted[SVI_CHECK_ACTS])
{
    const struct sv_position *p = &seat->game->state->position;
    const struct sv_answer *a = &seat->answer;
    acted[SVI_CHECK_BIDS] |= a->bid > 0;
    acted[SVI_CHECK_TRADES] |= a->n_offers > 0 || (seat->asked.kind == SV_DECISION_TRADE &&
                                                   a->choice != SV_CHOICE_TRADE_REJECT);
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        acted[SVI_CHECK_BUILDS] |=
            seat->asked.kind == SV_DECISION_MANAGE && a->plan.level[i] > p->level[i];
    }
}

/* Counts a settled question: an answer has come, or the default replaces it. */
static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    struct session *s = user;
    struct svi_check_count *count = &s->bot->kind[seat->asked.kind];
    if (s->over) {
        return;
    }
    s->o->answers++;
    s->pending--;
    svi_match_view_judge(seat);
    count->malformed += seat->verdict == SV_VERDICT_MALFORMED;
    count->illegal += seat->verdict == SV_VERDICT_ILLEGAL;
    count->ok += seat->verdict == SV_VERDICT_OK;
    if (seat->verdict == SV_VERDICT_OK && !seat->by_default) {
        note_acts(seat, s->bot->acted);
    }
    svi_check_table_answer(svi_check_table_of(seat));
    keep(s, svi_check_table_of(seat));
}

/* Returns the time that the bot may take for `questions` open questions. */
static int64_t most_us(const struct session *s, unsigned questions)
{
    return (int64_t)s->bot->clock_ms * 1000 * questions;
}

/* Returns how long an answer may take before the processes are observed. */
static int64_t look_after_us(const struct session *s)
{
    return (int64_t)s->bot->clock_ms * 1000 / SVI_CLOCK_LOOK;
}

/* Excuses the time that the machine took, like an arbiter (arbiter/session/clock.h). With `waits`,
 * the bot's current work counts as waiting. */
static void excuse(struct session *s, unsigned questions, bool waits)
{
    const int64_t end_us = most_us(s, questions) * SVI_EXCUSES;
    if (s->looked) {
        const struct svi_run_excuse e = svi_run_family_excuse(&s->family, svi_time_us());
        const int64_t excused_us = waits ? e.most_us : e.settled_us;
        s->excused_us = excused_us < end_us ? excused_us : end_us;
    }
}

/* Starts the clock after asking. */
static void start_clock(struct session *s)
{
    s->since_us = svi_time_us();
    s->excused_us = 0;
    s->looked = false;
}

/* Takes the time of a frame with answers. */
static void hear_frame(struct session *s, uint32_t answers)
{
    const int64_t took_us = svi_time_us() - s->since_us;
    if (answers > 0) {
        excuse(s, answers, false);
    }
    const int64_t took_ms = (took_us - s->excused_us) / 1000;
    for (uint32_t i = 0; i < answers; i++) {
        svi_times_add(&s->bot->times, (uint64_t)(took_us - s->excused_us) / answers, 1);
    }
    if (answers > 0 && took_ms > (int64_t)answers * s->bot->clock_ms) {
        fault(s->o, "7", "took %lld ms for %u answer(s), expected at most %d ms each",
              (long long)took_ms, answers, s->bot->clock_ms);
    }
    s->over |= s->o->faults >= FAULTS;
}

static void silent(struct session *s)
{
    struct svi_descendants_use use;
    svi_descendants_look(s->driver.process.pid, &use);
    fault(s->o, "7",
          "gave no answer to %u open question(s), the oldest a '%s', within %d ms each: %s",
          s->pending,
          s->n_tables > 0 ? sv_decision_name(svi_check_table_seat(s->table[0])->asked.kind) : "?",
          s->bot->clock_ms,
          use.busy ? "it is still at work" : "it does nothing, so it hangs or waits");
    s->o->lost = true;
    s->over = true;
}

/* Returns when to act if the bot does not answer. */
static int64_t due_us(const struct session *s)
{
    return s->since_us + (s->looked ? most_us(s, s->pending) + s->excused_us : look_after_us(s));
}

/* Acts on a bot that has not answered by the due time: observes its processes first, and reports it
 * later. */
static void hear_nothing(struct session *s)
{
    if (!s->looked) {
        s->looked = true;
        (void)svi_run_family_begin(&s->family);
        return;
    }
    excuse(s, s->pending, true);
    if (due_us(s) <= svi_time_us()) {
        silent(s);
    }
}

/* Waits until there is at least one answer. */
static void hear(struct session *s)
{
    const uint32_t before = s->o->answers;
    while (!s->over && s->o->answers == before) {
        const int64_t left_us = due_us(s) - svi_time_us();
        const int left_ms = left_us > 0 ? (int)(left_us / 1000) : 0;
        switch (driver_hear(&s->driver, left_ms + (s->looked ? GRACE_MS : 0))) {
        case HEARD_FRAME:
            hear_frame(s, s->o->answers - before);
            if (!s->over && s->o->answers == before && left_ms == 0) {
                hear_nothing(s); /* the bot sends frames, but no answers */
            }
            break;
        case HEARD_GONE:
            fault_lost(s, "1", "a bot stays until the goodbye", s->driver.why.text);
            break;
        case HEARD_BROKEN:
            if (s->driver.connection.channel.read_verdict != SVI_CHANNEL_FINE) {
                fault_lost(s, "2", "expected frames of one part and at most 1 MiB",
                           s->driver.why.text);
            } else {
                fault_lost(s, "3, log", "expected no more than is kept", s->driver.why.text);
            }
            break;
        case HEARD_SILENCE:
            hear_nothing(s);
            break;
        }
        if (!s->over && svi_time_us() > s->until_us) {
            s->o->cut = true;
            s->over = true;
        }
    }
}

/* ---- sessions -------------------------------------------------------------------------------- */

/* Opens a session. The bot prints to the descriptor `output`. */
static bool open_session(struct session *s, struct svi_check_bot *bot,
                         const struct svi_check_plan *plan, int output, struct svi_check_outcome *o)
{
    static const struct svi_bot_session_owner owner = {.settled = on_settled,
                                                       .misdeed = on_misdeed};
    memset(s, 0, sizeof *s);
    memset(o, 0, sizeof *o);
    s->bot = bot;
    s->plan = plan;
    s->o = o;
    s->until_us = svi_time_us() + SESSION_MS * 1000LL;
    if (!driver_init(&s->driver, bot->argv, output, bot->hello_ms, bot->clock_ms, &owner, s)) {
        fault_lost(s, "3, hello", "expected a hello", s->driver.why.text);
        return false;
    }
    svi_run_family_open(&s->family, s->driver.process.pid, s->driver.process.supervised);
    bot->hello = s->driver.session.hello;
    return true;
}

static void close_session(struct session *s)
{
    while (s->n_tables > 0) {
        remove_table(s, s->n_tables - 1);
    }
    for (unsigned i = 0; i < s->n_boards; i++) {
        svi_edition_cache_finish(&s->board[i]);
    }
    svi_run_family_close(&s->family);
    driver_finish(&s->driver);
}

/* Plays until `answers` answers have come, or all matches are played. */
static void play(struct session *s, uint32_t answers)
{
    while (!s->over && s->o->answers < answers) {
        ask_all(s);
        start_clock(s);
        if (s->pending == 0) {
            return;
        }
        hear(s);
    }
}

void svi_check_play(struct svi_check_bot *bot, const struct svi_check_plan *plan,
                    struct svi_check_outcome *o)
{
    struct session s;
    if (open_session(&s, bot, plan, STDERR_FILENO, o)) {
        o->early = all_jobs(plan) / 10;
        play(&s, UINT32_MAX);
        o->memory_kb = s.driver.process.pid != 0 ? look_at_memory(&s) : o->memory_kb;
        /* A frame that arrives when no question is open was not asked for. */
        while (!s.over && driver_hear(&s.driver, 20) == HEARD_FRAME) {
        }
        keep(&s, s.n_tables > 0 ? s.table[0] : NULL); /* the oldest match in flight */
    }
    close_session(&s);
}

void svi_check_goodbye(struct svi_check_bot *bot, const struct svi_check_job *job,
                       struct svi_check_outcome *o)
{
    const struct svi_check_plan plan = {.jobs = job, .n_jobs = 1, .at_once = 1};
    struct session s;
    if (open_session(&s, bot, &plan, STDERR_FILENO, o)) {
        play(&s, 5);
        svi_bot_session_dismiss(&s.driver.session);
        send_out(&s);
        if (!s.over && !svi_process_wait(&s.driver.process, FAREWELL_MS)) {
            fault(o, "3", "still runs %d ms after the goodbye, expected to exit", FAREWELL_MS);
        } else if (!s.over && s.driver.process.status != 0) {
            char how[64];
            svi_process_describe(&s.driver.process, how, sizeof how);
            fault(o, "3", "%s after the goodbye, expected status 0", how);
        }
    }
    close_session(&s);
}

/* Copies a bot's output in a file to stderr, to help find its fault. */
static void show_printed(int file)
{
    char piece[4096];
    ssize_t size;
    off_t at = 0;
    while ((size = pread(file, piece, sizeof piece, at)) > 0) {
        (void)!write(STDERR_FILENO, piece, (size_t)size);
        at += size;
    }
}

void svi_check_lost(struct svi_check_bot *bot, const struct svi_check_job *job,
                    struct svi_check_outcome *o)
{
    const struct svi_check_plan plan = {.jobs = job, .n_jobs = 1, .at_once = 1};
    struct session s;
    /* A correct bot reports here that the arbiter is lost; users need not see that message. */
    const int printed = memfd_create("printed", MFD_CLOEXEC);
    if (open_session(&s, bot, &plan, printed >= 0 ? printed : STDERR_FILENO, o)) {
        play(&s, 5);
        /* Closes the socket and lets the process run, to observe it. */
        struct svi_process process = s.driver.process;
        s.driver.process.pid = 0;
        const bool over = s.over;
        close_session(&s);
        if (!over && o->faults == 0 && !svi_process_wait(&process, LOST_MS)) {
            fault(o, "1", "still runs %d ms after its connection was lost, expected to exit",
                  LOST_MS);
        }
        svi_process_kill(&process);
    } else {
        close_session(&s);
    }
    if (printed >= 0) {
        if (o->faults > 0) {
            show_printed(printed);
        }
        close(printed);
    }
}
