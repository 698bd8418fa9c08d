#include "schedule/sequential.h"

#include <stddef.h>

const char *svi_sprt_fault(const struct svi_group *sprt)
{
    const unsigned first = svi_sprt_in_points(sprt) ? SVI_SPRT_points0 : SVI_SPRT_elo0;
    const unsigned second = svi_sprt_in_points(sprt) ? SVI_SPRT_points1 : SVI_SPRT_elo1;
    const bool elo = svi_group_has(sprt, SVI_SPRT_elo0) || svi_group_has(sprt, SVI_SPRT_elo1);
    const bool points =
        svi_group_has(sprt, SVI_SPRT_points0) || svi_group_has(sprt, SVI_SPRT_points1);
    if (!svi_group_has(sprt, SVI_SPRT_candidate) || !svi_group_has(sprt, SVI_SPRT_baseline)) {
        return "found no candidate or no baseline, expected the names of two bots";
    }
    if (sprt->value[SVI_SPRT_candidate] == sprt->value[SVI_SPRT_baseline]) {
        return "found one bot as candidate and baseline, expected two";
    }
    if (elo == points || !svi_group_has(sprt, first) || !svi_group_has(sprt, second)) {
        return "found neither or more than one pair of limits, expected elo0 and elo1, or points0 "
               "and points1";
    }
    if (sprt->value[first] >= sprt->value[second]) {
        return "found a first limit that is not below the second, as in elo0: 0, elo1: 20";
    }
    return NULL;
}

const char *svi_stop_fault(const struct svi_group *stop_when)
{
    return svi_group_has(stop_when, SVI_STOP_top)
               ? NULL
               : "found no top, expected how many places are to be separated from the rest, as in "
                 "{top: 3}";
}

struct svi_sprt_settings svi_sprt_test(const struct svi_group *sprt, unsigned seats)
{
    struct svi_sprt_settings test = {.alpha = svi_group_decimal(sprt, SVI_SPRT_alpha),
                                     .beta = svi_group_decimal(sprt, SVI_SPRT_beta)};
    if (svi_sprt_in_points(sprt)) {
        test.points0 = svi_group_decimal(sprt, SVI_SPRT_points0);
        test.points1 = svi_group_decimal(sprt, SVI_SPRT_points1);
    } else {
        test.points0 = svi_sprt_points(svi_group_decimal(sprt, SVI_SPRT_elo0), seats);
        test.points1 = svi_sprt_points(svi_group_decimal(sprt, SVI_SPRT_elo1), seats);
    }
    return test;
}
