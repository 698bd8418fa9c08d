/* docs/PROTOCOL.md says what the code does: its tables and its dump are made from it. */
#include "game/fields.h"
#include "tests/base/testing.h"
#include "tests/wire/exchange.h"
#include "tests/wire/page.h"
#include "wire/event_codec.h"
#include "wire/wire.h"

/* "match, question", or "map" */
static void print_names(struct svi_buf *out, const struct svi_message_row *message)
{
    for (const struct svi_message_field *f = message->field; f->name != NULL; f++) {
        if (f->key >= 0) {
            page_print(out, "map");
            return;
        }
        page_print(out, "%s%s", f == message->field ? "" : ", ", f->name);
    }
}

/* Fields that the page explains elsewhere: `match` with start, `question` with ask and log, and the
 * fields at the end of an ask and a reply, which have lists of their own. */
static bool is_explained_elsewhere(unsigned type, const struct svi_message_field *f)
{
    if (strcmp(f->name, "match") == 0) {
        assert_int_equal(f->type, SVI_VALUE_U64);
        return type != SVI_MESSAGE_START;
    }
    if (strcmp(f->name, "question") == 0) {
        assert_int_equal(f->type, SVI_VALUE_U32);
        return type != SVI_MESSAGE_ASK && type != SVI_MESSAGE_LOG;
    }
    return strcmp(f->name, "...") == 0;
}

/* Short names for numbers, which the page explains; other values in words. */
static const char *value_name(enum svi_value_type type)
{
    return type == SVI_VALUE_U32 || type == SVI_VALUE_U64 || type == SVI_VALUE_I64
               ? svi_value_name(type)
               : svi_value_text(type);
}

/* The fields of a message: how it is written, what it says, and what each is. */
static void print_fields_of(struct svi_buf *out, unsigned type)
{
    const struct svi_message_row *message = &svi_messages[type];
    const char *gap = "\n";
    page_print(out, message->field[0].name != NULL ? "`[%u, " : "`[%u", type);
    print_names(out, message);
    page_print(out, "]`: %s\n", message->text);
    for (const struct svi_message_field *f = message->field; f->name != NULL; f++) {
        if (!is_explained_elsewhere(type, f)) {
            page_print(out, "%s- `%s` (%s): %s\n", gap, f->name, value_name(f->type), f->text);
            gap = "";
        }
    }
}

/* Which message follows in the part of another. */
static const struct {
    enum svi_message first, second;
} pairs[] = {{SVI_MESSAGE_WELCOME, SVI_MESSAGE_REFUSED},
             {SVI_MESSAGE_LOG, SVI_MESSAGE_NOTE},
             {SVI_MESSAGE_SAY, SVI_MESSAGE_SAID},
             {SVI_MESSAGE_END, SVI_MESSAGE_GOODBYE}};

TEST(message_fields)
{
    unsigned printed = 0;
    for (unsigned type = 0; type < SVI_MESSAGE_COUNT; type++) {
        struct svi_buf out = {0};
        bool follows = false;
        char part[80];

        print_fields_of(&out, type);
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
            follows = follows || type == pairs[i].second;
            if (type == pairs[i].first) {
                page_print(&out, "\n");
                print_fields_of(&out, pairs[i].second);
                printed++;
            }
        }
        if (follows) {
            svi_buf_finish(&out);
            continue;
        }
        snprintf(part, sizeof part, "tests/wire: %s", svi_messages[type].name);
        page_check("PROTOCOL.md", part, &out);
        printed++;
    }
    assert_int_equal(printed, SVI_MESSAGE_COUNT);
}

static void print_row(struct svi_buf *out, const char *at, const char *name, const char *size,
                      const char *text)
{
    const int wide = strstr(size, "\u00d7") != NULL; /* two bytes in one column */
    page_print(out, "%-7s %-18s %-*s %s\n", at, name, 4 + wide, size, text);
}

/* "give_deeds 424:8, ...": where each field of the offer on the table stands, and its size. */
static size_t print_offer(struct svi_buf *out, size_t start)
{
    size_t at = start;
    page_print(out, "%34s", "");
    for (const struct svi_field *f = svi_offer_fields; f->name != NULL; f++) {
        assert_int_equal(start + f->offset, at);
        if (f->type != SV_TYPE_PAD) {
            page_print(out, "%s%s %zu:%u", at == start ? "" : ", ", f->name, at, f->width);
        }
        at += (size_t)f->width * f->count;
    }
    page_print(out, "\n");
    return at;
}

