
#include "store/store_check.h"

#include "job/points.h"
#include "store/store_db.h"
#include "store/store_matches.h"
#include "store/store_results.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place for a problem; only the first problem is recorded. */
struct check {
    struct svi_error *problem;
    bool failed;
};

static struct check begin(struct svi_error *problem)
{
    problem->text[0] = '\0';
    return (struct check){.problem = problem};
}

__attribute__((format(printf, 2, 3))) static void tell(struct check *c, const char *format, ...)
{
    if (!c->failed) {
        va_list args;
        va_start(args, format);
        (void)svi_vfail(c->problem, SV_E_MISMATCH, format, args);
        va_end(args);
        c->failed = true;
    }
}

static enum sv_status outcome(const struct check *c, enum sv_status status)
{
    return status == SV_OK && c->failed ? SV_E_MISMATCH : status;
}

/* ---- the league ----------------------------------------------------------------------------- */

/* Returns the value of a line "key: value" of the identity, with its size in *size; NULL if the
 * identity has no such line. */
static const char *line_of(const struct svi_store_info *info, const char *key, size_t *size)
{
    const size_t length = strlen(key);
    for (const char *at = info->identity; *at != '\0'; at += strcspn(at, "\n"), at += *at != '\0') {
        if (strncmp(at, key, length) == 0 && at[length] == ':' && at[length + 1] == ' ') {
            *size = strcspn(at + length + 2, "\n");
            return at + length + 2;
        }
    }
    return NULL;
}

/* Compares a column's value with the identity's line `key`. */
static void same(struct check *c, const struct svi_store_info *info, const char *column,
                 const char *key, const char *found)
{
    size_t size = 0;
    const char *value = line_of(info, key, &size);
    if (value == NULL) {
        tell(c, "league.identity: found no line '%s'", key);
    } else if (strlen(found) != size || memcmp(found, value, size) != 0) {
        tell(c, "%s: found %s, expected %.*s, as league.identity says", column, found, (int)size,
             value);
    }
}

static void same_number(struct check *c, const struct svi_store_info *info, const char *column,
                        const char *key, uint64_t found)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, found);
    same(c, info, column, key, text);
}

static void same_hash(struct check *c, const struct svi_store_info *info, const char *column,
                      const char *key, const uint8_t found[32])
{
    char text[65];
    sodium_bin2hex(text, sizeof text, found, 32);
    same(c, info, column, key, text);
}

static void same_bots(struct check *c, const struct svi_store_info *info)
{
    char column[40], key[40];
    same_number(c, info, "bots: number of rows", "bots", info->n_bots);
    for (unsigned i = 0; i < info->n_bots; i++) {
        (void)snprintf(column, sizeof column, "bots.name of bot %u", i);
        (void)snprintf(key, sizeof key, "bots[%u].name", i);
        same(c, info, column, key, info->bot[i]);
    }
}

/* Compares a bot's property with the identity's line; `found` NULL expects no such line. */
static void same_of_bot(struct check *c, const struct svi_store_info *info, unsigned bot,
                        const char *what, const char *found)
{
    char column[48], key[48];
    size_t size;
    (void)snprintf(column, sizeof column, "entries.%s of bot %u", what, bot);
    (void)snprintf(key, sizeof key, "bots[%u].%s", bot, what);
    if (found != NULL) {
        same(c, info, column, key, found);
    } else if (line_of(info, key, &size) != NULL) {
        tell(c, "%s: found none, expected one, as league.identity says", column);
    }
}

