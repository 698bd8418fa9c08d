#include "runner/bot_process.h"

#include "base/time.h"
#include "base/utf8.h"
#include "job/loss.h"
#include "process/descendants.h"
#include "relay/page.h"
#include "runner/bot_start.h"
#include "runner/live_match.h"
#include "runner/local_seat.h"
#include "session/bot_session.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- loss report ----------------------------------------------------------------------------- */

/* The report about a lost process of a bot. */

#define SVI_LOSS_LINE 480u /* most bytes of one line */

/* Finds the question that a bot is taken to work on. While it owes an answer to a late question, it
 * is that question. Else it is the question of the match that it last printed in, or the question
 * that was asked first. */
static bool at_work(const struct svi_bot_session *session, uint64_t spoke,
                    struct svi_bot_session_question *question)
{
    const struct svi_bot_session_seat *seat = svi_bot_session_find(session, spoke);
    if (session->n_late == 0 && seat != NULL && seat->clock.asked) {
        *question = svi_bot_session_open_question(seat);
        return true;
    }
    return svi_bot_session_at_work(session, question);
}

/* Appends the question to the line, as far as there is room. */
static void add_question(const struct svi_bot_session_question *q, char *line, size_t size)
{
    char match[40] = "";
    if (q->match != 0) {
        (void)snprintf(match, sizeof match, " of match %" PRIu64, q->match);
    }
    (void)snprintf(line, size, ", %s '%s' in seat %u, decision %u%s",
                   q->replayed ? "replaying" : "asked", sv_decision_name(q->kind), q->seat,
                   q->decision, match);
}

/* Fills `loss`, except for its bot, and `line`, which is its report. Call it while the bot still
 * has its seats. `why` is the reason, to follow the bot's name. `spoke` is the match that it last
 * printed in, or 0. `recovered` is the number of its matches that go on with another process; with
 * 0 its seats are forfeited. */
static void loss_report(const struct svi_bot_session *session, uint64_t spoke, const char *why,
                        unsigned recovered, struct svi_loss *loss, char line[SVI_LOSS_LINE])
{
    struct svi_bot_session_question question;
    *loss = (struct svi_loss){.forfeited = recovered == 0 ? session->n_seats - session->n_out : 0,
                              .recovered = recovered,
                              .why = why,
                              .report = line};
    (void)snprintf(line, SVI_LOSS_LINE, "%s", why);
    if (at_work(session, spoke, &question)) {
        loss->match = question.match;
        loss->seat = question.seat;
        add_question(&question, line + strlen(line), SVI_LOSS_LINE - strlen(line));
    }
    if (recovered > 0) {
        (void)snprintf(line + strlen(line), SVI_LOSS_LINE - strlen(line),
                       "; %u match%s it was playing go%s on, each with a process of its own",
                       recovered, recovered == 1 ? "" : "es", recovered == 1 ? "es" : "");
    }
}

/* ---- bot process ----------------------------------------------------------------------------- */

/* Time for a process to end after it was told why it is refused. */
#define REFUSED_MS 300
/* Bytes of a report: its line, and the last output of the bot. */
#define REPORT_BYTES 2048u
/* Losses of a bot at a worker whose report includes the last output. */
#define TAILS 100u
#define LOST_BOT 1 /* exit status of a gate whose bot is gone (`solvent gate --help`) */

/* Returns the seat that gets unmarked output: the only seat, or the only one that may be asked. */
static struct svi_bot_session_seat *only_seat(const struct svi_bot_session *session)
{
    unsigned slot = 0;
    const bool one_is_in = session->single && session->n_seats == session->n_out + 1;
    if (session->n_seats != 1 && !one_is_in) {
        return NULL;
    }
    while (session->slot[slot] == NULL || (one_is_in && session->slot[slot]->out)) {
        slot++;
    }
    return session->slot[slot];
}

/* Gives a piece of the bot's output to the match that it belongs to. */
static void take_printed(void *user, uint64_t match, const char *text, size_t size)
{
    struct svi_bot_process *bot = user;
    struct svi_bot_session_seat *seat =
        match != 0 ? svi_bot_session_find(&bot->session, match) : only_seat(&bot->session);
    if (seat != NULL) {
        bot->place->printed(seat, text, size);
        bot->child.spoke = seat->id;
    }
}

