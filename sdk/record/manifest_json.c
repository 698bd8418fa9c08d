#include "record/manifest_json.h"

#include "base/json.h"
#include "base/out.h"
#include "game/fields.h"
#include "game/pack.h"
#include "record/header.h"
#include "wire/messages.h"

#include <solvent/event.h>
#include <solvent/luck.h>
#include <solvent/version.h>

#include <string.h>

#define SCHEMA 1 /* of this object */

/* ---- lists -------------------------------------------------------------------------------- */

/* A list of rows, each an object on a line of its own. */
static void begin_list(struct svi_buf *out, const char *key)
{
    svi_json_key(out, key);
    svi_out_char(out, '[');
}

static void begin_row(struct svi_buf *out)
{
    svi_out_text(out, out->size > 0 && out->data[out->size - 1] == '[' ? "\n  {" : ",\n  {");
}

static void end_row(struct svi_buf *out)
{
    svi_out_char(out, '}');
}

static void end_list(struct svi_buf *out)
{
    svi_out_text(out, "\n ]");
}

/* One more element of a list within a row. */
static void put_word(struct svi_buf *out, const char *word)
{
    svi_out_text(out, out->data[out->size - 1] == '[' ? "" : ",");
    svi_out_json_string(out, word);
}

/* ---- enums -------------------------------------------------------------------------------- */

struct constant {
    const char *constant, *name; /* in C, and in JSON and files; NULL: it has none there */
    int64_t value;
};

