#include "wire/answer_codec.h"

#include <assert.h>
#include <msgpack.h>
#include <string.h>

#define OFFER_VALUES 9u

unsigned svi_answer_values(unsigned kind)
{
    return sv_count(sv_decision_fields(kind));
}

static void pack_offer(msgpack_packer *pk, const struct sv_offer *o)
{
    msgpack_pack_array(pk, OFFER_VALUES);
    msgpack_pack_uint8(pk, o->to);
    msgpack_pack_int32(pk, o->give_cash);
    msgpack_pack_int32(pk, o->get_cash);
    msgpack_pack_uint64(pk, o->give_deeds);
    msgpack_pack_uint64(pk, o->get_deeds);
    msgpack_pack_uint8(pk, o->give_cards);
    msgpack_pack_uint8(pk, o->get_cards);
    msgpack_pack_uint8(pk, o->give_tickets);
    msgpack_pack_uint8(pk, o->get_tickets);
}

/* The levels that differ from the position's, as space, level, space, level ... Mostly there are none. */
static void pack_levels(msgpack_packer *pk, const struct sv_position *p, const struct sv_plan *plan)
{
    uint8_t spaces[SV_MAX_SPACES];
    unsigned n = 0;

    if (memcmp(plan->level, p->level, sizeof plan->level) != 0) {
        for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
            if (plan->level[i] != p->level[i]) {
                spaces[n++] = (uint8_t)i;
            }
        }
    }
    msgpack_pack_array(pk, 2 * n);
    for (unsigned i = 0; i < n; i++) {
        msgpack_pack_uint8(pk, spaces[i]);
        msgpack_pack_uint8(pk, plan->level[spaces[i]]);
    }
}

static void pack_offers(msgpack_packer *pk, const struct sv_answer *a)
{
    assert(a->n_offers <= SV_MAX_OFFERS);
    msgpack_pack_array(pk, a->n_offers);
    for (unsigned i = 0; i < a->n_offers; i++) {
        pack_offer(pk, &a->offers[i]);
    }
}

void svi_put_offer(struct svi_buf *buf, const struct sv_offer *offer)
{
    msgpack_packer pk = {buf, svi_buf_write};

    pack_offer(&pk, offer);
}

void svi_put_answer(struct svi_buf *buf, const struct sv_position *p, const struct sv_answer *a)
{
    msgpack_packer pk = {buf, svi_buf_write};
    unsigned fields = sv_decision_fields(a->kind);

    if ((fields & SV_F_CHOICE) != 0) {
        msgpack_pack_uint8(&pk, a->choice);
    }
    if ((fields & SV_F_SPACE) != 0) {
        msgpack_pack_uint8(&pk, a->space);
    }
    if ((fields & SV_F_BID) != 0) {
        msgpack_pack_int32(&pk, a->bid);
    }
    if ((fields & SV_F_LIMIT) != 0) {
        msgpack_pack_int32(&pk, a->limit);
    }
    if ((fields & SV_F_LEVELS) != 0) {
        pack_levels(&pk, p, &a->plan);
    }
    if ((fields & SV_F_MORTGAGE) != 0) {
        msgpack_pack_uint64(&pk, a->plan.mortgage);
    }
    if ((fields & SV_F_LIFT) != 0) {
        msgpack_pack_uint64(&pk, a->plan.lift);
    }
    if ((fields & SV_F_OFFERS) != 0) {
        pack_offers(&pk, a);
    }
}

static int32_t get_int32(struct svi_cursor *c)
{
    return (int32_t)svi_get_int(c, INT32_MIN, INT32_MAX);
}

static uint8_t get_uint8(struct svi_cursor *c)
{
    return (uint8_t)svi_get_uint(c, UINT8_MAX);
}

enum sv_status svi_get_offer(struct svi_cursor *c, struct sv_offer *o)
{
    if (svi_get_array(c, OFFER_VALUES) != OFFER_VALUES) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    *o = (struct sv_offer){0};
    o->to = get_uint8(c);
    o->give_cash = get_int32(c);
    o->get_cash = get_int32(c);
    o->give_deeds = svi_get_uint(c, UINT64_MAX);
    o->get_deeds = svi_get_uint(c, UINT64_MAX);
    o->give_cards = get_uint8(c);
    o->get_cards = get_uint8(c);
    o->give_tickets = get_uint8(c);
    o->get_tickets = get_uint8(c);
    return c->status;
}

