/* The line between a worker and one bot: a place to connect to once, which nobody else knows or can
 * enter, then the connection. It speaks ZMTP by the channel's bounded codec; the worker's epoll
 * says when there is something to do.
 *
 *     CLOSED --listen--> WAITING --accept--> CONNECTED --close--> CLOSED
 *
 * Nothing here waits. */
#ifndef SVI_ARBITER_RUNNER_CONNECTION_H
#define SVI_ARBITER_RUNNER_CONNECTION_H

#include "base/error.h"
#include "channel/channel.h"
#include "channel/listener.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_CONNECTION_UNSENT_BYTES (16u << 20) /* that a bot may leave unread; then it is lost */
#define SVI_CONNECTION_TURN_BYTES (1u << 18)    /* that are read from a bot in a turn of the loop */

struct svi_run_stats; /* runner/run_config.h */

struct svi_connection {
    int epoll;    /* the worker's */
    uint64_t key; /* of its events */
    uid_t user;   /* who may connect */
    struct svi_listener listener;
    struct svi_channel channel;
    bool writing; /* epoll tells when it can be written to, */
    bool paused;  /* and does not when it can be read from */
    struct svi_run_stats *stats;
};

/* A closed line, whose events in `epoll` carry `key`. `stats` counts what goes over its
 * connections. */
void svi_connection_init(struct svi_connection *connection, int epoll, uint64_t key,
                         struct svi_run_stats *stats);

/* CLOSED -> WAITING at an endpoint of this machine. SV_E_SYSTEM, SV_E_ARGUMENT: `error` has one
 * line. */
enum sv_status svi_connection_listen(struct svi_connection *connection, const char *endpoint,
                                     struct svi_error *error);

/* WAITING -> CONNECTED, with the first of that user's processes that has connected; nobody else can
 * from then on. Stays WAITING when there is none, and on SVI_ACCEPT_FAILED, a lack of our own
 * (errno). */
enum svi_accept svi_connection_accept(struct svi_connection *connection);

/* CLOSED or WAITING -> CONNECTED over a connection that was accepted elsewhere, which is the line's
 * from now on. */
void svi_connection_take(struct svi_connection *connection, struct svi_channel *channel);

static inline bool svi_connection_waiting(const struct svi_connection *connection)
{
    return connection->listener.fd >= 0;
}

static inline bool svi_connection_connected(const struct svi_connection *connection)
{
    return connection->channel.fd >= 0;
}

/* Sends a frame of a connected line, or keeps what cannot be sent now. */
enum svi_channel_result svi_connection_send(struct svi_connection *connection, const void *bytes,
                                            size_t size);

/* Sends more of what was kept. */
enum svi_channel_result svi_connection_flush(struct svi_connection *connection);

/* Whether epoll is to be silent, for the time being, about what comes: the other end waits when its
 * socket is full. */
void svi_connection_pause(struct svi_connection *connection, bool paused);

/* Nothing is read from it any more: what it has sent was read dry, and its end has been seen. */
void svi_connection_deafen(struct svi_connection *connection);

/* Any -> CLOSED. */
void svi_connection_close(struct svi_connection *connection);

#endif
