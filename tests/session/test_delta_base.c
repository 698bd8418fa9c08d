/* The known positions of a match's bots: seats that are asked together share a block, and each
 * still gets exactly the changes that are new to it. */
#include "session/match_view.h"
#include "tests/base/testing.h"

/* The seats as bots have them: blocks of their own, changed by patches alone. */
struct table {
    struct svi_delta_base base;
    size_t size;
    uint8_t now[SVI_MAX_BLOCK];
    uint8_t bot[SV_MAX_SEATS][SVI_MAX_BLOCK];
};

static uint32_t luck(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

static void ask(struct table *t, unsigned seats)
{
    struct svi_delta_base_patch patch = {.block = NULL};
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        if ((seats >> i & 1u) != 0) {
            /* A bot without the model is sent the position only. */
            const size_t size = i % 3 == 0 ? SV_POSITION_BYTES : t->size;
            svi_delta_base_make_patch(&t->base, i, t->now, size, &patch);
            assert_ok(svi_patch_apply(t->bot[i], size, patch.bytes, patch.size));
            assert_memory_equal(t->bot[i], t->now, size);
        }
    }
    svi_delta_base_learn(&t->base, seats, t->now, t->size);
}

TEST(every_seat_gets_what_is_new_to_it)
{
    static struct table t;
    uint32_t chance = 7;
    for (unsigned game = 0; game < 40; game++) {
        memset(&t, 0, sizeof t);
        memset(&t.base, 0x5a, sizeof t.base); /* another match was here */
        t.size = game % 2 == 0 ? SV_POSITION_BYTES : SVI_MAX_BLOCK;
        svi_delta_base_reset(&t.base);
        for (unsigned turn = 0; turn < 500; turn++) {
            const uint32_t changes = luck(&chance, 6);
            for (uint32_t i = 0; i < changes; i++) {
                t.now[luck(&chance, (uint32_t)t.size)] = (uint8_t)luck(&chance, 256);
            }
            /* One seat, all seats, or some: as a turn, a window, or answers one by one bring them.
             */
            const uint32_t sort = luck(&chance, 3);
            ask(&t, sort == 0   ? 1u << luck(&chance, SV_MAX_SEATS)
                    : sort == 1 ? UINT8_MAX
                                : 1 + luck(&chance, UINT8_MAX));
        }
    }
}

TEST(seats_asked_together_share_a_patch)
{
    static struct table t;
    struct svi_delta_base_patch patch = {.block = NULL};
    memset(&t, 0, sizeof t);
    t.size = SV_POSITION_BYTES;
    svi_delta_base_reset(&t.base);
    t.now[5] = 1;
    ask(&t, 0x0f);
    t.now[5] = 2;
    svi_delta_base_make_patch(&t.base, 0, t.now, t.size, &patch);
    const uint8_t *first = patch.block;
    svi_delta_base_make_patch(&t.base, 3, t.now, t.size, &patch);
    assert_ptr_equal(patch.block, first);
    svi_delta_base_make_patch(&t.base, 4, t.now, t.size, &patch); /* has not been asked yet */
    assert_ptr_not_equal(patch.block, first);
}
