#include "league/league_store.h"

#include "league/league_follow.h"

#include "base/buf.h"
#include "base/out.h"
#include "config/league_change.h"
#include "config/league_file.h"
#include "config/league_text.h"
#include "job/luck_row.h"
#include "job/points.h"
#include "memory/memory.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "store/store_league.h"

#include <solvent/version.h>

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- from a league ------------------------------------------------------------------------ */

/* Makes a row for every setting that the league has. The values lie in `text`, one after another,
 * each with its zero. */
static void term_rows(const struct svi_settings *settings, struct svi_buf *text,
                      struct svi_store_term rows[SVI_TERM_COUNT], unsigned *n)
{
    size_t start[SVI_TERM_COUNT];
    *n = 0;
    for (unsigned i = 0; i < SVI_TERM_COUNT; i++) {
        start[*n] = text->size;
        svi_term_text(settings, (enum svi_term)i, text);
        if (text->size > start[*n]) {
            svi_buf_byte(text, 0);
            (void)snprintf(rows[(*n)++].key, sizeof rows[0].key, "%s",
                           svi_term_key((enum svi_term)i));
        }
    }
    for (unsigned i = 0; i < *n; i++) {
        rows[i].value = (char *)text->data + start[i];
    }
}

/* The league as its file describes it now, in the form that a store takes. */
struct draft {
    struct svi_entries entries;
    struct svi_settings settings; /* by entries */
    struct svi_store_term row[SVI_TERM_COUNT];
    struct svi_buf values;
    char *lines, *statuses, *identity, *text;
    struct svi_store_revision *revision; /* the revisions of the store, and a new one */
    struct svi_store_info info;
};

/* Writes the settings as the lines of a revision. */
static char *term_lines(const struct svi_store_term rows[], unsigned n)
{
    struct svi_buf out = {0};
    for (unsigned i = 0; i < n; i++) {
        svi_out_format(&out, "%s: %s\n", rows[i].key, rows[i].value);
    }
    return svi_text_of(&out);
}

/* Frees a draft; one that is all 0 has only its own memory. */
static void draft_destroy(struct draft **draft)
{
    struct draft *d = *draft;
    svi_free_all(d->info.bot, d->info.entry, d->revision, d->lines, d->statuses, d->identity,
                 d->text);
    svi_buf_finish(&d->values);
    svi_entries_finish(&d->entries);
    sodium_memzero(d, sizeof *d);
    free(d);
}

/* Makes lists of the entries. Texts still belong to the entries. */
static bool draft_bots(struct draft *d)
{
    const unsigned n = d->entries.n;
    d->info.n_bots = n;
    d->info.bot = svi_new(n + 1u, sizeof *d->info.bot);
    d->info.entry = svi_new(n + 1u, sizeof *d->info.entry);
    for (unsigned i = 0; i < n && d->info.bot != NULL && d->info.entry != NULL; i++) {
        const struct svi_entry *entry = &d->entries.entry[i];
        struct svi_store_entry *row = &d->info.entry[i];
        memcpy(d->info.bot[i], entry->name, sizeof d->info.bot[i]);
        memcpy(row->origin, entry->origin, sizeof row->origin);
        memcpy(row->version, entry->version, sizeof row->version);
        row->versioned = entry->versioned;
        row->definition = entry->definition;
        row->status = entry->status;
        row->reason = entry->reason;
        row->tags = entry->tags;
    }
    return d->info.bot != NULL && d->info.entry != NULL;
}

/* Returns the value that a store's league began with, or "". */
static const char *begun_with(const struct svi_store_info *known, enum svi_term term)
{
    for (unsigned i = 0; i < known->n_terms; i++) {
        if (strcmp(known->term[i].key, svi_term_key(term)) == 0) {
            return known->term[i].value;
        }
    }
    return "";
}

