/* Every table of `seats` bots out of all bots, each for `deals` deals; or `tables` of them, drawn
 * by lot (balanced_draw.h). */
#include "base/out.h"
#include "memory/memory.h"
#include "schedule/balanced_draw.h"
#include "schedule/comparison.h"
#include "schedule/schedule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t count(const struct svi_settings *settings, unsigned newest)
{
    return svi_combination(newest, settings->seats - 1);
}

static void seat(const struct svi_settings *settings, unsigned newest, uint64_t index,
                 unsigned bot[])
{
    svi_choice(index, settings->seats - 1, bot);
    bot[settings->seats - 1] = newest;
}

static enum sv_status draw(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const struct svi_settings *settings = &schedule->settings;
    const uint64_t all = svi_combination(settings->bots, settings->seats);
    if (settings->tables >= all) {
        return svi_schedule_refuse(fault, "tables",
                                   "found %u, expected less than all %" PRIu64
                                   " tables of %u bots, or the key left out, for all of them",
                                   (unsigned)settings->tables, all, settings->bots);
    }
    SCOPED(scoped_free) struct svi_lineup *tables = svi_new(settings->tables, sizeof *tables);
    if (tables == NULL || svi_balanced_draw_draw(settings, tables, settings->tables) != SV_OK) {
        return svi_schedule_no_memory(fault);
    }
    return svi_schedule_add_growing(schedule, tables, settings->tables, settings->deals, fault);
}

static const struct svi_tables all_tables = {count, seat};

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    return schedule->settings.tables != 0
               ? draw(schedule, fault)
               : svi_schedule_add_tables(schedule, &all_tables, schedule->settings.deals, fault);
}

static enum sv_status change(struct svi_schedule *schedule, const struct svi_settings *before,
                             struct svi_schedule_fault *fault)
{
    if (schedule->settings.tables == 0) {
        return svi_schedule_extend_tables(schedule, &all_tables, before, fault);
    }
    return schedule->settings.deals > before->deals
               ? svi_schedule_add_rounds(schedule, schedule->settings.deals - before->deals, fault)
               : SV_OK;
}

static void tell_span(const char *what, struct svi_span span, const char *unit, struct svi_buf *out)
{
    svi_out_text(out, what);
    svi_out_int(out, (int64_t)span.low);
    if (span.high > span.low) {
        svi_out_text(out, " to ");
        svi_out_int(out, (int64_t)span.high);
    }
    svi_out_text(out, unit);
}

/* Reports how balanced the tables are. */
static void tell(const struct svi_schedule *schedule, const char *const names[],
                 struct svi_buf *out)
{
    const struct svi_settings *settings = &schedule->settings;
    struct svi_balance balance;
    (void)names;
    if (settings->tables == 0 || svi_balanced_draw_balance(settings, schedule->stage[0].listed,
                                                           settings->tables, &balance) != SV_OK) {
        return;
    }
    const uint64_t all = svi_combination(settings->bots, settings->seats);
    svi_out_format(out, "tables: %u of %s%" PRIu64, settings->tables,
                   all > SVI_MAX_MATCHES ? "over " : "",
                   all > SVI_MAX_MATCHES ? SVI_MAX_MATCHES : all);
    tell_span(" drawn: a bot sits at ", balance.tables, "", out);
    tell_span(", two bots meet at ", balance.meetings, "", out);
    if (schedule->seatings == 1) {
        tell_span(", a bot has each seat at ", balance.seats, "", out);
    } else {
        svi_out_text(out, ", in each deal everybody has each seat equally often");
    }
    if (balance.repeated > 0) {
        tell_span("; ", (struct svi_span){balance.repeated, balance.repeated}, " come twice", out);
    }
}

const struct svi_format svi_format_round_robin = {.name = "round_robin",
                                                  .may_grow = "deals bots",
                                                  .may_change = "bots[",
                                                  .own = 1u << SVI_TERM_tables |
                                                         1u << SVI_TERM_stop_when,
                                                  .first = first,
                                                  .change = change,
                                                  .tell = tell,
                                                  .comparison = &svi_comparison_meeting};
