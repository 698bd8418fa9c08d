/* The schedule of a league: every match is a pure function of what the league file says and of its number.
 *
 * A round robin plays every table (a choice of `seats` bots out of all, in lexicographic order of their
 * places in the league file), at every table `deals` deals, and every deal in each of its seatings. All
 * seatings of a deal have the same seed, so the same luck.
 *
 * Numbers run from 1: the seatings of the first table's first deal, then those of the second table's
 * first deal, and so on; when every table has had its first deal come the second ones. So a league cut
 * short has treated all bots nearly alike. */
#ifndef SVI_ARBITER_SCHEDULE_H
#define SVI_ARBITER_SCHEDULE_H

#include <solvent/luck.h>
#include <solvent/manifest.h>
#include <solvent/status.h>

#include <stdint.h>

/* X(NAME, name, seatings of a deal in words) */
#define SVI_SEATINGS(X)                                                                            \
    X(ROTATIONS, rotations, "as many as seats: everybody moves on by one")                         \
    X(ALL, all, "every order of the bots at the table")                                            \
    X(FIXED, fixed, "one: the order of the league file")

enum svi_seatings {
#define X(NAME, name, text) SVI_SEATINGS_##NAME,
    SVI_SEATINGS(X)
#undef X
        SVI_SEATINGS_COUNT
};

/* The name of a value as it stands in league files; NULL when there is none. */
const char *svi_seatings_name(unsigned seatings);

/* What makes a schedule; a league may have so many matches. */
#define SVI_MAX_SCHEDULED UINT64_C(100000000)

struct svi_schedule {
    unsigned bots;
    unsigned seats;
    uint32_t deals;
    enum svi_seatings seatings;
    uint8_t seed[SV_SEED_BYTES]; /* of the league */

    /* Follow from those above. */
    uint64_t tables;
    uint64_t seatings_each; /* of a deal */
    uint64_t matches;
    uint64_t stride; /* from a match of a deal to the one that is played after it */
};

/* Fills the schedule. SV_E_RANGE: more than SVI_MAX_SCHEDULED, or seats not 2-8, fewer bots than seats, no
 * deals. */
enum sv_status svi_schedule_init(struct svi_schedule *schedule, unsigned bots, unsigned seats,
                                 uint32_t deals, enum svi_seatings seatings,
                                 const uint8_t seed[SV_SEED_BYTES]);

/* Who plays where, under which luck. */
struct svi_pairing {
    uint64_t number;            /* from 1 */
    uint64_t table;             /* from 1 */
    uint32_t deal;              /* from 1, at its table */
    uint32_t seating;           /* from 0 */
    unsigned bot[SV_MAX_SEATS]; /* for each seat: the bot's place in the league file, from 0 */
    uint8_t seed[SV_SEED_BYTES];
};

/* Match `number`, 1 to schedule->matches. The seed is sv_luck_seed_child(league's, "deal", table, deal). */
void svi_schedule_match(const struct svi_schedule *schedule, uint64_t number,
                        struct svi_pairing *pairing);

/* The number of the match that is to be played as the turn-th, 0 to schedule->matches - 1: deal by deal, and within
 * a deal so that matches played at the same time have different bots. In the order of their numbers hundreds of
 * matches would wait for the first bots, with the others idle. */
uint64_t svi_schedule_turn(const struct svi_schedule *schedule, uint64_t turn);

#endif
