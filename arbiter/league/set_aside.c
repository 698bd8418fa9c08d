#include "league/set_aside.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/time.h"
#include "config/bot_hash.h"
#include "config/league.h"
#include "league/bot_trial.h"
#include "league/league_follow.h"
#include "league/league_store.h"
#include "memory/memory.h"
#include "process/path.h"
#include "schedule/settings.h"
#include "store/store_matches.h"
#include "store/store_runs.h"

#include <solvent/status.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- kept version ---------------------------------------------------------------------------- */

/* Copies of bots' versions, so that a season can go on with the last one that worked if a new one
 * fails. A copy has the files that the version's hash covers (config/bot_hash.h): those that the
 * bot's command and its `files` name, each at its own path below the version's folder. */

#define NAME_BYTES 16u /* first bytes of a version, which name its folder */
#define NAME_TEXT (2u * NAME_BYTES + 1u)

static void name_of(const uint8_t version[32], char name[NAME_TEXT])
{
    sodium_bin2hex(name, NAME_TEXT, version, NAME_BYTES);
}

/* Runs a program of the system. Returns whether it succeeded. */
static bool run_tool(const char *const argv[])
{
    static char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", locale[] = "LC_ALL=C";
    char *const env[] = {path, locale, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int ended = 1;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return false;
    }
    bool ok =
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, env) == 0;
    while (ok && waitpid(pid, &ended, 0) < 0) {
        ok = errno == EINTR;
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return ok && WIFEXITED(ended) && WEXITSTATUS(ended) == 0;
}

static void remove_tree(const char *path)
{
    const char *const argv[] = {"rm", "-rf", "--", path, NULL};
    (void)run_tool(argv);
}

/* ---- making a copy -------------------------------------------------------------------------- */

/* Makes the folders above a path. */
static bool make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made) {
            return false;
        }
    }
    return true;
}

/* Copies a file or a folder to its own path below `target`. Links inside a folder stay links. */
static bool copy(const char *path, const char *target)
{
    SCOPED(scoped_free) char *place = svi_text("%s%s", target, path);
    const char *const argv[] = {"cp", "-R", "-H", "-p", "--reflink=auto", "--", path, place, NULL};
    return make_parents(place) && (access(place, F_OK) == 0 || run_tool(argv));
}

static bool copy_files(const struct svi_league_bot *bot, const char *target)
{
    bool ok = true;
    for (char **file = bot->files; file != NULL && *file != NULL; file++) {
        ok = ok && copy(*file, target);
    }
    for (char **word = bot->run; *word != NULL; word++) {
        ok = ok && (!svi_path_names_file(*word) || copy(*word, target));
    }
    return ok;
}

/* Copies a bot's version, which must be known, into `folder`, which it makes if necessary. Does
 * nothing if the copy exists. Returns SV_E_SYSTEM and a line if a file cannot be copied; no
 * incomplete copy stays then. */
static enum sv_status saved_version_put(const char *folder, const struct svi_league_bot *bot,
                                        struct svi_error *error)
{
    char name[NAME_TEXT];
    name_of(bot->version, name);
    SCOPED(scoped_free) char *place = svi_text("%s/%s", folder, name);
    SCOPED(scoped_free) char *half = svi_text("%s.half", place);
    if (access(place, F_OK) == 0) {
        return SV_OK;
    }
    remove_tree(half);
    /* Other users cannot list the copies. The bots of root are other users, and can still reach
     * their own copy. */
    const bool made = (mkdir(folder, 0700) == 0 || errno == EEXIST) &&
                      chmod(folder, geteuid() == 0 ? 0711 : 0700) == 0;
    if (made && mkdir(half, 0755) == 0 && copy_files(bot, half) && rename(half, place) == 0) {
        return SV_OK;
    }
    remove_tree(half);
    return svi_fail(error, SV_E_SYSTEM, "the files of bot '%s' cannot be copied to '%s'", bot->name,
                    folder);
}

/* ---- using a copy --------------------------------------------------------------------------- */

/* Returns a copy of the words in which paths of copied files are replaced by the copies' paths. */
static char **moved(char *const *words, const char *place)
{
    const size_t n = svi_texts_count(words);
    char **out = svi_new(n + 1, sizeof *out);
    for (size_t i = 0; i < n; i++) {
        out[i] = svi_text("%s%s", place, words[i]);
        if (words[i][0] != '/' || access(out[i], F_OK) != 0) {
            free(out[i]);
            out[i] = svi_copy(words[i]);
        }
    }
    return out;
}

/* Makes the bot run that version from its copy: sets its `run`, `files` and `folder`. Returns
 * SV_E_UNKNOWN if the copy is missing or has become another version; the bot does not change then.
 * Returns SV_E_SYSTEM and a line if the copy cannot be used. */
