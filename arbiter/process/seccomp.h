/* Which system calls a sandboxed bot is refused (seccomp): those that no bot needs, and those that
 * would carry messages from one sandbox to another over files that both see. */
#ifndef SVI_ARBITER_PROCESS_SECCOMP_H
#define SVI_ARBITER_PROCESS_SECCOMP_H

#include <stdbool.h>

/* The filter as the kernel takes it, in a descriptor to read it from, at its beginning; to be
 * closed. `network`: sockets of TCP are let through, for a gate. -1: it cannot be
 * made, and errno says why. */
int svi_seccomp_open(bool network);

#endif
