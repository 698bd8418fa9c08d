#include "tests/wire/random.h"

#include <stdlib.h>
#include <string.h>

uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint32_t random_below(struct random *r, uint32_t n)
{
    return (uint32_t)(random_next(r) % n);
}

uint64_t random_uint64(struct random *r)
{
    uint32_t bits = random_below(r, 65);
    return bits == 0 ? 0 : random_next(r) >> (64 - bits);
}

int32_t random_int32(struct random *r)
{
    int32_t value = (int32_t)(random_uint64(r) & INT32_MAX);
    return random_below(r, 4) == 0 ? -value - 1 : value;
}

void random_bytes(struct random *r, void *out, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        ((uint8_t *)out)[i] = (uint8_t)random_next(r);
    }
}

void random_text(struct random *r, char *out, size_t cap)
{
    static const char *const characters[] = {"a", "Z", " ", "\"", "é", "ß", "漢", "€", "🎲"};
    size_t left = random_below(r, (uint32_t)cap);
    for (;;) {
        const char *c = characters[random_below(r, sizeof characters / sizeof *characters)];
        size_t size = strlen(c);
        if (size > left) {
            *out = 0;
            return;
        }
        memcpy(out, c, size);
        out += size;
        left -= size;
    }
}

void *random_room(size_t size)
{
    void *room = malloc(size != 0 ? size : 1);

    if (room == NULL) {
        abort();
    }
    return room;
}

struct sv_offer random_offer(struct random *r)
{
    return (struct sv_offer){
        .give_deeds = random_uint64(r),
        .get_deeds = random_uint64(r),
        .give_cash = random_int32(r),
        .get_cash = random_int32(r),
        .give_cards = (uint8_t)random_next(r),
        .get_cards = (uint8_t)random_next(r),
        .give_tickets = (uint8_t)random_next(r),
        .get_tickets = (uint8_t)random_next(r),
        .to = (uint8_t)random_next(r),
    };
}

struct sv_answer random_answer(struct random *r, const struct sv_position *p,
                               const struct sv_question *q)
{
    unsigned fields = sv_decision_fields(q->kind);
    struct sv_answer a;
    sv_answer_clear(p, q, &a);
    a.choice = (fields & SV_F_CHOICE) != 0 ? (uint8_t)random_next(r) : a.choice;
    a.space = (fields & SV_F_SPACE) != 0 ? (uint8_t)random_next(r) : a.space;
    a.bid = (fields & SV_F_BID) != 0 ? random_int32(r) : a.bid;
    a.limit = (fields & SV_F_LIMIT) != 0 ? random_int32(r) : a.limit;
    if ((fields & SV_F_LEVELS) != 0 && random_below(r, 2) != 0) {
        for (uint32_t n = random_below(r, SV_MAX_SPACES + 1); n != 0; n--) {
            a.plan.level[random_below(r, SV_MAX_SPACES)] = (uint8_t)random_next(r);
        }
    }
    a.plan.mortgage = (fields & SV_F_MORTGAGE) != 0 ? random_uint64(r) : 0;
    a.plan.lift = (fields & SV_F_LIFT) != 0 ? random_uint64(r) : 0;
    if ((fields & SV_F_OFFERS) != 0) {
        a.n_offers = (uint8_t)random_below(r, SV_MAX_OFFERS + 1);
        for (unsigned i = 0; i < a.n_offers; i++) {
            a.offers[i] = random_offer(r);
        }
    }
    return a;
}

/* Any value, small ones and large ones, for a member of that size. */
static void random_field(struct random *r, void *out, size_t size)
{
    const uint64_t set = random_uint64(r);
    const int32_t amount = random_int32(r);
    const struct sv_offer offer = random_offer(r);
    const uint8_t byte = (uint8_t)random_next(r);
    memcpy(out,
           size == sizeof offer    ? (const void *)&offer
           : size == sizeof set    ? (const void *)&set
           : size == sizeof amount ? (const void *)&amount
                                   : &byte,
           size);
}

struct sv_question random_question(struct random *r, unsigned kind)
{
    struct sv_question q = {.kind = (uint8_t)kind, .space = SV_NONE, .other = SV_NONE};
    /* Half of the fields, whatever the kind: any value of each is to travel. */
#define X(bit, NAME, TYPE, member, empty, text)                                                    \
    if (random_below(r, 2) != 0) {                                                                 \
        random_field(r, &q.member, sizeof q.member);                                               \
    }
    SV_QUESTION_FIELDS(X)
#undef X
    return q;
}

static uint8_t random_or_none(struct random *r, unsigned n)
{
    return random_below(r, 4) == 0 ? (uint8_t)SV_NONE : (uint8_t)random_below(r, n);
}

