/* A bot that thinks about some of its bids in a way that its clock may not notice:
 *
 *     dodger WAY MS TIMES
 *
 * It thinks TIMES times, about every third bid, for MS milliseconds of processor time, and answers
 * at once else. It prints the microseconds that it should be charged for that, "run 123": what its
 * threads and processes ran meanwhile, which share one processor, or where it sleeps, the time on
 * the wall. */
#include <solvent/bot.h>

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// NOLINTBEGIN(concurrency-mt-unsafe): only the first thread does more than to spin

#define FIGHTERS 15
#define EVERY 3

static long think_us, times;

static long now_us(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (long)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Runs for so long. */
static void run(long us)
{
    const long until_us = now_us(CLOCK_THREAD_CPUTIME_ID) + us;
    while (now_us(CLOCK_THREAD_CPUTIME_ID) < until_us) {
    }
}

static void *spin(void *unused)
{
    (void)unused;
    for (;;) {
        run(1000000);
    }
    return NULL;
}

static void have_spin(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, spin, NULL) != 0) {
            exit(3);
        }
    }
}

static void pin(void)
{
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET((size_t)sched_getcpu(), &here);
    (void)sched_setaffinity(0, sizeof here, &here);
}

/* ---- ways ------------------------------------------------------------------------------------ */

static void begin_nothing(void)
{
}

static long think(void)
{
    const long before_us = now_us(CLOCK_PROCESS_CPUTIME_ID);
    run(think_us);
    return now_us(CLOCK_PROCESS_CPUTIME_ID) - before_us;
}

/* Other threads of the bot make it wait. */
static void begin_fight(void)
{
    pin();
    have_spin(FIGHTERS);
}

/* An orphaned process thinks, while one of its threads waits. */
static void begin_orphans(void)
{
    pin();
    have_spin(1);
}

static long have_orphan_think(void)
{
    const long before_us = now_us(CLOCK_PROCESS_CPUTIME_ID);
    int ends[2];
    char end;
    if (pipe(ends) != 0) {
        exit(3);
    }
    const pid_t pid = fork();
    if (pid == 0) {
        if (fork() == 0) {
            run(think_us);
            (void)!write(ends[1], "", 1);
        }
        _exit(0);
    }
    (void)waitpid(pid, NULL, 0);
    (void)!read(ends[0], &end, 1);
    close(ends[0]);
    close(ends[1]);
    return think_us + now_us(CLOCK_PROCESS_CPUTIME_ID) - before_us;
}

/* A thread of the least priority waits while it sleeps. */
static void *spin_idly(void *unused)
{
    const struct sched_param none = {0};
    (void)sched_setscheduler(0, SCHED_IDLE, &none);
    return spin(unused);
}

static void begin_idle(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, spin_idly, NULL) != 0) {
        exit(3);
    }
}

static long sleep_a_while(void)
{
    const struct timespec pause = {.tv_nsec = think_us * 1000};
    (void)nanosleep(&pause, NULL);
    return think_us;
}

static void *think_a_part(void *parts)
{
    run(think_us / (long)(intptr_t)parts);
    return NULL;
}

/* Threads share the work, `together` at a time, as an honest bot would have it. */
static long have_threads_think(unsigned parts, unsigned together)
{
    const long before_us = now_us(CLOCK_PROCESS_CPUTIME_ID);
    pthread_t thread[4];
    for (unsigned i = 0; i < parts; i++) {
        if (i >= together) {
            (void)pthread_join(thread[i % together], NULL);
        }
        if (pthread_create(&thread[i % together], NULL, think_a_part, (void *)(intptr_t)parts) !=
            0) {
            exit(3);
        }
    }
    for (unsigned i = 0; i < together; i++) {
        (void)pthread_join(thread[i], NULL);
    }
    return now_us(CLOCK_PROCESS_CPUTIME_ID) - before_us;
}

static long share(void)
{
    return have_threads_think(4, 4);
}

/* Each thread has little to do, and the next one follows it. */
static long churn(void)
{
    return have_threads_think(40, 1);
}

static const struct way {
    const char *name;
    void (*begin)(void);
    long (*think)(void);
} ways[] = {
    {"think", begin_nothing, think},     {"share", begin_nothing, share},
    {"fight", begin_fight, think},       {"orphans", begin_orphans, have_orphan_think},
    {"idle", begin_idle, sleep_a_while}, {"churn", begin_nothing, churn},
};
#define WAYS (sizeof ways / sizeof ways[0])

static const struct way *way;

static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    static long bids, thoughts;
    if (q->amount <= q->limit && q->amount <= m->position->cash[m->seat] / 8) {
        a->bid = q->amount; /* so that it is asked again */
    }
    if (bids++ % EVERY == 0 && thoughts < times) {
        thoughts++;
        (void)fprintf(stderr, "run %ld\n", way->think());
    }
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {.name = "dodger", .bid = bid};
    for (size_t i = 0; argc > 3 && i < WAYS; i++) {
        if (strcmp(argv[1], ways[i].name) == 0) {
            way = &ways[i];
        }
    }
    if (way == NULL) {
        (void)fprintf(stderr, "usage: dodger think|share|churn|fight|orphans|idle MS TIMES\n");
        return 2;
    }
    think_us = strtol(argv[2], NULL, 10) * 1000;
    times = strtol(argv[3], NULL, 10);
    way->begin();
    return sv_bot_main(1, argv, &bot);
}

// NOLINTEND(concurrency-mt-unsafe)
