/* Stores that another program has written or damaged, read by every reader of stores: ranking,
 * games, replays, verify. Each reader reports an error or accepts the store.
 *
 * The input says how to damage the store of a small league with six real games. If its first byte
 * is even, bytes of the file are overwritten, four at a time: three for the place, one for the
 * value. If it is odd, values in tables are changed, as by SQL. */
#include "base/utf8.h"
#include "config/league_file.h"
#include "job/points.h"
#include "league/league_follow.h"
#include "league/league_store.h"
#include "ranking/ranking.h"
#include "record/replay.h"
#include "store/store_check.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_shards.h"
#include "tools/console/say.h"
#include "tools/replay/verify.h"
#include "tools/replay/verify_store.h"
#include "wire/cursor.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MATCHES 6u

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static char folder[64], path[96], other[96];
static struct svi_buf sound; /* the file as it should be */
static struct svi_buf begun; /* one of the same league, without games, at `other` */

static void must(bool fact, const char *what)
{
    if (!fact) {
        (void)dprintf(STDERR_FILENO, "fuzz_store: %s\n", what);
        abort();
    }
}

/* ---- the store ------------------------------------------------------------------------------- */

static void play(const struct svi_league *league, struct svi_store *store, uint64_t number)
{
    static struct svi_game game;
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    struct svi_pairing pairing;
    struct sv_result result;
    struct svi_game_setup setup = {.edition = &league->edition, .record = true};
    const char *names[SV_MAX_SEATS];
    uint32_t points[SV_MAX_SEATS], answers[SV_MAX_SEATS] = {0};
    must(svi_schedule_init(&schedule, &league->settings, &fault) == SV_OK, "no plan");
    svi_schedule_match(&schedule, number, &pairing);
    svi_schedule_finish(&schedule);
    setup.setup.seats = (uint8_t)league->settings.seats;
    memcpy(setup.setup.seed, pairing.seed, sizeof setup.setup.seed);
    for (unsigned s = 0; s < setup.setup.seats; s++) {
        setup.setup.answers[s] = SV_ANSWERS_ALL;
        names[s] = league->bot[pairing.bot[s]].name;
    }
    setup.names = names;
    setup.salt = pairing.salt;
    must(svi_game_start(&game, &setup) == SV_OK, "no game");
    for (unsigned seat; (seat = svi_game_next(&game)) != SV_NONE;) {
        must(svi_game_answer(&game, seat, SV_VERDICT_OK, NULL) == SV_OK, "no default");
        answers[seat]++;
    }
    svi_game_result(&game, &result);
    struct svi_store_match match = {.number = number,
                                    .table = pairing.table,
                                    .deal = pairing.deal,
                                    .seating = pairing.seating,
                                    .why = result.why,
                                    .rounds = game.state.position.round,
                                    .turns = game.state.position.turn,
                                    .decisions = game.decisions,
                                    .wall_us = 1,
                                    .seats = setup.setup.seats,
                                    .replay = game.record.data,
                                    .replay_size = game.record.size,
                                    .has_trades = true}; /* default answers never trade */
    svi_points(result.place, match.seats, points);
    for (unsigned s = 0; s < match.seats; s++) {
        match.seat[s] = (struct svi_store_seat){.bot = pairing.bot[s],
                                                .place = result.place[s],
                                                .points = points[s],
                                                .worth = result.worth[s],
                                                .used_us = 1,
                                                .printed = number == 2 ? "a line\n" : NULL};
        match.seat[s].verdicts[SV_VERDICT_OK] = answers[s];
    }
    must(svi_store_put(store, &match) == SV_OK, svi_store_error(store));
    const struct svi_loss loss = {
        .bot = match.seat[0].bot, .match = number, .report = "was killed by SIGABRT\n"};
    must(svi_store_put_loss(store, &loss) == SV_OK, svi_store_error(store));
}

static void clean_up(void)
{
    char beside[110];
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        (void)snprintf(beside, sizeof beside, "%s%s", path, ends[i]);
        (void)unlink(beside);
        (void)snprintf(beside, sizeof beside, "%s%s", other, ends[i]);
        (void)unlink(beside);
    }
    (void)rmdir(folder);
}

