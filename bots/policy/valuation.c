#include "bots/policy/valuation.h"

/* Chance in percent that a set with so many deeds missing will be whole one day, the first column when all
 * of them are still the bank's. Set by play against variants. */
static const int chance_of_set[4][2] = {{100, 100}, {25, 12}, {7, 3}, {2, 1}};

/* What is expected of a whole set that there is no money to build on yet, in percent. Less in a trade,
 * which can be made later, with the money; a deed of the bank's is sold once. Set by play. */
#define TRADING_HOPE 0
#define BUYING_HOPE 30

int32_t svi_traffic(const struct svi_look *k)
{
    return 35 + 12 * (int32_t)(sv_count(k->p->alive) - 1);
}

int64_t svi_income(const struct svi_look *k, unsigned space, int32_t rent)
{
    return (int64_t)rent * k->odds->land[space] * svi_traffic(k) / SVI_ODDS_ONE;
}

/* Rent that `seat` would pay on a space; utilities at seven pips. */
static int32_t rent_for(const struct svi_look *k, unsigned seat, unsigned space)
{
    unsigned owner = k->p->owner[space];

    return owner == seat || owner >= SV_BANK ? 0 : sv_rent(k->e, k->p, space, 7, 1, 0);
}

int32_t svi_rent_per_turn(const struct svi_look *k, unsigned seat)
{
    int64_t sum = 0;

    for (uint64_t left = k->e->deeds & ~k->p->owned[seat]; left != 0; left &= left - 1) {
        sum += (int64_t)rent_for(k, seat, sv_first(left)) * k->odds->land[sv_first(left)];
    }
    return (int32_t)(sum / SVI_ODDS_ONE);
}

int32_t svi_reserve(const struct svi_look *k, unsigned seat)
{
    int64_t expected = 0;
    int32_t worst = 0;

    for (unsigned pips = 2; pips <= 12; pips++) {
        unsigned space = (k->p->space[seat] + pips) % k->e->n_spaces;
        int32_t rent = rent_for(k, seat, space);

        expected += (int64_t)rent * k->odds->roll[pips];
        worst = rent > worst ? rent : worst;
    }
    expected = expected / SVI_ODDS_ONE * 3;
    return 50 + (int32_t)(expected > worst / 2 ? expected : worst / 2);
}

bool svi_freedom_pays(const struct svi_look *k)
{
    uint64_t unowned = k->e->deeds;

    for (unsigned s = 0; s < k->p->seats; s++) {
        unowned &= ~k->p->owned[s];
    }
    return sv_count(unowned) * 6 > sv_count(k->e->deeds) || svi_rent_per_turn(k, k->seat) < 40;
}

struct svi_holding svi_holding_of(const struct svi_look *k, unsigned seat)
{
    struct svi_holding h = {.deeds = k->p->owned[seat],
                            .mortgaged = k->p->mortgaged,
                            .cash = k->p->cash[seat],
                            .need = svi_reserve(k, seat),
                            .tickets = k->p->tickets[seat]};

    for (unsigned j = 0; j < k->e->n_jail_cards; j++) {
        h.cards = (uint8_t)(h.cards + (k->p->jail_holder[j] == seat));
    }
    return h;
}

/* Three houses on each street, or hotels where that much stands already: with mortgages lifted first. */
static struct svi_project set_project(const struct svi_look *k, const struct svi_holding *h,
                                      uint64_t mine, int32_t bare_factor)
{
    struct svi_project project = {0, 0};

    for (uint64_t left = mine; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        const struct sv_space *s = &k->e->space[space];
        unsigned level = k->p->level[space];
        unsigned goal = level < 3 ? 3 : level < 5 ? 5 : level;
        bool mortgaged = sv_has(h->mortgaged, space);
        int32_t now = mortgaged ? 0 : level > 0 ? s->rent[level] : s->rent[0] * bare_factor;

        if (s->house_cost <= 0) {
            continue;
        }
        project.cost +=
            sv_level_cost_total(k->e, space, goal) - sv_level_cost_total(k->e, space, level);
        project.cost += mortgaged ? sv_lift_cost(k->e, space) : 0;
        project.gain += svi_income(k, space, s->rent[goal] - now);
    }
    return project;
}

