#include <solvent/manifest.h>

#include <solvent/status.h>

#include <stddef.h>
#include <stdint.h>

/* The entry of a table, NULL past its end. */
#define ENTRY(table, i) ((i) < sizeof(table) / sizeof *(table) ? (table)[i] : NULL)

/* Defines a function that returns a text of row `i` of a table, or `past` behind its end. */
#define TEXT_OF(function, index, texts_of_rows, past)                                              \
    const char *function(index i)                                                                  \
    {                                                                                              \
        static const char *const texts[] = {texts_of_rows};                                        \
        const char *text = ENTRY(texts, (unsigned)i);                                              \
        return text != NULL ? text : (past);                                                       \
    }

#define X(NAME, name, ...) #name,
TEXT_OF(sv_decision_name, unsigned, SV_DECISIONS(X), NULL)
TEXT_OF(sv_when_name, unsigned, SV_WHENS(X), NULL)
TEXT_OF(sv_verdict_name, unsigned, SV_VERDICTS(X), NULL)
TEXT_OF(sv_event_name, unsigned, SV_EVENTS(X, , ), NULL)
TEXT_OF(sv_why_name, unsigned, SV_WHYS(X), NULL)
TEXT_OF(sv_space_kind_name, unsigned, SV_SPACE_KINDS(X), NULL)
TEXT_OF(sv_deck_name, unsigned, SV_DECKS(X), NULL)
TEXT_OF(sv_unit_name, unsigned, SV_UNITS(X), NULL)
TEXT_OF(sv_card_kind_name, unsigned, SV_CARD_KINDS(X), NULL)
#undef X
#define X(name, text) #name,
TEXT_OF(sv_status_name, enum sv_status, SV_STATUSES(X), "E_UNKNOWN_STATUS")
#undef X
#define X(name, text) text,
TEXT_OF(sv_status_text, enum sv_status, SV_STATUSES(X), "unknown status")
#undef X
#define X(NAME, name, asks, fields, fallback, text) text,
TEXT_OF(sv_decision_text, unsigned, SV_DECISIONS(X), "")
#undef X
#define X(NAME, name, asks, fields, fallback, text) fallback,
TEXT_OF(sv_decision_default_text, unsigned, SV_DECISIONS(X), "")
#undef X

const char *sv_choice_name(unsigned decision, unsigned choice)
{
    static const struct {
        const char *name;
        unsigned decision, choice;
    } choices[] = {
#define X(DECISION, NAME, name, value) {#name, SV_DECISION_##DECISION, value},
        SV_CHOICES(X)
#undef X
    };

    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        if (choices[i].decision == decision && choices[i].choice == choice) {
            return choices[i].name;
        }
    }
    return NULL;
}

unsigned sv_decision_asks(unsigned decision)
{
    static const uint16_t asks_of[] = {
#define X(NAME, name, asks, fields, fallback, text) asks,
        SV_DECISIONS(X)
#undef X
    };

    return decision < SV_DECISION_COUNT ? asks_of[decision] : 0;
}

unsigned sv_decision_fields(unsigned decision)
{
    static const uint8_t fields_of[] = {
#define X(NAME, name, asks, fields, fallback, text) fields,
        SV_DECISIONS(X)
#undef X
    };

    return decision < SV_DECISION_COUNT ? fields_of[decision] : 0;
}