/* A store at `at` with the first games, and the bytes of its file. */
static void make_file(struct svi_league *league, const char *at, uint64_t games,
                      struct svi_buf *out)
{
    static uint8_t piece[65536];
    struct svi_store *store;
    struct svi_error error = {0};
    must(svi_league_store_create(&store, at, league, &error) == SV_OK, error.text);
    for (uint64_t n = 1; n <= games; n++) {
        play(league, store, n);
    }
    must(svi_store_commit(store) == SV_OK, "no commit");
    svi_store_seal(store);
    svi_store_destroy(store);
    const int fd = open(at, O_RDONLY | O_CLOEXEC);
    for (ssize_t got; (got = read(fd, piece, sizeof piece)) > 0;) {
        svi_buf_append(out, piece, (size_t)got);
    }
    (void)close(fd);
    must(out->size > 4096, "no store");
}

static void make_store(void)
{
    static const char text[] = "name: fuzz\nseats: 2\ndeals: 1\nseed: 7\nrules: {max_rounds: 3}\n"
                               "bots:\n"
                               "  - {name: a, command: [true]}\n"
                               "  - {name: b, command: [true]}\n"
                               "  - {name: c, command: [true]}\n";
    static struct svi_league league;
    struct svi_error error = {0};
    const char *base = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%.40s/solvent-fuzz.XXXXXX",
                   base != NULL ? base : "/tmp");
    must(mkdtemp(folder) != NULL, "no folder");
    (void)snprintf(path, sizeof path, "%s/a.db", folder);
    (void)snprintf(other, sizeof other, "%s/b.db", folder);
    (void)atexit(clean_up);
    must(svi_league_parse(&league, "fuzz.yaml", text, sizeof text - 1, &error) == SV_OK,
         error.text);
    make_file(&league, other, 0, &begun);
    make_file(&league, path, MATCHES, &sound);
    svi_league_finish(&league);
    /* The readers' messages do not matter; the fuzzer has kept its own stderr. */
    must(freopen("/dev/null", "w", stdout) != NULL, "no /dev/null");
    FILE *nowhere = fopen("/dev/null", "w");
    must(nowhere != NULL, "no /dev/null");
    stderr = nowhere;
}

/* ---- spoiling it ----------------------------------------------------------------------------- */

