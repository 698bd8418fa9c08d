/* Measures reading a store of many games. Makes stores of N games each, then prints processor time,
 * seconds and peak memory of `solvent rank`, `solvent report` and `solvent games --format csv`, and
 * the ratio to the store before.
 *
 * Usage: bench_store [--played | --merge SHARDS] SOLVENT FOLDER N...
 *        bench_store --leagues SOLVENT FOLDER [BOTS [GAMES]]
 *
 * The stores stay in the folder. Rows are those of a league of eight bots at tables of four. Places
 * and trades are random, with the first bots ahead; the replays are arbitrary bytes, which no
 * command reads.
 *
 * --played: real games of two rounds; also measures `solvent verify` with one thread and with one
 * for each core. --merge SHARDS: the same games in shards, for `solvent league merge` alone.
 * --leagues: `solvent rank --games` of four leagues of many bots, by default 10,000 bots and 40,000
 * games. Their games are of random pairs, of random tables, of bots that come and go as in a
 * season, or at tables that never mix. */
#include "config/league_file.h"
#include "job/points.h"
#include "league/league_follow.h"
#include "league/league_store.h"
#include "stats/numeric.h"

#include "record/record.h"
#include "store/store_matches.h"
#include "store/store_sessions.h"
#include "store/store_shards.h"

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BOTS 8u
#define SEATS 4u
#define LANES 280u /* games of a deal: 70 tables, 4 seatings */
#define COMMIT_EVERY 10000u

static noreturn void give_up(const char *what)
{
    (void)fprintf(stderr, "bench_store: %s\n", what);
    exit(3);
}

/* ---- a store --------------------------------------------------------------------------------- */

static void league_text(struct svi_buf *text, uint64_t games)
{
    char line[160];
    (void)snprintf(line, sizeof line,
                   "name: many\nseats: %u\ndeals: %" PRIu64
                   "\nseed: 42\nrules: {max_rounds: 2}\nbots:\n",
                   SEATS, (games + LANES - 1) / LANES);
    svi_buf_append(text, line, strlen(line));
    for (unsigned i = 0; i < BOTS; i++) {
        (void)snprintf(line, sizeof line, "  - {name: bot%u, command: [true]}\n", i);
        svi_buf_append(text, line, strlen(line));
    }
}

/* A well mixed number (splitmix64). */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Places by a number for each seat that is a little greater for the first bots. */
static void draw_places(const struct svi_pairing *p, uint8_t place[SEATS])
{
    uint64_t strength[SEATS];
    for (unsigned s = 0; s < SEATS; s++) {
        strength[s] = mix(p->number * SEATS + s) % 1000 + 40u * (BOTS - p->bot[s]);
    }
    for (unsigned s = 0; s < SEATS; s++) {
        place[s] = 1;
        for (unsigned o = 0; o < SEATS; o++) {
            place[s] = (uint8_t)(place[s] + (strength[o] > strength[s]));
        }
    }
}

static void count_verdict(void *user, const struct sv_event *ev)
{
    struct svi_store_match *m = user;
    if (ev->type == SV_EVENT_ANSWER) {
        m->seat[ev->seat].verdicts[ev->verdict]++;
    }
}

/* Plays the game of a match in which every bot takes all defaults. */
static void play(struct svi_game *g, const struct svi_league *league, const struct svi_pairing *p,
                 struct svi_store_match *m, uint8_t place[SEATS])
{
    const char *names[SV_MAX_SEATS];
    struct svi_game_setup setup = {
        .edition = &league->edition, .names = names, .record = true, .sink = {count_verdict, m}};
    struct sv_result result;
    memcpy(setup.setup.seed, p->seed, sizeof setup.setup.seed);
    setup.salt = p->salt;
    setup.setup.seats = SEATS;
    for (unsigned s = 0; s < SEATS; s++) {
        names[s] = league->bot[p->bot[s]].name;
    }
    if (svi_game_start(g, &setup) != SV_OK) {
        give_up("no game");
    }
    if (svi_game_next(g) != SV_NONE) {
        give_up("a seat is asked");
    }
    svi_game_result(g, &result);
    memcpy(place, result.place, SEATS);
    m->why = result.why;
    m->rounds = g->state.position.round;
    m->turns = g->state.position.turn;
    m->decisions = g->decisions;
    for (unsigned s = 0; s < SEATS; s++) {
        m->seat[s].worth = result.worth[s];
    }
    m->replay = g->record.data;
    m->replay_size = g->record.size;
}

