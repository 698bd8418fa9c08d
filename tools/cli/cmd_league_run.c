/* solvent league run FILE.yaml */
#include "arbiter/crowding.h"
#include "arbiter/format.h"
#include "arbiter/league_file.h"
#include "arbiter/league_run.h"
#include "arbiter/league_store.h"
#include "arbiter/luck_fill.h"
#include "arbiter/ranking.h"
#include "arbiter/version.h"
#include "tools/cli/commands.h"
#include "tools/cli/league_summary.h"
#include "tools/console/again.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_WORKERS 256u
#define MAX_SHARDS 100000u

enum { KEY_SHARD = SVI_KEY_OWN, KEY_LOGS, KEY_LUCK, KEY_NO_LUCK };

struct arguments {
    const char *file;
    const char *store;
    bool luck, no_luck;
    const char *bot_logs; /* NULL: beside the store; "-": stderr */
    char *again;          /* the command line that plays the rest */
    unsigned workers;     /* 0: as many as fit */
    unsigned shard, shards;
    bool json;
};

static const struct svi_option options[] = {
    {"store", 's', "FILE.db", NULL, SVI_TAKES_STORE,
     "Where the games go (the league's name and .db, in the current folder)"},
    {"jobs", 'j', "N", NULL, SVI_TAKES_TEXT,
     "So many workers, each with a process of its own of every bot (as many as "
     "leave each busy bot a core; 1 with remote bots)"},
    {"shard", KEY_SHARD, "I/N", NULL, SVI_TAKES_TEXT,
     "Only the I-th of N shares of the deals, I from 1 to N; the store is then NAME.I-of-N.db"},
    {"luck", KEY_LUCK, NULL, NULL, SVI_TAKES_TEXT,
     "Account for the luck of the games in the end, as with `luck: on`; `solvent luck` does so "
     "later"},
    {"no-luck", KEY_NO_LUCK, NULL, NULL, SVI_TAKES_TEXT, "Don't, whatever the file says"},
    {"bot-logs", KEY_LOGS, "DIR", NULL, SVI_TAKES_FOLDER,
     "What bots print goes to DIR/NAME.log (the store's name and .logs); -: to stderr"},
    {"format", 'f', "FORMAT", "text json", SVI_TAKES_TEXT,
     "The summary as text (default), or json: one object"},
    {0},
};

/* "2/4" */
static bool parse_shard(const char *text, struct arguments *a)
{
    char *end;
    const unsigned long shard = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    if (shard == 0 || *end != '/' || end[1] < '0' || end[1] > '9') {
        return false;
    }
    const unsigned long shards = strtoul(end + 1, &end, 10);
    if (*end != '\0' || shards > MAX_SHARDS || shard > shards) {
        return false;
    }
    a->shard = (unsigned)shard;
    a->shards = (unsigned)shards;
    return true;
}

static void read_words(struct svi_words *w, struct arguments *a)
{
    int key;
    while ((key = svi_words_next(w)) != SVI_WORDS_END) {
        switch (key) {
        case 's':
            a->store = w->value;
            break;
        case 'j':
            a->workers = svi_words_number(w, 1, MAX_WORKERS);
            break;
        case KEY_SHARD:
            if (!parse_shard(w->value, a)) {
                svi_words_fail(w, "found '%s', expected I/N with I from 1 to N, N up to %u",
                               w->value, MAX_SHARDS);
            }
            break;
        case KEY_LUCK:
            a->luck = true;
            break;
        case KEY_NO_LUCK:
            a->no_luck = true;
            break;
        case KEY_LOGS:
            a->bot_logs = w->value;
            break;
        case 'f':
            a->json = w->choice == 1;
            break;
        default:
            svi_words_only(w, &a->file, "league file");
            break;
        }
    }
    svi_words_need(w, a->file, "league file");
}

/* Whose fault a status is: that of the machine, or of what the user gave. */
static enum svi_exit exit_of(enum sv_status status)
{
    return status == SV_OK         ? SVI_EXIT_DONE
           : status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT
                                   : SVI_EXIT_USAGE;
}

/* ---- run ---------------------------------------------------------------------------------- */

static void show(void *user, const struct svi_league_progress *so_far)
{
    struct svi_progress *progress = user;
    progress->pace_us = so_far->pace_us;
    svi_progress_show(progress, so_far->before + so_far->played, so_far->planned, so_far->played,
                      so_far->decisions);
}

/* What the league is to find out, before it begins or goes on. */
static void announce(struct svi_store *store)
{
    struct svi_ranking ranking;
    char error[SVI_STORE_ERROR];
    if (svi_ranking_init(&ranking, store, error, sizeof error) == SV_OK) {
        if (ranking.told[0] != '\0') {
            svi_note("%s", ranking.told);
        }
        svi_ranking_finish(&ranking);
    }
}

