#include "value/layers.h"

#include <sodium.h>
#include <string.h>

static void run_first(const struct svi_net *net, const float x[SVI_INPUT_ROW],
                      const float from[SVI_INPUT_ROW], float out[SVI_FIRST_ROW])
{
    for (unsigned k = 0; k < SVI_INPUTS; k++) {
        const float times = x[k] - from[k];

        for (unsigned j = 0; j < SVI_FIRST_ROW && times != 0; j++) {
            out[j] += times * net->first[k][j];
        }
    }
}

/* Adds up the rows of the positive units, each times its factor. */
static void run_second(const struct svi_net *net, const float first[SVI_FIRST_ROW],
                       const float times[SVI_FIRST_ROW], float out[SVI_SECOND_ROW])
{
    memset(out, 0, 2 * SVI_SECOND * sizeof *out);
    for (unsigned i = 0; i < SVI_FIRST; i++) {
        if (first[i] > 0) {
            const float *row = net->second[i];
            for (unsigned j = 0; j < 2 * SVI_SECOND; j++) {
                out[j] += times[i] * row[j];
            }
        }
    }
    memcpy(out + 2 * SVI_SECOND, times + SVI_FIRST, SVI_HEAD_ROW * sizeof *out);
}

static void lean(const float row[SVI_SECOND_ROW], const float slope[SVI_LEANS][SVI_SECOND_ROW],
                 const float by[SVI_LEANS], float out[SVI_SECOND_ROW])
{
    for (unsigned j = 0; j < SVI_SECOND_ROW; j++) {
        out[j] = row[j] + by[0] * slope[0][j] + by[1] * slope[1][j];
    }
}

static void run_out(const struct svi_net *net, unsigned n, const float *const second[],
                    float u[][SVI_HEAD_ROW])
{
    const float others = 1.0F / (float)(n - 1);
    float sum[SVI_SECOND] = {0};
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            sum[j] += second[i][SVI_SECOND + j];
        }
    }
    for (unsigned i = 0; i < n; i++) {
        memcpy(u[i], second[i] + 2 * SVI_SECOND, sizeof u[i]);
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

void svi_layers_exp(const float x[SVI_HEAD_ROW], float out[SVI_HEAD_ROW])
{
    for (unsigned h = 0; h < SVI_HEAD_ROW; h++) {
        const float turns = x[h] * SVI_EXP_TURNS;
        const int32_t k = (int32_t)(turns - 0.5F);
        const float r = x[h] - (float)k * SVI_EXP_TURN - (float)k * SVI_EXP_REST;
        const float sum =
            1 +
            r * (1 + r * (1.0F / 2 +
                          r * (1.0F / 6 + r * (1.0F / 24 + r * (1.0F / 120 + r * (1.0F / 720))))));
        const uint32_t bits = (uint32_t)(127 + k) << 23;
        float power;

        memcpy(&power, &bits, sizeof power);
        out[h] = sum * power;
    }
}

static void find_points(unsigned n, const float u[][SVI_HEAD_ROW], double fallen, double pair,
                        double points[][SVI_HEAD_ROW])
{
    float power[SV_MAX_SEATS][SVI_HEAD_ROW]; /* e^u, but for a common factor */
    float best[SVI_HEAD_ROW];
    memcpy(best, u[0], sizeof best);
    for (unsigned i = 1; i < n; i++) {
        for (unsigned h = 0; h < SVI_HEAD_ROW; h++) {
            best[h] = u[i][h] > best[h] ? u[i][h] : best[h];
        }
    }
    for (unsigned i = 0; i < n; i++) {
        float behind[SVI_HEAD_ROW];

        for (unsigned h = 0; h < SVI_HEAD_ROW; h++) {
            const float by = u[i][h] - best[h];

            behind[h] = by > -SVI_EXP_LEAST ? by : -SVI_EXP_LEAST;
            points[i][h] = fallen;
        }
        svi_layers_exp(behind, power[i]);
        for (unsigned o = 0; o < i; o++) {
            for (unsigned h = 0; h < SVI_HEAD_ROW; h++) {
                const double share = pair * (double)(power[i][h] / (power[i][h] + power[o][h]));

                points[i][h] += share;
                points[o][h] += pair - share;
            }
        }
    }
}

const struct svi_layers svi_layers_plain = {run_first, run_second, lean, run_out, find_points};

const struct svi_layers *svi_layers(void)
{
    const bool wide =
        svi_layers_wide.first != NULL && sodium_init() >= 0 && sodium_runtime_has_avx2() != 0;
    return wide ? &svi_layers_wide : &svi_layers_plain;
}
