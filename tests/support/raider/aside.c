/* A message from a sandbox to one beside it, which runs at the same time: what docs/SECURITY.md
 * does not promise to stop. */
#include "tests/support/raider/raid.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

// NOLINTBEGIN(concurrency-mt-unsafe): it does not share what it breaks

#define BITS 200u
#define SLOT_NS 20000000u    /* of a bit */
#define BEGIN_NS 4000000000u /* both begin at a multiple of this of the monotonic clock */
#define PIPES 3000u          /* numbers of inodes are given to processors by the 1,024 */
#define HELD_BYTES ((size_t)64 << 20)

static uint64_t now_ns(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void sleep_until(uint64_t ns)
{
    while (now_ns() < ns) {
        (void)usleep(200);
    }
}

/* The functions below are what a sender does in the slot of a 1, and the number that a hearer reads
 * at the end of a slot. */

static double pipe_number(void)
{
    int ends[2];
    struct stat st = {0};
    if (pipe(ends) == 0) {
        (void)fstat(ends[0], &st);
        (void)close(ends[0]);
        (void)close(ends[1]);
    }
    return (double)st.st_ino;
}

static void make_pipes(uint64_t until_ns)
{
    for (unsigned i = 0; i < PIPES && now_ns() < until_ns; i++) {
        (void)pipe_number();
    }
}

static double free_memory(void)
{
    struct sysinfo info = {0};
    (void)sysinfo(&info);
    return -(double)info.freeram;
}

static void hold_memory(uint64_t until_ns)
{
    void *held = mmap(NULL, HELD_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    sleep_until(until_ns);
    (void)munmap(held, HELD_BYTES);
}

/* Microseconds that a fixed piece of work takes. */
static double work_time(void)
{
    volatile unsigned sum = 0;
    const uint64_t before = now_ns();
    for (unsigned i = 0; i < 1000000; i++) {
        sum += i;
    }
    return (double)(now_ns() - before);
}

static void spin(uint64_t until_ns)
{
    for (unsigned child = 0; child < 3; child++) { /* on every processor of a small machine */
        if (fork() == 0) {
            while (now_ns() < until_ns) {
            }
            _exit(0);
        }
    }
    sleep_until(until_ns);
}

static const struct way {
    const char *name;
    void (*say)(uint64_t until_ns);
    double (*hear)(void);
    bool counts; /* the hearer reads the growth of a count */
} ways[] = {{"pipes", make_pipes, pipe_number, true},
            {"memory", hold_memory, free_memory, false},
            {"processor", spin, work_time, false}};

static double hear(const struct way *way, uint64_t begin_ns)
{
    double heard[BITS], sorted[BITS], before;
    unsigned wrong = 0;
    sleep_until(begin_ns);
    before = way->hear();
    for (unsigned i = 0; i < BITS; i++) {
        sleep_until(begin_ns + i * (uint64_t)SLOT_NS + SLOT_NS / 2);
        const double now = way->hear();
        heard[i] = way->counts ? now - before : now;
        before = now;
    }
    memcpy(sorted, heard, sizeof sorted);
    raid_sort(sorted, BITS);
    for (unsigned i = 0; i < BITS; i++) {
        wrong += (heard[i] > sorted[BITS / 2 - 1]) != raid_bit(i);
    }
    return (double)wrong / BITS;
}

static void say(const struct way *way, uint64_t begin_ns)
{
    for (unsigned i = 0; i < BITS; i++) {
        const uint64_t slot_ns = begin_ns + i * (uint64_t)SLOT_NS;
        sleep_until(slot_ns);
        if (raid_bit(i)) {
            way->say(slot_ns + SLOT_NS * 3 / 4);
        }
    }
}

void raid_aside(void)
{
    char line[100];
    unsigned at = 0, of_roles = 0;
    const char *name = raid_target(&at, "way:");
    const char *role = raid_target(&of_roles, "role:");
    const uint64_t begin_ns = (now_ns() / BEGIN_NS + 1) * BEGIN_NS;
    for (size_t i = 0; name != NULL && role != NULL && i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(name, ways[i].name) != 0) {
            continue;
        }
        if (strcmp(role, "hear") == 0) {
            (void)snprintf(line, sizeof line, "raider: aside: %s: error %.3f\n", name,
                           hear(&ways[i], begin_ns));
            (void)!write(STDERR_FILENO, line, strlen(line));
        } else {
            say(&ways[i], begin_ns);
        }
    }
}

// NOLINTEND(concurrency-mt-unsafe)
