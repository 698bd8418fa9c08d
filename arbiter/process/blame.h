/* Who has brought about the end of a bot's program. What a program could do to itself is its own
 * doing: a bot that is losing gains nothing by any death. Only what it cannot reach speaks for it.
 */
#ifndef SVI_ARBITER_PROCESS_BLAME_H
#define SVI_ARBITER_PROCESS_BLAME_H

#include <stdbool.h>

/* As the supervisor says it, behind SVI_SUPERVISOR_CLOSING, with its last word. */
enum svi_blame {
    SVI_BLAME_BOT = 'b',    /* the bot's own doing, or not to be told from it */
    SVI_BLAME_OUTSIDE = 'o' /* somebody outside of the sandbox, or the machine */
};

/* What the supervisor knows of an end. */
struct svi_death {
    bool known;             /* how the program has ended; else its sandbox failed or was killed */
    int status;             /* of the program, as by waitpid() */
    bool over_limit;        /* the bot's processes used more than their limits allow */
    bool killed_by_machine; /* the machine's OOM killer has struck one of the bot's processes, and
                               not for the bot's limit */
};

/* Whose doing the end was. */
enum svi_blame svi_blame_of(const struct svi_death *death);

#endif
