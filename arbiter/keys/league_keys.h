/* The keys of a league file, a row each: the values that a key takes, its default, and its meaning.
 * The reader of league files, its errors, the file that `league init` writes, the terms of `rank
 * --sprt` and `--stop-when`, and the table in docs/LEAGUE_FILE.md follow from the rows. A new key
 * is a row here and the code that uses its value. */
#ifndef SVI_ARBITER_KEYS_LEAGUE_KEYS_H
#define SVI_ARBITER_KEYS_LEAGUE_KEYS_H

#include "base/buf.h"
#include "base/number.h"

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stdint.h>

/* The value of a key without a default that was left out. */
#define SVI_NONE_GIVEN INT64_MIN

/* Every list has the columns X(name, KIND, low, high, left_out, takes, shown, says):
 *
 * - KIND: NUMBER is a whole number; OPTIONAL is a number that counts as 0 when left out. DECIMAL
 *   has up to six decimals and is kept in millionths. FLAG is true or false. WORD is one of the
 *   words in `takes`, kept as its place there. BOT is the name of a bot in the file, and BOTS a
 *   list of them. OWN and the kinds of single settings have readers of their own.
 * - low, high: the range of NUMBER, OPTIONAL and DECIMAL.
 * - left_out: the value when the key is left out, or SVI_NONE_GIVEN.
 * - takes: the unit of a number, the words of a WORD ("on, off"), or a description of other values;
 *   "" if KIND says it.
 * - shown: the value as an example writes it, or the default of a key without a number; "" to show
 *   left_out.
 * - says: what the key does. `league init` shows the first sentence, LEAGUE_FILE.md all of them. */

/* Keys within `sprt:`. */
#define SVI_SPRT_FIELDS(X)                                                                         \
    X(candidate, BOT, 0, 0, SVI_NONE_GIVEN, "", "NAME", "The bot that may be better.")             \
    X(baseline, BOT, 0, 0, SVI_NONE_GIVEN, "", "NAME", "The bot it is compared with.")             \
    X(elo0, DECIMAL, -2000000000, 2000000000, SVI_NONE_GIVEN, "Elo", "0",                          \
      "The first limit: the candidate is accepted when it is known to be more than this ahead.")   \
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

/* Keys within `stop_when:`. */
#define SVI_STOP_FIELDS(X)                                                                         \
    X(top, NUMBER, 1, 999, SVI_NONE_GIVEN, "", "3",                                                \
      "How many places are to be separated from the rest. In a gauntlet, places of candidates.")   \
    X(confidence, DECIMAL, 500001, 999999, 950000, "", "",                                         \
      "How sure the separation must be. With 0.95, at most 5 of 100 leagues separate "             \
      "wrongly.")                                                                                  \
    X(margin, DECIMAL, 0, 1000000, 0, "points a deal", "",                                         \
      "A bot that is behind by less counts as ahead already. Equals are then told from the rest, " \
      "and not from each other.")                                                                  \
    X(max_deals, NUMBER, 30, 100000000, SVI_NONE_GIVEN, "deals", "2000",                           \
      "The most that are played. Left out: as many as all tables would have with `deals` each.")   \
    X(uniform, FLAG, 0, 1, 0, "", "",                                                              \
      "Whether every table is as likely as any other to the end. Then mean points stay "           \
      "comparable, and the league takes far more games.")

/* Keys within `budget:`, of which a file gives one. */
#define SVI_BUDGET_FIELDS(X)                                                                       \
    X(games, NUMBER, 1, 100000000, SVI_NONE_GIVEN, "games", "1000", "How many games a run plays.") \
    X(minutes, NUMBER, 1, 100000, SVI_NONE_GIVEN, "minutes", "60",                                 \
      "About how long a run plays: as many stages as come nearest to it.")

/* Keys within `clock:`. */
#define SVI_CLOCK_KEYS(X)                                                                          \
    X(decision_ms, NUMBER, 1, 3600000, 1000, "ms", "",                                             \
      "Time for a decision. Beyond it, a decision draws on the bank.")                             \
    X(bank_ms, NUMBER, 0, 86400000, 60000, "ms", "",                                               \
      "Extra time of a seat for a whole match. When it is used up, an answer is late.")            \
    X(strikes, NUMBER, 1, 1000000, 10, "", "",                                                     \
      "Incidents in a match at which a seat forfeits it. Late, malformed and illegal answers "     \
      "count.")                                                                                    \
    X(start_ms, NUMBER, 1, 3600000, 10000, "ms", "", "Time for a started bot to say hello.")

