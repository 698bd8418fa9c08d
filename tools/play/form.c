#include "tools/play/form.h"

#include <stdio.h>
#include <string.h>

enum field {
    N,
    AUTO,
    CHOICE,
    SPACE,
    BID,
    LIMIT,
    LEVEL,
    MORTGAGE,
    LIFT,
    TO,
    GIVE_CASH,
    GET_CASH,
    GIVE_TICKETS,
    GET_TICKETS,
    GIVE_DEED,
    GET_DEED,
    GIVE_CARD,
    GET_CARD,
    FIELDS
};

/* Names, and the highest number that each may have. */
static const struct {
    const char *name;
    uint32_t most;
} fields[FIELDS] = {
    [N] = {"n", UINT32_MAX},
    [AUTO] = {"auto", 1},
    [CHOICE] = {"choice", 7},
    [SPACE] = {"space", SV_MAX_SPACES - 1},
    [BID] = {"bid", INT32_MAX},
    [LIMIT] = {"limit", INT32_MAX},
    [LEVEL] = {"level", SV_MAX_SPACES * 8 - 1},
    [MORTGAGE] = {"mortgage", SV_MAX_SPACES - 1},
    [LIFT] = {"lift", SV_MAX_SPACES - 1},
    [TO] = {"to", SV_MAX_SEATS - 1},
    [GIVE_CASH] = {"give_cash", INT32_MAX},
    [GET_CASH] = {"get_cash", INT32_MAX},
    [GIVE_TICKETS] = {"give_tickets", UINT8_MAX},
    [GET_TICKETS] = {"get_tickets", UINT8_MAX},
    [GIVE_DEED] = {"give_deed", SV_MAX_SPACES - 1},
    [GET_DEED] = {"get_deed", SV_MAX_SPACES - 1},
    [GIVE_CARD] = {"give_card", SV_MAX_JAIL_CARDS - 1},
    [GET_CARD] = {"get_card", SV_MAX_JAIL_CARDS - 1},
};

/* NAME=NUMBER at `text`, up to `end`; the field, or FIELDS: it is no such pair. */
static enum field read_pair(const char *text, const char *end, uint32_t *value)
{
    const char *equals = memchr(text, '=', (size_t)(end - text));
    uint64_t sum = 0;
    if (equals == NULL || equals + 1 == end || end - equals > 11) {
        return FIELDS;
    }
    for (const char *digit = equals + 1; digit < end; digit++) {
        if (*digit < '0' || *digit > '9') {
            return FIELDS;
        }
        sum = sum * 10 + (uint64_t)(*digit - '0');
    }
    for (unsigned f = 0; f < FIELDS; f++) {
        if (strlen(fields[f].name) == (size_t)(equals - text) &&
            memcmp(fields[f].name, text, (size_t)(equals - text)) == 0) {
            *value = (uint32_t)sum;
            return sum <= fields[f].most ? (enum field)f : FIELDS;
        }
    }
    return FIELDS;
}

/* False: the field belongs to an offer, and there is none. */
static bool fill_offer(struct sv_answer *a, enum field field, uint32_t value)
{
    if (a->n_offers == 0) {
        return false;
    }
    struct sv_offer *o = &a->offers[a->n_offers - 1];
    const uint64_t bit = UINT64_C(1) << (value & 63);
    switch (field) {
    case GIVE_CASH:
        o->give_cash = (int32_t)value;
        break;
    case GET_CASH:
        o->get_cash = (int32_t)value;
        break;
    case GIVE_TICKETS:
        o->give_tickets = (uint8_t)value;
        break;
    case GET_TICKETS:
        o->get_tickets = (uint8_t)value;
        break;
    case GIVE_DEED:
        o->give_deeds |= bit;
        break;
    case GET_DEED:
        o->get_deeds |= bit;
        break;
    case GIVE_CARD:
        o->give_cards |= (uint8_t)bit;
        break;
    default:
        o->get_cards |= (uint8_t)bit;
        break;
    }
    return true;
}

static bool fill(struct sv_answer *a, enum field field, uint32_t value, uint32_t *number)
{
    switch (field) {
    case N:
        *number = value;
        return true;
    case AUTO:
        return true;
    case CHOICE:
        a->choice = (uint8_t)value;
        return true;
    case SPACE:
        a->space = (uint8_t)value;
        return true;
    case BID:
        a->bid = (int32_t)value;
        return true;
    case LIMIT:
        a->limit = (int32_t)value;
        return true;
    case LEVEL:
        a->plan.level[value / 8] = (uint8_t)(value % 8);
        return true;
    case MORTGAGE:
        a->plan.mortgage |= UINT64_C(1) << value;
        return true;
    case LIFT:
        a->plan.lift |= UINT64_C(1) << value;
        return true;
    case TO:
        if (a->n_offers == SV_MAX_OFFERS) {
            return false;
        }
        a->offers[a->n_offers++] = (struct sv_offer){.to = (uint8_t)value};
        return true;
    default:
        return fill_offer(a, field, value);
    }
}

bool svi_play_form(const char *text, size_t size, const struct sv_position *p,
                   const struct sv_question *q, uint32_t *number, struct sv_answer *out,
                   struct svi_error *error)
{
    const char *end = text + size;
    sv_answer_clear(p, q, out);
    *number = UINT32_MAX;
    while (text < end) {
        const char *stop = memchr(text, '&', (size_t)(end - text));
        uint32_t value = 0;
        stop = stop != NULL ? stop : end;
        const enum field field = read_pair(text, stop, &value);
        if (field == FIELDS || !fill(out, field, value, number)) {
            (void)svi_fail(error, SV_E_ARGUMENT,
                           "at byte %zu: expected NAME=NUMBER, of an answer's names and ranges",
                           size - (size_t)(end - text));
            return false;
        }
        text = stop < end ? stop + 1 : end;
    }
    return true;
}
