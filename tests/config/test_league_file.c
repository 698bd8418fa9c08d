/* League files: every key, every default, every mistake as one line. */
#include "base/error.h"
#include "base/utf8.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"

TEST(everything_but_bots_has_a_default)
{
    SCOPED(svi_league_finish)
    struct svi_league l =
        rig_league(RIG_BOTS "  - {name: d, command: [true]}\n  - {name: e, command: [true]}\n");
    assert_string_equal(l.name, "cup");
    assert_string_equal(l.edition.name, "classic");
    assert_int_equal(l.edition.rules.max_rounds, 1000);
    assert_int_equal(l.settings.seats, 4);
    assert_ptr_equal(l.settings.format, &svi_format_round_robin);
    assert_int_equal(l.settings.deals, 25);
    assert_int_equal(l.settings.seatings, SVI_SEATINGS_ROTATIONS);
    assert_false(l.seeded);
    assert_false(l.guessable);
    assert_int_equal(l.conditions.decision_ms, 1000);
    assert_int_equal(l.conditions.bank_ms, 60000);
    assert_int_equal(l.conditions.strikes, 10);
    assert_int_equal(l.sandbox, SVI_SANDBOX_AUTO);
    assert_null(l.endpoint);
    assert_int_equal(l.n_bots, 5);
    assert_int_equal(l.bot[4].matches, 1);
    assert_string_equal(l.bot[4].name, "e");
    assert_string_equal(l.bot[4].argv[0], "true");
    assert_null(l.bot[4].argv[1]);
}

/* The text is what `size` says, whatever follows it in memory. */
TEST(a_text_needs_no_end)
{
    SCOPED(svi_league_finish) struct svi_league l;
    struct svi_error error = {0};
    static const char text[] = RIG_BOTS;
    size_t size = sizeof text - 1;
    char *bare = malloc(size);
    assert_non_null(bare);
    memcpy(bare, text, size);
    assert_ok(svi_league_parse(&l, "cup.yaml", bare, size, &error));
    free(bare);
    assert_int_equal(l.text_size, size);
    assert_string_equal(l.text, text);
}

TEST(every_key_is_read)
{
    uint8_t seed[SV_SEED_BYTES];
    SCOPED(svi_league_finish)
    struct svi_league l =
        rig_league("name: spring-cup\n"
                   "edition: mega\n"
                   "rules: {max_rounds: 300, auction: sealed, trade: off}\n"
                   "seats: 2\n"
                   "format: round_robin\n"
                   "deals: 7\n"
                   "seatings: all\n"
                   "seed: 42\n"
                   "clock: {decision_ms: 20, bank_ms: 0, strikes: 3}\n"
                   "sandbox: none\n"
                   "bots:\n"
                   "  - {name: greedy, command: [true, --level, 9], matches: 64}\n"
                   "  - {name: Zoë, endpoint: 'tcp://127.0.0.1:7001'}\n"
                   "  - {name: alice, endpoint: 'tcp://127.0.0.1:7002', public_key: none, "
                   "matches: 2, wait_s: 9}\n"
                   "  - {name: me, endpoint: web}\n"
                   "  - {name: you, endpoint: web}\n");
    assert_string_equal(l.name, "spring-cup");
    assert_string_equal(l.edition.name, "mega");
    assert_int_equal(l.edition.rules.max_rounds, 300);
    assert_int_equal(l.edition.rules.auction, 1);
    assert_int_equal(l.edition.rules.trade, 2);
    assert_int_equal(l.settings.seats, 2);
    assert_int_equal(l.settings.deals, 7);
    assert_int_equal(l.settings.seatings, SVI_SEATINGS_ALL);
    sv_luck_seed_text("42", seed);
    assert_true(l.seeded);
    assert_memory_equal(l.settings.seed, seed, sizeof seed);
    assert_int_equal(l.conditions.decision_ms, 20);
    assert_int_equal(l.conditions.bank_ms, 0);
    assert_int_equal(l.conditions.strikes, 3);
    assert_int_equal(l.sandbox, SVI_SANDBOX_NONE);
    assert_string_equal(l.bot[0].argv[2], "9");
    assert_null(l.bot[0].argv[3]);
    assert_int_equal(l.bot[0].matches, 64);
    assert_string_equal(l.bot[1].name, "Zoë");
    assert_null(l.bot[1].argv);
    assert_string_equal(l.bot[1].endpoint, "tcp://127.0.0.1:7001");
    assert_int_equal(l.bot[1].wait_s, 600);
    assert_null(l.bot[1].public_key);
    assert_int_equal(l.bot[2].wait_s, 9);
    assert_null(l.bot[2].public_key);
    assert_false(l.bot[2].web);
    assert_true(l.bot[3].web && l.bot[4].web);
    for (unsigned i = 0; i < l.n_bots; i++) { /* those that we do not start */
        assert_int_equal(l.settings.remembers[i], l.bot[i].endpoint != NULL);
    }
    assert_null(l.secret_key);
    assert_string_equal(l.endpoint, "tcp://127.0.0.1:7001");
}

#define SPRT "seats: 3\nformat: sprt\nsprt: {candidate: a, baseline: b, elo0: 0, elo1: 40}\n"
#define FOURTH "  - {name: d, command: [true]}\n"

/* By default luck is computed as games end, and used by tests that stop a league. Luck of older
 * games is computed if the file asks for it. */
