/* Recorded games that viewers bring to /open: a POST of a file, which becomes the game's page.
 * Pages are made one at a time, by a thread of their own, so that nobody else waits; files are
 * bounded, and none is kept. */
#ifndef SVI_TOOLS_SERVE_OPENER_H
#define SVI_TOOLS_SERVE_OPENER_H

#include "tools/serve/hosts.h"
#include "tools/serve/request.h"

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

struct svi_opener;

/* What becomes of a request. */
enum svi_opening {
    SVI_OPENING_WAITS,     /* for the rest of the request, or its page */
    SVI_OPENING_IS_MADE,   /* the answer is a game's page, or status 400 and why in `error` */
    SVI_OPENING_FOREIGN,   /* it comes from a page elsewhere */
    SVI_OPENING_TOO_LARGE, /* or its size is not told */
    SVI_OPENING_BUSY,      /* others are being opened */
    SVI_OPENING_FAILED     /* no memory: close the connection */
};

#define SVI_OPENER_ERROR 512u

/* `site`: struct svi_card; both must outlive it. NULL: no memory, or no thread. */
struct svi_opener *svi_opener_create(const char *site, const struct svi_hosts *hosts);

/* Ends a page in the making, and resumes its connection; none is begun from then on. */
void svi_opener_close(struct svi_opener *opener);
void svi_opener_destroy(struct svi_opener *opener);

/* To be called now and then: a game whose analysis takes seconds goes without it. */
void svi_opener_turn(struct svi_opener *opener);

/* The head of a POST, for the slot of its request; then its body piece by piece, and without any
 * bytes (*size is 0) when it is over, also again when the connection is resumed. With
 * SVI_OPENING_IS_MADE the answer's bytes are the caller's. */
enum svi_opening svi_opener_begin(struct svi_opener *opener, struct MHD_Connection *connection,
                                  void **slot);
enum svi_opening svi_opener_go_on(void *slot, const char *bytes, size_t *size,
                                  struct svi_site_answer *answer, char error[SVI_OPENER_ERROR]);

/* The request is over. */
void svi_opener_forget(void *slot);

#endif
