#include "process/path.h"

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *svi_path_folder(const char *file)
{
    const char *slash = strrchr(file, '/');
    SCOPED(scoped_free)
    char *folder = slash == NULL   ? svi_copy(".")
                   : slash == file ? svi_copy("/")
                                   : svi_copy_bytes(file, (size_t)(slash - file));
    return svi_real_path(folder);
}

char *svi_path_beside(const char *file, const char *path)
{
    const char *slash = strrchr(file, '/');
    return svi_text("%.*s%s", slash != NULL && path[0] != '/' ? (int)(slash + 1 - file) : 0, file,
                    path);
}

bool svi_path_names_file(const char *word)
{
    struct stat st;
    return strchr(word, '/') != NULL && stat(word, &st) == 0 && S_ISREG(st.st_mode);
}

char *svi_path_join(const char *folder, const char *path)
{
    const size_t size = strlen(folder);
    return path[0] == '/'
               ? svi_copy(path)
               : svi_text("%s%s%s", folder, size == 0 || folder[size - 1] != '/' ? "/" : "", path);
}
