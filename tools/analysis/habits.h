/* Habits: what a bot does otherwise than the reference, in words. Each decision that the two answer
 * differently has one habit at most, the first that fits, so that the points of habits add up to
 * those of all decisions (own.h). `analyse --depth play` of a store, `try` and the bot's page name
 * the habits that cost points. Habits and their texts are constant; no function fails. */
#ifndef SVI_TOOLS_ANALYSIS_HABITS_H
#define SVI_TOOLS_ANALYSIS_HABITS_H

#include "tools/analysis/decisions.h"

/* Acts: what an answer does. */
enum {
    SVI_ACT_BUY = 1 << 0,
    SVI_ACT_BID = 1 << 1,
    SVI_ACT_BUILD = 1 << 2,
    SVI_ACT_OFFER = 1 << 3,
    SVI_ACT_ACCEPT = 1 << 4,
    SVI_ACT_COUNTER = 1 << 5,
    SVI_ACT_LIFT = 1 << 6,
    SVI_ACT_RAISE = 1 << 7, /* sells buildings or mortgages */
    SVI_ACT_LEAVE = 1 << 8, /* leaves jail before the roll */
};

/* Returns the acts of an answer to a question. */
unsigned svi_acts(const struct sv_question *q, const struct sv_position *p,
                  const struct sv_answer *a);

/* A habit. */
struct svi_habit {
    const char *name;  /* in JSON */
    const char *words; /* "builds later than learner" */
    const char *never; /* for a bot that never does it, "never builds"; or NULL */
    unsigned act;      /* the act that such a bot never does */
};

#define SVI_HABITS 25u
extern const struct svi_habit svi_habits[SVI_HABITS];

/* Returns the habit that an answer shows beside the reference's, or SVI_HABITS. `i` is the
 * decision's place in the list, and list[i].answer the bot's answer. */
unsigned svi_habit_of(const struct svi_decisions *d, uint32_t i, const struct sv_answer *reference);

#endif
