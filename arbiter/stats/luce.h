/* Plackett-Luce with ties as Davidson-Luce (Turner, van Etten, Firth and Kosmidis 2020), fitted by
 * maximum likelihood. Rankings (stats/ratings.h) and the draws of a ladder use it.
 *
 * A game is a row of choices: from R, the bots still to be placed, the set S comes next with
 * probability
 *
 *     f(S) / sum over T in R, |T| = 1 or a tie order, of f(T),
 *     f(S) = delta_|S| (product of alpha over S)^(1/|S|).
 *
 * delta_1 is 1; tie orders are the sizes of ties that have happened in any game. In theta = ln
 * alpha and ln delta the likelihood belongs to an exponential family: it is concave, with the mean
 * and covariance of the features of S (1/|S| for each member, 1 for its tie order) as gradient and
 * information. So Newton's method finds the maximum if there is one.
 *
 * The prior is a ghost with theta 0. Each bot that has played wins half of `prior` games against it
 * and loses half. Each tie order gets an equal pull of delta_k towards k, where a tie of k is as
 * likely as no tie. With a prior the maximum is always finite. Without one it exists if the bots
 * cannot be divided into two parts such that all games between them went to the same part (Ford
 * 1957). Otherwise only the largest group in which it exists is rated.
 *
 * A bot that sits twice at a table counts as two bots with equal alpha. */
#ifndef SVI_ARBITER_STATS_LUCE_H
#define SVI_ARBITER_STATS_LUCE_H

#include "stats/games.h"
#include "stats/profile.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A set of bots to place from, with the number of choices from it; evaluated once an iteration. */
struct svi_luce_set {
    uint32_t first; /* its bots, ascending: luce->member[first] on */
    uint16_t size;
    double weight; /* total weight of the choices from it */
};

/* Weights of luck: a seat's correction is its figures times the weights of its deal's fold. */
#define SVI_TILT_FOLDS 10u
struct svi_tilt {
    double weight[SVI_TILT_FOLDS][SVI_STATS_FIGURES];
};

static inline double svi_tilt_of(const struct svi_tilt *tilt, const struct svi_games *games,
                                 const struct svi_game_rows *game, unsigned s)
{
    const double *weight = tilt->weight[game->deal % SVI_TILT_FOLDS];
    const float *figure = &games->figure[(game->first + s) * (size_t)games->n_figures];
    double sum = 0;
    for (unsigned k = 0; k < games->n_figures; k++) {
        sum += weight[k] * (double)figure[k];
    }
    return sum;
}

/* in nats (3,474 Elo) from the middle bot: further than losing all games explains */
#define SVI_LUCE_FAR 20.0

#define SVI_LUCE_WHOLE 1000u /* with more bots, information is a profile */

/* The parameters are numbered: bots 0 to n_bots - 1, then the tie orders. */
struct svi_luce {
    const struct svi_games *games; /* the caller's, or `own`: games of the main group */
    struct svi_games own;
    double prior;
    /* Luck that is taken off a bot's observed results (stats/adjust.h); may be NULL. The caller's,
     * for as long as a sandwich is made from the fit. */
    const struct svi_tilt *tilt;
    /* By bot: its own luck is not subtracted, as no rating would then be likeliest. */
    bool *far;
    unsigned n_bots, n_orders, n;    /* n = n_bots + n_orders */
    unsigned order[SVI_STATS_SEATS]; /* the tie orders, ascending */
    double *value;                   /* theta, then ln delta */
    double *power;                   /* alpha^(1/k): [0] of 1, [1 + o] of order[o]; n_bots each */
    /* n by n, with the prior's part; the identity for bots that are not rated. NULL above
     * SVI_LUCE_WHOLE bots: then `profile` has it. */
    double *information;
    struct svi_profile profile;
    double *observed;      /* sums of the features of all choices */
    double log_likelihood; /* without the prior's part */
    unsigned iterations;

    /* Groups of comparable bots (stats/groups.h): each was, over others, both ahead of and behind
     * (or tied with) the others. */
    unsigned *group; /* by place in the order of names; n_groups for a bot without a game */
    unsigned n_groups;
    unsigned main_group; /* the largest */
    /* By bot: its value is meaningful. Without prior only bots of the main group have one. */
    bool *rated;
    bool connected; /* all bots with a game have met, possibly over others */

    struct svi_luce_set *set;
    size_t n_sets, sets_room;
    uint16_t *member;
    size_t n_members, members_room;
    uint32_t *table; /* of sets, a hash table */
    size_t table_size;
    uint32_t *stage; /* sets of every choice, game by game */
    size_t n_stages, stages_room;
};

/* Fits the model to an ordered table. `prior` is 0 or more. svi_luce_init_tilted() subtracts luck
 * from the results; `tilt` may be NULL. `games` and `tilt` must outlive the fit. Returns
 * SV_E_SYSTEM if there is no memory; do not finish it then. */
enum sv_status svi_luce_init(struct svi_luce *luce, const struct svi_games *games, double prior);
enum sv_status svi_luce_init_tilted(struct svi_luce *luce, const struct svi_games *games,
                                    double prior, const struct svi_tilt *tilt);

void svi_luce_finish(struct svi_luce *luce);

/* Computes the luck taken off the seats of game `g`, in a fit with a tilt. It adds up to 0, as
 * scores do: else all ratings would drift together. */
void svi_luce_tilt(const struct svi_luce *luce, size_t g, double out[SVI_STATS_SEATS]);

/* Computes the expected choice from a set: the means of its features and their covariance (n by n).
 * The features are those of its bots, in the order of the set, then of the tie orders: n =
 * set->size + luce->n_orders in all. Returns the sum of f over all T. */
#define SVI_LUCE_FEATURES (2 * SVI_STATS_SEATS)
double svi_luce_moments(const struct svi_luce *luce, const struct svi_luce_set *set, double mean[],
                        double covariance[]);

/* The choices of a game, one after the other. svi_luce_game() starts them, and svi_luce_next()
 * moves to the next one; it returns false after the last. */
struct svi_luce_choice {
    unsigned n_left;                /* bots to place: the chosen ones and those behind */
    uint16_t left[SVI_STATS_SEATS]; /* the bots, those in front first, equals ascending */
    unsigned n_chosen;              /* number of chosen bots, which are the first ones */
    unsigned n;                     /* private */
    uint8_t place[SVI_STATS_SEATS];
};

/* Start a choice, which keeps nothing of `games`, and move it on. */
void svi_luce_game(const struct svi_games *games, size_t g, struct svi_luce_choice *choice);
bool svi_luce_next(struct svi_luce_choice *choice);

/* Returns the parameter of the tie order of a choice of `n` >= 2 bots, which has happened in a
 * game: luce->n_bots on. */
unsigned svi_luce_order(const struct svi_luce *luce, unsigned n);

#endif
