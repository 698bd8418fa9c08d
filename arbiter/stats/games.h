/* Results as the statistics take them: who came where in which game on which deal. Filled row by row in any order, then
 * finished, which puts everything into one order that the order of filling has no part in: bots by name, deals and games by
 * number, seats by number. Whatever is computed goes through it in that order, so the same results give the same bits.
 * No store, no file and no game is known here. */
#ifndef SVI_STATS_GAMES_H
#define SVI_STATS_GAMES_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_STATS_SEATS 16u  /* at a table, at most; at least 2 */
#define SVI_STATS_BOTS 2048u /* in a field, at most */
#define SVI_STATS_NAME 1024u /* bytes of a bot's name with its 0, at most */
#define SVI_STATS_FIGURES 8u /* of luck, of a row, at most */

/* A seat in a game. */
struct svi_seat_row {
    uint64_t deal, game; /* any numbers; a game belongs to one deal */
    double points;       /* 0 to 1, or below 0: to be made of the places */
    double luck;         /* in points; 0 where has_luck is false */
    /* Of luck, each with the mean 0 whoever plays; the first in points. games->n_figures of them */
    float figure[SVI_STATS_FIGURES];
    uint32_t origin; /* the caller's: for faults, a line for example */
    uint16_t bot;
    uint8_t seat;
    uint8_t
        place; /* 1 is best; equal ones tied. What counts is the order: finishing makes them 1, 2, 2, 4 */
};

/* A game of the finished table: row[first] to row[first + seats - 1]. */
struct svi_game_rows {
    uint32_t first;
    uint32_t deal; /* from 0, in their order */
    uint16_t seats;
};

struct svi_games {
    char **bot; /* names; in their order (strcmp) when finished */
    unsigned n_bots, bots_room;
    struct svi_seat_row *row;
    size_t n_rows, rows_room;
    bool has_luck; /* every row has it; the caller sets it, and how many figures there are: */
    unsigned n_figures;
    bool from_places; /* no row has points of its own: finishing sets it */

    /* when finished: */
    struct svi_game_rows *game;
    size_t n_games;
    uint32_t *deal_game; /* the games of deal d: deal_game[d] to deal_game[d + 1] - 1 */
    uint32_t n_deals;
};

/* An empty table. */
void svi_games_init(struct svi_games *games);
void svi_games_finish(struct svi_games *games);

/* The number of the bot with this name, which is copied; a new one when there is none. Valid until the table is
 * ordered. SV_E_SYSTEM: no memory; SV_E_RANGE: more than SVI_STATS_BOTS. Takes as long as there are bots. */
enum sv_status svi_games_bot(struct svi_games *games, const char *name, unsigned *bot);

/* Adds a row. SV_E_SYSTEM: no memory. */
enum sv_status svi_games_add(struct svi_games *games, const struct svi_seat_row *row);

/* What is wrong with the rows: two origins (equal where only one matters) and a text "found ..., expected ...". */
struct svi_games_fault {
    uint32_t origin, other;
    char text[200];
};

/* Orders the table and closes places up. SV_E_SYSTEM: no memory. SV_E_RANGE: `fault` says why these are no results: a game of too
 * few or too many seats, on two deals, or with a seat twice. To be finished even then. */
enum sv_status svi_games_order(struct svi_games *games, struct svi_games_fault *fault);

/* The games of an ordered table without some bots, `out` [bot] true: the others' places close up and their points are made
 * anew of them; a game with fewer than two left is dropped. Bots keep their numbers. `less` is initialised by it.
 * SV_E_SYSTEM: no memory, and there is nothing to finish. */
enum sv_status svi_games_without(const struct svi_games *games, const bool out[],
                                 struct svi_games *less);

/* What each bot had in deal `d` of an ordered table: its mean points over its seats, and whether it had any. Arrays of n_bots. */
void svi_games_deal(const struct svi_games *games, uint32_t d, double mean[], bool played[]);

/* Number of a bot in an ordered table; n_bots: there is none. */
unsigned svi_games_find(const struct svi_games *games, const char *name);

/* Points by places (1, 2, 2, 4): evenly from 1 to 0, equal ones share. */
double svi_games_points(const struct svi_seat_row rows[], unsigned seats, unsigned seat);

#endif
