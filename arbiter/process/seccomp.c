#include "process/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define PROGRAM_BYTES 16384 /* a longer one is built each time */

/* Returns the number of a call, by its name or by the number that it has on all processors.
 * Negative: neither this library nor this kind of processor knows it. */
static int find_call(const char *name, int number)
{
    const int known = seccomp_syscall_resolve_name(name);
    return known >= 0 ? known : number;
}

/* Refuses the calls of the table. Calls that this kind of processor does not have are passed
 * over. */
static int refuse_all(scmp_filter_ctx filter)
{
    char name[SVI_CALL_NAME];
    int bad = 0, number;
    for (const struct svi_call *row = svi_calls; row->names != NULL; row++) {
        for (const char *at = row->names; row->answer != 0 && svi_call_next(&at, name, &number);) {
            const int call = find_call(name, number);
            if (call >= 0) {
                bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO((uint16_t)row->answer), call, 0);
            }
        }
    }
    for (int call = SVI_CALL_FIRST_NEW; call <= SVI_CALL_LAST_NEW; call++) {
        bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0);
    }
    return bad;
}

static int refuse_arguments(scmp_filter_ctx filter)
{
    int bad = 0;
    for (const struct svi_call_argument *row = svi_call_arguments; row->name != NULL; row++) {
        const uint32_t action = SCMP_ACT_ERRNO((uint16_t)row->answer);
        char name[SVI_CALL_NAME];
        int number = -1;
        const char *at = row->name;
        (void)svi_call_next(&at, name, &number);
        const int call = find_call(name, number);
        const uint64_t kinds = MAP_TYPE | MAP_ANONYMOUS, threads = CLONE_THREAD | CLONE_FILES;
        struct scmp_arg_cmp test =
            SCMP_CMP(row->argument, SCMP_CMP_MASKED_EQ, row->value, row->value);
        if (row->test == SVI_CALL_OPTION) {
            bad |=
                seccomp_rule_add(filter, action, call, 2, SCMP_A1_32(SCMP_CMP_EQ, SOL_SOCKET, 0),
                                 SCMP_CMP32(row->argument, SCMP_CMP_EQ, (uint32_t)row->value, 0));
            continue;
        }
        if (row->test == SVI_CALL_IS) {
            test = SCMP_CMP32(row->argument, SCMP_CMP_EQ, (uint32_t)row->value, 0);
        } else if (row->test == SVI_CALL_IS_NOT) {
            test = SCMP_CMP32(row->argument, SCMP_CMP_NE, (uint32_t)row->value, 0);
        } else if (row->test == SVI_CALL_KIND) {
            test = SCMP_CMP(row->argument, SCMP_CMP_MASKED_EQ, kinds, row->value);
        } else if (row->test == SVI_CALL_THREAD) {
            test = SCMP_CMP(row->argument, SCMP_CMP_MASKED_EQ, threads, row->value);
        }
        bad |= seccomp_rule_add_array(filter, action, call, 1, &test);
    }
    return bad;
}

/* Refuses all families of sockets but AF_UNIX and those that are allowed. */
static int refuse_families(scmp_filter_ctx filter, enum svi_seccomp_sockets sockets, int call)
{
    const uint32_t refused = SCMP_ACT_ERRNO(EAFNOSUPPORT);
    const uint32_t last = sockets == SVI_SECCOMP_INET ? AF_INET6 : AF_INET;
    int bad = 0;
    if (sockets == SVI_SECCOMP_UNIX) {
        return seccomp_rule_add(filter, refused, call, 1, SCMP_A0_32(SCMP_CMP_NE, AF_UNIX, 0));
    }
    for (uint32_t kind = AF_UNSPEC; kind < last; kind++) {
        if (kind != AF_UNIX && kind != AF_INET) {
            bad |= seccomp_rule_add(filter, refused, call, 1, SCMP_A0_32(SCMP_CMP_EQ, kind, 0));
        }
    }
    bad |= seccomp_rule_add(filter, refused, call, 1, SCMP_A0_32(SCMP_CMP_GT, last, 0));
    return bad;
}

