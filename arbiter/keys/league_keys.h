/* The keys of a league file, a row each: what a key takes, what holds without it, and what it does.
 * The reader of league files, its errors, the file that `league init` writes, the terms of
 * `rank --sprt` and `--stop-when`, and the table in docs/LEAGUES.md follow from the rows. A new key
 * is a row here and the code that uses its value. */
#ifndef SVI_ARBITER_KEYS_LEAGUE_KEYS_H
#define SVI_ARBITER_KEYS_LEAGUE_KEYS_H

#include "base/number.h"

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stdint.h>

/* A key that is left out has no value. */
#define SVI_NONE_GIVEN INT64_MIN

/* Every list has the columns X(name, KIND, low, high, left_out, takes, shown, says):
 *
 * - KIND: NUMBER is a whole number, OPTIONAL one that counts as 0 when left out, DECIMAL a number
 *   of up to six decimals, kept in millionths, FLAG true or false, BOT the name of a bot in the
 *   file and BOTS a list of them. Any other kind has a reader of its own.
 * - low, high: the range of NUMBER, OPTIONAL and DECIMAL.
 * - left_out: the value when the key is left out, or SVI_NONE_GIVEN.
 * - takes: the unit of a number, or what else the key takes; "": KIND says it.
 * - shown: the value as an example writes it; "": left_out.
 * - says: what the key does. `league init` shows the first sentence, LEAGUES.md all of them. */

/* Within `sprt:`. */
#define SVI_SPRT_FIELDS(X)                                                                         \
    X(candidate, BOT, 0, 0, SVI_NONE_GIVEN, "", "NAME", "The bot that may be better.")             \
    X(baseline, BOT, 0, 0, SVI_NONE_GIVEN, "", "NAME", "The bot it is compared with.")             \
    X(elo0, DECIMAL, -2000000000, 2000000000, SVI_NONE_GIVEN, "Elo", "0",                          \
      "The first limit: the candidate is accepted when it is known to be more than this ahead. "   \
      "400 Elo are odds of 10 : 1 of finishing ahead.")                                            \
    X(elo1, DECIMAL, -2000000000, 2000000000, SVI_NONE_GIVEN, "Elo", "40",                         \
      "The second limit, above `elo0`: the candidate is refused when it is known to be less than " \
      "this ahead.")                                                                               \
    X(points0, DECIMAL, -1000000, 1000000, SVI_NONE_GIVEN, "points a deal", "0",                   \
      "The first limit in points, in place of `elo0`.")                                            \
    X(points1, DECIMAL, -1000000, 1000000, SVI_NONE_GIVEN, "points a deal", "0.05",                \
      "The second limit in points, in place of `elo1`.")                                           \
    X(alpha, DECIMAL, 1, 499999, 50000, "", "",                                                    \
      "How often a candidate may be accepted that is no better than the first limit.")             \
    X(beta, DECIMAL, 1, 499999, 50000, "", "",                                                     \
      "How often a candidate may be refused that is as good as the second limit.")

/* Within `stop_when:`. */
#define SVI_STOP_FIELDS(X)                                                                         \
    X(top, NUMBER, 1, 999, SVI_NONE_GIVEN, "", "3",                                                \
      "How many places are to be separated from the rest. In a gauntlet, places of candidates.")   \
    X(confidence, DECIMAL, 500001, 999999, 950000, "", "",                                         \
      "How sure the separation must be. With 0.95, at most 5 of 100 such leagues separate "        \
      "wrongly, though results are looked at after every deal "                                    \
      "([RANKING.md](RANKING.md#stopping-early)).")                                                \
    X(margin, DECIMAL, 0, 1000000, 0, "points a deal", "",                                         \
      "A bot that is behind by less counts as ahead already. Equals are then told from the rest, " \
      "and not from each other.")                                                                  \
    X(max_deals, NUMBER, 30, 100000000, SVI_NONE_GIVEN, "deals", "2000",                           \
      "The most that are played. Left out: as many as all tables would have with `deals` each.")   \
    X(uniform, FLAG, 0, 1, 0, "", "",                                                              \
      "Whether every table is as likely as any other to the end. Then mean points stay "           \
      "comparable, and the league takes far more games.")

/* Within `budget:`, of which one is given. */
#define SVI_BUDGET_FIELDS(X)                                                                       \
    X(games, NUMBER, 1, 100000000, SVI_NONE_GIVEN, "games", "1000", "How many games a run plays.") \
    X(minutes, NUMBER, 1, 100000, SVI_NONE_GIVEN, "minutes", "60", "How long a run plays.")

