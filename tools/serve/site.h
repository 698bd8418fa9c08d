/* What `solvent serve` has to show, address by address. It knows no HTTP but a path, what is asked
 * of it, and what becomes of it; one thread asks at a time, another may bring new figures
 * meanwhile. */
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

/* What svi_site_renew() has found. */
enum svi_site_news {
    SVI_SITE_SAME,
    SVI_SITE_PROGRESS, /* how far the league is, and the matches in flight */
    SVI_SITE_FIGURES,  /* all pages: figures, or that the league runs or does no more */
};

/* Opens a store. Until svi_site_renew() has read it for the first time every address answers 503
 * with how far that is. When *stop becomes true, reading and the making of pages end early (NULL:
 * never). `url` is where viewers elsewhere reach the site, "https://league.example.org/"; NULL: not
 * known. All must outlive the site. Errors as of svi_store_create_reader(), a line in `error`. */
enum sv_status svi_site_create(struct svi_site **out, const char *path, const char *url,
                               const atomic_bool *stop, struct svi_error *error);
void svi_site_destroy(struct svi_site *site);

/* How many games there were to be read, and whether they have been. By any thread. */
uint64_t svi_site_games(const struct svi_site *site);
bool svi_site_is_read(struct svi_site *site);

/* Looks whether there is more in the store, and if it is time to, computes the figures anew: they
 * take a hundredth of one core, or up to a fiftieth where viewers would wait for longer than 1.5 s.
 * While no further deal is over they are left alone for 5 s. The first time it does so whatever the
 * time, and is not done before all is read. Unless *news is SVI_SITE_SAME, `text` is a line of JSON
 * that tells of it. An error (the store cannot be read, or not any more: as of svi_figures_init())
 * leaves what there was. By the thread that brings figures. */
enum sv_status svi_site_renew(struct svi_site *site, enum svi_site_news *news,
                              char text[SVI_SITE_NEWS], struct svi_error *error);

/* That a viewer is there, or has been: figures are only renewed for somebody. */
void svi_site_wanted(struct svi_site *site);

/* Answers for a path ("/bots/3", without what follows '?'). */
void svi_site_answer(struct svi_site *site, const char *path, const struct svi_game_filter *filter,
                     struct svi_site_answer *answer);

/* Whether what a path shows has changed when there is such news. */
bool svi_site_changes(enum svi_site_news news, const char *path);

/* The content security policy of a type, as a header says it. */
void svi_site_policy(enum svi_site_type type, struct svi_buf *out);

#endif