void svi_league_store_settings(const struct svi_league *league, const struct svi_entries *entries,
                               const struct svi_store_info *known, struct svi_settings *settings)
{
    svi_entries_settings(entries, league, settings);
    if (known != NULL && svi_league_key_line(league, "seats") == 0) {
        settings->seats = known->seats;
    }
    if (known != NULL) {
        settings->seatings =
            svi_seatings_resume(league->any_seatings ? SVI_SEATINGS_AUTO : settings->seatings,
                                begun_with(known, SVI_TERM_seatings));
        /* a league that began without luck deciding goes on without */
        settings->luck = settings->luck && known->luck_decides;
    }
    if (known != NULL && settings->lanes == SVI_LANES_AUTO &&
        strcmp(begun_with(known, SVI_TERM_lanes), svi_lanes_name(SVI_LANES_APART)) == 0) {
        settings->lanes = SVI_LANES_APART;
        memset(settings->remembers, false, sizeof settings->remembers);
    }
}

/* Fills everything except the number of matches, for the store `known` or, if that is NULL, for a
 * new one. The draft must be all 0; the caller destroys it in any case. */
static enum sv_status draft_init(struct draft *d, const struct svi_league *league,
                                 const struct svi_store_info *known, struct svi_error *error)
{
    const unsigned revisions = known != NULL ? known->n_revisions : 0;
    struct svi_buf statuses = {0}, identity = {0}, text = {0};
    SVI_TRY(svi_entries_init(&d->entries, league, known, error));
    svi_league_store_settings(league, &d->entries, known, &d->settings);
    d->info.term = d->row;
    term_rows(&d->settings, &d->values, d->row, &d->info.n_terms);
    d->lines = term_lines(d->row, d->info.n_terms);
    svi_settings_statuses(&d->settings, &statuses);
    d->statuses = svi_text_of(&statuses);
    svi_league_identity(league, &d->settings, &d->entries, &identity);
    d->identity = svi_text_of(&identity);
    SVI_TRY(svi_league_text(league, &text, error));
    d->text = svi_text_of(&text);
    d->revision = svi_new(revisions + 1u, sizeof *d->revision);
    if (d->revision == NULL || !draft_bots(d)) {
        return svi_fail(error, SV_E_SYSTEM, "%s: no memory for a store", league->file);
    }
    if (known != NULL) {
        memcpy(d->revision, known->revision, revisions * sizeof *d->revision);
    }
    d->revision[revisions] =
        (struct svi_store_revision){.matches = known != NULL ? known->matches : 0,
                                    .bots = d->entries.n,
                                    .settings = d->lines,
                                    .statuses = d->statuses,
                                    .identity = d->identity,
                                    .text = d->text};
    d->info.revision = d->revision;
    d->info.n_revisions = revisions + 1;
    d->info.identity = d->identity;
    d->info.text = d->text;
    d->info.seats = d->settings.seats;
    memcpy(d->info.name, league->name, sizeof d->info.name);
    memcpy(d->info.edition, league->edition.name, sizeof d->info.edition);
    memcpy(d->info.edition_hash, league->edition_hash, sizeof d->info.edition_hash);
    return SV_OK;
}

/* Adds the part of the schedule that a new store holds, and a seed. */
static enum sv_status begin_plan(struct draft *d, const struct svi_league *league,
                                 struct svi_error *error)
{
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    if (!league->seeded && svi_schedule_draw_seed(d->settings.seed) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "%s: the system gives no random seed", league->file);
    }
    const enum sv_status status = svi_schedule_init(&schedule, &d->settings, &fault);
    if (status != SV_OK) {
        return svi_fail(error, status, "%s: %s: %s", league->file, fault.key, fault.text);
    }
    memcpy(d->info.seed, d->settings.seed, sizeof d->info.seed);
    d->info.matches = schedule.matches;
    d->info.lanes = schedule.lanes;
    svi_schedule_finish(&schedule);
    return SV_OK;
}

/* As begin_plan(), for a store whose league's file has changed. */
static enum sv_status extend_plan(struct draft *d, const struct svi_league *league,
                                  struct svi_store *store, struct svi_error *error)
{
    SCOPED(svi_schedule_finish) struct svi_schedule schedule = {0};
    struct svi_schedule_fault fault;
    SVI_TRY(svi_league_store_schedule(store, &schedule, error));
    d->revision[d->info.n_revisions - 1].matches = schedule.matches;
    const enum sv_status status = svi_schedule_change(&schedule, &d->settings, &fault);
    d->info.matches = schedule.matches;
    return status == SV_OK
               ? SV_OK
               : svi_fail(error, status, "%s: %s: %s", league->file, fault.key, fault.text);
}

