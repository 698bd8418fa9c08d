/* Decides whether a bot or somebody else has brought about the end of its program. An end that the
 * program could have caused itself counts as the bot's: a losing bot gains nothing by any death.
 * Only evidence beyond its reach speaks for it. The supervisor judges; process.c reads its
 * verdict. */
#ifndef SVI_ARBITER_PROCESS_BLAME_H
#define SVI_ARBITER_PROCESS_BLAME_H

#include <stdbool.h>

/* The supervisor's verdict in its last message, behind SVI_SUPERVISOR_CLOSING. */
enum svi_blame {
    SVI_BLAME_BOT = 'b',    /* the bot, or not to be told from it */
    SVI_BLAME_OUTSIDE = 'o' /* a process outside the sandbox, or the machine */
};

/* The supervisor's knowledge of an end. */
struct svi_death {
    /* The program's status is known; else its sandbox failed or was killed. */
    bool known;
    int status;      /* status of the program, as by waitpid() */
    bool over_limit; /* the bot's processes used more than their limits allow */
    /* The machine's OOM killer has struck one of the bot's processes, and not for the bot's
     * limit. */
    bool killed_by_machine;
};

/* Returns who has caused the end: SVI_BLAME_OUTSIDE if the sandbox failed (`known` is false), or if
 * SIGKILL ended the program and killed_by_machine is set. Any other end is the bot's, and so is
 * every end with over_limit. Cannot fail. */
enum svi_blame svi_blame_of(const struct svi_death *death);

#endif
