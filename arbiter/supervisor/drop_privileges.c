#include "process/drop_privileges.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NOT_RUN 127 /* as a shell exits when it cannot run a program */

/* With the user go all capabilities but those that would be handed on by exec. */
static bool become_user(uid_t user)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && setgroups(0, NULL) == 0 &&
           setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0 &&
           syscall(SYS_capset, &header, none) == 0;
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

int svi_drop_privileges(char **words)
{
    const uid_t user = (uid_t)strtoul(words[0], NULL, 10);
    const rlim_t processes = strtoul(words[1], NULL, 10);
    if (user != 0 && !become_user(user)) {
        (void)fprintf(stderr, "solvent-supervisor: cannot become user %u: %s\n", (unsigned)user,
                      strerrordesc_np(errno));
        return NOT_RUN;
    }
    if (processes != 0 && !cap_processes(processes)) {
        (void)fprintf(stderr, "solvent-supervisor: cannot limit processes: %s\n",
                      strerrordesc_np(errno));
        return NOT_RUN;
    }
    (void)execv(words[2], words + 2);
    (void)fprintf(stderr, "solvent-supervisor: cannot run '%s': %s\n", words[2],
                  strerrordesc_np(errno));
    return NOT_RUN;
}
