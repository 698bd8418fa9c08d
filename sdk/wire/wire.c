#include "wire/wire.h"

#include "wire/values.h"

#include <assert.h>
#include <msgpack.h>
#include <string.h>

/* ---- helpers ------------------------------------------------------------------------------ */

/* Begins a message of a type with this number of fields after it. */
static msgpack_packer put_head(struct svi_buf *buf, enum svi_message type, unsigned fields)
{
    msgpack_packer pk = {buf, svi_buf_write};

    msgpack_pack_array(&pk, fields + 1);
    msgpack_pack_uint8(&pk, (uint8_t)type);
    return pk;
}

/* Packs the longest beginning of a text that svi_get_text() with the same `cap` takes. */
static void pack_text(msgpack_packer *pk, const char *text, size_t cap)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t left = strnlen(text, cap - 1), size = 0;
    unsigned length;
    while ((length = svi_text_character(bytes + size, left)) != 0) {
        size += length;
        left -= length;
    }
    msgpack_pack_str_with_body(pk, text, size);
}

/* Holds a message to its number of fields. */
static void expect(struct svi_cursor *frame, const struct svi_head *head, enum svi_message type,
                   unsigned fields)
{
    if (head->type != type) {
        svi_cursor_fail(frame, SV_E_UNKNOWN);
    } else if (head->fields != fields) {
        svi_cursor_fail(frame, SV_E_LENGTH);
    }
}

/* ---- frames ------------------------------------------------------------------------------- */

enum sv_status svi_get_head(struct svi_cursor *frame, struct svi_head *head)
{
    uint32_t values = svi_get_array(frame, UINT32_MAX);
    if (values == 0) {
        svi_cursor_fail(frame, SV_E_LENGTH);
    }
    head->type = (uint32_t)svi_get_uint(frame, UINT32_MAX);
    head->fields = values != 0 ? values - 1 : 0;
    if (frame->status == SV_OK && head->type >= SVI_MESSAGE_COUNT) {
        svi_cursor_fail(frame, SV_E_UNKNOWN);
    }
    return frame->status;
}

bool svi_resync(struct svi_cursor *frame, const uint8_t *start)
{
    frame->at = start;
    frame->status = SV_OK;
    svi_cursor_skip(frame);
    if (frame->status == SV_OK) {
        return true;
    }
    frame->status = SV_OK; /* no other error is possible */
    return false;
}

/* ---- hello and welcome: maps -------------------------------------------------------------- */

/* A key of a map, and the member of a struct that has its value. Protocol is the first of both
 * maps and of both structs. */
struct key {
    const char *name;
    enum svi_value_type type;
    bool needed;
    size_t offset, size;
};

