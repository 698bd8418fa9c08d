/* The time that a thread has waited for a processor. */
#include "process/run_family.h"
#include "tests/base/testing.h"

#include "base/time.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that never rests, for ten seconds at most, on the processor that we are on. */
static pid_t spin(void)
{
    const pid_t pid = fork();
    if (pid == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)alarm(10);
        for (;;) {
        }
    }
    assert_true(pid > 0);
    return pid;
}

static void end(pid_t pid)
{
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

TEST(who_shares_a_processor_waits)
{
    struct svi_run_delay w = {.fd = -1};
    cpu_set_t here, before;
    svi_run_delay_open(&w, svi_time_us());
    if (w.fd < 0) {
        print_message("this kernel does not tell\n");
        skip();
    }
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&here);
    CPU_SET((size_t)sched_getcpu(), &here);
    assert_int_equal(sched_setaffinity(0, sizeof here, &here), 0);
    const pid_t one = spin(), other = spin();
    const int64_t began_us = svi_time_us();
    while (svi_time_us() - began_us < 300000) {
    }
    const int64_t now_us = svi_time_us();
    const int64_t waited_us = svi_run_delay_since(&w, began_us, now_us);
    assert_int_in_range(waited_us, (now_us - began_us) / 4, now_us - began_us);
    assert_true(svi_run_delay_since(&w, now_us - 1000, now_us) <= 1000);
    svi_run_delay_look(&w, now_us);
    assert_int_in_range(svi_run_delay_since(&w, now_us, svi_time_us()), 0, svi_time_us() - now_us);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    end(one);
    end(other);
    svi_run_delay_close(&w);
    svi_run_delay_close(&w);
    assert_int_equal(svi_run_delay_since(&w, 0, 5), 0);
}

/* A message found at once has been there since the last look. After a long sleep, the time waited
 * for a processor is subtracted. */
TEST(what_arrived_is_dated)
{
    const int fd = memfd_create("figures", MFD_CLOEXEC);
    static const char figures[] = "5000000 700000 9\n"; /* ran, waited, in nanoseconds */
    const struct svi_run_delay w = {.fd = fd, .last = {.at_us = 9000, .waited_us = 300}};
    assert_true(fd >= 0);
    assert_int_equal(write(fd, figures, sizeof figures - 1), sizeof figures - 1);
    assert_int_equal(svi_run_delay_arrival(&w, 8000, 10000, 10000), 8000);
    assert_int_equal(svi_run_delay_arrival(&w, 8000, 10000, 10049), 8000);
    assert_int_equal(svi_run_delay_arrival(&w, 8000, 10000, 10050), 10050);
    assert_int_equal(svi_run_delay_arrival(&w, 8000, 10000, 10999), 10999);
    assert_int_equal(svi_run_delay_arrival(&w, 8000, 10000, 11000), 10600);
    assert_int_equal(svi_run_delay_arrival(&w, 8000, 10000, 20000), 19600);
    close(fd);
}
