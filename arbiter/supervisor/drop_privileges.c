#include "process/drop_privileges.h"

#include "base/error.h"
#include "process/note.h"
#include "process/process.h"
#include "supervisor/reach.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_RUN 127   /* a shell's status if it cannot run a program */
#define PASSED_ON 128 /* plus a signal: a shell's status if that ended a program */

static bool drop_capabilities(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_capset, &header, none) == 0;
}

/* Becomes a user. With the old user go all capabilities but those that exec would hand on. */
static bool become_user(uid_t user)
{
    return setgroups(0, NULL) == 0 && setresgid(user, user, user) == 0 &&
           setresuid(user, user, user) == 0 && drop_capabilities();
}

static bool mount_proc(void)
{
    return mount("proc", "/proc", "proc", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC,
                 "subset=pid") == 0;
}

static bool take_filter(void)
{
    static struct sock_filter rules[BPF_MAXINSNS];
    const ssize_t size = pread(SVI_PROCESS_FILTER, rules, sizeof rules, 0);
    if (size <= 0 || (size_t)size % sizeof *rules != 0) {
        errno = size < 0 ? errno : EINVAL;
        return false;
    }
    const struct sock_fprog program = {.len = (unsigned short)((size_t)size / sizeof *rules),
                                       .filter = rules};
    (void)close(SVI_PROCESS_FILTER);
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static bool cap_processes(rlim_t most)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NPROC, &limit) != 0) {
        return false;
    }
    limit.rlim_max = limit.rlim_max < most ? limit.rlim_max : most;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_NPROC, &limit) == 0;
}

/* Prints a line on stderr about a step that failed, with errno's text. */
static int refuse(const char *step)
{
    (void)fprintf(stderr, "solvent-supervisor: cannot %s: %s\n", step, svi_errno_text(errno));
    return NOT_RUN;
}

/* Runs the program as `user`, in place of this process. */
static int run(char **words, bool filtered)
{
    char step[160];
    const uid_t user = (uid_t)strtoul(words[0], NULL, 10);
    const rlim_t processes = strtoul(words[1], NULL, 10);
    if (user != 0 && !become_user(user)) {
        (void)snprintf(step, sizeof step, "become user %u", (unsigned)user);
        return refuse(step);
    }
    if (processes != 0 && !cap_processes(processes)) {
        return refuse("limit processes");
    }
    if (filtered && !(drop_capabilities() && take_filter())) {
        return refuse("filter system calls");
    }
    (void)execv(words[2], words + 2);
    (void)snprintf(step, sizeof step, "run '%.140s'", words[2]);
    return refuse(step);
}

/* Waits for the program, and reports how it has ended. */
static int await(pid_t program)
{
    int status = 0;
    pid_t gone;
    do {
        gone = wait(&status);
    } while (gone != program && (gone > 0 || errno == EINTR));
    if (gone != program) {
        return NOT_RUN;
    }
    (void)!write(SVI_SUPERVISOR_STATUS, &status, sizeof status);
    return WIFSIGNALED(status) ? PASSED_ON + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Opens a mounted tmpfs to all users, and limits its size unless that is "0". */
static bool open_scratch(const char *where, const char *size)
{
    char data[40];
    (void)snprintf(data, sizeof data, "size=%.24s", size);
    return chmod(where, S_ISVTX | S_IRWXU | S_IRWXG | S_IRWXO) == 0 &&
           (strcmp(size, "0") == 0 ||
            mount("tmpfs", where, NULL, MS_REMOUNT | MS_NOSUID | MS_NODEV, data) == 0);
}

/* Makes the socket of the program's connections, and sends it out. */
static bool send_listening(void)
{
    const int fd = svi_reach_listen();
    const bool sent = fd >= 0 && svi_note_send(SVI_SUPERVISOR_STATUS, 0, fd);
    return sent && close(fd) == 0;
}

int svi_drop_privileges(char **words, bool shut_in, bool relayed)
{
    if (!shut_in) {
        return run(words, false);
    }
    const char *size = *words++;
    if (!open_scratch("/tmp", size) || !open_scratch("/dev/shm", size)) {
        return refuse("limit /tmp and /dev/shm");
    }
    if (!mount_proc()) {
        return refuse("mount a /proc of processes alone (subset=pid)");
    }
    (void)fcntl(SVI_SUPERVISOR_STATUS, F_SETFD, FD_CLOEXEC);
    if (relayed && !send_listening()) {
        return refuse("listen for its connections");
    }
    const pid_t program = fork();
    if (program == 0) {
        (void)setsid();
        _exit(run(words, true));
    }
    (void)close(SVI_PROCESS_FILTER);
    if (program < 0 || !drop_capabilities()) {
        return refuse("start the program");
    }
    return await(program);
}
