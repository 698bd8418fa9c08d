/* For LD_PRELOAD: counts the points of a run at which a file or its processes have changed, and
 * ends it by SIGKILL at one of them. tests/system/kills.py visits one point after another.
 *
 * SOLVENT_POINT=KIND:N names the N-th point of a kind, from 1; without it points are only counted.
 * At a point of the kind "memory" the run is not killed: it asks for memory, and gets none.
 * SOLVENT_POINTS_TOLD names a file. The process appends "KIND COUNT" for each kind when it ends by
 * itself, or "KIND N CALL" when it dies. Children are left alone. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* Kinds of points. */
#define KINDS(X)                                                                                   \
    X(FILES, "files")     /* a file or folder was made, moved, cut or removed */                   \
    X(COMMITS, "commits") /* SQLite's log has got the last page of a transaction */                \
    X(WRITES, "writes")   /* any other bytes of a file */                                          \
    X(SYNCS, "syncs")     /* a file got to the disk, which only a power cut could tell */          \
    X(SCRATCH, "scratch") /* a folder that only this run needs was made or removed */              \
    X(STARTS, "starts")   /* a process was started */                                              \
    X(MEMORY, "memory")   /* memory is allocated, by us or by a library */

#define X(kind, name) kind,
enum kind { KINDS(X) N_KINDS };
#undef X
#define X(kind, name) name,
static const char *const names[] = {KINDS(X)};
#undef X

static atomic_uint passed[N_KINDS];
static enum kind wanted_kind = N_KINDS;
static unsigned wanted;
static pid_t owner; /* a forked child is not counted */
static char told[4096];

/* Appends a line to the file of points, by system calls that are not points themselves. */
static void tell(const char *line)
{
    const int fd = told[0] != '\0' ? (int)syscall(SYS_openat, AT_FDCWD, told,
                                                  O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)
                                   : -1;
    if (fd >= 0) {
        (void)syscall(SYS_write, fd, line, strlen(line));
        (void)close(fd);
    }
}

/* Counts a point. Returns true if it is the wanted one. */
static bool is_wanted(enum kind kind)
{
    return getpid() == owner && atomic_fetch_add(&passed[kind], 1) + 1 == wanted &&
           kind == wanted_kind;
}

static void tell_wanted(const char *call)
{
    char line[128];
    (void)snprintf(line, sizeof line, "%s %u %s\n", names[wanted_kind], wanted, call);
    tell(line);
}

static void die(const char *call)
{
    tell_wanted(call);
    (void)kill(getpid(), SIGKILL);
}

static void pass(enum kind kind, const char *call)
{
    const int error = errno;
    if (is_wanted(kind)) {
        die(call);
    }
    errno = error;
}

__attribute__((constructor)) static void begin(void)
{
    const char *point = getenv("SOLVENT_POINT"), *file = getenv("SOLVENT_POINTS_TOLD");
    const char *colon = point != NULL ? strchr(point, ':') : NULL;
    for (unsigned kind = 0; colon != NULL && kind < N_KINDS; kind++) {
        if (strncmp(point, names[kind], (size_t)(colon - point)) == 0) {
            wanted_kind = (enum kind)kind;
            wanted = (unsigned)strtoul(colon + 1, NULL, 10);
        }
    }
    (void)snprintf(told, sizeof told, "%s", file != NULL ? file : "");
    (void)unsetenv("LD_PRELOAD");
    owner = getpid();
}

__attribute__((destructor)) static void end(void)
{
    char line[64];
    for (unsigned kind = 0; kind < N_KINDS && getpid() == owner; kind++) {
        (void)snprintf(line, sizeof line, "%s %u\n", names[kind], atomic_load(&passed[kind]));
        tell(line);
    }
}

/* ---- memory -----------------------------------------------------------------------------------
 */

/* The allocator of glibc. dlsym() would allocate to find it. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);

/* Whether code of libseccomp calls: refused a realloc() it frees twice (2.5), and abort() ends
 * us. */
static bool cannot_be_refused(const void *caller)
{
    Dl_info info;
    return dladdr(caller, &info) != 0 && info.dli_fname != NULL &&
           strstr(info.dli_fname, "libseccomp") != NULL;
}

/* Whether an allocation is refused. Those before the count begins are the dynamic linker's. */
static bool refuse(const char *call, const void *caller)
{
    const bool now = owner != 0 && is_wanted(MEMORY);
    if (now && cannot_be_refused(caller)) {
        tell_wanted("spared");
        return false;
    }
    if (now) {
        tell_wanted(call);
        errno = ENOMEM;
    }
    return now;
}

