/* How far the league is by now, and the matches in flight, which are newer than the figures. */
#ifndef SVI_TOOLS_SERVE_PROGRESS_H
#define SVI_TOOLS_SERVE_PROGRESS_H

#include "tools/report/page.h"
#include "tools/report/standing.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_PROGRESS_TEXT 256u

struct svi_site_progress {
    struct svi_standing standing;
    char text[SVI_PROGRESS_TEXT]; /* svi_standing_put(), and how many are in play */
    uint64_t version;             /* of the list of matches in flight */
};

/* What is seen of a store that somebody may be writing, by a reader of its own. */
struct svi_site_watch {
    struct svi_store *store;
    int writer;                /* svi_store_watch_writer() */
    struct svi_store_run seen; /* the last run, when the store was seen to change */
    int64_t look_at_us;
    bool behind;  /* more has come in since progress was read, */
    bool unclear; /*   also what may be no more than a list of matches in flight */
};

/* Before anything else opens the store. *games are in. Errors as of svi_store_create_reader(). To
 * be finished in any case, after all that was opened of the store. */
enum sv_status svi_site_watch_init(struct svi_site_watch *w, const char *path, uint64_t *games,
                                   struct svi_error *error);
void svi_site_watch_finish(struct svi_site_watch *w);

/* Looks what has changed. About every second, if progress is `wanted`, it is read into `fresh`,
 * which comes after `now` (all 0 at first): *looked. *stale becomes true when there may be new
 * figures; another list of matches in flight makes none. Where those would be computed now
 * (`rested`), progress is read too, so that viewers are told of both together. `ranking` has the
 * games of bots. SV_E_SYSTEM: the store cannot be read, a line in `error`. */
enum sv_status svi_site_watch_look(struct svi_site_watch *w, const struct svi_site_progress *now,
                                   struct svi_site_progress *fresh,
                                   const struct svi_ranking *ranking, bool wanted, bool rested,
                                   bool *looked, bool *stale, struct svi_error *error);

/* Appends the document of the matches in flight, which are up to SVI_PLAYING_MOST of each worker, to
 * page->out. */
void svi_site_progress_json(const struct svi_site_progress *p, struct svi_page *page);

#endif