/* A row for each field; they follow each other without gaps. Padding has no row. */
static size_t print_fields(struct svi_buf *out, const struct svi_field *fields)
{
    size_t at = 0;
    for (const struct svi_field *f = fields; f->name != NULL; f++) {
        char offset[24], size[24];

        assert_int_equal(f->offset, at);
        snprintf(offset, sizeof offset, "%zu", at);
        if (f->count > 1) {
            snprintf(size, sizeof size, "%u\u00d7%u", f->count, f->width);
        } else {
            snprintf(size, sizeof size, "%u", f->width);
        }
        if (f->type != SV_TYPE_PAD) {
            print_row(out, offset, f->name, size, f->text);
        }
        at = f->type == SV_TYPE_OFFER ? print_offer(out, at) : at + (size_t)f->width * f->count;
    }
    return at;
}

TEST(position)
{
    struct svi_buf out = {0};
    page_print(&out, "```\n");
    print_row(&out, "offset", "field", "size", "what");
    assert_int_equal(print_fields(&out, svi_position_fields), SV_POSITION_BYTES);
    page_print(&out, "```\n");
    page_check("PROTOCOL.md", "tests/wire: position", &out);
}

/* Returns the words for a type of values in a message. */
static const char *value_words(enum sv_type type)
{
    switch (type) {
    case SV_TYPE_MONEY:
        return "i32";
    case SV_TYPE_SPACES:
        return "u64";
    case SV_TYPE_OFFER:
        return "offer";
    default:
        return "0-255";
    }
}

TEST(ask_fields)
{
    struct svi_buf out = {0};
    page_print(&out, "```\n%-4s %-8s %-6s %-7s %s\n", "bit", "field", "value", "absent", "what");
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    page_print(&out, "%-4u %-8s %-6s %-7u %s\n", bit, #member, value_words(SV_TYPE_##TYPE),        \
               (unsigned)(empty), text);
    SV_QUESTION_FIELDS(X)
#undef X
    page_print(&out, "```\n");
    page_check("PROTOCOL.md", "tests/wire: ask fields", &out);
}

TEST(whens)
{
    struct svi_buf out = {0};
#define X(NAME, name, text) page_print(&out, "- %u `%s`: %s\n", SVI_WHEN_ROW_##NAME, #name, text);
    SV_WHENS(X)
#undef X
    page_check("PROTOCOL.md", "tests/wire: whens", &out);
}

TEST(offer_values)
{
    struct svi_buf out = {0};
    unsigned n = 0;
    page_print(&out, "`[");
#define X(TYPE, member) page_print(&out, "%s%s", n++ == 0 ? "" : ", ", #member);
    SV_OFFER_VALUES(X)
#undef X
    page_print(&out, "]`\n");
    assert_int_equal(n, 9); /* the page says so in words */
    page_check("PROTOCOL.md", "tests/wire: offer", &out);
}

TEST(answer_parts)
{
    struct svi_buf out = {0};
#define X(bit, NAME, name, TYPE, member, text) page_print(&out, "- `%s`: %s\n", #name, text);
    SV_ANSWER_PARTS(X)
#undef X
    page_check("PROTOCOL.md", "tests/wire: answer", &out);
}