void *malloc(size_t size)
{
    return refuse("malloc", __builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return refuse("calloc", __builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
    return refuse("realloc", __builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

/* ---- files and processes ----------------------------------------------------------------------
 */

/* The function behind ours. */
#define NEXT(name)                                                                                 \
    static __typeof__(name) *next;                                                                 \
    if (next == NULL) {                                                                            \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                 \
    }

/* Files below TMPDIR and /sys, such as sockets and control groups, do not outlive the run. */
static enum kind kind_of(const char *path)
{
    const char *tmp = getenv("TMPDIR");
    const bool here = tmp != NULL && strncmp(path, tmp, strlen(tmp)) == 0;
    return here || strncmp(path, "/sys/", 5) == 0 ? SCRATCH : FILES;
}

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the names there are reserved

/* A function after which there is a point. */
#define POINT(kind, type, name, parameters, arguments)                                             \
    type name parameters                                                                           \
    {                                                                                              \
        NEXT(name)                                                                                 \
        type result = next arguments;                                                              \
        pass(kind, #name);                                                                         \
        return result;                                                                             \
    }

POINT(kind_of(path), int, mkdir, (const char *path, mode_t mode), (path, mode))
POINT(kind_of(path), int, rmdir, (const char *path), (path))
POINT(kind_of(path), int, unlink, (const char *path), (path))
POINT(FILES, int, mkstemp, (char *path), (path))
POINT(FILES, int, rename, (const char *from, const char *to), (from, to))
POINT(FILES, int, link, (const char *from, const char *to), (from, to))
POINT(FILES, int, ftruncate64, (int fd, off64_t size), (fd, size))
POINT(SYNCS, int, fsync, (int fd), (fd))
POINT(SYNCS, int, fdatasync, (int fd), (fd))
POINT(SCRATCH, char *, mkdtemp, (char *path), (path))
POINT(SCRATCH, int, unlinkat, (int fd, const char *path, int flags), (fd, path, flags))
POINT(SCRATCH, int, bind, (int fd, const struct sockaddr *at, socklen_t size), (fd, at, size))
POINT(STARTS, pid_t, fork, (void), ())
POINT(STARTS, int, posix_spawn,
      (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
       const posix_spawnattr_t *attributes, char *const argv[], char *const env[]),
      (pid, path, actions, attributes, argv, env))
POINT(STARTS, int, posix_spawnp,
      (pid_t * pid, const char *file, const posix_spawn_file_actions_t *actions,
       const posix_spawnattr_t *attributes, char *const argv[], char *const env[]),
      (pid, file, actions, attributes, argv, env))

/* libsodium's: a season draws the same seed in each run, and an `env` gets the same key, so that
 * their leagues can be compared. */
void randombytes_buf(void *bytes, size_t size);
void randombytes_buf(void *bytes, size_t size)
{
    memset(bytes, 0x5a, size);
}

/* Opening counts if it may create the file. */
#define OPEN(name, parameters, arguments)                                                          \
    int name parameters                                                                            \
    {                                                                                              \
        NEXT(name)                                                                                 \
        mode_t mode = 0;                                                                           \
        if ((flags & O_CREAT) != 0) {                                                              \
            va_list list;                                                                          \
            va_start(list, flags);                                                                 \
            mode = va_arg(list, mode_t);                                                           \
            va_end(list);                                                                          \
        }                                                                                          \
        const int fd = next arguments;                                                             \
        if ((flags & O_CREAT) != 0) {                                                              \
            pass(kind_of(path), #name);                                                            \
        }                                                                                          \
        return fd;                                                                                 \
    }

OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

/* Writing has two points: when half of the bytes are in the file, as after a kill amid a long
 * write, and when all are. A frame of SQLite's log is a header, which has the size of the database
 * if it ends a transaction, and then a page. */
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    NEXT(pwrite64)
    enum { HEADER = 24, SIZE_AT = 4, SIZE_BYTES = 4 };
    static const char nothing[SIZE_BYTES];
    static _Thread_local bool ends;
    const enum kind kind = ends ? COMMITS : WRITES;
    ends = size == HEADER && memcmp((const char *)bytes + SIZE_AT, nothing, SIZE_BYTES) != 0;
    if (is_wanted(kind)) {
        (void)next(fd, bytes, size / 2, at);
        die("half a pwrite64");
    }
    const ssize_t result = next(fd, bytes, size, at);
    pass(kind, "pwrite64");
    return result;
}

/* Only regular files count: bytes for a socket, a pipe or a terminal change no file. */
ssize_t write(int fd, const void *bytes, size_t size)
{
    NEXT(write)
    struct stat st;
    const bool is_file = fd > STDERR_FILENO && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (is_file && is_wanted(WRITES)) {
        (void)next(fd, bytes, size / 2);
        die("half a write");
    }
    const ssize_t result = next(fd, bytes, size);
    if (is_file) {
        pass(WRITES, "write");
    }
    return result;
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
