/* A match to be played. */
#ifndef SVI_ARBITER_JOB_JOB_H
#define SVI_ARBITER_JOB_JOB_H

#include <solvent/edition.h>
#include <solvent/luck.h>

#include <stdint.h>

struct svi_match_driver;

/* One match to be played. */
struct svi_job {
    uint64_t number;                  /* the match's number in its league, or 0 */
    const struct sv_edition *edition; /* finished; must outlive the run */
    uint8_t seed[SV_SEED_BYTES];
    uint8_t salt[SV_SALT_BYTES]; /* of the commitment to it */
    unsigned seats;              /* 2-8 */
    unsigned bot[SV_MAX_SEATS];  /* for each seat: index into config.bots; the same may sit twice */
    const char *league; /* for the replay's header only: the league's name, or NULL when there is */
    uint64_t deal;      /* none, then `number`, `deal` and `seating` stay out of the header too */
    unsigned seating;
    unsigned taken_back; /* answers that a person has taken back, for the header; 0: none */
    const struct svi_match_driver *driver; /* what moves the match on (runner/live_match.h); NULL:
                                              its bots' answers do */
    void *user;                            /* the source's own, handed back in done */
};

#endif
