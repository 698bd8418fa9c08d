/* A channel over a pair of sockets: the handshake's order, messages in and out, each verdict, and
 * its bounds. */
#include "channel/channel.h"
#include "tests/base/testing.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST (1u << 20)        /* bytes of a message */
#define MOST_UNSENT (4u << 20) /* kept for who does not read */
#define GREETING_AND_READY 94  /* bytes */
#define LINGER_S 60            /* longer than any test may take: */
#define PATIENCE_S 30u

/* The arbiter's channel, and the other end: a bot's channel, or the bare socket. */
struct fixture {
    struct svi_channel arbiter, bot;
    int raw;
    uint8_t arbiter_buffer[65536], bot_buffer[65536];
    struct svi_zmtp_message message;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    int fd[2];
    if (f == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) != 0) {
        abort();
    }
    *state = f;
    svi_channel_init(&f->arbiter, fd[0], SVI_ZMTP_ROUTER, MOST, MOST_UNSENT);
    f->bot.fd = -1;
    f->raw = fd[1];
    alarm(PATIENCE_S);
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    svi_channel_finish(&f->arbiter);
    svi_channel_finish(&f->bot);
    svi_channel_finish(&f->bot);
    if (f->raw >= 0) {
        close(f->raw);
    }
    free(f);
    alarm(0);
    return 0;
}

/* Both ends anew. */
static struct fixture *again(void **state)
{
    tear_down(state);
    set_up(state);
    return *state;
}

/* The other end is a bot of ours. */
static void give_to_bot(struct fixture *f)
{
    svi_channel_init(&f->bot, f->raw, SVI_ZMTP_DEALER, MOST, MOST_UNSENT);
    f->raw = -1;
}

static enum svi_channel_result arbiter_reads(struct fixture *f)
{
    return svi_channel_read(&f->arbiter, f->arbiter_buffer, sizeof f->arbiter_buffer, false);
}

static enum svi_channel_result arbiter_takes(struct fixture *f)
{
    return svi_channel_next(&f->arbiter, &f->message);
}

static enum svi_channel_result bot_reads(struct fixture *f)
{
    return svi_channel_read(&f->bot, f->bot_buffer, sizeof f->bot_buffer, false);
}

static enum svi_channel_result bot_takes(struct fixture *f)
{
    return svi_channel_next(&f->bot, &f->message);
}

static void shake_hands(struct fixture *f)
{
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_FINE);
    assert_int_equal(bot_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(bot_takes(f), SVI_CHANNEL_FINE);
    assert_true(svi_channel_is_open(&f->arbiter) && svi_channel_is_open(&f->bot));
}

static void open_both(struct fixture *f)
{
    give_to_bot(f);
    shake_hands(f);
}

static const uint8_t *pattern(size_t size)
{
    static uint8_t bytes[MOST];
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(i * 31 + size);
    }
    return bytes;
}

static void assert_message(const struct fixture *f, size_t size)
{
    assert_int_equal(f->message.size, size);
    assert_memory_equal(f->message.bytes, pattern(size), size);
}

static void write_raw(const struct fixture *f, const void *bytes, size_t size)
{
    assert_int_equal(write(f->raw, bytes, size), size);
}

/* Sends a bot's greeting by hand. */
static void greet_raw(const struct fixture *f)
{
    struct svi_zmtp z;
    SCOPED(svi_buf_finish) struct svi_buf b = {0};
    svi_zmtp_init(&z, SVI_ZMTP_DEALER, MOST);
    svi_zmtp_begin(&z, &b);
    assert_int_equal(b.size, GREETING_AND_READY);
    write_raw(f, b.data, b.size);
}

static void open_raw(struct fixture *f)
{
    greet_raw(f);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_FINE);
    assert_true(svi_channel_is_open(&f->arbiter));
}

/* ---- the handshake --------------------------------------------------------------------------- */

/* libzmq treats a message that comes before its own READY as a breach. So early messages wait for
 * the other READY. */
