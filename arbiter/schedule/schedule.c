#include "schedule/schedule.h"

#include "schedule/format.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- stages ------------------------------------------------------------------------------- */

enum sv_status svi_plan_no_memory(struct svi_plan_fault *fault)
{
    fault->key = "bots";
    (void)snprintf(fault->text, sizeof fault->text, "no memory for a plan");
    return SV_E_SYSTEM;
}

enum sv_status svi_plan_check_playing(const struct svi_plan *plan, struct svi_plan_fault *fault)
{
    const unsigned playing = svi_terms_playing(&plan->terms);
    if (playing >= plan->terms.seats) {
        return SV_OK;
    }
    fault->key = "bots";
    (void)snprintf(fault->text, sizeof fault->text,
                   "found %u that play, expected at least %u, for a table", playing,
                   (unsigned)plan->terms.seats);
    return SV_E_RANGE;
}

static enum sv_status too_large(const struct svi_terms *terms, struct svi_plan_fault *fault)
{
    fault->key = "deals";
    (void)snprintf(fault->text, sizeof fault->text,
                   "found %u deals for %u bots at tables of %u, expected a league of at most %lu "
                   "matches",
                   (unsigned)terms->deals, terms->bots, (unsigned)terms->seats,
                   (unsigned long)SVI_MAX_MATCHES);
    return SV_E_RANGE;
}

static unsigned deal_tables(const struct svi_terms *terms)
{
    const struct svi_format *format = svi_format_of(terms);
    const unsigned tables = format->deal_tables != NULL ? format->deal_tables(terms) : 1;
    assert(tables >= 1 && tables <= SVI_DEAL_TABLES);
    return tables;
}

/* Adds a stage, which owns its lists from then on, also when there is no room for it. */
static enum sv_status add_stage(struct svi_plan *plan, struct svi_stage stage,
                                struct svi_plan_fault *fault)
{
    const uint64_t room = (SVI_MAX_MATCHES - plan->matches) / plan->lanes; /* deals */
    enum sv_status status = SV_OK;
    assert(stage.lineups > 0 && stage.rounds > 0);
    struct svi_stage *more = realloc(plan->stage, (plan->n_stages + 1) * sizeof *more);
    if (more == NULL) {
        status = svi_plan_no_memory(fault);
    } else {
        plan->stage = more;
        if (stage.rounds > room / stage.lineups) {
            status = too_large(&plan->terms, fault);
        }
    }
    if (status != SV_OK) {
        free(stage.before);
        free(stage.listed);
        return status;
    }
    stage.deals_before = plan->matches / plan->lanes;
    stage.bots = plan->terms.bots;
    plan->stage[plan->n_stages++] = stage;
    plan->matches += stage.lineups * stage.rounds * plan->lanes;
    return SV_OK;
}

enum sv_status svi_plan_add_more_tables(struct svi_plan *plan, const struct svi_tables *tables,
                                        unsigned from, unsigned to, uint32_t rounds_before,
                                        uint32_t rounds, struct svi_plan_fault *fault)
{
    const unsigned bots = plan->terms.bots;
    struct svi_stage stage = {.rounds = rounds, .rounds_before = rounds_before, .tables = tables};
    assert(deal_tables(&plan->terms) == 1 && from <= to && to <= bots);
    stage.before = calloc(bots + 1, sizeof *stage.before);
    if (stage.before == NULL) {
        return svi_plan_no_memory(fault);
    }
    for (unsigned b = 0; b < bots; b++) {
        const uint64_t more = b >= from && b < to ? tables->count(&plan->terms, b) : 0;
        if (more > SVI_MAX_MATCHES || stage.before[b] + more > SVI_MAX_MATCHES) {
            free(stage.before);
            return too_large(&plan->terms, fault);
        }
        stage.before[b + 1] = stage.before[b] + more;
    }
    stage.lineups = stage.before[bots];
    if (stage.lineups == 0 && from > 0) {
        free(stage.before);
        return SV_OK;
    }
    return add_stage(plan, stage, fault);
}

enum sv_status svi_plan_add_tables(struct svi_plan *plan, const struct svi_tables *tables,
                                   uint32_t rounds, struct svi_plan_fault *fault)
{
    return svi_plan_add_more_tables(plan, tables, 0, plan->terms.bots, 0, rounds, fault);
}

