/* The documents of a league's pages: JSON that programs read below /api/, and that the site
 * (tools/site) draws as pages. Tables are lists of objects; `columns` describes them (see
 * svi_tables_describe()), and `status` says how far the league is.
 *
 * tools/serve/site.c calls them, with its lock if they need figures. They append to page.out, which
 * is `failed` without memory (base/buf.h); the answer then has status 500. */
#ifndef SVI_TOOLS_SERVE_PAGES_H
#define SVI_TOOLS_SERVE_PAGES_H

#include "store/store.h"
#include "tools/report/report.h"
#include "tools/serve/model.h"
#include "tools/serve/play_figures.h"
#include "tools/serve/request.h"

#include "base/buf.h"

#include <solvent/status.h>

#include <stdbool.h>

/* A request, with what its address names, and its answer. tools/serve/site.c makes it. */
struct svi_asked {
    struct svi_page page; /* its figures, and where the answer goes */
    bool is_page;         /* else a program asks for the document alone */
    enum svi_site_type type;
    const struct svi_game_filter *filter;
    uint64_t number[2]; /* numbers in the address */
    const char *rest;   /* the part of the address that a '*' matches */
    struct svi_model *model;
    struct svi_site_games *games;
    const struct svi_play_figures *play; /* NULL until they are computed */
    const struct svi_site_progress *progress;
    /* Of a page: its title behind the league's name, "" for the standings, and its description for
     * previews of links; empty: the state of the league. */
    char title[2 * SV_MAX_NAME + 32];
    struct svi_buf about;
};

/* These append a document that svi_report_begin() begins, without its end. Return SV_E_UNKNOWN if
 * there is no such bot, pair, game, deal or order, and another error if the store cannot be read.
 * Bots have the store's numbers. A game appears as soon as its deal is finished, before the figures
 * count it. */
enum sv_status svi_pages_standings(struct svi_asked *a); /* at most a hundred bots */
enum sv_status svi_pages_bot(struct svi_asked *a);
enum sv_status svi_pages_pair(struct svi_asked *a);
enum sv_status svi_pages_schedule(struct svi_asked *a);
enum sv_status svi_pages_the_game(struct svi_asked *a);
enum sv_status svi_pages_deal(struct svi_asked *a);

/* The games that match the filter. Without a limit it has a page of them. For a page the rows are
 * short and the newest game comes first; for programs the rows are complete and the oldest comes
 * first. */
enum sv_status svi_pages_games(struct svi_asked *a);

/* As these, but append a whole file: the league and its bots as JSON, a table of
 * svi_pages_the_game() as csv, all games as csv, or a game as SVI_SITE_GAME, SVI_SITE_REPLAY or
 * SVI_SITE_PNG. SV_E_UNKNOWN also says that this build has no pages, or that the replay has names
 * or remarks that the public does not see. */
enum sv_status svi_pages_league(struct svi_asked *a);
enum sv_status svi_pages_the_game_csv(struct svi_asked *a);
enum sv_status svi_pages_games_csv(struct svi_asked *a);
enum sv_status svi_pages_game(struct svi_asked *a);

#endif
