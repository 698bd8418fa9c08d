/* Serves the site over HTTP/1.1 by libmicrohttpd, with GET and HEAD alone. The number of
 * connections is bounded, and a slow client holds up no other. `solvent serve` runs the server;
 * tools/play/server.c uses the hosts and svi_listen_at(). Site, configuration and flag belong to
 * the caller and must outlive the call. */
#ifndef SVI_TOOLS_SERVE_SERVER_H
#define SVI_TOOLS_SERVE_SERVER_H

#include "base/error.h"
#include "tools/serve/site.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- hosts ----------------------------------------------------------------------------------- */

/* The names that a server answers for. A foreign page whose name is made to lead to this machine
 * (DNS rebinding) sends its own name as Host. Refusing other names keeps it from reading a league
 * that only this machine can reach. */

#define SVI_HOSTS_MOST 16u

/* Host names. A zeroed struct allows addresses and localhost alone. */
struct svi_hosts {
    const char *name[SVI_HOSTS_MOST]; /* n names of --host, owned by the caller */
    unsigned n;
};

/* Returns whether `name` is a valid host name, without a port. */
bool svi_hosts_is_name(const char *name);

/* Returns whether the server answers a request whose Host header is `header` (NULL if it has none).
 * The host must be a numeric address, localhost or one of the names, in any case of letters, with
 * any port. */
bool svi_hosts_allow(const struct svi_hosts *hosts, const char *header);

/* Returns whether a request comes from one of our pages; call it before a request that changes or
 * costs something. `origin` is the page's origin as browsers send it, such as
 * "https://league.example.org". It must agree with the header Host, or with one of the names: a
 * proxy may have put its own name into Host. `host` is NULL without that header. */
bool svi_hosts_is_own(const struct svi_hosts *hosts, const char *origin, const char *host);

/* ---- server ---------------------------------------------------------------------------------- */

struct svi_server_config {
    const char *listen; /* "127.0.0.1:8080", "[::1]:0" */
    struct svi_hosts hosts;
    unsigned viewers; /* most viewers that wait for news at once */
    unsigned beat_ms; /* longest time between two events to a viewer */
    unsigned idle_s;  /* a connection that sends nothing for this long is closed */
    /* Called on the thread of svi_server_run(): `ready` when the server begins to answer, at
     * "http://127.0.0.1:8080/" for example, `note` with news for the user. */
    void (*ready)(const char *address);
    void (*note)(const char *format, ...) __attribute__((format(printf, 1, 2)));
};

/* Reads the store and serves until *stop is true. The calling thread brings figures, and one thread
 * of libmicrohttpd answers. A store that cannot be read later is told by `note`. Returns SV_OK once
 * *stop is true, SV_E_ARGUMENT if `listen` is no address, SV_E_SYSTEM if the address cannot be
 * bound or without memory, and the errors of the first svi_site_renew(), with a line in `error`. */
enum sv_status svi_server_run(struct svi_site *site, const struct svi_server_config *config,
                              const atomic_bool *stop, struct svi_error *error);

/* ---- listen ---------------------------------------------------------------------------------- */

/* Listens on "HOST:PORT" or "[HOST]:PORT", where HOST is numeric or localhost. Port 0 takes a free
 * port. Sets *fd to the socket and `address` to its URL, "http://127.0.0.1:8080/". Returns
 * SV_E_ARGUMENT if the text has another form, and SV_E_SYSTEM if the address cannot be bound, each
 * with a line in `error`. Then *fd is no open socket, and must not be closed. */
enum sv_status svi_listen_at(const char *listen_on, int *fd, char address[128],
                             struct svi_error *error);

#endif