TEST_ON(messages_wait_for_the_handshake, struct fixture *f, set_up, tear_down)
{
    uint8_t bytes[1000];
    int there;
    assert_int_equal(svi_channel_send(&f->arbiter, "one", 3), SVI_CHANNEL_FINE);
    assert_int_equal(svi_channel_send(&f->arbiter, "two", 3), SVI_CHANNEL_FINE);
    assert_false(svi_channel_wants_write(&f->arbiter));
    assert_int_equal(svi_channel_flush(&f->arbiter), SVI_CHANNEL_FINE);
    assert_int_equal(ioctl(f->raw, FIONREAD, &there), 0);
    assert_int_equal(there, GREETING_AND_READY);
    assert_int_equal(read(f->raw, bytes, sizeof bytes), GREETING_AND_READY);
    open_raw(f);
    assert_int_equal(read(f->raw, bytes, sizeof bytes), 10);
    assert_memory_equal(bytes, "\0\3one\0\3two", 10);
    assert_false(svi_channel_wants_write(&f->arbiter));
    assert_int_equal(f->arbiter.messages_out, 2);
}

TEST_ON(two_channels_talk, struct fixture *f, set_up, tear_down)
{
    static const size_t sizes[] = {0, 1, 255, 256, 5000, 60000};
    open_both(f);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_FINE);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(svi_channel_send(&f->bot, pattern(sizes[i]), sizes[i]), SVI_CHANNEL_FINE);
        assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
        assert_int_equal(arbiter_takes(f), SVI_CHANNEL_MESSAGE);
        assert_message(f, sizes[i]);
        assert_true(sizes[i] == 0 || (f->message.bytes >= f->arbiter_buffer &&
                                      f->message.bytes < f->arbiter_buffer + 16)); /* no copy */
        assert_int_equal(arbiter_takes(f), SVI_CHANNEL_FINE);
        assert_int_equal(svi_channel_send(&f->arbiter, pattern(sizes[i]), sizes[i]),
                         SVI_CHANNEL_FINE);
        assert_int_equal(bot_reads(f), SVI_CHANNEL_SOME);
        assert_int_equal(bot_takes(f), SVI_CHANNEL_MESSAGE);
        assert_message(f, sizes[i]);
        assert_int_equal(bot_takes(f), SVI_CHANNEL_FINE);
    }
    assert_int_equal(f->arbiter.messages_in, 6);
    assert_int_equal(f->arbiter.bytes_in, f->bot.bytes_out);
    assert_int_equal(f->bot.bytes_in, f->arbiter.bytes_out);
}

/* Far more than the socket takes at once: it goes out piece by piece, and comes whole. */
TEST_ON(long_messages_go_in_pieces, struct fixture *f, set_up, tear_down)
{
    const size_t sizes[] = {MOST, 3, 700000, MOST - 1, 0};
    size_t got = 0;
    open_both(f);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(svi_channel_send(&f->arbiter, pattern(sizes[i]), sizes[i]),
                         SVI_CHANNEL_FINE);
    }
    assert_true(svi_channel_wants_write(&f->arbiter));
    while (got < 5) {
        if (bot_reads(f) == SVI_CHANNEL_SOME) {
            while (bot_takes(f) == SVI_CHANNEL_MESSAGE) {
                assert_message(f, sizes[got++]);
            }
        }
        assert_int_equal(svi_channel_flush(&f->arbiter), SVI_CHANNEL_FINE);
    }
    assert_false(svi_channel_wants_write(&f->arbiter));
    assert_int_equal(f->arbiter.out.size, 0);
}

