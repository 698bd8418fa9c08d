#include "tests/wire/exchange.h"
#include "tests/base/testing.h"

#include "bot/session.h"
#include "edition/edition_file.h"
#include "game/fields.h"
#include "tests/wire/page.h"
#include "wire/wire.h"

/* ---- bytes with comments ------------------------------------------------------------------- */

#define COLUMN 42     /* where comments begin */
#define LINE_BYTES 16 /* in one line */
#define MANY_BYTES 32 /* of longer values only the first bytes are shown */
#define GROUP_BYTES 8 /* without a space in between */

/* Prints bytes in groups; returns how many characters that are. */
static size_t print_hex(struct svi_buf *out, const uint8_t *bytes, size_t size)
{
    const size_t before = out->size;
    for (size_t i = 0; i < size; i++) {
        page_print(out, i != 0 && i % GROUP_BYTES == 0 ? " %02x" : "%02x", bytes[i]);
    }
    return out->size - before;
}

/* A comment in its column, behind `used` characters of a line; and the line's end. */
static void print_comment(struct svi_buf *out, size_t used, const char *comment)
{
    if (comment[0] != 0) {
        page_print(out, "%*s%s", (int)(COLUMN - used), "", comment);
    }
    page_print(out, "\n");
}

/* One or more lines: the bytes, and a comment beside the first of them. */
static void print_bytes(struct svi_buf *out, const uint8_t *bytes, size_t size, const char *comment)
{
    size_t shown = size > MANY_BYTES ? LINE_BYTES : size;
    for (size_t at = 0; at < shown; at += LINE_BYTES) {
        size_t n = shown - at < LINE_BYTES ? shown - at : LINE_BYTES;

        print_comment(out, print_hex(out, bytes + at, n), at == 0 ? comment : "");
    }
    if (shown < size) {
        char text[40];

        snprintf(text, sizeof text, "%zu bytes more", size - shown);
        page_print(out, "...");
        print_comment(out, 3, text);
    }
}

/* Appends the names of the position's fields in bytes [from, to). */
static void name_fields(char *text, size_t size, size_t from, size_t to)
{
    for (const struct svi_field *f = svi_position_fields; f->name != NULL; f++) {
        if (f->offset < to && f->offset + (size_t)f->width * f->count > from) {
            size_t used = strlen(text);
            if (used > 80) {
                snprintf(text + used, size - used, " ...");
                return;
            }
            snprintf(text + used, size - used, "%s%s",
                     used != 0 && text[used - 1] != ' ' ? ", " : "", f->name);
        }
    }
}

/* The runs of a patch: a line each, and more for the bytes of a long one. */
static void print_patch(struct svi_buf *out, const uint8_t *patch, size_t size)
{
    size_t at = 0;
    for (size_t i = 0; i < size; i += 2u + patch[i + 1]) {
        const size_t take = patch[i + 1];
        const bool beside = take <= LINE_BYTES;
        char text[200];

        at += patch[i];
        snprintf(text, sizeof text, "  %zu: ", at);
        name_fields(text, sizeof text, at, at + take);
        page_print(out, "%02x %02x%s", patch[i], patch[i + 1], beside ? " " : "");
        size_t used = beside ? 6 + print_hex(out, patch + i + 2, take) : 5;
        print_comment(out, used, text);
        if (!beside) {
            print_bytes(out, patch + i + 2, take, "");
        }
        at += take;
    }
}

/* Describes a value as a person would write it. */
static void describe(char *text, size_t size, const uint8_t *value, size_t value_size)
{
    struct svi_cursor c = svi_cursor_over(value, value_size);
    size_t length;
    const uint8_t *bytes;
    if ((bytes = svi_get_str(&c, SIZE_MAX, &length)) != NULL) {
        snprintf(text, size, "\"%.*s\"", (int)length, (const char *)bytes);
        return;
    }
    c = svi_cursor_over(value, value_size);
    if (svi_get_bin(&c, SIZE_MAX, &length) != NULL) {
        snprintf(text, size, "bin of %zu", length);
        return;
    }
    c = svi_cursor_over(value, value_size);
    if (svi_get_bool(&c) || c.status == SV_OK) {
        snprintf(text, size, "%s", value[0] == 0xc3 ? "true" : "false");
        return;
    }
    c = svi_cursor_over(value, value_size);
    {
        int64_t number = svi_get_int(&c, INT64_MIN, INT64_MAX);
        assert_ok(c.status);
        snprintf(text, size, "%lld", (long long)number);
    }
}

/* Prints one value and the values within it. `labels` are the words beside each value that is not a
 * key of a map, in order; "" for none, NULL at the end. */
static const char *const *print_value(struct svi_buf *out, struct svi_cursor *c,
                                      const char *const *labels)
{
    const uint8_t *start = c->at;
    const char *label = *labels != NULL ? *labels++ : "";
    const char *dash = label[0] != 0 ? "  " : "";
    char text[200];
    struct svi_cursor inner = *c;
    uint32_t n;
    if ((*start & 0xf0) == 0x90) {
        n = svi_get_array(c, 15);
        print_bytes(out, start, 1, label);
        while (n-- != 0) {
            labels = print_value(out, c, labels);
        }
        return labels;
    }
    if ((*start & 0xf0) == 0x80) {
        n = svi_get_map(c, 15);
        print_bytes(out, start, 1, "");
        while (n-- != 0) {
            print_value(out, c, (const char *const[]){NULL});
            labels = print_value(out, c, labels);
        }
        return labels;
    }
    svi_cursor_skip(c);
    describe(text, sizeof text, start, (size_t)(c->at - start));
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", dash, label);
    if (*start >= 0xc4 && *start <= 0xc6) { /* bins: their head by itself */
        size_t size;
        const uint8_t *bytes = svi_get_bin(&inner, SIZE_MAX, &size);

        print_bytes(out, start, (size_t)(bytes - start), text);
        if (strcmp(label, "patch") == 0) {
            print_patch(out, bytes, size);
        } else {
            print_bytes(out, bytes, size, "");
        }
    } else {
        print_bytes(out, start, (size_t)(c->at - start), text);
    }
    return labels;
}

