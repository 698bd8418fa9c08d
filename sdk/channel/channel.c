#include "channel/channel.h"

#include "base/error.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_DESCRIPTORS 253 /* in one message: SCM_MAX_FD of the kernel */

static const char *const texts[] = {
#define X(NAME, text) text,
    SVI_CHANNEL_RESULTS(X)
#undef X
};

void svi_channel_describe(const struct svi_channel *c, enum svi_channel_result result, char *text,
                          size_t size)
{
    const char *more = "";
    if (result == SVI_CHANNEL_E_PROTOCOL) {
        more = svi_zmtp_text(c->zmtp.broken);
    } else if (result == SVI_CHANNEL_E_BROKEN) {
        more = svi_errno_text(c->reason);
    }
    const int length = snprintf(text, size, "%s%s%s", texts[result], *more != 0 ? ": " : "", more);
    if (result == SVI_CHANNEL_E_PROTOCOL && c->zmtp.reason[0] != 0 && length >= 0 &&
        (size_t)length < size) {
        (void)snprintf(text + length, size - (size_t)length, ": %s", c->zmtp.reason);
    }
}

void svi_channel_init(struct svi_channel *c, int fd, enum svi_zmtp_role role, size_t max_message,
                      size_t max_unsent)
{
    *c = (struct svi_channel){.fd = fd, .max_unsent = max_unsent};
    svi_zmtp_init(&c->zmtp, role, max_message);
    svi_zmtp_begin(&c->zmtp, &c->out);
    c->beginning = c->out.size;
    (void)svi_channel_flush(c);
}

void svi_channel_finish(struct svi_channel *c)
{
    if (c->fd >= 0) {
        if (c->dry || c->zmtp.role == SVI_ZMTP_DEALER) { /* an arbiter plays no tricks */
            close(c->fd);
        } else {
            (void)shutdown(c->fd, SHUT_RDWR);
            svi_close_async(&c->fd, 1);
        }
    }
    svi_zmtp_finish(&c->zmtp);
    svi_buf_finish(&c->out);
    *c = (struct svi_channel){.fd = -1};
}

/* ---- sending --------------------------------------------------------------------------------- */

/* Nothing more can be sent. */
static enum svi_channel_result end_sending(struct svi_channel *c, enum svi_channel_result verdict)
{
    svi_buf_finish(&c->out);
    c->sent = 0;
    c->beginning = 0;
    c->sent_verdict = verdict;
    return verdict;
}

/* Returns how many of the waiting bytes may be sent now. */
static size_t unsent(const struct svi_channel *c)
{
    return (c->zmtp.open ? c->out.size : c->beginning) - c->sent;
}

bool svi_channel_wants_write(const struct svi_channel *c)
{
    return unsent(c) != 0;
}

/* Sends once and writes the number of bytes sent to *gone. */
static enum svi_channel_result send_once(struct svi_channel *c, struct iovec *parts, size_t count,
                                         size_t *gone)
{
    const struct msghdr m = {.msg_iov = parts, .msg_iovlen = count};
    const ssize_t n = sendmsg(c->fd, &m, MSG_DONTWAIT | MSG_NOSIGNAL);
    *gone = n > 0 ? (size_t)n : 0;
    if (n >= 0 || errno == EAGAIN || errno == EINTR) {
        c->bytes_out += *gone;
        return SVI_CHANNEL_FINE;
    }
    c->reason = errno;
    return end_sending(c, errno == EPIPE || errno == ECONNRESET ? SVI_CHANNEL_E_CLOSED
                                                                : SVI_CHANNEL_E_BROKEN);
}

enum svi_channel_result svi_channel_flush(struct svi_channel *c)
{
    const size_t due = unsent(c);
    size_t gone;
    if (c->sent_verdict != SVI_CHANNEL_FINE || due == 0) {
        return c->sent_verdict;
    }
    struct iovec part = {.iov_base = c->out.data + c->sent, .iov_len = due};
    if (send_once(c, &part, 1, &gone) != SVI_CHANNEL_FINE) {
        return c->sent_verdict;
    }
    c->sent += gone;
    if (c->sent == c->out.size) {
        svi_buf_clear(&c->out);
        c->sent = 0;
        c->beginning = 0;
    }
    return SVI_CHANNEL_FINE;
}

