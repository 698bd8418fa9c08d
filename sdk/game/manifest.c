#include <solvent/manifest.h>

#include <solvent/status.h>

#include <stddef.h>
#include <stdint.h>

/* The entry of a table, NULL past its end. */
#define ENTRY(table, i) ((i) < sizeof(table) / sizeof *(table) ? (table)[i] : NULL)

const char *sv_status_text(enum sv_status status)
{
    static const char *const texts[] = {
#define X(name, text) text,
        SV_STATUSES(X)
#undef X
    };
    const char *text = ENTRY(texts, (unsigned)status);

    return text != NULL ? text : "unknown status";
}

const char *sv_status_name(enum sv_status status)
{
    static const char *const names[] = {
#define X(name, text) #name,
        SV_STATUSES(X)
#undef X
    };
    const char *name = ENTRY(names, (unsigned)status);

    return name != NULL ? name : "E_UNKNOWN_STATUS";
}

const char *sv_decision_name(unsigned decision)
{
    static const char *const names[] = {
#define X(NAME, name, ...) #name,
        SV_DECISIONS(X)
#undef X
    };

    return ENTRY(names, decision);
}

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

const char *sv_when_name(unsigned when)
{
    static const char *const names[] = {
#define X(NAME, name, text) #name,
        SV_WHENS(X)
#undef X
    };

    return ENTRY(names, when);
}

const char *sv_verdict_name(unsigned verdict)
{
    static const char *const names[] = {
#define X(NAME, name, text) #name,
        SV_VERDICTS(X)
#undef X
    };

    return ENTRY(names, verdict);
}

const char *sv_event_name(unsigned type)
{
    static const char *const names[] = {
#define X(NAME, name, fields, text) #name,
        SV_EVENTS(X, , )
#undef X
    };

    return ENTRY(names, type);
}

const char *sv_why_name(unsigned why)
{
    static const char *const names[] = {
#define X(NAME, name) #name,
        SV_WHYS(X)
#undef X
    };

    return ENTRY(names, why);
}

const char *sv_space_kind_name(unsigned kind)
{
    static const char *const names[] = {
#define X(NAME, name) #name,
        SV_SPACE_KINDS(X)
#undef X
    };

    return ENTRY(names, kind);
}

const char *sv_deck_name(unsigned deck)
{
    static const char *const names[] = {
#define X(NAME, name) #name,
        SV_DECKS(X)
#undef X
    };

    return ENTRY(names, deck);
}

const char *sv_unit_name(unsigned unit)
{
    static const char *const names[] = {
#define X(NAME, name) #name,
        SV_UNITS(X)
#undef X
    };

    return ENTRY(names, unit);
}

const char *sv_card_kind_name(unsigned kind)
{
    static const char *const names[] = {
#define X(NAME, name, ...) #name,
        SV_CARD_KINDS(X)
#undef X
    };

    return ENTRY(names, kind);
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

const char *sv_decision_text(unsigned decision)
{
    static const char *const texts[] = {
#define X(NAME, name, asks, fields, fallback, text) text,
        SV_DECISIONS(X)
#undef X
    };
    const char *text = ENTRY(texts, decision);

    return text != NULL ? text : "";
}

const char *sv_decision_default_text(unsigned decision)
{
    static const char *const texts[] = {
#define X(NAME, name, asks, fields, fallback, text) fallback,
        SV_DECISIONS(X)
#undef X
    };
    const char *text = ENTRY(texts, decision);

    return text != NULL ? text : "";
}