static void put_enum(struct svi_buf *out, const char *name, const char *count,
                     const struct constant *constants)
{
    begin_row(out);
    svi_json_string(out, "name", name);
    if (count != NULL) {
        svi_json_string(out, "count", count);
    }
    svi_json_key(out, "values");
    svi_out_char(out, '[');
    for (const struct constant *c = constants; c->constant != NULL; c++) {
        svi_out_text(out, c == constants ? "{" : ",{");
        svi_json_string(out, "constant", c->constant);
        svi_json_int(out, "value", c->value);
        if (c->name != NULL) {
            svi_json_string(out, "name", c->name);
        }
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
    end_row(out);
}

/* put_enum() of the rows of a table X(NAME, name, ...) as constants PREFIX_NAME. */
#define PUT_ENUM(out, name, PREFIX, ROWS)                                                          \
    do {                                                                                           \
        static const struct constant constants[] = {ROWS{NULL, NULL, 0}};                          \
        put_enum(out, name, #PREFIX "_COUNT", constants);                                          \
    } while (0)

static void put_enums(struct svi_buf *out)
{
    begin_list(out, "enums");
#define X(NAME, name, ...) {"SV_DECISION_" #NAME, #name, SV_DECISION_##NAME},
    PUT_ENUM(out, "sv_decision", SV_DECISION, SV_DECISIONS(X));
#undef X
#define X(DECISION, NAME, name, number)                                                            \
    {"SV_CHOICE_" #DECISION "_" #NAME, #name, SV_CHOICE_##DECISION##_##NAME},
    static const struct constant choices[] = {SV_CHOICES(X){NULL, NULL, 0}};
    put_enum(out, "sv_choice", NULL, choices);
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
#define NONE(...)
#define WORD(name, fallback, values, rule, text)                                                   \
    static const struct constant name[] = {values{NULL, NULL, 0}};                                 \
    put_enum(out, "sv_rule_" #name, NULL, name);
#define VALUE(NAME, VALUE, value) {"SV_RULE_" #NAME "_" #VALUE, #value, SV_RULE_##NAME##_##VALUE},
    SV_RULES(NONE, NONE, WORD, VALUE)
#undef NONE
#undef WORD
#undef VALUE
    end_list(out);
}

/* ---- decisions ---------------------------------------------------------------------------- */

static void put_decision(struct svi_buf *out, unsigned kind, const char *fallback, const char *text)
{
    begin_row(out);
    svi_json_int(out, "kind", kind);
    svi_json_string(out, "name", sv_decision_name(kind));
    svi_json_key(out, "question");
    svi_out_char(out, '[');
#define X(bit, NAME, TYPE, member, empty, what)                                                    \
    if ((sv_decision_asks(kind) & SV_Q_##NAME) != 0) {                                             \
        put_word(out, #member);                                                                    \
    }
    SV_QUESTION_FIELDS(X)
#undef X
    svi_out_char(out, ']');
    svi_json_key(out, "answer");
    svi_out_char(out, '[');
#define X(bit, NAME, name, TYPE, member, what)                                                     \
    if ((sv_decision_fields(kind) & SV_F_##NAME) != 0) {                                           \
        put_word(out, #name);                                                                      \
    }
    SV_ANSWER_PARTS(X)
#undef X
    svi_out_char(out, ']');
    svi_json_key(out, "choices");
    svi_out_char(out, '[');
    for (unsigned c = 0; sv_choice_name(kind, c) != NULL; c++) {
        put_word(out, sv_choice_name(kind, c));
    }
    svi_out_char(out, ']');
    svi_json_string(out, "default", fallback);
    svi_json_string(out, "text", text);
    end_row(out);
}

static void put_decisions(struct svi_buf *out)
{
    begin_list(out, "decisions");
#define X(NAME, name, asks, fields, fallback, text)                                                \
    put_decision(out, SV_DECISION_##NAME, fallback, text);
    SV_DECISIONS(X)
#undef X
    end_list(out);
    begin_list(out, "question_fields");
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    begin_row(out);                                                                                \
    svi_json_int(out, "bit", bit);                                                                 \
    svi_json_string(out, "name", #member);                                                         \
    svi_json_string(out, "type", svi_type_name(SV_TYPE_##TYPE));                                   \
    svi_json_int(out, "absent", empty);                                                            \
    svi_json_string(out, "text", text);                                                            \
    end_row(out);
    SV_QUESTION_FIELDS(X)
#undef X
    end_list(out);
    begin_list(out, "answer_parts");
#define X(bit, NAME, name, TYPE, member, text)                                                     \
    begin_row(out);                                                                                \
    svi_json_int(out, "bit", bit);                                                                 \
    svi_json_string(out, "name", #name);                                                           \
    svi_json_string(out, "type", svi_type_name(SV_TYPE_##TYPE));                                   \
    svi_json_string(out, "text", text);                                                            \
    end_row(out);
    SV_ANSWER_PARTS(X)
#undef X
    end_list(out);
    begin_list(out, "offer_values");
#define X(TYPE, member)                                                                            \
    begin_row(out);                                                                                \
    svi_json_string(out, "name", #member);                                                         \
    svi_json_string(out, "type", svi_type_name(SV_TYPE_##TYPE));                                   \
    end_row(out);
    SV_OFFER_VALUES(X)
#undef X
    end_list(out);
    begin_list(out, "verdicts");
#define X(NAME, name, text)                                                                        \
    begin_row(out);                                                                                \
    svi_json_string(out, "name", #name);                                                           \
    svi_json_string(out, "text", text);                                                            \
    end_row(out);
    SV_VERDICTS(X)
#undef X
    end_list(out);
}

/* ---- layouts ------------------------------------------------------------------------------ */

static void put_types(struct svi_buf *out)
{
    begin_list(out, "types");
#define STORAGE(ctype)                                                                             \
    _Generic((ctype *)NULL, uint8_t *                                                              \
             : "u8", uint16_t *                                                                    \
             : "u16", uint32_t *                                                                   \
             : "u32", uint64_t *                                                                   \
             : "u64", int32_t *                                                                    \
             : "i32", struct sv_offer *                                                            \
             : "sv_offer")
#define X(TYPE, name, ctype, text)                                                                 \
    begin_row(out);                                                                                \
    svi_json_string(out, "name", #name);                                                           \
    svi_json_string(out, "storage", STORAGE(ctype));                                               \
    svi_json_string(out, "text", text);                                                            \
    end_row(out);
    SV_TYPES(X)
#undef X
#undef STORAGE
    end_list(out);
}

static void put_layout(struct svi_buf *out, const char *name, size_t size,
                       const struct svi_field *fields)
{
    begin_row(out);
    svi_json_string(out, "name", name);
    svi_json_int(out, "bytes", (int64_t)size);
    svi_json_key(out, "fields");
    svi_out_char(out, '[');
    for (const struct svi_field *f = fields; f->name != NULL; f++) {
        svi_out_text(out, f == fields ? "\n   {" : ",\n   {");
        svi_json_string(out, "name", f->name);
        svi_json_string(out, "type", svi_type_name(f->type));
        svi_json_int(out, "offset", f->offset);
        svi_json_key(out, "dimensions");
        svi_out_char(out, '[');
        if (f->count > 1) {
            svi_out_int(out, f->outer);
        }
        if (f->count > f->outer) {
            svi_out_char(out, ',');
            svi_out_int(out, f->count / f->outer);
        }
        svi_out_char(out, ']');
        svi_json_string(out, "text", f->text);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
    end_row(out);
}

static void put_layouts(struct svi_buf *out)
{
    begin_list(out, "layouts");
    put_layout(out, "sv_position", sizeof(struct sv_position), svi_position_fields);
    put_layout(out, "sv_offer", sizeof(struct sv_offer), svi_offer_fields);
    end_list(out);
}

/* ---- events ------------------------------------------------------------------------------- */

static void put_events(struct svi_buf *out)
{
    begin_list(out, "event_types");
#define X(TYPE, name, json, text)                                                                  \
    begin_row(out);                                                                                \
    svi_json_string(out, "name", #name);                                                           \
    svi_json_string(out, "json", json);                                                            \
    svi_json_string(out, "text", text);                                                            \
    end_row(out);
    SV_EVENT_TYPES(X)
#undef X
    end_list(out);
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
    begin_list(out, "events");
#define F(TYPE, key, member) G(TYPE, key)
#define G(TYPE, key)                                                                               \
    svi_out_text(out, out->data[out->size - 1] == '[' ? "{" : ",{");                               \
    svi_json_string(out, "name", #key);                                                            \
    svi_json_string(out, "type", type_names[TYPE_##TYPE]);                                         \
    svi_out_char(out, '}');
#define X(NAME, name, fields, text)                                                                \
    begin_row(out);                                                                                \
    svi_json_int(out, "number", SV_EVENT_##NAME);                                                  \
    svi_json_string(out, "type", #name);                                                           \
    svi_json_key(out, "fields");                                                                   \
    svi_out_char(out, '[');                                                                        \
    fields svi_out_char(out, ']');                                                                 \
    svi_json_string(out, "text", text);                                                            \
    end_row(out);
    SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
    end_list(out);
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
    begin_list(out, "rules");
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *rule = sv_rule_describe(i);
        begin_row(out);
        svi_json_int(out, "index", i);
        svi_json_string(out, "name", rule->name);
        svi_json_string(out, "type", types[i]);
        svi_json_int(out, "default", rule->fallback);
        svi_json_int(out, "low", rule->low);
        svi_json_int(out, "high", rule->high);
        if (rule->values != NULL) {
            svi_json_key(out, "values");
            svi_out_char(out, '[');
            for (int32_t value = 0; value <= rule->high; value++) {
                put_word(out, rule->values[value]);
            }
            svi_out_char(out, ']');
        }
        svi_json_string(out, "rule", rule->rule);
        svi_json_string(out, "text", rule->text);
        end_row(out);
    }
    end_list(out);
}

/* ---- messages ----------------------------------------------------------------------------- */

static void put_messages(struct svi_buf *out)
{
    begin_list(out, "value_types");
    for (unsigned type = 0; type < SVI_VALUE_TYPE_COUNT; type++) {
        begin_row(out);
        svi_json_string(out, "name", svi_value_name(type));
        svi_json_string(out, "text", svi_value_text(type));
        end_row(out);
    }
    end_list(out);
    begin_list(out, "messages");
    for (unsigned type = 0; type < SVI_MESSAGE_COUNT; type++) {
        const struct svi_message_row *message = &svi_messages[type];
        begin_row(out);
        svi_json_int(out, "type", type);
        svi_json_string(out, "name", message->name);
        svi_json_string(out, "from", message->sender);
        svi_json_bool(out, "map", message->field[0].name != NULL && message->field[0].key >= 0);
        svi_json_key(out, "fields");
        svi_out_char(out, '[');
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
        end_row(out);
    }
    end_list(out);
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
                SIZE(SV_MAX_TEXT) SIZE(SV_MAX_LOG) SIZE(SV_MAX_KEY) SIZE(SV_BANK) SIZE(SV_NONE)
                    SIZE(SV_DIE_MR) SIZE(SV_DIE_BUS) SIZE(SV_POSITION_BYTES) SIZE(SV_SEED_BYTES)
                        SIZE(SV_KEY_BYTES)
#undef SIZE
    };
    begin_list(out, "sizes");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        begin_row(out);
        svi_json_string(out, "constant", sizes[i].constant);
        svi_json_int(out, "value", sizes[i].value);
        end_row(out);
    }
    end_list(out);
}

void svi_manifest_json(struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_int(out, "manifest", SCHEMA);
    svi_json_string(out, "solvent", SV_VERSION_STRING);
    svi_json_int(out, "protocol", SVI_PROTOCOL);
    svi_json_int(out, "rules_version", SV_RULES_VERSION);
    svi_json_int(out, "course_bytes", SVI_COURSE_BYTES);
    put_sizes(out);
    put_enums(out);
    put_types(out);
    put_layouts(out);
    put_decisions(out);
    put_events(out);
    put_rules(out);
    put_messages(out);
    svi_out_text(out, "}\n");
}
