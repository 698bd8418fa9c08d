/* Every built-in edition loads and has the figures of the game it says it is. The figures here were
 * added up from the source tables, not from the edition files. RULES 0, 10, 11. */
#include "edition/builtin.h"
#include "edition/edition_file.h"
#include "edition/edition_yaml.h"
#include "tests/base/testing.h"
#include "wire/edition_codec.h"

#include <limits.h>

static struct sv_edition edition;

static const struct sv_edition *load(const char *name)
{
    struct svi_error error;
    if (svi_edition_load(name, &edition, &error) != SV_OK) {
        fail_msg("%s: %s", name, error.text);
    }
    return &edition;
}

static unsigned count_spaces(const struct sv_edition *e, unsigned kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        count += e->space[i].kind == kind;
    }
    return count;
}

static unsigned count_cards(const struct sv_edition *e, unsigned deck, unsigned kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < e->deck[deck].size; i++) {
        count += e->deck[deck].card[i].kind == kind;
    }
    return count;
}

static int sum_cards(const struct sv_edition *e, unsigned deck, unsigned kind)
{
    int sum = 0;
    for (unsigned i = 0; i < e->deck[deck].size; i++) {
        sum += e->deck[deck].card[i].kind == kind ? e->deck[deck].card[i].amount : 0;
    }
    return sum;
}

static const struct sv_card *card(const struct sv_edition *e, const char *id)
{
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            if (strcmp(e->deck[d].card[i].id, id) == 0) {
                return &e->deck[d].card[i];
            }
        }
    }
    return NULL;
}

static int rent_sum(const struct sv_edition *e, unsigned kind, unsigned level)
{
    int sum = 0;
    for (unsigned i = 0; i < e->n_spaces; i++) {
        sum += e->space[i].kind == kind ? e->space[i].rent[level] : 0;
    }
    return sum;
}

static void assert_board(const struct sv_edition *e, int price, int mortgage, int house,
                         const int rents[7])
{
    int sums[3] = {0};
    for (unsigned i = 0; i < e->n_spaces; i++) {
        sums[0] += e->space[i].price;
        sums[1] += e->space[i].mortgage;
        sums[2] += e->space[i].house_cost;
        assert_int_equal(e->space[i].index, i);
        assert_int_equal(e->space[i].hotel_cost, e->space[i].house_cost);
    }
    assert_int_equal(sums[0], price);
    assert_int_equal(sums[1], mortgage);
    assert_int_equal(sums[2], house);
    for (unsigned level = 0; level < 7; level++) {
        assert_int_equal(rent_sum(e, SV_SPACE_STREET, level), rents[level]);
    }
}

static void assert_classic_board(const struct sv_edition *e)
{
    static const int rents[7] = {391, 1915, 5620, 14110, 18030, 21850, 0};
    static const struct {
        unsigned kind, count;
    } counts[] = {{SV_SPACE_GO, 1},         {SV_SPACE_STREET, 22}, {SV_SPACE_RAIL, 4},
                  {SV_SPACE_UTILITY, 2},    {SV_SPACE_CHANCE, 3},  {SV_SPACE_CHEST, 3},
                  {SV_SPACE_TAX, 2},        {SV_SPACE_JAIL, 1},    {SV_SPACE_PARKING, 1},
                  {SV_SPACE_GO_TO_JAIL, 1}, {SV_SPACE_AUCTION, 0}};
    assert_int_equal(e->n_spaces, 40);
    assert_int_equal(e->n_groups, 10);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        assert_int_equal(count_spaces(e, counts[i].kind), counts[i].count);
    }
    assert_board(e, 5690, 2845, 2750, rents);
    assert_int_equal(e->deeds, e->streets | e->rails | e->utilities);
    assert_int_equal(e->rails,
                     UINT64_C(1) << 5 | UINT64_C(1) << 15 | UINT64_C(1) << 25 | UINT64_C(1) << 35);
    assert_int_equal(e->utilities, UINT64_C(1) << 12 | UINT64_C(1) << 28);
    assert_int_equal(e->corners,
                     UINT64_C(1) | UINT64_C(1) << 10 | UINT64_C(1) << 20 | UINT64_C(1) << 30);
    assert_int_equal(e->jail_space, 10);
    assert_int_equal(e->space[4].income, 1);
    assert_int_equal(e->space[4].amount, 200);
    assert_int_equal(e->space[38].income, 0);
    static const int rail[] = {25, 50, 100, 200, 0}, utility[] = {4, 10, 0};
    for (unsigned k = 0; k < 5; k++) {
        assert_int_equal(e->space[35].rent[k], rail[k]);
    }
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(e->space[28].rent[k], utility[k]);
    }
    const struct sv_group *darkblue = &e->group[e->space[39].group];
    assert_int_equal(darkblue->size, 2);
    assert_int_equal(darkblue->deed[0], 37);
    assert_int_equal(darkblue->deed[1], 39);
    assert_int_equal(darkblue->mask, UINT64_C(1) << 37 | UINT64_C(1) << 39);
}

