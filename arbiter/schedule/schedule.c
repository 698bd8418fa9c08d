#include "schedule/schedule.h"

#include "base/error.h"
#include "memory/memory.h"
#include "schedule/league_size.h"

#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- combination ----------------------------------------------------------------------------- */

/* Choices of k things out of n. They are counted in colexicographic order, in which the choices out
 * of fewer things come first. So an additional thing changes no number (the combinatorial number
 * system; Knuth, The Art of Computer Programming 4A, 7.2.1.3). */

uint64_t svi_combination(uint64_t n, unsigned k)
{
    uint64_t ways = n >= k ? 1 : 0;
    for (unsigned i = 1; i <= k && ways != 0 && ways <= SVI_MAX_MATCHES; i++) {
        ways = ways * (n - k + i) / i;
    }
    return ways;
}

void svi_choice(uint64_t index, unsigned k, unsigned out[])
{
    for (; k > 0; k--) {
        unsigned last = k - 1; /* the greatest thing in the choice */
        while (svi_combination(last + 1, k) <= index) {
            last++;
        }
        index -= svi_combination(last, k);
        out[k - 1] = last;
    }
}

/* ---- stages ------------------------------------------------------------------------------- */

enum sv_status svi_schedule_refuse(struct svi_schedule_fault *fault, const char *key,
                                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    fault->key = key;
    return SV_E_RANGE;
}

enum sv_status svi_schedule_no_memory(struct svi_schedule_fault *fault)
{
    (void)svi_schedule_refuse(fault, "bots", "no memory for a plan");
    return SV_E_SYSTEM;
}

enum sv_status svi_schedule_check_playing(const struct svi_schedule *schedule,
                                          struct svi_schedule_fault *fault)
{
    const unsigned playing = svi_settings_playing(&schedule->settings);
    return playing >= schedule->settings.seats
               ? SV_OK
               : svi_schedule_refuse(fault, "bots",
                                     "found %u that play, expected at least %u, for a table",
                                     playing, (unsigned)schedule->settings.seats);
}

static enum sv_status too_large(const struct svi_settings *settings,
                                struct svi_schedule_fault *fault)
{
    return svi_schedule_refuse(fault, "deals",
                               "found %u deals for %u bots at tables of %u, expected a league of "
                               "at most %lu matches",
                               (unsigned)settings->deals, settings->bots, (unsigned)settings->seats,
                               (unsigned long)SVI_MAX_MATCHES);
}

static unsigned deal_tables(const struct svi_settings *settings)
{
    const struct svi_format *format = svi_format_of(settings);
    const unsigned tables = format->deal_tables != NULL ? format->deal_tables(settings) : 1;
    assert(tables >= 1 && tables <= SVI_DEAL_TABLES);
    return tables;
}

/* Adds a stage. It takes over the stage's lists, also on failure. */
static enum sv_status add_stage(struct svi_schedule *schedule, struct svi_stage stage,
                                struct svi_schedule_fault *fault)
{
    const uint64_t room = (SVI_MAX_MATCHES - schedule->matches) / schedule->lanes; /* in deals */
    assert(stage.lineups > 0 && stage.rounds > 0);
    const bool fits = stage.rounds <= room / stage.lineups;
    struct svi_stage *more = svi_resize(schedule->stage, schedule->n_stages + 1, sizeof *more);
    schedule->stage = more != NULL ? more : schedule->stage;
    if (more == NULL || !fits) {
        free(stage.before);
        free(stage.listed);
        return fits ? svi_schedule_no_memory(fault) : too_large(&schedule->settings, fault);
    }
    stage.deals_before = schedule->matches / schedule->lanes;
    stage.bots = schedule->settings.bots;
    schedule->stage[schedule->n_stages++] = stage;
    schedule->matches += stage.lineups * stage.rounds * schedule->lanes;
    return SV_OK;
}

/* Adds a stage of the tables whose last bot is `from` or later, but before `to`, and which have had
 * `rounds_before` rounds. Adds nothing if there are no such tables. Returns the errors of
 * svi_schedule_add_tables(). */
