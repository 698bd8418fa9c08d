/* The site of `solvent serve`: turns a path and its query into a page, a document or a file. It
 * knows no HTTP but status codes. tools/serve/server.c has two threads: one asks for answers, while
 * the other brings new figures by svi_site_renew(). `solvent serve` creates it; what its source
 * points to must outlive it. */
#ifndef SVI_TOOLS_SERVE_SITE_H
#define SVI_TOOLS_SERVE_SITE_H

#include "base/error.h"
#include "tools/serve/request.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_site;

#define SVI_SITE_NEWS 512u

/* Result of svi_site_renew(): what has changed. */
enum svi_site_news {
    SVI_SITE_SAME,
    SVI_SITE_PROGRESS, /* progress and matches in flight */
    SVI_SITE_FIGURES,  /* all pages: new figures, or the league has started or ended */
};

/* Opens a store. Until svi_site_renew() has read it for the first time, addresses answer 503 and
 * say how far reading is. Documents, files that pages share, and the page that opens a recorded
 * game are served at once. Returns the errors of svi_store_create_reader(), with a line in `error`;
 * *out is NULL then. */
enum sv_status svi_site_create(struct svi_site **out, const struct svi_site_source *source,
                               struct svi_error *error);

/* Frees the site, when no other thread uses it. NULL is ignored. */
void svi_site_destroy(struct svi_site *site);

/* Returns the number of games in the store when it was opened. Any thread may call it. */
uint64_t svi_site_games(const struct svi_site *site);

/* Returns whether these games have been read. Any thread may call it. */
bool svi_site_is_read(struct svi_site *site);

/* Reads new games, and computes the figures again if they are due. The thread that brings figures
 * calls it up to twenty times a second.
 *
 * Figures take 1% of a core, or up to 2% where viewers would otherwise wait for more than 1.5 s. If
 * no further deal is finished, they wait for 5 s. The first call reads the whole store. Sets *news,
 * and `text` to a line of JSON about it unless *news is SVI_SITE_SAME. Returns the errors of
 * svi_model_create(), with a line in `error`, if the store cannot be read; the older figures then
 * stay. A first call that fails may be repeated. */
enum sv_status svi_site_renew(struct svi_site *site, enum svi_site_news *news,
                              char text[SVI_SITE_NEWS], struct svi_error *error);

/* Notes that the site has a viewer. Figures are computed again only if a viewer was noted since the
 * last time. svi_site_answer() notes one for each page of figures. Call this for answers that come
 * from a cache, and while viewers listen for news. Any thread may call it. */
void svi_site_wanted(struct svi_site *site);

/* Answers a path such as "/bots/3"; `filter` has the query behind '?'. Every path gets an answer:
 * answer->status is 404 for an unknown one, and 500 if the store cannot be read or without memory.
 * The caller finishes answer->out. */
void svi_site_answer(struct svi_site *site, const char *path, const struct svi_game_filter *filter,
                     struct svi_site_answer *answer);

/* Returns whether the page of a path changes by such news. */
bool svi_site_changes(enum svi_site_news news, const char *path);

#endif
