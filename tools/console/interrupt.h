/* Ctrl-C and similar signals. Called by commands that must end in order, and solvent-gate. */
#ifndef SVI_TOOLS_CONSOLE_INTERRUPT_H
#define SVI_TOOLS_CONSOLE_INTERRUPT_H

#include <stdatomic.h>

/* Catches SIGINT, SIGTERM and SIGHUP from now until the program ends. The first of them sets the
 * flag that is returned; any thread may read it. Another ends the process as usual, unless it comes
 * within a third of a second: then it counts as the first signal, sent twice. A SIGHUP that nohup
 * has made us ignore stays ignored. May be called again: there is one flag, which is static. Cannot
 * fail. */
const atomic_bool *svi_interrupt_catch(void);

#endif
