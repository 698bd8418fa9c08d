#include "session/bot_session.h"

#include <solvent/version.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define SLOT_BITS 10u
#define SLOT_MASK (SVI_HOST_MATCHES - 1)
_Static_assert(SVI_HOST_MATCHES == 1u << SLOT_BITS, "the slot is the number's lowest bits");

/* ---- the connection --------------------------------------------------------------------------- */

void svi_host_init(struct svi_host *host, const struct svi_clock_limits *limits,
                   const struct svi_host_owner *owner, void *user, unsigned most)
{
    memset(host, 0, sizeof *host);
    host->limits = limits;
    host->owner = owner;
    host->user = user;
    host->most = most > 0 && most < SVI_HOST_MATCHES ? most : SVI_HOST_MATCHES;
    for (unsigned i = 0; i < SVI_HOST_MATCHES; i++) {
        host->free_slot[i] = (uint16_t)(SVI_HOST_MATCHES - 1 - i);
    }
}

void svi_host_finish(struct svi_host *host)
{
    svi_buf_finish(&host->out);
}

void svi_host_touch(struct svi_host *host)
{
    if (!host->touched && host->owner->touched != NULL) {
        host->touched = true;
        host->owner->touched(host->user, host);
    }
}

void svi_host_open(struct svi_host *host, uint32_t hello_ms, int64_t now_us)
{
    assert(host->state == SVI_HOST_CLOSED && host->n_seats == 0);
    host->state = SVI_HOST_GREETING;
    host->hello_ms = hello_ms;
    host->greeting_us = now_us;
    host->hello_due_us = hello_ms > 0 ? now_us + (int64_t)hello_ms * 1000 : SVI_NEVER;
    host->editions = 0;
    host->mixed = false;
    host->owed = 0;
    host->adrift = 0;
    host->heard = 0;
    host->unheard = 0;
    memset(&host->clocks, 0, sizeof host->clocks);
    svi_buf_clear(&host->out);
    svi_host_touch(host);
}

void svi_host_excuse_hello(struct svi_host *host, int64_t waited_us, int64_t now_us)
{
    const int64_t hello_us = (int64_t)host->hello_ms * 1000;
    int64_t excused_us = now_us - host->greeting_us;
    assert(host->state == SVI_HOST_GREETING && host->hello_ms > 0);
    excused_us = waited_us < excused_us ? waited_us : excused_us;
    excused_us = excused_us < SVI_EXCUSES * hello_us ? excused_us : SVI_EXCUSES * hello_us;
    const int64_t due_us = host->greeting_us + hello_us + excused_us;
    host->hello_due_us = due_us > host->hello_due_us ? due_us : host->hello_due_us;
}

void svi_host_sent(struct svi_host *host, int64_t now_us)
{
    host->touched = false;
    svi_buf_clear(&host->out);
    svi_clock_sent(&host->clocks, now_us);
}

void svi_host_dismiss(struct svi_host *host)
{
    svi_put_goodbye(&host->out);
}

void svi_host_give_up(struct svi_host *host, struct svi_host_seat *seat)
{
    const unsigned bit = 1u << seat->number;
    const bool asked = seat->phase == SVI_SEAT_ASKED;
    assert(seat->host == NULL);
    seat->away = false;
    if (asked || seat->game->played == NULL) {
        seat->game->forfeits |= bit;
    }
    if (asked) {
        seat->phase = SVI_SEAT_IDLE;
        seat->verdict = SV_VERDICT_DEAD;
        seat->game->waiting &= ~bit;
        host->owner->settled(host->user, seat);
    }
}

void svi_host_close(struct svi_host *host, bool again, int64_t now_us)
{
    host->state = SVI_HOST_CLOSED;
    for (unsigned i = 0; i < SVI_HOST_MATCHES && host->n_seats > 0; i++) {
        struct svi_host_seat *seat = host->slot[i];
        if (seat == NULL) {
            continue;
        }
        svi_host_stop_clock(seat, now_us);
        const bool out = seat->out;
        svi_host_leave(seat);
        if (out) {
            continue;
        }
        if (!again || seat->game->played == NULL) {
            svi_host_give_up(host, seat);
            continue;
        }
        seat->away = true;
        if (seat->phase != SVI_SEAT_SETTLED) { /* it will be said again */
            svi_remark_queue_take_back(&seat->remarks);
        }
    }
    svi_buf_clear(&host->out);
}

