#include "league/set_aside.h"

#include "config/bot_hash.h"
#include "league/bot_trial.h"
#include "league/kept_version.h"
#include "league/league_store.h"
#include "memory/memory.h"
#include "schedule/format.h"
#include "store/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HALF_DAY_MS (12 * 3600 * 1000LL)

static void set_status(struct svi_league_bot *bot, enum svi_status status, const char *reason)
{
    char *own = reason != NULL ? svi_copy(reason) : NULL;
    free(bot->reason);
    bot->status = status;
    bot->reason = own;
}

/* ---- what a store says ----------------------------------------------------------------------- */

/* The entry that the bot is in the store, or its newest that is not old; NULL: none. */
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

/* Whether a run has found that the bot, or its version of then, cannot play. */
static bool is_aside(const struct svi_store_entry *entry)
{
    return entry != NULL && (entry->status == SVI_STATUS_SET_ASIDE ||
                             (entry->status == SVI_STATUS_PLAYS && entry->reason != NULL));
}

enum sv_status svi_set_aside_obey(struct svi_league *league, const struct svi_store_info *info,
                                  const char *kept, struct svi_error *error)
{
    for (unsigned i = 0; i < league->n_bots; i++) {
        struct svi_league_bot *bot = &league->bot[i];
        const struct svi_store_entry *entry = entry_of(info, bot->name);
        if (bot->status != SVI_STATUS_PLAYS || !is_aside(entry)) {
            continue;
        }
        if (entry->status == SVI_STATUS_PLAYS) {
            (void)svi_fail(
                error, SV_E_SYSTEM,
                "%s: found no copy of the version of bot '%s' that the league plays with", kept,
                bot->name);
            const enum sv_status status =
                svi_kept_version_use(kept, league, i, entry->version, error);
            if (status != SV_OK) {
                return status;
            }
        }
        set_status(bot, entry->status, entry->reason);
    }
    return SV_OK;
}

