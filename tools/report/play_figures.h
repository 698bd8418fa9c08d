/* Figures of play in a league's games, from a sample that is played again: landings and income by
 * space, sets, auctions. Intervals are of 95%, with deals as observations. A thread of `serve`
 * makes them (tools/serve/play_sample.h). */
#ifndef SVI_TOOLS_REPORT_PLAY_FIGURES_H
#define SVI_TOOLS_REPORT_PLAY_FIGURES_H

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
    struct svi_set_use *bot;    /* by the store's numbers */
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
    struct svi_ratio auction; /* of all deeds */
    struct svi_player_figures *bot;
};

struct svi_play_pace {
    const atomic_bool *stop;   /* true: end early; may be NULL */
    const atomic_bool *gently; /* while true, use half a percent of a core; may be NULL */
};

/* Reads a sample of the games that a store shows, on the caller's thread, at this pace. *p has some
 * 100 KiB. Games that cannot be read are left out. Returns false if no game was read, if it was
 * stopped, or without memory; then there is nothing to finish. */
bool svi_play_figures_init(struct svi_play_figures *p, struct svi_store *store,
                           const struct svi_play_pace *pace);
void svi_play_figures_finish(struct svi_play_figures *p);

#endif
