/* Where to connect or to listen, in ZeroMQ's words, and which of these places lie on this machine:
 *
 *     ipc://PATH              a Unix socket
 *     ipc://@NAME             one without a file (Linux)
 *     tcp://127.0.0.1:PORT    or another 127.x.x.x, localhost, [::1]
 *     tcp://127.0.0.1:*       any free port; to listen only
 */
#ifndef SVI_CHANNEL_ENDPOINT_H
#define SVI_CHANNEL_ENDPOINT_H

#include "base/error.h"

#include <solvent/status.h>

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#define SVI_ENDPOINT_BYTES 128u /* of one that is written down, with its 0 */
/* Bytes of a path with its terminating 0: 108. */
#define SVI_ENDPOINT_PATH (sizeof((struct sockaddr_un *)NULL)->sun_path)

enum svi_endpoint_kind {
    SVI_ENDPOINT_ELSEWHERE, /* none of those above: another machine, or another kind of endpoint */
    SVI_ENDPOINT_UNIX,
    SVI_ENDPOINT_LOOPBACK,
};

struct svi_endpoint {
    enum svi_endpoint_kind kind;
    socklen_t size; /* of the address */
    union {
        struct sockaddr any;
        struct sockaddr_un local;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address;
};

/* Reads an endpoint. What is not on this machine is ELSEWHERE, however it is written.
 * SV_E_ARGUMENT: it is on this machine, but there is something wrong with it; `error` then holds
 * one line. */
enum sv_status svi_endpoint_read(struct svi_endpoint *e, const char *text, struct svi_error *error);

/* The same for a place to listen at, which other machines may reach: besides those of this machine
 * alone it takes
 *
 *     tcp://ADDRESS:PORT      an address in numbers, of version 4, or of version 6 in brackets; *
 * for all of version 4
 *
 * whose kind is ELSEWHERE, too. SV_E_ARGUMENT: it is none of these; `error` then holds one line. */
enum sv_status svi_endpoint_read_open(struct svi_endpoint *e, const char *text,
                                      struct svi_error *error);

/* True for a Unix socket that has a file. */
bool svi_endpoint_has_file(const struct svi_endpoint *e);

/* Begins a connection and does not wait for it: in rare cases what is wrong with it is found only
 * by using it. The socket is the caller's. SV_E_SYSTEM, and errno says why: ECONNREFUSED or ENOENT
 * when nobody listens (yet), EAGAIN when too many others are connecting, EINVAL without a port. */
enum sv_status svi_endpoint_connect(const struct svi_endpoint *e, int *fd);

#endif
