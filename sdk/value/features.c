#include "value/features.h"

#include <solvent/edition.h>

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Rents are looked at as if seven were thrown. */
#define PIPS 7
/* The bank's mean payment for a throw, less the cost, and its variance. */
#define BANK_PAYS 20
#define STRAY 4000

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

/* ---- deeds ----------------------------------------------------------------------------------- */

/* Returns whether deeds, mortgages and buildings are those of the estate. */
static bool same_estate(const struct svi_estate *t, const struct sv_position *p)
{
    return t->mortgaged == p->mortgaged && t->alive == p->alive &&
           memcmp(t->owned, p->owned, sizeof t->owned) == 0 &&
           memcmp(t->level, p->level, sizeof t->level) == 0 &&
           memcmp(t->stock, p->stock, sizeof t->stock) == 0;
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
    t->rents_squared += rent * rent * f->odds.land[space];
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
            t->seat[s].project[t->seat[s].n_projects++].per_cost = 1 / lack;
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

/* Compares each seat's rents with those of the others, and computes its shares. */
static void compare_estates(struct svi_estate *t, unsigned seats)
{
    const float others = (float)(sv_count(t->alive) - 1);
    double rents = 0;
    double sets = 0;
    for (unsigned s = 0; s < seats; s++) {
        float *x = t->seat[s].x;
        float best = 0;

        if (!sv_has(t->alive, s)) {
            continue;
        }
        for (unsigned o = 0; o < seats; o++) {
            if (o != s) {
                best = t->seat[o].rents > best ? t->seat[o].rents : best;
                t->seat[s].threat =
                    t->seat[o].highest > t->seat[s].threat ? t->seat[o].highest : t->seat[s].threat;
            }
        }
        x[SVI_X_INCOME] = t->seat[s].rents * others / 100;
        x[SVI_X_INCOME_SHARE] = t->seat[s].rents / (t->rents + 1);
        x[SVI_X_INCOME_AHEAD] = (t->seat[s].rents - best) / 100;
        x[SVI_X_OUTGO] = (t->rents - t->seat[s].rents) / 100;
        t->seat[s].rent_share = (double)t->seat[s].rent + 20;
        t->seat[s].set_share = (double)t->seat[s].sets + 0.2;
        rents += t->seat[s].rent_share;
        sets += t->seat[s].set_share;
    }
    for (unsigned s = 0; s < seats; s++) {
        t->seat[s].rent_share /= rents;
        t->seat[s].set_share /= sets;
    }
}

#define TABLE(x, NAME) (x)[SVI_X_##NAME - SVI_X_BEFORE_TABLE - 1]

static void look_at_estate(const struct svi_features *f, struct svi_estate *t,
                           const struct sv_position *p)
{
    uint64_t unowned = f->e->deeds;
    memset(t, 0, offsetof(struct svi_estate, number));
    t->number++;
    memcpy(t->owned, p->owned, sizeof t->owned);
    memcpy(t->level, p->level, sizeof t->level);
    memcpy(t->stock, p->stock, sizeof t->stock);
    t->mortgaged = p->mortgaged;
    t->alive = p->alive;
    t->living = sv_count(p->alive);
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
    }
    compare_estates(t, p->seats);
    TABLE(t->table, UNOWNED) = (float)sv_count(unowned) / (float)f->deeds;
    TABLE(t->table, LIVING) = (float)sv_count(p->alive) / 4;
    TABLE(t->table, PLAYERS) = (float)p->seats / 4;
    TABLE(t->table, STOCK_HOUSES) = (float)p->stock[SV_UNIT_HOUSE] / 32;
    TABLE(t->table, STOCK_HOTELS) = (float)p->stock[SV_UNIT_HOTEL] / 12;
}

/* ---- the next throw -------------------------------------------------------------------------- */

/* Computes the expected effects of a throw with that much cash, and the highest possible costs. */
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

/* Returns the effects of the next throw for a seat that can pay everything ahead. They do not
 * depend on the rest of the position. */
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

