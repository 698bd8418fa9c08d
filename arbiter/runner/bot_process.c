#include "runner/bot_process.h"

#include "runner/bot_start.h"
#include "runner/live_match.h"
#include "runner/local_seat.h"

#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define PARTING_MS 300 /* to end after having been told why it is not wanted */
#define LOST_BOT 1     /* exit status of a gate whose bot is gone (`solvent gate --help`) */

/* The seat that has what is printed without a mark: the only one, or the only one that may be asked. */
static struct svi_host_seat *only_seat(const struct svi_host *host)
{
    unsigned slot = 0;
    const bool one_is_in = host->single && host->n_seats == host->n_out + 1;
    if (host->n_seats != 1 && !one_is_in) {
        return NULL;
    }
    while (host->slot[slot] == NULL || (one_is_in && host->slot[slot]->out)) {
        slot++;
    }
    return host->slot[slot];
}

/* Gives a piece of what the bot has printed to the match that it belongs to. */
static void take_printed(void *user, uint64_t match, const char *text, size_t size)
{
    struct svi_link *link = user;
    struct svi_host_seat *seat =
        match != 0 ? svi_host_find(&link->host, match) : only_seat(&link->host);
    if (seat != NULL) {
        link->place->printed(seat, text, size);
        link->spoke = seat->id;
    }
}

void svi_link_init(struct svi_link *link, const struct svi_bot_spec *spec,
                   const struct svi_link_place *place, uint64_t key)
{
    memset(link, 0, sizeof *link);
    link->spec = spec;
    link->place = place;
    link->wait.fd = -1;
    link->end = -1;
    link->own_limits = svi_hand_limits(&place->limits);
    svi_host_init(&link->host, spec->hand != NULL ? &link->own_limits : &place->limits,
                  &place->owner, link, spec->matches);
    svi_line_init(&link->line, place->epoll, key, place->traffic);
    if (spec->past != NULL) {
        link->past = spec->past[place->worker];
        link->state = link->past.out ? SVI_LINK_OUT : SVI_LINK_IDLE;
        link->host.kinds = link->past.kinds;
        memcpy(link->host.when, link->past.when, sizeof link->host.when);
    }
    /* What a gate prints is about its bot, and nothing that the bot has printed. */
    svi_capture_init(&link->capture,
                     place->printed != NULL && spec->endpoint == NULL ? take_printed : NULL, link);
}

/* Has epoll tell of the end of the process, where that is possible; elsewhere a tick finds it. */
static void watch_end(struct svi_link *link)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = link->place->ends + link->line.key};
    link->end = pidfd_open(link->process.pid, 0);
    if (link->end >= 0) {
        (void)epoll_ctl(link->place->epoll, EPOLL_CTL_ADD, link->end, &event);
    }
}

static void forget_end(struct svi_link *link)
{
    if (link->end >= 0) {
        (void)epoll_ctl(link->place->epoll, EPOLL_CTL_DEL, link->end, NULL);
        close(link->end);
        link->end = -1;
    }
}

/* Closes the line and takes its folder away. */
static void close_line(struct svi_link *link)
{
    char folder[SVI_ENDPOINT_PATH];
    svi_line_close(&link->line);
    svi_wait_close(&link->wait);
    if (link->spec->argv != NULL) {
        svi_bot_start_folder(link, folder, sizeof folder);
        (void)rmdir(folder);
    }
    link->cut_us = 0;
}

void svi_link_finish(struct svi_link *link)
{
    svi_process_kill(&link->process);
    forget_end(link);
    close_line(link);
    svi_capture_read(&link->capture);
    svi_capture_close(&link->capture);
    svi_host_finish(&link->host);
    if (link->spec->past != NULL) {
        link->spec->past[link->place->worker] = link->past;
    }
}

void svi_link_notice(struct svi_link *link, enum svi_notice sort, const char *format, ...)
{
    static const unsigned most[SVI_NOTICE_COUNT] = {[SVI_NOTICE_STRIKE] = 3,
                                                    [SVI_NOTICE_FORFEIT] = 3,
                                                    [SVI_NOTICE_LOSS] = 20,
                                                    [SVI_NOTICE_WAIT] = 5,
                                                    [SVI_NOTICE_HOPELESS] = 1};
    char text[700];
    va_list args;
    const struct svi_referee_config *config = link->place->config;
    if (config->note == NULL || link->past.notices[sort] == most[sort]) {
        return;
    }
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    config->note("bot '%s' %s%s", link->spec->name, text,
                 ++link->past.notices[sort] == most[sort] ? " (no more lines like this)" : "");
}

