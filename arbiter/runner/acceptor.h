/* The acceptor for bots that connect by themselves (`name@`, an endpoint in a league file): their
 * owner trusts them, and is perhaps in a debugger. Who has connected is nobody until a hello says
 * the name of a bot that is expected; until then it may take its time, and costs nobody else a
 * place. */
#ifndef SVI_ARBITER_RUNNER_ACCEPTOR_H
#define SVI_ARBITER_RUNNER_ACCEPTOR_H

#include "runner/bot_process.h"

/* Connections without a hello. If there is one more, the oldest is closed. */
#define SVI_ACCEPTOR_PEERS 32u

struct svi_acceptor {
    int epoll;
    uint64_t key; /* of the acceptor's events; key + 1 and on are its peers' */
    struct svi_run_stats *stats;
    struct svi_listener listener;
    struct svi_connection peer[SVI_ACCEPTOR_PEERS];
    uint64_t since[SVI_ACCEPTOR_PEERS]; /* their running numbers */
    uint64_t peers;                     /* so far */
    unsigned refused;                   /* so far */
};

/* An acceptor that is not there: nobody comes. */
void svi_acceptor_init(struct svi_acceptor *acceptor, int epoll, uint64_t key,
                       struct svi_run_stats *stats);

/* Opens it at an endpoint of this machine. SV_E_ARGUMENT, SV_E_SYSTEM: `error` has one line. */
enum sv_status svi_acceptor_open(struct svi_acceptor *acceptor, const char *endpoint,
                                 struct svi_error *error);
void svi_acceptor_close(struct svi_acceptor *acceptor);

/* Lets in who has connected. */
void svi_acceptor_accept(struct svi_acceptor *acceptor);

/* Something has come from a peer, to be read into `buffer`. A hello with the name of a bot that is
 * expected makes its connection that bot's (svi_bot_process_take()): the bot, of whose connection
 * more messages may lie in the buffer. NULL in all other cases: any other hello is refused with the
 * reason, whatever is no hello is shown out. */
struct svi_bot_process *svi_acceptor_guest(struct svi_acceptor *acceptor, unsigned peer,
                                           struct svi_bot_process *bots, unsigned n_links,
                                           void *buffer, size_t size, int64_t now_us);

#endif
