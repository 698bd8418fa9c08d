/* Comparators of qsort() and bsearch(), a line each:
 *
 *     SVI_ORDER(by_deal, struct game, SVI_THEN(SVI_COMPARE(one->deal, other->deal),
 *                                              strcmp(one->name, other->name)))
 *
 * The arbiter and the tools sort by them. */
#ifndef SVI_BASE_ORDER_H
#define SVI_BASE_ORDER_H

/* Negative, 0 or positive if `a` is below, equal to or above `b`. Swap them for a descending
 * order. */
#define SVI_COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

/* Decides by `second` where `first` says that both are equal. */
#define SVI_THEN(first, second) ((first) != 0 ? (first) : (second))

/* Defines a comparator of two elements, `one` and `other`, of a type that is no pointer. */
#define SVI_ORDER(name, type, comparison)                                                          \
    static int name(const void *a, const void *b)                                                  \
    {                                                                                              \
        const type *one = a, *other = b;                                                           \
        return (comparison);                                                                       \
    }

#endif
