#include "league/league_follow.h"

#include "memory/memory.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"

#include "base/out.h"
#include "job/luck_row.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_revisions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a line of settings, "key: value". Returns false for any other line. */
static bool take_term(struct svi_settings *settings, const char *line, size_t size)
{
    SCOPED(scoped_free) char *key = svi_copy_bytes(line, size);
    char *value = strstr(key, ": ");
    bool ok = value != NULL;
    if (ok) {
        *value = '\0';
        ok = svi_term_parse(settings, key, value + 2);
    }
    return ok;
}

/* Reads the settings of a revision of the store. */
static enum sv_status terms_of(const struct svi_store_info *info, unsigned revision,
                               struct svi_settings *settings, struct svi_error *problem)
{
    const struct svi_store_revision *r = &info->revision[revision];
    memset(settings, 0, sizeof *settings);
    settings->bots = r->bots;
    memcpy(settings->seed, info->seed, sizeof settings->seed);
    for (const char *at = r->settings; *at != '\0'; at += strcspn(at, "\n"), at += *at != '\0') {
        const size_t line = strcspn(at, "\n");
        if (!take_term(settings, at, line)) {
            return svi_fail(problem, SV_E_MISMATCH,
                            "terms of revision %u: found '%.*s', expected a term and its value",
                            revision + 1, line < 60 ? (int)line : 60, at);
        }
    }
    if (settings->format == NULL || settings->deals == 0 || settings->seats != info->seats) {
        return svi_fail(problem, SV_E_MISMATCH, "terms: found none of format, deals or seats");
    }
    if (!svi_settings_parse_statuses(settings, r->statuses)) {
        return svi_fail(problem, SV_E_MISMATCH,
                        "revisions.statuses of revision %u: found no statuses", revision + 1);
    }
    return SV_OK;
}

#define OTHER_PAIRING                                                                              \
    "the season was begun by another version, which pairs in another way: go on and rank with "    \
    "that version, or begin a new store"

/* ---- the stages of a season: a line for each lineup, its bots in the order of their seats and its
 * odds ---- */

static char *stage_text(const struct svi_stage *stage, unsigned seats)
{
    struct svi_buf out = {0};
    for (uint64_t i = 0; i < stage->lineups; i++) {
        for (unsigned s = 0; s < seats; s++) {
            svi_out_format(&out, "%u ", stage->listed[i].bot[0][s]);
        }
        svi_out_format(&out, "%u/%u\n", stage->listed[i].odds[0], stage->listed[i].odds[1]);
    }
    return svi_text_of(&out);
}

/* Reads odds and the end of their line, "5/4". Returns the end, or NULL. */
static const char *parse_odds(const char *text, uint32_t odds[2])
{
    for (unsigned k = 0; k < 2; k++) {
        char *end;
        const unsigned long part = *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : 0;
        if (part == 0 || part > UINT16_MAX || *end != (k == 0 ? '/' : '\n')) {
            return NULL;
        }
        odds[k] = (uint32_t)part;
        text = end + 1;
    }
    return odds[0] <= SVI_ODDS_BOUND * odds[1] && odds[1] <= SVI_ODDS_BOUND * odds[0] ? text : NULL;
}

/* Reads a lineup's line. Returns its end, or NULL. */
static const char *parse_lineup(const char *text, const struct svi_settings *settings,
                                struct svi_lineup *lineup)
{
    for (unsigned s = 0; s < settings->seats; s++) {
        char *end;
        const unsigned long bot =
            *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : UINT32_MAX;
        if (bot >= settings->bots || *end != ' ') {
            return NULL;
        }
        for (unsigned k = 0; k < s; k++) {
            if (lineup->bot[0][k] == bot) {
                return NULL;
            }
        }
        lineup->bot[0][s] = (unsigned)bot;
        text = end + 1;
    }
    return parse_odds(text, lineup->odds);
}

