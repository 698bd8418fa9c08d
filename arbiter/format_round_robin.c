/* Every table of `seats` bots out of all bots, each for `deals` deals. */
#include "arbiter/choose.h"
#include "arbiter/format.h"

static uint64_t count(const struct svi_terms *terms, unsigned newest)
{
    return svi_choose(newest, terms->seats - 1);
}

static void seat(const struct svi_terms *terms, unsigned newest, uint64_t index, unsigned bot[])
{
    svi_choice(index, terms->seats - 1, bot);
    bot[terms->seats - 1] = newest;
}

static enum sv_status first(struct svi_plan *plan, struct svi_plan_fault *fault)
{
    static const struct svi_tables tables = {count, seat};
    return svi_plan_add_tables(plan, &tables, plan->terms.deals, fault);
}

const struct svi_format svi_format_round_robin = {.name = "round_robin", .first = first};
