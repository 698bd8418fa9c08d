/* The ranking of a league: sums over its finished matches, ordered by the format's standing, mean
 * points and name. All of it is whole numbers, so it prints alike everywhere. */
#ifndef SVI_ARBITER_RANKING_RANKING_H
#define SVI_ARBITER_RANKING_RANKING_H

#include "base/error.h"
#include "schedule/schedule.h"
#include "store/store.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_games;

struct svi_rank_row {
    const char *name;  /* the store's */
    unsigned bot;      /* its place in the league file, from 0 */
    unsigned standing; /* svi_schedule_standing(): those with a lower one come first */
    unsigned rank;     /* from 1; equal standing and mean points, equal rank */
    uint64_t games;
    uint64_t points; /* in units of svi_ranking.points_unit */
    uint64_t wins;   /* games in which it was first, alone or not */
    uint64_t places; /* their sum, as is worth */
    int64_t worth;
    uint64_t ends[SV_WHY_COUNT];         /* games by why they ended */
    uint64_t verdicts[SV_VERDICT_COUNT]; /* its answers by verdict */
    uint64_t forfeited;                  /* games it did not play to the end */
    uint64_t lost;                       /* processes of it */
    uint64_t incident; /* the first match with a late, malformed, illegal, dead or overtime answer
                          or a forfeit; 0: none */
    uint64_t seat_games[SV_MAX_SEATS];
    uint64_t seat_points[SV_MAX_SEATS]; /* in the same units */
};

struct svi_ranking {
    const struct svi_store_info *league; /* the store's */
    uint64_t matches;                    /* that are in */
    uint64_t planned;                    /* and how many are to be, without those that are off */
    uint64_t left_out;        /* of those that are in, as somebody at the table is disqualified */
    uint64_t decisions;       /* in all of them */
    uint8_t digest[32];       /* svi_store_digest() */
    uint32_t points_unit;     /* that make one point; at least 1 */
    struct svi_rank_row *row; /* one for every bot */
    unsigned n_rows;
    char told[400]; /* what the league was to find out, a line (struct svi_format); "": nothing */
};

/* Reads the ranking off a store, which must outlive it. SV_E_SYSTEM: the store cannot be read, or
 * no memory; SV_E_HASH: its league makes no schedule. A line says so in `error`, and there is
 * nothing to finish. */
enum sv_status svi_ranking_init(struct svi_ranking *ranking, struct svi_store *store,
                                struct svi_error *error);
void svi_ranking_finish(struct svi_ranking *ranking);

/* The same from results in hand instead of a store: begin, add every match, set the standings and
 * the line that a schedule says, order the rows, finish. `league` must outlive the ranking; digest
 * and standing are left to the caller. SV_E_SYSTEM as above. */
enum sv_status svi_ranking_begin(struct svi_ranking *ranking, const struct svi_store_info *league,
                                 struct svi_error *error);
void svi_ranking_add(struct svi_ranking *ranking, const struct svi_store_match *match);
void svi_ranking_stand(struct svi_ranking *ranking, const struct svi_schedule *schedule);
void svi_ranking_order(struct svi_ranking *ranking);

/* Stands and orders by the schedule that the league and the results of a store make, and gives the
 * ordered games, unless NULL, their weights by it. Errors as of svi_ranking_init(). */
enum sv_status svi_ranking_stand_by(struct svi_ranking *ranking, struct svi_store *store,
                                    struct svi_games *games, struct svi_error *error);

/* Whether two rankings of one league differ in anything: the line in `out` names the first figure
 * that does, with its bot. Points are in units. */
bool svi_ranking_differs(const struct svi_ranking *found, const struct svi_ranking *expected,
                         char *out, size_t size);

#endif