/* ---- the hello -------------------------------------------------------------------------------- */

const char *svi_host_read_hello(const uint8_t *bytes, size_t size, struct svi_hello *hello,
                                char text[SVI_MAX_REASON])
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    struct svi_head head;
    memset(hello, 0, sizeof *hello);
    enum sv_status status = svi_get_head(&frame, &head);
    if (status != SV_OK || head.type != SVI_MESSAGE_HELLO) {
        (void)snprintf(text, SVI_MAX_REASON, "its first message is no hello");
        return text;
    }
    status = svi_get_hello(&frame, &head, hello);
    if (status == SV_OK) {
        return NULL;
    }
    hello->name[0] = '\0';
    if (status == SV_E_VERSION) {
        (void)snprintf(text, SVI_MAX_REASON, "version %u of the protocol is spoken here, not %u",
                       SVI_PROTOCOL, hello->protocol);
    } else {
        (void)snprintf(text, SVI_MAX_REASON, "the hello cannot be read: %s",
                       sv_status_text(status));
    }
    return text;
}

void svi_host_welcome(struct svi_host *host, const struct svi_hello *hello)
{
    const struct svi_welcome welcome = {
        .protocol = SVI_PROTOCOL,
        .arbiter = SV_VERSION_STRING,
        .decision_ms = (uint32_t)(host->limits->decision_us / 1000),
        .bank_ms = (uint32_t)(host->limits->bank_us / 1000),
        .strikes = host->limits->strikes,
    };
    assert(host->state == SVI_HOST_GREETING);
    host->state = SVI_HOST_UP;
    host->hello = *hello;
    host->kinds = hello->answers & ((UINT32_C(1) << SV_DECISION_COUNT) - 1);
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        /* A condition that is not known here may hold at any time. */
        const unsigned when = hello->when[k];
        const bool always = (when & SV_WHEN_ALWAYS) != 0 || when > SV_WHEN_ALL;
        host->when[k] = (uint8_t)(always || !sv_has(host->kinds, k) ? 0 : when);
    }
    host->capacity = hello->matches < host->most ? hello->matches : host->most;
    host->capacity += host->capacity == 0;
    svi_put_welcome(&host->out, &welcome);
    svi_host_touch(host);
}

/* The first frame of a connection. */
static const char *greet(struct svi_host *host, const uint8_t *bytes, size_t size)
{
    struct svi_hello hello;
    char text[SVI_MAX_REASON];
    const char *wrong = svi_host_read_hello(bytes, size, &hello, text);
    if (wrong == NULL && host->owner->admit != NULL) {
        wrong = host->owner->admit(host->user, &hello);
    }
    if (wrong == NULL) {
        svi_host_welcome(host, &hello);
        return NULL;
    }
    svi_put_refused(&host->out, wrong);
    (void)snprintf(host->why, sizeof host->why, "its hello is not accepted: %s", wrong);
    return host->why;
}

/* ---- seats ------------------------------------------------------------------------------------ */

/* A seat sits down. */
static void join(struct svi_host *host, const struct svi_host_seat *seat)
{
    if (host->n_seats == host->n_out) {
        host->game = seat->game;
    }
    host->mixed |= seat->game != host->game;
}

bool svi_host_has_room(const struct svi_host *host, unsigned seats)
{
    const bool fits = host->n_seats == 0 || host->n_seats + seats <= host->capacity;
    return fits && (!host->single || host->n_seats == host->n_out);
}

void svi_host_out(struct svi_host_seat *seat)
{
    if (seat->host != NULL && !seat->out) {
        seat->out = true;
        seat->host->n_out++;
    }
}

void svi_host_sit(struct svi_host *host, struct svi_host_seat *seat)
{
    assert(host->state == SVI_HOST_UP && host->n_seats < SVI_HOST_MATCHES);
    join(host, seat);
    const unsigned slot = host->free_slot[SVI_HOST_MATCHES - ++host->n_seats];
    host->slot[slot] = seat;
    host->unheard = 0;
    seat->host = host;
    seat->id = (uint64_t)++host->serial << SLOT_BITS | slot;
}

