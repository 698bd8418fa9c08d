/* The supervisor's part in a bot's network (arbiter/relay): the socket at which a relay takes the
 * bot's connections, which the first process in the sandbox makes and sends out, and the start of
 * that relay. drop_privileges.c and supervisor.c call it. */
#ifndef SVI_ARBITER_SUPERVISOR_REACH_H
#define SVI_ARBITER_SUPERVISOR_REACH_H

#include <stdbool.h>
#include <sys/types.h>

/* Listens at a free port of 127.0.0.1, sets HTTPS_PROXY and HTTP_PROXY to it, and removes ALL_PROXY
 * and NO_PROXY, for the programs that this process starts. Returns the descriptor, which the caller
 * closes, or -1 with errno. The process should end after a failure, as variables may be set and a
 * socket open. */
int svi_reach_listen(void);

/* Starts solvent-relay, beside our own program, with the page and the listening socket, and closes
 * both, on failure too. `enter` is called in the new process first. Returns its number; -1 on
 * failure. A relay that cannot be executed ends with status 127, and its number is returned. */
pid_t svi_reach_start(int page, int listening, void (*enter)(void));

#endif