/* ---- a position ------------------------------------------------------------------------------ */

static float positive(int32_t amount)
{
    return amount > 1 ? (float)amount : 1.0F;
}

/* How many seats after another one comes. */
static unsigned waits(const struct sv_position *p, unsigned from, unsigned s)
{
    return s >= from ? s - from : s + p->seats - from;
}

/* Computes the rounds that are left, and their effect on each seat if rents are paid at the present
 * rate. */
static void look_at_rounds(const struct svi_features *f, struct svi_sight *sight,
                           const struct sv_position *p)
{
    const struct svi_estate *t = sight->estate;
    const float round = (float)p->round / (float)f->e->rules.max_rounds;
    const float rounds = (float)(f->e->rules.max_rounds - p->round);
    const unsigned now = waits(p, p->first, p->turn_seat);
    float left[SV_MAX_SEATS]; /* throws */
    float all = 0;
    memcpy(sight->table, t->table, sizeof sight->table);
    TABLE(sight->table, ROUND) = round;
    TABLE(sight->table, LATE) = round > 0.8F;
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s)) {
            const unsigned at = waits(p, p->first, s);
            left[s] = rounds + (at > now || (at == now && p->dice[0] == 0) ? 1.0F : 0.0F);
            all += left[s];
        }
    }
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s)) {
            sight->to_come[s] = (all - left[s]) * t->seat[s].rents +
                                left[s] * (BANK_PAYS - (t->rents - t->seat[s].rents));
        }
    }
    /* Each throw pays one rent or none, to one seat; taxes and cards come on top. */
    sight->per_stray = 1 / sqrtf(4 * all / (float)t->living * (t->rents_squared + STRAY) + STRAY);
}

static float promise(const struct svi_estate *t, unsigned s, float liquid)
{
    float sum = t->seat[s].built_rents;
    for (unsigned i = 0; i < t->seat[s].n_projects; i++) {
        const float built = liquid > 0 ? liquid * t->seat[s].project[i].per_cost : 0;

        sum += t->seat[s].project[i].rents * at_most(built, 1);
    }
    return sum;
}

/* Computes the features that depend on a seat's cash beside its deeds and buildings. */
static void look_at_cash(const struct svi_estate *t, int32_t has, unsigned s, float x[])
{
    const float cash = (float)has;
    const float size = cash < 0 ? -cash : cash;
    const int32_t could = has + t->seat[s].liquid;
    const float liquid = (float)could;
    x[SVI_X_CASH] = cash * (1.0F / 1000);
    x[SVI_X_CASH_LITTLE] = cash / (size + 150);
    x[SVI_X_CASH_SOME] = cash / (size + 600);
    x[SVI_X_SHORT] = has < 100;
    x[SVI_X_LIQUID] = liquid * (1.0F / 1500);
    x[SVI_X_BROKE] = could < 0;
    x[SVI_X_LIQUID_RENT] = could > 0 ? liquid / (liquid + t->seat[s].threat + 1) : 0;
    x[SVI_X_PROMISE] = promise(t, s, liquid);
}

static bool throws_again(const struct sv_position *p)
{
    return p->doubles > 0 && p->jail[p->turn_seat] == 0;
}

static void look_at_token(const struct sv_position *p, unsigned s, float x[])
{
    const bool turn = s == p->turn_seat;
    unsigned cards = p->tickets[s];
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        cards += p->jail_holder[j] == s;
    }
    x[SVI_X_JAIL] = p->jail[s] != 0;
    x[SVI_X_TRIES] = (float)p->jail[s] * (1.0F / 3);
    x[SVI_X_CARDS] = (float)cards;
    x[SVI_X_WAITS] = (float)waits(p, p->turn_seat, s) * 0.25F;
    x[SVI_X_TURN] = turn;
    x[SVI_X_AGAIN] = turn && throws_again(p);
    x[SVI_X_PLACE] = (float)p->space[s] * (1.0F / 40);
}

