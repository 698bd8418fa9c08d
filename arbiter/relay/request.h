/* The first request on a connection of a bot: CONNECT, or a request in absolute form for a plain
 * HTTP server. The bytes are a stranger's, so the parser takes what HTTP/1.1 (RFC 9112) requires
 * and nothing more: no folded lines, no bare line ends, no body but of a Content-Length.
 *
 * A connection carries one request. The relay (main.c) has one of these for each connection. A
 * request points to nothing: its places count bytes of the head, which stays the caller's. */
#ifndef SVI_ARBITER_RELAY_REQUEST_H
#define SVI_ARBITER_RELAY_REQUEST_H

#include "base/buf.h"
#include "relay/place.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_REQUEST_HEAD 16384u /* most bytes up to the empty line, with it */

struct svi_request {
    struct svi_place place; /* where it goes */
    bool connect;           /* CONNECT; else a request in absolute form */
    uint64_t body;          /* bytes of its body */
    /* Where the origin's part of the target and the headers stand in the head. */
    size_t method, path, path_size, headers;
};

/* Returns the size of the head that the bytes begin with, or 0 if its end has not come yet. */
size_t svi_request_head(const char *bytes, size_t size);

/* Reads a head of that size. Returns 0, or the status of the answer (400 to 505) that refuses it,
 * with the sentence of its body, a static text, in *why. *request is not valid then. */
unsigned svi_request_read(const char *head, size_t size, struct svi_request *request,
                          const char **why);

/* Appends the head that the server gets for a request in absolute form that svi_request_read() has
 * read. `inject`, not NULL, are headers "NAME: VALUE" with NULL at the end: they replace the bot's
 * own of those names. `out` is `failed` without memory. */
void svi_request_write(const struct svi_request *request, const char *head, size_t size,
                       const char *const *inject, struct svi_buf *out);

#endif
