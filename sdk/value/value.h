/* What a position is worth: a model of the points that each seat will have made when the game is
 * over. It knows nothing of who plays, and is a pure function of the public position and the
 * edition.
 *
 *     points of s = (seats that are out + sum over living o of 1 / (1 + e^(u_o - u_s))) / (seats -
 * 1)
 *
 * so that they add up as points do: each pair of seats shares one. Who is out, and everybody once
 * the game is over, has the points of his place. u is a small network of features of the position
 * (value/features.h): each living seat is looked at by the same first layer, and u_s follows from
 * what that says of s and what it says in the mean of the others. The weights are tables of whole
 * numbers, one for each family of editions; tools/fit/fit_value.c makes them.
 *
 * All arithmetic is IEEE float and double in one order, with an exponential of its own: the same
 * bits on every machine. */
#ifndef SVI_VALUE_VALUE_H
#define SVI_VALUE_VALUE_H

#include "value/layers.h"

#include <solvent/game.h>

#define SVI_WEIGHTS                                                                                \
    (SVI_INPUTS * SVI_FIRST + SVI_FIRST + 2 * SVI_FIRST * SVI_SECOND + SVI_SECOND +                \
     SVI_HEADS * (SVI_SECOND + SVI_INPUTS))
#define SVI_WEIGHT_ONE 4096 /* stands for 1 in the tables */

/* In this order: first[input][unit], its biases, own[first unit][second unit], others[same],
 * biases, and for each head out[second unit] and straight[input] (from the features to u). */
struct svi_weights {
    const char *family;
    int16_t value[SVI_WEIGHTS];
};

/* The shipped tables, sdk/value/weights/FAMILY.txt. The one for an edition goes by its name, or by
 * that of an edition with the same board. That of `classic` is taken for editions that are not
 * known. */
const struct svi_weights *svi_weights_for(const struct sv_edition *e);
const struct svi_weights *svi_weights_at(unsigned i); /* NULL from the end on */

/* An edition made ready; about 100 KiB. Any number of threads may share one. */
struct svi_value {
    struct svi_features features;
    struct svi_net net;
    const struct svi_layers *layers; /* that this processor is best at */
};

/* `e` must outlive it. */
void svi_value_init(struct svi_value *v, const struct sv_edition *e, const struct svi_weights *w);

/* Points by each head, and one more that is no matter of weights: as the rounds will end if all
 * goes on as it is (svi_sight.end). */
#define SVI_VIEW_END SVI_HEADS
#define SVI_VIEWS (SVI_HEADS + 1u)
_Static_assert(SVI_VIEWS == SVI_HEAD_ROW, "they are found together");

/* Points of a position, and the shares that its seats have of what there is (value/features.h). */
struct svi_worth {
    double points[SV_MAX_SEATS][SVI_VIEWS];
    double share[SV_MAX_SEATS][SVI_SHARES];
};

/* A position that others are compared with: what is alike is not computed again. */
struct svi_value_base {
    struct svi_sight sight;
    float first[SV_MAX_SEATS][SVI_FIRST_ROW]; /* of living seats, before the threshold */
    float second[SV_MAX_SEATS][SVI_SECOND_ROW];
    float slope[SV_MAX_SEATS][SVI_LEANS][SVI_SECOND_ROW];
    uint8_t slopes; /* seats that have theirs */
    /* Of the last one that was compared: */
    struct svi_sight other;
    float turn_first[SVI_FIRST_ROW]; /* of the seat whose turn it is */
    float other_second[SV_MAX_SEATS][SVI_SECOND_ROW];
};

/* Takes `p` as the base. */
void svi_value_base(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p);

/* The worth of a position as seen from the base, from which it is to be a step or none at all: of
 * itself it is the worth as such. Else what changes a seat's features without its doing is looked
 * at by the slope of the network there, or not at all (svi_sight_near()), and the worth is near
 * that as such: a function of both positions. */
void svi_value_near(const struct svi_value *v, struct svi_value_base *base,
                    const struct sv_position *p, struct svi_worth *out);

/* After svi_value_near(): the worth of the same position, but that the living seat whose turn it
 * is, and who is not in jail, throws again if it did not, and does not if it did. */
void svi_value_again(const struct svi_value *v, struct svi_value_base *base,
                     const struct sv_position *p, struct svi_worth *out);

/* Base and worth of one position. */
void svi_value_of(const struct svi_value *v, struct svi_value_base *base,
                  const struct sv_position *p, struct svi_worth *out);

#endif
