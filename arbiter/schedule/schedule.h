/* The schedule of a league: which bots play each other, in which order, in which seats and under
 * which luck.
 *
 * A *deal* is one seed. It is played by one *lineup*, the bots of one table (or of two, where a
 * format compares on the same luck), in all seatings. A match's place within its deal, over tables
 * and seatings, is its *lane*. Deals are numbered through the league, and matches deal by deal:
 * number = (deal - 1) * lanes + lane + 1.
 *
 * A *stage* consists of the matches that can be played without knowing its own results. Each of its
 * lineups is dealt in a number of *rounds*, all of them once before any a second time. So a league
 * cut short has treated all bots nearly alike. A *format* (settings.h) adds the stages: the first
 * from the settings, each next one from the results of those before.
 *
 * A seed is a function of the league's seed and of two counters, never of a table's number. The
 * lineups whose last bot in the league file is the same are a *series*, and their deals are counted
 * within it. So neither a bot that is added at the end nor more deals change the luck of an earlier
 * deal. All matches of a deal have its luck, except those of a bot that remembers
 * (svi_settings.remembers): each of them has luck of its own.
 *
 * league/league_follow.h builds the schedule of a store, for runs and for readers: rankings,
 * `verify`, merges, `games`, `serve`. Readers of league files, new stores, trials and simulations
 * build one from settings. A schedule has no lock. Arguments are copied or only read. A schedule in
 * which a function has failed, other than svi_schedule_init(), serves only for
 * svi_schedule_finish(). */
#ifndef SVI_ARBITER_SCHEDULE_SCHEDULE_H
#define SVI_ARBITER_SCHEDULE_SCHEDULE_H

#include "schedule/settings.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_DEAL_TABLES 2u

/* The bots of a deal: at each of its tables, their places in the league file, in that order. */
struct svi_lineup {
    unsigned bot[SVI_DEAL_TABLES][SV_MAX_SEATS];
    bool chosen; /* a format drew it to compare `pair` */
    uint16_t pair[2];
    /* For a drawn lineup: odds[0] / odds[1] is its probability, as a multiple of its probability if
     * all were equally likely. 0 / 0: it was not drawn by odds. */
    uint32_t odds[2];
};

/* All tables of a stage that does not list them, by the last bot of each in the order of the league
 * file. */
struct svi_tables {
    /* Returns the number of tables whose last bot is `newest`; above SVI_MAX_MATCHES it may be any
     * number above that. */
    uint64_t (*count)(const struct svi_settings *settings, unsigned newest);
    /* Writes the index-th of those tables, from 0, its bots ascending. */
    void (*seat)(const struct svi_settings *settings, unsigned newest, uint64_t index,
                 unsigned bot[]);
};

struct svi_stage {
    uint64_t deals_before; /* deals of earlier stages */
    uint64_t lineups;
    uint32_t rounds;
    uint32_t rounds_before;          /* rounds of the same lineups in earlier stages */
    unsigned bots;                   /* bots of the league when it was planned */
    const struct svi_tables *tables; /* NULL: `listed` has the lineups */
    /* With `tables`: by bot, the lineups whose last bot is before it; bots + 1 numbers. */
    uint64_t *before;
    struct svi_lineup *listed;
    /* Lineups may be added at the end of `listed`: neither they nor more rounds change the luck of
     * a deal. */
    bool may_grow;
};

/* A match: its bots, their seats and its luck. */
struct svi_pairing {
    uint64_t number;            /* number of the match, from 1 */
    uint64_t table;             /* number of its lineup in its stage, from 1 */
    uint32_t deal;              /* from 1, through the league */
    uint32_t lane;              /* lane in its deal, from 0 */
    uint32_t seating;           /* from 0 */
    bool apart;                 /* no other match has its luck */
    unsigned bot[SV_MAX_SEATS]; /* by seat: place of the bot in the league file, from 0 */
    uint8_t seed[SV_SEED_BYTES];
    uint8_t salt[SV_SALT_BYTES]; /* salt of the commitment, different in every match */
};