static void put_file(const char *at, const struct svi_buf *file)
{
    const int fd = open(at, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    must(fd >= 0 && write(fd, file->data, file->size) == (ssize_t)file->size, "no room");
    (void)close(fd);
}

static void spoil_bytes(struct svi_cursor *c)
{
    struct svi_buf file = {0};
    svi_buf_append(&file, sound.data, sound.size);
    while (svi_cursor_left(c) >= 4) {
        size_t at = svi_get_raw_byte(c);
        at = at << 8 | svi_get_raw_byte(c);
        at = at << 8 | svi_get_raw_byte(c);
        file.data[at % file.size] = svi_get_raw_byte(c);
    }
    put_file(path, &file);
    svi_buf_finish(&file);
}

/* ?1 the value, ?2 a match, ?3 a seat or bot. */
static const char *const spoils[] = {
    "UPDATE league SET name = ?1",
    "UPDATE league SET edition = ?1",
    "UPDATE league SET edition_hash = ?1",
    "UPDATE league SET seats = ?1",
    "UPDATE league SET matches = ?1",
    "UPDATE league SET points_unit = ?1",
    "UPDATE league SET seed = ?1",
    "UPDATE league SET hash = ?1",
    "UPDATE league SET identity = ?1",
    "UPDATE league SET text = ?1",
    "UPDATE league SET version = ?1",
    "UPDATE terms SET value = ?1 WHERE key = (SELECT key FROM terms LIMIT 1 OFFSET ?2)",
    "UPDATE terms SET key = ?1 WHERE key = (SELECT key FROM terms LIMIT 1 OFFSET ?2)",
    "DELETE FROM terms WHERE key = (SELECT key FROM terms LIMIT 1 OFFSET ?2)",
    "UPDATE bots SET name = ?1 WHERE bot = ?3",
    "UPDATE bots SET bot = ?1 WHERE bot = ?3",
    "DELETE FROM bots WHERE bot = ?3",
    "UPDATE matches SET number = ?1 WHERE number = ?2",
    "UPDATE matches SET \"table\" = ?1 WHERE number = ?2",
    "UPDATE matches SET deal = ?1 WHERE number = ?2",
    "UPDATE matches SET seating = ?1 WHERE number = ?2",
    "UPDATE matches SET why = ?1 WHERE number = ?2",
    "UPDATE matches SET rounds = ?1 WHERE number = ?2",
    "UPDATE matches SET turns = ?1 WHERE number = ?2",
    "UPDATE matches SET decisions = ?1 WHERE number = ?2",
    "UPDATE matches SET replay_hash = ?1 WHERE number = ?2",
    "DELETE FROM matches WHERE number = ?2",
    "UPDATE seats SET seat = ?1 WHERE number = ?2 AND seat = ?3",
    "UPDATE seats SET bot = ?1 WHERE number = ?2 AND seat = ?3",
    "UPDATE seats SET place = ?1 WHERE number = ?2 AND seat = ?3",
    "UPDATE seats SET points = ?1 WHERE number = ?2 AND seat = ?3",
    "UPDATE seats SET worth = ?1 WHERE number = ?2 AND seat = ?3",
    "UPDATE seats SET ok = ?1 WHERE number = ?2 AND seat = ?3",
    "UPDATE seats SET late = ?1 WHERE number = ?2 AND seat = ?3",
    "UPDATE seats SET dead = ?1 WHERE number = ?2 AND seat = ?3",
    "UPDATE seats SET forfeited = ?1 WHERE number = ?2 AND seat = ?3",
    "DELETE FROM seats WHERE number = ?2 AND seat = ?3",
    "INSERT INTO seats SELECT * FROM (SELECT ?1) JOIN (SELECT seat, bot, place, points, worth, ok, \
     late, malformed, illegal, dead, overtime, forfeited FROM seats WHERE number = ?2)",
    "UPDATE replays SET svr = ?1 WHERE number = ?2",
    "UPDATE replays SET number = ?1 WHERE number = ?2",
    "UPDATE replays SET svr = (SELECT svr FROM replays WHERE number = ?3) WHERE number = ?2",
    "DELETE FROM replays WHERE number = ?2",
    "UPDATE losses SET seat = ?1",
    "UPDATE losses SET report = ?1",
    "UPDATE losses SET number = ?1",
    "UPDATE losses SET bot = ?1",
    "CREATE TABLE crashes AS SELECT number, ?1 AS seat, report FROM losses",
    "UPDATE outputs SET text = ?1 WHERE seat = ?3",
    "UPDATE outputs SET seat = ?1 WHERE seat = ?3",
    "UPDATE timings SET used_us = ?1",
    "PRAGMA user_version = 1",
    "DROP TABLE outputs",
    "DROP TABLE seats",
    "DROP TABLE terms",
    "CREATE TABLE more (a)",
    "DELETE FROM league",
    "INSERT INTO league SELECT * FROM league",
    "UPDATE revisions SET matches = ?1",
    "UPDATE revisions SET bots = ?1",
    "UPDATE revisions SET terms = ?1",
    "UPDATE revisions SET terms = replace(terms, 'round_robin', ?1)",
    "UPDATE revisions SET terms = replace(terms, 'round_robin', 'ladder')",
    "UPDATE revisions SET terms = replace(terms, 'lanes', 'budget: 9 -\nlanes')",
    "UPDATE revisions SET statuses = ?1",
    "UPDATE revisions SET statuses = '1 disqualified\n'",
    "UPDATE revisions SET identity = ?1",
    "INSERT INTO revisions SELECT revision + 1, ?1, bots, terms, statuses, identity, text FROM "
    "revisions ORDER BY revision DESC LIMIT 1",
    "INSERT INTO revisions SELECT revision + 1, 6, bots, replace(terms, 'deals: 1', 'deals: 2'), "
    "'2 withdrawn\n', identity, text FROM revisions ORDER BY revision DESC LIMIT 1",
    "DELETE FROM revisions",
    "UPDATE entries SET origin = ?1 WHERE bot = ?3",
    "UPDATE entries SET definition = ?1 WHERE bot = ?3",
    "UPDATE entries SET version = ?1 WHERE bot = ?3",
    "UPDATE entries SET status = ?1 WHERE bot = ?3",
    "UPDATE entries SET status = 'disqualified' WHERE bot = ?3",
    "UPDATE entries SET reason = ?1 WHERE bot = ?3",
    "DELETE FROM entries WHERE bot = ?3",
    "INSERT INTO stages SELECT ?1, 1, '0 1' || char(10)",
    "INSERT INTO nights VALUES (1, ?1, 0)",
    "DROP TABLE entries",
    "PRAGMA user_version = 4",
    "CREATE TABLE luck (number INTEGER PRIMARY KEY, version BLOB, figures BLOB)",
    "INSERT INTO luck VALUES (?2, zeroblob(16), ?1)",
    "DELETE FROM trades",
    "INSERT OR REPLACE INTO trades VALUES (?2, ?1)",
    "ALTER TABLE seats ADD COLUMN more",
    "ALTER TABLE matches DROP COLUMN turns",
    "CREATE VIEW v AS SELECT 1",
    "CREATE TRIGGER t AFTER INSERT ON matches BEGIN DELETE FROM seats; END",
};
#define SPOILS (sizeof spoils / sizeof spoils[0])

static void bind_value(sqlite3_stmt *s, struct svi_cursor *c)
{
    const uint8_t sort = svi_get_raw_byte(c);
    const size_t length = sort >> 3 & 0x1fu;
    const size_t left = svi_cursor_left(c);
    const size_t size = length < left ? length : left;
    int64_t number = 0;
    switch (sort & 7u) {
    case 0:
        number = (int8_t)svi_get_raw_byte(c);
        (void)sqlite3_bind_int64(s, 1, number);
        return;
    case 1:
    case 2:
        for (unsigned i = 0; i < 8; i++) {
            number = (int64_t)((uint64_t)number << 8 | svi_get_raw_byte(c));
        }
        (void)sqlite3_bind_int64(s, 1, number);
        return;
    case 3:
        (void)sqlite3_bind_null(s, 1);
        return;
    case 4:
        (void)sqlite3_bind_zeroblob(s, 1, (int)length * 1000);
        return;
    case 5:
        (void)sqlite3_bind_blob(s, 1, svi_get_raw(c, size), (int)size, SQLITE_TRANSIENT);
        return;
    default:
        (void)sqlite3_bind_text(s, 1, (const char *)svi_get_raw(c, size), (int)size,
                                SQLITE_TRANSIENT);
        return;
    }
}

static void spoil_values(struct svi_cursor *c)
{
    sqlite3 *db = NULL;
    put_file(path, &sound);
    must(sqlite3_open(path, &db) == SQLITE_OK, "no database");
    (void)sqlite3_exec(db, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF", NULL, NULL, NULL);
    while (svi_cursor_left(c) > 0) {
        sqlite3_stmt *s = NULL;
        const char *sql = spoils[svi_get_raw_byte(c) % SPOILS];
        if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) == SQLITE_OK) {
            const uint8_t where = svi_get_raw_byte(c);
            bind_value(s, c);
            (void)sqlite3_bind_int(s, 2, where & 0x0f);
            (void)sqlite3_bind_int(s, 3, where >> 4);
            (void)sqlite3_step(s);
        }
        (void)sqlite3_finalize(s);
    }
    (void)sqlite3_close(db);
}