void svi_host_sit_again(struct svi_host *host, struct svi_host_seat *seat)
{
    const unsigned slot = (unsigned)(seat->id & SLOT_MASK);
    unsigned at = 0;
    assert(host->state == SVI_HOST_UP && host->slot[slot] == NULL && seat->away);
    while (host->free_slot[at] != slot) {
        at++;
    }
    join(host, seat);
    host->free_slot[at] = host->free_slot[SVI_HOST_MATCHES - ++host->n_seats];
    host->slot[slot] = seat;
    host->unheard = 0;
    seat->host = host;
    seat->away = false;
}

struct svi_host_seat *svi_host_find(const struct svi_host *host, uint64_t match)
{
    struct svi_host_seat *seat = host->slot[match & SLOT_MASK];
    return seat != NULL && seat->id == match ? seat : NULL;
}

void svi_host_leave(struct svi_host_seat *seat)
{
    struct svi_host *host = seat->host;
    const unsigned slot = (unsigned)(seat->id & SLOT_MASK);
    assert(host->slot[slot] == seat);
    host->slot[slot] = NULL;
    host->free_slot[SVI_HOST_MATCHES - host->n_seats--] = (uint16_t)slot;
    host->n_out -= seat->out;
    seat->out = false;
    seat->host = NULL;
}

void svi_host_tell_clock(struct svi_host_seat *seat)
{
    const uint32_t bank_ms = (uint32_t)(seat->clock.bank_us / 1000);
    const uint32_t most = seat->limits->strikes;
    const uint32_t strikes = seat->strikes < most ? most - seat->strikes : 0;
    if (bank_ms != seat->told_ms || strikes != seat->told_strikes) {
        seat->told_ms = bank_ms;
        seat->told_strikes = strikes;
        svi_put_clock(&seat->host->out, &(struct svi_clock_left){seat->id, bank_ms, strikes});
    }
}

void svi_host_tell_events(struct svi_host_seat *seat)
{
    if (seat->events) {
        svi_put_events(&seat->host->out, seat->id, seat->game->events, &seat->told);
    }
}

void svi_host_stop_clock(struct svi_host_seat *seat, int64_t now_us)
{
    if (seat->clock.asked) {
        svi_clock_drop(&seat->host->clocks, &seat->clock, now_us);
        seat->host->owed++;
        svi_host_touch(seat->host);
    }
    svi_recall_end(seat);
}

void svi_host_asked(struct svi_host_seat *seat, int64_t now_us)
{
    struct svi_host *host = seat->host;
    assert(seat->phase == SVI_SEAT_IDLE);
    seat->phase = SVI_SEAT_ASKED;
    seat->game->waiting |= 1u << seat->number;
    host->questions++;
    svi_clock_ask(&host->clocks, &seat->clock, now_us);
    svi_host_touch(host);
}

void svi_host_settle(struct svi_host_seat *seat, enum sv_verdict verdict, enum sv_status fault)
{
    assert(seat->phase == SVI_SEAT_ASKED);
    seat->phase = SVI_SEAT_SETTLED;
    seat->verdict = (uint8_t)verdict;
    seat->fault = (uint8_t)fault;
    seat->game->waiting &= ~(1u << seat->number);
    seat->game->settled |= 1u << seat->number;
    svi_host_touch(seat->host);
    seat->host->owner->settled(seat->host->user, seat);
}

/* ---- what goes wrong -------------------------------------------------------------------------- */

void svi_host_tell(struct svi_host *host, const struct svi_misdeed *misdeed)
{
    if (host->owner->misdeed != NULL) {
        host->owner->misdeed(host->user, host, misdeed);
    }
}

/* A frame that is being read. */
struct reading {
    struct svi_cursor frame;
    size_t size;
    const uint8_t *start; /* of the message */
    struct svi_head head; /* of it */
    int64_t arrived_us;
    bool led;         /* it answers a question that needs no answer any more */
    const char *lost; /* why the connection must be closed */
};

