#include "session/bot_session.h"

#include "session/session_recovery.h"

#include <solvent/version.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define SLOT_BITS 10u
#define SLOT_MASK (SVI_BOT_SESSION_MATCHES - 1)
_Static_assert(SVI_BOT_SESSION_MATCHES == 1u << SLOT_BITS, "the slot is the number's lowest bits");

/* ---- the connection -------------------------------------------------------------------------- */

void svi_bot_session_init(struct svi_bot_session *session, const struct svi_clock_limits *limits,
                          const struct svi_bot_session_owner *owner, void *user, unsigned most)
{
    memset(session, 0, sizeof *session);
    session->limits = limits;
    session->owner = owner;
    session->user = user;
    session->most = most > 0 && most < SVI_BOT_SESSION_MATCHES ? most : SVI_BOT_SESSION_MATCHES;
    for (unsigned i = 0; i < SVI_BOT_SESSION_MATCHES; i++) {
        session->free_slot[i] = (uint16_t)(SVI_BOT_SESSION_MATCHES - 1 - i);
    }
}

void svi_bot_session_finish(struct svi_bot_session *session)
{
    svi_buf_finish(&session->out);
    svi_buf_finish(&session->masked);
}

void svi_bot_session_touch(struct svi_bot_session *session)
{
    if (!session->touched && session->owner->touched != NULL) {
        session->touched = true;
        session->owner->touched(session->user, session);
    }
}

void svi_bot_session_open(struct svi_bot_session *session, uint32_t hello_ms, int64_t now_us)
{
    assert(session->state == SVI_BOT_SESSION_CLOSED && session->n_seats == 0);
    session->state = SVI_BOT_SESSION_GREETING;
    session->hello_ms = hello_ms;
    session->greeting_us = now_us;
    session->hello_due_us = hello_ms > 0 ? now_us + (int64_t)hello_ms * 1000 : SVI_NEVER;
    session->editions = 0;
    session->mixed = false;
    session->owed = 0;
    session->n_late = 0;
    session->connection_strays = 0;
    session->heard = 0;
    session->dropped_remarks = 0;
    memset(&session->clocks, 0, sizeof session->clocks);
    svi_buf_clear(&session->out);
    svi_bot_session_touch(session);
}

void svi_bot_session_excuse_hello(struct svi_bot_session *session, int64_t waited_us,
                                  int64_t now_us)
{
    const int64_t hello_us = (int64_t)session->hello_ms * 1000;
    int64_t excused_us = now_us - session->greeting_us;
    assert(session->state == SVI_BOT_SESSION_GREETING && session->hello_ms > 0);
    excused_us = waited_us < excused_us ? waited_us : excused_us;
    excused_us = excused_us < SVI_EXCUSES * hello_us ? excused_us : SVI_EXCUSES * hello_us;
    const int64_t due_us = session->greeting_us + hello_us + excused_us;
    session->hello_due_us = due_us > session->hello_due_us ? due_us : session->hello_due_us;
}

void svi_bot_session_sent(struct svi_bot_session *session, int64_t now_us)
{
    session->touched = false;
    svi_buf_clear(&session->out);
    svi_clock_sent(&session->clocks, now_us);
}

void svi_bot_session_dismiss(struct svi_bot_session *session)
{
    svi_put_goodbye(&session->out);
}

void svi_bot_session_give_up(struct svi_bot_session *session, struct svi_bot_session_seat *seat)
{
    const unsigned bit = 1u << seat->number;
    const bool asked = seat->phase == SVI_SEAT_ASKED;
    assert(seat->session == NULL);
    seat->away = false;
    if (asked || seat->game->played == NULL) {
        seat->game->forfeits |= bit;
    }
    if (asked) {
        seat->phase = SVI_SEAT_IDLE;
        seat->verdict = SV_VERDICT_DEAD;
        seat->game->waiting &= ~bit;
        session->owner->settled(session->user, seat);
    }
}

