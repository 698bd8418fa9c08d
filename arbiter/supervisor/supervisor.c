/* solvent-supervisor MEMORY_MB PROCESSES CPU_S FILES OUTPUT_MB -- PROGRAM [ARGUMENT...]
 * solvent-supervisor --as USER PROCESSES PROGRAM [ARGUMENT...]
 * (arbiter/process/drop_privileges.h)
 *
 * Stands between the arbiter and one bot's process. It starts the program within limits, and
 * watches how much the program and its children use together. It ends them all when the program
 * ends, when they use too much, and when the arbiter is gone, however and whenever that dies. No
 * limit: 0.
 *
 * Descriptor 3 is the leash, one end of a socket pair: its end of file means that the arbiter is
 * dead, or wants the end. Over it the supervisor sends "k" once the program has been started, or
 * "e" and the errno of a failed start. Before it ends the program for using too much, it sends one
 * line about that. When the program has ended by itself, it may send an addition, behind
 * SVI_SUPERVISOR_AND. When nothing is left of the program, it sends who caused the end, behind
 * SVI_SUPERVISOR_CLOSING.
 *
 * Descriptor 4, if there is one, is handed down (the filter, which the step in the sandbox takes).
 * Descriptor 5, if there is one, is the page of a relay to the bot's network (arbiter/relay). The
 * supervisor starts that relay, and ends the bot if the relay ends.
 * Then bubblewrap gets descriptor 5, over which the sandbox reports on the program. The
 * supervisor's own end repeats the program's: exit status or signal. */
#include "base/file.h"
#include "process/blame.h"
#include "process/cgroup.h"
#include "process/descendants.h"
#include "process/drop_privileges.h"
#include "process/inherited.h"
#include "process/limits.h"
#include "process/note.h"
#include "process/process.h"
#include "supervisor/holdings.h"
#include "supervisor/reach.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- cpu share ------------------------------------------------------------------------------- */

/* Holds a bot to its share of the processors (limits: cpu_share). If on average more of its threads
 * want to run than that, its priority falls behind all others on the machine. */

/* Starts as all 0. */
struct svi_cpu_share {
    uint64_t ready; /* threads that wanted to run, summed over `looks` looks */
    unsigned looks;
    bool behind; /* its processes get only spare processor time, until they end */
};

#define LOOKS 10u /* two seconds: a starting program may do much at once */
#define LOWEST 19 /* priority by nice(2) */

/* Puts the session of a process behind the others, where each session has a share of its own
 * (sched(7), autogroup): there a priority only counts within the session. Bubblewrap itself is in
 * our session, which is the arbiter's. */
static void put_session_behind(pid_t pid)
{
    char path[48], text[64], priority[16];
    (void)snprintf(path, sizeof path, "/proc/%d/autogroup", (int)pid);
    (void)snprintf(priority, sizeof priority, "nice %d\n", LOWEST);
    if (getsid(pid) == getsid(0) || !svi_descendants_read(path, text, sizeof text) ||
        strstr(text, priority) != NULL) {
        return;
    }
    SCOPED(scoped_close) const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!write(fd, priority + strlen("nice "), strlen(priority) - strlen("nice "));
    }
}

/* Puts all threads of a process behind those of all others. */
static void put_behind(pid_t pid)
{
    char path[48];
    const struct sched_param none = {.sched_priority = 0};
    struct dirent *entry;
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    SCOPED(scoped_closedir) DIR *folder = opendir(path);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        const pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
        if (thread > 0) {
            (void)setpriority(PRIO_PROCESS, (id_t)thread, LOWEST);
            (void)sched_setscheduler(thread, SCHED_IDLE, &none);
        }
    }
}

/* Looks at all processes below this one, which have `threads` threads. Call it at each look of the
 * supervisor. `share` 0: no limit.
 *
 * A bot cannot undo it. A thread of the policy SCHED_IDLE that may not raise its priority may not
 * leave that policy either, and all that it starts inherit it. */
static void cpu_share_look(struct svi_cpu_share *c, uint32_t share, uint64_t threads)
{
    static struct svi_relative list[SVI_DESCENDANTS_MOST];
    if (share == 0 || (threads <= share && c->ready == 0 && !c->behind)) {
        c->looks = 0;
        return;
    }
    const size_t n = svi_descendants_below(getpid(), list);
    for (size_t i = 0; i < n; i++) {
        if (c->behind) {
            put_behind(list[i].pid); /* also processes that were being started */
            put_session_behind(list[i].pid);
        } else {
            c->ready += svi_descendants_ready(list[i].pid);
        }
    }
    if (++c->looks == LOOKS) {
        c->behind |= c->ready > (uint64_t)share * LOOKS;
        c->ready = 0;
        c->looks = 0;
    }
}

