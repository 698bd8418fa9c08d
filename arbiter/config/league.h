/* A league as a league file (league_file.h) describes it: its bots, schedule, rules, clocks and
 * luck. Commands read it with svi_league_open() (tools/cli/store_open.h) and keep it until all that
 * points into it, such as a roster, is finished. Functions that fail leave a line in `error`.
 * Everything that the structs point to belongs to the league, unless a field says otherwise. */
#ifndef SVI_ARBITER_CONFIG_LEAGUE_H
#define SVI_ARBITER_CONFIG_LEAGUE_H

#include "keys/league_keys.h"
#include "process/sandbox.h"
#include "schedule/settings.h"

#include "base/buf.h"
#include "base/error.h"

#include <solvent/edition.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_local_seat; /* runner/local_seat.h */
struct svi_inject;     /* process/bot_spec.h */

/* A secret, whose value is in a file of its own. */
struct svi_league_secret {
    char *name, *path; /* `path` is absolute */
    unsigned line;     /* line of the name in the league file */
    /* The header that the bot's relay adds with it, up to the value: "Authorization: Bearer ". NULL
     * for a variable of the bot's environment. */
    char *header;
    char *text; /* header or "NAME=", and the value; NULL until svi_league_load_secrets() */
};

struct svi_league_bot {
    char name[SV_MAX_NAME];
    /* Program and arguments as in the file, NULL at the end; NULL for a remote bot. */
    char **argv;
    /* As `argv`, with absolute paths for files in the league's folder and for a reference bot. */
    char **run;
    bool named;     /* the file names it by `bot`, not by `command` */
    bool reference; /* `run` leads to a reference bot beside our own program */
    /* Further files that it may read, as absolute paths, NULL at the end; or NULL. */
    char **files;
    char *folder; /* the folder it runs in; NULL: the league's folder */
    /* Its environment as "NAME=VALUE" in the order of names, NULL at the end; or NULL. */
    char **env;
    struct svi_league_secret *secret; /* in the order of names */
    unsigned n_secrets;
    /* Secret variables "NAME=VALUE", headers, and the values in both; each list with NULL at the
     * end. All are NULL until svi_league_load_secrets(). */
    const char **secret_env, **secret_values;
    struct svi_inject *inject;
    char *network;  /* as in svi_conditions */
    char *endpoint; /* where its gate listens for it; NULL for a bot that we start */
    /* File of the key by which its gate identifies it, as an absolute path; or NULL. */
    char *public_key;
    bool open; /* other machines can reach the endpoint */
    bool web;  /* a person in a browser; the endpoint is "web" */
    /* That person's seat, set by the program that runs the league here; NULL if the person does not
     * play here. */
    const struct svi_local_seat *local_seat;
#define X(name, ...) uint32_t name;
    SVI_BOT_NUMBERS(X)
#undef X
    struct svi_conditions conditions; /* the league's, but for the keys under the bot */
    unsigned line;                    /* line of its command or endpoint in the file */
    /* "KEY=VALUE" of the operator's tags, in the order of keys; or NULL. */
    char **tags;
    enum svi_status status;
    char *reason;   /* reason of its status, or NULL */
    bool versioned; /* `version` is known: svi_league_versions() */
    uint8_t version[32];
};

/* The place of a value of `env` in the text of a league file: league_text.h. */
struct svi_league_hidden {
    size_t from, to;
    const char *variable;
};

struct svi_league {
    const char *file; /* its name in errors; belongs to the caller, and must outlive the league */
    bool stored;      /* read by svi_league_parse_stored(), which opens no files */
    bool own_edition; /* a stored league whose edition is a file; `rules` was not read */
    char *folder; /* its folder as an absolute path: paths are relative to it, and bots run in it */
    char name[SV_MAX_NAME];
    char *author; /* or NULL */
    char *text;   /* text of the file, text_size bytes and a zero */
    size_t text_size;
    struct svi_league_hidden *hidden; /* parts of the text to hide from others, in their order */
    unsigned n_hidden;
    size_t hidden_room;
    char *env_key;             /* file of the key that hides them (secret/env_key.h), or NULL */
    struct sv_edition edition; /* with `rules` applied */
    uint8_t edition_hash[32];
    struct svi_settings settings;     /* the seed is all 0 if `seeded` is false */
    bool seeded;                      /* the file gives a seed */
    bool guessable;                   /* it gives a seed of fewer than 128 bits */
    struct svi_conditions conditions; /* of bots without others */
#define X(name, ...) uint32_t name;
    SVI_RUN_LIMITS(X)
#undef X
    bool park_forfeits; /* a parked bot forfeits; otherwise its matches are played last */
    bool talk;          /* bots may talk to each other */
    enum svi_sandbox sandbox;
    struct svi_sandbox_root *root; /* the folder that bots see in place of /usr, or NULL */
    bool luck;            /* games get their luck when they end; settings.luck: luck decides */
    bool any_seatings;    /* the file leaves seatings to the program: `seatings: auto` */
    bool old_luck;        /* after a run, games without luck get it too */
    char *secret_key;     /* file of our own keys as an absolute path, or NULL */
    const char *endpoint; /* the first endpoint of a bot, or NULL */
    struct svi_league_bot *bot;
    unsigned n_bots;
};

