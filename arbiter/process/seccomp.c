#include "process/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* Tells which pages of a file are in memory; newer than some libraries, and numbered alike on all
 * processors. */
#ifndef __NR_cachestat
#define __NR_cachestat 451
#endif

#define PROGRAM_BYTES 8192 /* a longer one is built each time */

/* Refused as if they did not exist, so that programs take the older way: clone3() hides its flags
 * from a filter, a memfd's pages are nobody's, which io_uring's calls are is not seen, and the
 * older queues of I/O are counted for the whole machine. */
static const int unknown[] = {
    SCMP_SYS(clone3),         SCMP_SYS(memfd_create),      SCMP_SYS(memfd_secret),
    SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_register), SCMP_SYS(io_uring_enter),
    SCMP_SYS(io_setup),
};

static const int forbidden[] = {
    /* the machine */
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    SCMP_SYS(move_mount),
    SCMP_SYS(open_tree),
    SCMP_SYS(fsopen),
    SCMP_SYS(fsconfig),
    SCMP_SYS(fsmount),
    SCMP_SYS(fspick),
    SCMP_SYS(mount_setattr),
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(reboot),
    SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime),
    SCMP_SYS(clock_adjtime),
    SCMP_SYS(adjtimex),
    SCMP_SYS(acct),
    SCMP_SYS(quotactl),
    SCMP_SYS(syslog),
    SCMP_SYS(vhangup),
    SCMP_SYS(sethostname),
    SCMP_SYS(setdomainname),
    /* namespaces, other processes, the kernel's depths */
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(process_madvise),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(kcmp),
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(name_to_handle_at),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(lookup_dcookie),
    SCMP_SYS(personality),
    /* what would carry a message over a file that two sandboxes see, or outlive a process */
    SCMP_SYS(keyctl),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(flock),
    SCMP_SYS(inotify_init),
    SCMP_SYS(inotify_init1),
    SCMP_SYS(inotify_add_watch),
    SCMP_SYS(fanotify_init),
    SCMP_SYS(fanotify_mark),
    SCMP_SYS(mincore),
    SCMP_SYS(cachestat),
    SCMP_SYS(shmget),
    SCMP_SYS(shmat),
    SCMP_SYS(semget),
    SCMP_SYS(msgget),
    SCMP_SYS(mq_open),
};

/* fcntl()'s locks, leases and notices. */
static const int locks[] = {F_GETLK,      F_SETLK,    F_SETLKW,   F_OFD_GETLK, F_OFD_SETLK,
                            F_OFD_SETLKW, F_SETLEASE, F_GETLEASE, F_NOTIFY};

static const unsigned namespaces[] = {CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                      CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET};

/* Calls that this libseccomp or this kind of processor does not know are passed over: 0 or less. */
static int refuse(scmp_filter_ctx filter, int error, int call)
{
    const int added = seccomp_rule_add(filter, SCMP_ACT_ERRNO((uint16_t)error), call, 0);
    return added == -EDOM || added == -EINVAL ? 0 : added;
}

/* Kinds of sockets but AF_UNIX, and with `network` those of TCP. */
static int refuse_sockets(scmp_filter_ctx filter, bool network, int call)
{
    int bad = 0;
    if (!network) {
        return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), call, 1,
                                SCMP_A0_32(SCMP_CMP_NE, AF_UNIX, 0));
    }
    for (uint32_t kind = AF_UNSPEC; kind < AF_INET6; kind++) {
        if (kind != AF_UNIX && kind != AF_INET) {
            bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), call, 1,
                                    SCMP_A0_32(SCMP_CMP_EQ, kind, 0));
        }
    }
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), call, 1,
                            SCMP_A0_32(SCMP_CMP_GT, AF_INET6, 0));
    return bad;
}

static int add_rules(scmp_filter_ctx filter, bool network)
{
    int bad = 0;
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        bad |= refuse(filter, ENOSYS, unknown[i]);
    }
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
        bad |= refuse(filter, EPERM, forbidden[i]);
    }
    for (size_t i = 0; i < sizeof locks / sizeof locks[0]; i++) {
        bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fcntl), 1,
                                SCMP_A1_32(SCMP_CMP_EQ, (uint32_t)locks[i], 0));
    }
    for (size_t i = 0; i < sizeof namespaces / sizeof namespaces[0]; i++) {
        bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces[i], namespaces[i]));
    }
    /* Shared memory without a file: its pages stay when they are mapped nowhere, so that nobody's
     * figures have them. There is /dev/shm. */
    bad |= seccomp_rule_add(
        filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mmap), 1,
        SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_TYPE | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS));
    bad |= refuse_sockets(filter, network, SCMP_SYS(socket));
    bad |= refuse_sockets(filter, network, SCMP_SYS(socketpair));
    /* which pages of a file are in memory, and having them thrown out of it */
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EOPNOTSUPP), SCMP_SYS(preadv2), 1,
                            SCMP_A5_32(SCMP_CMP_MASKED_EQ, RWF_NOWAIT, RWF_NOWAIT));
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(fadvise64), 1,
                            SCMP_A3_32(SCMP_CMP_EQ, POSIX_FADV_DONTNEED, 0));
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(madvise), 1,
                            SCMP_A2_32(SCMP_CMP_EQ, MADV_PAGEOUT, 0));
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                            SCMP_A1_32(SCMP_CMP_EQ, TIOCSTI, 0));
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                            SCMP_A1_32(SCMP_CMP_EQ, TIOCLINUX, 0));
    return bad;
}

/* Writes the filter as a program into a file. 0, or errno. */
static int build(int fd, bool network)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL) {
        return ENOMEM;
    }
    /* As a tree: the kernel tries each call there is when a process takes the filter. Without it
     * does as well. */
    (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    /* A call of another architecture's table ends the process: it would pass by the list. */
    int reason = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    reason = reason == 0 ? add_rules(filter, network) : reason;
    if (reason == 0) {
        reason = seccomp_export_bpf(filter, fd) != 0 ? EIO : 0;
    } else {
        reason = EINVAL;
    }
    seccomp_release(filter);
    return reason;
}

/* The filters that have been built: every start has one of them. */
static struct {
    uint8_t program[PROGRAM_BYTES];
    size_t size; /* 0: not yet */
} built[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int svi_seccomp_open(bool network)
{
    int reason = 0;
    const int fd = memfd_create("solvent-filter", MFD_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    pthread_mutex_lock(&lock);
    if (built[network].size > 0) {
        const ssize_t size = (ssize_t)built[network].size;
        reason = write(fd, built[network].program, built[network].size) == size ? 0 : EIO;
    } else if ((reason = build(fd, network)) == 0) {
        const ssize_t size = pread(fd, built[network].program, PROGRAM_BYTES, 0);
        built[network].size = size > 0 && size < PROGRAM_BYTES ? (size_t)size : 0;
    }
    pthread_mutex_unlock(&lock);
    if (reason == 0 && lseek(fd, 0, SEEK_SET) != 0) {
        reason = EIO;
    }
    if (reason != 0) {
        (void)close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}