/* `labels` has a list for each message of the frame, then NULL; a list of one word stands for the
 * whole message. */
static void print_frame(struct svi_buf *out, const char *title, const struct svi_buf *frame,
                        const char *const *const *labels)
{
    struct svi_cursor c = svi_cursor_over(frame->data, frame->size);
    page_print(out, "%s, %zu bytes\n\n", title, frame->size);
    for (; *labels != NULL; labels++) {
        if ((*labels)[1] == NULL) { /* a message that is only named */
            const uint8_t *start = c.at;
            char text[80];

            svi_cursor_skip(&c);
            page_print(out, "...");
            snprintf(text, sizeof text, "%zu bytes: %s", (size_t)(c.at - start), (*labels)[0]);
            print_comment(out, 3, text);
        } else {
            print_value(out, &c, *labels);
        }
        page_print(out, "\n");
    }
    assert_int_equal(svi_cursor_left(&c), 0);
}

/* ---- the exchange -------------------------------------------------------------------------- */

#define L(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Declines every deed. */
static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    a->choice = SV_CHOICE_BUY_DECLINE;
}

/* The arbiter's side of one match. */
struct exchange {
    struct sv_edition e;
    struct sv_state state;
    struct sv_setup setup;
    struct svi_buf frame;
    uint8_t seen[SV_POSITION_BYTES];
};

static void put_opening(struct exchange *x)
{
    struct svi_edition_message edition;
    struct svi_start start = {.match = 1, .seats = 2, .name = {"tiny", "other"}};
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    uint8_t salt[SV_SALT_BYTES];
    svi_edition_encode(&x->e, &bytes);
    edition.bytes = bytes.data;
    edition.size = bytes.size;
    assert_ok(svi_edition_hash(&x->e, edition.hash));
    memcpy(start.edition, edition.hash, sizeof start.edition);
    sv_luck_salt(x->setup.seed, 0, salt);
    sv_luck_commitment(x->setup.seed, salt, start.commitment);
    sv_luck_bot_key(x->setup.seed, 0, start.key);
    svi_put_edition(&x->frame, &edition);
    svi_put_start(&x->frame, &start);
}

static void put_ask(struct exchange *x)
{
    struct sv_question q;
    uint8_t block[SV_POSITION_BYTES];
    assert_int_equal(sv_pending(&x->state), 1);
    assert_ok(sv_ask(&x->e, &x->state, 0, &q));
    sv_position_pack(&x->state.position, block);
    svi_put_ask(&x->frame, 1, 1, &q, x->seen, block, sizeof block);
}

void exchange_print(struct svi_buf *out)
{
    static struct exchange x;
    const struct sv_bot bot = {.name = "tiny",
                               .version = "1",
                               .matches = 64,
                               .when = {.buy = SV_WHEN_OWN_TURN},
                               .buy = buy};
    struct svi_session session;
    struct svi_error error;
    memset(&x, 0, sizeof x);
    assert_ok(svi_edition_load("classic", &x.e, &error));
    x.setup.seats = 2;
    x.setup.answers[0] = sv_bot_answers(&bot);
    sv_bot_whens(&bot, x.setup.when[0]);
    sv_luck_seed_text("42", x.setup.seed);
    assert_ok(sv_game_start(&x.e, &x.state, &x.setup, NULL));

    assert_ok(svi_session_init(&session, &bot, "tiny"));
    print_frame(out, "Frame 1, bot to arbiter", &session.out,
                (const char *const *const[]){L("", "hello", "", "", "", "", "bit 2 is `buy`", "",
                                               "", "byte 2, `buy`, is 16: `own_turn`", ""),
                                             NULL});

    svi_put_welcome(&x.frame, &(struct svi_welcome){SVI_PROTOCOL, "0.1.0", 1000, 60000, 10, false});
    put_opening(&x);
    put_ask(&x);
    print_frame(out, "Frame 2, arbiter to bot: four messages", &x.frame,
                (const char *const *const[]){
                    L("welcome"), L("edition"),
                    L("", "start", "match", "seat", "names", "seat 0", "seat 1", "edition",
                      "commitment", "key"),
                    L("", "ask", "match", "question", "kind: buy", "patch", "present: bits 0, 1, 2",
                      "choices: decline (bit 0), buy (bit 1)", "space", "amount: the price"),
                    NULL});
    assert_int_equal(svi_session_frame(&session, x.frame.data, x.frame.size), SVI_SESSION_GOES_ON);
    print_frame(out, "Frame 3, bot to arbiter: declined", &session.out,
                (const char *const *const[]){L("", "reply", "match", "question", "choice: decline",
                                               "levels: none", "mortgage: none"),
                                             NULL});

    svi_session_finish(&session);
    svi_buf_finish(&x.frame);
}