TEST(luck_is_found_unless_it_is_off)
{
    static const struct {
        const char *text;
        bool luck, old, decides;
    } cases[] = {{RIG_BOTS, true, false, false},
                 {"luck: on\n" RIG_BOTS, true, true, false},
                 {"luck: off\n" RIG_BOTS, false, false, false},
                 {SPRT RIG_BOTS FOURTH, true, false, true},
                 {SPRT "luck: on\n" RIG_BOTS FOURTH, true, true, true},
                 {SPRT "luck: off\n" RIG_BOTS FOURTH, false, false, false},
                 {"seats: 2\nstop_when: {top: 1}\n" RIG_BOTS, true, false, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        SCOPED(svi_buf_finish) struct svi_buf term = {0};
        SCOPED(svi_league_finish) struct svi_league l = rig_league(cases[i].text);
        assert_int_equal(l.luck, cases[i].luck);
        assert_int_equal(l.old_luck, cases[i].old);
        svi_term_text(&l.settings, SVI_TERM_luck, &term);
        assert_int_equal(term.size > 0, cases[i].decides);
    }
}

TEST(seats_default_to_all_when_bots_are_few)
{
    SCOPED(svi_league_finish) struct svi_league l = rig_league(RIG_BOTS);
    assert_int_equal(l.settings.seats, 3);
}

TEST(short_seeds_can_be_guessed)
{
    static const struct {
        const char *seed;
        bool guessable;
    } cases[] = {
        {"42", true},
        {"hello", true},
        {"0123456789012345678901234567890123456789012", false},
        {"5eed0f7a61c2b83e94d1076f2ab8c53", true},
        {"5eed0f7a61c2b83e94d1076f2ab8c53d", false},
        {"5eed0f7a61c2b83e94d1076f2ab8c53d107e6b94fa28d3c5b16f90e47d825ca3", false},
        {"correct horse battery staple", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "seed: %s\n" RIG_BOTS, cases[i].seed);
        SCOPED(svi_league_finish) struct svi_league l = rig_league(text);
        assert_true(l.seeded);
        assert_int_equal(l.guessable, cases[i].guessable);
    }
}

/* A file, and how its one line of error begins. */
static const struct mistake {
    const char *text, *line;
} mistakes[] = {
    {"", "cup.yaml:1: found an empty file"},
    {"[1, 2]", "cup.yaml:1: found a list, expected a mapping"},
    {"seats: 4\nseats: 4\n" RIG_BOTS, "cup.yaml:2: key: found 'seats' twice"},
    {"players: 4\n" RIG_BOTS, "cup.yaml:1: key: found 'players', did you mean 'bots'?"},
    {"seats: 4\n", "cup.yaml:1: bots: found none, expected a list of bots"},
    {"bots: []\n", "cup.yaml:1: bots: found 0, expected at least 2"},
    {"bots: [{name: a, command: [true]}]\n", "cup.yaml:1: bots: found 1, expected at least 2"},
    {"bots: 3\n", "cup.yaml:1: bots: found '3', expected a list"},
    {"name: a/b\n" RIG_BOTS, "cup.yaml:1: name: found 'a/b', expected a name without"},
    {"name: ..\n" RIG_BOTS, "cup.yaml:1: name: found '..', expected a name without"},
    {"name: [a]\n" RIG_BOTS, "cup.yaml:1: name: found a list"},
    {"\nedition: moon\n" RIG_BOTS,
     "cup.yaml:2: edition: found 'moon', expected a path or a built-in edition: "},
    {"edition: none/such.yaml\n" RIG_BOTS,
     "cup.yaml:1: edition: found 'none/such.yaml', expected a file that exists"},
    {"rules: 5\n" RIG_BOTS, "cup.yaml:1: rules: found '5', expected a mapping"},
    {"rules:\n  max_rounds: 5\n  max_round: 5\n" RIG_BOTS,
     "cup.yaml:3: rules: found 'max_round', did you mean 'max_rounds'? "
     "See solvent help rules"},
    {"rules:\n  max_rounds: many\n" RIG_BOTS,
     "cup.yaml:2: rules.max_rounds: found 'many', expected a whole number 1 to 60000"},
    {"rules: {auction: dutch}\n" RIG_BOTS,
     "cup.yaml:1: rules.auction: found 'dutch', expected one of english sealed"},
    {"rules: {max_rounds: 5, max_rounds: 6}\n" RIG_BOTS,
     "cup.yaml:1: rules: found 'max_rounds' twice"},
    {"rules: {max_rounds: [5]}\n" RIG_BOTS, "cup.yaml:1: rules: found a list"},
    {"seats: 1\n" RIG_BOTS, "cup.yaml:1: seats: found '1', expected a whole number 2 to 8"},
    {"seats: 9\n" RIG_BOTS, "cup.yaml:1: seats: found '9', expected a whole number 2 to 8"},
    {"seats: 4\n" RIG_BOTS,
     "cup.yaml:1: seats: found 4 seats for 3 bots, expected at most as many seats as bots"},
    {"seats: four\n" RIG_BOTS, "cup.yaml:1: seats: found 'four', expected a whole number"},
    {"format: swiss\nrounds: 0\n" RIG_BOTS,
     "cup.yaml:2: rounds: found '0', expected a whole number 1 to 1000"},
    {"format: knockout\nrounds: 3\n" RIG_BOTS,
     "cup.yaml:2: rounds: found '3', expected no key of this name with format: knockout"},
    {"format: gauntlet\n" RIG_BOTS,
     "cup.yaml:1: candidates: found none, expected names of bots, for format: gauntlet"},
    {"format: gauntlet\ncandidates: [a, c]\n" RIG_BOTS,
     "cup.yaml:2: candidates: found 2 of 3 bots, expected 2 others at least, for tables of 3"},
    {"format: gauntlet\ncandidates: [a, d]\n" RIG_BOTS,
     "cup.yaml:2: candidates: found 'd', expected the name of a bot"},
    {"format: gauntlet\ncandidates: [a, a]\n" RIG_BOTS,
     "cup.yaml:2: candidates: found 'a' twice, expected it once"},
    {"format: gauntlet\ncandidates: a\n" RIG_BOTS,
     "cup.yaml:2: candidates: found 'a', expected a "},
    {"candidates: [a]\n" RIG_BOTS,
     "cup.yaml:1: candidates: found a list, expected no key of this name with format: round_robin"},
    {"format: sprt\n" RIG_BOTS, "cup.yaml:1: sprt: found none, expected {candidate: NAME"},
    {"format: sprt\nsprt: {candidate: x}\n" RIG_BOTS,
     "cup.yaml:2: sprt.candidate: found 'x', expected the name of a bot"},
    {"format: sprt\nsprt: {candidate: a, baseline: b, elo0: 0, elo1: 20, alpha: 0.5}\n" RIG_BOTS,
     "cup.yaml:2: sprt.alpha: found '0.5', expected a number 0.000001 to 0.499999"},
    {"format: sprt\nsprt: {candidate: a, baseline: b, elo0: 0, elo1: 3000}\n" RIG_BOTS,
     "cup.yaml:2: sprt.elo1: found '3000', expected a number -2000 to 2000"},
    {"format: sprt\nsprt: {candidate: a, baseline: b, elo0: 0, elo2: 20}\n" RIG_BOTS,
     "cup.yaml:2: sprt: found 'elo2', did you mean 'elo0'?"},
    {"stop_when: {top: 0}\n" RIG_BOTS,
     "cup.yaml:1: stop_when.top: found '0', expected a whole number 1 to 999"},
    {"stop_when: {top: 3}\n" RIG_BOTS,
     "cup.yaml:1: stop_when: found top: 3 for 3 bots, expected at most 2"},
    {"stop_when: {}\n" RIG_BOTS, "cup.yaml:1: stop_when: found no top, expected"},
    {"deals: 9\nstop_when: {top: 1}\n" RIG_BOTS,
     "cup.yaml:2: stop_when: found max_deals: 9, as many as all tables have, expected 30 to"},
    {"stop_when: {top: 1, max_deals: 29}\n" RIG_BOTS,
     "cup.yaml:1: stop_when.max_deals: found '29', expected a whole number 30 to 100000000"},
    {"stop_when: {top: 1, confidence: 1}\n" RIG_BOTS,
     "cup.yaml:1: stop_when.confidence: found '1', expected a number 0.500001 to 0.999999"},
    {"stop_when: {top: 1, confidence: 95%}\n" RIG_BOTS,
     "cup.yaml:1: stop_when.confidence: found '95%', expected a number"},
    {"stop_when: {top: 1, margin: -0.1}\n" RIG_BOTS,
     "cup.yaml:1: stop_when.margin: found '-0.1', expected a number 0 to 1"},
    {"stop_when: {top: 1, uniform: maybe}\n" RIG_BOTS,
     "cup.yaml:1: stop_when.uniform: found 'maybe', expected true or false"},
    {"stop_when: {top: 1, deals: 3}\n" RIG_BOTS,
     "cup.yaml:1: stop_when: found 'deals', expected top, confidence, margin, "
     "max_deals or uniform"},
    {"stop_when: 3\n" RIG_BOTS, "cup.yaml:1: stop_when: found '3', expected a mapping"},
    {"format: swiss\nstop_when: {top: 1}\n" RIG_BOTS,
     "cup.yaml:2: stop_when: found a mapping, expected no key of this name with format: swiss"},
    {"seats: 2\ntables: 2\nstop_when: {top: 1}\n" RIG_BOTS,
     "cup.yaml:2: tables: found with stop_when, expected one of them"},
    {"seats: 2\ntables: 0\n" RIG_BOTS,
     "cup.yaml:2: tables: found '0', expected a whole number 1 to 100000"},
    {"seats: 2\ntables: 3\n" RIG_BOTS,
     "cup.yaml:2: tables: found 3, expected less than all 3 tables of 3 bots"},
    {"format: gauntlet\ncandidates: [a]\ntables: 1\n" RIG_BOTS,
     "cup.yaml:3: tables: found '1', expected no key of this name with format: gauntlet"},
    {"format: gauntlet\nseats: 2\ncandidates: [a]\nstop_when: {top: 1}\n" RIG_BOTS,
     "cup.yaml:3: candidates: found 1 of 3 bots, expected at least 2, for stop_when, and 1 others"},
    {"format: ladder\n" RIG_BOTS, "cup.yaml:1: budget: found none, expected {games: N}"},
    {"format: ladder\nbudget: {games: 9, minutes: 2}\n" RIG_BOTS,
     "cup.yaml:2: budget: found games and minutes, expected"},
    {"format: ladder\nbudget: {games: 1.5}\n" RIG_BOTS,
     "cup.yaml:2: budget.games: found '1.5', expected a whole number 1 to 100000000"},
    {"format: ladder\nbudget: {games: 9}\nseed: 42\n" RIG_BOTS,
     "cup.yaml:3: seed: found a seed, expected none with format: ladder"},
    {"format: ladder\nbudget: {games: 9}\n" RIG_BOTS "  - {name: a (2), command: [true]}\n",
     "cup.yaml:7: bots[3].name: found 'a (2)', expected at most 33 bytes, and no number"},
    {"format: ladder\nbudget: {games: 9}\n" RIG_BOTS
     "  - {name: abcdefghijklmnopqrstuvwxyzabcdefgh, command: [true]}\n",
     "cup.yaml:7: bots[3].name: found 'abcdefghijklmnopqrstuvwxyzabcdefgh', expected at most 33"},
    {"budget: {games: 9}\n" RIG_BOTS,
     "cup.yaml:1: budget: found a mapping, expected no key of this name with format: round_robin"},
    {RIG_BOTS "  - {name: d, command: [true], status: plays, reason: no}\n",
     "cup.yaml:5: bots[3].status: found 'plays', expected withdrawn or disqualified"},
    {RIG_BOTS "  - {name: d, command: [true], status: withdrawn}\n",
     "cup.yaml:5: bots[3].reason: found none, expected a reason for the status"},
    {RIG_BOTS "  - {name: d, command: [true], reason: it fails}\n",
     "cup.yaml:5: bots[3].reason: found without a status, expected with one"},
    {"rounds: 9\n" RIG_BOTS,
     "cup.yaml:1: rounds: found '9', expected no key of this name with format: "
     "round_robin; did you mean 'deals'?"},
    {"format: elimination\n" RIG_BOTS,
     "cup.yaml:1: format: found 'elimination', did you mean 'knockout'?"},
    {"format: round-robin\n" RIG_BOTS,
     "cup.yaml:1: format: found 'round-robin', did you mean 'round_robin'?"},
    {"clock: {timeout: 9}\n" RIG_BOTS,
     "cup.yaml:1: clock: found 'timeout', did you mean 'decision_ms'? Expected decision_ms, "
     "bank_ms, strikes or start_ms"},
    {"format: league\n" RIG_BOTS, "cup.yaml:1: format: found 'league', expected "},
    {"deals: 0\n" RIG_BOTS, "cup.yaml:1: deals: found '0', expected a whole number 1 to"},
    {"deals: 2.5\n" RIG_BOTS, "cup.yaml:1: deals: found '2.5', expected a whole number"},
    {"deals: 2000000000\n" RIG_BOTS,
     "cup.yaml:1: deals: found 2000000000 deals for 3 bots at tables "
     "of 3, expected a league of at most "
     "100000000 matches"},
    {"seatings: random\n" RIG_BOTS,
     "cup.yaml:1: seatings: found 'random', expected rotations, all, fixed or auto"},
    {"seed:\n" RIG_BOTS, "cup.yaml:1: seed: found '', expected a number or a text"},
    {"seed: null\n" RIG_BOTS, "cup.yaml:1: seed: found 'null', expected a number or a text"},
    {"seed: {a: b}\n" RIG_BOTS, "cup.yaml:1: seed: found a mapping"},
    {"clock: 5\n" RIG_BOTS, "cup.yaml:1: clock: found '5', expected a mapping"},
    {"clock: {ms: 5}\n" RIG_BOTS,
     "cup.yaml:1: clock: found 'ms', expected decision_ms, bank_ms, strikes or start_ms"},
    {"clock: {decision_ms: 0}\n" RIG_BOTS,
     "cup.yaml:1: clock.decision_ms: found '0', expected a whole number 1 to 3600000"},
    {"clock: {bank_ms: -1}\n" RIG_BOTS, "cup.yaml:1: clock.bank_ms: found '-1', expected"},
    {"clock: {start_ms: 0}\n" RIG_BOTS,
     "cup.yaml:1: clock.start_ms: found '0', expected a whole number 1 to 3600000"},
    {"limits: {match_s: -1}\n" RIG_BOTS,
     "cup.yaml:1: limits.match_s: found '-1', expected a whole number 0 to 1000000000"},
    {"limits: {league_s: soon}\n" RIG_BOTS, "cup.yaml:1: limits.league_s: found 'soon', expected"},
    {"clock: {strikes: 0}\n" RIG_BOTS, "cup.yaml:1: clock.strikes: found '0', expected"},
    {"sandbox: yes\n" RIG_BOTS,
     "cup.yaml:1: sandbox: found 'yes', expected one of auto, bwrap, strict, none"},
    {"luck: maybe\n" RIG_BOTS, "cup.yaml:1: luck: found 'maybe', expected on or off"},
    {RIG_BOTS "  - {name: a, command: [true]}\n",
     "cup.yaml:5: bots[3].name: found 'a' twice, expected a name of its own for every bot"},
    {RIG_BOTS "  - {command: [true]}\n", "cup.yaml:5: bots[3].name: found none, expected every"},
    {RIG_BOTS "  - {name: a/b, command: [true]}\n", "cup.yaml:5: bots[3].name: found 'a/b'"},
    {RIG_BOTS "  - {name: 0123456789012345678901234567890123456789, command: [true]}\n",
     "cup.yaml:5: bots[3].name: found 40 bytes, expected a text of 1 to 39"},
    {RIG_BOTS "  - d\n", "cup.yaml:5: bots[3]: found 'd', expected a mapping"},
    {RIG_BOTS "  - {name: d, command: [a], env: 7}\n",
     "cup.yaml:5: bots[3].env: found '7', expected variables: {NAME: VALUE, ...}"},
    {RIG_BOTS "  - {name: d, command: [a], env: {3D: 1}}\n",
     "cup.yaml:5: bots[3].env: found '3D', expected the name of a variable"},
    {RIG_BOTS "  - {name: d, command: [a], env: {A=B: 1}}\n",
     "cup.yaml:5: bots[3].env: found 'A=B', expected the name of a variable"},
    {RIG_BOTS "  - {name: d, command: [a], env: {SOLVENT_ENDPOINT: x}}\n",
     "cup.yaml:5: bots[3].env: found 'SOLVENT_ENDPOINT', expected a variable of the bot's own"},
    {RIG_BOTS "  - {name: d, command: [a], env: {LD_PRELOAD: x}}\n",
     "cup.yaml:5: bots[3].env: found 'LD_PRELOAD', expected a variable of the bot's own"},
    {RIG_BOTS "  - {name: d, command: [a], env: {A: [1]}}\n",
     "cup.yaml:5: bots[3].env.A: found a list, expected a text of up to 4095 bytes"},
    {RIG_BOTS "  - {name: d, command: [a], env: {A: 1, A: 2}}\n",
     "cup.yaml:5: bots[3].env.A: found twice, expected once"},
    {RIG_BOTS "  - {name: d, command: [a], secrets: sk-12345}\n",
     "cup.yaml:5: bots[3].secrets: found no mapping, expected {NAME: file:PATH, ...}"},
    {RIG_BOTS "  - {name: d, command: [a], secrets: {A: sk-12345}}\n",
     "cup.yaml:5: bots[3].secrets.A: found no 'file:PATH', expected the file in which the secret "
     "stands, not the secret"},
    {RIG_BOTS "  - {name: d, command: [a], secrets: {A: 'file:'}}\n",
     "cup.yaml:5: bots[3].secrets.A: found no 'file:PATH'"},
    {RIG_BOTS "  - {name: d, command: [a], secrets: {A: [1]}}\n",
     "cup.yaml:5: bots[3].secrets.A: found no 'file:PATH'"},
    {RIG_BOTS "  - {name: d, command: [a], secrets: {PATH: file:x}}\n",
     "cup.yaml:5: bots[3].secrets: found 'PATH', expected a variable of the bot's own"},
    {RIG_BOTS "  - {name: d, command: [a], secrets: {A: file:x, A: file:y}}\n",
     "cup.yaml:5: bots[3].secrets.A: found twice (in env and secrets together), expected once"},
    {RIG_BOTS "  - {name: d, command: [a], secrets: {A: file:x}, env: {B: 1, A: 1}}\n",
     "cup.yaml:5: bots[3].secrets.A: found twice (in env and secrets together), expected once"},
    {RIG_BOTS "  - {name: d, endpoint: 'ipc:///tmp/d', secrets: {A: file:x}}\n",
     "cup.yaml:5: bots[3].secrets: found with an endpoint, expected with a command"},
    {RIG_BOTS "  - {name: d, endpoint: 'ipc:///tmp/d', env: {A: 1}}\n",
     "cup.yaml:5: bots[3].env: found with an endpoint, expected with a command only"},
    {RIG_BOTS "  - {name: d}\n",
     "cup.yaml:5: bots[3]: found none for bot 'd', expected one of command, bot and endpoint"},
    {RIG_BOTS "  - {name: d, command: [true], endpoint: 'tcp://x:1'}\n",
     "cup.yaml:5: bots[3]: found several for bot 'd', expected one of command, bot and endpoint"},
    {RIG_BOTS "  - {name: d, command: [true], bot: tiny}\n",
     "cup.yaml:5: bots[3]: found several for bot 'd', expected one of command, bot and endpoint"},
    {RIG_BOTS "  - {name: d, bot: []}\n",
     "cup.yaml:5: bots[3].bot: found an empty list, expected a program and its arguments"},
    {RIG_BOTS "  - {name: d, bot: ''}\n",
     "cup.yaml:5: bots[3].bot: found '', expected the name of a reference bot"},
    {RIG_BOTS "  - {name: d, bot: bots/tiny}\n",
     "cup.yaml:5: bots[3].bot: found 'bots/tiny', expected the name of a reference bot"},
    {RIG_BOTS "  - {name: d, bot: [../tiny, -v]}\n",
     "cup.yaml:5: bots[3].bot: found '../tiny', expected the name of a reference bot"},
    {RIG_BOTS "  - {name: d, bot: tiny, public_key: none}\n",
     "cup.yaml:5: bots[3].public_key: found with a command, expected with an endpoint only"},
    {RIG_BOTS "  - {name: d, command: [a], clock: {decision_ms: 0}}\n",
     "cup.yaml:5: bots[3].clock.decision_ms: found '0', expected a whole number 1 to 3600000"},
    {RIG_BOTS "  - {name: d, command: [a], clock: 5}\n",
     "cup.yaml:5: bots[3].clock: found '5', expected a mapping"},
    {RIG_BOTS "  - {name: d, command: [a], limits: {league_s: 5}}\n",
     "cup.yaml:5: bots[3].limits: found 'league_s', expected cpu_s, match_s, files, memory_mb"},
    {RIG_BOTS "  - {name: d, endpoint: 'ipc:///tmp/d', limits: {match_s: 5, memory_mb: 5}}\n",
     "cup.yaml:5: bots[3].limits: found limits of a process with an endpoint, expected match_s "
     "only"},
    {RIG_BOTS "  - {name: d, endpoint: web, clock: {bank_ms: 5}}\n",
     "cup.yaml:5: bots[3].clock: found with 'endpoint: web', expected none: a person has no clock"},
    {RIG_BOTS "  - {name: d, command: true}\n",
     "cup.yaml:5: bots[3].command: found 'true', expected a list: [true]"},
    {RIG_BOTS "  - {name: d, command: python3  my_bot.py -v}\n",
     "cup.yaml:5: bots[3].command: found 'python3  my_bot.py -v', expected a list: [python3, "
     "my_bot.py, -v]"},
    {RIG_BOTS "  - {name: d, command: [true\n", "cup.yaml:5: '[' is not closed; expected ']'"},
    {"deal: 5\n" RIG_BOTS, "cup.yaml:1: key: found 'deal', did you mean 'deals'?"},
    {"\tdeals: 5\n" RIG_BOTS, "cup.yaml:1: found a tab, expected blanks"},
    {"\xef\xbb\xbf" RIG_BOTS, "cup.yaml:1: found a byte order mark, expected none"},
    {"deals: 007\n" RIG_BOTS, "cup.yaml:1: deals: found '007', expected a whole number 1 to "},
    {RIG_BOTS "  - {name: d, command: []}\n",
     "cup.yaml:5: bots[3].command: found an empty list, expected a program and its arguments"},
    {RIG_BOTS "  - {name: d, command: ['']}\n",
     "cup.yaml:5: bots[3].command: found '', expected a program"},
    {RIG_BOTS "  - {name: d, command: [[true]]}\n", "cup.yaml:5: bots[3].command: found a list"},
    {RIG_BOTS "  - {name: d, command: [true], matches: 0}\n",
     "cup.yaml:5: bots[3].matches: found '0', expected a whole number 1 to 65536"},
    {RIG_BOTS "  - {name: d, command: [true], color: red}\n",
     "cup.yaml:5: bots[3]: found 'color', expected "},
    {RIG_BOTS "  - {name: d, endpoint: 7001}\n",
     "cup.yaml:5: bots[3].endpoint: found '7001', expected tcp://ADDRESS:PORT, ipc://PATH, or "
     "web"},
    {RIG_BOTS "  - {name: d, endpoint: web, public_key: d.pub}\n",
     "cup.yaml:5: bots[3].public_key: found for a person, expected none"},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://x:1'}\n",
     "cup.yaml:5: bots[3].endpoint: 'tcp://x:1' is not an address to listen at: expected "
     "tcp://ADDRESS:PORT"},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://127.0.0.1:*'}\n",
     "cup.yaml:5: bots[3].endpoint: found 'tcp://127.0.0.1:*', expected a port that the bot can "
     "know"},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://[::1]:1'}\n"
              "  - {name: e, endpoint: 'tcp://[::1]:1'}\n",
     "cup.yaml:6: bots[4].endpoint: found 'tcp://[::1]:1' twice, expected an endpoint of its own"},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://192.0.2.1:1'}\n",
     "cup.yaml:5: bots[3].public_key: found none, expected the key of bot 'd': other machines can "
     "reach tcp://192.0.2.1:1"},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://*:1', public_key: none}\n",
     "cup.yaml:5: bots[3].public_key: found none, expected the key of bot 'd'"},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://*:1', public_key: ''}\n",
     "cup.yaml:5: bots[3].public_key: found '', expected a file of 'solvent keygen'"},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://*:1', public_key: nowhere/k.pub}\n",
     "cup.yaml:5: bots[3].public_key: "},
    {RIG_BOTS "  - {name: d, command: [true], public_key: none}\n",
     "cup.yaml:5: bots[3].public_key: found with a command, expected with an endpoint"},
    {RIG_BOTS "  - {name: d, command: [true], wait_s: 5}\n",
     "cup.yaml:5: bots[3].wait_s: found with a command, expected with an endpoint"},
    {RIG_BOTS "  - {name: d, command: [true], stateless: true}\n",
     "cup.yaml:5: bots[3].stateless: found with neither endpoint nor network, expected"},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://127.0.0.1:1', stateless: yes}\n",
     "cup.yaml:5: bots[3].stateless: found 'yes', expected true or false"},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://127.0.0.1:1', wait_s: 0}\n",
     "cup.yaml:5: bots[3].wait_s: found '0', expected a whole number 1 to 86400"},
    {RIG_BOTS "  - {name: d, command: [true], network: example.org}\n",
     "cup.yaml:5: bots[3].network: found 'example.org', expected a list: [example.org]"},
    {RIG_BOTS "  - {name: d, command: [true], network: []}\n",
     "cup.yaml:5: bots[3].network: found an empty list, expected HOST:PORT, such as "},
    {RIG_BOTS "  - {name: d, command: [true], network: ['a.org:443', 'b.org']}\n",
     "cup.yaml:5: bots[3].network: found 'b.org', expected HOST:PORT, such as "},
    {RIG_BOTS "  - {name: d, endpoint: 'tcp://127.0.0.1:1', network: ['a.org:443']}\n",
     "cup.yaml:5: bots[3].network: found with an endpoint, expected with a command only"},
    {RIG_BOTS "  - {name: d, command: [true], inject: {A: secret K}}\n",
     "cup.yaml:5: bots[3].inject: found without a network, expected with one"},
    {"sandbox: none\n" RIG_BOTS "  - {name: d, command: [true], network: ['a.org:80'], inject: "
     "{A: secret K}}\n",
     "cup.yaml:6: bots[3].inject: found with 'sandbox: none', expected a sandbox"},
    {RIG_BOTS "  - {name: d, command: [true], network: ['a.org:80'], inject: {Host: secret K}}\n",
     "cup.yaml:5: bots[3].inject: found 'Host', expected the name of a header"},
    {RIG_BOTS "  - {name: d, command: [true], network: ['a.org:80'], secrets: {K: 'file:k'}, "
              "inject: {A: K}}\n",
     "cup.yaml:5: bots[3].inject.A: found no 'secret NAME' of the bot's secrets, expected it"},
    {RIG_BOTS "  - {name: d, command: [true], network: ['a.org:80'], secrets: {K: 'file:k'}, "
              "inject: {A: secret K, B: secret K}}\n",
     "cup.yaml:5: bots[3].inject.B: found the secret K twice, expected it in one header"},
    {RIG_BOTS "  - {name: d, command: [true], network: ['a.org:80'], secrets: {K: 'file:k', L: "
              "'file:l'}, inject: {A: secret K, a: secret L}}\n",
     "cup.yaml:5: bots[3].inject.a: found twice, expected once"},
    {"secret_key: nowhere/k.key\n" RIG_BOTS, "cup.yaml:1: secret_key: "},
    {"secret_key: []\n" RIG_BOTS, "cup.yaml:1: secret_key: found a list"},
};

