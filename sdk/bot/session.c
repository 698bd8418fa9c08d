#include "bot/session.h"

#include "base/error.h"
#include "bot/decide.h"
#include "bot/log_sink.h"
#include "bot/print.h"
#include "wire/edition_codec.h"
#include "wire/wire.h"

#include <solvent/bot.h>

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- beginning and end -------------------------------------------------------------------- */

static uint32_t matches_of(const struct sv_bot *bot)
{
    return bot->matches == 0                ? SVI_SDK_MATCHES
           : bot->matches > SVI_MAX_AT_ONCE ? SVI_MAX_AT_ONCE
                                            : bot->matches;
}

static void copy_text(char *out, const char *text, size_t cap)
{
    size_t size = strnlen(text != NULL ? text : "", cap - 1);
    memcpy(out, text != NULL ? text : "", size);
    out[size] = 0;
}

enum sv_status svi_session_init(struct svi_session *s, const struct sv_bot *bot, const char *name)
{
    struct svi_hello hello = {
        .protocol = SVI_PROTOCOL,
        .answers = sv_bot_answers(bot),
        .matches = matches_of(bot),
        .model = bot->model,
        .events = bot->event != NULL,
        .fallback = bot->fallback,
        .talk = bot->said != NULL,
    };
    enum sv_status status;

    *s = (struct svi_session){.bot = bot};
    /* A bot seated several times in one game plays as many matches, even if it offers fewer. */
    status =
        svi_bot_table_init(&s->seats, hello.matches < SV_MAX_SEATS ? SV_MAX_SEATS : hello.matches,
                           bot->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES);
    copy_text(hello.name, name, sizeof hello.name);
    copy_text(hello.version, bot->version, sizeof hello.version);
    sv_bot_whens(bot, hello.when);
    svi_put_hello(&s->out, &hello);
    if (status == SV_OK && s->out.failed) {
        status = SV_E_SYSTEM;
    }
    if (status != SV_OK) {
        svi_session_finish(s);
    }
    return status;
}

static void end_match(struct svi_session *s, struct svi_bot_seat *seat,
                      const struct sv_result *result)
{
    if (s->bot->match_end != NULL) {
        svi_print_for(seat->match.id);
        s->bot->match_end(&seat->match, result);
        svi_print_for(0);
    }
    svi_bot_table_remove(&s->seats, seat);
}

void svi_session_finish(struct svi_session *s)
{
    struct svi_bot_seat *seat;
    while ((seat = svi_bot_table_any(&s->seats)) != NULL) {
        end_match(s, seat, NULL);
    }
    svi_bot_table_finish(&s->seats);
    for (unsigned i = 0; i < s->n_editions; i++) {
        free(s->editions[i].edition);
    }
    free(s->editions);
    svi_buf_finish(&s->out);
    *s = (struct svi_session){0};
}

/* ---- what goes wrong ---------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static enum svi_session_end broken(struct svi_session *s,
                                                                         const char *format, ...)
{
    va_list args;
    va_start(args, format);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): it is, one line above
    vsnprintf(s->error, sizeof s->error, format, args);
    va_end(args);
    return SVI_SESSION_BROKEN;
}

/* The arbiter's message `type` cannot be read. */
static enum svi_session_end unreadable(struct svi_session *s, unsigned type, enum sv_status status)
{
    return broken(s, "the arbiter's message '%s' cannot be read: %s", svi_message_name(type),
                  sv_status_text(status));
}

/* Ends the session unless the arbiter's message can be read. */
#define READ(call)                                                                                 \
    do {                                                                                           \
        const enum sv_status read_status = (call);                                                 \
        if (read_status != SV_OK) {                                                                \
            return unreadable(s, head->type, read_status);                                         \
        }                                                                                          \
    } while (0)

/* ---- messages ----------------------------------------------------------------------------- */

static enum svi_session_end on_welcome(struct svi_session *s, struct svi_cursor *frame,
                                       const struct svi_head *head)
{
    struct svi_welcome welcome;
    enum sv_status status = svi_get_welcome(frame, head, &welcome);
    if (status == SV_E_VERSION) {
        return broken(s, "the arbiter speaks protocol %u, this bot %u", welcome.protocol,
                      SVI_PROTOCOL);
    }
    if (status != SV_OK) {
        return unreadable(s, head->type, status);
    }
    s->welcomed = true;
    s->terms = welcome;
    return SVI_SESSION_GOES_ON;
}

static enum svi_session_end on_refused(struct svi_session *s, struct svi_cursor *frame,
                                       const struct svi_head *head)
{
    char reason[SVI_MAX_REASON];
    READ(svi_get_refused(frame, head, reason));
    return broken(s, "refused by the arbiter: %s", reason);
}

