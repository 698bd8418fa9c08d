#include "process/path.h"

#include <stdlib.h>
#include <string.h>

char *svi_path_folder(const char *file)
{
    const char *slash = strrchr(file, '/');
    char *folder = slash == NULL   ? strdup(".")
                   : slash == file ? strdup("/")
                                   : strndup(file, (size_t)(slash - file));
    char *real = folder != NULL ? realpath(folder, NULL) : NULL;
    free(folder);
    return real;
}

char *svi_path_beside(const char *file, const char *path)
{
    const char *slash = strrchr(file, '/');
    const size_t size = slash != NULL && path[0] != '/' ? (size_t)(slash + 1 - file) : 0;
    char *whole = malloc(size + strlen(path) + 1);
    if (whole != NULL) {
        memcpy(whole, file, size);
        memcpy(whole + size, path, strlen(path) + 1);
    }
    return whole;
}

char *svi_path_join(const char *folder, const char *path)
{
    const size_t size = strlen(folder);
    if (path[0] == '/') {
        return strdup(path);
    }
    char *whole = malloc(size + strlen(path) + 2);
    if (whole != NULL) {
        memcpy(whole, folder, size);
        const size_t at = size + (size == 0 || folder[size - 1] != '/');
        whole[size] = '/';
        memcpy(whole + at, path, strlen(path) + 1);
    }
    return whole;
}