TEST(every_mistake_is_one_line)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        const struct mistake *m = &mistakes[i];
        struct svi_error error = {0};
        struct svi_league l;
        const enum sv_status status =
            svi_league_parse(&l, "cup.yaml", m->text, strlen(m->text), &error);
        if (status == SV_OK || status == SV_E_SYSTEM ||
            strncmp(error.text, m->line, strlen(m->line)) != 0 ||
            strchr(error.text, '\n') != NULL) {
            fail_msg("of:\n%s\nexpected \"%s...\"\nfound    '%s'", m->text, m->line, error.text);
        }
        /* Read to its end, it has that mistake first. */
        SCOPED(svi_buf_finish) struct svi_buf lines = {0};
        assert_int_equal(svi_league_parse_noting(&l, "cup.yaml", m->text, strlen(m->text), &lines),
                         status);
        svi_league_finish(&l);
        assert_true(lines.size > strlen(error.text));
        assert_memory_equal(lines.data, error.text, strlen(error.text));
    }
}

FOLDER_TEST(files_that_are_not_there_are_told)
{
    struct svi_error error;
    struct svi_league l;
    const char *path = rig_path(state, "none.yaml");
    assert_int_equal(svi_league_init(&l, path, &error), SV_E_UNKNOWN);
    assert_contains(error.text, "none.yaml: found no file");
    assert_int_equal(svi_league_init(&l, *state, &error), SV_E_SYSTEM);
}

