/* A season that goes on: stage after stage, each of as many deals as give everybody `deals` of
 * them. Who plays a deal is drawn at random. The uniform law draws from all *allowed* lineups of
 * those that play: with at most one new entry, which so meets old ones, or with no more than it
 * takes to fill the table. CANDIDATES lineups are drawn by that law, which no result has a part in;
 * one of them plays, drawn by odds that results tilt to where most is learnt. The odds of a lineup
 * are at least a quarter and at most four times those of an equal draw among the candidates, and
 * are kept with it: ratings weigh the deal by svi_schedule_weight(), so that they are those of the
 * uniform law, and their intervals hold, though the odds follow from the results
 * (docs/STATISTICS.md has the derivation).
 *
 * What stands in the way of an order are pairs whose intervals overlap; so each entry's *need* is
 * the sum, over the others that play, of the probability that the ratings have the two the wrong
 * way round, as far as it is this one that is uncertain. A lineup is worth the need that a deal
 * takes away from its members: p (1 - p) for each pair. What it will have told is taken off before
 * the next deal is drawn. While a member lacks the floor of deals, its lineup has the most odds.
 *
 * Where luck decides, ratings are of scores less luck, as much of it as the deals before say
 * (stats/luck_weight.h). These ratings weigh a deal by the root of svi_schedule_weight(), which
 * makes variances smaller and need not suit bots that beat each other in circles: all that they
 * decide is the tilt. Variances are the sandwich's, over deals, from SVI_FEW_DEALS deals on, before
 * that at least what the information says. The logistic curve stands
 * for the normal one. All arithmetic is of stats/numeric.h, and odds are whole numbers, so it is
 * the same decision everywhere. Stores hold to it: `verify` draws every stage again, so what draws
 * otherwise is another format. */
#include "base/out.h"
#include "memory/memory.h"
#include "schedule/format.h"
#include "schedule/ladder_pool.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- a stage --------------------------------------------------------------------------------- */

static uint64_t deals_of(const struct svi_settings *settings)
{
    const uint64_t tables =
        (svi_settings_playing(settings) + settings->seats - 1) / settings->seats;
    return tables * settings->deals;
}

uint64_t svi_ladder_stage_matches(const struct svi_schedule *schedule)
{
    return deals_of(&schedule->settings) * schedule->lanes;
}

static enum sv_status draw(struct svi_ladder_pool *p, struct svi_schedule *schedule,
                           struct svi_schedule_fault *fault)
{
    const uint64_t deals = deals_of(&schedule->settings);
    struct svi_lineup *lineup = svi_new(deals, sizeof *lineup);
    unsigned *order = svi_new(p->n + 1u, sizeof *order);
    enum sv_status status = SV_E_SYSTEM;
    if (lineup != NULL) {
        svi_ladder_draw(p, lineup, deals, order);
        status = svi_schedule_add_lineups(schedule, lineup, deals, 1, fault);
    } else {
        (void)svi_schedule_no_memory(fault);
    }
    free(lineup);
    free(order);
    return status;
}

static enum sv_status next(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const unsigned n = schedule->settings.bots;
    struct svi_ladder_pool p = {.schedule = schedule,
                                .who = svi_new(n + 1u, sizeof *p.who),
                                .deals = svi_new(n + 1u, sizeof *p.deals),
                                .rating = svi_new(n + 1u, sizeof *p.rating),
                                .variance = svi_new(n + 1u, sizeof *p.variance),
                                .need = svi_new(n + 1u, sizeof *p.need),
                                .sat = svi_new(n + 1u, sizeof *p.sat)};
    enum sv_status status = svi_schedule_check_playing(schedule, fault);
    if (status == SV_OK) {
        status = svi_ladder_look(&p) == SV_OK ? draw(&p, schedule, fault)
                                              : svi_schedule_no_memory(fault);
    }
    free(p.who);
    free(p.deals);
    free(p.rating);
    free(p.variance);
    free(p.need);
    free(p.sat);
    return status;
}

/* ---- the format ------------------------------------------------------------------------------ */

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const struct svi_group *budget = &schedule->settings.budget;
    const bool games = budget->given && budget->value[SVI_BUDGET_games] != SVI_NONE_GIVEN;
    const bool minutes = budget->given && budget->value[SVI_BUDGET_minutes] != SVI_NONE_GIVEN;
    if (games == minutes) {
        fault->key = "budget";
        (void)snprintf(fault->text, sizeof fault->text,
                       "found %s, expected {games: N} or {minutes: N}, how much a run plays, for "
                       "format: ladder",
                       games ? "games and minutes" : "none");
        return SV_E_RANGE;
    }
    return next(schedule, fault);
}

/* It never is; what ends a run is its budget. */
static bool done(const struct svi_schedule *schedule)
{
    (void)schedule;
    return false;
}

static enum sv_status change(struct svi_schedule *schedule, const struct svi_settings *before,
                             struct svi_schedule_fault *fault)
{
    (void)before;
    return svi_schedule_check_playing(schedule, fault);
}

/* Entries that do not play, by reason: "1 older version, 2 set aside". The games of those that are
 * disqualified count for nobody, so they are not ranked. Returns how many are. */
static unsigned tell_ranked(const struct svi_settings *settings, struct svi_buf *out)
{
    static const struct {
        enum svi_status status;
        const char *one, *more;
    } reasons[] = {{SVI_STATUS_OLD, " older version", " older versions"},
                   {SVI_STATUS_SET_ASIDE, " set aside", " set aside"},
                   {SVI_STATUS_WITHDRAWN, " withdrawn", " withdrawn"},
                   {SVI_STATUS_LEFT, " not in the file any more", " not in the file any more"}};
    unsigned all = 0;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        unsigned n = 0;
        for (unsigned bot = 0; bot < settings->bots; bot++) {
            n += settings->status[bot] == reasons[i].status;
        }
        if (n > 0) {
            svi_out_text(out, all > 0 ? ", " : "");
            svi_out_int(out, n);
            svi_out_text(out, n == 1 ? reasons[i].one : reasons[i].more);
        }
        all += n;
    }
    svi_buf_byte(out, 0);
    return all;
}

static void tell(const struct svi_schedule *schedule, const char *const names[],
                 struct svi_buf *out)
{
    struct svi_buf reasons = {0};
    const unsigned playing = svi_settings_playing(&schedule->settings);
    const unsigned ranked = tell_ranked(&schedule->settings, &reasons);
    (void)names;
    svi_out_text(out, "ladder: ");
    svi_out_int(out, playing);
    svi_out_text(out, playing == 1 ? " entry plays" : " entries play");
    if (ranked > 0) {
        svi_out_text(out, "; ");
        svi_out_int(out, ranked);
        svi_out_text(out, ranked == 1 ? " does not play and is ranked by its past games ("
                                      : " do not play and are ranked by their past games (");
        svi_out_text(out, (const char *)reasons.data);
        svi_out_char(out, ')');
    }
    svi_buf_finish(&reasons);
}

const struct svi_format svi_format_ladder = {.name = "ladder",
                                             .may_grow = "bots",
                                             .may_change =
                                                 "deals budget clock. limits.match_s bots[",
                                             .seats_itself = true,
                                             .own = 1u << SVI_TERM_budget,
                                             .deals = 4,
                                             .season = true,
                                             .by_luck = true,
                                             .first = first,
                                             .change = change,
                                             .done = done,
                                             .next = next,
                                             .tell = tell};
