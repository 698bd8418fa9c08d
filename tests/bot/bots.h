/* Bots to test with. */
#ifndef TESTS_BOT_BOTS_H
#define TESTS_BOT_BOTS_H

#include <solvent/bot.h>

/* Counts what the bots below have seen, over all matches. */
struct bots_seen {
    unsigned starts, ends, lost, questions;
    unsigned bad; /* views that were not as promised */
    struct sv_result result;
};
extern struct bots_seen bots_seen;

/* Decides every kind by its generator: legal answers mostly, some illegal ones; proposes trades. */
extern const struct sv_bot bots_wild;

/* As bots_wild, with the model. */
extern const struct sv_bot bots_wild_model;

/* Answers nothing at all. */
extern const struct sv_bot bots_silent;

#endif
