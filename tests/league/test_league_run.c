/* A league whose schedule goes by results, with live bots: the same games at any number of workers,
 * after any stop. */
#include "league/league_follow.h"
#include "league/league_run.h"
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"
#include "tests/schedule/duels.h"

#include "store/store_chain.h"
#include "store/store_matches.h"

#define MATCHES 28u /* 4 + 2 + 1 duels of 2 deals in 2 seatings */

static void read_league(struct svi_league *league)
{
    static const char *const program[] = {"tiny", "random", "careful", "trader"};
    char text[2048];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "seed: 42\nseats: 2\nsandbox: none\nclock: {decision_ms: 20000}\n"
                                "rules: {max_rounds: 12}\nbots:\n");
    for (unsigned i = 0; i < 8; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "  - {name: b%u, command: [" SOLVENT_BINARY_DIR
                              "/bots/%s], matches: 4}\n",
                              i, program[i % 4]);
    }
    *league = rig_league(text);
    league->settings.format = &rig_duels;
}

/* Stops a run after `after` finished matches. */
struct stopping {
    atomic_bool stop;
    uint64_t after;
};

static void count(void *user, const struct svi_league_progress *so_far)
{
    struct stopping *s = user;
    if (so_far->played >= s->after) {
        atomic_store(&s->stop, true);
    }
}

/* Plays into a store for as long, and tells how many games are in and their digest. */
static uint64_t play(const char *path, const struct svi_league *league, unsigned workers,
                     uint64_t matches, struct svi_league_progress *total, uint8_t digest[32])
{
    struct svi_error error = {0};
    struct stopping s = {.after = matches};
    uint64_t in = 0;
    struct svi_store *store = rig_writer(path, league);
    const struct svi_league_run run = {.league = league,
                                       .store = store,
                                       .workers = workers,
                                       .shard = 1,
                                       .shards = 1,
                                       .stop = &s.stop,
                                       .progress = count,
                                       .user = &s};
    atomic_init(&s.stop, false);
    if (svi_league_run(&run, total, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    assert_ok(svi_store_count(store, &in));
    assert_ok(svi_store_digest(store, digest));
    svi_store_destroy(store);
    return in;
}

FOLDER_TEST(stages_follow_from_results)
{
    SCOPED(svi_league_finish) struct svi_league league;
    struct svi_league_progress total;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    struct svi_error problem;
    uint8_t whole[32], other[32];
    read_league(&league);
    assert_int_equal(play(rig_path(state, "a.db"), &league, 1, MATCHES + 1, &total, whole),
                     MATCHES);
    assert_int_equal(total.planned, MATCHES);
    assert_int_equal(total.played, MATCHES);
    assert_int_equal(play(rig_path(state, "b.db"), &league, 2, MATCHES + 1, &total, other),
                     MATCHES);
    assert_memory_equal(whole, other, sizeof whole);

    /* Stopped amid each stage, and at the end of the first. */
    static const unsigned stops[] = {5, 11, 4, 2, 100};
    uint64_t in = 0;
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        const uint64_t before = in;
        in = play(rig_path(state, "c.db"), &league, 1 + i % 2, stops[i], &total, other);
        assert_int_equal(total.before, before);
        assert_int_equal(total.before + total.played, in);
        assert_true(in >= before + stops[i] || in == MATCHES);
    }
    assert_int_equal(in, MATCHES);
    assert_memory_equal(whole, other, sizeof whole);

    /* The store makes the same schedule again. */
    SCOPED(rig_store_destroy) struct svi_store *store = rig_reader(rig_path(state, "c.db"));
    assert_int_equal(svi_store_info(store)->matches, MATCHES);
    memcpy(league.settings.seed, svi_store_info(store)->seed, sizeof league.settings.seed);
    assert_ok(svi_schedule_init(&schedule, &league.settings, &fault));
    assert_ok(svi_league_store_follow(store, &schedule, &problem));
    assert_int_equal(schedule.n_stages, 3);
    assert_int_equal(schedule.matches, MATCHES);
}

/* A store that was begun by the design before keeps its seats and pairings when the same file goes
 * on with it, whatever `auto` would choose now; another word for its seatings is refused. */
FOLDER_TEST(a_store_keeps_its_design)
{
    static const char *const words[] = {"rotations", "fixed", "auto"};
    static const enum svi_seatings old[] = {SVI_SEATINGS_OLD_ROTATIONS, SVI_SEATINGS_OLD_FIXED,
                                            SVI_SEATINGS_OLD_ROTATIONS};
    struct svi_error error;
    char text[300];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char name[16];
        struct svi_store *store;
        struct svi_schedule schedule;
        (void)snprintf(name, sizeof name, "%zu.db", i);
        (void)snprintf(text, sizeof text, "seats: 3\nseatings: %s\n" RIG_BOTS, words[i]);
        struct svi_league league = rig_league(text);
        league.settings.seatings = old[i];
        assert_ok(svi_league_store_create(&store, rig_path(state, name), &league, &error));
        svi_store_destroy(store);
        svi_league_finish(&league);
        league = rig_league(text);
        assert_false(svi_seatings_is_old(league.settings.seatings));
        assert_ok(svi_league_store_create(&store, rig_path(state, name), &league, &error));
        assert_int_equal(svi_store_info(store)->n_revisions, 1);
        assert_ok(svi_league_store_schedule(store, &schedule, &error));
        assert_int_equal(schedule.settings.seatings, old[i]);
        svi_schedule_finish(&schedule);
        svi_store_destroy(store);
        svi_league_finish(&league);
        league = rig_league("seats: 3\nseatings: all\n" RIG_BOTS);
        assert_int_equal(svi_league_store_create(&store, rig_path(state, name), &league, &error),
                         SV_E_MISMATCH);
        assert_contains(error.text, "every deal is played in the same seatings");
        svi_league_finish(&league);
    }
}