static void same_entries(struct check *c, const struct svi_store_info *info)
{
    for (unsigned i = 0; i < info->n_bots; i++) {
        const struct svi_store_entry *entry = &info->entry[i];
        char version[2 * sizeof entry->version + 1], line[48];
        size_t size = 0;
        sodium_bin2hex(version, sizeof version, entry->version, sizeof entry->version);
        same_of_bot(c, info, i, "version", entry->versioned ? version : NULL);
        same_of_bot(c, info, i, "status",
                    entry->status != SVI_STATUS_PLAYS ? svi_status_name(entry->status) : NULL);
        same_of_bot(c, info, i, "reason", entry->reason);
        (void)snprintf(line, sizeof line, "\nbots[%u].", i);
        /* first the line of its name, then its definition */
        const char *at = strstr(info->identity, line);
        at = at != NULL ? strstr(at + 1, line) : NULL;
        size = at != NULL ? strcspn(at + strlen(line), "\n") : 0;
        if (at == NULL || strlen(entry->definition) != size ||
            memcmp(entry->definition, at + strlen(line), size) != 0) {
            tell(c, "entries.definition of bot %u: found %.80s, expected what league.identity says",
                 i, entry->definition);
        }
    }
    const struct svi_store_revision *last = &info->revision[info->n_revisions - 1];
    if (strcmp(last->identity, info->identity) != 0) {
        tell(c, "revisions.identity of revision %u: not league.identity", info->n_revisions);
    }
    if (strcmp(last->text, info->text) != 0) {
        tell(c, "revisions.text of revision %u: not league.text", info->n_revisions);
    }
}