/* For a peer that reads slowly, unsent bytes move up in the buffer, which does not grow. */
TEST_ON(a_slow_reader_costs_what_it_has_not_read, struct fixture *f, set_up, tear_down)
{
    const size_t size = 50000;
    const unsigned messages = 600, ahead = 30;
    unsigned sent = 0, got = 0;
    open_both(f);
    while (got < messages) {
        while (sent < messages && sent < got + ahead) {
            assert_int_equal(svi_channel_send(&f->arbiter, pattern(size), size), SVI_CHANNEL_FINE);
            sent++;
        }
        assert_true(svi_channel_wants_write(&f->arbiter) || sent == messages);
        assert_int_equal(bot_reads(f), SVI_CHANNEL_SOME);
        while (bot_takes(f) == SVI_CHANNEL_MESSAGE) {
            assert_message(f, size);
            got++;
        }
        assert_int_equal(svi_channel_flush(&f->arbiter), SVI_CHANNEL_FINE);
        assert_true(f->arbiter.out.cap <= MOST_UNSENT);
    }
    assert_false(svi_channel_wants_write(&f->arbiter));
}

/* However little is read at a time. */
TEST_WITH(small_buffers_serve_as_well, set_up, tear_down)
{
    struct fixture *f = *state;
    for (size_t size = 1; size < 40; size += 6) {
        unsigned got = 0;

        if (size > 1) {
            f = again(state);
        }
        give_to_bot(f);
        svi_channel_send(&f->bot, pattern(300), 300);
        svi_channel_send(&f->bot, pattern(7), 7);
        bot_reads(f);
        bot_takes(f);
        while (got < 2) {
            assert_int_equal(svi_channel_read(&f->arbiter, f->arbiter_buffer, size, false),
                             SVI_CHANNEL_SOME);
            while (arbiter_takes(f) == SVI_CHANNEL_MESSAGE) {
                assert_message(f, got++ == 0 ? 300 : 7);
            }
        }
    }
}

TEST_ON(pings_are_answered, struct fixture *f, set_up, tear_down)
{
    uint8_t bytes[1000];
    assert_int_equal(read(f->raw, bytes, sizeof bytes), GREETING_AND_READY);
    open_raw(f);
    write_raw(f, "\4\12\4PING\0\3abc", 12);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_FINE);
    assert_int_equal(read(f->raw, bytes, sizeof bytes), 10);
    assert_memory_equal(bytes, "\4\10\4PONGabc", 10);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Messages sent before the end are read first, then the verdict comes and stays. */
TEST_ON(the_end_comes_after_the_last_message, struct fixture *f, set_up, tear_down)
{
    open_both(f);
    svi_channel_send(&f->bot, "last", 4);
    svi_channel_finish(&f->bot);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_MESSAGE);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_FINE);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_E_CLOSED);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_E_CLOSED);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_E_CLOSED);
}

/* Also when it has left questions unread, which resets the connection, and when we find out by
 * sending. */
TEST_ON(the_last_message_outlives_a_reset, struct fixture *f, set_up, tear_down)
{
    open_both(f);
    svi_channel_send(&f->bot, "last", 4);
    assert_int_equal(svi_channel_send(&f->arbiter, "unread", 6), SVI_CHANNEL_FINE);
    svi_channel_finish(&f->bot);
    enum svi_channel_result sent = svi_channel_send(&f->arbiter, "more", 4);
    assert_int_equal(sent, SVI_CHANNEL_E_CLOSED);
    assert_int_equal(svi_channel_send(&f->arbiter, "more", 4), SVI_CHANNEL_E_CLOSED);
    assert_int_equal(svi_channel_flush(&f->arbiter), SVI_CHANNEL_E_CLOSED);
    assert_false(svi_channel_wants_write(&f->arbiter));
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_MESSAGE);
    assert_memory_equal(f->message.bytes, "last", 4);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_FINE);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_E_CLOSED);
}

