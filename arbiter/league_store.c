#include "arbiter/league_store.h"

#include "arbiter/entries.h"
#include "arbiter/format.h"
#include "arbiter/league_change.h"
#include "arbiter/points.h"
#include "base/out.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- from a league ------------------------------------------------------------------------ */

/* A row for every term that the league has. The values, one after another with their zeros, are in `text`. */
static void term_rows(const struct svi_terms *terms, struct svi_buf *text,
                      struct svi_store_term rows[SVI_TERM_COUNT], unsigned *n)
{
    size_t start[SVI_TERM_COUNT];
    *n = 0;
    for (unsigned i = 0; i < SVI_TERM_COUNT; i++) {
        start[*n] = text->size;
        svi_term_text(terms, (enum svi_term)i, text);
        if (text->size > start[*n]) {
            svi_buf_byte(text, 0);
            (void)snprintf(rows[(*n)++].key, sizeof rows[0].key, "%s",
                           svi_term_key((enum svi_term)i));
        }
    }
    for (unsigned i = 0; i < *n; i++) {
        rows[i].value = (char *)text->data + start[i];
    }
}

/* What a store is told of a league as its file says now. */
struct draft {
    struct svi_entries entries;
    struct svi_terms terms; /* by entries */
    struct svi_store_term row[SVI_TERM_COUNT];
    struct svi_buf values, lines, statuses, identity;
    struct svi_store_revision *revision; /* those of the store, and one more */
    struct svi_store_info info;
};

static void put_zero(struct svi_buf *buf)
{
    svi_buf_byte(buf, 0);
}

/* The terms as the lines of a revision. */
static void term_lines(const struct svi_store_term rows[], unsigned n, struct svi_buf *out)
{
    for (unsigned i = 0; i < n; i++) {
        svi_out_text(out, rows[i].key);
        svi_out_text(out, ": ");
        svi_out_text(out, rows[i].value);
        svi_out_char(out, '\n');
    }
    put_zero(out);
}

static void draft_finish(struct draft *d)
{
    free(d->info.bot);
    free(d->info.entry);
    free(d->revision);
    svi_buf_finish(&d->values);
    svi_buf_finish(&d->lines);
    svi_buf_finish(&d->statuses);
    svi_buf_finish(&d->identity);
    svi_entries_finish(&d->entries);
    sodium_memzero(d, sizeof *d);
}

/* Lists of the entries; texts stay theirs. */
static bool draft_bots(struct draft *d)
{
    const unsigned n = d->entries.n;
    d->info.n_bots = n;
    d->info.bot = calloc(n + 1u, sizeof *d->info.bot);
    d->info.entry = calloc(n + 1u, sizeof *d->info.entry);
    for (unsigned i = 0; i < n && d->info.bot != NULL && d->info.entry != NULL; i++) {
        const struct svi_entry *entry = &d->entries.entry[i];
        struct svi_store_entry *row = &d->info.entry[i];
        memcpy(d->info.bot[i], entry->name, sizeof d->info.bot[i]);
        memcpy(row->origin, entry->origin, sizeof row->origin);
        memcpy(row->version, entry->version, sizeof row->version);
        row->versioned = entry->versioned;
        row->definition = entry->definition;
        row->status = entry->status;
        row->reason = entry->reason;
    }
    return d->info.bot != NULL && d->info.entry != NULL;
}

/* The seats that the file leaves out are as many as bots, up to 4: in a store, as many as it began with. */
static uint32_t seats_of(const struct svi_league *league, const struct svi_store_info *known)
{
    return known != NULL && svi_league_key_line(league, "seats") == 0 ? known->seats
                                                                      : league->terms.seats;
}

/* Everything but how many matches there are, for a store that knows that much; NULL: a new one. Unless SV_OK there is nothing to
 * finish. */
