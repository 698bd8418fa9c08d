/* Memory that the kernel holds for a bot although none of its processes has mapped it, or that
 * costs many times what a process seems to have. Each raid asks for some 600 MiB and keeps them. */
#include "tests/support/raider/raid.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// NOLINTBEGIN(concurrency-mt-unsafe, android-cloexec-pipe): it does not share what it breaks

#define KIB ((size_t)1 << 10)
#define MIB ((size_t)1 << 20)
#define PAGE ((size_t)4096)
#define HUGE (2 * MIB)
#define WANTED (600 * MIB)
#define FILES 60u    /* that a process may have here */
#define CHILDREN 30u /* that a bot may have here */

static void wait_on(void)
{
    const struct timespec t = {.tv_sec = 4};
    (void)nanosleep(&t, NULL);
}

/* A pipe for processes that must get ready: each closes its end, or exits. */
static int ready[2];

static void await_all(void)
{
    char byte;
    (void)close(ready[1]);
    (void)!read(ready[0], &byte, 1);
    (void)close(ready[0]);
}

/* Runs `act` in children that stay, the most that are let be, and in ourselves. */
static void in_children(void (*act)(unsigned child))
{
    (void)!pipe(ready);
    for (unsigned i = 1; i < CHILDREN; i++) {
        const pid_t child = fork();
        if (child == 0) {
            act(i);
            (void)close(ready[1]);
            wait_on();
            _exit(0);
        }
    }
    act(0);
    await_all();
}

/* ---- pages that are pinned --------------------------------------------------------------------
 */

/* Puts one page of each huge page into a pipe and unmaps the huge page: all of it stays
 * allocated. */
