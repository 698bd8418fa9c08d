/* Games in which a bot is offered trades, and what it answers: what models of rivals
 * (<solvent/rival.h>) are fitted to and tested on. */
#ifndef SVI_FIT_WATCH_H
#define SVI_FIT_WATCH_H

#include "policy/rival.h"

/* An offer to the bot that is watched. */
struct svi_watched {
    double terms[SVI_TERMS];
    struct sv_estimate expected; /* of the model, before the answer */
    bool accepted;
};

/* Plays a game of `e` at four seats: the bot at two of them, the learner, which proposes by its
 * models, and the random bot, which proposes anything. Calls `fn` with each offer to the bot that
 * was answered. Games with equal numbers are equal. */
void svi_watch(const struct sv_edition *e, unsigned number, const struct sv_bot *bot,
               void (*fn)(void *user, const struct svi_watched *offer), void *user);

#endif
