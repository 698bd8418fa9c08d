/* The results of a store as the statistics take them. */
#ifndef SVI_ARBITER_RANKING_RANKING_GAMES_H
#define SVI_ARBITER_RANKING_RANKING_GAMES_H

#include "base/error.h"
#include "schedule/schedule.h"
#include "stats/games.h"
#include "store/store.h"

/* Takes every bot of the league, played or not, and every match that is in and counts
 * (svi_store_counts()): begin, which adds the bots in the order of the league, add every match,
 * end, which orders. `games` is to be finished once begun. SV_E_SYSTEM: the store cannot be read,
 * or no memory: a line says so in `error`. */
enum sv_status svi_ranking_games_begin(struct svi_games *games, const struct svi_store_info *info,
                                       struct svi_error *error);
enum sv_status svi_ranking_games_add(struct svi_games *games, const struct svi_store_match *m);

/* The same to a table that was ordered once, in which the store's bots have other numbers:
 * bot[number in the store]. */
enum sv_status svi_ranking_games_add_as(struct svi_games *games, const struct svi_store_match *m,
                                        const uint16_t bot[]);

/* Between add and end, when matches were added in the order of their numbers, or after the end:
 * gives the rows their luck, if the store has that of all of them, by one version. SV_E_SYSTEM:
 * svi_store_error(). */
enum sv_status svi_ranking_games_luck(struct svi_store *store, struct svi_games *games);

/* After the end: gives each deal the weight that it has by the schedule, svi_schedule_weight(), and
 * denies the games intervals if the format does (struct svi_format). */
void svi_ranking_games_weigh(struct svi_games *games, const struct svi_schedule *schedule);

/* What chance gave to each seat of one match, in points. False: the store does not say. */
bool svi_ranking_luck_of(struct svi_store *store, uint64_t number, unsigned seats,
                         double luck[SV_MAX_SEATS]);

enum sv_status svi_ranking_games_end(struct svi_games *games, struct svi_error *error);

#endif
