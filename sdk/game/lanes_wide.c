/* Four chains of SipHash, and four blocks of Philox, at once: for processors with AVX2, where a
 * compiler knows of them (sdk/CMakeLists.txt). */
#include "game/luck.h"

#include <stddef.h>

#ifdef __AVX2__
#include "game/siphash.h"

#include <solvent/set.h>

#include <immintrin.h>

#define WIDE 4u
_Static_assert(SVI_LANE_ROUNDS == WIDE && SV_MAX_SEATS == 2 * WIDE && SV_RNG_HELD == 2 * WIDE,
               "lots are made of such parts");

struct sips {
    __m256i a, b, c, d;
};

static inline __m256i all(uint64_t word)
{
    return _mm256_set1_epi64x((long long)word);
}

static inline __m256i turned(__m256i word, int left)
{
    return _mm256_or_si256(_mm256_slli_epi64(word, left), _mm256_srli_epi64(word, 64 - left));
}

static inline __m256i turned_32(__m256i word)
{
    return _mm256_shuffle_epi32(word, 0xb1);
}

static inline __m256i turned_16(__m256i word)
{
    return _mm256_shuffle_epi8(word, _mm256_set_epi8(13, 12, 11, 10, 9, 8, 15, 14, 5, 4, 3, 2, 1, 0,
                                                     7, 6, 13, 12, 11, 10, 9, 8, 15, 14, 5, 4, 3, 2,
                                                     1, 0, 7, 6));
}

static inline void sip_round(struct sips *s)
{
    s->a = _mm256_add_epi64(s->a, s->b);
    s->c = _mm256_add_epi64(s->c, s->d);
    s->b = _mm256_xor_si256(turned(s->b, 13), s->a);
    s->d = _mm256_xor_si256(turned_16(s->d), s->c);
    s->a = _mm256_add_epi64(turned_32(s->a), s->d);
    s->c = _mm256_add_epi64(s->c, s->b);
    s->d = _mm256_xor_si256(turned(s->d, 21), s->a);
    s->b = _mm256_xor_si256(turned(s->b, 17), s->c);
    s->c = turned_32(s->c);
}

static inline void sip_word(struct sips *s, __m256i word)
{
    s->d = _mm256_xor_si256(s->d, word);
    sip_round(s);
    sip_round(s);
    s->a = _mm256_xor_si256(s->a, word);
}

/* The state of SipHash for each seat after its first words, word by word. */
struct begun {
    uint64_t word[4][SV_MAX_SEATS];
};

/* After the first word, for four seats from `seat`. */
static void begin(const uint8_t key[SV_KEY_BYTES], unsigned seat, struct begun *out)
{
    const __m256i low = all(svi_get_u64(key));
    const __m256i high = all(svi_get_u64(key + 8));
    struct sips s = {_mm256_xor_si256(low, all(SVI_SIP_A)), _mm256_xor_si256(high, all(SVI_SIP_B)),
                     _mm256_xor_si256(low, all(SVI_SIP_C)), _mm256_xor_si256(high, all(SVI_SIP_D))};

    sip_word(&s, _mm256_add_epi64(all(svi_sip_first(SV_PURPOSE_DICE, seat)),
                                  _mm256_set_epi64x(3 << 8, 2 << 8, 1 << 8, 0)));
    _mm256_storeu_si256((__m256i *)(out->word[0] + seat), s.a);
    _mm256_storeu_si256((__m256i *)(out->word[1] + seat), s.b);
    _mm256_storeu_si256((__m256i *)(out->word[2] + seat), s.c);
    _mm256_storeu_si256((__m256i *)(out->word[3] + seat), s.d);
}

/* svi_dice() of four values. */
static __m128i four_dice(__m256i luck)
{
    const __m256i low = _mm256_mul_epu32(luck, all(36));
    const __m256i high = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(luck, 32), all(36)),
                                          _mm256_srli_epi64(low, 32));
    const __m256i white = _mm256_srli_epi64(high, 32);
    const __m256i red =
        _mm256_srli_epi64(_mm256_add_epi64(_mm256_mul_epu32(high, all(6)),
                                           _mm256_srli_epi64(_mm256_mul_epu32(low, all(6)), 32)),
                          32);
    const __m256i first =
        _mm256_srli_epi64(_mm256_mul_epu32(white, all(43)), 8); /* / 6, below 36 */
    const __m256i second = _mm256_sub_epi64(white, _mm256_mul_epu32(first, all(6)));
    const __m256i dice =
        _mm256_add_epi64(_mm256_add_epi64(all(0x010101), first),
                         _mm256_or_si256(_mm256_slli_epi64(second, 8), _mm256_slli_epi64(red, 16)));

    return _mm256_castsi256_si128(
        _mm256_permutevar8x32_epi32(dice, _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0)));
}

/* Throws for one seat in four rounds, or for four seats in one round. */
static inline __m128i four_throws(struct sips s, __m256i index)
{
    sip_word(&s, index);
    sip_word(&s, all(SVI_SIP_LENGTH));
    s.c = _mm256_xor_si256(s.c, all(SVI_SIP_END));
    sip_round(&s);
    sip_round(&s);
    sip_round(&s);
    sip_round(&s);
    return four_dice(_mm256_xor_si256(_mm256_xor_si256(s.a, s.b), _mm256_xor_si256(s.c, s.d)));
}

