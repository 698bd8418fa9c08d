/* solvent league run FILE.yaml */
#include "base/buf.h"
#include "base/json.h"
#include "base/out.h"
#include "config/bot_hash.h"
#include "config/league.h"
#include "config/league_file.h"
#include "config/league_text.h"
#include "league/league_run.h"
#include "league/league_store.h"
#include "league/luck_fill.h"
#include "league/set_aside.h"
#include "memory/memory.h"
#include "ranking/ranking.h"
#include "schedule/settings.h"
#include "store/store.h"
#include "store/store_matches.h"
#include "store/store_runs.h"
#include "store/store_shards.h"
#include "thread/thread.h"
#include "tools/cli/commands.h"
#include "tools/cli/league_people.h"
#include "tools/cli/league_summary.h"
#include "tools/cli/store_open.h"
#include "tools/console/exit.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"
#include "tools/console/words.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- league shard ---------------------------------------------------------------------------- */

/* The share of a league's deals that one run plays, and the store that the share begins with. */

#define SVI_LEAGUE_SHARDS_MOST 100000u

struct svi_league_shard {
    bool given;              /* false: the whole league, as shard 1 of 1 */
    unsigned number, of;     /* from 1 */
    const char *planned;     /* store whose round was planned in shards; or NULL */
    struct svi_store *after; /* the store of `planned`, open for reading */
    struct svi_store_round round;
    char *versions; /* the bots' versions, as text */
};

/* Reads "2/4". On any other text, returns false and leaves the shard unchanged. */
static bool league_shard_parse(const char *text, struct svi_league_shard *shard)
{
    char *end;
    const unsigned long number = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    if (number == 0 || *end != '/' || end[1] < '0' || end[1] > '9') {
        return false;
    }
    const unsigned long of = strtoul(end + 1, &end, 10);
    if (*end != '\0' || of > SVI_LEAGUE_SHARDS_MOST || number > of) {
        return false;
    }
    shard->given = true;
    shard->number = (unsigned)number;
    shard->of = (unsigned)of;
    return true;
}

/* Checks whether the league can be played in shards like this one. */
static void league_shard_check(const struct svi_league_shard *shard,
                               const struct svi_league *league)
{
    if (shard->given) {
        svi_league_people_refuse_shards(league);
    }
    if (league->settings.format->season && shard->given && shard->planned == NULL) {
        svi_die(SVI_EXIT_USAGE,
                "--shard: found %u/%u, expected none, or --after too, with format: %s, which "
                "decides what to play by all results so far",
                shard->number, shard->of, league->settings.format->name);
    }
    if (shard->of > 1 && shard->planned == NULL && !league->seeded) {
        svi_die(SVI_EXIT_USAGE,
                "%s: seed: found none, but with --shard every machine needs the same one (or "
                "--after a store)",
                league->file);
    }
}

/* Checks that this machine hides values of `env` with the key of the machine that planned the
 * round. With another key all bots with an `env` would be other versions, and `merge` refuses their
 * games. */
static void check_key(const struct svi_league_shard *shard, const struct svi_league *league)
{
    struct svi_error error;
    char mark[SVI_ENV_HASH_TEXT];
    unsigned bot = 0;
    if (league->n_hidden == 0 || shard->round.env_key[0] == '\0') {
        return;
    }
    const bool missing = access(league->env_key, F_OK) != 0 && errno == ENOENT;
    svi_must(missing ? SV_OK : svi_league_key_mark(league, mark, &error), &error);
    if (!missing && strcmp(mark, shard->round.env_key) == 0) {
        return;
    }
    while (league->bot[bot].env == NULL) {
        bot++;
    }
    svi_die(SVI_EXIT_USAGE,
            "%s:%u: bots[%u].env: found %s " SVI_ENV_KEY_FILE
            " beside this file, expected the one that %s was planned with: copy it from that "
            "machine, or name it by " SVI_ENV_KEY_VARIABLE,
            league->file, league->bot[bot].line, bot, missing ? "no" : "another", shard->planned);
}

