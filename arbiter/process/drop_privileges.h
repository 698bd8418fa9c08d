/* The supervisor's other use: the last step before a bot's program. process/sandbox.c puts the
 * supervisor with one of these three words before the program; its main() calls the function. */
#ifndef SVI_ARBITER_PROCESS_DROP_PRIVILEGES_H
#define SVI_ARBITER_PROCESS_DROP_PRIVILEGES_H

#include <stdbool.h>

#define SVI_SUPERVISOR_ENTER "--as"
#define SVI_SUPERVISOR_SHUT_IN "--shut-in"
#define SVI_SUPERVISOR_RELAYED "--shut-in-relayed" /* likewise, for a bot with a relay */

/* words: USER PROCESSES PROGRAM [ARGUMENT...]. Becomes that user with nothing of root's left (0:
 * stays who it is), lowers the number of processes that the kernel allows it (0: leaves it), and
 * runs the program, an absolute path, in its own place. Returns when that fails, with the status to
 * exit with, after a line on stderr.
 *
 * With `shut_in` another word comes first: the bytes that /tmp and /dev/shm may hold each (0: no
 * limit); both are opened to all users. The caller is the first process of a sandbox, and stays
 * that: the program runs in a child. The caller mounts a /proc that shows processes and nothing of
 * the machine (Linux 5.8), gives up all capabilities, reaps whatever ends, and writes to
 * SVI_SUPERVISOR_STATUS how the program has ended. No process of the sandbox can signal the caller,
 * so this word can be trusted. With `relayed` the caller first sends a note there, with the socket
 * at which the program will find its relay (supervisor/reach.h). The child takes the filter of
 * system calls from SVI_PROCESS_FILTER. Both descriptors are open before the call; the program gets
 * neither. Returns the program's status when it has ended, or 128 plus the signal that ended it. If
 * a step before fails, returns 127 after a line on stderr. */
int svi_drop_privileges(char **words, bool shut_in, bool relayed);

#endif
