#include "wire/event_codec.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "wire/cursor.h"
#include "wire/messages.h"
#include "wire/values.h"

#include <solvent/event.h>

#include <assert.h>
#include <msgpack.h>
#include <string.h>

_Static_assert(SV_EVENT_COUNT <= 32, "SV_EVENTS_TOLD has a bit for each type");

/* ---- each type of field ---------------------------------------------------------------------- */

#define PUT_SEAT(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_PARTY(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_HOLDER(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_SPACE(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_MAYBE_SPACE(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_MAYBE_UNIT(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_MONEY(member) msgpack_pack_int32(&pk, ev->member)
#define PUT_COUNT(member) msgpack_pack_uint32(&pk, ev->member)
#define PUT_LUCK(member) msgpack_pack_uint32(&pk, ev->member)
#define PUT_LEVEL(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_PLACE(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_FLAG(member) svi_pack_bool(&pk, ev->member != 0)
#define PUT_DICE(member) pack_dice(&pk, ev->member)
#define PUT_WHY(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_DECK(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_CARD(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_CARD_ID(member) msgpack_pack_uint8(&pk, ev->member)
#define PUT_OFFER(member) svi_pack_offer(&pk, *ev->member)

#define GET_SEAT(member) ev->member = (uint8_t)svi_get_uint(c, SV_MAX_SEATS - 1)
#define GET_PARTY(member) ev->member = (uint8_t)svi_get_uint(c, SV_BANK)
#define GET_HOLDER(member) ev->member = get_or_none(c, SV_BANK)
#define GET_SPACE(member) ev->member = (uint8_t)svi_get_uint(c, SV_MAX_SPACES - 1)
#define GET_MAYBE_SPACE(member) ev->member = get_or_none(c, SV_MAX_SPACES - 1)
#define GET_MAYBE_UNIT(member) ev->member = get_or_none(c, SV_UNIT_COUNT - 1)
#define GET_MONEY(member) ev->member = (int32_t)svi_get_int(c, INT32_MIN, INT32_MAX)
#define GET_COUNT(member) ev->member = (uint32_t)svi_get_uint(c, UINT32_MAX)
#define GET_LUCK(member) ev->member = (uint32_t)svi_get_uint(c, UINT32_MAX)
#define GET_LEVEL(member) ev->member = (uint8_t)svi_get_uint(c, 6)
#define GET_PLACE(member) ev->member = (uint8_t)svi_get_uint(c, SV_MAX_SEATS)
#define GET_FLAG(member) ev->member = svi_get_bool(c)
#define GET_DICE(member) get_dice(c, ev->member)
#define GET_WHY(member) ev->member = get_why(c)
#define GET_DECK(member) ev->member = (uint8_t)svi_get_uint(c, SV_DECK_COUNT - 1)
#define GET_CARD(member) ev->member = (uint8_t)svi_get_uint(c, SV_MAX_JAIL_CARDS - 1)
#define GET_CARD_ID(member) ev->member = (uint8_t)svi_get_uint(c, SV_MAX_CARDS - 1)
#define GET_OFFER(member) (svi_read_offer(c, offer), ev->member = offer)

/* Of rows that do not travel. */
#define PUT_DECISION(member) (void)0
#define PUT_VERDICT(member) (void)0
#define PUT_ANSWER(member) (void)0
#define PUT_SAID(member) (void)0
#define PUT_KEY(member) (void)0
#define PUT_VALUE(member) (void)0
#define PUT_ORDINAL(member) (void)0
#define PUT_REASON(member) (void)0
#define PUT_MAYBE_ANSWER(member) (void)0
#define PUT_MAYBE_BYTES(member) (void)0
#define GET_DECISION(member) (void)0
#define GET_VERDICT(member) (void)0
#define GET_ANSWER(member) (void)0
#define GET_SAID(member) (void)0
#define GET_KEY(member) (void)0
#define GET_VALUE(member) (void)0
#define GET_ORDINAL(member) (void)0
#define GET_REASON(member) (void)0
#define GET_MAYBE_ANSWER(member) (void)0
#define GET_MAYBE_BYTES(member) (void)0

static void pack_dice(msgpack_packer *pk, const uint8_t dice[3])
{
    msgpack_pack_array(pk, 3);
    for (unsigned i = 0; i < 3; i++) {
        msgpack_pack_uint8(pk, dice[i]);
    }
}

static void get_dice(struct svi_cursor *c, uint8_t dice[3])
{
    if (svi_get_array(c, 3) != 3) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    for (unsigned i = 0; i < 3; i++) {
        dice[i] = (uint8_t)svi_get_uint(c, 6);
    }
}

