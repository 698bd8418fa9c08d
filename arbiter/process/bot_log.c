#include "process/bot_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *svi_bot_log_path(const char *folder, const char *bot, unsigned worker)
{
    char *path = NULL;
    char number[16] = "";
    if (worker > 0) {
        (void)snprintf(number, sizeof number, ".%u", worker);
    }
    if (asprintf(&path, "%s/%s%s.log", folder, bot, number) < 0) {
        return NULL;
    }
    for (char *c = path + strlen(folder) + 1; *c != '\0'; c++) {
        *c = *c == '/' ? '_' : *c;
    }
    return path;
}

int svi_bot_log_open(const char *folder, const char *bot, unsigned worker)
{
    char *path = svi_bot_log_path(folder, bot, worker);
    const int fd = path != NULL ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644) : -1;
    const int reason = errno;
    free(path);
    errno = reason;
    return fd;
}

void svi_bot_log_turn(const char *folder, const char *bot, unsigned worker, uint64_t most_bytes)
{
    struct stat st;
    char *path = svi_bot_log_path(folder, bot, worker);
    char *old = NULL;
    if (path != NULL && most_bytes != 0 && stat(path, &st) == 0 &&
        (uint64_t)st.st_size >= most_bytes && asprintf(&old, "%s.old", path) >= 0) {
        (void)rename(path, old);
        free(old);
    }
    free(path);
}

void svi_bot_log_sweep(const char *folder, const char *bot, unsigned worker)
{
    struct stat st;
    char *path = svi_bot_log_path(folder, bot, worker);
    if (path != NULL && stat(path, &st) == 0 && st.st_size == 0) {
        (void)unlink(path);
    }
    free(path);
}
