/* So many rounds of tables of bots that stand alike; each table plays `deals` deals a round. The
 * first round is drawn by lot. Where the bots do not fill the tables, the last of those who have
 * sat out least sit out. Tables are made of neighbours in the standings, moved apart so that bots
 * who have met do not meet again, as far as that goes without bringing together who stands far
 * apart. */
#include "schedule/format.h"
#include "schedule/schedule.h"
#include "schedule/standings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a table costs: so much for each time that two at it have met, and for each bot the square of
 * how many tables it sits above or below its place in the standings. Meeting again is as bad as
 * sitting two tables off, and a bit. */
#define MEETING_COST 5u
#define MOST_PASSES                                                                                \
    32u /* over all pairs of seats; a few are enough for the cost to stop falling                  \
         */

struct pairing {
    const struct svi_schedule *schedule;
    unsigned n, seats;                        /* bots that play this round, at tables of so many */
    unsigned bot[SVI_MAX_BOTS];               /* in the order of tables */
    unsigned home[SVI_MAX_BOTS];              /* by bot: its table by the standings alone */
    unsigned games[SVI_MAX_BOTS];             /* by bot: rounds it has played */
    uint16_t *met;                            /* at [a * bots + b]: rounds in which a and b met */
    struct svi_standings score[SVI_MAX_BOTS]; /* by bot */
};

static uint16_t *met(const struct pairing *p, unsigned a, unsigned b)
{
    return &p->met[(size_t)a * p->schedule->settings.bots + b];
}

/* What has been played: scores, rounds, and who has met whom. */
static void look_back(struct pairing *p)
{
    const struct svi_schedule *schedule = p->schedule;
    svi_scores_add(schedule, 0, schedule->taken, SVI_SCORED_COUNTING, p->score);
    for (unsigned i = 0; i < schedule->n_stages; i++) {
        for (uint64_t t = 0; t < schedule->stage[i].lineups; t++) {
            const unsigned *bot = schedule->stage[i].listed[t].bot[0];
            for (unsigned a = 0; a < p->seats; a++) {
                p->games[bot[a]]++;
                for (unsigned b = 0; b < p->seats; b++) {
                    uint16_t *times = met(p, bot[a], bot[b]);
                    *times = (uint16_t)(*times + 1);
                }
            }
        }
    }
}

/* Leaves out who sits out, from the end of the standings: those who have played most rounds. */
static void leave_out(struct pairing *p)
{
    for (unsigned over = p->n % p->seats; over > 0; over--) {
        unsigned most = p->n - 1;
        for (unsigned i = p->n - 1; i-- > 0;) {
            most = p->games[p->bot[i]] > p->games[p->bot[most]] ? i : most;
        }
        memmove(&p->bot[most], &p->bot[most + 1], (--p->n - most) * sizeof p->bot[0]);
    }
}

/* What it costs that a bot sits at a table with the others there but the one in `seat`. */
static uint64_t cost(const struct pairing *p, unsigned bot, unsigned seat)
{
    const unsigned table = seat / p->seats;
    const unsigned off = table > p->home[bot] ? table - p->home[bot] : p->home[bot] - table;
    uint64_t meetings = 0;
    for (unsigned s = table * p->seats; s < (table + 1) * p->seats; s++) {
        meetings += s != seat ? *met(p, bot, p->bot[s]) : 0;
    }
    return MEETING_COST * meetings + (uint64_t)off * off;
}

/* Two bots change places if that is cheaper. */
static bool change(struct pairing *p, unsigned a, unsigned b)
{
    const unsigned one = p->bot[a], other = p->bot[b];
    if (cost(p, one, b) + cost(p, other, a) >= cost(p, one, a) + cost(p, other, b)) {
        return false;
    }
    p->bot[a] = other;
    p->bot[b] = one;
    return true;
}

static void part(struct pairing *p)
{
    bool better = true;
    for (unsigned i = 0; i < p->n; i++) {
        p->home[p->bot[i]] = i / p->seats;
    }
    for (unsigned pass = 0; pass < MOST_PASSES && better; pass++) {
        better = false;
        for (unsigned a = 0; a < p->n; a++) {
            for (unsigned b = (a / p->seats + 1) * p->seats; b < p->n; b++) {
                better |= change(p, a, b);
            }
        }
    }
}

static enum sv_status add_round(struct svi_schedule *schedule, struct pairing *p,
                                struct svi_schedule_fault *fault)
{
    assert(p->n >= p->seats);
    struct svi_lineup *table = calloc(p->n / p->seats, sizeof *table);
    if (table == NULL) {
        return svi_schedule_no_memory(fault);
    }
    for (unsigned i = 0; i < p->n; i++) {
        table[i / p->seats].bot[0][i % p->seats] = p->bot[i];
    }
    const enum sv_status status =
        svi_schedule_add_lineups(schedule, table, p->n / p->seats, schedule->settings.deals, fault);
    free(table);
    return status;
}

static enum sv_status next(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    struct pairing *p = calloc(1, sizeof *p);
    uint16_t *all = calloc((size_t)schedule->settings.bots * schedule->settings.bots, sizeof *all);
    enum sv_status status = SV_E_SYSTEM;
    if (p == NULL || all == NULL) {
        (void)svi_schedule_no_memory(fault);
    } else {
        p->schedule = schedule;
        p->seats = schedule->settings.seats;
        p->met = all;
        look_back(p);
        for (unsigned i = 0; i < schedule->settings.bots; i++) {
            if (schedule->settings.status[i] == SVI_STATUS_PLAYS) {
                p->bot[p->n++] = i;
            }
        }
        svi_scores_order(schedule, p->score, p->bot, p->n);
        leave_out(p);
        part(p);
        status = add_round(schedule, p, fault);
    }
    free(all);
    free(p);
    return status;
}

static bool done(const struct svi_schedule *schedule)
{
    return schedule->n_stages >= schedule->settings.rounds ||
           svi_settings_playing(&schedule->settings) < schedule->settings.seats;
}

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const enum sv_status status = svi_schedule_check_playing(schedule, fault);
    return status == SV_OK ? next(schedule, fault) : status;
}

const struct svi_format svi_format_swiss = {.name = "swiss",
                                            .own = 1u << SVI_TERM_rounds,
                                            .forfeits = true,
                                            .first = first,
                                            .done = done,
                                            .next = next};
