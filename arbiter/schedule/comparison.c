#include "schedule/comparison.h"

#include "schedule/schedule.h"
#include "stats/numeric.h"

#include <solvent/luck.h>

#include <stdio.h>
#include <string.h>

/* Moves one of the first n bots, drawn by lot, to their end. */
static void draw_last(unsigned bot[], unsigned n, struct sv_rng *lots)
{
    const unsigned lot = sv_rng_below(lots, n);
    const unsigned drawn = bot[lot];
    bot[lot] = bot[n - 1];
    bot[n - 1] = drawn;
}

/* Draws a table: the first `given` bots of `from`, and others of the n there, all in an order drawn
 * by lot. Reorders `from`. */
static void draw_table(unsigned from[], unsigned given, unsigned n, unsigned seats,
                       struct sv_rng *lots, unsigned table[])
{
    memcpy(table, from, given * sizeof *table);
    for (unsigned i = given; i < seats; i++) {
        draw_last(from + given, n - i, lots);
        table[i] = from[given + n - i - 1];
    }
    for (unsigned left = seats; left > 1; left--) {
        draw_last(table, left, lots);
    }
}

static void put_first(unsigned bot[], unsigned n, unsigned one, unsigned place)
{
    for (unsigned i = place; i < n; i++) {
        if (bot[i] == one) {
            bot[i] = bot[place];
            bot[place] = one;
        }
    }
}

static void choose(struct svi_lineup *lineup, const struct svi_sides *s, unsigned a, unsigned b)
{
    lineup->chosen = true;
    lineup->pair[0] = (uint16_t)s->bot[a];
    lineup->pair[1] = (uint16_t)s->bot[b];
}

/* Returns by how much one bot finishes more often ahead of the others than another does, on
 * average. The others are all bots, or only those that are not candidates. */
static double mean_lead(const struct svi_settings *settings, const double elo[], unsigned a,
                        unsigned b, bool candidates_too)
{
    double sum = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < settings->bots; i++) {
        if (i != a && i != b && (candidates_too || !settings->candidates[i])) {
            sum += svi_sigmoid((elo[a] - elo[i]) / SVI_ELO_PER_NAT) -
                   svi_sigmoid((elo[b] - elo[i]) / SVI_ELO_PER_NAT);
            n++;
        }
    }
    return n > 0 ? sum / n : 0;
}

/* ---- all meet -------------------------------------------------------------------------------- */

static bool contenders_fill_table(const struct svi_settings *settings, const struct svi_sides *s)
{
    return s->n >= settings->seats;
}

static uint64_t tables_of_all(const struct svi_settings *settings, const struct svi_sides *s)
{
    (void)s;
    return svi_combination(settings->bots, settings->seats);
}

static void draw_one_table(const struct svi_settings *settings, const struct svi_sides *s,
                           const struct svi_lucb_pair *pair, struct sv_rng *lots,
                           struct svi_lineup *lineup)
{
    unsigned from[SVI_MAX_BOTS], given = 0;
    memcpy(from, s->bot, s->n * sizeof *from);
    if (pair != NULL) {
        choose(lineup, s, pair->inside, pair->outside);
        for (; given < 2; given++) {
            put_first(from, s->n, lineup->pair[given], given);
        }
    }
    draw_table(from, given, s->n, settings->seats, lots, lineup->bot[0]);
}

static unsigned who_sits(const struct svi_settings *settings, const struct svi_lineup *lineup,
                         unsigned who[SV_MAX_SEATS])
{
    memcpy(who, lineup->bot[0], settings->seats * sizeof *who);
    return settings->seats;
}

/* A bot's points at a table are the others' losses. */
static double variance_meeting(double one, double seats)
{
    return 2 * one * seats / (seats - 1);
}

static double lead_meeting(const struct svi_settings *settings, const double elo[], unsigned a,
                           unsigned b)
{
    const double others = mean_lead(settings, elo, a, b, true) * (settings->seats - 2);
    const double duel = 2 * svi_sigmoid((elo[a] - elo[b]) / SVI_ELO_PER_NAT) - 1;
    return (duel + others) / (settings->seats - 1);
}

const struct svi_comparison svi_comparison_meeting = {.contenders = "bots",
                                                      .tables = 1,
                                                      .fills_table = contenders_fill_table,
                                                      .all_tables = tables_of_all,
                                                      .draw = draw_one_table,
                                                      .who = who_sits,
                                                      .variance = variance_meeting,
                                                      .true_lead = lead_meeting};

/* ---- each with a field ----------------------------------------------------------------------- */

static bool field_fills_table(const struct svi_settings *settings, const struct svi_sides *s)
{
    return s->others >= settings->seats - 1u;
}

static enum sv_status check_candidates(const struct svi_settings *settings,
                                       const struct svi_sides *s, struct svi_schedule_fault *fault)
{
    return s->n >= 2 && field_fills_table(settings, s)
               ? SV_OK
               : svi_schedule_refuse(fault, "candidates",
                                     "found %u of %u bots, expected at least 2, for stop_when, and "
                                     "%u others, for tables of %u",
                                     s->n, settings->bots, (unsigned)settings->seats - 1,
                                     (unsigned)settings->seats);
}

static uint64_t tables_with_field(const struct svi_settings *settings, const struct svi_sides *s)
{
    return s->n * svi_combination(s->others, settings->seats - 1);
}

static void draw_two_tables(const struct svi_settings *settings, const struct svi_sides *s,
                            const struct svi_lucb_pair *pair, struct sv_rng *lots,
                            struct svi_lineup *lineup)
{
    unsigned from[SVI_MAX_BOTS];
    if (pair != NULL) {
        choose(lineup, s, pair->inside, pair->outside);
    } else {
        const unsigned a = sv_rng_below(lots, s->n), b = sv_rng_below(lots, s->n - 1);
        choose(lineup, s, a, b + (b >= a));
    }
    from[0] = lineup->pair[0];
    memcpy(from + 1, s->other, s->others * sizeof *from);
    draw_table(from, 1, s->others + 1, settings->seats, lots, lineup->bot[0]);
    for (unsigned i = 0; i < settings->seats; i++) {
        const unsigned bot = lineup->bot[0][i];
        lineup->bot[1][i] = bot == lineup->pair[0] ? lineup->pair[1] : bot;
    }
}

static unsigned who_is_chosen(const struct svi_settings *settings, const struct svi_lineup *lineup,
                              unsigned who[SV_MAX_SEATS])
{
    (void)settings;
    who[0] = lineup->pair[0];
    who[1] = lineup->pair[1];
    return 2;
}

static double variance_apart(double one, double seats)
{
    (void)seats;
    return 2 * one;
}

static double lead_apart(const struct svi_settings *settings, const double elo[], unsigned a,
                         unsigned b)
{
    return mean_lead(settings, elo, a, b, false);
}

const struct svi_comparison svi_comparison_apart = {.contenders = "candidates",
                                                    .candidates_only = true,
                                                    .tables = 2,
                                                    .at_deal = 2,
                                                    .fills_table = field_fills_table,
                                                    .check = check_candidates,
                                                    .all_tables = tables_with_field,
                                                    .draw = draw_two_tables,
                                                    .who = who_is_chosen,
                                                    .variance = variance_apart,
                                                    .true_lead = lead_apart};