static enum sv_status schedule_add_more_tables(struct svi_schedule *schedule,
                                               const struct svi_tables *tables, unsigned from,
                                               unsigned to, uint32_t rounds_before, uint32_t rounds,
                                               struct svi_schedule_fault *fault)
{
    const unsigned bots = schedule->settings.bots;
    struct svi_stage stage = {.rounds = rounds, .rounds_before = rounds_before, .tables = tables};
    assert(deal_tables(&schedule->settings) == 1 && from <= to && to <= bots);
    stage.before = svi_new(bots + 1, sizeof *stage.before);
    for (unsigned b = 0; b < bots; b++) {
        const uint64_t more = b >= from && b < to ? tables->count(&schedule->settings, b) : 0;
        if (more > SVI_MAX_MATCHES || stage.before[b] + more > SVI_MAX_MATCHES) {
            free(stage.before);
            return too_large(&schedule->settings, fault);
        }
        stage.before[b + 1] = stage.before[b] + more;
    }
    stage.lineups = stage.before[bots];
    if (stage.lineups == 0 && from > 0) {
        free(stage.before);
        return SV_OK;
    }
    return add_stage(schedule, stage, fault);
}

enum sv_status svi_schedule_add_tables(struct svi_schedule *schedule,
                                       const struct svi_tables *tables, uint32_t rounds,
                                       struct svi_schedule_fault *fault)
{
    return schedule_add_more_tables(schedule, tables, 0, schedule->settings.bots, 0, rounds, fault);
}

enum sv_status svi_schedule_extend_tables(struct svi_schedule *schedule,
                                          const struct svi_tables *tables,
                                          const struct svi_settings *before,
                                          struct svi_schedule_fault *fault)
{
    const struct svi_settings *now = &schedule->settings;
    if (now->deals > before->deals) {
        SVI_TRY(schedule_add_more_tables(schedule, tables, 0, before->bots, before->deals,
                                         now->deals - before->deals, fault));
    }
    if (now->bots > before->bots) {
        SVI_TRY(schedule_add_more_tables(schedule, tables, before->bots, now->bots, 0, now->deals,
                                         fault));
    }
    return SV_OK;
}

enum sv_status svi_schedule_add_lineups(struct svi_schedule *schedule,
                                        const struct svi_lineup lineups[], uint64_t n,
                                        uint32_t rounds, struct svi_schedule_fault *fault)
{
    struct svi_stage stage = {.lineups = n, .rounds = rounds};
    stage.listed = svi_new(n, sizeof *stage.listed);
    if (stage.listed == NULL) {
        return svi_schedule_no_memory(fault);
    }
    memcpy(stage.listed, lineups, n * sizeof *stage.listed);
    return add_stage(schedule, stage, fault);
}

enum sv_status svi_schedule_add_rounds(struct svi_schedule *schedule, uint32_t rounds,
                                       struct svi_schedule_fault *fault)
{
    const struct svi_stage before = schedule->stage[schedule->n_stages - 1];
    SVI_TRY(svi_schedule_add_lineups(schedule, before.listed, before.lineups, rounds, fault));
    schedule->stage[schedule->n_stages - 1].may_grow = before.may_grow;
    schedule->stage[schedule->n_stages - 1].rounds_before = before.rounds_before + before.rounds;
    return SV_OK;
}

enum sv_status svi_schedule_add_growing(struct svi_schedule *schedule,
                                        const struct svi_lineup lineups[], uint64_t n,
                                        uint32_t rounds, struct svi_schedule_fault *fault)
{
    assert(schedule->n_stages == 0);
    SVI_TRY(svi_schedule_add_lineups(schedule, lineups, n, rounds, fault));
    schedule->stage[0].may_grow = true;
    return SV_OK;
}

/* Returns the place in the league file of the last bot of a table. */
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

static const struct svi_stage *stage_of(const struct svi_schedule *schedule, uint64_t deal)
{
    unsigned i = schedule->n_stages - 1;
    while (schedule->stage[i].deals_before > deal) {
        i--;
    }
    return &schedule->stage[i];
}

/* Finds the bots of a table of the stage's index-th lineup, and the series and count of its seed in
 * a round. */