static const struct sv_edition *find_edition(const struct svi_session *s, const uint8_t hash[32])
{
    for (unsigned i = 0; i < s->n_editions; i++) {
        if (memcmp(s->editions[i].hash, hash, sizeof s->editions[i].hash) == 0) {
            return s->editions[i].edition;
        }
    }
    return NULL;
}

static enum svi_session_end add_edition(struct svi_session *s, const uint8_t hash[32],
                                        struct sv_edition *edition)
{
    struct svi_edition_entry *grown;
    if (s->n_editions == SVI_SDK_EDITIONS) {
        free(edition);
        return broken(s, "no room for one more edition after %u", s->n_editions);
    }
    grown = realloc(s->editions, (s->n_editions + 1) * sizeof *grown);
    if (grown == NULL) {
        free(edition);
        return broken(s, "no memory for an edition");
    }
    s->editions = grown;
    s->editions[s->n_editions].edition = edition;
    memcpy(s->editions[s->n_editions].hash, hash, sizeof s->editions->hash);
    s->n_editions++;
    return SVI_SESSION_GOES_ON;
}

static enum svi_session_end on_edition(struct svi_session *s, struct svi_cursor *frame,
                                       const struct svi_head *head)
{
    struct svi_edition_message message;
    struct sv_edition *edition;
    uint8_t hash[32];
    READ(svi_get_edition(frame, head, &message));
    crypto_generichash(hash, sizeof hash, message.bytes, message.size, NULL, 0);
    if (memcmp(hash, message.hash, sizeof hash) != 0) {
        return broken(s, "the arbiter's edition does not have the hash it says");
    }
    if (find_edition(s, hash) != NULL) {
        return SVI_SESSION_GOES_ON;
    }
    edition = malloc(sizeof *edition);
    if (edition == NULL) {
        return broken(s, "no memory for an edition");
    }
    const enum sv_status status = svi_edition_decode(message.bytes, message.size, edition, NULL);
    if (status != SV_OK) {
        free(edition);
        return status == SV_E_SYSTEM
                   ? broken(s, "no memory for an edition")
                   : broken(s, "the arbiter's edition cannot be read: %s", sv_status_text(status));
    }
    return add_edition(s, hash, edition);
}

/* ---- remarks of the bot ---------------------------------------------------------------------- */

/* Sends a remark before the reply that it belongs to. The arbiter would drop remarks beyond the
 * budget. The first of them still goes, so that the record notes the loss; then the bot stays
 * quiet, but for fallbacks. */
static void say(struct svi_log_sink *log_sink, const struct sv_log_entry *log_entry)
{
    struct svi_bot_seat *seat =
        (struct svi_bot_seat *)(void *)((char *)log_sink - offsetof(struct svi_bot_seat, log_sink));
    if (seat->out != NULL &&
        (seat->said <= SVI_LOG_BUDGET || svi_log_entry_is_fallback(log_entry))) {
        svi_put_say(seat->out, seat->match.id, seat->question, log_entry);
        seat->said += svi_log_entry_cost(log_entry);
    }
}

/* The questions behind the one that is being decided, in the same frame. */
static unsigned behind(const struct svi_log_sink *log_sink)
{
    const struct svi_bot_seat *seat =
        (const struct svi_bot_seat *)(const void *)((const char *)log_sink -
                                                    offsetof(struct svi_bot_seat, log_sink));
    const struct svi_session *s = NULL;
    unsigned count = 0;
    if (seat->out == NULL) {
        return 0; /* no callback of the match runs */
    }
    s = (const struct svi_session *)(const void *)((const char *)seat->out -
                                                   offsetof(struct svi_session, out));
    for (struct svi_cursor c = *s->frame; svi_cursor_left(&c) != 0;) {
        const uint8_t *start = c.at;
        struct svi_head head;

        if (svi_get_head(&c, &head) != SV_OK) {
            break;
        }
        count += head.type == SVI_MESSAGE_ASK;
        if (!svi_resync(&c, start)) {
            break;
        }
    }
    return count;
}

/* Until hush(), attributes the bot's remarks to that question and its output to that match. */
static void listen(struct svi_session *s, struct svi_bot_seat *seat, uint32_t question)
{
    seat->out = &s->out;
    seat->question = question;
    seat->log_sink.talk = question != 0 && s->terms.talk && s->bot->said != NULL;
    svi_print_for(seat->match.id);
}

static void hush(struct svi_bot_seat *seat)
{
    seat->out = NULL;
    seat->log_sink.talk = false;
    svi_print_for(0);
}