TEST(missing_programs_are_named_before_play)
{
    struct svi_error error;
    struct svi_league l = rig_league(RIG_BOTS);
    assert_ok(svi_league_check_programs(&l, &error));
    svi_league_finish(&l);
    l = rig_league(RIG_BOTS "  - name: deep\n    command: [no/such/bot, -x]\n");
    assert_int_equal(svi_league_check_programs(&l, &error), SV_E_UNKNOWN);
    assert_string_equal(
        error.text, "cup.yaml:6: bots[3].command: found 'no/such/bot', expected the program of bot "
                    "'deep': No such file or directory");
    svi_league_finish(&l);
}

/* The identity of a league from a text. */
static char *identity(const char *text)
{
    struct svi_buf out = {0};
    struct svi_league l = rig_league(text);
    rig_identity(&l, &out);
    svi_buf_byte(&out, 0);
    svi_league_finish(&l);
    return (char *)out.data;
}

TEST(identity_holds_what_results_depend_on)
{
    static const char *const same[] = {
        ("# a remark\nname:   cup\nseats: 3\nclock: {decision_ms: 1000, start_ms: 5}\n"
         "limits: {league_s: 7, match_s: 600}\n" RIG_BOTS),
        "sandbox: none\n" RIG_BOTS,
        ("bots:\n  - {name: a, command: [true], matches: 64}\n  - {command: [true], name: b}\n"
         "  - {name: c, command: ['true']}\n"),
    };
    static const char *const other[] = {
        "name: pup\n" RIG_BOTS,
        "rules: {max_rounds: 999}\n" RIG_BOTS,
        "edition: classic-uk\n" RIG_BOTS,
        "seats: 2\n" RIG_BOTS,
        "deals: 24\n" RIG_BOTS,
        "seatings: fixed\n" RIG_BOTS,
        "seed: 1\n" RIG_BOTS,
        "clock: {decision_ms: 999}\n" RIG_BOTS,
        "clock: {bank_ms: 999}\n" RIG_BOTS,
        "clock: {strikes: 9}\n" RIG_BOTS,
        "limits: {match_s: 599}\n" RIG_BOTS,
        RIG_BOTS "  - {name: d, command: [true]}\n",
        ("bots:\n  - {name: a, command: [true]}\n  - {name: b, command: [true, x]}\n"
         "  - {name: c, command: [true]}\n"),
    };
    SCOPED(scoped_free) char *mine = identity(RIG_BOTS);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        SCOPED(scoped_free) char *theirs = identity(same[i]);
        assert_string_equal(theirs, mine);
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        SCOPED(scoped_free) char *theirs = identity(other[i]);
        assert_string_not_equal(theirs, mine);
    }
}

