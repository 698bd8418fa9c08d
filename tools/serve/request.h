/* Requests to the site of `serve`, and its answers. tools/serve/server.c makes requests of HTTP,
 * and tools/serve/site.c answers them. */
#ifndef SVI_TOOLS_SERVE_REQUEST_H
#define SVI_TOOLS_SERVE_REQUEST_H

#include "base/buf.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Where a site reads, and for whom. The texts and the flag must outlive the site. */
struct svi_site_source {
    const char *path; /* of the store */
    const char *url;  /* public address, such as "https://league.example.org/"; NULL: not known */
    bool is_private;  /* shows what svi_store_mask() hides */
    const atomic_bool
        *stop; /* reading and making of pages end early when it becomes true; or NULL */
};

enum svi_site_type {
    SVI_SITE_HTML, /* a text: a document or a notice */
    SVI_SITE_APP,  /* drawn by tools/site */
    SVI_SITE_GAME,
    SVI_SITE_OPENER,
    SVI_SITE_STYLE,
    SVI_SITE_SCRIPT,
    SVI_SITE_JSON,
    SVI_SITE_CSV,
    SVI_SITE_ATOM,
    SVI_SITE_REPLAY,
    SVI_SITE_SVG,
    SVI_SITE_PNG,
};

struct svi_site_answer {
    unsigned status; /* HTTP: 200, 404, 500; 503 until the store has been read */
    enum svi_site_type type;
    bool may_keep;      /* the same for all who ask until svi_site_changes() */
    struct svi_buf out; /* finished by the caller */
};

enum svi_site_order {
    SVI_SITE_NEWEST,
    SVI_SITE_LUCKIEST,
    SVI_SITE_UNLUCKIEST,
    SVI_SITE_OLDEST, /* for programs, which go up the numbers */
};

/* The keys of an address's query, behind '?'. */
enum svi_asked_for {
    SVI_FOR_BOT, /* by the store's number, as the next */
    SVI_FOR_AGAINST,
    SVI_FOR_PLACE,    /* of the bot */
    SVI_FOR_BEFORE,   /* starts behind this game */
    SVI_FOR_AFTER,    /* starts behind this game, of the oldest; rows to skip, of standings */
    SVI_FOR_LIMIT,    /* rows */
    SVI_FOR_ENDED,    /* enum sv_why */
    SVI_FOR_INCIDENT, /* bit k: svi_incidents[k], then forfeits */
    SVI_FOR_ORDER,    /* enum svi_site_order */
    SVI_FOR_ALL,
};

/* Which games a list has. A value that is not given is 0. */
struct svi_game_filter {
    uint64_t value[SVI_FOR_ALL];
    bool given[SVI_FOR_ALL];
};

#endif
