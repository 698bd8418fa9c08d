/* A fixed piece of work: what it takes says how fast a node is, and what it comes to whether it
 * reckons right. Games of the classic edition in which everybody takes the defaults, under seeds of
 * its own: the rules and the generator, as in every game of a league.
 *
 * It is timed by the clock of its own thread, which stands still while others have the core: so a
 * bot that keeps cores busy does not make its node look slow. */
#ifndef SVI_ARBITER_JOB_PROBE_H
#define SVI_ARBITER_JOB_PROBE_H

#include <stdint.h>

#define SVI_PROBE_TRIES 3u /* the quickest counts: what disturbs a try only makes it longer */
#define SVI_PROBE_BEFORE                                                                           \
    12u                      /* probes before anything is played: enough to tell a slow node by,   \
                              */
#define SVI_PROBE_BETWEEN 2u /*   between batches, when no bot of ours runs, and in the end */
#define SVI_PROBE_MARK 8u

enum svi_probe_when { SVI_PROBE_AT_BEGIN, SVI_PROBE_DURING, SVI_PROBE_AT_END };

struct svi_probe {
    enum svi_probe_when when;
    uint64_t us;
    uint8_t mark[SVI_PROBE_MARK]; /* of what it has come to: the same on every node */
};

/* Does it. */
void svi_probe_take(struct svi_probe *probe, enum svi_probe_when when);

#endif