/* Which of four throws are doubles, as a set. */
static inline unsigned doubles(__m128i dice)
{
    const __m128i same =
        _mm_and_si128(_mm_xor_si128(dice, _mm_srli_epi32(dice, 8)), _mm_set1_epi32(0xff));

    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(same, _mm_setzero_si128())));
}

static inline __m256i gather(const uint64_t word[SV_MAX_SEATS], const unsigned which[WIDE])
{
    return _mm256_set_epi64x((long long)word[which[3] / WIDE], (long long)word[which[2] / WIDE],
                             (long long)word[which[1] / WIDE], (long long)word[which[0] / WIDE]);
}

/* Computes the second throws after doubles, given as a set of four bits a seat. It works four by
 * four, because the number of doubles is unpredictable. */
static void throw_again(const struct begun *begun, unsigned round, unsigned again,
                        struct svi_throws *out)
{
    while (again != 0) {
        unsigned which[WIDE];
        uint32_t dice[WIDE];
        struct sips s;
        __m256i index;

        which[0] = sv_first(again);
        again &= again - 1;
        for (unsigned i = 1; i < WIDE; i++) {
            which[i] = again != 0 ? sv_first(again) : which[0];
            again &= again - 1; /* 0 stays 0 */
        }
        s = (struct sips){gather(begun->word[0], which), gather(begun->word[1], which),
                          gather(begun->word[2], which), gather(begun->word[3], which)};
        index = _mm256_set_epi64x((long long)svi_luck_index(round + which[3] % WIDE, 1),
                                  (long long)svi_luck_index(round + which[2] % WIDE, 1),
                                  (long long)svi_luck_index(round + which[1] % WIDE, 1),
                                  (long long)svi_luck_index(round + which[0] % WIDE, 1));
        _mm_storeu_si128((__m128i *)dice, four_throws(s, index));
        for (unsigned i = 0; i < WIDE; i++) {
            out->second[which[i] / WIDE][which[i] % WIDE] = dice[i];
        }
    }
}

static void throw_dice(const uint8_t key[SV_KEY_BYTES], unsigned seats, unsigned round,
                       struct svi_throws *out)
{
    const __m256i index = _mm256_set_epi64x(
        (long long)svi_luck_index(round + 3, 0), (long long)svi_luck_index(round + 2, 0),
        (long long)svi_luck_index(round + 1, 0), (long long)svi_luck_index(round, 0));
    struct begun begun;
    unsigned again = 0;

    begin(key, 0, &begun);
    if (seats >> WIDE != 0) {
        begin(key, WIDE, &begun);
    }
    for (unsigned left = seats; left != 0; left &= left - 1) {
        const unsigned seat = sv_first(left);
        const struct sips s = {all(begun.word[0][seat]), all(begun.word[1][seat]),
                               all(begun.word[2][seat]), all(begun.word[3][seat])};
        const __m128i dice = four_throws(s, index);

        _mm_storeu_si128((__m128i *)out->first[seat], dice);
        again |= doubles(dice) << WIDE * seat;
    }
    throw_again(&begun, round, again, out);
}

/* Computes blocks in lanes of 64 bits, of which only the lower halves count. */
static void draw_values(const uint8_t key[SV_KEY_BYTES], uint64_t first,
                        uint64_t value[SV_RNG_HELD])
{
    const uint64_t low = svi_get_u64(key);
    const uint64_t high = svi_get_u64(key + 8);
    const __m256i half = all(UINT32_MAX);
    __m256i c0 = _mm256_add_epi64(all(first / 2), _mm256_set_epi64x(3, 2, 1, 0));
    __m256i c1 = _mm256_srli_epi64(c0, 32);
    __m256i c2 = all(high);
    __m256i c3 = all(high >> 32);
    __m256i k0 = all(low);
    __m256i k1 = all(low >> 32);
    __m256i even, odd, lower, upper;

    for (unsigned round = 0; round < 10; round++) {
        const __m256i a = _mm256_mul_epu32(c0, all(UINT32_C(0xd2511f53)));
        const __m256i b = _mm256_mul_epu32(c2, all(UINT32_C(0xcd9e8d57)));

        c0 = _mm256_xor_si256(_mm256_srli_epi64(b, 32), _mm256_xor_si256(c1, k0));
        c2 = _mm256_xor_si256(_mm256_srli_epi64(a, 32), _mm256_xor_si256(c3, k1));
        c1 = b;
        c3 = a;
        k0 = _mm256_add_epi32(k0, all(UINT32_C(0x9e3779b9)));
        k1 = _mm256_add_epi32(k1, all(UINT32_C(0xbb67ae85)));
    }
    even = _mm256_or_si256(_mm256_and_si256(c0, half), _mm256_slli_epi64(c1, 32));
    odd = _mm256_or_si256(_mm256_and_si256(c2, half), _mm256_slli_epi64(c3, 32));
    lower = _mm256_unpacklo_epi64(even, odd);
    upper = _mm256_unpackhi_epi64(even, odd);
    _mm256_storeu_si256((__m256i *)value, _mm256_permute2x128_si256(lower, upper, 0x20));
    _mm256_storeu_si256((__m256i *)(value + WIDE), _mm256_permute2x128_si256(lower, upper, 0x31));
}

const struct svi_lanes svi_lanes_wide = {throw_dice, draw_values};

#else

const struct svi_lanes svi_lanes_wide = {NULL, NULL};

#endif
