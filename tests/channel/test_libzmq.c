/* A channel and libzmq at the other end, both ways round, over a Unix socket and TCP: messages of
 * all sizes, PINGs, and each breach that libzmq can be made to commit. */
#include "channel/channel.h"
#include "channel/listener.h"
#include "tests/base/testing.h"

#include <poll.h>
#include <unistd.h>
#include <zmq.h>

#define MOST 300000u
#define PATIENCE_MS 20000
#define TURN_MS 10

static const size_t sizes[] = {0, 1, 2, 254, 255, 256, 257, 8192, 65535, 65536, MOST, 7};
#define SIZES (sizeof sizes / sizeof *sizes)

struct fixture {
    char folder[64], file[96];
    void *context, *socket; /* libzmq's end */
    struct svi_listener l;
    struct svi_channel c; /* ours */
    uint8_t buffer[65536];
    struct svi_zmtp_message message;
    char text[200]; /* the verdict's */
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL) {
        return -1;
    }
    f->l.fd = -1;
    f->c.fd = -1;
    snprintf(f->folder, sizeof f->folder, "/tmp/solvent-test-XXXXXX");
    f->context = zmq_ctx_new();
    if (mkdtemp(f->folder) == NULL || f->context == NULL) {
        return -1;
    }
    snprintf(f->file, sizeof f->file, "ipc://%s/door", f->folder);
    return 0;
}

static void close_all(struct fixture *f)
{
    if (f->socket != NULL) {
        zmq_close(f->socket);
        f->socket = NULL;
    }
    svi_channel_finish(&f->c);
    svi_listener_close(&f->l);
    unlink(f->file + strlen("ipc://"));
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    close_all(f);
    zmq_ctx_term(f->context);
    rmdir(f->folder);
    free(f);
    return 0;
}

static void set_int(const struct fixture *f, int option, int value)
{
    assert_int_equal(zmq_setsockopt(f->socket, option, &value, sizeof value), 0);
}

static void make_socket(struct fixture *f, int type)
{
    f->socket = zmq_socket(f->context, type);
    assert_non_null(f->socket);
    set_int(f, ZMQ_LINGER, 0);
    set_int(f, ZMQ_RCVTIMEO, PATIENCE_MS);
    set_int(f, ZMQ_SNDTIMEO, PATIENCE_MS);
}

/* ---- one turn of a loop ---------------------------------------------------------------------- */

/* Reads and sends what can be, and comes back with the next message or a verdict; FINE: nothing for
 * a while. */
static enum svi_channel_result turn(struct fixture *f)
{
    enum svi_channel_result result = svi_channel_next(&f->c, &f->message);
    if (result == SVI_CHANNEL_FINE) {
        struct pollfd ready = {.fd = f->c.fd, .events = POLLIN};
        ready.events = (short)(ready.events | (svi_channel_wants_write(&f->c) ? POLLOUT : 0));
        (void)poll(&ready, 1, TURN_MS);
        (void)svi_channel_flush(&f->c);
        result = svi_channel_read(&f->c, f->buffer, sizeof f->buffer, false);
        if (result == SVI_CHANNEL_SOME) {
            result = svi_channel_next(&f->c, &f->message);
        }
    }
    return result;
}

/* Turns until something comes. */
static enum svi_channel_result wait_for_something(struct fixture *f)
{
    enum svi_channel_result result = SVI_CHANNEL_FINE;
    for (int ms = 0; ms < PATIENCE_MS && result == SVI_CHANNEL_FINE; ms += TURN_MS) {
        result = turn(f);
    }
    svi_channel_describe(&f->c, result, f->text, sizeof f->text);
    return result;
}

static void wait_for_verdict(struct fixture *f, const char *words)
{
    const enum svi_channel_result result = wait_for_something(f);
    if (result < SVI_CHANNEL_E_CLOSED || strstr(f->text, words) == NULL) {
        fail_msg("\"%s\" and not \"%s\"", f->text, words);
    }
}

/* libzmq's socket connects to us. */
static void accept_libzmq(struct fixture *f, const char *endpoint)
{
    struct svi_error error;
    int fd = -1;
    assert_ok(svi_listener_open(&f->l, endpoint, &error));
    assert_int_equal(zmq_connect(f->socket, f->l.text), 0);
    for (int ms = 0; ms < PATIENCE_MS && fd < 0; ms += TURN_MS) {
        struct pollfd ready = {.fd = f->l.fd, .events = POLLIN};
        (void)poll(&ready, 1, TURN_MS);
        (void)svi_listener_accept(&f->l, getuid(), &fd);
    }
    assert_true(fd >= 0);
    svi_channel_init(&f->c, fd, SVI_ZMTP_ROUTER, MOST, 4 * MOST);
}

