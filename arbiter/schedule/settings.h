/* The settings of a league: what its file says of who plays whom, how often and under which luck.
 * All else about its matches follows from them (schedule.h). */
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

/* The format of that name; NULL: there is none. */
const struct svi_format *svi_format_find(const char *name);

/* A format's name as it stands in league files. */
const char *svi_format_name(const struct svi_format *format);

/* X(NAME, name, what of bots that could remember a deal). League files know the first two. */
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

/* X(NAME, name, what that means): whether a bot plays. League files know the two after the first.
 */
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

/* The name of a status; NULL when there is none. */
const char *svi_status_name(unsigned status);

/* The status of that name; SVI_STATUS_COUNT: there is none. */
enum svi_status svi_status_find(const char *name);

#define SVI_TAGS 16u       /* words of an operator's own about a bot, at most */
#define SVI_LANES_MOST 24u /* lanes of a deal with SVI_LANES_AUTO */

/* The name of a value; NULL when there is none. */
const char *svi_lanes_name(unsigned lanes);

/* What a KIND of SVI_SETTINGS (keys/league_keys.h) is in struct svi_settings: the key of the league
 * file, the line of the league's identity, the row of the store and the member follow from the row.
 * Worked expansion of the first:
 *
 *     uint32_t seats;
 *
 * LUCK is whether results count less their luck where they decide; the store knows it as "decides",
 * or not at all. FORMAT, SEATINGS, LANES, SPRT, STOP, BUDGET and BOTS (a set of bots by their
 * places in the file) have types of their own. `seats` left out are all bots where they are fewer.
 */
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
    uint8_t seed[SV_SEED_BYTES];  /* of the league */
    uint8_t status[SVI_MAX_BOTS]; /* enum svi_status, by bot */
#define X(key, KIND, ...) SVI_TERM_##KIND(key)
    SVI_SETTINGS(X)
#undef X
};

/* The text of a LUCK that decides. */
#define SVI_LUCK_DECIDES "decides"

/* The key of a term as it stands in league files. */
const char *svi_term_key(enum svi_term term);

/* Appends the value of a term as text, always the same way; bots by their places in the file, "0
 * 2". Nothing: it says nothing. */
void svi_term_text(const struct svi_settings *settings, enum svi_term term, struct svi_buf *out);

/* The term of that key gets the value of such a text. False: there is no such key or value. */
bool svi_term_parse(struct svi_settings *settings, const char *key, const char *text);

/* How many of the bots play. */
unsigned svi_settings_playing(const struct svi_settings *settings);

/* Appends the status of every bot that does not play, "2 withdrawn", one a line; and reads that.
 * False: there is no such bot or status. */
void svi_settings_statuses(const struct svi_settings *settings, struct svi_buf *out);
bool svi_settings_parse_statuses(struct svi_settings *settings, const char *text);

#endif