void svi_bot_process_init(struct svi_bot_process *bot, const struct svi_bot_spec *spec,
                          const struct svi_bot_process_place *place, uint64_t key)
{
    const struct svi_conditions *c = svi_run_conditions(place->config, spec);
    memset(bot, 0, sizeof *bot);
    bot->spec = spec;
    bot->place = place;
    bot->child.end = -1;
    bot->limits = (struct svi_clock_limits){.decision_us = (int64_t)c->decision_ms * 1000,
                                            .bank_us = (int64_t)c->bank_ms * 1000,
                                            .strikes = c->strikes,
                                            .match_us = (int64_t)c->match_s * 1000000};
    if (spec->local_seat != NULL) {
        bot->limits = svi_local_seat_limits(&bot->limits);
    }
    svi_bot_session_init(&bot->session, &bot->limits, &place->owner, bot, spec->matches);
    bot->session.secrets = spec->secrets;
    bot->session.talk = place->config->talk;
    svi_connection_init(&bot->connection, place->epoll, key, place->stats);
    if (spec->past != NULL) {
        bot->past = spec->past[place->worker];
        bot->faults_before = svi_bot_process_faults(bot);
        bot->state = bot->past.out ? SVI_BOT_PROCESS_OUT : SVI_BOT_PROCESS_IDLE;
        bot->session.kinds = bot->past.kinds;
        memcpy(bot->session.when, bot->past.when, sizeof bot->session.when);
    }
    /* The output of a gate is about its bot; it holds nothing that the bot has printed. */
    svi_output_init(&bot->child.output,
                    place->printed != NULL && spec->endpoint == NULL ? take_printed : NULL, bot);
}

/* Registers the end of the process with epoll, where pidfds exist; elsewhere a tick finds it. */
static void watch_end(struct svi_bot_process *bot)
{
    struct epoll_event event = {.events = EPOLLIN,
                                .data.u64 = bot->place->ends + bot->connection.key};
    bot->child.end = (int)syscall(SYS_pidfd_open, bot->child.process.pid, 0);
    if (bot->child.end >= 0) {
        (void)epoll_ctl(bot->place->epoll, EPOLL_CTL_ADD, bot->child.end, &event);
    }
}

static void forget_end(struct svi_bot_process *bot)
{
    if (bot->child.end >= 0) {
        (void)epoll_ctl(bot->place->epoll, EPOLL_CTL_DEL, bot->child.end, NULL);
        close(bot->child.end);
        bot->child.end = -1;
    }
}

/* Returns the parameters for starting the bot. */
static struct svi_bot_start start_of(struct svi_bot_process *bot)
{
    const struct svi_bot_process_place *place = bot->place;
    return (struct svi_bot_start){.config = place->config,
                                  .spec = bot->spec,
                                  .sockets = place->folder,
                                  .worker = place->worker,
                                  .sandboxed = place->sandboxed,
                                  .users = place->users,
                                  .seen_as_root = &bot->past.seen_as_root,
                                  .connection = &bot->connection,
                                  .process = &bot->child.process,
                                  .output = &bot->child.output,
                                  .page = &bot->child.relay};
}

/* Closes the connection and removes the folder of its socket. */
static void close_connection(struct svi_bot_process *bot)
{
    char folder[SVI_ENDPOINT_PATH];
    svi_connection_close(&bot->connection);
    svi_run_family_close(&bot->child.family);
    if (bot->spec->argv != NULL) {
        const struct svi_bot_start start = start_of(bot);
        svi_bot_start_folder(&start, folder, sizeof folder);
        (void)rmdir(folder);
    }
    bot->times.cut_us = 0;
}

/* Adds the counts of an ended process's relay to the bot's. */
static void end_relay(struct svi_bot_process *bot)
{
    const struct svi_relay_counts counts = svi_relay_page_counts(bot->child.relay);
#define X(name) bot->past.network.name += counts.name;
    SVI_RELAY_COUNTS(X)
#undef X
    svi_relay_page_close(bot->child.relay);
    bot->child.relay = NULL;
}

