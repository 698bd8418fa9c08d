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

/* Which games a list has: the query of an address, behind '?'. Bots have the store's numbers. */
struct svi_game_filter {
    uint64_t after, limit; /* "after=..&limit=.."; 0 if not given */
    uint64_t before;       /* "before=..": starts behind this game; 0 if not given */
    uint64_t bot, against; /* "bot=..&against=.."; valid if by_bot and by_against */
    bool by_bot, by_against;
    uint64_t place; /* "place=..", of the bot; 0: any */
    unsigned ended; /* "ended=..", an enum sv_why; valid if by_ended */
    bool by_ended;
    unsigned incidents; /* "incident=..": bit k: svi_incidents[k], then forfeits; 0: any game */
    enum svi_site_order order; /* "order=.."; valid if by_order */
    bool by_order;
};

#endif