/* Returns the text of a revision without the values of `env`; the caller frees it. Returns NULL if
 * the text has no such values, or cannot be read any more because files that it names are gone. */
static char *without_values(const struct svi_league *league, const char *text)
{
    struct svi_error error;
    SCOPED(scoped_free) struct svi_league *old = svi_new(1, sizeof *old);
    struct svi_buf out = {0};
    char *without = NULL;
    if (svi_league_parse(old, league->file, text, strlen(text), &error) == SV_OK) {
        without = svi_league_text(old, &out, &error) == SV_OK ? svi_text_of(&out) : NULL;
        svi_league_finish(old);
    }
    if (without != NULL && strcmp(without, text) == 0) {
        free(without);
        without = NULL;
    }
    return without;
}

/* Removes values of `env` from a store that an older version wrote. Such a store has the values in
 * all its texts; if the last text has none, the others have none either. */
static enum sv_status hide_values(struct svi_store *store, const struct svi_league *league,
                                  struct svi_error *error)
{
    const struct svi_store_info *info = svi_store_info(store);
    const unsigned n = info->n_revisions;
    SCOPED(scoped_free) char **texts = svi_new(n, sizeof *texts);
    enum sv_status status = SV_OK;
    for (unsigned i = n; i-- > 0 && (i == n - 1 || texts[n - 1] != NULL);) {
        texts[i] = without_values(league, info->revision[i].text);
    }
    if (texts[n - 1] != NULL) {
        status = svi_store_pass(store, svi_store_retell(store, texts), error);
    }
    for (unsigned i = 0; i < n; i++) {
        free(texts[i]);
    }
    return status;
}

static bool has_other_tags(const struct svi_store_info *before, const struct svi_store_info *now)
{
    bool other = before->n_bots != now->n_bots;
    for (unsigned i = 0; i < now->n_bots && !other; i++) {
        other = !svi_texts_same(before->entry[i].tags, now->entry[i].tags);
    }
    return other;
}

/* Goes on with an existing store: checks that it is this league's, and stores changes of the league
 * file. */
static enum sv_status go_on(struct svi_store *store, const char *path,
                            const struct svi_league *league, struct svi_error *error)
{
    const struct svi_store_info *info = svi_store_info(store);
    SCOPED(draft_destroy) struct draft *d = svi_new(1, sizeof *d);
    SVI_TRY(hide_values(store, league, error));
    SVI_TRY(draft_init(d, league, info, error));
    if (strcmp(info->identity, d->info.identity) != 0) {
        SVI_TRY(svi_league_change_check(league, &d->entries, path, info->identity, d->info.identity,
                                        error));
        SVI_TRY(extend_plan(d, league, store, error));
        SVI_TRY(svi_store_pass(store, svi_store_revise(store, &d->info), error));
    }
    return has_other_tags(info, &d->info)
               ? svi_store_pass(store, svi_store_retag(store, &d->info), error)
               : SV_OK;
}

enum sv_status svi_league_store_is(struct svi_store *store, const char *path,
                                   const struct svi_league *league, struct svi_error *error)
{
    char difference[400];
    SCOPED(draft_destroy) struct draft *d = svi_new(1, sizeof *d);
    SVI_TRY(draft_init(d, league, svi_store_info(store), error));
    return svi_store_differs(d->info.identity, svi_store_info(store)->identity, difference,
                             sizeof difference)
               ? svi_fail(error, SV_E_MISMATCH, "%s: is not the league of %s any more: %s",
                          league->file, path, difference)
               : SV_OK;
}

/* ---- the file that a store keeps ------------------------------------------------------------- */

/* Returns the present entry of a bot of the file: the one that plays, or else the newest. Returns
 * NULL if the bot has no entry. */
static const struct svi_store_entry *entry_now(const struct svi_store_info *info, const char *name)
{
    const struct svi_store_entry *now = NULL;
    for (unsigned i = 0; i < info->n_bots; i++) {
        const struct svi_store_entry *entry = &info->entry[i];
        if (strcmp(entry->origin, name) == 0 &&
            (now == NULL || now->status != SVI_STATUS_PLAYS || entry->status == SVI_STATUS_PLAYS)) {
            now = entry;
        }
    }
    return now;
}