/* Refuses sockets of IPv4 that are not of TCP. */
static int refuse_other_than_tcp(scmp_filter_ctx filter, int call)
{
    enum { TYPES = 16 }; /* flags stand above */
    const uint32_t refused = SCMP_ACT_ERRNO(EPROTONOSUPPORT);
    const struct scmp_arg_cmp inet = SCMP_A0_32(SCMP_CMP_EQ, AF_INET, 0);
    int bad = 0;
    for (uint32_t type = 0; type < TYPES; type++) {
        if (type != SOCK_STREAM) {
            bad |= seccomp_rule_add(filter, refused, call, 2, inet,
                                    SCMP_A1_32(SCMP_CMP_MASKED_EQ, TYPES - 1, type));
        }
    }
    for (uint32_t protocol = 1; protocol < IPPROTO_TCP; protocol++) {
        bad |=
            seccomp_rule_add(filter, refused, call, 2, inet, SCMP_A2_32(SCMP_CMP_EQ, protocol, 0));
    }
    bad |=
        seccomp_rule_add(filter, refused, call, 2, inet, SCMP_A2_32(SCMP_CMP_GT, IPPROTO_TCP, 0));
    return bad;
}

/* Keeps the queues of sockets at their default size, which is counted. Setting another size seems
 * to succeed, as the kernel does beyond its own bounds. */
static int keep_queues(scmp_filter_ctx filter)
{
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(0), SCMP_SYS(setsockopt), 2,
                            SCMP_A1_32(SCMP_CMP_EQ, SOL_SOCKET, 0),
                            SCMP_A2_32(SCMP_CMP_EQ, SO_SNDBUF, 0));
}

static int add_rules(scmp_filter_ctx filter, enum svi_seccomp_sockets sockets)
{
    int bad = refuse_all(filter) | refuse_arguments(filter);
    bad |= sockets == SVI_SECCOMP_INET ? 0 : keep_queues(filter);
    bad |= refuse_families(filter, sockets, SCMP_SYS(socket));
    bad |= refuse_families(filter, sockets, SCMP_SYS(socketpair));
    bad |= sockets == SVI_SECCOMP_RELAY ? refuse_other_than_tcp(filter, SCMP_SYS(socket)) : 0;
    return bad;
}

/* Writes the filter as a program into a file. Returns 0, or errno. */
static int build(int fd, enum svi_seccomp_sockets sockets)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL) {
        return ENOMEM;
    }
    /* Builds a tree: the kernel tries every call when a process takes the filter. Works without it
     * as well. */
    (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    /* A call of another architecture's table ends the process: the list does not cover it. */
    int reason = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    reason = reason == 0 ? add_rules(filter, sockets) : reason;
    if (reason == 0) {
        reason = seccomp_export_bpf(filter, fd) != 0 ? EIO : 0;
    } else {
        reason = EINVAL;
    }
    seccomp_release(filter);
    return reason;
}

