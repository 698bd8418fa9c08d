#include "channel/endpoint.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define IPC "ipc://"
#define TCP "tcp://"
#define MAX_PORT 65535ul

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* ---- reading --------------------------------------------------------------------------------- */

static enum sv_status read_unix(struct svi_endpoint *e, const char *path, struct svi_error *error)
{
    const size_t size = strlen(path);
    const bool abstract = path[0] == '@';
    if (size == (abstract ? 1 : 0)) {
        return svi_fail(error, SV_E_ARGUMENT, "'" IPC "%s' names no path", path);
    }
    if (size >= SVI_ENDPOINT_PATH) {
        return svi_fail(error, SV_E_ARGUMENT,
                        "the path of a socket has at most %zu bytes, and this has %zu: '%s'",
                        SVI_ENDPOINT_PATH - 1, size, path);
    }
    e->kind = SVI_ENDPOINT_UNIX;
    e->address.local.sun_family = AF_UNIX;
    memcpy(e->address.local.sun_path, path, size);
    if (abstract) {
        e->address.local.sun_path[0] = 0;
    }
    e->size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size + (abstract ? 0 : 1));
    return SV_OK;
}

/* The host of an endpoint, when it is this machine; its port is left out. */
static void read_host(struct svi_endpoint *e, const char *host)
{
    struct in_addr v4;
    struct in6_addr v6;
    if (strcmp(host, "localhost") == 0) {
        /* Like libzmq, unless IPv6 is asked for. */
        host = "127.0.0.1";
    }
    if (inet_pton(AF_INET, host, &v4) == 1 && ntohl(v4.s_addr) >> 24 == 127) {
        e->kind = SVI_ENDPOINT_LOOPBACK;
        e->size = sizeof e->address.v4;
        e->address.v4.sin_family = AF_INET;
        e->address.v4.sin_addr = v4;
    } else if (inet_pton(AF_INET6, host, &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6)) {
        e->kind = SVI_ENDPOINT_LOOPBACK;
        e->size = sizeof e->address.v6;
        e->address.v6.sin6_family = AF_INET6;
        e->address.v6.sin6_addr = v6;
    }
}

/* Reads a port, or 0 for '*'. Returns false for any other text. */
static bool read_port(const char *text, in_port_t *port)
{
    char *end;
    unsigned long number;
    *port = 0;
    if (strcmp(text, "*") == 0) {
        return true;
    }
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    number = strtoul(text, &end, 10);
    *port = htons((uint16_t)number);
    return *end == 0 && number >= 1 && number <= MAX_PORT;
}

/* Reads an address of any machine. */
static void read_address(struct svi_endpoint *e, const char *host)
{
    struct in_addr v4 = {.s_addr = htonl(INADDR_ANY)};
    struct in6_addr v6;
    if (strcmp(host, "*") == 0 || inet_pton(AF_INET, host, &v4) == 1) {
        e->size = sizeof e->address.v4;
        e->address.v4.sin_family = AF_INET;
        e->address.v4.sin_addr = v4;
    } else if (inet_pton(AF_INET6, host, &v6) == 1) {
        e->size = sizeof e->address.v6;
        e->address.v6.sin6_family = AF_INET6;
        e->address.v6.sin6_addr = v6;
    }
}

/* With `open`, addresses of other machines are read, too. */
static enum sv_status read_tcp(struct svi_endpoint *e, const char *text, bool open,
                               struct svi_error *error)
{
    char host[64];
    const char *colon = strrchr(text, ':');
    size_t size = colon != NULL ? (size_t)(colon - text) : 0;
    in_port_t port;
    if (size >= 2 && text[0] == '[' && text[size - 1] == ']') {
        text++;
        size -= 2;
    }
    if (size == 0 || size >= sizeof host) {
        return SV_OK;
    }
    memcpy(host, text, size);
    host[size] = 0;
    read_host(e, host);
    if (e->kind == SVI_ENDPOINT_ELSEWHERE && open) {
        read_address(e, host);
    }
    if (e->size == 0) {
        return SV_OK;
    }
    if (!read_port(colon + 1, &port)) {
        return svi_fail(error, SV_E_ARGUMENT, "'%s' is no port: expected a number from 1 to %lu",
                        colon + 1, MAX_PORT);
    }
    if (e->address.any.sa_family == AF_INET6) {
        e->address.v6.sin6_port = port;
    } else {
        e->address.v4.sin_port = port;
    }
    return SV_OK;
}

