#include "league/simulate.h"

#include "job/points.h"
#include "memory/memory.h"
#include "schedule/format_ladder.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "stats/numeric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RARE 0.001
#define MILLION 1e6
#define TRUTH_PRECISION 1e-9 /* in nats */

/* Returns a separate random sequence for each use of a simulation's numbers. */
static struct svi_draw draw_for(uint64_t seed, uint64_t use, uint64_t number)
{
    struct svi_draw draw = {.state = seed};
    draw.state = svi_draw_bits(&draw) ^ number;
    draw.state = svi_draw_bits(&draw) + use;
    draw.state = svi_draw_bits(&draw);
    return draw;
}

/* Returns the computed luck of a seat with this U, in millionths of a point. */
static int32_t luck_of(const struct svi_simulator *sim, double u, struct svi_draw *draw)
{
    double other = svi_draw_uniform(draw) - 0.5;
    if (sim->tails && svi_draw_uniform(draw) < RARE) {
        other *= 1 / (RARE * 10);
    }
    const double points = sim->account * (0.5 - u) + (1 - sim->account) * other;
    return (int32_t)floor(points * MILLION + 0.5);
}

/* Returns the strength of seat `s` at a table of these bots, in nats. */
static double strength_of(const struct svi_simulator *sim, const unsigned bot[], unsigned seats,
                          unsigned s)
{
    double effects = 0;
    for (unsigned o = 0; o < seats && sim->pair != NULL; o++) {
        effects += o != s ? sim->pair[(size_t)bot[s] * sim->bots + bot[o]] : 0;
    }
    return (sim->elo[bot[s]] + effects / (seats - 1)) / SVI_ELO_PER_NAT;
}

