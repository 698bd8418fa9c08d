/* The exit status of commands, which return it, as do functions that have printed an error message
 * for them. Nothing here fails. */
#ifndef SVI_TOOLS_CONSOLE_EXIT_H
#define SVI_TOOLS_CONSOLE_EXIT_H

#include <solvent/status.h>

enum svi_exit {
    SVI_EXIT_DONE = 0,
    SVI_EXIT_FAILED = 1, /* the subject failed: a mismatch, a failed check, a league cut short */
    SVI_EXIT_USAGE = 2,  /* usage or bad input: one line on stderr */
    SVI_EXIT_ENVIRONMENT = 3, /* cannot open, bind, start */
};

/* Returns the exit status of an error: ENVIRONMENT if the machine is at fault, USAGE if the user's
 * input is. */
static inline enum svi_exit svi_exit_of(enum sv_status status)
{
    return status == SV_OK         ? SVI_EXIT_DONE
           : status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT
                                   : SVI_EXIT_USAGE;
}

#endif