/* Copies a bot's properties that are not in the file: its version, and whether a run has set it
 * aside. */
static void take_found(struct svi_league_bot *bot, const struct svi_store_entry *entry)
{
    memcpy(bot->version, entry->version, sizeof bot->version);
    bot->versioned = entry->versioned;
    if (bot->status == SVI_STATUS_PLAYS && entry->reason != NULL &&
        (entry->status == SVI_STATUS_PLAYS || entry->status == SVI_STATUS_SET_ASIDE)) {
        bot->status = entry->status;
        bot->reason = svi_copy(entry->reason);
    }
}

/* Compares the bots' definitions. A bot that is set aside, or goes on in an older version, has
 * another command in the file. */
static enum sv_status compare_bots(struct svi_league *league, const struct svi_store_info *info,
                                   struct svi_error *problem)
{
    for (unsigned i = 0; i < league->n_bots; i++) {
        struct svi_league_bot *bot = &league->bot[i];
        const struct svi_store_entry *entry = entry_now(info, bot->name);
        if (entry == NULL) {
            continue; /* compare_identity() reports a bot that the store lacks */
        }
        take_found(bot, entry);
        if (entry->reason == NULL && !svi_league_bot_is(league, bot, entry->definition)) {
            SCOPED(scoped_free) char *definition = svi_league_bot_definition(league, bot);
            (void)svi_fail(problem, SV_E_MISMATCH,
                           "%s:%u: bot '%s': found %.120s, expected %.120s, as entries.definition "
                           "says",
                           league->file, bot->line, bot->name, definition, entry->definition);
            return SV_E_MISMATCH;
        }
    }
    return SV_OK;
}

/* Returns whether a line of an identity follows from the league file alone. Lines of the edition do
 * so only with `edition`: another version of Solvent may have had another board of that name. */
static bool is_of_file(const char *line, bool edition)
{
    static const char *const of_edition[] = {"edition: ", "edition's hash: ", "rules."};
    bool is = strncmp(line, "rules version: ", strlen("rules version: ")) != 0;
    for (size_t i = 0; i < sizeof of_edition / sizeof of_edition[0] && !edition; i++) {
        is = is && strncmp(line, of_edition[i], strlen(of_edition[i])) != 0;
    }
    return is;
}

/* Returns the lines of an identity that can be compared; if `other` is not NULL, only lines whose
 * key `other` has too. The caller frees the text. */
static char *lines_of(const char *identity, bool edition, const char *other)
{
    struct svi_buf out = {0};
    for (const char *at = identity; *at != '\0';) {
        const size_t length = strcspn(at, "\n") + (at[strcspn(at, "\n")] != '\0');
        const size_t key = strcspn(at, ":") + 1;
        bool has = other == NULL;
        for (const char *line = other; !has && line != NULL && *line != '\0';) {
            has = strncmp(line, at, key) == 0;
            line += strcspn(line, "\n");
            line += *line != '\0';
        }
        if (has && is_of_file(at, edition)) {
            svi_buf_append(&out, at, length);
        }
        at += length;
    }
    return svi_text_of(&out);
}

/* Compares the identity made from the file with the store's. */
static enum sv_status compare_identity(const struct svi_league *league,
                                       const struct svi_store_info *info, struct svi_error *problem)
{
    const bool same_version = strcmp(info->version, SV_VERSION_STRING) == 0;
    const bool edition = same_version && !league->own_edition;
    struct svi_entries entries;
    struct svi_settings settings;
    struct svi_buf identity = {0};
    char difference[300];
    const enum sv_status status = svi_entries_init(&entries, league, info, problem);
    if (status != SV_OK) {
        return status == SV_E_SYSTEM ? status : SV_E_MISMATCH;
    }
    svi_league_store_settings(league, &entries, info, &settings);
    svi_league_identity(league, &settings, &entries, &identity);
    svi_entries_finish(&entries);
    SCOPED(scoped_free) char *made = svi_text_of(&identity);
    SCOPED(scoped_free) char *ours = lines_of(made, edition, same_version ? NULL : info->identity);
    SCOPED(scoped_free)
    char *theirs = lines_of(info->identity, edition, same_version ? NULL : made);
    return svi_store_differs(ours, theirs, difference, sizeof difference)
               ? svi_fail(problem, SV_E_MISMATCH, "%s: %s, as league.identity says", league->file,
                          difference)
               : SV_OK;
}

