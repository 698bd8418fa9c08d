/* The match that the command line of solvent match or solvent play sets up: its bots, and its luck,
 * drawn from a seed or taken from a recorded game (--deal). The command owns the setup, whose texts
 * are words of its command line. */
#ifndef SVI_TOOLS_CLI_MATCH_SETUP_H
#define SVI_TOOLS_CLI_MATCH_SETUP_H

#include "config/league.h"
#include "job/outcome.h"
#include "probe/probe.h"
#include "runner/runner.h"
#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/console/words.h"
#include "tools/replay/game_file.h"

#define SVI_MATCH_RULES 64u

struct svi_match_deal {
    const char *game;   /* FILE.svr or STORE.db#N; NULL: no --deal option */
    const char *league; /* league file; NULL: the file with the store's name beside it */
    unsigned seat;      /* SV_NONE: not given, so the first seat in the last place */
    uint32_t at;        /* the decision from which on bots play; 0: from the beginning */
    bool sandbox_given; /* The command line sets the bots' sandbox; otherwise the league sets it. */
    /* svi_match_setup_open() fills the members from here on: */
    struct svi_recorded *recorded;
    struct sv_result result;         /* result of the recorded game */
    struct svi_recorded_steps steps; /* with `at`; else empty */
    struct svi_match_driver *driver;
    struct svi_league file;
    struct svi_conditions conditions[SV_MAX_SEATS]; /* of the league's bots: their own limits */
    char *beside;                                   /* path of the league file, if none was named */
    bool opened;                                    /* `file` is open */
};

/* Begins as SVI_MATCH_SETUP. The rows of SVI_MATCH_OPTIONS() fill it, and the command adds bots.
 * `config` and `job` point into it, so it stays in its place until svi_match_setup_finish(). */
struct svi_match_setup {
    const char *edition; /* NULL: classic */
    const char *seed;    /* NULL: a secret seed */
    const char *output;  /* file for the replay, or NULL */
    const char *rule[SVI_MATCH_RULES];
    unsigned n_rules;
    /* bot[i] and spec[i] belong to seat i; with --deal only from svi_match_setup_open() on. */
    struct svi_bot_argument bot[SV_MAX_SEATS];
    struct svi_bot_spec spec[SV_MAX_SEATS];
    unsigned n_bots;
    struct svi_match_deal deal;
    /* svi_match_setup_open() fills bots and job; the command fills callbacks. */
    struct svi_run_config config;
    struct svi_job job;
    struct sv_edition loaded;
};

#define SVI_MATCH_SETUP                                                                            \
    {                                                                                              \
        .deal = {.seat = SV_NONE}, .config = {                                                     \
            .workers = 1,                                                                          \
            .conditions.decision_ms = 1000,                                                        \
            .conditions.bank_ms = 60000,                                                           \
            .conditions.strikes = 10,                                                              \
            .sandbox.mode = SVI_SANDBOX_NONE,                                                      \
            .sandbox.own = true                                                                    \
        }                                                                                          \
    }

/* Rows of options that fill `setup`, a struct svi_match_setup among the command's arguments. */
#define SVI_MATCH_OPTIONS(setup)                                                                   \
    SVI_OPTION_EDITION(setup.edition),                                                             \
        {"seed", 's', "SEED", "64 hex digits, or any text (default: a secret seed)",               \
         SVI_SET_TEXT(setup.seed)},                                                                \
        {"output",                                                                                 \
         'o',                                                                                      \
         "FILE",                                                                                   \
         "Write the replay to FILE (.svr)",                                                        \
         SVI_SET_TEXT(setup.output),                                                               \
         .takes = SVI_TAKES_REPLAY},                                                               \
    {                                                                                              \
        "rule", 0, "NAME=VALUE", "Set a rule switch of the edition; may be repeated",              \
            SVI_CALL_ON(svi_match_setup_rule, setup)                                               \
    }
#define SVI_MATCH_DEAL(setup, text)                                                                \
    {                                                                                              \
        "deal", 0, "GAME", text, SVI_SET_TEXT(setup.deal.game), .takes = SVI_TAKES_GAME,           \
                                                                .without = "seed edition rule"     \
    }
#define SVI_MATCH_SEAT(setup, text)                                                                \
    {"seat", 0, "S", text, SVI_SET_SEAT(setup.deal.seat), .with = "deal"},                         \
    {                                                                                              \
        "league", 0, "FILE", "With --deal: its league file (beside the store)",                    \
            SVI_SET_TEXT(setup.deal.league), .takes = SVI_TAKES_LEAGUE, .with = "deal"             \
    }
#define SVI_MATCH_SANDBOX(setup, text)                                                             \
    {                                                                                              \
        "sandbox", 0, "MODE", text, SVI_SET_WORD(setup.config.sandbox.mode),                       \
            .words = "none auto bwrap strict"                                                      \
    }
#define SVI_MATCH_LOGS(setup)                                                                      \
    {                                                                                              \
        "bot-logs", 0, "DIR", "Write what bots print to DIR/NAME.log",                             \
            SVI_SET_TEXT(setup.config.output.folder), .takes = SVI_TAKES_FOLDER                    \
    }

/* Takes the value of --rule for a struct svi_match_setup. Ends the process if it is wrong. */
void svi_match_setup_rule(const struct svi_words *words, void *setup);

/* Checks that a bot's program can run, also for `check`, `try` and `league init`. Otherwise ends the
 * process, with USAGE if the file is no program but, say, a recorded game, else with `missing`. */
void svi_match_program(const char *program, enum svi_exit missing);

/* Initialises libsodium, finds the bots' programs, and fills the job's edition, seats and luck.
 * With --deal the first bot moves to the deal's seat, and the others fill the other seats in their
 * order. If only one bot is given, the bots of the game's league sit where they sat in the game. An
 * error ends the process (svi_die()). */
void svi_match_setup_open(struct svi_match_setup *setup);
void svi_match_setup_finish(struct svi_match_setup *setup);

/* Prepares the match to be played once more; with `at`, a run leads its bots only once. */
void svi_match_setup_again(struct svi_match_setup *setup);

/* Appends the result for people: the seats in the order of places, why the match ended, and the line
 * of svi_match_put_deal(). Names are cut so that the table fits the screen, unless `wide` is set.
 * `out` is `failed` without memory, here and below. */
void svi_match_put_result(const struct svi_match_setup *setup, const struct svi_outcome *done,
                          bool wide, struct svi_buf *out);

/* Appends a line that compares the results of the deal's seat in the recorded game and now; nothing
 * without --deal. */
void svi_match_put_deal(const struct svi_match_setup *setup, const struct svi_outcome *done,
                        struct svi_buf *out);

/* ---- match files ----------------------------------------------------------------------------- */

/* Writes the match's replay to `output` and its page to `html`; NULL leaves a file out. Returns
 * DONE, or ENVIRONMENT after an error message. */
enum svi_exit svi_match_write_files(const char *output, const char *html,
                                    const struct svi_outcome *done);

#endif
