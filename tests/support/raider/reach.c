/* Files, sockets and processes that are not the raider's. */
#include "tests/support/raider/raid.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef AF_VSOCK
#define AF_VSOCK 40
#endif

const char *raid_program = "";

static void tell_about(bool done, const char *what, const char *which)
{
    char text[300];
    const int reason = errno;
    (void)snprintf(text, sizeof text, "%s %s", what, which);
    errno = reason;
    raid_tell(done, text);
}

static void close_found(int fd)
{
    const int reason = errno;
    if (fd >= 0) {
        (void)close(fd);
    }
    errno = reason;
}

/* ---- files ----------------------------------------------------------------------------------- */

static void open_by(const char *way, const char *path)
{
    char whole[600];
    struct stat st;
    (void)snprintf(whole, sizeof whole, "%s%s", way, path);
    if (stat(whole, &st) == 0 &&
        S_ISDIR(st.st_mode)) { /* one that leads to a place of its own may be there, and empty */
        DIR *folder = opendir(whole);
        unsigned entries = 0;
        for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
            entries += entry->d_name[0] != '.';
        }
        if (folder != NULL) {
            (void)closedir(folder);
        }
        errno = ENOENT;
        tell_about(entries > 0, "list", whole);
        return;
    }
    const int fd = open(whole, O_RDONLY | O_CLOEXEC);
    tell_about(fd >= 0, "read", whole);
    close_found(fd);
}

void raid_read(void)
{
    static const char *const ways[] = {"", "/proc/self/root", "/proc/1/root",
                                       "/proc/self/cwd/../../../../../../../..", "/usr/../../.."};
    static const char *const usual[] = {"/etc/shadow",    "/etc/passwd", "/root",    "/home",
                                        "/sys/class/net", "/proc/kcore", "/dev/mem", "/dev/sda",
                                        "/boot",          "/var/log"};
    unsigned at = 0;
    for (const char *path; (path = raid_target(&at, "path:")) != NULL;) {
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
            open_by(ways[i], path);
        }
    }
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        open_by("", usual[i]);
    }
}

/* Whether a path lies where the raider may write, as the file systems tell. */
static bool is_scratch(const char *path)
{
    struct stat st, tmp, shm;
    return stat(path, &st) == 0 && ((stat("/tmp", &tmp) == 0 && st.st_dev == tmp.st_dev) ||
                                    (stat("/dev/shm", &shm) == 0 && st.st_dev == shm.st_dev));
}

static void write_below(const char *folder)
{
    char path[600];
    if (is_scratch(folder)) {
        return;
    }
    (void)snprintf(path, sizeof path, "%s/raider-was-here", folder);
    const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    tell_about(fd >= 0, "write", path);
    close_found(fd);
    tell_about(mkdir(path, 0700) == 0, "make the folder", path);
    tell_about(symlink("/", path) == 0, "make the link", path);
    tell_about(mknod(path, S_IFIFO | 0600, 0) == 0, "make the pipe", path);
    tell_about(mknod(path, S_IFCHR | 0600, makedev(1, 1)) == 0, "make the device", path);
}

void raid_write(void)
{
    static const char *const folders[] = {"/",     "/usr", "/usr/bin", "/usr/lib",    "/bin",
                                          "/etc",  "/dev", "/proc",    "/sys",        "/run",
                                          "/home", ".",    "..",       "/run/solvent"};
    static const char *const switches[] = {"/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger",
                                           "/proc/sys/vm/drop_caches",      "/proc/1/oom_score_adj",
                                           "/proc/sys/kernel/ns_last_pid",  "/proc/1/mem"};
    char own[500];
    unsigned at = 0;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        write_below(folders[i]);
    }
    for (const char *path; (path = raid_target(&at, "path:")) != NULL;) {
        write_below(path);
    }
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        const int fd = open(switches[i], O_WRONLY | O_CLOEXEC);
        tell_about(fd >= 0, "turn the switch", switches[i]);
        close_found(fd);
    }
    (void)snprintf(own, sizeof own, "%s", raid_program);
    tell_about(chmod(own, 0777) == 0, "change the mode of", own);
    tell_about(utimensat(AT_FDCWD, own, NULL, 0) == 0, "change the times of", own);
    tell_about(truncate(own, 0) == 0, "empty", own);
    tell_about(unlink(own) == 0, "remove", own);
    tell_about(chmod("/usr/bin/env", 04777) == 0, "change the mode of", "/usr/bin/env");
    const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    tell_about(fd >= 0 && write(fd, "-1000", 5) == 5, "be spared", "when memory is short");
    close_found(fd);
}

/* ---- sockets --------------------------------------------------------------------------------- */

