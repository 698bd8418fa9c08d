#include "tests/schedule/schedule_rig.h"
#include "tests/base/testing.h"

struct svi_schedule rig_plan(const struct svi_settings *settings)
{
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    if (svi_schedule_init(&schedule, settings, &fault) != SV_OK) {
        fail_msg("%s: %s", fault.key, fault.text);
    }
    return schedule;
}

struct svi_schedule rig_round_robin(unsigned bots, unsigned seats, uint32_t deals)
{
    return rig_plan(&(struct svi_settings){
        .format = &svi_format_round_robin, .bots = bots, .seats = seats, .deals = deals});
}

void rig_plan_change(struct svi_schedule *schedule, const struct svi_settings *settings)
{
    struct svi_schedule_fault fault;
    if (svi_schedule_change(schedule, settings, &fault) != SV_OK) {
        fail_msg("%s: %s", fault.key, fault.text);
    }
}

bool rig_plan_next(struct svi_schedule *schedule)
{
    struct svi_schedule_fault fault;
    bool more;
    assert_ok(svi_schedule_next(schedule, &more, &fault));
    return more;
}

void rig_plan_play_to(struct svi_schedule *schedule, uint64_t last, struct monkey *luck)
{
    while (schedule->taken < last) {
        struct svi_pairing p;
        uint8_t place[SV_MAX_SEATS] = {0};
        unsigned key[SV_MAX_SEATS];
        svi_schedule_match(schedule, schedule->taken + 1, &p);
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            key[s] = luck != NULL ? monkey_below(luck, 1000) * 1000 + p.bot[s] : p.bot[s];
        }
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            place[s] = 1;
            for (unsigned o = 0; o < schedule->settings.seats; o++) {
                place[s] = (uint8_t)(place[s] + (key[o] < key[s]));
            }
        }
        const bool off = svi_schedule_is_off(schedule, schedule->taken + 1);
        assert_ok(svi_schedule_take(schedule, off ? NULL : place, NULL));
    }
}

void rig_plan_play(struct svi_schedule *schedule, struct monkey *luck)
{
    rig_plan_play_to(schedule, schedule->matches, luck);
}
