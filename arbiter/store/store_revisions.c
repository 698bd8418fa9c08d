/* The history of a store's league: states of the league file, the bots' definitions, the stages and
 * nights of a season. */
#include "store/store_revisions.h"

#include "memory/memory.h"
#include "store/store_db.h"
#include "store/store_matches.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `version` and `reason` are NULL if a bot has none. `matches` of a revision, a stage and a night
 * is the number of matches planned before it. */
static const char schema[] =
    "CREATE TABLE revisions (revision INTEGER PRIMARY KEY, matches INTEGER NOT NULL,"
    " bots INTEGER NOT NULL, terms TEXT NOT NULL, statuses TEXT NOT NULL, identity TEXT NOT NULL,"
    " text TEXT NOT NULL);"
    "CREATE TABLE entries (bot INTEGER PRIMARY KEY, origin TEXT NOT NULL, definition TEXT NOT NULL,"
    " version BLOB, status TEXT NOT NULL, reason TEXT);"
    "CREATE TABLE stages (matches INTEGER PRIMARY KEY, rounds INTEGER NOT NULL,"
    " lineups TEXT NOT NULL);"
    "CREATE TABLE nights (night INTEGER PRIMARY KEY, matches INTEGER NOT NULL,"
    " ended INTEGER NOT NULL);";

#define MAX_REVISIONS 100000

void svi_store_forget(struct svi_store_info *info)
{
    for (unsigned i = 0; i < info->n_terms; i++) {
        free(info->term[i].value);
    }
    for (unsigned i = 0; info->entry != NULL && i < info->n_bots; i++) {
        free(info->entry[i].definition);
        free(info->entry[i].reason);
        svi_texts_free(info->entry[i].tags);
    }
    for (unsigned i = 0; i < info->n_revisions; i++) {
        free(info->revision[i].settings);
        free(info->revision[i].statuses);
        free(info->revision[i].identity);
        free(info->revision[i].text);
    }
    free(info->term);
    free(info->bot);
    free(info->entry);
    free(info->revision);
    free(info->text);
    free(info->identity);
    memset(info, 0, sizeof *info);
}

const char *svi_store_conditions(const char *definition)
{
    const size_t size = definition != NULL ? strlen(definition) : 0;
    const char *brace = size > 0 && definition[size - 1] == '}' ? strrchr(definition, '{') : NULL;
    return brace != NULL ? brace : "";
}

const char *svi_store_state(const struct svi_store_entry *entry)
{
    const bool older = entry->status == SVI_STATUS_PLAYS && entry->reason != NULL;
    return older ? "in an older version, as the new one failed" : svi_status_name(entry->status);
}

static enum sv_status no_memory(struct svi_store *store)
{
    return svi_fail(&store->error, SV_E_SYSTEM, "%s: no memory for a league", store->path);
}

/* ---- reading ------------------------------------------------------------------------------ */

static char *copy_text(sqlite3_stmt *s, int column)
{
    const unsigned char *text = sqlite3_column_text(s, column);
    return text != NULL ? svi_copy((const char *)text) : NULL;
}

static enum sv_status read_entry(struct svi_store *store, sqlite3_stmt *s,
                                 struct svi_store_entry *entry)
{
    const char *origin = (const char *)sqlite3_column_text(s, 0);
    const char *status = (const char *)sqlite3_column_text(s, 3);
    const bool reasoned = sqlite3_column_type(s, 4) != SQLITE_NULL;
    (void)snprintf(entry->origin, sizeof entry->origin, "%s", origin != NULL ? origin : "");
    svi_text_clean(entry->origin);
    entry->definition = copy_text(s, 1);
    entry->versioned = sqlite3_column_bytes(s, 2) == (int)sizeof entry->version;
    if (entry->versioned) {
        memcpy(entry->version, sqlite3_column_blob(s, 2), sizeof entry->version);
    }
    entry->status = svi_status_find(status != NULL ? status : "");
    entry->reason = reasoned ? copy_text(s, 4) : NULL;
    if (entry->definition == NULL || (reasoned && entry->reason == NULL)) {
        return no_memory(store);
    }
    if (entry->reason != NULL) {
        svi_text_clean(entry->reason);
    }
    return entry->status < SVI_STATUS_COUNT ? SV_OK : SV_E_LENGTH;
}

static enum sv_status read_entries(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    unsigned n = 0;
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    enum sv_status status = svi_store_query(
        store, NULL, "SELECT origin, definition, version, status, reason FROM entries ORDER BY bot",
        &s);
    while (svi_store_row(store, s, &status)) {
        status = n < info->n_bots ? read_entry(store, s, &info->entry[n]) : SV_E_LENGTH;
        n++;
    }
    return status == SV_OK && n != info->n_bots ? SV_E_LENGTH : status;
}