void svi_bot_session_close(struct svi_bot_session *session, bool again, int64_t now_us)
{
    session->state = SVI_BOT_SESSION_CLOSED;
    for (unsigned i = 0; i < SVI_BOT_SESSION_MATCHES && session->n_seats > 0; i++) {
        struct svi_bot_session_seat *seat = session->slot[i];
        if (seat == NULL) {
            continue;
        }
        svi_bot_session_stop_clock(seat, now_us);
        const bool out = seat->out;
        svi_bot_session_leave(seat);
        if (out) {
            continue;
        }
        if (!again || seat->game->played == NULL) {
            svi_bot_session_give_up(session, seat);
            continue;
        }
        seat->away = true;
        if (seat->phase != SVI_SEAT_SETTLED) { /* the next process will send its remarks again */
            svi_log_queue_take_back(&seat->log_entries);
        }
    }
    svi_buf_clear(&session->out);
}

/* ---- the hello ------------------------------------------------------------------------------- */

const char *svi_bot_session_read_hello(const uint8_t *bytes, size_t size, struct svi_hello *hello,
                                       char text[SVI_MAX_REASON])
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    struct svi_head head;
    memset(hello, 0, sizeof *hello);
    enum sv_status status = svi_get_head(&frame, &head);
    if (status != SV_OK || head.type != SVI_MESSAGE_HELLO) {
        (void)snprintf(text, SVI_MAX_REASON, "its first message is not a hello");
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

void svi_bot_session_welcome(struct svi_bot_session *session, const struct svi_hello *hello)
{
    const struct svi_welcome welcome = {
        .protocol = SVI_PROTOCOL,
        .arbiter = SV_VERSION_STRING,
        .decision_ms = (uint32_t)(session->limits->decision_us / 1000),
        .bank_ms = (uint32_t)(session->limits->bank_us / 1000),
        .strikes = session->limits->strikes,
        .talk = session->talk && hello->talk,
    };
    assert(session->state == SVI_BOT_SESSION_GREETING);
    session->state = SVI_BOT_SESSION_UP;
    session->hello = *hello;
    session->kinds = hello->answers & ((UINT32_C(1) << SV_DECISION_COUNT) - 1);
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        /* A condition unknown to this version may hold at any time. */
        const unsigned when = hello->when[k];
        const bool always = (when & SV_WHEN_ALWAYS) != 0 || when > SV_WHEN_ALL;
        session->when[k] = (uint8_t)(always || !sv_has(session->kinds, k) ? 0 : when);
    }
    session->capacity = hello->matches < session->most ? hello->matches : session->most;
    session->capacity += session->capacity == 0;
    svi_put_welcome(&session->out, &welcome);
    svi_bot_session_touch(session);
}

/* Handles the first frame of a connection. */
static const char *greet(struct svi_bot_session *session, const uint8_t *bytes, size_t size)
{
    struct svi_hello hello;
    char text[SVI_MAX_REASON];
    const char *wrong = svi_bot_session_read_hello(bytes, size, &hello, text);
    if (wrong == NULL && session->owner->admit != NULL) {
        wrong = session->owner->admit(session->user, &hello);
    }
    if (wrong == NULL) {
        svi_bot_session_welcome(session, &hello);
        return NULL;
    }
    svi_put_refused(&session->out, wrong);
    (void)snprintf(session->why, sizeof session->why, "its hello is not accepted: %.100s", wrong);
    return session->why;
}

/* ---- seats ----------------------------------------------------------------------------------- */

/* Notes the game of a seat that sits down. */
static void join(struct svi_bot_session *session, const struct svi_bot_session_seat *seat)
{
    if (session->n_seats == session->n_out) {
        session->game = seat->game;
    }
    session->mixed |= seat->game != session->game;
}

bool svi_bot_session_has_room(const struct svi_bot_session *session, unsigned seats)
{
    const bool fits = session->n_seats == 0 || session->n_seats + seats <= session->capacity;
    return fits && (!session->single || session->n_seats == session->n_out);
}