/* Keys within `limits:` that limit a bot's process (process/limits.h); 0 for no limit. */
#define SVI_LIMITS(X)                                                                              \
    X(memory_mb, NUMBER, 0, 1048576, 1024, "MiB", "",                                              \
      "Memory of a bot and its children together. 0: no limit, as with all limits.")               \
    X(processes, NUMBER, 0, 100000, 64, "", "", "Processes and threads of a bot.")                 \
    X(cpu_s, NUMBER, 0, 1000000000, 0, "s", "", "Processor time of a bot.")                        \
    X(cpu_share, NUMBER, 0, 100000, 4, "threads", "",                                              \
      "Busy threads of a bot, on average over two seconds. A bot with more gets only time that "   \
      "nobody else wants, and its waits are charged.")                                             \
    X(files, NUMBER, 0, 1048576, 256, "", "", "Open files in a process.")                          \
    X(output_mb, NUMBER, 0, 1048576, 64, "MiB", "", "Size of a file that a bot writes.")           \
    X(network_mb, NUMBER, 0, 1048576, 100, "MiB", "",                                              \
      "Bytes to and from a bot's `network`, for each match that its process has begun.")           \
    X(connections, NUMBER, 0, 1000000, 10000, "", "", "Connections to them, likewise.")

/* The key within `limits:` that limits a bot's seat, which the arbiter checks itself. */
#define SVI_SEAT_LIMITS(X)                                                                         \
    X(match_s, NUMBER, 0, 1000000000, 600, "s", "",                                                \
      "A seat's thinking time in a match. Beyond it the seat forfeits.")

/* Keys within `limits:` of a league alone, which the arbiter checks itself. */
#define SVI_RUN_LIMITS(X)                                                                          \
    X(league_s, NUMBER, 0, 1000000000, 0, "s", "", "Time of one run of the league.")               \
    X(wall_share, NUMBER, 0, 99, 75, "percent", "",                                                \
      "Of the time of its matches, what the clock of one bot may charge. A bot that takes more "   \
      "and delays the others is parked: the others play first. 0: no bot is parked.")

/* Keys of a bot that are numbers. */
#define SVI_BOT_NUMBERS(X)                                                                         \
    X(wait_s, NUMBER, 1, 86400, 600, "s", "", "How long a remote bot is waited for.")              \
    X(matches, NUMBER, 1, 65536, 1, "", "",                                                        \
      "Matches that it may play at once. With 64 a league is many times faster; a bot that keeps " \
      "its state in globals needs 1.")

