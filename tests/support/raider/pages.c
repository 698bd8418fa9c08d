/* A message of 1,000 bits from one process to the next, by which pages of a file are in memory. */
#include "tests/support/raider/raid.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

// NOLINTBEGIN(concurrency-mt-unsafe): it does not share what it breaks

#define BITS 1000u
#define PAGE 4096u
#define WINDOW 65536u     /* bytes that a fault maps around a page by default */
#define PLACE (8u * PAGE) /* of a bit's page in its window */

/* The file mapped, a window for each bit and one that says that a message is there. */
struct letter {
    int fd, pagemap;
    volatile const unsigned char *at; /* at a multiple of WINDOW */
};

static bool open_letter(struct letter *l, const char *path)
{
    const size_t size = (size_t)(BITS + 1) * WINDOW;
    l->fd = open(path, O_RDONLY | O_CLOEXEC);
    l->pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    unsigned char *area =
        mmap(NULL, size + WINDOW, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (l->fd < 0 || l->pagemap < 0 || area == MAP_FAILED) {
        return false;
    }
    area += WINDOW - (uintptr_t)area % WINDOW;
    l->at = mmap(area, size, PROT_READ, MAP_SHARED | MAP_FIXED, l->fd, 0);
    return l->at != MAP_FAILED && madvise(area, size, MADV_RANDOM) == 0;
}

static void touch(const struct letter *l, unsigned window, unsigned place)
{
    (void)l->at[(size_t)window * WINDOW + place];
}

static long faults(bool major)
{
    struct rusage use;
    (void)getrusage(RUSAGE_SELF, &use);
    return major ? use.ru_majflt : use.ru_majflt + use.ru_minflt;
}

static double now_ns(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The ways to hear a bit: the more, the less the page was there. */

/* Whether the page beside one that is read gets mapped with it. */
static double by_map(const struct letter *l, unsigned window)
{
    uint64_t entry = 0;
    const uintptr_t page = ((uintptr_t)l->at + (size_t)window * WINDOW + PLACE) / PAGE;
    touch(l, window, 0);
    (void)!pread(l->pagemap, &entry, sizeof entry, (off_t)(page * sizeof entry));
    return entry >> 63 != 0 ? 0 : 1;
}

/* The same by whether reading it is another fault. */
static double by_faults(const struct letter *l, unsigned window)
{
    touch(l, window, 0);
    const long before = faults(false);
    touch(l, window, PLACE);
    return (double)(faults(false) - before);
}

static double by_disk(const struct letter *l, unsigned window)
{
    const long before = faults(true);
    touch(l, window, PLACE);
    return (double)(faults(true) - before);
}

static double by_time(const struct letter *l, unsigned window)
{
    const double before = now_ns();
    touch(l, window, PLACE);
    return now_ns() - before;
}

static double by_read(const struct letter *l, unsigned window)
{
    unsigned char byte;
    const double before = now_ns();
    (void)!pread(l->fd, &byte, 1, (off_t)window * WINDOW + PLACE);
    return now_ns() - before;
}

static const struct way {
    const char *name;
    double (*hear)(const struct letter *l, unsigned window);
} ways[] = {{"map", by_map},
            {"faults", by_faults},
            {"disk", by_disk},
            {"time", by_time},
            {"read", by_read}};

bool raid_bit(unsigned i)
{
    return ((i + 1) * 2654435761u >> 16 & 1) != 0;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void raid_sort(double value[], unsigned n)
{
    qsort(value, n, sizeof *value, by_value);
}

/* The error of a reader that takes all above `least` as "not there"; a constant answer has 0.5. */
static double error_above(const double heard[], double least)
{
    unsigned wrong[2] = {0, 0}, of[2] = {0, 0};
    for (unsigned i = 0; i < BITS; i++) {
        of[raid_bit(i)]++;
        wrong[raid_bit(i)] += (heard[i] <= least) != raid_bit(i);
    }
    return (double)wrong[0] / of[0] / 2 + (double)wrong[1] / of[1] / 2;
}

/* The error of what the way tells of the message: more than the middle value is "not there". */
static double hear(const struct letter *l, const struct way *way)
{
    double heard[BITS], sorted[BITS];
    for (unsigned i = 0; i < BITS; i++) {
        heard[i] = way->hear(l, i);
    }
    memcpy(sorted, heard, sizeof sorted);
    raid_sort(sorted, BITS);
    const double middle = sorted[BITS / 2 - 1];
    return error_above(heard, middle < sorted[BITS - 1] ? middle : middle - 1);
}

void raid_pages(void)
{
    char line[200];
    unsigned at = 0, of_ways = 0;
    struct letter l;
    const char *path = raid_target(&at, "path:");
    const char *name = raid_target(&of_ways, "way:");
    const struct way *way = NULL;
    for (size_t i = 0; name != NULL && i < sizeof ways / sizeof ways[0]; i++) {
        way = strcmp(name, ways[i].name) == 0 ? &ways[i] : way;
    }
    if (path == NULL || way == NULL || !open_letter(&l, path)) {
        (void)snprintf(line, sizeof line, "a letter by '%s' in '%s'", name != NULL ? name : "",
                       path != NULL ? path : "");
        raid_tell(true, line);
        return;
    }
    if (by_map(&l, BITS) == 0) {
        (void)snprintf(line, sizeof line, "raider: pages: %s: error %.3f\n", way->name,
                       hear(&l, way));
    } else {
        for (unsigned i = 0; i <= BITS; i++) {
            if (i == BITS || raid_bit(i)) {
                touch(&l, i, PLACE);
            }
        }
        (void)snprintf(line, sizeof line, "raider: pages: %s: sent\n", way->name);
    }
    (void)!write(STDERR_FILENO, line, strlen(line));
}

// NOLINTEND(concurrency-mt-unsafe)
