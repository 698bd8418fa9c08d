/* A bot that ends itself by one of many ways when it is to buy for the first time in a match: by
 * all of them the end is its own doing.
 *
 *     quitter WAY     a row of ways[] below
 */
#include <solvent/bot.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void by_kill(void)
{
    (void)kill(getpid(), SIGKILL);
}

static void by_all(void)
{
    (void)kill(-1, SIGKILL);
    by_kill(); /* the caller is left out */
}

static void by_parent(void)
{
    (void)kill(getppid(), SIGKILL);
    by_kill();
}

static void by_child(void)
{
    const pid_t us = getpid();
    if (fork() == 0) {
        (void)kill(us, SIGKILL);
        _exit(0);
    }
    for (;;) {
        (void)pause();
    }
}

static void by_timer(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    const struct itimerspec soon = {.it_value = {.tv_nsec = 1000000}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) {
        (void)timer_settime(timer, 0, &soon, NULL);
    }
    (void)sleep(1);
    by_kill();
}

static void by_descriptor(void)
{
    int ends[2];
    if (pipe(ends) == 0 && fcntl(ends[0], F_SETSIG, SIGKILL) == 0) {
        (void)fcntl(ends[0], F_SETOWN, getpid());
        (void)fcntl(ends[0], F_SETFL, O_ASYNC);
        (void)!write(ends[1], "!", 1);
    }
    (void)sleep(1);
    by_kill();
}

static void by_limit(void)
{
    const struct rlimit none = {0, 0};
    volatile unsigned long turns = 0;
    (void)setrlimit(RLIMIT_CPU, &none);
    for (;;) {
        turns++;
    }
}

/* The program's first process ends and leaves a child whose parent's death is its own. */
static void by_parents_death(void)
{
    if (fork() == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) {
            (void)pause();
        }
    }
    by_kill();
}

static void by_exit(void)
{
    exit(0);
}

/* As a shell says that SIGKILL has ended a program. */
static void by_exit_137(void)
{
    exit(128 + SIGKILL);
}

static const struct {
    const char *name;
    void (*end)(void);
} ways[] = {{"kill", by_kill},        {"all", by_all},
            {"parent", by_parent},    {"child", by_child},
            {"timer", by_timer},      {"descriptor", by_descriptor},
            {"limit", by_limit},      {"pdeath", by_parents_death},
            {"abort", abort},         {"exit", by_exit},
            {"exit-137", by_exit_137}};

static void (*end)(void);

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    (void)a;
    end();
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {.name = "quitter", .buy = buy};
    for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(argv[1], ways[i].name) == 0) {
            end = ways[i].end;
        }
    }
    if (end == NULL) {
        (void)fputs("quitter: give a WAY\n", stderr);
        return 2;
    }
    argv[1] = argv[0];
    return sv_bot_main(argc - 1, argv + 1, &bot);
}