static void assert_default_rules_but(const struct sv_edition *e, const char *const changed[],
                                     const int values[], size_t count)
{
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        int32_t expected = sv_rule_describe(i)->fallback;
        for (size_t k = 0; k < count; k++) {
            if (strcmp(changed[k], sv_rule_describe(i)->name) == 0) {
                expected = values[k];
            }
        }
        if (sv_rule_get(&e->rules, i) != expected) {
            fail_msg("%s: %s is %d, not %d", e->name, sv_rule_describe(i)->name,
                     sv_rule_get(&e->rules, i), expected);
        }
    }
}

TEST(test_classic)
{
    const struct sv_edition *e = load("classic");
    assert_classic_board(e);
    assert_default_rules_but(e, NULL, NULL, 0);
    assert_string_equal(e->space[1].name, "Mediterranean Avenue");
    assert_string_equal(e->space[39].name, "Boardwalk");
    assert_int_equal(e->space[39].price, 400);
    assert_int_equal(e->space[39].rent[5], 2000);
    assert_int_equal(e->space[38].amount, 100);
    assert_int_equal(e->deck[SV_DECK_CHANCE].size, 16);
    assert_int_equal(e->deck[SV_DECK_CHEST].size, 16);
    assert_int_equal(e->deck[SV_DECK_BUS].size, 0);
    assert_int_equal(count_cards(e, SV_DECK_CHANCE, SV_CARD_MOVE_TO), 5);
    assert_int_equal(count_cards(e, SV_DECK_CHANCE, SV_CARD_MOVE_NEAREST), 3);
    assert_int_equal(sum_cards(e, SV_DECK_CHANCE, SV_CARD_COLLECT), 200);
    assert_int_equal(sum_cards(e, SV_DECK_CHANCE, SV_CARD_PAY), 15);
    assert_int_equal(count_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT), 8);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT), 605);
    assert_int_equal(count_cards(e, SV_DECK_CHEST, SV_CARD_PAY), 3);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_PAY), 200);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT_EACH), 10);
    assert_int_equal(card(e, "ch_illinois")->target, 24);
    assert_int_equal(card(e, "ch_rail1")->target, SV_SPACE_RAIL);
    assert_int_equal(card(e, "ch_rail1")->amount, 2);
    assert_int_equal(card(e, "ch_utility")->amount, 10);
    assert_int_equal(card(e, "cc_street")->per_house, 40);
    assert_int_equal(card(e, "cc_street")->per_hotel, 115);
    assert_int_equal(card(e, "cc_street")->per_tower, 115); /* left out: as per_hotel */
    assert_int_equal(e->n_jail_cards, 2);
    for (unsigned j = 0; j < 2; j++) {
        const struct sv_card *jail = &e->deck[e->jail_card_deck[j]].card[e->jail_card_card[j]];
        assert_int_equal(jail->kind, SV_CARD_JAIL_CARD);
        assert_int_equal(jail->jail_card, j);
    }
}

TEST(test_classic_uk)
{
    const struct sv_edition *e = load("classic-uk");
    static const char *const changed[] = {"rent", "auction_min", "bankrupt_mortgages_all",
                                          "shortage_open"};
    static const int values[] = {1, 10, 1, 1};
    assert_classic_board(e);
    assert_default_rules_but(e, changed, values, 4);
    assert_string_equal(e->space[1].name, "Old Kent Road");
    assert_string_equal(e->space[6].name, "The Angel, Islington");
    assert_string_equal(e->space[39].name, "Mayfair");
    assert_string_equal(e->group[e->space[5].group].name, "Stations");
    assert_int_equal(e->deck[SV_DECK_CHANCE].size, 16);
    assert_int_equal(e->deck[SV_DECK_CHEST].size, 16);
    assert_int_equal(count_cards(e, SV_DECK_CHANCE, SV_CARD_MOVE_NEAREST), 0);
    assert_int_equal(count_cards(e, SV_DECK_CHANCE, SV_CARD_REPAIRS), 2);
    assert_int_equal(count_cards(e, SV_DECK_CHANCE, SV_CARD_PAY_EACH), 0);
    assert_int_equal(sum_cards(e, SV_DECK_CHANCE, SV_CARD_COLLECT), 300);
    assert_int_equal(sum_cards(e, SV_DECK_CHANCE, SV_CARD_PAY), 185);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT), 505);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_PAY), 200);
    assert_int_equal(card(e, "cc_uk_oldkent")->kind, SV_CARD_MOVE_TO_BACK);
    assert_int_equal(card(e, "cc_uk_oldkent")->target, 1);
    assert_int_equal(card(e, "cc_uk_fine_or_chance")->target, SV_DECK_CHANCE);
    assert_int_equal(card(e, "cc_uk_fine_or_chance")->amount, 10);
}

