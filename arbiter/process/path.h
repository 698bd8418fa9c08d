/* Paths of files. */
#ifndef SVI_ARBITER_PROCESS_PATH_H
#define SVI_ARBITER_PROCESS_PATH_H

/* The folder that a file lies in, its links resolved, "." standing for the current one; without a
 * slash at its end. To be freed; NULL when there is no such folder. */
char *svi_path_folder(const char *file);

/* A path that starts where `file` lies, in the words in which the file is named. To be freed. */
char *svi_path_beside(const char *file, const char *path);

/* A path that starts at `folder`, unless it is absolute. To be freed. */
char *svi_path_join(const char *folder, const char *path);

#endif
