#include "game/edition_check.h"

#include <solvent/fields.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The figures of a space but its rents; low enough that no sum the game forms leaves an int32_t. */
struct figure {
    const char *key;
    size_t offset;  /* of an int32_t in struct sv_space */
    unsigned kinds; /* of space that have it; on the others it is 0 */
    int32_t low;
};

static const struct figure figures[] = {
#define ONE_MONEY(member, kinds, low) {#member, offsetof(struct sv_space, member), kinds, low},
#define ONE_TEXT(member, kinds, low)
#define ONE_SPACE_KIND(member, kinds, low)
#define ONE_GROUP(member, kinds, low)
#define ONE_RENTS(member, kinds, low)
#define ONE_FLAG(member, kinds, low)
#define X(place, TYPE, member, dims, kinds, low, text) ONE_##TYPE(member, kinds, low)
    SV_SPACE_FIELDS(X)
#undef X
};

void svi_check_at(struct svi_check *c, const char *format, ...)
{
    if (c->error != NULL) {
        va_list args;
        va_start(args, format);
        vsnprintf(c->where, sizeof c->where, format, args);
        va_end(args);
    }
}

enum sv_status svi_check_wrong(struct svi_check *c, enum sv_status status, const char *format, ...)
{
    if (c->error != NULL) {
        va_list args;
        va_start(args, format);
        memcpy(c->error->where, c->where, sizeof c->error->where);
        vsnprintf(c->error->problem, sizeof c->error->problem, format, args);
        va_end(args);
    }
    return status;
}

bool svi_has_kind(const struct sv_edition *e, unsigned kind)
{
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (e->space[i].kind == kind) {
            return true;
        }
    }
    return false;
}

enum sv_status svi_check_number(struct svi_check *c, int32_t found, int32_t low, int32_t high)
{
    if (found >= low && found <= high) {
        return SV_OK;
    }
    if (low == high) {
        return svi_check_wrong(c, SV_E_RANGE, "found %d, expected %d", (int)found, (int)low);
    }
    return svi_check_wrong(c, SV_E_RANGE, "found %d, expected a whole number %d to %d", (int)found,
                           (int)low, (int)high);
}

enum sv_status svi_check_text(struct svi_check *c, const char *text, size_t size, bool may_be_empty)
{
    if (memchr(text, 0, size) == NULL) {
        return svi_check_wrong(c, SV_E_LENGTH,
                               "found a text without an end, expected at most %zu bytes", size - 1);
    }
    if (text[0] == 0 && !may_be_empty) {
        return svi_check_wrong(c, SV_E_MISSING, "found no text, expected 1 to %zu bytes", size - 1);
    }
    return SV_OK;
}

/* ---- the edition itself ------------------------------------------------------------------- */

static enum sv_status check_head(struct svi_check *c)
{
    enum sv_status status;
    svi_check_at(c, "name");
    if ((status = svi_check_text(c, c->e->name, sizeof c->e->name, false)) != SV_OK) {
        return status;
    }
    svi_check_at(c, "title");
    if ((status = svi_check_text(c, c->e->title, sizeof c->e->title, true)) != SV_OK) {
        return status;
    }
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        const struct sv_rule_info *rule = sv_rule_describe(i);
        svi_check_at(c, "rules.%s", rule->name);
        status = svi_check_number(c, sv_rule_get(&c->e->rules, i), rule->low, rule->high);
        if (status != SV_OK) {
            return status;
        }
    }
    svi_check_at(c, "spaces");
    if (c->e->n_spaces < 20 || c->e->n_spaces > SV_MAX_SPACES) {
        return svi_check_wrong(c, SV_E_LENGTH, "found %u spaces, expected 20 to %d", c->e->n_spaces,
                               SV_MAX_SPACES);
    }
    svi_check_at(c, "groups");
    if (c->e->n_groups > SV_MAX_GROUPS) {
        return svi_check_wrong(c, SV_E_LENGTH, "found %u groups, expected at most %d",
                               c->e->n_groups, SV_MAX_GROUPS);
    }
    return SV_OK;
}

/* ---- board -------------------------------------------------------------------------------- */