/* Bytes of the message that is being read, from one of them on; of what is none, those that are left of the frame. */
static size_t bytes_from(const struct reading *r, const uint8_t *from)
{
    struct svi_cursor c = r->frame;
    const uint8_t *end = svi_resync(&c, r->start) ? c.at : c.end;
    assert(from >= r->start && from <= end);
    return (size_t)(end - from);
}

/* Where, in the message that is being read, stands what comes behind the numbers of its match and question; NULL when it is not known
 * which those are. They count what a connection has carried, so they must not come into the record; and what else is no message
 * may hold them anywhere. */
static const uint8_t *behind_numbers(const struct reading *r)
{
    struct svi_cursor c = {r->start, r->frame.end, SV_OK};
    struct svi_head head;
    if (svi_get_head(&c, &head) != SV_OK || head.fields < 2 ||
        (head.type != SVI_MESSAGE_REPLY && head.type != SVI_MESSAGE_LOG &&
         head.type != SVI_MESSAGE_NOTE)) {
        return NULL;
    }
    (void)svi_get_uint(&c, UINT64_MAX);
    (void)svi_get_uint(&c, UINT32_MAX);
    return c.status == SV_OK ? c.at : NULL;
}

/* What came belongs to no question; `misdeed` says what is known of it. */
static const char *stray(struct svi_host *host, const struct reading *r, struct svi_misdeed misdeed)
{
    misdeed.kind = SVI_MISDEED_STRAY;
    misdeed.frame_size = r->size;
    host->strays++;
    host->adrift++;
    svi_host_tell(host, &misdeed);
    return host->adrift > SVI_HOST_STRAYS ? "floods us with replies to what it has not been asked"
                                          : NULL;
}

/* What came cannot be read, and perhaps what comes behind it in the frame neither: why the connection must be closed, so that it is
 * found again where nothing else is in the frame. NULL: it need not. */
static const char *shared(struct svi_host *host)
{
    if (!host->mixed || host->owner->spares == NULL || !host->owner->spares(host->user, host)) {
        return NULL;
    }
    host->single = true;
    return "sends what cannot be read, and holds several matches";
}

/* What came cannot be read. `message` is its type, as far as it is known. */
static const char *unreadable(struct svi_host *host, const struct reading *r, enum sv_status status,
                              uint32_t message)
{
    struct svi_clock *oldest = host->clocks.oldest;
    struct svi_misdeed misdeed = {.kind = SVI_MISDEED_UNREADABLE,
                                  .status = status,
                                  .message = message,
                                  .frame_size = r->size};
    const bool asked = oldest != NULL && !r->led && !svi_host_seat_of(oldest)->recall.running;
    const char *lost = asked ? shared(host) : NULL;
    if (lost != NULL) {
        return lost;
    }
    if (host->owed > 0) { /* else it would hang on the time whether another question pays for it */
        host->owed--;
        host->heard++;
        svi_clock_heard(&host->clocks, r->arrived_us);
        return NULL;
    }
    if (!asked) {
        return stray(host, r, misdeed);
    }
    misdeed.seat = svi_host_seat_of(oldest);
    misdeed.bytes = r->start;
    misdeed.size = (size_t)(r->frame.end - r->start);
    const uint8_t *said = behind_numbers(r);
    svi_slip_queue_add(&misdeed.seat->slips, SV_VERDICT_MALFORMED, status, said,
                       said != NULL ? bytes_from(r, said) : 0);
    svi_host_tell(host, &misdeed);
    svi_clock_answer(&host->clocks, oldest, r->arrived_us);
    svi_host_settle(misdeed.seat, SV_VERDICT_MALFORMED, status);
    return NULL;
}

/* ---- frames ----------------------------------------------------------------------------------- */

/* How a frame goes on after a message. */
enum onward {
    ONWARD_BEHIND, /* the cursor stands behind it */
    ONWARD_RESYNC, /* somewhere in it */
    ONWARD_STOP,   /* the rest of the frame is not read */
};

