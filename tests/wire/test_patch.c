/* Patches make one block into another, at any size and density of change, and cannot write
 * elsewhere. */
#include "tests/base/testing.h"
#include "tests/wire/random.h"
#include "wire/patch.h"

static void round_trip(struct random *r, size_t size, uint32_t one_in)
{
    SCOPED(scoped_free)
    uint8_t *seen = random_room(size), *now = random_room(size), *block = random_room(size + 1);
    SCOPED(scoped_free)
    uint8_t *patch = random_room(SVI_PATCH_MAX(size)); /* ASan notices if that is too little */
    size_t patch_size, changed = 0;
    random_bytes(r, seen, size);
    memcpy(now, seen, size);
    memcpy(block, seen, size);
    for (size_t i = 0; i < size; i++) {
        if (random_below(r, one_in) == 0) {
            now[i] = (uint8_t)(now[i] + 1);
            changed++;
        }
    }
    patch_size = svi_patch_make(seen, now, size, patch);
    assert_true(patch_size <= SVI_PATCH_MAX(size) && patch_size >= changed);
    assert_int_equal(patch_size == 0, changed == 0);
    assert_memory_equal(seen, block, size);
    assert_ok(svi_patch_apply(block, size, patch, patch_size));
    assert_memory_equal(block, now, size);
    for (size_t cut = 1; cut <= patch_size && cut < 4;
         cut++) { /* a cut patch changes nothing outside */
        block[size] = 0x5a;
        svi_patch_apply(block, size, patch, patch_size - cut);
        assert_int_equal(block[size], 0x5a);
    }
}

TEST(makes_one_into_the_other)
{
    static const uint32_t density[] = {1, 2, 3, 4, 5, 10, 100, 1000, UINT32_MAX};
    struct random r = {2};
    for (size_t i = 0; i < sizeof density / sizeof *density; i++) {
        for (size_t size = 0; size < 70; size++) {
            round_trip(&r, size, density[i]);
        }
        for (unsigned n = 0; n < 300; n++) {
            round_trip(&r, SVI_MAX_BLOCK, density[i]);
        }
    }
}

TEST(every_pair_of_changed_bytes)
{
    uint8_t seen[600] = {0}, now[600] = {0}, block[600], patch[SVI_PATCH_MAX(600)];
    for (size_t i = 0; i < 600; i += 7) {
        for (size_t j = 0; j < 600; j++) {

            memset(seen, 0, sizeof seen);
            memset(block, 0, sizeof block);
            now[i] = now[j] = 1;
            size_t size = svi_patch_make(seen, now, sizeof now, patch);
            assert_ok(svi_patch_apply(block, sizeof block, patch, size));
            assert_memory_equal(block, now, sizeof now);
            now[i] = now[j] = 0;
        }
    }
}

TEST(small_changes_are_small)
{
    uint8_t seen[456] = {0}, now[456] = {0}, patch[SVI_PATCH_MAX(456)];
    now[10] = 7;
    assert_int_equal(svi_patch_make(seen, now, sizeof now, patch), 3);
    assert_memory_equal(patch, "\x0a\x01\x07", 3);
    memcpy(seen, now, sizeof seen);
    now[12] = 8; /* close by: one run */
    now[10] = 9;
    assert_int_equal(svi_patch_make(seen, now, sizeof now, patch), 5);
    assert_memory_equal(patch, "\x0a\x03\x09\x00\x08", 5);
    memcpy(seen, now, sizeof seen);
    now[400] = 1; /* far away: two skips */
    assert_int_equal(svi_patch_make(seen, now, sizeof now, patch), 5);
    assert_memory_equal(patch, "\xff\x00\x91\x01\x01", 5);
}

TEST(refuses_what_goes_too_far)
{
    uint8_t block[8] = {0};
    assert_ok(svi_patch_apply(block, 8, (const uint8_t *)"\x08\x00", 2));
    assert_ok(svi_patch_apply(block, 8, (const uint8_t *)"\x07\x01\x01", 3));
    assert_int_equal(svi_patch_apply(block, 8, (const uint8_t *)"\x08\x01\x01", 3), SV_E_RANGE);
    assert_int_equal(svi_patch_apply(block, 8, (const uint8_t *)"\xff\x00", 2), SV_E_RANGE);
    assert_int_equal(svi_patch_apply(block, 8, (const uint8_t *)"\x00\x02\x01", 3), SV_E_TRUNCATED);
    assert_int_equal(svi_patch_apply(block, 8, (const uint8_t *)"\x00", 1), SV_E_TRUNCATED);
}

TEST(random_patches_stay_inside)
{
    struct random r = {3};
    for (unsigned i = 0; i < 20000; i++) {
        size_t size = random_below(&r, 40), patch_size = random_below(&r, 40);
        SCOPED(scoped_free)
        uint8_t *block = random_room(size + 1), *patch = random_room(patch_size);

        memset(block, 0, size + 1);
        for (size_t k = 0; k < patch_size; k++) {
            patch[k] = (uint8_t)random_below(&r, 12);
        }
        svi_patch_apply(block, size, patch, patch_size);
        assert_int_equal(block[size], 0);
    }
}
