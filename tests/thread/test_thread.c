/* Threads, and work that several of them share: thread/thread.h, thread/workers.h. */
#include "thread/thread.h"
#include "thread/workers.h"

#include "tests/base/testing.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *read_mask(void *user)
{
    (void)pthread_sigmask(SIG_SETMASK, NULL, user);
    return NULL;
}

/* A thread blocks all signals, and its starter blocks no more than before. */
TEST(signals_stay_with_the_starter)
{
    struct svi_thread thread = {0};
    sigset_t before, theirs, after;
    (void)pthread_sigmask(SIG_SETMASK, NULL, &before);
    assert_int_equal(svi_thread_start(&thread, read_mask, &theirs), 0);
    assert_true(thread.is_running);
    svi_thread_join(&thread);
    assert_false(thread.is_running);
    svi_thread_join(&thread); /* returns at once */
    (void)pthread_sigmask(SIG_SETMASK, NULL, &after);
    assert_int_equal(sigismember(&theirs, SIGINT), 1);
    assert_int_equal(sigismember(&theirs, SIGTERM), 1);
    assert_int_equal(sigismember(&after, SIGINT), sigismember(&before, SIGINT));
}

static size_t kernel_bytes; /* 0: the kernel is asked */

/* Stands in for the C library's function: a machine whose set of processors has `kernel_bytes`
 * bytes, all of them set. */
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    if (kernel_bytes == 0) {
        const long got = syscall(SYS_sched_getaffinity, pid, size, set);
        return got < 0 ? -1 : 0;
    }
    if (size < kernel_bytes) {
        errno = EINVAL;
        return -1;
    }
    memset(set, 0, size);
    memset(set, 0xff, kernel_bytes);
    return 0;
}

TEST(cores_are_in_range)
{
    assert_int_equal(svi_thread_cores(1), 1);
    assert_true(svi_thread_cores(1000000) >= 1);
    kernel_bytes = 640;
    assert_int_equal(svi_thread_cores(1000000), 5120);
    assert_int_equal(svi_thread_cores(7), 7);
    kernel_bytes = SIZE_MAX;
    assert_int_equal(svi_thread_cores(1000000), 1);
    kernel_bytes = 0;
}

#define ITEMS 1000u

struct items {
    atomic_uint taken[ITEMS], together[4];
    unsigned fails_at; /* ITEMS: never */
};

static bool take(void *what, unsigned worker, uint64_t item)
{
    struct items *items = what;
    assert_int_equal(atomic_fetch_add(&items->together[worker], 1), 0);
    (void)atomic_fetch_add(&items->taken[item], 1);
    (void)atomic_fetch_sub(&items->together[worker], 1);
    return item != items->fails_at;
}

/* Each item is worked on once, and one worker works on one item at a time. */
TEST(items_are_shared)
{
    static struct items items;
    const struct svi_workers workers = {.jobs = 4};
    items.fails_at = ITEMS;
    assert_true(svi_workers_run(&workers, ITEMS, take, &items));
    for (unsigned i = 0; i < ITEMS; i++) {
        assert_int_equal(atomic_load(&items.taken[i]), 1);
    }
}

TEST(a_failed_item_ends_the_work)
{
    static struct items items;
    const struct svi_workers workers = {.jobs = 1};
    items.fails_at = 7;
    assert_false(svi_workers_run(&workers, ITEMS, take, &items));
    assert_int_equal(atomic_load(&items.taken[7]), 1);
    assert_int_equal(atomic_load(&items.taken[8]), 0);
}

TEST(a_stop_ends_the_work)
{
    static struct items items;
    const atomic_bool stop = true;
    const struct svi_workers workers = {.jobs = 2, .stop = &stop};
    items.fails_at = ITEMS;
    assert_false(svi_workers_run(&workers, ITEMS, take, &items));
    assert_int_equal(atomic_load(&items.taken[0]), 0);
}
