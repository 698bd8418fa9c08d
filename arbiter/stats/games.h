/* Results for the statistics: the places of bots by game and deal. The table is filled row by row
 * in any order, then ordered. The order does not depend on the order of filling: bots by name,
 * deals and games by number, seats by number. All computations go through it in that order, so the
 * same results give the same bits.
 *
 * Statistics take and return a bot's number of svi_games_bot(). In a table made of a store it is
 * the bot's entry. Rows of an ordered table have the bot's place in the order of names instead;
 * svi_games_number() and svi_games_place() convert.
 *
 * Rankings fill a table from a store, `solvent rank` from csv, `league simulate` from simulated
 * games, and a ladder from its own. The table owns all its arrays. A million games of four take
 * some 60 MB, without luck. Nothing here knows stores, files or the game. After an error in filling
 * or ordering, a table serves only for svi_games_finish(). */
#ifndef SVI_ARBITER_STATS_GAMES_H
#define SVI_ARBITER_STATS_GAMES_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_STATS_SEATS 16u   /* most seats at a table; the least are 2 */
#define SVI_STATS_BOTS 10000u /* most bots in a field */
#define SVI_STATS_NAME 1024u  /* most bytes of a bot's name with its 0 */
#define SVI_STATS_FIGURES 8u  /* most figures of luck in a row */

/* A seat in a game, as the caller gives it. */
struct svi_seat_result {
    uint64_t deal, game; /* any numbers; a game belongs to one deal */
    double points;       /* 0 to 1; below 0: computed from the places */
    /* Weight of the game in ratings; 0 means 1. The first row of a game decides. */
    double weight;
    double luck; /* in points; only in a table with luck, as are the figures */
    /* Figures of luck, each with the mean 0 whoever plays; the first is in points. It has
     * games->n_figures of them. */
    float figure[SVI_STATS_FIGURES];
    uint32_t origin; /* the caller's, for faults: a line, for example */
    uint16_t bot;
    uint8_t seat;
    /* 1 is best; equal places are tied. Only their order counts: ordering the table makes them 1,
     * 2, 2, 4. */
    uint8_t place;
};

/* The stored part of a seat, four bytes, as there are millions. `bot` is a place in the order of
 * names once the table is ordered. The rest is stored once a game, or in columns that only some
 * tables have. */
struct svi_seat_row {
    uint16_t bot;
    uint8_t seat, place;
};

/* A game, with its rows from row[first] on; svi_game_seats() says how many. While the table is
 * filled, consecutive rows. */
struct svi_game_rows {
    uint64_t number, deal_number;
    double weight; /* in ratings: 1 where all lineups were equally likely */
    uint32_t first;
    uint32_t deal; /* from 0, in their order */
};

struct svi_games {
    char **bot; /* names, by number */
    unsigned n_bots;
    bool *out; /* by number: bots that svi_games_without() left out; NULL if it left out none */
    size_t bots_room;
    struct svi_seat_row *row;
    uint8_t *share; /* by row: points from its place, times 2 (seats - 1) */
    size_t n_rows, rows_room;
    double *points;   /* by row, if the table has points of its own; else NULL */
    double *luck;     /* by row, after svi_games_have_luck(); else NULL */
    float *figure;    /* n_figures a row */
    uint32_t *origin; /* by row, if any was given; else NULL */
    bool has_luck;
    unsigned n_figures;
    bool from_places; /* no row has points of its own; set by ordering */
    /* Set by the caller if results decided which bots played in a way for which no interval is
     * proven, as in a knockout. Then figures have no interval, and no rank is claimed. */
    bool no_intervals;
    struct svi_game_rows *game; /* and one more behind them, where the last one ends */
    size_t n_games, games_room;

    /* In an ordered table: */
    uint16_t *number;    /* by place in the order of names: the bot's number */
    uint16_t *place;     /* by number: the bot's place in the order of names */
    uint32_t *deal_game; /* the games of deal d: deal_game[d] to deal_game[d + 1] - 1 */
    uint32_t n_deals;
};

static inline unsigned svi_game_seats(const struct svi_game_rows *game)
{
    return game[1].first - game->first;
}

/* Converts between the place of a bot in the order of names, as rows of an ordered table have it,
 * and its number. */
