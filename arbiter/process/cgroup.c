#include "process/cgroup.h"

#include "base/file.h"
#include "process/descendants.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

/* ---- cgroup scope ---------------------------------------------------------------------------- */

/* A control group of our own from systemd: a scope. That is a unit for processes that others have
 * started, with the right to make groups below it. */

#define SYSTEMD "/run/systemd/system" /* exists where systemd runs (sd_booted(3)) */
#define PATIENCE_MS 3000              /* most time until systemd has moved us */

/* Runs a program to its end, without output. */
static bool run(char *const *argv)
{
    posix_spawn_file_actions_t files;
    int status = -1;
    pid_t pid = 0;
    if (posix_spawn_file_actions_init(&files) != 0) {
        return false;
    }
    bool begun = true;
    for (int fd = 0; fd < 3 && begun; fd++) {
        begun = posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0) == 0;
    }
    begun = begun && posix_spawnp(&pid, argv[0], &files, NULL, argv, environ) == 0;
    (void)posix_spawn_file_actions_destroy(&files);
    return begun && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

/* Returns whether our group is that scope. */
static bool is_in(const char *scope)
{
    char text[4096];
    (void)svi_descendants_read("/proc/self/cgroup", text, sizeof text);
    char *own = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
    if (own == NULL) {
        return false;
    }
    own += own[0] == '\n';
    own[strcspn(own, "\n")] = '\0';
    return ends_with(own, scope);
}

/* Asks systemd to move this process into a scope that is delegated to its user. `own` is the
 * process's group as /proc/self/cgroup names it. The scope ends with its last process. Only works
 * from another scope, such as those of logins and terminals: a service would lose its process.
 * Returns false if there is no systemd, or if it refuses. Takes some 20 ms. */
static bool cgroup_scope_make(const char *own)
{
    char name[48], pid[24], tries[2][16] = {"--user", "--system"};
    if (!ends_with(own, ".scope") || access(SYSTEMD, F_OK) != 0) {
        return false;
    }
    (void)snprintf(pid, sizeof pid, "%ld", (long)getpid());
    (void)snprintf(name, sizeof name, "solvent-league-%ld.scope", (long)getpid());
    char *const argv[] = {"busctl",
                          tries[geteuid() == 0],
                          "--quiet",
                          "--timeout=3",
                          "call",
                          "org.freedesktop.systemd1",
                          "/org/freedesktop/systemd1",
                          "org.freedesktop.systemd1.Manager",
                          "StartTransientUnit",
                          "ssa(sv)a(sa(sv))",
                          name,
                          "fail",
                          "3", /* properties: */
                          "Description",
                          "s",
                          "A Solvent league",
                          "Delegate",
                          "b",
                          "true",
                          "PIDs",
                          "au",
                          "1",
                          pid,
                          "0",
                          NULL};
    bool moved = run(argv);
    for (unsigned i = 0; moved && !is_in(name); i++) {
        moved = i < PATIENCE_MS / 10;
        (void)poll(NULL, 0, 10);
    }
    return moved;
}

/* ---- cgroup ---------------------------------------------------------------------------------- */

#define SANDBOX_TASKS 8u /* tasks of bubblewrap itself */
#define PATIENCE 200     /* milliseconds for a group to become empty */
/* Weight of our own group beside 100 of each bot, so that clocks are kept on a busy machine. */
#define ARBITER_WEIGHT "1000"

enum { TEXT = 4096 };

/* ---- files ----------------------------------------------------------------------------------- */

/* Writes folder/name to `path`. Returns false if that is too long. */
static bool join_path(char *path, size_t size, const char *folder, const char *name)
{
    const int length = snprintf(path, size, "%s/%s", folder, name);
    return length > 0 && (size_t)length < size;
}

static bool write_file(const char *folder, const char *name, const char *text)
{
    char path[PATH_MAX];
    if (!join_path(path, sizeof path, folder, name)) {
        return false;
    }
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    const ssize_t length = (ssize_t)strlen(text);
    const bool written = write(fd, text, (size_t)length) == length;
    const int reason = errno;
    (void)close(fd);
    errno = reason;
    return written;
}

static bool read_file(const char *folder, const char *name, char text[TEXT])
{
    char path[PATH_MAX];
    return join_path(path, sizeof path, folder, name) && svi_descendants_read(path, text, TEXT);
}

