/* A trial of a league. Every bot is started as the league would start it and plays short matches.
 * Then the bots that work play games as the league plays them, for some seconds. The seed is random
 * or given, and is not the league's, so no deal of the league is seen. No game of the trial is
 * stored. `league check` and `league plan` run it. */
#ifndef SVI_ARBITER_LEAGUE_PREFLIGHT_H
#define SVI_ARBITER_LEAGUE_PREFLIGHT_H

#include "config/league.h"
#include "job/outcome.h"
#include "runner/run_config.h"

#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define SVI_PREFLIGHT_ROUNDS 20u     /* most rounds of the short matches */
#define SVI_PREFLIGHT_PATIENCE_S 30u /* time for the short matches, starts excluded */

/* Findings about a bot. svi_preflight_finish() frees the texts. */
struct svi_preflight_bot {
    bool plays;        /* it plays by the league file and can be started; else it is not tried */
    bool absent;       /* it plays by the league file but cannot be started here */
    bool started;      /* it has said hello */
    uint64_t start_us; /* time from its start to its hello */
    unsigned says;     /* matches at once, by its hello; the file may allow fewer */
    bool tried;        /* one of its matches has ended */
    /* Absent, lost, or wrong so often that a run would set it aside before its games. */
    bool unfit;
    uint64_t games, answers;             /* of all matches that have ended */
    uint64_t verdicts[SV_VERDICT_COUNT]; /* as in struct svi_job_seat */
    uint64_t forfeited;                  /* forfeited games */
    uint64_t used_us;
    char *crash; /* report of its first loss (struct svi_loss), or NULL */
    char *last;  /* the last lines it printed, if it failed; else NULL */
};

struct svi_preflight {
    struct svi_preflight_bot *bot; /* one for each bot of the league */
    unsigned n_bots;
    struct svi_isolation isolation;
    unsigned unfit; /* number of unfit bots; all figures below leave them out */
    bool too_few;   /* the other bots are too few for a league; there are no figures */
    /* Games of the league as far as they can be counted beforehand; of a season, games of one run
     * by its budget, or 0 if the budget is in minutes. */
    uint64_t planned;
    bool season;             /* the league is a season */
    bool by_results;         /* the number depends on results, so it is an estimate */
    bool planned_most;       /* the league may have more games: counting was given up there */
    uint64_t lineups, first; /* lineups and games of the first stage */
    uint32_t lanes, seatings;
    uint64_t games;     /* games of the league that were played to the end */
    double games_per_s; /* games per second; 0 if no game ended */
    uint64_t batches;   /* batches of the planned games, each played by new processes */
    double batch_s;     /* seconds that the start of a batch takes */
    double planned_s;   /* seconds that all planned games take; 0 if not known */
    double game_bytes;  /* bytes of a game in a store; 0 if not known */
    double seconds;     /* duration of the played games */
    /* `stop` ended the trial; the figures are of what was played before. */
    bool interrupted;
};

struct svi_preflight_setup {
    const struct svi_league *league; /* its secrets are loaded */
    /* By bot: whether it cannot be started and is not tried; NULL if all bots can be started. */
    const bool *absent;
    unsigned workers; /* at least 1 */
    unsigned wait_s;  /* longest wait for a remote bot */
    unsigned seconds; /* time for games of the league; 0: plays only short matches */
    const char *seed; /* any text, as for sv_luck_seed_text(); NULL: a random seed */
    /* note and stop are as in struct svi_league_run. */
    void (*note)(const char *format, ...) __attribute__((format(printf, 1, 2)));
    const atomic_bool *stop;
};

/* Runs the trial. Returns SV_OK whatever the bots did, SV_E_RANGE if these settings make no league,
 * and SV_E_SYSTEM or SV_E_ARGUMENT as svi_run(). On errors a line is in `error`, and
 * svi_preflight_finish() is not needed. The setup stays the caller's, and need only live until the
 * call returns. */
enum sv_status svi_preflight_init(struct svi_preflight *trial,
                                  const struct svi_preflight_setup *setup, struct svi_error *error);
void svi_preflight_finish(struct svi_preflight *trial);

#endif
