/* A league as a league file tells it (league_file.h): who plays whom, under which rules, clocks and
 * luck. */
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

/* A variable whose value stands in a file of its own. */
struct svi_local_seat; /* runner/local_seat.h */

struct svi_league_secret {
    char *name, *path; /* the path in full */
    unsigned line;     /* of the name in the league file */
};

struct svi_league_bot {
    char name[SV_MAX_NAME];
    char **argv;  /* program and arguments as in the file, NULL at the end; NULL: it comes from
                     elsewhere */
    char **run;   /* the same with the paths of files that lie in the league's folder in full */
    char **files; /* what it may read besides, NULL at the end, paths in full; NULL: nothing */
    char *folder; /* where it runs; NULL: in the league's folder */
    char **env;   /* set in its environment, "NAME=VALUE" in the order of names, NULL at the end;
                     NULL: nothing */
    struct svi_league_secret *secret; /* in the order of names; */
    unsigned n_secrets;
    char **secret_env; /*   "NAME=VALUE" of each, NULL at the end: svi_league_load_secrets() */
    const char **secret_values; /*   and the values in them. NULL: there are none */
    char *endpoint;             /* where its gate listens for it; NULL: we start it */
    char *public_key; /* file of the key by which its gate knows it, path in full; NULL: there is
                         none */
    bool open;        /* other machines can reach the endpoint */
    bool web;         /* a person in a browser, whose endpoint is "web" */
    const struct svi_local_seat *local_seat; /* of that person, set by who runs the league here;
                                                NULL: nobody plays it */
#define X(name, ...) uint32_t name;
    SVI_BOT_NUMBERS(X)
#undef X
    unsigned line; /* of its program in the file */
    char **tags;   /* "KEY=VALUE" of the operator's own words, in the order of keys; NULL: none */
    enum svi_status status;
    char *reason;   /* of a status that the file gives; NULL: it gives none */
    bool versioned; /* what follows is known: svi_league_versions() */
    uint8_t version[32];
};

/* A value of `env` in the text of a league file: league_text.h. */
struct svi_league_hidden {
    size_t from, to;
    const char *variable;
};

struct svi_league {
    const char *file; /* as named in errors; the caller's */
    bool stored;      /* read by svi_league_parse_stored(), without the files that it names */
    bool own_edition; /* a stored league whose edition is a file: `rules` was not read either */
    char *folder;     /* in which it lies, in full: where paths start and bots run */
    char name[SV_MAX_NAME];
    char *text; /* of the file, text_size bytes and a zero */
    size_t text_size;
    struct svi_league_hidden *hidden; /* what of it nobody else is to see, in order */
    unsigned n_hidden;
    size_t hidden_room;
    char *env_key; /* file of the key that hides it (secret/env_key.h); NULL: nothing is hidden */
    struct sv_edition edition; /* rules laid over it */
    uint8_t edition_hash[32];
    struct svi_settings settings; /* its seed is all 0 when not seeded */
    bool seeded;                  /* the file gives a seed */
    bool guessable;               /* it does, and one of fewer than 128 bits */
    /* the rows of `clock`, and the limits that no process is held to */
#define X(name, ...) uint32_t name;
    SVI_CLOCK_KEYS(X)
    SVI_ARBITER_LIMITS(X)
#undef X
    bool park_forfeits; /* a bot that is parked forfeits, else its matches are played last */
    enum svi_sandbox sandbox;
    struct svi_sandbox_root *root; /* what bots see in place of /usr; NULL: /usr */
    bool luck; /* of games is accounted for when they end; whether it decides, settings.luck says */
    bool any_seatings; /* the file leaves them to the program: `seatings: auto` */
    bool old_luck;     /*   and of those that were played without, once a run is over */
    struct svi_limits limits;
    char *secret_key;     /* file of our own keys, path in full; NULL: there are none */
    const char *endpoint; /* the first that a bot has; NULL: none has */
    struct svi_league_bot *bot;
    unsigned n_bots;
};

/* Frees what svi_league_init() or svi_league_parse() made. */
void svi_league_finish(struct svi_league *league);

/* The name of bot `i`, or NULL behind the last: svi_word_fn of a struct svi_league. */
const char *svi_league_bot_at(const void *league, size_t i);

/* Looks whether the program of every bot that plays is there. SV_E_UNKNOWN: one line names the bot
 * whose is not. */
enum sv_status svi_league_check_programs(const struct svi_league *league, struct svi_error *error);

/* Does for one bot what svi_league_check_programs(), svi_league_load_secrets() and
 * svi_league_check_endpoints() do for all. Appends a line for each fault, and returns the error of
 * the last one. */
enum sv_status svi_league_check_bot(struct svi_league *league, unsigned bot, struct svi_buf *lines);

/* Reads the secrets of every bot that plays; to be called once, before bots are started. From then
 * on we leave no core. SV_E_RANGE: a file has none, or others may read it. A line says so, with
 * file and key, and never with the secret. */
enum sv_status svi_league_load_secrets(struct svi_league *league, struct svi_error *error);

/* Reads the secrets of one bot, by its number in the league. Errors as above. */
enum sv_status svi_league_load_secrets_of(struct svi_league *league, unsigned number,
                                          struct svi_error *error);

/* Looks whether gates could listen where remote bots are to come in. SV_E_SYSTEM: one line names
 * the bot whose cannot. */
enum sv_status svi_league_check_endpoints(const struct svi_league *league, struct svi_error *error);

/* What no bot may see, NULL at the end: the file, those of keys and secrets, and `more`, up to a
 * NULL. The array is to be freed, its texts are others'. */
const char **svi_league_hidden(const struct svi_league *league, const char *const more[]);

/* What starts a bot, as it stands in the identity: `command: "python3" "bot.py"`. To be freed. */
char *svi_league_bot_definition(const struct svi_league_bot *bot);

#endif