static inline unsigned svi_games_number(const struct svi_games *games, unsigned place)
{
    return games->number[place];
}
static inline unsigned svi_games_place(const struct svi_games *games, unsigned number)
{
    return games->place[number];
}

/* Returns the origin of a row, as it was given, or 0. */
static inline uint32_t svi_games_origin(const struct svi_games *games, size_t row)
{
    return games->origin != NULL ? games->origin[row] : 0;
}

/* Initialises an empty table. */
void svi_games_init(struct svi_games *games);
void svi_games_finish(struct svi_games *games);

/* Finds the bot with this name, or adds it with the next number, from 0; the name is copied.
 * Returns SV_E_SYSTEM if there is no memory, SV_E_RANGE for more than SVI_STATS_BOTS.
 * Takes time in proportion to the number of bots. */
enum sv_status svi_games_bot(struct svi_games *games, const char *name, unsigned *bot);

/* Adds a row of a bot that svi_games_bot() has given, with a place from 1, to a table that is not
 * ordered. Returns SV_E_SYSTEM if there is no memory, or if the table has UINT32_MAX rows. */
enum sv_status svi_games_add(struct svi_games *games, const struct svi_seat_result *result);

/* Adds luck and this many figures, at most SVI_STATS_FIGURES, to a table without luck, 0 in the
 * present rows; svi_games_drop_luck() removes them. Both also work on an ordered table. Returns
 * SV_E_SYSTEM if there is no memory; the table has no luck then. */
enum sv_status svi_games_have_luck(struct svi_games *games, unsigned figures);
void svi_games_drop_luck(struct svi_games *games);

/* Fills a seat as it was given: number `s` of the rows of game `g`. In an ordered table its place
 * is closed up. */
void svi_games_result(const struct svi_games *games, size_t g, unsigned s,
                      struct svi_seat_result *result);

/* The fault of rows: two origins (equal if only one matters) and a text "found ..., expected
 * ...". */
struct svi_games_fault {
    uint32_t origin, other;
    char text[200];
};

/* Orders the table, once, and closes places up. Returns SV_E_SYSTEM if there is no memory. Returns
 * SV_E_RANGE with `fault` if these are no results: a game has too few or too many seats, is on two
 * deals, or has a seat twice. Finish the table even then. */
enum sv_status svi_games_order(struct svi_games *games, struct svi_games_fault *fault);

/* Copies an ordered table without its luck; rows can be added to the copy, which is not ordered
 * yet. Initialises `copy`. Returns SV_E_SYSTEM if there is no memory; do not finish `copy` then. */
enum sv_status svi_games_copy(const struct svi_games *games, struct svi_games *copy);

/* Copies the games of an ordered table without the bots with `out` [number] true. The others'
 * places close up and their points are computed anew; a game with fewer than two left is dropped.
 * Bots keep their numbers. Initialises `less`. Returns SV_E_SYSTEM if there is no memory; do not
 * finish `less` then. */
enum sv_status svi_games_without(const struct svi_games *games, const bool out[],
                                 struct svi_games *less);

/* Fills each bot's mean points over its seats in deal `d` of an ordered table, and whether it
 * played there. Arrays of n_bots, by place in the order of names. */
void svi_games_deal(const struct svi_games *games, uint32_t d, double mean[], bool played[]);

/* Lists the games of each bot of an ordered table, ascending; a game in which it has two seats is
 * listed twice. Those of the bot at place i are game[first[i]] to game[first[i + 1] - 1]. Returns
 * SV_E_SYSTEM if there is no memory; do not finish it then. */
struct svi_bot_games {
    size_t *first;
    uint32_t *game;
};
enum sv_status svi_bot_games_init(struct svi_bot_games *by, const struct svi_games *games);
void svi_bot_games_finish(struct svi_bot_games *by);

/* Returns the number of a bot in an ordered table, or n_bots if it has no such bot. */
unsigned svi_games_find(const struct svi_games *games, const char *name);

/* Returns the points of a seat of an ordered table: its own, or by places (1, 2, 2, 4) evenly from
 * 1 to 0, shared by equal places. */
static inline double svi_games_points(const struct svi_games *games,
                                      const struct svi_game_rows *game, unsigned s)
{
    const size_t row = game->first + s;
    return games->points != NULL ? games->points[row]
                                 : (double)games->share[row] / (2 * (svi_game_seats(game) - 1));
}

#endif
