/* For LD_PRELOAD: a slow disk. A read at a position in a file, as SQLite does, takes five
 * milliseconds longer. */
#include <dlfcn.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define LONGER_NS 5000000L

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): the names there are reserved
ssize_t pread64(int fd, void *bytes, size_t size, off64_t at)
{
    static __typeof__(pread64) *next;
    const struct timespec longer = {0, LONGER_NS};
    if (next == NULL) {
        *(void **)&next = dlsym(RTLD_NEXT, "pread64");
    }
    (void)nanosleep(&longer, NULL); /* a signal may cut it short */
    return next(fd, bytes, size, at);
}
