/* Possible outcomes of chance: which are told apart, and which are merged. */
#include "game/chance.h"
#include "game/deck.h"
#include "game/game.h"

#include "tests/game/rig.h"
#include "tools/fit/self_play.h"

/* Goes on from a state with these dice. */
static void throw_these(const struct sv_edition *e, const struct sv_state *from, unsigned asked,
                        const struct sv_answer *answer, const uint8_t dice[3], struct sv_state *to)
{
    struct svi_chance_event chance = {.dice = {dice[0], dice[1], dice[2]}};
    *to = *from;
    if (answer != NULL) {
        svi_chance_apply(e, to, asked, answer, &chance);
    } else {
        svi_chance_go_on(e, to, &chance);
    }
    memset(to->position.dice, 0, sizeof to->position.dice);
}

/* Every throw there is leads to what the outcome that stands for it leads to, and the chances add
 * up. */
static void check_throws(const struct sv_edition *e, const struct sv_state *before, unsigned seat,
                         const struct sv_answer *answer, const struct svi_chance_event *was)
{
    static const uint8_t faces[6] = {1, 2, 3, SV_DIE_MR, SV_DIE_MR, SV_DIE_BUS};
    struct svi_throw throws[SVI_THROWS];
    const unsigned n = svi_chance_throws(e, was, throws);
    const unsigned all = was->three ? 216 : 36;
    unsigned counted[SVI_THROWS] = {0};
    for (unsigned i = 0; i < all; i++) {
        static struct sv_state one, other;
        struct svi_chance_event chance = *was;
        const uint8_t dice[3] = {(uint8_t)(1 + i % 6), (uint8_t)(1 + i / 6 % 6),
                                 was->three ? faces[i / 36] : 0};
        memcpy(chance.thrown, dice, sizeof dice);
        const unsigned which = svi_chance_which(e, &chance, throws, n);
        assert_true(which < n);
        counted[which]++;
        throw_these(e, before, seat, answer, dice, &one);
        throw_these(e, before, seat, answer, throws[which].dice, &other);
        /* Outcomes are not merged if only pips differ, although nothing reads them: they stay in
         * the course. */
        one.course.pips = other.course.pips;
        assert_memory_equal(&one, &other, sizeof one);
    }
    for (unsigned k = 0; k < n; k++) {
        assert_int_equal(counted[k], throws[k].chances);
    }
}

static void play_and_check(const char *edition, const char *digits, unsigned game, unsigned *throws)
{
    static struct sv_edition e;
    static struct table t;
    static struct sv_state st, before;
    static struct sv_answer answer[SV_MAX_SEATS];
    const struct sv_bot *bots[SV_MAX_SEATS];
    const unsigned seats = (unsigned)strlen(digits);
    char text[40];
    uint8_t seed[SV_SEED_BYTES];
    table_edition(&e, edition, 40);
    (void)snprintf(text, sizeof text, "fate %u", game);
    sv_luck_seed_text(text, seed);
    for (unsigned s = 0; s < seats; s++) {
        bots[s] = table_policy(digits[s]);
    }
    table_begin(&t, &e, seats, bots, seed);
    assert_ok(svi_chance_start(&e, &st, &t.setup));
    while (st.position.over == 0) {
        const unsigned asked = table_decide(&t, &st, answer);
        for (unsigned s = 0; s <= seats; s++) {
            struct svi_chance_event chance = {.card = 0};
            if (s < seats && sv_has(asked, s)) {
                before = st;
                svi_chance_apply(&e, &st, s, &answer[s], &chance);
            } else if (s == seats && asked == 0) {
                before = st;
                svi_chance_go_on(&e, &st, &chance);
            }
            if (chance.first == SVI_CHANCE_THROW) {
                ++*throws;
                if (*throws % 3 == 0) {
                    check_throws(&e, &before, s, s < seats ? &answer[s] : NULL, &chance);
                }
            }
        }
    }
    table_end(&t);
}

TEST(outcomes_stand_for_all_throws)
{
    unsigned throws = 0;
    play_and_check("classic", "1200", 1, &throws);
    play_and_check("classic", "21", 2, &throws);
    assert_true(throws > 100);
    play_and_check("speed-die", "0120", 3, &throws);
    play_and_check("mega", "0021", 4, &throws);
    play_and_check("comrades", "0000", 5, &throws);
}

/* A game that is run from rest to rest is the game. */
TEST(rests_change_nothing)
{
    static struct sv_edition e;
    static struct table t;
    static struct sv_state st, plain;
    static struct sv_answer answer[SV_MAX_SEATS];
    const struct sv_bot *bots[4] = {table_policy('0'), table_policy('1'), table_policy('2'),
                                    table_policy('0')};
    uint8_t seed[SV_SEED_BYTES], one[SV_HASH_BYTES], other[SV_HASH_BYTES];
    unsigned rests = 0;
    table_edition(&e, "mega", 60);
    sv_luck_seed_text("rests", seed);
    table_begin(&t, &e, 4, bots, seed);
    assert_ok(svi_chance_start(&e, &st, &t.setup));
    assert_ok(sv_game_start(&e, &plain, &t.setup, NULL));
    do {
        struct svi_chance_event chance = {.card = 0};
        while (sv_pending(&st) == 0 && st.position.over == 0) {
            rests++;
            svi_chance_go_on(&e, &st, &chance);
        }
        sv_state_hash(&st, one);
        sv_state_hash(&plain, other);
        assert_memory_equal(one, other, sizeof one);
        const unsigned asked = table_decide(&t, &st, answer);
        for (unsigned s = 0; s < 4; s++) {
            if (sv_has(asked, s)) {
                svi_chance_apply(&e, &st, s, &answer[s], &chance);
                assert_ok(sv_apply(&e, &plain, s, &answer[s], NULL));
            }
        }
    } while (plain.position.over == 0);
    table_end(&t);
    assert_true(rests > 100);
}

/* Swaps the top card with another unseen card; cards that have been seen stay. */
RULE(unseen_cards_are_drawn_anew)
{
    unsigned seen[SV_MAX_CARDS] = {0};
    rig_begin(r, 2);
    for (uint32_t card = 0; card < 16; card++) {
        struct svi_chance_event chance = {.card = card, .redrawn = true};
        static struct sv_state st;
        st = r->st;
        struct svi_ctx c = {&r->e, &st, &st.position, NULL, &chance, NULL};
        seen[svi_deck_take(&c, SV_DECK_CHANCE)]++;
        assert_int_equal(chance.first, SVI_CHANCE_DRAW);
    }
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(seen[i], 1);
    }
    /* Once the first has come back under the deck, fifteen are left. */
    struct svi_ctx c = {&r->e, &r->st, &r->st.position, NULL, NULL, NULL};
    const unsigned first = svi_deck_take(&c, SV_DECK_CHANCE);
    svi_deck_put_back(&c, SV_DECK_CHANCE, first);
    memset(seen, 0, sizeof seen);
    for (uint32_t card = 0; card < 15; card++) {
        struct svi_chance_event chance = {.card = card, .redrawn = true};
        static struct sv_state st;
        st = r->st;
        struct svi_ctx d = {&r->e, &st, &st.position, NULL, &chance, NULL};
        seen[svi_deck_take(&d, SV_DECK_CHANCE)]++;
    }
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(seen[i], i != first);
    }
}
