/* The ranking of a league: totals over its finished matches, ordered by the format's standing, mean
 * points and name. All figures are whole numbers, so they print alike everywhere. `league run`,
 * `league status` and `verify` read it from a store; `rank`, reports and simulations make it from
 * results. */
#ifndef SVI_ARBITER_RANKING_RANKING_H
#define SVI_ARBITER_RANKING_RANKING_H

#include "base/error.h"
#include "schedule/schedule.h"
#include "stats/games.h"
#include "stats/sprt.h"
#include "store/store.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Converts the results of a store to the form that statistics take. The rankings and reports of
 * tools/report use it; `league simulate` weighs its deals by it. */
/* Collect games with every bot of the league, played or not, and every stored match that counts.
 * Begin adds the bots in the order of the league; then add every match for which svi_store_counts()
 * is true; end orders the games. Names and rows are copied. svi_ranking_games_end() is the last
 * function here. Once begun, the caller finishes `games`. Return SV_E_SYSTEM if the league has too
 * many bots or without memory; functions with `error` leave a line in it. */
enum sv_status svi_ranking_games_begin(struct svi_games *games, const struct svi_store_info *info,
                                       struct svi_error *error);
enum sv_status svi_ranking_games_add(struct svi_games *games, const struct svi_store_match *m);

/* Gives the rows their luck, if the store has luck of one version for all of them. Call it after
 * the end, or before it if matches were added in the order of their numbers. Returns SV_E_SYSTEM
 * without memory, or with the reason in svi_store_error() if the store cannot be read; then only
 * finish the games. After SV_OK games->has_luck tells whether there is such luck. */
enum sv_status svi_ranking_games_luck(struct svi_store *store, struct svi_games *games);

/* Gives each deal its weight in the schedule, svi_schedule_weight(), and turns intervals off if the
 * format has none (struct svi_format). Call it after the end. */
void svi_ranking_games_weigh(struct svi_games *games, const struct svi_schedule *schedule);

enum sv_status svi_ranking_games_end(struct svi_games *games, struct svi_error *error);

struct svi_games;

struct svi_rank_row {
    const char *name;  /* belongs to the store */
    unsigned bot;      /* its place in the league file, from 0 */
    unsigned standing; /* svi_schedule_standing(); lower ones come first */
    unsigned rank;     /* from 1; equal for equal standing and mean points */
    uint64_t games;
    uint64_t points; /* in units of svi_ranking.points_unit */
    uint64_t wins;   /* wins, shared first places included */
    uint64_t places; /* sum of its places */
    int64_t worth;
    uint64_t ends[SV_WHY_COUNT];         /* games by the reason of their end */
    uint64_t verdicts[SV_VERDICT_COUNT]; /* its answers by verdict */
    uint64_t forfeited;                  /* games that it forfeited */
    uint64_t lost;                       /* lost processes */
    /* The first match with a late, malformed, illegal, dead or overtime answer or a forfeit; 0 if
     * all matches went without. */
    uint64_t incident;
    uint64_t seat_games[SV_MAX_SEATS];
    uint64_t seat_points[SV_MAX_SEATS]; /* in units of svi_ranking.points_unit */
};

struct svi_ranking {
    const struct svi_store_info *league; /* belongs to the store */
    uint64_t matches;                    /* matches in the store */
    uint64_t planned;                    /* planned matches, without those called off */
    uint64_t left_out; /* stored matches that do not count, as a bot at the table is disqualified */
    uint64_t decisions;       /* in all stored matches */
    uint8_t digest[32];       /* svi_store_digest() */
    uint32_t points_unit;     /* units of a point; at least 1 */
    struct svi_rank_row *row; /* one for every bot */
    unsigned n_rows;
    char told[400]; /* the league's answer as a line (struct svi_format), or "" */
    bool decided;   /* a league that ends by its answer has it, or has played all its deals */
    struct svi_sprt_course course;
};

/* Reads the ranking from a store, which must outlive it. Returns SV_E_SYSTEM if the store cannot be
 * read or without memory, and SV_E_MISMATCH if its league gives no schedule. On errors a line is in
 * `error`, and nothing is left to finish. svi_ranking_finish() may be called even then. */
enum sv_status svi_ranking_init(struct svi_ranking *ranking, struct svi_store *store,
                                struct svi_error *error);
void svi_ranking_finish(struct svi_ranking *ranking);

/* Make a ranking from results instead of a store. Call them in this order: begin; add every match;
 * stand, which takes standings and the league's answer from a schedule; order the rows.
 * svi_ranking_finish() frees it. `league` must outlive the ranking. The caller fills in the digest.
 * svi_ranking_begin() returns SV_E_SYSTEM without memory, with nothing to finish; the others cannot
 * fail. svi_ranking_add() itself leaves out matches that do not count. */
enum sv_status svi_ranking_begin(struct svi_ranking *ranking, const struct svi_store_info *league,
                                 struct svi_error *error);
void svi_ranking_add(struct svi_ranking *ranking, const struct svi_store_match *match);
void svi_ranking_stand(struct svi_ranking *ranking, const struct svi_schedule *schedule);
void svi_ranking_order(struct svi_ranking *ranking);

/* Takes standings from the schedule that the league and results of a store give, and orders the
 * rows. The ordered games, unless NULL, get the schedule's weights. Returns the errors of
 * svi_ranking_init(); svi_ranking_finish() is due even then. */
enum sv_status svi_ranking_stand_by(struct svi_ranking *ranking, struct svi_store *store,
                                    struct svi_games *games, struct svi_error *error);

/* Returns whether two rankings of one league, which both have all its bots, differ in any figure.
 * Then `out` names the first figure that differs, with its bot. Points are in units. */
bool svi_ranking_differs(const struct svi_ranking *found, const struct svi_ranking *expected,
                         char *out, size_t size);

#endif
