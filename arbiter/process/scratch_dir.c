#include "process/scratch_dir.h"

#include "base/file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MARK "XXXXXX"
#define NEW_S 60 /* a younger folder may not be locked yet */
#define DEEPEST 8u
#define TRIES 32u
#define A_FOLDER (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* Removes the contents of an open folder, as far as they are on the same file system. Closes the
 * descriptor. */
static void empty(int fd, dev_t device, unsigned depth)
{
    DIR *entries = fdopendir(fd);
    if (entries == NULL) {
        (void)close(fd);
        return;
    }
    for (struct dirent *entry;
         (entry = readdir(entries)) != NULL;) { // NOLINT(concurrency-mt-unsafe)
        struct stat status;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            fstatat(fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            status.st_dev != device) {
            continue;
        }
        if (!S_ISDIR(status.st_mode)) {
            (void)unlinkat(fd, entry->d_name, 0);
            continue;
        }
        const int inner = depth > 0 ? openat(fd, entry->d_name, A_FOLDER) : -1;
        if (inner >= 0) {
            empty(inner, device, depth - 1);
            (void)unlinkat(fd, entry->d_name, AT_REMOVEDIR);
        }
    }
    (void)closedir(entries);
}

static void remove_tree(int parent, const char *name)
{
    struct stat status;
    const int fd = openat(parent, name, A_FOLDER);
    if (fd >= 0 && fstat(fd, &status) == 0) {
        empty(fd, status.st_dev, DEEPEST);
    } else {
        scoped_close(&fd);
    }
    (void)unlinkat(parent, name, AT_REMOVEDIR);
}

static bool is_ours(int tmp, const char *name, const char *purpose)
{
    struct stat status;
    const size_t length = strlen(purpose);
    return strncmp(name, purpose, length) == 0 && name[length] == '.' &&
           strlen(name) == length + 1 + strlen(MARK) &&
           fstatat(tmp, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode) &&
           status.st_uid == geteuid() &&
           ((status.st_mode & 0777) == 0700 || (status.st_mode & 0777) == 0711) &&
           time(NULL) - status.st_mtime > NEW_S;
}

/* Removes folders of killed processes: a process that dies by SIGKILL leaves its folder, but not
 * its lock. */
static void sweep(const char *tmp, const char *purpose)
{
    SCOPED(scoped_closedir) DIR *entries = opendir(tmp);
    for (struct dirent *entry;
         entries != NULL && (entry = readdir(entries)) != NULL;) { // NOLINT(concurrency-mt-unsafe)
        if (!is_ours(dirfd(entries), entry->d_name, purpose)) {
            continue;
        }
        SCOPED(scoped_close) const int lock = openat(dirfd(entries), entry->d_name, A_FOLDER);
        if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) {
            remove_tree(dirfd(entries), entry->d_name);
        }
    }
}

/* Returns whether the folder still exists. If the wall clock jumps, another process may take a new
 * folder for an old one and remove it before it is locked. */
static bool still_there(const struct svi_scratch_dir *folder)
{
    struct stat locked, named;
    return fstat(folder->lock, &locked) == 0 && stat(folder->path, &named) == 0 &&
           locked.st_dev == named.st_dev && locked.st_ino == named.st_ino;
}

bool svi_scratch_dir_make(struct svi_scratch_dir *folder, const char *purpose,
                          struct svi_error *error)
{
    const char *tmp = getenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe): no thread sets it
    if (tmp == NULL || *tmp != '/' || strlen(tmp) > 48) {
        tmp = "/tmp"; /* the path of a socket is short */
    }
    sweep(tmp, purpose);
    bool done = false;
    for (unsigned tries = 0; !done && tries < TRIES; tries++) {
        (void)snprintf(folder->path, sizeof folder->path, "%s/%s." MARK, tmp, purpose);
        errno = 0;
        if (mkdtemp(folder->path) == NULL) {
            break;
        }
        folder->lock = open(folder->path, A_FOLDER);
        done =
            folder->lock >= 0 && flock(folder->lock, LOCK_EX | LOCK_NB) == 0 && still_there(folder);
        if (!done) {
            const int failed = errno;
            svi_scratch_dir_remove(folder);
            errno = failed;
        }
    }
    if (!done) {
        (void)svi_fail(error, SV_E_SYSTEM, "cannot make a folder in '%s': %s", tmp,
                       svi_errno_text(errno));
        *folder = (struct svi_scratch_dir){.lock = -1};
    }
    return done;
}

void svi_scratch_dir_remove(struct svi_scratch_dir *folder)
{
    if (folder->path[0] != '\0') {
        remove_tree(AT_FDCWD, folder->path);
        scoped_close(&folder->lock);
    }
    *folder = (struct svi_scratch_dir){.lock = -1};
}
