/* Serves the tables over HTTP/1.1, by libmicrohttpd, with a path for each person:
 *
 *     GET  /TOKEN/           the page
 *     GET  /TOKEN/events     the person's events, as server-sent events
 *     POST /TOKEN/answer     an answer (tools/play/table.h)
 *     POST /TOKEN/judge      asks whether a draft of an answer is legal
 *     POST /TOKEN/back       takes the last answer back
 *     POST /TOKEN/resign     the person stops playing
 *     POST /TOKEN/end        the match ends without a result, for everybody at the table
 *     POST /TOKEN/again      another game begins, once this one is over
 *     GET  /TOKEN/game       the game as a page to step through, once it is over
 *     GET  /TOKEN/game.svr   its record
 *
 * A GET changes nothing. A POST is refused unless it comes from the page itself.
 *
 * `solvent play` uses the server, and `solvent league run` for bots that are people in a browser.
 */
#ifndef SVI_TOOLS_PLAY_SERVER_H
#define SVI_TOOLS_PLAY_SERVER_H

#include "tools/play/table.h"
#include "tools/serve/server.h"

struct svi_play_server;

struct svi_play_server_config {
    const char *listen;     /* "127.0.0.1:0" */
    struct svi_hosts hosts; /* host names that it answers for, besides addresses and localhost */
    unsigned idle_s;        /* a connection idle for this many seconds is closed */
};

/* Listens and serves `n` tables on a thread of its own. End *out with svi_play_server_stop().
 * `address` is as in svi_listen_at(). `tables`, the tables and `config` must outlive the server.
 * Returns SV_E_ARGUMENT if `listen` is no address, SV_E_SYSTEM if the address is not available or
 * there is no memory or thread; each with a line in `error`, and *out is NULL. */
enum sv_status svi_play_server_start(struct svi_play_server **out,
                                     struct svi_play_table *const *tables, unsigned n,
                                     const struct svi_play_server_config *config, char address[128],
                                     struct svi_error *error);

/* Sends signs of life to readers that are due, and closes idle connections. Call it several times a
 * second, from any thread. */
void svi_play_server_turn(struct svi_play_server *server);

/* Ends the streams, waits up to a second until browsers have their last events, and frees the
 * server. NULL is ignored. */
void svi_play_server_stop(struct svi_play_server *server);

#endif
