#include "process/output.h"

#include "base/file.h"
#include "base/utf8.h"
#include "memory/memory.h"
#include "secret/mask.h"

#include <solvent/manifest.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PIECE 4096u        /* a pipe that can be written to takes this much at once */
#define PIPE_BYTES 1048576 /* wanted size of the pipe; it works with less */
#define DRESSED (SVI_OUTPUT_LINE + SV_MAX_NAME + 8u) /* most bytes of a line with its name */

void svi_output_init(struct svi_output *output, svi_output_fn *tell, void *user)
{
    output->in = -1;
    output->out = -1;
    output->tell = tell;
    output->user = user;
    output->cap = NULL;
    output->total = 0;
    output->line_size = 0;
    output->pending_size = 0;
    output->mask = (struct svi_mask_stream){0};
}

int svi_output_open(struct svi_output *output, int out, const char *name,
                    struct svi_output_cap *cap, const char *const *secrets)
{
    int ends[2];
    output->total = 0;
    output->match = 0;
    output->mark_size = 0;
    output->out = out;
    output->name = name;
    output->cap = cap;
    output->line_size = 0;
    output->pending_size = 0;
    svi_mask_stream_reset(&output->mask);
    output->mask.secrets = secrets;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        const int reason = errno;
        svi_output_close(output);
        errno = reason;
        return -1;
    }
    output->in = ends[0];
    (void)fcntl(output->in, F_SETFL, O_NONBLOCK);
    (void)fcntl(output->in, F_SETPIPE_SZ, PIPE_BYTES);
    return ends[1];
}

static void keep(struct svi_output *output, const char *bytes, size_t size)
{
    while (size > 0) {
        const size_t at = output->total % SVI_OUTPUT_BYTES;
        const size_t most = SVI_OUTPUT_BYTES - at;
        const size_t n = size < most ? size : most;
        memcpy(output->ring + at, bytes, n);
        output->total += n;
        bytes += n;
        size -= n;
    }
}

/* Writes bytes to `out`. Returns whether it took them. */
static bool pass_on(const struct svi_output *output, const char *bytes, size_t size)
{
    struct pollfd out = {.fd = output->out, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLOUT) != 0 &&
           write(output->out, bytes, size) > 0;
}

/* Writes a line with its name and newline to `text`. Returns its size. */
static size_t dress(const struct svi_output *output, const char *line, size_t size,
                    char text[DRESSED])
{
    const bool named = output->name != NULL;
    const int length = snprintf(text, DRESSED, "%s%s%s%.*s\n", named ? "[" : "",
                                named ? output->name : "", named ? "] " : "", (int)size, line);
    return (size_t)length < DRESSED ? (size_t)length : DRESSED - 1;
}

/* Prints one line, once, in place of all output over the cap. */
static void tell_of_rest(const struct svi_output *output)
{
    struct svi_output_cap *cap = output->cap;
    char line[SVI_OUTPUT_LINE], text[DRESSED];
    if (!atomic_exchange(&cap->told, true)) {
        const int size = snprintf(line, sizeof line,
                                  "[solvent] %" PRIu64 " MiB were printed (limits.output_mb): "
                                  "the rest is dropped",
                                  cap->most_bytes >> 20);
        if (!pass_on(output, text, dress(output, line, (size_t)size, text))) {
            atomic_store(&cap->told, false); /* tries again with later output */
        }
    }
}

static bool is_full(const struct svi_output *output)
{
    return output->cap != NULL && atomic_load(&output->cap->used_bytes) > output->cap->most_bytes;
}

/* Passes on the held lines, all at once. */
static void pass_pending(struct svi_output *output)
{
    const size_t size = output->pending_size;
    struct svi_output_cap *cap = output->cap;
    output->pending_size = 0;
    if (size == 0) {
        return;
    }
    if (cap != NULL && atomic_fetch_add(&cap->used_bytes, size) + size > cap->most_bytes) {
        tell_of_rest(output);
        return;
    }
    (void)pass_on(output, output->pending, size);
}

/* Adds the line that is now complete to the held lines. */
static void hold_line(struct svi_output *output)
{
    char text[DRESSED];
    svi_output_tail_clean(output->line, output->line_size);
    const size_t size = dress(output, output->line, output->line_size, text);
    if (output->pending_size + size > sizeof output->pending) {
        pass_pending(output);
    }
    memcpy(output->pending + output->pending_size, text, size);
    output->pending_size += size;
    output->line_size = 0;
}

