/* An edition: board, deeds, cards and rule switches, as data. Flat, no pointers; immutable once
 * complete, so any number of games and threads may share one. About 30 KiB. The game, bots, codecs
 * and loaders use it; structs are the caller's. */
#ifndef SOLVENT_EDITION_H
#define SOLVENT_EDITION_H

#include <solvent/manifest.h>
#include <solvent/set.h>
#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rule switches, one int32_t each; see SV_RULES for defaults, ranges and rule numbers. */
struct sv_rules {
#define X(name, ...) int32_t name;
    SV_RULES(X, X, X, )
#undef X
};

/* One space of the board. Which figures apply depends on the kind; others are 0. */
struct sv_space {
    char name[SV_MAX_NAME]; /* name that people see */
    uint8_t kind;           /* enum sv_space_kind */
    uint8_t group;          /* index of its group; SV_NONE for a space without a deed */
    uint8_t income;         /* tax: 1 when `income_tax: choice` applies here (RULES 3.5) */
    uint8_t index;          /* its own index on the board */
    int32_t price;          /* printed price of the deed */
    int32_t mortgage;       /* mortgage value of the deed */
    int32_t amount;         /* tax, birthday gift */
    /* Street: by level 0-6. Railroad: [k] with k+1 owned. Utility: [k] multiplier with k+1
     * owned. */
    int32_t rent[8];
    int32_t house_cost; /* levels 1-4, each */
    int32_t hotel_cost; /* level 5 */
    /* Level 6, a skyscraper; 0 if not allowed. */
    int32_t tower_cost;
    /* Railroad: a depot; 0 if not allowed. */
    int32_t depot_cost;
};

/* Deeds that belong together: a street set, the railroads, the utilities. */
struct sv_group {
    char name[SV_MAX_NAME]; /* name, such as a set's colour */
    uint8_t kind;           /* SV_SPACE_STREET, SV_SPACE_RAIL or SV_SPACE_UTILITY */
    uint8_t size;           /* deeds in it, 1-8 */
    uint8_t deed[8];        /* their spaces, ascending */
    /* The deeds as a set of spaces: bit i is space i. */
    uint64_t mask;
};

/* A card of a deck. RULES 6. */
struct sv_card {
    /* Name in files and events, unique in the edition. */
    char id[SV_MAX_NAME];
    char text[SV_MAX_TEXT]; /* text that people read */
    uint8_t kind;           /* enum sv_card_kind */
    /* For move_to and move_to_back a space; for move_nearest SV_SPACE_RAIL or SV_SPACE_UTILITY; for
     * pay_or_draw enum sv_deck; for other kinds SV_NONE. */
    uint8_t target;
    /* For jail_card, its number among all of them, 0..n-1; else SV_NONE. */
    uint8_t jail_card;
    int32_t amount; /* money; steps for move_back; rent factor (rail) or multiplier (utility) */
    int32_t per_house, per_hotel, per_tower, per_depot; /* repairs: for each */
};

/* A deck of cards. */
struct sv_card_deck {
    char name[SV_MAX_NAME];            /* displayed name, e.g. "Up Run" */
    uint8_t size;                      /* cards in it, 0-SV_MAX_CARDS */
    struct sv_card card[SV_MAX_CARDS]; /* in the edition's order, unshuffled */
};

/* A board with its deeds, decks and rule switches. Only the first `n_` entries of each list
 * count. */
struct sv_edition {
    char name[SV_MAX_NAME];                   /* name in files and leagues */
    char title[SV_MAX_TEXT];                  /* name that people see */
    struct sv_rules rules;                    /* rule switches */
    uint8_t n_spaces, n_groups, n_jail_cards; /* how many of each */
    uint8_t jail_space;                       /* index of the one jail space */
    struct sv_space space[SV_MAX_SPACES];     /* the board, from GO, clockwise */
    struct sv_group group[SV_MAX_GROUPS];     /* its sets */
    struct sv_card_deck deck[SV_DECK_COUNT];  /* indexed by enum sv_deck */

