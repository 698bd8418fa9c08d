#include "process/seccomp.h"

#include "process/calls.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define PROGRAM_BYTES 16384 /* a longer one is built each time */

/* A call by its name, or by the number that it has on all processors; negative: neither this
 * library nor this kind of processor knows it. */
static int find_call(const char *name, int number)
{
    const int known = seccomp_syscall_resolve_name(name);
    return known >= 0 ? known : number;
}

/* Calls that this kind of processor does not have are passed over. */
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
            bad |= seccomp_rule_add(filter, action, call, 2, SCMP_A1_32(SCMP_CMP_EQ, SOL_SOCKET, 0),
                                    SCMP_CMP32(row->argument, SCMP_CMP_EQ, (uint32_t)row->value));
            continue;
        }
        if (row->test == SVI_CALL_IS) {
            test = SCMP_CMP32(row->argument, SCMP_CMP_EQ, (uint32_t)row->value);
        } else if (row->test == SVI_CALL_IS_NOT) {
            test = SCMP_CMP32(row->argument, SCMP_CMP_NE, (uint32_t)row->value);
        } else if (row->test == SVI_CALL_KIND) {
            test = SCMP_CMP(row->argument, SCMP_CMP_MASKED_EQ, kinds, row->value);
        } else if (row->test == SVI_CALL_THREAD) {
            test = SCMP_CMP(row->argument, SCMP_CMP_MASKED_EQ, threads, row->value);
        }
        bad |= seccomp_rule_add_array(filter, action, call, 1, &test);
    }
    return bad;
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

/* Of queues that a socket may have its own size is counted: asked for another it says that it has
 * been set, as the kernel does beyond its own bounds. A gate's are of TCP. */
static int keep_queues(scmp_filter_ctx filter)
{
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(0), SCMP_SYS(setsockopt), 2,
                            SCMP_A1_32(SCMP_CMP_EQ, SOL_SOCKET, 0),
                            SCMP_A2_32(SCMP_CMP_EQ, SO_SNDBUF, 0));
}

static int add_rules(scmp_filter_ctx filter, bool network)
{
    int bad = refuse_all(filter) | refuse_arguments(filter);
    bad |= network ? 0 : keep_queues(filter);
    bad |= refuse_sockets(filter, network, SCMP_SYS(socket));
    bad |= refuse_sockets(filter, network, SCMP_SYS(socketpair));
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