static void find(const struct svi_schedule *schedule, const struct svi_stage *stage, uint64_t index,
                 uint64_t round, unsigned table, unsigned bot[], uint64_t *series, uint64_t *count)
{
    const struct svi_settings *settings = &schedule->settings;
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
    stage->tables->seat(settings, newest, index, bot);
    *series = newest - settings->seats + 2; /* the first full table is series 1 */
    *count = (stage->rounds_before + round) * in_series + index + 1;
}

/* Returns the start of a deal's seats. Counted tables are spread by the places of their bots, which
 * more bots do not change; for listed ones some formats choose the seats. */
static struct svi_seats_turn turn_of(const struct svi_schedule *schedule,
                                     const struct svi_stage *stage, uint64_t index, uint64_t round,
                                     const unsigned bot[])
{
    struct svi_seats_turn turn = {.deal = stage->rounds_before + round};
    if (stage->tables != NULL) {
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            turn.rotation += (schedule->settings.seats == 2 ? 1 : s) * bot[s];
            turn.order += bot[s];
        }
    } else if (!stage->may_grow && !schedule->settings.format->seats_itself) {
        turn.deal += stage->deals_before + index;
    }
    return turn;
}

/* Fills everything except the luck; returns the series and count of its seed. */
static void seat_match(const struct svi_schedule *schedule, uint64_t number,
                       struct svi_pairing *pairing, uint64_t *series, uint64_t *count)
{
    assert(number >= 1 && number <= schedule->matches);
    const uint64_t deal = (number - 1) / schedule->lanes;
    const uint32_t lane = (uint32_t)((number - 1) % schedule->lanes);
    const struct svi_stage *stage = stage_of(schedule, deal);
    const uint64_t in_stage = deal - stage->deals_before;
    const uint64_t index = in_stage % stage->lineups, round = in_stage / stage->lineups;
    unsigned bots[SV_MAX_SEATS] = {0};

    memset(pairing, 0, sizeof *pairing);
    pairing->number = number;
    pairing->table = index + 1;
    pairing->deal = (uint32_t)deal + 1;
    pairing->lane = lane;
    pairing->seating = lane % schedule->seatings;
    find(schedule, stage, index, round, lane / schedule->seatings, bots, series, count);
    const struct svi_seats_turn turn = turn_of(schedule, stage, index, round, bots);
    svi_seatings_seat(schedule->settings.seatings, bots, schedule->settings.seats, &turn,
                      pairing->seating, pairing->bot);
    pairing->apart = schedule->settings.lanes == SVI_LANES_APART;
    for (unsigned s = 0; s < schedule->settings.seats; s++) {
        pairing->apart |= schedule->settings.remembers[pairing->bot[s]];
    }
}

void svi_schedule_seating(const struct svi_schedule *schedule, uint64_t number,
                          struct svi_pairing *pairing)
{
    uint64_t series, count;
    seat_match(schedule, number, pairing, &series, &count);
}

void svi_schedule_match(const struct svi_schedule *schedule, uint64_t number,
                        struct svi_pairing *pairing)
{
    uint64_t series, count;
    seat_match(schedule, number, pairing, &series, &count);
    sv_luck_seed_child(schedule->settings.seed, "deal", series, count, pairing->seed);
    if (pairing->apart) {
        sv_luck_seed_child(pairing->seed, "lane", pairing->lane, 0, pairing->seed);
    }
    sv_luck_salt(schedule->settings.seed, number, pairing->salt);
}

double svi_schedule_weight(const struct svi_schedule *schedule, uint32_t deal)
{
    if (deal < 1 || deal > schedule->matches / schedule->lanes) {
        return 1;
    }
    const struct svi_stage *stage = stage_of(schedule, deal - 1);
    const uint64_t index = (deal - 1 - stage->deals_before) % stage->lineups;
    const uint32_t *odds = stage->listed != NULL ? stage->listed[index].odds : NULL;
    return odds != NULL && odds[0] > 0 ? (double)odds[1] / odds[0] : 1;
}

/* ---- the whole ---------------------------------------------------------------------------- */

