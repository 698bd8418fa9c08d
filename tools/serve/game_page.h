/* The page about the game itself: spaces, sets, auctions, seats; and the same for programs. */
#ifndef SVI_TOOLS_SERVE_GAME_PAGE_H
#define SVI_TOOLS_SERVE_GAME_PAGE_H

#include "tools/report/page.h"
#include "tools/report/play_figures.h"

/* Of a sample; NULL: it is still being made, and the page says so. */
void svi_game_page(struct svi_page *page, const struct svi_play_figures *play);

/* Everything as JSON; one of its tables as csv, by its name. False: there is no such table. */
void svi_game_page_json(const struct svi_figures *f, const struct svi_play_figures *play,
                        struct svi_buf *out);
bool svi_game_page_csv(const struct svi_figures *f, const struct svi_play_figures *play,
                       const char *table, struct svi_buf *out);

#endif
