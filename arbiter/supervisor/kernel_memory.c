#include "supervisor/kernel_memory.h"

#include "process/descendants.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* What the kernel has for each, at most, as measured by tests/bench/held. */
#define FILE_BYTES 1536u /* an empty one, with the longest of names */
#define PIPE_KB 64u
#define SOCKET_KB 416u
#define USUAL_SOCKETS 64u /* which hold little */
#define WATCH_BYTES 256u
#define AREA_BYTES 256u
#define LINK_BYTES 64u    /* of an area to what each of its ancestors has */
#define USUAL_AREAS 1000u /* which have few links */

void svi_kernel_memory_begin(struct svi_kernel_memory *m)
{
    memset(m, 0, sizeof *m);
}

/* Whether a pipe or socket is seen for the first time. */
static bool is_first(struct svi_kernel_memory *m, uint64_t inode)
{
    for (size_t i = 0, at = (size_t)(inode * 0x9e3779b97f4a7c15u >> 52); i < 16; i++, at++) {
        uint64_t *place = &m->seen[at % SVI_KERNEL_MEMORY_SEEN];
        if (*place == inode) {
            return false;
        }
        if (*place == 0) {
            *place = inode;
            return true;
        }
    }
    return true;
}

/* Lines of a file of the kernel's that begin with `key`, or somewhat more than `most`. */
static uint64_t count_lines(const char *path, const char *key, uint64_t most)
{
    char text[16384];
    const size_t length = strlen(key);
    size_t matched = 0; /* of the key, in this line; more than its length: not this line */
    uint64_t count = 0;
    ssize_t got;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && count <= most && (got = read(fd, text, sizeof text)) > 0) {
        for (ssize_t i = 0; i < got; i++) {
            if (text[i] == '\n') {
                count += length == 0;
                matched = 0;
            } else if (matched < length) {
                matched = text[i] == key[matched] ? matched + 1 : length + 1;
                count += matched == length;
            }
        }
    }
    if (fd >= 0) {
        (void)close(fd);
    }
    return count;
}

static void add_descriptor(struct svi_kernel_memory *m, const char *proc, int pid, int folder,
                           const char *name)
{
    char path[128], text[1024];
    struct stat found;
    ssize_t length;
    if (fstatat(folder, name, &found, 0) != 0) {
        return;
    }
    (void)snprintf(path, sizeof path, "%s/%d/fdinfo/%.10s", proc, pid, name);
    if (S_ISFIFO(found.st_mode)) {
        m->pipes += is_first(m, found.st_ino ^ found.st_dev << 40);
    } else if (S_ISSOCK(found.st_mode) && is_first(m, found.st_ino ^ found.st_dev << 40)) {
        if (svi_descendants_read(path, text, sizeof text)) {
            const char *at = strstr(text, "scm_fds:");
            m->in_flight += at != NULL ? strtoull(at + 8, NULL, 10) : 0;
        }
    } else if ((found.st_mode & S_IFMT) == 0 &&
               (length = readlinkat(folder, name, text, sizeof text - 1)) > 0) {
        text[length] = '\0';
        m->watches +=
            strcmp(text, "anon_inode:[eventpoll]") == 0 ? count_lines(path, "tfd:", UINT64_MAX) : 0;
    }
}

/* A descriptor in flight counts as a pipe. Where the queue that it is in is in flight itself,
 * nobody sees it; the kernel lets a user have no more in flight than RLIMIT_NOFILE and a message
 * more. */
static uint64_t counted_kb(const struct svi_kernel_memory *m)
{
    return m->areas_kb + (m->pipes + m->in_flight) * PIPE_KB + m->watches * WATCH_BYTES / 1024;
}

bool svi_kernel_memory_add(struct svi_kernel_memory *m, const char *proc, int pid, size_t processes,
                           uint64_t room_kb)
{
    char path[96];
    struct dirent *entry;
    (void)snprintf(path, sizeof path, "%s/%d/fd", proc, pid);
    DIR *folder = opendir(path);
    while (folder != NULL && counted_kb(m) <= room_kb && (entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] != '.') {
            add_descriptor(m, proc, pid, dirfd(folder), entry->d_name);
        }
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
    (void)snprintf(path, sizeof path, "%s/%d/maps", proc, pid);
    const uint64_t areas = count_lines(path, "", room_kb * 1024 / AREA_BYTES);
    const uint64_t links =
        areas > USUAL_AREAS && processes > 1 ? (areas - USUAL_AREAS) * (processes - 1) : 0;
    m->areas_kb += (areas * AREA_BYTES + links * LINK_BYTES) / 1024;
    return counted_kb(m) <= room_kb;
}

/* The Unix sockets there are in the sandbox, seen or not. */
static uint64_t count_sockets(const char *proc)
{
    char path[96], text[8192];
    uint64_t count = 0;
    (void)snprintf(path, sizeof path, "%s/1/net/protocols", proc);
    (void)svi_descendants_read(path, text, sizeof text);
    for (const char *at = text; (at = strstr(at, "\nUNIX")) != NULL;) {
        at +=
            strcspn(at + 1, " \n") + 1; /* the name, then a socket's size and how many there are */
        char *end;
        (void)strtoull(at, &end, 10);
        count += strtoull(end, NULL, 10);
    }
    return count;
}

void svi_kernel_memory_end(struct svi_kernel_memory *m, const char *proc)
{
    const uint64_t sockets = count_sockets(proc);
    m->kb = counted_kb(m) + (sockets > USUAL_SOCKETS ? sockets - USUAL_SOCKETS : 0) * SOCKET_KB;
}

uint64_t svi_kernel_memory_scratch_kb(const char *proc)
{
    static const char *const folders[] = {"/tmp", "/dev/shm"};
    char path[96];
    uint64_t kb = 0;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        struct statvfs found;
        (void)snprintf(path, sizeof path, "%s/..%s", proc, folders[i]);
        if (statvfs(path, &found) == 0 && found.f_files >= found.f_ffree &&
            found.f_blocks >= found.f_bfree) {
            kb += (found.f_blocks - found.f_bfree) * found.f_frsize / 1024 +
                  (found.f_files - found.f_ffree) * FILE_BYTES / 1024;
        }
    }
    return kb;
}
