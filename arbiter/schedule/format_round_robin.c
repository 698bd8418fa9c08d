/* Every table of `seats` bots out of all bots, each for `deals` deals; or `tables` of them, drawn by lot (balanced_draw.h). */
#include "base/out.h"
#include "schedule/balanced_draw.h"
#include "schedule/combination.h"
#include "schedule/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t count(const struct svi_terms *terms, unsigned newest)
{
    return svi_choose(newest, terms->seats - 1);
}

static void seat(const struct svi_terms *terms, unsigned newest, uint64_t index, unsigned bot[])
{
    svi_choice(index, terms->seats - 1, bot);
    bot[terms->seats - 1] = newest;
}

static enum sv_status draw(struct svi_plan *plan, struct svi_plan_fault *fault)
{
    const struct svi_terms *terms = &plan->terms;
    const uint64_t all = svi_choose(terms->bots, terms->seats);
    if (terms->tables >= all) {
        fault->key = "tables";
        (void)snprintf(fault->text, sizeof fault->text,
                       "found %u, expected less than all %" PRIu64 " tables of %u bots, or no such "
                       "key, for all of them",
                       (unsigned)terms->tables, all, terms->bots);
        return SV_E_RANGE;
    }
    struct svi_lineup *tables = calloc(terms->tables, sizeof *tables);
    if (tables == NULL || svi_design_draw(terms, tables, terms->tables) != SV_OK) {
        free(tables);
        return svi_plan_no_memory(fault);
    }
    const enum sv_status status =
        svi_plan_add_growing(plan, tables, terms->tables, terms->deals, fault);
    free(tables);
    return status;
}

static const struct svi_tables all_tables = {count, seat};

static enum sv_status first(struct svi_plan *plan, struct svi_plan_fault *fault)
{
    return plan->terms.tables != 0
               ? draw(plan, fault)
               : svi_plan_add_tables(plan, &all_tables, plan->terms.deals, fault);
}

static enum sv_status change(struct svi_plan *plan, const struct svi_terms *before,
                             struct svi_plan_fault *fault)
{
    if (plan->terms.tables == 0) {
        return svi_plan_extend_tables(plan, &all_tables, before, fault);
    }
    return plan->terms.deals > before->deals
               ? svi_plan_add_rounds(plan, plan->terms.deals - before->deals, fault)
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

/* How balanced the tables are. */
static void tell(const struct svi_plan *plan, const char *const names[], struct svi_buf *out)
{
    const struct svi_terms *terms = &plan->terms;
    struct svi_balance balance;
    (void)names;
    if (terms->tables == 0 ||
        svi_design_balance(terms, plan->stage[0].listed, terms->tables, &balance) != SV_OK) {
        return;
    }
    const uint64_t all = svi_choose(terms->bots, terms->seats);
    svi_out_text(out, "tables: ");
    svi_out_int(out, terms->tables);
    svi_out_text(out, all > SVI_MAX_MATCHES ? " of over " : " of ");
    svi_out_int(out, (int64_t)(all > SVI_MAX_MATCHES ? SVI_MAX_MATCHES : all));
    tell_span(" drawn: a bot sits at ", balance.tables, "", out);
    tell_span(", two bots meet at ", balance.meetings, "", out);
    if (terms->seatings == SVI_SEATINGS_FIXED) {
        tell_span(", a bot has each seat at ", balance.seats, "", out);
    } else {
        svi_out_text(out, ", in each deal everybody has each seat equally often");
    }
    if (balance.repeated > 0) {
        tell_span("; ", (struct svi_span){balance.repeated, balance.repeated}, " come twice", out);
    }
}

const struct svi_format svi_format_round_robin = {.name = "round_robin",
                                                  .own = 1u << SVI_TERM_tables |
                                                         1u << SVI_TERM_stop_when,
                                                  .first = first,
                                                  .change = change,
                                                  .tell = tell,
                                                  .stopping = &svi_format_stopping};
