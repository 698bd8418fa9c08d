/* Editions in the game: the table of switches, values derived from a board, and that the check
 * accepts any input. tests/edition/test_errors.c tests the mistakes it finds, with their
 * messages. */
#include "tests/base/testing.h"

#include <solvent/edition.h>

static struct sv_edition edition;

static void set_space(unsigned i, unsigned kind, const char *name, unsigned group)
{
    struct sv_space *space = &edition.space[i];
    memset(space, 0, sizeof *space);
    snprintf(space->name, sizeof space->name, "%s %u", name, i);
    space->kind = (uint8_t)kind;
    space->group = (uint8_t)group;
    if (group != SV_NONE) {
        space->price = 100;
        space->mortgage = 50;
    }
    if (kind == SV_SPACE_STREET) {
        static const int32_t rent[] = {6, 30, 90, 270, 400, 550};
        memcpy(space->rent, rent, sizeof rent);
        space->house_cost = space->hotel_cost = 50;
    }
}

static struct sv_card *add_card(unsigned deck, unsigned kind, int32_t amount)
{
    struct sv_card_deck *cards = &edition.deck[deck];
    struct sv_card *card = &cards->card[cards->size++];
    memset(card, 0, sizeof *card);
    snprintf(cards->name, sizeof cards->name, "deck %u", deck);
    snprintf(card->id, sizeof card->id, "card %u %u", deck, cards->size);
    card->kind = (uint8_t)kind;
    card->target = SV_NONE;
    card->amount = amount;
    return card;
}

/* 23 spaces, an odd shape: sides of 4, 9, 2 and 8. Streets on 1, 2, 22, chance on 3, 6, chest on
 * 20. */
static int set_up(void **state)
{
    (void)state;
    memset(&edition, 0, sizeof edition);
    snprintf(edition.name, sizeof edition.name, "odd");
    sv_rules_default(&edition.rules);
    edition.n_spaces = 23;
    edition.n_groups = 2;
    snprintf(edition.group[0].name, SV_MAX_NAME, "streets");
    snprintf(edition.group[1].name, SV_MAX_NAME, "ports");
    for (unsigned i = 0; i < edition.n_spaces; i++) {
        set_space(i, SV_SPACE_TAX, "tax", SV_NONE);
    }
    set_space(0, SV_SPACE_GO, "go", SV_NONE);
    set_space(4, SV_SPACE_JAIL, "jail", SV_NONE);
    set_space(13, SV_SPACE_PARKING, "parking", SV_NONE);
    set_space(15, SV_SPACE_GO_TO_JAIL, "police", SV_NONE);
    set_space(1, SV_SPACE_STREET, "street", 0);
    set_space(2, SV_SPACE_STREET, "street", 0);
    set_space(22, SV_SPACE_STREET, "street", 0);
    set_space(9, SV_SPACE_RAIL, "port", 1);
    edition.space[9].rent[0] = 25;
    set_space(3, SV_SPACE_CHANCE, "chance", SV_NONE);
    set_space(6, SV_SPACE_CHANCE, "chance", SV_NONE);
    set_space(20, SV_SPACE_CHEST, "chest", SV_NONE);
    add_card(SV_DECK_CHANCE, SV_CARD_COLLECT, 50);
    add_card(SV_DECK_CHANCE, SV_CARD_JAIL_CARD, 0);
    add_card(SV_DECK_CHEST, SV_CARD_JAIL_CARD, 0);
    add_card(SV_DECK_CHEST, SV_CARD_PAY, 50);
    add_card(SV_DECK_CHEST, SV_CARD_JAIL_CARD, 0);
    return 0;
}

static void assert_right(void)
{
    struct sv_edition_error error;
    if (sv_edition_complete(&edition, &error) != SV_OK) {
        fail_msg("%s: %s", error.where, error.problem);
    }
}

static void assert_wrong(const char *where)
{
    struct sv_edition_error error;
    assert_int_not_equal(sv_edition_complete(&edition, &error), SV_OK);
    assert_string_equal(error.where, where);
    assert_int_not_equal(sv_edition_complete(&edition, NULL), SV_OK);
}

