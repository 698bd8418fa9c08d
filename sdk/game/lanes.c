#include "game/lanes.h"

#include "game/dice.h"
#include "game/philox.h"
#include "game/siphash.h"

#include <solvent/set.h>

#include <sodium.h>
#include <stdatomic.h>
#include <stddef.h>

static bool doubles(uint32_t dice)
{
    return svi_die(dice, 0) == svi_die(dice, 1);
}

/* Two by two, a third faster than one by one: of more the words would not fit into the registers.
 */
static void throw_pair(const struct svi_sip *begun, unsigned round, uint32_t first[2])
{
    const uint64_t at = svi_luck_index(round, 0), next = svi_luck_index(round + 1, 0);
    struct svi_sip s = *begun, t = *begun;
    s.d ^= at, t.d ^= next;
    svi_sip_round(&s), svi_sip_round(&t);
    svi_sip_round(&s), svi_sip_round(&t);
    s.a ^= at, t.a ^= next;
    s.d ^= SVI_SIP_LENGTH, t.d ^= SVI_SIP_LENGTH;
    svi_sip_round(&s), svi_sip_round(&t);
    svi_sip_round(&s), svi_sip_round(&t);
    s.a ^= SVI_SIP_LENGTH, t.a ^= SVI_SIP_LENGTH;
    s.c ^= SVI_SIP_END, t.c ^= SVI_SIP_END;
    for (unsigned r = 0; r < 4; r++) {
        svi_sip_round(&s), svi_sip_round(&t);
    }
    first[0] = svi_dice(s.a ^ s.b ^ s.c ^ s.d);
    first[1] = svi_dice(t.a ^ t.b ^ t.c ^ t.d);
}

static void throw_dice(const uint8_t key[SV_KEY_BYTES], unsigned seats, unsigned round,
                       struct svi_throws *out)
{
    for (unsigned left = seats; left != 0; left &= left - 1) {
        const unsigned seat = sv_first(left);
        const struct svi_sip begun = svi_sip_begin(key, SV_PURPOSE_DICE, seat);

        for (unsigned i = 0; i < SVI_LANE_ROUNDS; i += 2) {
            throw_pair(&begun, round + i, &out->first[seat][i]);
        }
        for (unsigned i = 0; i < SVI_LANE_ROUNDS; i++) {
            if (doubles(out->first[seat][i])) {
                out->second[seat][i] = svi_dice(svi_sip_end(begun, svi_luck_index(round + i, 1)));
            }
        }
    }
}

static void draw_values(const uint8_t key[SV_KEY_BYTES], uint64_t first,
                        uint64_t value[SV_RNG_HELD])
{
    const uint64_t low = svi_get_u64(key);
    const uint64_t high = svi_get_u64(key + 8);
    for (unsigned i = 0; i < SV_RNG_HELD; i += 2) {
        const uint64_t counter = (first + i) / 2;
        uint32_t block[4];

        svi_philox((const uint32_t[4]){(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)high,
                                       (uint32_t)(high >> 32)},
                   (const uint32_t[2]){(uint32_t)low, (uint32_t)(low >> 32)}, block);
        value[i] = (uint64_t)block[1] << 32 | block[0];
        value[i + 1] = (uint64_t)block[3] << 32 | block[2];
    }
}

const struct svi_lanes svi_lanes_plain = {throw_dice, draw_values};

const struct svi_lanes *svi_lanes(void)
{
    /* The type of processor never changes, and asking for it takes longer than a throw, so keep
     * it. */
    static _Atomic(const struct svi_lanes *) known;
    const struct svi_lanes *best = atomic_load_explicit(&known, memory_order_relaxed);

    if (best == NULL) {
        const bool wide =
            svi_lanes_wide.dice != NULL && sodium_init() >= 0 && sodium_runtime_has_avx2() != 0;

        best = wide ? &svi_lanes_wide : &svi_lanes_plain;
        atomic_store_explicit(&known, best, memory_order_relaxed);
    }
    return best;
}
