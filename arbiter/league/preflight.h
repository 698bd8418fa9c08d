/* A trial of a league: every bot is started as the league would start it and plays short matches.
 * Then those that work play games as the league plays them, for some seconds, under a seed of the
 * moment or one that is given, which is not that of the league. Nothing of it is kept, and no deal
 * of the league is seen. */
#ifndef SVI_ARBITER_LEAGUE_PREFLIGHT_H
#define SVI_ARBITER_LEAGUE_PREFLIGHT_H

#include "config/league.h"
#include "job/outcome.h"
#include "runner/run_config.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SVI_PREFLIGHT_ROUNDS 20u     /* of the short matches */
#define SVI_PREFLIGHT_PATIENCE_S 30u /* that the short matches may take, starts apart */

/* What is known of a bot. */
struct svi_preflight_bot {
    bool plays;        /* by the league file, and it can be started; else it is not tried */
    bool absent;       /* it plays by the league file, but cannot be started here */
    bool started;      /* it has said hello */
    uint64_t start_us; /* after so long */
    unsigned says;     /* matches at once, by its hello; the file may allow fewer */
    bool tried;        /* a match of it has ended */
    bool unfit; /* absent, lost, or wrong so often that a run would set it aside before its games */
    uint64_t games, answers;             /* of all that has ended */
    uint64_t verdicts[SV_VERDICT_COUNT]; /* as in struct svi_job_seat */
    uint64_t forfeited;                  /* games */
    uint64_t used_us;
    char *crash; /* the report of its first loss (struct svi_loss); NULL: none */
    char *last;  /* the last lines that it printed, if it was not well; NULL: none */
};

struct svi_preflight {
    struct svi_preflight_bot *bot; /* one for each bot of the league */
    unsigned n_bots;
    struct svi_housing housing;
    unsigned unfit;    /* number of unfit bots; the figures below are of the league without them */
    bool too_few;      /* without them there is no league, and no figure */
    uint64_t planned;  /* games of the league, as far as they are known beforehand, */
    bool season;       /* of one run, as the budget says; 0: it is told in minutes */
    bool by_results;   /*   which is not to the last as they depend on results, */
    bool planned_most; /*   or more: counting was given up there */
    uint64_t lineups, first; /* of its first stage; games in that */
    uint32_t lanes, seatings;
    uint64_t games;     /* played as the league plays them, to the end, */
    double games_per_s; /*   at this pace; 0: none ended */
    uint64_t batches;   /* that the planned games are played in, each by new processes, */
    double batch_s;     /*   whose start takes so long, */
    double planned_s;   /* and how long all that takes; 0: not known */
    double game_bytes;  /* in a store, a game; 0: likewise */
    double seconds;     /* they took */
    bool interrupted;
};

struct svi_preflight_setup {
    const struct svi_league *league;
    const bool *absent;  /* by bot: it cannot be started, so it is not tried; NULL: all can */
    unsigned workers;    /* at least 1 */
    unsigned wait_s;     /* how long a remote bot is waited for */
    unsigned seconds;    /* of play; 0: the short matches are all */
    const char *seed;    /* any text, as sv_luck_seed_text() takes it; NULL: one of the moment */
    const char *program; /* as in struct svi_league_run, as are note and stop */
    void (*note)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    const atomic_bool *stop;
};

/* Tries. SV_OK whatever bots did. SV_E_RANGE: these settings make no league; SV_E_SYSTEM,
 * SV_E_ARGUMENT: as of svi_run(). Unless SV_OK a line is in `error` and there is nothing to finish.
 */
enum sv_status svi_preflight_init(struct svi_preflight *trial,
                                  const struct svi_preflight_setup *setup, struct svi_error *error);
void svi_preflight_finish(struct svi_preflight *trial);

#endif
