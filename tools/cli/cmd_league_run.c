/* solvent league run FILE.yaml */
#include "arbiter/crowding.h"
#include "arbiter/format.h"
#include "arbiter/league_file.h"
#include "arbiter/league_run.h"
#include "arbiter/league_store.h"
#include "arbiter/ranking.h"
#include "arbiter/version.h"
#include "tools/cli/commands.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_WORKERS 256u
#define MAX_SHARDS 100000u

enum { KEY_SHARD = SVI_KEY_OWN, KEY_LOGS };

struct arguments {
    const char *file;
    const char *store;
    const char *bot_logs;
    unsigned workers; /* 0: as many as fit */
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
    {"bot-logs", KEY_LOGS, "DIR", NULL, SVI_TAKES_FOLDER,
     "What bots print goes to DIR/NAME.log instead of stderr"},
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

/* ---- summary ------------------------------------------------------------------------------ */

/* How a bot crashed first: what happened, what it printed last, and how to see it. */
static void print_crash(struct svi_store *store, unsigned bot, const char *path)
{
    uint64_t number;
    unsigned seat;
    char *report;
    if (svi_store_crash(store, bot, &number, &seat, &report) != SV_OK || report == NULL) {
        return;
    }
    char *rest = report;
    for (const char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        if (line == report) {
            printf("    %s\n", line);
        } else if (*line != '\0') {
            printf("      | %s\n", line);
        }
    }
    printf("    solvent replay %s#%" PRIu64 " --seat %u\n", path, number, seat);
    free(report);
    if (svi_store_output(store, number, seat, &bot, &report) == SV_OK && report != NULL) {
        printf("    solvent replay %s#%" PRIu64 " --seat %u --printed\n", path, number, seat);
        free(report);
    }
}

static const enum sv_verdict wrong[] = {SV_VERDICT_LATE, SV_VERDICT_MALFORMED, SV_VERDICT_ILLEGAL,
                                        SV_VERDICT_DEAD, SV_VERDICT_OVERTIME};
#define WRONG (sizeof wrong / sizeof wrong[0])

/* What a bot did wrong, all games of the store together; true when it did. */
static bool print_incidents(const struct svi_rank_row *row, const char *store)
{
    if (row->incident == 0) {
        return false;
    }
    printf("  %s:", row->name);
    for (size_t i = 0; i < WRONG; i++) {
        if (row->verdicts[wrong[i]] > 0) {
            printf(" %" PRIu64 " %s,", row->verdicts[wrong[i]], sv_verdict_name(wrong[i]));
        }
    }
    if (row->forfeited > 0) {
        printf(" %" PRIu64 " of %" PRIu64 " games forfeited,", row->forfeited, row->games);
    }
    printf(" first in: solvent replay %s#%" PRIu64 "\n", store, row->incident);
    return true;
}

static void print_text(const struct svi_ranking *ranking, struct svi_store *store, const char *path,
                       const struct svi_league_progress *total, int64_t elapsed_us)
{
    const uint64_t done = total->before + total->played;
    printf("%s: %" PRIu64 " of %" PRIu64 " games are in %s, %" PRIu64 " decisions in all\n",
           ranking->league->name, done, total->planned, path, ranking->decisions);
    if (total->played > 0) {
        char games_rate[SVI_RATE_TEXT], decisions_rate[SVI_RATE_TEXT];
        svi_rate_text(total->played, elapsed_us, games_rate);
        svi_rate_text(total->decisions, elapsed_us, decisions_rate);
        printf("this run: %" PRIu64 " games, %" PRIu64
               " decisions in %.1f s; %s games/s, %s decisions/s\n",
               total->played, total->decisions, (double)elapsed_us / 1e6, games_rate,
               decisions_rate);
    } else if (done == total->planned) {
        printf("this run: nothing was left to play\n");
    }
    if (ranking->told[0] != '\0') {
        puts(ranking->told);
    }
    bool any = false;
    for (unsigned i = 0; i < ranking->n_rows && !any; i++) {
        any = ranking->row[i].incident != 0;
    }
    puts(any ? "incidents:" : "incidents: none, no bot was late, wrong or dead");
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        if (print_incidents(&ranking->row[i], path)) {
            print_crash(store, ranking->row[i].bot, path);
        }
    }
}

