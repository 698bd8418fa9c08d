/* What a store keeps, as plain values: its league, matches, runs and luck. */
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

#define SVI_STORE_LUCK_VERSION 16u
#define SVI_STORE_ANALYSIS_VERSION 16u
#define SVI_STORE_LUCK_ROW 320u /* bytes that are kept of a match's luck, at most */

#define SVI_STORE_VERSION 5 /* of the tables: SQLite's user_version */
#define SVI_STORE_OLDEST 4  /* that is read; made the newest when it is written */
#define SVI_REPLAY_HASH_BYTES 32u

/* A term of the league: its key in the league file and its value. */
struct svi_store_term {
    char key[SV_MAX_NAME];
    char *value;
};

/* What is known of a bot beside its name. */
struct svi_store_entry {
    char origin[SV_MAX_NAME]; /* its name in the league file */
    char *definition;         /* the line of the identity that says how it is started */
    bool versioned;           /* what follows is known */
    uint8_t version[32];
    enum svi_status status; /* now, as is the reason; NULL: none */
    char *reason;
    char **tags; /* struct svi_league_bot; NULL: none */
};

/* A state of the league file, from a match on. */
struct svi_store_revision {
    uint64_t matches; /* that were planned before it */
    unsigned bots;    /* there were so many, the first of them */
    char *settings;   /* "key: value" lines */
    char *statuses;   /* svi_settings_statuses() */
    char *identity, *text;
};

/* What a store says of its league. Belongs to the store. */
struct svi_store_info {
    char name[SV_MAX_NAME];
    char version[SV_MAX_NAME]; /* of the Solvent that began the store */
    char edition[SV_MAX_NAME];
    uint8_t edition_hash[32];
    uint8_t seed[SV_SEED_BYTES];
    unsigned seats;
    uint64_t matches; /* planned so far */
    uint32_t lanes;   /* matches of a deal, whose numbers follow each other */
    struct svi_store_term *term;
    unsigned n_terms;
    bool luck_decides; /* settings.luck, of all revisions */
    unsigned n_bots;
    char (*bot)[SV_MAX_NAME];      /* in the order of the league file */
    struct svi_store_entry *entry; /* of each bot; NULL, of a league that is simulated: all play */
    struct svi_store_revision *revision;
    unsigned n_revisions; /* at least 1 */
    char *text; /* of the league file as it stands now: of the last revision, as is the identity */
    char *identity; /* "key: value" lines of all that a result depends on */
};

/* The verdicts that are incidents, as is a forfeit, in the order in which they are told. */
#define SVI_INCIDENTS 5u
extern const enum sv_verdict svi_incidents[SVI_INCIDENTS];

struct svi_store_seat {
    unsigned bot; /* its place in the league file, from 0 */
    uint8_t place;
    uint32_t points; /* arbiter/job/points.h */
    int32_t worth;
    uint32_t verdicts[SV_VERDICT_COUNT];
    bool forfeited;
    uint64_t used_us;    /* wall clock, as is wall_us below */
    const char *printed; /* struct svi_job_seat; NULL: nothing. Not read back with the match */
};

/* Decisions of a seat that the default was taken for, and its forfeit. */
uint32_t svi_store_incidents(const struct svi_store_seat *seat);

/* A finished match. */
struct svi_store_match {
    uint64_t number, table;
    uint32_t deal, seating;
    uint8_t why; /* enum sv_why */
    uint32_t rounds, turns, decisions;
    uint64_t wall_us;
    unsigned seats;
    struct svi_store_seat seat[SV_MAX_SEATS];
    const uint8_t *replay; /* the .svr file; its last 32 bytes, a digest, name the game */
    size_t replay_size;

    /* Not read back with the match: svi_store_trades(), svi_store_times(). */
    bool has_trades; /* false: nobody has looked for them */
    unsigned n_trades;
    struct svi_trade_pair trade[SVI_TRADE_PAIRS];
    const struct svi_decision_times *times; /* struct svi_outcome */
    size_t n_times;
    struct {
        uint8_t version[SVI_STORE_LUCK_VERSION];
        uint8_t bytes[SVI_STORE_LUCK_ROW];
        size_t size; /* 0: nobody has accounted for it */
    } luck;          /* struct svi_store_luck */
};

/* A run that puts matches into a store: how far it is, for whoever looks on. Times by the wall
 * clock, ms since 1970. */
struct svi_store_run {
    int64_t began_ms, last_ms; /* when it began, and when the last of its games went in */
    unsigned shard, shards, workers;
    uint64_t planned, before; /* games of its share as far as they are known, and those that were in
                                 when it began */
    uint64_t games, decisions; /* that it has put in */
    int64_t left_s;            /* how long the rest takes, as of last_ms; -1 if not known */
    char ended[16]; /* how: "done", "stopped", "time", "failed", "killed"; "": it goes on, or was
                       killed */
    const char *command; /* that plays the rest */
};

/* A bot that the others go on without, in the last run: its matches are played last. */
struct svi_store_parked {
    unsigned bot;
    uint64_t answer_us;    /* that it takes for an answer */
    uint64_t played, left; /* of its matches, when it was parked or they began, */
    int64_t left_s;        /*   and how long what is left takes; -1: not known */
};

/* What a bot did from one seat, over all matches that are in and count: sums and counts. */
struct svi_store_tally {
    unsigned bot, seat;
    uint64_t games, wins, points, places;
    int64_t worth;
    uint64_t ends[SV_WHY_COUNT];         /* games by why they ended */
    uint64_t verdicts[SV_VERDICT_COUNT]; /* as in struct svi_store_seat */
    uint64_t forfeited;                  /* games */
    uint64_t incident; /* the first match with a late, malformed, illegal, dead or overtime answer
                          or a forfeit; 0: none */
};

/* What has been accounted for of a match's luck (arbiter/job/luck_row.h has the figures), and the
 * version that it was made by. */
struct svi_store_luck {
    uint64_t number;
    uint8_t version[SVI_STORE_LUCK_VERSION];
    const uint8_t *figures;
    size_t size;
};

#endif
