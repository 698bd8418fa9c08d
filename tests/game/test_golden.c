/* Golden games: for every built-in edition a catalogue of seeds with the hash of the game's last
 * state (tests/golden/games.txt). When this fails, the same seed and answers give another game than
 * before: either that is a mistake, or SV_RULES_VERSION goes up and the catalogue is made anew:
 *
 *     SOLVENT_GOLDEN_WRITE=1 build-ci/tests/game/test_golden
 *
 * Played by tests/game/monkey.c: a change of that player, too, makes a new catalogue, under the
 * same rules version. With SOLVENT_GOLDEN_PRINT=1 the catalogue goes to stdout instead, for
 * comparing builds. */
#include "tests/game/monkey.h"
#include "tests/game/rig.h"

#include "edition/builtin.h"

#define GAMES 12u /* an edition: seats 2 to 8, then again */
#define MAX_ROUNDS 120

static void print_game(const struct sv_edition *e, unsigned game, char *line, size_t size)
{
    struct sv_setup setup = {.seats = (uint8_t)(2 + game % 7)};
    struct sv_state st;
    struct monkey monkey;
    uint8_t hash[SV_HASH_BYTES];
    char hex[2 * SV_HASH_BYTES + 1];
    unsigned asked;
    setup.seed[0] = (uint8_t)game;
    for (unsigned s = 0; s < setup.seats; s++) {
        setup.answers[s] = SV_ANSWERS_ALL;
    }
    monkey_init(&monkey, game);
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    while ((asked = sv_pending(&st)) != 0) {
        unsigned seat = sv_first(asked);
        struct sv_question q;
        struct sv_answer a;

        rig_must_hold(e, &st);
        assert_ok(sv_ask(e, &st, seat, &q));
        monkey_answer(&monkey, e, &st.position, &q, &a);
        assert_ok(sv_apply(e, &st, seat, &a, NULL));
    }
    sv_state_hash(&st, hash);
    for (unsigned i = 0; i < SV_HASH_BYTES; i++) {
        (void)snprintf(hex + 2 * i, 3, "%02x", hash[i]);
    }
    (void)snprintf(line, size, "%-14s %2u seats %u turns %4u %s\n", e->name, game, setup.seats,
                   (unsigned)st.position.turn, hex);
}

/* Calls back with every line of the catalogue, in order. */
static void for_each_line(void (*use)(void *user, const char *line), void *user)
{
    char line[160];
    (void)snprintf(line, sizeof line, "rules version %d\n", SV_RULES_VERSION);
    use(user, line);
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        struct sv_edition e = *rig_edition(svi_builtin_editions[i].name);

        e.rules.max_rounds = MAX_ROUNDS;
        for (unsigned game = 0; game < GAMES; game++) {
            print_game(&e, game, line, sizeof line);
            use(user, line);
        }
    }
}

static void write_line(void *file, const char *line)
{
    assert_true(fputs(line, file) >= 0);
}

static void compare_line(void *file, const char *line)
{
    char golden[160] = "(the catalogue ends here)\n";
    (void)fgets(golden, sizeof golden, file);
    if (strcmp(golden, line) != 0) {
        fail_msg("another game than before:\n  was %s  is  %s"
                 "see the head of tests/game/test_golden.c",
                 golden, line);
    }
}

TEST(rule_12_games_stay_what_they_were)
{
    bool writes = getenv("SOLVENT_GOLDEN_WRITE") != NULL;
    FILE *file;
    if (getenv("SOLVENT_GOLDEN_PRINT") != NULL) {
        for_each_line(write_line, stdout);
        return;
    }
    file = fopen(SOLVENT_SOURCE_DIR "/tests/golden/games.txt", writes ? "w" : "r");
    assert_non_null(file);
    for_each_line(writes ? write_line : compare_line, file);
    assert_int_equal(fclose(file), 0);
}
