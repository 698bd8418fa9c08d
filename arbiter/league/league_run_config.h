/* What a run of a league (league/league_run.h) is given, and how far it is. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_RUN_CONFIG_H
#define SVI_ARBITER_LEAGUE_LEAGUE_RUN_CONFIG_H

#include "config/league.h"
#include "store/store.h"
#include "store/store_shards.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct svi_league_progress {
    uint64_t planned;   /* matches of this shard, as far as results make them known, without those
                           that are off */
    uint64_t before;    /* of them, those that were in the store when the run began */
    uint64_t played;    /* in this run */
    uint64_t decisions; /* in this run */
    bool out_of_time;   /* the run was ended by the league's league_s, with matches left to play */
    bool changed;       /* it was ended since the files of a bot of a season have changed */
    uint64_t night;     /* of a season, from 1; else 0 */
    uint64_t night_games; /* of it, in the store */
    uint64_t lost;        /* processes of bots, in this run: */
    char losers[200];     /*   whose, "a 3, b 1", as far as there is room */
    char live[80];        /* how far what the league is to find out is, in a few words; "" */
    int64_t left_s;       /* seconds that the rest takes (base/time_left.h); -1 if not known */
};

struct svi_league_run {
    const struct svi_league *league;
    struct svi_store *store; /* this league's, opened for writing */
    const char *store_path;  /* where it lies, which is hidden from bots */
    unsigned workers;        /* at least 1 */
    unsigned shard,
        shards; /* plays the shard-th share of the deals, from 1 (arbiter/schedule/play_order.h) */
    struct svi_store *after; /* whose results are known and need no playing, and which has been
                                dealt out as `round` says (arbiter/schedule/shard_deals.h); its
                                store for reading. NULL: those of `store` */
    const struct svi_store_round *round;
    bool sharded;         /* the store is a shard, and says which */
    const char *versions; /* svi_league_version_lines(), noted with the games; NULL: not known */
    bool luck;            /* of each game is accounted for when it has ended */
    const char *save; /* a file to which the store is copied every so many seconds; NULL: none */
    unsigned save_s;
    const char *program;  /* `solvent`, which is run as the gate of each remote bot */
    const char *command;  /* that plays the rest, noted in the store; NULL: none is known */
    const char *bot_logs; /* as in struct svi_run_config, as are own, note and stop */
    bool own;
    void (*note)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    const atomic_bool *stop;
    void (*progress)(void *user,
                     const struct svi_league_progress *so_far); /* after every match, from any
                                                                  thread, never two at once */
    void *user;
};

#endif