/* What a set of streets that is not whole yet promises. */
static int64_t promise(const struct svi_look *k, unsigned group, uint64_t missing)
{
    unsigned n = sv_count(missing) - sv_set_spare(&k->e->rules);
    int64_t profit =
        k->odds->set[group].rent * svi_traffic(k) / SVI_ODDS_ONE - k->odds->set[group].cost;
    bool taken = false;

    for (uint64_t left = missing; left != 0; left &= left - 1) {
        taken = taken || k->p->owner[sv_first(left)] < SV_BANK;
    }
    return profit <= 0 ? 0 : profit * chance_of_set[n < 3 ? n : 3][taken] / 100;
}

/* A street set's worth but for what building would add, which goes to `project`. */
static int64_t street_value(const struct svi_look *k, const struct svi_holding *h,
                            const struct sv_group *g, uint64_t mine, struct svi_project *project)
{
    uint64_t missing = g->mask & ~mine;
    unsigned n_missing = sv_count(missing);
    bool builds = n_missing <= sv_set_spare(&k->e->rules) && n_missing < g->size;
    int32_t factor = !builds                                                          ? 1
                     : k->e->rules.sets == SV_RULE_SETS_ALL_BUT_ONE && n_missing == 0 ? 3
                                                                                      : 2;
    int64_t value = 0;

    for (uint64_t left = mine; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        const struct sv_space *s = &k->e->space[space];
        unsigned level = k->p->level[space];
        int64_t income = svi_income(k, space, level > 0 ? s->rent[level] : s->rent[0] * factor);

        if (sv_has(h->mortgaged, space)) {
            income -=
                sv_lift_cost(k->e, space) - s->mortgage; /* to be lifted one day, or not at all */
            value += income > 0 ? income : 0;
        } else {
            value += s->price * 3 / 4 + income + sv_level_cost_total(k->e, space, level) / 2;
        }
    }
    if (builds) {
        *project = set_project(k, h, mine, factor);
    } else {
        value += promise(k, (unsigned)(g - k->e->group), missing);
    }
    return value;
}

/* Railroads and utilities: the rent of each grows with their number. */
static int64_t line_value(const struct svi_look *k, const struct svi_holding *h, uint64_t mine)
{
    int64_t value = 0;
    unsigned count = sv_count(mine);

    for (uint64_t left = mine; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        const struct sv_space *s = &k->e->space[space];
        int32_t rent = s->rent[count - 1] * (s->kind == SV_SPACE_UTILITY ? 7
                                             : k->p->level[space] > 0    ? 2
                                                                         : 1);
        int64_t income = svi_income(k, space, rent);

        if (sv_has(h->mortgaged, space)) {
            income -= sv_lift_cost(k->e, space) - s->mortgage;
            value += income > 0 ? income : 0;
        } else {
            value += s->price * 3 / 4 + income + (k->p->level[space] > 0 ? s->depot_cost / 2 : 0);
        }
    }
    return value;
}

void svi_appraise(const struct svi_look *k, const struct svi_holding *h, struct svi_appraisal *out)
{
    out->need = h->need;
    out->hope = TRADING_HOPE;
    out->n_projects = 0;
    out->fixed = (int64_t)SVI_TICKET_VALUE * h->tickets + (int64_t)SVI_CARD_VALUE * h->cards;
    for (unsigned i = 0; i < k->e->n_groups; i++) {
        const struct sv_group *g = &k->e->group[i];
        uint64_t mine = g->mask & h->deeds;

        if (mine == 0) {
            continue;
        }
        if (g->kind == SV_SPACE_STREET) {
            struct svi_project *project = &out->project[out->n_projects];

            *project = (struct svi_project){0, 0};
            out->fixed += street_value(k, h, g, mine, project);
            out->n_projects += project->gain > 0 && project->cost > 0;
        } else {
            out->fixed += line_value(k, h, mine);
        }
    }
}

/* What cash makes of the projects, the best first. The first houses of a set bring little, so that half
 * the money brings a quarter of the gain; half of what is spent could be had back. Without any cash there
 * is still hope of some. */
