/* The supervisor's other use: the last step into what a bot's program runs as. */
#ifndef SVI_ARBITER_PROCESS_DROP_PRIVILEGES_H
#define SVI_ARBITER_PROCESS_DROP_PRIVILEGES_H

#include <stdbool.h>

#define SVI_SUPERVISOR_ENTER "--as"
#define SVI_SUPERVISOR_SHUT_IN "--shut-in"

/* words: USER PROCESSES PROGRAM [ARGUMENT...]. Becomes that user with nothing of root's left (0:
 * stays who it is), lowers the number of processes that the kernel allows it (0: leaves it), and
 * runs the program, an absolute path, in its own place. `shut_in`, in a sandbox: before that it
 * mounts a /proc that shows processes and nothing of the machine (Linux 5.8), and gives up all
 * capabilities; at last it takes the filter of system calls from SVI_PROCESS_FILTER. Returns when
 * that fails, with the status to exit with, after a line on stderr. */
int svi_drop_privileges(char **words, bool shut_in);

#endif