void svi_bot_session_out(struct svi_bot_session_seat *seat)
{
    if (seat->session != NULL && !seat->out) {
        seat->out = true;
        seat->session->n_out++;
    }
}

void svi_bot_session_sit(struct svi_bot_session *session, struct svi_bot_session_seat *seat)
{
    assert(session->state == SVI_BOT_SESSION_UP && session->n_seats < SVI_BOT_SESSION_MATCHES);
    join(session, seat);
    const unsigned slot = session->free_slot[SVI_BOT_SESSION_MATCHES - ++session->n_seats];
    session->slot[slot] = seat;
    session->dropped_remarks = 0;
    seat->session = session;
    seat->id = (uint64_t)++session->serial << SLOT_BITS | slot;
}

void svi_bot_session_sit_again(struct svi_bot_session *session, struct svi_bot_session_seat *seat)
{
    const unsigned slot = (unsigned)(seat->id & SLOT_MASK);
    const uint32_t serial = (uint32_t)(seat->id >> SLOT_BITS);
    unsigned at = 0;
    assert(session->state == SVI_BOT_SESSION_UP && seat->away);
    if (session->slot[slot] != NULL) {
        seat->away = false;
        svi_bot_session_sit(session, seat);
        return;
    }
    session->serial = serial > session->serial ? serial : session->serial; /* keeps ids unique */
    while (session->free_slot[at] != slot) {
        at++;
    }
    join(session, seat);
    session->free_slot[at] = session->free_slot[SVI_BOT_SESSION_MATCHES - ++session->n_seats];
    session->slot[slot] = seat;
    session->dropped_remarks = 0;
    seat->session = session;
    seat->away = false;
}

struct svi_bot_session_seat *svi_bot_session_find(const struct svi_bot_session *session,
                                                  uint64_t match)
{
    struct svi_bot_session_seat *seat = session->slot[match & SLOT_MASK];
    return seat != NULL && seat->id == match ? seat : NULL;
}

void svi_bot_session_leave(struct svi_bot_session_seat *seat)
{
    struct svi_bot_session *session = seat->session;
    const unsigned slot = (unsigned)(seat->id & SLOT_MASK);
    assert(session->slot[slot] == seat);
    session->slot[slot] = NULL;
    session->free_slot[SVI_BOT_SESSION_MATCHES - session->n_seats--] = (uint16_t)slot;
    session->n_out -= seat->out;
    seat->out = false;
    seat->session = NULL;
}

void svi_bot_session_tell_clock(struct svi_bot_session_seat *seat)
{
    const uint32_t bank_ms = (uint32_t)(seat->clock.bank_us / 1000);
    const uint32_t most = seat->limits->strikes;
    const uint32_t strikes = seat->strikes < most ? most - seat->strikes : 0;
    if (bank_ms != seat->told_ms || strikes != seat->told_strikes) {
        seat->told_ms = bank_ms;
        seat->told_strikes = strikes;
        svi_put_clock(&seat->session->out, &(struct svi_clock_left){seat->id, bank_ms, strikes});
    }
}

void svi_bot_session_tell_events(struct svi_bot_session_seat *seat)
{
    if (seat->events) {
        svi_put_events(&seat->session->out, seat->id, seat->game->events, &seat->told);
    }
    if (seat->talk) {
        svi_put_said(&seat->session->out, seat->id, seat->game->talk, &seat->heard);
    }
}

/* Repeats an earlier question to a seat. */
static void ask_again(struct svi_bot_session_seat *seat, uint32_t question, int64_t now_us)
{
    svi_question_replay_next(seat->recovery.question_replay, seat, question, &seat->session->out);
    svi_clock_ask(&seat->session->clocks, &seat->clock, now_us);
    svi_bot_session_touch(seat->session);
}

/* Moves a recovery on: repeats the next question or, after the last, asks the open one. Returns
 * NULL, or the reason to close the connection. */
