/* How a command ends. */
#ifndef SVI_TOOLS_CONSOLE_EXIT_H
#define SVI_TOOLS_CONSOLE_EXIT_H

enum svi_exit {
    SVI_EXIT_DONE = 0,
    SVI_EXIT_FAILED = 1, /* the thing asked about: a mismatch, a failed check, a league cut short */
    SVI_EXIT_USAGE = 2,  /* usage or bad input: one line on stderr */
    SVI_EXIT_ENVIRONMENT = 3, /* cannot open, bind, start */
};

#endif
