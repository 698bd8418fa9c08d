#include "process/output.h"

#include "process/output_tail.h"

#include <solvent/manifest.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PIECE 4096u        /* a pipe that can be written to takes so much at once */
#define PIPE_BYTES 1048576 /* wanted for the pipe; it works with less */
#define DRESSED (SVI_CAPTURE_LINE + SV_MAX_NAME + 8u) /* most of a line with its name */

void svi_capture_init(struct svi_capture *capture, svi_capture_fn *tell, void *user)
{
    capture->in = -1;
    capture->out = -1;
    capture->tell = tell;
    capture->user = user;
    capture->cap = NULL;
    capture->total = 0;
    capture->line_size = 0;
    capture->held_size = 0;
}

int svi_capture_open(struct svi_capture *capture, int out, const char *name,
                     struct svi_capture_cap *cap)
{
    int ends[2];
    capture->total = 0;
    capture->match = 0;
    capture->mark_size = 0;
    capture->out = out;
    capture->name = name;
    capture->cap = cap;
    capture->line_size = 0;
    capture->held_size = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        const int reason = errno;
        svi_capture_close(capture);
        errno = reason;
        return -1;
    }
    capture->in = ends[0];
    (void)fcntl(capture->in, F_SETFL, O_NONBLOCK);
    (void)fcntl(capture->in, F_SETPIPE_SZ, PIPE_BYTES);
    return ends[1];
}

static void keep(struct svi_capture *capture, const char *bytes, size_t size)
{
    while (size > 0) {
        const size_t at = capture->total % SVI_CAPTURE_BYTES;
        const size_t most = SVI_CAPTURE_BYTES - at;
        const size_t n = size < most ? size : most;
        memcpy(capture->ring + at, bytes, n);
        capture->total += n;
        bytes += n;
        size -= n;
    }
}

/* Whether it could be written. */
static bool pass_on(const struct svi_capture *capture, const char *bytes, size_t size)
{
    struct pollfd out = {.fd = capture->out, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLOUT) != 0 &&
           write(capture->out, bytes, size) > 0;
}

/* A line as it is passed on; its size. */
static size_t dress(const struct svi_capture *capture, const char *line, size_t size,
                    char text[DRESSED])
{
    const bool named = capture->name != NULL;
    const int length = snprintf(text, DRESSED, "%s%s%s%.*s\n", named ? "[" : "",
                                named ? capture->name : "", named ? "] " : "", (int)size, line);
    return (size_t)length < DRESSED ? (size_t)length : DRESSED - 1;
}

/* In place of what is over the cap: one line, once. */
static void tell_of_rest(const struct svi_capture *capture)
{
    struct svi_capture_cap *cap = capture->cap;
    char line[SVI_CAPTURE_LINE], text[DRESSED];
    if (!atomic_exchange(&cap->told, true)) {
        const int size = snprintf(line, sizeof line,
                                  "[solvent] %" PRIu64 " MiB were printed (limits.output_mb): "
                                  "the rest is dropped",
                                  cap->most_bytes >> 20);
        if (!pass_on(capture, text, dress(capture, line, (size_t)size, text))) {
            atomic_store(&cap->told, false); /* another time */
        }
    }
}

static bool is_full(const struct svi_capture *capture)
{
    return capture->cap != NULL &&
           atomic_load(&capture->cap->used_bytes) > capture->cap->most_bytes;
}

/* Passes on the lines that are held, all at once. */
static void pass_held(struct svi_capture *capture)
{
    const size_t size = capture->held_size;
    struct svi_capture_cap *cap = capture->cap;
    capture->held_size = 0;
    if (size == 0) {
        return;
    }
    if (cap != NULL && atomic_fetch_add(&cap->used_bytes, size) + size > cap->most_bytes) {
        tell_of_rest(capture);
        return;
    }
    (void)pass_on(capture, capture->held, size);
}

/* Adds the line that has been put together to those that are held. */
static void hold_line(struct svi_capture *capture)
{
    char text[DRESSED];
    svi_printed_clean(capture->line, capture->line_size);
    const size_t size = dress(capture, capture->line, capture->line_size, text);
    if (capture->held_size + size > sizeof capture->held) {
        pass_held(capture);
    }
    memcpy(capture->held + capture->held_size, text, size);
    capture->held_size += size;
    capture->line_size = 0;
}