static const char *recover_next(struct svi_bot_session_seat *seat, int64_t now_us)
{
    switch (svi_session_recovery_step(seat, now_us)) {
    case SVI_RECOVERY_LATE:
        return "takes longer to replay a match's questions than a match may take";
    case SVI_RECOVERY_AGAIN:
        ask_again(seat, seat->recovery.question, now_us);
        return NULL;
    case SVI_RECOVERY_OPEN:
        break;
    }
    if (seat->phase == SVI_SEAT_ASKED) {
        seat->session->questions++;
        svi_bot_session_tell_clock(seat);
        ask_again(seat, seat->question, now_us);
    }
    svi_session_recovery_end(seat);
    return NULL;
}

void svi_bot_session_recover(struct svi_bot_session_seat *seat, int64_t now_us)
{
    svi_session_recovery_begin(seat, now_us);
    (void)recover_next(seat, now_us); /* it cannot be too late yet */
}

/* ---- owed answers ---------------------------------------------------------------------------- */

struct svi_bot_session_question svi_bot_session_open_question(
    const struct svi_bot_session_seat *seat)
{
    const struct svi_bot_session_game *game = seat->game;
    struct svi_bot_session_question q = {.id = seat->id,
                                         .match = game->number,
                                         .seat = seat->number,
                                         .replayed = seat->recovery.running};
    if (q.replayed) {
        q.question = seat->recovery.question;
        q.decision = seat->recovery.decision;
        q.kind = seat->recovery.kind;
    } else {
        q.question = seat->question;
        q.decision = game->played != NULL ? svi_game_decision(game->played, seat->number) : 0;
        q.kind = seat->asked.kind;
    }
    return q;
}

bool svi_bot_session_at_work(const struct svi_bot_session *session,
                             struct svi_bot_session_question *question)
{
    if (session->n_late > 0) {
        *question = session->late[0];
    } else if (session->clocks.oldest != NULL) {
        *question = svi_bot_session_open_question(svi_bot_session_seat_of(session->clocks.oldest));
    } else {
        return false;
    }
    return true;
}

/* Records that the seat's question is given up, and that its answer may still come. */
static void owe(const struct svi_bot_session_seat *seat)
{
    struct svi_bot_session *session = seat->session;
    session->owed++;
    if (session->n_late < SVI_BOT_SESSION_LATE) {
        session->late[session->n_late++] = svi_bot_session_open_question(seat);
    }
}

/* Forgets a late question whose reply has come, and earlier ones of its match: a bot answers them
 * in order. */
static void forget_late(struct svi_bot_session *session, uint64_t id, uint32_t question)
{
    unsigned n = 0;
    for (unsigned i = 0; i < session->n_late; i++) {
        if (session->late[i].id != id || session->late[i].question > question) {
            session->late[n++] = session->late[i];
        }
    }
    session->n_late = n;
}

void svi_bot_session_stop_clock(struct svi_bot_session_seat *seat, int64_t now_us)
{
    if (seat->clock.asked) {
        svi_clock_drop(&seat->session->clocks, &seat->clock, now_us);
        owe(seat);
        svi_bot_session_touch(seat->session);
    }
    svi_session_recovery_end(seat);
}

void svi_bot_session_asked(struct svi_bot_session_seat *seat, int64_t now_us)
{
    struct svi_bot_session *session = seat->session;
    assert(seat->phase == SVI_SEAT_IDLE);
    seat->phase = SVI_SEAT_ASKED;
    seat->game->waiting |= 1u << seat->number;
    session->questions++;
    svi_clock_ask(&session->clocks, &seat->clock, now_us);
    svi_bot_session_touch(session);
}

void svi_bot_session_settle(struct svi_bot_session_seat *seat, enum sv_verdict verdict,
                            enum sv_status fault)
{
    assert(seat->phase == SVI_SEAT_ASKED);
    seat->phase = SVI_SEAT_SETTLED;
    seat->verdict = (uint8_t)verdict;
    seat->fault = (uint8_t)fault;
    seat->game->waiting &= ~(1u << seat->number);
    seat->game->settled |= 1u << seat->number;
    svi_bot_session_touch(seat->session);
    seat->session->owner->settled(seat->session->user, seat);
}