/* The folder for what bots print, to be freed: beside the store, under its name. NULL: our stderr. */
static char *choose_logs(const struct arguments *a, const char *store)
{
    const size_t length = strlen(store);
    const bool ends = length > 3 && strcmp(store + length - 3, ".db") == 0;
    char *logs = NULL;
    if (a->bot_logs == NULL) {
        (void)!asprintf(&logs, "%.*s.logs", (int)(ends ? length - 3 : length), store);
    } else if (strcmp(a->bot_logs, "-") != 0) {
        logs = strdup(a->bot_logs);
    }
    return logs;
}

/* How a run has ended before its league has. */
static enum svi_exit tell_stopped(const struct svi_league *league, const struct arguments *a,
                                  const struct svi_league_progress *total)
{
    const uint64_t left = total->planned - total->before - total->played;
    if (total->changed) {
        return svi_complain(SVI_EXIT_FAILED,
                            "stopped, as the files of a bot have changed since the run began; to "
                            "go on with its new version: %s",
                            a->again);
    }
    if (total->out_of_time) {
        return svi_complain(SVI_EXIT_FAILED,
                            "stopped after %u s (limits.league_s), %" PRIu64
                            " games are left; to go on: %s",
                            (unsigned)league->league_s, left, a->again);
    }
    return svi_complain(SVI_EXIT_FAILED, "stopped, %" PRIu64 " games are left; to go on: %s", left,
                        a->again);
}

static void show_luck(void *user, uint64_t done, uint64_t all)
{
    svi_progress_show(user, done, all, done, 0);
}

/* Accounts for the luck of the games that lack it. Without it the league is none the worse: a line says why, and the exit
 * status stays. */
static void find_luck(struct svi_store *store, const char *path, unsigned workers,
                      const atomic_bool *stop)
{
    char error[SVI_STORE_ERROR];
    struct svi_progress progress;
    uint64_t done, all;
    const struct svi_luck_fill fill = {.store = store,
                                       .jobs = workers,
                                       .stop = stop,
                                       .progress = isatty(STDERR_FILENO) != 0 ? show_luck : NULL,
                                       .user = &progress};
    svi_progress_init(&progress, "luck");
    if (svi_luck_fill(&fill, &done, &all, error, sizeof error) != SV_OK) {
        (void)svi_progress_finish(&progress);
        svi_note("no luck was found: %s", error);
        return;
    }
    (void)svi_progress_finish(&progress);
    if (done < all) {
        svi_note("the luck of %" PRIu64 " games is still to be found: solvent luck %s", all - done,
                 path);
    }
}

static enum svi_exit play(const struct svi_league *league, const struct arguments *a,
                          struct svi_store *store, const char *path, const char *logs)
{
    char error[SVI_STORE_ERROR];
    char program[4096];
    struct svi_progress progress;
    struct svi_league_progress total;
    uint64_t in_store = 0;
    const struct svi_league_run run = {.league = league,
                                       .store = store,
                                       .store_path = path,
                                       .workers = a->workers,
                                       .shard = a->shard,
                                       .shards = a->shards,
                                       .program = program,
                                       .command = a->again,
                                       .bot_logs = logs,
                                       .note = svi_note,
                                       .stop = svi_interrupt_catch(),
                                       .progress = show,
                                       .user = &progress};
    svi_find_program(program, sizeof program);
    announce(store);
    if (logs != NULL) {
        svi_note("what bots print goes to %s", logs);
    }
    svi_progress_init(&progress, league->name);
    const enum sv_status status = svi_league_run(&run, &total, error, sizeof error);
    const int64_t elapsed_us = svi_progress_finish(&progress);
    if (status != SV_OK) {
        return status == SV_E_SYSTEM
                   ? svi_complain(exit_of(status), "%s; to go on: %s", error, a->again)
                   : svi_complain(exit_of(status), "%s", error);
    }
    if ((league->luck || a->luck) && !a->no_luck) {
        find_luck(store, path, run.workers, run.stop);
    }
    if (a->shards == 1 && total.before + total.played == total.planned &&
        svi_store_count(store, &in_store) == SV_OK && in_store > 0) {
        svi_store_seal(store);
    }
    const enum svi_exit printed = svi_league_summary(store, path, a->json, &total, elapsed_us);
    if (printed != SVI_EXIT_DONE) {
        return printed;
    }
    return total.before + total.played == total.planned && !total.changed
               ? SVI_EXIT_DONE
               : tell_stopped(league, a, &total);
}

