#include "wire/answer_codec.h"

#include "wire/values.h"

#include <assert.h>
#include <string.h>

unsigned svi_answer_values(unsigned kind)
{
    return sv_count(sv_decision_fields(kind));
}

/* Appends the levels that differ from the position's, as space, level, space, level ... Usually
 * none differ. */
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
        svi_pack_offer(pk, a->offers[i]);
    }
}

/* ---- each type of part ---------------------------------------------------------------------- */

#define PUT_U8(member) svi_put_value(&pk, a->member)
#define PUT_SPACE(member) svi_put_value(&pk, a->member)
#define PUT_MONEY(member) svi_put_value(&pk, a->member)
#define PUT_SPACES(member) svi_put_value(&pk, a->member)
#define PUT_LEVELS(member) pack_levels(&pk, p, &a->plan)
#define PUT_OFFERS(member) pack_offers(&pk, a)

#define GET_U8(member) svi_get_value(c, &a->member)
#define GET_SPACE(member) svi_get_value(c, &a->member)
#define GET_MONEY(member) svi_get_value(c, &a->member)
#define GET_SPACES(member) svi_get_value(c, &a->member)
#define GET_LEVELS(member) get_levels(c, &a->plan)
#define GET_OFFERS(member) get_offers(c, a)

#define SAME_U8(member) (a->member == b->member)
#define SAME_SPACE(member) (a->member == b->member)
#define SAME_MONEY(member) (a->member == b->member)
#define SAME_SPACES(member) (a->member == b->member)
#define SAME_LEVELS(member) (memcmp(a->member, b->member, sizeof a->member) == 0)
#define SAME_OFFERS(member) same_offers(a, b)

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
        uint8_t level = (uint8_t)svi_get_uint(c, UINT8_MAX);

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
        svi_read_offer(c, &a->offers[i]);
    }
}

static bool same_offer(const struct sv_offer *a, const struct sv_offer *b)
{
#define X(TYPE, member) &&a->member == b->member
    return true SV_OFFER_VALUES(X);
#undef X
}

static bool same_offers(const struct sv_answer *a, const struct sv_answer *b)
{
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

/* ---- answers -------------------------------------------------------------------------------- */

void svi_put_answer(struct svi_buf *buf, const struct sv_position *p, const struct sv_answer *a)
{
    msgpack_packer pk = {buf, svi_buf_write};
    unsigned fields = sv_decision_fields(a->kind);

#define X(bit, NAME, name, TYPE, member, text)                                                     \
    if ((fields & SV_F_##NAME) != 0) {                                                             \
        PUT_##TYPE(member);                                                                        \
    }
    SV_ANSWER_PARTS(X)
#undef X
}

enum sv_status svi_get_answer(struct svi_cursor *c, const struct sv_position *p,
                              const struct sv_question *q, struct sv_answer *a)
{
    unsigned fields = sv_decision_fields(q->kind);
    sv_answer_clear(p, q, a);
#define X(bit, NAME, name, TYPE, member, text)                                                     \
    if ((fields & SV_F_##NAME) != 0) {                                                             \
        GET_##TYPE(member);                                                                        \
    }
    SV_ANSWER_PARTS(X)
#undef X
    return c->status;
}

bool svi_answer_same(const struct sv_answer *a, const struct sv_answer *b)
{
    unsigned fields = sv_decision_fields(a->kind);
#define X(bit, NAME, name, TYPE, member, text)                                                     \
    &&((fields & SV_F_##NAME) == 0 || SAME_##TYPE(member))
    return a->kind == b->kind SV_ANSWER_PARTS(X);
#undef X
}