void svi_bot_process_finish(struct svi_bot_process *bot)
{
    svi_process_kill(&bot->child.process);
    forget_end(bot);
    close_connection(bot);
    svi_output_read(&bot->child.output);
    svi_output_close(&bot->child.output);
    end_relay(bot);
    svi_bot_session_finish(&bot->session);
    bot->past.answers += bot->session.answers;
    bot->past.charged_us += bot->session.charged_us;
    if (bot->spec->past != NULL) {
        bot->spec->past[bot->place->worker] = bot->past;
    }
}

/* Most lines of each kind about a bot. */
static const unsigned most_notices[SVI_NOTICE_COUNT] = {[SVI_NOTICE_STRIKE] = 3,
                                                        [SVI_NOTICE_FORFEIT] = 3,
                                                        [SVI_NOTICE_LOSS] = 20,
                                                        [SVI_NOTICE_WAIT] = 5,
                                                        [SVI_NOTICE_HOPELESS] = 1};

/* Prints one line about a bot, "bot 'NAME' ...", through config->output.note, unless the limit for
 * that kind of line is reached. */
__attribute__((format(printf, 3, 4))) static void print_notice(struct svi_bot_process *bot,
                                                               enum svi_notice sort,
                                                               const char *format, ...)
{
    char text[700];
    va_list args;
    const struct svi_run_config *config = bot->place->config;
    if (config->output.note == NULL || config->debugging ||
        bot->past.notices[sort] == most_notices[sort]) {
        return;
    }
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    config->output.note(
        "bot '%s' %s%s", bot->spec->name, text,
        ++bot->past.notices[sort] == most_notices[sort] ? " (no more lines like this)" : "");
}

/* Writes the first bytes of an unreadable frame: ", at 'c1 ff 00 ...'"; "" for an empty frame. */
static void show_bytes(const struct svi_misdeed *misdeed, char *text, size_t size)
{
    enum { SHOWN = 16 };
    const size_t shown = misdeed->size < SHOWN ? misdeed->size : SHOWN;
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < shown; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%02x", i == 0 ? ", at '" : " ",
                                 misdeed->bytes[i]);
    }
    if (shown > 0) {
        (void)snprintf(text + used, size - used, "%s", shown < misdeed->size ? " ...'" : "'");
    }
}

/* Returns whether a late bot thinks or hangs, as far as a look at its processes shows. Returns ""
 * if it has no processes of ours, or if no more lines are printed. */
static const char *tell_what_it_does(const struct svi_bot_process *bot)
{
    struct svi_descendants_use use;
    if (bot->child.process.pid == 0 || bot->spec->endpoint != NULL ||
        bot->past.notices[SVI_NOTICE_STRIKE] == most_notices[SVI_NOTICE_STRIKE]) {
        return "";
    }
    svi_descendants_look(bot->child.process.pid, &use);
    return use.busy ? ": it is still at work" : ": it does nothing, so it hangs or waits";
}

/* Reports which answer was late. If the bot has not come back from an earlier question, reports the
 * question that it still owes: its author must look at that callback. */
static void notice_late(struct svi_bot_process *bot, const struct svi_bot_session_seat *seat,
                        const char *where)
{
    const char *kind = sv_decision_name(seat->asked.kind), *does = tell_what_it_does(bot);
    const struct svi_bot_session_question *first = &bot->session.late[0];
    char match[40] = "";
    if (bot->session.n_late == 0 || (first->id == seat->id && first->question == seat->question)) {
        print_notice(bot, SVI_NOTICE_STRIKE, "was late with its answer to '%s' (%s)%s", kind, where,
                     does);
        return;
    }
    if (first->match != 0) {
        (void)snprintf(match, sizeof match, "match %" PRIu64 ", ", first->match);
    }
    print_notice(bot, SVI_NOTICE_STRIKE,
                 "still owes its answer to '%s' (%sseat %u, decision %" PRIu32
                 "), so it was late with '%s' too (%s)%s",
                 sv_decision_name(first->kind), match, first->seat, first->decision, kind, where,
                 does);
}

