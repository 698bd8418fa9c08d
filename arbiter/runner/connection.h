/* The line between a worker and one bot: first a socket that one process can connect to once and
 * that only the bot's user may enter, then the connection. It speaks ZMTP through sdk/channel,
 * whose memory is bounded. The worker's epoll set reports its events.
 *
 *     CLOSED --listen--> WAITING --accept--> CONNECTED --close--> CLOSED
 *
 * Nothing here waits. Each bot of a worker has a line, and so has each peer of an acceptor, and
 * each seat's bot of `solvent check`. */
#ifndef SVI_ARBITER_RUNNER_CONNECTION_H
#define SVI_ARBITER_RUNNER_CONNECTION_H

#include "base/error.h"
#include "channel/channel.h"
#include "channel/listener.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most bytes that a bot may leave unread; beyond that it is lost. */
#define SVI_CONNECTION_UNSENT_BYTES (16u << 20)
/* Most bytes that are read from a bot in one turn of the loop. */
#define SVI_CONNECTION_TURN_BYTES (1u << 18)

struct svi_run_stats; /* runner/run_config.h */

struct svi_connection {
    int epoll;    /* the worker's epoll set */
    uint64_t key; /* key of its events */
    uid_t user;   /* user that may connect */
    struct svi_listener listener;
    struct svi_channel channel;
    /* Epoll reports when the socket can be written to. */
    bool writing;
    /* Epoll does not report when the socket can be read from. */
    bool paused;
    struct svi_run_stats *stats;
};

/* Initialises a closed line. Its events in `epoll` have key `key`; `stats`, which must outlive it,
 * counts the traffic of its connections. */
void svi_connection_init(struct svi_connection *connection, int epoll, uint64_t key,
                         struct svi_run_stats *stats);

/* Starts to listen at an endpoint of this machine: CLOSED -> WAITING. Returns SV_E_SYSTEM or
 * SV_E_ARGUMENT with one line in `error`, and the line stays CLOSED. */
enum sv_status svi_connection_listen(struct svi_connection *connection, const char *endpoint,
                                     struct svi_error *error);

/* Accepts the first process of `user` that has connected: WAITING -> CONNECTED. No other process
 * can connect from then on. The line stays WAITING if none has connected, on SVI_ACCEPT_STRANGER,
 * and on SVI_ACCEPT_FAILED, which means that we lack a resource (errno). */
enum svi_accept svi_connection_accept(struct svi_connection *connection);

/* Takes over a connection that was accepted elsewhere: CLOSED or WAITING -> CONNECTED. The line
 * owns it from now on, and `channel` is closed for its former owner. */
void svi_connection_take(struct svi_connection *connection, struct svi_channel *channel);

static inline bool svi_connection_waiting(const struct svi_connection *connection)
{
    return connection->listener.fd >= 0;
}

static inline bool svi_connection_connected(const struct svi_connection *connection)
{
    return connection->channel.fd >= 0;
}

/* Sends a frame on a connected line, and keeps a copy of the bytes that cannot be sent now. Returns
 * SVI_CHANNEL_FINE or a verdict (sdk/channel/channel.h), as svi_connection_flush() does; close the
 * line then. */
enum svi_channel_result svi_connection_send(struct svi_connection *connection, const void *bytes,
                                            size_t size);

/* Sends more of the kept bytes. */
enum svi_channel_result svi_connection_flush(struct svi_connection *connection);

/* Sets whether epoll is silent about incoming bytes for now. The other end waits once its socket is
 * full. */
void svi_connection_pause(struct svi_connection *connection, bool paused);

/* Stops events of the connection: its bytes have been read to the end, which has been seen. */
void svi_connection_deafen(struct svi_connection *connection);

/* Closes the line from any state, also CLOSED. */
void svi_connection_close(struct svi_connection *connection);

#endif
