#include "tools/serve/clients.h"

#include "base/time.h"
#include "memory/memory.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SECOND_US 1000000
#define HEAD_BYTES (16u << 10) /* of a request */
/* Bytes of an answer that the system may buffer for a client that does not read. */
#define SEND_BYTES (64 << 10)

struct client {
    struct client *next;
    int fd;
    uint8_t address[8];
    unsigned of_address; /* connections from its address that we have not shut */
    bool asked;          /* a request is being answered */
    bool is_stream;      /* with events, which have no end */
    bool ending;         /* we have shut it */
    int64_t since_us;    /* when it began to wait for a request, or to read the answer */
};

struct svi_clients {
    unsigned most, most_of_address;
    int64_t idle_us;
    pthread_mutex_t lock;
    struct client *first;
};

struct svi_clients *svi_clients_create(unsigned most, unsigned most_of_address, unsigned idle_s)
{
    struct svi_clients *c = svi_new(1, sizeof *c);
    c->most = most;
    c->most_of_address = most_of_address;
    c->idle_us = (int64_t)idle_s * SECOND_US;
    pthread_mutex_init(&c->lock, NULL);
    return c;
}

void svi_clients_destroy(struct svi_clients *clients)
{
    if (clients != NULL) {
        pthread_mutex_destroy(&clients->lock);
        free(clients);
    }
}