void raid_pinned(void)
{
    size_t held = 0;
    int fd[2];
    while (held < WANTED && pipe(fd) == 0) {
        char *block =
            mmap(NULL, 17 * HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) {
            raid_tell(false, "pages in pipes");
            return;
        }
        char *first = (char *)(((uintptr_t)block + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
        (void)madvise(first, 16 * HUGE, MADV_HUGEPAGE);
        for (unsigned i = 0; i < 16; i++) {
            first[i * HUGE] = 1;
            const struct iovec page = {.iov_base = first + i * HUGE, .iov_len = PAGE};
            if (syscall(SYS_vmsplice, fd[1], &page, 1UL, 0U) < 0) {
                raid_tell(false, "pages in pipes");
                return;
            }
        }
        (void)munmap(block, 17 * HUGE);
        held += 16 * HUGE;
    }
    raid_outlive("huge pages held by a page in a pipe");
}

/* All pages but one of each huge page are given back: the huge page stays until memory is short. */
void raid_halves(void)
{
    for (size_t at = 0; at < WANTED; at += HUGE) {
        char *block =
            mmap(NULL, 2 * HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) {
            raid_tell(false, "huge pages");
            return;
        }
        char *first = (char *)(((uintptr_t)block + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
        (void)madvise(first, HUGE, MADV_HUGEPAGE);
        first[0] = 1;
        (void)munmap(first + HUGE, (size_t)(block + 2 * HUGE - (first + HUGE)));
        (void)munmap(first + PAGE, HUGE - PAGE);
        if (first != block) {
            (void)munmap(block, (size_t)(first - block));
        }
    }
    errno = prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0) == 1 ? EPERM : 0;
    if (errno == EPERM) {
        raid_tell(prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0) == 0,
                  "huge pages that are given back in part");
        return;
    }
    raid_outlive("huge pages of which a page is mapped");
}

/* Pages of a file in memory go into pipes and sockets, and the file is cut. */
void raid_cut(void)
{
    char *block = malloc(16 * PAGE);
    const int file = open("/tmp/raider-cut", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int fd[2];
    bool done = false;
    memset(block, 1, 16 * PAGE);
    for (unsigned i = 0; i < 20 && pipe(fd) == 0; i++) {
        loff_t from = 0;
        off_t at = 0;
        (void)!pwrite(file, block, 16 * PAGE, 0);
        const long spliced = syscall(SYS_splice, file, &from, fd[1], NULL, 16 * PAGE, 0U);
        done |= spliced > 0 || sendfile(fd[1], file, &at, PAGE) > 0;
        (void)ftruncate(file, 0);
    }
    raid_tell(done, "pages of a file that is cut, in pipes");
    done = false;
    for (unsigned i = 0; i < 4 && socketpair(AF_UNIX, SOCK_STREAM, 0, fd) == 0; i++) {
        (void)fcntl(fd[1], F_SETFL, O_NONBLOCK);
        for (unsigned k = 0; k < 16; k++) {
            off_t at = (off_t)(k * PAGE);
            (void)!pwrite(file, block, 16 * PAGE, 0);
            done |= sendfile(fd[1], file, &at, 1) > 0;
        }
        (void)ftruncate(file, 0);
    }
    raid_tell(done, "pages of a file that is cut, in sockets");
    (void)unlink("/tmp/raider-cut");
    free(block);
}

/* ---- what the kernel has for a process --------------------------------------------------------
 */

#define FILTER 4000u /* instructions of a filter; a process may have eight of them */

static bool take_filters(void)
{
    static struct sock_filter program[FILTER];
    bool done = false;
    for (unsigned i = 0; i < FILTER; i++) {
        program[i] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_IMM, i);
    }
    program[FILTER - 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_fprog filter = {.len = FILTER, .filter = program};
    for (unsigned i = 0; i < 8; i++) {
        done |= syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0UL, &filter) == 0 ||
                prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
    }
    return done;
}

static void filters_of(unsigned child)
{
    const bool done = take_filters();
    if (child == 0) {
        raid_tell(done, "filters of system calls");
    }
}

void raid_filters(void)
{
    in_children(filters_of);
}

/* A process has 65,530 areas of memory at most, which cost some 250 bytes each. */
static void areas_of(unsigned child)
{
    const size_t size = 65000 * PAGE;
    char *block = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t at = 0; block != MAP_FAILED && at < size; at += 2 * PAGE) {
        (void)mprotect(block + at, PAGE, PROT_READ);
    }
    (void)child;
}

void raid_areas(void)
{
    in_children(areas_of);
    raid_outlive("areas of memory without end");
}

/* Children that children have, each with all the links between areas and pages of those above. */
void raid_lineage(void)
{
    const size_t size = 8000 * PAGE;
    char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t at = 0; at < size; at += PAGE) {
        block[at] = 1;
        if (at % (2 * PAGE) == 0) {
            (void)mprotect(block + at, PAGE, PROT_READ);
        }
    }
    (void)!pipe(ready);
    if (fork() == 0) {
        for (unsigned i = 1; i < CHILDREN && fork() == 0; i++) {
        }
        (void)close(ready[1]);
        wait_on();
        _exit(0);
    }
    await_all();
    raid_outlive("areas of memory with many ancestors");
}

static long make_timer(void)
{
    static struct sigevent quiet = {.sigev_notify = SIGEV_NONE};
    int id;
    return syscall(SYS_timer_create, CLOCK_MONOTONIC, &quiet, &id);
}

void raid_timers(void)
{
    unsigned count = 0;
    while (count < 2000000 && make_timer() == 0) {
        count++;
    }
    raid_tell(count > 5000, "timers without end");
}

/* ---- what stands behind descriptors -----------------------------------------------------------
 */

static void fill(int fd)
{
    static char block[65536];
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    while (write(fd, block, sizeof block) > 0) {
    }
}

static void pipes_of(unsigned child)
{
    int fd[2];
    for (unsigned i = 0; i < FILES / 2 && pipe(fd) == 0; i++) {
        if (fcntl(fd[1], F_SETPIPE_SZ, (int)MIB) > 0 && child == 0 && i == 0) {
            raid_tell(true, "pipes of a MiB");
        }
        fill(fd[1]);
    }
}

void raid_pipes(void)
{
    in_children(pipes_of);
    raid_tell(false, "pipes of a MiB");
}

