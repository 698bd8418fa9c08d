#include "process/process.h"

#include "base/file.h"
#include "base/nearest.h"
#include "memory/memory.h"
#include "process/inherited.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_FILES 1024
#define PASSED_ON 128 /* a shell exits with this plus the signal that killed its program */

#define MOST_BOTS 64u /* most reference bots whose names are suggested */

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

/* Returns folder[0..n)/program, with "" for the current folder, or NULL if it may not run. */
static char *candidate(const char *folder, size_t n, const char *program)
{
    SCOPED(scoped_free)
    char *path = svi_text("%.*s/%s", n == 0 ? 1 : (int)n, n == 0 ? "." : folder, program);
    char *real = NULL;
    if (may_run(path)) {
        /* Absolute, but the last component stays: a venv's python is a link that must keep its
         * name. */
        char *slash = strrchr(path, '/');
        *slash = '\0';
        SCOPED(scoped_free) char *dir = svi_real_path(*path == '\0' ? "/" : path);
        if (dir != NULL) {
            real = svi_text("%s/%s", strcmp(dir, "/") == 0 ? "" : dir, slash + 1);
        }
    }
    return real;
}

/* Returns the path of a file of ours, relative to the folder of our own program: where it is built,
 * or where it is installed. The caller frees it. NULL if access() allows neither. */
static char *beside_us(const char *built, const char *installed, int access_mode)
{
    const char *const places[][2] = {{"", built}, {"../" SVI_LIBEXEC "/", installed}};
    char self[4096];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    const char *slash = strrchr(self, '/');
    for (size_t i = 0; slash != NULL && i < sizeof places / sizeof places[0]; i++) {
        char *path = svi_text("%.*s/%s%s", (int)(slash - self), self, places[i][0], places[i][1]);
        if (access(path, access_mode) == 0) {
            return path;
        }
        free(path);
    }
    return NULL;
}

char *svi_process_bots(void)
{
    SCOPED(scoped_free) char *near = beside_us("bots", "solvent/bots", X_OK);
    return near != NULL ? svi_real_path(near) : NULL;
}

/* Returns the reference bot of that name. Returns NULL, with errno unchanged, if it does not
 * exist. */
static char *reference_bot(const char *name)
{
    const int reason = errno;
    char *folder = svi_process_bots();
    char *found = folder != NULL ? candidate(folder, strlen(folder), name) : NULL;
    free(folder);
    errno = found != NULL ? errno : reason;
    return found;
}

char *svi_process_find(const char *program)
{
    const char *slash = strrchr(program, '/');
    if (slash != NULL) {
        return slash == program ? candidate("/", 1, slash + 1)
                                : candidate(program, (size_t)(slash - program), slash + 1);
    }
    const char *path = getenv("PATH"); // NOLINT(concurrency-mt-unsafe): no thread sets it
    if (path == NULL) {
        path = SVI_BARE_PATH;
    }
    errno = ENOENT;
    for (;;) {
        const size_t n = strcspn(path, ":");
        char *found = candidate(path, n, program);
        if (found != NULL || path[n] == '\0') {
            return found != NULL ? found : reference_bot(program);
        }
        path += n + 1;
    }
}

/* Names the kind of a file that cannot be a program, such as "a folder"; NULL if it may be one. */
static const char *other_file(const char *path)
{
    static const struct {
        const char *start, *what;
    } kinds[] = {{"SVR1", "a recorded game"}, {"SQLite format 3", "the store of a league"}};
    char start[16] = "";
    struct stat st;
    if (stat(path, &st) != 0) {
        return NULL;
    }
    if (S_ISDIR(st.st_mode)) {
        return "a folder";
    }
    SCOPED(scoped_fclose)
    FILE *file = S_ISREG(st.st_mode) ? fopen(path, "rbe") : NULL; /* opening a pipe may wait */
    if (file == NULL) {
        return NULL;
    }
    (void)fread(start, 1, sizeof start - 1, file);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strncmp(start, kinds[i].start, strlen(kinds[i].start)) == 0) {
            return kinds[i].what;
        }
    }
    const char *ending = strrchr(path, '.');
    const bool yaml =
        ending != NULL && (strcmp(ending, ".yaml") == 0 || strcmp(ending, ".yml") == 0);
    return yaml ? "a YAML file" : NULL;
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Writes the name of the reference bot that is most like `program`, or "" if no name is similar. */
static void nearest_bot(const char *program, char name[NAME_MAX + 1])
{
    SCOPED(scoped_free) struct dirent **entries = NULL;
    const char *names[MOST_BOTS + 1] = {NULL};
    SCOPED(scoped_free) char *folder = svi_process_bots();
    const int n = folder != NULL ? scandir(folder, &entries, is_shown, alphasort) : 0;
    unsigned bots = 0;
    for (int i = 0; i < n; i++) {
        SCOPED(scoped_free) char *path = candidate(folder, strlen(folder), entries[i]->d_name);
        if (path != NULL && bots < MOST_BOTS) {
            names[bots++] = entries[i]->d_name;
        }
    }
    const char *near = svi_nearest(program, svi_nearest_in, names);
    (void)snprintf(name, NAME_MAX + 1, "%s", near != NULL ? near : "");
    for (int i = 0; i < n; i++) {
        free(entries[i]);
    }
}