/* The filters built so far, for all later starts. */
static struct {
    uint8_t program[PROGRAM_BYTES];
    size_t size; /* 0: not built yet */
} built[SVI_SECCOMP_INET + 1];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int svi_seccomp_open(enum svi_seccomp_sockets sockets)
{
    int reason = 0;
    const int fd = memfd_create("solvent-filter", MFD_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    pthread_mutex_lock(&lock);
    if (built[sockets].size > 0) {
        const ssize_t size = (ssize_t)built[sockets].size;
        reason = write(fd, built[sockets].program, built[sockets].size) == size ? 0 : EIO;
    } else if ((reason = build(fd, sockets)) == 0) {
        const ssize_t size = pread(fd, built[sockets].program, PROGRAM_BYTES, 0);
        built[sockets].size = size > 0 && size < PROGRAM_BYTES ? (size_t)size : 0;
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

/* ---- calls ----------------------------------------------------------------------------------- */

/* For every call of Linux we asked what it keeps in memory that no process has mapped, and where
 * that is counted. supervisor/holdings.h lists the memory that a supervisor counts. Calls for which
 * programs have another way are refused as if they did not exist, or not here (ENOSYS, EINVAL). */
const struct svi_call svi_calls[] = {
    /* reading and writing */
    {0, "copies bytes; what a pipe or socket keeps of them is counted",
     "read write pread64 pwrite64 readv writev preadv pwritev pwritev2"},
    {0, "may tell which pages are in memory: by its flags, see below", "preadv2"},
    {EINVAL, "pins pages of a file in pipes and sockets, also when the file is cut",
     "sendfile splice tee"},
    {EINVAL, "pins pages in a pipe that no process maps: 2 MiB by a page of a huge page",
     "vmsplice"},
    {0, "copies between files; what it makes lies on a counted file system", "copy_file_range"},
    {0, "moves a position or waits; keeps nothing", "lseek poll select pselect6 ppoll"},
    {0, "asks for what others have read to be there, as reading does", "readahead"},
    {0, "may have pages thrown out of memory: by its advice, see below", "fadvise64"},
    {0, "writes back what is in memory; keeps nothing",
     "fsync fdatasync sync syncfs sync_file_range msync"},
    {0, "may reach terminals: by its command, see below", "ioctl"},
    /* files */
    {0, "a descriptor: limits.files bounds them",
     "open openat openat2=437 creat close close_range=436 dup dup2 dup3"},
    {0, "may lock, watch or grow pipes: by its command, see below", "fcntl"},
    {EPERM, "a lock on a file that two sandboxes see is a message", "flock"},
    {0, "a file in memory: the scratch folders' blocks and inodes are counted",
     "truncate ftruncate fallocate mkdir mkdirat mknod mknodat link linkat symlink "
     "symlinkat"},
    {0, "changes names or times in the scratch folders; keeps nothing more",
     "rename renameat renameat2 rmdir unlink unlinkat chmod fchmod fchmodat chown "
     "fchown lchown fchownat utime utimes utimensat futimesat umask"},
    {0, "tells of files; keeps nothing",
     "stat fstat lstat newfstatat statx statfs fstatfs ustat access faccessat "
     "faccessat2=439 readlink readlinkat getdents getdents64 getcwd chdir fchdir "
     "getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr removexattr "
     "lremovexattr fremovexattr sysfs"},
    {EOPNOTSUPP, "attributes of files in memory, which no block of theirs shows",
     "setxattr lsetxattr fsetxattr"},
    {EPERM, "hears what happens to files that others see",
     "inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark"},
    {0, "of use only behind inotify_init", "inotify_rm_watch"},
    {EPERM, "handles pass by what the sandbox shows",
     "name_to_handle_at open_by_handle_at lookup_dcookie"},
    {EPERM, "quotas belong to the machine", "quotactl quotactl_fd=443"},
    /* memory of a process */
    {0, "pages of a process, which are counted; shared ones without a file: see below", "mmap"},
    {0, "pages and areas of a process are counted",
     "munmap mprotect brk mremap remap_file_pages pkey_mprotect"},
    {0, "a key of 16; keeps nothing", "pkey_alloc pkey_free"},
    {0, "may write pages out or merge them: by its advice, see below", "madvise"},
    {0, "locked pages are mapped, so they are counted; RLIMIT_MEMLOCK bounds them",
     "mlock mlock2 munlock mlockall munlockall"},
    {EPERM, "tells which pages of a file are in memory", "mincore"},
    {ENOSYS, "pages that nobody maps are nobody's", "memfd_create memfd_secret=447"},
    {EPERM, "serves page faults, and holds pages back", "userfaultfd"},
    {EPERM, "a policy for each area of memory, and where pages lie",
     "mbind set_mempolicy set_mempolicy_home_node=450 migrate_pages move_pages"},
    {0, "tells of policies; keeps nothing", "get_mempolicy"},
    {0, "keeps nothing: a barrier, or a flag of the process", "membarrier rseq"},
    {EPERM, "another process's memory",
     "process_vm_readv process_vm_writev process_madvise=440 process_mrelease=448"},
    /* processes and threads */
    {0, "a task: limits.processes bounds them, their stacks are counted; namespaces: see below",
     "clone fork vfork"},
    {ENOSYS, "hides its flags from a filter; programs then take clone", "clone3=435"},
    {0, "starts a program; its pages are counted", "execve execveat"},
    {0, "ends or awaits; keeps nothing", "exit exit_group wait4 waitid"},
    {0, "signals own processes; RLIMIT_SIGPENDING bounds what waits",
     "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal=424"},
    {0, "a descriptor: limits.files bounds them", "pidfd_open=434"},
    {EPERM, "takes or compares what other processes have", "pidfd_getfd=438 kcmp ptrace"},
    {0, "state of a signal in a task; keeps nothing",
     "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait "
     "rt_sigsuspend sigaltstack pause restart_syscall"},
    {0, "tells who a process is; keeps nothing",
     "getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid "
     "getgroups getpgid getpgrp getsid capget"},
    {0, "gives up rights, which is all that a bot can: the supervisor enters so",
     "setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups "
     "capset"},
    {0, "a session or group of own processes; the supervisor finds them all the same",
     "setsid setpgid"},
    {0, "may take filters, names and tables: by its option, see below", "prctl"},
    {0, "state of the processor in a task; keeps nothing",
     "arch_prctl set_thread_area get_thread_area set_tid_address set_robust_list "
     "get_robust_list getcpu"},
    {ENOSYS, "a table of 64 KiB for each process", "modify_ldt"},
    {EPERM, "ports of the machine, with a table for each task", "iopl ioperm"},
    {0, "lowers its own limits, or tells of them", "getrlimit setrlimit prlimit64 getrusage times"},
    {0, "ranks own tasks among each other; no right to rise",
     "getpriority setpriority sched_yield sched_setparam sched_getparam "
     "sched_setscheduler sched_getscheduler sched_get_priority_max "
     "sched_get_priority_min sched_rr_get_interval sched_setaffinity sched_getaffinity "
     "sched_setattr sched_getattr ioprio_set ioprio_get"},
    {0, "waits on a word of own memory; keeps nothing", "futex futex_waitv=449"},
    {ENOSYS, "filters of 32,768 instructions for each thread, which nobody counts", "seccomp"},
    {ENOSYS, "rules without number for each set",
     "landlock_create_ruleset=444 landlock_add_rule=445 landlock_restrict_self=446"},
    {EPERM, "another personality, with other addresses", "personality"},
    {EPERM, "namespaces", "unshare setns"},
    /* time */
    {0, "tells or waits; keeps nothing",
     "nanosleep clock_nanosleep gettimeofday time clock_gettime clock_getres getitimer "
     "alarm setitimer timer_settime timer_gettime timer_getoverrun timer_delete"},
    {0, "a timer: RLIMIT_SIGPENDING bounds them", "timer_create"},
    {0, "a descriptor: limits.files bounds them", "timerfd_create timerfd_settime timerfd_gettime"},
    {EPERM, "the machine's clock", "settimeofday clock_settime clock_adjtime adjtimex"},
    /* pipes, sockets and events */
    {0, "a pipe is counted with all that it may keep", "pipe"},
    {0, "as pipe; pipes of notices: see below", "pipe2"},
    {0,
     "Unix sockets, with a relay also TCP (see above); each is counted with all that it may keep",
     "socket socketpair"},
    {0, "may take filters and grow: by its option, see below", "setsockopt"},
    {0, "copies bytes; what a socket keeps, and descriptors in flight, are counted",
     "sendto sendmsg sendmmsg"},
    {0, "of a socket that is counted; keeps nothing more",
     "connect accept accept4 bind listen shutdown recvfrom recvmsg recvmmsg "
     "getsockname getpeername getsockopt"},
    {0, "a descriptor: limits.files bounds them",
     "epoll_create epoll_create1 eventfd eventfd2 signalfd signalfd4"},
    {0, "a watch: they are counted", "epoll_ctl"},
    {0, "waits; keeps nothing", "epoll_wait epoll_pwait epoll_pwait2=441"},
    {ENOSYS, "its calls pass by the filter, and its buffers are pinned",
     "io_uring_setup=425 io_uring_enter=426 io_uring_register=427"},
    {ENOSYS, "queues are counted for the whole machine", "io_setup"},
    {0, "of use only behind io_setup", "io_destroy io_getevents io_submit io_cancel io_pgetevents"},
    {EPERM, "shared memory and queues that outlive processes",
     "shmget shmat semget msgget mq_open"},
    {0, "of use only behind shmget, semget, msgget and mq_open",
     "shmctl shmdt semop semctl semtimedop msgsnd msgrcv msgctl mq_unlink mq_timedsend "
     "mq_timedreceive mq_notify mq_getsetattr"},
    /* the machine */
    {0, "tells of the machine; keeps nothing", "uname sysinfo getrandom"},
    {EPERM, "mounts",
     "mount umount2 pivot_root chroot move_mount=429 open_tree=428 fsopen=430 "
     "fsconfig=431 fsmount=432 fspick=433 mount_setattr=442"},
    {EPERM, "belongs to the machine",
     "swapon swapoff reboot kexec_load kexec_file_load init_module finit_module "
     "delete_module acct syslog vhangup sethostname setdomainname"},
    {EPERM, "programs and events in the kernel", "bpf perf_event_open"},
    {EPERM, "keys outlive processes, and are counted for each user", "keyctl add_key request_key"},
    /* numbers that Linux gives to no call of today */
    {0, "no call: the kernel says ENOSYS itself",
     "uselib _sysctl create_module get_kernel_syms query_module nfsservctl getpmsg "
     "putpmsg afs_syscall tuxcall security epoll_ctl_old epoll_wait_old vserver"},
    /* of other processors than x86-64 */
    {0, "keeps nothing", "arch_specific_syscall riscv_flush_icache riscv_hwprobe sync_file_range2"},
    /* newer than Linux 6.1 */
    {0, "probes of a tracer outside come back here", "uretprobe uprobe"},
    {EPERM, "tells which pages of a file are in memory", "cachestat=451"},
    {0, "changes rights of a file; keeps nothing", "fchmodat2=452"},
    {0, "pages of a process, which are counted", "map_shadow_stack=453"},
    {0, "waits on words of own memory; keeps nothing",
     "futex_wake=454 futex_wait=455 futex_requeue=456"},
    {ENOSYS, "numbers of mounts and namespaces, which are the machine's",
     "statmount=457 listmount=458 open_tree_attr=467 listns=470"},
    {ENOSYS, "attributes of security modules",
     "lsm_get_self_attr=459 lsm_set_self_attr=460 lsm_list_modules=461"},
    {0, "seals areas of own memory; keeps nothing", "mseal=462"},
    {EOPNOTSUPP, "attributes of files in memory, which no block of theirs shows", "setxattrat=463"},
    {0, "tells of files; keeps nothing",
     "getxattrat=464 listxattrat=465 removexattrat=466 file_getattr=468"},
    {EOPNOTSUPP, "attributes of files", "file_setattr=469"},
    {0, NULL, NULL},
};

/* Newer than some headers. */
#define CLOSE_RANGE_UNSHARE_ 2
#define PR_FUTEX_HASH_ 78
#define PR_SET_MEMORY_MERGE_ 67
#define PR_SCHED_CORE_ 62
#define PR_SET_VMA_ 0x53564d41
#define MADV_COLLAPSE_ 25
#define SO_SNDBUFFORCE_ 32

/* By a value of an argument. */
const struct svi_call_argument svi_call_arguments[] = {
    {"fcntl", 1, SVI_CALL_IS, F_GETLK, EPERM,
     "a lock on a file that two sandboxes see is a message"},
    {"fcntl", 1, SVI_CALL_IS, F_SETLK, EPERM, "a lock"},
    {"fcntl", 1, SVI_CALL_IS, F_SETLKW, EPERM, "a lock"},
    {"fcntl", 1, SVI_CALL_IS, F_OFD_GETLK, EPERM, "a lock"},
    {"fcntl", 1, SVI_CALL_IS, F_OFD_SETLK, EPERM, "a lock"},
    {"fcntl", 1, SVI_CALL_IS, F_OFD_SETLKW, EPERM, "a lock"},
    {"fcntl", 1, SVI_CALL_IS, F_SETLEASE, EPERM, "a lease is a message as well"},
    {"fcntl", 1, SVI_CALL_IS, F_GETLEASE, EPERM, "a lease"},
    {"fcntl", 1, SVI_CALL_IS, F_NOTIFY, EPERM, "hears what happens to files that others see"},
    {"fcntl", 1, SVI_CALL_IS, F_SETPIPE_SZ, EPERM,
     "a pipe of up to a MiB, where 64 KiB are counted"},
    {"close_range=436", 2, SVI_CALL_HAS, CLOSE_RANGE_UNSHARE_, EPERM,
     "files of a thread's own, which its process does not show"},
    {"prlimit64", 0, SVI_CALL_IS_NOT, 0, EPERM,
     "limits of another process: the sandbox's first one may be of the same user"},
    {"pipe2", 1, SVI_CALL_HAS, O_EXCL, EINVAL, "a pipe of notices, of 2 MiB"},
    {"clone", 0, SVI_CALL_HAS, CLONE_NEWNS, EPERM, "a namespace"},
    {"clone", 0, SVI_CALL_HAS, CLONE_NEWCGROUP, EPERM, "a namespace"},
    {"clone", 0, SVI_CALL_HAS, CLONE_NEWUTS, EPERM, "a namespace"},
    {"clone", 0, SVI_CALL_HAS, CLONE_NEWIPC, EPERM, "a namespace"},
    {"clone", 0, SVI_CALL_HAS, CLONE_NEWUSER, EPERM, "a namespace"},
    {"clone", 0, SVI_CALL_HAS, CLONE_NEWPID, EPERM, "a namespace"},
    {"clone", 0, SVI_CALL_HAS, CLONE_NEWNET, EPERM, "a namespace"},
    {"clone", 0, SVI_CALL_THREAD, CLONE_THREAD, EPERM,
     "a thread with files of its own, which its process does not show"},
    {"mmap", 3, SVI_CALL_KIND, MAP_SHARED | MAP_ANONYMOUS, EPERM,
     "its pages stay when they are mapped nowhere, so nobody's figures have them; there is "
     "/dev/shm"},
    {"preadv2", 5, SVI_CALL_HAS, RWF_NOWAIT, EOPNOTSUPP,
     "tells which pages of a file are in memory"},
    {"fadvise64", 3, SVI_CALL_IS, POSIX_FADV_DONTNEED, EPERM, "has pages thrown out of memory"},
    {"madvise", 2, SVI_CALL_IS, MADV_PAGEOUT, EPERM, "has pages thrown out of memory"},
    {"madvise", 2, SVI_CALL_IS, MADV_MERGEABLE, EINVAL, "pages in common with other sandboxes"},
    {"madvise", 2, SVI_CALL_IS, MADV_COLLAPSE_, EINVAL,
     "a huge page, of which a page may be mapped"},
    {"ioctl", 1, SVI_CALL_IS, TIOCSTI, EPERM, "types at a terminal"},
    {"ioctl", 1, SVI_CALL_IS, TIOCLINUX, EPERM, "the console"},
    {"prctl", 0, SVI_CALL_IS, PR_SET_SECCOMP, EINVAL, "filters, as by seccomp"},
    {"prctl", 0, SVI_CALL_IS, PR_SET_THP_DISABLE, EINVAL,
     "huge pages, of which a page may be mapped"},
    {"prctl", 0, SVI_CALL_IS, PR_SET_MM, EPERM, "where the kernel looks for areas"},
    {"prctl", 0, SVI_CALL_IS, PR_SET_VMA_, EINVAL, "a name for each area of memory"},
    {"prctl", 0, SVI_CALL_IS, PR_SET_MEMORY_MERGE_, EINVAL, "pages in common with other sandboxes"},
    {"prctl", 0, SVI_CALL_IS, PR_FUTEX_HASH_, EINVAL, "a table of any size"},
    {"prctl", 0, SVI_CALL_IS, PR_SCHED_CORE_, EINVAL, "keeps others from a core's other thread"},
    {"setsockopt", 2, SVI_CALL_OPTION, SO_ATTACH_FILTER, EPERM, "a program in the kernel"},
    {"setsockopt", 2, SVI_CALL_OPTION, SO_ATTACH_BPF, EPERM, "a program in the kernel"},
    {"setsockopt", 2, SVI_CALL_OPTION, SO_ATTACH_REUSEPORT_CBPF, EPERM, "a program in the kernel"},
    {"setsockopt", 2, SVI_CALL_OPTION, SO_ATTACH_REUSEPORT_EBPF, EPERM, "a program in the kernel"},
    {"setsockopt", 2, SVI_CALL_OPTION, SO_ZEROCOPY, EPERM, "pins pages that nobody maps"},
    {"setsockopt", 2, SVI_CALL_OPTION, SO_SNDBUFFORCE_, EPERM, "a queue beyond what is counted"},
    {NULL, 0, SVI_CALL_IS, 0, 0, NULL},
};

bool svi_call_next(const char **at, char name[SVI_CALL_NAME], int *number)
{
    const char *from = *at + strspn(*at, " ");
    const size_t length = strcspn(from, "= ");
    if (length == 0 || length >= SVI_CALL_NAME) {
        return false;
    }
    memcpy(name, from, length);
    name[length] = '\0';
    *number = from[length] == '=' ? (int)strtol(from + length + 1, NULL, 10) : -1;
    *at = from + strcspn(from, " ");
    return true;
}
