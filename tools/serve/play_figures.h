/* Figures of play in a league's games, from a sample that is played again: landings and income by
 * space, sets, auctions. Intervals are of 95%, with deals as observations. A thread computes them,
 * so that neither pages nor news wait, and again only when the number of games has doubled or the
 * league is finished.
 *
 * tools/serve/site.c has one sample, and calls all but create and destroy with its lock. */
#ifndef SVI_TOOLS_SERVE_PLAY_FIGURES_H
#define SVI_TOOLS_SERVE_PLAY_FIGURES_H

#include "stats/ratings.h"
#include "store/store.h"

#include <solvent/edition.h>

#include <stdatomic.h>
#include <stdbool.h>

#define SVI_PLAY_GAMES 1000u /* of the sample, at most, spread evenly over the store */

/* A space, over all games. */
struct svi_space_figures {
    struct svi_ratio landings; /* share of all landings */
    struct svi_ratio income;   /* rents and taxes paid there, by game */
    struct svi_ratio rent;     /* the same by landing */
    struct svi_ratio auction;  /* price over the printed one, by auction */
};

/* A bot's use of a set. */
struct svi_set_use {
    struct svi_ratio completed; /* by seat of the bot */
    struct svi_ratio won;       /* games, by completion */
};

/* A set. A seat completes it at most once a game, by purchase or trade. Deeds from a bankruptcy
 * complete nothing, as the last one gives the winner most deeds. */
struct svi_set_figures {
    struct svi_ratio completed; /* by anybody, by game */
    struct svi_ratio round;     /* in which, by completion */
    struct svi_ratio won;       /* games, by completion */
};

/* A bot, over its seats. */
struct svi_player_figures {
    struct svi_ratio sets;          /* completed, by seat */
    struct svi_ratio with, without; /* games won, by seat with and without a set of streets */
};

struct svi_play_figures {
    struct sv_edition edition;
    unsigned seats, bots;
    uint64_t games, deals;
    struct svi_space_figures space[SV_MAX_SPACES];
    struct svi_set_figures set[SV_MAX_GROUPS];
    struct svi_set_use *use;  /* of set g by bot b: use[g * bots + b] */
    struct svi_ratio auction; /* of all deeds */
    struct svi_player_figures *bot;
};

struct svi_play_sample;

/* Creates an empty set of figures for the store at `path`, a text that must outlive it. Never
 * returns NULL: without memory the program ends. svi_play_sample_destroy() frees it. */
struct svi_play_sample *svi_play_sample_create(const char *path);

/* Stops the thread after the game that it is reading, and frees the figures. NULL is ignored. */
void svi_play_sample_destroy(struct svi_play_sample *sample);

/* Takes over finished figures, and starts the next computation if it is due. `games` of `planned`
 * games are visible. While the league is `running`, the thread yields to it. Returns whether there
 * are new figures. Returns quickly. The pointer from svi_play_sample_get() becomes invalid.
 *
 * A computation leaves out games that cannot be read, or are of another edition than the first. If
 * it cannot begin or finds no game, the figures stay until the next one is due. */
bool svi_play_sample_turn(struct svi_play_sample *sample, uint64_t games, uint64_t planned,
                          bool running);

/* Returns the figures, or NULL if none are ready or no game can be read. They belong to the sample
 * until the next svi_play_sample_turn(). */
const struct svi_play_figures *svi_play_sample_get(const struct svi_play_sample *sample);

#endif
