/* The table over HTTP/1.1, by libmicrohttpd, below a path of its own for each person:
 *
 *     GET  /TOKEN/           the page
 *     GET  /TOKEN/events     what the person is told, as server-sent events
 *     POST /TOKEN/answer     an answer (tools/play/table.h)
 *     POST /TOKEN/judge      what the rules say to a draft of one
 *     POST /TOKEN/back       takes the last answer back
 *     POST /TOKEN/resign     the person plays no more
 *     GET  /TOKEN/game       the game as a page to step through, once it is over
 *     GET  /TOKEN/game.svr   its record
 *
 * Nothing changes by a GET. A POST comes from the page itself, or it is refused. */
#ifndef SVI_TOOLS_PLAY_SERVER_H
#define SVI_TOOLS_PLAY_SERVER_H

#include "tools/play/table.h"
#include "tools/serve/server.h"

struct svi_play_server;

struct svi_play_server_config {
    const char *listen;     /* "127.0.0.1:0" */
    struct svi_hosts hosts; /* that it answers for, besides addresses and localhost */
    unsigned idle_s;        /* a connection without a byte for so long is closed */
};

/* Listens and serves `n` tables by a thread of its own; *out is to be given to
 * svi_play_server_stop(). `address`: as of svi_listen_at(). All that is given must outlive it.
 * SV_E_ARGUMENT: `listen` is no address. SV_E_SYSTEM: it cannot be had, or no memory. A line in
 * `error`. */
enum sv_status svi_play_server_start(struct svi_play_server **out,
                                     struct svi_play_table *const *tables, unsigned n,
                                     const struct svi_play_server_config *config, char address[128],
                                     struct svi_error *error);

/* Has readers hear from us who are due; several times a second. */
void svi_play_server_turn(struct svi_play_server *server);

void svi_play_server_stop(struct svi_play_server *server);

#endif