/* Opens the store whose round was planned in shards. */
static void open_planned(struct svi_league_shard *shard, const struct svi_league *league)
{
    shard->after = svi_store_open(shard->planned);
    const enum sv_status status = svi_store_last_round(shard->after, &shard->round);
    if (status != SV_OK) {
        svi_die(svi_exit_of(status), "%s", svi_store_error(shard->after));
    }
    check_key(shard, league);
}

/* Checks that the store belongs to this league, as its file is now, and that its shards are as many
 * as the shard's. Sets those bots aside that are set aside in the store. */
static void obey_planned(const struct svi_league_shard *shard, struct svi_league *league)
{
    struct svi_error error;
    svi_league_obey(league, shard->planned);
    if (league->settings.format->season) {
        svi_must(svi_league_versions(league, &error), &error);
    }
    svi_must(svi_league_store_is(shard->after, shard->planned, league, &error), &error);
    if (shard->round.shards != shard->of) {
        svi_die(SVI_EXIT_USAGE,
                "--shard: found %u/%u, expected one of the %u shards that %s has been dealt out in "
                "(solvent league plan)",
                shard->number, shard->of, shard->round.shards, shard->planned);
    }
}

/* Finds the versions of the bots, and opens the planned store. The store must belong to this
 * league, as its file is now, and have the same number of shards; its set-aside bots are set aside
 * here too. The caller frees shard->versions. */
static void league_shard_init(struct svi_league_shard *shard, struct svi_league *league)
{
    struct svi_error error;
    struct svi_buf versions = {0};
    if (shard->planned != NULL) {
        open_planned(shard, league); /* before finding versions, which creates a missing key */
    }
    const enum sv_status status = svi_league_version_lines(league, &versions, &error);
    shard->versions = svi_text_of(&versions);
    if (shard->given) { /* without shards, the trial of a bot reports missing files */
        svi_must(status, &error);
    }
    if (shard->planned != NULL) {
        obey_planned(shard, league);
    }
}

/* Writes the default name of the shard's store. */
static void league_shard_name(const struct svi_league_shard *shard, const char *league, char *name,
                              size_t size)
{
    if (shard->of > 1) {
        (void)snprintf(name, size, "%s.%u-of-%u.db", league, shard->number, shard->of);
    } else {
        (void)snprintf(name, size, "%s%s.db", league, shard->planned != NULL ? ".1-of-1" : "");
    }
}

/* Copies the saved store to `where`, if a saved store exists and `where` does not. A copy appears
 * only when it is complete. An empty saved file, which a file system may leave after its machine
 * failed, costs the games in it but not the shard. On an error, `error` has the reason. */
static enum sv_status league_shard_fetch(const char *saved, const char *where,
                                         struct svi_error *error)
{
    struct svi_store *store;
    struct stat info;
    if (access(where, F_OK) == 0 || stat(saved, &info) != 0) {
        return SV_OK;
    }
    if (S_ISREG(info.st_mode) && info.st_size == 0) {
        svi_note("%s: found an empty file, so nothing is taken from it", saved);
        return SV_OK;
    }
    enum sv_status status = svi_store_create_reader(&store, saved, error);
    if (status == SV_OK && (status = svi_store_save(store, where)) != SV_OK) {
        (void)svi_fail(error, status, "%s", svi_store_error(store));
    }
    svi_store_destroy(store);
    return status;
}

/* Creates or opens the store of the run. The store of a planned shard begins with the plan's data
 * about its league. On an error, `error` has the reason. */
static enum sv_status league_shard_store(const struct svi_league_shard *shard,
                                         const struct svi_league *league, const char *where,
                                         struct svi_store **store, struct svi_error *error)
{
    return shard->after != NULL
               ? svi_store_create_writer(store, where, svi_store_info(shard->after), shard->planned,
                                         false, error)
               : svi_league_store_create(store, where, league, error);
}

