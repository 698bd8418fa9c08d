/* How many workers fit a machine. */
#include "league/league_run.h"
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"

/* Reads a league of `bots` bots, each in `matches` matches at once. */
static void read_league(struct svi_league *league, unsigned seats, unsigned bots, unsigned matches)
{
    char text[8192];
    size_t n = (size_t)snprintf(text, sizeof text, "seed: 42\nseats: %u\nbots:\n", seats);
    for (unsigned i = 0; i < bots; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "  - {name: b%u, command: [/bin/true], matches: %u}\n", i, matches);
    }
    *league = rig_league(text);
}

TEST(a_worker_and_its_busy_bots_have_a_core_each)
{
    static const struct {
        unsigned seats, bots, matches, busy, cores, workers;
    } row[] = {
        {4, 4, 1, 1, 1, 1}, /* one match at a time, and whom it waits for */
        {4, 4, 1, 1, 2, 1},      {4, 4, 1, 1, 16, 8},     {2, 4, 1, 2, 16, 5},
        {4, 4, 64, 4, 4, 1},     {4, 4, 64, 4, 9, 1},     {4, 4, 64, 4, 10, 2},
        {2, 2, 64, 2, 9, 3},     {8, 8, 1, 1, 2, 1},      {2, 60, 64, 60, 64, 1},
        {2, 60, 64, 60, 256, 4}, {2, 2, 1, 1, 4096, 256},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        static struct svi_league league;
        read_league(&league, row[i].seats, row[i].bots, row[i].matches);
        assert_int_equal(svi_concurrency_busy(&league), row[i].busy);
        assert_int_equal(svi_concurrency_workers(&league, row[i].cores, 256), row[i].workers);
        svi_league_finish(&league);
    }
}

TEST(remote_bots_have_one_worker)
{
    static struct svi_league league;
    league = rig_league("seats: 2\nbots:\n  - {name: a, command: [/bin/true]}\n"
                        "  - {name: b, endpoint: \"tcp://127.0.0.1:7001\"}\n");
    assert_int_equal(svi_concurrency_workers(&league, 64, 256), 1);
    svi_league_finish(&league);
}
