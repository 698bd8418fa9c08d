/* Every kind of mistake in an edition file, with the exact line that it gives: file, line, key,
 * what was found, what was expected. */
#include "edition/edition_file.h"
#include "tests/base/testing.h"

/* A board of 20 spaces; ten lines up to `board:`, so that space i stands in line 11 + i. */
#define HEAD                                                                                       \
    "name: tiny\n"                                                                                 \
    "title: Tiny\n"                                                                                \
    "rules: {max_rounds: 50}\n"                                                                    \
    "groups:\n"                                                                                    \
    "  low: Low\n"                                                                                 \
    "  high: High\n"                                                                               \
    "  rail: Rails\n"                                                                              \
    "  utility: Pipes\n"                                                                           \
    "\n"                                                                                           \
    "board:\n"
#define STREET(name, group, price)                                                                 \
    "  - {kind: street, name: " name ", group: " group ", price: " price                           \
    ", rent: [2, 10, 30, 90, 160, 250], house_cost: 50}\n"
#define BOARD                                                                                      \
    "  - {kind: go, name: Start}\n" STREET("A", "low", "60") STREET(                               \
        "B", "low", "60") "  - {kind: chance, name: Luck}\n"                                       \
                          "  - {kind: rail, name: North, price: 200, rent: [25, 50]}\n"            \
                          "  - {kind: jail, name: Jail}\n"                                         \
                          "  - {kind: tax, name: Tax, amount: 50, income: true}\n"                 \
                          "  - {kind: utility, name: Water, price: 100, rent: [4]}\n"              \
                          "  - {kind: chest, name: Box}\n"                                         \
                          "  - {kind: parking, name: P1}\n"                                        \
                          "  - {kind: parking, name: P2}\n" STREET("C", "high", "300") STREET(     \
                              "D", "high",                                                         \
                              "350") "  - {kind: rail, name: South, price: 200, rent: [25, 50]}\n" \
                                     "  - {kind: gotojail, name: Police}\n"                        \
                                     "  - {kind: parking, name: P3}\n"                             \
                                     "  - {kind: parking, name: P4}\n"                             \
                                     "  - {kind: parking, name: P5}\n"                             \
                                     "  - {kind: parking, name: P6}\n"                             \
                                     "  - {kind: parking, name: P7}\n"
#define DECKS                                                                                      \
    "decks:\n"                                                                                     \
    "  chance:\n"                                                                                  \
    "    cards:\n"                                                                                 \
    "      - {id: gain, kind: collect, amount: 50}\n"                                              \
    "  chest:\n"                                                                                   \
    "    cards:\n"                                                                                 \
    "      - {id: loss, kind: pay, amount: 50}\n"
#define TINY HEAD BOARD DECKS

#define CLASSIC "name: mine\nextends: classic\n"
#define MANY(x) x x x x x x x x

