/* Calls that only root may make, calls deep in the kernel, and ways to carry a message out of a
 * sandbox. */
#include "tests/support/raider/raid.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHARED "/usr/bin/env" /* that every sandbox sees */
#define MARK "raider-was-here"

// NOLINTBEGIN(concurrency-mt-unsafe): it does not share what it breaks

/* ---- powers ---------------------------------------------------------------------------------- */

static bool own_status(const char *key, const char *expected)
{
    char text[4096], line[128];
    const int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    const ssize_t got = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
    if (fd >= 0) {
        (void)close(fd);
    }
    text[got > 0 ? got : 0] = '\0';
    (void)snprintf(line, sizeof line, "\n%s:\t%s\n", key, expected);
    return strstr(text, line) != NULL;
}

/* In a child, which is gone afterwards. */
static void clone_with(unsigned long flags, const char *what)
{
    const long child = syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0) {
        _exit(0);
    }
    raid_tell(child > 0, what);
    if (child > 0) {
        (void)waitpid((pid_t)child, NULL, 0);
    }
}

static long bare_keyctl(void)
{
    return syscall(SYS_keyctl, 0 /* get the session's keyring */, -3, 1, 0, 0);
}

void raid_powers(void)
{
    static unsigned char nothing[4096];
    errno = 0;
    raid_tell(!own_status("CapEff", "0000000000000000"), "powers of root");
    raid_tell(!own_status("CapPrm", "0000000000000000"), "powers of root to be taken up");
    raid_tell(!own_status("NoNewPrivs", "1"), "powers by programs that give them");
    raid_tell(!own_status("Seccomp", "2"), "system calls without a filter");
    raid_tell(unshare(CLONE_NEWUSER) == 0, "a user namespace");
    raid_tell(unshare(CLONE_NEWNS) == 0, "a mount namespace");
    clone_with(CLONE_NEWUSER, "a child in a user namespace");
    clone_with(CLONE_NEWPID, "a child in a process namespace");
    raid_tell(syscall(SYS_clone3, nothing, 88) >= 0, "clone3");
    const int own = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    raid_tell(setns(own, 0) == 0, "another namespace");
    raid_tell(mount("none", "/tmp", "tmpfs", 0, NULL) == 0, "a mount");
    raid_tell(umount2("/tmp", MNT_DETACH) == 0, "an unmount");
    raid_tell(chroot("/tmp") == 0, "another root");
    raid_tell(syscall(SYS_pivot_root, "/tmp", "/tmp") == 0, "a turn of roots");
    raid_tell(syscall(SYS_bpf, 0, nothing, sizeof nothing) >= 0, "bpf");
    raid_tell(syscall(SYS_perf_event_open, nothing, 0, -1, -1, 0) >= 0, "perf");
    raid_tell(syscall(SYS_userfaultfd, 0) >= 0, "userfaultfd");
    raid_tell(syscall(425 /* io_uring_setup */, 1, nothing) >= 0, "io_uring");
    raid_tell(bare_keyctl() >= 0, "a keyring");
    raid_tell(syscall(SYS_add_key, "user", MARK, "x", 1, -3) >= 0, "a key");
    raid_tell(syscall(SYS_request_key, "user", MARK, NULL, -3) >= 0, "a key of others");
    raid_tell(syscall(SYS_personality, 0xffffffffU) >= 0, "another personality");
    raid_tell(syscall(SYS_init_module, nothing, 0, "") == 0, "a module");
    raid_tell(syscall(SYS_swapon, "/tmp/x", 0) == 0, "a swap file");
    raid_tell(syscall(SYS_acct, NULL) == 0, "accounting");
    raid_tell(syscall(SYS_settimeofday, NULL, NULL) == 0, "the clock");
    raid_tell(sethostname("raider", 6) == 0, "another host name");
    raid_tell(syscall(SYS_syslog, 10, NULL, 0) >= 0, "the kernel's log");
    raid_tell(setuid(geteuid() == 65534 ? 65533 : 65534) == 0, "another user");
    raid_tell(setgroups(0, NULL) == 0, "no groups");
    raid_tell(ioctl(STDERR_FILENO, TIOCSTI, "x") == 0, "typing");
    raid_tell(ioctl(STDERR_FILENO, TIOCLINUX, "\x0b") == 0, "the console");
}

void raid_descriptors(void)
{
    char path[64], where[256], text[400];
    unsigned strange = 0;
    const int reason = EBADF;
    for (int fd = 3; fd < 1024; fd++) {
        struct stat st;
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        const ssize_t length = readlink(path, where, sizeof where - 1);
        if (length <= 0 || fstat(fd, &st) != 0) {
            continue;
        }
        where[length] = '\0';
        struct sockaddr_un peer;
        socklen_t size = sizeof peer;
        const bool line = S_ISSOCK(st.st_mode) &&
                          getpeername(fd, (struct sockaddr *)&peer, &size) == 0; /* the arbiter's */
        const bool own = strncmp(where, "anon_inode:", 11) == 0;
        strange += !line && !own;
        if (!line && !own) {
            (void)snprintf(text, sizeof text, "descriptor %d: %s", fd, where);
            raid_tell(true, text);
        }
    }
    errno = reason;
    raid_tell(strange > 0, "what it was left");
    errno = ENOENT;
    for (char **variable = environ; *variable != NULL; variable++) {
        static const char *const known[] = {"SOLVENT_",    "PATH=",  "HOME=/tmp",
                                            "TMPDIR=/tmp", "LANG=C", "PWD="};
        bool expected = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            expected |= strncmp(*variable, known[i], strlen(known[i])) == 0;
        }
        if (!expected) {
            raid_tell(true, *variable);
        }
    }
    raid_tell(false, "variables of the arbiter's");
}

