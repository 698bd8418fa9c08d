/* A bot as the operator names it. arbiter/league/roster.c makes the bots of a league; commands for
 * single matches make their own. svi_run() gets them in svi_run_config.bots. */
#ifndef SVI_ARBITER_PROCESS_BOT_SPEC_H
#define SVI_ARBITER_PROCESS_BOT_SPEC_H

#include "process/limits.h"
#include "process/output.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_local_seat; /* runner/local_seat.h */
struct svi_bot_past;   /* runner/bot_past.h */

#define SVI_MAX_ENV 64u /* most variables that an operator sets for a bot */

/* A header that a relay adds. Its first `before` bytes are not secret. */
struct svi_inject {
    const char *text; /* "NAME: VALUE" */
    size_t before;
};

/* All pointers stay the caller's and must outlive the run. */
struct svi_bot_spec {
    const char *name; /* shown everywhere and recorded; unique in a run */
    /* Program and arguments, NULL at the end; no shell sees them. NULL: the bot connects by itself
     * and says this name in its hello. */
    const char *const *argv;
    /* Without argv: the first bot to connect is this one, whatever its hello says. */
    bool anybody;
    /* It is a reference bot, or the caller's own: with SVI_SANDBOX_AUTO it may run without a
     * sandbox where none works. */
    bool trusted;
    /* Its conditions in place of the run's, with decision_ms and strikes of at least 1; or NULL. */
    const struct svi_conditions *conditions;
    bool terminal; /* its process has our terminal, so that it may be a debugger. Requires a
                      run without a sandbox */
    /* plays it within this program, without argv; else NULL */
    const struct svi_local_seat *local_seat;
    /* Files that it may read besides those that argv names, NULL at the end; NULL: no others. */
    const char *const *files;
    /* Variables set in its environment, "NAME=VALUE", at most SVI_MAX_ENV and NULL at the end; may
     * be NULL. */
    const char *const *env;
    /* Likewise, with values that are secret. `env` and `secret_env` together have at most
     * SVI_MAX_ENV. */
    const char *const *secret_env;
    /* Headers that its relay adds to requests to plain HTTP addresses, with a text of NULL at the
     * end; may be NULL. Their values are in `secrets`. */
    const struct svi_inject *inject;
    /* Those values, masked in all its messages and output (secret/mask.h); may be NULL. */
    const char *const *secrets;
    const char *folder; /* folder where its process runs; NULL: ours */
    /* Endpoint at which the gate of a remote bot listens for it; argv is the gate's command then.
     * NULL: the bot is not remote. */
    const char *endpoint;
    uint32_t wait_ms; /* time that a remote bot may take to connect first */
    unsigned matches; /* most matches at once; 0: as many as the bot says */
    /* One for each worker, all 0 before the first run; NULL: no history is kept between runs. */
    struct svi_bot_past *past;
    /* Cap on the output that goes to the log or our stderr, shared by all workers; NULL: no cap. */
    struct svi_output_cap *printed;
};

#endif
