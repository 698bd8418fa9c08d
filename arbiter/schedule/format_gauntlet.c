/* Each candidate against the rest of the bots, the field: every table of one candidate and `seats`
 * - 1 of the field, each for `deals` deals. Candidates never meet. */
#include "schedule/comparison.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"

#include <stdio.h>

/* Returns the bots of a kind before one in the order of the league file. */
static unsigned those_before(const struct svi_settings *settings, unsigned bot, bool candidate)
{
    unsigned n = 0;
    for (unsigned i = 0; i < bot; i++) {
        n += settings->candidates[i] == candidate;
    }
    return n;
}

/* Returns the n-th bot of a kind, from 0. */
static unsigned nth(const struct svi_settings *settings, unsigned n, bool candidate)
{
    unsigned i = 0;
    while (settings->candidates[i] != candidate || n-- > 0) {
        i++;
    }
    return i;
}

static uint64_t count(const struct svi_settings *settings, unsigned newest)
{
    const unsigned field = those_before(settings, newest, false);
    return settings->candidates[newest]
               ? svi_combination(field, settings->seats - 1)
               : those_before(settings, newest, true) * svi_combination(field, settings->seats - 2);
}

/* Inserts a bot among the first n, which are ascending. */
static void insert(unsigned bot[], unsigned n, unsigned one)
{
    for (; n > 0 && bot[n - 1] > one; n--) {
        bot[n] = bot[n - 1];
    }
    bot[n] = one;
}

static void seat(const struct svi_settings *settings, unsigned newest, uint64_t index,
                 unsigned bot[])
{
    const unsigned field =
        settings->seats - (settings->candidates[newest] ? 1 : 2); /* before newest */
    const uint64_t choices = svi_combination(those_before(settings, newest, false), field);
    svi_choice(index % choices, field, bot);
    for (unsigned i = 0; i < field; i++) {
        bot[i] = nth(settings, bot[i], false);
    }
    if (!settings->candidates[newest]) {
        insert(bot, field, nth(settings, (unsigned)(index / choices), true));
    }
    bot[settings->seats - 1] = newest;
}

static const struct svi_tables tables = {count, seat};

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const struct svi_settings *settings = &schedule->settings;
    const unsigned candidates = those_before(settings, settings->bots, true);
    if (candidates == 0) {
        return svi_schedule_refuse(fault, "candidates",
                                   "found none, expected names of bots, for format: gauntlet");
    }
    if (settings->bots - candidates < settings->seats - 1) {
        return svi_schedule_refuse(
            fault, "candidates",
            "found %u of %u bots, expected %u others at least, for tables of %u", candidates,
            settings->bots, (unsigned)settings->seats - 1, (unsigned)settings->seats);
    }
    return svi_schedule_add_tables(schedule, &tables, settings->deals, fault);
}

static enum sv_status change(struct svi_schedule *schedule, const struct svi_settings *before,
                             struct svi_schedule_fault *fault)
{
    return svi_schedule_extend_tables(schedule, &tables, before, fault);
}

/* The field meets other tables than the candidates do, so it is ranked by itself, behind them. */
static void stand(const struct svi_schedule *schedule, unsigned standing[])
{
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        standing[i] = schedule->settings.candidates[i] ? 0 : 1;
    }
}

const struct svi_format svi_format_gauntlet = {.name = "gauntlet",
                                               .may_grow = "deals bots",
                                               .may_change = "candidates bots[",
                                               .own = 1u << SVI_TERM_candidates |
                                                      1u << SVI_TERM_stop_when,
                                               .first = first,
                                               .change = change,
                                               .stand = stand,
                                               .comparison = &svi_comparison_apart};
