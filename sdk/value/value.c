#include "value/value.h"

#include <assert.h>
#include <string.h>

/* The slope of the logistic function that is most like a normal distribution's. */
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

/* ---- points ---------------------------------------------------------------------------------- */

static void points_of_places(const struct sv_edition *e, const struct sv_position *p,
                             struct svi_worth *out)
{
    uint8_t place[SV_MAX_SEATS];
    sv_places(e, p, place);
    for (unsigned s = 0; s < p->seats; s++) {
        unsigned twice = 0;

        for (unsigned o = 0; o < p->seats; o++) {
            twice += o == s ? 0 : place[o] > place[s] ? 2 : place[o] == place[s];
        }
        for (unsigned h = 0; h < SVI_VIEWS; h++) {
            out->points[s][h] = twice / (2.0 * (p->seats - 1));
            out->share[s][h] = 0;
        }
    }
}
_Static_assert(SVI_SHARES == SVI_VIEWS, "both are cleared in one loop");

static void points_of(const struct svi_value *v, const struct sv_position *p, unsigned living,
                      const float u[][SVI_HEAD_ROW], struct svi_worth *out)
{
    const double pair = 1.0 / (p->seats - 1);
    v->layers->points(living, u, (p->seats - living) * pair, pair, out->points);
    /* The first rows belong to the living seats. Each goes to the row of its seat, the last
     * first. */
    for (unsigned s = p->seats; s-- > 0 && living <= s;) {
        const bool alive = sv_alive(p, s);

        living -= alive;
        for (unsigned h = 0; h < SVI_VIEWS; h++) {
            out->points[s][h] = alive ? out->points[living][h] : (p->seats - p->place[s]) * pair;
        }
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

void svi_value_base(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p)
{
    static const float nothing[SVI_INPUT_ROW];
    svi_sight_init(&v->features, &base->sight, p);
    for (unsigned s = 0; s < p->seats; s++) {
        if (!sv_alive(p, s)) {
            continue;
        }
        memcpy(base->first[s], v->net.first_bias, sizeof base->first[s]);
        v->layers->first(&v->net, base->sight.x[s], nothing, base->first[s]);
        v->layers->second(&v->net, base->first[s], base->first[s], base->second[s]);
    }
    base->slopes = 0;
}

/* Computes the second layer's row of a seat with its leans: features that change with each
 * throw. */
static void lean(const struct svi_value *v, struct svi_value_base *base, unsigned s, float out[])
{
    static const unsigned feature[SVI_LEANS] = SVI_LEAN_FEATURES;
    if (!sv_has(base->slopes, s)) {
        for (unsigned k = 0; k < SVI_LEANS; k++) {
            v->layers->second(&v->net, base->first[s], v->net.first[feature[k]], base->slope[s][k]);
        }
        base->slopes |= (uint8_t)(1u << s);
    }
    v->layers->lean(base->second[s], (const float(*)[SVI_SECOND_ROW])base->slope[s],
                    base->other.lean[s], out);
}

/* Computes the points from the second layer's rows, each seat's own and those for the others. */
static void conclude(const struct svi_value *v, const struct svi_value_base *base,
                     const struct sv_position *p, struct svi_worth *out)
{
    const float *seconds[SV_MAX_SEATS];
    float u[SV_MAX_SEATS][SVI_HEAD_ROW];
    unsigned living = 0;
    unsigned n = 0;
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s)) {
            seconds[living++] = base->other_second[s];
        }
    }
    v->layers->out(&v->net, living, seconds, u);
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s)) {
            u[n++][SVI_VIEW_END] = END_SLOPE * base->other.end[s];
        }
    }
    points_of(v, p, living, (const float(*)[SVI_HEAD_ROW])u, out);
}

