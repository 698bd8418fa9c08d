/* The part of a relay that talks with the bot: takes its connections, reads the first request on
 * each (request.h), has the connector (connector.h) connect to the place if it is listed, and
 * passes bytes on, both ways, within the limits of the page. Called by solvent-relay (main.c). */
#ifndef SVI_ARBITER_RELAY_SERVE_H
#define SVI_ARBITER_RELAY_SERVE_H

#include "relay/page.h"
#include "relay/place.h"

/* All pointers must outlive the call. */
struct svi_serve {
    struct svi_relay_page *page;
    const struct svi_place *place;
    size_t n_places;
    /* Headers that are added to requests in absolute form, and the secrets in them, which are
     * masked in what comes back. NULL at the end; `inject` is never NULL, and `secrets` is NULL
     * without secrets. */
    const char *const *inject, *const *secrets;
    int listening;
    int connector; /* svi_connector_ask() */
};

/* Serves until the connector is gone or poll() fails, and leaves all descriptors open. A process
 * calls it once; solvent-relay then exits with status 1.
 *
 * A refused request gets an HTTP status and a sentence that says why: 403, for example, if its
 * place is not listed. An open connection just ends when the bot has used up its bytes. The first
 * 20 refusals of either kind also write a line to stderr, the bot's output. */
void svi_serve(const struct svi_serve *serve);

#endif
