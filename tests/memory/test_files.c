/* Editions and leagues read from text and file, with too little memory. */
#include "config/league_file.h"
#include "edition/edition_file.h"
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"
#include "tests/memory/starve.h"

static const char league_text[] =
    "name: cup\n"
    "edition: classic\n"
    "rules: {max_rounds: 300}\n"
    "seats: 3\n"
    "deals: 25\n"
    "seed: 42\n"
    "clock: {decision_ms: 1000, bank_ms: 60000, strikes: 10}\n" RIG_BOTS
    "  - {name: d, command: [true], env: {A: 1, B: 2}, secrets: {C: file:c, D: file:d}}\n";

static bool try_a_league(void *user)
{
    static struct svi_league league;
    struct svi_error error = {0};
    const char *path = user;
    const enum sv_status status = path != NULL ? svi_league_init(&league, path, &error)
                                               : svi_league_parse(&league, "cup.yaml", league_text,
                                                                  sizeof league_text - 1, &error);
    if (status == SV_OK) {
        svi_league_finish(&league);
        return true;
    }
    starve_assert_said(error.text);
    assert_int_equal(status, SV_E_SYSTEM);
    return false;
}

FOLDER_TEST(a_league_from_text)
{
    assert_int_in_range(starve_program(try_a_league, NULL), 1, 20000);
}

static bool try_mistakes(void *user)
{
    static const char text[] = "deels: 1\nclock: {strikes: x}\n" RIG_BOTS
                               "  - {name: d, command: [true], env: {A: [], B: 2}, matches: 0}\n";
    static struct svi_league league;
    struct svi_buf lines = {0};
    (void)user;
    const enum sv_status status =
        svi_league_parse_noting(&league, "cup.yaml", text, sizeof text - 1, &lines);
    svi_league_finish(&league);
    const bool failed = status == SV_E_SYSTEM || lines.failed;
    svi_buf_finish(&lines);
    return !failed;
}

FOLDER_TEST(the_mistakes_of_a_league)
{
    assert_int_in_range(starve_program(try_mistakes, NULL), 1, 20000);
}

FOLDER_TEST(a_league_from_its_file)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s", rig_path(state, "cup.yaml"));
    testing_write(path, league_text);
    assert_int_in_range(starve_program(try_a_league, path), 1, 20000);
}

static bool try_an_edition(void *user)
{
    static struct sv_edition edition;
    struct svi_error error = {0};
    const enum sv_status status = svi_edition_load(user, &edition, &error);
    if (status != SV_OK) {
        starve_assert_said(error.text);
        assert_int_equal(status, SV_E_SYSTEM);
    }
    return status == SV_OK;
}

FOLDER_TEST(an_edition)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s", rig_path(state, "own.yaml"));
    testing_write(path, "name: own\nextends: mega\n");
    assert_int_in_range(starve_leaky(try_an_edition, "classic"), 1, 100000);
    assert_int_in_range(starve_leaky(try_an_edition, path), 1, 100000);
}
