/* What an answer does in a few words, beside another answer to the same question. */
#ifndef SVI_TOOLS_ANALYSIS_MANNER_H
#define SVI_TOOLS_ANALYSIS_MANNER_H

#include "tools/analysis/decisions.h"

#define SVI_MANNER 128u

/* The words of two answers to the same question, which are not the same answer: "buy", "auction";
 * "builds, offers", "nothing". Words are few, so that many pairs of answers have the same ones.
 * Where both do the same kinds of things, they say what differs: "builds more", "builds less";
 * "mortgages red", "mortgages railroads". They are never the same for both. `name`: of the players
 * by seat. What is behind the words is 0. */
void svi_manners(const struct sv_edition *e, const char (*name)[SV_MAX_NAME],
                 const struct svi_decision *a, const struct svi_decision *b,
                 char out[2][SVI_MANNER]);

#endif
