/* Decisions at tables made for them, and whole games in process. `make test` runs it. */
#include "bot.h"

#include <solvent/scene.h>

#include <stdio.h>

static unsigned failures;

#define EXPECT(what)                                                                               \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            printf("test.c:%d: expected %s\n", __LINE__, #what);                                   \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

/* Returns seat 0's answer to `q` at a table. */
static struct sv_answer answer(const struct sv_scene *scene, struct sv_question q)
{
    static const uint8_t key[SV_KEY_BYTES];
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_state st;
    struct sv_match m = {.edition = e, .position = &st.position, .seats = scene->seats};
    struct sv_edition_error error;
    struct sv_answer a;
    if (sv_scene_open(e, scene, NULL, key, NULL, &st, &error) != SV_OK) {
        printf("%s: %s\n", error.where, error.problem);
        failures++;
    }
    if (bot.match_start != NULL) {
        bot.match_start(&m);
    }
    sv_bot_decide(&bot, &m, &q, &a);
    if (bot.match_end != NULL) {
        bot.match_end(&m, NULL);
    }
    EXPECT(sv_check(e, &st.position, &q, &a) == SV_OK);
    return a;
}

/* Boardwalk for 400. */
static void test_buy(void)
{
    const struct sv_question q = {
        .kind = SV_DECISION_BUY, .choices = 3, .space = 39, .amount = 400};
    struct sv_scene scene;

    sv_scene_start(sv_edition_builtin("classic"), 2, &scene);
    scene.cash[0] = 1000;
    EXPECT(answer(&scene, q).choice == SV_CHOICE_BUY_BUY);
    scene.cash[0] = 410;
    EXPECT(answer(&scene, q).choice == SV_CHOICE_BUY_DECLINE);
}

/* Both dark blues and the cash for two houses: one on each. */
static void test_manage(void)
{
    const struct sv_question q = {.kind = SV_DECISION_MANAGE};
    struct sv_scene scene;
    struct sv_answer a;
    sv_scene_start(sv_edition_builtin("classic"), 2, &scene);
    scene.owner[37] = scene.owner[39] = 0;
    scene.cash[0] = 560;
    a = answer(&scene, q);
    EXPECT(a.plan.level[37] == 1 && a.plan.level[39] == 1);
}

/* Whole games of every edition against itself, without an illegal answer. */
static void test_games(void)
{
    const struct sv_bot *const seats[4] = {&bot, &bot, &bot, &bot};
    for (unsigned i = 0; sv_edition_builtin_name(i) != NULL; i++) {
        const struct sv_edition *e = sv_edition_builtin(sv_edition_builtin_name(i));

        for (unsigned game = 1; game <= 5; game++) {
            uint8_t seed[SV_SEED_BYTES] = {(uint8_t)game};
            unsigned illegal[4];

            EXPECT(sv_play(e, seed, 4, seats, NULL, NULL, illegal) == SV_OK);
            EXPECT(illegal[0] + illegal[1] + illegal[2] + illegal[3] == 0);
        }
    }
}

int main(void)
{
    test_buy();
    test_manage();
    test_games();
    printf("%s\n", failures == 0 ? "all passed" : "FAILED");
    return failures != 0;
}
