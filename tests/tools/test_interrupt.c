/* Signals that ask a command to end, and the one that makes it. */
#include "tests/base/testing.h"
#include "tools/console/interrupt.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_ms(long ms)
{
    const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    (void)nanosleep(&t, NULL);
}

/* How a process ends that catches signals and is sent two, so far apart: 0 when it lives on. */
static int signal_after(int first, int second, long ms)
{
    int status = -1;
    const pid_t pid = fork();
    if (pid == 0) {
        const atomic_bool *stop = svi_interrupt_catch();
        if (atomic_load(stop)) {
            _exit(1);
        }
        (void)raise(first);
        if (!atomic_load(stop)) {
            _exit(2);
        }
        sleep_ms(ms);
        (void)raise(second);
        _exit(atomic_load(stop) ? 0 : 3);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

/* timeout(1) sends SIGTERM to its command, and at once to the group that the command is in. */
TEST(a_signal_that_is_sent_twice_is_one)
{
    assert_int_equal(signal_after(SIGTERM, SIGTERM, 0), 0);
    assert_int_equal(signal_after(SIGINT, SIGTERM, 0), 0);
}

TEST(a_second_one_ends_the_process)
{
    assert_int_equal(signal_after(SIGINT, SIGINT, 500), SIGINT);
    assert_int_equal(signal_after(SIGINT, SIGTERM, 500), SIGTERM);
}