enum sv_status svi_schedule_draw_seed(uint8_t seed[SV_SEED_BYTES])
{
    if (sodium_init() < 0) {
        return SV_E_SYSTEM;
    }
    randombytes_buf(seed, SV_SEED_BYTES);
    return SV_OK;
}

enum sv_status svi_schedule_init(struct svi_schedule *schedule, const struct svi_settings *settings,
                                 struct svi_schedule_fault *fault)
{
    *fault = (struct svi_schedule_fault){0};
    memset(schedule, 0, sizeof *schedule);
    if (settings->seats < 2 || settings->seats > SV_MAX_SEATS || settings->deals == 0) {
        return svi_schedule_refuse(
            fault, settings->deals == 0 ? "deals" : "seats",
            "found %u deals at tables of %u, expected at least one deal and 2 to %u seats",
            (unsigned)settings->deals, (unsigned)settings->seats, (unsigned)SV_MAX_SEATS);
    }
    if (settings->seats > settings->bots) {
        return svi_schedule_refuse(
            fault, "seats", "found %u seats for %u bots, expected at most as many seats as bots",
            (unsigned)settings->seats, settings->bots);
    }
    schedule->settings = *settings;
    for (unsigned i = 0; i < SVI_MAX_BOTS; i++) {
        schedule->gone[i] = settings->status[i] == SVI_STATUS_PLAYS ? UINT64_MAX : 0;
    }
    schedule->seatings = svi_seatings_each(settings->seatings, settings->seats);
    schedule->lanes = schedule->seatings * deal_tables(settings);
    if (svi_settings_share_luck(settings) && schedule->lanes > SVI_LANES_MOST) {
        return svi_schedule_refuse(
            fault, "seatings",
            "found %u games of a deal, each for processes that have seen none of the others, "
            "expected at most %u, or lanes: off for bots that are trusted",
            (unsigned)schedule->lanes, SVI_LANES_MOST);
    }
    const enum sv_status status = svi_format_of(settings)->first(schedule, fault);
    if (status != SV_OK) {
        svi_schedule_finish(schedule);
    }
    return status;
}

enum sv_status svi_schedule_change(struct svi_schedule *schedule,
                                   const struct svi_settings *settings,
                                   struct svi_schedule_fault *fault)
{
    const struct svi_format *format = svi_format_of(settings);
    struct svi_settings before = schedule->settings;
    assert(settings->bots >= before.bots && svi_format_of(&before) == format);
    *fault = (struct svi_schedule_fault){0};
    schedule->changes++;
    schedule->settings = *settings;
    memcpy(schedule->settings.seed, before.seed, sizeof before.seed);
    for (unsigned i = 0; i < settings->bots; i++) {
        if (settings->status[i] == SVI_STATUS_PLAYS) {
            schedule->gone[i] = UINT64_MAX;
        } else if (schedule->gone[i] == UINT64_MAX) {
            schedule->gone[i] = schedule->matches;
        }
    }
    return format->change != NULL ? format->change(schedule, &before, fault) : SV_OK;
}

void svi_schedule_finish(struct svi_schedule *schedule)
{
    for (unsigned i = 0; i < schedule->n_stages; i++) {
        free(schedule->stage[i].before);
        free(schedule->stage[i].listed);
    }
    svi_free_all(schedule->stage, schedule->place, schedule->luck);
    if (schedule->memo != NULL) {
        svi_format_of(&schedule->settings)->forget(schedule->memo);
    }
    memset(schedule, 0, sizeof *schedule);
}

/* ---- results ------------------------------------------------------------------------------ */

bool svi_schedule_goes_by_results(const struct svi_schedule *schedule)
{
    return svi_format_of(&schedule->settings)->next != NULL;
}

/* Makes room for the results of more matches. */
static enum sv_status grow(struct svi_schedule *schedule)
{
    const uint64_t room = schedule->room < 64 ? 64 : schedule->room * 2;
    uint8_t(*more)[SV_MAX_SEATS] = svi_resize(schedule->place, room, sizeof *more);
    if (more == NULL) {
        return SV_E_SYSTEM;
    }
    schedule->place = more;
    if (schedule->settings.luck) {
        int32_t(*luck)[SV_MAX_SEATS] = svi_resize(schedule->luck, room, sizeof *luck);
        if (luck == NULL) {
            return SV_E_SYSTEM;
        }
        schedule->luck = luck;
    }
    schedule->room = room;
    return SV_OK;
}

