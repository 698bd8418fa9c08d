#include "stats/luck_weight.h"

#define UNIT 100             /* the sums' unit, in millionths */
#define MOST INT64_C(100000) /* in units: 10 points, small enough for a sum of squares */
#define FULL (INT64_C(1) << 50)
/* prior deals with 0.1 points of luck each, squared */
#define PRIOR (SVI_LUCK_PRIOR_DEALS * INT64_C(1000000))
#define MILLION 1e6

static int64_t within(int64_t value, int64_t most)
{
    return value < -most ? -most : value > most ? most : value;
}

int32_t svi_luck_weight(const struct svi_luck_weight *w)
{
    const int64_t b = (w->product + PRIOR) * SVI_LUCK_WEIGHT_ONE / (w->square + PRIOR);
    return (int32_t)within(b, SVI_LUCK_WEIGHT_MOST);
}

void svi_luck_weight_take(struct svi_luck_weight *w, int64_t points, int64_t luck)
{
    const int64_t x = within(luck / UNIT, MOST), y = within(points / UNIT, MOST);
    /* keeps the sums in range; the older half of that many deals may count half */
    if (w->square > FULL) {
        w->square /= 2;
        w->product /= 2;
    }
    w->square += x * x;
    w->product += x * y;
}

double svi_luck_taken_off(double points, int64_t luck, int32_t weight)
{
    return points - (double)(luck * weight) / (MILLION * SVI_LUCK_WEIGHT_ONE);
}