/* Whether a child that makes the call gets through with it. */
static void in_child(long (*call)(void), const char *what)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        _exit(call() >= 0 ? 0 : 1);
    }
    (void)waitpid(child, &status, 0);
    errno = WIFSIGNALED(status) ? EINTR : ENOSYS;
    raid_tell(WIFEXITED(status) && WEXITSTATUS(status) == 0, what);
}

static long call_x32(void)
{
    return syscall(0x40000000L | SYS_getpid);
}

#if defined __x86_64__
static long call_i386(void)
{
    long result = 20; /* getpid */
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
    return result;
}
#endif

void raid_foreign_calls(void)
{
    in_child(call_x32, "a call of x32");
#if defined __x86_64__
    in_child(call_i386, "a call of i386");
#endif
}

/* ---- messages to other sandboxes ------------------------------------------------------------- */

static void lock_in_all_ways(int fd)
{
    static const struct {
        int command;
        const char *name;
    } ways[] = {{F_SETLK, "a record lock"},
                {F_SETLKW, "a record lock that waits"},
                {F_GETLK, "a look at record locks"},
                {F_OFD_SETLK, "a lock of the open file"},
                {F_OFD_GETLK, "a look at locks of open files"}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
        raid_tell(fcntl(fd, ways[i].command, &lock) == 0, ways[i].name);
    }
    raid_tell(flock(fd, LOCK_SH | LOCK_NB) == 0, "flock");
    raid_tell(fcntl(fd, F_SETLEASE, F_RDLCK) == 0, "a lease");
    raid_tell(fcntl(fd, F_GETLEASE) >= 0, "a look at leases");
}

static void watch_files(int fd)
{
    raid_tell(inotify_init() >= 0, "inotify");
    raid_tell(inotify_init1(0) >= 0, "inotify1");
    raid_tell(syscall(SYS_fanotify_init, 0, 0) >= 0, "fanotify");
    const int folder = open("/usr/bin", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    raid_tell(fcntl(folder, F_NOTIFY, DN_ACCESS) == 0, "notices of a folder");
    (void)close(folder);

    unsigned char resident[16], byte;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    uint64_t range[2] = {0, 4096}, counts[5];
    void *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    raid_tell(mincore(page, 4096, resident) == 0, "mincore");
    raid_tell(syscall(451 /* cachestat */, fd, range, counts, 0) == 0, "cachestat");
    raid_tell(preadv2(fd, &part, 1, 0, RWF_NOWAIT) >= 0, "a read that does not wait for the disk");
    raid_tell(syscall(SYS_fadvise64, fd, 0, 4096, POSIX_FADV_DONTNEED) == 0,
              "having pages forgotten");
    raid_tell(madvise(page, 4096, 21 /* MADV_PAGEOUT */) == 0, "having pages written out");
    (void)munmap(page, 4096);

    struct stat before, after;
    (void)fstat(fd, &before);
    (void)!read(fd, &byte, 1);
    (void)fstat(fd, &after);
    errno = EROFS;
    raid_tell(before.st_atim.tv_sec != after.st_atim.tv_sec ||
                  before.st_atim.tv_nsec != after.st_atim.tv_nsec,
              "the time of the last look");
}

/* The other raider, in a sandbox of its own, leaves the same marks. */
static void look_for_marks(void)
{
    static const char *const folders[] = {"/tmp", "/dev/shm", "/run/solvent", "/var/tmp"};
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0" MARK};
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(MARK));
    char path[64];
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/" MARK, folders[i]);
        raid_tell(access(path, F_OK) == 0, path);
        const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (fd >= 0) {
            (void)close(fd);
        }
    }
    const int caller = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    raid_tell(connect(caller, (struct sockaddr *)&address, size) == 0, "an abstract socket");
    (void)close(caller);
    const int called = socket(AF_UNIX, SOCK_STREAM, 0); /* stays */
    if (bind(called, (struct sockaddr *)&address, size) != 0 || listen(called, 4) != 0) {
        raid_tell(true, "an abstract socket of that name is there");
    }
}

/* Counts of the whole machine, which other sandboxes can move. */
static void read_counts(void)
{
    static const char *const files[] = {
        "/proc/sys/fs/file-nr", "/proc/sys/fs/inode-nr", "/proc/sys/kernel/ns_last_pid",
        "/proc/stat",           "/proc/loadavg",         "/proc/meminfo",
        "/proc/vmstat",         "/proc/buddyinfo",       "/proc/slabinfo",
        "/proc/interrupts",     "/proc/pressure/cpu",    "/proc/locks"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        raid_tell(access(files[i], F_OK) == 0, files[i]);
    }
}

void raid_covert(void)
{
    const int fd = open(SHARED, O_RDONLY | O_CLOEXEC);
    lock_in_all_ways(fd);
    watch_files(fd);
    (void)close(fd);
    raid_tell(shmget(0x5349, 4096, IPC_CREAT | 0666) >= 0, "System V shared memory");
    raid_tell(semget(0x5349, 1, IPC_CREAT | 0666) >= 0, "System V semaphores");
    raid_tell(msgget(0x5349, IPC_CREAT | 0666) >= 0, "a System V queue");
    raid_tell(mq_open("/" MARK, O_RDWR | O_CREAT, 0666, NULL) >= 0, "a POSIX queue");
    raid_tell(bare_keyctl() >= 0, "a keyring");
    errno = ENOENT;
    read_counts();
    look_for_marks();
}

// NOLINTEND(concurrency-mt-unsafe)