static void same_terms(struct check *c, const struct svi_store_info *info)
{
    char column[SV_MAX_NAME + 24];
    for (unsigned i = 0; i < info->n_terms; i++) {
        (void)snprintf(column, sizeof column, "terms.value of %s", info->term[i].key);
        same(c, info, column, info->term[i].key, info->term[i].value);
    }
    unsigned lines = 0;
    const struct svi_store_revision *last = &info->revision[info->n_revisions - 1];
    for (const char *at = last->settings; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    if (lines != info->n_terms) {
        tell(c, "terms: found %u rows, expected %u, as the last row of revisions says",
             info->n_terms, lines);
    }
}

/* Checks the commitment of a seed that the league file gives. A secret seed has the line "seed:
 * secret" and no commitment; only the games can prove it. */
static void same_seed(struct check *c, const struct svi_store_info *info)
{
    size_t size;
    static const uint8_t no_salt[SV_SALT_BYTES];
    uint8_t commitment[32];
    if (line_of(info, "seed", &size) == NULL) {
        sv_luck_commitment(info->seed, no_salt, commitment);
        same_hash(c, info, "league.seed: its commitment", "seed (its commitment)", commitment);
    }
}

/* Checks the two columns of `league` that nothing else uses. */
static enum sv_status check_rest(struct svi_store *store, struct check *c)
{
    const struct svi_store_info *info = &store->info;
    SVI_ROWS(r, store, NULL, "SELECT hash, points_unit FROM league", SVI_NO_VALUES);
    uint8_t hash[32];
    if (svi_rows_next(&r)) {
        crypto_generichash(hash, sizeof hash, (const uint8_t *)info->identity,
                           strlen(info->identity), NULL, 0);
        if (sqlite3_column_bytes(r.s, 0) != (int)sizeof hash ||
            memcmp(sqlite3_column_blob(r.s, 0), hash, sizeof hash) != 0) {
            tell(c, "league.hash: not that of league.identity");
        }
        if (svi_rows_int(&r, 1) != (int64_t)svi_points_unit(info->seats)) {
            tell(c, "league.points_unit: found %" PRId64 ", expected %" PRIu32, svi_rows_int(&r, 1),
                 svi_points_unit(info->seats));
        }
    }
    return r.status;
}

enum sv_status svi_store_check_league(struct svi_store *store, struct svi_error *problem)
{
    const struct svi_store_info *info = &store->info;
    struct check c = begin(problem);
    const enum sv_status status = check_rest(store, &c);
    same(&c, info, "league.name", "name", info->name);
    same(&c, info, "league.edition", "edition", info->edition);
    same_hash(&c, info, "league.edition_hash", "edition's hash", info->edition_hash);
    same_number(&c, info, "league.seats", "seats", info->seats);
    same_seed(&c, info);
    same_bots(&c, info);
    same_entries(&c, info);
    same_terms(&c, info);
    return outcome(&c, status);
}

/* ---- rows without a match ------------------------------------------------------------------- */

static const char strays_sql[] =
    "SELECT what, min(number), count(DISTINCT number) FROM ("
    " SELECT 'matches' AS what, number FROM matches"
    "  WHERE number < 1 OR number > (SELECT matches FROM league)"
    " UNION ALL SELECT 'seats', number FROM seats WHERE number NOT IN (SELECT number FROM matches)"
    " UNION ALL SELECT 'replays', number FROM replays"
    "  WHERE number NOT IN (SELECT number FROM matches)) GROUP BY what ORDER BY what";

enum sv_status svi_store_check_strays(struct svi_store *store, struct svi_error *problem)
{
    struct check c = begin(problem);
    SVI_ROWS(r, store, NULL, strays_sql, SVI_NO_VALUES);
    if (svi_rows_next(&r)) {
        char others[40] = "";
        const char *what = svi_rows_text(&r, 0);
        const int64_t number = svi_rows_int(&r, 1), count = svi_rows_int(&r, 2);
        if (count > 1) {
            (void)snprintf(others, sizeof others, " (and %" PRId64 " more)", count - 1);
        }
        if (strcmp(what, "matches") == 0) {
            tell(&c, "matches.number: found %" PRId64 "%s, expected 1 to %" PRIu64, number, others,
                 store->info.matches);
        } else {
            tell(&c, "%s: found rows of match %" PRId64 "%s, which has none in matches", what,
                 number, others);
        }
    }
    return outcome(&c, r.status);
}

/* ---- fields --------------------------------------------------------------------------------- */

#define TEXTS (16 << 20) /* bytes of texts that grow with the number of bots */
#define OTHERS (64 << 10)

/* Most bytes of a text or blob; OTHERS for all columns that are not listed. */
static const struct {
    const char *table, *column;
    int64_t most;
} longest[] = {
    {"league", "name", SV_MAX_NAME},
    {"league", "edition", SV_MAX_NAME},
    {"league", "version", SV_MAX_NAME},
    {"league", "identity", TEXTS},
    {"league", "text", TEXTS},
    {"terms", "value", TEXTS},
    {"bots", "name", SV_MAX_NAME},
    {"revisions", "terms", TEXTS},
    {"revisions", "statuses", TEXTS},
    {"revisions", "identity", TEXTS},
    {"revisions", "text", TEXTS},
    {"stages", "lineups", TEXTS},
    {"made_by", "bots", TEXTS},
    {"shard", "bots", TEXTS},
    {"rounds", "costs", TEXTS},
    {"matches", "why", SV_MAX_NAME},
    {"matches", "replay_hash", SVI_REPLAY_HASH_BYTES},
    {"replays", "svr", 64 << 20},
    {"trades", "pairs", SVI_TRADE_BALANCE_TEXT},
    {"luck", "version", SVI_STORE_LUCK_VERSION},
    {"luck", "figures", SVI_STORE_LUCK_ROW},
    {"analyses", "version", SVI_STORE_ANALYSIS_VERSION},
    {"analyses", "found", TEXTS},
    {"played_on", "version", SVI_STORE_PLAYED_VERSION},
    {"played_on", "found", 1 << 16},
};

static int64_t most_bytes(const char *table, const char *column)
{
    for (size_t i = 0; i < sizeof longest / sizeof longest[0]; i++) {
        if (strcmp(longest[i].table, table) == 0 && strcmp(longest[i].column, column) == 0) {
            return longest[i].most;
        }
    }
    return OTHERS;
}

/* A column of a table, as the schema declares it. */
struct column {
    const char *table, *name, *type;
    bool numbered; /* the table has a column of match numbers */
};

/* Returns the type of the column's values as typeof() names it, or "" if no store declares such a
 * column. */
static const char *type_of(const struct column *column)
{
    static const char *const types[][2] = {
        {"INTEGER", "integer"}, {"TEXT", "text"}, {"BLOB", "blob"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(column->type, types[i][0]) == 0) {
            return types[i][1];
        }
    }
    return "";
}

/* Appends an SQL condition that is true for values of another type than the column, and for values
 * that are too long. SQLite knows the length of a blob without reading it. */
static void put_condition(sqlite3_str *sql, const struct column *column)
{
    const char *type = type_of(column);
    const bool blob = strcmp(type, "blob") == 0;
    if (type[0] != '\0') {
        sqlite3_str_appendf(sql, "typeof(\"%w\") NOT IN ('%s', 'null')", column->name, type);
    }
    if (strcmp(type, "integer") == 0) {
        return;
    }
    sqlite3_str_appendall(sql, type[0] != '\0' ? " OR " : "");
    sqlite3_str_appendf(sql, blob ? "length(\"%w\") > %lld" : "length(CAST(\"%w\" AS BLOB)) > %lld",
                        column->name, (long long)most_bytes(column->table, column->name));
}

/* Begins a query, and frees its SQL. */
static struct svi_rows rows_of(struct svi_store *store, sqlite3_str *text)
{
    char *sql = sqlite3_str_finish(text);
    struct svi_rows r = {.store = store, .status = SV_E_SYSTEM};
    if (sql != NULL) {
        r = svi_store_rows(store, NULL, sql, SVI_NO_VALUES);
    } else {
        (void)svi_store_fail(store, "no memory");
    }
    sqlite3_free(sql);
    return r;
}

/* Finds the first row whose value meets the condition, and reports its place. */
static enum sv_status check_column(struct svi_store *store, struct check *c,
                                   const struct column *column)
{
    sqlite3_str *sql = sqlite3_str_new(store->db);
    sqlite3_str_appendf(sql, "SELECT typeof(\"%w\"), length(\"%w\"), %s FROM main.\"%w\" WHERE ",
                        column->name, column->name, column->numbered ? "number" : "0",
                        column->table);
    put_condition(sql, column);
    sqlite3_str_appendall(sql, " LIMIT 1");
    SCOPED(svi_rows_finish) struct svi_rows r = rows_of(store, sql);
    if (svi_rows_next(&r)) {
        const char *found = svi_rows_text(&r, 0);
        const int64_t length = svi_rows_int(&r, 1), match = svi_rows_int(&r, 2);
        char of[40] = "";
        if (column->numbered) {
            (void)snprintf(of, sizeof of, " of match %" PRId64, match);
        }
        if (strcmp(type_of(column), "integer") == 0) {
            tell(c, "%.40s.%.40s%s: found %s, expected a whole number", column->table, column->name,
                 of, found);
        } else {
            tell(c,
                 "%.40s.%.40s%s: found %s of length %" PRId64 ", expected %s%sat most %" PRId64
                 " bytes",
                 column->table, column->name, of, found, length, type_of(column),
                 type_of(column)[0] != '\0' ? " of " : "", most_bytes(column->table, column->name));
        }
    }
    return r.status;
}

/* Calls `each` for every column of a table, until it fails. */
static enum sv_status each_column(struct svi_store *store, const char *table,
                                  enum sv_status (*each)(void *user, const struct column *column),
                                  void *user)
{
    SVI_ROWS(r, store, NULL,
             "SELECT name, type, EXISTS (SELECT 1 FROM pragma_table_info(?1, 'main') WHERE"
             " name = 'number') FROM pragma_table_info(?1, 'main') ORDER BY cid",
             SVI_VALUES(SVI_STRING(table)));
    while (svi_rows_next(&r)) {
        const struct column column = {.table = table,
                                      .name = svi_rows_text(&r, 0),
                                      .type = svi_rows_text(&r, 1),
                                      .numbered = svi_rows_int(&r, 2) != 0};
        r.status = column.name != NULL && column.type != NULL ? each(user, &column) : SV_E_SYSTEM;
    }
    return r.status;
}

struct fields {
    struct svi_store *store;
    struct check *check;
    sqlite3_str *sql;
};

static enum sv_status add_condition(void *user, const struct column *column)
{
    struct fields *f = user;
    sqlite3_str_appendall(f->sql, " OR ");
    put_condition(f->sql, column);
    return SV_OK;
}

static enum sv_status find_column(void *user, const struct column *column)
{
    struct fields *f = user;
    return check_column(f->store, f->check, column);
}

/* Reads a table once, and again only if something is wrong in it. */
static enum sv_status check_fields_of(struct fields *f, const char *table)
{
    f->sql = sqlite3_str_new(f->store->db);
    sqlite3_str_appendf(f->sql, "SELECT 1 FROM main.\"%w\" WHERE 0", table);
    const enum sv_status status = each_column(f->store, table, add_condition, f);
    sqlite3_str_appendall(f->sql, " LIMIT 1");
    SCOPED(svi_rows_finish) struct svi_rows r = rows_of(f->store, f->sql);
    SVI_TRY(status);
    return svi_rows_next(&r) ? each_column(f->store, table, find_column, f) : r.status;
}

enum sv_status svi_store_check_fields(struct svi_store *store, struct svi_error *problem)
{
    struct check c = begin(problem);
    struct fields f = {.store = store, .check = &c};
    SVI_ROWS(r, store, NULL,
             "SELECT name FROM main.sqlite_schema WHERE type ="
             " 'table' AND substr(name, 1, 7) <> 'sqlite_'"
             " ORDER BY rowid",
             SVI_NO_VALUES);
    while (!c.failed && svi_rows_next(&r)) {
        const char *table = svi_rows_text(&r, 0);
        r.status = table != NULL ? check_fields_of(&f, table) : SV_E_SYSTEM;
    }
    return outcome(&c, r.status);
}

/* ---- a match -------------------------------------------------------------------------------- */

/* Compares whole numbers of a row from column `from` to before `to`. `of` follows the column's name
 * in the report. */
static void same_values(struct check *c, sqlite3_stmt *s, const char *table, const char *of,
                        int from, int to, const int64_t expected[])
{
    for (int i = from; i < to; i++) {
        const int64_t found = sqlite3_column_int64(s, i);
        if (found != expected[i]) {
            /* The report does not give the right value: it would help somebody who forges a row. */
            tell(c, "%s.%s%s: found %" PRId64 ", which its game does not give", table,
                 sqlite3_column_name(s, i), of, found);
        }
    }
}

static void check_row(struct check *c, sqlite3_stmt *s, const struct svi_store_match *expected,
                      unsigned row)
{
    (void)row; /* there is only one */
    int64_t values[SVI_MATCH_COLUMNS];
    const char *why = (const char *)sqlite3_column_text(s, SVI_MATCH_WHY);
    const char *expected_why = sv_why_name(expected->why);
    svi_store_match_values(expected, values);
    same_values(c, s, "matches", "", 0, SVI_MATCH_WHY, values);
    if (why == NULL || strcmp(why, expected_why) != 0) {
        tell(c, "matches.why: found %s, which its game does not give", why != NULL ? why : "none");
    }
    same_values(c, s, "matches", "", SVI_MATCH_WHY + 1, SVI_MATCH_HASH, values);
    if (sqlite3_column_bytes(s, SVI_MATCH_HASH) != (int)SVI_REPLAY_HASH_BYTES ||
        memcmp(sqlite3_column_blob(s, SVI_MATCH_HASH),
               expected->replay + expected->replay_size - SVI_REPLAY_HASH_BYTES,
               SVI_REPLAY_HASH_BYTES) != 0) {
        tell(c, "matches.replay_hash: not that of the replay");
    }
}

static void check_seat(struct check *c, sqlite3_stmt *s, const struct svi_store_match *expected,
                       unsigned seat)
{
    int64_t values[SVI_SEAT_COLUMNS];
    char of[24];
    const int64_t found = sqlite3_column_int64(s, 1);
    if (seat >= expected->seats) {
        tell(c, "seats: found a row of seat %" PRId64 ", expected %u seats", found,
             expected->seats);
        return;
    }
    if (found != (int64_t)seat) {
        tell(c, "seats.seat: found %" PRId64 ", expected %u", found, seat);
        return;
    }
    (void)snprintf(of, sizeof of, " of seat %u", seat);
    svi_store_seat_values(expected, seat, values);
    same_values(c, s, "seats", of, 2, SVI_SEAT_COLUMNS, values);
}

typedef void check_fn(struct check *c, sqlite3_stmt *s, const struct svi_store_match *expected,
                      unsigned row);

/* Calls `each` with every row of a table that belongs to the match; *rows is the number of rows. */
static enum sv_status check_table(struct svi_store *store, struct check *c, const char *sql,
                                  check_fn *each, const struct svi_store_match *expected,
                                  unsigned *rows)
{
    SVI_ROWS(r, store, NULL, sql, SVI_VALUES(SVI_INT(expected->number)));
    *rows = 0;
    while (svi_rows_next(&r)) {
        each(c, r.s, expected, (*rows)++);
    }
    return r.status;
}

static void check_trades(struct check *c, sqlite3_stmt *s, const struct svi_store_match *expected,
                         unsigned row)
{
    (void)row;
    char text[SVI_TRADE_BALANCE_TEXT];
    const char *found = (const char *)sqlite3_column_text(s, 0);
    (void)svi_store_trades_text(expected, text);
    if (found == NULL || strcmp(found, text) != 0) {
        tell(c, "trades.pairs: found %.120s, which its game does not give",
             found != NULL ? found : "none");
    }
}

static void check_fallbacks(struct check *c, sqlite3_stmt *s,
                            const struct svi_store_match *expected, unsigned row)
{
    const int64_t seat = sqlite3_column_int64(s, 0), found = sqlite3_column_int64(s, 1);
    (void)row;
    if (seat < 0 || seat >= expected->seats ||
        found != expected->seat[seat].verdicts[SV_VERDICT_FALLBACK]) {
        tell(c, "fallbacks: found %" PRId64 " of seat %" PRId64 ", which its game does not give",
             found, seat);
    }
}

/* Compares the seats' fallbacks with those of the game. */
static enum sv_status check_all_fallbacks(struct svi_store *store, struct check *c,
                                          const struct svi_store_match *expected)
{
    bool has = false;
    unsigned rows = 0, due = 0;
    SVI_TRY(svi_store_has_table(store, "main", "fallbacks", &has));
    if (has) {
        SVI_TRY(check_table(store, c, "SELECT seat, answers FROM fallbacks WHERE number = ?",
                            check_fallbacks, expected, &rows));
    }
    for (unsigned i = 0; i < expected->seats; i++) {
        due += expected->seat[i].verdicts[SV_VERDICT_FALLBACK] > 0;
    }
    if (rows != due) {
        tell(c, "fallbacks: found rows of %u seats, expected %u", rows, due);
    }
    return SV_OK;
}

/* Returns whether every match must have a row of trades. Solvent 0.1.0 wrote games of some stores
 * before it had such rows. */
static bool looks_for_trades(const struct svi_store_info *info)
{
    return strncmp(info->version, "0.1.", 4) != 0;
}

static enum sv_status check_match(struct svi_store *store, struct check *c,
                                  const struct svi_store_match *expected)
{
    unsigned rows = 0;
    bool has_trades = false;
    SVI_TRY(check_table(store, c, "SELECT * FROM matches WHERE number = ?", check_row, expected,
                        &rows));
    if (rows != 1) {
        tell(c, "matches: found no row of this match");
    }
    SVI_TRY(check_table(store, c, "SELECT * FROM seats WHERE number = ? ORDER BY seat", check_seat,
                        expected, &rows));
    if (rows < expected->seats) {
        tell(c, "seats: found rows of %u seats, expected %u", rows, expected->seats);
    }
    SVI_TRY(check_all_fallbacks(store, c, expected));
    if (!expected->has_trades) {
        return SV_OK;
    }
    rows = 0;
    SVI_TRY(svi_store_has_table(store, "main", "trades", &has_trades));
    if (has_trades) {
        SVI_TRY(check_table(store, c, "SELECT pairs FROM trades WHERE number = ?", check_trades,
                            expected, &rows));
    }
    if (rows == 0 && looks_for_trades(&store->info)) {
        tell(c, "trades: found no row of this match");
    }
    return SV_OK;
}

enum sv_status svi_store_check_match(struct svi_store *store,
                                     const struct svi_store_match *expected,
                                     struct svi_error *problem)
{
    struct check c = begin(problem);
    return outcome(&c, check_match(store, &c, expected));
}