/* A value for each type of field that is told, put into a member. */
#define RANDOM_SEAT(m) (m) = (uint8_t)random_below(r, SV_MAX_SEATS)
#define RANDOM_PARTY(m) (m) = (uint8_t)random_below(r, SV_BANK + 1)
#define RANDOM_HOLDER(m) (m) = random_or_none(r, SV_BANK + 1)
#define RANDOM_SPACE(m) (m) = (uint8_t)random_below(r, SV_MAX_SPACES)
#define RANDOM_MAYBE_SPACE(m) (m) = random_or_none(r, SV_MAX_SPACES)
#define RANDOM_MAYBE_UNIT(m) (m) = random_or_none(r, SV_UNIT_COUNT)
#define RANDOM_MONEY(m) (m) = random_int32(r)
#define RANDOM_COUNT(m) (m) = (uint32_t)random_uint64(r)
#define RANDOM_LUCK(m) (m) = (uint32_t)random_uint64(r)
#define RANDOM_LEVEL(m) (m) = (uint8_t)random_below(r, 7)
#define RANDOM_PLACE(m) (m) = (uint8_t)random_below(r, SV_MAX_SEATS + 1)
#define RANDOM_FLAG(m) (m) = (uint8_t)random_below(r, 2)
#define RANDOM_DICE(m)                                                                             \
    (m)[0] = (uint8_t)random_below(r, 7), (m)[1] = (uint8_t)random_below(r, 7),                    \
    (m)[2] = (uint8_t)random_below(r, 7)
#define RANDOM_WHY(m) (m) = (uint8_t)random_below(r, SV_WHY_COUNT)
#define RANDOM_DECK(m) (m) = (uint8_t)random_below(r, SV_DECK_COUNT)
#define RANDOM_CARD(m) (m) = (uint8_t)random_below(r, SV_MAX_JAIL_CARDS)
#define RANDOM_CARD_ID(m) (m) = (uint8_t)random_below(r, SV_MAX_CARDS)
#define RANDOM_OFFER(m) *offer = random_offer(r), (m) = offer
#define RANDOM_DECISION(m) (void)0
#define RANDOM_VERDICT(m) (void)0
#define RANDOM_ANSWER(m) (void)0
#define RANDOM_SAID(m) (void)0
#define RANDOM_KEY(m) (void)0
#define RANDOM_VALUE(m) (void)0
#define RANDOM_ORDINAL(m) (void)0
#define RANDOM_REASON(m) (void)0
#define RANDOM_MAYBE_ANSWER(m) (void)0
#define RANDOM_MAYBE_BYTES(m) (void)0

struct sv_event random_event(struct random *r, struct sv_offer *offer)
{
    struct sv_event ev = {.space = SV_NONE, .unit = SV_NONE};
    do {
        ev.type = (uint8_t)random_below(r, SV_EVENT_COUNT);
    } while ((SV_EVENTS_TOLD >> ev.type & 1) == 0);
    switch ((enum sv_event_type)ev.type) {
#define F(TYPE, key, member) RANDOM_##TYPE(ev.member);
#define G(TYPE, key)
#define X(NAME, name, fields, text)                                                                \
    case SV_EVENT_##NAME:                                                                          \
        fields break;
        SV_EVENTS(X, F, G)
#undef F
#undef G
#undef X
    case SV_EVENT_COUNT:
        break;
    }
    return ev;
}

struct svi_hello random_hello(struct random *r)
{
    struct svi_hello hello = {
        .protocol = SVI_PROTOCOL,
        .answers = (uint32_t)random_uint64(r),
        .matches = 1 + random_below(r, SVI_MAX_AT_ONCE),
        .model = random_below(r, 2) != 0,
        .events = random_below(r, 2) != 0,
        .fallback = random_below(r, 2) != 0,
        .talk = random_below(r, 2) != 0,
    };

    for (unsigned k = random_below(r, SV_DECISION_COUNT + 1); k > 0; k--) {
        hello.when[k - 1] = (uint8_t)random_uint64(r);
    }
    random_text(r, hello.version, sizeof hello.version);
    do {
        random_text(r, hello.name, sizeof hello.name);
    } while (hello.name[0] == 0);
    return hello;
}

struct svi_start random_start(struct random *r)
{
    struct svi_start start = {
        .match = random_uint64(r),
        .seats = (uint8_t)(2 + random_below(r, SV_MAX_SEATS - 1)),
    };

    start.seat = (uint8_t)random_below(r, start.seats);
    for (unsigned s = 0; s < start.seats; s++) {
        random_text(r, start.name[s], sizeof start.name[s]);
    }
    random_bytes(r, start.edition, sizeof start.edition);
    random_bytes(r, start.commitment, sizeof start.commitment);
    random_bytes(r, start.key, sizeof start.key);
    return start;
}

struct svi_end random_end(struct random *r)
{
    struct svi_end end = {
        .match = random_uint64(r),
        .seats = (uint8_t)(2 + random_below(r, SV_MAX_SEATS - 1)),
        .result = {.why = (uint8_t)random_below(r, SV_WHY_COUNT)},
    };

    for (unsigned s = 0; s < end.seats; s++) {
        end.result.place[s] = (uint8_t)(1 + random_below(r, end.seats));
        end.result.worth[s] = random_int32(r);
    }
    return end;
}
