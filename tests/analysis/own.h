/* How good a bot's decisions are, in a figure that agrees with results: `own`.
 *
 * At each decision of a bot a reference policy, the learner, gives its own answer too. If the two
 * differ, both are played on, with the reference in that seat and the bot's rivals in theirs. The
 * differences in points, summed over all decisions of the bot's games, equal
 * points(bot) - points(reference) in that company: the performance-difference identity (Kakade and
 * Langford 2002). Equal answers cost nothing, and nothing is chosen among noisy estimates.
 *
 * All decisions count, also those that the bot leaves to defaults. They are not in its record, so
 * the record is first played again with all questions asked. Decisions are sampled with known odds,
 * which are drawn before a result is seen, and weighted by them (Horvitz and Thompson). Games are
 * the clusters of the standard error. */
#ifndef SVI_TESTS_ANALYSIS_OWN_H
#define SVI_TESTS_ANALYSIS_OWN_H

#include "tools/analysis/costs.h"
#include "tools/analysis/decisions.h"

#include "base/buf.h"

#include <solvent/bot.h>

/* Plays a .svr file again and records the same game in `out`, with every question to `seats` asked
 * and the default given where the record has no answer. Returns SV_E_RANGE if this is another game,
 * SV_E_SYSTEM without memory, else the errors of svi_replay_next(), with a line in `error`. */
enum sv_status svi_record_ask_always(const uint8_t *bytes, size_t size, unsigned seats,
                                     struct svi_buf *out, struct svi_error *error);

/* A decision to measure. */
struct svi_own_decision {
    uint32_t decision;       /* place in the list of svi_decisions */
    struct sv_answer answer; /* the reference's */
    double weight;           /* 1 / odds of being sampled */
    /* The game when the round of questions began, with all that seats have answered before, such as
     * limits of bids. Draw new chance before you play it on. */
    struct sv_state state;
};

/* Decisions of one game. All 0 is an empty one. */
struct svi_own_sample {
    struct svi_own_decision *list; /* owned */
    unsigned n;
    size_t room;
    unsigned differing; /* decisions that the reference answers differently, sampled or not */
};

/* Finds the decisions of a seat that `reference` answers differently, and samples them with these
 * odds, above 0 to 1. `full` is a record from svi_record_ask_always(), and `d` its decisions.
 * `match` belongs to the reference, whose match_start() has had it with the edition. Returns the
 * errors of svi_replay_next(). */
enum sv_status svi_own_sample_make(struct svi_own_sample *sample, const struct svi_buf *full,
                                   const struct svi_decisions *d, unsigned seat,
                                   const struct sv_bot *reference, struct sv_match *match,
                                   double odds);
void svi_own_sample_finish(struct svi_own_sample *sample);

/* Sums over the games of a bot. All 0 at first. */
struct svi_own {
    uint64_t games, differing, measured;
    struct svi_spread kind[SV_DECISION_COUNT]; /* points of a game, by kind of decision */
    struct svi_spread all;
};

/* Adds a game: points[i] is by how much the bot's answer to sample->list[i] did better than the
 * reference's, the mean of any number of futures. */
void svi_own_add(struct svi_own *own, const struct svi_decisions *d,
                 const struct svi_own_sample *sample, const double points[]);

#endif