static enum sv_status add_stage(struct svi_schedule *schedule, const char *text, uint32_t rounds,
                                struct svi_schedule_fault *fault)
{
    uint64_t n = 0;
    for (const char *at = text; *at != '\0'; at++) {
        n += *at == '\n';
    }
    if (n > 0 && strchr(text, '/') == NULL) {
        (void)snprintf(fault->text, sizeof fault->text, "%s", OTHER_PAIRING);
        return SV_E_MISMATCH;
    }
    SCOPED(scoped_free) struct svi_lineup *lineups = svi_new(n + 1, sizeof *lineups);
    if (lineups == NULL) {
        return svi_schedule_no_memory(fault);
    }
    bool ok = n > 0 && rounds > 0 && n <= SVI_MAX_MATCHES;
    for (uint64_t i = 0; i < n && ok; i++) {
        text = parse_lineup(text, &schedule->settings, &lineups[i]);
        ok = text != NULL;
    }
    return ok ? svi_schedule_add_lineups(schedule, lineups, n, rounds, fault) : SV_E_MISMATCH;
}

/* Takes the next stage from the store. */
static enum sv_status read_stage(struct svi_store *store, struct svi_schedule *schedule,
                                 struct svi_error *problem)
{
    struct svi_schedule_fault fault = {.text = "found no lineups of a stage"};
    uint32_t rounds = 0;
    SCOPED(scoped_free) char *text = NULL;
    const unsigned long long before = (unsigned long long)schedule->matches;
    enum sv_status status = svi_store_stage(store, schedule->matches, &rounds, &text);
    if (status == SV_E_SYSTEM) {
        return svi_fail(problem, status, "%s", svi_store_error(store));
    }
    status = status == SV_OK ? add_stage(schedule, text, rounds, &fault) : SV_E_MISMATCH;
    return status == SV_OK ? SV_OK
                           : svi_fail(problem, status == SV_E_SYSTEM ? status : SV_E_MISMATCH,
                                      "stages: the stage after match %llu: %s", before, fault.text);
}

/* Decides the next stage from the results before it, and compares it with the store's. */
static enum sv_status decide_stage(struct svi_store *store, struct svi_schedule *schedule,
                                   struct svi_error *problem)
{
    const unsigned long long before = (unsigned long long)schedule->matches;
    struct svi_schedule_fault fault;
    uint32_t rounds = 0;
    SCOPED(scoped_free) char *text = NULL;
    bool more, same = false;
    enum sv_status status = svi_store_stage(store, schedule->matches, &rounds, &text);
    if (status == SV_E_SYSTEM) {
        return svi_fail(problem, status, "%s", svi_store_error(store));
    }
    if (status == SV_OK) {
        status = svi_schedule_next(schedule, &more, &fault);
        if (status != SV_OK) {
            return svi_fail(problem, status, "%s: %s", fault.key, fault.text);
        }
        const struct svi_stage *stage = &schedule->stage[schedule->n_stages - 1];
        SCOPED(scoped_free) char *decided = stage_text(stage, schedule->settings.seats);
        same = rounds == stage->rounds && strcmp(decided, text) == 0;
    }
    return same ? SV_OK
                : svi_fail(problem, SV_E_MISMATCH,
                           "stages: the stage after match %llu: found other tables than the "
                           "results before it decide",
                           before);
}

enum sv_status svi_league_store_next_stage(struct svi_store *store, struct svi_schedule *schedule,
                                           struct svi_error *problem)
{
    struct svi_schedule_fault fault;
    bool more;
    const enum sv_status status = svi_schedule_next(schedule, &more, &fault);
    if (status != SV_OK) {
        return svi_fail(problem, status, "%s: %s", fault.key, fault.text);
    }
    const struct svi_stage *stage = &schedule->stage[schedule->n_stages - 1];
    SCOPED(scoped_free) char *text = stage_text(stage, schedule->settings.seats);
    return svi_store_pass(
        store, svi_store_plan_stage(store, schedule->matches, stage->rounds, text), problem);
}

/* ---- results ------------------------------------------------------------------------------ */

