// Decisions at tables made for them, and whole games in process. `make test` runs it.
#include "bot.hpp"

#include <solvent/scene.h>

#include <cstdio>

static unsigned failures;

#define EXPECT(what)                                                                               \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            std::printf("test.cpp:%d: expected %s\n", __LINE__, #what);                            \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

static const sv_edition *const classic = sv_edition_builtin("classic");

// What seat 0 answers to `q` at a table.
static sv_answer answer(const sv_scene &scene, const sv_question &q)
{
    static const uint8_t key[SV_KEY_BYTES] = {};
    sv_state st;
    sv_edition_error error;
    sv_answer a;
    sv_match m = {};

    if (sv_scene_open(classic, &scene, nullptr, key, nullptr, &st, &error) != SV_OK) {
        std::printf("%s: %s\n", error.where, error.problem);
        failures++;
    }
    m.edition = classic;
    m.position = &st.position;
    m.seats = scene.seats;
    if (bot.match_start != nullptr) {
        bot.match_start(&m);
    }
    sv_bot_decide(&bot, &m, &q, &a);
    if (bot.match_end != nullptr) {
        bot.match_end(&m, nullptr);
    }
    EXPECT(sv_check(classic, &st.position, &q, &a) == SV_OK);
    return a;
}

// Boardwalk for 400.
static void test_buy()
{
    sv_question q = {};
    sv_scene scene;

    q.kind = SV_DECISION_BUY;
    q.choices = 3;
    q.space = 39;
    q.amount = 400;
    sv_scene_start(classic, 2, &scene);
    scene.cash[0] = 1000;
    EXPECT(answer(scene, q).choice == SV_CHOICE_BUY_BUY);
    scene.cash[0] = 410;
    EXPECT(answer(scene, q).choice == SV_CHOICE_BUY_DECLINE);
}

// Both dark blues and the cash for two houses: one on each.
static void test_manage()
{
    sv_question q = {};
    sv_scene scene;

    q.kind = SV_DECISION_MANAGE;
    sv_scene_start(classic, 2, &scene);
    scene.owner[37] = scene.owner[39] = 0;
    scene.cash[0] = 560;
    const sv_answer a = answer(scene, q);
    EXPECT(a.plan.level[37] == 1 && a.plan.level[39] == 1);
}

// Whole games of every edition against itself, without an illegal answer.
static void test_games()
{
    const sv_bot *const seats[4] = {&bot, &bot, &bot, &bot};

    for (unsigned i = 0; sv_edition_builtin_name(i) != nullptr; i++) {
        const sv_edition *e = sv_edition_builtin(sv_edition_builtin_name(i));

        for (unsigned game = 1; game <= 5; game++) {
            const uint8_t seed[SV_SEED_BYTES] = {static_cast<uint8_t>(game)};
            unsigned illegal[4];

            EXPECT(sv_play(e, seed, 4, seats, nullptr, nullptr, illegal) == SV_OK);
            EXPECT(illegal[0] + illegal[1] + illegal[2] + illegal[3] == 0);
        }
    }
}

int main()
{
    test_buy();
    test_manage();
    test_games();
    std::printf("%s\n", failures == 0 ? "all passed" : "FAILED");
    return failures != 0;
}