static enum sv_status saved_version_use(const char *folder, struct svi_league *league, unsigned bot,
                                        const uint8_t version[32], struct svi_error *error)
{
    struct svi_league_bot *b = &league->bot[bot];
    const struct svi_league_bot before = *b;
    char name[NAME_TEXT];
    SCOPED(scoped_free) char *whole = svi_real_path(folder);
    enum sv_status status;
    name_of(version, name);
    SCOPED(scoped_free) char *place = svi_text("%s/%s", whole != NULL ? whole : "", name);
    if (whole == NULL || access(place, F_OK) != 0) {
        return SV_E_UNKNOWN;
    }
    char **run = moved(b->run, place);
    char **files = b->files != NULL ? moved(b->files, place) : NULL;
    char *here = svi_text("%s%s", place, league->folder);
    if (!make_parents(here) || (mkdir(here, 0755) != 0 && errno != EEXIST)) {
        status = svi_fail(error, SV_E_SYSTEM, "the copy of bot '%s' in '%s' cannot be used",
                          b->name, folder);
    } else {
        b->run = run;
        b->files = files;
        b->folder = here;
        b->reference = false; /* the copied version may have been another program */
        b->status = SVI_STATUS_PLAYS;
        status = svi_league_bot_version(league, bot, error);
        status = status != SV_OK || memcmp(b->version, version, 32) != 0 ? SV_E_UNKNOWN : SV_OK;
    }
    if (status != SV_OK) {
        *b = before;
        svi_texts_free(run);
        svi_texts_free(files);
        free(here);
        return status;
    }
    svi_texts_free(before.run);
    svi_texts_free(before.files);
    free(before.folder);
    return SV_OK;
}

/* Removes copies of all versions that no bot of the league has. */
static void saved_version_sweep(const char *folder, const struct svi_league *league)
{
    SCOPED(scoped_closedir) DIR *entries = opendir(folder);
    for (struct dirent *entry;
         entries != NULL && (entry = readdir(entries)) != NULL;) { // NOLINT(concurrency-mt-unsafe)
        bool used = entry->d_name[0] == '.';
        for (unsigned i = 0; i < league->n_bots && !used; i++) {
            char name[NAME_TEXT];
            name_of(league->bot[i].version, name);
            used = league->bot[i].versioned && strcmp(name, entry->d_name) == 0;
        }
        if (!used) {
            SCOPED(scoped_free) char *path = svi_text("%s/%s", folder, entry->d_name);
            remove_tree(path);
        }
    }
}

/* ---- set aside ------------------------------------------------------------------------------- */

#define HALF_DAY_MS (12 * 3600 * 1000LL)

static void set_status(struct svi_league_bot *bot, enum svi_status status, const char *reason)
{
    char *own = reason != NULL ? svi_copy(reason) : NULL;
    free(bot->reason);
    bot->status = status;
    bot->reason = own;
}

/* ---- the store's state ---------------------------------------------------------------------- */

/* Returns the bot's entry in the store, the newest that is not old, or NULL. */
static const struct svi_store_entry *entry_of(const struct svi_store_info *info, const char *bot)
{
    const struct svi_store_entry *found = NULL;
    for (unsigned i = 0; info != NULL && i < info->n_bots; i++) {
        const struct svi_store_entry *entry = &info->entry[i];
        if (strcmp(entry->origin, bot) == 0 && entry->status != SVI_STATUS_OLD) {
            found = entry;
        }
    }
    return found;
}

/* Returns whether a run has found that the bot, or its version at that time, cannot play. */
static bool is_aside(const struct svi_store_entry *entry)
{
    return entry != NULL && (entry->status == SVI_STATUS_SET_ASIDE ||
                             (entry->status == SVI_STATUS_PLAYS && entry->reason != NULL));
}

enum sv_status svi_set_aside_obey(struct svi_league *league, const struct svi_store_info *info,
                                  const char *versions_dir, struct svi_error *error)
{
    for (unsigned i = 0; i < league->n_bots; i++) {
        struct svi_league_bot *bot = &league->bot[i];
        const struct svi_store_entry *entry = entry_of(info, bot->name);
        if (bot->status != SVI_STATUS_PLAYS || !is_aside(entry)) {
            continue;
        }
        if (entry->status == SVI_STATUS_PLAYS) {
            (void)svi_fail(
                error, SV_E_UNKNOWN,
                "%s: found no copy of the version of bot '%s' that the league plays with",
                versions_dir, bot->name);
            SVI_TRY(saved_version_use(versions_dir, league, i, entry->version, error));
        }
        set_status(bot, entry->status, entry->reason);
    }
    return SV_OK;
}