/* Nor does it matter that something was still kept for it. */
TEST_ON(what_was_kept_goes_with_the_connection, struct fixture *f, set_up, tear_down)
{
    open_both(f);
    assert_int_equal(svi_channel_send(&f->arbiter, pattern(MOST), MOST), SVI_CHANNEL_FINE);
    assert_true(svi_channel_wants_write(&f->arbiter));
    svi_channel_send(&f->bot, "last", 4);
    svi_channel_finish(&f->bot);
    assert_int_equal(svi_channel_flush(&f->arbiter), SVI_CHANNEL_E_CLOSED);
    assert_false(svi_channel_wants_write(&f->arbiter));
    assert_null(f->arbiter.out.data);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_MESSAGE);
}

TEST_WITH(an_end_within_something_is_told_apart, set_up, tear_down)
{
    static const struct {
        const char *bytes;
        size_t size;
        bool greet;
    } cases[] = {{"", 0, false}, {"\377", 1, false}, {"\0", 1, true}, {"\0\4abc", 5, true}};
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (i > 0) {
            f = again(state);
        }
        if (cases[i].greet) {
            greet_raw(f);
        }
        write_raw(f, cases[i].bytes, cases[i].size);
        close(f->raw);
        f->raw = -1;
        while (arbiter_reads(f) == SVI_CHANNEL_SOME) {
            assert_int_equal(arbiter_takes(f), SVI_CHANNEL_FINE);
        }
        assert_int_equal(arbiter_reads(f), SVI_CHANNEL_E_CUT);
    }
}

TEST_ON(a_breach_ends_it, struct fixture *f, set_up, tear_down)
{
    char text[200];
    open_raw(f);
    write_raw(f, "\0\1x\1\1y\0\1z", 9); /* the second has a MORE flag */
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_MESSAGE);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_E_PROTOCOL);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_E_PROTOCOL);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_E_PROTOCOL);
    svi_channel_describe(&f->arbiter, SVI_CHANNEL_E_PROTOCOL, text, sizeof text);
    assert_string_equal(text, "breaks ZMTP: a message has more than one part");
}

TEST_ON(the_other_end_s_reason_is_described, struct fixture *f, set_up, tear_down)
{
    char text[200], little[16];
    const uint8_t greeting[64] = {0xff, [9] = 0x7f, 3, 0, 'N', 'U', 'L', 'L'};
    write_raw(f, greeting, sizeof greeting);
    write_raw(f, "\4\16\5ERROR\7go-away", 16);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_E_PROTOCOL);
    svi_channel_describe(&f->arbiter, SVI_CHANNEL_E_PROTOCOL, text, sizeof text);
    assert_string_equal(text, "breaks ZMTP: it refuses us: go-away");
    svi_channel_describe(&f->arbiter, SVI_CHANNEL_E_PROTOCOL, little, sizeof little);
    assert_string_equal(little, "breaks ZMTP: it");
    svi_channel_describe(&f->arbiter, SVI_CHANNEL_E_UNREAD, text, sizeof text);
    assert_string_equal(text, "does not read what it is sent");
}

/* A peer that does not read is given up when a bound is reached, and its unsent bytes are freed. */
TEST_ON(who_does_not_read_is_given_up, struct fixture *f, set_up, tear_down)
{
    enum svi_channel_result sent;
    size_t total = 0;
    open_both(f);
    svi_channel_send(&f->bot, "before", 6);
    do {
        sent = svi_channel_send(&f->arbiter, pattern(100000), 100000);
        total += 100000;
        assert_true(total < MOST_UNSENT + (2u << 20)); /* the bound, and what the socket takes */
        assert_true(f->arbiter.out.cap <= 2 * MOST_UNSENT);
    } while (sent == SVI_CHANNEL_FINE);
    assert_int_equal(sent, SVI_CHANNEL_E_UNREAD);
    assert_true(total > MOST_UNSENT);
    assert_null(f->arbiter.out.data);
    assert_false(svi_channel_wants_write(&f->arbiter));
    assert_int_equal(svi_channel_flush(&f->arbiter), SVI_CHANNEL_E_UNREAD);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_MESSAGE);
}

/* PINGs without end, from who reads no answer: far fewer are kept, and reading goes on without
 * keeping any. */
