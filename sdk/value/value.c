#include "value/value.h"

#include <assert.h>
#include <string.h>

double svi_value_exp(double x)
{
    /* 2^k e^r, |r| <= ln(2)/2, and the Taylor series of e^r to the 9th power. */
    const double ln2 = 0.69314718055994530942;
    const double turns = x * 1.44269504088896340736;
    const int k = (int)(turns < 0 ? turns - 0.5 : turns + 0.5);
    const double r = x - k * ln2;
    const double square = r * r;
    const double even =
        1 +
        square * (1.0 / 2 + square * (1.0 / 24 + square * (1.0 / 720 + square * (1.0 / 40320))));
    const double odd =
        1 +
        square * (1.0 / 6 + square * (1.0 / 120 + square * (1.0 / 5040 + square * (1.0 / 362880))));
    const double sum = even + r * odd;
    uint64_t bits;
    double power;

    assert(x >= -80 && x <= 80);
    bits = (uint64_t)(1023 + k) << 52;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

void svi_value_init(struct svi_value *v, const struct sv_edition *e, const struct svi_weights *w)
{
    const int16_t *at = w->value;

    memset(v, 0, sizeof *v);
    svi_features_init(&v->features, e);
#define TAKE(to, n)                                                                                \
    for (unsigned i = 0; i < (n); i++) {                                                           \
        (to)[i] = (float)*at++ / SVI_WEIGHT_ONE;                                                   \
    }
    for (unsigned k = 0; k < SVI_INPUTS; k++) {
        TAKE(v->first[k], SVI_FIRST)
    }
    TAKE(v->first_bias, SVI_FIRST)
    for (unsigned part = 0; part < 2; part++) {
        for (unsigned k = 0; k < SVI_FIRST; k++) {
            TAKE(v->second[k] + part * SVI_SECOND, SVI_SECOND)
        }
    }
    TAKE(v->second_bias, SVI_SECOND)
    for (unsigned h = 0; h < SVI_HEADS; h++) {
        TAKE(v->out[h], SVI_SECOND)
        for (unsigned k = 0; k < SVI_INPUTS; k++) {
            v->straight[k][h] = (float)*at++ / SVI_WEIGHT_ONE;
        }
    }
#undef TAKE
    assert(at == w->value + SVI_WEIGHTS);
}

/* ---- layers ------------------------------------------------------------------------------------- */

static void run_second(const struct svi_value *v, const float first[SVI_FIRST],
                       float out[2 * SVI_SECOND])
{
    memset(out, 0, 2 * SVI_SECOND * sizeof *out);
    for (unsigned i = 0; i < SVI_FIRST; i++) {
        const float unit = first[i];

        if (unit > 0) {
            const float *row = v->second[i];

            for (unsigned j = 0; j < 2 * SVI_SECOND; j++) {
                out[j] += unit * row[j];
            }
        }
    }
}

/* Adds what a seat's features differ by from `from`, which `first` and `straight` stand for; false: in nothing. */
static bool run_first(const struct svi_value *v, const float x[SVI_INPUTS],
                      const float from[SVI_INPUTS], float first[SVI_FIRST],
                      float straight[SVI_HEADS])
{
    bool differs = false;

    for (unsigned k = 0; k < SVI_INPUTS; k++) {
        const float change = x[k] - from[k];

        if (change != 0) {
            const float *row = v->first[k];

            differs = true;
            for (unsigned h = 0; h < SVI_HEADS; h++) {
                straight[h] += change * v->straight[k][h];
            }
            for (unsigned i = 0; i < SVI_FIRST; i++) {
                first[i] += change * row[i];
            }
        }
    }
    return differs;
}

/* u of each living seat from the second layer's sums. */
static void run_out(const struct svi_value *v, const struct sv_position *p,
                    const float *const second[], const float *const straight[],
                    float u[SVI_HEADS][SV_MAX_SEATS])
{
    const float others = 1.0F / (float)(sv_count(p->alive) - 1);
    float sum[SVI_SECOND] = {0};

    for (unsigned s = 0; s < p->seats; s++) {
        for (unsigned j = 0; j < SVI_SECOND && sv_alive(p, s); j++) {
            sum[j] += second[s][SVI_SECOND + j];
        }
    }
    for (unsigned s = 0; s < p->seats; s++) {
        float unit[SVI_SECOND];

        if (!sv_alive(p, s)) {
            continue;
        }
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            const float in =
                v->second_bias[j] + second[s][j] + (sum[j] - second[s][SVI_SECOND + j]) * others;

            unit[j] = in > 0 ? in : 0;
        }
        for (unsigned h = 0; h < SVI_HEADS; h++) {
            u[h][s] = straight[s][h];
            for (unsigned j = 0; j < SVI_SECOND; j++) {
                u[h][s] += unit[j] * v->out[h][j];
            }
        }
    }
}

