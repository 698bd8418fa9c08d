/* The value function for authors (<solvent/value.h>). */
#include "value/points.h"

#include <stdlib.h>

struct sv_value {
    struct svi_value value;
    struct svi_value_base base;
};

struct sv_value *svi_value_create(const struct sv_edition *e, const struct svi_weights *w)
{
    struct sv_value *v = calloc(1, sizeof *v);
    if (v != NULL) {
        svi_value_init(&v->value, e, w);
    }
    return v;
}

struct sv_value *sv_value_create(const struct sv_edition *e)
{
    return svi_value_create(e, svi_policy_weights_for(e));
}

void sv_value_destroy(struct sv_value *value)
{
    free(value);
}

void sv_value_points(struct sv_value *v, const struct sv_position *p, int32_t points[SV_MAX_SEATS])
{
    struct svi_worth worth;
    svi_value_of(&v->value, &v->base, p, &worth);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        const double exact = s < p->seats ? worth.points[s][SVI_HEAD_ANY] * SV_MAX_VALUE : 0;

        points[s] = (int32_t)(exact + 0.5);
    }
}

int32_t sv_value_seat(void *user, const struct sv_edition *e, const struct sv_position *p,
                      unsigned seat)
{
    int32_t points[SV_MAX_SEATS];
    (void)e;
    sv_value_points(user, p, points);
    return points[seat];
}