/* ---- reading it ------------------------------------------------------------------------------ */

static bool take_match(void *user, const struct svi_store_match *match)
{
    unsigned *n = user;
    must(match->seats <= SV_MAX_SEATS, "more seats than there are");
    return ++*n < 100;
}

static bool take_places(void *user, uint64_t number, const unsigned bot[], const uint8_t place[])
{
    unsigned *n = user;
    (void)number;
    (void)bot;
    (void)place;
    return ++*n < 100;
}

static void read_games(struct svi_store *store)
{
    struct svi_buf replay = {0};
    uint64_t number = 0;
    for (unsigned n = 0; n < 20 && svi_store_next(store, number, &number) == SV_OK && number != 0;
         n++) {
        unsigned bot = 0;
        char *text = NULL;
        bool over;
        svi_buf_clear(&replay);
        (void)svi_store_replay(store, number, &replay);
        (void)svi_store_output(store, number, n % 3, &bot, &text);
        (void)svi_store_deal_over(store, number, &over);
        free(text);
    }
    svi_buf_finish(&replay);
}

static void read_all(void)
{
    struct svi_store *store = NULL;
    struct svi_ranking ranking;
    struct svi_schedule schedule;
    struct svi_error error = {0};
    if (svi_store_create_reader(&store, path, &error) != SV_OK) {
        must(error.text[0] != '\0' && strchr(error.text, '\n') == NULL, "an error is not one line");
        return;
    }
    const struct svi_store_info *info = svi_store_info(store);
    must(svi_text_ok((const uint8_t *)info->name, strlen(info->name)), "a name that is no text");
    for (unsigned bot = 0; bot < info->n_bots; bot++) {
        must(svi_text_ok((const uint8_t *)info->bot[bot], strlen(info->bot[bot])),
             "a bot's name that is no text");
    }
    unsigned n = 0;
    (void)svi_store_check_league(store, &error);
    (void)svi_store_check_strays(store, &error);
    (void)svi_store_results(store, 0, take_match, &n);
    (void)svi_store_places(store, 0, take_places, &n);
    for (unsigned bot = 0; bot < info->n_bots && bot < 8; bot++) {
        struct svi_loss loss;
        uint64_t count;
        (void)svi_store_first_loss(store, bot, &count, &loss);
        free((char *)(uintptr_t)loss.report);
    }
    read_games(store);
    if (svi_league_store_schedule(store, &schedule, &error) == SV_OK) {
        svi_schedule_finish(&schedule);
    }
    if (svi_ranking_init(&ranking, store, &error) == SV_OK) {
        svi_ranking_finish(&ranking);
    }
    svi_store_destroy(store);
}

