#include "tools/analysis/account.h"

#include <math.h>
#include <string.h>

void svi_account_round(const double points[], unsigned n, int32_t out[])
{
    double all = 0;
    int64_t sum = 0;
    for (unsigned s = 0; s < n; s++) {
        all += points[s];
        out[s] = (int32_t)lround(points[s] * SVI_LUCK_UNIT);
        sum += out[s];
    }
    for (int64_t off = llround(all * SVI_LUCK_UNIT) - sum; off != 0; off += off > 0 ? -1 : 1) {
        const int32_t by = off > 0 ? 1 : -1;
        unsigned worst = 0;
        double most = -1e9;
        for (unsigned s = 0; s < n; s++) {
            const double lacks = by * (points[s] * SVI_LUCK_UNIT - out[s]);
            if (lacks > most) {
                most = lacks;
                worst = s;
            }
        }
        out[worst] += by;
    }
}

void svi_account_make(const struct svi_decisions *d, const struct svi_evaluated evaluated[],
                      struct svi_evaluation *value, struct svi_account out[SV_MAX_SEATS])
{
    double by[SV_MAX_SEATS][SV_MAX_SEATS] = {{0}}; /* by whose answers, points of whom */
    double forfeit[SV_MAX_SEATS] = {0};
    int32_t rounded[SV_MAX_SEATS] = {0};
    int32_t answered[SV_MAX_SEATS] = {0};
    memset(out, 0, SV_MAX_SEATS * sizeof *out);
    for (uint32_t i = 0; i < d->n; i++) {
        for (unsigned s = 0; s < d->seats; s++) {
            by[d->list[i].question.seat][s] += evaluated[i].change[s];
        }
    }
    for (unsigned j = 0; j < d->seats; j++) {
        svi_account_round(by[j], d->seats, rounded);
        for (unsigned s = 0; s < d->seats; s++) {
            if (s == j) {
                out[s].own = rounded[s];
            } else {
                out[s].others[j] = rounded[s];
            }
        }
    }
    if (d->forfeited && value != NULL) {
        double then[SV_MAX_SEATS];
        svi_evaluate_state(value, &d->forfeit_state, then);
        for (unsigned s = 0; s < d->seats; s++) {
            forfeit[s] = d->points[s] - then[s];
        }
    }
    svi_account_round(forfeit, d->seats, rounded);
    svi_account_round(d->answered, d->seats, answered);
    for (unsigned s = 0; s < d->seats; s++) {
        struct svi_account *a = &out[s];
        a->luck = d->accounted.seat[s].luck;
        a->start = SVI_LUCK_UNIT / 2;
        a->points = a->start + a->luck + d->accounted.seat[s].skill;
        a->forfeit = rounded[s];
        a->drift = a->points - a->start - a->luck - a->own - a->forfeit;
        a->options = answered[s] - a->own;
        for (unsigned j = 0; j < d->seats; j++) {
            a->drift -= a->others[j];
            a->options -= a->others[j];
        }
    }
}
