#include "process/blame.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define PASSED_ON 128 /* plus a signal: with what bubblewrap exits when its program was killed */

enum svi_blame svi_blame_of(const struct svi_death *death)
{
    const bool killed =
        death->sandboxed
            ? WIFEXITED(death->status) && WEXITSTATUS(death->status) == PASSED_ON + SIGKILL
            : WIFSIGNALED(death->status) && WTERMSIG(death->status) == SIGKILL;
    if (death->over_limit) {
        return SVI_BLAME_BOT;
    }
    if (death->sandboxed && (WIFSIGNALED(death->status) || !death->ran)) {
        return SVI_BLAME_OUTSIDE; /* nothing inside can signal bubblewrap */
    }
    return killed && death->killed_by_machine ? SVI_BLAME_OUTSIDE : SVI_BLAME_BOT;
}

bool svi_blame_ran(const char *json)
{
    return strstr(json, "\"exit-code\"") != NULL;
}
