#include "value/features.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* Rents are looked at as if seven were thrown. */
#define PIPS 7

void svi_features_init(struct svi_features *f, const struct sv_edition *e)
{
    memset(f, 0, sizeof *f);
    f->e = e;
    f->deeds = sv_count(e->deeds);
    svi_value_odds_init(&f->odds, e);
}

static float at_most(float x, float most)
{
    return x < most ? x : most;
}

/* ---- deeds -------------------------------------------------------------------------------------- */

/* Whether the deeds and buildings are those of an estate. */
static bool same_estate(const struct svi_estate *t, const struct sv_position *p)
{
    return t->mortgaged == p->mortgaged && memcmp(t->owned, p->owned, sizeof t->owned) == 0 &&
           memcmp(t->level, p->level, sizeof t->level) == 0;
}

static void look_at_deed(const struct svi_features *f, struct svi_estate *t,
                         const struct sv_position *p, unsigned s, unsigned space)
{
    const struct sv_space *deed = &f->e->space[space];
    float *x = t->seat[s].x;
    const float rent = (float)sv_rent(f->e, p, space, PIPS, 1, 0);
    const unsigned level = p->level[space];

    t->rent[space] = rent;
    t->seat[s].rent += rent;
    t->seat[s].rents += rent * f->odds.land[space];
    t->seat[s].highest = rent > t->seat[s].highest ? rent : t->seat[s].highest;
    x[SVI_X_DEEDS] += 0.1F;
    if (sv_has(p->mortgaged, space)) {
        x[SVI_X_MORTGAGED] += 1.0F;
        t->seat[s].worth += deed->mortgage;
    } else {
        t->seat[s].worth += deed->price;
        t->seat[s].liquid += deed->mortgage;
    }
    if (level > 0) {
        const int32_t cost = sv_level_cost_total(f->e, space, level);

        t->seat[s].worth += cost;
        t->seat[s].liquid += cost / 2;
        x[SVI_X_BUILT] += (float)cost / 1000;
        x[SVI_X_HOUSES] += deed->kind == SV_SPACE_STREET && level < 5 ? (float)level / 12 : 0;
        x[SVI_X_HOTELS] += deed->kind == SV_SPACE_STREET && level >= 5 ? 0.25F : 0;
    }
}

static void look_at_group(const struct svi_features *f, struct svi_estate *t,
                          const struct sv_position *p, unsigned s, unsigned g, uint64_t unowned)
{
    const struct sv_group *group = &f->e->group[g];
    const float rents = f->odds.set_rent[g] / 100;
    const uint64_t lacks = group->mask & ~p->owned[s];
    const unsigned n = group->size - sv_count(lacks);
    float *x = t->seat[s].x;

    if (n == 0) {
        return;
    }
    if (g < SVI_GROUP_FEATURES) {
        x[SVI_X_GROUP + g] = (float)n / group->size;
    }
    if (group->kind != SV_SPACE_STREET) {
        return;
    }
    if (lacks == 0) {
        float levels = 0;
        float lack;

        for (unsigned d = 0; d < group->size; d++) {
            levels += p->level[group->deed[d]];
        }
        levels /= group->size;
        t->seat[s].sets += 1;
        x[SVI_X_SETS] += 0.5F;
        if (g < SVI_GROUP_FEATURES) {
            x[SVI_X_BUILT_GROUP + g] = levels / 5 + 0.1F;
        }
        lack = f->odds.set_cost[g] * (1 - levels / 3);
        if (lack > 0) {
            t->seat[s].project[t->seat[s].n_projects].rents = rents;
            t->seat[s].project[t->seat[s].n_projects++].cost = lack;
        } else {
            t->seat[s].built_rents += rents;
        }
    } else if (n + 1 == group->size) {
        x[(lacks & unowned) != 0 ? SVI_X_LACKS_BANK : SVI_X_LACKS_OTHER] += rents;
    }
    if (lacks != 0 && (group->mask & unowned) == 0) {
        x[SVI_X_SPREAD] += rents * (float)n / group->size;
    }
}