void svi_bot_process_notice_misdeed(struct svi_bot_process *bot, const struct svi_misdeed *misdeed,
                                    const char *where)
{
    const struct svi_bot_session_seat *seat = misdeed->seat;
    const char *kind = seat != NULL ? sv_decision_name(seat->asked.kind) : NULL;
    const char *why = sv_status_text(misdeed->status);
    char rule[SV_MAX_BREACH];
    switch (misdeed->kind) {
    case SVI_MISDEED_MALFORMED:
        assert(seat != NULL);
        print_notice(bot, SVI_NOTICE_STRIKE, "gave a malformed answer to '%s' (%s): %s", kind,
                     where, why);
        break;
    case SVI_MISDEED_ILLEGAL:
        assert(seat != NULL);
        print_notice(bot, SVI_NOTICE_STRIKE, "gave an illegal answer to '%s' (%s): %s", kind, where,
                     sv_breach_text(seat->game->edition, &seat->breach, rule, sizeof rule));
        break;
    case SVI_MISDEED_LATE:
        assert(seat != NULL);
        notice_late(bot, seat, where);
        break;
    case SVI_MISDEED_UNREADABLE:
        show_bytes(misdeed, rule, sizeof rule);
        print_notice(bot, SVI_NOTICE_STRIKE,
                     "sent a frame that cannot be read, asked '%s' (%s): %s%s", kind, where, why,
                     rule);
        break;
    case SVI_MISDEED_STRAY:
        if (bot->session.connection_strays == 1) {
            print_notice(bot, SVI_NOTICE_STRIKE, "replies to a question that was not asked");
        }
        break;
    case SVI_MISDEED_STRIKES:
        assert(seat != NULL);
        print_notice(bot, SVI_NOTICE_FORFEIT,
                     "has used up its %u strikes and forfeits its seat (%s)", seat->strikes, where);
        break;
    case SVI_MISDEED_OVERTIME:
        print_notice(bot, SVI_NOTICE_FORFEIT,
                     "has thought for %lld s in a match and forfeits its seat (%s)",
                     (long long)(bot->limits.match_us / 1000000), where);
        break;
    }
}

/* ---- start and loss -------------------------------------------------------------------------- */

/* Releases a bot's connection and session, and ends its process. svi_bot_process_ended() waits for
 * the remains of the process. */
static void give_back(struct svi_bot_process *bot, bool again, int64_t now_us)
{
    if (!bot->was_refused) {
        svi_process_end(&bot->child.process);
    }
    svi_output_read(&bot->child.output);
    close_connection(bot);
    svi_bot_session_close(&bot->session, again, now_us);
    bot->state = SVI_BOT_PROCESS_ENDING;
    bot->times.leaving_us = now_us;
    (void)svi_bot_process_ended(bot, now_us);
}

bool svi_bot_process_ended(struct svi_bot_process *bot, int64_t now_us)
{
    const int64_t since_us = now_us - bot->times.leaving_us;
    if (bot->state != SVI_BOT_PROCESS_ENDING) {
        return false;
    }
    if (bot->was_refused && since_us >= (int64_t)REFUSED_MS * 1000) {
        bot->was_refused = false;
        svi_process_end(&bot->child.process);
    }
    if (since_us >= (int64_t)SVI_PROCESS_END_MS * 1000) {
        svi_process_kill(&bot->child.process);
    }
    if (!svi_process_ended(&bot->child.process)) {
        return false;
    }
    forget_end(bot);
    end_relay(bot);
    bot->was_refused = false;
    svi_output_read(&bot->child.output);
    svi_output_close(&bot->child.output);
    bot->state = bot->past.out ? SVI_BOT_PROCESS_OUT : SVI_BOT_PROCESS_IDLE;
    return true;
}

/* Returns how long a bot that is started now may take to say hello; 0: without limit. A bot from
 * elsewhere may be late at first, as its owner decides; later it must be back as soon as a bot that
 * we start. */
static uint32_t patience_ms(const struct svi_bot_process *bot)
{
    if (bot->spec->endpoint != NULL && !bot->known) {
        return bot->spec->wait_ms;
    }
    if (bot->place->config->debugging) {
        return 0;
    }
    return bot->spec->argv != NULL || bot->known
               ? svi_run_conditions(bot->place->config, bot->spec)->start_ms
               : 0;
}

static void tell_of_waiting(struct svi_bot_process *bot)
{
    if (bot->spec->endpoint != NULL) {
        print_notice(bot, SVI_NOTICE_WAIT, "is waited for at %s, for %u s", bot->spec->endpoint,
                     (patience_ms(bot) + 999) / 1000);
    } else if (!bot->known && bot->place->config->output.note != NULL) {
        const char *quote = bot->spec->anybody ? "" : "'";
        bot->place->config->output.note("waiting for %s%s%s to connect to %s", quote,
                                        bot->spec->anybody ? "a bot" : bot->spec->name, quote,
                                        bot->place->config->listen);
    }
}