static void connect_abstract(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const size_t length = strnlen(name, sizeof address.sun_path - 2);
    memcpy(address.sun_path + 1, name, length);
    tell_about(connect(fd, (struct sockaddr *)&address,
                       (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) == 0,
               "reach the abstract socket", name);
    close_found(fd);
}

static void connect_file(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    tell_about(connect(fd, (struct sockaddr *)&address, sizeof address) == 0, "reach the socket",
               path);
    close_found(fd);
}

static void connect_port(const char *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)strtoul(port, NULL, 10)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    tell_about(fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0,
               "reach the port", port);
    close_found(fd);
}

/* Any socket, or folder of sockets, in a folder. */
static unsigned find_sockets(const char *folder)
{
    char path[700];
    struct stat st;
    unsigned found = 0;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        (void)snprintf(path, sizeof path, "%.400s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.' && lstat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
            found++;
            tell_about(true, "see", path);
        }
    }
    if (entries != NULL) {
        (void)closedir(entries);
    }
    return found;
}

void raid_beside(void)
{
    unsigned at = 0;
    for (const char *path; (path = raid_target(&at, "path:")) != NULL;) {
        const unsigned found = find_sockets(path);
        errno = ENOENT;
        tell_about(found > 0, "the sockets in", path);
    }
}

void raid_network(void)
{
    static const struct {
        int family, type;
        const char *name;
    } sorts[] = {{AF_INET, SOCK_STREAM, "tcp"},      {AF_INET, SOCK_DGRAM, "udp"},
                 {AF_INET6, SOCK_STREAM, "tcp6"},    {AF_INET6, SOCK_DGRAM, "udp6"},
                 {AF_INET, SOCK_RAW, "raw"},         {AF_NETLINK, SOCK_RAW, "netlink"},
                 {AF_PACKET, SOCK_RAW, "packet"},    {AF_VSOCK, SOCK_STREAM, "vsock"},
                 {AF_ALG, SOCK_SEQPACKET, "crypto"}, {AF_BLUETOOTH, SOCK_RAW, "bluetooth"},
                 {AF_CAN, SOCK_RAW, "can"},          {44 /* AF_XDP */, SOCK_RAW, "xdp"}};
    unsigned at = 0;
    for (size_t i = 0; i < sizeof sorts / sizeof sorts[0]; i++) {
        const int fd = socket(sorts[i].family, sorts[i].type | SOCK_CLOEXEC, 0);
        tell_about(fd >= 0, "a socket of", sorts[i].name);
        close_found(fd);
    }
    for (const char *name; (name = raid_target(&at, "abstract:")) != NULL;) {
        connect_abstract(name);
    }
    at = 0;
    for (const char *path; (path = raid_target(&at, "socket:")) != NULL;) {
        connect_file(path);
    }
    at = 0;
    for (const char *port; (port = raid_target(&at, "port:")) != NULL;) {
        connect_port(port);
    }
    connect_file("/run/solvent/arbiter"); /* a second time */
    connect_file("/run/dbus/system_bus_socket");
    connect_file("/var/run/docker.sock");
}

/* ---- processes ------------------------------------------------------------------------------- */

/* Process 1 is the sandbox's own. */
void raid_signal(void)
{
    char first[80] = "";
    unsigned others = 0;
    for (pid_t pid = 2; pid < 65536; pid++) {
        if (pid != getpid() && kill(pid, 0) == 0) {
            (void)snprintf(first, sizeof first, "process %d%s", (int)pid,
                           others++ != 0 ? " and others" : "");
        }
    }
    errno = ESRCH;
    tell_about(others > 0, "signal another process", first);
    tell_about(kill(-1, 0) == 0, "signal", "everybody");

    unsigned seen = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        seen += pid > 1 && pid != getpid();
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
    errno = ENOENT;
    tell_about(seen > 0, "see", "other processes");

    char byte;
    struct iovec here = {.iov_base = &byte, .iov_len = 1},
                 there = {.iov_base = &byte, .iov_len = 1};
    tell_about(ptrace(PTRACE_ATTACH, 1, NULL, NULL) == 0, "trace", "the sandbox's first process");
    tell_about(process_vm_readv(1, &here, 1, &there, 1, 0) >= 0, "read the memory of", "another");
    tell_about(process_vm_writev(1, &here, 1, &there, 1, 0) >= 0, "write the memory of", "another");
    const int pidfd = (int)syscall(SYS_pidfd_open, 1, 0);
    tell_about(pidfd >= 0 && syscall(438 /* pidfd_getfd */, pidfd, 0, 0) >= 0,
               "take a descriptor of", "another");
    tell_about(syscall(SYS_kcmp, 1, getpid(), 0, 0, 0) >= 0, "compare itself with", "another");
    struct rlimit limit;
    tell_about(prlimit(1, RLIMIT_CPU, NULL, &limit) == 0, "learn the limits of", "another");
    const struct sched_param urgent = {.sched_priority = 1};
    tell_about(sched_setscheduler(0, SCHED_FIFO, &urgent) == 0, "run before", "all others");
    tell_about(setpriority(PRIO_PROCESS, 0, -5) == 0, "run more than", "others");
}
