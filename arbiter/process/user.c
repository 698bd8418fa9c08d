#include "process/user.h"

#include "memory/memory.h"
#include "process/drop_privileges.h"
#include "process/process.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Above the users that distributions, containers and systemd give out, and below numbers that some
 * programs take as negative. A run has A_RUN of them in a row, by the number of its process. */
#define FIRST 2000000000u
#define A_RUN 2048u
#define RUNS 65536u

bool svi_user_works(void)
{
    static const char *const nothing[] = {NULL};
    char id[24];
    (void)snprintf(id, sizeof id, "%u", FIRST);
    char *supervisor = svi_process_supervisor();
    const char *const argv[] = {supervisor, SVI_SUPERVISOR_ENTER, id, "0", "/usr/bin/true", NULL};
    struct svi_process p = {0};
    struct svi_error error;
    bool works = false;
    const int null =
        supervisor != NULL && geteuid() == 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (null >= 0) {
        const struct svi_process_setup setup = {
            .argv = argv, .set = nothing, .bare = true, .output = null};
        if (svi_process_start(&p, &setup, &error) == SV_OK) {
            works = svi_process_wait(&p, 5000) && p.status == 0;
            svi_process_kill(&p);
        }
        close(null);
    }
    free(supervisor);
    return works;
}

uid_t svi_user_of(unsigned worker, unsigned n_bots, unsigned bot)
{
    return FIRST + (unsigned)getpid() % RUNS * A_RUN + (worker * n_bots + bot) % A_RUN;
}

char *svi_user_closed(const char *path, bool bound)
{
    char *real = svi_real_path(path);
    const char *last = real != NULL ? strrchr(real, '/') : NULL;
    struct stat found;
    for (char *end = real; last != NULL && end != NULL;) {
        end = strchr(end + 1, '/');
        if (end != NULL) {
            *end = '\0';
        }
        const bool counts = !bound || end == NULL || end == last;
        if (counts && stat(real, &found) == 0 &&
            ((S_ISDIR(found.st_mode) && (found.st_mode & S_IXOTH) == 0) ||
             (end == NULL && (found.st_mode & S_IROTH) == 0))) {
            return real;
        }
        if (end != NULL) {
            *end = '/';
        }
    }
    free(real);
    return NULL;
}
