/* Pictures for previews of links (Open Graph), as PNG: how a league stands, and how a game ended.
 * tools/serve/site.c and games.c answer with them. All arguments stay the caller's; do not use
 * `out` after an error. */
#ifndef SVI_TOOLS_SERVE_PICTURE_H
#define SVI_TOOLS_SERVE_PICTURE_H

#include "tools/report/report.h"

#include "base/buf.h"

#include <solvent/status.h>

/* Appends a picture of the ranking to page->out: the best bots with their points and intervals.
 * Pages have it, so only builds with pages do. */
void svi_picture_ranking(struct svi_page *page);

/* Appends a picture of the end of a game: the board by owners, the players by place, and their
 * worth by rounds. `replay` is the game's, and `match` is its result. Returns the errors of
 * svi_replay_open() and svi_replay_next(), and SV_E_UNKNOWN in a build without pages. Without
 * memory out->failed is set, as for the ranking. */
enum sv_status svi_picture_game(const struct svi_buf *replay, const struct svi_store_info *league,
                                const struct svi_store_match *match, struct svi_buf *out);

#endif