static const struct {
    const char *text, *line;
} cases[] = {
    /* not YAML, not this format */
    {"", "x.yaml:1: found an empty file, expected a mapping"},
    {"# nothing\n", "x.yaml:1: found an empty file, expected a mapping"},
    {"- a\n", "x.yaml:1: found a list, expected a mapping"},
    {"just text\n", "x.yaml:1: found 'just text', expected a mapping"},
    {"name: a\n\tb: c\n",
     "x.yaml:2: found a tab, expected blanks: YAML takes no tabs to indent with"},
    {"name: [a\n", "x.yaml:1: '[' is not closed; expected ']'"},
    {"name: *a\n", "x.yaml:1: found a text that begins with '*', expected it in quotes"},
    {CLASSIC "title: \"k\xc3\xa4se\nrules: [\"a\"]\n",
     "x.yaml:3: '\"' is not closed in its line; the next is in line 4"},
    {CLASSIC "title: 'open\nrules: {}\n", "x.yaml:3: \"'\" is not closed; expected a second"},
    {CLASSIC "# \xc3\xa4\nspaces: [{index: 1, rent: [4}]\n",
     "x.yaml:4: '[' is not closed before '}'; expected ']'"},
    {CLASSIC "spaces: [{index: 1 price: 60}]\n",
     "x.yaml:3: found no ',' between two parts of the '{' of line 3; expected one"},
    {CLASSIC "spaces: [\n  {index: 1}\n  {index: 3}]\n",
     "x.yaml:5: found no ',' between two parts of the '[' of line 3; expected one"},
    {CLASSIC "title: ]\n", "x.yaml:3: found ']' without a '[' before it"},
    {CLASSIC "rules:\n  salary: 1\n bus: white\n",
     "x.yaml:5: found no key of the mapping of line 1, expected 'key: value' below its first key"},
    {CLASSIC "spaces:\n  - {index: 1}\n - {index: 3}\n",
     "x.yaml:5: found '- ' in another column than before; expected all of a list in one"},
    {CLASSIC "title mine\nrules: {}\n",
     "x.yaml:3: found no ':', expected 'key: value' with a blank after the colon"},
    {"name mine\nextends: classic\n", "x.yaml:2: found a key within the text of line 1; expected "
                                      "'key: value' in each line, all keys "
                                      "in one column"},
    {CLASSIC "---\nname: two\n", "x.yaml:3: found a second document, expected one"},
    {CLASSIC "titel: x\n", "x.yaml:3: key: found 'titel', did you mean 'title'?"},
    {"\xef\xbb\xbfname: mine\n",
     "x.yaml:1: found a byte order mark, expected none: save the file as UTF-8 without it"},
    {"\xff\xfen\0a\0", "x.yaml:1: found UTF-16, expected UTF-8"},
    {CLASSIC "rules:\n\tsalary: 5\n",
     "x.yaml:4: found a tab, expected blanks: YAML takes no tabs to indent with"},
    {CLASSIC "spaces:\n-\t{at: 1}\n- \t{at: 2\n",
     "x.yaml:4: found a tab, expected blanks: YAML takes no tabs to indent with"},
    {CLASSIC "rules: {salary: 5\ntitle: x\n", "x.yaml:3: '{' is not closed; expected '}'"},
    {CLASSIC "title: a: b\n",
     "x.yaml:3: found a second ':' in a line, expected a text with ': ' in it to "
     "stand in quotes"},
    {CLASSIC "title: @home\n",
     "x.yaml:3: found a character that begins no text, expected a text that "
     "begins so to stand in quotes"},
    {CLASSIC "rules: {salary: 007}\n", "x.yaml:3: rules.salary: found '007', expected a whole "
                                       "number 0 to 100000 without zeros before it"},
    {CLASSIC "spaces: [{index: 1, price: 060}]\n",
     "x.yaml:3: spaces[0].price: found '060', expected a whole number without zeros before it"},
    {CLASSIC "spaces: [{index: 1, rent: [4, 20, 60, 180, 160, 450]}]\n",
     "x.yaml:3: spaces[0].rent: found 160 after 180, expected rents that do not fall"},
    {CLASSIC "[a]: x\n",
     "x.yaml:3: key: found a list, expected name, title, extends, rules, groups or one of 4 more"},
    {CLASSIC "title: a\ntitle: b\n", "x.yaml:4: key: found 'title' twice, expected it once"},
    {CLASSIC "title: \"\xff\"\n",
     "x.yaml:3: found no YAML (invalid leading UTF-8 octet), expected YAML"},
    {CLASSIC "title: &a [b]\n", "x.yaml:3: title: found a list, expected a text"},
    {CLASSIC "title: &a [*a]\n",
     "x.yaml:3: found the alias '*a' inside '&a', expected it after its end"},
    {CLASSIC "a: &a " MANY(MANY(MANY("x"))) "\nb: &b [" MANY(MANY(MANY("*a, "))) "]\nc: [" MANY(
         MANY("*b, *b, ")) "]\n",
     "x.yaml:5: found aliases that expand to more than 16 MiB, expected fewer"},
    {CLASSIC "a: [" MANY(MANY(MANY("&a x, &b x, "))) "]\n",
     "x.yaml:3: found more than 1000 anchors, expected fewer"},
    {CLASSIC "title: " MANY(MANY("[")), "x.yaml:3: found more than 32 levels, expected fewer"},
    /* name, title, extends */
    {"extends: classic\n", "x.yaml:1: name: found none, expected the name of the edition"},
    {"name: My Board\nextends: classic\n",
     "x.yaml:1: name: found 'My Board', expected lower-case letters, digits, - and _ only"},
    {"name: [a]\nextends: classic\n", "x.yaml:1: name: found a list, expected a text"},
    {"name: \"\"\nextends: classic\n", "x.yaml:1: name: found 0 bytes, expected a text of 1 to 39"},
    {"name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nextends: classic\n",
     "x.yaml:1: name: found 40 bytes, expected a text of 1 to 39"},
    {CLASSIC "title: \"a\\tb\"\n",
     "x.yaml:3: title: found 'a?b', expected a text without control characters"},
    {"name: mine\n", "x.yaml:1: board: found none, expected a board or an edition to extend"},
    {"name: mine\nextends: nothing\n",
     "x.yaml:2: extends: found 'nothing', expected a path or a built-in edition: classic, "
     "comrades, harbour, mega, classic-uk or one of 3 more; see solvent edition list"},
    {"name: mine\nextends: /no/such.yaml\n",
     "x.yaml:2: extends: found '/no/such.yaml', expected a file that exists"},
    {"name: mine\nextends: {a: b}\n", "x.yaml:2: extends: found a mapping, expected a text"},
    /* switches */
    {CLASSIC "rules: [a]\n", "x.yaml:3: rules: found a list, expected a mapping"},
    {CLASSIC "rules:\n  salery: 3\n",
     "x.yaml:4: rules: found 'salery', did you mean 'salary'? See solvent help rules"},
    {CLASSIC "rules:\n  salary: 100001\n",
     "x.yaml:4: rules.salary: found '100001', expected a whole number 0 to 100000"},
    {CLASSIC "rules:\n  salary: much\n",
     "x.yaml:4: rules.salary: found 'much', expected a whole number 0 to 100000"},
    {CLASSIC "rules:\n  salary: 2.5\n",
     "x.yaml:4: rules.salary: found '2.5', expected a whole number 0 to 100000"},
    {CLASSIC "rules:\n  salary: 99999999999999999999\n",
     "x.yaml:4: rules.salary: found '99999999999999999999', expected a whole number 0 to 100000"},
    {CLASSIC "rules:\n  salary: [200]\n",
     "x.yaml:4: rules.salary: found a list, expected a whole number 0 to 100000"},
    {CLASSIC "rules:\n  deck: shuffled\n",
     "x.yaml:4: rules.deck: found 'shuffled', expected one of cyclic redraw"},
    {CLASSIC "rules:\n  forbid_gifts: yes\n",
     "x.yaml:4: rules.forbid_gifts: found 'yes', expected one of false true"},
    {CLASSIC "rules:\n  salary: 1\n  salary: 2\n",
     "x.yaml:5: rules: found 'salary' twice, expected it once"},
    {CLASSIC "rules:\n  bus: ticket\n  speed_die: always\n",
     "x.yaml:4: rules.bus: found ticket, expected cards in deck bus"},
    {CLASSIC "rules:\n  max_rounds: 60000\n  salary: 100000\n",
     "x.yaml:4: rules.max_rounds: found up to 192384012000 in play after 60000 rounds, expected at "
     "most "
     "1500000000: lower start_cash, salary, gifts or rounds"},
    /* groups */
    {CLASSIC "groups: [a]\n", "x.yaml:3: groups: found a list, expected a mapping"},
    {CLASSIC "groups:\n  brown: [a]\n", "x.yaml:4: groups.brown: found a list, expected a text"},
    {CLASSIC "groups:\n  brown: A\n  brown: B\n",
     "x.yaml:5: groups: found 'brown' twice, expected it once"},
    {CLASSIC "groups:\n  borwn: A\n",
     "x.yaml:4: groups[10]: found 0 deeds in group 'A', expected 1 to 8"},
    {CLASSIC "groups:\n  red: Green\n", "x.yaml:4: groups[6]: found the name 'Green' twice"},
    /* board */
    {CLASSIC "board: 40\n", "x.yaml:3: board: found '40', expected a list"},
    {CLASSIC "board:\n  - {kind: go, name: GO}\n",
     "x.yaml:4: board: found 1 spaces, expected 20 to 64"},
    {CLASSIC
     "board:\n" MANY(MANY("  - {kind: parking, name: P}\n")) "  - {kind: parking, name: P}\n",
     "x.yaml:4: board: found 65 items, expected at most 64"},
    {CLASSIC "board:\n  - GO\n", "x.yaml:4: board[0]: found 'GO', expected a mapping"},
    {CLASSIC "board:\n  - {name: GO}\n",
     "x.yaml:4: board[0].kind: found none, expected one for every space"},
    {CLASSIC "board:\n  - {kind: go}\n",
     "x.yaml:4: board[0].name: found none, expected one for every space"},
    {CLASSIC "board:\n  - {kind: start, name: GO}\n",
     "x.yaml:4: board[0].kind: found 'start', expected street, tax, rail, chest, jail or "
     "one of 8 more"},
    {CLASSIC "board:\n  - {kind: go, name: GO, colour: red}\n",
     "x.yaml:4: board[0]: found 'colour', expected group, amount, income, index, kind or one "
     "of 8 more"},
    {CLASSIC "board:\n  - {kind: go, name: GO, index: 1}\n",
     "x.yaml:4: board[0].index: found 1, expected 0, its place in the list"},
    {CLASSIC "board:\n  - {kind: go, name: GO}\n  - {kind: street, name: A}\n",
     "x.yaml:5: board[1].group: found none, expected the group of the street"},
    {HEAD STREET("A", "lou", "60"),
     "x.yaml:11: board[0].group: found 'lou', did you mean 'low'? Expected one of the keys of "
     "groups: low, high, rail or utility"},
    {CLASSIC "names: [a, b]\n", "x.yaml:3: names: found 2 names, expected 40, one for every space"},
    /* single spaces */
    {CLASSIC "spaces:\n  - {amount: 75}\n",
     "x.yaml:4: spaces[0].index: found none, expected the number of a space"},
    {CLASSIC "spaces:\n  - {index: 40, amount: 75}\n",
     "x.yaml:4: spaces[0].index: found 40, expected the number of a space, 0 to 39"},
    {CLASSIC "spaces:\n  - {index: -1, amount: 75}\n",
     "x.yaml:4: spaces[0].index: found -1, expected the number of a space, 0 to 39"},
    {CLASSIC "spaces:\n  - {index: 1, price: 1}\n  - {index: 1, price: 2}\n",
     "x.yaml:5: spaces[1].index: found 1 twice, expected it once"},
    {CLASSIC "spaces:\n  - {index: 1, price: cheap}\n",
     "x.yaml:4: spaces[0].price: found 'cheap', expected a whole number"},
    {CLASSIC "spaces:\n  - {index: 1, price: 0}\n",
     "x.yaml:4: board[1].price: found 0, expected a whole number 1 to 1000000"},
    {CLASSIC "spaces:\n  - index: 1\n    name: A\n    price: 2000000\n",
     "x.yaml:6: board[1].price: found 2000000, expected a whole number 1 to 1000000"},
    {CLASSIC "spaces:\n  - {index: 1, mortgage: 61}\n",
     "x.yaml:4: board[1].mortgage: found 61, expected at most the price 60"},
    {CLASSIC "spaces:\n  - {index: 1, house_cost: 0}\n",
     "x.yaml:4: board[1].house_cost: found 0, expected a whole number 1 to 1000000"},
    {CLASSIC "spaces:\n  - {index: 2, price: 60}\n",
     "x.yaml:4: board[2].price: found 60, expected none on a space of kind chest"},
    {CLASSIC "spaces:\n  - {index: 2, rent: [1]}\n",
     "x.yaml:4: board[2].rent: found rents, expected none on a space of kind chest"},
    {CLASSIC "spaces:\n  - {index: 2, group: red}\n",
     "x.yaml:4: board[2].group: found a group, expected none on a space of kind chest"},
    {CLASSIC "spaces:\n  - {index: 1, depot_cost: 5}\n",
     "x.yaml:4: board[1].depot_cost: found 5, expected none on a space of kind street"},
    {CLASSIC "spaces:\n  - {index: 1, income: true}\n",
     "x.yaml:4: board[1].income: found 1, expected it on a tax only"},
    {CLASSIC "spaces:\n  - {index: 4, income: maybe}\n",
     "x.yaml:4: spaces[0].income: found 'maybe', expected true or false"},
    {CLASSIC "spaces:\n  - {index: 1, rent: [1, 2, 3]}\n",
     "x.yaml:4: board[1].rent: found 3 rents, expected 6: bare, 1 to 4 houses, hotel (a "
     "skyscraper's "
     "needs tower_cost)"},
    {CLASSIC "spaces:\n  - {index: 1, tower_cost: 50}\n",
     "x.yaml:4: board[1].rent: found 6 rents, expected 7: bare, 1 to 4 houses, hotel, skyscraper"},
    {CLASSIC "spaces:\n  - {index: 1, rent: [1, 2, 3, 4, 5, 6, 7, 8, 9]}\n",
     "x.yaml:4: spaces[0].rent: found 9 items, expected at most 8"},
    {CLASSIC "spaces:\n  - {index: 1, rent: [1, 2, 3, 4, -5, 6]}\n",
     "x.yaml:4: board[1].rent[4]: found -5, expected a whole number 0 to 1000000"},
    {CLASSIC "spaces:\n  - {index: 5, rent: [25, 50, 100]}\n",
     "x.yaml:4: board[5].rent: found 3 rents, expected 4 above 0: one for each number owned of its "
     "group"},
    {CLASSIC "spaces:\n  - {index: 5, rent: [25, 0, 100, 200]}\n",
     "x.yaml:4: board[5].rent: found 4 rents with a 0, expected 4 above 0: one for each number "
     "owned of "
     "its group"},
    {CLASSIC "spaces:\n  - {index: 3, name: Boardwalk}\n",
     "x.yaml:4: board[39].name: found 'Boardwalk' again, expected another name than space 3"},
    {CLASSIC "spaces:\n  - {index: 3, name: Boardwalk}\n  - {index: 39, name: Boardwalk}\n",
     "x.yaml:5: board[39].name: found 'Boardwalk' again, expected another name than space 3"},
    {CLASSIC "spaces:\n  - {index: 20, kind: go}\n",
     "x.yaml:4: board[20].kind: found go, expected go on space 0 and nowhere else"},
    {CLASSIC "spaces:\n  - {index: 0, kind: parking}\n",
     "x.yaml:4: board[0].kind: found parking, expected go on space 0 and nowhere else"},
    {CLASSIC "spaces:\n  - {index: 10, kind: parking}\n",
     "x.yaml:4: board: found 0 spaces of kind jail, expected 1"},
    {CLASSIC "spaces:\n  - {index: 20, kind: jail}\n",
     "x.yaml:4: board: found 2 spaces of kind jail, expected 1"},
    {CLASSIC "spaces:\n  - {index: 20, kind: gotojail}\n",
     "x.yaml:4: board: found 2 spaces of kind gotojail, expected at most 1"},
    {CLASSIC "spaces:\n  - {index: 5, group: brown}\n",
     "x.yaml:4: board[5].group: found a rail in group 'Brown', expected deeds of kind street "
     "only"},
    {CLASSIC "spaces:\n  - {index: 20, kind: busticket}\n",
     "x.yaml:4: board[20].kind: found busticket, expected cards in deck bus"},
    /* decks */
    {CLASSIC "decks: [a]\n", "x.yaml:3: decks: found a list, expected a mapping"},
    {CLASSIC "decks: {fate: {name: a}}\n",
     "x.yaml:3: decks: found 'fate', expected chance, chest or bus"},
    {CLASSIC "decks: {chance: {card: []}}\n",
     "x.yaml:3: decks.chance: found 'card', did you mean 'cards'? Expected name, cards, remove, "
     "change or add"},
    {CLASSIC "decks:\n  chance:\n    cards: []\n",
     "x.yaml:5: decks.chance.cards: found no cards, expected some, as the deck is drawn from"},
    {CLASSIC "decks:\n  chance:\n    cards:\n      - {id: a, kind: jail_card}\n",
     "x.yaml:5: decks.chance.cards: found jail cards only, expected some, as the deck is drawn "
     "from"},
    {CLASSIC "decks:\n  chance:\n    remove: [ch_gone]\n",
     "x.yaml:5: decks.chance.remove: found 'ch_gone', expected the id of a card of the deck"},
    {CLASSIC "decks:\n  chance:\n    change:\n      - {id: ch_gone, amount: 3}\n",
     "x.yaml:6: decks.chance.change[0].id: found 'ch_gone', expected the id of a card of the "
     "deck"},
    {CLASSIC "decks:\n  chance:\n    change:\n      - {id: ch_loan, copies: 3}\n",
     "x.yaml:6: decks.chance.change[0].copies: found '3', expected none in a change"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: gift}\n",
     "x.yaml:6: decks.chance.add[0].kind: found 'gift', expected pay, move_to, collect, repairs, "
     "pay_each or one of 9 more"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {kind: pay, amount: 5}\n",
     "x.yaml:6: decks.chance.add[0].id: found none, expected one for every card"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, amount: 5}\n",
     "x.yaml:6: decks.chance.add[0].kind: found none, expected one for every card"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: ch_loan, kind: pay, amount: 5}\n",
     "x.yaml:6: decks.chance.cards[16].id: found 'ch_loan' again, expected another id than "
     "chance "
     "card 15"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: pay}\n",
     "x.yaml:6: decks.chance.cards[16].amount: found 0, expected a whole number 1 to 1000000"},
    {CLASSIC "decks:\n  chance:\n    change:\n      - {id: ch_go, amount: 5}\n",
     "x.yaml:6: decks.chance.cards[0].amount: found 5, expected 0"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: move_to, target: 40}\n",
     "x.yaml:6: decks.chance.add[0].target: found space 40, expected 0 to 39"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: move_to, target: Bordwalk}\n",
     "x.yaml:6: decks.chance.add[0].target: found 'Bordwalk', did you mean 'Boardwalk'?"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: move_to, target: Chance}\n",
     "x.yaml:6: decks.chance.add[0].target: found 'Chance', the name of 3 spaces, expected the "
     "number "
     "of one"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: move_to}\n",
     "x.yaml:6: decks.chance.cards[16].target: found none, expected a space"},
    {CLASSIC
     "decks:\n  chance:\n    add:\n      - {id: a, kind: move_nearest, target: go, amount: 2}\n",
     "x.yaml:6: decks.chance.cards[16].target: found go, expected rail or utility"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: pay, amount: 2, target: 3}\n",
     "x.yaml:6: decks.chance.add[0].target: found '3', expected none with kind pay"},
    {CLASSIC "decks:\n  chance:\n    add:\n"
             "      - {id: a, kind: pay_or_draw, amount: 2, target: chance}\n",
     "x.yaml:6: decks.chance.cards[16].target: found deck 0, expected chest, the other deck"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: move_back, amount: 40}\n",
     "x.yaml:6: decks.chance.cards[16].amount: found 40, expected fewer than the 40 spaces"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: pay, amount: 2, per_house: 3}\n",
     "x.yaml:6: decks.chance.cards[16].per_house: found 3, expected 0"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: bus_ticket}\n",
     "x.yaml:6: decks.chance.cards[16].kind: found bus_ticket, expected no bus tickets in deck "
     "chance"},
    {CLASSIC "decks:\n  bus:\n    cards:\n      - {id: a, kind: pay, amount: 3}\n",
     "x.yaml:6: decks.bus.cards[0].kind: found pay, expected bus tickets only in deck bus"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: pay, amount: 2, copies: 17}\n",
     "x.yaml:6: decks.chance.add: found 33 cards, expected at most 32"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: pay, amount: 2, copies: 0}\n",
     "x.yaml:6: decks.chance.add[0].copies: found 0, expected 1 to 32"},
    {CLASSIC "decks:\n  chance:\n    add:\n      - {id: a, kind: jail_card, copies: 7}\n",
     "x.yaml:4: decks: found 9 jail cards, expected at most 8 in all decks together"},
    /* cards that never let go */
    {CLASSIC "decks:\n  chance:\n    cards:\n      - {id: a, kind: move_to, target: 22}\n",
     "x.yaml:5: decks.chance.cards: found cards that lead from space 7 to cards for ever, expected "
     "a way out"},
    {CLASSIC
     "decks:\n  chance:\n    cards:\n      - {id: a, kind: pay_or_draw, amount: 5, target: chest}\n"
     "  chest:\n    cards:\n      - {id: b, kind: pay_or_draw, amount: 5, target: chance}\n",
     "x.yaml:8: decks.chest.cards: found cards that lead from space 2 to cards for ever, expected "
     "a way out"},
    /* a board of one's own */
    {HEAD BOARD,
     "x.yaml:1: decks.chance.cards: found no cards, expected some, as the deck is drawn from"},
    {TINY "  bus: {cards: [{id: a, kind: bus_ticket, copies: 33}]}\n",
     "x.yaml:38: decks.bus.cards[0].copies: found 33, expected 1 to 32"},
    {TINY "spaces:\n  - {index: 4, kind: parking}\n  - {index: 13, kind: parking}\n",
     "x.yaml:7: groups[2]: found 0 deeds in group 'Rails', expected 1 to 8"},
};

