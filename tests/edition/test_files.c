/* Files on disk: what extends what and from where, circles, names on the command line; and single
 * switches set from outside. */
#include "edition/edition_file.h"
#include "edition/rule_words.h"
#include "tests/base/testing.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/solvent-edition-XXXXXX";
static struct sv_edition edition;
static struct svi_error error;

static int enter_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL || chdir(folder) != 0 || mkdir("sub", 0700) != 0;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where)
{
    (void)info;
    (void)kind;
    (void)where;
    return remove(path);
}

static int leave_folder(void **state)
{
    (void)state;
    return chdir("/") != 0 || nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS) != 0;
}

static void assert_fails(const char *name, enum sv_status status, const char *line)
{
    assert_int_equal(svi_edition_load(name, &edition, &error), status);
    assert_string_equal(error.text, line);
    static const struct sv_edition nothing;
    assert_memory_equal(&edition, &nothing, sizeof edition);
}

static void assert_loads(const char *name)
{
    if (svi_edition_load(name, &edition, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
}

/* A chain of three: each layer sees what the one below it made. Paths are relative to the file they
 * stand in. */
TEST(test_chain)
{
    testing_write("sub/base.yaml", "name: base\nextends: classic\n"
                                   "groups: {brown: Mud}\n"
                                   "spaces:\n  - {index: 39, name: Palace, price: 500}\n"
                                   "decks:\n  chest:\n    remove: [cc_beauty]\n");
    testing_write("sub/middle.yml",
                  "name: middle\nextends: base.yaml\nrules: {salary: 300, jail_fine: 60}\n"
                  "spaces:\n  - {index: 38, kind: street, group: brown, price: 90, "
                  "rent: [4, 20, 60, 180, 320, 450], house_cost: 50}\n");
    testing_write("top.yaml",
                  "name: top\nextends: sub/middle.yml\nrules: {salary: 400}\n"
                  "groups: {brown: Clay}\n"
                  "decks:\n  chest:\n    add:\n      - {id: home, kind: move_to, target: Palace}\n"
                  "    change:\n      - {id: cc_doctor, amount: 55}\n");
    assert_loads("top.yaml");
    assert_string_equal(edition.name, "top");
    assert_string_equal(edition.title, "top");
    assert_int_equal(edition.rules.salary, 400);
    assert_int_equal(edition.rules.jail_fine, 60);
    assert_int_equal(edition.space[39].price, 500);
    assert_int_equal(edition.space[39].mortgage, 250);
    assert_int_equal(edition.space[39].rent[0], 50);
    const struct sv_group *brown = &edition.group[edition.space[1].group];
    assert_string_equal(brown->name, "Clay");
    assert_int_equal(brown->size, 3);
    assert_int_equal(brown->deed[2], 38);
    assert_string_equal(edition.space[38].name,
                        "Luxury Tax"); /* a space that becomes another kind keeps it */
    assert_int_equal(edition.space[38].amount, 0);
    assert_int_equal(edition.deck[SV_DECK_CHEST].size, 16);
    const struct sv_card *home = &edition.deck[SV_DECK_CHEST].card[15];
    assert_string_equal(home->id, "home");
    assert_int_equal(home->target, 39);
    assert_int_equal(edition.deck[SV_DECK_CHEST].card[2].amount, 55);
    for (unsigned i = 0; i < 16; i++) {
        assert_string_not_equal(edition.deck[SV_DECK_CHEST].card[i].id, "cc_beauty");
    }
    char path[sizeof folder + 16];
    snprintf(path, sizeof path, "%s/top.yaml", folder);
    assert_loads(path);
    assert_loads("./top.yaml");
}

/* The error names the file that has the mistake, however deep it lies. */
TEST(test_mistake_below)
{
    testing_write("sub/bad.yaml", "name: bad\nextends: classic\nrules: {salary: -1}\n");
    testing_write("on_bad.yaml", "name: on_bad\nextends: sub/bad.yaml\nrules: {salary: 1}\n");
    assert_fails("on_bad.yaml", SV_E_TYPE,
                 "sub/bad.yaml:3: rules.salary: found '-1', expected a whole number 0 to 100000");
    testing_write("sub/lacking.yaml",
                  "name: lacking\nextends: classic\n\ndecks:\n  chance: {cards: []}\n");
    testing_write("on_lacking.yaml", "name: on_lacking\nextends: sub/lacking.yaml\n"
                                     "decks: {chance: {add: [{id: a, kind: pay, amount: 1}]}}\n");
    assert_fails(
        "on_lacking.yaml", SV_E_MISSING,
        "sub/lacking.yaml:5: decks.chance.cards: found no cards, expected some, as the deck is "
        "drawn from");
}

TEST(test_circles)
{
    testing_write("self.yaml", "name: self\nextends: self.yaml\n");
    assert_fails("self.yaml", SV_E_DUPLICATE,
                 "self.yaml:2: extends: found 'self.yaml', expected no circle of editions");
    testing_write("a.yaml", "name: a\nextends: sub/b.yaml\n");
    testing_write("sub/b.yaml", "name: b\nextends: ../a.yaml\n");
    assert_fails("a.yaml", SV_E_DUPLICATE,
                 "sub/b.yaml:2: extends: found 'sub/../a.yaml', expected no circle of editions");
    for (unsigned i = 0; i < 9; i++) {
        char path[16], text[64];
        snprintf(path, sizeof path, "deep%u.yaml", i);
        snprintf(text, sizeof text, "name: deep\nextends: deep%u.yaml\n", i + 1);
        testing_write(path, text);
    }
    assert_fails(
        "deep0.yaml", SV_E_LENGTH,
        "deep7.yaml:2: extends: found more than 8 editions extending each other, expected fewer");
    testing_write("deep7.yaml", "name: deep\nextends: classic\n");
    assert_fails(
        "deep0.yaml", SV_E_LENGTH,
        "deep7.yaml:2: extends: found more than 8 editions extending each other, expected fewer");
    testing_write("deep6.yaml", "name: deep\nextends: classic\n");
    assert_loads("deep0.yaml");
}

TEST(test_names)
{
    assert_fails("nosuch", SV_E_UNKNOWN,
                 "found 'nosuch', expected a path or a built-in edition: classic, mega, comrades, "
                 "harbour, classic-uk or one of 3 more; see solvent edition list");
    assert_fails("nosuch.yaml", SV_E_UNKNOWN, "found 'nosuch.yaml', expected a file that exists");
    assert_fails("sub/", SV_E_SYSTEM, "found 'sub/', expected a file that can be read");
    assert_fails(
        "", SV_E_UNKNOWN,
        "found '', expected a path or a built-in edition: mega, classic, harbour, comrades, "
        "mega-2006 or one of 3 more; see solvent edition list");
    char *long_path = malloc(400);
    assert_non_null(long_path);
    memset(long_path, 'a', 400);
    long_path[0] = '/';
    long_path[399] = 0;
    assert_fails(long_path, SV_E_LENGTH,
                 "found 'a longer path', expected a path of at most 255 bytes");
    free(long_path);
    FILE *file = fopen("huge.yaml", "w");
    assert_non_null(file);
    for (unsigned i = 0; i < 1048577; i++) {
        fputc('#', file);
    }
    assert_int_equal(fclose(file), 0);
    assert_fails("huge.yaml", SV_E_LENGTH, "found 'huge.yaml', expected a file of at most 1 MiB");
    testing_write("classic", "not read: a name without a dot or slash is a built-in edition\n");
    assert_loads("classic");
}

TEST(test_override)
{
    assert_loads("classic");
    const struct sv_edition before = edition;
    assert_ok(svi_edition_override(&edition, "income_tax", "choice", &error));
    assert_int_equal(edition.rules.income_tax, 1);
    assert_ok(svi_edition_override(&edition, "max_rounds", "300", &error));
    assert_int_equal(edition.rules.max_rounds, 300);
    assert_ok(svi_edition_override(&edition, "forbid_gifts", "false", &error));
    assert_int_equal(edition.rules.forbid_gifts, 0);

    edition = before;
    assert_int_equal(svi_edition_override(&edition, "incometax", "choice", &error), SV_E_UNKNOWN);
    assert_string_equal(error.text, "rules: found 'incometax', did you mean 'income_tax'? "
                                    "See solvent help rules");
    assert_int_equal(svi_edition_override(&edition, "xyzzy", "choice", &error), SV_E_UNKNOWN);
    assert_string_equal(error.text,
                        "rules: found 'xyzzy', expected a switch of the rules: salary, "
                        "deck, rent, trade, bus or one of 30 more; see solvent help rules");
    assert_int_equal(svi_edition_override(&edition, "income_tax", "1", &error), SV_E_RANGE);
    assert_string_equal(error.text, "rules.income_tax: found '1', expected one of flat choice");
    assert_int_equal(svi_edition_override(&edition, "max_rounds", "0", &error), SV_E_RANGE);
    assert_string_equal(error.text,
                        "rules.max_rounds: found '0', expected a whole number 1 to 60000");
    assert_int_equal(svi_edition_override(&edition, "max_rounds", "", &error), SV_E_RANGE);
    assert_memory_equal(&edition, &before, sizeof edition);

    /* A value that is right by itself but not with the rest leaves the edition as it was. */
    assert_ok(svi_edition_override(&edition, "speed_die", "always", &error));
    const struct sv_edition fast = edition;
    assert_int_equal(svi_edition_override(&edition, "bus", "ticket", &error), SV_E_MISSING);
    assert_string_equal(error.text,
                        "rules.bus: found 'ticket', but then rules.bus: found ticket, expected "
                        "cards in deck bus");
    assert_memory_equal(&edition, &fast, sizeof edition);
}

/* Every switch's every word goes to a value and back. */
TEST(test_format)
{
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *info = sv_rule_describe(i);
        const int32_t high = info->values != NULL ? info->high : info->low;
        for (int32_t value = info->low; value <= high; value++) {
            char text[SVI_RULE_TEXT];
            svi_rule_format(i, value, text);
            assert_loads("mega");
            assert_ok(svi_edition_override(&edition, info->name, text, &error));
            assert_int_equal(sv_rule_get(&edition.rules, i), value);
        }
    }
}

TEST_PROGRAM(enter_folder, leave_folder)