enum sv_status svi_league_store_text(const struct svi_store_info *info, struct svi_error *problem)
{
    SCOPED(scoped_free) struct svi_league *league = svi_new(1, sizeof *league);
    enum sv_status status =
        svi_league_parse_stored(league, "league.text", info->text, strlen(info->text), problem);
    if (status == SV_OK) {
        if (svi_league_key_line(league, "name") == 0) {
            /* else the name would come from the file's name */
            memcpy(league->name, info->name, sizeof league->name);
        }
        status = compare_bots(league, info, problem);
        status = status == SV_OK ? compare_identity(league, info, problem) : status;
        svi_league_finish(league);
    } else if (status != SV_E_SYSTEM) { /* perhaps another version could read it */
        status = strcmp(info->version, SV_VERSION_STRING) == 0 ? SV_E_MISMATCH : SV_OK;
    }
    return status;
}

/* Opens the store, and writes the league into a new one. */
static enum sv_status open_store(struct svi_store **out, const char *path,
                                 const struct svi_league *league, struct svi_error *error)
{
    bool fresh = false, planned = false;
    SCOPED(draft_destroy) struct draft *d = svi_new(1, sizeof *d);
    if (access(path, F_OK) != 0) { /* settings that make no league must not leave a store behind */
        SVI_TRY(draft_init(d, league, NULL, error));
        SVI_TRY(begin_plan(d, league, error));
        planned = true;
    }
    SVI_TRY(svi_store_open_writer(out, path, &fresh, error));
    if (!fresh) {
        return go_on(*out, path, league, error);
    }
    if (!planned) {
        SVI_TRY(draft_init(d, league, NULL, error));
        SVI_TRY(begin_plan(d, league, error));
    }
    const enum sv_status status = svi_store_write_league(*out, &d->info);
    return status == SV_OK ? SV_OK : svi_fail(error, status, "%s", svi_store_error(*out));
}

enum sv_status svi_league_store_create(struct svi_store **out, const char *path,
                                       const struct svi_league *league, struct svi_error *error)
{
    *out = NULL;
    const enum sv_status status = open_store(out, path, league, error);
    if (status != SV_OK) {
        svi_store_destroy(*out);
        *out = NULL;
    }
    return status;
}

/* ---- from a match ------------------------------------------------------------------------- */

struct svi_store_match svi_league_row(const struct svi_outcome *done,
                                      const struct svi_pairing *pairing)
{
    uint32_t points[SV_MAX_SEATS];
    svi_points(done->result.place, done->job.seats, points);
    struct svi_store_match row = {.number = pairing->number,
                                  .table = pairing->table,
                                  .deal = pairing->deal,
                                  .seating = pairing->seating,
                                  .why = done->result.why,
                                  .rounds = done->rounds,
                                  .turns = done->turns,
                                  .decisions = done->decisions,
                                  .wall_us = done->wall_us,
                                  .seats = done->job.seats,
                                  .replay = done->replay,
                                  .replay_size = done->replay_size,
                                  .has_trades = true,
                                  .times = done->times,
                                  .n_times = done->n_times};
    _Static_assert(SVI_LUCK_ROW <= SVI_STORE_LUCK_ROW, "a store keeps it whole");
    if (done->luck != NULL) {
        row.luck.size = svi_luck_row_put(done->luck, row.luck.bytes);
        memcpy(row.luck.version, done->luck->version, sizeof row.luck.version);
    }
    row.n_trades = svi_trade_balance_list(&done->trades, done->job.seats, row.trade);
    for (unsigned s = 0; s < row.seats; s++) {
        row.seat[s] = (struct svi_store_seat){.bot = pairing->bot[s],
                                              .place = done->result.place[s],
                                              .points = points[s],
                                              .worth = done->result.worth[s],
                                              .forfeited = done->seat[s].forfeited,
                                              .used_us = done->seat[s].used_us,
                                              .printed = done->seat[s].printed};
        memcpy(row.seat[s].verdicts, done->seat[s].verdicts, sizeof row.seat[s].verdicts);
    }
    return row;
}
