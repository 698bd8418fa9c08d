/* The site over HTTP/1.1, by libmicrohttpd: GET and HEAD, and POST of a game to be shown, a bounded
 * number of connections, nothing that waits for a slow one. */
#ifndef SVI_TOOLS_SERVE_SERVER_H
#define SVI_TOOLS_SERVE_SERVER_H

#include "base/error.h"
#include "tools/serve/hosts.h"
#include "tools/serve/site.h"

#include <stdatomic.h>

struct svi_server_config {
    const char *listen;     /* "127.0.0.1:8080", "[::1]:0" */
    struct svi_hosts hosts; /* that it answers for, besides addresses and localhost */
    const char *url;  /* where others reach it, with a slash behind the host; NULL: not known */
    unsigned viewers; /* that may wait for news at once */
    unsigned beat_ms; /* so often each hears from us at least */
    unsigned idle_s;  /* a connection without a byte for so long is closed */
    void (*ready)(const char *address); /* "http://127.0.0.1:8080/": it answers from now on */
    void (*note)(const char *format, ...) __attribute__((format(printf, 1, 2)));
};

/* Reads the store and serves until *stop. SV_E_ARGUMENT: `listen` is no address. SV_E_SYSTEM: it
 * cannot be had, or no memory. Else as of svi_site_renew() for the first time. A line in `error`.
 */
enum sv_status svi_server_run(struct svi_site *site, const struct svi_server_config *config,
                              const atomic_bool *stop, struct svi_error *error);

#endif