/* Whether the store has every game that the league's file asks for. */
static bool has_all(struct svi_store *store, const char *path, const struct svi_league *league)
{
    struct svi_error error;
    struct svi_schedule schedule;
    const struct svi_store_info *info = svi_store_info(store);
    for (unsigned i = 0; i < info->n_bots; i++) {
        if (is_aside(&info->entry[i])) {
            return false; /* it may have come to work */
        }
    }
    if (league->settings.format->season ||
        svi_league_store_is(store, path, league, &error) != SV_OK ||
        svi_league_store_schedule(store, &schedule, &error) != SV_OK) {
        return false;
    }
    uint8_t *in = svi_new((size_t)(info->matches + 7) / 8 + 1, 1);
    bool all = in != NULL && svi_store_finished(store, in) == SV_OK &&
               (!svi_schedule_goes_by_results(&schedule) ||
                (schedule.taken == schedule.matches &&
                 svi_format_of(&schedule.settings)->done(&schedule)));
    for (uint64_t number = 1; all && number <= schedule.matches; number++) {
        all = (number <= info->matches && (in[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0) ||
              svi_schedule_is_off(&schedule, number);
    }
    free(in);
    svi_schedule_finish(&schedule);
    return all;
}

/* ---- the trial ------------------------------------------------------------------------------- */

struct state {
    const struct svi_set_aside *how;
    const struct svi_store_info *info; /* NULL: there is no store yet */
    bool remind;                       /* what is no news is to be told once more */
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

/* Tries those that failed once more: what ended a process may have been none of the bot's doing. */
static enum sv_status try_twice(const struct state *s, struct svi_error *error)
{
    const unsigned n = s->how->league->n_bots;
    bool *wanted = svi_new(n, sizeof *wanted);
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
    free(wanted);
    return status;
}

/* Makes a bot of a season its newest version that has a copy. */
static bool use_older(const struct state *s, unsigned bot, struct svi_error *error)
{
    struct svi_league *league = s->how->league;
    for (unsigned i = s->info != NULL ? s->info->n_bots : 0; i-- > 0;) {
        const struct svi_store_entry *entry = &s->info->entry[i];
        if (strcmp(entry->origin, league->bot[bot].name) == 0 && entry->versioned &&
            svi_kept_version_use(s->how->kept, league, bot, entry->version, error) == SV_OK) {
            return true;
        }
    }
    return false;
}

/* Has those that failed play in older versions, where these work. */
static enum sv_status try_older(const struct state *s, struct svi_error *error)
{
    const unsigned n = s->how->league->n_bots;
    char **again = svi_new(n, sizeof *again);
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        s->wanted[i] = s->reason[i] != NULL && use_older(s, i, error);
        any |= s->wanted[i];
    }
    const enum sv_status status = any ? try_wanted(s, again, error) : SV_OK;
    for (unsigned i = 0; i < n; i++) {
        s->wanted[i] = s->wanted[i] && again[i] == NULL; /* it plays */
        free(again[i]);
    }
    free(again);
    return status;
}

/* Tells of a bot what has come out, and what is new in it. */
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

/* Gives the bots the statuses that have come out. */
static enum sv_status judge(const struct state *s, struct svi_error *error)
{
    struct svi_league *league = s->how->league;
    struct svi_settings settings = league->settings;
    bool *tried = svi_new(league->n_bots, sizeof *tried);
    memcpy(tried, s->wanted, league->n_bots * sizeof *tried);
    enum sv_status status = SV_OK;
    if (league->settings.format->season) {
        status = try_older(s, error);
    } else {
        memset(s->wanted, 0, league->n_bots * sizeof *s->wanted);
    }
    for (unsigned i = 0; i < league->n_bots && status == SV_OK; i++) {
        if (s->reason[i] != NULL) {
            set_status(&league->bot[i], s->wanted[i] ? SVI_STATUS_PLAYS : SVI_STATUS_SET_ASIDE,
                       s->reason[i]);
        }
        if (tried[i]) {
            tell(s, i);
        }
        settings.status[i] = (uint8_t)league->bot[i].status;
    }
    free(tried);
    bool any = false;
    for (unsigned i = 0; i < league->n_bots; i++) {
        any |= league->bot[i].status == SVI_STATUS_SET_ASIDE;
    }
    const struct svi_format *format = svi_format_of(&settings);
    const unsigned playing = svi_settings_playing(&settings);
    if (status == SV_OK && any &&
        (playing < settings.seats || (format->ended != NULL && format->ended(&settings)))) {
        status = svi_fail(
            error, SV_E_RANGE,
            "%s: %u of %u bots can play, which is too few for format: %s with seats: %u",
            league->file, playing, league->n_bots, settings.format->name, (unsigned)settings.seats);
    }
    return status;
}

/* Copies what plays, for the runs to come. Without a copy the season goes on. */
static enum sv_status keep(const struct state *s, struct svi_error *error)
{
    struct svi_league *league = s->how->league;
    const enum sv_status status = svi_league_versions(league, error);
    for (unsigned i = 0; i < league->n_bots && status == SV_OK; i++) {
        const struct svi_league_bot *bot = &league->bot[i];
        if (bot->argv != NULL && bot->status == SVI_STATUS_PLAYS && bot->folder == NULL &&
            svi_kept_version_put(s->how->kept, bot, error) != SV_OK) {
            s->how->tell(s->how->user, true, error->text);
        }
    }
    if (status == SV_OK) {
        svi_kept_version_sweep(s->how->kept, league);
    }
    return status;
}

static enum sv_status try_league(const struct state *s, struct svi_error *error)
{
    struct svi_league *league = s->how->league;
    const bool knockout = league->settings.format == &svi_format_knockout;
    for (unsigned i = 0; i < league->n_bots; i++) {
        struct svi_league_bot *bot = &league->bot[i];
        const struct svi_store_entry *entry = entry_of(s->info, bot->name);
        if (knockout && bot->status == SVI_STATUS_PLAYS && is_aside(entry)) {
            set_status(bot, SVI_STATUS_SET_ASIDE, entry->reason);
        }
        s->wanted[i] = bot->status == SVI_STATUS_PLAYS && bot->argv != NULL;
    }
    enum sv_status status = try_twice(s, error);
    if (s->how->stop != NULL && atomic_load(s->how->stop)) {
        return status; /* nothing was found out */
    }
    if (status == SV_OK) {
        status = judge(s, error);
    }
    if (status == SV_OK && league->settings.format->season) {
        status = keep(s, error);
    }
    return status;
}

/* Whether it is a week ago that all bots that are set aside were told, less half a day: nights do
 * not begin at the same second. */
static bool is_week_over(struct svi_store *store)
{
    struct timespec now;
    int64_t told_ms = 0;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return svi_store_reminded(store, &told_ms) == SV_OK && told_ms > 0 &&
           (int64_t)now.tv_sec * 1000 - told_ms >= 13 * HALF_DAY_MS;
}

enum sv_status svi_set_aside_try(const struct svi_set_aside *how, struct svi_error *error)
{
    const unsigned n = how->league->n_bots;
    struct svi_store *store = NULL;
    struct state s = {.how = how};
    if (access(how->store_path, F_OK) == 0) {
        if (svi_store_create_reader(&store, how->store_path, error) != SV_OK) {
            return SV_OK; /* who opens it to write says what is wrong with it */
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