TEST(test_lines)
{
    static const struct sv_edition nothing;
    static struct sv_edition e;
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct svi_error error;
        const size_t size = strlen(cases[i].text);
        const enum sv_status status = svi_edition_parse("x.yaml", cases[i].text, size, &e, &error);
        if (status == SV_OK || strcmp(error.text, cases[i].line) != 0) {
            print_error("case %zu\n  is:     %s\n  should: %s\n", i,
                        status == SV_OK ? "ok" : error.text, cases[i].line);
            wrong++;
        }
        assert_memory_equal(&e, &nothing, status == SV_OK ? 0 : sizeof e); /* nothing half-loaded */
        assert_null(strchr(error.text, '\n'));
    }
    assert_int_equal(wrong, 0);
}

TEST(test_right)
{
    static struct sv_edition e;
    struct svi_error error;
    if (svi_edition_parse("x.yaml", TINY, strlen(TINY), &e, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(e.n_spaces, 20);
    assert_int_equal(e.rules.max_rounds, 50);
    assert_int_equal(e.space[4].mortgage, 100);
    assert_int_equal(e.space[1].hotel_cost, 50);
}

/* Cut anywhere or with any byte changed a file gives an edition or one line; with sanitizers, no
 * more. */
TEST(test_mutations)
{
    static struct sv_edition e;
    static char text[] = TINY;
    struct svi_error error;
    const size_t size = sizeof text - 1;
    static const char bytes[] = "\0\n\t {[*&:-9\xff";
    for (size_t at = 0; at < size; at++) {
        const char before = text[at];
        svi_edition_parse("x.yaml", text, at, &e, &error);
        for (size_t k = 0; k < sizeof bytes - 1; k++) {
            text[at] = bytes[k];
            if (svi_edition_parse("x.yaml", text, size, &e, &error) != SV_OK) {
                assert_memory_equal(error.text, "x.yaml:", 7);
                assert_null(strchr(error.text, '\n'));
            }
        }
        text[at] = before;
    }
}