/* Handles a bot that could not be started. `ours`: because we lack a resource. */
static void fail_start(struct svi_bot_process *bot, bool ours, const char *error, int64_t now_us)
{
    if (ours) {
        bot->place->starved(bot->place, bot->spec->name, error);
        give_back(bot, false, now_us);
        return;
    }
    bot->past.failures = SVI_BOT_TRIES - 1; /* trying again would not help */
    svi_bot_process_lose(bot, error, 0, now_us);
}

bool svi_bot_process_never_ran(struct svi_bot_process *bot, int64_t now_us)
{
    struct svi_error error;
    bool ours;
    const struct svi_bot_start start = start_of(bot);
    if (bot->state != SVI_BOT_PROCESS_STARTING || !svi_bot_start_failed(&start, &ours, &error)) {
        return false;
    }
    fail_start(bot, ours, error.text, now_us);
    return true;
}

void svi_bot_process_start(struct svi_bot_process *bot, int64_t now_us)
{
    const bool process = bot->spec->argv != NULL;
    assert(bot->state == SVI_BOT_PROCESS_IDLE);
    bot->state = SVI_BOT_PROCESS_STARTING;
    bot->outside = false;
    bot->child.started_us = now_us;
    svi_bot_session_open(&bot->session, patience_ms(bot), now_us);
    if (bot->spec->local_seat != NULL) {
        struct svi_hello hello;
        svi_local_seat_hello(bot->spec, &hello);
        svi_bot_session_welcome(&bot->session, &hello);
        svi_bot_process_up(bot);
        return;
    }
    if (!process || bot->spec->endpoint != NULL) {
        tell_of_waiting(bot);
    }
    if (!process) {
        return;
    }
    struct svi_error error;
    bool ours;
    const struct svi_bot_start start = start_of(bot);
    if (svi_bot_start(&start, &ours, &error) != SV_OK) {
        fail_start(bot, ours, error.text, now_us);
    } else {
        watch_end(bot);
        /* the excuse covers the whole start */
        svi_run_family_open(&bot->child.family, bot->child.process.pid, false);
        (void)svi_run_family_begin(&bot->child.family);
    }
}

void svi_bot_process_up(struct svi_bot_process *bot)
{
    bot->child.spoke = 0;
    svi_output_read(&bot->child.output); /* its output so far belongs to no match */
    const uint64_t took_us = (uint64_t)(svi_time_us() - bot->child.started_us);
    bot->past.start_us = took_us > bot->past.start_us ? took_us : bot->past.start_us;
    bot->past.says = bot->session.hello.matches;
    bot->past.starts++;
    bot->past.greeted = true;
    bot->past.kinds = bot->session.kinds;
    memcpy(bot->past.when, bot->session.when, sizeof bot->past.when);
    bot->begun = 0;
    bot->idle_reads = 0;
    bot->alone = false;
    bot->known = true;
    bot->state = SVI_BOT_PROCESS_UP;
    if (bot->child.process.pid != 0) {
        svi_run_family_open(&bot->child.family, bot->child.process.pid,
                            bot->child.process.supervised);
        (void)svi_run_family_begin(&bot->child.family);
    }
    bot->session.clocks.looks = bot->child.family.pid != 0;
}

void svi_bot_process_begin(struct svi_bot_process *bot)
{
    bot->begun++;
    if (bot->child.relay != NULL) {
        atomic_store(&bot->child.relay->matches, bot->begun);
    }
}

void svi_bot_process_take(struct svi_bot_process *bot, struct svi_channel *channel,
                          const struct svi_hello *hello, int64_t now_us)
{
    assert(bot->state != SVI_BOT_PROCESS_UP);
    if (bot->state != SVI_BOT_PROCESS_STARTING) { /* it was not waited for */
        svi_bot_session_open(&bot->session, 0, now_us);
    }
    svi_connection_take(&bot->connection, channel);
    svi_bot_session_welcome(&bot->session, hello);
    svi_bot_process_up(bot);
}

