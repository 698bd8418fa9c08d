#include "policy/appraisal.h"

/* Chance in percent that a set with this many missing deeds will be complete one day. First column:
 * the bank still has all of them. Tuned by play against variants. */
static const int chance_of_set[4][2] = {{100, 100}, {25, 12}, {7, 3}, {2, 1}};

/* ---- a group ------------------------------------------------------------------------------- */

/* A seat's deeds of a group, as the table has it otherwise. */
struct deeds {
    const struct sv_look *k;
    const struct sv_group *group;
    uint64_t mine, mortgaged;
    int32_t traffic; /* sv_traffic() */
};

static int64_t income(const struct deeds *d, unsigned space, int32_t rent)
{
    return (int64_t)rent * d->k->odds->land[space] * d->traffic / SV_ODDS_ONE;
}

/* Three houses on each street, or hotels where that much stands already: with mortgages lifted
 * first. */
static void set_project(const struct deeds *d, int32_t bare_factor, struct svi_project *project)
{
    const struct sv_edition *e = d->k->e;
    for (uint64_t left = d->mine; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        const struct sv_space *s = &e->space[space];
        unsigned level = d->k->p->level[space];
        unsigned goal = level < 3 ? 3 : level < 5 ? 5 : level;
        bool mortgaged = sv_has(d->mortgaged, space);
        int32_t now = mortgaged ? 0 : level > 0 ? s->rent[level] : s->rent[0] * bare_factor;

        if (s->house_cost <= 0) {
            continue;
        }
        project->cost += sv_level_cost_total(e, space, goal) - sv_level_cost_total(e, space, level);
        project->cost += mortgaged ? sv_lift_cost(e, space) : 0;
        project->gain += income(d, space, s->rent[goal] - now);
    }
}

/* Returns the value of the hope that a set of streets becomes complete. */
static int64_t promise(const struct deeds *d, uint64_t missing)
{
    const struct sv_look *k = d->k;
    unsigned group = (unsigned)(d->group - k->e->group);
    unsigned n = sv_count(missing) - sv_set_spare(&k->e->rules);
    int64_t profit = k->odds->set[group].rent * d->traffic / SV_ODDS_ONE - k->odds->set[group].cost;
    bool taken = false;
    for (uint64_t left = missing; left != 0; left &= left - 1) {
        taken = taken || k->p->owner[sv_first(left)] < SV_BANK;
    }
    return profit <= 0 ? 0 : profit * chance_of_set[n < 3 ? n : 3][taken] / 100;
}

/* A mortgaged deed is worth its rents less the lifting, or nothing if that is negative. */
static int64_t mortgaged_value(const struct deeds *d, unsigned space, int64_t rents)
{
    int64_t value = rents - (sv_lift_cost(d->k->e, space) - d->k->e->space[space].mortgage);
    return value > 0 ? value : 0;
}

/* A street set's worth but for what building would add, which goes to the project. */
static void street_part(const struct deeds *d, struct svi_part *part)
{
    const struct sv_look *k = d->k;
    uint64_t missing = d->group->mask & ~d->mine;
    unsigned n_missing = sv_count(missing);
    bool builds = n_missing <= sv_set_spare(&k->e->rules) && n_missing < d->group->size;
    int32_t factor = !builds                                                          ? 1
                     : k->e->rules.sets == SV_RULE_SETS_ALL_BUT_ONE && n_missing == 0 ? 3
                                                                                      : 2;
    for (uint64_t left = d->mine; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        const struct sv_space *s = &k->e->space[space];
        unsigned level = k->p->level[space];
        int64_t rents = income(d, space, level > 0 ? s->rent[level] : s->rent[0] * factor);

        part->fixed += sv_has(d->mortgaged, space)
                           ? mortgaged_value(d, space, rents)
                           : s->price * 3 / 4 + rents + sv_level_cost_total(k->e, space, level) / 2;
    }
    if (builds) {
        set_project(d, factor, &part->project);
    } else {
        part->fixed += promise(d, missing);
    }
}