/* Returns whether the store has every game that the league's file asks for. */
static bool has_all(struct svi_store *store, const char *path, const struct svi_league *league)
{
    struct svi_error error;
    struct svi_schedule schedule;
    const struct svi_store_info *info = svi_store_info(store);
    for (unsigned i = 0; i < info->n_bots; i++) {
        if (is_aside(&info->entry[i])) {
            return false; /* it may work by now */
        }
    }
    if (league->settings.format->season ||
        svi_league_store_is(store, path, league, &error) != SV_OK ||
        svi_league_store_schedule(store, &schedule, &error) != SV_OK) {
        return false;
    }
    SCOPED(scoped_free) uint8_t *in = svi_new((size_t)(info->matches + 7) / 8 + 1, 1);
    bool all = in != NULL && svi_store_finished(store, in) == SV_OK &&
               (!svi_schedule_goes_by_results(&schedule) ||
                (schedule.taken == schedule.matches &&
                 svi_format_of(&schedule.settings)->done(&schedule)));
    for (uint64_t number = 1; all && number <= schedule.matches; number++) {
        all = (number <= info->matches && (in[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0) ||
              svi_schedule_is_off(&schedule, number);
    }
    svi_schedule_finish(&schedule);
    return all;
}

/* ---- the trial ------------------------------------------------------------------------------- */

struct state {
    const struct svi_set_aside *how;
    const struct svi_store_info *info; /* NULL without a store */
    bool remind;                       /* reports also repeat old findings */
    bool *wanted;
    char **reason;
};

static enum sv_status try_wanted(const struct state *s, char *reason[], struct svi_error *error)
{
    const struct svi_bot_trial trial = {.league = s->how->league,
                                        .wanted = s->wanted,
                                        .store_path = s->how->store_path,
                                        .stop = s->how->stop};
    return svi_bot_trial(&trial, reason, error);
}

/* Tries bots that failed once more: their processes may have ended without their fault. */
static enum sv_status try_twice(const struct state *s, struct svi_error *error)
{
    const unsigned n = s->how->league->n_bots;
    SCOPED(scoped_free) bool *wanted = svi_new(n, sizeof *wanted);
    bool any = false;
    memcpy(wanted, s->wanted, n * sizeof *wanted);
    enum sv_status status = try_wanted(s, s->reason, error);
    for (unsigned i = 0; i < n; i++) {
        s->wanted[i] = s->reason[i] != NULL;
        any |= s->wanted[i];
        free(s->reason[i]);
        s->reason[i] = NULL;
    }
    if (status == SV_OK && any) {
        status = try_wanted(s, s->reason, error);
    }
    memcpy(s->wanted, wanted, n * sizeof *wanted);
    return status;
}

/* Replaces a season's bot by its newest version that has a copy. */
static bool use_older(const struct state *s, unsigned bot, struct svi_error *error)
{
    struct svi_league *league = s->how->league;
    for (unsigned i = s->info != NULL ? s->info->n_bots : 0; i-- > 0;) {
        const struct svi_store_entry *entry = &s->info->entry[i];
        if (strcmp(entry->origin, league->bot[bot].name) == 0 && entry->versioned &&
            saved_version_use(s->how->versions_dir, league, bot, entry->version, error) == SV_OK) {
            return true;
        }
    }
    return false;
}

/* Lets bots that failed play in older versions, if these work. */
static enum sv_status try_older(const struct state *s, struct svi_error *error)
{
    const unsigned n = s->how->league->n_bots;
    SCOPED(scoped_free) char **again = svi_new(n, sizeof *again);
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        s->wanted[i] = s->reason[i] != NULL && use_older(s, i, error);
        any |= s->wanted[i];
    }
    const enum sv_status status = any ? try_wanted(s, again, error) : SV_OK;
    for (unsigned i = 0; i < n; i++) {
        s->wanted[i] = s->wanted[i] && again[i] == NULL; /* its older version works */
        free(again[i]);
    }
    return status;
}

/* Reports the result for a bot, and whether it is new. */
static void tell(const struct state *s, unsigned bot)
{
    const struct svi_league_bot *b = &s->how->league->bot[bot];
    const struct svi_store_entry *entry = entry_of(s->info, b->name);
    const bool was = is_aside(entry);
    char line[SVI_TRIAL_REASON + SV_MAX_NAME + 80];
    if (b->reason == NULL && !was) {
        return;
    }
    const bool news =
        !was || b->reason == NULL || entry->reason == NULL || strcmp(b->reason, entry->reason) != 0;
    const char *still = news ? "" : "still ";
    if (b->reason == NULL) {
        (void)snprintf(line, sizeof line, "bot '%s' plays again", b->name);
    } else if (b->status == SVI_STATUS_SET_ASIDE) {
        (void)snprintf(line, sizeof line, "bot '%s' is %sset aside: %s", b->name, still, b->reason);
    } else {
        (void)snprintf(line, sizeof line,
                       "bot '%s' %splays in an older version, as the new one failed: %s", b->name,
                       still, b->reason);
    }
    s->how->tell(s->how->user, news || s->remind, line);
    *s->how->reminded = *s->how->reminded || (s->remind && !news);
}

/* Gives the bots the statuses that result from the trial. */
static enum sv_status judge(const struct state *s, struct svi_error *error)
{
    struct svi_league *league = s->how->league;
    struct svi_settings settings = league->settings;
    SCOPED(scoped_free) bool *tried = svi_new(league->n_bots, sizeof *tried);
    bool any = false;
    memcpy(tried, s->wanted, league->n_bots * sizeof *tried);
    if (league->settings.format->season) {
        SVI_TRY(try_older(s, error));
    } else {
        memset(s->wanted, 0, league->n_bots * sizeof *s->wanted);
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        if (s->reason[i] != NULL) {
            set_status(&league->bot[i], s->wanted[i] ? SVI_STATUS_PLAYS : SVI_STATUS_SET_ASIDE,
                       s->reason[i]);
        }
        if (tried[i]) {
            tell(s, i);
        }
        settings.status[i] = (uint8_t)league->bot[i].status;
        any |= league->bot[i].status == SVI_STATUS_SET_ASIDE;
    }
    const struct svi_format *format = svi_format_of(&settings);
    const unsigned playing = svi_settings_playing(&settings);
    if (any && (playing < settings.seats || (format->ended != NULL && format->ended(&settings)))) {
        return svi_fail(
            error, SV_E_RANGE,
            "%s: %u of %u bots can play, which is too few for format: %s with seats: %u",
            league->file, playing, league->n_bots, settings.format->name, (unsigned)settings.seats);
    }
    return SV_OK;
}

/* Copies the versions that play, for later runs. If a copy fails, the season goes on. */
static enum sv_status keep(const struct state *s, struct svi_error *error)
{
    struct svi_league *league = s->how->league;
    SVI_TRY(svi_league_versions(league, error));
    for (unsigned i = 0; i < league->n_bots; i++) {
        const struct svi_league_bot *bot = &league->bot[i];
        if (bot->argv != NULL && bot->status == SVI_STATUS_PLAYS && bot->folder == NULL &&
            saved_version_put(s->how->versions_dir, bot, error) != SV_OK) {
            s->how->tell(s->how->user, true, error->text);
        }
    }
    saved_version_sweep(s->how->versions_dir, league);
    return SV_OK;
}

static enum sv_status try_league(const struct state *s, struct svi_error *error)
{
    struct svi_league *league = s->how->league;
    const bool out_for_good = league->settings.format->out_for_good;
    for (unsigned i = 0; i < league->n_bots; i++) {
        struct svi_league_bot *bot = &league->bot[i];
        const struct svi_store_entry *entry = entry_of(s->info, bot->name);
        if (out_for_good && bot->status == SVI_STATUS_PLAYS && is_aside(entry)) {
            set_status(bot, SVI_STATUS_SET_ASIDE, entry->reason);
        }
        s->wanted[i] = bot->status == SVI_STATUS_PLAYS && bot->argv != NULL;
    }
    const enum sv_status status = try_twice(s, error);
    if (s->how->stop != NULL && atomic_load(s->how->stop)) {
        return status; /* the trial was interrupted, so it shows nothing */
    }
    SVI_TRY(status);
    SVI_TRY(judge(s, error));
    return league->settings.format->season ? keep(s, error) : SV_OK;
}

/* Returns whether a week has passed since all bots that are set aside were last reported. Half a
 * day less is enough: nights do not begin at the same second. */
static bool is_week_over(struct svi_store *store)
{
    int64_t told_ms = 0;
    return svi_store_reminded(store, &told_ms) == SV_OK && told_ms > 0 &&
           svi_time_wall_us() / 1000 - told_ms >= 13 * HALF_DAY_MS;
}

enum sv_status svi_set_aside_try(const struct svi_set_aside *how, struct svi_error *error)
{
    const unsigned n = how->league->n_bots;
    struct svi_store *store = NULL;
    struct state s = {.how = how};
    if (access(how->store_path, F_OK) == 0) {
        if (svi_store_create_reader(&store, how->store_path, error) != SV_OK) {
            return SV_OK; /* opening the store for writing reports the fault */
        }
        s.info = svi_store_info(store);
        s.remind = is_week_over(store);
        if (has_all(store, how->store_path, how->league)) {
            svi_store_destroy(store);
            return SV_OK;
        }
    }
    s.wanted = svi_new(n, sizeof *s.wanted);
    s.reason = svi_new(n, sizeof *s.reason);
    const enum sv_status status = try_league(&s, error);
    for (unsigned i = 0; i < n; i++) {
        free(s.reason[i]);
    }
    free(s.wanted);
    free(s.reason);
    svi_store_destroy(store);
    return status;
}