/* Prints the counts of a planned shard; its own results are too few to rank bots. */
static enum svi_exit league_shard_tell(const struct svi_league_shard *shard, const char *league,
                                       const char *path, bool json,
                                       const struct svi_league_progress *total)
{
    const uint64_t done = total->before + total->played;
    struct svi_buf out = {0};
    if (json) {
        svi_out_char(&out, '{');
        svi_json_members(&out, JSON_TEXT("league", league), JSON_TEXT("store", path),
                         JSON_INT("shard", shard->number), JSON_INT("shards", shard->of),
                         JSON_INT("planned", total->planned), JSON_INT("games", done));
        svi_out_text(&out, "}\n");
    } else {
        svi_out_plain(&out, league);
        svi_out_format(&out, ": %" PRIu64 " of %" PRIu64 " games of shard %u/%u are in ", done,
                       total->planned, shard->number, shard->of);
        svi_out_plain(&out, path);
        svi_out_char(&out, '\n');
    }
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* ---- cmd league run -------------------------------------------------------------------------- */

#define MAX_WORKERS 256u

struct arguments {
    const char *file;
    const char *store;
    bool luck, no_luck, no_trial;
    bool reminded;        /* the list of set-aside bots was repeated; the store must be told */
    const char *bot_logs; /* NULL: beside the store; "-": stderr */
    char *again;          /* command line that plays the rest */
    unsigned workers;     /* 0: as many as fit */
    struct svi_league_shard shard;
    const char *save;   /* NULL: saves nowhere */
    const char *listen; /* address where people play */
    unsigned save_s;
    bool json;
    const char *on_end; /* command of a shell; NULL: none */
};

static void take_shard(const struct svi_words *w, void *arguments)
{
    struct arguments *a = arguments;
    if (!league_shard_parse(w->value, &a->shard)) {
        svi_words_fail(w, "found '%s', expected I/N with I from 1 to N, N up to %u", w->value,
                       SVI_LEAGUE_SHARDS_MOST);
    }
}

static const struct svi_option options[] = {
    {"store", 's', "FILE.db",
     "Where the games go (NAME.db)\n"
     "NAME is that of the league; the file is in the current folder.",
     SVI_SET_TEXT(store), .takes = SVI_TAKES_STORE},
    {"jobs", 'j', "N",
     "Number of workers (as many as leave bots a core)\n"
     "Each worker has one process of every bot. With remote bots the default is 1.",
     SVI_SET_NUMBER(workers, 1, MAX_WORKERS)},
    {"shard", 0, "I/N",
     "Only share I of N of the deals, I from 1 to N\n"
     "The store is then NAME.I-of-N.db.",
     SVI_CALL(take_shard)},
    {"after", 0, "STORE",
     "With --shard: play the round planned in STORE\n"
     "\"solvent league plan\" plans it; the results in STORE are known.",
     SVI_SET_TEXT(shard.planned), .takes = SVI_TAKES_STORE, .with = "shard"},
    {"save", 0, "FILE",
     "Copy the store to FILE, every minute and at the end\n"
     "If the store does not exist, the run starts with the games in FILE.",
     SVI_SET_TEXT(save), .takes = SVI_TAKES_STORE},
    {"save-every", 0, "S", "Seconds between two copies (60)", SVI_SET_NUMBER(save_s, 1, 86400)},
    {"luck", 0, NULL,
     "Compute the luck of each game when it ends\n"
     "It overrides the file. At the end it also computes the luck of older games, as \"solvent "
     "luck --fill\" does.",
     SVI_SET_FLAG(luck)},
    {"no-luck", 0, NULL, "Don't compute luck: fast bots play twice as fast", SVI_SET_FLAG(no_luck)},
    {"bot-logs", 0, "DIR",
     "Write what bots print to DIR/NAME.log (NAME.logs)\n"
     "NAME is that of the store. - is stderr.",
     SVI_SET_TEXT(bot_logs), .takes = SVI_TAKES_FOLDER},
    {"no-trial", 0, NULL,
     "Don't let each bot play a short match first\n"
     "A bot that fails that match is set aside.",
     SVI_SET_FLAG(no_trial)},
    {"listen", 0, "ADDRESS", "Where people play (127.0.0.1:0; port 0: any free)",
     SVI_SET_TEXT(listen)},
    {"on-end", 0, "COMMAND",
     "Run a shell command when the run has ended\n"
     "It has $SOLVENT_STORE, $SOLVENT_LEAGUE, and in $SOLVENT_ENDED the run's exit status. Its own "
     "changes nothing.",
     SVI_SET_TEXT(on_end)},
    SVI_OPTION_JSON(json),
    {0},
};

static void read_words(struct svi_words *w, struct arguments *a)
{
    svi_words_read(w, a);
    if (!a->shard.given) {
        a->shard.number = a->shard.of = 1;
    }
}

/* ---- run ---------------------------------------------------------------------------------- */

static void show(void *user, const struct svi_league_progress *so_far)
{
    struct svi_progress *progress = user;
    progress->told_left = true;
    progress->left_s = so_far->left_s;
    progress->more = so_far->live;
    svi_progress_show(progress, so_far->before + so_far->played, so_far->planned, so_far->played,
                      so_far->decisions);
}

/* Prints the league's question before it begins or goes on. */
static void announce(struct svi_store *store)
{
    struct svi_ranking ranking;
    struct svi_error error;
    if (svi_ranking_init(&ranking, store, &error) == SV_OK) {
        if (ranking.told[0] != '\0') {
            svi_note("%s", ranking.told);
        }
        svi_ranking_finish(&ranking);
    }
}

/* Returns the folder for the bots' output; the caller frees it. NULL: our stderr. */
static char *choose_logs(const struct arguments *a, const char *store)
{
    if (a->bot_logs == NULL) {
        return svi_league_beside(store, ".logs");
    }
    return strcmp(a->bot_logs, "-") != 0 ? svi_copy(a->bot_logs) : NULL;
}

/* Reports why a run ended before its league was finished. */
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

/* Computes the luck of the games that lack it. A failure does no harm to the league: it is
 * reported, and the exit status stays. */
static void find_luck(struct svi_store *store, const char *path, unsigned workers,
                      const atomic_bool *stop)
{
    struct svi_error error;
    struct svi_progress progress;
    uint64_t done, all;
    const struct svi_luck_fill fill = {.store = store,
                                       .jobs = workers,
                                       .stop = stop,
                                       .progress =
                                           isatty(STDERR_FILENO) != 0 ? svi_progress_pass : NULL,
                                       .user = &progress};
    svi_progress_init(&progress, "luck");
    if (svi_luck_fill(&fill, &done, &all, &error) != SV_OK) {
        (void)svi_progress_finish(&progress);
        svi_note("no luck was found: %s", error.text);
        return;
    }
    (void)svi_progress_finish(&progress);
    if (done < all) {
        svi_note("the luck of %" PRIu64 " games is still to be found: solvent luck --fill %s",
                 all - done, path);
    }
}

/* Describes this machine: "2 processors, AMD EPYC 7B13, Linux 6.1.0 x86_64". The caller
 * frees it. */
static char *machine_name(void)
{
    static const char key[] = "model name";
    const unsigned cores = svi_thread_cores(UINT_MAX);
    char line[200], model[200] = "";
    struct utsname system;
    FILE *info = fopen("/proc/cpuinfo", "re");
    while (info != NULL && model[0] == '\0' && fgets(line, sizeof line, info) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) == 0 && colon != NULL) {
            const char *name = colon + 1 + strspn(colon + 1, " ");
            (void)snprintf(model, sizeof model, ", %.*s", (int)strcspn(name, "\n"), name);
        }
    }
    if (info != NULL) {
        (void)fclose(info);
    }
    if (uname(&system) != 0) {
        return svi_copy("");
    }
    return svi_text("%u processor%s%s, %s %s %s", cores, cores == 1 ? "" : "s", model,
                    system.sysname, system.release, system.machine);
}