TEST_WITH(test_rules, set_up, NULL)
{
    struct sv_rules rules;
    memset(&rules, 0xff, sizeof rules);
    sv_rules_default(&rules);
    assert_int_equal(rules.start_cash, 1500); /* RULES 1.1 */
    assert_int_equal(rules.salary, 200);      /* RULES 2.1 */
    assert_int_equal(rules.houses, 32);
    assert_int_equal(rules.hotels, 12);
    assert_int_equal(rules.mega_completion, 0);
    assert_int_equal(sv_rule_count(), sizeof rules / sizeof(int32_t));
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *info = sv_rule_describe(i);
        assert_true(info->low <= info->fallback && info->fallback <= info->high);
        assert_int_equal(sv_rule_get(&rules, i), info->fallback);
        if (info->values != NULL) { /* a name for every value, no two alike */
            assert_int_equal(info->low, 0);
            assert_true(info->high >= 1);
            for (int32_t v = 0; v <= info->high; v++) {
                assert_true(info->values[v][0] != 0);
                assert_true(v == 0 || strcmp(info->values[v], info->values[v - 1]) != 0);
            }
        }
        sv_rule_set(&rules, i, info->high);
        assert_int_equal(sv_rule_get(&rules, i), info->high);
    }
    assert_int_equal(rules.mega_completion, 1);
    assert_string_equal(sv_rule_describe(0)->name, "start_cash");
    assert_null(sv_rule_describe(sv_rule_count()));
    assert_int_equal(sv_rule_get(&rules, sv_rule_count()), 0);
    const struct sv_rules before = rules;
    sv_rule_set(&rules, sv_rule_count(), 1);
    assert_memory_equal(&rules, &before, sizeof rules);
}

TEST_WITH(test_derived, set_up, NULL)
{
    assert_right();
    assert_int_equal(edition.jail_space, 4);
    assert_int_equal(edition.streets, 1u << 1 | 1u << 2 | 1u << 22);
    assert_int_equal(edition.rails, 1u << 9);
    assert_int_equal(edition.utilities, 0);
    assert_int_equal(edition.deeds, edition.streets | edition.rails);
    assert_int_equal(edition.group[0].kind, SV_SPACE_STREET);
    assert_int_equal(edition.group[0].size, 3);
    assert_int_equal(edition.group[0].deed[0], 1);
    assert_int_equal(edition.group[0].deed[2], 22);
    assert_int_equal(edition.group[0].mask, edition.streets);
    assert_int_equal(edition.group[1].kind, SV_SPACE_RAIL);
    assert_int_equal(edition.group[1].size, 1);
    assert_int_equal(edition.space[22].index, 22);
    assert_int_equal(edition.n_jail_cards, 3);
    static const uint8_t decks[] = {0, 1, 1}, cards[] = {1, 0, 2};
    for (unsigned j = 0; j < 3; j++) {
        assert_int_equal(edition.jail_card_deck[j], decks[j]);
        assert_int_equal(edition.jail_card_card[j], cards[j]);
        assert_int_equal(edition.deck[decks[j]].card[cards[j]].jail_card, j);
    }
    assert_int_equal(edition.deck[0].card[0].jail_card, SV_NONE);
}

/* RULES 11.5: corners are where those kinds stand, on a board of any shape; strictly ahead, round
 * by GO. */
TEST_WITH(test_ahead, set_up, NULL)
{
    assert_right();
    assert_int_equal(edition.corners, 1u | 1u << 4 | 1u << 13 | 1u << 15);
    static const struct {
        uint8_t from, corner, card;
    } ahead[] = {{0, 4, 3},   {1, 4, 3},   {2, 4, 3},    {3, 4, 6},    {4, 13, 6},
                 {5, 13, 6},  {6, 13, 20}, {12, 13, 20}, {13, 15, 20}, {14, 15, 20},
                 {15, 0, 20}, {19, 0, 20}, {20, 0, 3},   {22, 0, 3}};
    for (size_t i = 0; i < sizeof ahead / sizeof ahead[0]; i++) {
        assert_int_equal(edition.corner_after[ahead[i].from], ahead[i].corner);
        assert_int_equal(edition.next_card[ahead[i].from], ahead[i].card);
    }
    /* One card space left: from there it is all the way round; none left: none. */
    set_space(3, SV_SPACE_TAX, "tax", SV_NONE);
    set_space(20, SV_SPACE_TAX, "tax", SV_NONE);
    assert_right();
    assert_int_equal(edition.next_card[6], 6);
    assert_int_equal(edition.next_card[5], 6);
    set_space(6, SV_SPACE_TAX, "tax", SV_NONE);
    assert_right();
    assert_int_equal(edition.next_card[6], SV_NONE);
    assert_int_equal(edition.next_card[0], SV_NONE);
}

TEST_WITH(test_finish_again, set_up, NULL)
{
    assert_right();
    const struct sv_edition once = edition;
    assert_right();
    assert_memory_equal(&edition, &once, sizeof edition);
    /* A refusal leaves everything as it was. */
    edition.rules.salary = -1;
    struct sv_edition wrong = edition;
    assert_wrong("rules.salary");
    assert_memory_equal(&edition, &wrong, sizeof edition);
}