/* State of taking results from svi_store_places() into the schedule. */
struct following {
    struct svi_schedule *schedule;
    bool closed; /* the stage is over, whichever matches are missing */
    bool other;  /* in a season, other bots have played a match than were planned */
    struct svi_store *store;
    /* The first match without luck where luck decides; 0 if every match has it. */
    uint64_t without_luck;
    enum sv_status status;
};

/* Takes matches before `number` that are called off as matches without result. Returns whether no
 * other match is missing. */
static bool take_off(struct following *f, uint64_t number)
{
    struct svi_schedule *schedule = f->schedule;
    while (f->status == SV_OK && schedule->taken + 1 < number &&
           schedule->taken < schedule->matches) {
        if (!f->closed && !svi_schedule_is_off(schedule, schedule->taken + 1)) {
            return false;
        }
        f->status = svi_schedule_take(schedule, NULL, NULL);
    }
    return f->status == SV_OK;
}

/* Reads the store's luck of a match. The stored luck decides, whichever program computed it. */
static enum sv_status luck_of(struct following *f, uint64_t number, int32_t luck[SV_MAX_SEATS])
{
    struct svi_store_luck row;
    struct svi_game_luck game;
    bool found = false;
    SVI_TRY(svi_store_luck_of(f->store, number, &row, &found));
    if (!found || !svi_luck_row_get(row.figures, row.size, &game) ||
        game.seats != f->schedule->settings.seats) {
        f->without_luck = number;
        return SV_E_MISMATCH;
    }
    for (unsigned s = 0; s < game.seats; s++) {
        luck[s] = game.seat[s].luck;
    }
    return SV_OK;
}

/* Takes the next result. Stops at the first match that is missing or not planned yet. */
static bool take(void *user, uint64_t number, const unsigned bot[], const uint8_t place[])
{
    struct following *f = user;
    struct svi_pairing p;
    if (number > f->schedule->matches || !take_off(f, number)) {
        return false;
    }
    svi_schedule_seating(f->schedule, number, &p);
    for (unsigned s = 0; s < f->schedule->settings.seats; s++) {
        f->other |= f->schedule->settings.format->season && bot[s] != p.bot[s];
    }
    int32_t luck[SV_MAX_SEATS] = {0};
    f->status = f->schedule->settings.luck ? luck_of(f, number, luck) : SV_OK;
    if (f->status == SV_OK) {
        f->status = svi_schedule_take(f->schedule, place, luck);
    }
    return f->status == SV_OK;
}

/* Takes in the results of planned matches. */
static enum sv_status take_results(struct svi_store *store, struct svi_schedule *schedule,
                                   bool closed, struct svi_error *problem)
{
    struct following f = {.schedule = schedule, .closed = closed, .store = store};
    SVI_TRY(svi_store_pass(store, svi_store_places(store, schedule->taken, take, &f), problem));
    if (f.other) {
        return svi_fail(problem, SV_E_MISMATCH, "%s", OTHER_PAIRING);
    }
    if (f.without_luck > 0) {
        return svi_fail(
            problem, SV_E_MISMATCH,
            "luck: found none of match %llu that this program reads, and luck decides in "
            "this league; `solvent luck --fill STORE` finds what is missing",
            (unsigned long long)f.without_luck);
    }
    (void)take_off(&f, schedule->matches + 1);
    return f.status == SV_OK ? SV_OK : svi_fail(problem, f.status, "no memory for a plan");
}

/* Returns whether a league with these settings may have these others next. A run checks the changes
 * of its league file more strictly (league_change.h), but any program may have written the store.
 * */
static bool may_become(const struct svi_settings *before, const struct svi_settings *now)
{
    return now->format == before->format && svi_format_of(now) == svi_format_of(before) &&
           now->bots >= before->bots && now->luck == before->luck &&
           now->sprt.given == before->sprt.given &&
           memcmp(now->sprt.value, before->sprt.value, sizeof now->sprt.value) == 0;
}