/* Pipes with names are no files by their names alone. */
static void fifos_of(unsigned child)
{
    char path[64];
    for (unsigned i = 0; i < FILES; i++) {
        (void)snprintf(path, sizeof path, "/tmp/raider-%u-%u", child, i);
        if (mkfifo(path, 0600) == 0) {
            const int fd = open(path, O_RDWR);
            if (fd >= 0) {
                fill(fd);
            }
            (void)unlink(path);
        }
    }
}

/* Takes a heap just below the limit, with pipes and files besides. */
static void take_heap(size_t size)
{
    char *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t at = 0; block != MAP_FAILED && at < size; at += PAGE) {
        ((volatile char *)block)[at] = 1;
    }
}

void raid_fifos(void)
{
    take_heap(275 * MIB);
    in_children(fifos_of);
    raid_outlive("pipes with names beside a full heap");
}

/* Files in the scratch folders are memory too. */
void raid_scratch(void)
{
    static char block[MIB];
    static const char *const paths[] = {"/tmp/raider-scratch", "/dev/shm/raider-scratch"};
    take_heap(275 * MIB);
    for (unsigned i = 0; i < 2; i++) {
        const int fd = open(paths[i], O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        (void)unlink(paths[i]);
        for (unsigned k = 0; k < 16 && write(fd, block, sizeof block) > 0; k++) {
        }
    }
    raid_outlive("files of scratch folders beside a full heap");
}

/* Sends a descriptor that is never received, and closes it here. */
static bool send_away(int socket, int fd)
{
    char byte = 0;
    union {
        struct cmsghdr align;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {{0}};
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.room,
                             .msg_controllen = sizeof control.room};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(header), &fd, sizeof fd);
    const bool sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
    (void)close(fd);
    return sent;
}

/* Full pipes are on their way to somebody who does not take them. */
void raid_flight(void)
{
    int mail[2], fd[2];
    unsigned sent = 0;
    take_heap(292 * MIB);
    (void)socketpair(AF_UNIX, SOCK_STREAM, 0, mail);
    while (sent < 1000 && pipe(fd) == 0) {
        fill(fd[1]);
        (void)close(fd[1]);
        if (!send_away(mail[0], fd[0])) {
            break;
        }
        sent++;
    }
    raid_outlive("pipes in flight beside a full heap");
}

