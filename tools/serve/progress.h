/* Progress of a running league and its matches in flight. Both are newer than the figures. The
 * thread of `serve` that brings figures watches; answers show its last progress. tools/serve/site.c
 * owns both structs, and calls everything here. */
#ifndef SVI_TOOLS_SERVE_PROGRESS_H
#define SVI_TOOLS_SERVE_PROGRESS_H

#include "tools/report/report.h"
#include "tools/report/standing.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_PROGRESS_TEXT 256u

struct svi_site_progress {
    struct svi_standing standing;
    char text[SVI_PROGRESS_TEXT]; /* from svi_standing_put(), with the number of matches in play */
    uint64_t version;             /* of the list of matches in flight */
};

/* Watches a store that another process may be writing, by a reader of its own. */
struct svi_site_watch {
    struct svi_store *store;
    int writer;                /* svi_store_watch_writer() */
    struct svi_store_run seen; /* the last run, as of the last change of the store */
    int64_t look_at_us;        /* time of the next look */
    bool changed;              /* the store has changed since the last run was read */
    bool behind;               /* the store has changed since progress was read */
    bool unclear;              /* the change may be only in the matches in flight */
};

/* Starts to watch the store. Call it before anything else opens the store. Sets *games to the
 * number of stored games. The path is copied. Returns the errors of svi_store_create_reader(). Call
 * svi_site_watch_finish() in either case, after all other readers are closed. */
enum sv_status svi_site_watch_init(struct svi_site_watch *w, const char *path, uint64_t *games,
                                   struct svi_error *error);
void svi_site_watch_finish(struct svi_site_watch *w);

/* Looks for changes in the store.
 *
 * About every second, if progress is `wanted`, reads it into `fresh` and sets *looked. `now` is the
 * progress from before, all 0 at first. Progress is read as well when new figures would be computed
 * now (`rested`), so that viewers hear of both together. Sets *stale, which the caller clears, if
 * there may be new figures; a change in the matches in flight makes none. `ranking` has the games
 * of each bot. Returns SV_E_SYSTEM, with a line in `error`, if the store cannot be read. */
enum sv_status svi_site_watch_look(struct svi_site_watch *w, const struct svi_site_progress *now,
                                   struct svi_site_progress *fresh,
                                   const struct svi_ranking *ranking, bool wanted, bool rested,
                                   bool *looked, bool *stale, struct svi_error *error);

#endif
