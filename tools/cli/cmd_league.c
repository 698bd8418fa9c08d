/* solvent league run FILE.yaml | merge OUT.db SHARD.db... */
#include "arbiter/league_file.h"
#include "arbiter/league_run.h"
#include "arbiter/ranking.h"
#include "tools/cli/commands.h"
#include "tools/console/arguments.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"

#include <argp.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORKERS 256u
#define MAX_SHARDS 100000u

enum { KEY_SHARD = 256, KEY_LOGS };

struct arguments {
    char **words; /* what is to be done, and to what */
    int count;
    const char *store;
    const char *bot_logs;
    unsigned workers, shard, shards;
};

static const char doc[] =
    "Runs a league, or joins the stores of its shards.\v"
    "  run FILE.yaml              plays every match that the store lacks; a run that\n"
    "                             was killed or stopped (Ctrl-C) is resumed by the\n"
    "                             same command\n"
    "  merge OUT.db SHARD.db...   puts the matches of the shards into OUT.db, which\n"
    "                             is made if need be\n"
    "\n"
    "With the same seed, and bots that draw on nothing but what they see and the SDK's generator, "
    "games and ranking do not depend on --jobs, on kills, nor on shards. Examples:\n"
    "\n"
    "  solvent league run leagues/quickstart.yaml\n"
    "  solvent league run cup.yaml -j 8 --store /data/cup.db\n"
    "  solvent league run cup.yaml --shard 2/4     (the second of four machines)\n"
    "  solvent league merge cup.db cup.*-of-4.db\n"
    "\n"
    "Exit status: 0 all matches are in the store; 1 stopped before, or shards that contradict each "
    "other; 2 usage or a mistake in the file; 3 a store or bot that cannot be used.";

static const struct argp_option options[] = {
    {"store", 's', "FILE.db", 0,
     "run: where the games go (the league's name and .db, in the current folder)", 0},
    {"jobs", 'j', "N", 0, "run: so many workers, each with a process of its own of every bot (1)",
     0},
    {"shard", KEY_SHARD, "I/N", 0,
     "run: only the I-th of N shares of the matches, I from 1 to N; the store is then "
     "NAME.I-of-N.db",
     0},
    {"bot-logs", KEY_LOGS, "DIR", 0, "run: what bots print goes to DIR/NAME.log instead of stderr",
     0},
    {0},
};

/* Reads a whole number up to the end of the text or `end`. */
static bool parse_number(const char *text, char end, unsigned most, unsigned *out,
                         const char **rest)
{
    char *stop;
    const unsigned long value = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &stop, 10) : 0;
    if (value < 1 || value > most || *stop != end) {
        return false;
    }
    *out = (unsigned)value;
    *rest = stop;
    return true;
}

static bool parse_shard(const char *text, struct arguments *a)
{
    const char *rest;
    return parse_number(text, '/', MAX_SHARDS, &a->shard, &rest) &&
           parse_number(rest + 1, 0, MAX_SHARDS, &a->shards, &rest) && a->shard <= a->shards;
}

static error_t parse_option(int key, char *word, struct argp_state *state)
{
    struct arguments *a = state->input;
    const char *rest;
    switch (key) {
    case 's':
        a->store = word;
        return 0;
    case 'j':
        if (!parse_number(word, 0, MAX_WORKERS, &a->workers, &rest)) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--jobs: found \"%s\", expected a whole number 1 to %u", word,
                         MAX_WORKERS);
        }
        return 0;
    case KEY_SHARD:
        if (!parse_shard(word, a)) {
            argp_failure(state, SVI_EXIT_USAGE, 0,
                         "--shard: found \"%s\", expected I/N with I from 1 to N, N up to %u", word,
                         MAX_SHARDS);
        }
        return 0;
    case KEY_LOGS:
        a->bot_logs = word;
        return 0;
    case ARGP_KEY_ARGS:
        a->words = state->argv + state->next;
        a->count = state->argc - state->next;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options, parse_option, "run FILE.yaml\nmerge OUT.db SHARD.db...", doc, NULL, NULL, NULL};