static uint8_t get_or_none(struct svi_cursor *c, unsigned most)
{
    const uint64_t value = svi_get_uint(c, SV_NONE);
    if (value > most && value != SV_NONE) {
        svi_cursor_fail(c, SV_E_RANGE);
    }
    return (uint8_t)value;
}

/* New reasons may come without a new version. */
static uint8_t get_why(struct svi_cursor *c)
{
    const uint64_t why = svi_get_uint(c, UINT32_MAX);
    return why < SV_WHY_COUNT ? (uint8_t)why : SV_WHY_NONE;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* How many values each type has. */
static const uint8_t values[SV_EVENT_COUNT] = {
#define F(TYPE, key, member) +1
#define G(TYPE, key)
#define X(NAME, name, fields, text) [SV_EVENT_##NAME] = 0 fields,
    SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
};

void svi_put_event(struct svi_buf *buf, const struct sv_event *ev)
{
    msgpack_packer pk = {buf, svi_buf_write};

    assert(ev->type < SV_EVENT_COUNT && (SV_EVENTS_TOLD >> ev->type & 1) != 0);
    msgpack_pack_array(&pk, 1u + values[ev->type]);
    msgpack_pack_uint8(&pk, ev->type);
    switch ((enum sv_event_type)ev->type) {
#define F(TYPE, key, member) PUT_##TYPE(member);
#define G(TYPE, key)
#define X(NAME, name, fields, text)                                                                \
    case SV_EVENT_##NAME:                                                                          \
        fields break;
        SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
    case SV_EVENT_COUNT:
        break;
    }
}

enum sv_status svi_get_event(struct svi_cursor *c, struct sv_event *ev, struct sv_offer *offer)
{
    const uint8_t *start = c->at;
    const uint32_t n = svi_get_array(c, UINT32_MAX);
    uint64_t type;
    *ev = (struct sv_event){.type = SV_EVENT_COUNT, .space = SV_NONE, .unit = SV_NONE};
    if (n == 0) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    type = svi_get_uint(c, UINT32_MAX);
    if (c->status != SV_OK) {
        return c->status;
    }
    if (type >= SV_EVENT_COUNT || (SV_EVENTS_TOLD >> type & 1) == 0) {
        c->at = start;
        svi_cursor_skip(c);
        return c->status;
    }
    if (n != 1u + values[type]) {
        svi_cursor_fail(c, SV_E_LENGTH);
        return c->status;
    }
    ev->type = (uint8_t)type;
    switch ((enum sv_event_type)type) {
#define F(TYPE, key, member) GET_##TYPE(member);
#define G(TYPE, key)
#define X(NAME, name, fields, text)                                                                \
    case SV_EVENT_##NAME:                                                                          \
        fields break;
        SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
    case SV_EVENT_COUNT:
        break;
    }
    return c->status;
}

/* ---- event log ------------------------------------------------------------------------------- */

_Static_assert(SVI_EVENT_MAX_BYTES <= UINT8_MAX, "a size is a byte");

void svi_event_log_finish(struct svi_event_log *log)
{
    svi_buf_finish(&log->bytes);
    svi_buf_finish(&log->sizes);
    log->gone = (struct svi_event_mark){0};
    log->count = 0;
}

/* Forgets the events from the first on, but not those that a message may still hold. */
static void clear_away(struct svi_event_log *log)
{
    uint32_t events = 0;
    uint32_t bytes = 0;
    while (log->bytes.size - bytes - log->sizes.data[events] >= SVI_EVENTS_BYTES) {
        bytes += log->sizes.data[events++];
    }
    log->bytes.size -= bytes;
    log->sizes.size -= events;
    memmove(log->bytes.data, log->bytes.data + bytes, log->bytes.size);
    memmove(log->sizes.data, log->sizes.data + events, log->sizes.size);
    log->gone.at += bytes;
    log->gone.count += events;
}

/* Adds an event by `put`, which writes at most `most` bytes. */
static void add(struct svi_event_log *log, const struct sv_event *ev, size_t most,
                void (*put)(struct svi_buf *buf, const struct sv_event *ev))
{
    const size_t before = log->bytes.size;
    if (log->count++ != log->gone.count + log->sizes.size ||
        log->gone.at + before + most > SVI_EVENT_LOG_BYTES) {
        return;
    }
    put(&log->bytes, ev);
    assert(log->bytes.size - before <= most);
    svi_buf_byte(&log->sizes, (uint8_t)(log->bytes.size - before));
    if (log->bytes.size + most > SVI_EVENTS_KEPT && !svi_event_log_failed(log)) {
        clear_away(log);
    }
}

void svi_event_log_add(struct svi_event_log *log, const struct sv_event *ev)
{
    if ((SV_EVENTS_TOLD >> ev->type & 1) != 0) {
        add(log, ev, SVI_EVENT_MAX_BYTES, svi_put_event);
    }
}

static void put_text(struct svi_buf *buf, const struct sv_event *ev)
{
    msgpack_packer pk = {buf, svi_buf_write};
    msgpack_pack_array(&pk, 2);
    msgpack_pack_uint8(&pk, ev->seat);
    svi_put_log_entry(buf, ev->log_entry);
}

void svi_event_log_add_said(struct svi_event_log *log, const struct sv_event *ev)
{
    if (ev->type == SV_EVENT_SAY) {
        add(log, ev, SV_MAX_SAY + 8, put_text);
    }
}

enum sv_status svi_get_said(struct svi_cursor *c, uint8_t *seat, char text[SV_MAX_SAY])
{
    if (svi_get_array(c, 2) != 2) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    *seat = (uint8_t)svi_get_uint(c, SV_MAX_SEATS - 1);
    svi_get_text(c, text, SV_MAX_SAY);
    return c->status;
}

static void put_since(struct svi_buf *buf, enum svi_message message, uint64_t match,
                      const struct svi_event_log *log, struct svi_event_mark *from)
{
    const struct svi_event_mark to = {log->count, log->gone.at + (uint32_t)log->bytes.size};
    struct svi_event_mark first = *from;
    msgpack_packer pk = {buf, svi_buf_write};

    *from = to;
    if (first.count == to.count || svi_event_log_failed(log)) {
        return;
    }
    if (first.count < log->gone.count) {
        first = log->gone; /* earlier events have been dropped */
    }
    if (to.count > log->gone.count + log->sizes.size) {
        first = to; /* the last events have not been kept */
    }
    while (to.at - first.at > SVI_EVENTS_BYTES) {
        first.at += log->sizes.data[first.count++ - log->gone.count];
    }
    msgpack_pack_array(&pk, 4);
    msgpack_pack_uint8(&pk, (uint8_t)message);
    msgpack_pack_uint64(&pk, match);
    msgpack_pack_uint32(&pk, to.count);
    msgpack_pack_array(&pk, to.count - first.count);
    svi_buf_append(buf, log->bytes.data + (first.at - log->gone.at), to.at - first.at);
}

void svi_put_events(struct svi_buf *buf, uint64_t match, const struct svi_event_log *log,
                    struct svi_event_mark *from)
{
    put_since(buf, SVI_MESSAGE_EVENTS, match, log, from);
}

void svi_put_said(struct svi_buf *buf, uint64_t match, const struct svi_event_log *log,
                  struct svi_event_mark *from)
{
    put_since(buf, SVI_MESSAGE_SAID, match, log, from);
}

/* ---- log codec ------------------------------------------------------------------------------- */

void svi_put_log_entry(struct svi_buf *buf, const struct sv_log_entry *log_entry)
{
    const char *words = log_entry->text != NULL ? log_entry->text : log_entry->key;
    const size_t size = strlen(words);
    msgpack_packer pk = {buf, svi_buf_write};

    assert(size < (log_entry->text == NULL ? SV_MAX_KEY
                   : log_entry->aloud      ? SV_MAX_SAY
                                           : SV_MAX_LOG));
    msgpack_pack_str_with_body(&pk, words, size);
    if (log_entry->text == NULL) {
        msgpack_pack_int64(&pk, log_entry->value);
    }
}

enum sv_status svi_get_log_entry(struct svi_cursor *c, enum svi_log_kind kind,
                                 struct svi_log_entry *log_entry)
{
    const bool note = kind == SVI_LOG_NOTE;
    log_entry->said = (struct sv_log_entry){.text = note ? NULL : log_entry->text,
                                            .key = note ? log_entry->key : NULL,
                                            .aloud = kind == SVI_LOG_SAY};
    if (kind == SVI_LOG_SAY) {
        size_t size = 0;
        const uint8_t *bytes = svi_get_str(c, SIZE_MAX, &size);
        svi_said_copy(log_entry->text, SV_MAX_SAY, bytes, bytes != NULL ? size : 0);
        return c->status;
    }
    if (!note) {
        svi_get_prose(c, log_entry->text, sizeof log_entry->text);
        return c->status;
    }
    svi_get_text(c, log_entry->key, sizeof log_entry->key);
    if (log_entry->key[0] == 0) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    log_entry->said.value = svi_get_int(c, INT64_MIN, INT64_MAX);
    return c->status;
}

unsigned svi_log_entry_cost(const struct sv_log_entry *log_entry)
{
    return log_entry->text != NULL ? 8 + (unsigned)strlen(log_entry->text)
                                   : 16 + (unsigned)strlen(log_entry->key);
}

bool svi_log_entry_is_fallback(const struct sv_log_entry *log_entry)
{
    return log_entry->key != NULL && strcmp(log_entry->key, SV_FALLBACK) == 0;
}