    /* Derived by sv_edition_complete(). */
    uint64_t deeds;                     /* all spaces with a deed */
    uint64_t streets, rails, utilities; /* deeds by kind */
    uint64_t corners; /* go, jail, parking, go-to-jail: last spaces of a side (RULES 11.5) */
    uint8_t jail_card_deck[SV_MAX_JAIL_CARDS]; /* deck of jail card j ... */
    /* ... and its number in that deck */
    uint8_t jail_card_card[SV_MAX_JAIL_CARDS];
    uint8_t corner_after[SV_MAX_SPACES]; /* next corner strictly ahead of each space */
    /* Next chance or chest space strictly ahead; SV_NONE if the board has none. */
    uint8_t next_card[SV_MAX_SPACES];
};

/* An error that sv_edition_complete() found: its place, and in words the value found and
 * expected. */
struct sv_edition_error {
    char where[80];    /* e.g. "spaces[12].group", "decks.chance.cards[3].target" */
    char problem[160]; /* e.g. "found 3, expected 0 to 2" */
};

/* Sets every switch to its default and everything else to 0. */
void sv_rules_default(struct sv_rules *rules);

/* Finishes an edition: fills `groups[].mask/deed/size` and all derived fields from spaces, group
 * names and decks, and checks the whole (RULES 0).
 *
 * Before the call, set each space's `kind`, `group` and figures, each group's `name` and each
 * deck's cards; the function assigns `jail_card` numbers. It checks for 20-64 spaces, exactly one
 * GO at index 0, exactly one jail, at most one go-to-jail, groups of one to eight deeds of one
 * kind, card targets that exist, switches in range, and bus tickets if tickets can be won.
 *
 * On SV_OK `edition` is ready. A mistake gives SV_E_RANGE, SV_E_LENGTH, SV_E_MISSING, SV_E_UNKNOWN
 * or SV_E_DUPLICATE; `edition` is unusable then, and `error`, which may be NULL, says why. */
enum sv_status sv_edition_complete(struct sv_edition *edition, struct sv_edition_error *error);

/* The name of sv_edition_complete() before 0.2. */
SV_DEPRECATED("use sv_edition_complete()")
static inline enum sv_status sv_edition_finish(struct sv_edition *edition,
                                               struct sv_edition_error *error)
{
    return sv_edition_complete(edition, error);
}

/* Returns the space to which a card moves the token of the player who draws it on space `from`
 * (0..n_spaces-1): the jail for a card that sends there, SV_NONE if the token stays. RULES 6. `e`
 * must be complete. */
unsigned sv_card_leads_to(const struct sv_edition *e, const struct sv_card *card, unsigned from);

/* Returns the built-in edition of that name, e.g. "classic" (docs/EDITIONS.md lists them all), or
 * NULL if no built-in edition has it. Case matters, and files are not searched. The edition is
 * complete and a constant of the program: never free it, and share it between any number of games
 * and threads. For other rules change a copy:
 *
 *     struct sv_edition mine = *sv_edition_builtin("classic");
 *     mine.rules.max_rounds = 100;
 *     status = sv_edition_complete(&mine, &error); */
const struct sv_edition *sv_edition_builtin(const char *name);

/* Returns the i-th name that sv_edition_builtin() knows, in the order of `solvent edition list`, or
 * NULL past the end:
 *
 *     for (unsigned i = 0; (name = sv_edition_builtin_name(i)) != NULL; i++) */
const char *sv_edition_builtin_name(unsigned i);

/* Returns how many deeds of a street set a builder may lack: 1 with `sets: all_but_one`, else 0.
 * RULES 11.1. */
static inline unsigned sv_set_spare(const struct sv_rules *rules)
{
    return rules->sets == SV_RULE_SETS_ALL_BUT_ONE;
}

/* A rule switch, as SV_RULES describes it. Static. */
struct sv_rule_info {
    const char *name; /* name in edition files */
    /* Number of the rule, and the effect of the switch in words. */
    const char *rule, *text;
    int32_t fallback, low, high; /* default and range */
    /* Names of the values from `low` (0) to `high`; NULL if the value is a number. */
    const char *const *values;
};

/* Return the number of switches, and the i-th switch. Outside 0..sv_rule_count()-1 they return NULL
 * or 0, and change nothing. sv_rule_set() takes any value; sv_edition_complete() checks ranges. For
 * loaders, documents and codecs. */
unsigned sv_rule_count(void);
const struct sv_rule_info *sv_rule_describe(unsigned i);
int32_t sv_rule_get(const struct sv_rules *rules, unsigned i);
void sv_rule_set(struct sv_rules *rules, unsigned i, int32_t value);

#ifdef __cplusplus
}
#endif

#endif
