/* A bot as the operator names it. */
#ifndef SVI_ARBITER_PROCESS_BOT_SPEC_H
#define SVI_ARBITER_PROCESS_BOT_SPEC_H

#include "process/output.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_local_seat; /* runner/local_seat.h */
struct svi_bot_past;   /* runner/bot_past.h */

#define SVI_MAX_ENV 64u /* variables that an operator sets for a bot */

/* A bot as the operator names it. All pointers stay the caller's and must outlive the run. */
struct svi_bot_spec {
    const char *name;        /* shown everywhere and recorded; unique among the bots of a run */
    const char *const *argv; /* program and arguments, NULL at the end; no shell sees them. NULL:
                                the bot connects by itself and says this name in its hello */
    bool anybody;  /* without argv: whoever connects is this bot, whatever its hello says */
    bool terminal; /* its process has our terminal, so that it may be a debugger. Requires a
                      run without a sandbox */
    const struct svi_local_seat *local_seat; /* NULL; or it is played by us, and has no argv */
    const char *const
        *files; /* what it may read besides what argv names, NULL at the end; NULL: nothing */
    const char *const *env; /* set in its environment, "NAME=VALUE", at most SVI_MAX_ENV and NULL at
                               the end; NULL: nothing */
    const char *const *secret_env; /* likewise, all together at most SVI_MAX_ENV; the values of
                                      these are secret */
    const char *const *secrets; /* those values, to be masked in all that it says (secret/mask.h);
                                   NULL: nothing is */
    const char *folder;         /* where its process runs; NULL: where we do */
    const char *endpoint; /* of a remote bot, whose argv is that of its gate: where that listens for
                             it; NULL: it is none */
    uint32_t wait_ms;     /* how long a remote bot may take to connect the first time */
    unsigned matches;     /* at most so many at once, whatever the bot says; 0: what the bot says */
    struct svi_bot_past
        *past; /* one for each worker, all 0 before the first run; NULL: this run is all there is */
    struct svi_output_cap *printed; /* how much of what it prints goes to the log or our stderr, all
                                       workers together; NULL: all of it */
};

#endif