bool svi_process_missing(const char *program, const char *folder, int reason, char *text,
                         size_t size)
{
    const bool bare = strchr(program, '/') == NULL; /* then it is not looked for in `folder` */
    const bool unknown = bare && reason == ENOENT;
    char near[NAME_MAX + 3] = "";
    char *path =
        svi_text("%s%s%s", bare ? folder != NULL ? folder : "." : "", bare ? "/" : "", program);
    const char *other = unknown || !bare ? other_file(path) : NULL;
    if (bare && may_run(path)) {
        (void)snprintf(near, sizeof near, "./%.*s", NAME_MAX, program);
    } else if (unknown) {
        nearest_bot(program, near);
    }
    free(path);
    if (other != NULL) {
        (void)snprintf(text, size, "it is %s, not a program", other);
        return true;
    }
    const char *why =
        unknown ? "no program in PATH and no reference bot has that name" : svi_errno_text(reason);
    if (near[0] != '\0') {
        (void)snprintf(text, size, "did you mean '%s'? %c%s", near, why[0] & ~0x20, why + 1);
    } else {
        (void)snprintf(text, size, "%s", why);
    }
    return false;
}

void svi_process_tell(const char *program, const char *folder, int reason, struct svi_error *error)
{
    char why[SVI_PROCESS_WHY];
    (void)svi_process_missing(program, folder, reason, why, sizeof why);
    (void)svi_fail(error, SV_E_SYSTEM, "cannot run '%s': %s", program, why);
}

/* Returns the environment: ours or a bare one, with `set` on top. The caller frees the array, but
 * not the strings. */
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
    const char **env = svi_new(n_base + n_set + 1, sizeof *env);
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

/* ---- the supervisor's side ------------------------------------------------------------------- */

#define LEASH 3  /* the supervisor's end of the leash: arbiter/supervisor/supervisor.c */
#define HANDED 3 /* from LEASH on: the leash, SVI_PROCESS_FILTER and SVI_PROCESS_PAGE */
#define HIGH 10  /* above all descriptors that are handed down */

char *svi_process_helper(const char *name)
{
    char *path = beside_us(name, name, R_OK);
    return path != NULL ? path : svi_text(SVI_BUILT "/%s", name);
}

/* Returns the command with which the supervisor runs `path` with the arguments of argv. The caller
 * frees the array. It points into `words`, which has the limits and must live as long. */
#define LIMIT_TEXT 12
#define X(name, ...) +1
enum { LIMITS = 0 SVI_LIMITS(X) };
#undef X

static const char **supervisor_command(const struct svi_process_setup *setup,
                                       const char *supervisor, const char *path,
                                       char words[LIMITS][LIMIT_TEXT])
{
    size_t n = 0;
    unsigned limit = 0;
    while (setup->argv[n] != NULL) {
        n++;
    }
    const char **argv = svi_new(n + LIMITS + 3, sizeof *argv);
    argv[0] = supervisor;
#define X(name, ...)                                                                               \
    (void)snprintf(words[limit], LIMIT_TEXT, "%u", (unsigned)setup->limits->name);                 \
    argv[1 + limit] = words[limit];                                                                \
    limit++;
    SVI_LIMITS(X)
#undef X
    argv[LIMITS + 1] = "--";
    memcpy(argv + LIMITS + 2, setup->argv, n * sizeof *argv);
    argv[LIMITS + 2] = path;
    return argv;
}

/* Reads the supervisor's first message: 'k', or 'e' and the errno of the failed start. Waits for
 * it, or takes it if it has come, by `flags`. Returns false if there is no message. */