static void pass_lines(struct svi_capture *capture, const char *bytes, size_t size)
{
    if (is_full(capture)) {
        capture->line_size = 0;
        tell_of_rest(capture);
        return;
    }
    for (size_t at = 0; at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        const size_t most = sizeof capture->line - capture->line_size;
        const size_t whole = (end != NULL ? (size_t)(end - bytes) : size) - at;
        const size_t n = whole < most ? whole : most;
        memcpy(capture->line + capture->line_size, bytes + at, n);
        capture->line_size += n;
        at += n;
        if (at < size && (bytes[at] == '\n' || capture->line_size == sizeof capture->line)) {
            at += bytes[at] == '\n';
            hold_line(capture);
        }
    }
    pass_held(capture);
}

static void tell(const struct svi_capture *capture, const char *text, size_t size)
{
    if (size > 0 && capture->tell != NULL) {
        capture->tell(capture->user, capture->match, text, size);
    }
}

/* The number of a mark; none is 0. One that is too large becomes any other, which is nobody's loss but the bot's. */
static uint64_t marked(const struct svi_capture *capture)
{
    uint64_t match = 0;
    for (size_t i = 1; i < capture->mark_size; i++) {
        match = match * 10 + (uint64_t)(capture->mark[i] - '0');
    }
    return match;
}

/* Takes the marks out and tells what is between them. Returns how much is left, at `text`, which has room for `size`
 * bytes and what had been taken for a mark before. */
static size_t strip(struct svi_capture *capture, const char *bytes, size_t size, char *text)
{
    size_t length = 0;
    size_t told = 0;
    for (size_t i = 0; i < size;) {
        const char c = bytes[i];
        if (capture->mark_size == 0) {
            const char *mark = memchr(bytes + i, SVI_MARK, size - i);
            const size_t run = mark != NULL ? (size_t)(mark - bytes) - i : size - i;
            memcpy(text + length, bytes + i, run);
            length += run;
            i += run;
            if (mark != NULL) {
                capture->mark[capture->mark_size++] = bytes[i++];
            }
        } else if (c >= '0' && c <= '9' && capture->mark_size < sizeof capture->mark) {
            capture->mark[capture->mark_size++] = c;
            i++;
        } else if (c == '\n') {
            tell(capture, text + told, length - told);
            told = length;
            capture->match = marked(capture);
            capture->mark_size = 0;
            i++;
        } else { /* it was none; this byte may begin one */
            memcpy(text + length, capture->mark, capture->mark_size);
            length += capture->mark_size;
            capture->mark_size = 0;
        }
    }
    tell(capture, text + told, length - told);
    return length;
}

void svi_capture_read(struct svi_capture *capture)
{
    char piece[PIECE - SVI_MARK_BYTES];
    char text[PIECE];
    int there = 0;
    if (capture->in < 0 || ioctl(capture->in, FIONREAD, &there) != 0) {
        return;
    }
    while (there > 0) {
        const ssize_t got = read(capture->in, piece, sizeof piece);
        if (got <= 0) {
            return;
        }
        const size_t size = strip(capture, piece, (size_t)got, text);
        keep(capture, text, size);
        pass_lines(capture, text, size);
        there -= (int)got;
    }
}

void svi_capture_close(struct svi_capture *capture)
{
    if (capture->out >= 0 && capture->line_size > 0) {
        hold_line(capture);
        pass_held(capture);
    }
    if (capture->in >= 0) {
        close(capture->in);
    }
    if (capture->out >= 0 && capture->out != STDERR_FILENO) {
        close(capture->out);
    }
    capture->in = -1;
    capture->out = -1;
}

static char byte_at(const struct svi_capture *capture, size_t at)
{
    return capture->ring[at % SVI_CAPTURE_BYTES];
}

void svi_capture_tail(const struct svi_capture *capture, char *text, size_t size)
{
    size_t end = capture->total;
    size_t first = end > SVI_CAPTURE_BYTES ? end - SVI_CAPTURE_BYTES : 0;
    while (end > first && byte_at(capture, end - 1) == '\n') {
        end--;
    }
    if (end - first > size - 1) { /* from the first line that begins within */
        first = end - (size - 1);
        for (size_t at = first; at < end; at++) {
            if (byte_at(capture, at) == '\n') {
                first = at + 1;
                break;
            }
        }
    }
    for (size_t i = 0; i < end - first; i++) {
        text[i] = byte_at(capture, first + i);
    }
    text[end - first] = '\0';
    svi_printed_clean(text, end - first);
}
