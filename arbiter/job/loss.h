/* A lost process of a bot. The runner reports it to lost() of struct svi_run_config, and a run of a
 * league stores a part of it (svi_store_losses()). All members belong to the runner. */
#ifndef SVI_ARBITER_JOB_LOSS_H
#define SVI_ARBITER_JOB_LOSS_H

#include <stdbool.h>
#include <stdint.h>

/* Valid during the callback only. */
struct svi_loss {
    unsigned bot;       /* index of the bot in the run */
    uint64_t match;     /* match that it probably worked on; 0 for no match */
    unsigned seat;      /* its seat in that match */
    unsigned forfeited; /* its seats that forfeited because of the loss */
    bool unused;        /* it had not sat in any match */
    bool outside;       /* ended from outside; no match is lost by it */
    unsigned recovered; /* matches that go on with another process of the bot */
    const char *why;    /* how it ended, to follow the bot's name */
    /* Clean text: a line that says how it ended and what question it was asked, then the last lines
     * that it printed. */
    const char *report;
};

#endif