static void look_at_seat(const struct svi_sight *sight, const struct sv_position *p, unsigned s,
                         const struct svi_next *next, float x[])
{
    const struct svi_estate *t = sight->estate;
    memcpy(x, t->seat[s].x, sizeof t->seat[s].x);
    memcpy(x + SVI_X_BEFORE_TABLE + 1, sight->table, sizeof sight->table);
    look_at_cash(t, p->cash[s], s, x);
    look_at_token(p, s, x);
    x[SVI_X_WORTH] = sight->worth[s] * (1.0F / 3000);
    x[SVI_X_NEXT_RENT] = next->rent * 0.01F;
    x[SVI_X_NEXT_SHORT] = next->is_short;
    x[SVI_X_NEXT_BROKE] = next->is_broke;
    x[SVI_X_NEXT_PRICE] = next->price * 0.01F;
    x[SVI_X_NEXT_SET] = next->set;
}

/* Computes each seat's worth, and the dangers to it. */
static void look_at_worth(struct svi_sight *sight, const struct sv_position *p, unsigned s)
{
    const int32_t worth = p->cash[s] + sight->estate->seat[s].worth;
    sight->end[s] = ((float)worth + sight->to_come[s]) * sight->per_stray;
    sight->worth[s] = positive(worth);
}

/* The seat with the highest worth, and the two highest worths. */
struct leader {
    unsigned seat;
    float best, second;
};

static struct leader leader_of(const struct svi_sight *sight, const struct sv_position *p)
{
    struct leader l = {0, 0, 0};
    for (unsigned s = 0; s < p->seats; s++) {
        const float worth = sv_alive(p, s) ? sight->worth[s] : 0;

        if (worth > l.best) {
            l = (struct leader){s, worth, l.best};
        } else if (worth > l.second) {
            l.second = worth;
        }
    }
    return l;
}

/* Returns by how much a living seat's worth exceeds the highest of the others. */
static float ahead_of_others(const struct svi_sight *sight, const struct leader *l, unsigned s)
{
    return (sight->worth[s] - (s == l->seat ? l->second : l->best)) * (1.0F / 3000);
}

/* Whether all is as it was but for what the seats have in cash, where they stand, and whether one
 * throws again. */
static bool same_table(const struct svi_sight *like, const struct sv_position *p)
{
    return like->round == p->round && like->turn_seat == p->turn_seat &&
           like->speeding == p->speeding &&
           memcmp(like->tickets, p->tickets, sizeof like->tickets) == 0 &&
           memcmp(like->jail_holder, p->jail_holder, sizeof like->jail_holder) == 0;
}

static bool same_rounds(const struct svi_sight *like, const struct sv_position *p)
{
    return like->round == p->round && like->turn_seat == p->turn_seat &&
           like->thrown == (p->dice[0] != 0);
}

static void take(struct svi_sight *sight, const struct sv_position *p)
{
    memcpy(sight->cash, p->cash, sizeof sight->cash);
    memcpy(sight->space, p->space, sizeof sight->space);
    memcpy(sight->jail, p->jail, sizeof sight->jail);
    memcpy(sight->tickets, p->tickets, sizeof sight->tickets);
    memcpy(sight->jail_holder, p->jail_holder, sizeof sight->jail_holder);
    sight->speeding = p->speeding;
    sight->turn_seat = p->turn_seat;
    sight->again = throws_again(p);
    sight->thrown = p->dice[0] != 0;
    sight->round = p->round;
}

static void take_own_estate(const struct svi_features *f, struct svi_sight *sight,
                            const struct sv_position *p)
{
    sight->estate = &sight->own;
    if (sight->own.number == 0 || !same_estate(&sight->own, p)) {
        look_at_estate(f, &sight->own, p);
    }
}

