/* Thinks in children that are not waited for: with SIGCHLD ignored the kernel forgets their
 * processor time when they end. They share the bot's memory, so they take no page fault, and two of
 * them live at any moment. The main thread yields to them on the same processor, and so always
 * waits. */
#include "tests/support/raider/raid.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHILDREN 2u
#define LIFE_US 2000   /* of a child */
#define THINK_US 60000 /* of children together, for a question */
#define TIMES 6u       /* that it thinks in a match */

static struct child {
    _Alignas(64) unsigned char stack[16384];
    atomic_int number; /* the kernel clears it when the stack is free again */
} children[CHILDREN];
static bool by_vfork;
static atomic_bool thinking;
static atomic_long ran_us; /* by children, for this question */

static long now_us(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (long)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int live(void *unused)
{
    (void)unused;
    while (now_us(CLOCK_PROCESS_CPUTIME_ID) < LIFE_US) {
    }
    atomic_fetch_add(&ran_us, now_us(CLOCK_PROCESS_CPUTIME_ID));
    _exit(0);
}

static void have_child(struct child *child, int more)
{
    atomic_store(&child->number, 1);
    if (clone(live, child->stack + sizeof child->stack,
              CLONE_VM | CLONE_CHILD_CLEARTID | more | SIGCHLD, NULL, NULL, NULL,
              &child->number) < 0) {
        raid_tell(false, "children that nobody waits for");
        _exit(3);
    }
}

/* Each vfork() halts its thread until the child ends. */
static void *have_children(void *child)
{
    const struct timespec pause = {.tv_nsec = 200000};
    for (;;) {
        if (atomic_load(&thinking)) {
            have_child(child, CLONE_VFORK);
        } else {
            (void)nanosleep(&pause, NULL);
        }
    }
    return NULL;
}

static void begin(void)
{
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET((size_t)sched_getcpu(), &here);
    (void)sched_setaffinity(0, sizeof here, &here);
    (void)signal(SIGCHLD, SIG_IGN);
    for (unsigned i = 0; i < CHILDREN; i++) {
        memset(children[i].stack, 1, sizeof children[i].stack); /* touches every page */
    }
}

void raid_unseen(void)
{
    begin();
}

void raid_unseen_vfork(void)
{
    pthread_t thread;
    begin();
    by_vfork = true;
    for (unsigned i = 0; i < CHILDREN; i++) {
        (void)pthread_create(&thread, NULL, have_children, &children[i]);
    }
}

void raid_think_unseen(void)
{
    static unsigned times;
    const long before_us = now_us(CLOCK_PROCESS_CPUTIME_ID);
    if (times++ >= TIMES) {
        return;
    }
    atomic_store(&ran_us, 0);
    atomic_store(&thinking, true);
    while (atomic_load(&ran_us) < THINK_US) {
        for (unsigned i = 0; i < CHILDREN && !by_vfork; i++) {
            if (atomic_load(&children[i].number) == 0) {
                have_child(&children[i], 0);
            }
        }
        (void)sched_yield();
    }
    atomic_store(&thinking, false);
    (void)fprintf(stderr, "run %ld\n",
                  atomic_load(&ran_us) + now_us(CLOCK_PROCESS_CPUTIME_ID) - before_us);
}