TEST_ON(pings_without_end_are_bounded, struct fixture *f, set_up, tear_down)
{
    struct svi_buf flood = {0};
    open_raw(f);
    for (unsigned i = 0; i < 2000; i++) {
        svi_buf_append(&flood, "\4\27\4PING\0\0000123456789abcdef", 25);
    }
    for (unsigned i = 0; i < 1000; i++) {
        size_t gone = 0;

        while (gone < flood.size) { /* PINGs are cut anywhere, which is all the same */
            const ssize_t n = send(f->raw, flood.data + gone, flood.size - gone, MSG_DONTWAIT);
            gone += n > 0 ? (size_t)n : 0;
            if (arbiter_reads(f) == SVI_CHANNEL_SOME) {
                assert_int_equal(arbiter_takes(f), SVI_CHANNEL_FINE);
            }
            assert_true(f->arbiter.out.cap <= MOST_UNSENT / 4);
        }
    }
    svi_buf_finish(&flood);
    assert_int_equal(svi_channel_flush(&f->arbiter), SVI_CHANNEL_E_UNREAD);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_FINE);
    assert_int_equal(f->arbiter.out.size, 0);
    assert_true(f->arbiter.zmtp.pings > 1900000);
}

TEST_ON(no_memory_is_told, struct fixture *f, set_up, tear_down)
{
    open_both(f);
    f->arbiter.out.failed = true; /* as after a realloc() that failed */
    while (svi_channel_send(&f->arbiter, pattern(100000), 100000) == SVI_CHANNEL_FINE) {
    }
    assert_int_equal(svi_channel_flush(&f->arbiter), SVI_CHANNEL_E_MEMORY);
    f->arbiter.zmtp.body.failed = true;
    svi_channel_send(&f->bot, pattern(100), 100);
    assert_int_equal(svi_channel_read(&f->arbiter, f->arbiter_buffer, 50, false), SVI_CHANNEL_SOME);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_E_MEMORY);
}

TEST_ON(a_broken_connection_is_told, struct fixture *f, set_up, tear_down)
{
    char text[200];
    const int pipe_end = open("/dev/null", O_RDWR | O_CLOEXEC);
    assert_int_equal(dup2(pipe_end, f->arbiter.fd), f->arbiter.fd); /* no socket at all */
    close(pipe_end);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_E_BROKEN);
    svi_channel_describe(&f->arbiter, SVI_CHANNEL_E_BROKEN, text, sizeof text);
    assert_string_equal(text, "has lost its connection: Socket operation on non-socket");
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void ring(int signal_number)
{
    (void)signal_number;
}

TEST_ON(waits_when_it_is_told_to, struct fixture *f, set_up, tear_down)
{
    const struct timeval soon = {.tv_usec = 20000};
    struct sigaction action = {.sa_handler = ring};
    const struct itimerval bell = {.it_value = {.tv_usec = 20000}};
    open_both(f);
    assert_int_equal(setsockopt(f->bot.fd, SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon), 0);
    assert_int_equal(svi_channel_read(&f->bot, f->bot_buffer, sizeof f->bot_buffer, true),
                     SVI_CHANNEL_FINE);
    svi_channel_send(&f->arbiter, "x", 1);
    assert_int_equal(svi_channel_read(&f->bot, f->bot_buffer, sizeof f->bot_buffer, true),
                     SVI_CHANNEL_SOME);
    assert_int_equal(bot_takes(f), SVI_CHANNEL_MESSAGE);
    assert_int_equal(bot_takes(f), SVI_CHANNEL_FINE);
    assert_int_equal(setsockopt(f->bot.fd, SOL_SOCKET, SO_RCVTIMEO,
                                &(struct timeval){.tv_sec = PATIENCE_S}, sizeof soon),
                     0);
    alarm(0); /* the same signal */
    sigaction(SIGALRM, &action, NULL);
    assert_int_equal(setitimer(ITIMER_REAL, &bell, NULL), 0);
    assert_int_equal(svi_channel_read(&f->bot, f->bot_buffer, sizeof f->bot_buffer, true),
                     SVI_CHANNEL_INTERRUPTED);
    action.sa_handler = SIG_DFL;
    sigaction(SIGALRM, &action, NULL);
}