TEST(identity_does_not_tell_the_seed)
{
    SCOPED(scoped_free)
    char *text = identity(
        "seed: 5eed0f7a61c2b83e94d1076f2ab8c53d107e6b94fa28d3c5b16f90e47d825ca3\n" RIG_BOTS);
    assert_lacks(text, "5eed0f7a61c2b83e");
}

/* Errors about a file contain nothing that could control a terminal, whatever the file holds. */
TEST(mistakes_are_quoted_as_clean_text)
{
    static const char *const texts[] = {
        "edition: \"\\e[31mred\"\n" RIG_BOTS,
        "edition: mega\tD\n" RIG_BOTS,
        "\"\\e[2J\": 1\n" RIG_BOTS,
        "rules: {\"\\e[2J\": 1}\n" RIG_BOTS,
        "rules: {houses: \"\\x9b1m\"}\n" RIG_BOTS,
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct svi_error error = {0};
        struct svi_league l;
        assert_int_not_equal(svi_league_parse(&l, "cup.yaml", texts[i], strlen(texts[i]), &error),
                             SV_OK);
        assert_true(svi_text_ok((const uint8_t *)error.text, strlen(error.text)));
    }
}

/* A bot's own clock and limits stand in place of the league's, key by key. Those that decide games
 * are in its definition, if they differ. */
