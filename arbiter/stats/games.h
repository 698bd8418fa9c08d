/* Results as the statistics take them: who came where in which game on which deal. Filled row by
 * row in any order, then finished, which puts everything into one order that the order of filling
 * has no part in: bots by name, deals and games by number, seats by number. Whatever is computed
 * goes through it in that order, so the same results give the same bits. Of a million games of four
 * it takes some 60 MB, without luck. No store, no file and no game is known here. */
#ifndef SVI_ARBITER_STATS_GAMES_H
#define SVI_ARBITER_STATS_GAMES_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_STATS_SEATS 16u   /* at a table, at most; at least 2 */
#define SVI_STATS_BOTS 10000u /* in a field, at most */
#define SVI_STATS_NAME 1024u  /* bytes of a bot's name with its 0, at most */
#define SVI_STATS_FIGURES 8u  /* of luck, of a row, at most */

/* A seat in a game, as it is given. */
struct svi_seat_result {
    uint64_t deal, game; /* any numbers; a game belongs to one deal */
    double points;       /* 0 to 1, or below 0: to be made of the places */
    double weight;       /* of the game in ratings; 0: 1. The first row of a game says it */
    double luck;         /* in points; of a table with luck, as are the figures */
    /* Of luck, each with the mean 0 whoever plays; the first in points. games->n_figures of them */
    float figure[SVI_STATS_FIGURES];
    uint32_t origin; /* the caller's: for faults, a line for example */
    uint16_t bot;
    uint8_t seat;
    uint8_t place; /* 1 is best; equal ones tied. What counts is the order: finishing makes them 1,
                      2, 2, 4 */
};

/* What is kept of it, four bytes, as there are millions: the rest stands once a game, or in columns
 * that only some tables have. */
struct svi_seat_row {
    uint16_t bot;
    uint8_t seat, place;
};

/* A game: row[first] on, svi_game_seats() of them. While the table is filled, rows that came one
 * after the other. */
struct svi_game_rows {
    uint64_t number, deal_number;
    double weight; /* in ratings: 1 where all lineups were equally likely */
    uint32_t first;
    uint32_t deal; /* from 0, in their order */
};

struct svi_games {
    char **bot; /* names; in their order (strcmp) when finished */
    unsigned n_bots;
    size_t bots_room;
    struct svi_seat_row *row;
    uint8_t *share; /* by row: the points that its place makes, times 2 (seats - 1) */
    size_t n_rows, rows_room;
    double *points;   /* by row, of a table that has points of its own; else NULL */
    double *luck;     /* by row, as svi_games_have_luck() asked for; else NULL */
    float *figure;    /* n_figures a row */
    uint32_t *origin; /* by row, where there is one; else NULL */
    bool has_luck;
    unsigned n_figures;
    bool from_places; /* no row has points of its own: finishing sets it */
    /* Set by the caller if results decided which bots played in a way for which no interval is
     * proven, as in a knockout. Then figures have no interval, and no rank is claimed. */
    bool no_intervals;
    struct svi_game_rows *game; /* and one more behind them, where the last one ends */
    size_t n_games, games_room;

    /* when finished: */
    uint32_t *deal_game; /* the games of deal d: deal_game[d] to deal_game[d + 1] - 1 */
    uint32_t n_deals;
};

static inline unsigned svi_game_seats(const struct svi_game_rows *game)
{
    return game[1].first - game->first;
}

/* Where a row came from, as it was given; 0: nothing was. */
static inline uint32_t svi_games_origin(const struct svi_games *games, size_t row)
{
    return games->origin != NULL ? games->origin[row] : 0;
}

/* An empty table. */
void svi_games_init(struct svi_games *games);
void svi_games_finish(struct svi_games *games);

/* The number of the bot with this name, which is copied; a new one when there is none. Valid until
 * the table is ordered. SV_E_SYSTEM: no memory; SV_E_RANGE: more than SVI_STATS_BOTS. Takes as long
 * as there are bots. */
enum sv_status svi_games_bot(struct svi_games *games, const char *name, unsigned *bot);

/* Adds a row. SV_E_SYSTEM: no memory. */
enum sv_status svi_games_add(struct svi_games *games, const struct svi_seat_result *result);

/* Makes room for luck and so many figures of it, 0 in the rows that are there, and takes those of
 * the rows to come; or does without again. Before the table is ordered. SV_E_SYSTEM: no memory. */
enum sv_status svi_games_have_luck(struct svi_games *games, unsigned figures);
void svi_games_drop_luck(struct svi_games *games);

/* A seat as it was given: number `s` of the rows of game `g`; in an ordered table with its place
 * closed up. */
void svi_games_result(const struct svi_games *games, size_t g, unsigned s,
                      struct svi_seat_result *result);

/* What is wrong with the rows: two origins (equal where only one matters) and a text "found ...,
 * expected ...". */
struct svi_games_fault {
    uint32_t origin, other;
    char text[200];
};

/* Orders the table and closes places up. SV_E_SYSTEM: no memory. SV_E_RANGE: `fault` says why these
 * are no results: a game of too few or too many seats, on two deals, or with a seat twice. To be
 * finished even then. */
enum sv_status svi_games_order(struct svi_games *games, struct svi_games_fault *fault);

/* A copy of a table without its luck, to which rows can be added. `copy` is initialised by it.
 * SV_E_SYSTEM: no memory, and there is nothing to finish. */
enum sv_status svi_games_copy(const struct svi_games *games, struct svi_games *copy);

/* The games of an ordered table without some bots, `out` [bot] true: the others' places close up
 * and their points are made anew of them; a game with fewer than two left is dropped. Bots keep
 * their numbers. `less` is initialised by it. SV_E_SYSTEM: no memory, and there is nothing to
 * finish. */
enum sv_status svi_games_without(const struct svi_games *games, const bool out[],
                                 struct svi_games *less);

/* What each bot had in deal `d` of an ordered table: its mean points over its seats, and whether it
 * had any. Arrays of n_bots. */
void svi_games_deal(const struct svi_games *games, uint32_t d, double mean[], bool played[]);

/* The games of each bot of an ordered table, ascending; one where it has two seats twice. Those of
 * bot i: game[first[i]] to game[first[i + 1] - 1]. SV_E_SYSTEM: no memory, and there is nothing to
 * finish. */
struct svi_bot_games {
    size_t *first;
    uint32_t *game;
};
enum sv_status svi_bot_games_init(struct svi_bot_games *by, const struct svi_games *games);
void svi_bot_games_finish(struct svi_bot_games *by);

/* Number of a bot in an ordered table; n_bots: there is none. */
unsigned svi_games_find(const struct svi_games *games, const char *name);

/* Points of a seat of an ordered table: its own, or by places (1, 2, 2, 4) evenly from 1 to 0,
 * equal ones share. */
static inline double svi_games_points(const struct svi_games *games,
                                      const struct svi_game_rows *game, unsigned s)
{
    const size_t row = game->first + s;
    return games->points != NULL ? games->points[row]
                                 : (double)games->share[row] / (2 * (svi_game_seats(game) - 1));
}

#endif
