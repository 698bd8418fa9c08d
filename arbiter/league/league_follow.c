/* From a store back to the plan of its league: its terms, what has changed of them, stages, results. */
#include "schedule/format.h"
#include "league/league_store.h"

#include "base/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The terms that a revision of a store says. */
static enum sv_status terms_of(const struct svi_store_info *info, unsigned revision,
                               struct svi_terms *terms, char *problem, size_t size)
{
    const struct svi_store_revision *r = &info->revision[revision];
    memset(terms, 0, sizeof *terms);
    terms->bots = r->bots;
    memcpy(terms->seed, info->seed, sizeof terms->seed);
    for (const char *at = r->terms; *at != '\0'; at += strcspn(at, "\n"), at += *at != '\0') {
        char key[SV_MAX_NAME], value[4096];
        const size_t line = strcspn(at, "\n"), key_size = strcspn(at, ":\n");
        const bool fits = key_size < sizeof key && key_size + 2 <= line &&
                          line - key_size - 2 < sizeof value && at[key_size + 1] == ' ';
        (void)snprintf(key, sizeof key, "%.*s", fits ? (int)key_size : 0, at);
        (void)snprintf(value, sizeof value, "%.*s", fits ? (int)(line - key_size - 2) : 0,
                       fits ? at + key_size + 2 : "");
        if (!fits || !svi_term_parse(terms, key, value)) {
            (void)snprintf(problem, size, "terms.value of %s: found %.40s, which is no such term",
                           key, value);
            return SV_E_HASH;
        }
    }
    if (terms->format == NULL || terms->deals == 0 || terms->seats != info->seats) {
        (void)snprintf(problem, size, "terms: found none of format, deals or seats");
        return SV_E_HASH;
    }
    if (!svi_terms_parse_statuses(terms, r->statuses)) {
        (void)snprintf(problem, size, "revisions.statuses of revision %u: found no statuses",
                       revision + 1);
        return SV_E_HASH;
    }
    return SV_OK;
}

/* ---- the stages of a season: a line for each lineup, its bots in the order of their seats ------------ */

static void stage_text(const struct svi_stage *stage, unsigned seats, struct svi_buf *out)
{
    for (uint64_t i = 0; i < stage->lineups; i++) {
        for (unsigned s = 0; s < seats; s++) {
            svi_out_text(out, s > 0 ? " " : "");
            svi_out_int(out, stage->listed[i].bot[0][s]);
        }
        svi_out_char(out, '\n');
    }
    svi_buf_byte(out, 0);
}

