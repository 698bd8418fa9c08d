#include "job/points.h"

#include <inttypes.h>
#include <stdio.h>

void svi_points(const uint8_t places[], unsigned seats, uint32_t points[])
{
    for (unsigned s = 0; s < seats; s++) {
        /* Others in the same place; together they also take up the places behind it. */
        unsigned equals = 0;
        for (unsigned o = 0; o < seats; o++) {
            equals += o != s && places[o] == places[s];
        }
        points[s] = 2 * (seats - places[s]) - equals;
    }
}

void svi_ratio_text(int64_t numerator, int64_t denominator, unsigned decimals,
                    char out[SVI_RATIO_TEXT])
{
    const uint64_t den = (uint64_t)denominator;
    const uint64_t num = numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator;
    uint64_t scale = 1;
    for (unsigned i = 0; i < decimals; i++) {
        scale *= 10;
    }
    uint64_t whole = num / den;
    uint64_t rest = (2 * (num % den) * scale + den) / (2 * den);
    if (rest == scale) {
        whole++;
        rest = 0;
    }
    const char *sign = numerator < 0 && (whole != 0 || rest != 0) ? "-" : "";
    if (decimals == 0) {
        snprintf(out, SVI_RATIO_TEXT, "%s%" PRIu64, sign, whole);
    } else {
        snprintf(out, SVI_RATIO_TEXT, "%s%" PRIu64 ".%0*" PRIu64, sign, whole, (int)decimals, rest);
    }
}
