/* The connections of a web server. Browsers send their request at once, so a connection on which no
 * whole request has come is kept only for a while, and only while there is room: whoever opens many
 * of them keeps nobody out. For `serve` and `play`, whose servers are libmicrohttpd's.
 *
 * An address is one of IPv4, or what a network has in IPv6 (64 bits). */
#ifndef SVI_TOOLS_SERVE_CLIENTS_H
#define SVI_TOOLS_SERVE_CLIENTS_H

#include <microhttpd.h>
#include <stdbool.h>

/* Give the server room for so many more connections than `most`: a new one has to come in before
 * another goes. */
#define SVI_CLIENTS_SPARE 16u

struct svi_clients;

/* Makes an empty set. It keeps to `most` connections, `most_of_address` from one address, and ends
 * a connection that has waited `idle_s` for the end of a request. NULL: no memory. */
struct svi_clients *svi_clients_create(unsigned most, unsigned most_of_address, unsigned idle_s);

/* Frees the set, when the server has stopped. NULL is ignored. */
void svi_clients_destroy(struct svi_clients *clients);

/* Notes that a connection has begun or ended: for MHD_OPTION_NOTIFY_CONNECTION, with `clients` as
 * the first argument. Where there is no room for a new one, the connection ends that has waited
 * longest for a request, of the same address where that has too many; without such a one the new
 * connection ends. */
void svi_clients_notify(void *clients, struct MHD_Connection *connection, void **context,
                        enum MHD_ConnectionNotificationCode code);

/* Notes that a whole request has come: the connection stays until it has been answered. */
void svi_clients_asked(struct svi_clients *clients, struct MHD_Connection *connection);

/* Notes that a request is over, answered or not: the connection waits for another. */
void svi_clients_answered(struct svi_clients *clients, struct MHD_Connection *connection);

/* Ends connections that have waited for too long. To be called every now and then. */
void svi_clients_turn(struct svi_clients *clients);

/* Whether a request says in two ways where its body ends, which servers before this one may read
 * otherwise (request smuggling). It is to be refused with the status 400. */
bool svi_clients_is_ambiguous(struct MHD_Connection *connection);

#endif
