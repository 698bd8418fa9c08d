/* A league with results from a simulator in place of bots: schedule, format, rows and ranking are
 * those of a played league.
 *
 * The places of a game are drawn from the model of the ratings (stats/luce.h, without ties). Each
 * seat has a uniform U, the seat with the least -ln(U) / 10^(elo/400) is first, and so on. With the
 * probability `shared` a seat takes the U that it has in every game of the deal; otherwise it draws
 * a new one. So the true strengths are the ratings that a ranking should find, for any `shared`.
 * Then neighbours in the order tie, each pair with the probability `ties`.
 *
 * With pair effects bots can beat each other in circles: at a table each bot has its strength plus
 * the mean of its effects against the others there.
 *
 * The luck of a seat, where luck decides, is 1/2 - U, which has mean 0 in every seat. The computed
 * luck is `account` times that, plus 1 - `account` times a similar number that is independent of
 * the game. With `tails` that number is a hundred times as large in one seat of a thousand.
 *
 * `league simulate` uses it. Arrays belong to the caller. */
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
    double shared;  /* probability of a common U in a deal, 0 to 1 */
    double ties;    /* probability of a tie, 0 to 1 */
    double account; /* part of the luck that is found, 0 to 1 */
    bool tails;
    /* Seed of the simulation; everything else follows from the numbers of deals and matches. */
    uint64_t seed;
    /* Nights of a season, each with its budget of games; 0 for one. */
    uint32_t nights;
};

/* Draws the places by seat of a match. `account`, unless it is NULL, gets the computed luck of each
 * seat, in millionths of a point. */
void svi_simulate_match(const struct svi_simulator *sim, const struct svi_pairing *pairing,
                        unsigned seats, uint8_t place[], int32_t account[]);

#define SVI_TRUTH_SETS (1u << 20)

/* Finds the true strengths in games without ties, if all lineups of the bots in `who` play equally
 * often: those of the likeliest Plackett-Luce model, with mean 0. Writes them to `truth`, in the
 * order of `who`. Returns SV_E_RANGE if the number of lineups times 2^seats is above
 * SVI_TRUTH_SETS, and SV_E_SYSTEM without memory; `truth` does not change then. */
enum sv_status svi_simulate_truth(const struct svi_simulator *sim, const unsigned who[], unsigned n,
                                  unsigned seats, double truth[]);

/* Plays a schedule that is fresh from svi_schedule_init() to its end, with all stages that follow.
 * Calls `each`, unless it is NULL, with the row of every match in the order of numbers; the rows
 * have no worth and no replay. A row is valid during the call.
 *
 * Returns SV_E_SYSTEM or SV_E_RANGE as svi_schedule_take() and svi_schedule_next(); `fault` has the
 * reason. Another error of `each` is returned without a line. The caller finishes the schedule. */
enum sv_status svi_simulate(const struct svi_simulator *sim, struct svi_schedule *schedule,
                            enum sv_status (*each)(void *user, const struct svi_store_match *match),
                            void *user, struct svi_schedule_fault *fault);

#endif
