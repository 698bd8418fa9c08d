/* Eight columns at once: for processors with AVX2, where a compiler knows of them
 * (sdk/CMakeLists.txt). Left to themselves compilers find some of this in one release and lose it
 * in the next. No product is fused with its sum, and columns do not mix: these are the bits of
 * layers.c. */
#include "value/layers.h"

#include <stddef.h>

#ifdef __AVX2__
#include <immintrin.h>

#define WIDE 8u
_Static_assert(SVI_FIRST_ROW == 4 * WIDE + SVI_HEAD_ROW && SVI_HEAD_ROW == 4 &&
                   SVI_SECOND == 2 * WIDE,
               "rows are made of such parts");

static inline __m256 times_row(__m256 sum, __m256 times, const float *row)
{
    return _mm256_add_ps(sum, _mm256_mul_ps(times, _mm256_loadu_ps(row)));
}

static void run_first(const struct svi_net *net, const float x[SVI_INPUT_ROW],
                      const float from[SVI_INPUT_ROW], float out[SVI_FIRST_ROW])
{
    __m256 a = _mm256_loadu_ps(out);
    __m256 b = _mm256_loadu_ps(out + WIDE);
    __m256 c = _mm256_loadu_ps(out + 2 * WIDE);
    __m256 d = _mm256_loadu_ps(out + 3 * WIDE);
    __m128 u = _mm_loadu_ps(out + 4 * WIDE);
    float by[SVI_INPUT_ROW];
    uint64_t differ = 0;

    for (unsigned k = 0; k < SVI_INPUT_ROW; k += WIDE) {
        const __m256 more = _mm256_sub_ps(_mm256_loadu_ps(x + k), _mm256_loadu_ps(from + k));
        const __m256 other = _mm256_cmp_ps(more, _mm256_setzero_ps(), _CMP_NEQ_UQ);

        _mm256_storeu_ps(by + k, more);
        differ |= (uint64_t)(unsigned)_mm256_movemask_ps(other) << k;
    }
    for (; differ != 0; differ &= differ - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(differ);
        const __m256 times = _mm256_broadcast_ss(&by[k]);
        const float *row = net->first[k];

        a = times_row(a, times, row);
        b = times_row(b, times, row + WIDE);
        c = times_row(c, times, row + 2 * WIDE);
        d = times_row(d, times, row + 3 * WIDE);
        u = _mm_add_ps(u, _mm_mul_ps(_mm256_castps256_ps128(times), _mm_loadu_ps(row + 4 * WIDE)));
    }
    _mm256_storeu_ps(out, a);
    _mm256_storeu_ps(out + WIDE, b);
    _mm256_storeu_ps(out + 2 * WIDE, c);
    _mm256_storeu_ps(out + 3 * WIDE, d);
    _mm_storeu_ps(out + 4 * WIDE, u);
}

static void run_second(const struct svi_net *net, const float first[SVI_FIRST_ROW],
                       const float times[SVI_FIRST_ROW], float out[SVI_SECOND_ROW])
{
    const __m256 zero = _mm256_setzero_ps();
    __m256 a = zero;
    __m256 b = zero;
    __m256 c = zero;
    __m256 d = zero;
    unsigned positive = 0;

    for (unsigned i = 0; i < SVI_FIRST; i += WIDE) {
        const __m256 more = _mm256_cmp_ps(_mm256_loadu_ps(first + i), zero, _CMP_GT_OQ);

        positive |= (unsigned)_mm256_movemask_ps(more) << i;
    }
    for (; positive != 0; positive &= positive - 1) {
        const unsigned i = (unsigned)__builtin_ctz(positive);
        const __m256 so_often = _mm256_broadcast_ss(&times[i]);
        const float *row = net->second[i];

        a = times_row(a, so_often, row);
        b = times_row(b, so_often, row + WIDE);
        c = times_row(c, so_often, row + 2 * WIDE);
        d = times_row(d, so_often, row + 3 * WIDE);
    }
    _mm256_storeu_ps(out, a);
    _mm256_storeu_ps(out + WIDE, b);
    _mm256_storeu_ps(out + 2 * WIDE, c);
    _mm256_storeu_ps(out + 3 * WIDE, d);
    _mm_storeu_ps(out + 4 * WIDE, _mm_loadu_ps(times + SVI_FIRST));
}

static void lean(const float row[SVI_SECOND_ROW], const float slope[SVI_LEANS][SVI_SECOND_ROW],
                 const float by[SVI_LEANS], float out[SVI_SECOND_ROW])
{
    const __m256 one = _mm256_broadcast_ss(&by[0]);
    const __m256 other = _mm256_broadcast_ss(&by[1]);
    __m128 u = _mm_loadu_ps(row + 4 * WIDE);

    for (unsigned j = 0; j < 4 * WIDE; j += WIDE) {
        const __m256 sum = times_row(_mm256_loadu_ps(row + j), one, slope[0] + j);

        _mm256_storeu_ps(out + j, times_row(sum, other, slope[1] + j));
    }
    u = _mm_add_ps(u, _mm_mul_ps(_mm256_castps256_ps128(one), _mm_loadu_ps(slope[0] + 4 * WIDE)));
    u = _mm_add_ps(u, _mm_mul_ps(_mm256_castps256_ps128(other), _mm_loadu_ps(slope[1] + 4 * WIDE)));
    _mm_storeu_ps(out + 4 * WIDE, u);
}