struct svi_schedule {
    struct svi_settings settings;
    uint32_t seatings; /* seatings of a deal at each table */
    uint32_t lanes;    /* matches of a deal */
    struct svi_stage *stage;
    unsigned n_stages;
    uint64_t matches; /* planned so far, numbered from 1 */
    unsigned changes; /* calls of svi_schedule_change() */
    /* For a bot that does not play: matches planned when the schedule learned that. */
    uint64_t gone[SVI_MAX_BOTS];

    /* The results, for a format that depends on them: places by seat of match n at [n - 1]. */
    uint64_t taken, room;
    uint8_t (*place)[SV_MAX_SEATS];
    /* Likewise, in millionths of a point; NULL: luck does not decide. */
    int32_t (*luck)[SV_MAX_SEATS];
    void *memo; /* the format's own summary of the results; NULL: none */
};

/* The settings' fault, as one line "found ..., expected ..." about a key of the league file. */
struct svi_schedule_fault {
    const char *key;
    char text[200];
};

/* Copies the settings and plans the first stage. Returns SV_E_RANGE if these settings make no
 * league, SV_E_SYSTEM if there is no memory, each with a line in `fault`. After an error there is
 * nothing to finish; svi_schedule_finish() does no harm then, and may be called again. */
enum sv_status svi_schedule_init(struct svi_schedule *schedule, const struct svi_settings *settings,
                                 struct svi_schedule_fault *fault);
void svi_schedule_finish(struct svi_schedule *schedule);

/* Replaces the settings after the league file has changed, and plans the additions. The bots and
 * the format stay, more bots may follow, and the schedule keeps its seed. league_change.h decides
 * which changes are allowed. Returns SV_E_RANGE with a line in `fault` if these settings make no
 * league, SV_E_SYSTEM if there is no memory. Call svi_schedule_finish() even then. */
enum sv_status svi_schedule_change(struct svi_schedule *schedule,
                                   const struct svi_settings *settings,
                                   struct svi_schedule_fault *fault);

/* Returns whether a match will not be played if it has not been played yet. It has a bot that plays
 * no more, or its stage of a season has been followed by another. If others' results depend on the
 * match it is played all the same: the bot forfeits. */
bool svi_schedule_is_off(const struct svi_schedule *schedule, uint64_t number);

/* Draws a secret seed for settings without one. The function itself initialises libsodium. Returns
 * SV_E_SYSTEM if the system provides none. */
enum sv_status svi_schedule_draw_seed(uint8_t seed[SV_SEED_BYTES]);

/* Fills `pairing` for match `number`, 1 to schedule->matches. */
void svi_schedule_match(const struct svi_schedule *schedule, uint64_t number,
                        struct svi_pairing *pairing);

/* As svi_schedule_match(), but without seed and salt, which take longest. */
void svi_schedule_seating(const struct svi_schedule *schedule, uint64_t number,
                          struct svi_pairing *pairing);

/* Returns the weight of a deal in ratings: the probability of its lineup if all were equally
 * likely, over its actual probability. So all lineups count alike, however often they played
 * (Horvitz and Thompson 1952). Returns 1 if lineups were not drawn by odds, or the deal is not
 * known. */
double svi_schedule_weight(const struct svi_schedule *schedule, uint32_t deal);

/* Returns whether later matches depend on results. Then each result is passed to
 * svi_schedule_take(), and svi_schedule_next() is called after all of them. */
bool svi_schedule_goes_by_results(const struct svi_schedule *schedule);

/* Takes in the result of match schedule->taken + 1, which is planned, in a schedule that goes by
 * results: its places by seat. NULL: it has no result, and is off. `luck` is by seat, in millionths
 * of a point, where settings.luck lets it decide; NULL: 0. Returns SV_E_SYSTEM, without a line, if
 * there is no memory. */
