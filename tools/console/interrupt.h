/* Ctrl-C and its kin, for commands that have something to end properly. */
#ifndef SVI_TOOLS_CONSOLE_INTERRUPT_H
#define SVI_TOOLS_CONSOLE_INTERRUPT_H

#include <stdatomic.h>

/* From now on the first SIGINT, SIGTERM or SIGHUP makes the result true; the second of its kind ends
 * the process as usual. A SIGHUP that nohup has us ignore stays ignored. */
const atomic_bool *svi_interrupt_catch(void);

#endif