/* Appends a tag to those of an entry. */
static enum sv_status read_tag(struct svi_store *store, sqlite3_stmt *s,
                               struct svi_store_entry *entry)
{
    const size_t n = svi_texts_count(entry->tags);
    if (n == SVI_TAGS) {
        return SV_E_LENGTH;
    }
    if (entry->tags == NULL) {
        entry->tags = svi_new(SVI_TAGS + 1, sizeof *entry->tags);
    }
    entry->tags[n] = copy_text(s, 1);
    if (entry->tags[n] == NULL) {
        return no_memory(store);
    }
    svi_text_clean(entry->tags[n]);
    return strchr(entry->tags[n], '=') != NULL ? SV_OK : SV_E_LENGTH;
}

static enum sv_status read_tags(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    enum sv_status status =
        svi_store_query(store, "tags", "SELECT bot, tag FROM tags ORDER BY bot, tag", &s);
    while (svi_store_row(store, s, &status)) {
        const int64_t bot = sqlite3_column_int64(s, 0);
        status = bot >= 0 && bot < (int64_t)info->n_bots ? read_tag(store, s, &info->entry[bot])
                                                         : SV_E_LENGTH;
    }
    return status;
}

static enum sv_status read_revision(struct svi_store *store, sqlite3_stmt *s,
                                    struct svi_store_revision *r)
{
    const int64_t matches = sqlite3_column_int64(s, 0), bots = sqlite3_column_int64(s, 1);
    r->matches = (uint64_t)matches;
    r->bots = (unsigned)bots;
    r->settings = copy_text(s, 2);
    r->statuses = copy_text(s, 3);
    r->identity = copy_text(s, 4);
    r->text = copy_text(s, 5);
    if (r->settings == NULL || r->statuses == NULL || r->identity == NULL || r->text == NULL) {
        return no_memory(store);
    }
    return matches >= 0 && r->matches <= store->info.matches && bots >= 2 &&
                   bots <= (int64_t)store->info.n_bots
               ? SV_OK
               : SV_E_LENGTH;
}

/* Writes the settings as the lines of a revision. */
static char *terms_text(const struct svi_store_info *info)
{
    struct svi_buf text = {0};
    for (unsigned i = 0; i < info->n_terms; i++) {
        svi_buf_append(&text, info->term[i].key, strlen(info->term[i].key));
        svi_buf_append(&text, ": ", 2);
        svi_buf_append(&text, info->term[i].value, strlen(info->term[i].value));
        svi_buf_byte(&text, '\n');
    }
    return svi_text_of(&text);
}

/* Returns the definition of a bot, from the identity's line "bots[3].command: ...". */
static char *definition_of(const struct svi_store_info *info, unsigned bot)
{
    char key[40];
    const int length = snprintf(key, sizeof key, "bots[%u].", bot);
    for (const char *at = info->identity; *at != '\0'; at += strcspn(at, "\n"), at += *at != '\0') {
        if (strncmp(at, key, (size_t)length) == 0 && strncmp(at + length, "name:", 5) != 0) {
            return svi_copy_bytes(at + length, strcspn(at, "\n") - (size_t)length);
        }
    }
    return svi_copy("");
}

/* Fills the revisions for a store of version 4: its league has never changed. */
static enum sv_status read_old(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    struct svi_store_revision *r = info->revision = svi_new(1, sizeof *info->revision);
    info->n_revisions = 1;
    r->bots = info->n_bots;
    r->settings = terms_text(info);
    r->statuses = svi_copy("");
    r->identity = svi_copy(info->identity);
    r->text = svi_copy(info->text);
    bool ok = r->identity != NULL && r->text != NULL;
    for (unsigned i = 0; i < info->n_bots; i++) {
        memcpy(info->entry[i].origin, info->bot[i], sizeof info->entry[i].origin);
        info->entry[i].definition = definition_of(info, i);
        ok &= info->entry[i].definition != NULL;
    }
    return ok ? SV_OK : no_memory(store);
}

enum sv_status svi_store_read_revisions(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    int64_t count = 0;
    if (store->version < SVI_STORE_VERSION) {
        return read_old(store);
    }
    enum sv_status status = svi_store_read_number(store, "SELECT count(*) FROM revisions", &count);
    if (status != SV_OK || count < 1 || count > MAX_REVISIONS) {
        return status != SV_OK ? status : SV_E_LENGTH;
    }
    info->revision = svi_new((size_t)count, sizeof *info->revision);
    if (info->revision == NULL) {
        return no_memory(store);
    }
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    status = svi_store_query(
        store, NULL,
        "SELECT matches, bots, terms, statuses, identity, text FROM revisions ORDER BY revision",
        &s);
    while (info->n_revisions < count && svi_store_row(store, s, &status)) {
        status = read_revision(store, s, &info->revision[info->n_revisions++]);
    }
    status = status == SV_OK ? read_entries(store) : status;
    return status == SV_OK ? read_tags(store) : status;
}

