/* The settings of a league: what its file says of who plays whom, how often and under which luck.
 * All else about its matches follows from them (schedule.h). */
#ifndef SVI_ARBITER_SCHEDULE_SETTINGS_H
#define SVI_ARBITER_SCHEDULE_SETTINGS_H

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

/* X(name, KIND, lowest, highest, when left out): the keys within `sprt:`. A BOT is the name of one
 * in the file, a DECIMAL a number of up to six decimals, kept in millionths, a WHOLE a whole
 * number, a FLAG true or false; SVI_NONE_GIVEN: there is no value for one that is left out. */
#define SVI_NONE_GIVEN INT64_MIN
#define SVI_SPRT_FIELDS(X)                                                                         \
    X(candidate, BOT, 0, 0, SVI_NONE_GIVEN)                                                        \
    X(baseline, BOT, 0, 0, SVI_NONE_GIVEN)                                                         \
    X(elo0, DECIMAL, -2000000000, 2000000000, SVI_NONE_GIVEN)                                      \
    X(elo1, DECIMAL, -2000000000, 2000000000, SVI_NONE_GIVEN)                                      \
    X(points0, DECIMAL, -1000000, 1000000, SVI_NONE_GIVEN)                                         \
    X(points1, DECIMAL, -1000000, 1000000, SVI_NONE_GIVEN)                                         \
    X(alpha, DECIMAL, 1, 499999, 50000)                                                            \
    X(beta, DECIMAL, 1, 499999, 50000)

/* The same within `stop_when:`. */
#define SVI_STOP_FIELDS(X)                                                                         \
    X(top, WHOLE, 1, 999, SVI_NONE_GIVEN)                                                          \
    X(confidence, DECIMAL, 500001, 999999, 950000)                                                 \
    X(margin, DECIMAL, 0, 1000000, 0)                                                              \
    X(max_deals, WHOLE, 30, 100000000, SVI_NONE_GIVEN)                                             \
    X(uniform, FLAG, 0, 1, 0)

enum svi_group_kind { SVI_GROUP_BOT, SVI_GROUP_DECIMAL, SVI_GROUP_WHOLE, SVI_GROUP_FLAG };

/* Keys within a key. */
struct svi_group_field {
    const char *name;
    enum svi_group_kind kind;
    int64_t low, high, left_out;
};

#define SVI_GROUP_MOST 8u
#define SVI_MILLION 1000000

/* Their values, in the order of the rows. */
struct svi_group {
    bool given; /* the key is there */
    int64_t value[SVI_GROUP_MOST];
};

enum svi_sprt_field {
#define X(name, KIND, low, high, left_out) SVI_SPRT_##name,
    SVI_SPRT_FIELDS(X)
#undef X
        SVI_SPRT_FIELD_COUNT
};

enum svi_stop_field {
#define X(name, KIND, low, high, left_out) SVI_STOP_##name,
    SVI_STOP_FIELDS(X)
#undef X
        SVI_STOP_FIELD_COUNT
};

extern const struct svi_group_field svi_sprt_fields[SVI_SPRT_FIELD_COUNT];
extern const struct svi_group_field svi_stop_fields[SVI_STOP_FIELD_COUNT];

/* The same of the keys within `budget:`, how much of a ladder a run plays: one of them. A WHOLE is
 * kept as it is. */
#define SVI_BUDGET_FIELDS(X)                                                                       \
    X(games, WHOLE, 1, 100000000, SVI_NONE_GIVEN)                                                  \
    X(minutes, WHOLE, 1, 100000, SVI_NONE_GIVEN)

enum svi_budget_field {
#define X(name, KIND, low, high, left_out) SVI_BUDGET_##name,
    SVI_BUDGET_FIELDS(X)
#undef X
        SVI_BUDGET_FIELD_COUNT
};

extern const struct svi_group_field svi_budget_fields[SVI_BUDGET_FIELD_COUNT];

/* X(key, KIND, lowest, highest, when left out): one row a key. The key of the league file, the line
 * of the league's identity, the row of the store and the member of struct svi_settings follow from
 * it. Worked expansion of the first row:
 *
 *     uint32_t seats;
 *
 * KIND is NUMBER, or OPTIONAL (a number too, of which nothing is said where it is left out: 0), or
 * FORMAT, SEATINGS, LANES, SPRT, STOP, BUDGET, BOTS (names of bots in the file, a set), for which
 * the numbers mean nothing. `seats` left out are all bots where they are fewer. */
#define SVI_SETTINGS(X)                                                                            \
    X(seats, NUMBER, 2, SV_MAX_SEATS, 4)                                                           \
    X(format, FORMAT, 0, 0, 0)                                                                     \
    X(deals, NUMBER, 1, INT32_MAX, 25)                                                             \
    X(seatings, SEATINGS, 0, 0, 0)                                                                 \
    X(lanes, LANES, 0, 0, 0)                                                                       \
    X(candidates, BOTS, 0, 0, 0)                                                                   \
    X(rounds, NUMBER, 1, 1000, 5)                                                                  \
    X(sprt, SPRT, 0, 0, 0)                                                                         \
    X(tables, OPTIONAL, 1, 100000, 0)                                                              \
    X(stop_when, STOP, 0, 0, 0)                                                                    \
    X(budget, BUDGET, 0, 0, 0)

#define SVI_TERM_NUMBER(key) uint32_t key;
#define SVI_TERM_FORMAT(key) const struct svi_format *key;
#define SVI_TERM_SEATINGS(key) enum svi_seatings key;
#define SVI_TERM_LANES(key) enum svi_lanes key;
#define SVI_TERM_SPRT(key) struct svi_group key;
#define SVI_TERM_OPTIONAL(key) uint32_t key;
#define SVI_TERM_STOP(key) struct svi_group key;
#define SVI_TERM_BUDGET(key) struct svi_group key;
#define SVI_TERM_BOTS(key) bool key[SVI_MAX_BOTS];

enum svi_term {
#define X(key, KIND, low, high, left_out) SVI_TERM_##key,
    SVI_SETTINGS(X)
#undef X
        SVI_TERM_COUNT
};

struct svi_settings {
    unsigned bots;
    uint8_t seed[SV_SEED_BYTES];  /* of the league */
    uint8_t status[SVI_MAX_BOTS]; /* enum svi_status, by bot */
#define X(key, KIND, low, high, left_out) SVI_TERM_##KIND(key)
    SVI_SETTINGS(X)
#undef X
};

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
