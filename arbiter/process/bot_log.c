#include "process/bot_log.h"

#include "base/file.h"
#include "memory/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_with(const char *name, const char *ending)
{
    const size_t size = strlen(name), length = strlen(ending);
    return size >= length && strcmp(name + size - length, ending) == 0;
}

/* Closes a folder of logs that an older version made, or that the user made for them. A folder with
 * other files in it, such as the current folder, is left alone: there the modes of the logs must
 * suffice. */
static void close_folder(const char *folder)
{
    bool only_logs = true;
    struct dirent *entry;
    SCOPED(scoped_closedir) DIR *dir = opendir(folder);
    while (dir != NULL && only_logs && (entry = readdir(dir)) != NULL) {
        const char *name = entry->d_name;
        only_logs = strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || ends_with(name, ".log") ||
                    ends_with(name, ".log.old");
    }
    if (dir != NULL && only_logs) {
        (void)fchmod(dirfd(dir), 0700); /* if it is ours */
    }
}

bool svi_bot_log_make_folder(const char *folder)
{
    if (mkdir(folder, 0700) == 0) {
        return true;
    }
    if (errno != EEXIST) {
        return false;
    }
    close_folder(folder);
    return true;
}

char *svi_bot_log_path(const char *folder, const char *bot, unsigned worker)
{
    char number[16] = "";
    if (worker > 0) {
        (void)snprintf(number, sizeof number, ".%u", worker);
    }
    char *path = svi_text("%s/%s%s.log", folder, bot, number);
    for (char *c = path + strlen(folder) + 1; *c != '\0'; c++) {
        *c = *c == '/' ? '_' : *c;
    }
    return path;
}

int svi_bot_log_open(const char *folder, const char *bot, unsigned worker)
{
    char *path = svi_bot_log_path(folder, bot, worker);
    const int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const int reason = errno;
    struct stat st;
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) { /* not a link to /dev/null */
        (void)fchmod(fd, 0600);                                  /* older versions left it open */
    }
    free(path);
    errno = reason;
    return fd;
}

void svi_bot_log_turn(const char *folder, const char *bot, unsigned worker, uint64_t most_bytes)
{
    struct stat st;
    SCOPED(scoped_free) char *path = svi_bot_log_path(folder, bot, worker);
    if (most_bytes != 0 && stat(path, &st) == 0 && (uint64_t)st.st_size >= most_bytes) {
        SCOPED(scoped_free) char *old = svi_text("%s.old", path);
        (void)rename(path, old);
    }
}

void svi_bot_log_sweep(const char *folder, const char *bot, unsigned worker)
{
    struct stat st;
    SCOPED(scoped_free) char *path = svi_bot_log_path(folder, bot, worker);
    if (path != NULL && stat(path, &st) == 0 && st.st_size == 0) {
        (void)unlink(path);
    }
}