/* ---- supervisor ------------------------------------------------------------------------------ */

#define LEASH 3
#define HANDED_DOWN 4
#define LOOK_MS 200   /* between two looks */
#define PATIENCE 5000 /* milliseconds until killed processes must be gone */
#define AGAIN 20      /* milliseconds until the remaining ones are killed again */
#define AHEAD (-10)   /* our priority before the bot's, by nice(2) */
#define TIMERS 1024   /* timers and waiting signals: half a MiB */

enum { NOT_STARTED = 127, PASSED_ON = 128 };

static struct svi_limits limits;
static int signals = -1; /* a signalfd */
static struct svi_cgroup_bot group;
static struct svi_cpu_share cpu_share;
static int usual;     /* priority by nice(2) of the program */
static int told = -1; /* gets the program's status from the sandbox; -1: no sandbox */

/* The relay to the bot's network. */
static struct {
    int page;       /* its page until it is started; -1: started, or the bot has no network */
    pid_t pid;      /* 0: not started */
    bool has_ended; /* and so must the bot */
    int status;
} relay = {.page = -1};

/* ---- our descendants ------------------------------------------------------------------------- */

/* Signals all processes below us, or with `leaves` only those without children. A process with
 * children only waits for them: bubblewrap, for one, would take its sandbox along. */
static void signal_ours(int sig, bool leaves)
{
    static struct svi_relative list[SVI_DESCENDANTS_MOST];
    const size_t n = svi_descendants_below(getpid(), list);
    for (size_t i = 0; i < n; i++) {
        bool spared = false;
        for (size_t k = 0; k < n && leaves && !spared; k++) {
            spared = list[k].parent == list[i].pid;
        }
        if (!spared) {
            (void)kill(list[i].pid, sig);
        }
    }
}

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reaps processes below us that have ended. Returns false if none is left. */
static bool reap(void)
{
    struct signalfd_siginfo info;
    pid_t gone;
    while (read(signals, &info, sizeof info) == (ssize_t)sizeof info) {
    }
    while ((gone = waitpid(-1, NULL, WNOHANG)) > 0) {
    }
    return gone == 0 || errno != ECHILD;
}

/* Kills all processes below us and waits until they are gone; as their subreaper we inherit
 * orphans. A chain of processes that fork and end is struck again and again until it is met between
 * two forks. The dead of breeding processes hold their places, as the kernel counts processes,
 * until all have been struck. */
static void end_all(void)
{
    const int64_t began_ms = now_ms();
    int64_t at_ms = began_ms;
    while (at_ms < began_ms + PATIENCE) {
        const int64_t again_ms = at_ms + AGAIN;
        svi_cgroup_kill(&group);
        signal_ours(SIGKILL, false);
        while ((at_ms = now_ms()) < again_ms) {
            struct pollfd child = {.fd = signals, .events = POLLIN};
            if (!reap()) {
                return;
            }
            (void)poll(&child, 1, (int)(again_ms - at_ms));
        }
    }
}

/* ---- the start ------------------------------------------------------------------------------- */

/* Lowers a limit. A signal (SIGXCPU) reports the excess; `grace` more are allowed after it. */
static void cap(__rlimit_resource_t resource, uint64_t most, uint64_t grace)
{
    struct rlimit limit;
    if (most != 0 && getrlimit(resource, &limit) == 0) {
        if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > most + grace) {
            limit.rlim_max = most + grace;
        }
        limit.rlim_cur = limit.rlim_max < most ? limit.rlim_max : most;
        (void)setrlimit(resource, &limit);
    }
}

/* In the child: never returns. */
static void become(char **argv, pid_t supervisor, int report)
{
    const struct rlimit no_core = {0, 0};
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor) {
        _exit(127);
    }
    (void)close(LEASH);
    (void)setpriority(PRIO_PROCESS, 0, usual);
    svi_cgroup_join(&group);
    if (limits.output_mb != 0) {
        (void)setrlimit(RLIMIT_CORE, &no_core);
    }
#ifndef SV_SANITIZED /* shadow memory takes terabytes */
    cap(RLIMIT_DATA, (uint64_t)limits.memory_mb << 20, 0);