static void get_levels(struct svi_cursor *c, struct sv_plan *plan)
{
    uint32_t n = svi_get_array(c, 2 * SV_MAX_SPACES);
    uint64_t lowest = 0; /* spaces ascend, so that none stands twice */

    if (n % 2 != 0) {
        svi_cursor_fail(c, SV_E_LENGTH);
        return;
    }
    for (uint32_t i = 0; i < n && c->status == SV_OK; i += 2) {
        uint64_t space = svi_get_uint(c, SV_MAX_SPACES - 1);
        uint8_t level = get_uint8(c);

        if (space < lowest) {
            svi_cursor_fail(c, SV_E_DUPLICATE);
        } else if (c->status == SV_OK) {
            plan->level[space] = level;
            lowest = space + 1;
        }
    }
}

static void get_offers(struct svi_cursor *c, struct sv_answer *a)
{
    a->n_offers = (uint8_t)svi_get_array(c, SV_MAX_OFFERS);
    for (unsigned i = 0; i < a->n_offers; i++) {
        svi_get_offer(c, &a->offers[i]);
    }
}

enum sv_status svi_get_answer(struct svi_cursor *c, const struct sv_position *p,
                              const struct sv_question *q, struct sv_answer *a)
{
    unsigned fields = sv_decision_fields(q->kind);

    sv_answer_clear(p, q, a);
    if ((fields & SV_F_CHOICE) != 0) {
        a->choice = get_uint8(c);
    }
    if ((fields & SV_F_SPACE) != 0) {
        a->space = get_uint8(c);
    }
    if ((fields & SV_F_BID) != 0) {
        a->bid = get_int32(c);
    }
    if ((fields & SV_F_LIMIT) != 0) {
        a->limit = get_int32(c);
    }
    if ((fields & SV_F_LEVELS) != 0) {
        get_levels(c, &a->plan);
    }
    if ((fields & SV_F_MORTGAGE) != 0) {
        a->plan.mortgage = svi_get_uint(c, UINT64_MAX);
    }
    if ((fields & SV_F_LIFT) != 0) {
        a->plan.lift = svi_get_uint(c, UINT64_MAX);
    }
    if ((fields & SV_F_OFFERS) != 0) {
        get_offers(c, a);
    }
    return c->status;
}

static bool same_offer(const struct sv_offer *a, const struct sv_offer *b)
{
    return a->to == b->to && a->give_cash == b->give_cash && a->get_cash == b->get_cash &&
           a->give_deeds == b->give_deeds && a->get_deeds == b->get_deeds &&
           a->give_cards == b->give_cards && a->get_cards == b->get_cards &&
           a->give_tickets == b->give_tickets && a->get_tickets == b->get_tickets;
}

bool svi_answer_same(const struct sv_answer *a, const struct sv_answer *b)
{
    unsigned fields = sv_decision_fields(a->kind);

    if (a->kind != b->kind || ((fields & SV_F_CHOICE) != 0 && a->choice != b->choice) ||
        ((fields & SV_F_SPACE) != 0 && a->space != b->space) ||
        ((fields & SV_F_BID) != 0 && a->bid != b->bid) ||
        ((fields & SV_F_LIMIT) != 0 && a->limit != b->limit) ||
        ((fields & SV_F_LEVELS) != 0 &&
         memcmp(a->plan.level, b->plan.level, sizeof a->plan.level) != 0) ||
        ((fields & SV_F_MORTGAGE) != 0 && a->plan.mortgage != b->plan.mortgage) ||
        ((fields & SV_F_LIFT) != 0 && a->plan.lift != b->plan.lift)) {
        return false;
    }
    if ((fields & SV_F_OFFERS) == 0) {
        return true;
    }
    if (a->n_offers != b->n_offers) {
        return false;
    }
    for (unsigned i = 0; i < a->n_offers && i < SV_MAX_OFFERS; i++) {
        if (!same_offer(&a->offers[i], &b->offers[i])) {
            return false;
        }
    }
    return true;
}