TEST(test_classic_2007)
{
    const struct sv_edition *e = load("classic-2007");
    static const char *const changed[] = {"income_tax"};
    static const int values[] = {1};
    assert_classic_board(e);
    assert_default_rules_but(e, changed, values, 1);
    assert_int_equal(e->space[38].amount, 75);
    assert_int_equal(e->deck[SV_DECK_CHANCE].size, 16);
    assert_int_equal(e->deck[SV_DECK_CHEST].size, 16);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT), 600);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_PAY), 300);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT_EACH), 50);
    assert_null(card(e, "cc_birthday"));
    assert_int_equal(e->n_jail_cards, 2);
}

TEST(test_speed_die)
{
    const struct sv_edition *e = load("speed-die");
    static const char *const changed[] = {"start_cash", "speed_die"};
    static const int values[] = {2500, 1};
    assert_classic_board(e);
    assert_default_rules_but(e, changed, values, 2);
}

TEST(test_comrades)
{
    const struct sv_edition *e = load("comrades");
    static const char *const changed[] = {"set_rent_needs_unmortgaged", "utility_fresh_roll",
                                          "rent", "bankrupt_mortgages_all", "shortage_open"};
    static const int values[] = {1, 1, 1, 1, 1};
    assert_classic_board(e);
    assert_default_rules_but(e, changed, values, 5);
    assert_string_equal(e->deck[SV_DECK_CHANCE].name, "Up Run");
    assert_string_equal(e->deck[SV_DECK_CHEST].name, "Down Run");
    assert_string_equal(e->space[12].name, "Comrades Marathon House");
    assert_string_equal(e->space[28].name, "Comrades Marathon Wall of Honour");
    assert_string_equal(e->space[4].name, "Lion Park 8:10 Cut-off");
    assert_string_equal(e->space[38].name, "Finish Line 12 Hour Cut-off");
    assert_string_equal(e->space[7].name, "Up Run");
    assert_string_equal(e->space[33].name, "Down Run");
    assert_string_equal(e->group[e->space[5].group].name, "Finish venues");
    /* A re-skin changes no figure: the cards are those of classic but for their texts. */
    static struct sv_edition classic;
    struct svi_error error;
    assert_ok(svi_edition_load("classic", &classic, &error));
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        assert_int_equal(e->deck[d].size, classic.deck[d].size);
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            struct sv_card plain = e->deck[d].card[i];
            memcpy(plain.text, classic.deck[d].card[i].text, sizeof plain.text);
            assert_memory_equal(&plain, &classic.deck[d].card[i], sizeof plain);
        }
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        struct sv_space plain = e->space[i];
        memcpy(plain.name, classic.space[i].name, sizeof plain.name);
        assert_memory_equal(&plain, &classic.space[i], sizeof plain);
    }
}

