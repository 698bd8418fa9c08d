#include "relay/place.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a port of 1 to 65535 without a leading zero. */
static bool read_port(const char *text, size_t size, uint16_t *port)
{
    unsigned value = 0;
    for (size_t i = 0; i < size && i < 6; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        value = value * 10 + (unsigned)(text[i] - '0');
    }
    *port = (uint16_t)value;
    return size >= 1 && size <= 5 && text[0] != '0' && value <= UINT16_MAX;
}

/* Returns whether a name is one of DNS: labels of letters, digits and inner hyphens. Its last label
 * must not begin with a digit, as resolvers take such a name for an address. */
static bool is_name(const char *name)
{
    const char *label = name;
    for (;;) {
        const size_t size = strcspn(label, ".");
        if (size == 0 || size > 63 || label[0] == '-' || label[size - 1] == '-' ||
            strspn(label, "abcdefghijklmnopqrstuvwxyz0123456789-") < size) {
            return false;
        }
        if (label[size] == '\0') {
            return label[0] < '0' || label[0] > '9';
        }
        label += size + 1;
    }
}

bool svi_place_read(const char *text, size_t size, struct svi_place *place)
{
    const char *colon = memrchr(text, ':', size);
    const size_t length = colon != NULL ? (size_t)(colon - text) : 0;
    uint8_t address[sizeof(struct in6_addr)];
    if (colon == NULL || length == 0 || length >= sizeof place->host ||
        !read_port(colon + 1, size - length - 1, &place->port)) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        place->host[i] = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }
    place->host[length] = '\0';
    if (memchr(text, '\0', length) != NULL) {
        return false;
    }
    place->literal = true;
    if (text[0] == '[' && text[length - 1] == ']') {
        place->host[length - 1] = '\0';
        const bool is_address = inet_pton(AF_INET6, place->host + 1, address) == 1;
        return is_address && inet_ntop(AF_INET6, address, place->host, sizeof place->host) != NULL;
    }
    place->literal = inet_pton(AF_INET, place->host, address) == 1;
    return place->literal || is_name(place->host);
}

void svi_place_put(const struct svi_place *place, char text[SVI_PLACE_TEXT])
{
    const bool six = strchr(place->host, ':') != NULL;
    (void)snprintf(text, SVI_PLACE_TEXT, "%s%s%s:%u", six ? "[" : "", place->host, six ? "]" : "",
                   (unsigned)place->port);
}

/* A range of addresses. */
struct range {
    const char *first;
    unsigned bits;
};

/* IPv4 addresses that are not public (RFC 6890 and its registry). */
static const struct range not_public[] = {
    {"0.0.0.0", 8},      {"10.0.0.0", 8},     {"100.64.0.0", 10}, {"127.0.0.0", 8},
    {"169.254.0.0", 16}, {"172.16.0.0", 12},  {"192.0.0.0", 24},  {"192.0.2.0", 24},
    {"192.88.99.0", 24}, {"192.168.0.0", 16}, {"198.18.0.0", 15}, {"198.51.100.0", 24},
    {"203.0.113.0", 24}, {"224.0.0.0", 4},    {"240.0.0.0", 4},
};

/* Within 2000::/3, which has all public IPv6 addresses: protocols, Teredo, documentation, 6to4. */
static const struct range not_public_6[] = {
    {"2001::", 23}, {"2001:db8::", 32}, {"2002::", 16}, {"3fff::", 20}};
static const struct range unicast_6 = {"2000::", 3};

static bool lies_in(int family, const uint8_t *address, const struct range *range)
{
    uint8_t first[sizeof(struct in6_addr)];
    (void)inet_pton(family, range->first, first);
    for (unsigned bit = 0; bit < range->bits; bit++) {
        if (((address[bit / 8] ^ first[bit / 8]) >> (7 - bit % 8) & 1) != 0) {
            return false;
        }
    }
    return true;
}

static bool is_public(int family, const uint8_t *address)
{
    const bool four = family == AF_INET;
    const struct range *ranges = four ? not_public : not_public_6;
    const size_t n = four ? sizeof not_public / sizeof not_public[0]
                          : sizeof not_public_6 / sizeof not_public_6[0];
    bool is = four || lies_in(family, address, &unicast_6);
    for (size_t i = 0; i < n && is; i++) {
        is = !lies_in(family, address, &ranges[i]);
    }
    return is;
}

bool svi_place_allows(const struct svi_place *place, const struct sockaddr *address)
{
    static const struct range loopback = {"127.0.0.0", 8}, loopback_6 = {"::1", 128};
    const int family = address->sa_family;
    uint8_t bytes[sizeof(struct in6_addr)], named[sizeof bytes];
    if (family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)(const void *)address)->sin_addr,
               sizeof(struct in_addr));
    } else if (family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr,
               sizeof(struct in6_addr));
    } else {
        return false;
    }
    if (place->literal) {
        return inet_pton(family, place->host, named) == 1 &&
               memcmp(bytes, named, family == AF_INET ? sizeof(struct in_addr) : sizeof bytes) == 0;
    }
    if (strcmp(place->host, "localhost") == 0) {
        return lies_in(family, bytes, family == AF_INET ? &loopback : &loopback_6);
    }
    return is_public(family, bytes);
}