static void look_at_estate(const struct svi_features *f, struct svi_estate *t,
                           const struct sv_position *p)
{
    uint64_t unowned = f->e->deeds;

    memset(t, 0, offsetof(struct svi_estate, number));
    t->number++;
    memcpy(t->owned, p->owned, sizeof t->owned);
    memcpy(t->level, p->level, sizeof t->level);
    t->mortgaged = p->mortgaged;
    for (unsigned s = 0; s < p->seats; s++) {
        unowned &= ~p->owned[s];
    }
    for (unsigned s = 0; s < p->seats; s++) {
        if (!sv_alive(p, s)) {
            continue;
        }
        for (uint64_t left = p->owned[s]; left != 0; left &= left - 1) {
            look_at_deed(f, t, p, s, sv_first(left));
        }
        for (unsigned g = 0; g < f->e->n_groups && p->owned[s] != 0; g++) {
            look_at_group(f, t, p, s, g, unowned);
        }
        if (t->seat[s].x[SVI_X_DEEDS] > 0) {
            t->seat[s].x[SVI_X_MORTGAGED] /= (float)sv_count(p->owned[s]);
        }
        t->rents += t->seat[s].rents;
        t->highest = t->seat[s].highest > t->highest ? t->seat[s].highest : t->highest;
    }
}

/* ---- the next throw ----------------------------------------------------------------------------- */

/* What a throw with that much cash brings, and what it might cost at most. */
static void count_ahead(const struct svi_features *f, const struct svi_estate *t,
                        const struct sv_position *p, unsigned s, float often, int32_t cash,
                        int32_t liquid, struct svi_next *out, struct svi_outlook *most)
{
    const bool speeding = sv_has(p->speeding, s);
    const float *total = f->odds.total[speeding];
    unsigned to = p->space[s] + 1u;

    memset(out, 0, sizeof *out);
    for (unsigned pips = 2; pips < (speeding ? SVI_TOTALS : 13); pips++) {
        const struct sv_space *space;
        unsigned owner;
        float chance = often * total[pips];
        float rent;

        to = to + 1 < f->e->n_spaces ? to + 1 : to + 1 - f->e->n_spaces;
        space = &f->e->space[to];
        owner = p->owner[to];
        rent = owner < SV_BANK && owner != s ? t->rent[to]
               : space->kind == SV_SPACE_TAX ? (float)space->amount
                                             : 0;
        most->highest = rent > most->highest ? rent : most->highest;
        if (owner < SV_BANK) {
            out->paid[owner] += chance * rent;
        } else if (owner == SV_BANK) {
            most->dearest = space->price > most->dearest ? space->price : most->dearest;
            if (space->price <= cash) {
                const uint64_t group = f->e->group[space->group].mask;

                out->price += chance * (float)space->price;
                out->set += (group & ~p->owned[s] & ~(UINT64_C(1) << to)) == 0 ? chance : 0;
            }
        }
        out->rent += chance * rent;
        out->is_short += rent > (float)cash ? chance : 0;
        out->is_broke += rent > (float)liquid ? chance : 0;
    }
}

/* Who can pay for all that lies ahead meets the same wherever else the game stands. */
static const struct svi_outlook *outlook_of(const struct svi_features *f, struct svi_estate *t,
                                            const struct sv_position *p, unsigned s)
{
    struct svi_outlook *a = &t->outlook[s][p->space[s]];
    const bool speeding = sv_has(p->speeding, s);

    if (a->of != t->number || a->speeding != speeding) {
        struct svi_next next;

        *a = (struct svi_outlook){.of = t->number, .speeding = speeding};
        count_ahead(f, t, p, s, 1.0F, INT32_MAX, INT32_MAX, &next, a);
        a->rent = next.rent;
        a->price = next.price;
        a->set = next.set;
        memcpy(a->paid, next.paid, sizeof a->paid);
    }
    return a;
}

static void look_ahead(const struct svi_features *f, const struct svi_sight *sight,
                       const struct sv_position *p, unsigned s, struct svi_next *out)
{
    struct svi_estate *t = sight->estate;
    const int32_t cash = p->cash[s];

    if (p->jail[s] == 0) {
        const struct svi_outlook *a = outlook_of(f, t, p, s);

        if (cash >= a->dearest && (float)cash >= a->highest) {
            *out = (struct svi_next){.rent = a->rent, .price = a->price, .set = a->set};
            memcpy(out->paid, a->paid, sizeof out->paid);
            return;
        }
    }
    /* In jail it may pay or throw doubles. */
    count_ahead(f, t, p, s, p->jail[s] != 0 ? 0.4F : 1.0F, cash, cash + t->seat[s].liquid, out,
                &(struct svi_outlook){.of = 0});
}

/* ---- a position --------------------------------------------------------------------------------- */

/* Figures of all seats together. */
struct table {
    float best_worth, next_worth, best_rents, next_rents;
    unsigned best_worth_seat, best_rents_seat;
};

