/* The schedule of a league: who plays whom, in which order, in which seats and under which luck.
 *
 * A *deal* is one seed. It is played by one *lineup*, the bots of one table (or of two, where a
 * format compares on the same luck), in all seatings; a match's place within its deal, over tables
 * and seatings, is its *lane*. Deals are numbered through the league, and matches deal by deal:
 * number = (deal - 1) * lanes + lane + 1.
 *
 * A *stage* is what can be played without knowing its own results: its lineups, each dealt in so
 * many *rounds*, all of them once before any a second time. So a league cut short has treated all
 * bots nearly alike. A *format* (format.h) adds the stages: the first from the settings, each next
 * one from the results of those before.
 *
 * A seed is a function of the league's and of two counters, never of a table's number: the lineups
 * that a bot makes possible, being the last of them in the league file, are a *series*, and their
 * deals are counted within it. So neither a bot that is added at the end nor more deals change the
 * luck of any deal that was there before. */
#ifndef SVI_ARBITER_SCHEDULE_SCHEDULE_H
#define SVI_ARBITER_SCHEDULE_SCHEDULE_H

#include "schedule/settings.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_DEAL_TABLES 2u

/* Who plays a deal: at each of its tables the bots, by their places in the league file, in that
 * order. */
struct svi_lineup {
    unsigned bot[SVI_DEAL_TABLES][SV_MAX_SEATS];
    bool chosen; /* for a format that draws it to compare two: */
    uint16_t pair[2];
    /* Of one that was drawn: its probability, as a multiple of the probability that it would have
     * if all were equally likely, is odds[0] / odds[1]. 0 / 0: it was not drawn by odds. */
    uint32_t odds[2];
};

/* All tables of a stage without a list of them, by the last bot of each in the order of the league
 * file. */
struct svi_tables {
    uint64_t (*count)(const struct svi_settings *settings,
                      unsigned newest); /* so many have it as their last; more than SVI_MAX_MATCHES
                                           may come out as any number above that */
    void (*seat)(const struct svi_settings *settings, unsigned newest, uint64_t index,
                 unsigned bot[]); /* the index-th of them, from 0, its bots ascending */
};

struct svi_stage {
    uint64_t deals_before; /* of the stages before it */
    uint64_t lineups;
    uint32_t rounds;
    uint32_t rounds_before;          /* that the same lineups had in stages before */
    unsigned bots;                   /* of the league when it was planned */
    const struct svi_tables *tables; /* NULL: `listed` has the lineups */
    uint64_t *before; /* of `tables`: lineups whose last bot is before this one; bots + 1 numbers */
    struct svi_lineup *listed;
    bool may_grow; /* lineups may be added to `listed` at its end: neither they nor rounds change
                      the luck of a deal */
};

/* Who plays where, under which luck. */
struct svi_pairing {
    uint64_t number;            /* of the match, from 1 */
    uint64_t table;             /* of its lineup in its stage, from 1 */
    uint32_t deal;              /* from 1, through the league */
    uint32_t lane;              /* in its deal, from 0 */
    uint32_t seating;           /* from 0 */
    unsigned bot[SV_MAX_SEATS]; /* for each seat: the bot's place in the league file, from 0 */
    uint8_t seed[SV_SEED_BYTES];
    uint8_t salt[SV_SALT_BYTES]; /* of the commitment, another one in every match */
};

struct svi_schedule {
    struct svi_settings settings;
    uint32_t seatings; /* of a deal at each table */
    uint32_t lanes;    /* matches of a deal */
    struct svi_stage *stage;
    unsigned n_stages;
    uint64_t matches;            /* planned so far: the numbers 1 to this */
    unsigned changes;            /* of the settings: calls of svi_schedule_change() */
    uint64_t gone[SVI_MAX_BOTS]; /* of a bot that does not play: matches that were planned when it
                                    was told so */

    /* The results, for a format that goes by them: places by seat of match n at [n - 1]. */
    uint64_t taken, room;
    uint8_t (*place)[SV_MAX_SEATS];
    int32_t (
        *luck)[SV_MAX_SEATS]; /* likewise, in millionths of a point; NULL: it decides nothing */
    void *memo;               /* what the format has made of them so far: its own; NULL: nothing */
};

/* What settings make no league, as one line "found ..., expected ..." about a key of the league
 * file. */
struct svi_schedule_fault {
    const char *key;
    char text[200];
};

/* Plans the first stage. SV_E_RANGE: `fault` says why these settings make no league. SV_E_SYSTEM:
 * no memory. Unless SV_OK there is nothing to finish. */
enum sv_status svi_schedule_init(struct svi_schedule *schedule, const struct svi_settings *settings,
                                 struct svi_schedule_fault *fault);
void svi_schedule_finish(struct svi_schedule *schedule);

/* The league's file has changed: from here on these are the settings, with their bots and more of
 * them, and what they add is planned. What may change at all is league_change.h's. SV_E_RANGE:
 * `fault` says why these make no league. SV_E_SYSTEM: no memory. The schedule is to be finished
 * even then. */
enum sv_status svi_schedule_change(struct svi_schedule *schedule,
                                   const struct svi_settings *settings,
                                   struct svi_schedule_fault *fault);