void svi_value_near(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p, struct svi_worth *out)
{
    if (p->over != 0) {
        points_of_places(v->features.e, p, out);
        return;
    }
    svi_sight_near(&v->features, &base->other, p, &base->sight);
    svi_sight_shares(&base->other, p, out->share);
    for (unsigned s = 0; s < p->seats; s++) {
        float *second = base->other_second[s];

        if (!sv_alive(p, s)) {
            continue;
        }
        if (!sv_has(base->other.leans, s)) {
            float first[SVI_FIRST_ROW];
            memcpy(first, base->first[s], sizeof first);
            v->layers->first(&v->net, base->other.x[s], base->sight.x[s], first);
            v->layers->second(&v->net, first, first, second);
            if (s == p->turn_seat) {
                memcpy(base->turn_first, first, sizeof first);
            }
        } else if (base->other.lean[s][0] != 0 || base->other.lean[s][1] != 0) {
            lean(v, base, s, second);
        } else {
            memcpy(second, base->second[s], sizeof base->second[s]);
        }
    }
    conclude(v, base, p, out);
}

void svi_value_again(const struct svi_value *v, struct svi_value_base *base,
                     const struct sv_position *p, struct svi_worth *out)
{
    const unsigned s = p->turn_seat;
    float x[SVI_INPUT_ROW] = {0};
    float from[SVI_INPUT_ROW] = {0};
    assert(p->over == 0 && sv_alive(p, s) && p->jail[s] == 0);
    if (sv_has(base->other.leans, s)) {
        memcpy(base->turn_first, base->first[s], sizeof base->turn_first);
        from[SVI_X_AGAIN] = base->sight.x[s][SVI_X_AGAIN];
        x[SVI_X_WORTH_AHEAD] = base->other.lean[s][0];
        x[SVI_X_NEXT_PAID] = base->other.lean[s][1];
    } else {
        from[SVI_X_AGAIN] = base->other.x[s][SVI_X_AGAIN];
    }
    x[SVI_X_AGAIN] = 1 - from[SVI_X_AGAIN];
    v->layers->first(&v->net, x, from, base->turn_first);
    v->layers->second(&v->net, base->turn_first, base->turn_first, base->other_second[s]);
    svi_sight_shares(&base->other, p, out->share);
    conclude(v, base, p, out);
}

void svi_value_of(const struct svi_value *v, struct svi_value_base *base,
                  const struct sv_position *p, struct svi_worth *out)
{
    if (p->over == 0) {
        svi_value_base(v, base, p);
    }
    svi_value_near(v, base, p, out);
}

/* ---- weights --------------------------------------------------------------------------------- */

static const struct svi_weights tables[] = {
#include <value_weights.h> /* made by CMake from the files in sdk/value/weights */
};
#define TABLES (sizeof tables / sizeof tables[0])

static const struct svi_weights of_policies[] = {
#include <policy_weights.h> /* likewise, from those in sdk/value/weights/policies */
};
_Static_assert(sizeof of_policies == sizeof tables, "each family has a table of policies");

const struct svi_weights *svi_weights_at(unsigned i)
{
    return i < TABLES ? &tables[i] : NULL;
}

const struct svi_weights *svi_policy_weights_at(unsigned i)
{
    return i < TABLES ? &of_policies[i] : NULL;
}

/* Returns the edition whose table an edition has. The same board with some amounts, cards or
 * switches other has the same table. */
static const char *family_of(const char *edition)
{
    static const struct {
        const char *edition, *family;
    } kin[] = {{"classic-uk", "classic"}, {"classic-2007", "classic"}, {"mega-2006", "mega"}};
    for (unsigned i = 0; i < sizeof kin / sizeof kin[0]; i++) {
        if (strcmp(kin[i].edition, edition) == 0) {
            return kin[i].family;
        }
    }
    return edition;
}

const struct svi_weights *svi_weights_for(const struct sv_edition *e)
{
    const char *family = family_of(e->name);
    for (unsigned i = 0; i < TABLES; i++) {
        if (strcmp(tables[i].family, family) == 0) {
            return &tables[i];
        }
    }
    return &tables[0]; /* classic */
}

const struct svi_weights *svi_policy_weights_for(const struct sv_edition *e)
{
    return &of_policies[svi_weights_for(e) - tables];
}