static enum sv_status draft_init(struct draft *d, const struct svi_league *league,
                                 const struct svi_store_info *known, char *error, size_t error_size)
{
    const unsigned revisions = known != NULL ? known->n_revisions : 0;
    memset(d, 0, sizeof *d);
    enum sv_status status = svi_entries_init(&d->entries, league, known, error, error_size);
    if (status != SV_OK) {
        return status;
    }
    svi_entries_terms(&d->entries, league, &d->terms);
    d->terms.seats = seats_of(league, known);
    d->info.term = d->row;
    term_rows(&d->terms, &d->values, d->row, &d->info.n_terms);
    if (!d->values.failed) {
        term_lines(d->row, d->info.n_terms, &d->lines);
    }
    svi_terms_statuses(&d->terms, &d->statuses);
    put_zero(&d->statuses);
    svi_league_identity(league, &d->terms, &d->entries, &d->identity);
    put_zero(&d->identity);
    d->revision = calloc(revisions + 1u, sizeof *d->revision);
    if (d->values.failed || d->lines.failed || d->statuses.failed || d->identity.failed ||
        d->revision == NULL || !draft_bots(d)) {
        (void)snprintf(error, error_size, "%s: no memory for a store", league->file);
        draft_finish(d);
        return SV_E_SYSTEM;
    }
    if (known != NULL) {
        memcpy(d->revision, known->revision, revisions * sizeof *d->revision);
    }
    d->revision[revisions] =
        (struct svi_store_revision){.matches = known != NULL ? known->matches : 0,
                                    .bots = d->entries.n,
                                    .terms = (char *)d->lines.data,
                                    .statuses = (char *)d->statuses.data,
                                    .identity = (char *)d->identity.data,
                                    .text = league->text};
    d->info.revision = d->revision;
    d->info.n_revisions = revisions + 1;
    d->info.identity = (char *)d->identity.data;
    d->info.text = league->text;
    d->info.seats = d->terms.seats;
    memcpy(d->info.name, league->name, sizeof d->info.name);
    memcpy(d->info.edition, league->edition.name, sizeof d->info.edition);
    memcpy(d->info.edition_hash, league->edition_hash, sizeof d->info.edition_hash);
    return SV_OK;
}

/* What a new store needs to know of its plan, and a seed. */
static enum sv_status begin_plan(struct draft *d, const struct svi_league *league, char *error,
                                 size_t error_size)
{
    struct svi_plan plan;
    struct svi_plan_fault fault;
    if (!league->seeded && svi_plan_draw_seed(d->terms.seed) != SV_OK) {
        (void)snprintf(error, error_size, "%s: the system gives no random seed", league->file);
        return SV_E_SYSTEM;
    }
    const enum sv_status status = svi_plan_init(&plan, &d->terms, &fault);
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s: %s: %s", league->file, fault.key, fault.text);
        return status;
    }
    memcpy(d->info.seed, d->terms.seed, sizeof d->info.seed);
    d->info.matches = plan.matches;
    d->info.lanes = plan.lanes;
    svi_plan_finish(&plan);
    return SV_OK;
}

/* The same for a store whose league's file has changed. */
static enum sv_status extend_plan(struct draft *d, const struct svi_league *league,
                                  struct svi_store *store, char *error, size_t error_size)
{
    struct svi_plan plan;
    struct svi_plan_fault fault;
    enum sv_status status = svi_league_store_plan(store, &plan, error, error_size);
    if (status != SV_OK) {
        return status;
    }
    d->revision[d->info.n_revisions - 1].matches = d->info.matches = plan.matches;
    status = svi_plan_change(&plan, &d->terms, &fault);
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s: %s: %s", league->file, fault.key, fault.text);
    }
    d->info.matches = plan.matches;
    svi_plan_finish(&plan);
    return status;
}

/* A store that is there: it is this league's, or what has changed is put into it. */
static enum sv_status go_on(struct svi_store *store, const char *path,
                            const struct svi_league *league, char *error, size_t error_size)
{
    struct draft *d = malloc(sizeof *d);
    if (d == NULL) {
        (void)snprintf(error, error_size, "%s: no memory for a store", league->file);
        return SV_E_SYSTEM;
    }
    enum sv_status status = draft_init(d, league, svi_store_info(store), error, error_size);
    if (status == SV_OK && strcmp(svi_store_info(store)->identity, d->info.identity) != 0) {
        status = svi_league_change_check(league, &d->entries, path, svi_store_info(store)->identity,
                                         d->info.identity, error, error_size);
        if (status == SV_OK) {
            status = extend_plan(d, league, store, error, error_size);
        }
        if (status == SV_OK && svi_store_revise(store, &d->info) != SV_OK) {
            (void)snprintf(error, error_size, "%s", svi_store_error(store));
            status = SV_E_SYSTEM;
        }
    }
    if (d->entries.entry != NULL) {
        draft_finish(d);
    }
    free(d);
    return status;
}