static bool hear_start(struct svi_process *p, int flags)
{
    char word = 0;
    int reason = EPROTO;
    ssize_t got;
    do {
        got = recv(p->leash, &word, sizeof word, flags);
    } while (got < 0 && errno == EINTR);
    if (got == 1 && word == 'k') {
        reason = 0;
    } else if (got == 1) { /* both parts were sent together */
        (void)recv(p->leash, &reason, sizeof reason, MSG_DONTWAIT);
    }
    p->reason = reason;
    p->heard = true;
    return got == 1;
}

/* Reads the supervisor's last messages: why it has ended the program, and who caused the end. A
 * supervisor that was ended before it could send that was ended from outside, if the program cannot
 * have done it. */
static void hear_end(struct svi_process *p)
{
    char said[sizeof p->why]; /* the closing is two bytes */
    const ssize_t got = recv(p->leash, said, sizeof said - 1, MSG_DONTWAIT);
    said[got > 0 ? got : 0] = '\0';
    char *closing = strrchr(said, SVI_SUPERVISOR_CLOSING);
    p->blame = p->apart ? SVI_BLAME_OUTSIDE : SVI_BLAME_BOT;
    if (closing != NULL) {
        p->blame = closing[1] == SVI_BLAME_OUTSIDE ? SVI_BLAME_OUTSIDE : SVI_BLAME_BOT;
        *closing = '\0';
    }
    (void)snprintf(p->why, sizeof p->why, "%s", said);
}

/* Reads the last messages of a supervisor that has ended, and closes the leash. */
static void drop_leash(struct svi_process *p)
{
    if (p->supervised) {
        if (!p->heard && !hear_start(p, MSG_DONTWAIT)) {
            p->reason = 0; /* it ended before it could start the program */
        }
        hear_end(p);
        close(p->leash);
        p->supervised = false;
    }
}

/* ---- start ----------------------------------------------------------------------------------- */

/* The program for the child, with its descriptors. */
struct exec {
    const char *path;
    const char *const *argv, *const *env;
    pid_t parent;
    int null, report;
};

/* In the child, between fork and exec: only calls that are safe there. */
static void become(const struct svi_process_setup *setup, const struct exec *x)
{
    sigset_t none;
    sigemptyset(&none);
    (void)pthread_sigmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)signal(SIGXFSZ, SIG_DFL);
    if (!setup->terminal) {
        (void)setpgid(0, 0);
    }
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != x->parent) {
        _exit(127); /* the arbiter died before the line above */
    }
    if (setup->folder != NULL && chdir(setup->folder) != 0) {
        const int reason = errno;
        (void)!write(x->report, &reason, sizeof reason);
        _exit(127);
    }
    if (setup->terminal) {
        svi_inherited_close(3, true);
        (void)execve(x->path, (char *const *)(uintptr_t)x->argv, (char *const *)(uintptr_t)x->env);
    } else if (dup2(x->null, STDIN_FILENO) >= 0 && dup2(setup->output, STDOUT_FILENO) >= 0 &&
               dup2(setup->output, STDERR_FILENO) >= 0) {
        /* Our own are all close-on-exec already; this closes descriptors that we have inherited. */
        svi_inherited_close(3, true);
        const struct rlimit no_core = {0, 0};
        (void)setrlimit(RLIMIT_CORE, &no_core);
        struct rlimit files;
        if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur > MAX_FILES) {
            /* Our own limit is raised as far as it goes; programs expect the usual one. */
            files.rlim_cur = MAX_FILES;
            (void)setrlimit(RLIMIT_NOFILE, &files);
        }
        (void)execve(x->path, (char *const *)(uintptr_t)x->argv, (char *const *)(uintptr_t)x->env);
    }
    const int reason = errno;
    (void)!write(x->report, &reason, sizeof reason);
    _exit(127);
}

/* Forks and execs. Returns 0 on success, else errno. */
static int launch(struct svi_process *p, const struct svi_process_setup *setup, struct exec *x)
{
    int reason = 0;
    int pipe_fd[2]; /* closes at exec, or has the errno of its failure */
    ssize_t got;
    if (pipe2(pipe_fd, O_CLOEXEC) != 0) {
        return errno;
    }
    x->report = pipe_fd[1];
    x->parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
        become(setup, x);
    }
    reason = pid < 0 ? errno : 0;
    close(pipe_fd[1]);
    do {
        got = read(pipe_fd[0], &reason, sizeof reason);
    } while (got < 0 && errno == EINTR);
    close(pipe_fd[0]);
    if (pid > 0) {
        p->pid = pid;
        p->status = 0;
        if (got > 0) {
            svi_process_kill(p);
        }
    }
    return reason;
}

