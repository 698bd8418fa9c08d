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
    v->layers = svi_layers();
#define TAKE(to, n)                                                                                \
    for (unsigned i = 0; i < (n); i++) {                                                           \
        (to)[i] = (float)*at++ / SVI_WEIGHT_ONE;                                                   \
    }
    for (unsigned k = 0; k < SVI_INPUTS; k++) {
        TAKE(v->net.first[k], SVI_FIRST) /* of a longer row */
    }
    TAKE(v->net.first_bias, SVI_FIRST)
    for (unsigned part = 0; part < 2; part++) {
        for (unsigned k = 0; k < SVI_FIRST; k++) {
            TAKE(v->net.second[k] + part * SVI_SECOND, SVI_SECOND)
        }
    }
    TAKE(v->net.second_bias, SVI_SECOND)
    for (unsigned h = 0; h < SVI_HEADS; h++) {
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            v->net.out[j][h] = (float)*at++ / SVI_WEIGHT_ONE;
        }
        for (unsigned k = 0; k < SVI_INPUTS; k++) {
            v->net.first[k][SVI_FIRST + h] = (float)*at++ / SVI_WEIGHT_ONE;
        }
    }
#undef TAKE
    assert(at == w->value + SVI_WEIGHTS);
}

/* ---- layers ------------------------------------------------------------------------------------- */

/* Adds what a seat's features differ by from `from`, which `first` stands for; false: in nothing. */
static bool run_first(const struct svi_value *v, const float x[SVI_INPUT_ROW],
                      const float from[SVI_INPUT_ROW], float first[SVI_FIRST_ROW])
{
    struct svi_rows rows = {.n = 0};

    for (uint64_t left = v->layers->differ(x, from); left != 0; left &= left - 1) {
        const unsigned k = sv_first(left);

        rows.times[rows.n] = x[k] - from[k];
        rows.row[rows.n++] = v->net.first[k];
    }
    if (rows.n != 0) {
        v->layers->first(&rows, first);
    }
    return rows.n != 0;
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

static void points_of(const struct sv_position *p, float (*u)[SVI_HEAD_ROW], unsigned h,
                      double points[SV_MAX_SEATS])
{
    const double pair = 1.0 / (p->seats - 1);
    const unsigned living = sv_count(p->alive);
    const double fallen = (p->seats - living) * pair;
    double power[SV_MAX_SEATS] = {0}; /* e^u, but for a common factor; of the living, as are: */
    double sum[SV_MAX_SEATS] = {0};
    float best = u[0][h];
    unsigned n = 0;

    for (unsigned i = 1; i < living; i++) {
        best = u[i][h] > best ? u[i][h] : best;
    }
    for (unsigned i = 0; i < living; i++) {
        const double behind = (double)u[i][h] - (double)best;
        double own = fallen;

        power[i] = svi_value_exp(behind < -40 ? -40 : behind);
        for (unsigned o = 0; o < i; o++) {
            const double share = pair * power[i] / (power[i] + power[o]);

            own += share;
            sum[o] += pair - share;
        }
        sum[i] = own;
    }
    for (unsigned s = 0; s < p->seats; s++) {
        points[s] = sv_alive(p, s) ? sum[n++] : (p->seats - p->place[s]) * pair;
    }
}

/* ---- all ---------------------------------------------------------------------------------------- */

void svi_value_base(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p)
{
    static const float nothing[SVI_INPUT_ROW];

    svi_sight_init(&v->features, &base->sight, p, NULL);
    for (unsigned s = 0; s < p->seats; s++) {
        if (!sv_alive(p, s)) {
            continue;
        }
        memcpy(base->first[s], v->net.first_bias, sizeof base->first[s]);
        (void)run_first(v, base->sight.x[s], nothing, base->first[s]);
        v->layers->second(&v->net, base->first[s], base->second[s]);
    }
}

void svi_value_near(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p, struct svi_worth *out)
{
    float first[SV_MAX_SEATS][SVI_FIRST_ROW];
    float second[SV_MAX_SEATS][2 * SVI_SECOND];
    const float *firsts[SV_MAX_SEATS];
    const float *seconds[SV_MAX_SEATS];
    unsigned n = 0;
    float u[SV_MAX_SEATS][SVI_HEAD_ROW];

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
        if (!sv_alive(p, s)) {
            continue;
        }
        memcpy(first[s], base->first[s], sizeof first[s]);
        firsts[n] = first[s];
        seconds[n] = base->second[s];
        if (run_first(v, base->other.x[s], base->sight.x[s], first[s])) {
            v->layers->second(&v->net, first[s], second[s]);
            seconds[n] = second[s];
        }
        n++;
    }
    v->layers->out(&v->net, n, firsts, seconds, u);
    for (unsigned h = 0; h < SVI_HEADS; h++) {
        points_of(p, u, h, out->points[h]);
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
