#include "runner/acceptor.h"

#include "wire/wire.h"

#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define MAX_LINES 10u

void svi_door_init(struct svi_door *door, int epoll, uint64_t key, struct svi_line_traffic *traffic)
{
    memset(door, 0, sizeof *door);
    door->epoll = epoll;
    door->key = key;
    door->traffic = traffic;
    door->listener.fd = -1;
    for (unsigned i = 0; i < SVI_DOOR_GUESTS; i++) {
        svi_line_init(&door->guest[i], epoll, key + 1 + i, traffic);
    }
}

enum sv_status svi_door_open(struct svi_door *door, const char *endpoint, char *error,
                             size_t error_size)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = door->key};
    const enum sv_status status = svi_listener_open(&door->listener, endpoint, error, error_size);
    if (status == SV_OK) {
        (void)epoll_ctl(door->epoll, EPOLL_CTL_ADD, door->listener.fd, &event);
    }
    return status;
}

void svi_door_close(struct svi_door *door)
{
    for (unsigned i = 0; i < SVI_DOOR_GUESTS; i++) {
        svi_line_close(&door->guest[i]);
    }
    svi_listener_close(&door->listener);
}

void svi_door_accept(struct svi_door *door)
{
    int fd;
    unsigned place = 0;
    if (svi_listener_accept(&door->listener, geteuid(), &fd) != SVI_ACCEPT_ONE) {
        return;
    }
    for (unsigned i = 0; i < SVI_DOOR_GUESTS && svi_line_connected(&door->guest[place]); i++) {
        if (!svi_line_connected(&door->guest[i]) || door->since[i] < door->since[place]) {
            place = i;
        }
    }
    svi_line_close(&door->guest[place]);
    door->since[place] = ++door->guests;
    struct svi_channel channel;
    svi_channel_init(&channel, fd, SVI_ZMTP_ROUTER, SVI_MAX_BOT_FRAME, SVI_LINE_UNSENT_BYTES);
    svi_line_take(&door->guest[place], &channel);
}

static void refuse(struct svi_door *door, struct svi_line *guest,
                   const struct svi_referee_config *config, const char *name, const char *reason)
{
    struct svi_buf frame = {0};
    svi_put_refused(&frame, reason);
    if (!frame.failed) {
        (void)svi_line_send(guest, frame.data, frame.size);
    }
    svi_buf_finish(&frame);
    if (config->note != NULL && door->refused++ < MAX_LINES) {
        config->note("refused a bot '%s': %s%s", name, reason,
                     door->refused == MAX_LINES ? " (no more lines like this)" : "");
    }
}

/* The bot that a hello is from. NULL when no such bot is expected; *reason then says so. */
static struct svi_link *expected(struct svi_link *links, unsigned n_links, const char *name,
                                 const char **reason)
{
    *reason = "no bot of that name is expected";
    for (unsigned i = 0; i < n_links; i++) {
        struct svi_link *link = &links[i];
        if (link->spec->argv == NULL && strcmp(name, link->spec->name) == 0) {
            *reason = "a bot of that name is connected already";
            return link->state != SVI_LINK_UP ? link : NULL;
        }
    }
    return NULL;
}

/* The guest's first message: the link that it is gone to, or NULL. */
static struct svi_link *judge(struct svi_door *door, struct svi_line *guest, struct svi_link *links,
                              unsigned n_links, const struct svi_zmtp_message *message,
                              int64_t now_us)
{
    struct svi_hello hello;
    char text[SVI_MAX_REASON];
    struct svi_link *link = NULL;
    struct svi_head head;
    struct svi_cursor frame = svi_cursor_over(message->bytes, message->size);
    if (svi_get_head(&frame, &head) != SV_OK || head.type != SVI_MESSAGE_HELLO) {
        return NULL;
    }
    const char *reason = svi_host_read_hello(message->bytes, message->size, &hello, text);
    if (reason == NULL) {
        link = expected(links, n_links, hello.name, &reason);
    }
    if (link == NULL) {
        refuse(door, guest, links[0].place->config, hello.name[0] != '\0' ? hello.name : "?",
               reason);
        return NULL;
    }
    (void)epoll_ctl(door->epoll, EPOLL_CTL_DEL, guest->channel.fd, NULL);
    svi_link_take(link, &guest->channel, &hello, now_us);
    return link;
}

struct svi_link *svi_door_guest(struct svi_door *door, unsigned guest, struct svi_link *links,
                                unsigned n_links, void *buffer, size_t size, int64_t now_us)
{
    struct svi_line *line = &door->guest[guest];
    struct svi_zmtp_message message = {.bytes = NULL};
    struct svi_link *link = NULL;
    if (!svi_line_connected(line)) {
        return NULL;
    }
    enum svi_channel_result result = svi_channel_read(&line->channel, buffer, size, false);
    if (result == SVI_CHANNEL_SOME) {
        result = svi_channel_next(&line->channel, &message);
    }
    if (result == SVI_CHANNEL_FINE) {
        (void)svi_line_flush(line); /* what the handshake calls for */
        return NULL;
    }
    if (result == SVI_CHANNEL_MESSAGE) {
        link = judge(door, line, links, n_links, &message, now_us);
    }
    svi_line_close(line);
    return link;
}