/* ", at 'c1 ff 00 ...'": the first bytes of what cannot be read; "" where there are none. */
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

void svi_link_notice_misdeed(struct svi_link *link, const struct svi_misdeed *misdeed,
                             const char *where)
{
    const struct svi_host_seat *seat = misdeed->seat;
    const char *kind = seat != NULL ? sv_decision_name(seat->asked.kind) : NULL;
    const char *why = sv_status_text(misdeed->status);
    char rule[SV_MAX_BREACH];
    switch (misdeed->kind) {
    case SVI_MISDEED_MALFORMED:
        assert(seat != NULL);
        svi_link_notice(link, SVI_NOTICE_STRIKE, "gave a malformed answer to '%s' (%s): %s", kind,
                        where, why);
        break;
    case SVI_MISDEED_ILLEGAL:
        assert(seat != NULL);
        svi_link_notice(link, SVI_NOTICE_STRIKE, "gave an illegal answer to '%s' (%s): %s", kind,
                        where,
                        sv_breach_text(seat->game->edition, &seat->breach, rule, sizeof rule));
        break;
    case SVI_MISDEED_LATE:
        svi_link_notice(link, SVI_NOTICE_STRIKE, "was late with its answer to '%s' (%s)", kind,
                        where);
        break;
    case SVI_MISDEED_UNREADABLE:
        show_bytes(misdeed, rule, sizeof rule);
        svi_link_notice(link, SVI_NOTICE_STRIKE,
                        "sent a frame that cannot be read, asked '%s' (%s): %s%s", kind, where, why,
                        rule);
        break;
    case SVI_MISDEED_STRAY:
        if (link->host.adrift == 1) {
            svi_link_notice(link, SVI_NOTICE_STRIKE, "replies to what it has not been asked");
        }
        break;
    case SVI_MISDEED_STRIKES:
        assert(seat != NULL);
        svi_link_notice(link, SVI_NOTICE_FORFEIT,
                        "has used up its %u strikes and forfeits its seat (%s)", seat->strikes,
                        where);
        break;
    case SVI_MISDEED_OVERTIME:
        svi_link_notice(link, SVI_NOTICE_FORFEIT,
                        "has thought for %lld s in a match and forfeits its seat (%s)",
                        (long long)(link->place->limits.match_us / 1000000), where);
        break;
    }
}

/* ---- start and loss -------------------------------------------------------------------------- */

/* What a bot had of us; what is left of its process is waited for (svi_link_ended()). */
static void give_back(struct svi_link *link, bool again, int64_t now_us)
{
    if (!link->parting) {
        svi_process_end(&link->process);
    }
    svi_capture_read(&link->capture);
    close_line(link);
    svi_host_close(&link->host, again, now_us);
    link->state = SVI_LINK_ENDING;
    link->leaving_us = now_us;
    (void)svi_link_ended(link, now_us);
}

bool svi_link_ended(struct svi_link *link, int64_t now_us)
{
    const int64_t since_us = now_us - link->leaving_us;
    if (link->state != SVI_LINK_ENDING) {
        return false;
    }
    if (link->parting && since_us >= (int64_t)PARTING_MS * 1000) {
        link->parting = false;
        svi_process_end(&link->process);
    }
    if (since_us >= (int64_t)SVI_PROCESS_END_MS * 1000) {
        svi_process_kill(&link->process);
    }
    if (!svi_process_ended(&link->process)) {
        return false;
    }
    forget_end(link);
    link->parting = false;
    svi_capture_read(&link->capture);
    svi_capture_close(&link->capture);
    link->state = link->past.out ? SVI_LINK_OUT : SVI_LINK_IDLE;
    return true;
}

/* How long a bot that is started now may take to say hello; 0: there is no end to it. One from elsewhere has its owner
 * to thank when it is not there at first; later it must be back as soon as one that is started here. */
static uint32_t patience_ms(const struct svi_link *link)
{
    if (link->spec->endpoint != NULL && !link->known) {
        return link->spec->wait_ms;
    }
    return link->spec->argv != NULL || link->known ? link->place->config->hello_ms : 0;
}

