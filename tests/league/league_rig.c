#include "tests/league/league_rig.h"

#include "config/league_text.h"
#include "job/points.h"
#include "store/store_matches.h"

#include <dirent.h>
#include <unistd.h>

#define PATHS 8u
#define REPLAYS 8u

struct svi_league rig_league(const char *text)
{
    struct svi_error error = {0};
    struct svi_league league;
    if (svi_league_parse(&league, "cup.yaml", text, strlen(text), &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    return league;
}

void rig_identity(const struct svi_league *league, struct svi_buf *out)
{
    struct svi_error error = {0};
    SCOPED(svi_entries_finish) struct svi_entries entries;
    struct svi_settings settings;
    if (svi_entries_init(&entries, league, NULL, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    svi_entries_settings(&entries, league, &settings);
    svi_league_identity(league, &settings, &entries, out);
}

int rig_folder_setup(void **state)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/solvent-test-XXXXXX");
    *state = mkdtemp(path);
    return *state == NULL;
}

int rig_folder_teardown(void **state)
{
    DIR *folder = opendir(*state);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) { // NOLINT(concurrency-mt-unsafe)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            unlink(rig_path(state, entry->d_name));
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return rmdir(*state);
}

const char *rig_path(void **state, const char *name)
{
    static char path[PATHS][512];
    static unsigned turn;
    char *mine = path[turn++ % PATHS];
    snprintf(mine, sizeof path[0], "%s/%s", (const char *)*state, name);
    return mine;
}

void rig_match(const struct svi_league *league, const uint8_t seed[SV_SEED_BYTES], uint64_t number,
               struct svi_store_match *match)
{
    static uint8_t replay[REPLAYS][3000];
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    struct svi_settings settings = league->settings;
    struct svi_pairing pairing;
    uint8_t places[SV_MAX_SEATS] = {0};
    uint32_t points[SV_MAX_SEATS];
    memcpy(settings.seed, seed, sizeof settings.seed);
    assert_ok(svi_schedule_init(&schedule, &settings, &fault));
    svi_schedule_match(&schedule, number, &pairing);
    svi_schedule_finish(&schedule);
    uint8_t *bytes = replay[number % REPLAYS];
    const size_t size = 1000 + number % 2000;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(number * 31 + i * 7 + pairing.seed[i % SV_SEED_BYTES]);
    }
    *match =
        (struct svi_store_match){.number = number,
                                 .table = pairing.table,
                                 .deal = pairing.deal,
                                 .seating = pairing.seating,
                                 .why = number % 3 == 0 ? SV_WHY_MAX_ROUNDS : SV_WHY_LAST_SOLVENT,
                                 .rounds = (uint32_t)number,
                                 .turns = (uint32_t)number * 3,
                                 .decisions = (uint32_t)number * 10,
                                 .wall_us = 1234,
                                 .seats = league->settings.seats,
                                 .replay = bytes,
                                 .replay_size = size};
    for (unsigned s = 0; s < match->seats; s++) {
        places[s] = (uint8_t)((s + number) % match->seats + 1);
    }
    svi_points(places, match->seats, points);
    for (unsigned s = 0; s < match->seats; s++) {
        match->seat[s] = (struct svi_store_seat){.bot = pairing.bot[s],
                                                 .place = places[s],
                                                 .points = points[s],
                                                 .worth = (int32_t)(1000 * s + number),
                                                 .used_us = 99};
        match->seat[s].verdicts[SV_VERDICT_OK] = 5;
    }
}

struct svi_store *rig_writer(const char *path, const struct svi_league *league)
{
    struct svi_error error = {0};
    struct svi_store *store;
    if (svi_league_store_create(&store, path, league, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    return store;
}

struct svi_store *rig_reader(const char *path)
{
    struct svi_error error = {0};
    struct svi_store *store;
    if (svi_store_create_reader(&store, path, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    return store;
}

void rig_store_destroy(struct svi_store **store)
{
    svi_store_destroy(*store);
}

void rig_put_matches(struct svi_store *store, const struct svi_league *league, uint64_t first,
                     uint64_t last)
{
    struct svi_store_match match;
    for (uint64_t n = first; n <= last; n++) {
        rig_match(league, svi_store_info(store)->seed, n, &match);
        assert_ok(svi_store_put(store, &match));
    }
    assert_ok(svi_store_commit(store));
}