/* Checks the waiting bytes against their limits after an addition. */
static enum svi_channel_result judge_kept(struct svi_channel *c)
{
    if (c->out.failed) {
        return end_sending(c, SVI_CHANNEL_E_MEMORY);
    }
    if (c->out.size == 0) {
        c->pings = c->zmtp.pings;
    }
    return c->out.size - c->sent > c->max_unsent || c->zmtp.pings - c->pings > SVI_CHANNEL_PINGS
               ? end_sending(c, SVI_CHANNEL_E_UNREAD)
               : SVI_CHANNEL_FINE;
}

/* Appends bytes to send later. Moves the unsent bytes to the front when most of the buffer has been
 * sent. */
static void keep(struct svi_channel *c, const uint8_t *bytes, size_t size)
{
    if (c->zmtp.open && c->sent > c->out.size - c->sent) {
        memmove(c->out.data, c->out.data + c->sent, c->out.size - c->sent);
        c->out.size -= c->sent;
        c->sent = 0;
    }
    svi_buf_append(&c->out, bytes, size);
}

enum svi_channel_result svi_channel_send(struct svi_channel *c, const void *bytes, size_t size)
{
    uint8_t head[SVI_ZMTP_HEAD];
    const size_t head_size = svi_zmtp_message_head(head, size);
    size_t gone = 0;
    if (c->sent_verdict != SVI_CHANNEL_FINE) {
        return c->sent_verdict;
    }
    c->messages_out++;
    if (c->zmtp.open && svi_channel_flush(c) == SVI_CHANNEL_FINE && c->out.size == 0) {
        struct iovec parts[] = {{.iov_base = head, .iov_len = head_size},
                                {.iov_base = (void *)(uintptr_t)bytes, .iov_len = size}};
        (void)send_once(c, parts, 2, &gone);
    }
    if (c->sent_verdict != SVI_CHANNEL_FINE || gone == head_size + size) {
        return c->sent_verdict;
    }
    if (gone < head_size) {
        keep(c, head + gone, head_size - gone);
        gone = head_size;
    }
    keep(c, (const uint8_t *)bytes + (gone - head_size), size - (gone - head_size));
    return judge_kept(c);
}

/* ---- receiving ------------------------------------------------------------------------------- */

/* Nothing more is read. */
static enum svi_channel_result end_reading(struct svi_channel *c, enum svi_channel_result verdict)
{
    c->read_verdict = verdict;
    return verdict;
}

/* Moves descriptors out of a control message, to close them elsewhere. Returns whether there were
 * any. */
static bool has_descriptors(struct msghdr *m)
{
    int found[MAX_DESCRIPTORS];
    size_t count = 0;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c != NULL; c = CMSG_NXTHDR(m, c)) {
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) {
            const size_t more = (c->cmsg_len - CMSG_LEN(0)) / sizeof *found;
            for (size_t i = 0; i < more && count < MAX_DESCRIPTORS; i++) {
                memcpy(&found[count++], CMSG_DATA(c) + i * sizeof *found, sizeof *found);
            }
        }
    }
    if (count != 0) {
        svi_close_async(found, count);
    }
    return count != 0 || (m->msg_flags & MSG_CTRUNC) != 0;
}

/* The other end has closed it, and all that it had sent has been read. */
static enum svi_channel_result judge_end(struct svi_channel *c)
{
    c->dry = true;
    return end_reading(c, svi_zmtp_end(&c->zmtp) == SVI_ZMTP_MORE ? SVI_CHANNEL_E_CLOSED
                                                                  : SVI_CHANNEL_E_CUT);
}

static enum svi_channel_result judge_failure(struct svi_channel *c, int reason, bool wait)
{
    if (reason == EAGAIN) {
        return SVI_CHANNEL_FINE;
    }
    if (reason == EINTR) {
        return wait ? SVI_CHANNEL_INTERRUPTED : SVI_CHANNEL_FINE;
    }
    /* The peer closed with bytes of ours unread. Its own bytes come before this is reported. */
    if (reason == ECONNRESET) {
        return judge_end(c);
    }
    c->reason = reason;
    return end_reading(c, SVI_CHANNEL_E_BROKEN);
}

