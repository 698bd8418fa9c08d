/* The parameters of a run of a league, and its progress. `league run` and `try` fill the parameters
 * and call svi_league_run() (league/league_run.h), which names the errors. Everything that the
 * parameters point to belongs to the caller and must outlive the run. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_RUN_CONFIG_H
#define SVI_ARBITER_LEAGUE_LEAGUE_RUN_CONFIG_H

#include "config/league.h"
#include "store/store.h"
#include "store/store_shards.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct svi_league_progress {
    /* Matches of this shard, as far as results make them known, without matches that are called
     * off. */
    uint64_t planned;
    uint64_t before;      /* how many of them were stored when the run began */
    uint64_t played;      /* matches played in this run */
    uint64_t decisions;   /* decisions made in this run */
    bool out_of_time;     /* the league's league_s ended the run, with matches left to play */
    bool changed;         /* the run ended because files of a season's bot have changed */
    uint64_t night;       /* night of a season, from 1; else 0 */
    uint64_t night_games; /* games of the night in the store */
    uint64_t lost;        /* lost processes of bots in this run */
    /* The bots whose processes were lost, as "a 3, b 1", as far as there is room. */
    char losers[200];
    char live[80];  /* how close the league is to its answer, in a few words, or "" */
    int64_t left_s; /* estimated seconds to the end (base/time.h); -1 if not known */
};

struct svi_league_run {
    const struct svi_league *league; /* its secrets are loaded */
    struct svi_store *store;         /* store of this league, opened for writing */
    const char *store_path;          /* path of the store, which is hidden from bots */
    unsigned workers;                /* at least 1 */
    /* The run plays share number `shard`, from 1, of the deals (arbiter/schedule/play_order.h).
     * Both are 1 for a run without shards. */
    unsigned shard, shards;
    /* The store that `round` was planned in (arbiter/schedule/shard_deals.h), opened for reading;
     * the run does not play its results again. If it is NULL, the run goes by the results of
     * `store`. */
    struct svi_store *after;
    const struct svi_store_round *round;
    bool sharded; /* the store is a shard, and records which */
    /* svi_league_version_lines(), recorded with the games; NULL if not known. */
    const char *versions;
    bool luck; /* computes the luck of each game when it has ended */
    /* A file to which the store is copied every save_s seconds, or NULL. */
    const char *save;
    unsigned save_s;
    const char *command; /* command that plays the rest, recorded in the store, or NULL */
    /* bot_logs, own, note and stop are as in struct svi_run_config. */
    const char *bot_logs;
    bool own;
    void (*note)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    const atomic_bool *stop;
    /* Called after every match, from any thread, but never twice at once. */
    void (*progress)(void *user, const struct svi_league_progress *so_far);
    void *user;
};

#endif
