/* A socket that waits for connections from this machine: the arbiter's door for one bot, or for
 * those that are started by hand. Nothing here waits. */
#ifndef SVI_CHANNEL_LISTENER_H
#define SVI_CHANNEL_LISTENER_H

#include "channel/endpoint.h"

#include <sys/types.h>

struct svi_listener {
    int fd;                        /* to be polled for reading; -1: closed */
    char path[SVI_ENDPOINT_PATH];  /* of the socket's file, "" when it has none */
    char text[SVI_ENDPOINT_BYTES]; /* the endpoint to connect to, with the port that was found for
                                      '*' */
};

/* How svi_listener_accept() came back. */
enum svi_accept {
    SVI_ACCEPT_NOBODY,   /* nobody is waiting */
    SVI_ACCEPT_ONE,      /* a connection, which is the caller's */
    SVI_ACCEPT_STRANGER, /* one from another user, turned away */
    SVI_ACCEPT_FAILED,   /* the system refuses, and errno says why; whoever waits goes on waiting */
};

/* Listens at an endpoint of this machine. A socket file gets the permissions 0600, and takes the
 * place of one that nobody listens at any more. Where the system can (Linux 6.16), it is told to
 * refuse descriptors that are passed. SV_E_ARGUMENT (the endpoint), SV_E_SYSTEM: `error` holds one
 * line, and the listener is closed. */
enum sv_status svi_listener_open(struct svi_listener *l, const char *endpoint,
                                 struct svi_error *error);

/* The same at a place that svi_endpoint_read_open() has read from `text`, which other machines may
 * reach. */
enum sv_status svi_listener_open_at(struct svi_listener *l, const struct svi_endpoint *e,
                                    const char *text, struct svi_error *error);

/* Takes the next connection. On a Unix socket it must be one of user `uid`, as seen from here: the
 * process at the other end may be any of that user's, since who connects isn't always who was
 * started. Over TCP there is no telling. `fd` is filled with SVI_ACCEPT_ONE only. */
enum svi_accept svi_listener_accept(struct svi_listener *l, uid_t uid, int *fd);

/* Listens no more, so that who connects is refused by the kernel, but keeps the place for the
 * listener: nobody else can have it before it is closed (but a port that was found for '*' is given
 * back). */
void svi_listener_shut(struct svi_listener *l);

/* Closes it and removes its file. Those who have connected and were not accepted are turned away.
 * May be called again, and for one that is zeroed but for fd = -1. */
void svi_listener_close(struct svi_listener *l);

#endif
