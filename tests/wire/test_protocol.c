/* docs/PROTOCOL.md says what the code does: its tables and its dump are made from it. */
#include "game/fields.h"
#include "tests/wire/exchange.h"
#include "tests/wire/page.h"
#include "wire/event_log.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

static void messages(void **state)
{
    struct svi_buf out = {0};
    (void)state;
    page_print(&out, "| type | name | from | fields | what it says |\n|---|---|---|---|---|\n");
    for (unsigned type = 0; type < SVI_MESSAGE_COUNT; type++) {
        const struct svi_message_row *message = &svi_messages[type];

        page_print(&out, "| %u | `%s` | %s | ", type, message->name, message->sender);
        print_names(&out, message);
        page_print(&out, " | %s |\n", message->text);
    }
    page_check("PROTOCOL.md", "tests/wire: messages", &out);
}

/* The fields of each message: how it is written, and what each is. */
static void message_fields(void **state)
{
    (void)state;
    for (unsigned type = 0; type < SVI_MESSAGE_COUNT; type++) {
        const struct svi_message_row *message = &svi_messages[type];
        const bool map = message->field[0].name != NULL && message->field[0].key >= 0;
        struct svi_buf out = {0};
        char part[80];

        page_print(&out, message->field[0].name != NULL ? "`[%u, " : "`[%u", type);
        print_names(&out, message);
        page_print(&out, "]`\n");
        if (message->field[0].name != NULL) {
            page_print(&out, "\n| %s | value | |\n|---|---|---|\n", map ? "key" : "field");
        }
        for (const struct svi_message_field *f = message->field; f->name != NULL; f++) {
            page_print(&out, map ? "| `%s` | %s | %s |\n" : "| %s | %s | %s |\n", f->name,
                       svi_value_text(f->type), f->text);
        }
        snprintf(part, sizeof part, "tests/wire: %s", message->name);
        page_check("PROTOCOL.md", part, &out);
    }
}

/* A row for each field, those of an offer one by one; they follow each other without gaps. */
static size_t print_fields(struct svi_buf *out, const struct svi_field *fields, const char *prefix,
                           size_t start)
{
    size_t at = start;
    for (const struct svi_field *f = fields; f->name != NULL; f++) {
        assert_int_equal(start + f->offset, at);
        if (f->type == SV_TYPE_OFFER) {
            page_print(out, "| %zu | `%s` | %u | %s |\n", at, f->name, f->width, f->text);
            at = print_fields(out, svi_offer_fields, "offer.", at);
            continue;
        }
        page_print(out, "| %zu | `%s%s` | ", at, prefix, f->name);
        if (f->count > 1) {
            page_print(out, "%u x ", f->count);
        }
        page_print(out, "%u | %s |\n", f->width, f->text);
        at += (size_t)f->width * f->count;
    }
    return at;
}

static void position(void **state)
{
    struct svi_buf out = {0};
    (void)state;
    page_print(&out, "| offset | field | bytes | what |\n|---|---|---|---|\n");
    assert_int_equal(print_fields(&out, svi_position_fields, "", 0), SV_POSITION_BYTES);
    page_check("PROTOCOL.md", "tests/wire: position", &out);
}

/* What a value of a type is in a message. */
static const char *value_words(enum sv_type type)
{
    switch (type) {
    case SV_TYPE_MONEY:
        return "signed 32 bits";
    case SV_TYPE_SPACES:
        return "unsigned 64 bits";
    case SV_TYPE_OFFER:
        return "array of nine";
    default:
        return "0-255";
    }
}

static void ask_fields(void **state)
{
    struct svi_buf out = {0};
    (void)state;
    page_print(&out, "| bit | name | value | when absent | what |\n|---|---|---|---|---|\n");
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    page_print(&out, "| %u | `%s` | %s | %u | %s |\n", bit, #member, value_words(SV_TYPE_##TYPE),  \
               (unsigned)(empty), text);
    SV_QUESTION_FIELDS(X)
#undef X
    page_check("PROTOCOL.md", "tests/wire: ask fields", &out);
}