enum sv_status svi_schedule_take(struct svi_schedule *schedule, const uint8_t place[],
                                 const int32_t luck[])
{
    assert(svi_schedule_goes_by_results(schedule) && schedule->taken < schedule->matches);
    if (schedule->taken == schedule->room && grow(schedule) != SV_OK) {
        return SV_E_SYSTEM;
    }
    memset(schedule->place[schedule->taken], 0, sizeof schedule->place[0]);
    if (place != NULL) {
        memcpy(schedule->place[schedule->taken], place, schedule->settings.seats);
    }
    if (schedule->luck != NULL) {
        memset(schedule->luck[schedule->taken], 0, sizeof schedule->luck[0]);
        if (luck != NULL) {
            memcpy(schedule->luck[schedule->taken], luck,
                   schedule->settings.seats * sizeof schedule->luck[0][0]);
        }
    }
    schedule->taken++;
    return SV_OK;
}

int64_t svi_schedule_luck(const struct svi_schedule *schedule, uint64_t deal, unsigned bot)
{
    int64_t sum = 0;
    for (uint32_t lane = 0; lane < schedule->lanes && schedule->luck != NULL; lane++) {
        const uint64_t number = deal * schedule->lanes + lane + 1;
        struct svi_pairing p;
        svi_schedule_seating(schedule, number, &p);
        for (unsigned s = 0; s < schedule->settings.seats; s++) {
            sum += p.bot[s] == bot ? schedule->luck[number - 1][s] : 0;
        }
    }
    return sum;
}

bool svi_schedule_counts(const struct svi_schedule *schedule, uint64_t number)
{
    struct svi_pairing p;
    if (number > schedule->taken || schedule->place[number - 1][0] == 0) {
        return false;
    }
    svi_schedule_seating(schedule, number, &p);
    for (unsigned s = 0; s < schedule->settings.seats; s++) {
        if (schedule->settings.status[p.bot[s]] == SVI_STATUS_DISQUALIFIED) {
            return false;
        }
    }
    return true;
}

bool svi_schedule_is_off(const struct svi_schedule *schedule, uint64_t number)
{
    const struct svi_settings *settings = &schedule->settings;
    const struct svi_format *format = svi_format_of(settings);
    struct svi_pairing p;
    if (format->forfeits) {
        return format->ended != NULL && format->ended(settings);
    }
    if (format->season &&
        (number - 1) / schedule->lanes < schedule->stage[schedule->n_stages - 1].deals_before) {
        return true;
    }
    if (svi_settings_playing(settings) == settings->bots) {
        return false;
    }
    svi_schedule_seating(schedule, number, &p);
    for (unsigned s = 0; s < settings->seats; s++) {
        if (settings->status[p.bot[s]] != SVI_STATUS_PLAYS) {
            return true;
        }
    }
    return false;
}

enum sv_status svi_schedule_next(struct svi_schedule *schedule, bool *more,
                                 struct svi_schedule_fault *fault)
{
    const struct svi_format *format = svi_format_of(&schedule->settings);
    const unsigned stages = schedule->n_stages;
    *more = false;
    if (format->next == NULL) {
        return SV_OK;
    }
    assert(schedule->taken == schedule->matches);
    if (format->done(schedule)) {
        return SV_OK;
    }
    const enum sv_status status = format->next(schedule, fault);
    *more = status == SV_OK;
    assert(status != SV_OK || schedule->n_stages > stages);
    (void)stages;
    return status;
}

void svi_schedule_stand(const struct svi_schedule *schedule, unsigned standing[])
{
    const struct svi_format *format = svi_format_of(&schedule->settings);
    memset(standing, 0, schedule->settings.bots * sizeof *standing);
    if (format->stand != NULL) {
        format->stand(schedule, standing);
    }
}