/* Whether a match that has not been played is not to be played: it has a bot that plays no more, or
 * is of a stage of a season that has been followed by another. Where others' results depend on it,
 * it is played all the same: the bot forfeits. */
bool svi_schedule_is_off(const struct svi_schedule *schedule, uint64_t number);

/* Draws a secret seed for settings without one. SV_E_SYSTEM: the system gives none. */
enum sv_status svi_schedule_draw_seed(uint8_t seed[SV_SEED_BYTES]);

/* Match `number`, 1 to schedule->matches. */
void svi_schedule_match(const struct svi_schedule *schedule, uint64_t number,
                        struct svi_pairing *pairing);

/* The same without seed and salt, which take longest. */
void svi_schedule_seating(const struct svi_schedule *schedule, uint64_t number,
                          struct svi_pairing *pairing);

/* Returns what a deal weighs in ratings: the probability that its lineup would have had if all were
 * equally likely, over the one that it had. So all lineups count alike, however often they played
 * (Horvitz and Thompson 1952). 1 if lineups were not drawn by odds, or the deal is not known. */
double svi_schedule_weight(const struct svi_schedule *schedule, uint32_t deal);

/* Whether what is played depends on results: then each is given by svi_schedule_take(), and
 * svi_schedule_next() is called when all have been. */
bool svi_schedule_goes_by_results(const struct svi_schedule *schedule);

/* Takes in the result of match schedule->taken + 1: its places by seat; NULL: it has none, and is
 * off. `luck`, where settings.luck says that it decides: by seat, in millionths of a point; NULL:
 * 0. SV_E_SYSTEM: no memory. */
enum sv_status svi_schedule_take(struct svi_schedule *schedule, const uint8_t place[],
                                 const int32_t luck[]);

/* Whether the match has a result that counts: it has been taken in and no bot at its table is
 * disqualified. */
bool svi_schedule_counts(const struct svi_schedule *schedule, uint64_t number);

/* Everything planned has been played, and taken in if the schedule goes by results: schedules the
 * next stage. *more is false when the league is over. SV_E_SYSTEM: no memory; SV_E_RANGE: more than
 * SVI_MAX_MATCHES; `fault` says so. */
enum sv_status svi_schedule_next(struct svi_schedule *schedule, bool *more,
                                 struct svi_schedule_fault *fault);

/* struct svi_format's stand(), for all bots. */
void svi_schedule_stand(const struct svi_schedule *schedule, unsigned standing[]);

/* ---- for formats -------------------------------------------------------------------------- */

/* SV_E_RANGE, with a line in `fault`: too few bots play for a table. */
enum sv_status svi_schedule_check_playing(const struct svi_schedule *schedule,
                                          struct svi_schedule_fault *fault);

/* The luck of the bot in a deal, from 0, that has been taken in: the sum over its games, in
 * millionths of a point. 0 where luck decides nothing. */
int64_t svi_schedule_luck(const struct svi_schedule *schedule, uint64_t deal, unsigned bot);

/* SV_E_SYSTEM, with a line in `fault`. */
enum sv_status svi_schedule_no_memory(struct svi_schedule_fault *fault);

/* Adds a stage of all these tables. SV_E_RANGE: more than SVI_MAX_MATCHES, `fault` says so.
 * SV_E_SYSTEM: no memory. */
enum sv_status svi_schedule_add_tables(struct svi_schedule *schedule,
                                       const struct svi_tables *tables, uint32_t rounds,
                                       struct svi_schedule_fault *fault);

/* Adds a stage of those of these tables whose last bot is `from` or one after it, before `to`, and
 * which have had `rounds_before` rounds. Nothing when there is none. The same. */
enum sv_status svi_schedule_add_more_tables(struct svi_schedule *schedule,
                                            const struct svi_tables *tables, unsigned from,
                                            unsigned to, uint32_t rounds_before, uint32_t rounds,
                                            struct svi_schedule_fault *fault);

/* struct svi_format's change() for formats whose stage is all of these tables: more bots, more
 * deals. */
enum sv_status svi_schedule_extend_tables(struct svi_schedule *schedule,
                                          const struct svi_tables *tables,
                                          const struct svi_settings *before,
                                          struct svi_schedule_fault *fault);

/* Adds a stage of these lineups, which are copied. The same. */
enum sv_status svi_schedule_add_lineups(struct svi_schedule *schedule,
                                        const struct svi_lineup lineups[], uint64_t n,
                                        uint32_t rounds, struct svi_schedule_fault *fault);

/* Adds a stage of the last one's lineups, so many more rounds of them. The same. */
enum sv_status svi_schedule_add_rounds(struct svi_schedule *schedule, uint32_t rounds,
                                       struct svi_schedule_fault *fault);

/* The same for the only stage of a league that may get more lineups later, at the end, and keeps
 * the luck of all deals then. */
enum sv_status svi_schedule_add_growing(struct svi_schedule *schedule,
                                        const struct svi_lineup lineups[], uint64_t n,
                                        uint32_t rounds, struct svi_schedule_fault *fault);

#endif
