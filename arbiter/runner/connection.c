#include "runner/connection.h"

#include "runner/run_config.h"

#include "wire/wire.h"

#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

void svi_connection_init(struct svi_connection *connection, int epoll, uint64_t key,
                         struct svi_run_stats *stats)
{
    memset(connection, 0, sizeof *connection);
    connection->epoll = epoll;
    connection->user = geteuid();
    connection->key = key;
    connection->stats = stats;
    connection->listener.fd = -1;
    connection->channel.fd = -1;
}

/* Epoll forgets closed descriptors, but a child of ours may hold one open a moment longer. */
static void register_fd(const struct svi_connection *connection, int operation, int fd,
                        uint32_t events)
{
    struct epoll_event event = {.events = events, .data.u64 = connection->key};
    (void)epoll_ctl(connection->epoll, operation, fd, &event);
}

enum sv_status svi_connection_listen(struct svi_connection *connection, const char *endpoint,
                                     struct svi_error *error)
{
    SVI_TRY(svi_listener_open(&connection->listener, endpoint, error));
    register_fd(connection, EPOLL_CTL_ADD, connection->listener.fd, EPOLLIN);
    return SV_OK;
}

static void stop_listening(struct svi_connection *connection)
{
    if (connection->listener.fd >= 0) {
        register_fd(connection, EPOLL_CTL_DEL, connection->listener.fd, 0);
    }
    svi_listener_close(&connection->listener);
}

/* Returns the events that epoll reports, besides the end of the connection. */
static uint32_t wanted(const struct svi_connection *connection)
{
    if (connection->channel.dry) {
        return 0;
    }
    return (connection->paused ? 0 : (uint32_t)EPOLLIN) |
           (connection->writing ? (uint32_t)EPOLLOUT : 0);
}

static void watch_channel(struct svi_connection *connection)
{
    connection->writing = svi_channel_wants_write(&connection->channel);
    connection->paused = false;
    register_fd(connection, EPOLL_CTL_ADD, connection->channel.fd, wanted(connection));
}

enum svi_accept svi_connection_accept(struct svi_connection *connection)
{
    int fd;
    const enum svi_accept accepted =
        svi_listener_accept(&connection->listener, connection->user, &fd);
    if (accepted == SVI_ACCEPT_ONE) {
        stop_listening(connection);
        svi_channel_init(&connection->channel, fd, SVI_ZMTP_ROUTER, SVI_MAX_BOT_FRAME,
                         SVI_CONNECTION_UNSENT_BYTES);
        watch_channel(connection);
    }
    return accepted;
}

void svi_connection_take(struct svi_connection *connection, struct svi_channel *channel)
{
    stop_listening(connection);
    connection->channel = *channel;
    channel->fd = -1;
    watch_channel(connection);
}

/* Updates epoll after a send: it reports writability only while unsent bytes are kept. */
static enum svi_channel_result after(struct svi_connection *connection,
                                     enum svi_channel_result result)
{
    const bool writing =
        result == SVI_CHANNEL_FINE && svi_channel_wants_write(&connection->channel);
    if (writing != connection->writing) {
        connection->writing = writing;
        register_fd(connection, EPOLL_CTL_MOD, connection->channel.fd, wanted(connection));
    }
    return result;
}

enum svi_channel_result svi_connection_send(struct svi_connection *connection, const void *bytes,
                                            size_t size)
{
    connection->stats->frames_out++;
    connection->stats->bytes_out += size;
    return after(connection, svi_channel_send(&connection->channel, bytes, size));
}

enum svi_channel_result svi_connection_flush(struct svi_connection *connection)
{
    return after(connection, svi_channel_flush(&connection->channel));
}

void svi_connection_pause(struct svi_connection *connection, bool paused)
{
    if (connection->paused != paused && connection->channel.fd >= 0) {
        connection->paused = paused;
        register_fd(connection, EPOLL_CTL_MOD, connection->channel.fd, wanted(connection));
    }
}

void svi_connection_deafen(struct svi_connection *connection)
{
    register_fd(connection, EPOLL_CTL_DEL, connection->channel.fd, 0);
}

void svi_connection_close(struct svi_connection *connection)
{
    stop_listening(connection);
    if (connection->channel.fd >= 0) {
        register_fd(connection, EPOLL_CTL_DEL, connection->channel.fd, 0);
        svi_channel_finish(&connection->channel);
        connection->channel.fd = -1;
    }
    connection->writing = false;
}
