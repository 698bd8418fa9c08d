/* The traffic between a worker and its bots, without its loop: over a pair of sockets, with a
 * process that the test ends. */
#include "runner/deadline_heap.h"
#include "runner/worker_io.h"
#include "tests/base/testing.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char noted[512];

static void note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(noted, sizeof noted, format, args);
    va_end(args);
}

static void on_touched(void *user, struct svi_bot_session *session)
{
    (void)user;
    (void)session;
}

/* A worker with one bot that is starting and has connected; `bot` is its end. */
struct fixture {
    struct svi_worker w;
    struct svi_worker_pool pool;
    struct svi_run_config config;
    struct svi_bot_spec spec;
    struct svi_bot_process bot_process;
    struct svi_bot_process *deadlines[1], *touched[1];
    struct svi_channel bot;
    uint8_t buffer[4096];
};

static const char *const ARGV[] = {"bots/short", NULL};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct svi_channel ours;
    int fd[2];
    assert_non_null(f);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd), 0);
    f->spec = (struct svi_bot_spec){.name = "short", .argv = ARGV, .matches = 4};
    f->config = (struct svi_run_config){
        .bots = &f->spec,
        .n_bots = 1,
        .output.note = note,
        .conditions = {.decision_ms = 1000, .strikes = 3, .start_ms = 60000}};
    f->w = (struct svi_worker){.pool = &f->pool,
                               .config = &f->config,
                               .epoll = epoll_create1(EPOLL_CLOEXEC),
                               .bots = &f->bot_process,
                               .deadlines = f->deadlines,
                               .touched = f->touched,
                               .now_us = 1000};
    f->w.place = (struct svi_bot_process_place){.config = &f->config,
                                                .owner = {.touched = on_touched},
                                                .user = &f->w,
                                                .folder = "/nowhere",
                                                .epoll = f->w.epoll,
                                                .ends = 1,
                                                .stats = &f->w.stats};
    f->w.buffer = malloc(SVI_CONNECTION_TURN_BYTES);
    assert_non_null(f->w.buffer);
    f->w.wait.fd = -1;
    svi_bot_process_init(&f->bot_process, &f->spec, &f->w.place, 0);
    svi_deadline_heap_init(f->deadlines, &f->bot_process, 1);
    svi_bot_session_open(&f->bot_process.session, f->config.conditions.start_ms, 0);
    f->bot_process.state = SVI_BOT_PROCESS_STARTING;
    svi_channel_init(&f->bot, fd[1], SVI_ZMTP_DEALER, SVI_MAX_BOT_FRAME,
                     SVI_CONNECTION_UNSENT_BYTES);
    svi_channel_init(&ours, fd[0], SVI_ZMTP_ROUTER, SVI_MAX_BOT_FRAME, SVI_CONNECTION_UNSENT_BYTES);
    svi_connection_take(&f->bot_process.connection, &ours);
    noted[0] = '\0';
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    svi_channel_finish(&f->bot);
    svi_bot_process_finish(&f->bot_process);
    free(f->w.buffer);
    close(f->w.epoll);
    free(f);
    return 0;
}

/* Greetings and READY, both ways. */
static void shake_hands(struct fixture *f)
{
    const struct epoll_event readable = {.events = EPOLLIN, .data.u64 = 0};
    struct svi_zmtp_message message;
    for (unsigned i = 0; i < 3; i++) {
        (void)svi_channel_flush(&f->bot);
        svi_worker_tend(&f->w, &readable, 1, f->w.now_us);
        if (svi_channel_read(&f->bot, f->buffer, sizeof f->buffer, false) == SVI_CHANNEL_SOME) {
            assert_int_equal(svi_channel_next(&f->bot, &message), SVI_CHANNEL_FINE);
        }
    }
}

/* Has the bot's process be one that has ended, with status 3. */
static void end_process(struct fixture *f)
{
    siginfo_t info;
    f->bot_process.child.process.pid = fork();
    if (f->bot_process.child.process.pid == 0) {
        _exit(3);
    }
    assert_true(f->bot_process.child.process.pid > 0);
    assert_int_equal(
        waitid(P_PID, (id_t)f->bot_process.child.process.pid, &info, WEXITED | WNOWAIT), 0);
}

static void say_hello(struct fixture *f)
{
    const struct svi_hello hello = {
        .protocol = SVI_PROTOCOL, .name = "short", .answers = SV_ANSWERS_ALL, .matches = 4};
    SCOPED(svi_buf_finish) struct svi_buf frame = {0};
    svi_put_hello(&frame, &hello);
    assert_int_equal(svi_channel_send(&f->bot, frame.data, frame.size), SVI_CHANNEL_FINE);
}

TEST_ON(a_process_that_ends_is_told, struct fixture *f, set_up, tear_down)
{
    shake_hands(f);
    end_process(f);
    svi_worker_look_for_dead(&f->w);
    assert_int_equal(f->bot_process.state, SVI_BOT_PROCESS_IDLE);
    assert_false(f->bot_process.past.greeted);
    assert_string_equal(noted,
                        "bot 'short' exited with status 3 before it said hello [bots/short]");
}

/* Messages sent before the end of a process count, even if they were still unread when its end was
 * seen. */
TEST_ON(what_was_sent_before_the_end_counts, struct fixture *f, set_up, tear_down)
{
    shake_hands(f);
    say_hello(f);
    end_process(f);
    svi_worker_look_for_dead(&f->w);
    assert_int_equal(f->bot_process.state, SVI_BOT_PROCESS_IDLE);
    assert_true(f->bot_process.past.greeted);
    assert_string_equal(noted, "bot 'short' exited with status 3 [bots/short]");
}

/* The same when epoll tells of the end, by the key of the bot's process. */
TEST_ON(an_end_is_seen_at_once, struct fixture *f, set_up, tear_down)
{
    const struct epoll_event ended = {.events = EPOLLIN, .data.u64 = 1};
    shake_hands(f);
    say_hello(f);
    end_process(f);
    svi_worker_tend(&f->w, &ended, 1, f->w.now_us);
    assert_int_equal(f->bot_process.state, SVI_BOT_PROCESS_IDLE);
    assert_true(f->bot_process.past.greeted);
}
