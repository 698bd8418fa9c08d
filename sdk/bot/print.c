#define _GNU_SOURCE /* fopencookie() */

#include "bot/print.h"

#include "wire/mark.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

atomic_uint_least64_t svi_print_match;

/* Other systems lack fopencookie(), or a stderr that can be assigned. */
#ifdef __GLIBC__

/* A stream that has been replaced; NULL in both: it has not. */
struct stream {
    FILE *plain, *marked;
};

static struct stream out, err;

static bool write_all(int fd, struct iovec *part, int n)
{
    while (n > 0) {
        ssize_t wrote = writev(fd, part, n);
        if (wrote < 0 && errno != EINTR) {
            return false;
        }
        size_t left = wrote > 0 ? (size_t)wrote : 0;
        for (; n > 0 && left >= part->iov_len; part++, n--) {
            left -= part->iov_len;
        }
        if (n > 0) {
            part->iov_base = (char *)part->iov_base + left;
            part->iov_len -= left;
        }
    }
    return true;
}

/* Mark, text and end go out at once: another process that prints to the same pipe does not come
 * between them, as long as the text is not longer than the pipe takes in one piece. */
static ssize_t write_marked(void *cookie, const char *text, size_t size)
{
    static const char end[] = {SVI_MARK, '\n'};
    const uint64_t match = atomic_load_explicit(&svi_print_match, memory_order_relaxed);
    char mark[SVI_MARK_BYTES + 2];
    int length = 0;
    if (match != 0) {
        length = snprintf(mark, sizeof mark, "%c%" PRIu64 "\n", SVI_MARK, match);
    }
    struct iovec part[] = {
        {mark, (size_t)length},
        {(void *)(uintptr_t)text, size},
        {(void *)(uintptr_t)end, match != 0 ? sizeof end : 0},
    };
    return write_all(*(const int *)cookie, part, 3) ? (ssize_t)size : 0;
}

static void replace(struct stream *s, FILE **current, const int *fd)
{
    struct stat info;
    if (fileno(*current) != *fd || fstat(*fd, &info) != 0 || !S_ISFIFO(info.st_mode)) {
        return;
    }
    s->marked =
        fopencookie((void *)(uintptr_t)fd, "w", (cookie_io_functions_t){.write = write_marked});
    if (s->marked != NULL) {
        (void)setvbuf(s->marked, NULL, _IONBF, 0);
        (void)fflush(*current);
        s->plain = *current;
        *current = s->marked;
    }
}

static void put_back(struct stream *s, FILE **current)
{
    if (s->marked != NULL) {
        *current = *current == s->marked ? s->plain : *current;
        (void)fclose(s->marked);
        *s = (struct stream){0};
    }
}

void svi_print_begin(void)
{
    static const int out_fd = STDOUT_FILENO, err_fd = STDERR_FILENO;
    const char *wanted = getenv(SVI_MARK_NAME); // NOLINT(concurrency-mt-unsafe): no thread sets it
    svi_print_for(0);
    if (wanted != NULL && strcmp(wanted, SVI_MARK_VALUE) == 0) {
        replace(&out, &stdout, &out_fd);
        replace(&err, &stderr, &err_fd);
    }
}

void svi_print_end(void)
{
    put_back(&out, &stdout);
    put_back(&err, &stderr);
}

#else

void svi_print_begin(void)
{
}

void svi_print_end(void)
{
}

#endif