static enum svi_session_end on_start(struct svi_session *s, struct svi_cursor *frame,
                                     const struct svi_head *head)
{
    struct svi_start start;
    struct svi_bot_seat *seat;
    const struct sv_edition *edition;
    READ(svi_get_start(frame, head, &start));
    edition = find_edition(s, start.edition);
    if (edition == NULL) {
        return broken(s, "match %llu is played by an edition that the arbiter has not sent",
                      (unsigned long long)start.match);
    }
    const enum sv_status status = svi_bot_table_add(&s->seats, start.match, &seat);
    if (status != SV_OK) {
        return broken(s, "match %llu cannot begin, with %u matches running of at most %u: %s",
                      (unsigned long long)start.match, s->seats.count, s->seats.max,
                      status == SV_E_DUPLICATE ? "it has begun already"
                      : status == SV_E_RANGE   ? "no more fit"
                                               : "no memory");
    }
    seat->match = (struct sv_match){.id = start.match,
                                    .user = s->bot->user,
                                    .edition = edition,
                                    .position = &svi_no_position,
                                    .seat = start.seat,
                                    .seats = start.seats,
                                    .decision_ms = s->terms.decision_ms,
                                    .bank_ms = s->terms.bank_ms,
                                    .strikes = s->terms.strikes,
                                    .sdk = &seat->log_sink};
    memcpy(seat->match.rng.key, start.key, sizeof seat->match.rng.key);
    memcpy(seat->match.name, start.name, sizeof seat->match.name);
    seat->log_sink.say = say;
    seat->log_sink.behind = behind;
    seat->log_sink.explain = s->bot->explain;
    if (s->bot->match_start != NULL) {
        listen(s, seat, 0);
        s->bot->match_start(&seat->match);
        hush(seat);
    }
    return SVI_SESSION_GOES_ON;
}

/* Returns whether every space, seat and unit of a question exists, and everything that the default
 * needs is present, which callbacks take for granted. */
static bool question_ok(const struct sv_match *m, const struct sv_question *q)
{
    const uint64_t board = UINT64_MAX >> (64 - m->edition->n_spaces);
    bool needs_spaces = q->kind == SV_DECISION_PLACE || q->kind == SV_DECISION_TRIPLE ||
                        q->kind == SV_DECISION_LOT || q->kind == SV_DECISION_LAYOUT;
    return (q->space < m->edition->n_spaces || q->space == SV_NONE) &&
           (q->other < m->seats || q->other == SV_BANK || q->other == SV_NONE) &&
           q->unit < SV_UNIT_COUNT && q->why < SV_WHY_COUNT && q->offer.to < m->seats &&
           (q->spaces & ~board) == 0 && (!needs_spaces || q->spaces != 0) &&
           (q->kind != SV_DECISION_LAYOUT || q->amount >= 0);
}

/* Brings the seat's block up to date and lays position and course open for a callback. */
static enum sv_status update(struct svi_session *s, struct svi_bot_seat *seat,
                             const struct svi_ask *ask)
{
    SVI_TRY(svi_patch_apply(seat->block, s->seats.block_size, ask->patch, ask->patch_size));
    SVI_TRY(sv_position_unpack(&s->position, seat->block));
    if (s->position.seats != seat->match.seats) {
        return SV_E_RANGE;
    }
    if (s->bot->model) {
        SVI_TRY(svi_course_unpack(seat->match.edition, &s->position, 1u << seat->match.seat,
                                  &s->course, seat->block + SV_POSITION_BYTES));
    }
    return SV_OK;
}

static enum svi_session_end on_ask(struct svi_session *s, struct svi_cursor *frame,
                                   const struct svi_head *head)
{
    struct svi_ask ask;
    struct svi_bot_seat *seat;
    struct sv_answer answer;
    bool is_default;
    READ(svi_get_ask(frame, head, &ask));
    seat = svi_bot_table_find(&s->seats, ask.match);
    if (seat == NULL) {
        return broken(s, "the arbiter asks in match %llu, which is not running",
                      (unsigned long long)ask.match);
    }
    enum sv_status status = update(s, seat, &ask);
    if (status == SV_OK && !question_ok(&seat->match, &ask.asked)) {
        status = SV_E_RANGE;
    }
    if (status != SV_OK) {
        return broken(s, "question %u of match %llu makes no sense: %s", ask.question,
                      (unsigned long long)ask.match, sv_status_text(status));
    }
    ask.asked.seat = seat->match.seat;
    seat->match.position = &s->position;
    seat->match.course = s->bot->model ? &s->course : NULL;
    listen(s, seat, ask.question);
    svi_bot_decide(s->bot, &seat->match, &ask.asked, &answer, &is_default);
    hush(seat);
    seat->match.position = &svi_no_position;
    seat->match.course = NULL;
    svi_put_reply(&s->out, ask.match, ask.question, &s->position, &answer, is_default);
    return SVI_SESSION_GOES_ON;
}