/* A reply to nothing that is pending. */
static enum onward take_stray(struct svi_host *host, struct reading *r, struct svi_host_seat *seat,
                              const struct svi_reply *reply, enum sv_status status)
{
    if (status != SV_OK) {
        r->lost = unreadable(host, r, status, SVI_MESSAGE_REPLY);
        return ONWARD_STOP;
    }
    if (host->owed > 0) {
        host->owed--;
        host->heard++;
        if (seat != NULL) {
            svi_slip_queue_came(&seat->slips, reply->question, r->frame.at,
                                reply->values != 0 ? bytes_from(r, r->frame.at) : 0);
        }
        svi_clock_heard(&host->clocks, r->arrived_us);
    } else {
        r->lost = stray(host, r,
                        (struct svi_misdeed){.match = reply->match,
                                             .question = reply->question,
                                             .message = SVI_MESSAGE_REPLY});
    }
    return ONWARD_RESYNC;
}

/* A reply to a question whose answer is there already: whatever it says. */
static enum onward take_again(struct reading *r, struct svi_host_seat *seat)
{
    struct svi_host *host = seat->host;
    host->heard++;
    host->unheard = 0;
    svi_clock_drop(&host->clocks, &seat->clock, r->arrived_us);
    svi_clock_heard(&host->clocks, r->arrived_us);
    r->led = true; /* what else is in the frame was sent before the open question is known there */
    r->lost = svi_recall_next(seat, r->arrived_us);
    return ONWARD_RESYNC;
}

static enum onward take_reply(struct svi_host *host, struct reading *r)
{
    struct svi_reply reply;
    enum sv_status status = svi_get_reply(&r->frame, &r->head, &reply);
    struct svi_host_seat *seat = svi_host_find(host, reply.match);
    if (seat != NULL && seat->recall.running) {
        return seat->recall.question == reply.question ? take_again(r, seat)
                                                       : take_stray(host, r, NULL, &reply, status);
    }
    if (seat == NULL || seat->phase != SVI_SEAT_ASKED || seat->question != reply.question) {
        return take_stray(host, r, seat, &reply, status);
    }
    const uint8_t *values = r->frame.at;
    seat->by_default = reply.values == 0;
    if (status == SV_OK && !seat->by_default) {
        status = svi_get_reply_answer(&r->frame, &reply, seat->game->edition,
                                      &seat->game->state->position, &seat->asked, &seat->answer);
    }
    if (status != SV_OK && (r->lost = shared(host)) != NULL) {
        return ONWARD_STOP;
    }
    if (status != SV_OK) {
        svi_slip_queue_add(&seat->slips, SV_VERDICT_MALFORMED, status, values,
                           bytes_from(r, values));
        svi_host_tell(host, &(struct svi_misdeed){
                                .kind = SVI_MISDEED_MALFORMED, .seat = seat, .status = status});
    }
    host->answers++;
    host->heard++;
    host->unheard = 0;
    svi_clock_answer(&host->clocks, &seat->clock, r->arrived_us);
    svi_host_settle(seat, status == SV_OK ? SV_VERDICT_OK : SV_VERDICT_MALFORMED, status);
    return status == SV_OK ? ONWARD_BEHIND : ONWARD_RESYNC;
}

/* A log or a note. */
static enum onward take_remark(struct svi_host *host, struct reading *r)
{
    struct svi_remark remark;
    uint64_t match;
    uint32_t question;
    const enum sv_status status = svi_get_say(&r->frame, &r->head, &match, &question, &remark);
    struct svi_host_seat *seat = svi_host_find(host, match);
    if (status != SV_OK) {
        r->lost = unreadable(host, r, status, r->head.type);
        return ONWARD_STOP;
    }
    if (seat != NULL && !seat->recall.running &&
        (question == 0 || (question == seat->question && seat->phase == SVI_SEAT_ASKED))) {
        if (svi_remark_queue_add(&seat->remarks, &remark.said)) {
            return ONWARD_BEHIND;
        }
    } else if (seat != NULL && !seat->recall.running && question > seat->question) {
        r->lost = stray(
            host, r,
            (struct svi_misdeed){.match = match, .question = question, .message = r->head.type});
        return ONWARD_BEHIND;
    }
    if (++host->unheard > SVI_HOST_UNHEARD) {
        r->lost = "floods us with logs that nobody keeps";
    }
    return ONWARD_BEHIND;
}