enum sv_status svi_plan_extend_tables(struct svi_plan *plan, const struct svi_tables *tables,
                                      const struct svi_terms *before, struct svi_plan_fault *fault)
{
    const struct svi_terms *now = &plan->terms;
    enum sv_status status = SV_OK;
    if (now->deals > before->deals) {
        status = svi_plan_add_more_tables(plan, tables, 0, before->bots, before->deals,
                                          now->deals - before->deals, fault);
    }
    if (status == SV_OK && now->bots > before->bots) {
        status =
            svi_plan_add_more_tables(plan, tables, before->bots, now->bots, 0, now->deals, fault);
    }
    return status;
}

enum sv_status svi_plan_add_lineups(struct svi_plan *plan, const struct svi_lineup lineups[],
                                    uint64_t n, uint32_t rounds, struct svi_plan_fault *fault)
{
    struct svi_stage stage = {.lineups = n, .rounds = rounds};
    stage.listed = calloc(n, sizeof *stage.listed);
    if (stage.listed == NULL) {
        return svi_plan_no_memory(fault);
    }
    memcpy(stage.listed, lineups, n * sizeof *stage.listed);
    return add_stage(plan, stage, fault);
}

enum sv_status svi_plan_add_rounds(struct svi_plan *plan, uint32_t rounds,
                                   struct svi_plan_fault *fault)
{
    const struct svi_stage before = plan->stage[plan->n_stages - 1];
    const enum sv_status status =
        svi_plan_add_lineups(plan, before.listed, before.lineups, rounds, fault);
    if (status == SV_OK) {
        plan->stage[plan->n_stages - 1].may_grow = before.may_grow;
        plan->stage[plan->n_stages - 1].rounds_before = before.rounds_before + before.rounds;
    }
    return status;
}

enum sv_status svi_plan_add_growing(struct svi_plan *plan, const struct svi_lineup lineups[],
                                    uint64_t n, uint32_t rounds, struct svi_plan_fault *fault)
{
    assert(plan->n_stages == 0);
    const enum sv_status status = svi_plan_add_lineups(plan, lineups, n, rounds, fault);
    if (status == SV_OK) {
        plan->stage[0].may_grow = true;
    }
    return status;
}