/* Reports settings of the store that make no league. Returns SV_OK if `status` is SV_OK. */
static enum sv_status wrong_terms(enum sv_status status, const struct svi_schedule_fault *fault,
                                  struct svi_error *problem)
{
    return status == SV_OK ? SV_OK
                           : svi_fail(problem, status == SV_E_SYSTEM ? status : SV_E_MISMATCH,
                                      "terms: %s: %s", fault->key, fault->text);
}

/* Applies the changes of the league file that take effect at this match. */
static enum sv_status revise(struct svi_store *store, struct svi_schedule *schedule,
                             struct svi_error *problem)
{
    const struct svi_store_info *info = svi_store_info(store);
    struct svi_schedule_fault fault;
    struct svi_settings settings;
    while (schedule->changes + 1 < info->n_revisions &&
           info->revision[schedule->changes + 1].matches == schedule->matches) {
        SVI_TRY(terms_of(info, schedule->changes + 1, &settings, problem));
        if (!may_become(&schedule->settings, &settings)) {
            return svi_fail(problem, SV_E_MISMATCH,
                            "terms of revision %u: found another format, luck, sprt or stop_when, "
                            "or fewer bots",
                            schedule->changes + 2);
        }
        SVI_TRY(wrong_terms(svi_schedule_change(schedule, &settings, &fault), &fault, problem));
    }
    return SV_OK;
}

/* Plans the stage that follows once all results of a stage are stored. */
static enum sv_status follow_stage(struct svi_store *store, struct svi_schedule *schedule,
                                   bool decide, bool *more, struct svi_error *problem)
{
    const bool closed =
        schedule->settings.format->season && schedule->matches < svi_store_info(store)->matches;
    struct svi_schedule_fault fault = {.text = "no memory for a plan"};
    *more = false;
    SVI_TRY(take_results(store, schedule, closed, problem));
    if (schedule->taken < schedule->matches) {
        return SV_OK;
    }
    if (schedule->settings.format->season) {
        *more = closed;
        return !closed  ? SV_OK
               : decide ? decide_stage(store, schedule, problem)
                        : read_stage(store, schedule, problem);
    }
    const enum sv_status status = svi_schedule_next(schedule, more, &fault);
    return status == SV_OK ? SV_OK : svi_fail(problem, status, "%s", fault.text);
}

static enum sv_status follow(struct svi_store *store, struct svi_schedule *schedule, bool decide,
                             struct svi_error *problem)
{
    for (bool more = true; more;) {
        const unsigned before = schedule->changes;
        SVI_TRY(revise(store, schedule, problem));
        more = schedule->changes > before;
        if (svi_schedule_goes_by_results(schedule)) {
            SVI_TRY(follow_stage(store, schedule, decide, &more, problem));
        }
    }
    return SV_OK;
}

enum sv_status svi_league_store_follow(struct svi_store *store, struct svi_schedule *schedule,
                                       struct svi_error *problem)
{
    return follow(store, schedule, false, problem);
}

static enum sv_status plan_of(struct svi_store *store, bool decide, struct svi_schedule *schedule,
                              struct svi_error *problem)
{
    struct svi_schedule_fault fault;
    struct svi_settings settings;
    SVI_TRY(terms_of(svi_store_info(store), 0, &settings, problem));
    SVI_TRY(wrong_terms(svi_schedule_init(schedule, &settings, &fault), &fault, problem));
    const enum sv_status status = follow(store, schedule, decide, problem);
    if (status != SV_OK) {
        svi_schedule_finish(schedule);
    }
    return status;
}

enum sv_status svi_league_store_schedule(struct svi_store *store, struct svi_schedule *schedule,
                                         struct svi_error *problem)
{
    return plan_of(store, false, schedule, problem);
}

enum sv_status svi_league_store_decide(struct svi_store *store, struct svi_schedule *schedule,
                                       struct svi_error *problem)
{
    return plan_of(store, true, schedule, problem);
}
