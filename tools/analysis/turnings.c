#include "tools/analysis/turnings.h"

#include "base/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNIT 100000 /* the smallest change that counts */

struct list {
    struct svi_turning *turning;
    int64_t size[SVI_TURNINGS];
    unsigned n;
};

/* The seat for which most changed, and how much that is. */
static unsigned changed(const double points[], unsigned seats, int64_t *size)
{
    unsigned seat = 0;
    *size = 0;
    for (unsigned s = 0; s < seats; s++) {
        const int64_t units = llabs(llround(points[s] * UNIT));
        if (units > *size) {
            *size = units;
            seat = s;
        }
    }
    return seat;
}

/* Among equal ones the first that is put stays. */
static void put(struct list *l, const struct svi_turning *turning, int64_t size)
{
    unsigned at = l->n;
    while (at > 0 && l->size[at - 1] < size) {
        at--;
    }
    if (size == 0 || at == SVI_TURNINGS) {
        return;
    }
    l->n += l->n < SVI_TURNINGS;
    memmove(&l->turning[at + 1], &l->turning[at], (l->n - 1 - at) * sizeof *l->turning);
    memmove(&l->size[at + 1], &l->size[at], (l->n - 1 - at) * sizeof *l->size);
    l->turning[at] = *turning;
    l->size[at] = size;
}

SVI_ORDER(by_event, struct svi_turning, SVI_COMPARE(one->event, other->event))

unsigned svi_turnings(const struct svi_decisions *d, struct svi_turning out[SVI_TURNINGS])
{
    struct list list = {.turning = out};
    int64_t size;
    for (uint32_t i = 0; i < d->n_luck; i++) {
        const unsigned seat = changed(d->luck[i].points, d->seats, &size);
        const struct svi_turning turning = {
            .event = d->luck[i].event, .seat = seat, .points = d->luck[i].points[seat]};
        put(&list, &turning, size);
    }
    qsort(out, list.n, sizeof *out, by_event);
    return list.n;
}