static void tell_of_waiting(struct svi_link *link)
{
    if (link->spec->endpoint != NULL) {
        svi_link_notice(link, SVI_NOTICE_WAIT, "is waited for at %s, for %u s",
                        link->spec->endpoint, (patience_ms(link) + 999) / 1000);
    } else if (!link->known && link->place->config->note != NULL) {
        link->place->config->note("waiting for '%s' to connect to %s", link->spec->name,
                                  link->place->config->listen);
    }
}

/* A bot could not be started. With `ours` it is for a lack of ours. */
static void fail_start(struct svi_link *link, bool ours, const char *error, int64_t now_us)
{
    if (ours && link->place->starved != NULL) {
        link->place->starved(link->place, link->spec->name, error);
        give_back(link, false, now_us);
        return;
    }
    link->past.failures = SVI_BOT_TRIES - 1; /* trying again would not help */
    svi_link_lose(link, error, false, now_us);
}

bool svi_link_never_ran(struct svi_link *link, int64_t now_us)
{
    char error[384];
    bool ours;
    if (link->state != SVI_LINK_STARTING ||
        !svi_bot_start_failed(link, &ours, error, sizeof error)) {
        return false;
    }
    fail_start(link, ours, error, now_us);
    return true;
}

void svi_link_start(struct svi_link *link, int64_t now_us)
{
    const bool process = link->spec->argv != NULL;
    assert(link->state == SVI_LINK_IDLE);
    link->state = SVI_LINK_STARTING;
    link->started_us = now_us;
    svi_host_open(&link->host, patience_ms(link), now_us);
    if (link->spec->hand != NULL) {
        struct svi_hello hello;
        svi_hand_hello(link->spec, &hello);
        svi_host_welcome(&link->host, &hello);
        svi_link_up(link);
        return;
    }
    if (!process || link->spec->endpoint != NULL) {
        tell_of_waiting(link);
    }
    if (!process) {
        return;
    }
    char error[384];
    bool ours;
    if (svi_bot_start(link, &ours, error, sizeof error) != SV_OK) {
        fail_start(link, ours, error, now_us);
    } else {
        watch_end(link);
    }
}

void svi_link_up(struct svi_link *link)
{
    link->spoke = 0;
    svi_capture_read(&link->capture); /* what it has printed so far belongs to no match */
    const uint64_t took_us = (uint64_t)(svi_clock_us() - link->started_us);
    link->past.start_us = took_us > link->past.start_us ? took_us : link->past.start_us;
    link->past.says = link->host.hello.matches;
    link->past.starts++;
    link->past.greeted = true;
    link->past.kinds = link->host.kinds;
    memcpy(link->past.when, link->host.when, sizeof link->past.when);
    link->begun = 0;
    link->idle_reads = 0;
    link->alone = false;
    link->known = true;
    link->state = SVI_LINK_UP;
}

void svi_link_take(struct svi_link *link, struct svi_channel *channel,
                   const struct svi_hello *hello, int64_t now_us)
{
    assert(link->state != SVI_LINK_UP);
    if (link->state != SVI_LINK_STARTING) { /* nobody has waited for it */
        svi_host_open(&link->host, 0, now_us);
    }
    svi_line_take(&link->line, channel);
    svi_host_welcome(&link->host, hello);
    svi_link_up(link);
}

void svi_link_tell_end(const struct svi_link *link, char *text, size_t size)
{
    const bool starting = link->state == SVI_LINK_STARTING;
    const int status = link->process.status;
    char how[128];
    svi_process_describe(&link->process, how, sizeof how);
    if (link->spec->endpoint == NULL) {
        (void)snprintf(text, size, "%s%s", how, starting ? " before it said hello" : "");
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == LOST_BOT) {
        (void)snprintf(text, size, "is lost to its gate%s",
                       starting ? " before it said hello" : "");
    } else {
        (void)snprintf(text, size, "is lost with its gate, which %s", how);
    }
}

void svi_link_tell_late(const struct svi_link *link, const char *why, char *text, size_t size)
{
    if (link->spec->endpoint != NULL && link->state == SVI_LINK_STARTING) {
        (void)snprintf(text, size, "has not connected to %s within %u s", link->spec->endpoint,
                       (patience_ms(link) + 999) / 1000);
    } else {
        (void)snprintf(text, size, "%s", why);
    }
}

