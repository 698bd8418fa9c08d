#include "process/sandbox_root.h"

#include "base/file.h"
#include "base/time.h"
#include "memory/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14; older headers lack it */
#endif
#define REFRESH_US 1000000
#define MOST_FILES 50000u /* a process may have 65,530 areas of memory by default */

struct file {
    void *at;
    size_t size;
};

struct svi_sandbox_root {
    char *path;
    pthread_mutex_t lock; /* guards the members below */
    char **resident;      /* paths of files in memory */
    size_t n_resident, resident_room;
    struct file *file;
    size_t n_files, room;
    uint64_t bytes, most_bytes;
    bool unlocked; /* a file could not be locked, so no more are tried */
    int64_t refreshed_us;
};

/* Returns the memory that may be used without swapping, in bytes (MemAvailable of
 * /proc/meminfo). */
static uint64_t available_bytes(void)
{
    static const char key[] = "MemAvailable:";
    char line[128];
    uint64_t kib = 0;
    SCOPED(scoped_fclose) FILE *in = fopen("/proc/meminfo", "re");
    while (in != NULL && kib == 0 && fgets(line, sizeof line, in) != NULL) {
        if (strncmp(line, key, strlen(key)) == 0) {
            kib = strtoull(line + strlen(key), NULL, 10);
        }
    }
    return kib << 10;
}

enum sv_status svi_sandbox_root_open(struct svi_sandbox_root **root, const char *path,
                                     struct svi_error *error)
{
    struct stat st;
    char *usr = svi_text("%s/usr", path), *real = svi_real_path(path);
    const bool there = real != NULL && stat(usr, &st) == 0 && S_ISDIR(st.st_mode);
    free(usr);
    *root = NULL;
    if (!there) {
        free(real);
        return svi_fail(error, SV_E_SYSTEM, "found '%s', expected a folder with usr/ in it", path);
    }
    *root = svi_new(1, sizeof **root);
    (*root)->path = real;
    pthread_mutex_init(&(*root)->lock, NULL);
    return SV_OK;
}

void svi_sandbox_root_close(struct svi_sandbox_root *root)
{
    if (root != NULL) {
        for (size_t i = 0; i < root->n_files; i++) {
            (void)munmap(root->file[i].at, root->file[i].size);
        }
        for (size_t i = 0; i < root->n_resident; i++) {
            free(root->resident[i]);
        }
        svi_free_all(root->file, root->resident, root->path);
        pthread_mutex_destroy(&root->lock);
        free(root);
    }
}

const char *svi_sandbox_root_path(const struct svi_sandbox_root *root)
{
    return root->path;
}

bool svi_sandbox_root_has(const struct svi_sandbox_root *root, const char *path)
{
    struct stat st;
    SCOPED(scoped_free) char *inside = svi_text("%s%s", root->path, path);
    return lstat(inside, &st) == 0;
}

static enum sv_status hold_file(struct svi_sandbox_root *root, const char *path,
                                struct svi_error *error)
{
    struct stat st;
    SCOPED(scoped_close)
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0) {
        return SV_OK;
    }
    const size_t size = (size_t)st.st_size;
    if (root->most_bytes == 0) {
        root->most_bytes = available_bytes() / 2;
    }
    if (root->n_files == MOST_FILES || root->bytes + size > root->most_bytes) {
        return svi_fail(error, SV_E_SYSTEM,
                        "sandbox_root: found more than %u files or %llu MiB at '%s', expected what "
                        "fits into half of the free memory: all files that bots can read are held "
                        "there",
                        MOST_FILES, (unsigned long long)(root->most_bytes >> 20), path);
    }
    void *at = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED || madvise(at, size, MADV_POPULATE_READ) != 0) {
        (void)svi_fail(error, SV_E_SYSTEM,
                       "sandbox_root: cannot hold '%s' in memory (Linux 5.14 can): %s", path,
                       svi_errno_text(errno));
        if (at != MAP_FAILED) {
            (void)munmap(at, size);
        }
        return SV_E_SYSTEM;
    }
    root->unlocked = root->unlocked || mlock(at, size) != 0;
    root->file = svi_grow(root->file, &root->room, root->n_files + 1, sizeof *root->file);
    root->file[root->n_files++] = (struct file){.at = at, .size = size};
    root->bytes += size;
    return SV_OK;
}

static enum sv_status hold_tree(struct svi_sandbox_root *root, const char *path,
                                struct svi_error *error)
{
    enum sv_status status = SV_OK;
    SCOPED(scoped_free) char *copy = svi_copy(path);
    char *const paths[] = {copy, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    if (tree == NULL) {
        status = svi_fail(error, SV_E_SYSTEM, "sandbox_root: cannot read '%s': %s", path,
                          svi_errno_text(errno));
    }
    for (FTSENT *entry; tree != NULL && status == SV_OK && (entry = fts_read(tree)) != NULL;) {
        if (entry->fts_info == FTS_F) {
            status = hold_file(root, entry->fts_accpath, error);
        }
    }
    if (tree != NULL) {
        (void)fts_close(tree);
    }
    return status;
}

enum sv_status svi_sandbox_root_hold(struct svi_sandbox_root *root, const char *path,
                                     struct svi_error *error)
{
    enum sv_status status = SV_OK;
    pthread_mutex_lock(&root->lock);
    size_t known = 0;
    while (known < root->n_resident && strcmp(root->resident[known], path) != 0) {
        known++;
    }
    if (known == root->n_resident) {
        status = hold_tree(root, path, error);
        if (status == SV_OK) {
            root->resident = svi_grow(root->resident, &root->resident_room, root->n_resident + 1,
                                      sizeof *root->resident);
            root->resident[root->n_resident++] = svi_copy(path);
        }
    }
    pthread_mutex_unlock(&root->lock);
    return status;
}

void svi_sandbox_root_refresh(struct svi_sandbox_root *root)
{
    pthread_mutex_lock(&root->lock);
    const int64_t now_us = svi_time_us();
    if (root->unlocked && now_us - root->refreshed_us >= REFRESH_US) {
        root->refreshed_us = now_us;
        for (size_t i = 0; i < root->n_files; i++) {
            (void)madvise(root->file[i].at, root->file[i].size, MADV_POPULATE_READ);
        }
    }
    pthread_mutex_unlock(&root->lock);
}

uint64_t svi_sandbox_root_bytes(struct svi_sandbox_root *root, bool *locked)
{
    pthread_mutex_lock(&root->lock);
    const uint64_t bytes = root->bytes;
    *locked = !root->unlocked;
    pthread_mutex_unlock(&root->lock);
    return bytes;
}