static void put_incidents(const struct svi_rank_row *row, struct svi_store *store,
                          struct svi_buf *out)
{
    uint64_t number;
    unsigned seat;
    char *report;
    svi_json_row(out);
    svi_json_string(out, "bot", row->name);
    for (size_t i = 0; i < WRONG; i++) {
        svi_json_int(out, sv_verdict_name(wrong[i]), (int64_t)row->verdicts[wrong[i]]);
    }
    svi_json_int(out, "forfeited", (int64_t)row->forfeited);
    svi_json_int(out, "games", (int64_t)row->games);
    svi_json_int(out, "first_game", (int64_t)row->incident);
    if (svi_store_crash(store, row->bot, &number, &seat, &report) == SV_OK && report != NULL) {
        svi_json_key(out, "crash");
        svi_out_char(out, '{');
        svi_json_int(out, "game", (int64_t)number);
        svi_json_int(out, "seat", seat);
        svi_json_string(out, "report", report);
        svi_out_char(out, '}');
        free(report);
    }
    svi_json_row_end(out);
}

static void put_json(const struct svi_ranking *ranking, struct svi_store *store, const char *path,
                     const struct svi_league_progress *total, int64_t elapsed_us,
                     struct svi_buf *out)
{
    char seconds[32];
    svi_out_char(out, '{');
    svi_json_string(out, "league", ranking->league->name);
    svi_json_string(out, "store", path);
    svi_json_int(out, "planned", (int64_t)total->planned);
    svi_json_int(out, "games", (int64_t)(total->before + total->played));
    svi_json_int(out, "decisions", (int64_t)ranking->decisions);
    if (ranking->told[0] != '\0') {
        svi_json_string(out, "told", ranking->told);
    }
    svi_json_key(out, "this_run");
    svi_out_char(out, '{');
    svi_json_int(out, "games", (int64_t)total->played);
    svi_json_int(out, "decisions", (int64_t)total->decisions);
    svi_json_key(out, "seconds");
    (void)snprintf(seconds, sizeof seconds, "%" PRId64 ".%03" PRId64, elapsed_us / 1000000,
                   elapsed_us / 1000 % 1000);
    svi_out_text(out, seconds);
    svi_out_char(out, '}');
    svi_json_rows(out, "incidents");
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        if (ranking->row[i].incident != 0) {
            put_incidents(&ranking->row[i], store, out);
        }
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

static enum svi_exit print_summary(struct svi_store *store, const char *path, bool json,
                                   const struct svi_league_progress *total, int64_t elapsed_us)
{
    struct svi_ranking ranking;
    struct svi_buf out = {0};
    char error[SVI_STORE_ERROR];
    if (svi_ranking_init(&ranking, store, error, sizeof error) != SV_OK) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s", error);
    }
    if (json) {
        put_json(&ranking, store, path, total, elapsed_us, &out);
    } else {
        print_text(&ranking, store, path, total, elapsed_us);
    }
    svi_ranking_finish(&ranking);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* ---- run ---------------------------------------------------------------------------------- */

static void show(void *user, const struct svi_league_progress *so_far)
{
    svi_progress_show(user, so_far->before + so_far->played, so_far->planned, so_far->played,
                      so_far->decisions);
}

/* The program that runs: its gates are others of it. */
static void find_ourselves(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
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

static enum svi_exit play(const struct svi_league *league, const struct arguments *a,
                          struct svi_store *store, const char *path)
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
                                       .bot_logs = a->bot_logs,
                                       .note = svi_note,
                                       .stop = svi_interrupt_catch(),
                                       .progress = show,
                                       .user = &progress};
    find_ourselves(program, sizeof program);
    announce(store);
    svi_progress_init(&progress, league->name);
    const enum sv_status status = svi_league_run(&run, &total, error, sizeof error);
    const int64_t elapsed_us = svi_progress_finish(&progress);
    if (status != SV_OK) {
        return svi_complain(exit_of(status), "%s", error);
    }
    if (a->shards == 1 && total.before + total.played == total.planned &&
        svi_store_count(store, &in_store) == SV_OK && in_store > 0) {
        svi_store_seal(store);
    }
    const enum svi_exit printed = print_summary(store, path, a->json, &total, elapsed_us);
    if (printed != SVI_EXIT_DONE) {
        return printed;
    }
    if (total.changed) {
        return svi_complain(SVI_EXIT_FAILED,
                            "stopped, as the files of a bot have changed since the run began; the "
                            "same command goes on with its new version");
    }
    if (total.before + total.played == total.planned) {
        return SVI_EXIT_DONE;
    }
    return total.out_of_time
               ? svi_complain(
                     SVI_EXIT_FAILED,
                     "stopped after %u s (limits.league_s); the same command plays the rest",
                     (unsigned)league->league_s)
               : svi_complain(SVI_EXIT_FAILED, "stopped; the same command plays the rest");
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
        status = svi_league_store_create(&store, where, &league, error, sizeof error);
        result = status == SV_OK ? play(&league, a, store, where)
                                 : svi_complain(exit_of(status), "%s", error);
        svi_store_destroy(store);
    }
    svi_league_finish(&league);
    return result;
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.shard = 1, .shards = 1};
    read_words(w, &a);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that is at its limit is told like a full disk */
    return run_league(&a);
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