/* What a new store is given. Unless SV_OK there is nothing to finish. */
static enum sv_status draft_new(struct draft *d, const struct svi_league *league, char *error,
                                size_t error_size)
{
    enum sv_status status = draft_init(d, league, NULL, error, error_size);
    if (status == SV_OK && (status = begin_plan(d, league, error, error_size)) != SV_OK) {
        draft_finish(d);
    }
    return status;
}

enum sv_status svi_league_store_create(struct svi_store **out, const char *path,
                                       const struct svi_league *league, char *error,
                                       size_t error_size)
{
    bool fresh = false;
    struct draft *d = calloc(1, sizeof *d);
    enum sv_status status = d != NULL ? SV_OK : SV_E_SYSTEM;
    *out = NULL;
    if (d == NULL) {
        (void)snprintf(error, error_size, "%s: no memory for a store", path);
    } else if (access(path, F_OK) != 0) { /* what makes no league leaves no store behind */
        status = draft_new(d, league, error, error_size);
    }
    if (status == SV_OK) {
        status = svi_store_open_writer(out, path, &fresh, error, error_size);
    }
    if (status == SV_OK && fresh && d->entries.entry == NULL) {
        status = draft_new(d, league, error, error_size);
    }
    if (status == SV_OK && fresh && (status = svi_store_found(*out, &d->info)) != SV_OK) {
        (void)snprintf(error, error_size, "%s", svi_store_error(*out));
    } else if (status == SV_OK && !fresh) {
        status = go_on(*out, path, league, error, error_size);
    }
    if (d != NULL && d->entries.entry != NULL) {
        draft_finish(d);
    }
    free(d);
    if (status != SV_OK) {
        svi_store_destroy(*out);
        *out = NULL;
    }
    return status;
}

/* ---- back to a plan ----------------------------------------------------------------------- */

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
    put_zero(out);
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
static enum sv_status follow_stage(struct svi_store *store, struct svi_plan *plan, bool *more,
                                   char *problem, size_t size)
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
        return closed ? read_stage(store, plan, problem, size) : SV_OK;
    }
    status = svi_plan_next(plan, more, &fault);
    if (status != SV_OK) {
        (void)snprintf(problem, size, "%s", fault.text);
        status = SV_E_SYSTEM;
    }
    return status;
}

enum sv_status svi_league_store_follow(struct svi_store *store, struct svi_plan *plan,
                                       char *problem, size_t size)
{
    enum sv_status status = SV_OK;
    for (bool more = true; more && status == SV_OK;) {
        const unsigned before = plan->changes;
        status = revise(store, plan, problem, size);
        more = plan->changes > before;
        if (status == SV_OK && svi_plan_goes_by_results(plan)) {
            status = follow_stage(store, plan, &more, problem, size);
        }
    }
    return status;
}

enum sv_status svi_league_store_plan(struct svi_store *store, struct svi_plan *plan, char *problem,
                                     size_t size)
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
    status = svi_league_store_follow(store, plan, problem, size);
    if (status != SV_OK) {
        svi_plan_finish(plan);
    }
    return status;
}

/* ---- from a match ------------------------------------------------------------------------- */

struct svi_store_match svi_league_row(const struct svi_referee_done *done,
                                      const struct svi_pairing *pairing)
{
    uint32_t points[SV_MAX_SEATS];
    svi_points(done->result.place, done->job.seats, points);
    struct svi_store_match row = {.number = pairing->number,
                                  .table = pairing->table,
                                  .deal = pairing->deal,
                                  .seating = pairing->seating,
                                  .why = done->result.why,
                                  .rounds = done->rounds,
                                  .turns = done->turns,
                                  .decisions = done->decisions,
                                  .wall_us = done->wall_us,
                                  .seats = done->job.seats,
                                  .replay = done->replay,
                                  .replay_size = done->replay_size,
                                  .crash = done->crash,
                                  .crash_seat = done->crash_seat,
                                  .has_trades = true,
                                  .times = done->times,
                                  .n_times = done->n_times};
    row.n_trades = svi_trades_list(&done->trades, done->job.seats, row.trade);
    for (unsigned s = 0; s < row.seats; s++) {
        row.seat[s] = (struct svi_store_seat){.bot = pairing->bot[s],
                                              .place = done->result.place[s],
                                              .points = points[s],
                                              .worth = done->result.worth[s],
                                              .forfeited = done->seat[s].forfeited,
                                              .used_us = done->seat[s].used_us,
                                              .printed = done->seat[s].printed};
        memcpy(row.seat[s].verdicts, done->seat[s].verdicts, sizeof row.seat[s].verdicts);
    }
    return row;
}