/* Frees what the functions of league_file.h made; wipes secrets. The league is all 0 then, and may
 * be finished again. */
void svi_league_finish(struct svi_league *league);

/* Returns the name of bot `i`, or NULL after the last: svi_word_fn of a struct svi_league. */
const char *svi_league_bot_at(const void *league, size_t i);

/* Checks that the program of every bot that plays exists. Returns SV_E_UNKNOWN and a line that
 * names the first bot without one. */
enum sv_status svi_league_check_programs(const struct svi_league *league, struct svi_error *error);

/* Does for one bot what svi_league_check_programs(), svi_league_load_secrets() and
 * svi_league_check_endpoints() do for all. Appends a line for each fault (`lines` is `failed`
 * without memory), and returns the error of the last one: SV_E_UNKNOWN, SV_E_RANGE or SV_E_SYSTEM.
 * `league check` calls it, once for each bot, in place of those. */
enum sv_status svi_league_check_bot(struct svi_league *league, unsigned bot, struct svi_buf *lines);

/* Reads the secrets of every bot that plays. Call it once, before bots are started; from then on
 * this process leaves no core. Returns SV_E_RANGE if a file has no secret, or one that no header
 * may have, or if others may read it; then only finish the league. A line names the file and key,
 * but never the secret. */
enum sv_status svi_league_load_secrets(struct svi_league *league, struct svi_error *error);

/* Checks that gates can listen at the endpoints of remote bots that play; Unix sockets are not
 * tried. Returns SV_E_SYSTEM and a line that names the first bot whose gate cannot. */
enum sv_status svi_league_check_endpoints(const struct svi_league *league, struct svi_error *error);

/* Returns the files that no bot may see, NULL at the end: the league file, files of keys and
 * secrets, and `more`, a list that ends with NULL. The caller frees the array, which is never NULL.
 * Its texts belong to the league and to `more`. */
const char **svi_league_hidden(const struct svi_league *league, const char *const more[]);

/* X(key, field): the conditions that decide games. They are in the identity: the league's as lines,
 * a bot's own in its definition. */
#define SVI_DECIDING_CONDITIONS(X)                                                                 \
    X("clock.decision_ms", decision_ms)                                                            \
    X("clock.bank_ms", bank_ms)                                                                    \
    X("clock.strikes", strikes)                                                                    \
    X("limits.match_s", match_s)

/* Appends the deciding conditions, or with `all` every condition, in which a bot differs from
 * others: " {clock.bank_ms: 0, network: [example.org:443]}". Appends nothing if there is no
 * difference. `out` is `failed` without memory (base/buf.h). */
void svi_conditions_put(const struct svi_conditions *bot, const struct svi_conditions *others,
                        bool all, struct svi_buf *out);

/* Returns a bot's definition in the identity, a text for the caller to free, never NULL: its
 * command, and those of its conditions that differ from the league's: `command: "python3" "bot.py"
 * {clock.bank_ms: 0}`. For `bot: careful` it is `command: "careful"`; that of a remote bot begins
 * with `endpoint:`. */
char *svi_league_bot_definition(const struct svi_league *league, const struct svi_league_bot *bot);

/* Returns whether the bot of a definition can remember games beyond the life of a process: it runs
 * elsewhere or reaches a network, and the operator has not said `stateless: true`. */
bool svi_league_bot_remembers(const char *definition);

/* Returns whether a definition from a store is the bot's. A path that leads to the reference bot
 * which the file names by `bot` counts, so that files may change over to that key. For a stored
 * league, which opens no files, the path's last part decides. */
bool svi_league_bot_is(const struct svi_league *league, const struct svi_league_bot *bot,
                       const char *definition);

#endif