static const char *read_frame(struct svi_host *host, const uint8_t *bytes, size_t size,
                              int64_t arrived_us)
{
    struct reading r = {.frame = svi_cursor_over(bytes, size),
                        .size = size,
                        .start = bytes,
                        .arrived_us = arrived_us};
    if (size == 0) {
        return unreadable(host, &r, SV_E_TRUNCATED, SVI_MESSAGE_COUNT);
    }
    /* It ends: every reply settles a question or a debt, or brings the bot nearer to being given up; and what is
     * said is no longer than the frame. */
    while (r.lost == NULL && svi_cursor_left(&r.frame) != 0) {
        r.start = r.frame.at;
        const enum sv_status status = svi_get_head(&r.frame, &r.head);
        const bool remark = r.head.type == SVI_MESSAGE_LOG || r.head.type == SVI_MESSAGE_NOTE;
        if (status != SV_OK || (r.head.type != SVI_MESSAGE_REPLY && !remark)) {
            return status == SV_OK ? unreadable(host, &r, SV_E_UNKNOWN, r.head.type)
                                   : unreadable(host, &r, status, SVI_MESSAGE_COUNT);
        }
        const enum onward onward = remark ? take_remark(host, &r) : take_reply(host, &r);
        if (onward == ONWARD_STOP || (onward == ONWARD_RESYNC && !svi_resync(&r.frame, r.start))) {
            break;
        }
    }
    return r.lost;
}

const char *svi_host_frame(struct svi_host *host, const uint8_t *bytes, size_t size,
                           int64_t arrived_us)
{
    if (host->state != SVI_HOST_UP) {
        assert(host->state == SVI_HOST_GREETING);
        return greet(host, bytes, size);
    }
    const char *lost = read_frame(host, bytes, size, arrived_us);
    svi_clock_charge(&host->clocks, host->limits);
    return lost;
}

/* ---- time ------------------------------------------------------------------------------------- */

static const char *tell_no_hello(struct svi_host *host)
{
    const int64_t excused_ms =
        (host->hello_due_us - host->greeting_us) / 1000 - (int64_t)host->hello_ms;
    const int length =
        snprintf(host->why, sizeof host->why, "has not said hello within %u ms", host->hello_ms);
    if (excused_ms > 0) {
        (void)snprintf(host->why + length, sizeof host->why - (size_t)length,
                       ", and %lld ms more in which others ran", (long long)excused_ms);
    }
    return host->why;
}

const char *svi_host_tick(struct svi_host *host, int64_t now_us)
{
    struct svi_clock *late;
    if (host->state != SVI_HOST_UP) {
        if (host->state == SVI_HOST_CLOSED || now_us < host->hello_due_us) {
            return NULL;
        }
        return tell_no_hello(host);
    }
    while ((late = svi_clock_late(&host->clocks, host->limits, now_us)) != NULL) {
        struct svi_host_seat *seat = svi_host_seat_of(late);
        host->owed++;
        if (seat->recall.running) {
            const char *lost = svi_recall_next(seat, now_us);
            if (lost != NULL) {
                return lost;
            }
        } else if (svi_clock_spent(late, host->limits)) {
            svi_host_settle(seat, SV_VERDICT_OVERTIME, SV_OK);
        } else {
            svi_slip_queue_late(&seat->slips, seat->question, seat->asked.kind);
            svi_host_tell(host, &(struct svi_misdeed){.kind = SVI_MISDEED_LATE, .seat = seat});
            svi_host_settle(seat, SV_VERDICT_LATE, SV_OK);
        }
    }
    return svi_clock_hung(&host->clocks, host->limits, now_us)
               ? "owes an answer and has been silent for too long: it hangs"
               : NULL;
}

int64_t svi_host_deadline(const struct svi_host *host)
{
    return host->state == SVI_HOST_UP         ? svi_clock_deadline(&host->clocks, host->limits)
           : host->state == SVI_HOST_GREETING ? host->hello_due_us
                                              : SVI_NEVER;
}
