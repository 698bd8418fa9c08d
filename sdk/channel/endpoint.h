/* Endpoints: addresses to connect to or to listen at, in ZeroMQ's notation. Bots, listeners, gates
 * and the league file's reader use them. A struct owns nothing, and is not valid after an error.
 * The module decides which of them lie on this machine:
 *
 *     ipc://PATH              a Unix socket
 *     ipc://@NAME             one without a file (Linux)
 *     tcp://127.0.0.1:PORT    or another 127.x.x.x, localhost, [::1]
 *     tcp://127.0.0.1:*       any free port; to listen only */
#ifndef SVI_CHANNEL_ENDPOINT_H
#define SVI_CHANNEL_ENDPOINT_H

#include "base/error.h"

#include <solvent/status.h>

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

/* Bytes of an endpoint's text with its 0. */
#define SVI_ENDPOINT_BYTES 128u
/* Bytes of a path with its terminating 0: 108. */
#define SVI_ENDPOINT_PATH (sizeof((struct sockaddr_un *)NULL)->sun_path)

enum svi_endpoint_kind {
    /* On another machine, or another kind of endpoint. */
    SVI_ENDPOINT_ELSEWHERE,
    SVI_ENDPOINT_UNIX,
    SVI_ENDPOINT_LOOPBACK,
};

struct svi_endpoint {
    enum svi_endpoint_kind kind;
    socklen_t size; /* bytes of the address */
    union {
        struct sockaddr any;
        struct sockaddr_un local;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address;
};

/* Reads an endpoint. Any text that does not name this machine is ELSEWHERE, however it is written.
 * Returns SV_E_ARGUMENT, with one line in `error`, if the endpoint is on this machine but
 * faulty. */
enum sv_status svi_endpoint_read(struct svi_endpoint *e, const char *text, struct svi_error *error);

/* Reads an endpoint to listen at, which other machines may reach. Besides the endpoints of this
 * machine it accepts
 *
 *     tcp://ADDRESS:PORT      a numeric address: IPv4, IPv6 in brackets, or * for all of IPv4
 *
 * whose kind is ELSEWHERE too. Returns SV_E_ARGUMENT, with one line in `error`, for any other
 * text. */
enum sv_status svi_endpoint_read_open(struct svi_endpoint *e, const char *text,
                                      struct svi_error *error);

/* Returns whether the endpoint is a Unix socket with a file. */
bool svi_endpoint_has_file(const struct svi_endpoint *e);

/* Begins a connection to an endpoint of this machine, not ELSEWHERE, without waiting for it; in
 * rare cases an error only shows when the socket is used. The caller owns the socket, which is
 * blocking; *fd is set on SV_OK only. Returns SV_E_SYSTEM with the reason in errno: ECONNREFUSED or
 * ENOENT if no process listens (yet), EAGAIN if too many others are connecting, EINVAL without a
 * port. */
enum sv_status svi_endpoint_connect(const struct svi_endpoint *e, int *fd);

#endif
