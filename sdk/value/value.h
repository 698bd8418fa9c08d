/* The worth of a position: a model of the points that each seat will have when the game is over. It
 * does not know the players, and is a pure function of the public position and the edition.
 *
 *     points of s = (seats that are out +
 *                    sum over living o of 1 / (1 + e^(u_o - u_s))) / (seats - 1)
 *
 * So points add up like real ones: each pair of seats shares one. Seats that are out, and all seats
 * once the game is over, have the points of their places. u is a small network of features of the
 * position (value/features.h). Each living seat goes through the same first layer; u_s follows from
 * the output for s and the mean output for the others. The weights are tables of integers, one for
 * each family of editions; tools/fit/fit_value.c makes them.
 *
 * All arithmetic is IEEE float and double in one order, with an exponential of its own, so every
 * machine gives the same bits. sv_value_...() (value/points.c), accounts of luck (value/account.h),
 * batches and duels (sdk/env) and analyses call it. Nothing here allocates or fails. */
#ifndef SVI_VALUE_VALUE_H
#define SVI_VALUE_VALUE_H

#include "value/layers.h"

#include <solvent/game.h>

#define SVI_WEIGHTS                                                                                \
    (SVI_INPUTS * SVI_FIRST + SVI_FIRST + 2 * SVI_FIRST * SVI_SECOND + SVI_SECOND +                \
     SVI_HEADS * (SVI_SECOND + SVI_INPUTS))
#define SVI_WEIGHT_ONE 4096 /* stands for 1 in the tables */

/* The weights, in this order: first[input][unit], its biases, own[first unit][second unit],
 * others[first unit][second unit], biases, and for each head out[second unit] and straight[input]
 * (from the features to u). Constants of the program. */
struct svi_weights {
    const char *family;
    int16_t value[SVI_WEIGHTS];
};

/* Finds the shipped table for an edition (sdk/value/weights/FAMILY.txt): by its name, or by that of
 * an edition with the same board, else the table of `classic`. Accounts of luck use it, so a stored
 * figure of luck keeps its meaning as long as the table does not change. svi_weights_at() returns
 * the tables one by one, and NULL after the last. */
const struct svi_weights *svi_weights_for(const struct sv_edition *e);
const struct svi_weights *svi_weights_at(unsigned i);

/* Likewise finds the table by which policies play (sdk/value/weights/policies/FAMILY.txt). The
 * families are those of luck, in the same order. */
const struct svi_weights *svi_policy_weights_for(const struct sv_edition *e);
const struct svi_weights *svi_policy_weights_at(unsigned i);

/* The value function of an edition; about 100 KiB. Any number of threads may share one. */
struct svi_value {
    struct svi_features features;
    struct svi_net net;
    const struct svi_layers *layers; /* the fastest ones for this processor */
};

/* Prepares the value function. `e` must outlive it. */
void svi_value_init(struct svi_value *v, const struct sv_edition *e, const struct svi_weights *w);

/* Points by each head, and by one more view without weights: the end of the rounds if play goes on
 * as it does (svi_sight.end). */
#define SVI_VIEW_END SVI_HEADS
#define SVI_VIEWS (SVI_HEADS + 1u)
_Static_assert(SVI_VIEWS == SVI_HEAD_ROW, "they are found together");

/* Points of a position, and each seat's shares (value/features.h). */
struct svi_worth {
    double points[SV_MAX_SEATS][SVI_VIEWS];
    double share[SV_MAX_SEATS][SVI_SHARES];
};

/* A position with which others are compared, so that equal parts are computed once. One thread uses
 * it. All 0 before its first use, and before it is used with another edition. */
struct svi_value_base {
    struct svi_sight sight;
    float first[SV_MAX_SEATS][SVI_FIRST_ROW]; /* of living seats, before the threshold */
    float second[SV_MAX_SEATS][SVI_SECOND_ROW];
    float slope[SV_MAX_SEATS][SVI_LEANS][SVI_SECOND_ROW];
    uint8_t slopes; /* seats whose slopes have been computed */
    /* The last position that was compared: */
    struct svi_sight other;
    float turn_first[SVI_FIRST_ROW]; /* for the seat whose turn it is */
    float other_second[SV_MAX_SEATS][SVI_SECOND_ROW];
};

/* Makes `p`, a position of a game that is not over, the base. */
void svi_value_base(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p);

/* Computes the worth of a position as seen from the base, which should be at most a step away. For
 * the base itself it is the exact worth. For others, changes of a seat's features through other
 * seats' actions are followed by the slope of the network, or ignored (svi_sight_near()). So the
 * result is near the exact worth, and depends on both positions. */
void svi_value_near(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p, struct svi_worth *out);

/* Computes, after svi_value_near(), the worth of the same position with one difference: whether the
 * living seat whose turn it is, which must not be in jail, throws again. The game must not be
 * over. */
void svi_value_again(const struct svi_value *v, struct svi_value_base *base,
                     const struct sv_position *p, struct svi_worth *out);

/* Computes the worth of one position, which is its own base. */
void svi_value_of(const struct svi_value *v, struct svi_value_base *base,
                  const struct sv_position *p, struct svi_worth *out);

#endif
