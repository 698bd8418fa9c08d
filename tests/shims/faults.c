/* For LD_PRELOAD: makes system calls as rough as they may be. One in eight is interrupted (EINTR)
 * if a signal could do that, one in four that reads or writes several bytes handles only some of
 * them, and the wall clock jumps by days in both directions. If SOLVENT_FAULTS_TOLD names a file,
 * each process appends its number of faults when it ends. The faults are a fixed sequence for each
 * thread. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static _Thread_local uint32_t sequence = 1;
static atomic_uint interrupted, shortened, jumped;

static uint32_t lot(uint32_t below)
{
    sequence = sequence * 1664525u + 1013904223u;
    return (sequence >> 8) % below;
}

static bool interrupts(void)
{
    if (lot(8) != 0) {
        return false;
    }
    atomic_fetch_add(&interrupted, 1);
    errno = EINTR;
    return true;
}

static size_t shortens(size_t size)
{
    if (size < 2 || lot(4) != 0) {
        return size;
    }
    atomic_fetch_add(&shortened, 1);
    return 1 + lot((uint32_t)(size < 65536 ? size : 65536) - 1);
}

/* The function behind ours. */
#define NEXT(name)                                                                                 \
    static __typeof__(name) *next;                                                                 \
    if (next == NULL) {                                                                            \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                 \
    }

ssize_t read(int fd, void *bytes, size_t size)
{
    NEXT(read)
    return interrupts() ? -1 : next(fd, bytes, shortens(size));
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    NEXT(write)
    return interrupts() ? -1 : next(fd, bytes, shortens(size));
}

ssize_t pread64(int fd, void *bytes, size_t size, off64_t at)
{
    NEXT(pread64)
    return interrupts() ? -1 : next(fd, bytes, shortens(size), at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    NEXT(pwrite64)
    return interrupts() ? -1 : next(fd, bytes, shortens(size), at);
}

ssize_t recv(int fd, void *bytes, size_t size, int flags)
{
    NEXT(recv)
    return interrupts() ? -1 : next(fd, bytes, shortens(size), flags);
}

ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    NEXT(send)
    return interrupts() ? -1 : next(fd, bytes, shortens(size), flags);
}

/* Returns a copy of the message with a smaller first part. */
static struct msghdr less(const struct msghdr *message, struct iovec *part)
{
    struct msghdr copy = *message;
    if (copy.msg_iovlen > 0) {
        const size_t size = shortens(message->msg_iov[0].iov_len);
        if (size < message->msg_iov[0].iov_len) {
            *part = (struct iovec){message->msg_iov[0].iov_base, size};
            copy.msg_iov = part;
            copy.msg_iovlen = 1;
        }
    }
    return copy;
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    NEXT(recvmsg)
    struct iovec part;
    struct msghdr copy = less(message, &part);
    if (interrupts()) {
        return -1;
    }
    const ssize_t got = next(fd, &copy, flags);
    message->msg_namelen = copy.msg_namelen;
    message->msg_controllen = copy.msg_controllen;
    message->msg_flags = copy.msg_flags;
    return got;
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    NEXT(sendmsg)
    struct iovec part;
    const struct msghdr copy = less(message, &part);
    return interrupts() ? -1 : next(fd, &copy, flags);
}

int poll(struct pollfd *fds, nfds_t n, int ms)
{
    NEXT(poll)
    return interrupts() ? -1 : next(fds, n, ms);
}

int epoll_wait(int fd, struct epoll_event *events, int most, int ms)
{
    NEXT(epoll_wait)
    return interrupts() ? -1 : next(fd, events, most, ms);
}

int accept4(int fd, struct sockaddr *address, socklen_t *size, int flags)
{
    NEXT(accept4)
    return interrupts() ? -1 : next(fd, address, size, flags);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    NEXT(waitpid)
    return (options & WNOHANG) == 0 && interrupts() ? -1 : next(pid, status, options);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    NEXT(clock_gettime)
    const int result = next(clock, now);
    if (result == 0 && clock == CLOCK_REALTIME) {
        atomic_fetch_add(&jumped, 1);
        now->tv_sec += ((time_t)lot(20) - 10) * 86400;
    }
    return result;
}

time_t time(time_t *where)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (where != NULL) {
        *where = now.tv_sec;
    }
    return now.tv_sec;
}

__attribute__((destructor)) static void say(void)
{
    const char *path = getenv("SOLVENT_FAULTS_TOLD");
    FILE *file = path != NULL ? fopen(path, "ae") : NULL;
    if (file != NULL) {
        (void)fprintf(file, "%s: %u interrupted, %u shortened, %u jumps\n",
                      program_invocation_short_name, atomic_load(&interrupted),
                      atomic_load(&shortened), atomic_load(&jumped));
        (void)fclose(file);
    }
}