void svi_simulate_match(const struct svi_simulator *sim, const struct svi_pairing *pairing,
                        unsigned seats, uint8_t place[], int32_t account[])
{
    const uint64_t luck = pairing->apart ? pairing->number : (uint64_t)pairing->deal << 32;
    struct svi_draw of_deal = draw_for(sim->seed, 1, luck);
    struct svi_draw own = draw_for(sim->seed, 2, pairing->number);
    struct svi_draw of_account = draw_for(sim->seed, 3, pairing->number);
    double time[SV_MAX_SEATS];
    unsigned order[SV_MAX_SEATS];
    for (unsigned s = 0; s < seats; s++) {
        const double both = svi_draw_uniform(&of_deal);
        const double alone = svi_draw_uniform(&own);
        const double u = svi_draw_uniform(&own) < sim->shared ? both : alone;
        if (account != NULL) {
            account[s] = luck_of(sim, u, &of_account);
        }
        time[s] = -svi_log(u) * svi_exp(-strength_of(sim, pairing->bot, seats, s));
        unsigned at = s;
        for (; at > 0 && time[order[at - 1]] > time[s]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = s;
    }
    for (unsigned i = 0; i < seats; i++) {
        const bool ties = i > 0 && sim->ties > 0 && svi_draw_uniform(&own) < sim->ties;
        place[order[i]] = ties ? place[order[i - 1]] : (uint8_t)(i + 1);
    }
}

/* ---- strengths under uniform lineups --------------------------------------------------------- */

/* The sets of bots that are still to be placed, over all lineups. */
struct left {
    unsigned n, seats;
    size_t n_sets;    /* sets of each lineup: 2^seats, by the seats in them */
    uint64_t lineups; /* each has `seats` bots, by their places in `who` */
    unsigned *bot;
    /* Probability that the set remains at some time: n_sets for each lineup. */
    double *chance;
    /* By bot: how often it is placed before others, over all lineups. */
    double *placed;
    double *alpha, *sum;
};

/* Computes the probabilities of a lineup's sets, from the whole table down to two bots. */
static void find_chances(struct left *left, const double alpha[], const unsigned bot[],
                         double chance[])
{
    chance[left->n_sets - 1] = 1;
    for (size_t set = left->n_sets - 1; set > 0; set--) {
        double all = 0;
        for (unsigned s = 0; s < left->seats; s++) {
            all += (set >> s & 1) != 0 ? alpha[s] : 0;
        }
        for (unsigned s = 0; s < left->seats; s++) {
            const size_t others = set & ~((size_t)1 << s);
            if (others != set && others != 0) {
                const double share = chance[set] * alpha[s] / all;
                left->placed[bot[s]] += share;
                chance[others] += share;
            }
        }
    }
}

static void list_lineups(const struct svi_simulator *sim, const unsigned who[], struct left *left)
{
    for (uint64_t l = 0; l < left->lineups; l++) {
        unsigned *at = left->bot + l * left->seats;
        unsigned bot[SV_MAX_SEATS];
        double alpha[SV_MAX_SEATS];
        svi_choice(l, left->seats, at);
        for (unsigned s = 0; s < left->seats; s++) {
            bot[s] = who[at[s]];
        }
        for (unsigned s = 0; s < left->seats; s++) {
            alpha[s] = svi_exp(strength_of(sim, bot, left->seats, s));
        }
        find_chances(left, alpha, at, left->chance + l * left->n_sets);
    }
}

/* One step of Hunter's (2004) algorithm. Returns the greatest change in nats. */
static double step(struct left *left)
{
    double most = 0;
    memset(left->sum, 0, left->n * sizeof *left->sum);
    for (uint64_t l = 0; l < left->lineups; l++) {
        const unsigned *bot = left->bot + l * left->seats;
        for (size_t set = 1; set < left->n_sets; set++) {
            double all = 0;
            for (unsigned s = 0; s < left->seats; s++) {
                all += (set >> s & 1) != 0 ? left->alpha[bot[s]] : 0;
            }
            for (unsigned s = 0; s < left->seats && (set & (set - 1)) != 0; s++) {
                left->sum[bot[s]] +=
                    (set >> s & 1) != 0 ? left->chance[l * left->n_sets + set] / all : 0;
            }
        }
    }
    for (unsigned i = 0; i < left->n; i++) {
        const double now = left->placed[i] / left->sum[i];
        most = fmax(most, fabs(svi_log(now / left->alpha[i])));
        left->alpha[i] = now;
    }
    return most;
}

enum sv_status svi_simulate_truth(const struct svi_simulator *sim, const unsigned who[], unsigned n,
                                  unsigned seats, double truth[])
{
    struct left left = {
        .n = n, .seats = seats, .n_sets = (size_t)1 << seats, .lineups = svi_combination(n, seats)};
    if (left.lineups > SVI_TRUTH_SETS >> seats) {
        return SV_E_RANGE;
    }
    left.bot = svi_new(left.lineups * seats + 1, sizeof *left.bot);
    left.chance = svi_new(left.lineups * left.n_sets + 1, sizeof *left.chance);
    left.placed = svi_new(n + 1u, sizeof *left.placed);
    left.alpha = svi_new(n + 1u, sizeof *left.alpha);
    left.sum = svi_new(n + 1u, sizeof *left.sum);
    const bool roomy = left.bot != NULL && left.chance != NULL;
    if (roomy) {
        double mean = 0;
        list_lineups(sim, who, &left);
        for (unsigned i = 0; i < n; i++) {
            left.alpha[i] = 1;
        }
        while (left.lineups > 0 && step(&left) > TRUTH_PRECISION) {
        }
        for (unsigned i = 0; i < n; i++) {
            truth[i] = svi_log(left.alpha[i]) * SVI_ELO_PER_NAT;
            mean += truth[i] / n;
        }
        for (unsigned i = 0; i < n; i++) {
            truth[i] -= mean;
        }
    }
    svi_free_all(left.bot, left.chance, left.placed, left.alpha, left.sum);
    return roomy ? SV_OK : SV_E_SYSTEM;
}

/* ---- a league -------------------------------------------------------------------------------- */

static struct svi_store_match row_of(const struct svi_pairing *pairing, unsigned seats,
                                     const uint8_t place[])
{
    uint32_t points[SV_MAX_SEATS];
    struct svi_store_match row = {.number = pairing->number,
                                  .table = pairing->table,
                                  .deal = pairing->deal,
                                  .seating = pairing->seating,
                                  .why = SV_WHY_LAST_SOLVENT,
                                  .seats = seats};
    svi_points(place, seats, points);
    for (unsigned s = 0; s < seats; s++) {
        row.seat[s] =
            (struct svi_store_seat){.bot = pairing->bot[s], .place = place[s], .points = points[s]};
    }
    return row;
}

/* Returns whether all nights are over. */
static bool is_over(const struct svi_simulator *sim, const struct svi_schedule *schedule)
{
    const int64_t games = schedule->settings.budget.value[SVI_BUDGET_games];
    const uint64_t nights = sim->nights != 0 ? sim->nights : 1;
    const uint64_t budget = games != SVI_NONE_GIVEN ? (uint64_t)games * nights : 0;
    return schedule->matches + svi_ladder_stage_matches(schedule) > budget;
}

enum sv_status svi_simulate(const struct svi_simulator *sim, struct svi_schedule *schedule,
                            enum sv_status (*each)(void *user, const struct svi_store_match *match),
                            void *user, struct svi_schedule_fault *fault)
{
    const bool by_results = svi_schedule_goes_by_results(schedule);
    const unsigned seats = schedule->settings.seats;
    bool more = true;
    for (uint64_t number = 1; more;) {
        for (; number <= schedule->matches; number++) {
            struct svi_pairing pairing;
            uint8_t place[SV_MAX_SEATS] = {0};
            int32_t luck[SV_MAX_SEATS] = {0};
            const bool off = svi_schedule_is_off(schedule, number);
            svi_schedule_seating(schedule, number, &pairing);
            svi_simulate_match(sim, &pairing, seats, place, schedule->settings.luck ? luck : NULL);
            if (by_results && svi_schedule_take(schedule, off ? NULL : place, luck) != SV_OK) {
                return svi_schedule_no_memory(fault);
            }
            if (each != NULL && !off) {
                const struct svi_store_match row = row_of(&pairing, seats, place);
                const enum sv_status status = each(user, &row);
                if (status != SV_OK) {
                    return status == SV_E_SYSTEM ? svi_schedule_no_memory(fault) : status;
                }
            }
        }
        if (schedule->settings.format->season && is_over(sim, schedule)) {
            return SV_OK;
        }
        SVI_TRY(svi_schedule_next(schedule, &more, fault));
    }
    return SV_OK;
}
