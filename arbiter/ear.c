#include "arbiter/ear.h"

#include "arbiter/printed.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PIECE 4096u        /* a pipe that can be written to takes so much at once */
#define PIPE_BYTES 1048576 /* wanted for the pipe; it works with less */

void svi_ear_init(struct svi_ear *ear, svi_ear_fn *tell, void *user)
{
    ear->in = -1;
    ear->out = -1;
    ear->tell = tell;
    ear->user = user;
    ear->total = 0;
}

int svi_ear_open(struct svi_ear *ear, int out)
{
    int ends[2];
    ear->total = 0;
    ear->match = 0;
    ear->mark_size = 0;
    ear->out = out;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        const int reason = errno;
        svi_ear_close(ear);
        errno = reason;
        return -1;
    }
    ear->in = ends[0];
    (void)fcntl(ear->in, F_SETFL, O_NONBLOCK);
    (void)fcntl(ear->in, F_SETPIPE_SZ, PIPE_BYTES);
    return ends[1];
}

static void keep(struct svi_ear *ear, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        ear->ring[ear->total++ % SVI_EAR_BYTES] = bytes[i];
    }
}

static void pass_on(const struct svi_ear *ear, const char *bytes, size_t size)
{
    struct pollfd out = {.fd = ear->out, .events = POLLOUT};
    if (poll(&out, 1, 0) == 1 && (out.revents & POLLOUT) != 0) {
        (void)!write(ear->out, bytes, size);
    }
}

static void tell(const struct svi_ear *ear, const char *text, size_t size)
{
    if (size > 0 && ear->tell != NULL) {
        ear->tell(ear->user, ear->match, text, size);
    }
}

/* The number of a mark; none is 0. One that is too large becomes any other, which is nobody's loss but the bot's. */
static uint64_t marked(const struct svi_ear *ear)
{
    uint64_t match = 0;
    for (size_t i = 1; i < ear->mark_size; i++) {
        match = match * 10 + (uint64_t)(ear->mark[i] - '0');
    }
    return match;
}

/* Takes the marks out and tells what is between them. Returns how much is left, at `text`, which has room for `size`
 * bytes and what had been taken for a mark before. */
static size_t strip(struct svi_ear *ear, const char *bytes, size_t size, char *text)
{
    size_t length = 0;
    size_t told = 0;
    for (size_t i = 0; i < size;) {
        const char c = bytes[i];
        if (ear->mark_size == 0) {
            const char *mark = memchr(bytes + i, SVI_MARK, size - i);
            const size_t run = mark != NULL ? (size_t)(mark - bytes) - i : size - i;
            memcpy(text + length, bytes + i, run);
            length += run;
            i += run;
            if (mark != NULL) {
                ear->mark[ear->mark_size++] = bytes[i++];
            }
        } else if (c >= '0' && c <= '9' && ear->mark_size < sizeof ear->mark) {
            ear->mark[ear->mark_size++] = c;
            i++;
        } else if (c == '\n') {
            tell(ear, text + told, length - told);
            told = length;
            ear->match = marked(ear);
            ear->mark_size = 0;
            i++;
        } else { /* it was none; this byte may begin one */
            memcpy(text + length, ear->mark, ear->mark_size);
            length += ear->mark_size;
            ear->mark_size = 0;
        }
    }
    tell(ear, text + told, length - told);
    return length;
}

void svi_ear_listen(struct svi_ear *ear)
{
    char piece[PIECE - SVI_MARK_BYTES];
    char text[PIECE];
    int there = 0;
    if (ear->in < 0 || ioctl(ear->in, FIONREAD, &there) != 0) {
        return;
    }
    while (there > 0) {
        const ssize_t got = read(ear->in, piece, sizeof piece);
        if (got <= 0) {
            return;
        }
        const size_t size = strip(ear, piece, (size_t)got, text);
        keep(ear, text, size);
        pass_on(ear, text, size);
        there -= (int)got;
    }
}

void svi_ear_close(struct svi_ear *ear)
{
    if (ear->in >= 0) {
        close(ear->in);
    }
    if (ear->out >= 0 && ear->out != STDERR_FILENO) {
        close(ear->out);
    }
    ear->in = -1;
    ear->out = -1;
}

static char byte_at(const struct svi_ear *ear, size_t at)
{
    return ear->ring[at % SVI_EAR_BYTES];
}

void svi_ear_tail(const struct svi_ear *ear, char *text, size_t size)
{
    size_t end = ear->total;
    size_t first = end > SVI_EAR_BYTES ? end - SVI_EAR_BYTES : 0;
    while (end > first && byte_at(ear, end - 1) == '\n') {
        end--;
    }
    if (end - first > size - 1) { /* from the first line that begins within */
        first = end - (size - 1);
        for (size_t at = first; at < end; at++) {
            if (byte_at(ear, at) == '\n') {
                first = at + 1;
                break;
            }
        }
    }
    for (size_t i = 0; i < end - first; i++) {
        text[i] = byte_at(ear, first + i);
    }
    text[end - first] = '\0';
    svi_printed_clean(text, end - first);
}
