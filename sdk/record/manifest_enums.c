#include "record/manifest_enums.h"

#include "base/json.h"
#include "base/out.h"

#include <solvent/breach.h>
#include <solvent/fields.h>
#include <solvent/luck.h>
#include <solvent/manifest.h>
#include <solvent/status.h>

#include <stddef.h>

struct constant {
    const char *constant, *name; /* in C, and in JSON and files; NULL: it has none there */
    int64_t value;
};

static void put_enum(struct svi_buf *out, const char *name, const char *count,
                     const struct constant *constants)
{
    svi_json_row(out);
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
    svi_json_row_end(out);
}

/* put_enum() of the rows of a table X(NAME, name, ...) as constants PREFIX_NAME. */
#define PUT_ENUM(out, name, PREFIX, ROWS)                                                          \
    do {                                                                                           \
        static const struct constant constants[] = {ROWS{NULL, NULL, 0}};                          \
        put_enum(out, name, #PREFIX "_COUNT", constants);                                          \
    } while (0)

void svi_manifest_enums(struct svi_buf *out)
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