/* Stores who plays the league, and on which machine. */
static enum sv_status put_about(struct svi_store *store, const struct svi_league *league,
                                struct svi_error *error)
{
    SCOPED(scoped_free) char *machine = machine_name();
    enum sv_status status = svi_store_put_about(store, "machine", machine);
    status = status == SV_OK ? svi_store_put_about(store, "author", league->author) : status;
    return status == SV_OK ? SV_OK : svi_fail(error, status, "%s", svi_store_error(store));
}

static enum svi_exit play(const struct svi_league *league, const struct arguments *a,
                          struct svi_store *store, const char *path, const char *logs)
{
    struct svi_error error;
    struct svi_progress progress;
    struct svi_league_progress total;
    uint64_t in_store = 0;
    const struct svi_league_shard *shard = &a->shard;
    const struct svi_league_run run = {.league = league,
                                       .store = store,
                                       .store_path = path,
                                       .workers = a->workers,
                                       .shard = shard->number,
                                       .shards = shard->of,
                                       .after = shard->after,
                                       .round = shard->after != NULL ? &shard->round : NULL,
                                       .sharded = shard->given,
                                       .versions = shard->versions,
                                       .luck = svi_store_info(store)->luck_decides ||
                                               ((league->luck || a->luck) && !a->no_luck),
                                       .save = a->save,
                                       .save_s = a->save_s,
                                       .command = a->again,
                                       .bot_logs = logs,
                                       .note = svi_note,
                                       .stop = svi_interrupt_catch(),
                                       .progress = show,
                                       .user = &progress};
    const unsigned n_before = svi_store_info(store)->n_bots;
    struct svi_league_count *before =
        svi_say_is_quiet() && !a->json && shard->after == NULL ? svi_league_counts(store) : NULL;
    if (shard->after == NULL) {
        announce(store);
    }
    if (logs != NULL) {
        svi_note("what bots print goes to %s", logs);
    }
    svi_progress_init(&progress, league->name);
    enum sv_status status = put_about(store, league, &error);
    status = status == SV_OK ? svi_league_run(&run, &total, &error) : status;
    const int64_t elapsed_us = svi_progress_finish(&progress);
    if (a->save != NULL && svi_store_save(store, a->save) != SV_OK && status == SV_OK) {
        status = svi_fail(&error, SV_E_SYSTEM, "%s", svi_store_error(store));
    }
    if (status != SV_OK) {
        free(before);
        return status == SV_E_SYSTEM
                   ? svi_complain(svi_exit_of(status), "%s; to go on: %s", error.text, a->again)
                   : svi_complain(svi_exit_of(status), "%s", error.text);
    }
    if (run.luck && (a->luck || league->old_luck) && shard->after == NULL) {
        find_luck(store, path, run.workers, run.stop);
    }
    if ((shard->of == 1 || shard->after != NULL) && total.before + total.played == total.planned &&
        svi_store_count(store, &in_store) == SV_OK && in_store > 0) {
        svi_store_seal(store);
    }
    const enum svi_exit printed =
        shard->after != NULL ? league_shard_tell(shard, league->name, path, a->json, &total)
        : before != NULL     ? svi_league_news(store, path, before, n_before)
                             : svi_league_summary(store, path, a->json, &total, elapsed_us);
    free(before);
    if (printed != SVI_EXIT_DONE) {
        return printed;
    }
    return total.before + total.played == total.planned && !total.changed
               ? SVI_EXIT_DONE
               : tell_stopped(league, a, &total);
}