static void assert_mega_board(const struct sv_edition *e)
{
    static const int rents[7] = {533, 2630, 7710, 19270, 24565, 29725, 52175};
    assert_int_equal(e->n_spaces, 52);
    assert_int_equal(e->n_groups, 10);
    assert_int_equal(count_spaces(e, SV_SPACE_STREET), 30);
    assert_int_equal(count_spaces(e, SV_SPACE_RAIL), 4);
    assert_int_equal(count_spaces(e, SV_SPACE_UTILITY), 3);
    assert_int_equal(count_spaces(e, SV_SPACE_AUCTION), 1);
    assert_int_equal(count_spaces(e, SV_SPACE_BUS_TICKET), 1);
    assert_int_equal(count_spaces(e, SV_SPACE_BIRTHDAY), 1);
    assert_board(e, 7530, 3765, 3750, rents);
    unsigned threes = 0, fours = 0;
    for (unsigned g = 0; g < e->n_groups; g++) {
        threes += e->group[g].kind == SV_SPACE_STREET && e->group[g].size == 3;
        fours += e->group[g].kind == SV_SPACE_STREET && e->group[g].size == 4;
    }
    assert_int_equal(threes, 2);
    assert_int_equal(fours, 6);
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const bool street = e->space[i].kind == SV_SPACE_STREET;
        assert_int_equal(e->space[i].tower_cost, street ? e->space[i].hotel_cost : 0);
        assert_int_equal(e->space[i].depot_cost, e->space[i].kind == SV_SPACE_RAIL ? 100 : 0);
    }
    assert_int_equal(e->corners,
                     UINT64_C(1) | UINT64_C(1) << 13 | UINT64_C(1) << 26 | UINT64_C(1) << 39);
    assert_int_equal(e->corner_after[0], 13);
    assert_int_equal(e->corner_after[12], 13);
    assert_int_equal(e->corner_after[13], 26);
    assert_int_equal(e->corner_after[39], 0);
    assert_int_equal(e->next_card[0], 2);
    assert_int_equal(e->next_card[46], 2);
    assert_int_equal(e->next_card[28], 43);
    assert_int_equal(e->space[47].amount, 100);
    assert_int_equal(e->space[5].income, 1);
    static const int multipliers[] = {4, 10, 20, 0}; /* RULES 11.4 */
    for (unsigned k = 0; k < 4; k++) {
        assert_int_equal(e->space[17].rent[k], multipliers[k]);
    }
    assert_int_equal(e->space[4].price, 80);
    assert_int_equal(e->space[4].rent[5], 500);
    assert_int_equal(e->space[51].rent[6], 3000);
    assert_int_equal(e->deck[SV_DECK_BUS].size, 16);
    assert_int_equal(count_cards(e, SV_DECK_BUS, SV_CARD_BUS_TICKET), 13);
    assert_int_equal(count_cards(e, SV_DECK_BUS, SV_CARD_BUS_TICKET_EXPIRE), 3);
    assert_int_equal(e->deck[SV_DECK_CHANCE].size, 16);
    assert_int_equal(e->deck[SV_DECK_CHEST].size, 16);
    assert_int_equal(card(e, "mch_illinois")->target, 30);
    assert_int_equal(card(e, "mch_boardwalk")->target, 51);
    assert_int_equal(card(e, "mch_reading")->target, 6);
    assert_int_equal(card(e, "mch_repairs")->per_tower, 100); /* RULES 11.3 */
    assert_int_equal(card(e, "mcc_street")->per_tower, 115);
    assert_int_equal(card(e, "mcc_street")->per_depot, 0);
    assert_non_null(card(e, "bus_std_01"));
    assert_non_null(card(e, "bus_std_13"));
    assert_non_null(card(e, "bus_expire_3"));
}

TEST(test_mega)
{
    const struct sv_edition *e = load("mega");
    static const char *const changed[] = {"start_cash", "skyscrapers", "depots",
                                          "speed_die",  "bus",         "sets"};
    static const int values[] = {2500, 8, 4, 2, 1, 1};
    assert_mega_board(e);
    assert_default_rules_but(e, changed, values, 6);
    assert_int_equal(e->space[50].amount, 100);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT), 605);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT_EACH), 10);
}

TEST(test_mega_2006)
{
    const struct sv_edition *e = load("mega-2006");
    static const char *const changed[] = {"start_cash", "skyscrapers", "depots",    "speed_die",
                                          "bus",        "sets",        "income_tax"};
    static const int values[] = {2500, 8, 4, 2, 1, 1, 1};
    assert_mega_board(e);
    assert_default_rules_but(e, changed, values, 7);
    assert_int_equal(e->space[50].amount, 75);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT), 600);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_PAY), 300);
    assert_int_equal(sum_cards(e, SV_DECK_CHEST, SV_CARD_COLLECT_EACH), 50);
}

TEST(test_harbour)
{
    const struct sv_edition *e = load("harbour");
    assert_int_equal(e->n_spaces, 32);
    assert_int_equal(count_spaces(e, SV_SPACE_STREET), 17);
    assert_int_equal(count_spaces(e, SV_SPACE_RAIL), 3);
    assert_int_equal(card(e, "spring_tide")->target, 28); /* by name in the file */
    assert_int_equal(e->space[1].mortgage, 25);           /* left out: half the price */
    assert_string_equal(e->group[e->space[5].group].name, "Ferries");
}

static const char *const expected_names[] = {"classic", "classic-2007", "classic-uk", "comrades",
                                             "harbour", "mega",         "mega-2006",  "speed-die"};

