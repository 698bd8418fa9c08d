/* The settings of a league: its file's choice of the bots that play each other, how often and under
 * which luck. All else about its matches follows from them (schedule.h). Formats are the ways to
 * choose which bots meet.
 *
 * Reading a league file fills them in, with bots numbered as in the file; svi_entries_settings()
 * numbers them as in the store. They own nothing and can be copied. Names and keys that functions
 * return are constant. svi_term_parse(), svi_settings_parse_statuses() and functions of formats
 * with a status can fail, and no others; buffers are `failed` without memory. */
#ifndef SVI_ARBITER_SCHEDULE_SETTINGS_H
#define SVI_ARBITER_SCHEDULE_SETTINGS_H

#include "base/buf.h"
#include "keys/league_keys.h"
#include "schedule/league_size.h"

#include <solvent/luck.h>
#include <solvent/manifest.h>
#include <solvent/status.h>

#include <stdbool.h>
#include <stdint.h>

/* Seatings: the seats in which the bots of a table play a deal, and the number of times.
 *
 * Over the deals of a table the cyclic order of its bots changes too, so that each plays behind
 * every other about equally often. Readers of league files, schedules, stores and `league check`
 * use it. Functions cannot fail; names and texts are constant. */
/* X(NAME, name, text): the word of league files, and the text of stores. League files know the
 * first SVI_SEATINGS_WORDS; `auto` is never in a store. The OLD ones belong to leagues begun before
 * the cyclic order changed: a deal of `fixed` has the seats of the league file's order. */
#define SVI_SEATINGS(X)                                                                            \
    X(ROTATIONS, "rotations", "rotations (design 2)")                                              \
    X(ALL, "all", "all (design 2)")                                                                \
    X(FIXED, "fixed", "fixed (design 2)")                                                          \
    X(AUTO, "auto", "")                                                                            \
    X(OLD_ROTATIONS, "rotations", "rotations")                                                     \
    X(OLD_ALL, "all", "all")                                                                       \
    X(OLD_FIXED, "fixed", "fixed")

#define SVI_SEATINGS_WORDS 4u

enum svi_seatings {
#define X(NAME, name, text) SVI_SEATINGS_##NAME,
    SVI_SEATINGS(X)
#undef X
        SVI_SEATINGS_COUNT
};

/* Returns the word of a value in league files, or NULL if it has none. */
const char *svi_seatings_name(unsigned seatings);

/* Returns the text of a value in stores, or NULL if it has none. */
const char *svi_seatings_text(unsigned seatings);

/* Returns the value that `auto` stands for at tables of `seats`. `luck`: the luck of games is
 * accounted for. */
enum svi_seatings svi_seatings_choose(unsigned seats, bool luck);

/* Returns the seatings of a league whose file says `now`, and whose store has the text `begun`. The
 * store's apply if the file leaves the choice to the program or says the same word. For any other
 * text, known or not, the result is `now`. */
enum svi_seatings svi_seatings_resume(enum svi_seatings now, const char *begun);

/* Returns whether the league was begun with the earlier design: its seats and pairings stay as they
 * were. */
bool svi_seatings_is_old(enum svi_seatings seatings);

/* Returns the number of seatings of a deal at a table of `seats`. Here and below `seats` is 2 to 8,
 * and `seatings` is not `auto`. */
uint32_t svi_seatings_each(enum svi_seatings seatings, unsigned seats);

/* Returns the number of deals after which every bot of a table has followed every other equally
 * often. With one seating each, every bot has then had every seat equally often too. The number is
 * 1 for `all`, and for the earlier design, whose cyclic order never changes. */
uint32_t svi_seatings_period(enum svi_seatings seatings, unsigned seats);

/* The start of a deal's seats. */
struct svi_seats_turn {
    uint64_t deal; /* number of the deal at the table, counted from any number */
    /* Seats and orders by which the table is ahead of others, so that few deals of many tables are
     * balanced too. */
    uint64_t rotation, order;
};

/* Writes the bots by seat in the given seating, from 0. `table` has the bots in the order of the
 * league file, or in the seats of the first deal; `out` is another array. */
void svi_seatings_seat(enum svi_seatings seatings, const unsigned table[], unsigned seats,
                       const struct svi_seats_turn *turn, uint32_t seating, unsigned out[]);

struct svi_format;

/* X(NAME, name, text): the treatment of bots that could remember a deal. League files know the
 * first two. Stores of older versions have the third, in leagues with a remote bot, and go on with
 * it. */
#define SVI_LANES(X)                                                                               \
    X(AUTO, auto,                                                                                  \
      "each lane of a deal is played by processes that have seen no other; where a bot sits that " \
      "remembers, the lane has luck of its own")                                                   \
    X(OFF, off, "bots are trusted: a process plays all lanes")                                     \
    X(APART, apart, "no lane has the luck of another")

enum svi_lanes {
#define X(NAME, name, text) SVI_LANES_##NAME,
    SVI_LANES(X)
#undef X
        SVI_LANES_COUNT
};

/* X(NAME, name, text): whether a bot plays, and what that means for its games. League files know
 * the two after the first. */
#define SVI_STATUSES(X)                                                                            \
    X(PLAYS, plays, "")                                                                            \
    X(WITHDRAWN, withdrawn, "plays no more; its games count")                                      \
    X(DISQUALIFIED, disqualified, "plays no more; the games it sat in are left out")               \
    X(SET_ASIDE, set aside,                                                                        \
      "cannot play, as a run has found, and is tried again by the next; its games count")          \
    X(OLD, old, "of a ladder: a newer version of the bot plays; its games count")                  \
    X(LEFT, left, "of a ladder: not in the league file any more; its games count")

