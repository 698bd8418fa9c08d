/* Paths of files. Called by the reader of league files, the sandbox and commands. Without memory
 * the program ends; arguments are only read. */
#ifndef SVI_ARBITER_PROCESS_PATH_H
#define SVI_ARBITER_PROCESS_PATH_H

#include <stdbool.h>

/* Returns the folder of a file, its links resolved, without a slash at its end; a name without a
 * folder lies in the current one. The caller frees it. Returns NULL if there is no such folder. */
char *svi_path_folder(const char *file);

/* Returns a path that starts in the folder of `file`, as that is spelled. The caller frees it. */
char *svi_path_beside(const char *file, const char *path);

/* Returns whether a word of a command names a file: it has a slash, and the file exists. */
bool svi_path_names_file(const char *word);

/* Returns a path that starts at `folder`, unless it is absolute. The caller frees it. */
char *svi_path_join(const char *folder, const char *path);

#endif
