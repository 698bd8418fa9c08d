/* Which connections a web server keeps, by one that answers "yes" to everything. */
#include "tests/base/testing.h"
#include "tools/serve/clients.h"

#include <arpa/inet.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#define REQUEST "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

static struct svi_clients *clients;
static struct MHD_Daemon *server;

static enum MHD_Result handle(void *user, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, // NOLINT(readability-non-const-parameter)
                              void **request)
{
    static char yes[4 << 20] = "yes"; /* the rest fills any buffer of a client that does not read */
    (void)user;
    (void)method;
    (void)version;
    (void)upload;
    (void)upload_size;
    (void)request;
    svi_clients_asked(clients, connection);
    struct MHD_Response *response = MHD_create_response_from_buffer(
        strcmp(url, "/long") == 0 ? sizeof yes : 3, yes, MHD_RESPMEM_PERSISTENT);
    const enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

static void answered(void *user, struct MHD_Connection *connection, void **request,
                     enum MHD_RequestTerminationCode code)
{
    (void)user;
    (void)request;
    (void)code;
    svi_clients_answered(clients, connection);
}

static void start(unsigned most, unsigned most_of_address, unsigned idle_s)
{
    clients = svi_clients_create(most, most_of_address, idle_s);
    server = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, handle, NULL,
                              MHD_OPTION_CONNECTION_LIMIT, most + SVI_CLIENTS_SPARE,
                              MHD_OPTION_NOTIFY_CONNECTION, svi_clients_notify, clients,
                              MHD_OPTION_NOTIFY_COMPLETED, answered, NULL, MHD_OPTION_END);
    assert_non_null(server);
}

static void end_all(void)
{
    MHD_stop_daemon(server);
    svi_clients_destroy(clients);
}

/* A connection from 127.0.0.`host`. */
static int connect_from(unsigned char host)
{
    const struct timeval most = {.tv_sec = 60};
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000000u | host)};
    struct sockaddr_in to = {
        .sin_family = AF_INET,
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
        .sin_port = htons(MHD_get_daemon_info(server, MHD_DAEMON_INFO_BIND_PORT)->port)};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most), 0);
    return fd;
}

static bool is_answered(int fd)
{
    char text[1024];
    if (send(fd, REQUEST, strlen(REQUEST), MSG_NOSIGNAL) != (ssize_t)strlen(REQUEST)) {
        return false;
    }
    const ssize_t size = recv(fd, text, sizeof text, 0);
    return size > 15 && strncmp(text, "HTTP/1.1 200 OK", 15) == 0;
}

static bool is_ended(int fd)
{
    char byte;
    const ssize_t size = recv(fd, &byte, 1, 0);
    return size == 0 || (size < 0 && errno == ECONNRESET);
}

/* An address ends its own connections, the longest waiting first, and no other address's. */
TEST(a_crowd_keeps_nobody_out)
{
    int crowd[8];
    start(100, 4, 3600);
    const int other = connect_from(2);
    for (unsigned i = 0; i < 8; i++) {
        crowd[i] = connect_from(1);
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_true(is_ended(crowd[i]));
    }
    for (unsigned i = 4; i < 8; i++) {
        assert_true(is_answered(crowd[i]));
    }
    assert_true(is_answered(other));
    for (unsigned i = 0; i < 8; i++) {
        (void)close(crowd[i]);
    }
    (void)close(other);
    end_all();
}

TEST(many_addresses_have_room_together)
{
    int crowd[8];
    start(4, 2, 3600);
    for (unsigned char i = 0; i < 8; i++) {
        crowd[i] = connect_from((unsigned char)(1 + i));
        if (i < 4) { /* they have asked once */
            assert_true(is_answered(crowd[i]));
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_true(is_ended(crowd[i]));
    }
    for (unsigned i = 4; i < 8; i++) {
        assert_true(is_answered(crowd[i]));
        (void)close(crowd[i]);
        (void)close(crowd[i - 4]);
    }
    end_all();
}

/* Slow readers at two addresses, which may have all connections together, keep no other address
 * out. */
TEST(slow_readers_keep_nobody_out)
{
    static const char request[] = "GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n";
    int slow[8];
    char byte;
    start(8, 4, 3600);
    for (unsigned i = 0; i < 8; i++) {
        slow[i] = connect_from((unsigned char)(1 + i % 2));
        assert_int_equal(send(slow[i], request, strlen(request), MSG_NOSIGNAL), strlen(request));
        assert_int_equal(recv(slow[i], &byte, 1, 0), 1); /* it is being answered */
    }
    for (unsigned char i = 0; i < 4; i++) {
        const int honest = connect_from((unsigned char)(3 + i));
        assert_true(is_answered(honest));
        (void)close(honest);
    }
    for (unsigned i = 0; i < 8; i++) {
        (void)close(slow[i]);
    }
    end_all();
}

/* A connection that goes on sending without an end has to go, too. */
TEST(a_request_has_a_deadline)
{
    start(4, 4, 0);
    const int slow = connect_from(1);
    assert_true(is_answered(slow)); /* before the first turn */
    while (send(slow, "G", 1, MSG_NOSIGNAL) == 1) {
        svi_clients_turn(clients);
    }
    assert_true(is_ended(slow));
    (void)close(slow);
    end_all();
}