/* We connect to libzmq's socket. */
static void connect_to_libzmq(struct fixture *f, const char *endpoint)
{
    struct svi_endpoint e;
    struct svi_error error;
    char bound[100];
    size_t size = sizeof bound;
    int fd;
    assert_int_equal(zmq_bind(f->socket, endpoint), 0);
    assert_int_equal(zmq_getsockopt(f->socket, ZMQ_LAST_ENDPOINT, bound, &size), 0);
    assert_ok(svi_endpoint_read(&e, bound, &error));
    assert_ok(svi_endpoint_connect(&e, &fd));
    svi_channel_init(&f->c, fd, SVI_ZMTP_DEALER, MOST, 4 * MOST);
}

static const uint8_t *pattern(size_t size)
{
    static uint8_t bytes[MOST];
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(i * 13 + size);
    }
    return bytes;
}

/* ---- what works ------------------------------------------------------------------------------ */

static void receive_part(const struct fixture *f, size_t size)
{
    zmq_msg_t part;
    zmq_msg_init(&part);
    assert_int_equal(zmq_msg_recv(&part, f->socket, 0), size);
    assert_memory_equal(zmq_msg_data(&part), pattern(size), size);
    zmq_msg_close(&part);
}

/* libzmq sends all and gets them all back. For a ROUTER, `identity` goes before each. */
static void echo(struct fixture *f, const void *identity, size_t identity_size)
{
    for (size_t i = 0; i < SIZES; i++) {
        if (identity_size != 0) {
            assert_true(zmq_send(f->socket, identity, identity_size, ZMQ_SNDMORE) >= 0);
        }
        assert_int_equal(zmq_send(f->socket, pattern(sizes[i]), sizes[i], 0), sizes[i]);
    }
    for (size_t i = 0; i < SIZES; i++) {
        assert_int_equal(wait_for_something(f), SVI_CHANNEL_MESSAGE);
        assert_int_equal(f->message.size, sizes[i]);
        assert_memory_equal(f->message.bytes, pattern(sizes[i]), sizes[i]);
        assert_int_equal(svi_channel_send(&f->c, f->message.bytes, f->message.size),
                         SVI_CHANNEL_FINE);
    }
    for (size_t i = 0; i < SIZES; i++) {
        for (unsigned k = 0; k < 50 || svi_channel_wants_write(&f->c); k++) {
            assert_int_equal(turn(f), SVI_CHANNEL_FINE);
            zmq_pollitem_t item = {.socket = f->socket, .events = ZMQ_POLLIN};
            if (zmq_poll(&item, 1, 0) > 0) {
                break;
            }
        }
        if (identity_size != 0) {
            char found[256];
            assert_int_equal(zmq_recv(f->socket, found, sizeof found, 0), identity_size);
            assert_memory_equal(found, identity, identity_size);
        }
        receive_part(f, sizes[i]);
    }
}

TEST_ON(a_dealer_of_libzmq, struct fixture *f, set_up, tear_down)
{
    const char *const endpoints[] = {f->file, "tcp://127.0.0.1:*"};

    for (unsigned i = 0; i < 2; i++) {
        make_socket(f, ZMQ_DEALER);
        assert_int_equal(zmq_setsockopt(f->socket, ZMQ_ROUTING_ID, "somebody", 8), 0);
        accept_libzmq(f, endpoints[i]);
        echo(f, NULL, 0);
        zmq_close(f->socket);
        f->socket = NULL;
        assert_int_equal(wait_for_something(f), SVI_CHANNEL_E_CLOSED);
        close_all(f);
    }
}

TEST_ON(a_router_of_libzmq, struct fixture *f, set_up, tear_down)
{
    const char *const endpoints[] = {f->file, "tcp://127.0.0.1:*"};

    for (unsigned i = 0; i < 2; i++) {
        uint8_t identity[256];

        make_socket(f, ZMQ_ROUTER);
        set_int(f, ZMQ_ROUTER_MANDATORY, 1);
        connect_to_libzmq(f, endpoints[i]);
        assert_int_equal(svi_channel_send(&f->c, pattern(100), 100), SVI_CHANNEL_FINE);
        while (!svi_channel_is_open(&f->c)) {
            assert_int_equal(turn(f), SVI_CHANNEL_FINE);
        }
        const int size = zmq_recv(f->socket, identity, sizeof identity, 0);
        assert_true(size > 0);
        receive_part(f, 100);
        echo(f, identity, (size_t)size);
        zmq_close(f->socket);
        f->socket = NULL;
        assert_int_equal(wait_for_something(f), SVI_CHANNEL_E_CLOSED);
        close_all(f);
    }
}

