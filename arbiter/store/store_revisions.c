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
        svi_free_all(info->revision[i].settings, info->revision[i].statuses,
                     info->revision[i].identity, info->revision[i].text);
    }
    svi_free_all(info->term, info->bot, info->entry, info->revision, info->text, info->identity);
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

/* ---- reading ------------------------------------------------------------------------------ */

static enum sv_status read_entry(struct svi_rows *r, struct svi_store_entry *entry)
{
    const char *status = svi_rows_text(r, 3);
    const bool reasoned = sqlite3_column_type(r->s, 4) != SQLITE_NULL;
    svi_rows_name(r, 0, entry->origin, sizeof entry->origin);
    entry->definition = svi_rows_copy(r, 1);
    entry->versioned = sqlite3_column_bytes(r->s, 2) == (int)sizeof entry->version;
    if (entry->versioned) {
        memcpy(entry->version, sqlite3_column_blob(r->s, 2), sizeof entry->version);
    }
    entry->status = svi_status_find(status != NULL ? status : "");
    entry->reason = reasoned ? svi_rows_copy(r, 4) : NULL;
    if (entry->definition == NULL || (reasoned && entry->reason == NULL)) {
        return svi_store_no_memory(r->store);
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
    SVI_ROWS(r, store, NULL,
             "SELECT origin, definition, version, status, reason FROM entries ORDER BY bot",
             SVI_NO_VALUES);
    for (; svi_rows_next(&r); n++) {
        r.status = n < info->n_bots ? read_entry(&r, &info->entry[n]) : SV_E_LENGTH;
    }
    return r.status == SV_OK && n != info->n_bots ? SV_E_LENGTH : r.status;
}

/* Appends a tag to those of an entry. */
static enum sv_status read_tag(struct svi_rows *r, struct svi_store_entry *entry)
{
    const size_t n = svi_texts_count(entry->tags);
    if (n == SVI_TAGS) {
        return SV_E_LENGTH;
    }
    if (entry->tags == NULL) {
        entry->tags = svi_new(SVI_TAGS + 1, sizeof *entry->tags);
    }
    entry->tags[n] = svi_rows_copy(r, 1);
    if (entry->tags[n] == NULL) {
        return svi_store_no_memory(r->store);
    }
    svi_text_clean(entry->tags[n]);
    return strchr(entry->tags[n], '=') != NULL ? SV_OK : SV_E_LENGTH;
}

static enum sv_status read_tags(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    SVI_ROWS(r, store, "tags", "SELECT bot, tag FROM tags ORDER BY bot, tag", SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        const int64_t bot = svi_rows_int(&r, 0);
        r.status =
            bot >= 0 && bot < (int64_t)info->n_bots ? read_tag(&r, &info->entry[bot]) : SV_E_LENGTH;
    }
    return r.status;
}

static enum sv_status read_revision(struct svi_rows *row, struct svi_store_revision *r)
{
    const struct svi_store_info *info = &row->store->info;
    const int64_t matches = svi_rows_int(row, 0), bots = svi_rows_int(row, 1);
    r->matches = (uint64_t)matches;
    r->bots = (unsigned)bots;
    r->settings = svi_rows_copy(row, 2);
    r->statuses = svi_rows_copy(row, 3);
    r->identity = svi_rows_copy(row, 4);
    r->text = svi_rows_copy(row, 5);
    if (r->settings == NULL || r->statuses == NULL || r->identity == NULL || r->text == NULL) {
        return svi_store_no_memory(row->store);
    }
    return matches >= 0 && r->matches <= info->matches && bots >= 2 && bots <= (int64_t)info->n_bots
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
    return ok ? SV_OK : svi_store_no_memory(store);
}

enum sv_status svi_store_read_revisions(struct svi_store *store)
{
    struct svi_store_info *info = &store->info;
    int64_t count = 0;
    if (store->version < SVI_STORE_VERSION) {
        return read_old(store);
    }
    SVI_TRY(svi_store_read_number(store, "SELECT count(*) FROM revisions", &count));
    if (count < 1 || count > MAX_REVISIONS) {
        return SV_E_LENGTH;
    }
    info->revision = svi_new((size_t)count, sizeof *info->revision);
    if (info->revision == NULL) {
        return svi_store_no_memory(store);
    }
    SVI_ROWS(
        r, store, NULL,
        "SELECT matches, bots, terms, statuses, identity, text FROM revisions ORDER BY revision",
        SVI_NO_VALUES);
    while (info->n_revisions < count && svi_rows_next(&r)) {
        r.status = read_revision(&r, &info->revision[info->n_revisions++]);
    }
    SVI_TRY(r.status);
    SVI_TRY(read_entries(store));
    return read_tags(store);
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
    for (unsigned i = 0; i < want->n_bots; i++) {
        const struct svi_store_entry *entry = &want->entry[i];
        const uint8_t *version = entry->versioned ? entry->version : NULL;
        SVI_TRY(svi_store_insert(
            store, s,
            SVI_VALUES(SVI_INT(i), SVI_STRING(entry->origin), SVI_STRING(entry->definition),
                       SVI_BYTES(version, sizeof entry->version),
                       SVI_STRING(svi_status_name(entry->status)), SVI_STRING(entry->reason))));
    }
    return SV_OK;
}

/* Stores the tags of all entries in place of the old ones. Makes no table if no bot has tags. */
enum sv_status svi_store_put_tags(struct svi_store *store, const struct svi_store_info *want)
{
    bool has = false, more = false;
    for (unsigned i = 0; i < want->n_bots; i++) {
        more = more || want->entry[i].tags != NULL;
    }
    SVI_TRY(svi_store_has_table(store, "main", "tags", &has));
    if (!has && !more) {
        return SV_OK;
    }
    SVI_TRY(svi_store_exec(store, "CREATE TABLE IF NOT EXISTS main.tags (bot INTEGER NOT NULL,"
                                  " tag TEXT NOT NULL); DELETE FROM main.tags"));
    SCOPED(svi_statement_finish)
    sqlite3_stmt *s = svi_store_prepare(store, "INSERT INTO tags VALUES (?,?)");
    for (unsigned i = 0; i < want->n_bots; i++) {
        for (char **tag = want->entry[i].tags; tag != NULL && *tag != NULL; tag++) {
            SVI_TRY(svi_store_insert(store, s, SVI_VALUES(SVI_INT(i), SVI_STRING(*tag))));
        }
    }
    return SV_OK;
}

enum sv_status svi_store_put_revisions(struct svi_store *store, const struct svi_store_info *want,
                                       unsigned revision)
{
    SCOPED(svi_statement_finish)
    sqlite3_stmt *s = svi_store_prepare(store, "INSERT INTO revisions VALUES (?,?,?,?,?,?,?)");
    for (unsigned i = revision; i < want->n_revisions; i++) {
        const struct svi_store_revision *r = &want->revision[i];
        SVI_TRY(svi_store_insert(store, s,
                                 SVI_VALUES(SVI_INT(i + 1), SVI_INT(r->matches), SVI_INT(r->bots),
                                            SVI_STRING(r->settings), SVI_STRING(r->statuses),
                                            SVI_STRING(r->identity), SVI_STRING(r->text))));
    }
    SVI_TRY(put_entries(store, want));
    return svi_store_put_tags(store, want);
}

static enum sv_status upgrade(struct svi_store *store)
{
    char version[48];
    (void)snprintf(version, sizeof version, "PRAGMA user_version = %d", SVI_STORE_VERSION);
    SVI_TRY(svi_store_begin(store));
    SVI_TRY(svi_store_make_revisions(store));
    SVI_TRY(svi_store_put_revisions(store, &store->info, 0));
    return svi_store_exec(store, version);
}

enum sv_status svi_store_upgrade(struct svi_store *store)
{
    SVI_TRY(svi_store_end(store, upgrade(store)));
    store->version = SVI_STORE_VERSION;
    return SV_OK;
}

/* ---- seasons ------------------------------------------------------------------------------ */

static enum sv_status put_stage(struct svi_store *store, uint64_t matches, uint32_t rounds,
                                const char *lineups)
{
    SVI_TRY(svi_store_begin(store));
    SVI_TRY(svi_store_change(store, "UPDATE league SET matches = ?", SVI_VALUES(SVI_INT(matches))));
    return svi_store_change(
        store, "INSERT INTO stages VALUES (?,?,?)",
        SVI_VALUES(SVI_INT(store->info.matches), SVI_INT(rounds), SVI_STRING(lineups)));
}

enum sv_status svi_store_plan_stage(struct svi_store *store, uint64_t matches, uint32_t rounds,
                                    const char *lineups)
{
    SVI_TRY(svi_store_end(store, put_stage(store, matches, rounds, lineups)));
    store->info.matches = matches;
    return SV_OK;
}

enum sv_status svi_store_stage(struct svi_store *store, uint64_t before, uint32_t *rounds,
                               char **lineups)
{
    SVI_ROWS(r, store, NULL, "SELECT rounds, lineups FROM stages WHERE matches = ?",
             SVI_VALUES(SVI_INT(before)));
    *lineups = NULL;
    if (!svi_rows_next(&r)) {
        return r.status == SV_OK ? SV_E_UNKNOWN : r.status;
    }
    const int64_t found = svi_rows_int(&r, 0);
    *rounds = found >= 1 && found <= INT32_MAX ? (uint32_t)found : 0;
    *lineups = svi_rows_copy(&r, 1);
    return *lineups != NULL ? SV_OK : svi_store_no_memory(store);
}

static enum sv_status at_once(struct svi_store *store, const char *sql)
{
    return svi_store_end(store, svi_store_begin_by(store, sql));
}

enum sv_status svi_store_night(struct svi_store *store, uint64_t *night, uint64_t *matches,
                               bool *ended)
{
    SVI_ROWS(r, store, "nights",
             "SELECT night, matches, ended FROM nights ORDER BY night DESC LIMIT 1", SVI_NO_VALUES);
    const bool any = svi_rows_next(&r);
    *night = any ? svi_rows_uint(&r, 0) : 0;
    *matches = any ? svi_rows_uint(&r, 1) : 0;
    *ended = any && svi_rows_int(&r, 2) != 0;
    return r.status;
}

enum sv_status svi_store_nights(struct svi_store *store,
                                void (*each)(void *user, uint64_t night, uint64_t matches),
                                void *user)
{
    SVI_ROWS(r, store, "nights", "SELECT night, matches FROM nights ORDER BY night", SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        each(user, svi_rows_uint(&r, 0), svi_rows_uint(&r, 1));
    }
    return r.status;
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