enum sv_status svi_endpoint_read(struct svi_endpoint *e, const char *text, struct svi_error *error)
{
    memset(e, 0, sizeof *e);
    if (begins(text, IPC)) {
        return read_unix(e, text + strlen(IPC), error);
    }
    if (begins(text, TCP)) {
        return read_tcp(e, text + strlen(TCP), false, error);
    }
    return SV_OK;
}

enum sv_status svi_endpoint_read_open(struct svi_endpoint *e, const char *text,
                                      struct svi_error *error)
{
    enum sv_status status;
    if (!begins(text, TCP)) {
        status = svi_endpoint_read(e, text, error);
    } else {
        memset(e, 0, sizeof *e);
        status = read_tcp(e, text + strlen(TCP), true, error);
    }
    if (status == SV_OK && e->size == 0) {
        return svi_fail(error, SV_E_ARGUMENT,
                        "'%s' is not an address to listen at: expected tcp://ADDRESS:PORT with the "
                        "address in numbers or *, or ipc://PATH",
                        text);
    }
    return status;
}

bool svi_endpoint_has_file(const struct svi_endpoint *e)
{
    return e->kind == SVI_ENDPOINT_UNIX && e->address.local.sun_path[0] != 0;
}

/* ---- connecting ------------------------------------------------------------------------------ */

/* Two that try the same free port again and again may meet themselves: TCP connects a socket to its
 * own port. */
static bool is_itself(int fd)
{
    struct sockaddr_storage here, there;
    socklen_t here_size = sizeof here;
    socklen_t there_size = sizeof there;
    memset(&here, 0, sizeof here);
    memset(&there, 0, sizeof there);
    return getsockname(fd, (struct sockaddr *)&here, &here_size) == 0 &&
           getpeername(fd, (struct sockaddr *)&there, &there_size) == 0 &&
           here_size == there_size && memcmp(&here, &there, here_size) == 0;
}

/* Returns whether a connection that was begun may still succeed, as far as is known at once; on
 * this machine the answer is nearly always final. On false, errno has the reason. */
static bool goes_on(int fd)
{
    struct pollfd ready = {.fd = fd, .events = POLLOUT};
    int reason = 0;
    socklen_t size = sizeof reason;
    if (poll(&ready, 1, 0) == 1 && getsockopt(fd, SOL_SOCKET, SO_ERROR, &reason, &size) == 0 &&
        reason != 0) {
        errno = reason;
        return false;
    }
    return true;
}

/* Returns whether the connection is made or under way; otherwise errno has the reason. */
static bool begin(const struct svi_endpoint *e, int fd)
{
    const int on = 1;
    if (e->kind == SVI_ENDPOINT_LOOPBACK) {
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    if (connect(fd, &e->address.any, e->size) != 0 && errno != EINPROGRESS && errno != EINTR) {
        return false;
    }
    if (!goes_on(fd)) {
        return false;
    }
    if (e->kind == SVI_ENDPOINT_LOOPBACK && is_itself(fd)) {
        errno = ECONNREFUSED;
        return false;
    }
    /* From now on each call states whether it waits. */
    return fcntl(fd, F_SETFL, 0) == 0;
}

enum sv_status svi_endpoint_connect(const struct svi_endpoint *e, int *fd)
{
    if (e->kind == SVI_ENDPOINT_LOOPBACK &&
        e->address.v4.sin_port == 0) { /* at the same place in both versions */
        errno = EINVAL;
        return SV_E_SYSTEM;
    }
    const int made =
        socket(e->address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (made < 0) {
        return SV_E_SYSTEM;
    }
    if (!begin(e, made)) {
        const int reason = errno;
        close(made);
        errno = reason;
        return SV_E_SYSTEM;
    }
    *fd = made;
    return SV_OK;
}