/* Returns the number behind `key ` at the beginning of a line; 0 if there is no such line. */
static uint64_t find_number(const char *text, const char *key)
{
    const size_t length = strlen(key);
    for (const char *line = text; line != NULL;
         line = strchr(line, '\n'), line = line != NULL ? line + 1 : NULL) {
        if (strncmp(line, key, length) == 0 && line[length] == ' ') {
            return strtoull(line + length + 1, NULL, 10);
        }
    }
    return 0;
}

static uint64_t read_number(const char *folder, const char *name, const char *key)
{
    char text[TEXT];
    return read_file(folder, name, text) ? find_number(text, key) : 0;
}

/* ---- where we are ---------------------------------------------------------------------------- */

/* Finds where the tree of version 2 is mounted, and which part of the tree that is. */
static bool find_mount(char point[PATH_MAX], char root[PATH_MAX])
{
    char *line = NULL;
    size_t room = 0;
    bool found = false;
    SCOPED(scoped_fclose) FILE *file = fopen("/proc/self/mountinfo", "re");
    while (file != NULL && !found && getline(&line, &room, file) > 0) {
        static const char format[] = "%*s %*s %*s %4095s %4095s"; /* PATH_MAX - 1 */
        const char *type = strstr(line, " - ");
        found = type != NULL && strncmp(type, " - cgroup2 ", 11) == 0 &&
                sscanf(line, format, root, point) == 2;
    }
    free(line);
    return found;
}

/* Finds the folder of this process's own group. */
static bool find_own(char *path, size_t size)
{
    char text[TEXT], point[PATH_MAX], root[PATH_MAX];
    if (!find_mount(point, root) || !read_file("/proc/self", "cgroup", text)) {
        return false;
    }
    char *own = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
    if (own == NULL) {
        return false;
    }
    own = strchr(own, '/');
    if (own == NULL || strncmp(own, "/..", 3) == 0) {
        return false;
    }
    own[strcspn(own, "\n")] = '\0';
    const size_t shown = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(own, root, shown) != 0) {
        return false;
    }
    own += shown;
    return join_path(path, size, point, own[0] == '/' ? own + 1 : own);
}

/* ---- the run --------------------------------------------------------------------------------- */

static bool is_delegated(const char *path)
{
    char value[2] = "";
    struct stat info;
    if ((getxattr(path, "user.delegate", value, 1) == 1 && value[0] == '1') ||
        (getxattr(path, "trusted.delegate", value, 1) == 1 && value[0] == '1')) {
        return true;
    }
    return geteuid() != 0 && stat(path, &info) == 0 && info.st_uid == geteuid();
}

/* Hands on ('+') the controllers that exist, or takes them back ('-'). A group that holds processes
 * can hand on none. */
static void set_controllers(const char *path, char sign)
{
    static const char *const names[] = {"memory", "pids", "cpu"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char word[16];
        (void)snprintf(word, sizeof word, "%c%s", sign, names[i]);
        (void)write_file(path, "cgroup.subtree_control", word);
    }
}

/* Removes a run's group with the groups in it. */
static void remove_run(const char *path)
{
    char child[PATH_MAX];
    struct dirent *entry;
    SCOPED(scoped_closedir) DIR *folder = opendir(path);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (strncmp(entry->d_name, "bot-", 4) == 0 &&
            join_path(child, sizeof child, path, entry->d_name)) {
            (void)write_file(child, "cgroup.kill", "1");
            for (unsigned i = 0; rmdir(child) != 0 && errno == EBUSY && i < PATIENCE; i++) {
                (void)poll(NULL, 0, 1);
            }
        }
    }
    if (join_path(child, sizeof child, path, "arbiter")) {
        (void)rmdir(child);
    }
    (void)rmdir(path);
}

/* Returns whether a file of a group has a word. */
static bool has_word(const char *path, const char *name, const char *word)
{
    char text[TEXT];
    const size_t length = strlen(word);
    if (!read_file(path, name, text)) {
        return false;
    }
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += length) {
        if ((at == text || at[-1] == ' ') && strchr(" \n", at[length]) != NULL) {
            return true;
        }
    }
    return false;
}

/* Returns whether the arbiter of a run or one of its supervisors lives, in any namespace of
 * processes. */