void svi_bot_process_tell_end(const struct svi_bot_process *bot, char *text, size_t size)
{
    const bool starting = bot->state == SVI_BOT_PROCESS_STARTING;
    const int status = bot->child.process.status;
    char ending[128];
    svi_process_describe(&bot->child.process, ending, sizeof ending);
    if (bot->child.process.blame == SVI_BLAME_OUTSIDE) {
        (void)snprintf(text, size, "was ended from outside%s (%s: %s)",
                       starting ? " before it said hello" : "",
                       bot->spec->endpoint == NULL ? "its supervisor" : "its gate", ending);
    } else if (bot->spec->endpoint == NULL) {
        (void)snprintf(text, size, "%s%s", ending, starting ? " before it said hello" : "");
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == LOST_BOT) {
        (void)snprintf(text, size, "has lost its connection to the gate%s",
                       starting ? " before it said hello" : "");
    } else {
        (void)snprintf(text, size, "is lost with its gate, which %s", ending);
    }
}

static bool is_on_a_jvm(const struct svi_bot_process *bot)
{
    const char *program = bot->spec->argv != NULL ? bot->spec->argv[0] : "";
    const char *slash = strrchr(program, '/');
    return strcmp(slash != NULL ? slash + 1 : program, "java") == 0;
}

void svi_bot_process_tell_late(const struct svi_bot_process *bot, const char *why, char *text,
                               size_t size)
{
    if (bot->spec->endpoint != NULL && bot->state == SVI_BOT_PROCESS_STARTING) {
        (void)snprintf(text, size, "has not connected to %s within %u s", bot->spec->endpoint,
                       (patience_ms(bot) + 999) / 1000);
    } else {
        (void)snprintf(text, size, "%s%s", why,
                       bot->state == SVI_BOT_PROCESS_STARTING && is_on_a_jvm(bot)
                           ? " (on a JVM: JeroMQ cannot connect to ipc:; see solvent help protocol)"
                           : "");
    }
}

/* Writes where the bot comes from: its command line, cut if it is long, or its endpoint. */
static void show_command(const struct svi_bot_process *bot, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    if (bot->spec->endpoint != NULL) {
        (void)snprintf(text, size, "%s", bot->spec->endpoint);
        return;
    }
    for (const char *const *word = bot->spec->argv; word != NULL && *word != NULL && used < size;
         word++) {
        const int n = snprintf(text + used, size - used, "%s%s", used == 0 ? "" : " ", *word);
        used += n > 0 ? (size_t)n : 0;
    }
    svi_text_clean(text); /* keeps the words on one line */
}

bool svi_bot_process_spares(const struct svi_bot_process *bot)
{
    return svi_bot_process_is_ours(bot) && !bot->place->config->debugging &&
           (bot->outside || (bot->begun > 1 && bot->past.failures + 1 < SVI_BOT_TRIES));
}

bool svi_bot_process_has_room(const struct svi_bot_process *bot, unsigned seats)
{
    return bot->state == SVI_BOT_PROCESS_UP && bot->lost_seats == NULL &&
           !svi_bot_process_is_spent(bot) && !(bot->alone && bot->session.n_seats > 0) &&
           svi_bot_session_has_room(&bot->session, seats);
}

void svi_bot_process_retire(struct svi_bot_process *bot, int64_t now_us)
{
    assert(bot->state == SVI_BOT_PROCESS_UP && bot->session.n_seats == 0);
    bot->state = SVI_BOT_PROCESS_LEAVING;
    bot->times.leaving_us = now_us;
}

void svi_bot_process_retired(struct svi_bot_process *bot, int64_t now_us)
{
    assert(bot->state == SVI_BOT_PROCESS_LEAVING);
    give_back(bot, false, now_us);
}

/* Returns whether the bot ever answered a question, in its present matches or before. */
static bool has_answered(struct svi_bot_process *bot)
{
    const struct svi_bot_session *session = &bot->session;
    for (unsigned i = 0, left = session->n_seats; left > 0; i++) {
        struct svi_bot_session_seat *seat = session->slot[i];
        if (seat != NULL) {
            left--;
            bot->past.answered |= svi_job_seat_answered(&svi_match_of(seat)->tally[seat->number]);
        }
    }
    return bot->past.answered;
}

