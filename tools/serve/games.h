/* Lists of games, deals, and single games for `serve`. A game appears as soon as its deal is
 * finished, before the figures of the league count it. tools/serve/site.c creates this on the
 * thread that brings figures; then only the thread that answers requests uses it.
 * Its documents are in pages.h. */
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

#endif
