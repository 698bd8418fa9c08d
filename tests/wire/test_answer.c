/* Answers of every kind travel whole; invalid bytes are refused, one by one. */
#include "tests/base/testing.h"
#include "tests/wire/random.h"
#include "wire/answer_codec.h"

#include <msgpack.h>

static struct sv_position random_position(struct random *r)
{
    struct sv_position p = {.seats = 4};
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        p.level[i] = (uint8_t)random_below(r, 7);
    }
    return p;
}

TEST(kinds_have_their_values)
{
    assert_int_equal(svi_answer_values(SV_DECISION_MANAGE), 4);
    assert_int_equal(svi_answer_values(SV_DECISION_JAIL), 1);
    assert_int_equal(svi_answer_values(SV_DECISION_BUY), 3);
    assert_int_equal(svi_answer_values(SV_DECISION_BID), 2);
    assert_int_equal(svi_answer_values(SV_DECISION_COUNT), 0);
}

TEST(every_kind_travels)
{
    struct random r = {4};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    for (unsigned i = 0; i < 20000; i++) {
        struct sv_position p = random_position(&r);
        struct sv_question q = {.kind = (uint8_t)(i % SV_DECISION_COUNT)};
        struct sv_answer a = random_answer(&r, &p, &q), b;

        svi_buf_clear(&buf);
        svi_put_answer(&buf, &p, &a);
        struct svi_cursor c = svi_cursor_over(buf.data, buf.size);
        assert_ok(svi_get_answer(&c, &p, &q, &b));
        assert_ok(svi_cursor_end(&c));
        assert_true(svi_answer_same(&a, &b) && svi_answer_same(&b, &a));
        c = svi_cursor_over(buf.data, buf.size);
        for (unsigned v = 0; v < svi_answer_values(q.kind); v++) { /* that many values, no more */
            svi_cursor_skip(&c);
        }
        assert_ok(svi_cursor_end(&c));
    }
}

/* Changes one part of an answer; false when the kind does not have it. */
static bool change(struct sv_answer *a, unsigned part, struct random *r)
{
    switch (part) {
    case 0:
        a->choice ^= 1;
        break;
    case 1:
        a->space ^= 1;
        break;
    case 2:
        a->bid ^= 1;
        break;
    case 3:
        a->limit ^= 1;
        break;
    case 4:
        a->plan.level[random_below(r, SV_MAX_SPACES)] ^= 1;
        break;
    case 5:
        a->plan.mortgage ^= 1;
        break;
    case 6:
        a->plan.lift ^= 1;
        break;
    default:
        if (a->n_offers > 0 && random_below(r, 2) != 0) {
            a->offers[a->n_offers - 1].get_tickets ^= 1;
        } else {
            a->n_offers ^= 1;
        }
        break;
    }
    return (sv_decision_fields(a->kind) >> part & 1) != 0;
}

TEST(sameness_looks_at_the_parts_of_the_kind)
{
    struct random r = {5};
    for (unsigned i = 0; i < 20000; i++) {
        struct sv_position p = random_position(&r);
        struct sv_question q = {.kind = (uint8_t)(i % SV_DECISION_COUNT)};
        struct sv_answer a = random_answer(&r, &p, &q), b = a;
        bool matters = change(&b, random_below(&r, 8), &r);

        assert_int_equal(svi_answer_same(&a, &b), !matters);
    }
}

TEST(every_truncation_and_flip)
{
    struct random r = {6};
    SCOPED(svi_buf_finish) struct svi_buf buf = {0};
    for (unsigned i = 0; i < 400; i++) {
        struct sv_position p = random_position(&r);
        struct sv_question q = {.kind = (uint8_t)(i % SV_DECISION_COUNT)};
        struct sv_answer a = random_answer(&r, &p, &q), b;

        svi_buf_clear(&buf);
        svi_put_answer(&buf, &p, &a);
        for (size_t size = 0; size < buf.size; size++) {
            SCOPED(scoped_free) uint8_t *part = random_room(size);
            struct svi_cursor c = svi_cursor_over(part, size);

            memcpy(part, buf.data, size);
            assert_int_equal(svi_get_answer(&c, &p, &q, &b), SV_E_TRUNCATED);
        }
        for (size_t at = 0; at < buf.size; at++) {
            const uint8_t flip = (uint8_t)(1u << random_below(&r, 8));
            struct svi_cursor c = svi_cursor_over(buf.data, buf.size);

            buf.data[at] ^= flip;
            if (svi_get_answer(&c, &p, &q, &b) == SV_OK && svi_cursor_left(&c) == 0) {
                SCOPED(svi_buf_finish)
                struct svi_buf again = {0}; /* it says something else, which can be said again */

                svi_put_answer(&again, &p, &b);
                assert_false(again.failed);
            }
            buf.data[at] ^= flip;
        }
    }
}

static enum sv_status get_manage(const uint8_t *bytes, size_t size)
{
    struct sv_position p = {.seats = 2};
    struct sv_question q = {.kind = SV_DECISION_MANAGE};
    struct sv_answer a;
    struct svi_cursor c = svi_cursor_over(bytes, size);
    return svi_get_answer(&c, &p, &q, &a);
}

#define MANAGE(...)                                                                                \
    get_manage((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

TEST(each_way_to_be_wrong)
{
    assert_ok(MANAGE(0x90, 0, 0, 0x90));
    assert_ok(MANAGE(0x92, 39, 1, 0, 0, 0x90));
    assert_int_equal(MANAGE(0x93, 39, 1, 40, 0, 0, 0x90), SV_E_LENGTH);       /* half a pair */
    assert_int_equal(MANAGE(0x92, 64, 1, 0, 0, 0x90), SV_E_RANGE);            /* no such space */
    assert_int_equal(MANAGE(0x92, 39, 0xcd, 1, 0, 0, 0, 0x90), SV_E_RANGE);   /* no such level */
    assert_int_equal(MANAGE(0x94, 39, 1, 39, 2, 0, 0, 0x90), SV_E_DUPLICATE); /* twice */
    assert_int_equal(MANAGE(0x94, 39, 1, 37, 2, 0, 0, 0x90), SV_E_DUPLICATE); /* descending */
    assert_int_equal(MANAGE(0x80, 0, 0, 0x90), SV_E_TYPE);                    /* a map */
    assert_int_equal(MANAGE(0xdc, 0, 130, 0, 0, 0), SV_E_LENGTH);             /* more than spaces */
    assert_int_equal(MANAGE(0xdd, 0x10, 0, 0, 0), SV_E_LENGTH);
    assert_int_equal(MANAGE(0x90, 0xff, 0, 0x90), SV_E_RANGE);              /* a negative set */
    assert_int_equal(MANAGE(0x90, 0, 0, 0x95, 0, 0, 0, 0, 0), SV_E_LENGTH); /* five offers */
    assert_int_equal(MANAGE(0x90, 0, 0, 0x91, 0x98, 0, 0, 0, 0, 0, 0, 0, 0), SV_E_LENGTH);
    assert_ok(MANAGE(0x90, 0, 0, 0x91, 0x99, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    assert_int_equal(MANAGE(0x90, 0, 0, 0x91, 0x99, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0), SV_E_TYPE);
    assert_int_equal(MANAGE(0x90, 0, 0, 0x91, 0x99, 0, 0, 0, 0, 0, 0xcd, 1, 0, 0, 0, 0),
                     SV_E_RANGE);
    assert_int_equal(MANAGE(0x90, 0, 0), SV_E_TRUNCATED);
}
