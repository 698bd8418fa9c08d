#include "arbiter/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_FILES 1024
#define PASSED_ON 128 /* plus a signal: what a shell exits with when its program was killed */

#define SVI_BARE_PATH "/usr/local/bin:/usr/bin:/bin"

static bool may_run(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) {
        return false;
    }
    if (!S_ISREG(st.st_mode)) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : EACCES;
        return false;
    }
    return access(path, X_OK) == 0;
}

/* folder[0..n)/program, "" standing for the current folder; NULL when it may not run. */
static char *candidate(const char *folder, size_t n, const char *program)
{
    char *path = NULL;
    char *real = NULL;
    if (asprintf(&path, "%.*s/%s", n == 0 ? 1 : (int)n, n == 0 ? "." : folder, program) < 0) {
        return NULL;
    }
    if (may_run(path)) {
        /* Absolute, but the last component stays: a venv's python is a link that must keep its name. */
        char *slash = strrchr(path, '/');
        *slash = '\0';
        char *dir = realpath(*path == '\0' ? "/" : path, NULL);
        if (dir != NULL &&
            asprintf(&real, "%s/%s", strcmp(dir, "/") == 0 ? "" : dir, slash + 1) < 0) {
            real = NULL;
        }
        free(dir);
    }
    free(path);
    return real;
}

char *svi_process_find(const char *program)
{
    const char *slash = strrchr(program, '/');
    if (slash != NULL) {
        return slash == program ? candidate("/", 1, slash + 1)
                                : candidate(program, (size_t)(slash - program), slash + 1);
    }
    const char *path = getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    if (path == NULL) {
        path = SVI_BARE_PATH;
    }
    errno = ENOENT;
    for (;;) {
        const size_t n = strcspn(path, ":");
        char *found = candidate(path, n, program);
        if (found != NULL || path[n] == '\0') {
            return found;
        }
        path += n + 1;
    }
}

/* The environment: ours or a bare one, with `set` on top. The array is to be freed, the strings not. */
static const char **environment(const struct svi_process_setup *setup)
{
    static const char path[] = "PATH=" SVI_BARE_PATH;
    static const char *const bare[] = {path, "HOME=/tmp", "TMPDIR=/tmp", "LANG=C.UTF-8", NULL};
    const char *const *base = setup->bare ? bare : (const char *const *)environ;
    size_t n_base = 0;
    size_t n_set = 0;
    while (base[n_base] != NULL) {
        n_base++;
    }
    while (setup->set[n_set] != NULL) {
        n_set++;
    }
    const char **env = calloc(n_base + n_set + 1, sizeof *env);
    if (env == NULL) {
        return NULL;
    }
    size_t n = 0;
    for (size_t i = 0; i < n_base; i++) {
        bool replaced = false;
        for (size_t k = 0; k < n_set; k++) {
            replaced |= strncmp(base[i], setup->set[k], strcspn(setup->set[k], "=") + 1) == 0;
        }
        if (!replaced) {
            env[n++] = base[i];
        }
    }
    memcpy(env + n, setup->set, n_set * sizeof *env);
    return env;
}

/* In the child, between fork and exec: only calls that are safe there. */
static void become(const struct svi_process_setup *setup, const char *path, const char *const *env,
                   pid_t parent, int null, int report)
{
    sigset_t none;
    sigemptyset(&none);
    (void)pthread_sigmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
    if (!setup->terminal) {
        (void)setpgid(0, 0);
    }
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(127); /* the arbiter died before the line above */
    }
    if (setup->terminal) {
        (void)close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
        (void)execve(path, (char *const *)(uintptr_t)setup->argv, (char *const *)(uintptr_t)env);
    } else if (dup2(null, STDIN_FILENO) >= 0 && dup2(setup->output, STDOUT_FILENO) >= 0 &&
               dup2(setup->output, STDERR_FILENO) >= 0) {
        /* Ours are all close-on-exec already; this is for what we have inherited ourselves. */
        (void)close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
        const struct rlimit no_core = {0, 0};
        (void)setrlimit(RLIMIT_CORE, &no_core);
        struct rlimit files;
        if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur > MAX_FILES) {
            files.rlim_cur =
                MAX_FILES; /* ours is raised as far as it goes; programs expect the usual */
            (void)setrlimit(RLIMIT_NOFILE, &files);
        }
