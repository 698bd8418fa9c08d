#include "tools/analysis/analysis.h"

#include "tools/analysis/charge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void svi_analyst_finish(struct svi_analyst *analyst)
{
    svi_evaluation_destroy(analyst->evaluation);
    memset(analyst, 0, sizeof *analyst);
}

bool svi_analyst_ready(struct svi_analyst *analyst, const struct svi_decisions *d)
{
    if (analyst->evaluation != NULL && analyst->seats == d->seats &&
        memcmp(analyst->hash, d->edition_hash, sizeof analyst->hash) == 0) {
        return true;
    }
    svi_analyst_finish(analyst);
    analyst->edition = d->edition;
    analyst->seats = d->seats;
    memcpy(analyst->hash, d->edition_hash, sizeof analyst->hash);
    analyst->evaluation = svi_evaluation_create(&analyst->edition, d->seats);
    return analyst->evaluation != NULL;
}

struct making {
    struct svi_analysis *a;
    struct svi_analyst *analysts;
    struct svi_error *error;
    atomic_bool told;
};

static bool evaluate(void *what, unsigned worker, uint64_t item)
{
    struct making *m = what;
    struct svi_analysis *a = m->a;
    const struct svi_decisions *d = &a->decisions;
    struct svi_analyst *analyst = &m->analysts[worker];
    enum sv_status status = SV_E_SYSTEM;
    if (svi_analyst_ready(analyst, d)) {
        status = svi_evaluate(analyst->evaluation, &d->list[item], d->digest, a->depth, a->futures,
                              &a->evaluated[item]);
    }
    if (status != SV_OK && !atomic_exchange(&m->told, true)) {
        (void)svi_fail(m->error, status, "decision %u: %s", d->list[item].number,
                       status == SV_E_SYSTEM ? "no memory" : sv_status_text(status));
    }
    return status == SV_OK;
}

static void clear(struct svi_analysis *a)
{
    for (uint32_t i = 0; i < a->room; i++) {
        svi_evaluated_finish(&a->evaluated[i]);
    }
}

/* Reads the game, and makes room. */
static enum sv_status begin(struct making *m, const uint8_t *bytes, size_t size)
{
    struct svi_analysis *a = m->a;
    clear(a);
    const enum sv_status status = svi_decisions_read(&a->decisions, bytes, size, m->error);
    if (status != SV_OK) {
        return status;
    }
    if (a->decisions.n > a->room) {
        struct svi_evaluated *bigger = realloc(a->evaluated, a->decisions.n * sizeof *a->evaluated);
        if (bigger == NULL) {
            return SV_E_SYSTEM;
        }
        memset(bigger + a->room, 0, (a->decisions.n - a->room) * sizeof *bigger);
        a->evaluated = bigger;
        a->room = a->decisions.n;
    }
    (void)svi_fail(m->error, SV_E_SYSTEM, "interrupted");
    return svi_analyst_ready(&m->analysts[0], &a->decisions) ? SV_OK : SV_E_SYSTEM;
}

static void account(const struct making *m)
{
    struct svi_analysis *a = m->a;
    svi_charge(&a->decisions, a->evaluated);
    svi_account_make(&a->decisions, a->evaluated, m->analysts[0].evaluation, a->account);
}

enum sv_status svi_analysis_make(struct svi_analysis *a, struct svi_analyst analysts[],
                                 const struct svi_workers *workers, const uint8_t *bytes,
                                 size_t size, enum svi_depth depth, unsigned futures,
                                 struct svi_error *error)
{
    struct making making = {.a = a, .analysts = analysts, .error = error};
    const enum sv_status status = begin(&making, bytes, size);
    a->depth = depth;
    a->futures = futures;
    if (status != SV_OK) {
        return status;
    }
    if (!svi_workers_run(workers, a->decisions.n, evaluate, &making)) {
        return SV_E_SYSTEM;
    }
    account(&making);
    return SV_OK;
}

/* From what is kept; false: it is of another version, or of other decisions. */
static bool restore(const struct making *m, const struct svi_kept *kept)
{
    struct svi_analysis *a = m->a;
    uint8_t version[SVI_KEPT_VERSION];
    svi_kept_version(&a->decisions, a->futures, version);
    bool well = kept->is && memcmp(version, kept->version, sizeof version) == 0 &&
                svi_kept_get(&kept->bytes, a->evaluated, a->decisions.n, a->decisions.seats);
    for (uint32_t i = 0; i < a->decisions.n && well; i++) {
        well = svi_evaluate_again(m->analysts[0].evaluation, &a->decisions.list[i],
                                  a->decisions.digest, &a->evaluated[i]) == SV_OK;
    }
    return well;
}

enum sv_status svi_analysis_search(struct svi_analysis *a, struct svi_analyst analysts[],
                                   const struct svi_workers *workers, const uint8_t *bytes,
                                   size_t size, unsigned futures, struct svi_kept *kept,
                                   struct svi_error *error)
{
    struct making making = {.a = a, .analysts = analysts, .error = error};
    const enum sv_status status = begin(&making, bytes, size);
    a->depth = SVI_DEPTH_SEARCH;
    a->futures = futures;
    kept->fresh = false;
    if (status != SV_OK) {
        return status;
    }
    if (!restore(&making, kept)) {
        clear(a);
        if (!svi_workers_run(workers, a->decisions.n, evaluate, &making)) {
            return SV_E_SYSTEM;
        }
        svi_kept_version(&a->decisions, futures, kept->version);
        svi_buf_clear(&kept->bytes);
        svi_kept_put(a->evaluated, a->decisions.n, a->decisions.seats, &kept->bytes);
        kept->is = kept->fresh = !kept->bytes.failed;
    }
    account(&making);
    return SV_OK;
}

void svi_analysis_finish(struct svi_analysis *a)
{
    clear(a);
    free(a->evaluated);
    svi_decisions_finish(&a->decisions);
    memset(a, 0, sizeof *a);
}

unsigned svi_analysis_worst(const struct svi_analysis *a, unsigned seats, uint32_t order[],
                            unsigned most)
{
    unsigned n = 0;
    unsigned kept = 0;
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        if (a->evaluated[i].class == SVI_CLASS_GOOD ||
            !sv_has(seats, a->decisions.list[i].question.seat)) {
            continue;
        }
        n++;
        unsigned at = kept;
        while (at > 0 && a->evaluated[order[at - 1]].cost < a->evaluated[i].cost) {
            at--;
        }
        if (at == most) {
            continue;
        }
        kept += kept < most;
        memmove(&order[at + 1], &order[at], (kept - 1 - at) * sizeof *order);
        order[at] = i;
    }
    return n;
}
