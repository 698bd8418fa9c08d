/* Eight columns at once: for processors with AVX2, where a compiler knows of them (sdk/CMakeLists.txt). Left to themselves compilers find some of
 * this in one release and lose it in the next. No product is fused with its sum, and columns do not mix: these are the bits of layers.c. */
#include "value/layers.h"

#include <stddef.h>

#ifdef __AVX2__
#include <immintrin.h>

#define WIDE 8u
_Static_assert(SVI_FIRST_ROW == 4 * WIDE + SVI_HEAD_ROW && SVI_HEAD_ROW == 4 &&
                   SVI_SECOND == 2 * WIDE,
               "rows are made of such parts");

static uint64_t differ(const float x[SVI_INPUT_ROW], const float y[SVI_INPUT_ROW])
{
    uint64_t set = 0;

    for (unsigned k = 0; k < SVI_INPUT_ROW; k += WIDE) {
        const __m256 other =
            _mm256_cmp_ps(_mm256_loadu_ps(x + k), _mm256_loadu_ps(y + k), _CMP_NEQ_UQ);

        set |= (uint64_t)(unsigned)_mm256_movemask_ps(other) << k;
    }
    return set;
}

static inline __m256 times_row(__m256 sum, __m256 times, const float *row)
{
    return _mm256_add_ps(sum, _mm256_mul_ps(times, _mm256_loadu_ps(row)));
}

static void add_first(const struct svi_rows *rows, float out[SVI_FIRST_ROW])
{
    __m256 a = _mm256_loadu_ps(out);
    __m256 b = _mm256_loadu_ps(out + WIDE);
    __m256 c = _mm256_loadu_ps(out + 2 * WIDE);
    __m256 d = _mm256_loadu_ps(out + 3 * WIDE);
    __m128 u = _mm_loadu_ps(out + 4 * WIDE);

    for (unsigned i = 0; i < rows->n; i++) {
        const __m256 times = _mm256_broadcast_ss(&rows->times[i]);
        const float *row = rows->row[i];

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

/* A unit that is 0 adds nothing: to leave it out would take longer. */
static void run_second(const struct svi_net *net, const float first[SVI_FIRST_ROW],
                       float out[2 * SVI_SECOND])
{
    const __m256 zero = _mm256_setzero_ps();
    __m256 a = zero;
    __m256 b = zero;
    __m256 c = zero;
    __m256 d = zero;
    float unit[SVI_FIRST];

    for (unsigned i = 0; i < SVI_FIRST; i += WIDE) {
        _mm256_storeu_ps(unit + i, _mm256_max_ps(_mm256_loadu_ps(first + i), zero));
    }
    for (unsigned i = 0; i < SVI_FIRST; i++) {
        const __m256 times = _mm256_broadcast_ss(&unit[i]);
        const float *row = net->second[i];

        a = times_row(a, times, row);
        b = times_row(b, times, row + WIDE);
        c = times_row(c, times, row + 2 * WIDE);
        d = times_row(d, times, row + 3 * WIDE);
    }
    _mm256_storeu_ps(out, a);
    _mm256_storeu_ps(out + WIDE, b);
    _mm256_storeu_ps(out + 2 * WIDE, c);
    _mm256_storeu_ps(out + 3 * WIDE, d);
}

static void run_out(const struct svi_net *net, unsigned n, const float *const first[],
                    const float *const second[], float u[][SVI_HEAD_ROW])
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
        __m128 all = _mm_loadu_ps(first[i] + SVI_FIRST);

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

const struct svi_layers svi_layers_wide = {differ, add_first, run_second, run_out};

#else

const struct svi_layers svi_layers_wide = {NULL, NULL, NULL, NULL};

#endif
