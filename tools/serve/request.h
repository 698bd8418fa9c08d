/* What is asked of a site, and what it answers. */
#ifndef SVI_TOOLS_SERVE_REQUEST_H
#define SVI_TOOLS_SERVE_REQUEST_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

enum svi_site_type {
    SVI_SITE_HTML,
    SVI_SITE_APP, /* drawn by tools/site */
    SVI_SITE_GAME,
    SVI_SITE_OPENER,
    SVI_SITE_DOCUMENT,
    SVI_SITE_JSON,
    SVI_SITE_CSV,
    SVI_SITE_REPLAY,
    SVI_SITE_SVG,
    SVI_SITE_PNG,
};

struct svi_site_answer {
    unsigned status; /* of HTTP: 200, 404, 500; 503 before all is read */
    enum svi_site_type type;
    bool forever;       /* it will never be another */
    struct svi_buf out; /* the caller's, to be finished */
};

enum svi_site_order {
    SVI_SITE_NEWEST,
    SVI_SITE_LUCKIEST,
    SVI_SITE_UNLUCKIEST,
    SVI_SITE_OLDEST, /* for programs, which go up the numbers */
};

/* What was asked for of a list of games behind '?'. Bots by their numbers in the store. */
struct svi_game_filter {
    uint64_t after, limit;   /* "after=..&limit=.."; 0 without */
    uint64_t before;         /* "before=..": behind this game, in the order; 0 without */
    uint64_t bot, against;   /* "bot=..&against=..", if */
    bool by_bot, by_against; /*   these */
    uint64_t place;          /* "place=..", of the bot; 0: any */
    unsigned ended;          /* "ended=..", enum sv_why, if */
    bool by_ended;           /*   this */
    unsigned incidents; /* "incident=..": bit k: svi_incidents[k], then forfeits; 0: any game */
    enum svi_site_order order; /* "order=..", if */
    bool by_order;             /*   this */
};

#endif