static void run_out(const struct svi_net *net, unsigned n, const float *const second[],
                    float u[][SVI_HEAD_ROW])
{
    const __m256 zero = _mm256_setzero_ps();
    const __m256 others = _mm256_set1_ps(1.0F / (float)(n - 1));
    __m256 sum[2] = {zero, zero};

    for (unsigned i = 0; i < n; i++) {
        sum[0] = _mm256_add_ps(sum[0], _mm256_loadu_ps(second[i] + SVI_SECOND));
        sum[1] = _mm256_add_ps(sum[1], _mm256_loadu_ps(second[i] + SVI_SECOND + WIDE));
    }
    for (unsigned i = 0; i < n; i++) {
        float unit[SVI_SECOND];
        __m128 all = _mm_loadu_ps(second[i] + 2 * SVI_SECOND);

        for (unsigned k = 0; k < 2; k++) {
            const __m256 own = _mm256_add_ps(_mm256_loadu_ps(net->second_bias + k * WIDE),
                                             _mm256_loadu_ps(second[i] + k * WIDE));
            const __m256 theirs =
                _mm256_sub_ps(sum[k], _mm256_loadu_ps(second[i] + SVI_SECOND + k * WIDE));
            const __m256 in = _mm256_add_ps(own, _mm256_mul_ps(theirs, others));

            _mm256_storeu_ps(unit + k * WIDE, _mm256_max_ps(in, zero));
        }
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            all =
                _mm_add_ps(all, _mm_mul_ps(_mm_broadcast_ss(&unit[j]), _mm_loadu_ps(net->out[j])));
        }
        _mm_storeu_ps(u[i], all);
    }
}

static __m128 exp_of(__m128 x)
{
    const __m128 half = _mm_set1_ps(0.5F);
    const __m128 one = _mm_set1_ps(1);
    const __m128i k = _mm_cvttps_epi32(_mm_sub_ps(_mm_mul_ps(x, _mm_set1_ps(SVI_EXP_TURNS)), half));
    const __m128 turns = _mm_cvtepi32_ps(k);
    const __m128 r = _mm_sub_ps(_mm_sub_ps(x, _mm_mul_ps(turns, _mm_set1_ps(SVI_EXP_TURN))),
                                _mm_mul_ps(turns, _mm_set1_ps(SVI_EXP_REST)));
    __m128 sum = _mm_add_ps(_mm_set1_ps(1.0F / 120), _mm_mul_ps(r, _mm_set1_ps(1.0F / 720)));

    sum = _mm_add_ps(_mm_set1_ps(1.0F / 24), _mm_mul_ps(r, sum));
    sum = _mm_add_ps(_mm_set1_ps(1.0F / 6), _mm_mul_ps(r, sum));
    sum = _mm_add_ps(half, _mm_mul_ps(r, sum));
    sum = _mm_add_ps(one, _mm_mul_ps(r, sum));
    sum = _mm_add_ps(one, _mm_mul_ps(r, sum));
    return _mm_mul_ps(sum,
                      _mm_castsi128_ps(_mm_slli_epi32(_mm_add_epi32(k, _mm_set1_epi32(127)), 23)));
}

static void find_points(unsigned n, const float u[][SVI_HEAD_ROW], double fallen, double pair,
                        double points[][SVI_HEAD_ROW])
{
    const __m256d whole = _mm256_set1_pd(pair);
    __m128 power[SV_MAX_SEATS];
    __m256d sum[SV_MAX_SEATS];
    __m128 best = _mm_loadu_ps(u[0]);

    for (unsigned i = 1; i < n; i++) {
        best = _mm_max_ps(_mm_loadu_ps(u[i]), best);
    }
    for (unsigned i = 0; i < n; i++) {
        const __m128 by = _mm_sub_ps(_mm_loadu_ps(u[i]), best);
        __m256d own = _mm256_set1_pd(fallen);

        power[i] = exp_of(_mm_max_ps(by, _mm_set1_ps(-SVI_EXP_LEAST)));
        for (unsigned o = 0; o < i; o++) {
            const __m128 share = _mm_div_ps(power[i], _mm_add_ps(power[i], power[o]));
            const __m256d wide = _mm256_mul_pd(whole, _mm256_cvtps_pd(share));

            own = _mm256_add_pd(own, wide);
            sum[o] = _mm256_add_pd(sum[o], _mm256_sub_pd(whole, wide));
        }
        sum[i] = own;
    }
    for (unsigned i = 0; i < n; i++) {
        _mm256_storeu_pd(points[i], sum[i]);
    }
}

const struct svi_layers svi_layers_wide = {run_first, run_second, lean, run_out, find_points};

#else

const struct svi_layers svi_layers_wide = {NULL, NULL, NULL, NULL, NULL};

#endif
