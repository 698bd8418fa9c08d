/* The figures that `rank` prints: the statistics of a field and, for a store, its other figures
 * about bots. `rank`, `try` and `league simulate` make a sheet; reports and `serve` have one in
 * struct svi_figures. Bots have the numbers of `games`, which are the entries of the store;
 * ratings.order lists them by rank. Options need only live during the call. */
#ifndef SVI_TOOLS_REPORT_RANK_SHEET_H
#define SVI_TOOLS_REPORT_RANK_SHEET_H

#include "ranking/ranking.h"
#include "stats/adjust.h"
#include "store/store_chain.h"
#include "tools/analysis/own.h"
#include "tools/analysis/stored.h"

#include <stdbool.h>

enum svi_model_cost { SVI_COST_TOKENS, SVI_COST_DOLLARS, SVI_COST_SECONDS, SVI_COSTS };

/* Costs of a bot, a game. `known` is false for a bot that asks no model. Intervals are those of
 * means over deals; NAN for few. */
struct svi_model_costs {
    bool known;
    struct svi_estimate mean[SVI_COSTS];
};

struct svi_rank_options {
    double prior;        /* struct svi_rating_options */
    const char *anchor;  /* a bot's name; NULL: the mean is 0 */
    const char *without; /* names of bots, comma between; NULL: none is left out */
};

struct svi_rank_seat {
    uint64_t games;
    double points;
};

/* A sheet. It owns all that it points to but tally.league, which belongs to the store. Its members
 * point to each other, so it must not be copied. */
struct svi_rank_sheet {
    struct svi_ranking tally; /* of a store: league, digest, sums */
    bool has_tally;
    bool has_digest;              /* it is of every game of the store: none is hidden */
    uint8_t head[SVI_HEAD_BYTES]; /* of the store's chain; with a digest */
    struct svi_games games;       /* those that count */
    struct svi_ratings ratings;
    struct svi_adjusted adjusted; /* for luck, where every game has it */
    bool has_adjusted;
    uint64_t without_luck; /* games of a store of which luck is not known, or only by another
                              function than the others' */
    const struct svi_rank_row **row; /* by bot: the tally's, or NULL if it is of other games */
    struct svi_rank_seat (*seat)[SV_MAX_SEATS]; /* by bot */
    unsigned *tier;
    struct svi_own *own; /* by bot: its decisions against learner's, as far as they were measured */
    struct svi_model_costs *costs; /* by bot: what its language model costs */
    struct svi_costly **costly;    /* by bot: its costliest decisions; NULL: none was played on */
    unsigned seats;                /* of the tables; 0: they differ in size */
    bool tags; /* are shown in csv and json; not on pages, as they may be addresses */
};

/* Finds a bot by the name that an option gives. Returns SV_E_RANGE, with the names there are in
 * `error`, if none is called so. */
enum sv_status svi_rank_find(const struct svi_games *games, const char *option, const char *name,
                             unsigned *bot, struct svi_error *error);

/* Fills the sheet from a store, which must outlive it. Returns SV_E_RANGE if an option names an
 * unknown bot or leaves no bot, SV_E_SYSTEM if the store cannot be read or there is no memory, and
 * SV_E_MISMATCH if its league makes no plan; `error` has a line, and there is nothing to finish. */
enum sv_status svi_rank_sheet_init_store(struct svi_rank_sheet *sheet, struct svi_store *store,
                                         const struct svi_rank_options *options,
                                         struct svi_error *error);

/* A sheet that was made of the same store some time ago, with the same options and bots, and the
 * reader it was made by. Both readers show only finished deals. Both stay as they are. */
struct svi_rank_before {
    const struct svi_rank_sheet *sheet;
    const struct svi_store *store;
};

/* As svi_rank_sheet_init_store(), and calls `each`, unless it is NULL, with every match that
 * counts, in the order of their numbers, during the same pass. With `before`, unless it is NULL,
 * reads only matches whose deals have finished since; the result is the same. */
enum sv_status svi_rank_sheet_init_with(struct svi_rank_sheet *sheet, struct svi_store *store,
                                        const struct svi_rank_options *options,
                                        const struct svi_rank_before *before,
                                        void (*each)(void *user, const struct svi_store_match *m),
                                        void *user, struct svi_error *error);

/* As svi_rank_sheet_init_store(), from ordered games, which it takes over even on failure. */
enum sv_status svi_rank_sheet_init_games(struct svi_rank_sheet *sheet, struct svi_games *games,
                                         const struct svi_rank_options *options,
                                         struct svi_error *error);

/* As svi_rank_sheet_init_store(), from a league's tally and games, both of which it takes over even
 * on failure. */
enum sv_status svi_rank_sheet_init_league(struct svi_rank_sheet *sheet, struct svi_ranking *tally,
                                          struct svi_games *games,
                                          const struct svi_rank_options *options,
                                          struct svi_error *error);
/* Frees the sheet. May be called again. */
void svi_rank_sheet_finish(struct svi_rank_sheet *sheet);

#endif
