#include "ear.h"

#include "wire/cursor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#define PIECE 4096u        /* a pipe that can be written to takes so much at once */
#define PIPE_BYTES 1048576 /* wanted for the pipe; it works with less */
#define PIECES 512u        /* taken in at a time, at most */

void svi_ear_init(struct svi_ear *ear)
{
    ear->in = -1;
    ear->out = -1;
    ear->total = 0;
}

int svi_ear_open(struct svi_ear *ear, int out)
{
    int ends[2];
    ear->total = 0;
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

void svi_ear_listen(struct svi_ear *ear)
{
    char piece[PIECE];
    for (unsigned i = 0; ear->in >= 0 && i < PIECES; i++) {
        const ssize_t got = read(ear->in, piece, sizeof piece);
        if (got <= 0) {
            return;
        }
        keep(ear, piece, (size_t)got);
        pass_on(ear, piece, (size_t)got);
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

/* Replaces what is no clean text. */
static void clean(char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        size_t length = 1;
        while (length <= 4 && length <= left && !svi_prose_ok((const uint8_t *)text, length)) {
            length++;
        }
        if (length > 4 || length > left) {
            *text = '?';
            length = 1;
        }
        text += length;
        left -= length;
    }
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
        const char c = byte_at(ear, first + i);
        text[i] = (char)(c == '\0' ? '?' : c);
    }
    text[end - first] = '\0';
    clean(text);
}