/* ---- misdeeds -------------------------------------------------------------------------------- */

void svi_bot_session_tell(struct svi_bot_session *session, const struct svi_misdeed *misdeed)
{
    if (session->owner->misdeed != NULL) {
        session->owner->misdeed(session->user, session, misdeed);
    }
}

/* A frame that is being read. */
struct reading {
    struct svi_cursor frame;
    size_t size;
    const uint8_t *start; /* start of the message */
    struct svi_head head; /* head of the message */
    int64_t arrived_us;
    bool recovery_advanced; /* a reply in it moved a recovery on */
    const char *lost;       /* reason to close the connection */
};

/* Returns the bytes from `from` to the end of the message, or to the end of the frame if no message
 * can be read. */
static size_t bytes_from(const struct reading *r, const uint8_t *from)
{
    struct svi_cursor c = r->frame;
    const uint8_t *end = svi_resync(&c, r->start) ? c.at : c.end;
    assert(from >= r->start && from <= end);
    return (size_t)(end - from);
}

static bool is_remark(uint32_t message)
{
    return message == SVI_MESSAGE_LOG || message == SVI_MESSAGE_NOTE || message == SVI_MESSAGE_SAY;
}

/* Returns the position behind the numbers of match and question in the message that is being read.
 * Returns NULL if it has no such numbers at a known place. The numbers depend on the connection's
 * history, so they must not get into the record; an unreadable message may hold them anywhere. */
static const uint8_t *behind_numbers(const struct reading *r)
{
    struct svi_cursor c = {r->start, r->frame.end, SV_OK};
    struct svi_head head;
    if (svi_get_head(&c, &head) != SV_OK || head.fields < 2 ||
        (head.type != SVI_MESSAGE_REPLY && !is_remark(head.type))) {
        return NULL;
    }
    (void)svi_get_uint(&c, UINT64_MAX);
    (void)svi_get_uint(&c, UINT32_MAX);
    return c.status == SV_OK ? c.at : NULL;
}

/* Handles a message that belongs to no question. `misdeed` has the details that are known. */
static const char *stray(struct svi_bot_session *session, const struct reading *r,
                         struct svi_misdeed misdeed)
{
    misdeed.kind = SVI_MISDEED_STRAY;
    misdeed.frame_size = r->size;
    session->strays++;
    session->connection_strays++;
    svi_bot_session_tell(session, &misdeed);
    return session->connection_strays > SVI_BOT_SESSION_STRAYS
               ? "floods the arbiter with replies to questions that were not asked"
               : NULL;
}

/* Decides about a message that cannot be read, and that may make the rest of its frame unreadable.
 * Returns the reason to close the connection, so that the fault is found again where nothing else
 * is in the frame. Returns NULL to keep it open. */
static const char *shared(struct svi_bot_session *session)
{
    if (!session->mixed || session->owner->spares == NULL ||
        !session->owner->spares(session->user, session)) {
        return NULL;
    }
    session->single = true;
    return "sends frames that cannot be read, with several matches running";
}

/* Handles a message that cannot be read. `message` is its type, if known. */
static const char *unreadable(struct svi_bot_session *session, const struct reading *r,
                              enum sv_status status, uint32_t message)
{
    struct svi_clock *oldest = session->clocks.oldest;
    struct svi_misdeed misdeed = {.kind = SVI_MISDEED_UNREADABLE,
                                  .status = status,
                                  .message = message,
                                  .frame_size = r->size};
    const bool asked = oldest != NULL && !r->recovery_advanced &&
                       !svi_bot_session_seat_of(oldest)->recovery.running;
    const char *lost = asked ? shared(session) : NULL;
    if (lost != NULL) {
        return lost;
    }
    /* Else timing would decide whether another question pays for it. */
    if (session->owed > 0) {
        session->owed--;
        session->heard++;
        if (session->n_late > 0) {
            forget_late(session, session->late[0].id, session->late[0].question);
        }
        svi_clock_heard(&session->clocks, r->arrived_us);
        return NULL;
    }
    if (!asked) {
        return stray(session, r, misdeed);
    }
    misdeed.seat = svi_bot_session_seat_of(oldest);
    misdeed.bytes = r->start;
    misdeed.size = (size_t)(r->frame.end - r->start);
    const uint8_t *said = behind_numbers(r);
    svi_rejected_queue_add(&misdeed.seat->rejected_answers, SV_VERDICT_MALFORMED, status, said,
                           said != NULL ? bytes_from(r, said) : 0);
    svi_bot_session_tell(session, &misdeed);
    svi_clock_answer(&session->clocks, oldest, r->arrived_us);
    svi_bot_session_settle(misdeed.seat, SV_VERDICT_MALFORMED, status);
    return NULL;
}

