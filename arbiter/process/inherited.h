/* Descriptors that we inherited from whoever started us: bots must not get them. */
#ifndef SVI_ARBITER_PROCESS_INHERITED_H
#define SVI_ARBITER_PROCESS_INHERITED_H

#include <stdbool.h>

/* Closes all descriptors from `first` on: now, or `on_exec` when this process executes a program.
 * Safe between fork and exec. */
void svi_inherited_close(int first, bool on_exec);

#endif
