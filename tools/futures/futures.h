/* What an answer cost, measured by playing on: each of some answers to a decision begins the same
 * futures, which the bots that sat at the table play to the end of the game.
 *
 * A future has new dice, and a new order of the cards that nobody has seen; never those of the
 * record. All seats answer the questions of that moment anew. What they have answered before stays,
 * such as limits of bids. Bots are led to the decision through the whole record, so their own
 * random numbers go on as recorded.
 *
 * Each answer has a lane of its own: processes that are started for it and end with it, so that no
 * bot can compare futures. A future in which a seat forfeits is left out for all answers.
 *
 * Sequential halving (Karnin, Koren and Somekh 2013) finds the best answer in some futures, and
 * fresh ones measure what it is better by: the cost is not too great because the best of many was
 * picked. */
#ifndef SVI_TOOLS_FUTURES_FUTURES_H
#define SVI_TOOLS_FUTURES_FUTURES_H

#include "probe/probe.h"
#include "tools/analysis/analysis.h"

#define SVI_PLAYED_ANSWERS 12u
#define SVI_PLAYED_FUTURES 200u /* that measure, by default */
#define SVI_LEAST_PLAYED_FUTURES 20u
#define SVI_MOST_PLAYED_FUTURES 10000u

/* An answer that is played on. */
struct svi_played_answer {
    struct sv_answer answer;
    double *points; /* of the seat, by future; NaN if the future is left out or not played */
    /* Points more than the answer given, over the futures that were played of both. The best
     * answer's are from fresh futures. */
    double difference, se;
    unsigned futures;
};

/* A decision that is played on. */
struct svi_played {
    uint32_t decision; /* place in the list of svi_decisions */
    unsigned n, given, best;
    struct svi_played_answer answer[SVI_PLAYED_ANSWERS];
    /* What the best answer is better by; both 0 if no answer was found to be better. */
    double cost, se;
    enum svi_class class;
    unsigned left_out; /* futures */
    /* Private: the set of answers that are still played, and whether they pause. */
    unsigned in_race;
    bool waits;
};

/* Fills `played` with answers to compare: the one given, the default, nothing, the best candidates
 * of an analysis, and their offers at prices on both sides. svi_played_finish() frees it. */
void svi_played_begin(struct svi_played *played, const struct svi_analysis *a, uint32_t decision,
                      unsigned futures);
void svi_played_finish(struct svi_played *played);

struct svi_futures {
    /* The bots and how they run. svi_futures_play() replaces the callbacks. */
    struct svi_run_config run;
    unsigned bot[SV_MAX_SEATS]; /* by seat: index into run.bots */
    const struct svi_buf *game; /* the .svr file that was analysed */
    const struct svi_decisions *decisions;
    unsigned futures; /* that measure */
    /* Called after each future. NULL: nobody asks. */
    void (*progress)(void *user, uint64_t done, uint64_t all);
    void *user;
};

/* Returns the number of games that svi_futures_play() plays at most. */
uint64_t svi_futures_games(const struct svi_futures *how, const struct svi_played played[],
                           unsigned n);

/* Plays `n` decisions on, and fills in differences, best answers, costs and classes. Returns what
 * svi_probe_run() does, or SV_E_SYSTEM if run.stop has stopped it, with a line in `error`. */
enum sv_status svi_futures_play(const struct svi_futures *how, struct svi_played played[],
                                unsigned n, struct svi_error *error);

#endif
