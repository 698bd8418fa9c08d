#include "process/cgroup_scope.h"

#include "process/descendants.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SYSTEMD "/run/systemd/system" /* is there where systemd runs, says sd_booted(3) */
#define PATIENCE_MS 3000              /* until we are moved */

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

/* Whether our group is that scope. */
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

bool svi_cgroup_scope_make(const char *own)
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
