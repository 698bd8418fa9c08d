/* The layers of the network: sums of floats, one operation after the other in each column. So the
 * bits are the same, however many columns a machine takes at once. There is one version for any
 * processor and one for those with AVX2; value.c calls the faster one. Arrays are the caller's;
 * nothing here allocates or fails. */
#ifndef SVI_VALUE_LAYERS_H
#define SVI_VALUE_LAYERS_H

#include "value/features.h"

/* The network: SVI_INPUTS features of a seat -> SVI_FIRST -> SVI_SECOND -> u. Each head has a u of
 * its own: the value as such is fitted to tables of all kinds, the others to tables with and
 * without trades. X(NAME, name, text) */
#define SVI_HEAD_LIST(X)                                                                           \
    X(ANY, any, "tables of all kinds")                                                             \
    X(TRADE, trade, "tables at which half of the bots propose trades, or more")                    \
    X(CAREFUL, careful, "tables at which nobody does")

enum svi_value_head {
#define X(NAME, name, text) SVI_HEAD_##NAME,
    SVI_HEAD_LIST(X)
#undef X
        SVI_HEADS
};

#define SVI_FIRST 32u
#define SVI_SECOND 16u
/* The heads, padded to a row of four. */
#define SVI_HEAD_ROW 4u
#define SVI_FIRST_ROW (SVI_FIRST + SVI_HEAD_ROW)
#define SVI_SECOND_ROW (2 * SVI_SECOND + SVI_HEAD_ROW) /* own, others, straight to u */

struct svi_net {
    float first[SVI_INPUTS][SVI_FIRST_ROW]; /* the first layer, then straight to u of each head */
    float first_bias[SVI_FIRST_ROW];
    float second[SVI_FIRST][2 * SVI_SECOND]; /* own, then others */
    float second_bias[SVI_SECOND];
    float out[SVI_SECOND][SVI_HEAD_ROW];
};

struct svi_layers {
    /* Adds to a seat's sums of the first layer the effect of the difference between its features
     * and `from`, one row after the other. The sums of a new seat are first_bias, with `from` all
     * 0. */
    void (*first)(const struct svi_net *net, const float x[SVI_INPUT_ROW],
                  const float from[SVI_INPUT_ROW], float out[SVI_FIRST_ROW]);
    /* Adds up the second layer's inputs, to the own seat and to others, from the first layer's
     * positive units, each `times` a factor, and the direct connections to u. If `times` is
     * `first`, the result is a seat's row. If it is a feature's row in the first layer, the result
     * is the row's slope by that feature, as long as the same units are positive. The sums replace
     * what was in `out`. */
    void (*second)(const struct svi_net *net, const float first[SVI_FIRST_ROW],
                   const float times[SVI_FIRST_ROW], float out[SVI_SECOND_ROW]);
    /* Computes a row plus `by` times each slope. */
    void (*lean)(const float row[SVI_SECOND_ROW], const float slope[SVI_LEANS][SVI_SECOND_ROW],
                 const float by[SVI_LEANS], float out[SVI_SECOND_ROW]);
    /* Computes u of `n` living seats, 2 or more, from their rows of the second layer. The function
     * itself adds second_bias and the mean of the other seats' sums. */
    void (*out)(const struct svi_net *net, unsigned n, const float *const second[],
                float u[][SVI_HEAD_ROW]);
    /* Computes points from u of `n` living seats: to each `fallen`, and for each pair a share of
     * `pair`, 1 / (1 + e^(u_o - u_s)), to one and the rest to the other. */
    void (*points)(unsigned n, const float u[][SVI_HEAD_ROW], double fallen, double pair,
                   double points[][SVI_HEAD_ROW]);
};

/* Computes e^x of each x, from -SVI_EXP_LEAST to 0, to about 1e-7. The method is 2^k e^r with
 * |r| <= ln(2)/2 and the Taylor series of e^r to the 6th power. ln(2) is in two parts, the first of
 * few bits. */
#define SVI_EXP_LEAST 40.0F
#define SVI_EXP_TURNS 1.44269504F
#define SVI_EXP_TURN 0.693359375F
#define SVI_EXP_REST -2.12194440e-4F
void svi_layers_exp(const float x[SVI_HEAD_ROW], float out[SVI_HEAD_ROW]);

extern const struct svi_layers svi_layers_plain;
/* All NULL if the compiler has no AVX2. Call them only if svi_layers() returns them. */
extern const struct svi_layers svi_layers_wide;

/* Returns the fastest layers for this processor, which are constant. Any thread may call. */
const struct svi_layers *svi_layers(void);

#endif
