/* The digest of events: whatever differs in an event or in bytes makes another digest, and shows in
 * the twelve bits that records keep, nearly always. */
#include "record/record.h"
#include "record/step.h"
#include "tests/base/testing.h"

/* Members that are digested, by their place in the struct. */
static const struct {
    size_t at, size;
} members[] = {
#define MEMBER(name)                                                                               \
    {                                                                                              \
        offsetof(struct sv_event, name), sizeof((struct sv_event *)0)->name                        \
    }
    MEMBER(type),    MEMBER(why),     MEMBER(seat),    MEMBER(from),   MEMBER(to),
    MEMBER(space),   MEMBER(on),      MEMBER(deck),    MEMBER(card),   MEMBER(unit),
    MEMBER(dice[0]), MEMBER(dice[1]), MEMBER(dice[2]), MEMBER(amount), MEMBER(turn),
#undef MEMBER
};

TEST(test_every_member_counts)
{
    struct sv_event ev = {.type = SV_EVENT_CASH, .amount = 200, .turn = 3, .round = 2};
    const uint64_t before = svi_chain_event(1, &ev);
    unsigned same_check = 0, bits = 0;
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        for (size_t bit = 0; bit < 8 * members[i].size; bit++) {
            uint8_t *byte = (uint8_t *)&ev + members[i].at + bit / 8;
            *byte ^= (uint8_t)(1u << bit % 8);
            const uint64_t after = svi_chain_event(1, &ev);
            *byte ^= (uint8_t)(1u << bit % 8);
            assert_true(after != before);
            same_check += svi_step_check(after) == svi_step_check(before);
            bits++;
        }
    }
    for (uint32_t round = 0; round < 60000; round++) { /* RULES 9.4: no more rounds than that */
        ev.round = round;
        const uint64_t after = svi_chain_event(1, &ev);
        assert_true(round == 2 || after != before);
        same_check += round != 2 && svi_step_check(after) == svi_step_check(before);
        bits++;
    }
    /* About one in 4096 is expected. */
    assert_uint_in_range(same_check, 0, bits / 2048);
}

TEST(test_past_counts)
{
    const struct sv_event ev = {.type = SV_EVENT_TURN};
    for (unsigned bit = 0; bit < 64; bit++) {
        assert_true(svi_chain_event(UINT64_C(1) << bit, &ev) != svi_chain_event(0, &ev));
    }
}

TEST(test_bytes)
{
    uint8_t bytes[20] = {0};
    for (size_t size = 0; size < sizeof bytes; size++) {
        const uint64_t before = svi_chain_bytes(5, bytes, size);
        assert_true(before != svi_chain_bytes(5, bytes, size + 1)); /* one more 0 */
        for (size_t i = 0; i < size; i++) {
            bytes[i] = 1;
            assert_true(before != svi_chain_bytes(5, bytes, size));
            bytes[i] = 0;
        }
    }
}

/* Fixed for ever, on every machine: replays hold these numbers. */
TEST(test_known_values)
{
    const struct sv_event ev = {.type = SV_EVENT_CASH,
                                .why = SV_WHY_RENT,
                                .from = 1,
                                .to = 2,
                                .space = 39,
                                .amount = -50,
                                .turn = 7,
                                .round = 3};
    const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    assert_true(svi_chain_event(0, &ev) == UINT64_C(0x7148a7db97189bf1));
    assert_true(svi_chain_bytes(0, bytes, sizeof bytes) == UINT64_C(0x8cc018a3bd4503ff));
    assert_int_equal(svi_step_check(UINT64_C(0x123456789abcdef0)), 0x918);
}