/* ---- frames ---------------------------------------------------------------------------------- */

/* Where reading goes on after a message. */
enum onward {
    ONWARD_BEHIND, /* behind the message; the cursor stands there */
    ONWARD_RESYNC, /* at the next message; the cursor stands within this one */
    ONWARD_STOP,   /* the rest of the frame is not read */
};

/* Handles a reply to a question that is not pending. */
static enum onward take_stray(struct svi_bot_session *session, struct reading *r,
                              struct svi_bot_session_seat *seat, const struct svi_reply *reply,
                              enum sv_status status)
{
    if (status != SV_OK) {
        r->lost = unreadable(session, r, status, SVI_MESSAGE_REPLY);
        return ONWARD_STOP;
    }
    if (session->owed > 0) {
        session->owed--;
        session->heard++;
        forget_late(session, reply->match, reply->question);
        if (seat != NULL) {
            svi_rejected_queue_came(&seat->rejected_answers, reply->question, r->frame.at,
                                    reply->values != 0 ? bytes_from(r, r->frame.at) : 0);
        }
        svi_clock_heard(&session->clocks, r->arrived_us);
    } else {
        r->lost = stray(session, r,
                        (struct svi_misdeed){.match = reply->match,
                                             .question = reply->question,
                                             .message = SVI_MESSAGE_REPLY});
    }
    return ONWARD_RESYNC;
}

/* Handles a reply to a question of a recovery; its content does not matter. */
static enum onward take_again(struct reading *r, struct svi_bot_session_seat *seat)
{
    struct svi_bot_session *session = seat->session;
    session->heard++;
    session->dropped_remarks = 0;
    forget_late(session, seat->id, seat->recovery.question);
    svi_clock_drop(&session->clocks, &seat->clock, r->arrived_us);
    svi_clock_heard(&session->clocks, r->arrived_us);
    /* The rest of the frame was sent before the bot knew the open question. */
    r->recovery_advanced = true;
    r->lost = recover_next(seat, r->arrived_us);
    return ONWARD_RESYNC;
}

static enum onward take_reply(struct svi_bot_session *session, struct reading *r)
{
    struct svi_reply reply;
    enum sv_status status = svi_get_reply(&r->frame, &r->head, &reply);
    struct svi_bot_session_seat *seat = svi_bot_session_find(session, reply.match);
    if (seat != NULL && seat->recovery.running) {
        return seat->recovery.question == reply.question
                   ? take_again(r, seat)
                   : take_stray(session, r, NULL, &reply, status);
    }
    if (seat == NULL || seat->phase != SVI_SEAT_ASKED || seat->question != reply.question) {
        return take_stray(session, r, seat, &reply, status);
    }
    const uint8_t *values = r->frame.at;
    seat->by_default = reply.values == 0;
    if (status == SV_OK && !seat->by_default) {
        status = svi_get_reply_answer(&r->frame, &reply, seat->game->edition,
                                      &seat->game->state->position, &seat->asked, &seat->answer);
    }
    if (status != SV_OK && (r->lost = shared(session)) != NULL) {
        return ONWARD_STOP;
    }
    if (status != SV_OK) {
        svi_rejected_queue_add(&seat->rejected_answers, SV_VERDICT_MALFORMED, status, values,
                               bytes_from(r, values));
        svi_bot_session_tell(
            session,
            &(struct svi_misdeed){.kind = SVI_MISDEED_MALFORMED, .seat = seat, .status = status});
    }
    session->answers++;
    session->heard++;
    session->dropped_remarks = 0;
    forget_late(session, reply.match, reply.question);
    svi_clock_answer(&session->clocks, &seat->clock, r->arrived_us);
    svi_bot_session_settle(seat, status == SV_OK ? SV_VERDICT_OK : SV_VERDICT_MALFORMED, status);
    return status == SV_OK ? ONWARD_BEHIND : ONWARD_RESYNC;
}