/* Where it comes from, for people: its command line, cut when it is long, or its endpoint. */
static void show_command(const struct svi_link *link, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    if (link->spec->endpoint != NULL) {
        (void)snprintf(text, size, "%s", link->spec->endpoint);
        return;
    }
    for (const char *const *word = link->spec->argv; word != NULL && *word != NULL && used < size;
         word++) {
        const int n = snprintf(text + used, size - used, "%s%s", used == 0 ? "" : " ", *word);
        used += n > 0 ? (size_t)n : 0;
    }
    svi_text_clean(text); /* one line, whatever its words hold */
}

/* Its process is one that we can start anew, and that knows nothing then. */
static bool is_ours(const struct svi_link *link)
{
    return link->spec->argv != NULL && link->spec->endpoint == NULL;
}

bool svi_link_spares(const struct svi_link *link)
{
    return is_ours(link) && link->begun > 1 && link->past.failures + 1 < SVI_BOT_TRIES;
}

bool svi_link_has_room(const struct svi_link *link, unsigned seats)
{
    return link->state == SVI_LINK_UP && link->held == NULL &&
           !(link->alone && link->host.n_seats > 0) && svi_host_has_room(&link->host, seats);
}

void svi_link_retire(struct svi_link *link, int64_t now_us)
{
    assert(link->state == SVI_LINK_UP && link->host.n_seats == 0);
    link->state = SVI_LINK_LEAVING;
    link->leaving_us = now_us;
}

void svi_link_retired(struct svi_link *link, int64_t now_us)
{
    assert(link->state == SVI_LINK_LEAVING);
    give_back(link, false, now_us);
}

/* Whether a question was ever answered, in the matches that it sits in or before. */
static bool has_answered(struct svi_link *link)
{
    const struct svi_host *host = &link->host;
    for (unsigned i = 0, left = host->n_seats; left > 0; i++) {
        struct svi_host_seat *seat = host->slot[i];
        if (seat != NULL) {
            left--;
            link->past.answered |=
                svi_match_of(seat)->tally[seat->number].verdicts[SV_VERDICT_OK] > 0;
        }
    }
    return link->past.answered;
}

void svi_link_lose(struct svi_link *link, const char *why, bool again, int64_t now_us)
{
    char command[200];
    const bool costs = link->host.n_seats > 0;
    const bool died = link->host.n_seats > link->host.n_out && !again;
    link->past.lost++;
    link->past.deaths += died;
    link->past.failures = costs && is_ours(link) && link->past.failures + 1 < SVI_BOT_TRIES
                              ? 0
                              : link->past.failures + 1;
    const bool mute = link->past.deaths >= SVI_BOT_HOPELESS && is_ours(link) && !has_answered(link);
    link->past.out = mute || link->past.failures >= SVI_BOT_TRIES;
    give_back(link, again, now_us);
    show_command(link, command, sizeof command);
    svi_link_notice(link, SVI_NOTICE_LOSS, "%s%s%s%s", why, *command != '\0' ? " [" : "", command,
                    *command != '\0' ? "]" : "");
    if (mute) {
        svi_link_notice(
            link, SVI_NOTICE_HOPELESS,
            "has answered nothing in its %u matches and is given up: its seats are forfeited "
            "from now on",
            link->past.deaths);
    } else if (link->past.out) {
        svi_link_notice(link, SVI_NOTICE_LOSS, "is given up: its seats are forfeited from now on");
    } else if (died && link->past.deaths == SVI_BOT_HOPELESS) {
        svi_link_notice(link, SVI_NOTICE_HOPELESS,
                        "has lost its last %u matches in this way, and is started again for each: "
                        "'status: withdrawn' in the league file ends that",
                        SVI_BOT_HOPELESS);
    }
}

void svi_link_played(struct svi_link *link, const struct svi_referee_seat *seat)
{
    link->past.answered |= seat->verdicts[SV_VERDICT_OK] > 0;
    if (!seat->forfeited) {
        link->past.failures = 0;
        link->past.deaths = 0;
    }
}

/* ---- what it prints --------------------------------------------------------------------------- */

void svi_link_read_output(struct svi_link *link, int64_t now_us)
{
    if (link->output_us != now_us) {
        link->output_us = now_us;
        svi_capture_read(&link->capture);
    }
}
