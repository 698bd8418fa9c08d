/* Games of the bots that policies meet: learner, often straying from what it would do, learner@1,
 * trader, careful and random. fit_value.c fits the weights of policies to positions of these games.
 * One thread plays, in static memory. */
#ifndef SVI_TOOLS_FIT_POLICY_GAMES_H
#define SVI_TOOLS_FIT_POLICY_GAMES_H

#include "value/features.h"
#include "value/value.h"

#define POLICY_GAMES_KEPT 16u /* most positions kept from a game */

/* A position of a game: a stand-in has answered all but windows, offers and bids. */
struct policy_sample {
    unsigned game, seats, living;
    float base;                 /* points of a living seat from the seats that are out */
    float points[SV_MAX_SEATS]; /* final points of the living seats, less the luck from here on */
    float row[SV_MAX_SEATS][SVI_INPUTS]; /* features of the living seats */
};

/* Receives the positions of a game when it is over. */
typedef void policy_games_fn(void *user, const struct policy_sample *sample);

/* Plays the games of a family with numbers below `games`, 2 to 8 seats each, with several limits of
 * rounds; four numbers in ten are left out. Learners play by the weights `w`. A game depends on its
 * number, the family and `w` alone. */
void policy_games_play(const char *family, unsigned games, const struct svi_weights *w,
                       policy_games_fn *fn, void *user);

#endif
