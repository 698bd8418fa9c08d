/* The columns of a game and of its seats, for `solvent games` and the pages of `serve`. Functions
 * append to `out`, which is `failed` without memory (base/buf.h). */
#ifndef SVI_TOOLS_REPORT_GAME_COLUMNS_H
#define SVI_TOOLS_REPORT_GAME_COLUMNS_H

#include "job/luck_row.h"
#include "store/store.h"
#include "tools/report/column.h"
#include "tools/report/figures.h"

/* Further outputs. */
enum {
    SVI_IN_LUCK_CSV = SVI_IN_OWN << 0, /* of csv: where the luck of all games is known */
    SVI_IN_WEIGHT_CSV = SVI_IN_OWN
                        << 1,      /* of csv: where deals weigh by the odds of their lineups */
    SVI_IN_TIME = SVI_IN_OWN << 2, /* when it was played, for programs that ask `serve` */
};

/* A seat of a game. Points to the store and the match, which must outlive it. */
struct svi_game_row {
    const struct svi_store_info *league;
    const struct svi_store_match *match;
    unsigned seat;
    const struct svi_store_seat *of; /* its result */
    struct svi_bot_name bot;
    struct svi_game_luck luck; /* of the game, if has_luck */
    bool has_luck;
    int64_t at_ms; /* about when it was played, since 1970; 0: not known */
    double weight; /* of the deal in ratings, for SVI_IN_WEIGHT_CSV */
};

extern const struct svi_columns svi_game_columns, svi_seat_columns;

/* Fills the row of seat 0, with the game's luck from the store, and its time if `f`, the league's
 * figures, is not NULL. Leaves `weight` alone. Returns the errors of svi_store_luck_of(); the
 * row is not valid then. */
enum sv_status svi_game_row_init(struct svi_game_row *row, struct svi_store *store,
                                 const struct svi_store_match *match, const struct svi_figures *f);

/* Turns the row to another seat of its game. */
void svi_game_row_seat(struct svi_game_row *row, unsigned seat);

/* Append the titles, or a line of csv for each seat, with the columns of `where`. */
void svi_game_csv_titles(unsigned where, struct svi_buf *out);
void svi_game_csv(const struct svi_game_row *row, unsigned where, struct svi_buf *out);

/* Appends the game as the members of a JSON object, with `seats` as a list of objects, each with
 * the columns of `where`: SVI_IN_JSON, or SVI_IN_PAGE for what a page of games shows. */
void svi_game_json(const struct svi_game_row *row, unsigned where, struct svi_buf *out);

/* Appends the games with these numbers as the list `key`, by svi_game_json(). Leaves out games that
 * the store does not show. Returns the errors of svi_store_results_at() and svi_store_luck_of(). */
enum sv_status svi_games_json(struct svi_store *store, const struct svi_figures *f,
                              const uint64_t numbers[], size_t n, unsigned where, const char *key,
                              struct svi_buf *out);

#endif