/* Merges the games into another store of the league, which must succeed or give one line of error.
 * That store must still be readable. */
static void merge_into_another(void)
{
    struct svi_store *store = NULL;
    struct svi_error error = {0};
    bool fresh;
    unsigned n = 0;
    put_file(other, &begun);
    must(svi_store_open_writer(&store, other, &fresh, &error) == SV_OK, error.text);
    if (svi_store_merge(store, path) == SV_OK) {
        must(svi_store_results(store, 0, take_match, &n) == SV_OK, svi_store_error(store));
    } else {
        const char *said = svi_store_error(store);
        must(said[0] != '\0' && strchr(said, '\n') == NULL, "not one line of what is wrong");
    }
    svi_store_destroy(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct svi_cursor c = svi_cursor_over(bytes, size);
    if (sound.size == 0) {
        make_store();
    }
    clean_up();
    must(mkdir(folder, 0700) == 0, "no folder");
    if ((svi_get_raw_byte(&c) & 1u) == 0) {
        spoil_bytes(&c);
    } else {
        spoil_values(&c);
    }
    read_all();
    struct svi_verify *v = svi_verify_create(size % 2 == 0, 1 + (unsigned)size % 3);
    must(v != NULL, "no memory");
    svi_verify_store(v, path);
    must(svi_verify_end(v) == SVI_EXIT_DONE || size > 1, "the sound store does not verify");
    svi_verify_destroy(v);
    merge_into_another();
    return 0;
}
