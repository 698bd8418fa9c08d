#include "relay/connector.h"

#include "base/file.h"
#include "process/note.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <unistd.h>

#define PATIENCE_S 30 /* for all addresses of a place together */
#define ADDRESS_S 10  /* for one of them */

/* Connects to an address, or returns -1. */
static int connect_to(const struct addrinfo *address)
{
    const struct timeval patience = {.tv_sec = ADDRESS_S};
    const int yes = 1;
    const int fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return -1;
    }
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(fd, address->ai_addr, address->ai_addrlen) != 0 ||
        fcntl(fd, F_SETFL, O_NONBLOCK) != 0) {
        (void)close(fd);
        return -1;
    }
    return fd;
}

/* Resolves a place once, and connects to one of the addresses that it has just checked. */
static int connect_place(const struct svi_place *place, enum svi_connected *answer)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags =
                                       AI_NUMERICSERV | (place->literal ? AI_NUMERICHOST : 0)};
    struct addrinfo *found = NULL;
    char port[8];
    int fd = -1;
    (void)snprintf(port, sizeof port, "%u", (unsigned)place->port);
    *answer = SVI_CONNECTED_NO_NAME;
    if (getaddrinfo(place->host, port, &hints, &found) != 0) {
        return -1;
    }
    *answer = SVI_CONNECTED_NOT_HERE;
    for (const struct addrinfo *at = found; at != NULL && fd < 0; at = at->ai_next) {
        if (svi_place_allows(place, at->ai_addr)) {
            fd = connect_to(at);
            *answer = fd >= 0 ? SVI_CONNECTED : SVI_CONNECTED_NO_ANSWER;
        }
    }
    freeaddrinfo(found);
    return fd;
}

_Noreturn void svi_connector_run(int asked, const struct svi_place *places, size_t n_places)
{
    char place;
    int to;
    const pid_t connector = getpid();
    (void)signal(SIGCHLD, SIG_IGN); /* the kernel reaps the children */
    while (svi_note_take(asked, &place, &to)) {
        if (to >= 0 && (uint8_t)place < n_places && fork() == 0) {
            enum svi_connected answer;
            (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
            (void)alarm(PATIENCE_S);
            if (getppid() == connector) {
                const int fd = connect_place(&places[(uint8_t)place], &answer);
                (void)svi_note_send(to, (char)answer, fd);
            }
            _exit(0);
        }
        scoped_close(&to);
    }
    _exit(0);
}

int svi_connector_ask(int connector, unsigned place)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        return -1;
    }
    const bool sent = svi_note_send(connector, (char)place, ends[1]);
    (void)close(ends[1]);
    if (!sent) {
        (void)close(ends[0]);
        return -1;
    }
    return ends[0];
}

int svi_connector_take(int answer_fd, enum svi_connected *answer)
{
    char byte;
    int fd;
    if (!svi_note_take(answer_fd, &byte, &fd)) {
        *answer = SVI_CONNECTED_NO_ANSWER;
        return -1;
    }
    *answer = (enum svi_connected)byte;
    return fd;
}