/* All keys of a bot. */
#define SVI_BOT_KEYS(X)                                                                            \
    X(name, OWN, 0, 0, SVI_NONE_GIVEN, "text", "NAME",                                             \
      "What the bot is called. Every bot has a name of its own.")                                  \
    X(command, OWN, 0, 0, SVI_NONE_GIVEN, "a list", "[./mybot]",                                   \
      "The program and its arguments, with no shell. A bot has this, `bot` or `endpoint`.")        \
    X(bot, OWN, 0, 0, SVI_NONE_GIVEN, "a name, or a list", "careful",                              \
      "A reference bot: its name, or a list of its name and arguments. Where no sandbox works, a " \
      "league of reference bots alone runs without one.")                                          \
    X(endpoint, OWN, 0, 0, SVI_NONE_GIVEN, "tcp://ADDRESS:PORT, ipc://PATH or web",                \
      "\"tcp://127.0.0.1:7001\"",                                                                  \
      "Where a remote bot connects to. web: a person, who plays in a browser.")                    \
    X(files, OWN, 0, 0, SVI_NONE_GIVEN, "a list of paths", "[model.bin]",                          \
      "What it may read beside the files its command names.")                                      \
    X(env, OWN, 0, 0, SVI_NONE_GIVEN, "a mapping", "{OMP_NUM_THREADS: 1}",                         \
      "Variables of its environment. `PATH` and names that begin with `SOLVENT_` or `LD_` are "    \
      "refused.")                                                                                  \
    X(secrets, OWN, 0, 0, SVI_NONE_GIVEN, "a mapping", "{KEY: file:PATH}",                         \
      "Variables whose values are read from files, and shown nowhere.")                            \
    X(public_key, OWN, 0, 0, SVI_NONE_GIVEN, "a path, or none", "keys/NAME.pub",                   \
      "The key by which a remote bot is known. Only an endpoint that other machines cannot reach " \
      "needs none.")                                                                               \
    SVI_BOT_NUMBERS(X)                                                                             \
    X(clock, OWN, 0, 0, SVI_NONE_GIVEN, "a mapping", "{decision_ms: 5000}",                        \
      "Keys of `clock` that differ for this bot. The ranking marks it.")                           \
    X(limits, OWN, 0, 0, SVI_NONE_GIVEN, "a mapping", "{memory_mb: 4096}",                         \
      "Keys of `limits` that differ for this bot: all but `league_s` and `wall_share`.")           \
    X(network, OWN, 0, 0, SVI_NONE_GIVEN, "a list of HOST:PORT", "[api.example.org:443]",          \
      "What it may reach in the network, by HTTPS_PROXY and HTTP_PROXY of its environment. Left "  \
      "out: nothing. The ranking marks it.")                                                       \
    X(inject, OWN, 0, 0, SVI_NONE_GIVEN, "a mapping", "{Authorization: secret KEY}",               \
      "Headers with secrets, which its requests to plain HTTP addresses of `network` get on "      \
      "their way. The bot does not have these secrets.")                                           \
    X(stateless, FLAG, 0, 1, 0, "", "",                                                            \
      "true: you trust a remote bot, or one with a network, not to remember other games, so its "  \
      "games share the luck of their deal. The ranking marks it.")                                 \
    X(tags, OWN, 0, 0, SVI_NONE_GIVEN, "a mapping", "{email: me@x.org}",                           \
      "Words of your own about it, passed on by rank --format csv and json. Pages and the bot "    \
      "do not see them. `alias`: a pseudonym, which reports and served pages show for its name.")  \
    X(status, OWN, 0, 0, SVI_NONE_GIVEN, "withdrawn, disqualified", "withdrawn",                   \
      "It plays no more; disqualified: nor do its games count. A status needs a `reason`.")        \
    X(reason, OWN, 0, 0, SVI_NONE_GIVEN, "text", "TEXT",                                           \
      "The reason of the status, shown in the ranking.")

/* The settings, which make the schedule (schedule/settings.h). They are keys of the top. */
#define SVI_SETTINGS(X)                                                                            \
    X(seats, NUMBER, 2, SV_MAX_SEATS, 4, "", "",                                                   \
      "Bots at a table. Left out, all bots where they are fewer than 4.")                          \
    X(format, FORMAT, 0, 0, 0, "", "round_robin",                                                  \
      "Which tables are played. The format decides who meets whom, and when the league ends.")     \
    X(deals, NUMBER, 1, INT32_MAX, 25, "", "",                                                     \
      "Deals for each table; a deal is one seed. With `format: sprt`, the most deals that are "    \
      "played.")                                                                                   \
    X(seatings, SEATINGS, 0, 0, 0, "", "rotations",                                                \
      "How often and where each bot sits within a deal. Seats and neighbours come out even over "  \
      "the deals of a table. auto: what needs fewest games for a table of this size.")             \
    X(lanes, LANES, 0, 0, 0, "", "auto",                                                           \
      "off: the bots are trusted not to remember deals. With `auto`, no process plays a deal "     \
      "twice.")                                                                                    \
    X(candidates, BOTS, 0, 0, SVI_NONE_GIVEN, "", "[NAME, NAME]",                                  \
      "Bots that meet the others, not each other.")                                                \
    X(rounds, NUMBER, 1, 1000, 5, "", "", "Rounds that are played.")                               \
    X(sprt, SPRT, 0, 0, SVI_NONE_GIVEN, "a mapping",                                               \
      "{candidate: NAME, baseline: NAME, elo0: 0, elo1: 40}",                                      \
      "Whether the candidate is better than the baseline.")                                        \
    X(tables, OPTIONAL, 1, 100000, SVI_NONE_GIVEN, "", "100",                                      \
      "Tables that are drawn from all there could be. Left out, all of them are played.")          \
    X(stop_when, STOP, 0, 0, SVI_NONE_GIVEN, "a mapping",                                          \
      "{top: 3, confidence: 0.95, margin: 0, max_deals: 2000}",                                    \
      "Ends the league as soon as its first places are separated from the others.")                \
    X(budget, BUDGET, 0, 0, SVI_NONE_GIVEN, "a mapping", "{games: 1000}",                          \
      "What one run plays, in games or in minutes.")                                               \
    X(luck, LUCK, 0, 0, 0, "on, off", "on",                                                        \
      "Whether the luck of each game is found when it ends. With `sprt`, `stop_when` and "         \
      "`ladder`, points less luck then decide.")

