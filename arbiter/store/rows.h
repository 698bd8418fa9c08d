/* The contents of a store as plain values: its league, matches, runs and luck. The functions of
 * store.h and the headers beside it read and write these rows.
 *
 * Pointers in rows that are read belong to the store. Those of a row that a callback is given are
 * valid during the call; other functions say how long theirs are valid. Pointers in rows to be
 * stored stay the caller's. Text and arrays to be stored need only live until the call returns.
 * Runs and other writers fill them in; rankings, reports, `serve` and `verify` read them. */
#ifndef SVI_ARBITER_STORE_ROWS_H
#define SVI_ARBITER_STORE_ROWS_H

#include "job/loss.h"
#include "job/outcome.h"
#include "job/playing.h"
#include "job/times.h"
#include "schedule/settings.h"

#include "base/buf.h"

#include <solvent/luck.h>
#include <solvent/manifest.h>
#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_store; /* store.h */

#define SVI_STORE_LUCK_VERSION 16u
#define SVI_STORE_ANALYSIS_VERSION 16u
#define SVI_STORE_LUCK_ROW 320u /* most bytes of a match's luck */

#define SVI_STORE_VERSION 5 /* version of the tables: SQLite's user_version */
#define SVI_STORE_OLDEST 4  /* oldest version that can be read; writing upgrades it */
#define SVI_REPLAY_HASH_BYTES 32u

/* A setting of the league: its key in the league file and its value. */
struct svi_store_term {
    char key[SV_MAX_NAME];
    char *value;
};

/* A bot's properties beside its name. */
struct svi_store_entry {
    char origin[SV_MAX_NAME]; /* its name in the league file */
    char *definition;         /* the identity's line that says how the bot is started */
    bool versioned;           /* whether `version` is known */
    uint8_t version[32];
    /* The status now, and its reason; NULL if it has no reason. */
    enum svi_status status;
    char *reason;
    /* As in struct svi_league_bot; NULL if the bot has no tags. */
    char **tags;
};

/* A state of the league file, valid from a match on. */
struct svi_store_revision {
    uint64_t matches; /* matches planned before it */
    unsigned bots;    /* number of bots; they are the first ones of the store */
    char *settings;   /* "key: value" lines */
    char *statuses;   /* svi_settings_statuses() */
    char *identity, *text;
};

/* The league as a store describes it. A store's own belongs to it, and svi_store_info() says how
 * long its texts and arrays are valid. */
struct svi_store_info {
    char name[SV_MAX_NAME];
    /* Version of the Solvent that created the store. */
    char version[SV_MAX_NAME];
    char edition[SV_MAX_NAME];
    uint8_t edition_hash[32];
    uint8_t seed[SV_SEED_BYTES];
    unsigned seats;
    uint64_t matches; /* planned so far */
    uint32_t lanes;   /* matches of a deal, numbered consecutively */
    struct svi_store_term *term;
    unsigned n_terms;
    bool luck_decides; /* settings.luck, which is equal in all revisions */
    unsigned n_bots;
    char (*bot)[SV_MAX_NAME]; /* in the order of the league file */
    /* entries of the bots; NULL in a simulated league, where all play */
    struct svi_store_entry *entry;
    struct svi_store_revision *revision;
    unsigned n_revisions; /* at least 1 */
    /* The league file's text and identity now, as in the last revision. The identity has a "key:
     * value" line for everything that a result depends on. */
    char *text;
    char *identity;
};

struct svi_store_seat {
    unsigned bot; /* its place in the league file, from 0 */
    uint8_t place;
    uint32_t points; /* arbiter/job/points.h */
    int32_t worth;
    uint32_t verdicts[SV_VERDICT_COUNT];
    bool forfeited;
    uint64_t used_us; /* by the wall clock, like wall_us below */
    /* As in struct svi_job_seat; NULL if nothing was printed. Not read back with the match. */
    const char *printed;
};

/* A finished match. */
struct svi_store_match {
    uint64_t number, table;
    uint32_t deal, seating;
    uint8_t why; /* enum sv_why */
    uint32_t rounds, turns, decisions;
    uint64_t wall_us;
    unsigned seats;
    struct svi_store_seat seat[SV_MAX_SEATS];
    const uint8_t *replay; /* the .svr file; its last 32 bytes, a digest, identify the game */
    size_t replay_size;

    /* Trades and times are not read back with the match: svi_store_trades(), svi_store_times(). */
    bool has_trades; /* false: trades were not recorded */
    unsigned n_trades;
    struct svi_trade_pair trade[SVI_TRADE_PAIRS];
    const struct svi_decision_times *times; /* as in struct svi_outcome */
    size_t n_times;
    struct {
        uint8_t version[SVI_STORE_LUCK_VERSION];
        uint8_t bytes[SVI_STORE_LUCK_ROW];
        size_t size; /* 0: luck was not computed */
    } luck;          /* as in struct svi_store_luck */
};

/* A run that plays matches into a store: its progress, for people who follow it. Times are wall
 * clock times in ms since 1970. */
struct svi_store_run {
    /* When the run began, and when its last game was stored. */
    int64_t began_ms, last_ms;
    unsigned shard, shards, workers;
    /* Games of the run's share as far as they are known, and those stored when it began. */
    uint64_t planned, before;
    uint64_t games, decisions; /* games and decisions that the run has stored */
    int64_t left_s;            /* estimated time to the end, as of last_ms; -1 if not known */
    /* How the run ended: "done", "stopped", "time", "paused", "failed" or "killed". "" if the run
     * goes on, or was killed and that was not noticed yet. */
    char ended[16];
    const char *command; /* command that plays the rest */
};

/* A bot that the last run has parked: the others go on without it, and its matches are played
 * last. */
struct svi_store_parked {
    unsigned bot;
    uint64_t answer_us; /* time that it takes for an answer */
    /* Matches of the bot that were played, and left, when it was parked or when its matches
     * began. */
    uint64_t played, left;
    /* Estimated time for the matches left; -1 if not known. */
    int64_t left_s;
};

/* Totals of a bot from one seat, over all stored matches that count. */
struct svi_store_tally {
    unsigned bot, seat;
    uint64_t games, wins, points, places;
    int64_t worth;
    uint64_t ends[SV_WHY_COUNT];         /* games by the reason of their end */
    uint64_t verdicts[SV_VERDICT_COUNT]; /* answers by verdict, as in struct svi_store_seat */
    uint64_t forfeited;                  /* forfeited games */
    /* The first match with a late, malformed, illegal, dead or overtime answer or a forfeit; 0 if
     * all matches went without. */
    uint64_t incident;
};

#define SVI_STORE_PLAYED_VERSION 16u

/* What games that were played on from a recorded one have shown of a seat's decision, or of all its
 * decisions. The meaning of the bytes is the writer's. Not hashed. */
struct svi_store_played_on {
    uint64_t number;                           /* of the recorded match */
    uint32_t seat, decision;                   /* decision 0: all of the seat */
    unsigned bot;                              /* in the seat, by the store; found, not given */
    uint8_t version[SVI_STORE_PLAYED_VERSION]; /* names everything that the bytes follow from */
    const uint8_t *found;
    size_t size;
};

/* The luck of a match (arbiter/job/luck_row.h describes the figures), and the version by which they
 * were computed. */
struct svi_store_luck {
    uint64_t number;
    uint8_t version[SVI_STORE_LUCK_VERSION];
    const uint8_t *figures;
    size_t size;
};

#endif
