/* A process of a bot that was lost. */
#ifndef SVI_ARBITER_JOB_LOSS_H
#define SVI_ARBITER_JOB_LOSS_H

#include <stdbool.h>
#include <stdint.h>

/* Valid during the callback only. */
struct svi_loss {
    unsigned bot;       /* whose, of those of the run */
    uint64_t match;     /* the number of the match that it is taken to have worked on; 0: none */
    unsigned seat;      /* that it had there */
    unsigned forfeited; /* its seats that have forfeited by it */
    bool unused;        /* it had sat in no match */
    bool outside;       /* it was ended by somebody else: no match is lost by it */
    unsigned held;      /* matches that go on with another process of the bot */
    const char *why;    /* how it ended, as it goes behind the bot's name */
    const char *report; /* one line: how it ended, and the question that it was asked; then the last
                           lines that it printed, clean text */
};

#endif