/* All keys of the top. */
#define SVI_LEAGUE_TOP_KEYS(X)                                                                     \
    X(name, OWN, 0, 0, SVI_NONE_GIVEN, "text", "cup",                                              \
      "Name of the league and, with .db behind it, of its store. Left out, that of the file.")     \
    X(author, OWN, 0, 0, SVI_NONE_GIVEN, "text", "TEXT",                                           \
      "Who plays the league: a person, a course, a club. Reports and served pages show it.")       \
    X(edition, OWN, 0, 0, 0, "a built-in edition or a path", "classic",                            \
      "A built-in edition (solvent edition list), or a file.")                                     \
    X(rules, OWN, 0, 0, 0, "a mapping", "{}",                                                      \
      "Single switches laid over the edition, as in {max_rounds: 300}.")                           \
    SVI_SETTINGS(X)                                                                                \
    X(seed, OWN, 0, 0, SVI_NONE_GIVEN, "a text or a number", "TEXT",                               \
      "Anybody who knows the seed knows the dice. Left out, a secret one of 256 bits.")            \
    X(clock, OWN, 0, 0, 0, "a mapping", "", "For a decision and a match, in milliseconds.")        \
    X(limits, OWN, 0, 0, 0, "a mapping", "",                                                       \
      "What a bot may use, and how long a match and a run may take; 0: no limit.")                 \
    X(talk, WORD, 0, 0, 0, "off, on", "off", "Whether bots may talk to each other at the table.")  \
    X(parked, WORD, 0, 0, 0, "last, forfeit", "last",                                              \
      "What becomes of the matches of a parked bot (`limits.wall_share`). They are played when "   \
      "those of the others are over, or it forfeits its seats.")                                   \
    X(sandbox, WORD, 0, 0, 0, "auto, bwrap, strict, none", "auto",                                 \
      "What keeps bots from files and network; none: the bots are your own. `bwrap` refuses to "   \
      "run without bubblewrap. `auto` does too, unless all bots are reference bots. `strict` "     \
      "also refuses to run without control groups for memory and processor time.")                 \
    X(sandbox_root, OWN, 0, 0, SVI_NONE_GIVEN, "a path", "bot-root",                               \
      "A folder whose usr/ bots see in place of the machine's /usr. All files that they can read " \
      "are then held in memory, so that no process can tell what an earlier one has read.")        \
    X(secret_key, OWN, 0, 0, SVI_NONE_GIVEN, "a path", "keys/league.key",                          \
      "The league's own keys, for remote bots (solvent keygen).")                                  \
    X(bots, OWN, 0, 0, SVI_NONE_GIVEN, "a list", "[...]", "Who plays, two bots at least.")

enum svi_league_key_kind {
    SVI_KIND_NUMBER,
    SVI_KIND_OPTIONAL,
    SVI_KIND_DECIMAL,
    SVI_KIND_FLAG,
    SVI_KIND_WORD,
    SVI_KIND_BOT,
    SVI_KIND_BOTS,
    SVI_KIND_FORMAT,
    SVI_KIND_SEATINGS,
    SVI_KIND_LANES,
    SVI_KIND_LUCK,
    SVI_KIND_SPRT,
    SVI_KIND_STOP,
    SVI_KIND_BUDGET,
    SVI_KIND_OWN
};

