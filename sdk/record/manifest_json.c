#include "record/manifest_json.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/out.h"
#include "game/fields.h"
#include "game/pack.h"
#include "wire/messages.h"

#include <solvent/actions.h>
#include <solvent/breach.h>
#include <solvent/env.h>
#include <solvent/event.h>
#include <solvent/fields.h>
#include <solvent/luck.h>
#include <solvent/manifest.h>
#include <solvent/observation.h>
#include <solvent/status.h>
#include <solvent/version.h>

#include <stddef.h>
#include <string.h>

/* ---- manifest enums -------------------------------------------------------------------------- */

/* The part `enums` of the manifest as JSON: every enum of the public headers. */

struct constant {
    const char *constant, *name; /* in C, and in JSON and files; NULL: it has none there */
    int64_t value;
};

static void put_enum(struct svi_buf *out, const char *name, const char *count,
                     const struct constant *constants)
{
    svi_json_row(out);
    svi_json_members(out, JSON_TEXT("name", name), JSON_TEXT("count", count));
    svi_json_rows(out, "values");
    for (const struct constant *c = constants; c->constant != NULL; c++) {
        svi_json_begin(out);
        svi_json_members(out, JSON_TEXT("constant", c->constant), JSON_INT("value", c->value),
                         JSON_TEXT("name", c->name));
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
    svi_json_row_end(out);
}

/* put_enum() of the rows of a table X(NAME, name, ...) as constants PREFIX_NAME. */
#define PUT_ENUM(out, name, PREFIX, ROWS)                                                          \
    do {                                                                                           \
        static const struct constant constants[] = {ROWS{NULL, NULL, 0}};                          \
        put_enum(out, name, #PREFIX "_COUNT", constants);                                          \
    } while (0)

/* Appends the member "enums" to an object that has been begun. */
static void manifest_enums(struct svi_buf *out)
{
    svi_json_rows(out, "enums");
#define X(NAME, name, ...) {"SV_DECISION_" #NAME, #name, SV_DECISION_##NAME},
    PUT_ENUM(out, "sv_decision", SV_DECISION, SV_DECISIONS(X));
#undef X
#define X(DECISION, NAME, name, number)                                                            \
    {"SV_CHOICE_" #DECISION "_" #NAME, #name, SV_CHOICE_##DECISION##_##NAME},
    static const struct constant choices[] = {SV_CHOICES(X){NULL, NULL, 0}};
    put_enum(out, "sv_choice", NULL, choices);
#undef X
#define X(NAME, name, text) {"SV_WHEN_" #NAME, #name, SV_WHEN_##NAME},
    static const struct constant whens[] = {SV_WHENS(X){NULL, NULL, 0}};
    put_enum(out, "sv_when_bit", NULL, whens);
#undef X
#define X(bit, NAME, TYPE, member, ...) {"SV_Q_" #NAME, #member, SV_Q_##NAME},
    static const struct constant fields[] = {SV_QUESTION_FIELDS(X){NULL, NULL, 0}};
    put_enum(out, "sv_question_field", NULL, fields);
#undef X
#define X(bit, NAME, name, ...) {"SV_F_" #NAME, #name, SV_F_##NAME},
    static const struct constant parts[] = {SV_ANSWER_PARTS(X){NULL, NULL, 0}};
    put_enum(out, "sv_answer_part", NULL, parts);
#undef X
#define X(NAME, name, ...) {"SV_VERDICT_" #NAME, #name, SV_VERDICT_##NAME},
    PUT_ENUM(out, "sv_verdict", SV_VERDICT, SV_VERDICTS(X));
#undef X
#define X(NAME, name, ...) {"SV_EVENT_" #NAME, #name, SV_EVENT_##NAME},
    PUT_ENUM(out, "sv_event_type", SV_EVENT, SV_EVENTS(X, , ));
#undef X
#define X(NAME, name, ...) {"SV_WHY_" #NAME, #name, SV_WHY_##NAME},
    PUT_ENUM(out, "sv_why", SV_WHY, SV_WHYS(X));
#undef X
#define X(NAME, name, ...) {"SV_SPACE_" #NAME, #name, SV_SPACE_##NAME},
    PUT_ENUM(out, "sv_space_kind", SV_SPACE_KIND, SV_SPACE_KINDS(X));
#undef X
#define X(NAME, name, ...) {"SV_DECK_" #NAME, #name, SV_DECK_##NAME},
    PUT_ENUM(out, "sv_deck", SV_DECK, SV_DECKS(X));
#undef X
#define X(NAME, name, ...) {"SV_UNIT_" #NAME, #name, SV_UNIT_##NAME},
    PUT_ENUM(out, "sv_unit", SV_UNIT, SV_UNITS(X));
#undef X
#define X(NAME, name, ...) {"SV_CARD_" #NAME, #name, SV_CARD_##NAME},
    PUT_ENUM(out, "sv_card_kind", SV_CARD_KIND, SV_CARD_KINDS(X));
#undef X
#define X(NAME, name) {"SV_TARGET_" #NAME, #name, SV_TARGET_##NAME},
    PUT_ENUM(out, "sv_card_target", SV_TARGET, SV_CARD_TARGETS(X));
#undef X
#define X(NAME, name, ...) {"SV_TYPE_" #NAME, #name, SV_TYPE_##NAME},
    PUT_ENUM(out, "sv_type", SV_TYPE, SV_TYPES(X));
#undef X
#define X(NAME, number) {"SV_PURPOSE_" #NAME, NULL, SV_PURPOSE_##NAME},
    static const struct constant purposes[] = {SV_PURPOSES(X){NULL, NULL, 0}};
    put_enum(out, "sv_purpose", NULL, purposes);
#undef X
#define X(NAME, text) {"SV_" #NAME, NULL, SV_##NAME},
    PUT_ENUM(out, "sv_status", SV_STATUS, SV_STATUSES(X));
#undef X
#define X(NAME, name, ...) {"SV_BREACH_" #NAME, #name, SV_BREACH_##NAME},
    PUT_ENUM(out, "sv_breach_kind", SV_BREACH, SV_BREACHES(X));
#undef X
#define NONE(...)
#define WORD(name, fallback, values, rule, text)                                                   \
    static const struct constant name[] = {values{NULL, NULL, 0}};                                 \
    put_enum(out, "sv_rule_" #name, NULL, name);
#define VALUE(NAME, VALUE, value) {"SV_RULE_" #NAME "_" #VALUE, #value, SV_RULE_##NAME##_##VALUE},
    SV_RULES(NONE, NONE, WORD, VALUE)
#undef NONE
#undef WORD
#undef VALUE
    svi_json_rows_end(out);
}

/* ---- manifest json --------------------------------------------------------------------------- */

#define SCHEMA 1 /* of this object */

/* ---- decisions ---------------------------------------------------------------------------- */

static void put_decision(struct svi_buf *out, unsigned kind, const char *fallback, const char *text)
{
    svi_json_row(out);
    svi_json_members(out, JSON_INT("kind", kind), JSON_TEXT("name", sv_decision_name(kind)));
    svi_json_rows(out, "question");
#define X(bit, NAME, TYPE, member, empty, what)                                                    \
    if ((sv_decision_asks(kind) & SV_Q_##NAME) != 0) {                                             \
        svi_json_element(out, #member);                                                            \
    }
    SV_QUESTION_FIELDS(X)
#undef X
    svi_out_char(out, ']');
    svi_json_rows(out, "answer");
#define X(bit, NAME, name, TYPE, member, what)                                                     \
    if ((sv_decision_fields(kind) & SV_F_##NAME) != 0) {                                           \
        svi_json_element(out, #name);                                                              \
    }
    SV_ANSWER_PARTS(X)
#undef X
    svi_out_char(out, ']');
    svi_json_rows(out, "choices");
    for (unsigned c = 0; sv_choice_name(kind, c) != NULL; c++) {
        svi_json_element(out, sv_choice_name(kind, c));
    }
    svi_out_char(out, ']');
    svi_json_members(out, JSON_TEXT("default", fallback), JSON_TEXT("text", text));
    svi_json_row_end(out);
}

static void put_decisions(struct svi_buf *out)
{
    svi_json_rows(out, "decisions");
#define X(NAME, name, asks, fields, fallback, text)                                                \
    put_decision(out, SV_DECISION_##NAME, fallback, text);
    SV_DECISIONS(X)
#undef X
    svi_json_rows_end(out);
    svi_json_rows(out, "whens");
#define X(NAME, name, text)                                                                        \
    svi_json_object(out, JSON_INT("bit", SVI_WHEN_ROW_##NAME), JSON_TEXT("name", #name),           \
                    JSON_TEXT("text", text));
    SV_WHENS(X)
#undef X
    svi_json_rows_end(out);
    svi_json_rows(out, "question_fields");
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    svi_json_object(out, JSON_INT("bit", bit), JSON_TEXT("name", #member),                         \
                    JSON_TEXT("type", svi_type_name(SV_TYPE_##TYPE)), JSON_INT("absent", empty),   \
                    JSON_TEXT("text", text));
    SV_QUESTION_FIELDS(X)
#undef X
    svi_json_rows_end(out);
    svi_json_rows(out, "answer_parts");
#define X(bit, NAME, name, TYPE, member, text)                                                     \
    svi_json_object(out, JSON_INT("bit", bit), JSON_TEXT("name", #name),                           \
                    JSON_TEXT("type", svi_type_name(SV_TYPE_##TYPE)), JSON_TEXT("text", text));
    SV_ANSWER_PARTS(X)
#undef X
    svi_json_rows_end(out);
    svi_json_rows(out, "offer_values");
#define X(TYPE, member)                                                                            \
    svi_json_object(out, JSON_TEXT("name", #member),                                               \
                    JSON_TEXT("type", svi_type_name(SV_TYPE_##TYPE)));
    SV_OFFER_VALUES(X)
#undef X
    svi_json_rows_end(out);
    svi_json_rows(out, "verdicts");
#define X(NAME, name, text) svi_json_object(out, JSON_TEXT("name", #name), JSON_TEXT("text", text));
    SV_VERDICTS(X)
#undef X
    svi_json_rows_end(out);
}

/* ---- breaches ----------------------------------------------------------------------------- */

static void put_breaches(struct svi_buf *out)
{
    svi_json_rows(out, "breaches");
    for (unsigned kind = 0; kind < SV_BREACH_COUNT; kind++) {
        svi_json_object(out, JSON_INT("number", kind), JSON_TEXT("name", sv_breach_name(kind)),
                        JSON_TEXT("status", sv_status_name(sv_breach_status(kind))),
                        JSON_TEXT("rule", sv_breach_rule(kind)),
                        JSON_TEXT("text", sv_breach_pattern(kind)));
    }
    svi_json_rows_end(out);
}

/* ---- layouts ------------------------------------------------------------------------------ */

static void put_types(struct svi_buf *out)
{
    svi_json_rows(out, "types");
#define STORAGE(ctype)                                                                             \
    _Generic((ctype *)NULL, uint8_t *                                                              \
             : "u8", uint16_t *                                                                    \
             : "u16", uint32_t *                                                                   \
             : "u32", uint64_t *                                                                   \
             : "u64", int32_t *                                                                    \
             : "i32", char *                                                                       \
             : "text", struct sv_offer *                                                            \
             : "sv_offer")
#define X(TYPE, name, ctype, text)                                                                 \
    svi_json_object(out, JSON_TEXT("name", #name), JSON_TEXT("storage", STORAGE(ctype)),           \
                    JSON_TEXT("text", text));
    SV_TYPES(X)
#undef X
#undef STORAGE
    svi_json_rows_end(out);
}

static void put_layout(struct svi_buf *out, const char *name, size_t size,
                       const struct svi_field *fields)
{
    svi_json_row(out);
    svi_json_members(out, JSON_TEXT("name", name), JSON_INT("bytes", size));
    svi_json_rows(out, "fields");
    for (const struct svi_field *f = fields; f->name != NULL; f++) {
        svi_out_text(out, f == fields ? "\n   {" : ",\n   {");
        svi_json_members(out, JSON_TEXT("name", f->name), JSON_TEXT("type", svi_type_name(f->type)),
                         JSON_INT("offset", f->offset));
        svi_json_rows(out, "dimensions");
        if (f->count > 1) {
            svi_json_number(out, f->outer);
        }
        if (f->count > f->outer) {
            svi_json_number(out, f->count / f->outer);
        }
        svi_out_char(out, ']');
        svi_json_string(out, "text", f->text);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
    svi_json_row_end(out);
}

static void put_layouts(struct svi_buf *out)
{
    svi_json_rows(out, "layouts");
    put_layout(out, "sv_position", sizeof(struct sv_position), svi_position_fields);
    put_layout(out, "sv_offer", sizeof(struct sv_offer), svi_offer_fields);
    svi_json_rows_end(out);
}

/* ---- events ------------------------------------------------------------------------------- */

static void put_events(struct svi_buf *out)
{
    svi_json_rows(out, "event_types");
#define X(TYPE, name, json, text)                                                                  \
    svi_json_object(out, JSON_TEXT("name", #name), JSON_TEXT("json", json),                        \
                    JSON_TEXT("text", text));
    SV_EVENT_TYPES(X)
#undef X
    svi_json_rows_end(out);
    static const char *const type_names[] = {
#define X(TYPE, name, json, text) #name,
        SV_EVENT_TYPES(X)
#undef X
    };
    enum {
#define X(TYPE, name, json, text) TYPE_##TYPE,
        SV_EVENT_TYPES(X)
#undef X
    };
    svi_json_rows(out, "events");
#define F(TYPE, key, member) G(TYPE, key)
#define G(TYPE, key)                                                                               \
    svi_json_begin(out);                                                                           \
    svi_json_members(out, JSON_TEXT("name", #key), JSON_TEXT("type", type_names[TYPE_##TYPE]));    \
    svi_out_char(out, '}');
#define X(NAME, name, fields, text)                                                                \
    svi_json_row(out);                                                                             \
    svi_json_int(out, "number", SV_EVENT_##NAME);                                                  \
    svi_json_string(out, "type", #name);                                                           \
    svi_json_rows(out, "fields");                                                                  \
    fields svi_out_char(out, ']');                                                                 \
    svi_json_bool(out, "told", (SV_EVENTS_TOLD >> SV_EVENT_##NAME & 1) != 0);                      \
    svi_json_string(out, "text", text);                                                            \
    svi_json_row_end(out);
    SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
    svi_json_rows_end(out);
}

/* ---- rules -------------------------------------------------------------------------------- */

static void put_rules(struct svi_buf *out)
{
    static const char *const types[] = {
#define NUMBER(name, ...) "number",
#define FLAG(name, ...) "flag",
#define WORD(name, ...) "word",
        SV_RULES(NUMBER, FLAG, WORD, )
#undef NUMBER
#undef FLAG
#undef WORD
    };
    svi_json_rows(out, "rules");
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *rule = sv_rule_describe(i);
        svi_json_row(out);
        svi_json_members(out, JSON_INT("index", i), JSON_TEXT("name", rule->name),
                         JSON_TEXT("type", types[i]), JSON_INT("default", rule->fallback),
                         JSON_INT("low", rule->low), JSON_INT("high", rule->high));
        if (rule->values != NULL) {
            svi_json_rows(out, "values");
            for (int32_t value = 0; value <= rule->high; value++) {
                svi_json_element(out, rule->values[value]);
            }
            svi_out_char(out, ']');
        }
        svi_json_members(out, JSON_TEXT("rule", rule->rule), JSON_TEXT("text", rule->text));
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

/* ---- editions ----------------------------------------------------------------------------- */

static void put_kinds(struct svi_buf *out, unsigned kinds)
{
    svi_json_rows(out, "kinds");
    for (unsigned kind = 0; kind < SV_SPACE_KIND_COUNT; kind++) {
        if ((kinds >> kind & 1) != 0) {
            svi_json_element(out, sv_space_kind_name(kind));
        }
    }
    svi_out_char(out, ']');
}

static void put_editions(struct svi_buf *out)
{
    svi_json_rows(out, "space_fields");
#define X(place, TYPE, member, dims, kinds, low, text)                                             \
    svi_json_row(out);                                                                             \
    svi_json_members(out, JSON_INT("place", place), JSON_TEXT("name", #member),                    \
                     JSON_TEXT("type", svi_type_name(SV_TYPE_##TYPE)));                            \
    put_kinds(out, kinds);                                                                         \
    svi_json_int(out, "low", low);                                                                 \
    svi_json_string(out, "text", text);                                                            \
    svi_json_row_end(out);
    SV_SPACE_FIELDS(X)
#undef X
    svi_json_rows_end(out);
    svi_json_rows(out, "card_fields");
#define X(place, TYPE, member, dims, text)                                                         \
    svi_json_object(out, JSON_INT("place", place), JSON_TEXT("name", #member),                     \
                    JSON_TEXT("type", svi_type_name(SV_TYPE_##TYPE)), JSON_TEXT("text", text));
    SV_CARD_FIELDS(X)
#undef X
    svi_json_rows_end(out);
    static const char *const targets[] = {
#define X(NAME, name) #name,
        SV_CARD_TARGETS(X)
#undef X
    };
    svi_json_rows(out, "card_kinds");
#define X(NAME, name, TARGET, repairs, low, high, text)                                            \
    svi_json_object(out, JSON_TEXT("name", #name),                                                 \
                    JSON_TEXT("target", targets[SV_TARGET_##TARGET]),                              \
                    JSON_BOOL("repairs", repairs), JSON_INT("low", low), JSON_INT("high", high),   \
                    JSON_TEXT("text", text));
    SV_CARD_KINDS(X)
#undef X
    svi_json_rows_end(out);
}

/* ---- messages ----------------------------------------------------------------------------- */

static void put_messages(struct svi_buf *out)
{
    svi_json_rows(out, "value_types");
    for (unsigned type = 0; type < SVI_VALUE_TYPE_COUNT; type++) {
        svi_json_object(out, JSON_TEXT("name", svi_value_name(type)),
                        JSON_TEXT("text", svi_value_text(type)));
    }
    svi_json_rows_end(out);
    svi_json_rows(out, "messages");
    for (unsigned type = 0; type < SVI_MESSAGE_COUNT; type++) {
        const struct svi_message_row *message = &svi_messages[type];
        svi_json_row(out);
        svi_json_members(
            out, JSON_INT("type", type), JSON_TEXT("name", message->name),
            JSON_TEXT("from", message->sender),
            JSON_BOOL("map", message->field[0].name != NULL && message->field[0].key >= 0));
        svi_json_rows(out, "fields");
        for (const struct svi_message_field *f = message->field; f->name != NULL; f++) {
            svi_out_text(out, f == message->field ? "\n   {" : ",\n   {");
            svi_json_string(out, "name", f->name);
            svi_json_string(out, "type", svi_value_name(f->type));
            if (f->key >= 0) {
                svi_json_bool(out, "required", f->key != 0);
            }
            svi_json_string(out, "text", f->text);
            svi_out_char(out, '}');
        }
        svi_out_char(out, ']');
        svi_json_string(out, "text", message->text);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

/* ---- the whole ---------------------------------------------------------------------------- */

static void put_sizes(struct svi_buf *out)
{
    static const struct {
        const char *constant;
        int64_t value;
    } sizes[] = {
#define SIZE(constant) {#constant, constant},
        SIZE(SV_MAX_SEATS) SIZE(SV_MAX_SPACES) SIZE(SV_MAX_GROUPS) SIZE(SV_MAX_DECKS)
            SIZE(SV_MAX_CARDS) SIZE(SV_MAX_JAIL_CARDS) SIZE(SV_MAX_OFFERS) SIZE(SV_MAX_NAME)
                SIZE(SV_MAX_TEXT) SIZE(SV_MAX_LOG) SIZE(SV_MAX_SAY) SIZE(SV_MAX_KEY)
                    SIZE(SV_MAX_FIGURE) SIZE(SV_ACTION_COUNT) SIZE(SV_COINS)
                        SIZE(SV_OBSERVATION_NUMBERS) SIZE(SV_OBSERVATION_FLOATS) SIZE(SV_SEEN_BANK)
                            SIZE(SV_SEEN_NOBODY) SIZE(SV_BANK) SIZE(SV_NONE) SIZE(SV_DIE_MR)
                                SIZE(SV_DIE_BUS) SIZE(SV_POSITION_BYTES) SIZE(SV_SEED_BYTES)
                                    SIZE(SV_KEY_BYTES)
#undef SIZE
    };
    svi_json_rows(out, "sizes");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        svi_json_object(out, JSON_TEXT("constant", sizes[i].constant),
                        JSON_INT("value", sizes[i].value));
    }
    svi_json_rows_end(out);
}

/* ---- the environment ------------------------------------------------------------------------- */

static void put_env(struct svi_buf *out)
{
    svi_json_rows(out, "actions");
#define X(NAME, many, what)                                                                        \
    svi_json_object(out, JSON_TEXT("constant", "SV_ACTION_" #NAME),                                \
                    JSON_INT("first", SV_ACTION_##NAME), JSON_INT("count", many),                  \
                    JSON_TEXT("text", what));
    SV_ACTIONS(X)
#undef X
    svi_json_rows_end(out);
}

static void put_observation(struct svi_buf *out)
{
    int64_t number = 0, at = 0;
    svi_json_rows(out, "observation");
#define X(TYPE, member, values, CODE, parts, what)                                                 \
    svi_json_object(out, JSON_TEXT("name", #member), JSON_TEXT("storage", #TYPE),                  \
                    JSON_INT("offset", (int64_t)offsetof(struct sv_observation, member)),          \
                    JSON_INT("first", number), JSON_INT("count", values),                          \
                    JSON_TEXT("code", #CODE), JSON_INT("of", parts), JSON_INT("floats_first", at), \
                    JSON_INT("floats", (int64_t)(values)*SVI_FLOATS_##CODE(parts)),                \
                    JSON_TEXT("text", what));                                                      \
    number += values;                                                                              \
    at += (int64_t)(values)*SVI_FLOATS_##CODE(parts);
    SV_OBSERVATION_FIELDS(X)
#undef X
    svi_json_rows_end(out);
}

void svi_manifest_json(struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_members(out, JSON_INT("manifest", SCHEMA), JSON_TEXT("solvent", SV_VERSION_STRING),
                     JSON_INT("protocol", SVI_PROTOCOL),
                     JSON_INT("rules_version", SV_RULES_VERSION),
                     JSON_INT("course_bytes", SVI_COURSE_BYTES));
    put_sizes(out);
    manifest_enums(out);
    put_types(out);
    put_layouts(out);
    put_decisions(out);
    put_breaches(out);
    put_events(out);
    put_rules(out);
    put_editions(out);
    put_messages(out);
    put_env(out);
    put_observation(out);
    svi_out_text(out, "}\n");
}