TEST(a_bot_has_conditions_of_its_own)
{
    SCOPED(svi_buf_finish) struct svi_buf same = {0}, all = {0};
    SCOPED(svi_league_finish)
    struct svi_league l =
        rig_league("clock: {decision_ms: 20, strikes: 3}\nlimits: {match_s: 60, files: 99}\nbots:\n"
                   "  - {name: a, command: [true], clock: {decision_ms: 5000, start_ms: 7, "
                   "strikes: 3}, limits: {memory_mb: 9, match_s: 0}}\n"
                   "  - {name: b, command: [true, x], limits: {files: 99, processes: 5}}\n"
                   "  - {name: c, endpoint: 'tcp://127.0.0.1:7001', clock: {bank_ms: 1}}\n"
                   "  - {name: d, command: [true], clock: {bank_ms: 1}, network: ['b.org:80', "
                   "'[::0:1]:443', 'A.ORG:443', 'a.org:443'], secrets: {K: 'file:k'}, inject: "
                   "{Authorization: Bearer secret K}}\n");
    assert_int_equal(l.bot[0].conditions.decision_ms, 5000);
    assert_int_equal(l.bot[0].conditions.bank_ms, 60000);
    assert_int_equal(l.bot[0].conditions.strikes, 3);
    assert_int_equal(l.bot[0].conditions.start_ms, 7);
    assert_int_equal(l.bot[0].conditions.match_s, 0);
    assert_int_equal(l.bot[0].conditions.limits.memory_mb, 9);
    assert_int_equal(l.bot[0].conditions.limits.files, 99);
    assert_int_equal(l.bot[1].conditions.decision_ms, 20);
    assert_int_equal(l.bot[1].conditions.limits.processes, 5);
    assert_int_equal(l.bot[2].conditions.match_s, 60);
    assert_string_equal(l.bot[3].secret[0].header, "Authorization: Bearer ");
    static const char *const definitions[] = {
        "command: \"true\" {clock.decision_ms: 5000, limits.match_s: 0}", "command: \"true\" \"x\"",
        "endpoint: {clock.bank_ms: 1}",
        "command: \"true\" {clock.bank_ms: 1, network: [[::1]:443, a.org:443, b.org:80]}"};
    for (unsigned i = 0; i < 4; i++) {
        char *definition = svi_league_bot_definition(&l, &l.bot[i]);
        assert_string_equal(definition, definitions[i]);
        free(definition);
    }
    svi_conditions_put(&l.bot[1].conditions, &l.conditions, false, &same);
    svi_conditions_put(&l.bot[1].conditions, &l.conditions, true, &all);
    svi_buf_byte(&all, 0);
    assert_int_equal(same.size, 0);
    assert_string_equal((char *)all.data, " {limits.processes: 5}");
}