static void draw(const struct svi_pairing *p, struct svi_store_match *m, uint8_t place[SEATS])
{
    static uint8_t replay[64];
    draw_places(p, place);
    for (unsigned i = 0; i < 8; i++) {
        replay[sizeof replay - 1 - i] = (uint8_t)(mix(p->number) >> 8 * i);
    }
    m->why = p->number % 3 == 0 ? SV_WHY_MAX_ROUNDS : SV_WHY_LAST_SOLVENT;
    m->rounds = 40 + (uint32_t)(p->number % 60);
    m->turns = 4 * m->rounds;
    m->decisions = 5 * m->turns;
    m->replay = replay;
    m->replay_size = sizeof replay;
    m->has_trades = true;
    for (unsigned s = 0; s + 1 < SEATS; s++) { /* neighbours have traded */
        const uint64_t by = mix(p->number * SEATS + s + 77);
        m->trade[m->n_trades++] = (struct svi_trade_pair){.seat = (uint8_t)s,
                                                          .other = (uint8_t)(s + 1),
                                                          .trades = 1 + (uint32_t)(by % 3),
                                                          .gain = (int32_t)(by >> 8 & 255) - 127};
    }
    for (unsigned s = 0; s < SEATS; s++) {
        m->seat[s].worth = 2000 - 400 * place[s];
        m->seat[s].verdicts[SV_VERDICT_OK] = m->decisions / SEATS;
        m->seat[s].verdicts[SV_VERDICT_LATE] = p->number % 1000 == s;
    }
}

static void put(struct svi_store *store, struct svi_game *g, const struct svi_league *league,
                const struct svi_pairing *p)
{
    struct svi_store_match m = {.number = p->number,
                                .table = p->table,
                                .deal = p->deal,
                                .seating = p->seating,
                                .seats = SEATS};
    uint8_t place[SV_MAX_SEATS] = {0};
    uint32_t points[SV_MAX_SEATS];
    if (g != NULL) {
        play(g, league, p, &m, place);
    } else {
        draw(p, &m, place);
    }
    svi_points(place, SEATS, points);
    for (unsigned s = 0; s < SEATS; s++) {
        m.seat[s].bot = p->bot[s];
        m.seat[s].place = place[s];
        m.seat[s].points = points[s];
    }
    if (svi_store_put(store, &m) != SV_OK ||
        (p->number % COMMIT_EVERY == 0 && svi_store_commit(store) != SV_OK)) {
        give_up(svi_store_error(store));
    }
}

/* Makes a store of shard number `shard` of `shards`, or of all games if `shards` is 0. */
static void make_store(const char *path, uint64_t games, bool played, unsigned shard,
                       unsigned shards)
{
    static struct svi_league league;
    struct svi_error error;
    struct svi_buf text = {0};
    struct svi_store *store;
    struct svi_schedule schedule;
    struct svi_game game;
    league_text(&text, games);
    if (svi_league_parse(&league, "many.yaml", (const char *)text.data, text.size, &error) !=
            SV_OK ||
        svi_league_store_create(&store, path, &league, &error) != SV_OK ||
        svi_league_store_schedule(store, &schedule, &error) != SV_OK) {
        give_up(error.text);
    }
    struct svi_store_shard is = {
        .solvent = "bench", .shard = shard, .shards = shards, .bots = (char *)""};
    if (shards > 0 && svi_store_session(store, 0, shard) != SV_OK) {
        give_up(svi_store_error(store));
    }
    svi_game_init(&game);
    for (uint64_t number = 1; number <= games; number++) {
        struct svi_pairing pairing;
        svi_schedule_match(&schedule, number, &pairing);
        if (shards == 0 || (pairing.deal - 1) % shards == shard - 1) {
            put(store, played ? &game : NULL, &league, &pairing);
            is.planned++;
        }
    }
    if (svi_store_commit(store) != SV_OK ||
        (shards > 0 && svi_store_put_shard(store, &is) != SV_OK)) {
        give_up(svi_store_error(store));
    }
    svi_store_seal(store);
    svi_store_destroy(store);
    svi_game_finish(&game);
    svi_schedule_finish(&schedule);
    svi_league_finish(&league);
    svi_buf_finish(&text);
}

