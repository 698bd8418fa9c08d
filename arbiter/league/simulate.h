/* A league with results from a simulator in place of bots: schedule, format, rows and ranking are
 * those of a league that is played.
 *
 * A game's places are drawn from the model of the ratings (stats/luce.h, without ties): whoever has
 * the least of -ln(U) / 10^(elo/400) is first, and so on, U being uniform for each seat. Of the
 * luck a `shared` part belongs to the deal: so often a seat has the U that it has in every game of
 * the deal, else one of its own. So strengths are truly the ratings that a ranking is to find,
 * for every share. Then two neighbours in the order tie, each with the chance `ties`.
 *
 * With pair effects bots beat each other in circles: at a table each bot has its strength and the
 * mean of its effects against the others there.
 *
 * Luck, where it decides, is 1/2 - U, which has the mean 0 in every seat. Its account sees the
 * part `account` of it; the rest is a number like it that has nothing to do with the game, and with
 * `tails` is a hundred times as large in one seat of a thousand. */
#ifndef SVI_ARBITER_LEAGUE_SIMULATE_H
#define SVI_ARBITER_LEAGUE_SIMULATE_H

#include "schedule/schedule.h"
#include "store/store.h"

#include <solvent/status.h>

struct svi_simulator {
    const double *elo; /* by bot, in the order of the league file */
    /* Elo that bot i gains, and bot j loses, when they meet: pair[i * bots + j]. NULL if there are
     * no pair effects. */
    const double *pair;
    unsigned bots;
    double shared;  /* 0 to 1 */
    double ties;    /* 0 to 1 */
    double account; /* 0 to 1 */
    bool tails;
    uint64_t seed;   /* of the simulation; all else follows from the numbers of deals and matches */
    uint32_t nights; /* of a season, each as long as its budget of games; 0: one */
};

/* Draws the places by seat of a match. `lanes`: of the league. `account`, unless it is NULL, gets
 * the luck of each seat, in millionths of a point. */
void svi_simulate_match(const struct svi_simulator *sim, const struct svi_pairing *pairing,
                        unsigned seats, enum svi_lanes lanes, uint8_t place[], int32_t account[]);

#define SVI_TRUTH_SETS (1u << 20)

/* Finds the strengths that games without ties find if all lineups of the bots in `who` play equally
 * often: those of the likeliest Plackett-Luce model, with the mean 0. They go to `truth`, in the
 * order of `who`. SV_E_RANGE: the number of lineups times 2^seats is above SVI_TRUTH_SETS.
 * SV_E_SYSTEM: no memory. */
enum sv_status svi_simulate_truth(const struct svi_simulator *sim, const unsigned who[], unsigned n,
                                  unsigned seats, double truth[]);

/* Plays all that a schedule, just begun, has planned and comes to schedule. Calls `each`, unless it
 * is NULL, with the row of every match in the order of numbers; it has neither worth nor replay.
 * SV_E_SYSTEM, SV_E_RANGE: as svi_schedule_take() and svi_schedule_next(); `fault` says so. */
enum sv_status svi_simulate(const struct svi_simulator *sim, struct svi_schedule *schedule,
                            enum sv_status (*each)(void *user, const struct svi_store_match *match),
                            void *user, struct svi_schedule_fault *fault);

#endif
