/* Converts the results of a store to the form that statistics take. The rankings and reports of
 * tools/report use it; `league simulate` weighs its deals by it. */
#ifndef SVI_ARBITER_RANKING_RANKING_GAMES_H
#define SVI_ARBITER_RANKING_RANKING_GAMES_H

#include "base/error.h"
#include "schedule/schedule.h"
#include "stats/games.h"
#include "store/store.h"

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

/* Reads the luck of each seat in a match, in points. Returns false if the store does not have it or
 * cannot be read. */
bool svi_ranking_luck_of(struct svi_store *store, uint64_t number, unsigned seats,
                         double luck[SV_MAX_SEATS]);

enum sv_status svi_ranking_games_end(struct svi_games *games, struct svi_error *error);

#endif
