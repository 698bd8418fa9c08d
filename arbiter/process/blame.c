#include "process/blame.h"

#include <signal.h>
#include <sys/wait.h>

enum svi_blame svi_blame_of(const struct svi_death *death)
{
    if (death->over_limit) {
        return SVI_BLAME_BOT;
    }
    if (!death->known) {
        return SVI_BLAME_OUTSIDE; /* nothing inside a sandbox can signal its first process */
    }
    const bool killed = WIFSIGNALED(death->status) && WTERMSIG(death->status) == SIGKILL;
    return killed && death->killed_by_machine ? SVI_BLAME_OUTSIDE : SVI_BLAME_BOT;
}
