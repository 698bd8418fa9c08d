#include "supervisor/cpu_share.h"

#include "process/descendants.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LOOKS 10u /* two seconds: a program that starts may do much at once */
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
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!write(fd, priority + strlen("nice "), strlen(priority) - strlen("nice "));
        (void)close(fd);
    }
}

/* Puts all threads of a process behind those of everybody else. */
static void put_behind(pid_t pid)
{
    char path[48];
    const struct sched_param none = {.sched_priority = 0};
    struct dirent *entry;
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *folder = opendir(path);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        const pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
        if (thread > 0) {
            (void)setpriority(PRIO_PROCESS, (id_t)thread, LOWEST);
            (void)sched_setscheduler(thread, SCHED_IDLE, &none);
        }
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
}

void svi_cpu_share_look(struct svi_cpu_share *c, uint32_t share, uint64_t threads)
{
    static struct svi_relative list[SVI_DESCENDANTS_MOST];
    if (share == 0 || (threads <= share && c->ready == 0 && !c->behind)) {
        c->looks = 0;
        return;
    }
    const size_t n = svi_descendants_below(getpid(), list);
    for (size_t i = 0; i < n; i++) {
        if (c->behind) {
            put_behind(list[i].pid); /* those that were being started, too */
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
