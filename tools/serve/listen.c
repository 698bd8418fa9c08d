#include "tools/serve/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* "HOST:PORT" or "[HOST]:PORT" into its parts. */
static bool split(const char *listen, char host[64], char port[8])
{
    const char *colon = strrchr(listen, ':');
    const bool brackets = listen[0] == '[';
    if (colon == NULL || (brackets && (colon == listen || colon[-1] != ']'))) {
        return false;
    }
    const size_t length = (size_t)(colon - listen) - (brackets ? 2 : 0);
    const size_t digits = strlen(colon + 1);
    if (length == 0 || length >= 64 || digits == 0 || digits > 5 ||
        strspn(colon + 1, "0123456789") != digits || strtoul(colon + 1, NULL, 10) > 65535) {
        return false;
    }
    memcpy(host, listen + brackets, length);
    host[length] = '\0';
    (void)snprintf(port, 8, "%s", colon + 1);
    return brackets || strchr(host, ':') == NULL;
}

enum sv_status svi_listen_at(const char *listen_on, int *fd, char address[128],
                             struct svi_error *error)
{
    char host[64], port[8];
    struct addrinfo *found = NULL;
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV};
    *fd = -1;
    if (!split(listen_on, host, port) ||
        getaddrinfo(strcmp(host, "localhost") == 0 ? "127.0.0.1" : host, port, &hints, &found) !=
            0) {
        return svi_fail(error, SV_E_ARGUMENT,
                        "--listen: found '%.100s', expected an address and a port, such as "
                        "127.0.0.1:8080 or [::1]:8080",
                        listen_on);
    }
    const int on = 1;
    struct sockaddr_storage bound = {0};
    socklen_t size = sizeof bound;
    *fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const bool done = *fd >= 0 && setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
                      bind(*fd, found->ai_addr, found->ai_addrlen) == 0 && listen(*fd, 128) == 0 &&
                      getsockname(*fd, (struct sockaddr *)&bound, &size) == 0;
    const int reason = errno;
    const bool six = found->ai_family == AF_INET6;
    freeaddrinfo(found);
    if (!done) {
        (void)svi_fail(error, SV_E_SYSTEM, "cannot listen on %s: %s", listen_on,
                       strerrordesc_np(reason));
        if (*fd >= 0) {
            (void)close(*fd);
        }
        return SV_E_SYSTEM;
    }
    const in_port_t number =
        six ? ((struct sockaddr_in6 *)&bound)->sin6_port : ((struct sockaddr_in *)&bound)->sin_port;
    (void)snprintf(address, 128, six ? "http://[%s]:%u/" : "http://%s:%u/", host, ntohs(number));
    return SV_OK;
}
