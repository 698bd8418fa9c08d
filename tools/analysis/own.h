/* How good a bot's decisions are, in a figure that agrees with results: `own`.
 *
 * At each decision of a bot a reference policy, learner@1, gives its own answer too. That version
 * of learner decides by the position alone, as the identity below requires, and does not change. If
 * the two differ, both are played on, with the reference in that seat and the bot's rivals in
 * theirs. The differences in points, summed over all decisions of the bot's games, equal
 * points(bot) - points(reference) in that company: the performance-difference identity (Kakade and
 * Langford 2002). Equal answers cost nothing, and nothing is chosen among noisy estimates.
 *
 * All decisions count, also those that the bot leaves to defaults. They are not in its record, so
 * the record is first played again with all questions asked. Decisions are sampled with known odds,
 * which are drawn before a result is seen, and weighted by them (Horvitz and Thompson). Games are
 * the clusters of the standard error.
 *
 * `solvent analyse --depth play` of a store samples and measures (tools/cli/own.c), game by game:
 * svi_record_ask_always(), svi_decisions_read(), svi_own_sample_make(), then futures, then
 * svi_own_game_make(). Rankings, reports and `serve` sum up the stored games by svi_own_add(). Only
 * svi_record_ask_always() can fail, and without memory for a sample the program ends. Texts
 * returned are constant. */
#ifndef SVI_TOOLS_ANALYSIS_OWN_H
#define SVI_TOOLS_ANALYSIS_OWN_H

#include "base/buf.h"
#include "stats/ratings.h"
#include "tools/analysis/decisions.h"
#include "tools/analysis/habits.h"
#include "tools/analysis/spread.h"

#include <solvent/bot.h>

/* The reference policy and its program: a name of sv_policy_named(). */
#define SVI_OWN_REFERENCE "learner@1"

/* Plays a .svr file again and records the same game in `out`, with every question to `seats` asked
 * and the default given where the record has no answer. `out` loses its former contents, and so
 * does `numbers`, unless it is NULL: it gets an uint32_t for each decision of `out`, the number of
 * the same decision in the record, or of the next one if it was not asked there. Returns SV_E_RANGE
 * if this is another game, SV_E_SYSTEM without memory, else the errors of svi_replay_open() or
 * svi_replay_next(), with a line in `error`. Do not use `out` and `numbers` then. */
enum sv_status svi_record_ask_always(const uint8_t *bytes, size_t size, unsigned seats,
                                     struct svi_buf *out, struct svi_buf *numbers,
                                     struct svi_error *error);

/* Counts decisions of `seats` by kind that the bots were not asked, so that the default was taken:
 * those that svi_record_ask_always() adds. `d` has the decisions of the same .svr file. Returns the
 * errors of svi_record_ask_always() and svi_decisions_read(). */
enum sv_status svi_own_unasked(const struct svi_decisions *d, const uint8_t *bytes, size_t size,
                               unsigned seats, uint32_t unasked[SV_DECISION_COUNT],
                               struct svi_error *error);

/* ---- sample ---------------------------------------------------------------------------------- */

/* A decision to measure. */
struct svi_own_decision {
    uint32_t number, round; /* as in struct svi_decision, of the record with all questions */
    uint8_t kind;           /* enum sv_decision */
    uint8_t habit;          /* which of svi_habits, or SVI_HABITS */
    struct sv_answer given, reference;
    uint32_t future; /* 0, unless the decision is in the list several times */
    double weight;   /* 1 / odds of being sampled */
};

/* Decisions of a seat in one game. All 0 is an empty sample. */
struct svi_own_sample {
    struct svi_own_decision *list; /* owned, in the order of the game */
    unsigned n;
    size_t room;
    unsigned differing; /* decisions that the reference answers differently, sampled or not */
    unsigned acts;      /* everything that the seat does in the game (habits.h) */
    uint8_t digest[SVI_DIGEST_BYTES]; /* names the game */
};

/* Finds the decisions of a seat that `reference` answers differently, which replace those of
 * `sample`. Each is sampled with the same odds, so that some `most` are expected; 0 samples all.
 * `d` has the decisions of a record from svi_record_ask_always(). `match` belongs to the reference,
 * whose match_start() has had it with the edition; it gets the seat, and points into `d`
 * afterwards. */
void svi_own_sample_make(struct svi_own_sample *sample, const struct svi_decisions *d,
                         unsigned seat, const struct sv_bot *reference, struct sv_match *match,
                         unsigned most);
void svi_own_sample_finish(struct svi_own_sample *sample);

/* ---- figures --------------------------------------------------------------------------------- */

/* The decisions with a habit in one game of a seat. */
struct svi_own_habit {
    uint32_t measured;
    uint32_t decision; /* the one with the fewest points: its number in the sample's game */
    double points;     /* weighted sum */
    double least;      /* points of `decision` */
};

/* What was found in one game of a seat. */
struct svi_own_game {
    uint32_t differing;
    uint32_t left_out; /* sampled decisions without a result, as a bot was lost */
    uint32_t measured[SV_DECISION_COUNT];
    double points[SV_DECISION_COUNT]; /* weighted sum, by kind of decision */
    uint32_t acts;                    /* as in the sample */
    struct svi_own_habit habit[SVI_HABITS];
};

/* Sums up a sample. points[i] is by how much the bot's answer to sample->list[i] did better than
 * the reference's in the same futures; NaN leaves the decision out. */
void svi_own_game_make(struct svi_own_game *game, const struct svi_own_sample *sample,
                       const double points[]);

#define SVI_OWN_PLACES 3u

/* A habit of a bot. */
struct svi_bot_habit {
    uint64_t games, measured; /* games that have it, and their decisions */
    struct svi_spread points; /* of a game */
    /* Games in which a decision went worst, the worst first: the match and the decision. */
    struct {
        uint64_t number;
        uint32_t decision;
        double least;
    } place[SVI_OWN_PLACES];
    unsigned n_places;
};

/* Sums over the games of a bot. All 0 at first. */
struct svi_own {
    uint64_t games, differing, left_out;
    uint64_t measured[SV_DECISION_COUNT];
    struct svi_spread kind[SV_DECISION_COUNT]; /* points of a game, by kind of decision */
    struct svi_spread all;
    unsigned acts; /* of any game */
    struct svi_bot_habit habit[SVI_HABITS];
};

/* Adds the game of match `number`. */
void svi_own_add(struct svi_own *own, uint64_t number, const struct svi_own_game *game);

/* Return a figure of the decisions of a kind, or of all with SV_DECISION_COUNT: how many were
 * played on, and their points a game. The interval is as in svi_estimate_by_deals(), with games in
 * the place of deals. */
uint64_t svi_own_measured(const struct svi_own *own, unsigned kind);
struct svi_estimate svi_own_points(const struct svi_own *own, unsigned kind);

/* Returns the points a game of a habit. Without SVI_SPREAD_FEW games that have it there is no
 * interval. */
struct svi_estimate svi_own_habit_points(const struct svi_own *own, unsigned habit);

/* Returns a habit in words: "never bids" if the bot never did it. */
const char *svi_own_habit_words(const struct svi_own *own, unsigned habit);

/* Fills `order` with the habits that were measured, the costliest first. Returns their number. */
unsigned svi_own_habits(const struct svi_own *own, uint8_t order[SVI_HABITS]);

#endif
