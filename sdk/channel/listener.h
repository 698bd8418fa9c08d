/* A socket that waits for connections: the arbiter has one for each bot, or one for all bots that
 * are started by hand. tools/gate has one that other machines may reach, and league files are
 * checked by opening one. No call waits. The listener owns its socket, and copies the endpoint. */
#ifndef SVI_CHANNEL_LISTENER_H
#define SVI_CHANNEL_LISTENER_H

#include "channel/endpoint.h"

#include <sys/types.h>

struct svi_listener {
    /* Socket to poll for reading; -1: closed. */
    int fd;
    /* Path of the socket's file, or "". */
    char path[SVI_ENDPOINT_PATH];
    /* Endpoint for bots to connect to, with the port that replaced '*'. */
    char text[SVI_ENDPOINT_BYTES];
};

/* The results of svi_listener_accept(). */
enum svi_accept {
    SVI_ACCEPT_NOBODY,   /* no connection waits */
    SVI_ACCEPT_ONE,      /* a connection, owned by the caller */
    SVI_ACCEPT_STRANGER, /* a connection of another user, closed */
    /* The system refuses, with the reason in errno; waiting connections stay in the queue. */
    SVI_ACCEPT_FAILED,
};

/* Listens at an endpoint of this machine; `l` is closed, or was never opened. A socket file gets
 * the permissions 0600, and replaces a file at which no process listens any more. Where the system
 * can (Linux 6.16), the socket refuses passed descriptors. Returns SV_E_ARGUMENT for a faulty
 * endpoint, or SV_E_SYSTEM; `error` holds one line then, and the listener is closed. */
enum sv_status svi_listener_open(struct svi_listener *l, const char *endpoint,
                                 struct svi_error *error);

/* As svi_listener_open(), at an endpoint that svi_endpoint_read_open() has read from `text` and
 * that other machines may reach. */
enum sv_status svi_listener_open_at(struct svi_listener *l, const struct svi_endpoint *e,
                                    const char *text, struct svi_error *error);

/* Takes the next connection. On a Unix socket the peer must be of user `uid`, as seen from here; it
 * may be any process of that user, because the process that connects is not always the one that was
 * started. Over TCP the user is unknown. `fd` is set with SVI_ACCEPT_ONE only. */
enum svi_accept svi_listener_accept(struct svi_listener *l, uid_t uid, int *fd);

/* Stops listening, for an open listener, so that the kernel refuses new connections. Connections
 * that were not accepted are closed, and the socket's file is removed. A TCP port stays reserved
 * until svi_listener_close(), unless it was found for '*'. */
void svi_listener_shut(struct svi_listener *l);

/* Stops listening as svi_listener_shut() does, and closes the socket. May be called again, and for
 * a struct that is zero except for fd = -1. */
void svi_listener_close(struct svi_listener *l);

#endif