/* The place in the league file of the last bot of a table. */
static unsigned newest_of(const struct svi_stage *stage, unsigned bots, uint64_t table)
{
    unsigned low = 0, high = bots; /* before[low] <= table < before[high] */
    while (high - low > 1) {
        const unsigned middle = low + (high - low) / 2;
        if (stage->before[middle] <= table) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ---- matches ------------------------------------------------------------------------------ */

static const struct svi_stage *stage_of(const struct svi_plan *plan, uint64_t deal)
{
    unsigned i = plan->n_stages - 1;
    while (plan->stage[i].deals_before > deal) {
        i--;
    }
    return &plan->stage[i];
}

/* The bots of a table of the stage's index-th lineup, and the series and count of its seed in a round. */
static void find(const struct svi_plan *plan, const struct svi_stage *stage, uint64_t index,
                 uint64_t round, unsigned table, unsigned bot[], uint64_t *series, uint64_t *count)
{
    const struct svi_terms *terms = &plan->terms;
    if (stage->tables == NULL) {
        memcpy(bot, stage->listed[index].bot[table], sizeof stage->listed[index].bot[table]);
        *series = stage->may_grow ? stage->rounds_before + round + 1 : 1;
        *count =
            stage->may_grow ? index + 1 : stage->deals_before + round * stage->lineups + index + 1;
        return;
    }
    const unsigned newest = newest_of(stage, stage->bots, index);
    const uint64_t in_series = stage->before[newest + 1] - stage->before[newest];
    index -= stage->before[newest];
    stage->tables->seat(terms, newest, index, bot);
    *series = newest - terms->seats + 2; /* the first full table is series 1 */
    *count = (stage->rounds_before + round) * in_series + index + 1;
}

/* Everything but the luck, and the series and count of its seed. */
static void seat_match(const struct svi_plan *plan, uint64_t number, struct svi_pairing *pairing,
                       uint64_t *series, uint64_t *count)
{
    assert(number >= 1 && number <= plan->matches);
    const uint64_t deal = (number - 1) / plan->lanes;
    const uint32_t lane = (uint32_t)((number - 1) % plan->lanes);
    const struct svi_stage *stage = stage_of(plan, deal);
    const uint64_t in_stage = deal - stage->deals_before;
    const uint64_t index = in_stage % stage->lineups;
    unsigned bots[SV_MAX_SEATS] = {0};

    memset(pairing, 0, sizeof *pairing);
    pairing->number = number;
    pairing->table = index + 1;
    pairing->deal = (uint32_t)deal + 1;
    pairing->lane = lane;
    pairing->seating = lane % plan->seatings;
    find(plan, stage, index, in_stage / stage->lineups, lane / plan->seatings, bots, series, count);
    svi_seatings_seat(plan->terms.seatings, bots, plan->terms.seats, pairing->seating,
                      pairing->bot);
}

void svi_plan_seating(const struct svi_plan *plan, uint64_t number, struct svi_pairing *pairing)
{
    uint64_t series, count;
    seat_match(plan, number, pairing, &series, &count);
}

void svi_plan_match(const struct svi_plan *plan, uint64_t number, struct svi_pairing *pairing)
{
    uint64_t series, count;
    seat_match(plan, number, pairing, &series, &count);
    sv_luck_seed_child(plan->terms.seed, "deal", series, count, pairing->seed);
    if (plan->terms.lanes == SVI_LANES_APART) {
        sv_luck_seed_child(pairing->seed, "lane", pairing->lane, 0, pairing->seed);
    }
    sv_luck_salt(plan->terms.seed, number, pairing->salt);
}

/* ---- the whole ---------------------------------------------------------------------------- */

enum sv_status svi_plan_draw_seed(uint8_t seed[SV_SEED_BYTES])
{
    if (sodium_init() < 0) {
        return SV_E_SYSTEM;
    }
    randombytes_buf(seed, SV_SEED_BYTES);
    return SV_OK;
}

enum sv_status svi_plan_init(struct svi_plan *plan, const struct svi_terms *terms,
                             struct svi_plan_fault *fault)
{
    *fault = (struct svi_plan_fault){0};
    memset(plan, 0, sizeof *plan);
    if (terms->seats < 2 || terms->seats > SV_MAX_SEATS || terms->deals == 0) {
        fault->key = terms->deals == 0 ? "deals" : "seats";
        (void)snprintf(
            fault->text, sizeof fault->text,
            "found %u deals at tables of %u, expected at least one deal and 2 to %u seats",
            (unsigned)terms->deals, (unsigned)terms->seats, (unsigned)SV_MAX_SEATS);
        return SV_E_RANGE;
    }
    if (terms->seats > terms->bots) {
        fault->key = "seats";
        (void)snprintf(fault->text, sizeof fault->text,
                       "found %u seats for %u bots, expected at most as many seats as bots",
                       (unsigned)terms->seats, terms->bots);
        return SV_E_RANGE;
    }
    plan->terms = *terms;
    for (unsigned i = 0; i < SVI_MAX_BOTS; i++) {
        plan->gone[i] = terms->status[i] == SVI_STATUS_PLAYS ? UINT64_MAX : 0;
    }
    plan->seatings = svi_seatings_each(terms->seatings, terms->seats);
    plan->lanes = plan->seatings * deal_tables(terms);
    if (terms->lanes == SVI_LANES_AUTO && plan->lanes > SVI_LANES_MOST) {
        fault->key = "seatings";
        (void)snprintf(fault->text, sizeof fault->text,
                       "found %u games of a deal, each for processes that have seen none of the "
                       "others, expected at most %u, or lanes: off for bots that are trusted",
                       (unsigned)plan->lanes, SVI_LANES_MOST);
        return SV_E_RANGE;
    }
    const enum sv_status status = svi_format_of(terms)->first(plan, fault);
    if (status != SV_OK) {
        svi_plan_finish(plan);
    }
    return status;
}

enum sv_status svi_plan_change(struct svi_plan *plan, const struct svi_terms *terms,
                               struct svi_plan_fault *fault)
{
    const struct svi_format *format = svi_format_of(terms);
    struct svi_terms before = plan->terms;
    assert(terms->bots >= before.bots && svi_format_of(&before) == format);
    *fault = (struct svi_plan_fault){0};
    plan->changes++;
    plan->terms = *terms;
    memcpy(plan->terms.seed, before.seed, sizeof before.seed);
    for (unsigned i = 0; i < terms->bots; i++) {
        if (terms->status[i] == SVI_STATUS_PLAYS) {
            plan->gone[i] = UINT64_MAX;
        } else if (plan->gone[i] == UINT64_MAX) {
            plan->gone[i] = plan->matches;
        }
    }
    return format->change != NULL ? format->change(plan, &before, fault) : SV_OK;
}

void svi_plan_finish(struct svi_plan *plan)
{
    for (unsigned i = 0; i < plan->n_stages; i++) {
        free(plan->stage[i].before);
        free(plan->stage[i].listed);
    }
    free(plan->stage);
    free(plan->place);
    if (plan->memo != NULL) {
        svi_format_of(&plan->terms)->forget(plan->memo);
    }
    memset(plan, 0, sizeof *plan);
}

/* ---- results ------------------------------------------------------------------------------ */

bool svi_plan_goes_by_results(const struct svi_plan *plan)
{
    return svi_format_of(&plan->terms)->next != NULL;
}

enum sv_status svi_plan_take(struct svi_plan *plan, const uint8_t place[])
{
    assert(svi_plan_goes_by_results(plan) && plan->taken < plan->matches);
    if (plan->taken == plan->room) {
        const uint64_t room = plan->room < 64 ? 64 : plan->room * 2;
        uint8_t(*more)[SV_MAX_SEATS] = realloc(plan->place, room * sizeof *more);
        if (more == NULL) {
            return SV_E_SYSTEM;
        }
        plan->place = more;
        plan->room = room;
    }
    memset(plan->place[plan->taken], 0, sizeof plan->place[0]);
    if (place != NULL) {
        memcpy(plan->place[plan->taken], place, plan->terms.seats);
    }
    plan->taken++;
    return SV_OK;
}

bool svi_plan_counts(const struct svi_plan *plan, uint64_t number)
{
    struct svi_pairing p;
    if (number > plan->taken || plan->place[number - 1][0] == 0) {
        return false;
    }
    svi_plan_seating(plan, number, &p);
    for (unsigned s = 0; s < plan->terms.seats; s++) {
        if (plan->terms.status[p.bot[s]] == SVI_STATUS_DISQUALIFIED) {
            return false;
        }
    }
    return true;
}

bool svi_plan_is_off(const struct svi_plan *plan, uint64_t number)
{
    const struct svi_terms *terms = &plan->terms;
    const struct svi_format *format = svi_format_of(terms);
    struct svi_pairing p;
    if (format->forfeits) {
        return format->ended != NULL && format->ended(terms);
    }
    if (format->season &&
        (number - 1) / plan->lanes < plan->stage[plan->n_stages - 1].deals_before) {
        return true;
    }
    if (svi_terms_playing(terms) == terms->bots) {
        return false;
    }
    svi_plan_seating(plan, number, &p);
    for (unsigned s = 0; s < terms->seats; s++) {
        if (terms->status[p.bot[s]] != SVI_STATUS_PLAYS) {
            return true;
        }
    }
    return false;
}

enum sv_status svi_plan_next(struct svi_plan *plan, bool *more, struct svi_plan_fault *fault)
{
    const struct svi_format *format = svi_format_of(&plan->terms);
    const unsigned stages = plan->n_stages;
    *more = false;
    if (format->next == NULL) {
        return SV_OK;
    }
    assert(plan->taken == plan->matches);
    if (format->done(plan)) {
        return SV_OK;
    }
    const enum sv_status status = format->next(plan, fault);
    *more = status == SV_OK;
    assert(status != SV_OK || plan->n_stages > stages);
    (void)stages;
    return status;
}

void svi_plan_stand(const struct svi_plan *plan, unsigned standing[])
{
    const struct svi_format *format = svi_format_of(&plan->terms);
    memset(standing, 0, plan->terms.bots * sizeof *standing);
    if (format->stand != NULL) {
        format->stand(plan, standing);
    }
}