#define K(TYPE, NAME, key, needed, text)                                                           \
    {#key, SVI_VALUE_##TYPE, needed, offsetof(STRUCT, key), sizeof(((STRUCT *)0)->key)},
#define STRUCT struct svi_hello
static const struct key hello_keys[] = {SVI_HELLO_KEYS(K){0}};
#undef STRUCT
#define STRUCT struct svi_welcome
static const struct key welcome_keys[] = {SVI_WELCOME_KEYS(K){0}};
#undef STRUCT
#undef K

/* Returns whether a map has a key. */
static bool is_put(const struct key *key, const char *member)
{
    return key->type != SVI_VALUE_TRUE || *(const bool *)member;
}

static void put_member(msgpack_packer *pk, const struct key *key, const char *member)
{
    switch (key->type) {
    case SVI_VALUE_BOOL:
    case SVI_VALUE_TRUE:
        svi_pack_bool(pk, *(const bool *)member);
        break;
    case SVI_VALUE_TEXT:
    case SVI_VALUE_NAME:
        pack_text(pk, member, key->size);
        break;
    case SVI_VALUE_WHENS:
        svi_pack_whens(pk, (const uint8_t *)member);
        break;
    default:
        msgpack_pack_uint32(pk, *(const uint32_t *)(const void *)member);
        break;
    }
}

static void put_map(struct svi_buf *buf, enum svi_message type, const struct key *keys,
                    const void *from)
{
    msgpack_packer pk = put_head(buf, type, 1);
    unsigned pairs = 0;
    for (const struct key *key = keys; key->name != NULL; key++) {
        pairs += is_put(key, (const char *)from + key->offset);
    }
    msgpack_pack_map(&pk, pairs);
    for (const struct key *key = keys; key->name != NULL; key++) {
        const char *member = (const char *)from + key->offset;
        if (is_put(key, member)) {
            msgpack_pack_str_with_body(&pk, key->name, strlen(key->name));
            put_member(&pk, key, member);
        }
    }
}

static void get_member(struct svi_cursor *frame, const struct key *key, char *member)
{
    switch (key->type) {
    case SVI_VALUE_BOOL:
    case SVI_VALUE_TRUE:
        *(bool *)member = svi_get_bool(frame);
        break;
    case SVI_VALUE_TEXT:
    case SVI_VALUE_NAME:
        svi_get_text(frame, member, key->size);
        if (key->type == SVI_VALUE_NAME && member[0] == 0) {
            svi_cursor_fail(frame, SV_E_LENGTH);
        }
        break;
    case SVI_VALUE_WHENS:
        svi_get_whens(frame, (uint8_t *)member);
        break;
    default: {
        const bool matches = key->type == SVI_VALUE_MATCHES;
        const uint32_t value =
            (uint32_t)svi_get_uint(frame, matches ? SVI_MAX_AT_ONCE : UINT32_MAX);
        *(uint32_t *)(void *)member = value;
        if (matches && value == 0) {
            svi_cursor_fail(frame, SV_E_RANGE);
        }
    }
    }
}

/* Reads a key of a map and returns its index in `keys`; for an unknown key, the index of the empty
 * row at the end. Bit i of `found` says that key i was read before: a second one is a failure. */
static unsigned get_key(struct svi_cursor *frame, const struct key *keys, unsigned *found)
{
    size_t size;
    const uint8_t *text = svi_get_str(frame, SIZE_MAX, &size);
    unsigned i = 0;
    while (keys[i].name != NULL && (text == NULL || strlen(keys[i].name) != size ||
                                    memcmp(keys[i].name, text, size) != 0)) {
        i++;
    }
    if (keys[i].name != NULL && (*found >> i & 1) != 0) {
        svi_cursor_fail(frame, SV_E_DUPLICATE);
    }
    *found |= 1u << i;
    return i;
}

static enum sv_status get_map(struct svi_cursor *frame, const struct svi_head *head,
                              enum svi_message type, const struct key *keys, void *to)
{
    unsigned found = 0;
    expect(frame, head, type, 1);
    const uint32_t pairs = svi_get_map(frame, UINT32_MAX);
    for (uint32_t i = 0; i < pairs && frame->status == SV_OK; i++) {
        const struct key *key = &keys[get_key(frame, keys, &found)];
        if (key->name != NULL) {
            get_member(frame, key, (char *)to + key->offset);
        } else {
            svi_cursor_skip(frame); /* of a later version */
        }
        if ((found & 1u) != 0 && *(const uint32_t *)to != SVI_PROTOCOL) {
            /* In another version the other fields may mean something else. */
            svi_cursor_fail(frame, SV_E_VERSION);
        }
    }
    for (unsigned i = 0; keys[i].name != NULL; i++) {
        if (keys[i].needed && (found >> i & 1) == 0) {
            svi_cursor_fail(frame, SV_E_MISSING);
        }
    }
    return frame->status;
}

void svi_put_hello(struct svi_buf *buf, const struct svi_hello *hello)
{
    put_map(buf, SVI_MESSAGE_HELLO, hello_keys, hello);
}

enum sv_status svi_get_hello(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_hello *hello)
{
    *hello = (struct svi_hello){.matches = 1};
    return get_map(frame, head, SVI_MESSAGE_HELLO, hello_keys, hello);
}

void svi_put_welcome(struct svi_buf *buf, const struct svi_welcome *welcome)
{
    put_map(buf, SVI_MESSAGE_WELCOME, welcome_keys, welcome);
}

enum sv_status svi_get_welcome(struct svi_cursor *frame, const struct svi_head *head,
                               struct svi_welcome *welcome)
{
    *welcome = (struct svi_welcome){0};
    return get_map(frame, head, SVI_MESSAGE_WELCOME, welcome_keys, welcome);
}

/* ---- refused, clock, events, goodbye ------------------------------------------------------ */

void svi_put_refused(struct svi_buf *buf, const char *reason)
{
    msgpack_packer pk = put_head(buf, SVI_MESSAGE_REFUSED, 1);

    pack_text(&pk, reason, SVI_MAX_REASON);
}

enum sv_status svi_get_refused(struct svi_cursor *frame, const struct svi_head *head,
                               char reason[SVI_MAX_REASON])
{
    expect(frame, head, SVI_MESSAGE_REFUSED, 1);
    svi_get_text(frame, reason, SVI_MAX_REASON);
    return frame->status;
}

void svi_put_clock(struct svi_buf *buf, const struct svi_clock_left *left)
{
    msgpack_packer pk = put_head(buf, SVI_MESSAGE_CLOCK, 3);

    msgpack_pack_uint64(&pk, left->match);
    msgpack_pack_uint32(&pk, left->bank_ms);
    msgpack_pack_uint32(&pk, left->strikes);
}

enum sv_status svi_get_clock(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_clock_left *left)
{
    expect(frame, head, SVI_MESSAGE_CLOCK, 3);
    left->match = svi_get_uint(frame, UINT64_MAX);
    left->bank_ms = (uint32_t)svi_get_uint(frame, UINT32_MAX);
    left->strikes = (uint32_t)svi_get_uint(frame, UINT32_MAX);
    return frame->status;
}

enum sv_status svi_get_events(struct svi_cursor *frame, const struct svi_head *head,
                              struct svi_events *events)
{
    expect(frame, head, head->type == SVI_MESSAGE_SAID ? SVI_MESSAGE_SAID : SVI_MESSAGE_EVENTS, 3);
    events->match = svi_get_uint(frame, UINT64_MAX);
    events->count = (uint32_t)svi_get_uint(frame, UINT32_MAX);
    events->told = svi_get_array(frame, UINT32_MAX);
    if (events->told > events->count) {
        svi_cursor_fail(frame, SV_E_RANGE);
    }
    return frame->status;
}

void svi_put_goodbye(struct svi_buf *buf)
{
    put_head(buf, SVI_MESSAGE_GOODBYE, 0);
}

enum sv_status svi_get_goodbye(struct svi_cursor *frame, const struct svi_head *head)
{
    expect(frame, head, SVI_MESSAGE_GOODBYE, 0);
    return frame->status;
}

/* ---- edition, start, end ------------------------------------------------------------------ */

void svi_put_edition(struct svi_buf *buf, const struct svi_edition_message *edition)
{
    msgpack_packer pk = put_head(buf, SVI_MESSAGE_EDITION, 2);

    assert(edition->size <= SVI_EDITION_MAX_BYTES);
    msgpack_pack_bin_with_body(&pk, edition->hash, sizeof edition->hash);
    msgpack_pack_bin_with_body(&pk, edition->bytes, edition->size);
}

enum sv_status svi_get_edition(struct svi_cursor *frame, const struct svi_head *head,
                               struct svi_edition_message *edition)
{
    expect(frame, head, SVI_MESSAGE_EDITION, 2);
    svi_get_bytes(frame, edition->hash, sizeof edition->hash);
    edition->bytes = svi_get_bin(frame, SVI_EDITION_MAX_BYTES, &edition->size);
    return frame->status;
}

void svi_put_start(struct svi_buf *buf, const struct svi_start *start)
{
    msgpack_packer pk = put_head(buf, SVI_MESSAGE_START, 6);

    assert(start->seats >= 2 && start->seats <= SV_MAX_SEATS && start->seat < start->seats);
    msgpack_pack_uint64(&pk, start->match);
    msgpack_pack_uint8(&pk, start->seat);
    msgpack_pack_array(&pk, start->seats);
    for (unsigned s = 0; s < start->seats; s++) {
        pack_text(&pk, start->name[s], sizeof start->name[s]);
    }
    msgpack_pack_bin_with_body(&pk, start->edition, sizeof start->edition);
    msgpack_pack_bin_with_body(&pk, start->commitment, sizeof start->commitment);
    msgpack_pack_bin_with_body(&pk, start->key, sizeof start->key);
}

/* The number of elements in an array or bin that has one for each seat. */
static void hold_to_seats(struct svi_cursor *frame, uint64_t seats)
{
    if (frame->status == SV_OK && (seats < 2 || seats > SV_MAX_SEATS)) {
        svi_cursor_fail(frame, SV_E_LENGTH);
    }
}

enum sv_status svi_get_start(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_start *start)
{
    expect(frame, head, SVI_MESSAGE_START, 6);
    start->match = svi_get_uint(frame, UINT64_MAX);
    start->seat = (uint8_t)svi_get_uint(frame, SV_MAX_SEATS - 1);
    start->seats = (uint8_t)svi_get_array(frame, SV_MAX_SEATS);
    hold_to_seats(frame, start->seats);
    if (start->seat >= start->seats) {
        svi_cursor_fail(frame, SV_E_RANGE);
    }
    memset(start->name, 0, sizeof start->name);
    for (unsigned s = 0; s < start->seats; s++) {
        svi_get_text(frame, start->name[s], sizeof start->name[s]);
    }
    svi_get_bytes(frame, start->edition, sizeof start->edition);
    svi_get_bytes(frame, start->commitment, sizeof start->commitment);
    svi_get_bytes(frame, start->key, sizeof start->key);
    return frame->status;
}

void svi_put_end(struct svi_buf *buf, const struct svi_end *end)
{
    msgpack_packer pk = put_head(buf, SVI_MESSAGE_END, 4);

    assert(end->seats >= 2 && end->seats <= SV_MAX_SEATS);
    msgpack_pack_uint64(&pk, end->match);
    msgpack_pack_uint8(&pk, end->result.why);
    msgpack_pack_bin_with_body(&pk, end->result.place, end->seats);
    msgpack_pack_array(&pk, end->seats);
    for (unsigned s = 0; s < end->seats; s++) {
        msgpack_pack_int32(&pk, end->result.worth[s]);
    }
}

enum sv_status svi_get_end(struct svi_cursor *frame, const struct svi_head *head,
                           struct svi_end *end)
{
    size_t seats;
    const uint8_t *places;
    *end = (struct svi_end){0};
    expect(frame, head, SVI_MESSAGE_END, 4);
    end->match = svi_get_uint(frame, UINT64_MAX);
    end->result.why = (uint8_t)svi_get_uint(frame, SV_WHY_COUNT - 1);
    places = svi_get_bin(frame, SV_MAX_SEATS, &seats);
    hold_to_seats(frame, seats);
    if (svi_get_array(frame, SV_MAX_SEATS) != seats) {
        svi_cursor_fail(frame, SV_E_LENGTH);
    }
    for (size_t s = 0; s < seats && frame->status == SV_OK; s++) {
        end->result.place[s] = places[s];
        end->result.worth[s] = (int32_t)svi_get_int(frame, INT32_MIN, INT32_MAX);
        if (places[s] < 1 || places[s] > seats) {
            svi_cursor_fail(frame, SV_E_RANGE);
        }
    }
    end->seats = (uint8_t)seats;
    return frame->status;
}

/* ---- ask ---------------------------------------------------------------------------------- */

#define ASK_VALUES 5u /* before those of `present` */

enum {
#define X(bit, NAME, TYPE, member, empty, text) | SV_Q_##NAME
    ALL_FIELDS = 0 SV_QUESTION_FIELDS(X)
#undef X
};

static bool offer_is_full(const struct sv_offer *o)
{
#define X(TYPE, member) || o->member != 0
    return false SV_OFFER_VALUES(X);
#undef X
}

/* True if a field of a question differs from `empty`. An offer is empty if it is all 0. */
#define IS_FULL_CHOICES(value, empty) ((value) != (empty))
#define IS_FULL_U8(value, empty) ((value) != (empty))
#define IS_FULL_SPACE(value, empty) ((value) != (empty))
#define IS_FULL_SPACES(value, empty) ((value) != (empty))
#define IS_FULL_MONEY(value, empty) ((value) != (empty))
#define IS_FULL_SEAT(value, empty) ((value) != (empty))
#define IS_FULL_UNIT(value, empty) ((value) != (empty))
#define IS_FULL_WHY(value, empty) ((value) != (empty))
#define IS_FULL_OFFER(value, empty) offer_is_full(&(value))

void svi_put_ask_patch(struct svi_buf *buf, uint64_t match, uint32_t question,
                       const struct sv_question *q, const uint8_t *patch, size_t patch_size)
{
    msgpack_packer pk;
    uint32_t present = 0;
    unsigned values = ASK_VALUES;

#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    if (IS_FULL_##TYPE(q->member, empty)) {                                                        \
        present |= SV_Q_##NAME;                                                                    \
        values++;                                                                                  \
    }
    SV_QUESTION_FIELDS(X)
#undef X
    pk = put_head(buf, SVI_MESSAGE_ASK, values);
    msgpack_pack_uint64(&pk, match);
    msgpack_pack_uint32(&pk, question);
    msgpack_pack_uint8(&pk, q->kind);
    msgpack_pack_bin_with_body(&pk, patch, patch_size);
    msgpack_pack_uint32(&pk, present);
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    if ((present & SV_Q_##NAME) != 0) {                                                            \
        svi_put_value(&pk, q->member);                                                             \
    }
    SV_QUESTION_FIELDS(X)
#undef X
}

void svi_put_ask(struct svi_buf *buf, uint64_t match, uint32_t question,
                 const struct sv_question *q, uint8_t *seen, const uint8_t *now, size_t size)
{
    uint8_t patch[SVI_PATCH_MAX(SVI_MAX_BLOCK)];
    assert(size <= SVI_MAX_BLOCK);
    svi_put_ask_patch(buf, match, question, q, patch, svi_patch_make(seen, now, size, patch));
    memcpy(seen, now, size);
}

enum sv_status svi_get_ask(struct svi_cursor *frame, const struct svi_head *head,
                           struct svi_ask *ask)
{
    struct sv_question *q = &ask->asked;
    uint32_t present;
    unsigned values = ASK_VALUES;
    assert(head->type == SVI_MESSAGE_ASK);
    ask->match = svi_get_uint(frame, UINT64_MAX);
    ask->question = (uint32_t)svi_get_uint(frame, UINT32_MAX);
    *q = (struct sv_question){.space = SV_NONE, .other = SV_NONE};
    q->kind = (uint8_t)svi_get_uint(frame, SV_DECISION_COUNT - 1);
    ask->patch = svi_get_bin(frame, SVI_PATCH_MAX(SVI_MAX_BLOCK), &ask->patch_size);
    present = (uint32_t)svi_get_uint(frame, ALL_FIELDS);
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    if ((present & SV_Q_##NAME) != 0) {                                                            \
        values++;                                                                                  \
        svi_get_value(frame, &q->member);                                                          \
    }
    SV_QUESTION_FIELDS(X)
#undef X
    if (head->fields != values) {
        svi_cursor_fail(frame, SV_E_LENGTH);
    }
    return frame->status;
}

/* ---- reply -------------------------------------------------------------------------------- */

#define REPLY_VALUES 2u /* before those of the answer */

void svi_put_reply(struct svi_buf *buf, uint64_t match, uint32_t question,
                   const struct sv_position *p, const struct sv_answer *a, bool is_default)
{
    unsigned values = is_default ? 0 : svi_answer_values(a->kind);
    msgpack_packer pk = put_head(buf, SVI_MESSAGE_REPLY, REPLY_VALUES + values);

    msgpack_pack_uint64(&pk, match);
    msgpack_pack_uint32(&pk, question);
    if (!is_default) {
        svi_put_answer(buf, p, a);
    }
}

enum sv_status svi_get_reply(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_reply *reply)
{
    assert(head->type == SVI_MESSAGE_REPLY);
    *reply = (struct svi_reply){0};
    if (head->fields < REPLY_VALUES) {
        svi_cursor_fail(frame, SV_E_LENGTH);
        return frame->status;
    }
    reply->match = svi_get_uint(frame, UINT64_MAX);
    reply->question = (uint32_t)svi_get_uint(frame, UINT32_MAX);
    reply->values = head->fields - REPLY_VALUES;
    return frame->status;
}

enum sv_status svi_get_reply_answer(struct svi_cursor *frame, const struct svi_reply *reply,
                                    const struct sv_edition *e, const struct sv_position *p,
                                    const struct sv_question *q, struct sv_answer *a)
{
    if (reply->values == 0) {
        sv_answer_default(e, p, q, a);
        return frame->status;
    }
    if (reply->values != svi_answer_values(q->kind)) {
        svi_cursor_fail(frame, SV_E_LENGTH);
        return frame->status;
    }
    return svi_get_answer(frame, p, q, a);
}

/* ---- log, note, say ----------------------------------------------------------------------- */

#define LOG_VALUES 3u
#define NOTE_VALUES 4u

static const enum svi_message remark_messages[] = {[SVI_LOG_TEXT] = SVI_MESSAGE_LOG,
                                                   [SVI_LOG_NOTE] = SVI_MESSAGE_NOTE,
                                                   [SVI_LOG_SAY] = SVI_MESSAGE_SAY};

void svi_put_say(struct svi_buf *buf, uint64_t match, uint32_t question,
                 const struct sv_log_entry *log_entry)
{
    const enum svi_log_kind kind = svi_log_entry_kind(log_entry);
    msgpack_packer pk =
        put_head(buf, remark_messages[kind], kind == SVI_LOG_NOTE ? NOTE_VALUES : LOG_VALUES);

    msgpack_pack_uint64(&pk, match);
    msgpack_pack_uint32(&pk, question);
    svi_put_log_entry(buf, log_entry);
}

enum sv_status svi_get_say(struct svi_cursor *frame, const struct svi_head *head, uint64_t *match,
                           uint32_t *question, struct svi_log_entry *log_entry)
{
    const enum svi_log_kind kind = head->type == SVI_MESSAGE_NOTE  ? SVI_LOG_NOTE
                                   : head->type == SVI_MESSAGE_SAY ? SVI_LOG_SAY
                                                                   : SVI_LOG_TEXT;
    *match = 0;
    *question = 0;
    expect(frame, head, remark_messages[kind], kind == SVI_LOG_NOTE ? NOTE_VALUES : LOG_VALUES);
    *match = svi_get_uint(frame, UINT64_MAX);
    *question = (uint32_t)svi_get_uint(frame, UINT32_MAX);
    return svi_get_log_entry(frame, kind, log_entry);
}