enum svi_channel_result svi_channel_read(struct svi_channel *c, void *buffer, size_t size,
                                         bool wait)
{
    /* Without room for descriptors the kernel would close them for us, which may block
     * (svi_close_async()). */
    union {
        char bytes[CMSG_SPACE(MAX_DESCRIPTORS * sizeof(int))];
        struct cmsghdr aligned;
    } control;
    struct iovec part = {.iov_base = buffer, .iov_len = size};
    struct msghdr m = {.msg_iov = &part,
                       .msg_iovlen = 1,
                       .msg_control = control.bytes,
                       .msg_controllen = sizeof control.bytes};

    assert(svi_cursor_left(&c->in) == 0);
    if (c->read_verdict != SVI_CHANNEL_FINE) {
        return c->read_verdict;
    }
    const ssize_t n = recvmsg(c->fd, &m, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
    if (n < 0) {
        return judge_failure(c, errno, wait);
    }
    if (m.msg_controllen != 0 && has_descriptors(&m)) {
        return end_reading(c, SVI_CHANNEL_E_DESCRIPTOR);
    }
    if (n == 0) {
        return judge_end(c);
    }
    c->bytes_in += (size_t)n;
    c->in = svi_cursor_over(buffer, (size_t)n);
    return SVI_CHANNEL_SOME;
}

enum svi_channel_result svi_channel_next(struct svi_channel *c, struct svi_zmtp_message *message)
{
    enum svi_zmtp_result result = SVI_ZMTP_OPEN;
    if (c->read_verdict != SVI_CHANNEL_FINE) {
        return c->read_verdict;
    }
    while (result == SVI_ZMTP_OPEN) { /* reported once at most */
        result = svi_zmtp_next(&c->zmtp, &c->in, &c->out, message);
    }
    if (result == SVI_ZMTP_MESSAGE) {
        c->messages_in++;
        return SVI_CHANNEL_MESSAGE;
    }
    if (result == SVI_ZMTP_MORE) {
        if (c->sent_verdict != SVI_CHANNEL_FINE) {
            /* Drops answers to PINGs: the peer is gone. */
            svi_buf_clear(&c->out);
        } else if (svi_channel_flush(c) == SVI_CHANNEL_FINE) {
            (void)judge_kept(c);
        }
        return SVI_CHANNEL_FINE;
    }
    c->in.at = c->in.end;
    return end_reading(c,
                       result == SVI_ZMTP_E_MEMORY ? SVI_CHANNEL_E_MEMORY : SVI_CHANNEL_E_PROTOCOL);
}

/* ---- async close ----------------------------------------------------------------------------- */

/* Descriptors that a thread closes. They stay in a list until the thread is joined. */
struct doomed {
    struct doomed *next;
    pthread_t thread;
    size_t count;
    int descriptor[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects `closing` */
static struct doomed *closing;

static void *close_all(void *user)
{
    const struct doomed *doomed = user;
    for (size_t i = 0; i < doomed->count; i++) {
        close(doomed->descriptor[i]);
    }
    return NULL;
}

static bool start(struct doomed *doomed)
{
    sigset_t all, before;
    sigfillset(&all); /* signals are for the program's own threads */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    /* with the default stack, as thread-local data of the whole program must fit into it */
    const bool started = pthread_create(&doomed->thread, NULL, close_all, doomed) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* Joins the threads that have ended. The caller holds the lock. */
static void join_ended(void)
{
    for (struct doomed **at = &closing; *at != NULL;) {
        struct doomed *doomed = *at;
        if (pthread_tryjoin_np(doomed->thread, NULL) == 0) {
            *at = doomed->next;
            free(doomed);
        } else {
            at = &doomed->next;
        }
    }
}

void svi_close_async(const int *descriptors, size_t count)
{
    struct doomed *doomed = malloc(sizeof *doomed + count * sizeof *descriptors);
    if (doomed == NULL) {
        return;
    }
    doomed->count = count;
    memcpy(doomed->descriptor, descriptors, count * sizeof *descriptors);
    pthread_mutex_lock(&lock);
    join_ended();
    if (start(doomed)) {
        doomed->next = closing;
        closing = doomed;
    } else {
        free(doomed);
    }
    pthread_mutex_unlock(&lock);
}

bool svi_close_wait(unsigned patience_ms)
{
    static const struct timespec nap = {.tv_nsec = 1000000};
    pthread_mutex_lock(&lock);
    join_ended();
    while (closing != NULL && patience_ms-- > 0) {
        (void)nanosleep(&nap, NULL);
        join_ended();
    }
    const bool closed = closing == NULL;
    pthread_mutex_unlock(&lock);
    return closed;
}
