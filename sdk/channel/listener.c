#include "channel/listener.h"

#include "channel/channel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BACKLOG 16

/* Linux 6.16; Debian 12 has headers of 6.1. These machines number the option as most do. */
#if !defined SO_PASSRIGHTS && (defined __x86_64__ || defined __aarch64__ || defined __riscv)
#define SO_PASSRIGHTS 83
#endif

/* ---- opening --------------------------------------------------------------------------------- */

/* A socket's file may have outlived its process. */
static bool is_stale(const struct svi_endpoint *e)
{
    struct stat found;
    int fd;
    if (!svi_endpoint_has_file(e) || lstat(e->address.local.sun_path, &found) != 0 ||
        !S_ISSOCK(found.st_mode)) {
        return false;
    }
    if (svi_endpoint_connect(e, &fd) == SV_OK) {
        close(fd);
        return false;
    }
    return errno == ECONNREFUSED;
}

static void set_options(const struct svi_endpoint *e, int fd)
{
    const int on = 1;
    if (e->kind != SVI_ENDPOINT_UNIX) {
        (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on,
                         sizeof on); /* connections have it from here */
        return;
    }
#ifdef SO_PASSRIGHTS
    const int off = 0;
    (void)setsockopt(fd, SOL_SOCKET, SO_PASSRIGHTS, &off, sizeof off);
#endif
}

/* Binds the socket. Returns false, with the reason in errno, if it cannot. */
static bool bind_to(const struct svi_endpoint *e, int fd)
{
    if (svi_endpoint_has_file(e) && fchmod(fd, S_IRUSR | S_IWUSR) != 0) {
        return false;
    }
    if (bind(fd, &e->address.any, e->size) == 0) {
        return true;
    }
    if (errno != EADDRINUSE) {
        return false;
    }
    if (!is_stale(e)) {
        errno = EADDRINUSE;
        return false;
    }
    return unlink(e->address.local.sun_path) == 0 && bind(fd, &e->address.any, e->size) == 0;
}

/* Writes down where it listens, with the port it has got. */
static void write_text(struct svi_listener *l, const char *endpoint, bool tcp)
{
    struct svi_endpoint found = {0};
    socklen_t size = sizeof found.address;
    const char *colon = strrchr(endpoint, ':');
    (void)snprintf(l->text, sizeof l->text, "%s", endpoint);
    if (tcp && getsockname(l->fd, &found.address.any, &size) == 0) {
        const in_port_t port = found.address.any.sa_family == AF_INET6 ? found.address.v6.sin6_port
                                                                       : found.address.v4.sin_port;
        (void)snprintf(l->text, sizeof l->text, "%.*s:%u", (int)(colon - endpoint), endpoint,
                       ntohs(port));
    }
}

enum sv_status svi_listener_open(struct svi_listener *l, const char *endpoint,
                                 struct svi_error *error)
{
    struct svi_endpoint e;
    const enum sv_status status = svi_endpoint_read(&e, endpoint, error);
    *l = (struct svi_listener){.fd = -1};
    if (status != SV_OK) {
        return status;
    }
    if (e.kind == SVI_ENDPOINT_ELSEWHERE) {
        return svi_fail(error, SV_E_ARGUMENT,
                        "cannot listen on '%s': it is not an address of this machine, expected "
                        "ipc://PATH or tcp://127.0.0.1:PORT",
                        endpoint);
    }
    return svi_listener_open_at(l, &e, endpoint, error);
}

enum sv_status svi_listener_open_at(struct svi_listener *l, const struct svi_endpoint *e,
                                    const char *text, struct svi_error *error)
{
    *l = (struct svi_listener){.fd = -1};
    l->fd = socket(e->address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (l->fd >= 0) {
        set_options(e, l->fd);
        if (bind_to(e, l->fd)) {
            if (svi_endpoint_has_file(e)) {
                memcpy(l->path, e->address.local.sun_path, sizeof l->path);
            }
            if (listen(l->fd, BACKLOG) == 0) {
                write_text(l, text, e->kind != SVI_ENDPOINT_UNIX);
                return SV_OK;
            }
        }
    }
    (void)svi_fail(error, SV_E_SYSTEM, "cannot listen on '%s': %s", text, svi_errno_text(errno));
    svi_listener_close(l);
    return SV_E_SYSTEM;
}

/* ---- accepting ------------------------------------------------------------------------------- */

/* Returns whether a peer belongs to the user. The user of a TCP connection is unknown, so all
 * pass. */
static bool is_of(int fd, uid_t uid)
{
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    int family = 0;
    socklen_t family_size = sizeof family;
    if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &family_size) == 0 && family != AF_UNIX) {
        return true;
    }
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == uid;
}

enum svi_accept svi_listener_accept(struct svi_listener *l, uid_t uid, int *fd)
{
    const int found = accept4(l->fd, NULL, NULL, SOCK_CLOEXEC);
    if (found < 0) {
        return errno == EAGAIN || errno == EINTR || errno == ECONNABORTED ? SVI_ACCEPT_NOBODY
                                                                          : SVI_ACCEPT_FAILED;
    }
    if (!is_of(found, uid)) {
        svi_close_async(&found, 1);
        return SVI_ACCEPT_STRANGER;
    }
    *fd = found;
    return SVI_ACCEPT_ONE;
}

void svi_listener_shut(struct svi_listener *l)
{
    const int off = 0;
    if (l->path[0] != 0) {
        (void)unlink(l->path);
        l->path[0] = 0;
    }
    /* On TCP the port stays bound. Without SO_REUSEADDR no other process can take it. */
    (void)setsockopt(l->fd, SOL_SOCKET, SO_REUSEADDR, &off, sizeof off);
    /* Closing the socket would throw away the bytes of waiting connections, which may contain
     * descriptors. */
    (void)shutdown(l->fd, SHUT_RDWR);
    for (int waiting; (waiting = accept4(l->fd, NULL, NULL, SOCK_CLOEXEC)) >= 0;) {
        svi_close_async(&waiting, 1);
    }
}

void svi_listener_close(struct svi_listener *l)
{
    if (l->fd < 0) {
        return;
    }
    svi_listener_shut(l);
    close(l->fd);
    *l = (struct svi_listener){.fd = -1};
}