void svi_sight_init(const struct svi_features *f, struct svi_sight *sight,
                    const struct sv_position *p)
{
    float paid[SV_MAX_SEATS] = {0};
    struct leader leader;
    assert(p->over == 0);
    take(sight, p);
    take_own_estate(f, sight, p);
    look_at_rounds(f, sight, p);
    memset(sight->next, 0, sizeof sight->next);
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s)) {
            look_ahead(f, sight, p, s, &sight->next[s]);
            look_at_worth(sight, p, s);
            for (unsigned o = 0; o < SV_MAX_SEATS; o++) {
                paid[o] += sight->next[s].paid[o];
            }
        }
    }
    leader = leader_of(sight, p);
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s)) {
            look_at_seat(sight, p, s, &sight->next[s], sight->x[s]);
            sight->x[s][SVI_X_WORTH_AHEAD] = ahead_of_others(sight, &leader, s);
            sight->x[s][SVI_X_NEXT_PAID] = paid[s] * 0.01F;
        }
    }
    sight->leans = 0;
}

/* Takes the estate and the rounds. Returns whether the estate is that of `like`. */
static bool take_estate(const struct svi_features *f, struct svi_sight *sight,
                        const struct sv_position *p, const struct svi_sight *like)
{
    const bool same = same_estate(like->estate, p);
    if (same) {
        sight->estate = like->estate;
    } else {
        take_own_estate(f, sight, p);
    }
    if (same && same_rounds(like, p)) {
        memcpy(sight->table, like->table, sizeof sight->table);
        memcpy(sight->to_come, like->to_come, sizeof sight->to_come);
        sight->per_stray = like->per_stray;
    } else {
        look_at_rounds(f, sight, p);
    }
    return same;
}

void svi_sight_near(const struct svi_features *f, struct svi_sight *sight,
                    const struct sv_position *p, const struct svi_sight *like)
{
    const bool again = throws_again(p);
    bool same;
    unsigned changed = 0; /* set of living seats whose cash or place differs from `like` */
    float paid[SV_MAX_SEATS] = {0};
    struct leader leader;
    assert(p->over == 0);
    same = take_estate(f, sight, p, like) && same_table(like, p);
    for (unsigned s = 0; s < p->seats; s++) {
        const bool alive = sv_alive(p, s);

        if (alive && like->cash[s] == p->cash[s] && like->space[s] == p->space[s] &&
            like->jail[s] == p->jail[s]) {
            if (same) {
                sight->end[s] = like->end[s];
                sight->worth[s] = like->worth[s];
            }
            continue;
        }
        changed |= (unsigned)alive << s;
        if (alive) {
            look_ahead(f, sight, p, s, &sight->next[s]);
        } else if (like->next[s].rent == 0) {
            continue;
        } else {
            memset(&sight->next[s], 0, sizeof sight->next[s]);
        }
        for (unsigned o = 0; o < SV_MAX_SEATS; o++) {
            paid[o] += sight->next[s].paid[o] - like->next[s].paid[o];
        }
    }
    sight->leans = 0;
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_alive(p, s) && (!same || sv_has(changed, s))) {
            look_at_worth(sight, p, s);
        }
    }
    leader = leader_of(sight, p);
    for (unsigned s = 0; s < p->seats; s++) {
        float *x = sight->x[s];
        float ahead;

        if (!sv_alive(p, s)) {
            continue;
        }
        ahead = ahead_of_others(sight, &leader, s);
        if (same && !sv_has(changed, s) && (s != p->turn_seat || again == like->again)) {
            sight->leans |= (uint8_t)(1u << s);
            sight->lean[s][0] = ahead - like->x[s][SVI_X_WORTH_AHEAD];
            sight->lean[s][1] = paid[s] * 0.01F;
        } else {
            look_at_seat(sight, p, s, sv_has(changed, s) ? &sight->next[s] : &like->next[s], x);
            x[SVI_X_WORTH_AHEAD] = ahead;
            x[SVI_X_NEXT_PAID] = like->x[s][SVI_X_NEXT_PAID] + paid[s] * 0.01F;
        }
    }
}

