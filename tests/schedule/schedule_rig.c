#include "tests/schedule/schedule_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

struct svi_plan rig_plan(const struct svi_terms *terms)
{
    struct svi_plan plan;
    struct svi_plan_fault fault;
    if (svi_plan_init(&plan, terms, &fault) != SV_OK) {
        fail_msg("%s: %s", fault.key, fault.text);
    }
    return plan;
}

void rig_plan_change(struct svi_plan *plan, const struct svi_terms *terms)
{
    struct svi_plan_fault fault;
    if (svi_plan_change(plan, terms, &fault) != SV_OK) {
        fail_msg("%s: %s", fault.key, fault.text);
    }
}

bool rig_plan_next(struct svi_plan *plan)
{
    struct svi_plan_fault fault;
    bool more;
    assert_int_equal(svi_plan_next(plan, &more, &fault), SV_OK);
    return more;
}

void rig_plan_play_to(struct svi_plan *plan, uint64_t last, struct monkey *luck)
{
    while (plan->taken < last) {
        struct svi_pairing p;
        uint8_t place[SV_MAX_SEATS] = {0};
        unsigned key[SV_MAX_SEATS];
        svi_plan_match(plan, plan->taken + 1, &p);
        for (unsigned s = 0; s < plan->terms.seats; s++) {
            key[s] = luck != NULL ? monkey_below(luck, 1000) * 1000 + p.bot[s] : p.bot[s];
        }
        for (unsigned s = 0; s < plan->terms.seats; s++) {
            place[s] = 1;
            for (unsigned o = 0; o < plan->terms.seats; o++) {
                place[s] = (uint8_t)(place[s] + (key[o] < key[s]));
            }
        }
        const bool off = svi_plan_is_off(plan, plan->taken + 1);
        assert_int_equal(svi_plan_take(plan, off ? NULL : place), SV_OK);
    }
}

void rig_plan_play(struct svi_plan *plan, struct monkey *luck)
{
    rig_plan_play_to(plan, plan->matches, luck);
}