/* ---- the mask ----------------------------------------------------------------------------- */

/* Writes the pseudonym of an entry in place of its origin: "anna (2)" for "learner (2)". */
static void mask_name(char name[SV_MAX_NAME], const char *origin, const char *alias)
{
    const size_t size = strlen(origin);
    const char *version = strncmp(name, origin, size) == 0 ? name + size : "";
    SCOPED(scoped_free)
    char *whole = svi_text("%.*s%s", (int)(SV_MAX_NAME - 1 - strlen(version)), alias, version);
    (void)snprintf(name, SV_MAX_NAME, "%s", whole);
}

void svi_store_mask(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    store->masked = true;
    for (unsigned i = 0; i < info->n_bots; i++) {
        struct svi_store_entry *entry = &info->entry[i];
        const char *alias = svi_texts_value(entry->tags, SVI_TAG_ALIAS);
        char *printed = entry->reason != NULL ? strstr(entry->reason, SVI_IT_PRINTED) : NULL;
        if (printed != NULL) {
            *printed = '\0';
        }
        if (alias != NULL) {
            mask_name(info->bot[i], entry->origin, alias);
            (void)snprintf(entry->origin, sizeof entry->origin, "%s", alias);
        }
    }
}

bool svi_store_has_pseudonyms(const struct svi_store *store)
{
    bool has = false;
    for (unsigned i = 0; store->masked && i < store->info.n_bots; i++) {
        has |= svi_texts_value(store->info.entry[i].tags, SVI_TAG_ALIAS) != NULL;
    }
    return has;
}

/* ---- writing ------------------------------------------------------------------------------ */

enum sv_status svi_store_make_revisions(struct svi_store *store)
{
    return svi_store_exec(store, schema);
}

static enum sv_status put_entries(struct svi_store *store, const struct svi_store_info *want)
{
    SCOPED(svi_statement_finish)
    sqlite3_stmt *s =
        svi_store_prepare(store, "INSERT OR REPLACE INTO entries VALUES (?,?,?,?,?,?)");
    enum sv_status status = s != NULL ? SV_OK : SV_E_SYSTEM;
    for (unsigned i = 0; status == SV_OK && i < want->n_bots; i++) {
        const struct svi_store_entry *entry = &want->entry[i];
        const uint8_t *version = entry->versioned ? entry->version : NULL;
        status = svi_store_insert(
            store, s,
            SVI_VALUES(SVI_INT(i), SVI_STRING(entry->origin), SVI_STRING(entry->definition),
                       SVI_BYTES(version, sizeof entry->version),
                       SVI_STRING(svi_status_name(entry->status)), SVI_STRING(entry->reason)));
    }
    return status;
}

/* Stores the tags of all entries in place of the old ones. Makes no table if no bot has tags. */
enum sv_status svi_store_put_tags(struct svi_store *store, const struct svi_store_info *want)
{
    bool has = false, more = false;
    for (unsigned i = 0; i < want->n_bots; i++) {
        more = more || want->entry[i].tags != NULL;
    }
    enum sv_status status = svi_store_has_table(store, "main", "tags", &has);
    if (status != SV_OK || (!has && !more)) {
        return status;
    }
    status = svi_store_exec(store, "CREATE TABLE IF NOT EXISTS main.tags (bot INTEGER NOT NULL,"
                                   " tag TEXT NOT NULL); DELETE FROM main.tags");
    SCOPED(svi_statement_finish)
    sqlite3_stmt *s =
        status == SV_OK ? svi_store_prepare(store, "INSERT INTO tags VALUES (?,?)") : NULL;
    status = s != NULL ? SV_OK : SV_E_SYSTEM;
    for (unsigned i = 0; i < want->n_bots; i++) {
        for (char **tag = want->entry[i].tags; status == SV_OK && tag != NULL && *tag != NULL;
             tag++) {
            status = svi_store_insert(store, s, SVI_VALUES(SVI_INT(i), SVI_STRING(*tag)));
        }
    }
    return status;
}

enum sv_status svi_store_put_revisions(struct svi_store *store, const struct svi_store_info *want,
                                       unsigned revision)
{
    SCOPED(svi_statement_finish)
    sqlite3_stmt *s = svi_store_prepare(store, "INSERT INTO revisions VALUES (?,?,?,?,?,?,?)");
    enum sv_status status = s != NULL ? SV_OK : SV_E_SYSTEM;
    for (unsigned i = revision; status == SV_OK && i < want->n_revisions; i++) {
        const struct svi_store_revision *r = &want->revision[i];
        status = svi_store_insert(store, s,
                                  SVI_VALUES(SVI_INT(i + 1), SVI_INT(r->matches), SVI_INT(r->bots),
                                             SVI_STRING(r->settings), SVI_STRING(r->statuses),
                                             SVI_STRING(r->identity), SVI_STRING(r->text)));
    }
    status = status == SV_OK ? put_entries(store, want) : status;
    return status == SV_OK ? svi_store_put_tags(store, want) : status;
}