static int complain(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int complain(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("solvent league: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return status;
}

/* Whose fault a status is: that of the machine, or of what the user gave. */
static int exit_of(enum sv_status status)
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

/* What a bot did wrong, all games of the store together; true when it did. */
static bool print_incidents(const struct svi_rank_row *row, const char *store)
{
    static const enum sv_verdict wrong[] = {SV_VERDICT_LATE, SV_VERDICT_MALFORMED,
                                            SV_VERDICT_ILLEGAL, SV_VERDICT_DEAD};
    if (row->incident == 0) {
        return false;
    }
    printf("  %s:", row->name);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
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

static int print_summary(struct svi_store *store, const char *path,
                         const struct svi_league_progress *total, int64_t elapsed_us)
{
    struct svi_ranking ranking;
    char error[SVI_STORE_ERROR];
    if (svi_ranking_init(&ranking, store, error, sizeof error) != SV_OK) {
        return complain(SVI_EXIT_ENVIRONMENT, "%s", error);
    }
    const uint64_t done = total->before + total->played;
    printf("%s: %" PRIu64 " of %" PRIu64 " games are in %s, %" PRIu64 " decisions in all\n",
           ranking.league->name, done, total->planned, path, ranking.decisions);
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
    bool any = false;
    for (unsigned i = 0; i < ranking.n_rows && !any; i++) {
        any = ranking.row[i].incident != 0;
    }
    puts(any ? "incidents:" : "incidents: none, no bot was late, wrong or dead");
    for (unsigned i = 0; i < ranking.n_rows; i++) {
        if (print_incidents(&ranking.row[i], path)) {
            print_crash(store, ranking.row[i].bot, path);
        }
    }
    svi_ranking_finish(&ranking);
    return fflush(stdout) == 0 ? SVI_EXIT_DONE
                               : complain(SVI_EXIT_ENVIRONMENT, "cannot write the result");
}

/* ---- run ---------------------------------------------------------------------------------- */

static void show(void *user, const struct svi_league_progress *so_far)
{
    svi_progress_show(user, so_far->before + so_far->played, so_far->planned, so_far->played,
                      so_far->decisions);
}

static int play(const struct svi_league *league, const struct arguments *a, struct svi_store *store,
                const char *path)
{
    char error[SVI_STORE_ERROR];
    struct svi_progress progress;
    struct svi_league_progress total;
    uint64_t in_store = 0;
    const struct svi_league_run run = {.league = league,
                                       .store = store,
                                       .store_path = path,
                                       .workers = a->workers,
                                       .shard = a->shard,
                                       .shards = a->shards,
                                       .bot_logs = a->bot_logs,
                                       .stop = svi_interrupt_catch(),
                                       .progress = show,
                                       .user = &progress};
    svi_progress_init(&progress, league->name);
    const enum sv_status status = svi_league_run(&run, &total, error, sizeof error);
    const int64_t elapsed_us = svi_progress_finish(&progress);
    if (status != SV_OK) {
        return complain(exit_of(status), "%s", error);
    }
    if (svi_store_count(store, &in_store) == SV_OK && in_store == svi_store_info(store)->matches) {
        svi_store_seal(store);
    }
    const int printed = print_summary(store, path, &total, elapsed_us);
    if (printed != SVI_EXIT_DONE) {
        return printed;
    }
    return total.before + total.played == total.planned
               ? SVI_EXIT_DONE
               : complain(SVI_EXIT_FAILED, "stopped; the same command plays the rest");
}

/* What can be known to be wrong before anything is written. */
static int check(const struct svi_league *league, const struct arguments *a)
{
    char error[SVI_LEAGUE_ERROR];
    if (a->shards > 1 && !league->seeded) {
        return complain(SVI_EXIT_USAGE,
                        "%s: seed: found none, but with --shard every machine needs the same one",
                        league->file);
    }
    if (a->workers > 1 && league->endpoint != NULL) {
        return complain(SVI_EXIT_USAGE,
                        "--jobs: found %u, expected 1 with bots that connect by themselves (%s)",
                        a->workers, league->endpoint);
    }
    if (svi_league_check_programs(league, error, sizeof error) != SV_OK) {
        return complain(SVI_EXIT_USAGE, "%s", error);
    }
    if (league->guessable) {
        fprintf(stderr,
                "solvent league: %s: warning: a bot could guess this seed by trying; 64 hex "
                "digits, or leaving it out, are safe\n",
                league->file);
    }
    return SVI_EXIT_DONE;
}

static int run_league(const struct arguments *a, const char *file)
{
    static struct svi_league league;
    struct svi_store *store;
    char error[SVI_STORE_ERROR], path[SV_MAX_NAME + 32];
    enum sv_status status = svi_league_init(&league, file, error, sizeof error);
    if (status != SV_OK) {
        return complain(exit_of(status), "%s", error);
    }
    int result = check(&league, a);
    if (result == SVI_EXIT_DONE) {
        if (a->shards > 1) {
            snprintf(path, sizeof path, "%s.%u-of-%u.db", league.name, a->shard, a->shards);
        } else {
            snprintf(path, sizeof path, "%s.db", league.name);
        }
        const char *where = a->store != NULL ? a->store : path;
        status = svi_store_create_writer(&store, where, &league, error, sizeof error);
        result = status == SV_OK ? play(&league, a, store, where)
                                 : complain(exit_of(status), "%s", error);
        svi_store_destroy(store);
    }
    svi_league_finish(&league);
    return result;
}

/* ---- merge -------------------------------------------------------------------------------- */

static int merge(char **words, int count)
{
    char error[SVI_STORE_ERROR];
    struct svi_store *first, *store = NULL;
    enum sv_status status = svi_store_create_reader(&first, words[1], error, sizeof error);
    if (status == SV_OK) {
        status = svi_store_create_copy(&store, words[0], first, error, sizeof error);
    }
    svi_store_destroy(first);
    for (int i = 1; status == SV_OK && i < count; i++) {
        status = svi_store_merge(store, words[i]);
        if (status != SV_OK) {
            snprintf(error, sizeof error, "%s", svi_store_error(store));
        }
    }
    uint64_t matches = 0;
    if (status == SV_OK && svi_store_count(store, &matches) == SV_OK) {
        const struct svi_store_info *info = svi_store_info(store);
        svi_store_seal(store);
        printf("%s: %" PRIu64 " of %" PRIu64 " games are in %s\n", info->name, matches,
               info->matches, words[0]);
    }
    svi_store_destroy(store);
    if (status == SV_E_HASH) {
        return complain(SVI_EXIT_FAILED, "%s", error);
    }
    return status == SV_OK ? SVI_EXIT_DONE : complain(exit_of(status), "%s", error);
}

int svi_cmd_league(int argc, char **argv)
{
    static char name[] = "solvent league";
    struct arguments a = {.workers = 1, .shard = 1, .shards = 1};
    argv[0] = name;
    if (!svi_arguments_parse(&argp, argc, argv, &a)) {
        return SVI_EXIT_USAGE;
    }
    if (a.count == 2 && strcmp(a.words[0], "run") == 0) {
        return run_league(&a, a.words[1]);
    }
    const bool for_run = a.store != NULL || a.workers != 1 || a.shards != 1 || a.bot_logs != NULL;
    if (a.count >= 3 && strcmp(a.words[0], "merge") == 0 && !for_run) {
        return merge(a.words + 1, a.count - 1);
    }
    return complain(SVI_EXIT_USAGE,
                    "found \"%s\" with %d words in all, expected run FILE.yaml, or merge OUT.db "
                    "SHARD.db... without options; see --help",
                    a.count > 0 ? a.words[0] : "nothing", a.count);
}
