/* Ctrl-C and similar signals, for commands that must end in order. */
#ifndef SVI_TOOLS_CONSOLE_INTERRUPT_H
#define SVI_TOOLS_CONSOLE_INTERRUPT_H

#include <stdatomic.h>

/* Catches SIGINT, SIGTERM and SIGHUP from now on. The first of them makes the result true. Another
 * ends the process as usual, unless it comes within a third of a second: then it counts as the
 * first signal, sent twice. A SIGHUP that nohup has made us ignore stays ignored. */
const atomic_bool *svi_interrupt_catch(void);

#endif