static int64_t projects_value(const struct svi_appraisal *a, int64_t cash)
{
    unsigned left = (1u << a->n_projects) - 1;
    int64_t value = 0;

    while (left != 0) {
        unsigned first_left = sv_first(left);
        const struct svi_project *best = &a->project[first_left];
        int64_t spent;
        int64_t part;
        int64_t profit;
        int64_t hope;

        for (unsigned i = first_left + 1; i < a->n_projects; i++) {
            const struct svi_project *other = &a->project[i];

            if (sv_has(left, i) && other->gain * best->cost > best->gain * other->cost) {
                best = other;
            }
        }
        left &= ~(1u << (best - a->project));
        spent = best->cost < cash ? best->cost : cash > 0 ? cash : 0;
        part = spent * 1024 / best->cost;
        profit = best->gain * part / 1024 * part / 1024 - spent / 2;
        hope = (best->gain - best->cost) * a->hope / 100;
        if (profit > hope) {
            value += profit;
            cash -= spent;
        } else if (hope > 0) {
            value += hope;
        }
    }
    return value;
}

int64_t svi_worth_with(const struct svi_look *k, const struct svi_appraisal *a, int64_t cash)
{
    int64_t value = a->fixed + cash - (cash < a->need ? (a->need - cash) / 2 : 0);

    return a->n_projects == 0 ? value
                              : value + projects_value(a, cash + k->e->rules.salary - a->need);
}

int64_t svi_worth_of(const struct svi_look *k, const struct svi_holding *h)
{
    struct svi_appraisal a;

    svi_appraise(k, h, &a);
    return svi_worth_with(k, &a, h->cash);
}

int32_t svi_rivalry(const struct svi_look *k)
{
    unsigned others = sv_count(k->p->alive) - 1;

    return others <= 1 ? 100 : others == 2 ? 60 : others == 3 ? 40 : 25;
}

/* What the deed is worth to whom of the others it would help most. */
static int64_t best_rival_value(const struct svi_look *k, unsigned space)
{
    int64_t best = 0;

    for (unsigned s = 0; s < k->p->seats; s++) {
        struct svi_holding h;
        int64_t without;
        int64_t gain;

        if (s == k->seat || !sv_alive(k->p, s)) {
            continue;
        }
        h = svi_holding_of(k, s);
        without = svi_worth_of(k, &h);
        h.deeds |= UINT64_C(1) << space;
        gain = svi_worth_of(k, &h) - without - k->e->space[space].price;
        best = gain > best ? gain : best;
    }
    return best;
}

int32_t svi_deed_price(const struct svi_look *k, unsigned space, int32_t most)
{
    struct svi_holding h = svi_holding_of(k, k->seat);
    int64_t without = svi_worth_of(k, &h) - best_rival_value(k, space) * svi_rivalry(k) / 100;
    struct svi_appraisal with;
    int32_t low = 0;

    h.deeds |= UINT64_C(1) << space;
    h.mortgaged &= ~(UINT64_C(1) << space);
    svi_appraise(k, &h, &with);
    with.hope = BUYING_HOPE;
    while (low < most) {
        int32_t middle = low + (most - low + 1) / 2;

        if (svi_worth_with(k, &with, h.cash - middle) >= without) {
            low = middle;
        } else {
            most = middle - 1;
        }
    }
    return low;
}

int32_t svi_landing(const struct svi_look *k, unsigned space)
{
    const struct sv_space *s = &k->e->space[space];
    int32_t cash = k->p->cash[k->seat];
    int32_t gain;

    switch ((enum sv_space_kind)s->kind) {
    case SV_SPACE_STREET:
    case SV_SPACE_RAIL:
    case SV_SPACE_UTILITY:
        if (k->p->owner[space] != SV_BANK) {
            return -rent_for(k, k->seat, space);
        }
        gain = svi_deed_price(k, space, cash) - s->price;
        return gain > 0 ? gain : 0;
    case SV_SPACE_TAX:
        return -s->amount;
    case SV_SPACE_GO_TO_JAIL:
        return svi_freedom_pays(k) ? -100 : 50;
    case SV_SPACE_BIRTHDAY:
        return s->amount;
    case SV_SPACE_BUS_TICKET:
        return SVI_TICKET_VALUE;
    case SV_SPACE_CHANCE:
    case SV_SPACE_CHEST:
        return 10;
    case SV_SPACE_AUCTION:
        return 20;
    default:
        return 0;
    }
}
