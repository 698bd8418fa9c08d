/* The settings of a league: its file's choice of the bots that play each other, how often and under
 * which luck. All else about its matches follows from them (schedule.h). */
#ifndef SVI_ARBITER_SCHEDULE_SETTINGS_H
#define SVI_ARBITER_SCHEDULE_SETTINGS_H

#include "keys/league_keys.h"
#include "schedule/league_size.h"
#include "schedule/seating.h"

#include "base/buf.h"

#include <solvent/luck.h>
#include <solvent/manifest.h>

#include <stdbool.h>
#include <stdint.h>

/* A format (schedule/format.h), known here by its name alone. */
struct svi_format;

/* Returns the format of that name, or NULL if there is no such format. */
const struct svi_format *svi_format_find(const char *name);

/* Returns a format's name in league files. */
const char *svi_format_name(const struct svi_format *format);

/* X(NAME, name, text): the treatment of bots that could remember a deal. League files know the
 * first two. */
#define SVI_LANES(X)                                                                               \
    X(AUTO, auto, "each lane of a deal is played by processes that have seen no other")            \
    X(OFF, off, "bots are trusted: a process plays all lanes")                                     \
    X(APART, apart,                                                                                \
      "no lane has the luck of another: `auto`, with a bot whose memory is not in our hands")

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

#define SVI_TAGS 16u       /* most words of an operator about a bot */
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

/* Sets the term of that key from such a text. Returns false if there is no such key or value. */
bool svi_term_parse(struct svi_settings *settings, const char *key, const char *text);

/* Returns the number of bots that play. */
unsigned svi_settings_playing(const struct svi_settings *settings);

/* Append and parse the status of every bot that does not play, "2 withdrawn", one a line. Parsing
 * returns false if there is no such bot or status. */
void svi_settings_statuses(const struct svi_settings *settings, struct svi_buf *out);
bool svi_settings_parse_statuses(struct svi_settings *settings, const char *text);

#endif