#ifndef SV_SANITIZED
        if (setup->memory_mib > 0) {
            const rlim_t bytes = (rlim_t)setup->memory_mib << 20;
            const struct rlimit memory = {bytes, bytes};
            (void)setrlimit(RLIMIT_AS, &memory);
        }
#endif
        (void)execve(path, (char *const *)(uintptr_t)setup->argv, (char *const *)(uintptr_t)env);
    }
    const int reason = errno;
    (void)!write(report, &reason, sizeof reason);
    _exit(127);
}

enum sv_status svi_process_start(struct svi_process *p, const struct svi_process_setup *setup,
                                 char *error, size_t error_size)
{
    int reason = 0;
    int pipe_fd[2] = {-1, -1}; /* closes at exec, or brings the reason why there was none */
    pid_t pid = -1;
    const pid_t parent = getpid();
    const char **env = environment(setup);
    char *path = svi_process_find(setup->argv[0]);
    const int null = path != NULL ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
    if (env == NULL || path == NULL || null < 0 || pipe2(pipe_fd, O_CLOEXEC) != 0 ||
        (pid = fork()) < 0) {
        reason = errno;
    } else if (pid == 0) {
        become(setup, path, env, parent, null, pipe_fd[1]);
    } else {
        close(pipe_fd[1]);
        pipe_fd[1] = -1;
        ssize_t got;
        do {
            got = read(pipe_fd[0], &reason, sizeof reason);
        } while (got < 0 && errno == EINTR);
        p->pid = pid;
        p->status = 0;
        if (got > 0) {
            svi_process_kill(p);
        }
    }
    if (reason != 0) {
        (void)snprintf(error, error_size, "cannot run '%s': %s", setup->argv[0],
                       strerrordesc_np(reason));
    }
    for (int i = 0; i < 2; i++) {
        if (pipe_fd[i] >= 0) {
            close(pipe_fd[i]);
        }
    }
    if (null >= 0) {
        close(null);
    }
    free(path);
    free(env);
    return reason == 0 ? SV_OK : SV_E_SYSTEM;
}

/* The dead leader still holds its number, so the group cannot be a stranger's yet. */
static void reap(struct svi_process *p)
{
    (void)kill(-p->pid, SIGKILL);
    while (waitpid(p->pid, &p->status, 0) < 0 && errno == EINTR) {
    }
    p->pid = 0;
}

bool svi_process_ended(struct svi_process *p)
{
    if (p->pid == 0) {
        return true;
    }
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0) {
        return false;
    }
    reap(p);
    return true;
}

bool svi_process_wait(struct svi_process *p, unsigned patience_ms)
{
    static const struct timespec nap = {.tv_nsec = 1000000};
    while (!svi_process_ended(p) && patience_ms-- > 0) {
        (void)nanosleep(&nap, NULL);
    }
    return p->pid == 0;
}

void svi_process_terminate(const struct svi_process *p)
{
    if (p->pid != 0) {
        (void)kill(-p->pid, SIGTERM);
    }
}

void svi_process_kill(struct svi_process *p)
{
    if (p->pid != 0) {
        (void)kill(p->pid, SIGKILL); /* alone first: a child that failed early may lead no group */
        reap(p);
    }
}

void svi_process_describe(const struct svi_process *p, char *text, size_t size)
{
    const int status = WEXITSTATUS(p->status);
    const char *passed_on = status > PASSED_ON ? sigabbrev_np(status - PASSED_ON) : NULL;
    if (WIFSIGNALED(p->status)) {
        const char *name = sigabbrev_np(WTERMSIG(p->status));
        (void)snprintf(text, size, "was killed by SIG%s", name != NULL ? name : "?");
    } else if (passed_on != NULL) {
        (void)snprintf(text, size, "exited with status %d (SIG%s)", status, passed_on);
    } else {
        (void)snprintf(text, size, "exited with status %d", status);
    }
}
