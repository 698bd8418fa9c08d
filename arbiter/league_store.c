#include "arbiter/league_store.h"

#include "arbiter/points.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Fills in everything but the lists and texts. */
static enum sv_status describe(const struct svi_league *league, struct svi_store_info *info,
                               char *error, size_t error_size)
{
    struct svi_plan plan;
    struct svi_plan_fault fault;
    memcpy(info->name, league->name, sizeof info->name);
    memcpy(info->edition, league->edition.name, sizeof info->edition);
    memcpy(info->edition_hash, league->edition_hash, sizeof info->edition_hash);
    memcpy(info->seed, league->terms.seed, sizeof info->seed);
    info->seats = league->terms.seats;
    info->text = league->text;
    if (!league->seeded && svi_plan_draw_seed(info->seed) != SV_OK) {
        (void)snprintf(error, error_size, "%s: the system gives no random seed", league->file);
        return SV_E_SYSTEM;
    }
    const enum sv_status status = svi_plan_init(&plan, &league->terms, &fault);
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s: %s: %s", league->file, fault.key, fault.text);
        return status;
    }
    info->matches = plan.matches;
    info->lanes = plan.lanes;
    svi_plan_finish(&plan);
    return SV_OK;
}

enum sv_status svi_league_store_create(struct svi_store **out, const char *path,
                                       const struct svi_league *league, char *error,
                                       size_t error_size)
{
    struct svi_store_term rows[SVI_TERM_COUNT] = {0};
    struct svi_buf identity = {0}, values = {0};
    struct svi_store_info info = {.term = rows, .n_bots = league->n_bots};
    *out = NULL;
    svi_league_identity(league, &identity);
    svi_buf_byte(&identity, 0);
    term_rows(&league->terms, &values, rows, &info.n_terms);
    info.identity = (char *)identity.data;
    info.bot = calloc(league->n_bots, sizeof *info.bot);
    enum sv_status status = SV_E_SYSTEM;
    if (info.bot == NULL || identity.failed || values.failed) {
        (void)snprintf(error, error_size, "%s: no memory for a store", path);
    } else {
        for (unsigned i = 0; i < league->n_bots; i++) {
            memcpy(info.bot[i], league->bot[i].name, SV_MAX_NAME);
        }
        status = describe(league, &info, error, error_size);
    }
    if (status == SV_OK) {
        status = svi_store_create_writer(out, path, &info, league->file, !league->seeded, error,
                                         error_size);
    }
    sodium_memzero(info.seed, sizeof info.seed);
    free(info.bot);
    svi_buf_finish(&identity);
    svi_buf_finish(&values);
    return status;
}

/* ---- back to a plan ----------------------------------------------------------------------- */

/* The terms that the rows of a store say. */
static enum sv_status terms_of(const struct svi_store_info *info, struct svi_terms *terms,
                               char *problem, size_t size)
{
    memset(terms, 0, sizeof *terms);
    terms->bots = info->n_bots;
    memcpy(terms->seed, info->seed, sizeof terms->seed);
    for (unsigned i = 0; i < info->n_terms; i++) {
        const struct svi_store_term *row = &info->term[i];
        if (!svi_term_parse(terms, row->key, row->value)) {
            (void)snprintf(problem, size, "terms.value of %s: found %.40s, which is no such term",
                           row->key, row->value);
            return SV_E_HASH;
        }
    }
    if (terms->format == NULL || terms->deals == 0 || terms->seats != info->seats) {
        (void)snprintf(problem, size, "terms: found none of format, deals or seats");
        return SV_E_HASH;
    }
    return SV_OK;
}

/* What svi_store_places() tells, for the plan. */
struct following {
    struct svi_plan *plan;
    enum sv_status status;
};

/* Takes the next result; stops at the first match that is missing or not planned yet. */
static bool take(void *user, uint64_t number, const uint8_t place[])
{
    struct following *f = user;
    if (number != f->plan->taken + 1 || number > f->plan->matches) {
        return false;
    }
    f->status = svi_plan_take(f->plan, place);
    return f->status == SV_OK;
}

enum sv_status svi_league_store_follow(struct svi_store *store, struct svi_plan *plan,
                                       char *problem, size_t size)
{
    struct following f = {.plan = plan};
    struct svi_plan_fault fault = {.text = "no memory for a plan"};
    bool more = svi_plan_goes_by_results(plan);
    while (more && f.status == SV_OK) {
        if (svi_store_places(store, plan->taken, take, &f) != SV_OK) {
            (void)snprintf(problem, size, "%s", svi_store_error(store));
            return SV_E_SYSTEM;
        }
        more = false;
        if (f.status == SV_OK && plan->taken == plan->matches) {
            f.status = svi_plan_next(plan, &more, &fault);
        }
    }
    if (f.status != SV_OK) {
        (void)snprintf(problem, size, "%s", fault.text);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

enum sv_status svi_league_store_plan(struct svi_store *store, struct svi_plan *plan, char *problem,
                                     size_t size)
{
    struct svi_plan_fault fault;
    struct svi_terms terms;
    enum sv_status status = terms_of(svi_store_info(store), &terms, problem, size);
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
                                  .crash_seat = done->crash_seat};
    for (unsigned s = 0; s < row.seats; s++) {
        row.seat[s] = (struct svi_store_seat){.bot = done->job.bot[s],
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
