/* Limits the connections of the web servers of `serve` and `play` (libmicrohttpd), which own a set
 * each. Browsers send their request at once, and read the answer at once. So a connection without a
 * whole request is kept only for some seconds. When there is no room, the address with the most
 * connections gives one up: a client that opens many connections, or reads slowly on them, cannot
 * keep others out.
 *
 * An address is an IPv4 address, or the first 64 bits of an IPv6 address. svi_clients_serve() starts
 * the web server itself. */
#ifndef SVI_TOOLS_SERVE_CLIENTS_H
#define SVI_TOOLS_SERVE_CLIENTS_H

#include "base/error.h"

#include <microhttpd.h>
#include <stdbool.h>

#if MHD_VERSION < 0x00097002
/* Ubuntu 20.04: the library returns and expects int. */
enum MHD_Result { SVI_MHD_NO = MHD_NO, SVI_MHD_YES = MHD_YES };
#endif

/* The server must accept this many connections more than `most`, as a new one is accepted before an
 * old one is closed. */
#define SVI_CLIENTS_SPARE 16u

struct svi_clients;

/* Makes an empty set. It keeps to `most` connections, `most_of_address` from one address, and ends
 * a connection that has waited `idle_s` for the end of a request. Never returns NULL: without
 * memory the program ends (memory/memory.h). Several threads may use a set at once.
 * svi_clients_destroy() frees it. */
struct svi_clients *svi_clients_create(unsigned most, unsigned most_of_address, unsigned idle_s);

/* Frees the set, when the server has stopped. NULL is ignored. */
void svi_clients_destroy(struct svi_clients *clients);

/* Notes that a connection has begun or ended: for MHD_OPTION_NOTIFY_CONNECTION, with `clients` as
 * the first argument. If there is no room for a new one, a connection of the address with the most
 * connections is closed, or one of the new one's address if that has too many. An idle one goes
 * first: it waits for a request, or has read its answer for more than idle_s. Among these the one
 * that has waited longest goes. A stream of events stays. */
void svi_clients_notify(void *clients, struct MHD_Connection *connection, void **context,
                        enum MHD_ConnectionNotificationCode code);

/* Notes that a whole request has come: the connection reads the answer. */
void svi_clients_asked(struct svi_clients *clients, struct MHD_Connection *connection);

/* Notes that the answer is a stream of events, whose number the caller limits: the connection stays
 * until the stream ends. */
void svi_clients_streams(struct svi_clients *clients, struct MHD_Connection *connection);

/* Notes that a request is over, answered or not: the connection waits for another. */
void svi_clients_answered(struct svi_clients *clients, struct MHD_Connection *connection);

/* Closes connections that have waited for too long. Call it about once a second. */
void svi_clients_turn(struct svi_clients *clients);

/* Returns whether to refuse a request with status 400: its target, as sent, has escapes (%) or other
 * than printable characters, which no address of ours needs; or it gives the length of its body in
 * two ways, which a proxy may read differently (request smuggling). `slot` is the request's, and
 * svi_clients_odd in the first case: the caller does not free that. */
bool svi_clients_is_odd(struct MHD_Connection *connection, const void *slot);
extern char svi_clients_odd[];

/* Serves a listening socket by a thread of libmicrohttpd. It calls `handle` for a request, and
 * `forget` when the request is over, each with `user`. Connections can be suspended. The caller
 * stops the server with MHD_stop_daemon() before it destroys the set. Closes `fd` and returns NULL,
 * with a line in `error`, if the system refuses memory or a thread. */
struct MHD_Daemon *svi_clients_serve(struct svi_clients *clients, int fd,
                                     MHD_AccessHandlerCallback handle,
                                     MHD_RequestCompletedCallback forget, void *user,
                                     struct svi_error *error);

#endif