/* Returns whether a remark is no talk, or the seat may talk beside its open question. */
static bool may_say(const struct svi_bot_session_seat *seat, uint32_t question,
                    const struct sv_log_entry *log_entry)
{
    return !log_entry->aloud || (seat->talk && question != 0 && log_entry->text[0] != '\0');
}

/* Handles a log, a note or a say. */
static enum onward take_remark(struct svi_bot_session *session, struct reading *r)
{
    struct svi_log_entry log_entry;
    uint64_t match;
    uint32_t question;
    const enum sv_status status = svi_get_say(&r->frame, &r->head, &match, &question, &log_entry);
    struct svi_bot_session_seat *seat = svi_bot_session_find(session, match);
    if (status != SV_OK) {
        r->lost = unreadable(session, r, status, r->head.type);
        return ONWARD_STOP;
    }
    if (seat != NULL && !seat->recovery.running &&
        (question == 0 || (question == seat->question && seat->phase == SVI_SEAT_ASKED))) {
        /* Counts even beyond the budget of remarks: no failure may look like a choice. */
        seat->log_entries.fallback |= seat->fallback && svi_log_entry_is_fallback(&log_entry.said);
        if (may_say(seat, question, &log_entry.said) &&
            svi_log_queue_add(&seat->log_entries, &log_entry.said)) {
            return ONWARD_BEHIND;
        }
    } else if (seat != NULL && !seat->recovery.running && question > seat->question) {
        r->lost = stray(
            session, r,
            (struct svi_misdeed){.match = match, .question = question, .message = r->head.type});
        return ONWARD_BEHIND;
    }
    if (++session->dropped_remarks > SVI_BOT_SESSION_DROPPED) {
        r->lost = "floods the arbiter with logs beyond the limit";
    }
    return ONWARD_BEHIND;
}

static const char *read_frame(struct svi_bot_session *session, const uint8_t *bytes, size_t size,
                              int64_t arrived_us)
{
    struct reading r = {.frame = svi_cursor_over(bytes, size),
                        .size = size,
                        .start = bytes,
                        .arrived_us = arrived_us};
    if (size == 0) {
        return unreadable(session, &r, SV_E_TRUNCATED, SVI_MESSAGE_COUNT);
    }
    /* The loop ends: every reply settles a question or an owed reply, or counts as a stray, whose
     * number is limited. Remarks are no longer than the frame. */
    while (r.lost == NULL && svi_cursor_left(&r.frame) != 0) {
        r.start = r.frame.at;
        const enum sv_status status = svi_get_head(&r.frame, &r.head);
        const bool log_entry = is_remark(r.head.type);
        if (status != SV_OK || (r.head.type != SVI_MESSAGE_REPLY && !log_entry)) {
            return status == SV_OK ? unreadable(session, &r, SV_E_UNKNOWN, r.head.type)
                                   : unreadable(session, &r, status, SVI_MESSAGE_COUNT);
        }
        const enum onward onward = log_entry ? take_remark(session, &r) : take_reply(session, &r);
        if (onward == ONWARD_STOP || (onward == ONWARD_RESYNC && !svi_resync(&r.frame, r.start))) {
            break;
        }
    }
    return r.lost;
}

