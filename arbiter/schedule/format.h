/* A format: how a league chooses which bots play each other (schedule.h explains the words). To add
 * one: a file of its own that defines a struct svi_format, a row in SVI_FORMATS, and a row in
 * SVI_SETTINGS (keys/league_keys.h) for each key of the league file that it alone needs. */
#ifndef SVI_ARBITER_SCHEDULE_FORMAT_H
#define SVI_ARBITER_SCHEDULE_FORMAT_H

#include "schedule/settings.h"

#include <solvent/status.h>

#include <stdbool.h>

struct svi_comparison;
struct svi_schedule;
struct svi_schedule_fault;

/* X(name): the formats; svi_format_<name> is defined in format_<name>.c. The first is the default
 * of league files. */
#define SVI_FORMATS(X) X(round_robin) X(gauntlet) X(swiss) X(knockout) X(sprt) X(ladder)

/* The truth of a league's decision, in a simulation that knows the strengths. */
enum svi_judged { SVI_UNDECIDED, SVI_DECIDED_RIGHT, SVI_DECIDED_WRONG };

struct svi_format {
    const char *name; /* name in league files */
    /* Settings that only this format and related ones have: bits 1 << enum svi_term. */
    uint32_t own;
    uint32_t deals; /* deals if the league file does not say; 0: as in SVI_SETTINGS */
    /* The league never ends by itself: each run plays as much as its budget allows. Its bots are
     * entries by version (entries.h), and the store keeps the stages. */
    bool season;
    /* Matches of a bot that plays no more are forfeited, since others depend on them; else they are
     * off. */
    bool forfeits;

    /* Keys that may change while a league is in progress, separated by spaces. A key that ends with
     * a dot or a bracket stands for all keys that begin with it. Numbers in `may_grow` may become
     * greater; for `bots` that is their number. */
    const char *may_grow, *may_change;
    bool out_for_good; /* a bot that plays no more cannot come back */

    bool seats_itself; /* it chooses the seats of a lineup's first deal */

    bool by_luck; /* points less luck decide, if luck is accounted for */

    /* No interval is shown: results decide which bots play, and no method is proven to hold
     * then. */
    bool no_intervals;

    /* For a format that forfeits: returns whether nothing more is played, because a bot that it
     * needs plays no more. NULL: never. */
    bool (*ended)(const struct svi_settings *settings);

    /* Returns the tables at which a deal is played, 1 to SVI_DEAL_TABLES. NULL: 1. */
    unsigned (*deal_tables)(const struct svi_settings *settings);

    /* Plans the first stage, with svi_schedule_add_tables() or svi_schedule_add_lineups(). Returns
     * SV_E_RANGE with a line in `fault` if these settings make no league, SV_E_SYSTEM if there is
     * no memory. */
    enum sv_status (*first)(struct svi_schedule *schedule, struct svi_schedule_fault *fault);

    /* Schedules the additions after settings have changed from `before` to schedule->settings.
     * Returns the errors of first(). NULL: none before the next stage. */
    enum sv_status (*change)(struct svi_schedule *schedule, const struct svi_settings *before,
                             struct svi_schedule_fault *fault);

    /* For formats that depend on results: done() returns whether the league is over; if not, next()
     * schedules the next stage. Both use schedule->place, which has the results of all planned
     * matches. Both are NULL if the first stage is the only one. next() returns SV_E_RANGE beyond
     * SVI_MAX_MATCHES, and SV_E_SYSTEM if there is no memory. */
    bool (*done)(const struct svi_schedule *schedule);
    enum sv_status (*next)(struct svi_schedule *schedule, struct svi_schedule_fault *fault);

    /* Returns about how many matches the stages after the planned ones will have. NULL if
     * there is only one stage, or if results decide that. */
    uint64_t (*to_come)(const struct svi_schedule *schedule);

    /* Frees schedule->memo. NULL: the format has no memo. */
    void (*forget)(void *memo);

    /* Ranks bots after the matches so far, in standing[bot], which is 0 at first. A bot is before
     * all bots with a greater number, whatever their points; mean points order bots with equal
     * numbers. NULL: all are equal. */
    void (*stand)(const struct svi_schedule *schedule, unsigned standing[]);

    /* Appends a line for people about the league's question and how far it is answered; names[bot]
     * are the bots' names. May be NULL. */
    void (*tell)(const struct svi_schedule *schedule, const char *const names[],
                 struct svi_buf *out);

    /* Appends the same in a few words, for the line that shows a run's progress. May be NULL. */
    void (*tell_live)(const struct svi_schedule *schedule, struct svi_buf *out);

    /* Returns whether its decision is true, for a simulation that knows the strengths elo[bot].
     * NULL: its ranking is its only decision. */
    enum svi_judged (*judge)(const struct svi_schedule *schedule, const double elo[]);

    /* The comparison of a league with `stop_when` (comparison.h), which then uses the functions of
     * svi_format_stopping. NULL: it cannot stop so. */
    const struct svi_comparison *comparison;
};

/* Bound of a ladder: the odds of a lineup are at most this multiple of an equal draw's, and at
 * least this fraction of them. */
#define SVI_ODDS_BOUND 4u

/* The formats in their order, and their number. */
extern const struct svi_format *const svi_formats[];
extern const unsigned svi_format_count;

/* Returns the functions by which a league is played: its format's, or svi_format_stopping's. */
const struct svi_format *svi_format_of(const struct svi_settings *settings);

/* Appends the values that a key of a league file takes: svi_league_key_takes(), and the words of
 * settings. */
void svi_setting_takes(const struct svi_league_key *key, struct svi_buf *out);

/* Appends the names of the formats that alone have this key of a league file, "round_robin,
 * gauntlet". Appends nothing for other keys. */
void svi_format_owners(const char *key, struct svi_buf *out);

#define X(name) extern const struct svi_format svi_format_##name;
SVI_FORMATS(X)
#undef X
/* For round_robin and gauntlet with `stop_when`: format_stopping.c. */
extern const struct svi_format svi_format_stopping;

#endif