/* The boundaries that a file cannot easily reach. */
TEST_WITH(test_limits, set_up, NULL)
{
    /* 20 to 64 spaces. */
    edition.n_spaces = 19;
    assert_wrong("spaces");
    edition.n_spaces = 65;
    assert_wrong("spaces");
    for (unsigned i = 23; i < 64; i++) {
        set_space(i, SV_SPACE_TAX, "tax", SV_NONE);
    }
    edition.n_spaces = 64;
    assert_right();
    assert_int_equal(edition.corner_after[63], 0);
    /* Eight deeds in a set, not nine; 24 groups, not 25. */
    for (unsigned i = 40; i < 45; i++) {
        set_space(i, SV_SPACE_STREET, "street", 0);
    }
    assert_right();
    assert_int_equal(edition.group[0].size, 8);
    set_space(45, SV_SPACE_STREET, "street", 0);
    assert_wrong("groups[0]");
    set_space(45, SV_SPACE_STREET, "street", 2);
    assert_wrong("spaces[45].group");
    for (unsigned g = 2; g < 24; g++) {
        snprintf(edition.group[g].name, SV_MAX_NAME, "group %u", g);
        set_space(38 + g, SV_SPACE_STREET, "street", g);
    }
    edition.n_groups = 24;
    assert_right();
    edition.n_groups = 25;
    assert_wrong("groups");
    edition.n_groups = 24;
    /* A name without an end, kinds that do not exist. */
    memset(edition.space[1].name, 'a', SV_MAX_NAME);
    assert_wrong("spaces[1].name");
    edition.space[1].name[SV_MAX_NAME - 1] = 0;
    assert_right();
    edition.space[1].kind = SV_SPACE_KIND_COUNT;
    assert_wrong("spaces[1].kind");
    edition.space[1].kind = SV_SPACE_STREET;
    edition.deck[0].card[0].kind = SV_CARD_KIND_COUNT;
    assert_wrong("decks.chance.cards[0].kind");
    edition.deck[0].card[0].kind = SV_CARD_COLLECT;
    edition.deck[0].size = SV_MAX_CARDS + 1;
    assert_wrong("decks.chance.cards");
}

/* RULES 6: a card to the nearest railroad or utility needs one on the board. */
TEST_WITH(test_nearest, set_up, NULL)
{
    struct sv_card *card = add_card(SV_DECK_CHEST, SV_CARD_MOVE_NEAREST, 2);
    card->target = SV_SPACE_RAIL;
    assert_right();
    card->target = SV_SPACE_UTILITY;
    assert_wrong("decks.chest.cards[3].target");
    card->target = SV_SPACE_STREET;
    assert_wrong("decks.chest.cards[3].target");
    card->target = 200;
    assert_wrong("decks.chest.cards[3].target");
}

/* Cards that lead to cards are fine as long as some card of each chain lets go (RULES 12: every
 * game ends). */
TEST_WITH(test_chains, set_up, NULL)
{
    edition.deck[SV_DECK_CHANCE].size = 0;
    add_card(SV_DECK_CHANCE, SV_CARD_MOVE_TO, 0)->target = 20;
    assert_right(); /* chance leads to chest, and a chest card pays */
    edition.deck[SV_DECK_CHEST].size = 0;
    add_card(SV_DECK_CHEST, SV_CARD_JAIL_CARD, 0); /* may be in somebody's hands */
    add_card(SV_DECK_CHEST, SV_CARD_MOVE_BACK, 14);
    assert_wrong("decks.chance.cards"); /* 20 to 6 to 20 */
    edition.deck[SV_DECK_CHEST].card[1].amount = 13;
    assert_right(); /* 20 to 7, a tax */
    edition.deck[SV_DECK_CHEST].card[1].amount = 17;
    assert_wrong("decks.chance.cards"); /* 20 to 3 to 20 */
    add_card(SV_DECK_CHEST, SV_CARD_PAY_OR_DRAW, 10)->target = SV_DECK_CHANCE;
    assert_wrong("decks.chance.cards"); /* a draw is no way out by itself */
    add_card(SV_DECK_CHANCE, SV_CARD_GO_TO_JAIL, 0);
    assert_right();
}

/* Whatever the bytes are, finish says something and reads nothing outside; sanitizers watch. */
TEST_WITH(test_garbage, set_up, NULL)
{
    uint64_t random = 42;
    assert_right();
    const struct sv_edition right = edition;
    unsigned accepted = 0;
    for (unsigned round = 0; round < 20000; round++) {
        edition = right;
        for (unsigned k = 0; k <= round % 4; k++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            ((uint8_t *)&edition)[(random >> 33) % sizeof edition] = (uint8_t)(random >> 25);
        }
        struct sv_edition_error error = {"", ""};
        if (sv_edition_complete(&edition, &error) == SV_OK) {
            accepted++;
        } else {
            assert_true(error.where[0] != 0 && error.problem[0] != 0);
        }
    }
    assert_true(accepted > 100 && accepted < 20000);
    for (unsigned round = 0; round < 200; round++) {
        for (size_t i = 0; i < sizeof edition; i++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            ((uint8_t *)&edition)[i] = (uint8_t)(random >> 40);
        }
        assert_int_not_equal(sv_edition_complete(&edition, NULL), SV_OK);
    }
}