/* Replaces a frame that has secrets by a copy in which they are masked. Done here once, it covers
 * logs, notes, rejected answers, names and errors alike. Texts keep their sizes, so the messages
 * stay valid. Returns false if there is no memory. */
static bool mask(struct svi_bot_session *session, const uint8_t **bytes, size_t size)
{
    if (!svi_mask(session->secrets, *bytes, size, NULL)) {
        return true;
    }
    svi_buf_clear(&session->masked);
    svi_buf_append(&session->masked, *bytes, size);
    if (session->masked.failed) {
        return false;
    }
    (void)svi_mask(session->secrets, *bytes, size, (char *)session->masked.data);
    *bytes = session->masked.data;
    return true;
}

const char *svi_bot_session_frame(struct svi_bot_session *session, const uint8_t *bytes,
                                  size_t size, int64_t arrived_us)
{
    if (!mask(session, &bytes, size)) {
        return "has sent a frame too large for the memory";
    }
    if (session->state != SVI_BOT_SESSION_UP) {
        assert(session->state == SVI_BOT_SESSION_GREETING);
        return greet(session, bytes, size);
    }
    const char *lost = read_frame(session, bytes, size, arrived_us);
    session->charged_us += svi_clock_charge(&session->clocks, session->limits);
    return lost;
}

/* ---- time ------------------------------------------------------------------------------------ */

static const char *tell_no_hello(struct svi_bot_session *session)
{
    const int64_t excused_ms =
        (session->hello_due_us - session->greeting_us) / 1000 - (int64_t)session->hello_ms;
    const int length = snprintf(session->why, sizeof session->why,
                                "has not said hello within %u ms", session->hello_ms);
    if (excused_ms > 0) {
        (void)snprintf(session->why + length, sizeof session->why - (size_t)length,
                       ", and %lld ms more in which others ran", (long long)excused_ms);
    }
    return session->why;
}

const char *svi_bot_session_tick(struct svi_bot_session *session, int64_t now_us)
{
    struct svi_clock *late;
    if (session->state != SVI_BOT_SESSION_UP) {
        return session->state == SVI_BOT_SESSION_CLOSED || now_us < session->hello_due_us
                   ? NULL
                   : tell_no_hello(session);
    }
    while ((late = svi_clock_late(&session->clocks, session->limits, now_us)) != NULL) {
        struct svi_bot_session_seat *seat = svi_bot_session_seat_of(late);
        owe(seat);
        if (seat->recovery.running) {
            const char *lost = recover_next(seat, now_us);
            if (lost != NULL) {
                return lost;
            }
            continue;
        }
        session->charged_us += late->took_us;
        if (svi_clock_spent(late, session->limits)) {
            svi_bot_session_settle(seat, SV_VERDICT_OVERTIME, SV_OK);
        } else {
            svi_rejected_queue_late(&seat->rejected_answers, seat->question, seat->asked.kind);
            svi_bot_session_tell(session,
                                 &(struct svi_misdeed){.kind = SVI_MISDEED_LATE, .seat = seat});
            svi_bot_session_settle(seat, SV_VERDICT_LATE, SV_OK);
        }
    }
    return svi_clock_hung(&session->clocks, session->limits, now_us)
               ? "owes an answer and has been silent for too long: it hangs"
               : NULL;
}

int64_t svi_bot_session_charged_us(const struct svi_bot_session *session, int64_t now_us)
{
    const struct svi_clock_queue *clocks = &session->clocks;
    const bool leads =
        clocks->oldest != NULL && svi_bot_session_seat_of(clocks->oldest)->recovery.running;
    return session->charged_us + (leads ? 0 : svi_clock_running_us(clocks, now_us));
}

int64_t svi_bot_session_deadline(const struct svi_bot_session *session)
{
    return session->state == SVI_BOT_SESSION_UP
               ? svi_clock_deadline(&session->clocks, session->limits)
           : session->state == SVI_BOT_SESSION_GREETING ? session->hello_due_us
                                                        : SVI_NEVER;
}
