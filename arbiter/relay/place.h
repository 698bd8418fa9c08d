/* Places in the network that a bot may reach: HOST:PORT, as a league file names them. The league
 * file's reader (arbiter/config) and solvent-relay (main.c) use it. */
#ifndef SVI_ARBITER_RELAY_PLACE_H
#define SVI_ARBITER_RELAY_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define SVI_PLACES 32u         /* most places of a bot */
#define SVI_PLACE_HOST 254u    /* bytes of a host, with the zero at the end */
#define SVI_PLACE_TEXT 264u    /* bytes of HOST:PORT, likewise */
#define SVI_PLACE_BETWEEN ", " /* separates places in svi_conditions.network */

struct svi_place {
    char host[SVI_PLACE_HOST]; /* in lower case; an IPv6 address without brackets */
    uint16_t port;
    bool literal; /* the host is an address */
};

/* Reads HOST:PORT: a name, an IPv4 address in four parts, or an IPv6 address in brackets. Returns
 * false for anything else, also for numbers that few programs read as an address ("127.1"); *place
 * is not valid then. */
bool svi_place_read(const char *text, size_t size, struct svi_place *place);

/* Writes a place in its one spelling. */
void svi_place_put(const struct svi_place *place, char text[SVI_PLACE_TEXT]);

/* Returns whether a bot may be connected to an address that was found for a place. A literal
 * address must be that one, and `localhost` a loopback address. Other names must lead to public
 * addresses: not to loopback, private networks, links, multicast, documentation, or IPv4 within
 * IPv6. */
bool svi_place_allows(const struct svi_place *place, const struct sockaddr *address);

#endif