/* Railroads and utilities: the rent of each grows with their number. */
static void line_part(const struct deeds *d, struct svi_part *part)
{
    const struct sv_look *k = d->k;
    unsigned count = sv_count(d->mine);
    for (uint64_t left = d->mine; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        const struct sv_space *s = &k->e->space[space];
        bool depot = k->p->level[space] > 0;
        int32_t factor = s->kind == SV_SPACE_UTILITY ? 7 : depot ? 2 : 1;
        int64_t rents = income(d, space, s->rent[count - 1] * factor);

        part->fixed += sv_has(d->mortgaged, space)
                           ? mortgaged_value(d, space, rents)
                           : s->price * 3 / 4 + rents + (depot ? s->depot_cost / 2 : 0);
    }
}

static void appraise_part(const struct sv_look *k, unsigned group, uint64_t mine,
                          uint64_t mortgaged, struct svi_part *part)
{
    const struct deeds d = {k, &k->e->group[group], mine, mortgaged, sv_traffic(k)};
    *part = (struct svi_part){.project = {.group = group}};
    if (mine == 0) {
        return;
    }
    if (d.group->kind != SV_SPACE_STREET) {
        line_part(&d, part);
        return;
    }
    street_part(&d, part);
    if (part->project.gain <= 0 || part->project.cost <= 0) {
        part->project.cost = 0;
    }
}

void svi_part_memo_init(struct svi_part_memo *memo)
{
    for (unsigned g = 0; g < SV_MAX_GROUPS; g++) {
        for (unsigned i = 0; i < SVI_PART_SLOTS; i++) {
            memo->slot[g][i].deeds = 0;
        }
    }
}

/* appraise_part() by way of a memo; what it returns holds until the next call. */
static const struct svi_part *recall_part(const struct sv_look *k, unsigned group, uint64_t mine,
                                          uint64_t mortgaged, struct svi_part_memo *memo)
{
    static const struct svi_part nothing;
    /* Any hash would do: multiplied, the uppermost bits depend on all deeds. */
    unsigned i = (unsigned)(mine * UINT64_C(0x9e3779b97f4a7c15) >> 32) % SVI_PART_SLOTS;
    if (mine == 0) {
        return &nothing;
    }
    if (memo->slot[group][i].deeds != mine) {
        appraise_part(k, group, mine, mortgaged, &memo->slot[group][i].part);
        memo->slot[group][i].deeds = mine;
    }
    return &memo->slot[group][i].part;
}

/* ---- a holding ----------------------------------------------------------------------------- */

static int64_t full_profit(const struct svi_project *project)
{
    int64_t profit = project->gain - project->cost / 2;
    return profit > 0 ? profit : 0;
}

/* Puts a project where it belongs: the best return first, of equal ones the group with the lowest
 * number. */
static void add_project(struct svi_appraisal *a, const struct svi_project *project)
{
    unsigned at = a->n_projects++;
    for (; at > 0; at--) {
        const struct svi_project *before = &a->project[at - 1];
        int64_t mine = project->gain * before->cost;
        int64_t other = before->gain * project->cost;
        if (mine < other || (mine == other && before->group < project->group)) {
            break;
        }
        a->project[at] = *before;
    }
    a->project[at] = *project;
    a->cost += project->cost;
    a->profit += full_profit(project);
}

static void add_part(struct svi_appraisal *a, const struct svi_part *part)
{
    a->fixed += part->fixed;
    if (part->project.cost > 0) {
        add_project(a, &part->project);
    }
}

static int64_t loose_value(const struct sv_holding *h)
{
    return (int64_t)SV_TICKET_VALUE * h->tickets + (int64_t)SV_CARD_VALUE * h->cards;
}

static void clear(const struct sv_look *k, const struct sv_holding *h, struct svi_appraisal *a)
{
    a->fixed = loose_value(h);
    a->loose = a->fixed;
    a->need = h->need;
    a->salary = k->e->rules.salary;
    a->hope = SVI_TRADING_HOPE;
    a->cost = a->profit = 0;
    a->n_projects = 0;
}

void svi_appraise(const struct sv_look *k, const struct sv_holding *h, struct svi_parts *parts,
                  struct svi_appraisal *out)
{
    clear(k, h, out);
    for (unsigned g = 0; g < k->e->n_groups; g++) {
        appraise_part(k, g, k->e->group[g].mask & h->deeds, h->mortgaged, &parts->of[g]);
        add_part(out, &parts->of[g]);
    }
}