/* Prepares the start of the supervisor: its group, our signals, and these descriptors. Our own
 * others are close-on-exec, and the supervisor closes those that we have inherited.
 * Descriptors below LEASH are in place before that is overwritten; `high` has copies of the leash,
 * filter and page, -1 for none, for the numbers from LEASH on. */
static int prepare(posix_spawnattr_t *attr, posix_spawn_file_actions_t *files,
                   const struct svi_process_setup *setup, int null, const int high[HANDED])
{
    sigset_t none, usual;
    (void)sigemptyset(&none);
    (void)sigemptyset(&usual);
    (void)sigaddset(&usual, SIGPIPE);
    (void)sigaddset(&usual, SIGXFSZ);
    int bad = posix_spawnattr_setflags(attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                 POSIX_SPAWN_SETSIGDEF) |
              posix_spawnattr_setsigmask(attr, &none) |
              posix_spawnattr_setsigdefault(attr, &usual) |
              posix_spawn_file_actions_adddup2(files, null, STDIN_FILENO) |
              posix_spawn_file_actions_adddup2(files, setup->output, STDOUT_FILENO) |
              posix_spawn_file_actions_adddup2(files, setup->output, STDERR_FILENO);
    for (int i = 0; i < HANDED; i++) {
        bad |= high[i] >= 0 ? posix_spawn_file_actions_adddup2(files, high[i], LEASH + i)
                            : posix_spawn_file_actions_addclose(files, LEASH + i);
    }
    if (setup->folder != NULL) {
        bad |= posix_spawn_file_actions_addchdir_np(files, setup->folder);
    }
    return bad != 0 ? ENOMEM : 0;
}

/* Starts the supervisor without fork(), which copies the tables of a big process and makes us copy
 * our pages after it. If we die before the supervisor looks for its leash, it finds it cut. */
static int spawn(struct svi_process *p, const struct svi_process_setup *setup, const struct exec *x,
                 int leash)
{
    posix_spawnattr_t attr;
    posix_spawn_file_actions_t files;
    const int low[HANDED] = {leash, setup->filter, setup->page};
    int high[HANDED], reason = 0;
    for (unsigned i = 0; i < HANDED; i++) {
        high[i] = low[i] > 0 ? fcntl(low[i], F_DUPFD_CLOEXEC, HIGH) : -1;
        reason = low[i] > 0 && high[i] < 0 ? errno : reason;
    }
    if (reason == 0 && (reason = posix_spawnattr_init(&attr)) == 0) {
        if ((reason = posix_spawn_file_actions_init(&files)) == 0) {
            reason = prepare(&attr, &files, setup, x->null, high);
            if (reason == 0) {
                reason =
                    posix_spawn(&p->pid, x->path, &files, &attr, (char *const *)(uintptr_t)x->argv,
                                (char *const *)(uintptr_t)x->env);
            }
            (void)posix_spawn_file_actions_destroy(&files);
        }
        (void)posix_spawnattr_destroy(&attr);
    }
    for (unsigned i = 0; i < HANDED; i++) {
        scoped_close(&high[i]);
    }
    return reason;
}

/* Starts the program with a supervisor in between. Returns 0 on success, else errno. */
static int launch_supervised(struct svi_process *p, const struct svi_process_setup *setup,
                             struct exec *x)
{
    char words[LIMITS][LIMIT_TEXT];
    int leash[2];
    SCOPED(scoped_free) char *supervisor = svi_process_helper("solvent-supervisor");
    SCOPED(scoped_free) const char **argv = supervisor_command(setup, supervisor, x->path, words);
    int reason = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, leash) == 0 ? 0 : errno;
    if (reason == 0) {
        x->path = supervisor;
        x->argv = argv;
        reason = spawn(p, setup, x, leash[1]);
        close(leash[1]);
        if (reason == 0) {
            p->status = 0;
            p->leash = leash[0];
            p->supervised = true;
            p->heard = false;
            p->apart = setup->apart;
        } else {
            p->pid = 0;
            close(leash[0]);
        }
        if (reason == 0 && !setup->at_once) {
            (void)hear_start(p, 0);
            reason = p->reason;
            if (reason != 0) {
                svi_process_kill(p);
            }
        }
    }
    return reason;
}

