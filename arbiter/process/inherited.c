#include "process/inherited.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Linux 5.11; older headers lack them. */
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1u << 2)
#endif

void svi_inherited_close(int first, bool on_exec)
{
    struct rlimit files;
    if (syscall(SYS_close_range, (unsigned)first, ~0u, on_exec ? CLOSE_RANGE_CLOEXEC : 0) == 0 ||
        getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return;
    }
    for (rlim_t fd = (rlim_t)first; fd < files.rlim_max; fd++) {
        (void)(on_exec ? fcntl((int)fd, F_SETFD, FD_CLOEXEC) : close((int)fd));
    }
}