/* A bot that we do not start can remember, unless the operator says that it does not. The bot's
 * definition says so, so that a store needs no league file to know. */
TEST(bots_from_elsewhere_remember)
{
    static const char *const definitions[] = {
        "command: \"true\"",
        "command: \"endpoint:\" \"{stateless: true}\" {clock.bank_ms: 1}",
        "endpoint:",
        "endpoint: {clock.bank_ms: 1, stateless: true}",
        "command: \"true\" {network: [a.org:443]}",
        "command: \"true\" {network: [a.org:443, b.org:80], stateless: true}"};
    static const bool remembers[] = {false, false, true, false, true, false};
    static const char bots[] =
        "bots:\n"
        "  - {name: a, command: [true]}\n"
        "  - {name: b, command: ['endpoint:', '{stateless: true}'], clock: {bank_ms: 1}}\n"
        "  - {name: c, endpoint: 'tcp://127.0.0.1:7001', stateless: false}\n"
        "  - {name: d, endpoint: 'tcp://127.0.0.1:7002', stateless: true, clock: {bank_ms: 1}}\n"
        "  - {name: e, command: [true], network: ['a.org:443']}\n"
        "  - {name: f, command: [true], network: ['a.org:443', 'b.org:80'], stateless: true}\n";
    char text[800];
    for (unsigned off = 0; off < 2; off++) {
        (void)snprintf(text, sizeof text, "%s%s", off ? "lanes: off\n" : "", bots);
        SCOPED(svi_league_finish) struct svi_league l = rig_league(text);
        for (unsigned i = 0; i < 6; i++) {
            char *definition = svi_league_bot_definition(&l, &l.bot[i]);
            assert_string_equal(definition, definitions[i]);
            assert_int_equal(svi_league_bot_remembers(definition), remembers[i]);
            assert_int_equal(l.settings.remembers[i], remembers[i] && !off);
            free(definition);
        }
    }
}

TEST(quickstart_is_a_hundred_games_of_four_bots)
{
    struct svi_error error = {0};
    SCOPED(svi_league_finish) struct svi_league l;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    if (svi_league_init(&l, SOLVENT_SOURCE_DIR "/leagues/quickstart.yaml", &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(l.n_bots, 4);
    assert_int_equal(l.settings.seats, 4);
    assert_true(l.seeded);
    assert_false(l.guessable);
    assert_ok(svi_schedule_init(&schedule, &l.settings, &fault));
    assert_int_equal(schedule.matches, 100);
}