/* A row of the lists above. */
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

enum svi_clock_key {
#define X(name, ...) SVI_CLOCK_##name,
    SVI_CLOCK_KEYS(X)
#undef X
        SVI_CLOCK_COUNT
};

enum svi_limit_key {
#define X(name, ...) SVI_LIMIT_##name,
    SVI_LIMITS(X) SVI_SEAT_LIMITS(X) SVI_RUN_LIMITS(X)
#undef X
        SVI_LIMIT_COUNT
};

enum svi_bot_key {
#define X(name, ...) SVI_BOT_##name,
    SVI_BOT_KEYS(X)
#undef X
        SVI_BOT_COUNT
};

enum svi_league_top_key {
#define X(name, ...) SVI_LEAGUE_##name,
    SVI_LEAGUE_TOP_KEYS(X)
#undef X
        SVI_LEAGUE_COUNT
};

extern const struct svi_league_key svi_sprt_keys[SVI_SPRT_FIELD_COUNT];
extern const struct svi_league_key svi_stop_keys[SVI_STOP_FIELD_COUNT];
extern const struct svi_league_key svi_budget_keys[SVI_BUDGET_FIELD_COUNT];
extern const struct svi_league_key svi_setting_keys[SVI_TERM_COUNT];
extern const struct svi_league_key svi_clock_keys[SVI_CLOCK_COUNT];
extern const struct svi_league_key svi_limit_keys[SVI_LIMIT_COUNT];
extern const struct svi_league_key svi_bot_keys[SVI_BOT_COUNT];
extern const struct svi_league_key svi_league_top_keys[SVI_LEAGUE_COUNT];

/* A list of keys: those of the top, or those within one of them. */
struct svi_league_key_list {
    const char *within; /* "" for the top, "bots[]", "clock" ... */
    const struct svi_league_key *key;
    unsigned count;
};

#define SVI_LEAGUE_KEY_LISTS 7u
extern const struct svi_league_key_list svi_league_keys[SVI_LEAGUE_KEY_LISTS];

/* Writes the value of a NUMBER, DECIMAL or FLAG as a league file has it. */
void svi_league_key_text(const struct svi_league_key *key, int64_t value,
                         char out[SVI_DECIMAL_TEXT]);

/* Appends the values that a key takes, for a reference: "2 to 8", "1 to 3600000 ms", "a list".
 * Appends nothing for the kinds of single settings (svi_setting_takes()). `out` is `failed` without
 * memory. */
void svi_league_key_takes(const struct svi_league_key *key, struct svi_buf *out);

/* Reads the value of a NUMBER, OPTIONAL, DECIMAL, FLAG or WORD from its text. Returns false if the
 * text is no such value or out of range; *out does not change then. */
bool svi_league_key_parse(const struct svi_league_key *key, const char *text, int64_t *out);

/* Writes the values that a key of these kinds, or a BOT, takes, for an error: "a whole number 2 to
 * 8". */
#define SVI_LEAGUE_KEY_EXPECTED 96
void svi_league_key_expected(const struct svi_league_key *key, char out[SVI_LEAGUE_KEY_EXPECTED]);

/* Most keys within a key, as a league file or TERMS give them. */
#define SVI_GROUP_MOST 8u

/* The values of such keys, in the order of the rows. */
struct svi_group {
    bool given; /* the file has the key */
    int64_t value[SVI_GROUP_MOST];
};

/* Sets each value to its default; the group counts as given. Keeps nothing of `keys`, of which
 * there are at most SVI_GROUP_MOST. */
void svi_group_init(struct svi_group *group, const struct svi_league_key keys[], unsigned count);

/* Returns whether a value is given or has a default. */
static inline bool svi_group_has(const struct svi_group *group, unsigned key)
{
    return group->value[key] != SVI_NONE_GIVEN;
}

/* Returns the value of a DECIMAL for which svi_group_has() is true. */
static inline double svi_group_decimal(const struct svi_group *group, unsigned key)
{
    return (double)group->value[key] / SVI_MILLION;
}

#endif
