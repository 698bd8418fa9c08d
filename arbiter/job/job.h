/* A match to be played: next() of struct svi_run_config fills one in for the runner. Pointers in it
 * belong to the source of matches, and must be valid until the match is over. */
#ifndef SVI_ARBITER_JOB_JOB_H
#define SVI_ARBITER_JOB_JOB_H

#include <solvent/edition.h>
#include <solvent/luck.h>

#include <stdbool.h>
#include <stdint.h>

struct svi_match_driver;

/* One match to be played. */
struct svi_job {
    uint64_t number;                  /* the match's number in its league, or 0 */
    const struct sv_edition *edition; /* finished; must outlive the run */
    uint8_t seed[SV_SEED_BYTES];
    uint8_t salt[SV_SALT_BYTES]; /* salt of the seed's commitment */
    unsigned seats;              /* 2-8 */
    unsigned bot[SV_MAX_SEATS];  /* for each seat: index into config.bots; a bot may sit twice */
    /* The league's name, or NULL. Only for the replay's header; without a name, `number`, `deal`
     * and `seating` stay out of the header too. */
    const char *league;
    uint64_t deal;
    unsigned seating;
    /* The first job of a batch, which needs new processes of all bots that we start. All jobs
     * before it must be over, and the run must have one worker. */
    bool fresh;
    unsigned taken_back; /* answers that a person has taken back, for the header */
    /* Moves the match on (runner/live_match.h); NULL: the bots' answers do. */
    const struct svi_match_driver *driver;
    void *user; /* belongs to the source of matches, handed back in done() */
};

#endif