#endif
    cap(RLIMIT_FSIZE, (uint64_t)limits.output_mb << 20, 0);
    cap(RLIMIT_CPU, limits.cpu_s, 1);
    cap(RLIMIT_NOFILE, limits.files, 0);
    if (limits.memory_mb != 0) {
        cap(RLIMIT_SIGPENDING, TIMERS, 0);
        /* A huge page stays whole while one of its pages is mapped, and only that one is counted.
         * A control group counts the whole page. */
        (void)prctl(PR_SET_THP_DISABLE, !group.memory, 0, 0, 0);
    }
    (void)execv(argv[0], argv);
    const int reason = errno;
    (void)!write(report, &reason, sizeof reason);
    _exit(127);
}

static void tell(const char *text, size_t size)
{
    (void)!send(LEASH, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* In the relay: it counts as the bot's, and has no higher priority. */
static void be_of_the_bot(void)
{
    svi_cgroup_join(&group);
    (void)setpriority(PRIO_PROCESS, 0, usual);
}

/* Starts the relay behind a listening socket; -1: there could be none. */
static void start_relay(int listening)
{
    relay.pid = listening >= 0 ? svi_reach_start(relay.page, listening, be_of_the_bot) : -1;
    relay.page = -1;
    if (relay.pid < 0) {
        relay.has_ended = true;
        relay.status = W_EXITCODE(NOT_STARTED, 0);
    }
}

/* Starts the program. Returns 0 if it cannot be started. */
static pid_t start(char **argv, bool sandboxed)
{
    int report[2], status[2] = {-1, -1}, reason = 0;
    const pid_t supervisor = getpid();
    pid_t pid = -1;
    ssize_t got = -1;
    const int kind = SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK;
    const int listening = relay.page >= 0 && !sandboxed ? svi_reach_listen() : -1;
    /* Sockets, as a bot of our own user could open a pipe by /proc/1/fd, and read our messages. */
    if ((!sandboxed || socketpair(AF_UNIX, kind, 0, status) == 0) &&
        pipe2(report, O_CLOEXEC) == 0 && (pid = fork()) == 0) {
        if (sandboxed && dup2(status[1], SVI_SUPERVISOR_STATUS) < 0) {
            _exit(127);
        }
        become(argv, supervisor, report[1]);
    }
    told = status[0];
    if (sandboxed) {
        (void)close(status[1]);
    }
    if (pid > 0 && relay.page >= 0 && !sandboxed) {
        start_relay(listening);
    }
    if (pid > 0) {
        (void)close(report[1]);
        (void)close(HANDED_DOWN);
        got = read(report[0], &reason, sizeof reason);
        (void)close(report[0]);
    } else {
        reason = errno;
    }
    if (got == 0) {
        tell("k", 1);
        return pid;
    }
    char text[1 + sizeof reason] = "e";
    memcpy(text + 1, &reason, sizeof reason);
    tell(text, sizeof text);
    return 0;
}

/* ---- watching -------------------------------------------------------------------------------- */

/* Returns whether too much is used, after sending a line about it to the arbiter. */
static bool too_much(const char *proc)
{
    char line[128];
    struct svi_holdings used;
    const uint64_t limit_kb = (uint64_t)limits.memory_mb * 1024;
    svi_holdings_look(proc, group.memory ? 0 : limit_kb, &used);
    cpu_share_look(&cpu_share, limits.cpu_share, used.threads);
    const uint64_t memory_mb = (used.memory_kb + 1023) / 1024;
    const uint64_t seen_s = used.cpu_ticks / (uint64_t)sysconf(_SC_CLK_TCK);
    /* includes processes that were not waited for */
    const uint64_t group_s = svi_cgroup_cpu_s(&group);
    const uint64_t cpu_s = group_s > seen_s ? group_s : seen_s;
    int length = 0;
    if (limits.memory_mb != 0 && used.memory_kb > limit_kb) {
        length = snprintf(line, sizeof line,
                          "used %" PRIu64 " MiB of memory (limits: memory_mb: %" PRIu32 ")",
                          memory_mb, limits.memory_mb);
    } else if (limits.processes != 0 && used.processes > limits.processes) {
        length = snprintf(line, sizeof line,
                          "had %" PRIu64 " processes (limits: processes: %" PRIu32 ")",
                          used.processes, limits.processes);
    } else if (limits.processes != 0 &&
               used.threads > (uint64_t)SVI_CGROUP_THREADS * limits.processes) {
        length =
            snprintf(line, sizeof line, "had %" PRIu64 " threads (limits: processes: %" PRIu32 ")",
                     used.threads, limits.processes);
    } else if (limits.cpu_s != 0 && cpu_s > limits.cpu_s) {
        length = snprintf(line, sizeof line,
                          "used %" PRIu64 " s of processor time (limits: cpu_s: %" PRIu32 ")",
                          cpu_s, limits.cpu_s);
    }
    if (length > 0) {
        tell(line, (size_t)length);
    }
    return length > 0;
}

/* Finds the sandbox's own /proc, once it is mounted: bubblewrap's child is the first process in
 * it. */
static bool find_sandbox(pid_t bwrap, char *proc, size_t size)
{
    static struct svi_relative list[SVI_DESCENDANTS_MOST];
    struct stat ours, theirs;
    const size_t n = svi_descendants_below(getpid(), list);
    if (stat("/proc", &ours) != 0) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        (void)snprintf(proc, size, "/proc/%d/root/proc", (int)list[i].pid);
        if (list[i].parent == bwrap && stat(proc, &theirs) == 0 && theirs.st_dev != ours.st_dev) {
            return true;
        }
    }
    return false;
}

/* Returns whether the program has ended, with its status. Also reaps orphans that have ended, or
 * they would fill the table of processes. */
static bool has_ended(pid_t pid, int *status)
{
    pid_t gone;
    int how;
    while ((gone = waitpid(-1, &how, WNOHANG)) > 0) {
        if (gone == pid) {
            *status = how;
            return true;
        }
        if (gone == relay.pid) {
            relay.has_ended = true;
            relay.status = how;
        }
    }
    return false;
}

/* Reports the end of the relay. */
static void tell_relay(void)
{
    char line[96];
    const int length = WIFSIGNALED(relay.status)
                           ? snprintf(line, sizeof line, "lost its relay, ended by signal %d",
                                      WTERMSIG(relay.status))
                           : snprintf(line, sizeof line, "lost its relay, ended with status %d",
                                      WEXITSTATUS(relay.status));
    tell(line, (size_t)length);
}

/* Watches the program. Returns true with its status once it has ended by itself, or false if it
 * must be ended.
 *
 * The total use is watched only in a sandbox. Outside, a bot's processes could only be found by
 * reading about all processes again and again. That costs a machine with many bots more than the
 * bots do. */
static bool watch(pid_t pid, bool sandboxed, int *status)
{
    struct pollfd fds[] = {{.fd = LEASH, .events = POLLIN},
                           {.fd = signals, .events = POLLIN},
                           {.fd = relay.page >= 0 ? told : -1, .events = POLLIN}};
    char proc[64];
    bool found = false;
    while (!has_ended(pid, status)) {
        struct signalfd_siginfo info;
        if (relay.has_ended) {
            tell_relay();
            return false;
        }
        if (poll(fds, 3, sandboxed ? LOOK_MS : -1) > 0) {
            char byte;
            int listening;
            if (fds[0].revents != 0) {
                return false;
            }
            if (fds[2].revents != 0) {
                if (svi_note_take(told, &byte, &listening)) {
                    start_relay(listening);
                }
                fds[2].fd = -1;
            }
            while (read(signals, &info, sizeof info) == (ssize_t)sizeof info) {
                if (info.ssi_signo == SIGTERM) {
                    signal_ours(SIGTERM, true);
                }
            }
            continue;
        }
        found = found || find_sandbox(pid, proc, sizeof proc);
        if (found && too_much(proc)) {
            return false;
        }
    }
    return true;
}

/* Reports the memory of a program that ended badly near its limit. A program at its limit is
 * refused more memory, and mostly fails because of that. The figure is the biggest process among
 * those that were waited for. */
static void tell_memory(int status)
{
    char line[128];
    struct rusage used;
    const bool badly = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    if (limits.memory_mb == 0 || !badly || getrusage(RUSAGE_CHILDREN, &used) != 0) {
        return;
    }
    const uint64_t memory_mb = (uint64_t)used.ru_maxrss / 1024;
    if (memory_mb * 8 >= (uint64_t)limits.memory_mb * 7) {
        const int length =
            snprintf(line, sizeof line,
                     SVI_SUPERVISOR_AND " with %" PRIu64
                                        " MiB of memory in use (limits: memory_mb: %" PRIu32 ")",
                     memory_mb, limits.memory_mb);
        tell(line, (size_t)length);
    }
}

/* Sends the arbiter who caused the end of the program. `status` is our child's. */
static void tell_blame(int status, bool over_limit, bool sandboxed)
{
    struct svi_death death = {.known = !sandboxed, .status = status, .over_limit = over_limit};
    char closing[] = {SVI_SUPERVISOR_CLOSING, SVI_BLAME_BOT};
    if (sandboxed) {
        ssize_t got;
        do { /* there may be a note before it */
            got = read(told, &death.status, sizeof death.status);
        } while (got == 1);
        death.known = got == sizeof death.status;
    }
    death.killed_by_machine = svi_cgroup_machine_kills(&group) > 0;
    closing[1] = (char)svi_blame_of(&death);
    tell(closing, sizeof closing);
}

/* Ends as the program did. */
static int repeat(int status)
{
    if (WIFSIGNALED(status)) {
        const struct rlimit no_core = {0, 0};
        (void)setrlimit(RLIMIT_CORE, &no_core);
        (void)signal(WTERMSIG(status), SIG_DFL);
        (void)raise(WTERMSIG(status));
        return PASSED_ON + WTERMSIG(status);
    }
    return WEXITSTATUS(status);
}

static bool read_limits(char **words)
{
    char *end = NULL;
#define X(name, ...)                                                                               \
    limits.name = (uint32_t)strtoul(*words, &end, 10);                                             \
    if (end == *words || *end != '\0') {                                                           \
        return false;                                                                              \
    }                                                                                              \
    words++;
    SVI_LIMITS(X)
#undef X
    return strcmp(*words, "--") == 0;
}

#define X(name, ...) +1
enum { WORDS = 1 SVI_LIMITS(X) + 1 };
#undef X

int main(int argc, char **argv)
{
    sigset_t set;
    struct pollfd leash = {.fd = LEASH, .events = POLLIN};
    int status = 0;
    const bool relayed = argc > 4 && strcmp(argv[1], SVI_SUPERVISOR_RELAYED) == 0;
    const bool shut_in = relayed || (argc > 4 && strcmp(argv[1], SVI_SUPERVISOR_SHUT_IN) == 0);
    if (shut_in || (argc > 4 && strcmp(argv[1], SVI_SUPERVISOR_ENTER) == 0)) {
        return svi_drop_privileges(argv + 2, shut_in, relayed);
    }
    if (argc <= WORDS || !read_limits(argv + 1) || fcntl(LEASH, F_GETFD) < 0) {
        (void)fputs("solvent-supervisor: is started by solvent, for each bot\n", stderr);
        return 2;
    }
    const bool sandboxed = fcntl(HANDED_DOWN, F_GETFD) >= 0;
    if (!sandboxed && open("/dev/null", O_RDONLY | O_CLOEXEC) != HANDED_DOWN) {
        return 2; /* keeps its place, so that no other descriptor gets it */
    }
    svi_inherited_close(SVI_PROCESS_PAGE + 1, false);
    relay.page = fcntl(SVI_PROCESS_PAGE, F_DUPFD_CLOEXEC, SVI_PROCESS_PAGE + 1);
    (void)close(SVI_PROCESS_PAGE); /* the place of SVI_SUPERVISOR_STATUS in our child */
    /* The leash reports the arbiter's death, so that there is time to end all others. */
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    (void)fcntl(LEASH, F_SETFD, FD_CLOEXEC);
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGCHLD);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGHUP);
    (void)sigprocmask(SIG_SETMASK, &set, NULL);
    signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals < 0 || poll(&leash, 1, 0) != 0) {
        return 2;
    }
    /* Else many processes of a bot that takes memory would delay our look. Only root may raise its
     * priority. */
    usual = getpriority(PRIO_PROCESS, 0);
    (void)setpriority(PRIO_PROCESS, 0, usual + AHEAD);
    svi_cgroup_make(&group, &limits);
    const pid_t pid = start(argv + WORDS, sandboxed);
    const bool ended = pid != 0 && watch(pid, sandboxed, &status);
    const bool starved = svi_cgroup_out_of_memory(&group);
    if (starved) {
        char line[128];
        const int length =
            snprintf(line, sizeof line,
                     "used more than %" PRIu32 " MiB of memory (limits: memory_mb: %" PRIu32 ")",
                     limits.memory_mb, limits.memory_mb);
        tell(line, (size_t)length);
    }
    end_all();
    if (ended && !starved) {
        tell_memory(status); /* once all of them have been waited for */
    }
    tell_blame(status, starved || !ended, sandboxed);
    svi_cgroup_remove(&group);
    return ended ? repeat(status) : PASSED_ON + SIGKILL;
}
