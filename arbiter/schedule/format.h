/* A format: how a league chooses who plays whom (schedule.h has the words). To add one: a file of
 * its own that defines a struct svi_format, a row in SVI_FORMATS, and a row in SVI_SETTINGS
 * (keys/league_keys.h) for each key of the league file that it alone needs. */
#ifndef SVI_ARBITER_SCHEDULE_FORMAT_H
#define SVI_ARBITER_SCHEDULE_FORMAT_H

#include "schedule/settings.h"

#include <solvent/status.h>

#include <stdbool.h>

struct svi_comparison;
struct svi_schedule;
struct svi_schedule_fault;

/* X(name): the formats; svi_format_<name> is defined in format_<name>.c. The first is that of a
 * file that names none. */
#define SVI_FORMATS(X) X(round_robin) X(gauntlet) X(swiss) X(knockout) X(sprt) X(ladder)

/* What a league's decision is worth to who knows the truth. */
enum svi_judged { SVI_UNDECIDED, SVI_DECIDED_RIGHT, SVI_DECIDED_WRONG };

struct svi_format {
    const char *name; /* as it stands in league files */
    uint32_t own;     /* settings that only it and its like have: bits 1 << enum svi_term */
    uint32_t deals;   /* when the league file says nothing of them; 0: as in SVI_SETTINGS */
    bool season;      /* it never ends by itself: each run plays as much as its budget is, bots are
                         entries by version      (entries.h), and the store keeps the stages */
    bool forfeits;    /* matches of a bot that plays no more are forfeited, since others go by them;
                         else they are off */

    /* What may change while a league is in progress: keys with a space between them. A key that
     * ends with a dot or a bracket stands for all that begin with it. Numbers in `may_grow` may
     * become greater, and of `bots` the number is meant. */
    const char *may_grow, *may_change;
    bool out_for_good; /* a bot that plays no more cannot come back */

    bool seats_itself; /* a lineup's bots are in seats that it has chosen for their first deal */

    bool by_luck; /* points less luck decide, where luck is found */

    /* No interval is shown: results decide which bots play, and no method is proven to hold then.
     */
    bool no_intervals;

    /* Of one that forfeits: whether nothing more is played, as a bot that it cannot do without
     * plays no more. NULL: never. */
    bool (*ended)(const struct svi_settings *settings);

    /* Tables at which a deal is played, 1 to SVI_DEAL_TABLES. NULL: 1. */
    unsigned (*deal_tables)(const struct svi_settings *settings);

    /* Plans what is played first: calls svi_schedule_add_tables() or svi_schedule_add_lineups().
     * SV_E_RANGE: these settings make no league, as `fault` says; SV_E_SYSTEM: no memory. */
    enum sv_status (*first)(struct svi_schedule *schedule, struct svi_schedule_fault *fault);

    /* The settings have changed from `before` to schedule->settings: schedules what that adds.
     * NULL: nothing before the next stage. As first(). */
    enum sv_status (*change)(struct svi_schedule *schedule, const struct svi_settings *before,
                             struct svi_schedule_fault *fault);

    /* Whether the league is over, and if not, schedules what comes next; of a format that goes by
     * results, which stand in schedule->place, those of everything planned. Both or none; NULL: the
     * first stage is all. SV_E_RANGE: that would be more than SVI_MAX_MATCHES; SV_E_SYSTEM: no
     * memory. */
    bool (*done)(const struct svi_schedule *schedule);
    enum sv_status (*next)(struct svi_schedule *schedule, struct svi_schedule_fault *fault);

    /* Returns about how many matches the stages after the planned ones will have. NULL if
     * there is only one stage, or if results decide that. */
    uint64_t (*to_come)(const struct svi_schedule *schedule);

    /* Frees schedule->memo. NULL: the format keeps none. */
    void (*forget)(void *memo);

    /* Where bots stand after what has been played, at standing[bot], which is 0: before all bots
     * with a greater number whatever their points; equal numbers are told apart by mean points.
     * NULL: all alike. */
    void (*stand)(const struct svi_schedule *schedule, unsigned standing[]);

    /* Appends a line about what the league is to find out, and how far that is, for people; bots by
     * `names`, one for each. NULL: there is nothing to say. */
    void (*tell)(const struct svi_schedule *schedule, const char *const names[],
                 struct svi_buf *out);

    /* Appends the same in a few words, for the line that shows how far a run is. NULL: nothing. */
    void (*tell_live)(const struct svi_schedule *schedule, struct svi_buf *out);

    /* Whether what it has decided is true, for a simulation that knows how strong bots are:
     * elo[bot]. NULL: it decides nothing but by its ranking. */
    enum svi_judged (*judge)(const struct svi_schedule *schedule, const double elo[]);

    /* How the deals of a league with `stop_when` compare bots (comparison.h), whose functions are
     * those of svi_format_stopping; NULL: it has no such end. */
    const struct svi_comparison *comparison;
};

/* Of a ladder: how many times an equal draw's the odds of a lineup are at most, and an equal draw's
 * theirs. */
#define SVI_ODDS_BOUND 4u

/* Of a ladder: matches that its next stage will have. */
uint64_t svi_ladder_stage_matches(const struct svi_schedule *schedule);

/* The formats in their order, and how many. */
extern const struct svi_format *const svi_formats[];
extern const unsigned svi_format_count;

/* The functions by which a league is played: its format's, or those for its end. */
const struct svi_format *svi_format_of(const struct svi_settings *settings);

/* Appends what a key of a league file takes: svi_league_key_takes(), and the words of settings. */
void svi_setting_takes(const struct svi_league_key *key, struct svi_buf *out);

/* Appends the names of the formats that alone have this key of a league file, "round_robin,
 * gauntlet". Nothing: it is no such key. */
void svi_format_owners(const char *key, struct svi_buf *out);

#define X(name) extern const struct svi_format svi_format_##name;
SVI_FORMATS(X)
#undef X
extern const struct svi_format
    svi_format_stopping; /* of round_robin and gauntlet: format_stopping.c */

#endif