/* Plays the league with its people at their tables. */
static enum svi_exit play_with_people(struct svi_league *league, const struct arguments *a,
                                      struct svi_store *store, const char *path, const char *logs)
{
    struct svi_league_people *people;
    enum svi_exit status = svi_league_people_create(&people, league, path, a->listen);
    if (status == SVI_EXIT_DONE) {
        status = play(league, a, store, path, logs);
        svi_league_people_destroy(people, status == SVI_EXIT_DONE);
    }
    return status;
}

/* Checks the league and the arguments before anything is written. */
static void check(struct svi_league *league, const struct arguments *a)
{
    struct svi_error error;
    league_shard_check(&a->shard, league);
    if (a->no_luck && league->settings.luck) {
        svi_die(SVI_EXIT_USAGE,
                "--no-luck: found in a league whose decisions go by luck; expected `luck: off` in "
                "%s, for a new store",
                league->file);
    }
    if (a->workers > 1 && league->endpoint != NULL) {
        svi_die(
            SVI_EXIT_USAGE,
            "--jobs: found %u, expected 1 with people and remote bots, which have one place (%s)",
            a->workers, league->endpoint);
    }
    svi_must(svi_league_load_secrets(league, &error), &error);
    if (svi_league_check_endpoints(league, &error) != SV_OK) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    if (league->guessable) {
        svi_note(
            "%s: warning: a bot could guess this seed by trying, and lanes do not help; 64 hex "
            "digits, or leaving it out, are safe",
            league->file);
    }
}