static void whens(void **state)
{
    struct svi_buf out = {0};
    (void)state;
    page_print(&out, "| bit | name | the bot is asked when |\n|---|---|---|\n");
#define X(NAME, name, text)                                                                        \
    page_print(&out, "| %u | `%s` | %s |\n", SVI_WHEN_ROW_##NAME, #name, text);
    SV_WHENS(X)
#undef X
    page_check("PROTOCOL.md", "tests/wire: whens", &out);
}

static void offer_values(void **state)
{
    struct svi_buf out = {0};
    unsigned n = 0;
    (void)state;
    page_print(&out, "`[");
#define X(TYPE, member) page_print(&out, "%s%s", n++ == 0 ? "" : ", ", #member);
    SV_OFFER_VALUES(X)
#undef X
    page_print(&out, "]`\n");
    assert_int_equal(n, 9); /* the page says so in words */
    page_check("PROTOCOL.md", "tests/wire: offer", &out);
}

static void answer_parts(void **state)
{
    struct svi_buf out = {0};
    (void)state;
    page_print(&out, "| value | |\n|---|---|\n");
#define X(bit, NAME, name, TYPE, member, text) page_print(&out, "| %s | %s |\n", #name, text);
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

/* The second cell of the row that explains a kind names the fields of its question, in any order,
 * with notes in brackets. */
static void expect_fields(const char *page, unsigned kind)
{
    char row[60], cell[300];
    const char *at;
    size_t length = 0;
    unsigned named = 0;
    snprintf(row, sizeof row, "\n| **%s** | ", sv_decision_name(kind));
    at = strstr(page, row);
    assert_non_null(at);
    for (at += strlen(row); *at != '|' && length + 2 < sizeof cell; at++) {
        if (*at == '(') {
            at = strchr(at, ')');
        } else if (*at != ' ') {
            cell[length++] = *at;
        }
    }
    cell[length] = ',';
    cell[length + 1] = 0;
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    for (at = cell; *at != 0; at = strchr(at, ',') + 1) {                                          \
        named |= strncmp(at, #member ",", sizeof #member) == 0 ? SV_Q_##NAME : 0u;                 \
    }
    SV_QUESTION_FIELDS(X)
#undef X
    if (named != sv_decision_asks(kind)) {
        fail_msg("docs/PROTOCOL.md, section 5 names the fields %s of '%s', not those of its row in "
                 "SV_DECISIONS",
                 cell, sv_decision_name(kind));
    }
}

static void decisions(void **state)
{
    struct svi_buf out = {0};
    unsigned kind = 0;
    (void)state;
    page_print(&out, "| kind | name | the question | values of the answer | default |\n"
                     "|---|---|---|---|---|\n");
#define X(NAME, name, asks, fields, fallback, text)                                                \
    page_print(&out, "| %u | `%s` | %s | ", kind, #name, text);                                    \
    print_values(&out, kind++);                                                                    \
    page_print(&out, " | %s |\n", fallback);
    SV_DECISIONS(X)
#undef X
    page_check("PROTOCOL.md", "tests/wire: decisions", &out);
}

/* What is written by hand about each kind is there for each kind. */
static void every_decision_is_explained(void **state)
{
    char *protocol = page_read("PROTOCOL.md"), *sdk = page_read("SDK.md");
    (void)state;
    for (unsigned kind = 0; kind < SV_DECISION_COUNT; kind++) {
        char row[60];

        snprintf(row, sizeof row, "\n| **%s** | ", sv_decision_name(kind));
        if (strstr(protocol, row) == NULL) {
            fail_msg("docs/PROTOCOL.md does not say what is legal for '%s'",
                     sv_decision_name(kind));
        }
        expect_fields(protocol, kind);
        snprintf(row, sizeof row, "\n| `%s` | ", sv_decision_name(kind));
        if (strstr(sdk, row) == NULL) {
            fail_msg("docs/SDK.md does not have the callback '%s'", sv_decision_name(kind));
        }
    }
    free(protocol);
    free(sdk);
}

/* "0 none, 1 order, ..." */
static void print_list(struct svi_buf *out, const char *(*name)(unsigned), unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        page_print(out, "%s%u %s", i == 0 ? "" : ", ", i, name(i));
    }
    page_print(out, ".\n");
}

static void numbers(void **state)
{
    struct svi_buf out = {0};
    (void)state;
    page_print(&out, "- Reasons (`why`): ");
    print_list(&out, sv_why_name, SV_WHY_COUNT);
    page_print(&out, "- Kinds of space: ");
    print_list(&out, sv_space_kind_name, SV_SPACE_KIND_COUNT);
    page_print(&out, "- Decks: ");
    print_list(&out, sv_deck_name, SV_DECK_COUNT);
    page_print(&out, "- Kinds of card: ");
    print_list(&out, sv_card_kind_name, SV_CARD_KIND_COUNT);
    page_check("PROTOCOL.md", "tests/wire: numbers", &out);
}

/* "0 false, 1 true", or the range. */
static void print_values_of(struct svi_buf *out, const struct sv_rule_info *rule)
{
    if (rule->values == NULL) {
        page_print(out, "%d to %d", rule->low, rule->high);
        return;
    }
    for (int32_t value = 0; value <= rule->high; value++) {
        page_print(out, "%s%d %s", value == 0 ? "" : ", ", value, rule->values[value]);
    }
}

static void told_events(void **state)
{
    struct svi_buf out = {0};
    (void)state;
    page_print(&out, "| type | name | fields | what happened |\n|---|---|---|---|\n");
#define G(TYPE, key)
#define F(TYPE, key, member) "`" #key "`, "
#define X(NAME, name, fields, text)                                                                \
    if ((SV_EVENTS_TOLD >> SV_EVENT_##NAME & 1) != 0) {                                            \
        const char *list = "" fields;                                                              \
        page_print(&out, "| %u | `%s` | %.*s | %s |\n", SV_EVENT_##NAME, #name,                    \
                   (int)strlen(list) - 2, list, text);                                             \
    }
    SV_EVENTS(X, F, G)
#undef X
#undef F
#undef G
    page_check("PROTOCOL.md", "tests/wire: told events", &out);
}

static void rules(void **state)
{
    struct svi_buf out = {0};
    (void)state;
    page_print(&out, "| index | switch | values | what |\n|---|---|---|---|\n");
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *rule = sv_rule_describe(i);

        page_print(&out, "| %u | `%s` | ", i, rule->name);
        print_values_of(&out, rule);
        page_print(&out, " | %s |\n", rule->text);
    }
    page_check("PROTOCOL.md", "tests/wire: rules", &out);
}

static void exchange(void **state)
{
    struct svi_buf out = {0};
    (void)state;
    page_print(&out, "```\n");
    exchange_print(&out);
    out.size--; /* the empty line after the last message */
    page_print(&out, "```\n");
    page_check("PROTOCOL.md", "tests/wire: exchange", &out);
}

/* Figures in the text. */
static void figures(void **state)
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
    char *page = page_read("PROTOCOL.md");

    (void)state;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        char text[120];

        snprintf(text, sizeof text, figures[i].words, figures[i].value);
        if (strstr(page, text) == NULL) {
            fail_msg("docs/PROTOCOL.md does not say \"%s\"", text);
        }
    }
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages),
        cmocka_unit_test(message_fields),
        cmocka_unit_test(position),
        cmocka_unit_test(ask_fields),
        cmocka_unit_test(offer_values),
        cmocka_unit_test(answer_parts),
        cmocka_unit_test(whens),
        cmocka_unit_test(decisions),
        cmocka_unit_test(every_decision_is_explained),
        cmocka_unit_test(numbers),
        cmocka_unit_test(told_events),
        cmocka_unit_test(rules),
        cmocka_unit_test(exchange),
        cmocka_unit_test(figures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