enum sv_status svi_store_upgrade(struct svi_store *store)
{
    char version[48];
    (void)snprintf(version, sizeof version, "PRAGMA user_version = %d", SVI_STORE_VERSION);
    enum sv_status status = svi_store_begin(store);
    if (status == SV_OK) {
        status = svi_store_make_revisions(store);
    }
    if (status == SV_OK) {
        status = svi_store_put_revisions(store, &store->info, 0);
    }
    if (status == SV_OK) {
        status = svi_store_exec(store, version);
    }
    status = svi_store_end(store, status);
    if (status == SV_OK) {
        store->version = SVI_STORE_VERSION;
    }
    return status;
}

/* ---- seasons ------------------------------------------------------------------------------ */

enum sv_status svi_store_plan_stage(struct svi_store *store, uint64_t matches, uint32_t rounds,
                                    const char *lineups)
{
    char sql[64];
    (void)snprintf(sql, sizeof sql, "UPDATE league SET matches = %" PRIu64, matches);
    enum sv_status status = svi_store_begin(store);
    if (status == SV_OK) {
        status = svi_store_exec(store, sql);
    }
    if (status == SV_OK) {
        status = svi_store_change(
            store, "INSERT INTO stages VALUES (?,?,?)",
            SVI_VALUES(SVI_INT(store->info.matches), SVI_INT(rounds), SVI_STRING(lineups)));
    }
    status = svi_store_end(store, status);
    if (status == SV_OK) {
        store->info.matches = matches;
    }
    return status;
}

enum sv_status svi_store_stage(struct svi_store *store, uint64_t before, uint32_t *rounds,
                               char **lineups)
{
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    *lineups = NULL;
    enum sv_status status =
        svi_store_query(store, NULL, "SELECT rounds, lineups FROM stages WHERE matches = ?", &s);
    svi_store_bind(s, SVI_VALUES(SVI_INT(before)));
    if (svi_store_row(store, s, &status)) {
        const int64_t found = sqlite3_column_int64(s, 0);
        *rounds = found >= 1 && found <= INT32_MAX ? (uint32_t)found : 0;
        *lineups = copy_text(s, 1);
        status = *lineups != NULL ? SV_OK : no_memory(store);
    } else if (status == SV_OK) {
        status = SV_E_UNKNOWN;
    }
    return status;
}

static enum sv_status at_once(struct svi_store *store, const char *sql)
{
    enum sv_status status = svi_store_begin(store);
    if (status == SV_OK) {
        status = svi_store_exec(store, sql);
    }
    return svi_store_end(store, status);
}

enum sv_status svi_store_night(struct svi_store *store, uint64_t *night, uint64_t *matches,
                               bool *ended)
{
    int64_t last = 0, before = 0, over = 0;
    enum sv_status status = SV_OK;
    if (store->version == SVI_STORE_VERSION) {
        status = svi_store_read_number(store, "SELECT max(night) FROM nights", &last);
    }
    if (status == SV_OK && last > 0) {
        status = svi_store_read_number(
            store, "SELECT matches FROM nights ORDER BY night DESC LIMIT 1", &before);
    }
    if (status == SV_OK && last > 0) {
        status = svi_store_read_number(
            store, "SELECT ended FROM nights ORDER BY night DESC LIMIT 1", &over);
    }
    *ended = over != 0;
    *night = (uint64_t)last;
    *matches = (uint64_t)before;
    return status;
}

enum sv_status svi_store_nights(struct svi_store *store,
                                void (*each)(void *user, uint64_t night, uint64_t matches),
                                void *user)
{
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    enum sv_status status =
        svi_store_query(store, "nights", "SELECT night, matches FROM nights ORDER BY night", &s);
    while (svi_store_row(store, s, &status)) {
        each(user, (uint64_t)sqlite3_column_int64(s, 0), (uint64_t)sqlite3_column_int64(s, 1));
    }
    return status;
}

enum sv_status svi_store_begin_night(struct svi_store *store, uint64_t night, uint64_t matches)
{
    char sql[96];
    (void)snprintf(sql, sizeof sql, "INSERT INTO nights VALUES (%" PRIu64 ", %" PRIu64 ", 0)",
                   night, matches);
    return at_once(store, sql);
}

enum sv_status svi_store_end_night(struct svi_store *store, uint64_t night)
{
    char sql[96];
    (void)snprintf(sql, sizeof sql, "UPDATE nights SET ended = 1 WHERE night = %" PRIu64, night);
    return at_once(store, sql);
}
