/* A recorded game, analysed: what each decision cost, and where the points went. */
#ifndef SVI_TOOLS_ANALYSIS_ANALYSIS_H
#define SVI_TOOLS_ANALYSIS_ANALYSIS_H

#include "thread/workers.h"
#include "tools/analysis/evaluation.h"
#include "tools/analysis/kept.h"

/* ---- account --------------------------------------------------------------------------------- */

/* The account of a game's points. For each seat i of n
 *
 *     points_i = 1/2 + luck_i + own_i + sum over j of others_ij + drift_i + forfeit_i
 *
 * holds to the last digit. 1/2 is the expectation before the first seat is drawn. luck is that of
 * the ranking (luck/game_luck.h). own is the change of i's points by i's answers, compared with its
 * best candidates; others_ij is the change by j's answers. forfeit is the change after a forfeit.
 * drift is the rest: the value function's disagreement with itself. Columns add up to 0 over seats.
 *
 * The options are a part of drift: the worth of the best candidates of all decisions, less the
 * worth that the value function expected before them. So own, others and options together are the
 * change of the value function by all answers. The rest of drift is its change without an answer or
 * luck. */

/* In millionths of points (SVI_LUCK_UNIT). */
struct svi_account {
    int32_t points, start, luck, own, drift, forfeit;
    int32_t options;              /* a part of drift */
    int32_t others[SV_MAX_SEATS]; /* by seat j; 0 for the seat itself */
};

/* Makes the account of each seat from `evaluated`, which has an element for each decision in the
 * list. `value` evaluates the position of a forfeit; it may be NULL if no seat has forfeited. */
void svi_account_make(const struct svi_decisions *d, const struct svi_evaluated evaluated[],
                      struct svi_evaluation *value, struct svi_account out[SV_MAX_SEATS]);

/* Rounds numbers that add up to a whole number of millionths so that the rounded ones add up to it,
 * too: those that are furthest from theirs give way. */
void svi_account_round(const double points[], unsigned n, int32_t out[]);

/* ---- analysis -------------------------------------------------------------------------------- */

struct svi_analysis {
    struct svi_decisions decisions;
    struct svi_evaluated *evaluated; /* of each of them */
    struct svi_account account[SV_MAX_SEATS];
    enum svi_depth depth;
    unsigned futures; /* of a search */
    uint32_t room;    /* private */
};

/* The working memory of one thread's analyses, prepared once for an edition. */
struct svi_analyst {
    struct svi_evaluation *evaluation; /* NULL: none yet */
    struct sv_edition edition;         /* that it is for, */
    uint8_t hash[32];                  /*   by this hash, */
    unsigned seats;                    /* seats at a table */
};
/* Makes it ready for the game's edition and seats. False: no memory. */
bool svi_analyst_ready(struct svi_analyst *analyst, const struct svi_decisions *d);
void svi_analyst_finish(struct svi_analyst *analyst);

/* Analyses the game of a .svr file. `a` must be all 0, or have been used before. Its decisions are
 * shared among the workers; each has an analyst, all 0 at first. Returns SV_E_SYSTEM if there is no
 * memory or it was stopped, else an error of the file, with a line. */
enum sv_status svi_analysis_make(struct svi_analysis *a, struct svi_analyst analysts[],
                                 const struct svi_workers *workers, const uint8_t *bytes,
                                 size_t size, enum svi_depth depth, unsigned futures,
                                 struct svi_error *error);

/* The same by a search that may have been made before: where `kept` is of this version the figures
 * are taken from it, else it gets those that are found, and is fresh. */
enum sv_status svi_analysis_search(struct svi_analysis *a, struct svi_analyst analysts[],
                                   const struct svi_workers *workers, const uint8_t *bytes,
                                   size_t size, unsigned futures, struct svi_kept *kept,
                                   struct svi_error *error);
void svi_analysis_finish(struct svi_analysis *a);

/* Decisions of a seat in a row of their own, most costly first: `order` has room for `most` of
 * their places. `seats`: a set. Those that are no mistakes of any class are left out. Returns how
 * many there are, which may be more. */
unsigned svi_analysis_worst(const struct svi_analysis *a, unsigned seats, uint32_t order[],
                            unsigned most);

#endif