static enum svi_session_end on_clock(struct svi_session *s, struct svi_cursor *frame,
                                     const struct svi_head *head)
{
    struct svi_clock_left left;
    struct svi_bot_seat *seat;
    READ(svi_get_clock(frame, head, &left));
    seat = svi_bot_table_find(&s->seats, left.match);
    if (seat == NULL) {
        return broken(s, "the arbiter tells the clock of match %llu, which is not running",
                      (unsigned long long)left.match);
    }
    seat->match.bank_ms = left.bank_ms;
    seat->match.strikes = left.strikes;
    return SVI_SESSION_GOES_ON;
}

static enum svi_session_end on_events(struct svi_session *s, struct svi_cursor *frame,
                                      const struct svi_head *head)
{
    struct svi_events events;
    struct svi_bot_seat *seat;
    READ(svi_get_events(frame, head, &events));
    seat = svi_bot_table_find(&s->seats, events.match);
    if (seat == NULL) {
        return broken(s, "the arbiter tells what happens in match %llu, which is not running",
                      (unsigned long long)events.match);
    }
    svi_print_for(seat->match.id);
    const enum sv_status status =
        head->type == SVI_MESSAGE_SAID
            ? svi_bot_deliver_said(s->bot, &seat->match, frame, &events)
            : svi_bot_deliver_events(s->bot, &seat->match, &seat->events, frame, &events);
    svi_print_for(0);
    return status == SV_OK ? SVI_SESSION_GOES_ON
                           : broken(s, "what the arbiter tells of match %llu makes no sense: %s",
                                    (unsigned long long)events.match, sv_status_text(status));
}

static enum svi_session_end on_end(struct svi_session *s, struct svi_cursor *frame,
                                   const struct svi_head *head)
{
    struct svi_end end;
    struct svi_bot_seat *seat;
    READ(svi_get_end(frame, head, &end));
    seat = svi_bot_table_find(&s->seats, end.match);
    if (seat == NULL || seat->match.seats != end.seats) {
        return broken(s, "the arbiter ends match %llu of %u seats, which is not running",
                      (unsigned long long)end.match, end.seats);
    }
    end_match(s, seat, &end.result);
    return SVI_SESSION_GOES_ON;
}

static enum svi_session_end on_goodbye(struct svi_session *s, struct svi_cursor *frame,
                                       const struct svi_head *head)
{
    READ(svi_get_goodbye(frame, head));
    return SVI_SESSION_GOODBYE;
}

static enum svi_session_end (*const handlers[SVI_MESSAGE_COUNT])(struct svi_session *,
                                                                 struct svi_cursor *,
                                                                 const struct svi_head *) = {
    [SVI_MESSAGE_WELCOME] = on_welcome, [SVI_MESSAGE_REFUSED] = on_refused,
    [SVI_MESSAGE_EDITION] = on_edition, [SVI_MESSAGE_START] = on_start,
    [SVI_MESSAGE_ASK] = on_ask,         [SVI_MESSAGE_END] = on_end,
    [SVI_MESSAGE_GOODBYE] = on_goodbye, [SVI_MESSAGE_CLOCK] = on_clock,
    [SVI_MESSAGE_EVENTS] = on_events,   [SVI_MESSAGE_SAID] = on_events};

static enum svi_session_end on_message(struct svi_session *s, struct svi_cursor *frame,
                                       const struct svi_head *head)
{
    bool greeting = head->type == SVI_MESSAGE_WELCOME || head->type == SVI_MESSAGE_REFUSED;
    if (s->welcomed == greeting && head->type != SVI_MESSAGE_GOODBYE) {
        return broken(s, "the arbiter sent '%s' %s its welcome", svi_message_name(head->type),
                      greeting ? "after" : "before");
    }
    return handlers[head->type] != NULL
               ? handlers[head->type](s, frame, head)
               : broken(s, "the arbiter sent '%s', which is for bots to send",
                        svi_message_name(head->type));
}