void svi_appraise_again(const struct sv_look *k, const struct sv_holding *h,
                        const struct svi_parts *parts, const struct svi_appraisal *before,
                        uint32_t groups, struct svi_part_memo *memo, struct svi_appraisal *out)
{
    clear(k, h, out);
    out->fixed += before->fixed - before->loose;
    for (unsigned i = 0; i < before->n_projects; i++) {
        const struct svi_project *project = &before->project[i];

        if (!sv_has(groups, project->group)) { /* in order already */
            out->project[out->n_projects++] = *project;
            out->cost += project->cost;
            out->profit += full_profit(project);
        }
    }
    for (uint64_t left = groups; left != 0; left &= left - 1) {
        unsigned g = sv_first(left);
        uint64_t mine = k->e->group[g].mask & h->deeds;
        struct svi_part part;

        out->fixed -= parts->of[g].fixed;
        if (memo != NULL) {
            add_part(out, recall_part(k, g, mine, h->mortgaged, memo));
        } else {
            appraise_part(k, g, mine, h->mortgaged, &part);
            add_part(out, &part);
        }
    }
}

static int64_t part_bound(const struct svi_part *part)
{
    return part->fixed + (part->project.cost > 0 ? full_profit(&part->project) : 0);
}

int64_t svi_worth_shift(const struct sv_look *k, const struct svi_parts *parts, unsigned group,
                        uint64_t deeds, uint64_t mortgaged, struct svi_part_memo *memo)
{
    return part_bound(recall_part(k, group, deeds, mortgaged, memo)) -
           part_bound(&parts->of[group]);
}

/* Returns the gain from spending cash on the projects, the best first. The first houses of a set
 * bring little, so half the money brings a quarter of the gain. Half of the spent money could be
 * had back. Without cash there is still hope of some. */
int64_t svi_projects_value(const struct svi_appraisal *a, int64_t cash)
{
    int64_t value = 0;
    for (unsigned i = 0; i < a->n_projects && (cash > 0 || a->hope != 0); i++) {
        const struct svi_project *project = &a->project[i];
        int64_t spent = project->cost < cash ? project->cost : cash > 0 ? cash : 0;
        int64_t part = spent * 1024 / project->cost;
        int64_t profit = project->gain * part / 1024 * part / 1024 - spent / 2;
        int64_t hope = (project->gain - project->cost) * a->hope / 100;

        if (profit > hope) {
            value += profit;
            cash -= spent;
        } else if (hope > 0) {
            value += hope;
        }
    }
    return value;
}

/* ---- incomes and holdings -------------------------------------------------------------------- */

int32_t sv_traffic(const struct sv_look *k)
{
    return 35 + 12 * (int32_t)(sv_count(k->p->alive) - 1);
}

int64_t sv_income(const struct sv_look *k, unsigned space, int32_t rent)
{
    return (int64_t)rent * k->odds->land[space] * sv_traffic(k) / SV_ODDS_ONE;
}

/* Rent that `seat` would pay on a space; utilities at seven pips. */
static int32_t rent_for(const struct sv_look *k, unsigned seat, unsigned space)
{
    unsigned owner = k->p->owner[space];
    return owner == seat || owner >= SV_BANK ? 0 : sv_rent(k->e, k->p, space, 7, 1, 0);
}

int32_t sv_rent_per_turn(const struct sv_look *k, unsigned seat)
{
    int64_t sum = 0;
    for (uint64_t left = k->e->deeds & ~k->p->owned[seat]; left != 0; left &= left - 1) {
        sum += (int64_t)rent_for(k, seat, sv_first(left)) * k->odds->land[sv_first(left)];
    }
    return (int32_t)(sum / SV_ODDS_ONE);
}

int32_t sv_reserve(const struct sv_look *k, unsigned seat)
{
    int64_t expected = 0;
    int32_t worst = 0;
    for (unsigned pips = 2; pips <= 12; pips++) {
        unsigned space = (k->p->space[seat] + pips) % k->e->n_spaces;
        int32_t rent = rent_for(k, seat, space);

        expected += (int64_t)rent * k->odds->roll[pips];
        worst = rent > worst ? rent : worst;
    }
    expected = expected / SV_ODDS_ONE * 3;
    return 50 + (int32_t)(expected > worst / 2 ? expected : worst / 2);
}

