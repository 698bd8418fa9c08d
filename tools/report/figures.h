/* Figures of a store's league beside its ranking: how games went and ended, decision times,
 * incidents, trades, ratings over deals, and numbers of games to look at. `solvent report` makes
 * them once, `serve` again and again (tools/serve/model.h).
 *
 * Reading takes one pass over the results and one over the trades. Memory grows with bots and
 * pairs, and with games only as the ranking's does. Bots are numbered as in the store, in the sheet
 * too. */
#ifndef SVI_TOOLS_REPORT_FIGURES_H
#define SVI_TOOLS_REPORT_FIGURES_H

#include "job/times.h"
#include "stats/field.h"
#include "stats/transfers.h"
#include "tools/report/rank_sheet.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SVI_FIGURE_ROUNDS 1024u   /* lengths are counted one by one up to this */
#define SVI_FIGURE_STRETCHES 12u  /* of a league, equally many deals each */
#define SVI_FIGURE_STEPS 14u      /* at which ratings are shown on their way, at most */
#define SVI_FIGURE_NIGHTS 64u     /* of a season */
#define SVI_FIGURE_INCIDENTS 8u   /* games with incidents that are kept of a bot */
#define SVI_FIGURE_LOSSES 4u      /* lost processes that are kept of a bot */
#define SVI_FIGURE_LAST 10u       /* last games of a bot */
#define SVI_FIGURE_MEETINGS 3u    /* last games of a pair */
#define SVI_FIGURE_PAIR_BOTS 128u /* most bots for which pairs are kept */
#define SVI_FIGURE_GIFTS 6u       /* games of a pair with the greatest transfers */

/* A copy of a struct svi_loss. */
struct svi_loss_note {
    uint64_t match;
    unsigned seat, recovered;
    char *report;
};

struct svi_bot_figures {
    uint64_t place[SV_MAX_SEATS]; /* games in which it came first, second, ... */
    uint64_t seat_place_sum;
    double stretch_points[SVI_FIGURE_STRETCHES];
    uint64_t stretch_games[SVI_FIGURE_STRETCHES];
    struct svi_times times[SV_DECISION_COUNT];
    struct svi_times all_times;
    uint64_t incidents; /* games with one */
    uint64_t losses;    /* of its processes */
    uint64_t incident[SVI_FIGURE_INCIDENTS];
    unsigned n_incident;
    struct svi_loss_note loss[SVI_FIGURE_LOSSES];
    unsigned n_loss;
    uint64_t last[SVI_FIGURE_LAST]; /* the highest numbers, ascending */
    uint8_t n_last;
    uint64_t won; /* a game that it won, the shortest; 0: none */
    uint32_t won_rounds;
};

/* A pair of bots, i < j. */
struct svi_pair_figures {
    uint64_t last[SVI_FIGURE_MEETINGS]; /* games they met in, with the highest numbers */
    uint8_t n_last;
    uint8_t n_gift;
    uint64_t gift[SVI_FIGURE_GIFTS]; /* games with the greatest transfers, the greatest first */
    int64_t gain[SVI_FIGURE_GIFTS];  /* gain of i in these games */
};

/* Ratings after a number of deals, with the approximate time by the clocks of runs, and the night
 * of a season. */
struct svi_figure_step {
    uint32_t deals;
    int64_t at_ms;               /* since 1970; 0: not known */
    uint64_t night;              /* from 1; 0: none */
    struct svi_estimate *rating; /* by the store's numbers */
};

/* Games of about the same length. */
#define SVI_FIGURE_BARS 40u
struct svi_figure_bar {
    uint64_t games;
    uint64_t first; /* the first such game; 0: none */
};

/* How games end. */
#define SVI_FIGURE_ENDS 3u
extern const enum sv_why svi_figure_ends[SVI_FIGURE_ENDS];

/* All figures. They own all that they point to but `league`, which belongs to the store. */
struct svi_figures {
    const struct svi_store_info *league;
    struct svi_rank_sheet sheet;
    uint64_t hidden; /* games in the store that no figure counts, as their deals are not finished */
    bool has_digest; /* of the whole store: none is hidden */

    unsigned n;                    /* bots */
    struct svi_bot_figures *bot;   /* by the store's numbers */
    struct svi_pair_figures *pair; /* [i * n + j], i < j; NULL: too many bots */

    uint64_t ends[SV_WHY_COUNT];
    uint64_t first_end[SV_WHY_COUNT];         /* the first game that ended so; 0: none */
    uint64_t rounds[SVI_FIGURE_ROUNDS + 1];   /* games by length; the last: longer */
    uint64_t first_of[SVI_FIGURE_ROUNDS + 1]; /* the first game of that length; 0: none */
    uint64_t rounds_sum;
    uint64_t shortest, longest; /* games */
    uint32_t shortest_rounds, longest_rounds;
    uint64_t incidents, forfeited; /* seats */
    uint64_t lost;                 /* processes of bots */

    struct svi_estimate seat[SV_MAX_SEATS]; /* points by seat, with the deal as cluster */
    unsigned seats;

    bool has_field;
    struct svi_field field;

    bool has_transfers;
    uint64_t traded;                /* games whose trades are known */
    struct svi_transfers transfers; /* by the store's numbers */

    struct svi_figure_step step[SVI_FIGURE_STEPS];
    unsigned n_steps;

    /* Deals before each night of a season but the first; of the last nights, if there are more. */
    uint32_t night[SVI_FIGURE_NIGHTS];
    uint64_t first_night; /* the number of night[0] */
    unsigned n_nights;

    struct svi_store_run *run; /* runs that played games, without `command` */
    size_t n_runs, runs_room;
    char *author, *machine; /* svi_store_about(); NULL: not known */
};

/* Figures that were made of the same store some time ago, with the same options, and the reader
 * that they were made by. */
struct svi_figures_before {
    const struct svi_figures *figures;
    const struct svi_store *store;
};

/* Reads all figures from a store, which must outlive them and show only finished deals
 * (svi_store_hide_unfinished()). Returns the errors of svi_rank_sheet_init_store(), and then there
 * is nothing to finish.
 *
 * Counts the games read in *read, which another thread may watch, unless it
 * is NULL. With `before`, unless it is NULL, reads only results and trades that have been added
 * since; if the bots are no longer the same, reads everything. */
enum sv_status svi_figures_init(struct svi_figures *f, struct svi_store *store,
                                const struct svi_rank_options *options,
                                const struct svi_figures_before *before, atomic_ullong *read,
                                struct svi_error *error);

/* Frees the figures. May be called again. */
void svi_figures_finish(struct svi_figures *f);

/* Estimates when a game was played, in ms since 1970, by the clocks of runs. Returns 0 if that is
 * not known. */
int64_t svi_figures_when(const struct svi_figures *f, uint64_t number);

/* Returns the figures of a pair in either order, or NULL if pairs are not kept or i equals j. They
 * belong to `f`. */
const struct svi_pair_figures *svi_figures_pair(const struct svi_figures *f, unsigned i,
                                                unsigned j);

/* Returns how many rounds `per_mille` of a thousand games took at most. */
uint32_t svi_figures_rounds(const struct svi_figures *f, unsigned per_mille);

/* Counts the games by length, in bars of *width rounds each from 0 up. Returns the number of
 * bars. */
unsigned svi_figures_bars(const struct svi_figures *f, struct svi_figure_bar bar[SVI_FIGURE_BARS],
                          unsigned *width);

#endif
