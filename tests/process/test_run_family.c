/* The figures of a family of processes, and the time that they excuse, on this machine. */
#include "process/run_family.h"
#include "tests/base/testing.h"

#include "base/time.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MS 1000

/* Runs for so long by its own clock. */
static void run(int64_t us)
{
    struct timespec t;
    do {
        (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    } while (t.tv_sec * 1000000 + t.tv_nsec / 1000 < us);
}

/* A process that does something and then rests. */
static pid_t begin(void (*act)(void))
{
    const pid_t pid = fork();
    if (pid == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)alarm(20);
        act();
        for (;;) {
            (void)pause();
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

static void spin(void)
{
    run(INT64_MAX);
}

static void rest(void)
{
}

/* Children that run one after the other, and are waited for. */
static void have_children(void)
{
    (void)usleep(100 * MS);
    for (unsigned i = 0; i < 20; i++) {
        const pid_t pid = fork();
        if (pid == 0) {
            run(5 * MS);
            _exit(0);
        }
        (void)waitpid(pid, NULL, 0);
    }
}

/* Starts a child that is not waited for. */
static void hide_a_child(void)
{
    (void)signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) {
        (void)usleep(200 * MS);
        _exit(0);
    }
}

static int rest_a_while(void *unused)
{
    (void)unused;
    (void)usleep(200 * MS);
    _exit(0);
}

/* As hide_a_child(), in our memory, where the child takes no page fault. */
static void hide_a_child_that_shares_memory(void)
{
    static unsigned char stack[65536];
    memset(stack, 1, sizeof stack);
    (void)signal(SIGCHLD, SIG_IGN);
    (void)clone(rest_a_while, stack + sizeof stack, CLONE_VM | SIGCHLD, NULL);
}

/* Sleeps while a child spins. */
static void have_a_spinner(void)
{
    if (fork() == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        spin();
    }
}

TEST(nobody_is_excused_without_a_process)
{
    struct svi_run_family f = {0};
    (void)svi_run_family_begin(&f);
    assert_int_equal(svi_run_family_excuse(&f, svi_time_us()).most_us, 0);
    svi_run_family_close(&f);
}

/* A sleeper, and one that has lowered its priority, are charged beside one that waits. */
TEST(who_waits_for_others_is_excused)
{
    struct svi_run_family waits = {0}, sleeps = {0}, family = {0};
    cpu_set_t here, before;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&here);
    CPU_SET((size_t)sched_getcpu(), &here);
    assert_int_equal(sched_setaffinity(0, sizeof here, &here), 0);
    const pid_t spinner = begin(spin), other = begin(spin), third = begin(spin),
                sleeper = begin(rest), parent = begin(have_a_spinner);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    (void)usleep(50 * MS);
    svi_run_family_open(&waits, spinner, false);
    svi_run_family_open(&sleeps, sleeper, false);
    svi_run_family_open(&family, parent, false);
    const int64_t began_us = svi_time_us();
    (void)svi_run_family_begin(&waits);
    (void)svi_run_family_begin(&sleeps);
    (void)svi_run_family_begin(&family);
    (void)usleep(600 * MS);
    const int64_t now_us = svi_time_us();
    const struct svi_run_excuse e = svi_run_family_excuse(&waits, now_us);
    const struct svi_run_excuse below = svi_run_family_excuse(&family, now_us);
    /* The kernel's figures are read after now_us. */
    const int64_t all_us = svi_time_us() - began_us;
    if (waits.evidence.last.rows[0].waited_us == 0) {
        print_message("this kernel does not tell\n");
    } else {
        assert_int_in_range(e.settled_us, all_us / 3, all_us);
        assert_true(e.most_us >= e.settled_us);
        assert_int_in_range(below.settled_us, all_us / 3, all_us - family.evidence.ran_us);
    }
    assert_int_in_range(svi_run_family_excuse(&sleeps, now_us).settled_us, 0, 5 * MS);
    end(spinner);
    assert_int_equal(svi_run_family_excuse(&waits, svi_time_us()).most_us, 0); /* it is gone */
    end(other);
    end(third);
    end(sleeper);
    end(parent);
    svi_run_family_close(&waits);
    svi_run_family_close(&waits);
    svi_run_family_close(&sleeps);
    svi_run_family_close(&family);
}

/* The time of ended children counts, to the tick. */
TEST(nothing_that_ran_is_lost)
{
    struct svi_run_family f = {0};
    const pid_t pid = begin(have_children);
    (void)usleep(20 * MS);
    svi_run_family_open(&f, pid, false);
    (void)svi_run_family_begin(&f);
    for (unsigned i = 0; i < 500 && f.evidence.ran_us < 80 * MS; i++) {
        (void)usleep(10 * MS);
        (void)svi_run_family_excuse(&f, svi_time_us());
    }
    assert_int_in_range(f.evidence.ran_us, 80 * MS, 400 * MS);
    assert_false(f.evidence.hidden);
    end(pid);
    svi_run_family_close(&f);
}

/* The time run since a mark is known without a look before it. */
TEST(what_ran_since_a_mark_is_told)
{
    struct svi_run_family f = {0};
    assert_int_equal(svi_run_family_ran(&f, true), 0);
    const pid_t pid = begin(have_children);
    svi_run_family_open(&f, pid, false);
    (void)svi_run_family_begin(&f);
    svi_run_family_mark(&f);
    assert_int_in_range(svi_run_family_ran(&f, true), 0, 5 * MS);
    for (unsigned i = 0; i < 500 && svi_run_family_ran(&f, true) < 80 * MS; i++) {
        (void)usleep(10 * MS);
    }
    assert_int_in_range(svi_run_family_ran(&f, true), 80 * MS, 400 * MS);
    svi_run_family_mark(&f);
    assert_int_in_range(svi_run_family_ran(&f, false), 0, 40 * MS);
    end(pid);
    svi_run_family_close(&f);
}

TEST(who_hides_a_child_is_found_out)
{
    static void (*const ways[])(void) = {hide_a_child, hide_a_child_that_shares_memory};
    for (size_t way = 0; way < 2; way++) {
        struct svi_run_family f = {0};
        const pid_t pid = begin(ways[way]);
        (void)usleep(50 * MS);
        svi_run_family_open(&f, pid, false);
        (void)svi_run_family_begin(&f);
        for (unsigned i = 0; i < 500 && !f.evidence.hidden; i++) {
            (void)usleep(10 * MS);
            (void)svi_run_family_excuse(&f, svi_time_us());
        }
        assert_true(f.evidence.hidden);
        end(pid);
        svi_run_family_close(&f);
    }
}

static void go_behind(void)
{
    const struct sched_param none = {.sched_priority = 0};
    (void)sched_setscheduler(0, SCHED_IDLE, &none);
}

/* A lowered scheduling policy is reported, of the supervisor or the bot. */
TEST(who_is_behind_is_told)
{
    struct svi_run_family f = {0};
    const pid_t usual = begin(rest), behind = begin(go_behind);
    const int64_t until_us = svi_time_us() + 20000 * MS;
    assert_false(svi_run_family_is_behind(&f));
    svi_run_family_open(&f, usual, false);
    (void)svi_run_family_begin(&f);
    assert_false(svi_run_family_is_behind(&f));
    svi_run_family_open(&f, behind, false);
    while (!svi_run_family_is_behind(&f) && svi_time_us() < until_us) {
        (void)svi_run_family_begin(&f);
    }
    assert_true(svi_run_family_is_behind(&f));
    svi_run_family_close(&f);
    end(behind);
    end(usual);
}