static float positive(int32_t amount)
{
    return amount > 1 ? (float)amount : 1.0F;
}

static void look_at_table(const struct svi_features *f, struct svi_sight *sight,
                          const struct sv_position *p, struct table *table)
{
    const struct svi_estate *t = sight->estate;
    float *x = sight->table;
    unsigned unowned = f->deeds;
    const float round = (float)p->round / (float)f->e->rules.max_rounds;

    memset(table, 0, sizeof *table);
    for (unsigned s = 0; s < p->seats; s++) {
        float worth;
        float rents;

        if (!sv_alive(p, s)) {
            continue;
        }
        worth = positive(p->cash[s] + t->seat[s].worth);
        rents = t->seat[s].rents;
        unowned -= sv_count(p->owned[s]);
        if (worth > table->best_worth) {
            table->next_worth = table->best_worth;
            table->best_worth = worth;
            table->best_worth_seat = s;
        } else if (worth > table->next_worth) {
            table->next_worth = worth;
        }
        if (rents > table->best_rents) {
            table->next_rents = table->best_rents;
            table->best_rents = rents;
            table->best_rents_seat = s;
        } else if (rents > table->next_rents) {
            table->next_rents = rents;
        }
    }
#define TABLE(NAME) x[SVI_X_##NAME - SVI_X_BEFORE_TABLE - 1]
    TABLE(UNOWNED) = (float)unowned / (float)f->deeds;
    TABLE(ROUND) = round;
    TABLE(LATE) = round > 0.8F;
    TABLE(LIVING) = (float)sv_count(p->alive) / 4;
    TABLE(PLAYERS) = (float)p->seats / 4;
    TABLE(STOCK_HOUSES) = (float)p->stock[SV_UNIT_HOUSE] / 32;
    TABLE(STOCK_HOTELS) = (float)p->stock[SV_UNIT_HOTEL] / 12;
#undef TABLE
}

static float promise(const struct svi_estate *t, unsigned s, float liquid)
{
    float sum = t->seat[s].built_rents;

    for (unsigned i = 0; i < t->seat[s].n_projects; i++) {
        const float built = liquid > 0 ? liquid / t->seat[s].project[i].cost : 0;

        sum += t->seat[s].project[i].rents * at_most(built, 1);
    }
    return sum;
}

/* What follows from a seat's deeds, buildings and cash. */
static void look_at_means(const struct svi_estate *t, const struct sv_position *p, unsigned s,
                          float x[])
{
    const float cash = (float)p->cash[s];
    const float size = cash < 0 ? -cash : cash;
    const int32_t could = p->cash[s] + t->seat[s].liquid;

    memcpy(x, t->seat[s].x, sizeof t->seat[s].x);
    x[SVI_X_CASH] = cash / 1000;
    x[SVI_X_CASH_LITTLE] = cash / (size + 150);
    x[SVI_X_CASH_SOME] = cash / (size + 600);
    x[SVI_X_SHORT] = p->cash[s] < 100;
    x[SVI_X_WORTH] = positive(p->cash[s] + t->seat[s].worth) / 3000;
    x[SVI_X_LIQUID] = (float)could / 1500;
    x[SVI_X_BROKE] = could < 0;
    x[SVI_X_PROMISE] = promise(t, s, (float)could);
}