/* Appends the bot's last output, unless it has been lost too often, and reports the loss. */
static void tell_loss(const struct svi_bot_process *bot, struct svi_loss *loss)
{
    char report[REPORT_BYTES];
    const size_t length = strlen(loss->report);
    (void)snprintf(report, sizeof report, "%s\n", loss->report);
    if (bot->past.lost <= TAILS) {
        svi_output_tail(&bot->child.output, report + length + 1, sizeof report - length - 1);
    }
    loss->bot = (unsigned)bot->connection.key;
    loss->unused = bot->begun == 0;
    loss->outside = bot->outside;
    loss->report = report;
    bot->place->lost(bot->place, loss);
}

/* Counts a loss by the bot's own fault, which may put it out. Returns whether that is because it
 * never answers. */
static bool count_failure(struct svi_bot_process *bot, bool died)
{
    const bool costs = bot->session.n_seats > 0;
    bot->past.deaths += died;
    bot->past.failures =
        costs && svi_bot_process_is_ours(bot) && bot->past.failures + 1 < SVI_BOT_TRIES
            ? 0
            : bot->past.failures + 1;
    const bool mute =
        bot->past.deaths >= SVI_BOT_HOPELESS && svi_bot_process_is_ours(bot) && !has_answered(bot);
    bot->past.out = mute || bot->past.failures >= SVI_BOT_TRIES;
    return mute;
}

/* Counts a process that was ended from outside. If it happens again and again, or if no other
 * process can go on with the bot's matches, the run pauses. */
static void count_outside(struct svi_bot_process *bot, const char *why)
{
    char text[384];
    bot->past.outside++;
    if (bot->past.outside >= SVI_BOT_OUTSIDE || !svi_bot_process_is_ours(bot)) {
        (void)snprintf(text, sizeof text,
                       "%s, for the %u. time in a row: the run pauses, and no seat is forfeited. "
                       "Look in the system's log for the cause",
                       why, bot->past.outside);
        bot->place->starved(bot->place, bot->spec->name, text);
    }
}

void svi_bot_process_lose(struct svi_bot_process *bot, const char *why, unsigned recovered,
                          int64_t now_us)
{
    char command[200], line[SVI_LOSS_LINE];
    struct svi_loss loss;
    loss_report(&bot->session, bot->child.spoke, why, recovered, &loss, line);
    const bool died = loss.forfeited > 0 && !bot->outside;
    bot->past.lost++;
    bot->past.faulty += !bot->outside;
    if (bot->outside) {
        count_outside(bot, why);
    }
    const bool mute = !bot->outside && count_failure(bot, died);
    if (bot->place->lost != NULL) {
        tell_loss(bot, &loss);
    }
    give_back(bot, recovered > 0, now_us);
    show_command(bot, command, sizeof command);
    print_notice(bot, SVI_NOTICE_LOSS, "%s%s%s%s", line, *command != '\0' ? " [" : "", command,
                 *command != '\0' ? "]" : "");
    if (mute) {
        print_notice(bot, SVI_NOTICE_HOPELESS,
                     "has answered nothing in its %u matches and is stopped: it forfeits "
                     "its seats from now on",
                     bot->past.deaths);
    } else if (bot->past.out) {
        print_notice(bot, SVI_NOTICE_LOSS, "is stopped: it forfeits its seats from now on");
    } else if (died && bot->past.deaths == SVI_BOT_HOPELESS) {
        print_notice(bot, SVI_NOTICE_HOPELESS,
                     "has lost its last %u matches in this way, and is started again for each: "
                     "'status: withdrawn' in the league file ends that",
                     SVI_BOT_HOPELESS);
    }
}

void svi_bot_process_played(struct svi_bot_process *bot, const struct svi_job_seat *seat)
{
    bot->past.answered |= svi_job_seat_answered(seat);
    bot->past.played++;
    bot->past.forfeits += seat->forfeited;
    if (!seat->forfeited) {
        bot->past.failures = 0;
        bot->past.deaths = 0;
        bot->past.outside = 0;
    }
}

/* ---- output ---------------------------------------------------------------------------------- */

void svi_bot_process_read_output(struct svi_bot_process *bot, int64_t now_us)
{
    if (bot->child.output_us != now_us) {
        bot->child.output_us = now_us;
        svi_output_read(&bot->child.output);
    }
}