static bool is_populated(const char *path)
{
    char own[PATH_MAX];
    return join_path(own, sizeof own, path, "arbiter") &&
           read_number(own, "cgroup.events", "populated") > 0;
}

/* Makes a run's group, or takes the group that an earlier run of this process has left. In another
 * namespace of processes an arbiter may have our number: its group shows us processes with number
 * 0. */
static bool make_run(const char *path)
{
    char own[PATH_MAX];
    return mkdir(path, 0755) == 0 ||
           (errno == EEXIST && join_path(own, sizeof own, path, "arbiter") &&
            !has_word(own, "cgroup.procs", "0"));
}

/* Removes groups of runs that were killed. A new run makes its group and then moves in, so its
 * process is looked for as well. */
static void remove_left(const char *base)
{
    char path[PATH_MAX];
    struct dirent *entry;
    SCOPED(scoped_closedir) DIR *folder = opendir(base);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        char process[64];
        const char *number = entry->d_name + 8;
        if (strncmp(entry->d_name, "solvent-", 8) == 0 && *number != '\0' &&
            number[strspn(number, "0123456789")] == '\0' &&
            snprintf(process, sizeof process, "/proc/%.20s", number) > 0 &&
            access(process, F_OK) != 0 && join_path(path, sizeof path, base, entry->d_name) &&
            !is_populated(path)) {
            remove_run(path);
        }
    }
}

/* Returns whether a group hands on controllers. */
static bool hands_on(const char *path)
{
    char text[TEXT];
    return read_file(path, "cgroup.subtree_control", text) && text[0] != '\n' && text[0] != '\0';
}

/* Finds the group in which we may make groups. A group that is not delegated will do where no
 * systemd keeps the tree, as in a container. Without controllers its groups still count processor
 * time, and end all processes of a bot at once. */
static bool find_base(char base[PATH_MAX], bool *named)
{
    const char *wanted = getenv("SOLVENT_CGROUP");
    *named = wanted != NULL && wanted[0] != '\0';
    if (*named) {
        return snprintf(base, PATH_MAX, "%s", wanted) < PATH_MAX;
    }
    if (!find_own(base, PATH_MAX)) {
        return false;
    }
    return is_delegated(base) || (cgroup_scope_make(base) && find_own(base, PATH_MAX)) ||
           (access(SYSTEMD, F_OK) != 0 && access(base, W_OK) == 0);
}

bool svi_cgroup_enter(struct svi_cgroup_run *run, struct svi_error *error)
{
    char own[PATH_MAX], name[32], pid[16];
    bool named;
    memset(run, 0, sizeof *run);
    (void)snprintf(name, sizeof name, "solvent-%ld", (long)getpid());
    (void)snprintf(pid, sizeof pid, "%ld", (long)getpid());
    if (!find_base(run->base, &named)) {
        run->base[0] = '\0';
        return true;
    }
    remove_left(run->base);
    const bool fits = join_path(run->path, sizeof run->path, run->base, name) &&
                      join_path(own, sizeof own, run->path, "arbiter");
    const bool made = fits && make_run(run->path);
    if (made && (mkdir(own, 0755) == 0 || errno == EEXIST) &&
        write_file(own, "cgroup.procs", pid)) {
        run->shared = !named && !is_delegated(run->base) && hands_on(run->base);
        set_controllers(run->base, '+');
        set_controllers(run->path, '+');
        run->memory = has_word(run->path, "cgroup.subtree_control", "memory");
        run->cpu = has_word(run->path, "cgroup.subtree_control", "cpu");
        (void)write_file(own, "cpu.weight", ARBITER_WEIGHT);
        return true;
    }
    const int reason = fits ? errno : ENAMETOOLONG;
    if (made) {
        remove_run(run->path);
    }
    if (named) {
        (void)svi_fail(error, SV_E_SYSTEM,
                       "SOLVENT_CGROUP: cannot make a control group (version 2) in '%s': %s",
                       run->base, svi_errno_text(reason));
    }
    run->base[0] = '\0';
    return !named;
}