enum svi_session_end svi_session_frame(struct svi_session *s, const void *bytes, size_t size)
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    enum svi_session_end end = SVI_SESSION_GOES_ON;
    svi_buf_clear(&s->out);
    s->frame = &frame;
    while (end == SVI_SESSION_GOES_ON && svi_cursor_left(&frame) != 0) {
        struct svi_head head;
        enum sv_status status = svi_get_head(&frame, &head);

        end = status == SV_OK ? on_message(s, &frame, &head)
                              : broken(s, "bytes from the arbiter that are not a message: %s",
                                       sv_status_text(status));
        if (end == SVI_SESSION_GOES_ON && s->out.size > SVI_SDK_FRAME && !s->out.failed &&
            s->send != NULL) {
            end = s->send(s->user, s->out.data, s->out.size)
                      ? SVI_SESSION_GOES_ON
                      : broken(s, "cannot send: %s", svi_errno_text(errno));
            svi_buf_clear(&s->out);
        }
    }
    s->frame = NULL;
    if (end == SVI_SESSION_GOES_ON && s->out.failed) {
        end = broken(s, "no memory for the replies to one frame");
    }
    return end;
}

/* ---- table ----------------------------------------------------------------------------------- */

/* Numbers mostly run on from 1, which spreads well by itself; the multiplication is for those that
 * don't. */
static uint32_t slot_of(const struct svi_bot_table *t, uint64_t match)
{
    return (uint32_t)(match * UINT64_C(0x9e3779b97f4a7c15) >> 32) & t->mask;
}

enum sv_status svi_bot_table_init(struct svi_bot_table *t, uint32_t max, size_t block_size)
{
    uint32_t slots = 4;
    assert(max <= SVI_MAX_AT_ONCE);
    while (slots < 2 * max) {
        slots *= 2;
    }
    *t = (struct svi_bot_table){
        .slots = calloc(slots, sizeof *t->slots), // NOLINT(bugprone-sizeof-expression): pointers
        .mask = slots - 1,
        .max = max,
        .block_size = block_size,
    };
    return t->slots != NULL ? SV_OK : SV_E_SYSTEM;
}

void svi_bot_table_finish(struct svi_bot_table *t)
{
    struct svi_bot_seat *seat;
    while ((seat = svi_bot_table_any(t)) != NULL) {
        svi_bot_table_remove(t, seat);
    }
    while (t->free != NULL) {
        seat = t->free;
        t->free = seat->next;
        free(seat);
    }
    free(t->slots);
    *t = (struct svi_bot_table){0};
}

/* The slot that holds the match, or the empty one where it would go. */
static uint32_t find_slot(const struct svi_bot_table *t, uint64_t match)
{
    uint32_t i = slot_of(t, match);
    while (t->slots[i] != NULL && t->slots[i]->match.id != match) {
        i = (i + 1) & t->mask;
    }
    return i;
}

struct svi_bot_seat *svi_bot_table_find(const struct svi_bot_table *t, uint64_t match)
{
    return t->slots[find_slot(t, match)];
}

enum sv_status svi_bot_table_add(struct svi_bot_table *t, uint64_t match,
                                 struct svi_bot_seat **seat)
{
    uint32_t i = find_slot(t, match);
    if (t->slots[i] != NULL) {
        return SV_E_DUPLICATE;
    }
    if (t->count == t->max) {
        return SV_E_RANGE;
    }
    if (t->free == NULL) {
        t->free = calloc(1, sizeof(struct svi_bot_seat) + t->block_size);
        if (t->free == NULL) {
            return SV_E_SYSTEM;
        }
    }
    *seat = t->free;
    t->free = (*seat)->next;
    memset(*seat, 0, sizeof **seat + t->block_size);
    (*seat)->match.id = match;
    t->slots[i] = *seat;
    t->count++;
    return SV_OK;
}

/* Closes the gap behind the seat, so that probing never has to look past an empty slot (Knuth,
 * TAOCP 6.4, algorithm R). */
void svi_bot_table_remove(struct svi_bot_table *t, struct svi_bot_seat *seat)
{
    uint32_t gap = find_slot(t, seat->match.id);
    assert(t->slots[gap] == seat);
    for (uint32_t i = (gap + 1) & t->mask; t->slots[i] != NULL; i = (i + 1) & t->mask) {
        uint32_t home = slot_of(t, t->slots[i]->match.id);

        if (((i - home) & t->mask) >= ((i - gap) & t->mask)) {
            t->slots[gap] = t->slots[i];
            gap = i;
        }
    }
    t->slots[gap] = NULL;
    t->count--;
    seat->next = t->free;
    t->free = seat;
}

struct svi_bot_seat *svi_bot_table_any(const struct svi_bot_table *t)
{
    for (uint32_t i = 0; t->slots != NULL && t->count != 0 && i <= t->mask; i++) {
        if (t->slots[i] != NULL) {
            return t->slots[i];
        }
    }
    return NULL;
}