enum sv_status svi_process_start(struct svi_process *p, const struct svi_process_setup *setup,
                                 struct svi_error *error)
{
    int reason = 0;
    SCOPED(scoped_free) const char **env = environment(setup);
    SCOPED(scoped_free) char *path = svi_process_find(setup->argv[0]);
    const int null = path != NULL ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
    struct exec x = {.path = path, .argv = setup->argv, .env = env, .null = null};
    p->why[0] = '\0';
    p->blame = SVI_BLAME_BOT;
    if (null < 0) {
        reason = errno;
    } else {
        reason = setup->limits != NULL && !setup->terminal ? launch_supervised(p, setup, &x)
                                                           : launch(p, setup, &x);
    }
    if (reason != 0) {
        svi_process_tell(setup->argv[0], setup->folder, reason, error);
    }
    scoped_close(&null);
    p->reason = reason;
    return reason == 0 ? SV_OK : SV_E_SYSTEM;
}

/* ---- end ------------------------------------------------------------------------------------- */

/* Kills the group and reaps its leader. The dead leader still holds its number, so the group cannot
 * be a stranger's yet. */
static void reap(struct svi_process *p)
{
    (void)kill(-p->pid, SIGKILL);
    pid_t reaped;
    while ((reaped = waitpid(p->pid, &p->status, 0)) < 0 && errno == EINTR) {
    }
    p->status = reaped < 0 ? SVI_PROCESS_LOST : p->status;
    p->pid = 0;
    drop_leash(p);
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
        (void)kill(p->supervised ? p->pid : -p->pid, SIGTERM); /* a supervisor passes it on */
    }
}

void svi_process_end(const struct svi_process *p)
{
    if (p->pid != 0 && p->supervised) {
        (void)shutdown(p->leash,
                       /* Its supervisor ends the program and all its children, then itself. */
                       SHUT_WR);
    } else if (p->pid != 0) {
        (void)kill(p->pid, SIGKILL); /* not the group: a process that failed early may lead none */
    }
}

void svi_process_kill(struct svi_process *p)
{
    if (p->pid != 0 && p->supervised) {
        svi_process_end(p);
        if (svi_process_wait(p, SVI_PROCESS_END_MS)) {
            return;
        }
    }
    if (p->pid != 0) {
        /* not the group yet: a child that failed early may lead none */
        (void)kill(p->pid, SIGKILL);
        reap(p);
    }
}

/* Returns the name of a signal without "SIG", or NULL if it has none. */
static const char *signal_name(int number)
{
#define X(name) [SIG##name] = #name
    static const char *const names[] = {
        X(HUP),  X(INT),  X(QUIT), X(ILL),    X(TRAP), X(ABRT), X(BUS),  X(FPE),
        X(KILL), X(USR1), X(SEGV), X(USR2),   X(PIPE), X(ALRM), X(TERM), X(STKFLT),
        X(CHLD), X(CONT), X(STOP), X(TSTP),   X(TTIN), X(TTOU), X(URG),  X(XCPU),
        X(XFSZ), X(PROF), X(POLL), X(VTALRM), X(PWR),  X(SYS),  X(WINCH)};
#undef X
    const size_t n = sizeof names / sizeof names[0];
    return number > 0 && (size_t)number < n ? names[number] : NULL;
}

void svi_process_describe(const struct svi_process *p, char *text, size_t size)
{
    const int status = WEXITSTATUS(p->status);
    const char *passed_on = status > PASSED_ON ? signal_name(status - PASSED_ON) : NULL;
    const bool besides = strncmp(p->why, SVI_SUPERVISOR_AND, strlen(SVI_SUPERVISOR_AND)) == 0;
    if (p->why[0] != '\0' && !besides) {
        (void)snprintf(text, size, "%s", p->why);
    } else if (p->status == SVI_PROCESS_LOST) {
        (void)snprintf(text, size, "ended, with an unknown status");
    } else if (WIFSIGNALED(p->status)) {
        const char *name = signal_name(WTERMSIG(p->status));
        (void)snprintf(text, size, "was killed by SIG%s", name != NULL ? name : "?");
    } else if (passed_on != NULL) {
        (void)snprintf(text, size, "exited with status %d (SIG%s)", status, passed_on);
    } else {
        (void)snprintf(text, size, "exited with status %d", status);
    }
    const size_t length = strlen(text);
    if (besides) {
        (void)snprintf(text + length, size - length, "%s", p->why + strlen(SVI_SUPERVISOR_AND));
    }
}
