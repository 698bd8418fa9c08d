#include "tests/bots/company.h"

#include "tests/bots/programs.h"

#include <solvent/policy.h>

#include <string.h>

const struct sv_bot *company_bot(unsigned i)
{
    const struct sv_bot *const bots[COMPANY_BOTS] = {
        &sv_policy_random, tiny_bot(),         &sv_policy_careful, builder_bot(),
        &sv_policy_trader, &sv_policy_learner, &sv_policy_planner};

    return i < COMPANY_BOTS ? bots[i] : NULL;
}

const struct sv_bot *company_named(const char *name)
{
    for (unsigned i = 0; i < COMPANY_BOTS; i++) {
        if (strcmp(company_bot(i)->name, name) == 0) {
            return company_bot(i);
        }
    }
    return NULL;
}
