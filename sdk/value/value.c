#include "value/value.h"

#include <assert.h>
#include <string.h>

/* That of the logistic function which is most like a normal distribution's. */
#define END_SLOPE 1.7F

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

static void points_of(const struct svi_value *v, const struct sv_position *p,
                      const float u[][SVI_HEAD_ROW], struct svi_worth *out)
{
    const double pair = 1.0 / (p->seats - 1);
    const unsigned living = sv_count(p->alive);
    double points[SV_MAX_SEATS][SVI_HEAD_ROW];
    unsigned n = 0;

    v->layers->points(living, u, (p->seats - living) * pair, pair, points);
    for (unsigned s = 0; s < p->seats; s++) {
        const bool alive = sv_alive(p, s);

        for (unsigned h = 0; h < SVI_VIEWS; h++) {
            out->points[h][s] = alive ? points[n][h] : (p->seats - p->place[s]) * pair;
        }
        n += alive;
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
        v->layers->first(&v->net, base->sight.x[s], nothing, base->first[s]);
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
        for (unsigned h = 0; h < SVI_VIEWS; h++) {
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
        firsts[n] = base->first[s];
        seconds[n] = base->second[s];
        if (!sv_has(base->other.same, s)) {
            memcpy(first[s], base->first[s], sizeof first[s]);
            v->layers->first(&v->net, base->other.x[s], base->sight.x[s], first[s]);
            v->layers->second(&v->net, first[s], second[s]);
            firsts[n] = first[s];
            seconds[n] = second[s];
        }
        n++;
    }
    v->layers->out(&v->net, n, firsts, seconds, u);
    n = 0;
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s)) {
            u[n++][SVI_VIEW_END] = END_SLOPE * base->other.end[s];
        }
    }
    points_of(v, p, (const float(*)[SVI_HEAD_ROW])u, out);
}

void svi_value_of(const struct svi_value *v, struct svi_value_base *base,
                  const struct sv_position *p, struct svi_worth *out)
{
    if (p->over == 0) {
        svi_value_base(v, base, p);
    }
    svi_value_near(v, base, p, out);
}
