/* Lists of games, deals, and single games for `serve`. A game appears as soon as its deal is
 * finished, before the figures of the league count it. tools/serve/site.c creates this on the
 * thread that brings figures; then only the thread that answers requests uses it.
 *
 * Functions append to page->out or `out`. Without memory that buffer is `failed` (base/buf.h), even
 * if the status is SV_OK, so callers check both. */
#ifndef SVI_TOOLS_SERVE_GAMES_H
#define SVI_TOOLS_SERVE_GAMES_H

#include "tools/serve/pages.h"
#include "tools/serve/request.h"

#include "base/buf.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_site_games;

/* Opens the store. `source` must outlive the games. Returns the errors of svi_model_store() and
 * svi_game_index_renew(), with a line in `error`. *out is NULL then. */
enum sv_status svi_site_games_create(struct svi_site_games **out,
                                     const struct svi_site_source *source, struct svi_error *error);
void svi_site_games_destroy(struct svi_site_games *games);

/* Reads games that have been written since the last call. Call it before each answer. Returns false
 * if the store cannot be read, or without memory. */
bool svi_site_games_refresh(struct svi_site_games *games);

/* Appends the document of the games that match a filter. Without a limit it has a page of them. For
 * a page the rows are short and the newest game comes first; for programs the rows are complete and
 * the oldest comes first. Returns SV_E_UNKNOWN if the filter names an unknown bot, and the errors
 * of svi_games_json(). */
enum sv_status svi_site_games_list(struct svi_site_games *games, struct svi_page *page,
                                   struct svi_head *head, const struct svi_game_filter *asked,
                                   bool is_page);

/* Appends all games as csv, as `solvent games --format csv` does. Returns the errors of
 * svi_store_results(). */
enum sv_status svi_site_games_csv(struct svi_site_games *games, struct svi_buf *out);

/* Appends the document of a deal, its seatings side by side; the first deal is 1. Returns
 * SV_E_UNKNOWN if the deal is not finished, and the errors of svi_store_results(). */
enum sv_status svi_site_games_deal(struct svi_site_games *games, struct svi_page *page,
                                   struct svi_head *head, uint64_t deal);

/* Forms of a game. */
enum svi_site_form { SVI_SITE_FORM_PAGE, SVI_SITE_FORM_REPLAY, SVI_SITE_FORM_PICTURE };

/* Appends a game in one of its forms. Returns SV_E_UNKNOWN if the game does not exist, its deal is
 * not finished, this build has no pages, or the replay has names or remarks that the public does
 * not see, and another error if the store cannot be read or the game is damaged. */
enum sv_status svi_site_games_put(struct svi_site_games *games, uint64_t number,
                                  enum svi_site_form form, struct svi_buf *out);

#endif
