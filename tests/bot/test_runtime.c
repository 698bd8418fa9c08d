/* sv_bot_main() as a process of its own, over a real socket, under an arbiter played by this test.
 */
#include "channel/listener.h"
#include "tests/base/testing.h"
#include "tests/bot/bots.h"
#include "tests/bot/umpire.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#define PATIENCE_MS 20000

/* A bot's process, and the socket of the arbiter it talks to. */
struct fixture {
    char folder[64], endpoint[96];
    void *context, *router;
    pid_t pid;
    int errors; /* its standard error */
    uint8_t identity[256];
    size_t identity_size;
    uint8_t *bytes; /* the last frame from it */
    size_t size;
};

/* Makes the socket, which does not listen yet. */
static void make_arbiter(struct fixture *f)
{
    int patience = PATIENCE_MS;
    memset(f, 0, sizeof *f);
    strcpy(f->folder, "/tmp/solvent-test-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->endpoint, sizeof f->endpoint, "ipc://%s/a.ipc", f->folder);
    f->context = zmq_ctx_new();
    f->router = zmq_socket(f->context, ZMQ_ROUTER);
    assert_non_null(f->router);
    zmq_setsockopt(f->router, ZMQ_RCVTIMEO, &patience, sizeof patience);
}

static void listen_now(struct fixture *f)
{
    assert_int_equal(zmq_bind(f->router, f->endpoint), 0);
}

static void open_arbiter(struct fixture *f)
{
    make_arbiter(f);
    listen_now(f);
}

static void close_socket(struct fixture *f)
{
    int linger = 1000;
    if (f->router != NULL) {
        zmq_setsockopt(f->router, ZMQ_LINGER, &linger, sizeof linger);
        zmq_close(f->router);
        zmq_ctx_term(f->context);
        f->router = NULL;
    }
}

static void never_return(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    (void)a;
    assert_int_equal(write(STDERR_FILENO, "!", 1), 1);
    for (;;) {
        pause();
    }
}

enum { WILD, WILD_MODEL, SILENT, NAMELESS, HANGING };

static const struct sv_bot nameless = {0};
static const struct sv_bot hanging = {.name = "hanging", .buy = never_return};
static const struct sv_bot *const bots[] = {[WILD] = &bots_wild,
                                            [WILD_MODEL] = &bots_wild_model,
                                            [SILENT] = &bots_silent,
                                            [NAMELESS] = &nameless,
                                            [HANGING] = &hanging};

/* Becomes this program anew, as a bot with these arguments. Until then it allocates nothing: a
 * thread of ZeroMQ may have held the allocator's lock when the process was forked. */
static void become_bot(unsigned bot, char *const arguments[], const int errors[2])
{
    char number[] = {(char)('0' + bot), '\0'};
    int argc = 4;
    char *argv[12] = {(char[]){"test_runtime"}, (char[]){"--bot"}, number,
                      (char[]){"/some/where/mybot"}};
    for (; arguments[argc - 4] != NULL; argc++) {
        argv[argc] = arguments[argc - 4];
    }
    dup2(errors[1], STDERR_FILENO);
    close(errors[0]);
    close(errors[1]);
    execv("/proc/self/exe", argv);
    _exit(127);
}

int main(int argc, char **argv)
{
    if (argc > 3 && strcmp(argv[1], "--bot") == 0) {
        _exit(sv_bot_main(argc - 3, argv + 3, bots[argv[2][0] - '0']));
    }
    return testing_run();
}

/* With `environment` a bot finds the endpoint there, as when an arbiter starts it. */
static void set_environment(const struct fixture *f, bool environment)
{
    // NOLINTBEGIN(concurrency-mt-unsafe): no other thread of ours
    unsetenv("SOLVENT_ENDPOINT");
    if (environment) {
        setenv("SOLVENT_ENDPOINT", f->endpoint, 1);
    }
    // NOLINTEND(concurrency-mt-unsafe)
}

static void start_bot(struct fixture *f, unsigned bot, bool environment, char *const arguments[])
{
    int errors[2];
    set_environment(f, environment);
    assert_int_equal(pipe(errors), 0);
    fflush(NULL);
    f->pid = fork();
    assert_true(f->pid >= 0);
    if (f->pid == 0) {
        become_bot(bot, arguments, errors);
    }
    close(errors[1]);
    f->errors = errors[0];
}

#define NO_ARGUMENTS ((char *const[]){NULL})

/* Waits for the bot's end. Returns its exit status, or 128 plus the signal. Its standard error must
 * contain `words`, or be empty if they are "". Also ends the test's side. */
static int wait_bot(struct fixture *f, const char *words)
{
    static char text[4096];
    size_t size = 0;
    ssize_t got;
    int status;
    while (size + 1 < sizeof text &&
           (got = read(f->errors, text + size, sizeof text - 1 - size)) > 0) {
        size += (size_t)got;
    }
    text[size] = 0;
    close(f->errors);
    assert_int_equal(waitpid(f->pid, &status, 0), f->pid);
    close_socket(f);
    free(f->bytes);
    unlink(f->endpoint + strlen("ipc://"));
    rmdir(f->folder);
    if (words[0] == 0 ? size != 0 : strstr(text, words) == NULL) {
        fail_msg("standard error says \"%s\" and not \"%s\"", text, words);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The next frame of the bot goes to f->bytes. */
static void receive(struct fixture *f)
{
    zmq_msg_t part;
    int more = 1;
    for (unsigned i = 0; more != 0; i++) {
        zmq_msg_init(&part);
        assert_true(zmq_msg_recv(&part, f->router, 0) >= 0);
        if (i == 0) {
            f->identity_size = zmq_msg_size(&part);
            memcpy(f->identity, zmq_msg_data(&part), f->identity_size);
        } else {
            free(f->bytes);
            f->size = zmq_msg_size(&part);
            f->bytes = malloc(f->size + 1);
            assert_non_null(f->bytes);
            memcpy(f->bytes, zmq_msg_data(&part), f->size);
        }
        more = zmq_msg_more(&part);
        zmq_msg_close(&part);
    }
}

static void send_frame(struct fixture *f, struct svi_buf *frame)
{
    assert_false(frame->failed);
    assert_true(zmq_send(f->router, f->identity, f->identity_size, ZMQ_SNDMORE) >= 0);
    assert_true(zmq_send(f->router, frame->data, frame->size, 0) >= 0);
    svi_buf_clear(frame);
}

static struct svi_hello receive_hello(struct fixture *f)
{
    struct svi_head head;
    struct svi_hello hello;
    receive(f);
    struct svi_cursor c = svi_cursor_over(f->bytes, f->size);
    assert_ok(svi_get_head(&c, &head));
    assert_ok(svi_get_hello(&c, &head, &hello));
    assert_ok(svi_cursor_end(&c));
    return hello;
}

/* Plays a whole game with the bot in every seat. */
static void play(struct fixture *f, struct umpire *u, struct svi_buf *frame)
{
    for (unsigned s = 0; s < u->setup.seats; s++) {
        umpire_put_start(u, s, frame);
    }
    while (!umpire_over(u)) {
        unsigned asked = 0;
        for (unsigned s = 0; s < u->setup.seats; s++) {
            asked += umpire_put_ask(u, s, frame);
        }
        send_frame(f, frame);
        receive(f); /* questions of one frame are answered in one frame */
        umpire_take(u, f->bytes, f->size);
        assert_int_equal(u->match.game.waiting, 0);
        assert_true(asked != 0);
    }
    umpire_put_end(u, frame);
    send_frame(f, frame);
}

/* Where an arbiter listens, and how a bot is told. */
enum way {
    UNIX_SOCKET,
    LOOPBACK,
    THROUGH_LIBZMQ, /* an address as only libzmq reads it, with where the connection comes from */
    WAYS
};

static void open_arbiter_at(struct fixture *f, enum way way)
{
    char bound[40];
    size_t size = sizeof bound;
    make_arbiter(f);
    if (way == UNIX_SOCKET) {
        listen_now(f);
        return;
    }
    assert_int_equal(zmq_bind(f->router, "tcp://127.0.0.1:*"), 0);
    assert_int_equal(zmq_getsockopt(f->router, ZMQ_LAST_ENDPOINT, bound, &size), 0);
    snprintf(f->endpoint, sizeof f->endpoint, "tcp://%s%s",
             way == THROUGH_LIBZMQ ? "127.0.0.1:0;" : "", bound + strlen("tcp://"));
}

static void plays_and_says_goodbye_over(enum way way)
{
    struct fixture f;
    struct svi_buf frame = {0};
    struct umpire *u = malloc(sizeof *u);
    assert_non_null(u);
    open_arbiter_at(&f, way);
    start_bot(&f, WILD_MODEL, true, NO_ARGUMENTS);
    struct svi_hello hello = receive_hello(&f);
    assert_string_equal(hello.name, "wild");
    assert_string_equal(hello.version, "2");
    assert_true(hello.model);
    assert_int_equal(hello.matches, 1024);
    umpire_open(u, &(struct umpire_bot){.answers = hello.answers, .model = hello.model});
    umpire_start(u, umpire_edition("classic"), "11", 4);
    play(&f, u, &frame);
    umpire_start(u, umpire_edition("classic"), "12", 2);
    u->session->serial = 3; /* so that its first seat has the id of the last one before */
    play(&f, u, &frame);
    assert_int_equal(u->match.seat[0].id, UMPIRE_MATCH(3));
    svi_put_goodbye(&frame);
    send_frame(&f, &frame);
    svi_buf_finish(&frame);
    umpire_finish(u);
    free(u);
    assert_int_equal(wait_bot(&f, ""), 0);
}

TEST(plays_and_says_goodbye)
{
    for (unsigned way = 0; way < WAYS; way++) {
        plays_and_says_goodbye_over((enum way)way);
    }
}

TEST(connects_by_option_and_waits)
{
    struct fixture f;
    struct svi_buf frame = {0};
    make_arbiter(&f); /* the bot is there first */
    start_bot(&f, SILENT, false,
              (char *const[]){"--connect", f.endpoint, "--name=somebody else", NULL});
    poll(NULL, 0, 100);
    listen_now(&f);
    struct svi_hello hello = receive_hello(&f);
    assert_string_equal(hello.name, "somebody else");
    assert_int_equal(hello.answers, 0);
    svi_put_goodbye(&frame);
    send_frame(&f, &frame);
    svi_buf_finish(&frame);
    assert_int_equal(wait_bot(&f, ""), 0);
}

/* If the first listener closes without a word, it is not the arbiter yet. The bot connects again
 * and repeats its hello to the next one. */
TEST(an_arbiter_that_goes_before_the_handshake_is_waited_for)
{
    struct fixture f;
    struct svi_listener door;
    struct svi_buf frame = {0};
    struct svi_error error;
    int fd = -1;
    make_arbiter(&f);
    assert_ok(svi_listener_open(&door, f.endpoint, &error));
    start_bot(&f, SILENT, true, NO_ARGUMENTS);
    assert_int_equal(poll(&(struct pollfd){.fd = door.fd, .events = POLLIN}, 1, PATIENCE_MS), 1);
    assert_int_equal(svi_listener_accept(&door, getuid(), &fd), SVI_ACCEPT_ONE);
    svi_listener_close(&door);
    close(fd);
    listen_now(&f);
    assert_string_equal(receive_hello(&f).name, "silent");
    svi_put_goodbye(&frame);
    send_frame(&f, &frame);
    svi_buf_finish(&frame);
    assert_int_equal(wait_bot(&f, ""), 0);
}

TEST(who_speaks_no_zmtp_is_no_arbiter)
{
    struct fixture f;
    struct svi_listener door;
    struct svi_error error;
    int fd = -1;
    make_arbiter(&f);
    assert_ok(svi_listener_open(&door, f.endpoint, &error));
    start_bot(&f, SILENT, true, NO_ARGUMENTS);
    assert_int_equal(poll(&(struct pollfd){.fd = door.fd, .events = POLLIN}, 1, PATIENCE_MS), 1);
    assert_int_equal(svi_listener_accept(&door, getuid(), &fd), SVI_ACCEPT_ONE);
    assert_int_equal(write(fd, "SSH-2.0-OpenSSH\r\n", 17), 17);
    assert_int_equal(wait_bot(&f, ": it breaks ZMTP: its greeting does not begin as one\n"), 3);
    svi_listener_close(&door);
    close(fd);
}

TEST(a_bot_without_a_name_has_its_file_s)
{
    struct fixture f;
    struct svi_buf frame = {0};
    open_arbiter(&f);
    start_bot(&f, NAMELESS, true, NO_ARGUMENTS);
    assert_string_equal(receive_hello(&f).name, "mybot");
    svi_put_refused(&frame, "no such bot");
    send_frame(&f, &frame);
    svi_buf_finish(&frame);
    assert_int_equal(wait_bot(&f, "mybot: refused by the arbiter: no such bot\n"), 3);
}

TEST(garbage_ends_it_with_a_line)
{
    struct fixture f;
    struct svi_buf frame = {0};
    open_arbiter(&f);
    start_bot(&f, SILENT, true, NO_ARGUMENTS);
    receive_hello(&f);
    svi_buf_append(&frame, "\xdd\x10\x00\x00\x00", 5);
    send_frame(&f, &frame);
    svi_buf_finish(&frame);
    assert_int_equal(
        wait_bot(
            &f, "silent: bytes from the arbiter that are not a message: the bytes end too early\n"),
        3);
}

TEST(a_lost_arbiter_ends_it)
{
    struct fixture f;
    struct svi_buf frame = {0};
    struct umpire *u = malloc(sizeof *u);
    assert_non_null(u);
    open_arbiter(&f);
    start_bot(&f, WILD, true, NO_ARGUMENTS);
    receive_hello(&f);
    umpire_open(u, &(struct umpire_bot){.answers = SV_ANSWERS_ALL});
    umpire_start(u, umpire_edition("classic"), "13", 2);
    umpire_put_start(u, 0, &frame);
    umpire_put_ask(u, 0, &frame);
    send_frame(&f, &frame);
    receive(&f);
    close_socket(&f); /* within a match */
    svi_buf_finish(&frame);
    umpire_finish(u);
    free(u);
    assert_int_equal(wait_bot(&f, "/a.ipc: it has closed its connection\n"), 3);
}

/* The process that started the bot is gone, but its socket is not: another process holds it. */
TEST(a_vanished_parent_ends_it)
{
    struct fixture f;
    int errors[2];
    open_arbiter(&f);
    assert_int_equal(pipe(errors), 0);
    fflush(NULL);
    set_environment(&f, true);
    f.pid = fork();
    assert_true(f.pid >= 0);
    if (f.pid == 0) {
        if (fork() == 0) {
            become_bot(SILENT, NO_ARGUMENTS, errors);
        }
        close(errors[1]);
        pause();
        _exit(0);
    }
    close(errors[1]);
    f.errors = errors[0];
    receive_hello(&f);
    assert_int_equal(kill(f.pid, SIGKILL), 0);
    assert_int_equal(wait_bot(&f, "silent: the arbiter that started it is gone"), 128 + SIGKILL);
}

TEST(sigterm_ends_it)
{
    struct fixture f;
    open_arbiter(&f);
    start_bot(&f, SILENT, true, NO_ARGUMENTS);
    receive_hello(&f);
    assert_int_equal(kill(f.pid, SIGTERM), 0);
    assert_int_equal(wait_bot(&f, ""), 0);
}

TEST(a_second_sigterm_ends_it_in_a_callback)
{
    struct fixture f;
    struct svi_buf frame = {0};
    struct umpire *u = malloc(sizeof *u);
    char sign;
    assert_non_null(u);
    open_arbiter(&f);
    start_bot(&f, HANGING, true, NO_ARGUMENTS);
    umpire_open(u, &(struct umpire_bot){.answers = receive_hello(&f).answers});
    umpire_start(u, umpire_edition("classic"), "14", 2);
    umpire_put_start(u, 0, &frame);
    umpire_put_start(u, 1, &frame);
    umpire_put_ask(u, 0, &frame);
    umpire_put_ask(u, 1, &frame);
    send_frame(&f, &frame);
    svi_buf_finish(&frame);
    umpire_finish(u);
    free(u);
    assert_int_equal(read(f.errors, &sign, 1), 1);
    do { /* two that come at once are one */
        assert_int_equal(kill(f.pid, SIGTERM), 0);
    } while (poll(&(struct pollfd){.fd = f.errors, .events = POLLIN}, 1, 20) == 0);
    assert_int_equal(wait_bot(&f, ""), 128 + SIGTERM);
}

TEST(wrong_usage)
{
    static char too_long[] =
        "ipc:///a/path/that/is/too/long/for/a/socket/because/it/has/more/bytes/"
        "than/any/system/has/room/for/in/the/address/of/one";
    static const struct {
        char *arguments[4];
        const char *words;
        int status;
    } cases[] = {
        {{"--bogus"}, "mybot: unknown argument '--bogus'; try --help\n", 2},
        {{"stray"}, "unknown argument 'stray'", 2},
        {{"--connect"}, "'--connect' needs a value", 2},
        {{"--name="}, "'--name=' needs a value", 2},
        {{"--name", "x"}, "no arbiter: give --connect", 2},
        {{"--connect", "not an endpoint"}, "cannot connect to 'not an endpoint'", 2},
        {{"--connect", "carrier-pigeon://here"}, "cannot connect to", 2},
        {{"--connect", "tcp://127.0.0.1:port"}, "'port' is no port", 2},
        {{"--connect", "tcp://localhost:*"}, "Invalid argument", 2},
        {{"--connect", too_long}, "the path of a socket has at most 107 bytes", 2},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;

        open_arbiter(&f);
        start_bot(&f, SILENT, false, cases[i].arguments);
        assert_int_equal(wait_bot(&f, cases[i].words), cases[i].status);
    }
}

TEST(help_and_version)
{
    static const struct {
        char *argument;
        const char *words;
    } cases[] = {{"--help", "--listen tcp://"}, {"--version", "wild 2 (Solvent SDK "}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        FILE *out = tmpfile();
        int status;

        assert_non_null(out);
        fflush(NULL);
        pid_t pid = fork();
        if (pid == 0) {
            dup2(fileno(out), STDOUT_FILENO);
            status = sv_bot_main(2, (char *[]){"mybot", cases[i].argument, NULL}, &bots_wild_model);
            fflush(NULL);
            _exit(status);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        rewind(out);
        size_t size = fread(text, 1, sizeof text - 1, out);
        text[size] = 0;
        fclose(out);
        assert_contains(text, cases[i].words);
    }
}
