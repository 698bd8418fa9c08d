#include "value/layers.h"

#include <sodium.h>
#include <string.h>

static uint64_t differ(const float x[SVI_INPUT_ROW], const float y[SVI_INPUT_ROW])
{
    uint64_t set = 0;

    for (unsigned k = 0; k < SVI_INPUT_ROW; k++) {
        set |= (uint64_t)(x[k] != y[k]) << k;
    }
    return set;
}

static void add_first(const struct svi_rows *rows, float out[SVI_FIRST_ROW])
{
    for (unsigned i = 0; i < rows->n; i++) {
        const float times = rows->times[i];
        const float *row = rows->row[i];

        for (unsigned j = 0; j < SVI_FIRST_ROW; j++) {
            out[j] += times * row[j];
        }
    }
}

static void run_second(const struct svi_net *net, const float first[SVI_FIRST_ROW],
                       float out[2 * SVI_SECOND])
{
    memset(out, 0, 2 * SVI_SECOND * sizeof *out);
    for (unsigned i = 0; i < SVI_FIRST; i++) {
        const float unit = first[i];

        if (unit > 0) {
            const float *row = net->second[i];

            for (unsigned j = 0; j < 2 * SVI_SECOND; j++) {
                out[j] += unit * row[j];
            }
        }
    }
}

static void run_out(const struct svi_net *net, unsigned n, const float *const first[],
                    const float *const second[], float u[][SVI_HEAD_ROW])
{
    const float others = 1.0F / (float)(n - 1);
    float sum[SVI_SECOND] = {0};

    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            sum[j] += second[i][SVI_SECOND + j];
        }
    }
    for (unsigned i = 0; i < n; i++) {
        memcpy(u[i], first[i] + SVI_FIRST, sizeof u[i]);
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            const float in =
                net->second_bias[j] + second[i][j] + (sum[j] - second[i][SVI_SECOND + j]) * others;
            const float unit = in > 0 ? in : 0;

            for (unsigned h = 0; h < SVI_HEAD_ROW; h++) {
                u[i][h] += unit * net->out[j][h];
            }
        }
    }
}

const struct svi_layers svi_layers_plain = {differ, add_first, run_second, run_out};

const struct svi_layers *svi_layers(void)
{
    const bool wide =
        svi_layers_wide.first != NULL && sodium_init() >= 0 && sodium_runtime_has_avx2() != 0;

    return wide ? &svi_layers_wide : &svi_layers_plain;
}