/* libzmq's heartbeats: it would drop us for an answer that is missing or wrong. */
TEST_ON(heartbeats_are_answered, struct fixture *f, set_up, tear_down)
{
    make_socket(f, ZMQ_DEALER);
    set_int(f, ZMQ_HEARTBEAT_IVL, 20);
    set_int(f, ZMQ_HEARTBEAT_TTL, 1000);
    set_int(f, ZMQ_HEARTBEAT_TIMEOUT, 2000);
    accept_libzmq(f, f->file);
    while (f->c.zmtp.pings < 5) {
        assert_int_equal(turn(f), SVI_CHANNEL_FINE);
    }
    echo(f, NULL, 0);
}

/* It sends ten bytes of its greeting and waits for ours; so we send ours at once, and so does it
 * not wait for more than that. One that comes before we do is kept by it, too. */
TEST_ON(libzmq_is_there_before_us, struct fixture *f, set_up, tear_down)
{
    struct svi_error error;
    make_socket(f, ZMQ_DEALER);
    assert_int_equal(zmq_connect(f->socket, f->file), 0); /* there is no listener yet */
    assert_int_equal(zmq_send(f->socket, pattern(10), 10, 0), 10);
    poll(NULL, 0, 50);
    assert_ok(svi_listener_open(&f->l, f->file, &error));
    for (int fd = -1; fd < 0;) {
        struct pollfd ready = {.fd = f->l.fd, .events = POLLIN};
        assert_int_equal(poll(&ready, 1, PATIENCE_MS), 1);
        if (svi_listener_accept(&f->l, getuid(), &fd) == SVI_ACCEPT_ONE) {
            svi_channel_init(&f->c, fd, SVI_ZMTP_ROUTER, MOST, MOST);
        }
    }
    svi_listener_close(&f->l);
    assert_int_equal(wait_for_something(f), SVI_CHANNEL_MESSAGE);
    assert_int_equal(f->message.size, 10);
    echo(f, NULL, 0);
}

/* ---- refused peers --------------------------------------------------------------------------- */

/* libzmq says which types it would take, unless it closes before we know the reason. */
TEST_ON(other_types_are_refused, struct fixture *f, set_up, tear_down)
{
    static const struct {
        int type;
        bool listens, says;
    } cases[] = {
        {ZMQ_REQ, false, true},   {ZMQ_ROUTER, false, true}, {ZMQ_DEALER, true, true},
        {ZMQ_REP, true, true},    {ZMQ_REP, false, false},   {ZMQ_PUSH, false, false},
        {ZMQ_PAIR, false, false}, {ZMQ_SUB, false, false},   {ZMQ_PULL, true, false},
        {ZMQ_XPUB, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_socket(f, cases[i].type);
        if (cases[i].listens) {
            connect_to_libzmq(f, f->file);
        } else {
            accept_libzmq(f, f->file);
        }
        wait_for_verdict(f, cases[i].says ? "breaks ZMTP: its socket is of the wrong type" : "");
        assert_false(svi_channel_is_open(&f->c));
        close_all(f);
    }
}

TEST_ON(more_than_one_part_is_refused, struct fixture *f, set_up, tear_down)
{
    make_socket(f, ZMQ_DEALER);
    accept_libzmq(f, f->file);
    assert_int_equal(zmq_send(f->socket, "a", 1, ZMQ_SNDMORE), 1);
    assert_int_equal(zmq_send(f->socket, "b", 1, 0), 1);
    wait_for_verdict(f, "breaks ZMTP: a message has more than one part");
}

TEST_ON(too_long_a_message_is_refused, struct fixture *f, set_up, tear_down)
{
    static uint8_t bytes[MOST + 1];
    make_socket(f, ZMQ_DEALER);
    accept_libzmq(f, f->file);
    assert_int_equal(zmq_send(f->socket, bytes, sizeof bytes, 0), sizeof bytes);
    wait_for_verdict(f, "breaks ZMTP: a message is longer than it may be");
}

TEST_ON(other_mechanisms_are_refused, struct fixture *f, set_up, tear_down)
{
    make_socket(f, ZMQ_DEALER);
    assert_int_equal(zmq_setsockopt(f->socket, ZMQ_PLAIN_USERNAME, "me", 2), 0);
    assert_int_equal(zmq_setsockopt(f->socket, ZMQ_PLAIN_PASSWORD, "secret", 6), 0);
    accept_libzmq(f, f->file);
    wait_for_verdict(f, ""); /* libzmq finds it out first */
    assert_false(svi_channel_is_open(&f->c));
}
