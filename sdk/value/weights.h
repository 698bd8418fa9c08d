/* The tables of the value function, weights_FAMILY.c. */
#ifndef SVI_VALUE_WEIGHTS_H
#define SVI_VALUE_WEIGHTS_H

#include "value/value.h"

/* X(name of the table, the edition that it was fitted in) */
#define SVI_WEIGHT_TABLES(X)                                                                       \
    X(classic, "classic")                                                                          \
    X(speed_die, "speed-die")                                                                      \
    X(mega, "mega")                                                                                \
    X(harbour, "harbour")                                                                          \
    X(comrades, "comrades")

/* X(edition, whose table it has): the same board, with some amounts, cards or switches other. */
#define SVI_WEIGHT_KIN(X)                                                                          \
    X("classic-uk", "classic")                                                                     \
    X("classic-2007", "classic")                                                                   \
    X("mega-2006", "mega")

#define X(name, edition) extern const struct svi_weights svi_weights_##name;
SVI_WEIGHT_TABLES(X)
#undef X

#endif