/* The switches that an edition sets otherwise than by default, as docs/EDITIONS.md lists them. */
static void list_switches(const struct sv_edition *e, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *info = sv_rule_describe(i);
        const int32_t value = sv_rule_get(&e->rules, i);
        char number[12];
        if (value == info->fallback) {
            continue;
        }
        (void)snprintf(number, sizeof number, "%d", value);
        used += (size_t)snprintf(text + used, size - used, "%s`%s: %s`", used > 0 ? ", " : "",
                                 info->name, info->values ? info->values[value] : number);
        assert_true(used < size);
    }
}

TEST(test_page_lists_what_differs)
{
    char line[1024], expected[512];
    unsigned rows = 0;
    FILE *page = fopen(SOLVENT_SOURCE_DIR "/docs/EDITIONS.md", "r");
    assert_non_null(page);
    while (fgets(line, sizeof line, page) != NULL) {
        for (size_t i = 0; i < sizeof expected_names / sizeof expected_names[0]; i++) {
            const size_t length = strlen(expected_names[i]);
            char *cell = strrchr(line, '|');
            if (strncmp(line, "| `", 3) != 0 || strncmp(line + 3, expected_names[i], length) != 0 ||
                line[3 + length] != '`' || cell == NULL) {
                continue;
            }
            *cell = '\0';
            cell = strrchr(line, '|');
            assert_non_null(cell);
            list_switches(load(expected_names[i]), expected, sizeof expected);
            if (strncmp(cell + 2, expected, strlen(expected)) != 0 ||
                strlen(cell) != 2 + strlen(expected) + (expected[0] != '\0')) {
                fail_msg("docs/EDITIONS.md, %s: found '%s', expected '%s'", expected_names[i], cell,
                         expected);
            }
            rows++;
        }
    }
    assert_int_equal(fclose(page), 0);
    assert_int_equal(rows, sizeof expected_names / sizeof expected_names[0]);
}

/* Every edition is there, is named like its file, and survives being written out as one file. */
TEST(test_all)
{
    const size_t count = sizeof expected_names / sizeof expected_names[0];
    for (size_t i = 0; i < count; i++) {
        const struct sv_edition *e = load(expected_names[i]);
        assert_string_equal(e->name, expected_names[i]);
        struct svi_error error;
        SCOPED(scoped_free) char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        svi_edition_write_yaml(e, out);
        assert_int_equal(fclose(out), 0);
        static struct sv_edition again;
        if (svi_edition_parse("flat.yaml", text, size, &again, &error) != SV_OK) {
            fail_msg("%s written out: %s", e->name, error.text);
        }
        assert_memory_equal(&again, e, sizeof again);
        uint8_t hash[SVI_EDITION_HASH_BYTES], hash_again[SVI_EDITION_HASH_BYTES];
        assert_ok(svi_edition_hash(e, hash));
        assert_ok(svi_edition_hash(&again, hash_again));
        assert_memory_equal(hash, hash_again, sizeof hash);
    }
    assert_int_equal(svi_builtin_edition_count, count);
}

/* A bot without files has the same editions as constants, to the last byte. */
TEST(test_constants)
{
    for (unsigned i = 0; i < svi_builtin_edition_count; i++) {
        const char *name = svi_builtin_editions[i].name;
        assert_string_equal(sv_edition_builtin_name(i), name);
        assert_non_null(sv_edition_builtin(name));
        assert_memory_equal(sv_edition_builtin(name), load(name), sizeof edition);
    }
    assert_null(sv_edition_builtin_name((unsigned)svi_builtin_edition_count));
    assert_null(sv_edition_builtin_name(UINT_MAX));
    assert_null(sv_edition_builtin(""));
    assert_null(sv_edition_builtin("Classic"));
    assert_null(sv_edition_builtin("classic.yaml"));
}

/* As <solvent/edition.h> says: other rules are a copy's, and the constant stays as it is. */
TEST(test_a_copy_may_change)
{
    const struct sv_edition *classic = sv_edition_builtin("classic");
    assert_non_null(classic);
    edition = *classic;
    edition.rules.max_rounds = 100;
    assert_ok(sv_edition_complete(&edition, NULL));
    assert_int_not_equal(classic->rules.max_rounds, 100);
    edition.rules.max_rounds = classic->rules.max_rounds;
    assert_memory_equal(&edition, classic, sizeof edition);
    edition.rules.max_rounds = -1;
    assert_int_not_equal(sv_edition_complete(&edition, NULL), SV_OK);
}