static void read_address(const struct sockaddr *from, uint8_t address[8])
{
    memset(address, 0, 8);
    if (from->sa_family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr;
        memcpy(address, six->s6_addr + (IN6_IS_ADDR_V4MAPPED(six) ? 8 : 0), 8);
    } else if (from->sa_family == AF_INET) {
        memcpy(address, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
    }
}

/* Adds `step` to the count of every connection from the address of `client`. */
static void count(struct svi_clients *c, const struct client *client, int step)
{
    for (struct client *at = c->first; at != NULL; at = at->next) {
        if (memcmp(at->address, client->address, sizeof at->address) == 0) {
            at->of_address += (unsigned)step;
        }
    }
}

/* The server finds the end of what comes, and closes the connection itself. */
static void end(struct svi_clients *c, struct client *client)
{
    client->ending = true;
    count(c, client, -1);
    (void)shutdown(client->fd, SHUT_RDWR);
}

/* Returns true if a connection waits for a request, or has not read its answer in time. */
static bool is_idle(const struct svi_clients *c, const struct client *client, int64_t now_us)
{
    return !client->asked || now_us - client->since_us > c->idle_us;
}

/* Returns true if `a` is closed before `b`. */
static bool goes_before(const struct svi_clients *c, const struct client *a, const struct client *b,
                        int64_t now_us)
{
    const bool a_idle = is_idle(c, a, now_us), b_idle = is_idle(c, b, now_us);
    return a->of_address != b->of_address ? a->of_address > b->of_address
           : a_idle != b_idle             ? a_idle
                                          : a->since_us <= b->since_us;
}

/* Makes room for a connection that has just been added, as the first. */
static void make_room(struct svi_clients *c)
{
    const int64_t now_us = svi_time_us();
    const bool crowd = c->first->of_address > c->most_of_address;
    struct client *leaves = c->first;
    unsigned n = 0;
    for (struct client *at = c->first; at != NULL; at = at->next) {
        const bool here = memcmp(at->address, c->first->address, sizeof at->address) == 0;
        n += !at->ending;
        if (!at->ending && !at->is_stream && (here || !crowd) &&
            goes_before(c, at, leaves, now_us)) {
            leaves = at;
        }
    }
    if (crowd || n > c->most) {
        end(c, leaves);
    }
}

static struct client *find(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info != NULL ? info->socket_context : NULL;
}

static struct client *add(struct svi_clients *c, struct MHD_Connection *connection)
{
    struct client *client = svi_new(1, sizeof *client);
    /* libmicrohttpd 1.0 returns all its answers about a connection in the same memory. */
    client->fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    read_address(
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr,
        client->address);
    const int size = SEND_BYTES;
    (void)setsockopt(client->fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    client->since_us = svi_time_us();
    for (const struct client *at = c->first; at != NULL && client->of_address == 0; at = at->next) {
        if (!at->ending && memcmp(at->address, client->address, sizeof at->address) == 0) {
            client->of_address = at->of_address;
        }
    }
    client->next = c->first;
    c->first = client;
    count(c, client, 1);
    make_room(c);
    return client;
}

static void take_out(struct svi_clients *c, struct client *client)
{
    struct client **at = &c->first;
    while (*at != client) {
        at = &(*at)->next;
    }
    *at = client->next;
    if (!client->ending) {
        count(c, client, -1);
    }
    free(client);
}

void svi_clients_notify(void *clients, struct MHD_Connection *connection, void **context,
                        enum MHD_ConnectionNotificationCode code)
{
    struct svi_clients *c = clients;
    pthread_mutex_lock(&c->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = add(c, connection);
    } else if (*context != NULL) {
        take_out(c, *context);
        *context = NULL;
    }
    pthread_mutex_unlock(&c->lock);
}

static void set_asked(struct svi_clients *c, struct MHD_Connection *connection, bool asked)
{
    pthread_mutex_lock(&c->lock);
    struct client *client = find(connection);
    if (client != NULL) {
        client->asked = asked;
        client->is_stream = false;
        client->since_us = svi_time_us();
    }
    pthread_mutex_unlock(&c->lock);
}

void svi_clients_asked(struct svi_clients *clients, struct MHD_Connection *connection)
{
    set_asked(clients, connection, true);
}

void svi_clients_streams(struct svi_clients *c, struct MHD_Connection *connection)
{
    pthread_mutex_lock(&c->lock);
    struct client *client = find(connection);
    if (client != NULL) {
        client->is_stream = true;
    }
    pthread_mutex_unlock(&c->lock);
}

void svi_clients_answered(struct svi_clients *clients, struct MHD_Connection *connection)
{
    set_asked(clients, connection, false);
}

void svi_clients_turn(struct svi_clients *c)
{
    const int64_t now_us = svi_time_us();
    pthread_mutex_lock(&c->lock);
    for (struct client *at = c->first; at != NULL; at = at->next) {
        if (!at->asked && !at->ending && now_us - at->since_us > c->idle_us) {
            end(c, at);
        }
    }
    pthread_mutex_unlock(&c->lock);
}

char svi_clients_odd[] = "odd";

bool svi_clients_is_odd(struct MHD_Connection *connection, const void *slot)
{
    return slot == svi_clients_odd ||
           (MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length") != NULL &&
            MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Transfer-Encoding") != NULL);
}

/* Returns the first content of a request's slot. A target that is odd could end at a NUL when it is
 * decoded. */
static void *look_at_target(void *user, const char *target, struct MHD_Connection *connection)
{
    (void)user;
    (void)connection;
    while (*target > ' ' && *target != '%' && *target <= '~') {
        target++;
    }
    return *target == '\0' ? NULL : svi_clients_odd;
}

struct MHD_Daemon *svi_clients_serve(struct svi_clients *c, int fd,
                                     MHD_AccessHandlerCallback handle,
                                     MHD_RequestCompletedCallback forget, void *user,
                                     struct svi_error *error)
{
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, user,
        MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT, c->most + SVI_CLIENTS_SPARE,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)(c->idle_us / SECOND_US),
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_NOTIFY_CONNECTION, svi_clients_notify, c, MHD_OPTION_NOTIFY_COMPLETED, forget,
        user, MHD_OPTION_URI_LOG_CALLBACK, look_at_target, NULL, MHD_OPTION_END);
    if (daemon == NULL) {
        (void)close(fd);
        (void)svi_fail(error, SV_E_SYSTEM, "no memory for a server, or no thread");
    }
    return daemon;
}