static enum sv_status check_rents(struct svi_check *c, unsigned i)
{
    const struct sv_space *space = &c->e->space[i];
    const unsigned kind = 1u << space->kind;
    unsigned filled = 8; /* rents up to the last that is not 0 */
    while (filled > 0 && space->rent[filled - 1] == 0) {
        filled--;
    }
    for (unsigned k = 0; k < 8; k++) {
        svi_check_at(c, "spaces[%u].rent[%u]", i, k);
        const enum sv_status status = svi_check_number(c, space->rent[k], 0, SV_MAX_FIGURE);
        if (status != SV_OK) {
            return status;
        }
    }
    svi_check_at(c, "spaces[%u].rent", i);
    if ((kind & SV_ON_DEEDS) == 0) {
        return filled == 0 ? SV_OK
                           : svi_check_wrong(c, SV_E_UNKNOWN,
                                             "found rents, expected none on a space of kind %s",
                                             sv_space_kind_name(space->kind));
    }
    if ((kind & SV_ON(STREET)) != 0) {
        const unsigned expected = space->tower_cost > 0 ? 7 : 6;
        return filled == expected
                   ? SV_OK
                   : svi_check_wrong(c, SV_E_LENGTH,
                                     "found %u rents, expected %u: bare, 1 to 4 houses, hotel%s",
                                     filled, expected,
                                     expected == 7 ? ", skyscraper"
                                                   : " (a skyscraper's needs tower_cost)");
    }
    unsigned size = 0;
    for (unsigned j = 0; j < c->e->n_spaces; j++) {
        size += c->e->space[j].group == space->group;
    }
    bool gap = false;
    for (unsigned k = 0; k < size && k < 8; k++) {
        gap = gap || space->rent[k] == 0;
    }
    if (filled != size || gap) {
        return svi_check_wrong(
            c, SV_E_LENGTH,
            "found %u rents%s, expected %u above 0: one for each number owned of its group", filled,
            gap && filled == size ? " with a 0" : "", size);
    }
    return SV_OK;
}

static enum sv_status check_space(struct svi_check *c, unsigned i)
{
    const struct sv_space *space = &c->e->space[i];
    enum sv_status status;
    svi_check_at(c, "spaces[%u].kind", i);
    if (space->kind >= SV_SPACE_KIND_COUNT) {
        return svi_check_wrong(c, SV_E_UNKNOWN, "found kind %u, expected a kind of space",
                               space->kind);
    }
    const unsigned kind = 1u << space->kind;
    const char *kind_name = sv_space_kind_name(space->kind);
    if ((i == 0) != (space->kind == SV_SPACE_GO)) {
        return svi_check_wrong(c, SV_E_UNKNOWN, "found %s, expected go on space 0 and nowhere else",
                               kind_name);
    }
    svi_check_at(c, "spaces[%u].name", i);
    if ((status = svi_check_text(c, space->name, sizeof space->name, false)) != SV_OK) {
        return status;
    }
    svi_check_at(c, "spaces[%u].group", i);
    if ((kind & SV_ON_DEEDS) != 0 ? space->group >= c->e->n_groups : space->group != SV_NONE) {
        return svi_check_wrong(c, SV_E_UNKNOWN,
                               (kind & SV_ON_DEEDS) != 0
                                   ? "found no group, expected the group of the %s"
                                   : "found a group, expected none on a space of kind %s",
                               kind_name);
    }
    for (size_t f = 0; f < sizeof figures / sizeof figures[0]; f++) {
        const struct figure *figure = &figures[f];
        int32_t value;
        memcpy(&value, (const char *)space + figure->offset, sizeof value);
        svi_check_at(c, "spaces[%u].%s", i, figure->key);
        if ((figure->kinds & kind) != 0) {
            status = svi_check_number(c, value, figure->low, SV_MAX_FIGURE);
        } else if (value != 0) {
            status =
                svi_check_wrong(c, SV_E_UNKNOWN, "found %d, expected none on a space of kind %s",
                                (int)value, kind_name);
        }
        if (status != SV_OK) {
            return status;
        }
    }
    svi_check_at(c, "spaces[%u].mortgage", i);
    if (space->mortgage > space->price) {
        return svi_check_wrong(c, SV_E_RANGE, "found %d, expected at most the price %d",
                               (int)space->mortgage, (int)space->price);
    }
    svi_check_at(c, "spaces[%u].income", i);
    if (space->income > (space->kind == SV_SPACE_TAX ? 1 : 0)) {
        return svi_check_wrong(c, SV_E_UNKNOWN, "found %u, expected it on a tax only",
                               space->income);
    }
    return SV_OK;
}

static enum sv_status check_counts(struct svi_check *c)
{
    unsigned jails = 0, police = 0;
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        jails += c->e->space[i].kind == SV_SPACE_JAIL;
        police += c->e->space[i].kind == SV_SPACE_GO_TO_JAIL;
        for (unsigned j = 0; j < i && c->e->space[i].group != SV_NONE; j++) {
            if (c->e->space[j].group != SV_NONE &&
                strcmp(c->e->space[i].name, c->e->space[j].name) == 0) {
                svi_check_at(c, "spaces[%u].name", i);
                return svi_check_wrong(c, SV_E_DUPLICATE,
                                       "found '%s' again, expected another name than space %u",
                                       c->e->space[i].name, j);
            }
        }
    }
    svi_check_at(c, "spaces");
    if (jails != 1) {
        return svi_check_wrong(c, SV_E_LENGTH, "found %u spaces of kind jail, expected 1", jails);
    }
    if (police > 1) {
        return svi_check_wrong(c, SV_E_LENGTH,
                               "found %u spaces of kind gotojail, expected at most 1", police);
    }
    return SV_OK;
}