/* Returns the number of workers. Warns if the user asks for more than fit, so that bots wait for
 * each other. */
static unsigned choose_workers(const struct svi_league *league, unsigned asked)
{
    const unsigned cores = svi_thread_cores(UINT_MAX);
    const unsigned fit = svi_concurrency_workers(league, cores, MAX_WORKERS);
    const unsigned busy = svi_concurrency_busy(league) * asked;
    if (asked > fit && busy > cores) {
        svi_note("warning: --jobs %u keeps up to %u bots busy on %u core%s, so that they wait for "
                 "each other while clocks run; %u fit%s",
                 asked, busy, cores, cores > 1 ? "s" : "", fit, fit == 1 ? "s" : "");
    }
    return asked > 0 ? asked : fit;
}

static void tell_trial(void *user, bool news, const char *line)
{
    const struct arguments *a = user;
    svi_note("%s", line);
    if (svi_say_is_quiet() && news && !a->json) {
        puts(line);
    }
}

/* Tries the bots, or checks that they are present, and finds their versions. */
static enum svi_exit try_bots(struct svi_league *league, struct arguments *a, const char *store)
{
    struct svi_error error;
    char *versions_dir = svi_league_beside(store, ".bots");
    const struct svi_set_aside how = {.league = league,
                                      .store_path = store,
                                      .versions_dir = versions_dir,
                                      .stop = svi_interrupt_catch(),
                                      .tell = tell_trial,
                                      .user = a,
                                      .reminded = &a->reminded};
    enum sv_status status = SV_OK;
    if (!a->shard.given && !a->no_trial) {
        status = svi_set_aside_try(&how, &error);
    }
    free(versions_dir);
    if (status == SV_OK && (a->shard.given || a->no_trial) &&
        svi_league_check_programs(league, &error) != SV_OK) {
        return svi_complain(SVI_EXIT_USAGE, "%s", error.text);
    }
    if (status == SV_OK && league->settings.format->season &&
        svi_league_versions(league, &error) != SV_OK) {
        return svi_complain(SVI_EXIT_USAGE, "%s", error.text);
    }
    return status == SV_OK ? SVI_EXIT_DONE : svi_complain(svi_exit_of(status), "%s", error.text);
}