/* ---- a table of games ------------------------------------------------------------------------ */

enum kind { PAIRS, TABLES, SEASON, APART, KINDS };

static const char *const kind_name[] = {"pairs", "tables", "season", "apart"};

static void draw_bots(enum kind kind, struct svi_draw *draw, uint64_t share, uint64_t bots,
                      unsigned seats, uint64_t who[])
{
    const uint64_t table = bots / SEATS * share / UINT32_MAX;
    for (unsigned s = 0; s < seats; s++) {
        bool again = true;
        while (again) {
            who[s] = kind == APART    ? table * SEATS + s
                     : kind == SEASON ? (bots - 50) * share / UINT32_MAX + svi_draw_bits(draw) % 50
                                      : svi_draw_bits(draw) % bots;
            again = false;
            for (unsigned o = 0; o < s; o++) {
                again |= who[o] == who[s];
            }
        }
    }
}

/* Games of which each is a deal; bots differ by some 200 Elo. */
static void make_games(const char *path, enum kind kind, uint64_t bots, uint64_t games)
{
    const unsigned seats = kind == TABLES || kind == APART ? SEATS : 2;
    struct svi_draw draw = {.state = 1};
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        give_up(path);
    }
    (void)fprintf(file, "game,deal,seat,bot,place\n");
    for (uint64_t g = 0; g < games; g++) {
        uint64_t who[SEATS];
        double time[SEATS];
        draw_bots(kind, &draw, g * UINT32_MAX / games, bots, seats, who);
        for (unsigned s = 0; s < seats; s++) {
            struct svi_draw own = {.state = who[s]};
            time[s] = svi_log(svi_draw_uniform(&draw)) / svi_exp(svi_draw_normal(&own));
        }
        for (unsigned s = 0; s < seats; s++) {
            unsigned place = 1;
            for (unsigned o = 0; o < seats; o++) {
                place += time[o] > time[s];
            }
            (void)fprintf(file, "%" PRIu64 ",%" PRIu64 ",%u,bot%05" PRIu64 ",%u\n", g + 1, g + 1, s,
                          who[s], place);
        }
    }
    if (fclose(file) != 0) {
        give_up(path);
    }
}

/* ---- measurements ---------------------------------------------------------------------------- */

static const struct command {
    const char *what;
    const char *words[6]; /* the store follows */
    bool played;          /* only of games that can be played */
} command[] = {{"rank", {"rank", "--format", "csv"}, false},
               {"report", {"report", "-o", "/dev/null", "-f", "html"}, false},
               {"games", {"games", "--format", "csv"}, false},
               {"verify -j 1", {"verify", "-q", "-j", "1"}, true},
               {"verify", {"verify", "-q"}, true}};
#define COMMANDS (sizeof command / sizeof command[0])
static const struct command rank_games = {"rank", {"rank", "--format", "csv", "--games"}, false};

static double now_s(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Runs a command and prints what it takes. *before has the seconds of processor time of the run
 * before it, or 0, and gets those of this one. */
static void measure(const char *program, const char *what, const char *const argv[], uint64_t games,
                    double *before)
{
    posix_spawn_file_actions_t actions;
    struct rusage use;
    pid_t child;
    int status;
    if (posix_spawn_file_actions_init(&actions) != 0 ||
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) != 0) {
        give_up("no memory");
    }
    const double began = now_s();
    if (posix_spawn(&child, program, &actions, NULL, (char *const *)argv, environ) != 0 ||
        wait4(child, &status, 0, &use) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        give_up("solvent fails");
    }
    const double wall = now_s() - began;
    const double cpu = seconds(use.ru_utime) + seconds(use.ru_stime);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)printf("%9" PRIu64 " games  %-11s  %8.2f CPU-s  %8.2f s  %7.1f MiB  %6.2f us a game",
                 games, what, cpu, wall, (double)use.ru_maxrss / 1024, cpu * 1e6 / (double)games);
    if (*before > 0) {
        (void)printf("  %.2f times the time before", cpu / *before);
    }
    (void)printf("\n");
    (void)fflush(stdout);
    *before = cpu;
}

