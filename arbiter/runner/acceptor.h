/* The acceptor for bots that connect by themselves (`name@`, an endpoint in a league file). Their
 * owner trusts them, and may be running them in a debugger. A connection belongs to no bot until
 * its hello names a bot that is expected. Until then it may take its time, and takes no place from
 * others. The worker opens its acceptor if svi_run_config.listen names an endpoint, and closes it.
 * `stats` must outlive it. */
#ifndef SVI_ARBITER_RUNNER_ACCEPTOR_H
#define SVI_ARBITER_RUNNER_ACCEPTOR_H

#include "runner/bot_process.h"

/* Connections without a hello. If there is one more, the oldest is closed. */
#define SVI_ACCEPTOR_PEERS 32u

struct svi_acceptor {
    int epoll;
    uint64_t key; /* key of the acceptor's events; peer i has key + 1 + i */
    struct svi_run_stats *stats;
    struct svi_listener listener;
    struct svi_connection peer[SVI_ACCEPTOR_PEERS];
    uint64_t since[SVI_ACCEPTOR_PEERS]; /* running numbers of the peers' connections */
    uint64_t peers;                     /* connections accepted so far */
    unsigned refused;                   /* hellos refused so far */
};

/* Initialises a closed acceptor, which accepts no connections until svi_acceptor_open(). */
void svi_acceptor_init(struct svi_acceptor *acceptor, int epoll, uint64_t key,
                       struct svi_run_stats *stats);

/* Opens the acceptor at an endpoint of this machine. Returns SV_E_ARGUMENT for a faulty endpoint,
 * or SV_E_SYSTEM, with one line in `error`; the acceptor stays closed then. */
enum sv_status svi_acceptor_open(struct svi_acceptor *acceptor, const char *endpoint,
                                 struct svi_error *error);

/* Closes the listener and all peers. May be called again, and for an acceptor that never was
 * open. */
void svi_acceptor_close(struct svi_acceptor *acceptor);

/* Accepts a connection that waits. If all places are taken, closes the oldest connection without a
 * hello. A connection of another user is closed at once. Failures are not told. */
void svi_acceptor_accept(struct svi_acceptor *acceptor);

/* Reads from a peer into `buffer` after an event of its connection.
 *
 * If the hello names an expected bot, the connection becomes that bot's (svi_bot_process_take()).
 * Returns the bot, one of `bots`, then; more messages of its connection may lie in the buffer.
 * Returns NULL in all other cases. Any other hello is refused with the reason; a peer that sends
 * anything else is disconnected. */
struct svi_bot_process *svi_acceptor_read(struct svi_acceptor *acceptor, unsigned peer,
                                          struct svi_bot_process *bots, unsigned n_links,
                                          void *buffer, size_t size, int64_t now_us);

#endif
