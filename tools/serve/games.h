/* The games of a store, as new as can be: a game is there as soon as its deal is over. By one
 * thread. */
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

/* `path` must outlive them, `site` (struct svi_card) too, and `stop`, once which is set nothing
 * more is read (or NULL). Errors as of svi_store_create_reader(), a line in `error`. */
enum sv_status svi_site_games_create(struct svi_site_games **out, const char *path,
                                     const char *site, const atomic_bool *stop,
                                     struct svi_error *error);
void svi_site_games_destroy(struct svi_site_games *games);

/* Sees what has been written since the last time; false: the store cannot be read. */
bool svi_site_games_refresh(struct svi_site_games *games);

/* Appends the document of the games that were asked for, as many as a page has without a limit. For a
 * page they come in brief and the newest first, for programs whole and the oldest first. Returns
 * SV_E_UNKNOWN if there is no such bot. */
enum sv_status svi_site_games_list(struct svi_site_games *games, struct svi_page *page,
                                   struct svi_head *head, const struct svi_game_filter *asked,
                                   bool is_page);

/* Appends the document of a deal, from 1. Returns SV_E_UNKNOWN if it is not over. */
enum sv_status svi_site_games_deal(struct svi_site_games *games, struct svi_page *page,
                                   struct svi_head *head, uint64_t deal);

/* A game as a page, or its replay. SV_E_UNKNOWN: it is not there, its deal is not over, or this
 * build has no viewer; else the store cannot be read, or the game is damaged. */
enum sv_status svi_site_games_put(struct svi_site_games *games, uint64_t number, bool raw,
                                  struct svi_buf *out);

#endif
