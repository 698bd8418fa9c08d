/* What joining shards takes: makes SHARDS stores of a league with GAMES games in all, as tasks
 * would leave them, then prints the seconds of processor time, the seconds and the peak memory of
 * `solvent league merge` on all of them. Usage: bench_merge SOLVENT FOLDER SHARDS GAMES
 * [REPLAY_BYTES]
 *
 * The stores stay in the folder, and are used again. Replays are random bytes (2000 each): merge
 * does not look into them. */
#include "config/league_file.h"
#include "job/points.h"
#include "league/league_store.h"
#include "store/store_sessions.h"
#include "store/store_shards.h"

#include "store/writer.h"
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SEATS 4u
#define LANES 4u
#define MOST_REPLAY 65536u

static noreturn void give_up(const char *what)
{
    (void)fprintf(stderr, "bench_merge: %s\n", what);
    exit(3);
}

static void put(struct svi_store *store, const struct svi_schedule *schedule, uint64_t number,
                size_t bytes)
{
    static uint8_t replay[MOST_REPLAY];
    struct svi_pairing p;
    svi_schedule_seating(schedule, number, &p);
    struct svi_store_match m = {.number = number,
                                .table = p.table,
                                .deal = p.deal,
                                .seating = p.seating,
                                .why = SV_WHY_MAX_ROUNDS,
                                .rounds = 60,
                                .turns = 240,
                                .decisions = 400,
                                .seats = SEATS,
                                .replay = replay,
                                .replay_size = bytes,
                                .has_trades = true};
    uint32_t points[SV_MAX_SEATS];
    uint8_t place[SV_MAX_SEATS];
    randombytes_buf(replay, bytes);
    for (unsigned s = 0; s < SEATS; s++) {
        place[s] = (uint8_t)(1 + (s + number) % SEATS);
    }
    svi_points(place, SEATS, points);
    for (unsigned s = 0; s < SEATS; s++) {
        m.seat[s].bot = p.bot[s];
        m.seat[s].place = place[s];
        m.seat[s].points = points[s];
        m.seat[s].verdicts[SV_VERDICT_OK] = 100;
        m.seat[s].used_us = 150;
    }
    if (svi_store_put(store, &m) != SV_OK) {
        give_up(svi_store_error(store));
    }
}

static void make_shard(const struct svi_league *league, const char *path, unsigned shard,
                       unsigned shards, uint64_t games, size_t bytes)
{
    struct svi_error error;
    struct svi_store *store;
    struct svi_schedule schedule;
    struct svi_store_shard is = {
        .shard = shard, .shards = shards, .planned = games / shards, .bots = (char *)""};
    (void)snprintf(is.solvent, sizeof is.solvent, "bench");
    if (svi_league_store_create(&store, path, league, &error) != SV_OK ||
        svi_league_store_schedule(store, &schedule, &error) != SV_OK) {
        give_up(error.text);
    }
    if (svi_store_put_shard(store, &is) != SV_OK || svi_store_session(store, 0, shard) != SV_OK) {
        give_up(svi_store_error(store));
    }
    for (uint64_t deal = shard - 1; deal < games / LANES; deal += shards) {
        for (uint64_t lane = 0; lane < LANES; lane++) {
            put(store, &schedule, deal * LANES + lane + 1, bytes);
        }
    }
    if (svi_store_commit(store) != SV_OK) {
        give_up(svi_store_error(store));
    }
    svi_store_seal(store);
    svi_store_destroy(store);
    svi_schedule_finish(&schedule);
}

static void make_shards(const char *folder, unsigned shards, uint64_t games, size_t bytes)
{
    static struct svi_league league;
    struct svi_error error;
    char text[400], path[4096];
    (void)snprintf(text, sizeof text,
                   "name: many\nseats: %u\ndeals: %" PRIu64
                   "\nseed: 42\nbots:\n  - {name: a, command: [true]}\n  - {name: b, command: "
                   "[true]}\n  - {name: c, command: [true]}\n  - {name: d, command: [true]}\n",
                   SEATS, games / LANES);
    if (svi_league_parse(&league, "many.yaml", text, strlen(text), &error) != SV_OK) {
        give_up(error.text);
    }
    for (unsigned shard = 1; shard <= shards; shard++) {
        (void)snprintf(path, sizeof path, "%s/%u.db", folder, shard);
        if (access(path, F_OK) != 0) {
            make_shard(&league, path, shard, shards, games, bytes);
        }
    }
    svi_league_finish(&league);
}

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

static void merge(const char *program, const char *folder, unsigned shards, uint64_t games)
{
    char(*path)[4096] = calloc(shards + 1u, sizeof *path);
    char **argv = calloc(shards + 6u, sizeof *argv);
    struct rusage use;
    struct stat size;
    pid_t child;
    int status;
    if (path == NULL || argv == NULL) {
        give_up("no memory");
    }
    static char *const words[] = {(char *)"solvent", (char *)"league", (char *)"merge"};
    memcpy(argv, words, sizeof words);
    for (unsigned i = 0; i <= shards; i++) {
        (void)snprintf(path[i], sizeof path[i], i == 0 ? "%s/merged.db" : "%s/%u.db", folder, i);
        argv[3 + i] = path[i];
    }
    (void)unlink(path[0]);
    const double began = now_s();
    if (posix_spawn(&child, program, NULL, NULL, argv, environ) != 0 ||
        wait4(child, &status, 0, &use) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        give_up("solvent fails");
    }
    const double wall = now_s() - began;
    const double cpu = seconds(use.ru_utime) + seconds(use.ru_stime);
    (void)stat(path[0], &size);
    (void)printf("%u shards, %" PRIu64
                 " games: %.1f CPU-s, %.1f s, %.1f MiB of memory; %.2f GiB, %.0f bytes a game\n",
                 shards, games, cpu, wall, (double)use.ru_maxrss / 1024,
                 (double)size.st_size / 1073741824.0, (double)size.st_size / (double)games);
    free(argv);
    free(path);
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc > 6) {
        give_up("usage: bench_merge SOLVENT FOLDER SHARDS GAMES [REPLAY_BYTES]");
    }
    const unsigned shards = (unsigned)strtoul(argv[3], NULL, 10);
    const uint64_t games = strtoull(argv[4], NULL, 10);
    const size_t bytes = argc > 5 ? strtoul(argv[5], NULL, 10) : 2000;
    if (shards == 0 || games < LANES * shards || bytes < 64 || bytes > MOST_REPLAY ||
        sodium_init() < 0) {
        give_up("expected at least a deal of 4 games a shard, replays of 64 to 65536 bytes");
    }
    make_shards(argv[2], shards, games, bytes);
    merge(argv[1], argv[2], shards, games);
    return 0;
}