/* The settings: who plays whom (schedule/settings.h). They stand among the keys of the top. */
#define SVI_SETTINGS(X)                                                                            \
    X(seats, NUMBER, 2, SV_MAX_SEATS, 4, "", "",                                                   \
      "Bots at a table. Left out, all bots where they are fewer.")                                 \
    X(format, FORMAT, 0, 0, 0, "a [format](#which-format)", "round_robin",                         \
      "Which tables are played.")                                                                  \
    X(deals, NUMBER, 1, INT32_MAX, 25, "", "",                                                     \
      "Deals for each table; a deal is one seed. With `format: sprt`, the most deals that are "    \
      "played, 20000 when left out; with `ladder`, 4.")                                            \
    X(seatings, SEATINGS, 0, 0, 0, "`rotations`, `all`, `fixed`", "rotations",                     \
      "How often and where each bot sits within a deal.")                                          \
    X(lanes, LANES, 0, 0, 0, "`auto`, `off`", "auto",                                              \
      "`off`: the bots are trusted not to remember deals. `auto`: no process plays two seatings "  \
      "of a deal ([below](#deals-lanes-and-seeds)).")                                              \
    X(candidates, BOTS, 0, 0, SVI_NONE_GIVEN, "", "[NAME, NAME]",                                  \
      "Bots that meet the others, not each other.")                                                \
    X(rounds, NUMBER, 1, 1000, 5, "", "", "Rounds that are played.")                               \
    X(sprt, SPRT, 0, 0, SVI_NONE_GIVEN, "",                                                        \
      "{candidate: NAME, baseline: NAME, elo0: 0, elo1: 40}",                                      \
      "Whether a candidate is better than a baseline ([below](#is-a-change-better)).")             \
    X(tables, OPTIONAL, 1, 100000, SVI_NONE_GIVEN, "", "100",                                      \
      "Tables that are drawn from all there could be ([below](#too-many-tables)).")                \
    X(stop_when, STOP, 0, 0, SVI_NONE_GIVEN, "",                                                   \
      "{top: 3, confidence: 0.95, margin: 0, max_deals: 2000}",                                    \
      "Ends the league when its first places are separated ([below](#until-it-is-clear)).")        \
    X(budget, BUDGET, 0, 0, SVI_NONE_GIVEN, "", "{games: 1000}",                                   \
      "What one run plays, in games or minutes ([below](#a-season)).")

enum svi_league_key_kind {
    SVI_KIND_NUMBER,
    SVI_KIND_OPTIONAL,
    SVI_KIND_DECIMAL,
    SVI_KIND_FLAG,
    SVI_KIND_BOT,
    SVI_KIND_BOTS,
    SVI_KIND_FORMAT,
    SVI_KIND_SEATINGS,
    SVI_KIND_LANES,
    SVI_KIND_SPRT,
    SVI_KIND_STOP,
    SVI_KIND_BUDGET
};

/* A row. */
struct svi_league_key {
    const char *name;
    enum svi_league_key_kind kind;
    int64_t low, high, left_out;
    const char *takes, *shown, *says;
};

enum svi_sprt_field {
#define X(name, ...) SVI_SPRT_##name,
    SVI_SPRT_FIELDS(X)
#undef X
        SVI_SPRT_FIELD_COUNT
};

enum svi_stop_field {
#define X(name, ...) SVI_STOP_##name,
    SVI_STOP_FIELDS(X)
#undef X
        SVI_STOP_FIELD_COUNT
};

enum svi_budget_field {
#define X(name, ...) SVI_BUDGET_##name,
    SVI_BUDGET_FIELDS(X)
#undef X
        SVI_BUDGET_FIELD_COUNT
};

enum svi_term {
#define X(name, ...) SVI_TERM_##name,
    SVI_SETTINGS(X)
#undef X
        SVI_TERM_COUNT
};

extern const struct svi_league_key svi_sprt_keys[SVI_SPRT_FIELD_COUNT];
extern const struct svi_league_key svi_stop_keys[SVI_STOP_FIELD_COUNT];
extern const struct svi_league_key svi_budget_keys[SVI_BUDGET_FIELD_COUNT];
extern const struct svi_league_key svi_setting_keys[SVI_TERM_COUNT];

/* The value of a NUMBER, OPTIONAL, DECIMAL or FLAG from its text. False: it is none, or out of
 * range; *out stays as it is. */
bool svi_league_key_parse(const struct svi_league_key *key, const char *text, int64_t *out);

/* What a key of these kinds, or a BOT, takes, for an error: "a whole number 2 to 8". */
#define SVI_LEAGUE_KEY_EXPECTED 96
void svi_league_key_expected(const struct svi_league_key *key, char out[SVI_LEAGUE_KEY_EXPECTED]);

/* Keys within a key, as a league file or TERMS give them. */
#define SVI_GROUP_MOST 8u

/* Their values, in the order of the rows. */
struct svi_group {
    bool given; /* the key is there */
    int64_t value[SVI_GROUP_MOST];
};

/* Each value as it is when left out; the group counts as given. */
void svi_group_init(struct svi_group *group, const struct svi_league_key keys[], unsigned count);

/* Whether a value is given or has a default. */
static inline bool svi_group_has(const struct svi_group *group, unsigned key)
{
    return group->value[key] != SVI_NONE_GIVEN;
}

/* The value of a DECIMAL that there is. */
static inline double svi_group_decimal(const struct svi_group *group, unsigned key)
{
    return (double)group->value[key] / SVI_MILLION;
}

#endif
