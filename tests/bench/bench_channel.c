/* A message there and back between two processes: through a channel on a Unix socket, with one
 * epoll loop at the arbiter's end and waiting reads at the bot's, against libzmq's ROUTER and
 * DEALER over ipc, in turns in the same run.
 *
 * Usage: bench_channel [BYTES [IN_FLIGHT [SECONDS]]]   (256, 1, 4). Prints microseconds a message,
 * the best of ten parts of each, the ratio, and processor time of both processes. */
#include "channel/channel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

#define PARTS 10u
#define MOST (1u << 20)
#define BUFFER 262144u

static uint8_t message[MOST];
static uint8_t buffer[BUFFER];

struct figure {
    double wall_us, cpu_us; /* a message, best part */
};

static _Noreturn void give_up(const char *what)
{
    (void)fprintf(stderr, "bench_channel: %s\n", what);
    exit(3);
}

static double now_s(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double cpu_s(int who)
{
    struct rusage use;
    (void)getrusage(who, &use);
    return (double)use.ru_utime.tv_sec + (double)use.ru_stime.tv_sec +
           1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

/* ---- the channel ----------------------------------------------------------------------------- */

static void channel_bot(int fd)
{
    struct svi_channel c;
    struct svi_zmtp_message m;
    svi_channel_init(&c, fd, SVI_ZMTP_DEALER, MOST, 64 * MOST);
    do {
        while (svi_channel_next(&c, &m) == SVI_CHANNEL_MESSAGE) {
            (void)svi_channel_send(&c, m.bytes, m.size);
        }
    } while (svi_channel_read(&c, buffer, sizeof buffer, !svi_channel_wants_write(&c)) <=
             SVI_CHANNEL_SOME);
    _exit(0);
}

static double channel_part(size_t size, unsigned in_flight, double seconds)
{
    int fd[2];
    struct svi_channel c;
    struct svi_zmtp_message m;
    const int poll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (poll_fd < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, fd) != 0) {
        give_up("no sockets");
    }
    const pid_t pid = fork();
    if (pid == 0) {
        close(fd[0]);
        channel_bot(fd[1]);
    }
    close(fd[1]);
    svi_channel_init(&c, fd[0], SVI_ZMTP_ROUTER, MOST, 64 * MOST);
    struct epoll_event event = {.events = EPOLLIN};
    (void)epoll_ctl(poll_fd, EPOLL_CTL_ADD, fd[0], &event);
    for (unsigned i = 0; i < in_flight; i++) {
        (void)svi_channel_send(&c, message, size);
    }
    double done = 0;
    const double began_s = now_s();
    while (now_s() < began_s + seconds) {
        for (unsigned i = 0; i < 16; i++) { /* the clock is no part of it */
            if (epoll_wait(poll_fd, &event, 1, 10000) != 1 ||
                svi_channel_read(&c, buffer, sizeof buffer, false) > SVI_CHANNEL_SOME) {
                give_up("the channel broke");
            }
            while (svi_channel_next(&c, &m) == SVI_CHANNEL_MESSAGE) {
                (void)svi_channel_send(&c, m.bytes, m.size);
                done++;
            }
            (void)svi_channel_flush(&c);
        }
    }
    const double wall_us = 1e6 * (now_s() - began_s) / done;
    svi_channel_finish(&c);
    close(poll_fd);
    (void)waitpid(pid, NULL, 0);
    return wall_us;
}

/* ---- libzmq ---------------------------------------------------------------------------------- */

static void zmq_bot(const char *endpoint)
{
    void *context = zmq_ctx_new();
    void *socket = zmq_socket(context, ZMQ_DEALER);
    zmq_msg_t m;
    zmq_msg_init(&m);
    if (zmq_connect(socket, endpoint) != 0 || zmq_send(socket, "hello", 5, 0) < 0) {
        _exit(1);
    }
    while (zmq_msg_recv(&m, socket, 0) > 0 &&
           zmq_send(socket, zmq_msg_data(&m), zmq_msg_size(&m), 0) >= 0) {
    }
    const int linger = 0;
    (void)zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_close(socket);
    zmq_ctx_term(context);
    _exit(0);
}

static double zmq_part(size_t size, unsigned in_flight, double seconds)
{
    char folder[] = "/tmp/solvent-bench-XXXXXX";
    char endpoint[64];
    char identity[256];
    if (mkdtemp(folder) == NULL) {
        give_up("no folder");
    }
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/a", folder);
    const pid_t pid = fork(); /* before there are threads here */
    if (pid == 0) {
        zmq_bot(endpoint);
    }
    void *context = zmq_ctx_new();
    void *socket = zmq_socket(context, ZMQ_ROUTER);
    zmq_msg_t m;
    zmq_msg_init(&m);
    if (zmq_bind(socket, endpoint) != 0) {
        give_up(zmq_strerror(errno));
    }
    const int length = zmq_recv(socket, identity, sizeof identity, 0);
    if (length < 0 || zmq_msg_recv(&m, socket, 0) < 0) {
        give_up(zmq_strerror(errno));
    }
    for (unsigned i = 0; i < in_flight; i++) {
        (void)zmq_send(socket, identity, (size_t)length, ZMQ_SNDMORE);
        (void)zmq_send(socket, message, size, 0);
    }
    double done = 0;
    const double began_s = now_s();
    while (now_s() < began_s + seconds) {
        for (unsigned i = 0; i < 16; i++) {
            zmq_pollitem_t item = {.socket = socket, .events = ZMQ_POLLIN};
            if (zmq_poll(&item, 1, 10000) != 1) {
                give_up("libzmq is silent");
            }
            while (zmq_recv(socket, identity, sizeof identity, ZMQ_DONTWAIT) > 0 &&
                   zmq_msg_recv(&m, socket, 0) >= 0) {
                (void)zmq_send(socket, identity, (size_t)length, ZMQ_SNDMORE);
                (void)zmq_send(socket, zmq_msg_data(&m), zmq_msg_size(&m), 0);
                done++;
            }
        }
    }
    const double wall_us = 1e6 * (now_s() - began_s) / done;
    (void)zmq_send(socket, identity, (size_t)length, ZMQ_SNDMORE);
    (void)zmq_send(socket, "", 0, 0);
    zmq_close(socket);
    zmq_ctx_term(context);
    (void)waitpid(pid, NULL, 0);
    (void)unlink(endpoint + strlen("ipc://"));
    (void)rmdir(folder);
    return wall_us;
}

/* ---- both ------------------------------------------------------------------------------------ */

static void measure(double (*part)(size_t, unsigned, double), size_t size, unsigned in_flight,
                    double seconds, struct figure *f)
{
    const double before_s = cpu_s(RUSAGE_SELF) + cpu_s(RUSAGE_CHILDREN);
    const double wall_us = part(size, in_flight, seconds);
    const double cpu = cpu_s(RUSAGE_SELF) + cpu_s(RUSAGE_CHILDREN) - before_s;
    if (wall_us < f->wall_us) {
        *f = (struct figure){wall_us, cpu * wall_us / seconds};
    }
}

int main(int argc, char **argv)
{
    const size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 256;
    const unsigned in_flight = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1;
    const double seconds = argc > 3 ? strtod(argv[3], NULL) : 4;
    struct figure channel = {1e9, 0}, libzmq = {1e9, 0};
    if (size == 0 || size > MOST || in_flight == 0 || in_flight > 1000) {
        give_up("1 to 1048576 bytes, 1 to 1000 in flight");
    }
    for (unsigned i = 0; i < PARTS; i++) {
        measure(channel_part, size, in_flight, seconds / 2 / PARTS, &channel);
        measure(zmq_part, size, in_flight, seconds / 2 / PARTS, &libzmq);
    }
    printf("%zu bytes, %u in flight: channel %.2f us (processor %.2f), libzmq %.2f us (%.2f): "
           "ratio %.2f (%.2f)\n",
           size, in_flight, channel.wall_us, channel.cpu_us, libzmq.wall_us, libzmq.cpu_us,
           channel.wall_us / libzmq.wall_us, channel.cpu_us / libzmq.cpu_us);
    return 0;
}