/* ---- descriptors ----------------------------------------------------------------------------- */

/* A TCP socket whose last close() waits: its bytes cannot be delivered, and it has SO_LINGER. */
static int lingering_socket(void)
{
    static uint8_t bytes[65536];
    const struct linger linger = {.l_onoff = 1, .l_linger = LINGER_S};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    assert_int_equal(bind(door, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(door, 1), 0);
    assert_int_equal(getsockname(door, (struct sockaddr *)&address, &size), 0);
    (void)connect(fd, (struct sockaddr *)&address, size);
    while (send(fd, bytes, sizeof bytes, MSG_NOSIGNAL) > 0) {
    }
    assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger), 0);
    return fd; /* `door` stays open and is never accepted at */
}

/* Acts like a bot that passes such a socket and closes it: from then on only the message holds
 * it. */
static void pass_lingering(int to)
{
    const int fd = lingering_socket();
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control = {0};
    struct iovec part = {.iov_base = (char[]){0}, .iov_len = 1};
    struct msghdr m = {.msg_iov = &part,
                       .msg_iovlen = 1,
                       .msg_control = control.bytes,
                       .msg_controllen = sizeof control.bytes};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);

    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(c), &fd, sizeof fd);
    assert_int_equal(sendmsg(to, &m, 0), 1);
    close(fd);
}

/* Whether this system would make a plain read() wait for it: else there is nothing to be proved
 * here. */
static bool a_plain_read_waits(void)
{
    int fd[2], status;
    char byte;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd), 0);
    pass_lingering(fd[1]);
    const pid_t pid = fork();
    if (pid == 0) {
        close(fd[1]);
        alarm(2); /* the close() of one that is being killed does not wait */
        _exit(read(fd[0], &byte, 1) == 1 ? 0 : 1);
    }
    close(fd[1]);
    poll(
        NULL, 0,
        100); /* the child has the last reference once this end is closed, and that must not wait */
    assert_int_equal(waitpid(pid, &status, 0), pid);
    close(fd[0]);
    return WIFSIGNALED(status);
}

/* A program with much thread-local data, as `solvent` is: a thread's stack must have room
 * for it. */
static _Thread_local volatile char local_data[1 << 18];

TEST(descriptors_are_closed_before_the_end)
{
    int fd[2];
    local_data[0] = 1;
    assert_true(svi_close_wait(60000)); /* those of earlier tests */
    assert_int_equal(pipe2(fd, O_CLOEXEC), 0);
    svi_close_async(fd, 2);
    assert_true(svi_close_wait(60000));
    assert_int_equal(fcntl(fd[0], F_GETFD), -1);
    assert_int_equal(fcntl(fd[1], F_GETFD), -1);
}

TEST_ON(a_passed_descriptor_stalls_nobody, struct fixture *f, set_up, tear_down)
{
    const bool waits = a_plain_read_waits();
    if (!waits) {
        print_message("a plain read() would not wait here: nothing is proved\n");
    }
    open_raw(f);
    pass_lingering(f->raw);
    assert_int_equal(arbiter_reads(f), SVI_CHANNEL_E_DESCRIPTOR);
    assert_int_equal(arbiter_takes(f), SVI_CHANNEL_E_DESCRIPTOR);
    assert_true(!waits || !svi_close_wait(1)); /* that takes LINGER_S */
}

/* Nor does one that waits to be read when the channel ends for another reason. */
TEST_ON(an_unread_descriptor_stalls_nobody, struct fixture *f, set_up, tear_down)
{
    open_raw(f);
    pass_lingering(f->raw);
    close(f->raw);
    f->raw = -1;
    svi_channel_finish(&f->arbiter);
}