static void pass_lines(struct svi_output *output, const char *bytes, size_t size)
{
    if (is_full(output)) {
        output->line_size = 0;
        tell_of_rest(output);
        return;
    }
    for (size_t at = 0; at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        const size_t most = sizeof output->line - output->line_size;
        const size_t whole = (end != NULL ? (size_t)(end - bytes) : size) - at;
        const size_t n = whole < most ? whole : most;
        memcpy(output->line + output->line_size, bytes + at, n);
        output->line_size += n;
        at += n;
        if (at < size && (bytes[at] == '\n' || output->line_size == sizeof output->line)) {
            at += bytes[at] == '\n';
            hold_line(output);
        }
    }
    pass_pending(output);
}

/* Keeps and passes on masked output. */
static void take_masked(void *user, const char *bytes, size_t size)
{
    keep(user, bytes, size);
    pass_lines(user, bytes, size);
}

static void tell(const struct svi_output *output, const char *text, size_t size)
{
    if (size > 0 && output->tell != NULL) {
        output->tell(output->user, output->match, text, size);
    }
}

/* Returns the match number of a mark, or 0 if there are no digits. Overflow only mislabels the
 * bot's own output. */
static uint64_t marked(const struct svi_output *output)
{
    uint64_t match = 0;
    for (size_t i = 1; i < output->mark_size; i++) {
        match = match * 10 + (uint64_t)(output->mark[i] - '0');
    }
    return match;
}

/* Removes the marks and reports the text between them. Writes the rest to `text` and returns its
 * size; `text` has room for `size` bytes and an earlier incomplete mark. */
static size_t strip(struct svi_output *output, const char *bytes, size_t size, char *text)
{
    size_t length = 0;
    size_t told = 0;
    for (size_t i = 0; i < size;) {
        const char c = bytes[i];
        if (output->mark_size == 0) {
            const char *mark = memchr(bytes + i, SVI_MARK, size - i);
            const size_t run = mark != NULL ? (size_t)(mark - bytes) - i : size - i;
            memcpy(text + length, bytes + i, run);
            length += run;
            i += run;
            if (mark != NULL) {
                output->mark[output->mark_size++] = bytes[i++];
            }
        } else if (c >= '0' && c <= '9' && output->mark_size < sizeof output->mark) {
            output->mark[output->mark_size++] = c;
            i++;
        } else if (c == '\n') {
            tell(output, text + told, length - told);
            told = length;
            output->match = marked(output);
            output->mark_size = 0;
            i++;
        } else { /* it was not a mark; this byte may begin one */
            memcpy(text + length, output->mark, output->mark_size);
            length += output->mark_size;
            output->mark_size = 0;
        }
    }
    tell(output, text + told, length - told);
    return length;
}

void svi_output_read(struct svi_output *output)
{
    char piece[PIECE - SVI_MARK_BYTES];
    char text[PIECE];
    int available = 0;
    if (output->in < 0 || ioctl(output->in, FIONREAD, &available) != 0) {
        return;
    }
    while (available > 0) {
        const ssize_t got = read(output->in, piece, sizeof piece);
        if (got <= 0) {
            return;
        }
        const size_t size = strip(output, piece, (size_t)got, text);
        svi_mask_stream_put(&output->mask, text, size, take_masked, output);
        available -= (int)got;
    }
}

void svi_output_close(struct svi_output *output)
{
    if (output->out >= 0) {
        svi_mask_stream_end(&output->mask, take_masked, output);
    }
    svi_mask_stream_reset(&output->mask);
    if (output->out >= 0 && output->line_size > 0) {
        hold_line(output);
        pass_pending(output);
    }
    scoped_close(&output->in);
    if (output->out >= 0 && output->out != STDERR_FILENO) {
        close(output->out);
    }
    output->in = -1;
    output->out = -1;
}

/* Returns a byte of the output; bytes that the mask holds back follow the others. */
static char byte_at(const struct svi_output *output, size_t at)
{
    return at < output->total ? output->ring[at % SVI_OUTPUT_BYTES]
                              : svi_mask_stream_pending(&output->mask)[at - output->total];
}