static void measure_command(const char *program, const struct command *c, const char *path,
                            uint64_t games, double *before)
{
    const char *argv[8] = {"solvent"};
    size_t n = 1;
    for (size_t i = 0; c->words[i] != NULL; i++) {
        argv[n++] = c->words[i];
    }
    argv[n] = path;
    measure(program, c->what, argv, games, before);
}

/* Makes the shards of a league and joins them. */
static void measure_merge(const char *program, const char *folder, uint64_t games, unsigned shards)
{
    char(*path)[4096] = calloc(shards + 1u, sizeof *path);
    const char **argv = calloc(shards + 5u, sizeof *argv);
    double before = 0;
    if (path == NULL || argv == NULL) {
        give_up("no memory");
    }
    memcpy(argv, (const char *const[]){"solvent", "league", "merge"}, 3 * sizeof *argv);
    (void)snprintf(path[0], sizeof path[0], "%s/merged.db", folder);
    (void)unlink(path[0]);
    argv[3] = path[0];
    for (unsigned i = 1; i <= shards; i++) {
        (void)snprintf(path[i], sizeof path[i], "%s/shard-%u-%u-%" PRIu64 ".db", folder, i, shards,
                       games);
        if (access(path[i], F_OK) != 0) {
            make_store(path[i], games, true, i, shards);
        }
        argv[3 + i] = path[i];
    }
    measure(program, "merge", argv, games, &before);
    free(argv);
    free(path);
}

static int measure_leagues(int argc, char **argv)
{
    const uint64_t bots = argc > 4 ? strtoull(argv[4], NULL, 10) : 10000;
    const uint64_t games = argc > 5 ? strtoull(argv[5], NULL, 10) : 40000;
    char path[4096];
    if (argc < 4 || bots < 50) {
        give_up("usage: bench_store --leagues SOLVENT FOLDER [BOTS (50-10000) [GAMES]]");
    }
    for (enum kind kind = PAIRS; kind < KINDS; kind++) {
        double before = 0;
        (void)snprintf(path, sizeof path, "%s/%s.csv", argv[3], kind_name[kind]);
        make_games(path, kind, bots, games);
        (void)printf("%-6s %6" PRIu64 " bots ", kind_name[kind], bots);
        measure_command(argv[2], &rank_games, path, games, &before);
    }
    return 0;
}

int main(int argc, char **argv)
{
    double before[COMMANDS] = {0};
    char path[4096];
    const bool played = argc > 1 && strcmp(argv[1], "--played") == 0;
    if (argc > 1 && strcmp(argv[1], "--leagues") == 0) {
        return measure_leagues(argc, argv);
    }
    if (argc == 6 && strcmp(argv[1], "--merge") == 0) {
        const uint64_t games = strtoull(argv[5], NULL, 10);
        const unsigned shards = (unsigned)strtoul(argv[2], NULL, 10);
        if (shards == 0 || games < (uint64_t)LANES * shards) {
            give_up("expected at least a deal of 280 games for each shard");
        }
        measure_merge(argv[3], argv[4], games, shards);
        return 0;
    }
    if (argc < 4 + played) {
        give_up("usage: bench_store [--played | --merge SHARDS] SOLVENT FOLDER N...");
    }
    for (int i = 3 + played; i < argc; i++) {
        const uint64_t games = strtoull(argv[i], NULL, 10);
        (void)snprintf(path, sizeof path, "%s/%s-%" PRIu64 ".db", argv[2 + played],
                       played ? "played" : "rows", games);
        if (access(path, F_OK) != 0) {
            make_store(path, games, played, 0, 0);
        }
        for (size_t c = 0; c < COMMANDS; c++) {
            if (played || !command[c].played) {
                measure_command(argv[1 + played], &command[c], path, games, &before[c]);
            }
        }
    }
    return 0;
}
