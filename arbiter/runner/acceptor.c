#include "runner/acceptor.h"

#include "wire/wire.h"

#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define MAX_LINES 10u

void svi_acceptor_init(struct svi_acceptor *acceptor, int epoll, uint64_t key,
                       struct svi_run_stats *stats)
{
    memset(acceptor, 0, sizeof *acceptor);
    acceptor->epoll = epoll;
    acceptor->key = key;
    acceptor->stats = stats;
    acceptor->listener.fd = -1;
    for (unsigned i = 0; i < SVI_ACCEPTOR_PEERS; i++) {
        svi_connection_init(&acceptor->peer[i], epoll, key + 1 + i, stats);
    }
}

enum sv_status svi_acceptor_open(struct svi_acceptor *acceptor, const char *endpoint,
                                 struct svi_error *error)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = acceptor->key};
    SVI_TRY(svi_listener_open(&acceptor->listener, endpoint, error));
    (void)epoll_ctl(acceptor->epoll, EPOLL_CTL_ADD, acceptor->listener.fd, &event);
    return SV_OK;
}

void svi_acceptor_close(struct svi_acceptor *acceptor)
{
    for (unsigned i = 0; i < SVI_ACCEPTOR_PEERS; i++) {
        svi_connection_close(&acceptor->peer[i]);
    }
    svi_listener_close(&acceptor->listener);
}

void svi_acceptor_accept(struct svi_acceptor *acceptor)
{
    int fd;
    unsigned place = 0;
    if (svi_listener_accept(&acceptor->listener, geteuid(), &fd) != SVI_ACCEPT_ONE) {
        return;
    }
    for (unsigned i = 0; i < SVI_ACCEPTOR_PEERS && svi_connection_connected(&acceptor->peer[place]);
         i++) {
        if (!svi_connection_connected(&acceptor->peer[i]) ||
            acceptor->since[i] < acceptor->since[place]) {
            place = i;
        }
    }
    svi_connection_close(&acceptor->peer[place]);
    acceptor->since[place] = ++acceptor->peers;
    struct svi_channel channel;
    svi_channel_init(&channel, fd, SVI_ZMTP_ROUTER, SVI_MAX_BOT_FRAME, SVI_CONNECTION_UNSENT_BYTES);
    svi_connection_take(&acceptor->peer[place], &channel);
}

static void refuse(struct svi_acceptor *acceptor, struct svi_connection *peer,
                   const struct svi_run_config *config, const char *name, const char *reason)
{
    struct svi_buf frame = {0};
    svi_put_refused(&frame, reason);
    if (!frame.failed) {
        (void)svi_connection_send(peer, frame.data, frame.size);
    }
    svi_buf_finish(&frame);
    if (config->output.note != NULL && acceptor->refused++ < MAX_LINES) {
        const char *last = acceptor->refused == MAX_LINES ? " (no more lines like this)" : "";
        if (config->debugging) {
            config->output.note("refused a connection to %s: its hello is not accepted: %s%s",
                                config->listen, reason, last);
        } else {
            config->output.note("refused a bot '%s': %s%s", name, reason, last);
        }
    }
}

/* Returns the expected bot that a hello is from. Returns NULL if no such bot is expected; *reason
 * then says so. */
static struct svi_bot_process *expected(struct svi_bot_process *bots, unsigned n_links,
                                        const char *name, const char **reason)
{
    *reason = "no bot of that name is expected";
    for (unsigned i = 0; i < n_links; i++) {
        struct svi_bot_process *bot = &bots[i];
        if (bot->spec->argv == NULL && (bot->spec->anybody || strcmp(name, bot->spec->name) == 0)) {
            *reason = "a bot of that name is connected already";
            return bot->state != SVI_BOT_PROCESS_UP ? bot : NULL;
        }
    }
    return NULL;
}

/* Reads a peer's first message. Returns the bot whose hello it is, or NULL. */
static struct svi_bot_process *judge(struct svi_acceptor *acceptor, struct svi_connection *peer,
                                     struct svi_bot_process *bots, unsigned n_links,
                                     const struct svi_zmtp_message *message, int64_t now_us)
{
    struct svi_hello hello;
    char text[SVI_MAX_REASON];
    struct svi_bot_process *bot = NULL;
    struct svi_head head;
    struct svi_cursor frame = svi_cursor_over(message->bytes, message->size);
    if (svi_get_head(&frame, &head) != SV_OK || head.type != SVI_MESSAGE_HELLO) {
        return NULL;
    }
    const char *reason = svi_bot_session_read_hello(message->bytes, message->size, &hello, text);
    if (reason == NULL) {
        bot = expected(bots, n_links, hello.name, &reason);
    }
    if (bot == NULL) {
        refuse(acceptor, peer, bots[0].place->config, hello.name[0] != '\0' ? hello.name : "?",
               reason);
        return NULL;
    }
    (void)epoll_ctl(acceptor->epoll, EPOLL_CTL_DEL, peer->channel.fd, NULL);
    svi_bot_process_take(bot, &peer->channel, &hello, now_us);
    return bot;
}

struct svi_bot_process *svi_acceptor_read(struct svi_acceptor *acceptor, unsigned peer,
                                          struct svi_bot_process *bots, unsigned n_links,
                                          void *buffer, size_t size, int64_t now_us)
{
    struct svi_connection *connection = &acceptor->peer[peer];
    struct svi_zmtp_message message = {.bytes = NULL};
    struct svi_bot_process *bot = NULL;
    if (!svi_connection_connected(connection)) {
        return NULL;
    }
    enum svi_channel_result result = svi_channel_read(&connection->channel, buffer, size, false);
    if (result == SVI_CHANNEL_SOME) {
        result = svi_channel_next(&connection->channel, &message);
    }
    if (result == SVI_CHANNEL_FINE) {
        (void)svi_connection_flush(connection); /* sends answers of the handshake */
        return NULL;
    }
    if (result == SVI_CHANNEL_MESSAGE) {
        bot = judge(acceptor, connection, bots, n_links, &message, now_us);
    }
    svi_connection_close(connection);
    return bot;
}