void svi_sight_shares(const struct svi_sight *sight, const struct sv_position *p,
                      double share[][SVI_SHARES])
{
    const struct svi_estate *t = sight->estate;
    double worth = 0;
    double liquid = 0;
    for (unsigned s = 0; s < p->seats; s++) {
        if (!sv_alive(p, s)) {
            memset(share[s], 0, sizeof share[s]);
            continue;
        }
        share[s][SVI_SHARE_WORTH] = (double)sight->worth[s];
        share[s][SVI_SHARE_LIQUID] = (double)positive(p->cash[s] + t->seat[s].liquid + 50);
        share[s][SVI_SHARE_RENT] = t->seat[s].rent_share;
        share[s][SVI_SHARE_SETS] = t->seat[s].set_share;
        worth += share[s][SVI_SHARE_WORTH];
        liquid += share[s][SVI_SHARE_LIQUID];
    }
    worth = 1 / worth;
    liquid = 1 / liquid;
    for (unsigned s = 0; s < p->seats; s++) {
        share[s][SVI_SHARE_WORTH] *= worth;
        share[s][SVI_SHARE_LIQUID] *= liquid;
    }
}

/* ---- odds ------------------------------------------------------------------------------------ */

/* After this many throws, a token that started on GO may be anywhere. */
#define THROWS 80u

/* A landing with a chance: counted, and the token put where it ends up. One card at most is
 * followed. */
static void land(const struct sv_edition *e, unsigned space, double chance, double landed[],
                 double stands[])
{
    const unsigned kind = e->space[space].kind;
    const unsigned deck = kind == SV_SPACE_CHANCE ? SV_DECK_CHANCE : SV_DECK_CHEST;
    landed[space] += chance;
    if (kind == SV_SPACE_GO_TO_JAIL) {
        stands[e->jail_space] += chance;
        return;
    }
    if (kind == SV_SPACE_CHANCE || kind == SV_SPACE_CHEST) {
        const double each = chance / (e->deck[deck].size > 0 ? e->deck[deck].size : 1);

        for (unsigned i = 0; i < e->deck[deck].size; i++) {
            const unsigned to = sv_card_leads_to(e, &e->deck[deck].card[i], space);

            if (to < e->n_spaces) {
                landed[to] += e->deck[deck].card[i].kind == SV_CARD_GO_TO_JAIL ? 0 : each;
                stands[to] += each;
                chance -= each;
            }
        }
    }
    stands[space] += chance;
}

void svi_value_odds_init(struct svi_value_odds *odds, const struct sv_edition *e)
{
    double stands[SV_MAX_SPACES] = {1.0};
    double landed[SV_MAX_SPACES];
    double total[2][SVI_TOTALS] = {{0}};
    memset(odds, 0, sizeof *odds);
    for (unsigned i = 0; i < 36; i++) {
        const unsigned white = 2 + i % 6 + i / 6;

        total[0][white] += 1.0 / 36;
        /* The other half of the red faces moves the token on, so it is not a sum of pips. */
        total[1][white] += 0.5 / 36;
        for (unsigned red = 1; red <= 3; red++) {
            total[1][white + red] += 1.0 / 216;
        }
    }
    for (unsigned t = 0; t < THROWS; t++) {
        double then[SV_MAX_SPACES] = {0};

        memset(landed, 0, sizeof landed);
        for (unsigned i = 0; i < e->n_spaces; i++) {
            for (unsigned pips = 2; pips <= 12; pips++) {
                land(e, (i + pips) % e->n_spaces, stands[i] * total[0][pips], landed, then);
            }
        }
        memcpy(stands, then, sizeof stands);
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const struct sv_space *s = &e->space[i];

        odds->land[i] = (float)landed[i];
        if (s->group < e->n_groups) {
            odds->set_deeds[s->group] += (float)s->price;
        }
        if (s->kind == SV_SPACE_STREET) {
            odds->set_rent[s->group] += (float)(s->rent[3] * landed[i]);
            odds->set_cost[s->group] += (float)(3 * s->house_cost);
        }
    }
    for (unsigned k = 0; k < SVI_TOTALS; k++) {
        odds->total[0][k] = (float)total[0][k];
        odds->total[1][k] = (float)total[1][k];
    }
}