/* `same`: a seat with the same means, or NULL. */
static void look_at_seat(const struct svi_features *f, struct svi_sight *sight,
                         const struct sv_position *p, const struct table *table, const float *same,
                         unsigned s)
{
    const struct svi_estate *t = sight->estate;
    const int32_t could = p->cash[s] + t->seat[s].liquid;
    const float liquid = (float)could;
    const float worth = positive(p->cash[s] + t->seat[s].worth);
    const struct svi_next *next = &sight->next[s];
    float *x = sight->x[s];
    float highest = 0;
    float paid = 0;
    unsigned cards = p->tickets[s];

    for (unsigned o = 0; o < p->seats; o++) {
        if (o != s && sv_alive(p, o)) {
            highest = t->seat[o].highest > highest ? t->seat[o].highest : highest;
            paid += sight->next[o].paid[s];
        }
    }
    for (unsigned j = 0; j < f->e->n_jail_cards; j++) {
        cards += p->jail_holder[j] == s;
    }
    if (same != NULL) {
        memcpy(x, same, (SVI_X_BEFORE_TABLE + 1) * sizeof *x);
    } else {
        look_at_means(t, p, s, x);
    }
    memcpy(x + SVI_X_BEFORE_TABLE + 1, sight->table, sizeof sight->table);
    x[SVI_X_WORTH_AHEAD] =
        (worth - (s == table->best_worth_seat ? table->next_worth : table->best_worth)) / 3000;
    x[SVI_X_LIQUID_RENT] = could > 0 ? liquid / (liquid + highest + 1) : 0;
    x[SVI_X_INCOME] = t->seat[s].rents * (float)(sv_count(p->alive) - 1) / 100;
    x[SVI_X_INCOME_SHARE] = t->seat[s].rents / (t->rents + 1);
    x[SVI_X_INCOME_AHEAD] =
        (t->seat[s].rents - (s == table->best_rents_seat ? table->next_rents : table->best_rents)) /
        100;
    x[SVI_X_OUTGO] = (t->rents - t->seat[s].rents) / 100;
    x[SVI_X_NEXT_RENT] = next->rent / 100;
    x[SVI_X_NEXT_SHORT] = next->is_short;
    x[SVI_X_NEXT_BROKE] = next->is_broke;
    x[SVI_X_NEXT_PAID] = paid / 100;
    x[SVI_X_NEXT_PRICE] = next->price / 100;
    x[SVI_X_NEXT_SET] = next->set;
    x[SVI_X_JAIL] = p->jail[s] != 0;
    x[SVI_X_TRIES] = (float)p->jail[s] / 3;
    x[SVI_X_CARDS] = (float)cards;
    x[SVI_X_WAITS] =
        (float)(s >= p->turn_seat ? s - p->turn_seat : s + p->seats - p->turn_seat) / 4;
    x[SVI_X_TURN] = s == p->turn_seat;
    x[SVI_X_AGAIN] = s == p->turn_seat && p->doubles > 0 && p->jail[s] == 0;
    x[SVI_X_PLACE] = (float)p->space[s] / 40;
}

void svi_sight_init(const struct svi_features *f, struct svi_sight *sight,
                    const struct sv_position *p, const struct svi_sight *like)
{
    const bool same = like != NULL && same_estate(like->estate, p);
    struct table table;

    assert(p->over == 0);
    memcpy(sight->cash, p->cash, sizeof sight->cash);
    memcpy(sight->space, p->space, sizeof sight->space);
    memcpy(sight->jail, p->jail, sizeof sight->jail);
    sight->speeding = p->speeding;
    sight->alive = p->alive;
    if (same) {
        sight->estate = like->estate;
    } else {
        sight->estate = &sight->own;
        if (sight->own.number == 0 || !same_estate(&sight->own, p)) {
            look_at_estate(f, &sight->own, p);
        }
    }
    for (unsigned s = 0; s < p->seats; s++) {
        if (!sv_alive(p, s)) {
            continue;
        }
        if (same && like->cash[s] == p->cash[s] && like->space[s] == p->space[s] &&
            like->jail[s] == p->jail[s] && like->speeding == p->speeding &&
            sv_has(like->alive, s)) {
            sight->next[s] = like->next[s];
        } else {
            look_ahead(f, sight, p, s, &sight->next[s]);
        }
    }
    look_at_table(f, sight, p, &table);
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s)) {
            const bool means = same && like->cash[s] == p->cash[s] && sv_has(like->alive, s);

            look_at_seat(f, sight, p, &table, means ? like->x[s] : NULL, s);
        }
    }
}

void svi_sight_shares(const struct svi_sight *sight, const struct sv_position *p,
                      double share[SVI_SHARES][SV_MAX_SEATS])
{
    const struct svi_estate *t = sight->estate;
    double sum[SVI_SHARES] = {0};

    memset(share, 0, sizeof(double[SVI_SHARES][SV_MAX_SEATS]));
    for (unsigned s = 0; s < p->seats; s++) {
        if (!sv_alive(p, s)) {
            continue;
        }
        share[SVI_SHARE_WORTH][s] = positive(p->cash[s] + t->seat[s].worth);
        share[SVI_SHARE_LIQUID][s] = positive(p->cash[s] + t->seat[s].liquid + 50);
        share[SVI_SHARE_RENT][s] = t->seat[s].rent + 20;
        share[SVI_SHARE_SETS][s] = t->seat[s].sets + 0.2F;
        for (unsigned k = 0; k < SVI_SHARES; k++) {
            sum[k] += share[k][s];
        }
    }
    for (unsigned k = 0; k < SVI_SHARES; k++) {
        for (unsigned s = 0; s < p->seats; s++) {
            share[k][s] /= sum[k];
        }
    }
}
