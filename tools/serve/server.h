/* The site over HTTP/1.1, by libmicrohttpd: GET and HEAD, and POST of a game to be shown, a bounded
 * number of connections, nothing that waits for a slow one. */
#ifndef SVI_TOOLS_SERVE_SERVER_H
#define SVI_TOOLS_SERVE_SERVER_H

#include "base/error.h"
#include "tools/serve/site.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- hosts ----------------------------------------------------------------------------------- */

/* Which names a server answers for. A page elsewhere whose name is made to lead to this machine
 * (DNS rebinding) sends its own name as Host: it is not let read a league that only this machine
 * can reach. */

#define SVI_HOSTS_MOST 16u

/* Zeroed: addresses and localhost alone. */
struct svi_hosts {
    const char *name[SVI_HOSTS_MOST]; /* that it is told (--host), n of them; the caller's */
    unsigned n;
};

/* Whether a name may be told: a host's, without a port. */
bool svi_hosts_is_name(const char *name);

/* Returns whether the server answers a request whose Host header is `header` (NULL if it has none).
 * The host must be a numeric address, localhost or one of the names, in any case of letters, with
 * any port. */
bool svi_hosts_allow(const struct svi_hosts *hosts, const char *header);

/* Whether a request that changes or costs something comes from a page of ours: browsers name the
 * page's origin ("https://league.example.org"), which is the header Host (NULL: without) or, where
 * a web server before this one has put its own there, one of the names. */
bool svi_hosts_is_own(const struct svi_hosts *hosts, const char *origin, const char *host);

/* Whether the target of a request, as it was sent, is one that a page here may have: printable
 * characters without an escape (%), as no address of ours needs one. */
bool svi_hosts_is_plain(const char *target);

/* ---- server ---------------------------------------------------------------------------------- */

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

/* ---- listen ---------------------------------------------------------------------------------- */

/* The address that a server listens at, as people write it. */

/* Listens on "HOST:PORT" or "[HOST]:PORT", HOST being numeric or localhost; port 0: any that is
 * free. *fd is the socket, and `address` how to reach it: "http://127.0.0.1:8080/". SV_E_ARGUMENT:
 * it is no such text. SV_E_SYSTEM: the address cannot be had. Then *fd is -1, with a line in
 * `error`. */
enum sv_status svi_listen_at(const char *listen_on, int *fd, char address[128],
                             struct svi_error *error);

#endif
