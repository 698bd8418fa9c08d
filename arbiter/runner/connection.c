#include "runner/connection.h"

#include "wire/wire.h"

#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

void svi_line_init(struct svi_line *line, int epoll, uint64_t key, struct svi_line_traffic *traffic)
{
    memset(line, 0, sizeof *line);
    line->epoll = epoll;
    line->user = geteuid();
    line->key = key;
    line->traffic = traffic;
    line->listener.fd = -1;
    line->channel.fd = -1;
}

/* Epoll forgets descriptors that are closed, but a child of ours may hold one a moment longer. */
static void register_fd(const struct svi_line *line, int operation, int fd, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.u64 = line->key};
    (void)epoll_ctl(line->epoll, operation, fd, &event);
}

enum sv_status svi_line_listen(struct svi_line *line, const char *endpoint, char *error,
                               size_t error_size)
{
    const enum sv_status status = svi_listener_open(&line->listener, endpoint, error, error_size);
    if (status == SV_OK) {
        register_fd(line, EPOLL_CTL_ADD, line->listener.fd, EPOLLIN);
    }
    return status;
}

static void stop_listening(struct svi_line *line)
{
    if (line->listener.fd >= 0) {
        register_fd(line, EPOLL_CTL_DEL, line->listener.fd, 0);
    }
    svi_listener_close(&line->listener);
}

/* What epoll is to tell of the connection, beside its end. */
static uint32_t wanted(const struct svi_line *line)
{
    if (line->channel.dry) {
        return 0;
    }
    return (line->paused ? 0 : (uint32_t)EPOLLIN) | (line->writing ? (uint32_t)EPOLLOUT : 0);
}

static void watch_channel(struct svi_line *line)
{
    line->writing = svi_channel_wants_write(&line->channel);
    line->paused = false;
    register_fd(line, EPOLL_CTL_ADD, line->channel.fd, wanted(line));
}

enum svi_accept svi_line_accept(struct svi_line *line)
{
    int fd;
    const enum svi_accept accepted = svi_listener_accept(&line->listener, line->user, &fd);
    if (accepted == SVI_ACCEPT_ONE) {
        stop_listening(line);
        svi_channel_init(&line->channel, fd, SVI_ZMTP_ROUTER, SVI_MAX_BOT_FRAME,
                         SVI_LINE_UNSENT_BYTES);
        watch_channel(line);
    }
    return accepted;
}

pid_t svi_line_peer(const struct svi_line *line)
{
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    return getsockopt(line->channel.fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
}

void svi_line_take(struct svi_line *line, struct svi_channel *channel)
{
    stop_listening(line);
    line->channel = *channel;
    channel->fd = -1;
    watch_channel(line);
}

/* After something was sent or not: epoll is asked to tell only while something is kept. */
static enum svi_channel_result after(struct svi_line *line, enum svi_channel_result result)
{
    const bool writing = result == SVI_CHANNEL_FINE && svi_channel_wants_write(&line->channel);
    if (writing != line->writing) {
        line->writing = writing;
        register_fd(line, EPOLL_CTL_MOD, line->channel.fd, wanted(line));
    }
    return result;
}

enum svi_channel_result svi_line_send(struct svi_line *line, const void *bytes, size_t size)
{
    line->traffic->frames_out++;
    line->traffic->bytes_out += size;
    return after(line, svi_channel_send(&line->channel, bytes, size));
}

enum svi_channel_result svi_line_flush(struct svi_line *line)
{
    return after(line, svi_channel_flush(&line->channel));
}

void svi_line_pause(struct svi_line *line, bool paused)
{
    if (line->paused != paused && line->channel.fd >= 0) {
        line->paused = paused;
        register_fd(line, EPOLL_CTL_MOD, line->channel.fd, wanted(line));
    }
}

void svi_line_deafen(struct svi_line *line)
{
    register_fd(line, EPOLL_CTL_DEL, line->channel.fd, 0);
}

void svi_line_close(struct svi_line *line)
{
    stop_listening(line);
    if (line->channel.fd >= 0) {
        register_fd(line, EPOLL_CTL_DEL, line->channel.fd, 0);
        svi_channel_finish(&line->channel);
        line->channel.fd = -1;
    }
    line->writing = false;
}