enum sv_status svi_schedule_take(struct svi_schedule *schedule, const uint8_t place[],
                                 const int32_t luck[]);

/* Returns whether the match has a result that counts: it has been taken in and no bot at its table
 * is disqualified. */
bool svi_schedule_counts(const struct svi_schedule *schedule, uint64_t number);

/* Schedules the next stage. Everything planned must have been played, and taken in if the schedule
 * depends on results. *more is false when the league is over, and after an error. Returns
 * SV_E_SYSTEM if there is no memory, SV_E_RANGE beyond SVI_MAX_MATCHES or if too few bots play; a
 * line is in `fault`. */
enum sv_status svi_schedule_next(struct svi_schedule *schedule, bool *more,
                                 struct svi_schedule_fault *fault);

/* Ranks all bots by struct svi_format's stand(). */
void svi_schedule_stand(const struct svi_schedule *schedule, unsigned standing[]);

/* ---- for formats -------------------------------------------------------------------------- */

/* Returns SV_E_RANGE, with a line in `fault`, if too few bots play for a table. */
enum sv_status svi_schedule_check_playing(const struct svi_schedule *schedule,
                                          struct svi_schedule_fault *fault);

/* Returns the luck of a bot in a deal, from 0, that has been taken in: the sum over its games, in
 * millionths of a point. 0 where luck does not decide. */
int64_t svi_schedule_luck(const struct svi_schedule *schedule, uint64_t deal, unsigned bot);

/* Writes a line about a key of the league file into `fault`, and returns SV_E_RANGE. */
enum sv_status svi_schedule_refuse(struct svi_schedule_fault *fault, const char *key,
                                   const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Returns SV_E_SYSTEM, with a line in `fault`. */
enum sv_status svi_schedule_no_memory(struct svi_schedule_fault *fault);

/* Adds a stage of all these tables. Returns SV_E_RANGE with a line in `fault` beyond
 * SVI_MAX_MATCHES, SV_E_SYSTEM if there is no memory. */
enum sv_status svi_schedule_add_tables(struct svi_schedule *schedule,
                                       const struct svi_tables *tables, uint32_t rounds,
                                       struct svi_schedule_fault *fault);

/* struct svi_format's change() for formats whose stage has all of these tables: handles more bots
 * and more deals. Returns the errors of svi_schedule_add_tables(). */
enum sv_status svi_schedule_extend_tables(struct svi_schedule *schedule,
                                          const struct svi_tables *tables,
                                          const struct svi_settings *before,
                                          struct svi_schedule_fault *fault);

/* Adds a stage of these lineups, which are copied. Returns the errors of
 * svi_schedule_add_tables(). */
enum sv_status svi_schedule_add_lineups(struct svi_schedule *schedule,
                                        const struct svi_lineup lineups[], uint64_t n,
                                        uint32_t rounds, struct svi_schedule_fault *fault);

/* Adds a stage with `rounds` more rounds of the last stage's lineups, which it lists. Returns the
 * errors of svi_schedule_add_tables(). */
enum sv_status svi_schedule_add_rounds(struct svi_schedule *schedule, uint32_t rounds,
                                       struct svi_schedule_fault *fault);

/* Adds the only stage of a league that may get more lineups at its end later, and then keeps the
 * luck of all deals. Otherwise as svi_schedule_add_lineups(). */
enum sv_status svi_schedule_add_growing(struct svi_schedule *schedule,
                                        const struct svi_lineup lineups[], uint64_t n,
                                        uint32_t rounds, struct svi_schedule_fault *fault);

/* Returns n over k, for k up to 8 and n up to SVI_MAX_BOTS. If it is above SVI_MAX_MATCHES, returns
 * any number above that. */
uint64_t svi_combination(uint64_t n, unsigned k);

/* Writes the index-th choice of k things, ascending, from 0. */
void svi_choice(uint64_t index, unsigned k, unsigned out[]);

#endif
