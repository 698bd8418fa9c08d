/* The documents of a league's pages: JSON that programs read below /api/, and that the site
 * (tools/site) draws as pages. Tables are lists of objects; `columns` describes them (see
 * svi_tables_describe()), and `status` says how far the league is.
 *
 * tools/serve/site.c calls them with its lock. Documents are appended to page->out, which is
 * `failed` without memory (base/buf.h); the answer then has status 500. */
#ifndef SVI_TOOLS_SERVE_PAGES_H
#define SVI_TOOLS_SERVE_PAGES_H

#include "store/store.h"
#include "tools/report/report.h"
#include "tools/serve/model.h"
#include "tools/serve/play_figures.h"

#include "base/buf.h"

#include <stdbool.h>

/* The title and the description of a page. Starts zeroed; the caller finishes `about`. */
struct svi_head {
    char title[2 * SV_MAX_NAME + 32]; /* behind the league's name; "" for the standings */
    struct svi_buf about;             /* for previews of links; empty: the state of the league */
};

/* Reads the order that an address asks for: a column of the ranking with "/up" or "/down". Returns
 * false if it names none. */
bool svi_pages_order(const char *name, struct svi_column_order *order);

/* Appends the league and its bots, as a complete document. */
void svi_pages_league(struct svi_page *page);

/* Append a document that svi_report_begin() begins, without its end. Standings have at most a
 * hundred bots, in the order page->order. A bot is given by its number in the store, which is below
 * page->f->n. */
void svi_pages_standings(struct svi_page *page);
void svi_pages_bot(struct svi_page *page, struct svi_head *head, unsigned id);
void svi_pages_schedule(struct svi_page *page, struct svi_head *head, struct svi_model *m);

/* Appends the document of two different bots in their shared games. Bots have the store's numbers.
 * If the store cannot be read, page->out is `failed`. */
void svi_pages_pair(struct svi_page *page, struct svi_head *head, unsigned one, unsigned other);

/* Appends figures of play: spaces, sets, auctions, seats. `play` is NULL until they are
 * computed. */
void svi_pages_game(struct svi_page *page, struct svi_head *head,
                    const struct svi_play_figures *play);

/* Appends one of the tables of svi_pages_game() as csv, by its name with ".csv". Returns false if
 * none has that name. */
bool svi_pages_game_csv(const struct svi_figures *f, const struct svi_play_figures *play,
                        const char *table, struct svi_buf *out);

#endif