static enum sv_status check_group(struct svi_check *c, unsigned g)
{
    const struct sv_group *group = &c->e->group[g];
    svi_check_at(c, "groups[%u]", g);
    const enum sv_status status = svi_check_text(c, group->name, sizeof group->name, false);
    if (status != SV_OK) {
        return status;
    }
    for (unsigned other = 0; other < g; other++) {
        if (strcmp(group->name, c->e->group[other].name) == 0) {
            return svi_check_wrong(c, SV_E_DUPLICATE, "found the name '%s' twice", group->name);
        }
    }
    unsigned size = 0, kind = 0;
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        if (c->e->space[i].group != g) {
            continue;
        }
        if (size++ == 0) {
            kind = c->e->space[i].kind;
        } else if (c->e->space[i].kind != kind) {
            svi_check_at(c, "spaces[%u].group", i);
            return svi_check_wrong(
                c, SV_E_UNKNOWN, "found a %s in group '%s', expected deeds of kind %s only",
                sv_space_kind_name(c->e->space[i].kind), group->name, sv_space_kind_name(kind));
        }
    }
    if (size < 1 || size > 8) {
        return svi_check_wrong(c, SV_E_LENGTH, "found %u deeds in group '%s', expected 1 to 8",
                               size, group->name);
    }
    return SV_OK;
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* Where bus tickets can be won there are some (RULES 11.5), and the bus face leads on to a card
 * space when they have run out (10.5). */
static enum sv_status check_tickets(struct svi_check *c)
{
    const bool tickets = c->e->deck[SV_DECK_BUS].size > 0;
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        if (c->e->space[i].kind == SV_SPACE_BUS_TICKET && !tickets) {
            svi_check_at(c, "spaces[%u].kind", i);
            return svi_check_wrong(c, SV_E_MISSING, "found busticket, expected cards in deck bus");
        }
    }
    if (c->e->rules.bus == SV_RULE_BUS_WHITE || c->e->rules.speed_die == SV_RULE_SPEED_DIE_OFF) {
        return SV_OK;
    }
    svi_check_at(c, "rules.bus");
    if (!tickets) {
        return svi_check_wrong(c, SV_E_MISSING, "found ticket, expected cards in deck bus");
    }
    return svi_has_kind(c->e, SV_SPACE_CHANCE) || svi_has_kind(c->e, SV_SPACE_CHEST)
               ? SV_OK
               : svi_check_wrong(c, SV_E_MISSING, "found ticket, expected a chance or chest space");
}

/* Money comes into play from the bank; a turn has at most 4 moves (three rolls and a bonus), and
 * each may bring a salary and one more gift. Bounded, so that cash and worth fit an int32_t in any
 * game. */
static enum sv_status check_money(struct svi_check *c)
{
    const struct sv_rules *rules = &c->e->rules;
    int64_t gift = 0;
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        for (unsigned i = 0; i < c->e->deck[d].size; i++) {
            const struct sv_card *card = &c->e->deck[d].card[i];
            gift = card->kind == SV_CARD_COLLECT && card->amount > gift ? card->amount : gift;
        }
    }
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        const struct sv_space *space = &c->e->space[i];
        gift = space->kind == SV_SPACE_BIRTHDAY && space->amount > gift ? space->amount : gift;
    }
    const int64_t most = SV_MAX_SEATS * (rules->start_cash +
                                         INT64_C(4) * rules->max_rounds * (rules->salary + gift));
    svi_check_at(c, "rules.max_rounds");
    if (most > SVI_MAX_MONEY) {
        return svi_check_wrong(
            c, SV_E_RANGE,
            "found up to %lld in play after %d rounds, expected at most %lld: lower start_cash, "
            "salary, gifts or rounds",
            (long long)most, (int)rules->max_rounds, (long long)SVI_MAX_MONEY);
    }
    return SV_OK;
}

static enum sv_status check(const struct sv_edition *edition, struct sv_edition_error *error)
{
    struct svi_check c = {.e = edition, .error = error};
    enum sv_status status = check_head(&c);
    for (unsigned i = 0; status == SV_OK && i < edition->n_spaces; i++) {
        status = check_space(&c, i);
    }
    if (status == SV_OK) {
        status = check_counts(&c);
    }
    for (unsigned g = 0; status == SV_OK && g < edition->n_groups; g++) {
        status = check_group(&c, g);
    }
    for (unsigned i = 0; status == SV_OK && i < edition->n_spaces; i++) {
        status = check_rents(&c, i);
    }
    if (status == SV_OK) {
        status = svi_check_decks(&c);
    }
    if (status == SV_OK) {
        status = svi_check_endless(&c);
    }
    if (status == SV_OK) {
        status = check_tickets(&c);
    }
    return status == SV_OK ? check_money(&c) : status;
}

/* Where things stand is written only for an edition that is wrong: that takes longer than all the
 * rest, and every replay has an edition. */
enum sv_status svi_edition_check(const struct sv_edition *edition, struct sv_edition_error *error)
{
    const enum sv_status status = check(edition, NULL);
    return status != SV_OK && error != NULL ? check(edition, error) : status;
}