void svi_cgroup_leave(struct svi_cgroup_run *run)
{
    char pid[16];
    if (run->base[0] == '\0') {
        return;
    }
    (void)snprintf(pid, sizeof pid, "%ld", (long)getpid());
    /* A group that hands on controllers takes no process back. While it has other runs, it cannot
     * take the controllers back. */
    set_controllers(run->path, '-');
    if (!run->shared) {
        set_controllers(run->base, '-');
    }
    (void)write_file(run->base, "cgroup.procs", pid);
    remove_run(run->path);
    run->base[0] = '\0';
}

/* ---- a bot ----------------------------------------------------------------------------------- */

/* Finds the folder of the bot with this supervisor, in the run's group that we are in. Returns
 * false if we are in no run's group. */
static bool find_bot(char *path, size_t size, pid_t supervisor)
{
    char own[PATH_MAX], name[32];
    if (!find_own(own, sizeof own)) {
        return false;
    }
    char *last = strrchr(own, '/');
    if (last == NULL || strcmp(last, "/arbiter") != 0) {
        return false;
    }
    *last = '\0';
    last = strrchr(own, '/');
    (void)snprintf(name, sizeof name, "bot-%ld", (long)supervisor);
    return last != NULL && strncmp(last, "/solvent-", 9) == 0 && join_path(path, size, own, name);
}

void svi_cgroup_make(struct svi_cgroup_bot *bot, const struct svi_limits *limits)
{
    char text[32];
    bot->memory = false;
    if (!find_bot(bot->path, sizeof bot->path, getpid()) || mkdir(bot->path, 0755) != 0) {
        bot->path[0] = '\0';
        return;
    }
    if (limits->memory_mb != 0) {
        (void)snprintf(text, sizeof text, "%" PRIu64, (uint64_t)limits->memory_mb << 20);
        bot->memory = write_file(bot->path, "memory.max", text);
        (void)write_file(bot->path, "memory.swap.max", "0");
        (void)write_file(bot->path, "memory.oom.group", "1");
    }
    /* Bots share the processors equally, however many processes each has. */
    (void)write_file(bot->path, "cpu.weight", "100");
    if (limits->processes != 0) {
        (void)snprintf(text, sizeof text, "%" PRIu64,
                       (uint64_t)limits->processes * SVI_CGROUP_THREADS + SANDBOX_TASKS);
        (void)write_file(bot->path, "pids.max", text);
    }
}

void svi_cgroup_join(const struct svi_cgroup_bot *bot)
{
    if (bot->path[0] != '\0') {
        (void)write_file(bot->path, "cgroup.procs", "0");
    }
}

bool svi_cgroup_out_of_memory(const struct svi_cgroup_bot *bot)
{
    return bot->path[0] != '\0' && read_number(bot->path, "memory.events", "oom") > 0;
}

uint64_t svi_cgroup_machine_kills(const struct svi_cgroup_bot *bot)
{
    return bot->path[0] == '\0' || svi_cgroup_out_of_memory(bot)
               ? 0
               : read_number(bot->path, "memory.events", "oom_kill");
}

uint64_t svi_cgroup_cpu_s(const struct svi_cgroup_bot *bot)
{
    return bot->path[0] != '\0' ? read_number(bot->path, "cpu.stat", "usage_usec") / 1000000 : 0;
}

int svi_cgroup_open_ran(pid_t supervisor)
{
    char folder[PATH_MAX], path[PATH_MAX];
    return find_bot(folder, sizeof folder, supervisor) &&
                   join_path(path, sizeof path, folder, "cpu.stat")
               ? open(path, O_RDONLY | O_CLOEXEC)
               : -1;
}

int64_t svi_cgroup_ran_us(int figures)
{
    char text[TEXT];
    const ssize_t got = figures >= 0 ? pread(figures, text, sizeof text - 1, 0) : -1;
    if (got <= 0) {
        return -1;
    }
    text[got] = '\0';
    return (int64_t)find_number(text, "usage_usec");
}

void svi_cgroup_kill(const struct svi_cgroup_bot *bot)
{
    if (bot->path[0] != '\0') {
        (void)write_file(bot->path, "cgroup.kill", "1");
    }
}

void svi_cgroup_remove(struct svi_cgroup_bot *bot)
{
    for (unsigned i = 0; bot->path[0] != '\0' && i < PATIENCE; i++) {
        if (rmdir(bot->path) == 0 || errno != EBUSY) {
            bot->path[0] = '\0';
        } else {
            (void)poll(NULL, 0, 1);
        }
    }
    bot->path[0] = '\0';
}