/* One line; where it ends, or NULL. */
static const char *parse_lineup(const char *text, const struct svi_terms *terms,
                                struct svi_lineup *lineup)
{
    for (unsigned s = 0; s < terms->seats; s++) {
        char *end;
        const unsigned long bot =
            *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : UINT32_MAX;
        if (bot >= terms->bots || *end != (s + 1 < terms->seats ? ' ' : '\n')) {
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
    return text;
}

static enum sv_status add_stage(struct svi_plan *plan, const char *text, uint32_t rounds,
                                struct svi_plan_fault *fault)
{
    uint64_t n = 0;
    for (const char *at = text; *at != '\0'; at++) {
        n += *at == '\n';
    }
    struct svi_lineup *lineups = calloc(n + 1, sizeof *lineups);
    if (lineups == NULL) {
        return svi_plan_no_memory(fault);
    }
    bool well = n > 0 && rounds > 0 && n <= SVI_MAX_MATCHES;
    for (uint64_t i = 0; i < n && well; i++) {
        text = parse_lineup(text, &plan->terms, &lineups[i]);
        well = text != NULL;
    }
    enum sv_status status = SV_E_HASH;
    if (well) {
        status = svi_plan_add_lineups(plan, lineups, n, rounds, fault);
    }
    free(lineups);
    return status;
}

/* The next stage as the store has it. */
static enum sv_status read_stage(struct svi_store *store, struct svi_plan *plan, char *problem,
                                 size_t size)
{
    struct svi_plan_fault fault = {.text = "found no lineups of a stage"};
    uint32_t rounds = 0;
    char *text;
    const unsigned long long before = (unsigned long long)plan->matches;
    enum sv_status status = svi_store_stage(store, plan->matches, &rounds, &text);
    if (status == SV_E_SYSTEM) {
        (void)snprintf(problem, size, "%s", svi_store_error(store));
        return status;
    }
    status = status == SV_OK ? add_stage(plan, text, rounds, &fault) : SV_E_HASH;
    if (status != SV_OK) {
        (void)snprintf(problem, size, "stages: the stage after match %llu: %s", before, fault.text);
        status = status == SV_E_SYSTEM ? status : SV_E_HASH;
    }
    free(text);
    return status;
}

/* The same, and whether it is what the results before it decide. */
static enum sv_status decide_stage(struct svi_store *store, struct svi_plan *plan, char *problem,
                                   size_t size)
{
    const unsigned long long before = (unsigned long long)plan->matches;
    struct svi_plan_fault fault;
    struct svi_buf decided = {0};
    uint32_t rounds = 0;
    char *text = NULL;
    bool more;
    enum sv_status status = svi_store_stage(store, plan->matches, &rounds, &text);
    if (status == SV_E_SYSTEM) {
        (void)snprintf(problem, size, "%s", svi_store_error(store));
        return status;
    }
    if (status == SV_OK && (status = svi_plan_next(plan, &more, &fault)) != SV_OK) {
        (void)snprintf(problem, size, "%s: %s", fault.key, fault.text);
    } else if (status == SV_OK) {
        const struct svi_stage *stage = &plan->stage[plan->n_stages - 1];
        stage_text(stage, plan->terms.seats, &decided);
        status = decided.failed ? SV_E_SYSTEM : SV_OK;
        if (status == SV_OK &&
            (rounds != stage->rounds || strcmp((const char *)decided.data, text) != 0)) {
            status = SV_E_HASH;
        }
    }
    if (status == SV_E_HASH || status == SV_E_UNKNOWN) {
        (void)snprintf(problem, size,
                       "stages: the stage after match %llu: found other tables than the results "
                       "before it decide",
                       before);
        status = SV_E_HASH;
    }
    svi_buf_finish(&decided);
    free(text);
    return status;
}

enum sv_status svi_league_store_next_stage(struct svi_store *store, struct svi_plan *plan,
                                           char *problem, size_t size)
{
    struct svi_plan_fault fault;
    struct svi_buf text = {0};
    bool more;
    enum sv_status status = svi_plan_next(plan, &more, &fault);
    if (status != SV_OK) {
        (void)snprintf(problem, size, "%s: %s", fault.key, fault.text);
        return status;
    }
    const struct svi_stage *stage = &plan->stage[plan->n_stages - 1];
    stage_text(stage, plan->terms.seats, &text);
    if (text.failed) {
        (void)snprintf(problem, size, "no memory for a plan");
        status = SV_E_SYSTEM;
    } else if ((status = svi_store_plan_stage(store, plan->matches, stage->rounds,
                                              (const char *)text.data)) != SV_OK) {
        (void)snprintf(problem, size, "%s", svi_store_error(store));
    }
    svi_buf_finish(&text);
    return status;
}

/* ---- results ------------------------------------------------------------------------------ */

/* What svi_store_places() tells, for the plan. */
struct following {
    struct svi_plan *plan;
    bool closed; /* the stage is over whatever is missing */
    enum sv_status status;
};

/* Takes what is off before `number` as having no result; whether nothing else is missing. */
static bool take_off(struct following *f, uint64_t number)
{
    struct svi_plan *plan = f->plan;
    while (f->status == SV_OK && plan->taken + 1 < number && plan->taken < plan->matches) {
        if (!f->closed && !svi_plan_is_off(plan, plan->taken + 1)) {
            return false;
        }
        f->status = svi_plan_take(plan, NULL);
    }
    return f->status == SV_OK;
}

/* Takes the next result; stops at the first match that is missing or not planned yet. */
static bool take(void *user, uint64_t number, const uint8_t place[])
{
    struct following *f = user;
    if (number > f->plan->matches || !take_off(f, number)) {
        return false;
    }
    f->status = svi_plan_take(f->plan, place);
    return f->status == SV_OK;
}

/* Takes in what there is of what is planned. */
static enum sv_status take_results(struct svi_store *store, struct svi_plan *plan, bool closed,
                                   char *problem, size_t size)
{
    struct following f = {.plan = plan, .closed = closed};
    if (svi_store_places(store, plan->taken, take, &f) != SV_OK) {
        (void)snprintf(problem, size, "%s", svi_store_error(store));
        return SV_E_SYSTEM;
    }
    (void)take_off(&f, plan->matches + 1);
    if (f.status != SV_OK) {
        (void)snprintf(problem, size, "no memory for a plan");
    }
    return f.status;
}

/* Puts into effect what the league file said from here on. */
static enum sv_status revise(struct svi_store *store, struct svi_plan *plan, char *problem,
                             size_t size)
{
    const struct svi_store_info *info = svi_store_info(store);
    struct svi_plan_fault fault;
    struct svi_terms terms;
    enum sv_status status = SV_OK;
    while (status == SV_OK && plan->changes + 1 < info->n_revisions &&
           info->revision[plan->changes + 1].matches == plan->matches) {
        status = terms_of(info, plan->changes + 1, &terms, problem, size);
        if (status == SV_OK &&
            (terms.format != plan->terms.format || terms.bots < plan->terms.bots)) {
            (void)snprintf(problem, size, "revisions: found another format, or fewer bots");
            status = SV_E_HASH;
        }
        if (status == SV_OK && (status = svi_plan_change(plan, &terms, &fault)) != SV_OK) {
            (void)snprintf(problem, size, "terms: %s: %s", fault.key, fault.text);
            status = status == SV_E_SYSTEM ? status : SV_E_HASH;
        }
    }
    return status;
}

/* Goes on where results are in: what follows a stage. */
static enum sv_status follow_stage(struct svi_store *store, struct svi_plan *plan, bool decide,
                                   bool *more, char *problem, size_t size)
{
    const bool closed =
        plan->terms.format->season && plan->matches < svi_store_info(store)->matches;
    struct svi_plan_fault fault = {.text = "no memory for a plan"};
    enum sv_status status = take_results(store, plan, closed, problem, size);
    *more = false;
    if (status != SV_OK || plan->taken < plan->matches) {
        return status;
    }
    if (plan->terms.format->season) {
        *more = closed;
        return !closed  ? SV_OK
               : decide ? decide_stage(store, plan, problem, size)
                        : read_stage(store, plan, problem, size);
    }
    status = svi_plan_next(plan, more, &fault);
    if (status != SV_OK) {
        (void)snprintf(problem, size, "%s", fault.text);
        status = SV_E_SYSTEM;
    }
    return status;
}

static enum sv_status follow(struct svi_store *store, struct svi_plan *plan, bool decide,
                             char *problem, size_t size)
{
    enum sv_status status = SV_OK;
    for (bool more = true; more && status == SV_OK;) {
        const unsigned before = plan->changes;
        status = revise(store, plan, problem, size);
        more = plan->changes > before;
        if (status == SV_OK && svi_plan_goes_by_results(plan)) {
            status = follow_stage(store, plan, decide, &more, problem, size);
        }
    }
    return status;
}

enum sv_status svi_league_store_follow(struct svi_store *store, struct svi_plan *plan,
                                       char *problem, size_t size)
{
    return follow(store, plan, false, problem, size);
}

static enum sv_status plan_of(struct svi_store *store, bool decide, struct svi_plan *plan,
                              char *problem, size_t size)
{
    struct svi_plan_fault fault;
    struct svi_terms terms;
    enum sv_status status = terms_of(svi_store_info(store), 0, &terms, problem, size);
    if (status != SV_OK) {
        return status;
    }
    status = svi_plan_init(plan, &terms, &fault);
    if (status != SV_OK) {
        (void)snprintf(problem, size, "terms: %s: %s", fault.key, fault.text);
        return status == SV_E_SYSTEM ? status : SV_E_HASH;
    }
    status = follow(store, plan, decide, problem, size);
    if (status != SV_OK) {
        svi_plan_finish(plan);
    }
    return status;
}

enum sv_status svi_league_store_plan(struct svi_store *store, struct svi_plan *plan, char *problem,
                                     size_t size)
{
    return plan_of(store, false, plan, problem, size);
}

enum sv_status svi_league_store_decide(struct svi_store *store, struct svi_plan *plan,
                                       char *problem, size_t size)
{
    return plan_of(store, true, plan, problem, size);
}