bool sv_freedom_pays(const struct sv_look *k)
{
    uint64_t unowned = k->e->deeds;
    for (unsigned s = 0; s < k->p->seats; s++) {
        unowned &= ~k->p->owned[s];
    }
    return sv_count(unowned) * 6 > sv_count(k->e->deeds) || sv_rent_per_turn(k, k->seat) < 40;
}

struct sv_holding sv_holding_of(const struct sv_look *k, unsigned seat)
{
    struct sv_holding h = {.deeds = k->p->owned[seat],
                           .mortgaged = k->p->mortgaged,
                           .cash = k->p->cash[seat],
                           .need = sv_reserve(k, seat),
                           .tickets = k->p->tickets[seat]};
    for (unsigned j = 0; j < k->e->n_jail_cards; j++) {
        h.cards = (uint8_t)(h.cards + (k->p->jail_holder[j] == seat));
    }
    return h;
}

int32_t sv_rivalry(const struct sv_look *k)
{
    unsigned others = sv_count(k->p->alive) - 1;
    return others <= 1 ? 100 : others == 2 ? 60 : others == 3 ? 40 : 25;
}

/* Returns the value of a deed to another seat. */
static int64_t rival_value(const struct sv_look *k, unsigned seat, unsigned space)
{
    struct sv_holding h = sv_holding_of(k, seat);
    struct svi_parts parts;
    struct svi_appraisal before;
    struct svi_appraisal after;
    svi_appraise(k, &h, &parts, &before);
    h.deeds |= UINT64_C(1) << space;
    svi_appraise_again(k, &h, &parts, &before, 1u << k->e->space[space].group, NULL, &after);
    return svi_worth_with(&after, h.cash) - svi_worth_with(&before, h.cash) -
           k->e->space[space].price;
}

/* Returns the value of the deed to the other seat that it would help most. */
static int64_t best_rival_value(const struct sv_look *k, unsigned space)
{
    int64_t best = 0;
    for (unsigned s = 0; s < k->p->seats; s++) {
        if (s != k->seat && sv_alive(k->p, s)) {
            int64_t value = rival_value(k, s, space);

            best = value > best ? value : best;
        }
    }
    return best;
}

int32_t sv_deed_price(const struct sv_look *k, unsigned space, int32_t most)
{
    struct sv_holding h = sv_holding_of(k, k->seat);
    struct svi_parts parts;
    struct svi_appraisal before;
    struct svi_appraisal with;
    int64_t without;
    int32_t low = 0;
    svi_appraise(k, &h, &parts, &before);
    without = svi_worth_with(&before, h.cash) - best_rival_value(k, space) * sv_rivalry(k) / 100;
    h.deeds |= UINT64_C(1) << space;
    h.mortgaged &= ~(UINT64_C(1) << space);
    svi_appraise_again(k, &h, &parts, &before, 1u << k->e->space[space].group, NULL, &with);
    with.hope = SVI_BUYING_HOPE;
    while (low < most) {
        int32_t middle = low + (most - low + 1) / 2;
        if (svi_worth_with(&with, h.cash - middle) >= without) {
            low = middle;
        } else {
            most = middle - 1;
        }
    }
    return low;
}

int32_t sv_landing(const struct sv_look *k, unsigned space)
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
        gain = sv_deed_price(k, space, cash) - s->price;
        return gain > 0 ? gain : 0;
    case SV_SPACE_TAX:
        return -s->amount;
    case SV_SPACE_GO_TO_JAIL:
        return sv_freedom_pays(k) ? -100 : 50;
    case SV_SPACE_BIRTHDAY:
        return s->amount;
    case SV_SPACE_BUS_TICKET:
        return SV_TICKET_VALUE;
    case SV_SPACE_CHANCE:
    case SV_SPACE_CHEST:
        return 10;
    case SV_SPACE_AUCTION:
        return 20;
    default:
        return 0;
    }
}
