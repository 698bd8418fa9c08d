/* Each candidate against the rest of the bots, the field: every table of one candidate and `seats` - 1 of the field, each
 * for `deals` deals. Candidates never meet. */
#include "schedule/combination.h"
#include "schedule/format.h"

#include <stdio.h>

/* Bots of that kind before one in the order of the league file. */
static unsigned those_before(const struct svi_terms *terms, unsigned bot, bool candidate)
{
    unsigned n = 0;
    for (unsigned i = 0; i < bot; i++) {
        n += terms->candidates[i] == candidate;
    }
    return n;
}

/* The n-th bot of that kind, from 0. */
static unsigned nth(const struct svi_terms *terms, unsigned n, bool candidate)
{
    unsigned i = 0;
    while (terms->candidates[i] != candidate || n-- > 0) {
        i++;
    }
    return i;
}

static uint64_t count(const struct svi_terms *terms, unsigned newest)
{
    const unsigned field = those_before(terms, newest, false);
    return terms->candidates[newest]
               ? svi_choose(field, terms->seats - 1)
               : those_before(terms, newest, true) * svi_choose(field, terms->seats - 2);
}

/* Puts a bot among the first n, which are ascending. */
static void insert(unsigned bot[], unsigned n, unsigned one)
{
    for (; n > 0 && bot[n - 1] > one; n--) {
        bot[n] = bot[n - 1];
    }
    bot[n] = one;
}

static void seat(const struct svi_terms *terms, unsigned newest, uint64_t index, unsigned bot[])
{
    const unsigned field = terms->seats - (terms->candidates[newest] ? 1 : 2); /* before newest */
    const uint64_t choices = svi_choose(those_before(terms, newest, false), field);
    svi_choice(index % choices, field, bot);
    for (unsigned i = 0; i < field; i++) {
        bot[i] = nth(terms, bot[i], false);
    }
    if (!terms->candidates[newest]) {
        insert(bot, field, nth(terms, (unsigned)(index / choices), true));
    }
    bot[terms->seats - 1] = newest;
}

static const struct svi_tables tables = {count, seat};

static enum sv_status first(struct svi_plan *plan, struct svi_plan_fault *fault)
{
    const struct svi_terms *terms = &plan->terms;
    const unsigned candidates = those_before(terms, terms->bots, true);
    fault->key = "candidates";
    if (candidates == 0) {
        (void)snprintf(fault->text, sizeof fault->text,
                       "found none, expected names of bots, for format: gauntlet");
        return SV_E_RANGE;
    }
    if (terms->bots - candidates < terms->seats - 1) {
        (void)snprintf(fault->text, sizeof fault->text,
                       "found %u of %u bots, expected %u others at least, for tables of %u",
                       candidates, terms->bots, (unsigned)terms->seats - 1, (unsigned)terms->seats);
        return SV_E_RANGE;
    }
    return svi_plan_add_tables(plan, &tables, terms->deals, fault);
}

static enum sv_status change(struct svi_plan *plan, const struct svi_terms *before,
                             struct svi_plan_fault *fault)
{
    return svi_plan_extend_tables(plan, &tables, before, fault);
}

/* The field meets other tables than the candidates do, so it is ranked by itself, behind them. */
static void stand(const struct svi_plan *plan, unsigned standing[])
{
    for (unsigned i = 0; i < plan->terms.bots; i++) {
        standing[i] = plan->terms.candidates[i] ? 0 : 1;
    }
}

const struct svi_format svi_format_gauntlet = {.name = "gauntlet",
                                               .own = 1u << SVI_TERM_candidates |
                                                      1u << SVI_TERM_stop_when,
                                               .first = first,
                                               .change = change,
                                               .stand = stand,
                                               .stopping = &svi_format_stopping};
