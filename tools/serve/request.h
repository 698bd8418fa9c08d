/* What is asked of a site, and what it answers. */
#ifndef SVI_TOOLS_SERVE_REQUEST_H
#define SVI_TOOLS_SERVE_REQUEST_H

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

enum svi_site_type {
    SVI_SITE_HTML,
    SVI_SITE_GAME,
    SVI_SITE_DOCUMENT,
    SVI_SITE_JSON,
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

/* What was asked for of a list of games behind '?', by numbers. */
struct svi_site_part {
    uint64_t after, limit; /* "after=..&limit=.."; 0 without */
    uint64_t before;       /* "before=..", of a page, which has the newest first; 0 without */
    uint64_t bot;          /* "bot=..", if `by_bot`: only its games */
    bool by_bot;
};

#endif