void svi_output_tail(const struct svi_output *output, char *text, size_t size)
{
    size_t end = output->total + output->mask.pending_size;
    size_t first = output->total > SVI_OUTPUT_BYTES ? output->total - SVI_OUTPUT_BYTES : 0;
    while (end > first && byte_at(output, end - 1) == '\n') {
        end--;
    }
    if (end - first > size - 1) { /* starts at the first line that begins within */
        first = end - (size - 1);
        for (size_t at = first; at < end; at++) {
            if (byte_at(output, at) == '\n') {
                first = at + 1;
                break;
            }
        }
    }
    for (size_t i = 0; i < end - first; i++) {
        text[i] = byte_at(output, first + i);
    }
    text[end - first] = '\0';
    svi_output_tail_clean(text, end - first);
}

/* ---- output tail ----------------------------------------------------------------------------- */

#define MOST (SVI_OUTPUT_TAIL_HEAD + SVI_OUTPUT_TAIL_TAIL)
#define NOTICE_BYTES 80u /* room for the line about omitted bytes */

void svi_output_tail_reset(struct svi_output_tail *p)
{
    free(p->bytes);
    svi_mask_stream_reset(&p->mask);
    *p = (struct svi_output_tail){0};
}

/* Returns the index at which byte `at` is kept. */
static size_t slot(uint64_t at)
{
    return at < SVI_OUTPUT_TAIL_HEAD ? (size_t)at
                                     : SVI_OUTPUT_TAIL_HEAD + (size_t)((at - SVI_OUTPUT_TAIL_HEAD) %
                                                                       SVI_OUTPUT_TAIL_TAIL);
}

static void add(void *user, const char *text, size_t size)
{
    struct svi_output_tail *p = user;
    const uint64_t all = p->total + size;
    p->bytes = svi_grow(p->bytes, &p->room, all < MOST ? (size_t)all : MOST, 1);
    while (size > 0) {
        const size_t at = slot(p->total);
        const size_t most = (at < SVI_OUTPUT_TAIL_HEAD ? SVI_OUTPUT_TAIL_HEAD : MOST) - at;
        const size_t n = size < most ? size : most;
        memcpy(p->bytes + at, text, n);
        p->total += n;
        text += n;
        size -= n;
    }
}

void svi_output_tail_add(struct svi_output_tail *p, const char *const *secrets, const char *text,
                         size_t size)
{
    p->mask.secrets = secrets;
    svi_mask_stream_put(&p->mask, text, size, add, p);
}

void svi_output_tail_remark(struct svi_output_tail *p, const char *line)
{
    svi_mask_stream_end(&p->mask, add, p);
    if (p->total == 0) {
        return;
    }
    if (p->bytes != NULL && p->bytes[slot(p->total - 1)] != '\n') {
        add(p, "\n", 1);
    }
    add(p, line, strlen(line));
    add(p, "\n", 1);
}

static size_t copy(const struct svi_output_tail *p, uint64_t from, uint64_t end, char *out)
{
    for (uint64_t at = from; at < end; at++) {
        *out++ = p->bytes[slot(at)];
    }
    return (size_t)(end - from);
}

const char *svi_output_tail_text(struct svi_output_tail *p)
{
    svi_mask_stream_end(&p->mask, add, p);
    const uint64_t tail_bytes = p->total < MOST ? p->total : MOST;
    const uint64_t head = tail_bytes < SVI_OUTPUT_TAIL_HEAD ? tail_bytes : SVI_OUTPUT_TAIL_HEAD;
    if (p->total == 0) {
        return NULL;
    }
    char *text = svi_new((size_t)tail_bytes + NOTICE_BYTES, 1);
    size_t size = copy(p, 0, head, text);
    if (p->total > tail_bytes) {
        size += (size_t)snprintf(text + size, NOTICE_BYTES,
                                 "%s[solvent] %" PRIu64 " bytes left out here\n",
                                 text[size - 1] == '\n' ? "" : "\n", p->total - tail_bytes);
    }
    size += copy(p, p->total - (tail_bytes - head), p->total, text + size);
    svi_output_tail_clean(text, size);
    text[size] = '\0';
    free(p->bytes);
    p->bytes = text;
    return text;
}

void svi_output_tail_clean(char *text, size_t size)
{
    svi_prose_clean(text, size);
}