/* Runs the command of --on-end. Its output goes to stderr, as stdout has the run's result. */
static void run_on_end(const char *command, const char *league, const char *store,
                       enum svi_exit result)
{
    const char *argv[] = {"sh", "-c", command, NULL};
    posix_spawn_file_actions_t actions;
    char text[16];
    pid_t pid;
    int status = -1;
    (void)snprintf(text, sizeof text, "%d", (int)result);
    (void)setenv("SOLVENT_LEAGUE", league, 1);
    (void)setenv("SOLVENT_STORE", store, 1);
    (void)setenv("SOLVENT_ENDED", text, 1);
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return;
    }
    if (posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO) == 0 &&
        posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ) == 0) {
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    if (status != 0) {
        svi_note("--on-end: '%s' failed", command);
    }
}

static enum svi_exit run_league(struct arguments *a)
{
    static struct svi_league league;
    struct svi_store *store = NULL;
    struct svi_error error;
    char path[SV_MAX_NAME + 32];
    svi_league_open(&league, a->file);
    check(&league, a);
    league_shard_init(&a->shard, &league);
    a->workers = choose_workers(&league, a->workers);
    league_shard_name(&a->shard, league.name, path, sizeof path);
    const char *where = a->store != NULL ? a->store : path;
    SCOPED(scoped_free) char *logs = choose_logs(a, where);
    enum sv_status status = a->save != NULL ? league_shard_fetch(a->save, where, &error) : SV_OK;
    const int mark = svi_store_trial_begin(where);
    enum svi_exit result = status == SV_OK ? try_bots(&league, a, where)
                                           : svi_complain(svi_exit_of(status), "%s", error.text);
    if (result == SVI_EXIT_DONE) {
        status = league_shard_store(&a->shard, &league, where, &store, &error);
        svi_store_trial_end(mark, where);
        if (status == SV_OK && a->reminded && (status = svi_store_put_reminded(store)) != SV_OK) {
            (void)svi_fail(&error, status, "%s", svi_store_error(store));
        }
        result = status == SV_OK ? play_with_people(&league, a, store, where, logs)
                                 : svi_complain(svi_exit_of(status), "%s", error.text);
    } else {
        svi_store_trial_end(mark, where);
    }
    svi_store_destroy(store);
    if (a->on_end != NULL) {
        run_on_end(a->on_end, league.name, where, result);
    }
    free(a->shard.versions);
    svi_league_finish(&league);
    return result;
}

static enum svi_exit run(struct svi_words *w)
{
    struct arguments a = {.save_s = 60, .listen = "127.0.0.1:0"};
    struct svi_buf again = {0};
    read_words(w, &a);
    svi_again(&again, w);
    SCOPED(scoped_free) char *command = svi_text_of(&again);
    a.again = command;
    (void)signal(SIGXFSZ, SIG_IGN); /* report a file at its size limit like a full disk */
    return run_league(&a);
}

const struct svi_command svi_cmd_league_run = {
    .name = "run",
    .brief = "play every match that the league's store lacks, or resume",
    .operands = "FILE.yaml",
    .operand = {{"league file", SVI_SET_TEXT(file)}},
    .takes = SVI_TAKES_LEAGUE,
    .options = options,
    .text = "The same command resumes a run that was killed or stopped (Ctrl-C). With the same "
            "seed, games and ranking do not depend on --jobs, kills or shards. This holds for bots "
            "that decide by what they see and the SDK's generator only.\n"
            "\n"
            "Batch engines use the exit status. 0 is done. Start a run with status 1 or 3, or that "
            "a signal ended, again: it goes on where it stopped (3: better on another machine). 2 "
            "cannot succeed. \"solvent help scaling\" tells about engines.",
    .topic = "leagues",
    .examples = "solvent league run leagues/quickstart.yaml\n"
                "solvent league run cup.yaml -j 8 --store /data/cup.db\n"
                "# the second of four machines:\n"
                "solvent league run cup.yaml --shard 2/4\n"
                "# the second of 64, planned by solvent league plan:\n"
                "solvent league run cup.yaml --shard 2/64 --after cup.db",
    .exits = {"all matches (of the shard) are in the store",
              "stopped early: the same command resumes it", "usage or bad input",
              "a store or a bot cannot be used"},
    .run = run,
};
