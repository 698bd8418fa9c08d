/* Appraisals that are put together from parts: an exchange worked out for the groups it touches is
 * worth what the whole holding is, appraised afresh, at any cash, and never more than its bound. On
 * tables from the middle of games. */
#include "policy/appraisal.h"
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"

static uint64_t below(struct sv_rng *rng, uint64_t n)
{
    return sv_rng_next(rng) % n;
}

/* A table that rules could have led to, nearly: deeds anywhere, some pledged, some built on. */
static void shuffle_table(struct fixture *f, struct sv_rng *rng)
{
    struct sv_position *p = f->p;
    p->mortgaged = 0;
    for (uint64_t left = f->edition->deeds; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        /* A few seats have most, so that there are sets. */
        unsigned owner = (unsigned)below(rng, 9) < 8 ? (unsigned)below(rng, 2) : SV_BANK;

        p->level[space] = 0;
        if (p->owner[space] < SV_BANK) {
            p->owned[p->owner[space]] &= ~(UINT64_C(1) << space);
        }
        p->owner[space] = (uint8_t)owner;
        if (owner == SV_BANK) {
            continue;
        }
        p->owned[owner] |= UINT64_C(1) << space;
        if (below(rng, 4) == 0) {
            p->mortgaged |= UINT64_C(1) << space;
        } else if (sv_has(f->edition->streets, space) && below(rng, 3) == 0) {
            p->level[space] = (uint8_t)below(rng, 6);
        }
    }
    for (unsigned s = 0; s < p->seats; s++) {
        p->cash[s] = (int32_t)below(rng, 2000);
        p->tickets[s] = (uint8_t)below(rng, 3);
    }
}

/* Projects chosen one after the other, as the words have it: each time the best of those that are
 * left. */
static int64_t worth_by_the_words(const struct sv_look *k, const struct svi_parts *parts,
                                  const struct svi_appraisal *a, int64_t cash)
{
    int64_t worth = a->loose + cash - (cash < a->need ? (a->need - cash) / 2 : 0);
    int64_t spare = cash + k->e->rules.salary - a->need;
    uint32_t left = 0;
    for (unsigned g = 0; g < k->e->n_groups; g++) {
        worth += parts->of[g].fixed;
        left |= (uint32_t)(parts->of[g].project.cost > 0) << g;
    }
    while (left != 0) {
        unsigned best = sv_first(left);

        for (unsigned g = best + 1; g < k->e->n_groups; g++) {
            const struct svi_project *one = &parts->of[g].project;
            const struct svi_project *other = &parts->of[best].project;

            best = sv_has(left, g) && one->gain * other->cost > other->gain * one->cost ? g : best;
        }
        left &= ~(1u << best);
        const struct svi_project *project = &parts->of[best].project;
        int64_t spent = project->cost < spare ? project->cost : spare > 0 ? spare : 0;
        int64_t part = spent * 1024 / project->cost;
        int64_t profit = project->gain * part / 1024 * part / 1024 - spent / 2;
        int64_t hope = (project->gain - project->cost) * a->hope / 100;
        if (profit > hope) {
            worth += profit;
            spare -= spent;
        } else {
            worth += hope > 0 ? hope : 0;
        }
    }
    return worth;
}

static void expect_equal(const struct svi_appraisal *a, const struct svi_appraisal *b)
{
    assert_int_equal(a->fixed, b->fixed);
    assert_int_equal(a->cost, b->cost);
    assert_int_equal(a->profit, b->profit);
    assert_int_equal(a->n_projects, b->n_projects);
    for (unsigned i = 0; i < a->n_projects; i++) {
        assert_int_equal(a->project[i].cost, b->project[i].cost);
        assert_int_equal(a->project[i].gain, b->project[i].gain);
        assert_int_equal(a->project[i].group, b->project[i].group);
    }
}

/* One exchange of deeds of up to two groups between the first two seats. */
static void check_exchange(const struct sv_look *k, struct svi_part_memo *memo, struct sv_rng *rng)
{
    unsigned seat = (unsigned)below(rng, 2);
    struct sv_holding h = sv_holding_of(k, seat);
    const unsigned give = (unsigned)below(rng, k->e->n_groups);
    const unsigned get = (unsigned)below(rng, k->e->n_groups);
    struct svi_parts parts, whole_parts;
    struct svi_appraisal before, again, whole;
    int64_t shift = 0;
    svi_appraise(k, &h, &parts, &before);
    h.deeds &= ~(k->e->group[give].mask & sv_rng_next(rng));
    h.deeds |= k->e->group[get].mask & sv_rng_next(rng) & k->p->owned[1 - seat];
    h.cards = (uint8_t)below(rng, 3);
    svi_appraise_again(k, &h, &parts, &before, 1u << give | 1u << get, memo, &again);
    svi_appraise(k, &h, &whole_parts, &whole);
    expect_equal(&again, &whole);
    for (unsigned g = 0; g < k->e->n_groups; g++) {
        if (g == give || g == get) {
            shift +=
                svi_worth_shift(k, &parts, g, k->e->group[g].mask & h.deeds, h.mortgaged, memo);
        }
    }
    assert_int_equal(svi_worth_bound(&before) - before.loose + shift,
                     svi_worth_bound(&again) - again.loose);
    again.hope = below(rng, 2) == 0 ? SVI_TRADING_HOPE : SVI_BUYING_HOPE;
    for (unsigned i = 0; i < 20; i++) {
        const int64_t cash = (int64_t)below(rng, i % 2 == 0 ? 6000 : 400) - 200;
        const int64_t worth = svi_worth_with(&again, cash);

        assert_int_equal(worth, worth_by_the_words(k, &whole_parts, &again, cash));
        assert_true(again.hope != 0 || worth <= cash + svi_worth_bound(&again));
    }
}

TEST(test_parts_make_the_whole)
{
    static const char *const editions[] = {"classic", "mega", "speed-die"};
    struct sv_rng rng = {.key = {7}};
    unsigned projects = 0;
    for (unsigned i = 0; i < 3; i++) {
        struct fixture f;
        struct sv_odds odds;

        fixture_init(&f, editions[i], 3);
        sv_odds_init(&odds, f.edition);
        for (unsigned table = 0; table < 150; table++) {
            const struct sv_look k = {f.edition, f.p, &odds, 0};
            struct svi_part_memo memo;
            struct svi_parts parts;
            struct svi_appraisal a;

            shuffle_table(&f, &rng);
            svi_part_memo_init(&memo);
            for (unsigned n = 0; n < 30; n++) {
                check_exchange(&k, &memo, &rng);
            }
            struct sv_holding h = sv_holding_of(&k, 0);
            svi_appraise(&k, &h, &parts, &a);
            projects += a.n_projects > 1;
        }
    }
    assert_true(projects > 50); /* else this has tried little */
}