/* Values of the answer to a kind of question, with the names of its choices. */
static void print_values(struct svi_buf *out, unsigned kind)
{
    const char *comma = "";
#define X(bit, NAME, name, TYPE, member, text)                                                     \
    if ((sv_decision_fields(kind) & SV_F_##NAME) != 0) {                                           \
        page_print(out, "%s%s", comma, #name);                                                     \
        comma = ", ";                                                                              \
        for (unsigned c = 0; SV_F_##NAME == SV_F_CHOICE && sv_choice_name(kind, c) != NULL; c++) { \
            page_print(out, "%s%u %s", c == 0 ? " (" : ", ", c, sv_choice_name(kind, c));          \
        }                                                                                          \
        page_print(out, "%s", SV_F_##NAME == SV_F_CHOICE ? ")" : "");                              \
    }
    SV_ANSWER_PARTS(X)
#undef X
}

/* The fields of the question of a kind. */
static void print_asked(struct svi_buf *out, unsigned kind)
{
    const char *comma = "";
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    if ((sv_decision_asks(kind) & SV_Q_##NAME) != 0) {                                             \
        page_print(out, "%s" #member, comma);                                                      \
        comma = ", ";                                                                              \
    }
    SV_QUESTION_FIELDS(X)
#undef X
}

TEST(decisions)
{
    struct svi_buf out = {0};
    unsigned kind = 0;
#define X(NAME, name, asks, fields, fallback, text)                                                \
    page_print(&out, "- %u `%s` (", kind, #name);                                                  \
    print_asked(&out, kind);                                                                       \
    page_print(&out, "): %s. Answer: ", text);                                                     \
    print_values(&out, kind++);                                                                    \
    page_print(&out, ". Default: %s\n", fallback);
    SV_DECISIONS(X)
#undef X
    page_check("PROTOCOL.md", "tests/wire: decisions", &out);
}

/* The table of callbacks, which is written by hand, has each kind. */
TEST(every_callback_is_named)
{
    SCOPED(scoped_free) char *sdk = page_read("SDK.md");
    char *callbacks = strstr(sdk, "\n| callbacks | ");
    assert_non_null(callbacks);
    strstr(callbacks, "\n\n")[0] = 0; /* the end of the table */
    for (unsigned kind = 0; kind < SV_DECISION_COUNT; kind++) {
        char name[60];

        snprintf(name, sizeof name, "`%s`", sv_decision_name(kind));
        if (strstr(callbacks, name) == NULL) {
            fail_msg("docs/SDK.md does not have the callback '%s'", sv_decision_name(kind));
        }
    }
}

/* `0 none, 1 order, ...` */
static void print_list(struct svi_buf *out, const char *(*name)(unsigned), unsigned count)
{
    page_print(out, "`");
    for (unsigned i = 0; i < count; i++) {
        page_print(out, "%s%u %s", i == 0 ? "" : ", ", i, name(i));
    }
    page_print(out, "`\n");
}

/* `6 deck (0 cyclic, 1 redraw), ...`; RULES.md has the ranges, and what each switch does. */
static void print_rules(struct svi_buf *out)
{
    page_print(out, "`");
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *rule = sv_rule_describe(i);

        page_print(out, "%s%u %s", i == 0 ? "" : ", ", i, rule->name);
        if (rule->values == NULL) {
            continue;
        }
        if (rule->high == 1 && strcmp(rule->values[0], "false") == 0) {
            assert_string_equal(rule->values[1], "true");
            page_print(out, " (bool)");
            continue;
        }
        for (int32_t value = 0; value <= rule->high; value++) {
            page_print(out, "%s%d %s", value == 0 ? " (" : ", ", value, rule->values[value]);
        }
        page_print(out, ")");
    }
    page_print(out, "`\n");
}

TEST(numbers)
{
    struct svi_buf out = {0};
    page_print(&out, "- Reasons (`why`): ");
    print_list(&out, sv_why_name, SV_WHY_COUNT);
    page_print(&out, "- Kinds of space: ");
    print_list(&out, sv_space_kind_name, SV_SPACE_KIND_COUNT);
    page_print(&out, "- Decks: ");
    print_list(&out, sv_deck_name, SV_DECK_COUNT);
    page_print(&out, "- Kinds of card: ");
    print_list(&out, sv_card_kind_name, SV_CARD_KIND_COUNT);
    page_print(&out, "- Buildings (`unit`, `stock`): ");
    print_list(&out, sv_unit_name, SV_UNIT_COUNT);
    page_print(&out, "- Switches of the rules: ");
    print_rules(&out);
    page_check("PROTOCOL.md", "tests/wire: numbers", &out);
}

TEST(told_events)
{
    struct svi_buf out = {0};
#define G(TYPE, key)
#define F(TYPE, key, member) "`" #key "`, "
#define X(NAME, name, fields, text)                                                                \
    if ((SV_EVENTS_TOLD >> SV_EVENT_##NAME & 1) != 0) {                                            \
        const char *list = "" fields;                                                              \
        page_print(&out, "- %u `%s` (%.*s): %s\n", SV_EVENT_##NAME, #name, (int)strlen(list) - 2,  \
                   list, text);                                                                    \
    }
    SV_EVENTS(X, F, G)
#undef X
#undef F
#undef G
    page_check("PROTOCOL.md", "tests/wire: told events", &out);
}

TEST(exchange)
{
    struct svi_buf out = {0};
    page_print(&out, "```\n");
    exchange_print(&out);
    out.size--; /* the empty line after the last message */
    page_print(&out, "```\n");
    page_check("PROTOCOL.md", "tests/wire: exchange", &out);
}

/* Figures in the text. */
TEST(figures)
{
    static const struct {
        const char *words;
        unsigned value;
    } figures[] = {
        {"`protocol` is %u.", SVI_PROTOCOL},
        {"The position block has %u bytes", SV_POSITION_BYTES},
        {"the course, %u bytes more", SVI_COURSE_BYTES},
        {"Names have at most %u bytes", SV_MAX_NAME - 1},
        {"canonical encoding, at most %u bytes", SVI_EDITION_MAX_BYTES},
        {"up to %u bytes; line feeds", SV_MAX_LOG - 1},
        {"1 to %u bytes", SV_MAX_KEY - 1},
        {"a seat says beyond %u bytes", SVI_LOG_BUDGET},
        {"as fit %u bytes", SVI_EVENTS_BYTES},
        {"of a match, %u bytes in all", SVI_EVENT_LOG_BYTES},
    };
    SCOPED(scoped_free) char *page = page_read("PROTOCOL.md");

    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        char text[120];

        snprintf(text, sizeof text, figures[i].words, figures[i].value);
        if (strstr(page, text) == NULL) {
            fail_msg("docs/PROTOCOL.md does not say \"%s\"", text);
        }
    }
}
