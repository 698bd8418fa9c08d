/* Limits the connections of the web servers of `serve` and `play` (libmicrohttpd). Browsers send
 * their request at once. So a connection without a whole request is kept only for some seconds, and
 * only while there is room: a client that opens many connections cannot keep others out.
 *
 * An address is an IPv4 address, or the first 64 bits of an IPv6 address. */
#ifndef SVI_TOOLS_SERVE_CLIENTS_H
#define SVI_TOOLS_SERVE_CLIENTS_H

#include <microhttpd.h>
#include <stdbool.h>

/* The server must accept this many connections more than `most`, as a new one is accepted before an
 * old one is closed. */
#define SVI_CLIENTS_SPARE 16u

struct svi_clients;

/* Makes an empty set. It keeps to `most` connections, `most_of_address` from one address, and ends
 * a connection that has waited `idle_s` for the end of a request. NULL: no memory. */
struct svi_clients *svi_clients_create(unsigned most, unsigned most_of_address, unsigned idle_s);

/* Frees the set, when the server has stopped. NULL is ignored. */
void svi_clients_destroy(struct svi_clients *clients);

/* Notes that a connection has begun or ended: for MHD_OPTION_NOTIFY_CONNECTION, with `clients` as
 * the first argument. If there is no room for a new one, the connection that has waited longest for
 * a request is closed, one of the same address if that has too many. If none waits, the new
 * connection is closed. */
void svi_clients_notify(void *clients, struct MHD_Connection *connection, void **context,
                        enum MHD_ConnectionNotificationCode code);

/* Notes that a whole request has come: the connection stays until it has been answered. */
void svi_clients_asked(struct svi_clients *clients, struct MHD_Connection *connection);

/* Notes that a request is over, answered or not: the connection waits for another. */
void svi_clients_answered(struct svi_clients *clients, struct MHD_Connection *connection);

/* Closes connections that have waited for too long. Call it about once a second. */
void svi_clients_turn(struct svi_clients *clients);

/* Returns true if a request gives the length of its body in two ways, which a proxy may read
 * differently (request smuggling). The caller refuses it with status 400. */
bool svi_clients_is_ambiguous(struct MHD_Connection *connection);

#endif