static void sockets_of(unsigned child)
{
    int fd[2];
    const int most = 64 << 20;
    (void)child;
    for (unsigned i = 0; i < FILES / 2 && socketpair(AF_UNIX, SOCK_STREAM, 0, fd) == 0; i++) {
        (void)setsockopt(fd[0], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
        (void)setsockopt(fd[1], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
        fill(fd[0]);
        fill(fd[1]);
    }
}

void raid_sockets(void)
{
    sockets_of(0); /* as many as usual, with what they may hold */
    sockets_of(0);
    in_children(sockets_of);
    raid_outlive("full sockets without end");
}

#define SHARE (FILES / 3) /* sets, files, and numbers under which each set watches each file */

static void watches_of(unsigned child)
{
    int sets[SHARE], files[SHARE];
    unsigned n = 0, m = 0;
    (void)child;
    while (n < SHARE && (sets[n] = epoll_create1(0)) >= 0) {
        n++;
    }
    while (m < SHARE && (files[m] = eventfd(0, 0)) >= 0) { // NOLINT(android-cloexec-eventfd)
        m++;
    }
    for (unsigned i = 0; i < m; i++) {
        int numbers[SHARE];
        for (unsigned k = 0; k < SHARE; k++) {
            struct epoll_event none = {.events = EPOLLIN};
            numbers[k] = dup(files[i]);
            for (unsigned set = 0; set < n && numbers[k] >= 0; set++) {
                (void)epoll_ctl(sets[set], EPOLL_CTL_ADD, numbers[k], &none);
            }
        }
        for (unsigned k = 0; k < SHARE; k++) {
            (void)close(numbers[k]); /* watched all the same */
        }
    }
}

/* The same files under many numbers in many sets. */
void raid_watches(void)
{
    take_heap(275 * MIB);
    in_children(watches_of);
    raid_outlive("watches without end");
}

/* Takes a table of files of its own, fills it, and keeps it. */
static void *watch_apart(void *taken)
{
    if (syscall(436 /* close_range */, ~0U, ~0U, 2 /* CLOSE_RANGE_UNSHARE */) == 0) {
        (void)close(ready[0]);
        (void)close(ready[1]);
        watches_of(0);
        atomic_store((atomic_int *)taken, 1);
        wait_on();
    } else {
        atomic_store((atomic_int *)taken, -errno);
    }
    return NULL;
}

static int let_thread_watch(void)
{
    static atomic_int taken;
    const struct timespec pause = {.tv_nsec = 1000000};
    pthread_t thread;
    atomic_store(&taken, 0);
    if (pthread_create(&thread, NULL, watch_apart, &taken) == 0) {
        while (atomic_load(&taken) == 0) {
            (void)nanosleep(&pause, NULL);
        }
    }
    return atomic_load(&taken);
}

static void watch_apart_in(unsigned child)
{
    (void)child;
    (void)let_thread_watch();
}

/* As raid_watches(), in tables of files that belong to one thread alone. */
void raid_own_files(void)
{
    const int taken = let_thread_watch();
    if (taken < 0) {
        errno = -taken;
        raid_tell(false, "files of a thread");
        return;
    }
    take_heap(275 * MIB);
    in_children(watch_apart_in);
    raid_outlive("watches of threads with files of their own");
}

/* ---- files without a byte ---------------------------------------------------------------------
 */

/* Names of the greatest length cost more than the files. */
void raid_names(void)
{
    char path[280];
    unsigned count = 0;
    for (; count < 400000; count++) {
        (void)snprintf(path, sizeof path, "/tmp/%0250u", count);
        if (symlink("x", path) != 0) {
            raid_tell(false, "files without end");
            return;
        }
    }
    raid_outlive("files with long names");
}

/* ---- calls that few programs need ------------------------------------------------------------ */

void raid_odd_memory(void)
{
    static unsigned char nothing[4096];
    int fd[2];
    (void)socketpair(AF_UNIX, SOCK_STREAM, 0, fd);
    struct sock_filter pass = BPF_STMT(BPF_RET | BPF_K, 1);
    const struct sock_fprog filter = {.len = 1, .filter = &pass};
    const int one = 1;
    raid_tell(setsockopt(fd[0], SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter) == 0,
              "a filter of a socket");
    raid_tell(setsockopt(fd[0], SOL_SOCKET, 60 /* SO_ZEROCOPY */, &one, sizeof one) == 0,
              "sending without a copy");
    raid_tell(pipe2(fd, O_EXCL /* O_NOTIFICATION_PIPE */) == 0, "a pipe of notices");
    raid_tell(syscall(447 /* memfd_secret */, 0) >= 0, "secret memory");
    raid_tell(syscall(444 /* landlock_create_ruleset */, nothing, 8, 0) >= 0, "rules of Landlock");
    raid_tell(syscall(SYS_mbind, nothing, PAGE, 1, nothing, 64, 0) == 0, "a policy of an area");
    raid_tell(prctl(78 /* PR_FUTEX_HASH */, 1, 1 << 16, 0, 0) == 0, "a table of futexes");
    raid_tell(prctl(0x53564d41 /* PR_SET_VMA */, 0, nothing, PAGE, "raider") == 0,
              "a name of an area");
    raid_tell(prctl(67 /* PR_SET_MEMORY_MERGE */, 1, 0, 0, 0) == 0, "pages in common");
    raid_tell(syscall(SYS_tee, 0, 1, PAGE, 0) >= 0, "a pipe's pages in another");
#ifdef SYS_modify_ldt
    raid_tell(syscall(SYS_modify_ldt, 1, nothing, 16) == 0, "a table of segments");
#endif
    raid_tell(setxattr("/tmp", "user.raider", nothing, PAGE, 0) == 0, "an attribute");
    raid_tell(syscall(SYS_io_setup, 1, nothing) == 0, "a queue of I/O");
}

void raid_hoard(void)
{
    raid_pinned();
    raid_cut();
    raid_filters();
    raid_timers();
    raid_odd_memory();
}

// NOLINTEND(concurrency-mt-unsafe, android-cloexec-pipe)
