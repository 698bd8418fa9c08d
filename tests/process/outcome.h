/* A command run to its end. */
#ifndef SVI_TESTS_PROCESS_OUTCOME_H
#define SVI_TESTS_PROCESS_OUTCOME_H

#include "process/process.h"

struct outcome {
    enum sv_status status;
    struct svi_error error;
    char printed[4096], ended[192];
};

/* Runs a command to its end, 20 seconds at most, and keeps what it printed. With limits it gets a
 * supervisor and the sandbox's filter. */
void outcome_run_limited(struct outcome *o, const char *const *argv, bool bare,
                         const struct svi_limits *limits);
void outcome_run(struct outcome *o, const char *const *argv, bool bare);

/* As outcome_run(), in the sandbox, with a folder that the program may see. */
void outcome_run_sandboxed(struct outcome *o, const char *const *argv, const char *folder,
                           const struct svi_limits *limits);

#endif
