/* Measures the cost of an answer by playing on. Several answers to a decision begin the same
 * futures, and the bots that sat at the table play each future to the end of the game.
 *
 * A future has new dice and a new order of the unseen cards, never the recorded ones. All seats
 * answer the questions of that moment again. Earlier answers stay, such as limits of bids. Bots are
 * led to the decision through the whole record, so their own random numbers go on as recorded.
 *
 * Each answer has a lane of its own: processes that are started for it and end with it, so that no
 * bot can compare futures. Points are those of the end less the luck of the future, which has the
 * mean 0 whatever the answer is (value/account.h). A future in which a seat forfeits is left out
 * for all answers.
 *
 * Sequential halving (Karnin, Koren and Somekh 2013) chooses the best answer in some futures. Fresh
 * futures measure its difference to the answer given, so the choice does not bias it. A difference
 * below 0 counts as a cost of 0, so a sum of costs is somewhat too great.
 *
 * `solvent what-if` and `analyse --depth play` of a game use svi_futures_play(); `analyse --depth
 * play` of a store and `compare` use svi_own_futures_play(). */
#ifndef SVI_TOOLS_FUTURES_FUTURES_H
#define SVI_TOOLS_FUTURES_FUTURES_H

#include "probe/probe.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/own.h"
#include "tools/analysis/stored.h"

#define SVI_PLAYED_ANSWERS SVI_STORED_ANSWERS
#define SVI_PLAYED_FUTURES 200u /* default of svi_futures.futures */
#define SVI_LEAST_PLAYED_FUTURES 20u
#define SVI_MOST_PLAYED_FUTURES 10000u

/* One of the answers that are compared. */
struct svi_played_answer {
    struct sv_answer answer;
    /* Points of the seat less its luck, by future; NaN if the future is left out or not played. */
    double *points;
    /* Mean points above the answer given, over the futures that both have played, and its standard
     * error. For the best answer these are the fresh futures. */
    double difference, se;
    unsigned futures;
};

/* A decision and the answers to compare. */
struct svi_played {
    uint32_t decision; /* place in the list of svi_decisions */
    unsigned n, given, best;
    struct svi_played_answer answer[SVI_PLAYED_ANSWERS];
    /* Points by which the best answer is better; both 0 if no better answer was found. */
    double cost, se;
    enum svi_class class;
    unsigned left_out; /* futures in which a seat forfeited */
    /* Private: the set of answers that are still played, and whether they pause. */
    unsigned in_race;
    bool waits;
};

/* Fills `played` with answers to compare: the one given, the default, nothing, the best candidates
 * of an analysis, and their offers at prices on both sides. Copies them, so the analysis may go
 * first. `futures` must not be less than svi_futures.futures. svi_played_finish() frees it, once.
 * Without memory the program ends. */
void svi_played_begin(struct svi_played *played, const struct svi_analysis *a, uint32_t decision,
                      unsigned futures);
void svi_played_finish(struct svi_played *played);

/* Copy the figures of a decision for a store, without words, and back. svi_played_restore() returns
 * false, with nothing changed, if they are figures of another number of answers; `played` comes
 * from svi_played_begin(). The function does not compare the answers themselves. So the caller
 * makes sure that the figures are of this decision and version (struct svi_store_played_on). */
void svi_played_keep(const struct svi_played *played, const struct svi_decision *decision,
                     struct svi_stored_decision *kept);
bool svi_played_restore(struct svi_played *played, const struct svi_stored_decision *kept);

/* Futures to play. The caller owns all, and keeps it until svi_futures_play() returns. */
struct svi_futures {
    /* The bots and how they run. svi_futures_play() replaces the callbacks. */
    struct svi_run_config run;
    unsigned bot[SV_MAX_SEATS]; /* by seat: index into run.bots */
    const struct svi_buf *game; /* the .svr file that was analysed */
    const struct svi_decisions *decisions;
    unsigned futures; /* number of fresh futures that measure */
    /* Called after each future, unless NULL. */
    void (*progress)(void *user, uint64_t done, uint64_t all);
    void *user;
};

/* Returns an upper limit of the number of games that svi_futures_play() plays. */
uint64_t svi_futures_games(const struct svi_futures *how, const struct svi_played played[],
                           unsigned n);

/* Plays `n` decisions on, and fills in differences, best answers, costs and classes. Returns the
 * errors of svi_recorded_steps_read() if the game cannot be read, those of svi_probe_run(), or
 * SV_E_SYSTEM if run.stop has stopped it, each with a line in `error`. On errors the figures are
 * not complete. */
enum sv_status svi_futures_play(const struct svi_futures *how, struct svi_played played[],
                                unsigned n, struct svi_error *error);

/* ---- own ------------------------------------------------------------------------------------- */

/* A seat of a recorded game whose sampled decisions are measured: each is played on once with the
 * answer `given` and once with `reference`, in the same future. The bots are the same both times:
 * for `own` the reference sits in the seat, for `compare` the bot of the game. */
struct svi_own_seat {
    const struct svi_buf *game;       /* the record that the sample counts by */
    const struct sv_edition *edition; /* of the record; equal ones must have the same pointer */
    unsigned bot[SV_MAX_SEATS];       /* by seat: index into run.bots */
    unsigned seat;
    const struct svi_own_sample *sample;
    double *points; /* room for the sample; filled in as svi_own_game_make() wants it */
};

/* Samples to play. The caller owns all, and keeps it until svi_own_futures_play() returns. */
struct svi_own_futures {
    struct svi_run_config run; /* svi_own_futures_play() replaces the callbacks */
    const struct svi_own_seat *seat;
    unsigned n;
    /* Called after each future, unless NULL. */
    void (*progress)(void *user);
    void *user;
};

/* Plays the samples of all seats. Returns what svi_futures_play() does; after an error `points` are
 * not complete. */
enum sv_status svi_own_futures_play(const struct svi_own_futures *how, struct svi_error *error);

#endif
