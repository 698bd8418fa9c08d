/* Closes the descriptors that the parent process has left open, as bots must not get them. Called
 * by process.c and the supervisor. */
#ifndef SVI_ARBITER_PROCESS_INHERITED_H
#define SVI_ARBITER_PROCESS_INHERITED_H

#include <stdbool.h>

/* Closes all descriptors from `first` on: now, or with `on_exec` when this process executes a
 * program. Safe between fork and exec.
 *
 * svi_process_start() uses `on_exec` between fork and exec, so that it can still report an exec
 * that fails. The supervisor closes its own at its start, and again in the process that becomes
 * the relay. The function reports no failure. Linux before 5.11 has no close_range(2): descriptors
 * beyond the hard limit of RLIMIT_NOFILE stay open there. */
void svi_inherited_close(int first, bool on_exec);

#endif
