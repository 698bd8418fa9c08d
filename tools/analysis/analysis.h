/* A recorded game, analysed: what each decision cost, and where the points went. */
#ifndef SVI_TOOLS_ANALYSIS_ANALYSIS_H
#define SVI_TOOLS_ANALYSIS_ANALYSIS_H

#include "tools/analysis/account.h"
#include "tools/analysis/kept.h"
#include "tools/analysis/workers.h"

struct svi_analysis {
    struct svi_decisions decisions;
    struct svi_evaluated *evaluated; /* of each of them */
    struct svi_account account[SV_MAX_SEATS];
    enum svi_depth depth;
    unsigned futures; /* of a search */
    uint32_t room;    /* private */
};

/* What analyses of one thread share: made ready for an edition once. */
struct svi_analyst {
    struct svi_evaluation *evaluation; /* NULL: none yet */
    struct sv_edition edition;         /* that it is for, */
    uint8_t hash[32];                  /*   by this hash, */
    unsigned seats;                    /*   at a table of so many */
};
/* Makes it ready for the game's edition and seats. False: no memory. */
bool svi_analyst_ready(struct svi_analyst *analyst, const struct svi_decisions *d);
void svi_analyst_finish(struct svi_analyst *analyst);

/* Analyses the game of a .svr file. `a` must be all 0, or have been used before. Its decisions are
 * shared among the workers, for each of which there is an analyst, all 0 at first. SV_E_SYSTEM: no
 * memory, or it was stopped; else the file is none, or does not hold. A line says so. */
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
