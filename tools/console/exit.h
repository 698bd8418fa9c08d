/* How a command ends. */
#ifndef SVI_TOOLS_CONSOLE_EXIT_H
#define SVI_TOOLS_CONSOLE_EXIT_H

#include <solvent/status.h>

enum svi_exit {
    SVI_EXIT_DONE = 0,
    SVI_EXIT_FAILED = 1, /* the thing asked about: a mismatch, a failed check, a league cut short */
    SVI_EXIT_USAGE = 2,  /* usage or bad input: one line on stderr */
    SVI_EXIT_ENVIRONMENT = 3, /* cannot open, bind, start */
};

/* Whose fault a status is: the machine's, or that of what the user gave. */
static inline enum svi_exit svi_exit_of(enum sv_status status)
{
    return status == SV_OK         ? SVI_EXIT_DONE
           : status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT
                                   : SVI_EXIT_USAGE;
}

#endif