/* ---- points ------------------------------------------------------------------------------------- */

static void points_of_places(const struct sv_edition *e, const struct sv_position *p,
                             double points[SV_MAX_SEATS])
{
    uint8_t place[SV_MAX_SEATS];

    sv_places(e, p, place);
    for (unsigned s = 0; s < p->seats; s++) {
        unsigned twice = 0;

        for (unsigned o = 0; o < p->seats; o++) {
            twice += o == s ? 0 : place[o] > place[s] ? 2 : place[o] == place[s];
        }
        points[s] = twice / (2.0 * (p->seats - 1));
    }
}

static void points_of(const struct sv_position *p, const float u[SV_MAX_SEATS],
                      double points[SV_MAX_SEATS])
{
    const double pair = 1.0 / (p->seats - 1);
    const unsigned dead = p->seats - sv_count(p->alive);
    double power[SV_MAX_SEATS] = {0}; /* e^u, but for a common factor */
    float best = 0;
    bool any = false;

    for (unsigned s = 0; s < p->seats; s++) {
        points[s] = sv_alive(p, s) ? dead * pair : (p->seats - p->place[s]) * pair;
        if (sv_alive(p, s) && (!any || u[s] > best)) {
            best = u[s];
            any = true;
        }
    }
    for (unsigned s = 0; s < p->seats; s++) {
        const double behind = (double)u[s] - (double)best;

        power[s] = sv_alive(p, s) ? svi_value_exp(behind < -40 ? -40 : behind) : 0;
        for (unsigned o = 0; o < s && power[s] > 0; o++) {
            if (power[o] > 0) {
                const double share = pair * power[s] / (power[s] + power[o]);

                points[s] += share;
                points[o] += pair - share;
            }
        }
    }
}

/* ---- all ---------------------------------------------------------------------------------------- */

void svi_value_base(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p)
{
    static const float nothing[SVI_INPUTS];

    svi_sight_init(&v->features, &base->sight, p, NULL);
    for (unsigned s = 0; s < p->seats; s++) {
        float first[SVI_FIRST];

        if (!sv_alive(p, s)) {
            continue;
        }
        memcpy(base->first[s], v->first_bias, sizeof base->first[s]);
        memset(base->straight[s], 0, sizeof base->straight[s]);
        (void)run_first(v, base->sight.x[s], nothing, base->first[s], base->straight[s]);
        memcpy(first, base->first[s], sizeof first);
        run_second(v, first, base->second[s]);
    }
}

void svi_value_near(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p, struct svi_worth *out)
{
    float second[SV_MAX_SEATS][2 * SVI_SECOND];
    float straight[SV_MAX_SEATS][SVI_HEADS];
    const float *seconds[SV_MAX_SEATS] = {NULL};
    const float *straights[SV_MAX_SEATS] = {NULL};
    float u[SVI_HEADS][SV_MAX_SEATS];

    memset(out, 0, sizeof *out);
    if (p->over != 0) {
        for (unsigned h = 0; h < SVI_HEADS; h++) {
            points_of_places(v->features.e, p, out->points[h]);
        }
        return;
    }
    svi_sight_init(&v->features, &base->other, p, &base->sight);
    svi_sight_shares(&base->other, p, out->share);
    for (unsigned s = 0; s < p->seats; s++) {
        float first[SVI_FIRST];

        if (!sv_alive(p, s)) {
            continue;
        }
        memcpy(first, base->first[s], sizeof first);
        memcpy(straight[s], base->straight[s], sizeof straight[s]);
        seconds[s] = base->second[s];
        straights[s] = straight[s];
        if (run_first(v, base->other.x[s], base->sight.x[s], first, straight[s])) {
            run_second(v, first, second[s]);
            seconds[s] = second[s];
        }
    }
    run_out(v, p, seconds, straights, u);
    for (unsigned h = 0; h < SVI_HEADS; h++) {
        points_of(p, u[h], out->points[h]);
    }
}

void svi_value_of(const struct svi_value *v, struct svi_value_base *base,
                  const struct sv_position *p, struct svi_worth *out)
{
    if (p->over == 0) {
        svi_value_base(v, base, p);
    }
    svi_value_near(v, base, p, out);
}