enum svi_status {
#define X(NAME, name, text) SVI_STATUS_##NAME,
    SVI_STATUSES(X)
#undef X
        SVI_STATUS_COUNT
};

/* Returns the name of a status, or NULL for other numbers. */
const char *svi_status_name(unsigned status);

/* Returns the status of that name, or SVI_STATUS_COUNT if there is no such status. */
enum svi_status svi_status_find(const char *name);

#define SVI_TAGS 16u          /* most words of an operator about a bot */
#define SVI_TAG_ALIAS "alias" /* the tag with a bot's pseudonym */

/* Stands in the reason of a bot's state before the text that the bot printed. */
#define SVI_IT_PRINTED "; it printed: "
#define SVI_LANES_MOST 24u /* most lanes of a deal with SVI_LANES_AUTO */

/* Returns the name of a value, or NULL for other numbers. */
const char *svi_lanes_name(unsigned lanes);

/* The members of struct svi_settings by the KIND of SVI_SETTINGS (keys/league_keys.h). The key of
 * the league file, the line of the league's identity, the row of the store and the member follow
 * from the row. The first expands to:
 *
 *     uint32_t seats;
 *
 * LUCK says whether results less their luck count where results decide; in the store it is
 * "decides", or absent. FORMAT, SEATINGS, LANES, SPRT, STOP, BUDGET and BOTS (a set of bots by
 * their places in the file) have types of their own. Without `seats` in the file, all bots sit at a
 * table if they are fewer. */
#define SVI_TERM_NUMBER(key) uint32_t key;
#define SVI_TERM_FORMAT(key) const struct svi_format *key;
#define SVI_TERM_SEATINGS(key) enum svi_seatings key;
#define SVI_TERM_LANES(key) enum svi_lanes key;
#define SVI_TERM_SPRT(key) struct svi_group key;
#define SVI_TERM_OPTIONAL(key) uint32_t key;
#define SVI_TERM_STOP(key) struct svi_group key;
#define SVI_TERM_BUDGET(key) struct svi_group key;
#define SVI_TERM_LUCK(key) bool key;
#define SVI_TERM_BOTS(key) bool key[SVI_MAX_BOTS];

struct svi_settings {
    unsigned bots;
    uint8_t seed[SV_SEED_BYTES];  /* seed of the league */
    uint8_t status[SVI_MAX_BOTS]; /* enum svi_status, by bot */
    /* By bot, with SVI_LANES_AUTO: it can remember games beyond the life of a process. */
    bool remembers[SVI_MAX_BOTS];
#define X(key, KIND, ...) SVI_TERM_##KIND(key)
    SVI_SETTINGS(X)
#undef X
};

/* The text of LUCK when luck decides. */
#define SVI_LUCK_DECIDES "decides"

/* Returns the key of a term in league files. */
const char *svi_term_key(enum svi_term term);

/* Appends the value of a term as text, always in the same way; bots by their places in the file, "0
 * 2". Appends nothing for a term without a value. */
void svi_term_text(const struct svi_settings *settings, enum svi_term term, struct svi_buf *out);

/* Sets the term of that key from such a text. Returns false if there is no such key or value; then
 * the settings may hold no valid term. */
bool svi_term_parse(struct svi_settings *settings, const char *key, const char *text);

/* Returns the number of bots that play. */
unsigned svi_settings_playing(const struct svi_settings *settings);

/* Returns whether games of a deal may have the same luck, so that no process may play two of
 * them. */
bool svi_settings_share_luck(const struct svi_settings *settings);

/* Append and parse a line for every bot that does not play, with its status, "2 withdrawn", and for
 * every bot that remembers, "2 remembers". All other bots play, and remember nothing. Parsing
 * returns false if there is no such bot or status, after it has set those before. */
void svi_settings_statuses(const struct svi_settings *settings, struct svi_buf *out);
bool svi_settings_parse_statuses(struct svi_settings *settings, const char *text);

/* ---- formats --------------------------------------------------------------------------------- */

struct svi_comparison;
struct svi_schedule;
struct svi_sprt_course; /* stats/sprt.h */
struct svi_schedule_fault;

/* X(name): the formats; svi_format_<name> is defined in format_<name>.c. The first is the default
 * of league files. */
#define SVI_FORMATS(X) X(round_robin) X(gauntlet) X(swiss) X(knockout) X(sprt) X(ladder)

/* The truth of a league's decision, in a simulation that knows the strengths. */
enum svi_judged { SVI_UNDECIDED, SVI_DECIDED_RIGHT, SVI_DECIDED_WRONG };

/* A format: how a league chooses which bots play each other (schedule.h explains the words). To add
 * one: a file of its own that defines a struct svi_format, a row in SVI_FORMATS, and a row in
 * SVI_SETTINGS (keys/league_keys.h) for each key of the league file that it alone needs. */
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
     * matches. Both are NULL if the first stage is the only one. next() adds a stage, or returns
     * SV_E_RANGE beyond SVI_MAX_MATCHES, and SV_E_SYSTEM if there is no memory. */
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

    /* Finds the course of the test that the league makes. NULL: it makes none. */
    void (*course)(const struct svi_schedule *schedule, struct svi_sprt_course *course);

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