/* What can be known to be wrong before anything is written. */
static enum svi_exit check(struct svi_league *league, const struct arguments *a)
{
    char error[SVI_LEAGUE_ERROR];
    const bool season = league->terms.format->season;
    if (season && a->shards > 1) {
        return svi_complain(SVI_EXIT_USAGE,
                            "--shard: found %u/%u, expected none with format: %s, which decides "
                            "what to play by all results so far",
                            a->shard, a->shards, league->terms.format->name);
    }
    if (a->shards > 1 && !league->seeded) {
        return svi_complain(
            SVI_EXIT_USAGE,
            "%s: seed: found none, but with --shard every machine needs the same one",
            league->file);
    }
    if (a->workers > 1 && league->endpoint != NULL) {
        return svi_complain(
            SVI_EXIT_USAGE,
            "--jobs: found %u, expected 1 with remote bots, each of which has one endpoint (%s)",
            a->workers, league->endpoint);
    }
    if (svi_league_check_programs(league, error, sizeof error) != SV_OK) {
        return svi_complain(SVI_EXIT_USAGE, "%s", error);
    }
    if (svi_league_check_endpoints(league, error, sizeof error) != SV_OK) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s", error);
    }
    if (season && svi_league_versions(league, error, sizeof error) != SV_OK) {
        return svi_complain(SVI_EXIT_USAGE, "%s", error);
    }
    if (league->guessable) {
        svi_note(
            "%s: warning: a bot could guess this seed by trying, and lanes do not help; 64 hex "
            "digits, or leaving it out, are safe",
            league->file);
    }
    return SVI_EXIT_DONE;
}

/* How many workers fit, or a line when there are more, so many that bots have to wait for each other. */
static unsigned choose_workers(const struct svi_league *league, unsigned asked)
{
    const unsigned cores = svi_crowding_cores();
    const unsigned fit = svi_crowding_workers(league, cores, MAX_WORKERS);
    const unsigned busy = svi_crowding_busy(league) * asked;
    if (asked > fit && busy > cores) {
        svi_note("warning: --jobs %u keeps up to %u bots busy on %u core%s, so that they wait for "
                 "each other while clocks run; %u fit%s",
                 asked, busy, cores, cores > 1 ? "s" : "", fit, fit == 1 ? "s" : "");
    }
    return asked > 0 ? asked : fit;
}

static enum svi_exit run_league(struct arguments *a)
{
    static struct svi_league league;
    struct svi_store *store;
    char error[SVI_STORE_ERROR], path[SV_MAX_NAME + 32];
    enum sv_status status = svi_league_init(&league, a->file, error, sizeof error);
    if (status != SV_OK) {
        return svi_complain(exit_of(status), "%s", error);
    }
    enum svi_exit result = check(&league, a);
    if (result == SVI_EXIT_DONE) {
        a->workers = choose_workers(&league, a->workers);
        if (a->shards > 1) {
            snprintf(path, sizeof path, "%s.%u-of-%u.db", league.name, a->shard, a->shards);
        } else {
            snprintf(path, sizeof path, "%s.db", league.name);
        }
        const char *where = a->store != NULL ? a->store : path;
        char *logs = choose_logs(a, where);
        status = svi_league_store_create(&store, where, &league, error, sizeof error);
        result = status == SV_OK ? play(&league, a, store, where, logs)
                                 : svi_complain(exit_of(status), "%s", error);
        svi_store_destroy(store);
        free(logs);
    }
    svi_league_finish(&league);
    return result;
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.shard = 1, .shards = 1};
    struct svi_buf again = {0};
    read_words(w, &a);
    svi_again(&again, w);
    svi_buf_byte(&again, 0);
    if (again.failed) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    a.again = (char *)again.data;
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that is at its limit is told like a full disk */
    const enum svi_exit status = run_league(&a);
    svi_buf_finish(&again);
    return status;
}

const struct svi_command svi_cmd_league_run = {
    .name = "run",
    .brief = "play every match that the league's store lacks",
    .operands = "FILE.yaml",
    .takes = SVI_TAKES_LEAGUE,
    .options = options,
    .text = "A run that was killed or stopped (Ctrl-C) is resumed by the same command. With the "
            "same seed, and "
            "bots that draw on nothing but what they see and the SDK's generator, games and "
            "ranking do not "
            "depend on --jobs, on kills, nor on shards.",
    .examples = "solvent league run leagues/quickstart.yaml\n"
                "solvent league run cup.yaml -j 8 --store /data/cup.db\n"
                "# the second of four machines:\n"
                "solvent league run cup.yaml --shard 2/4",
    .exits = {"all matches are in the store", "stopped before", "usage, or a mistake in the file",
              "a store or a bot cannot be used"},
    .run = run,
};
