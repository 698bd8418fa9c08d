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
    char *error;
    size_t error_size;
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
        (void)snprintf(m->error, m->error_size, "decision %u: %s", d->list[item].number,
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

enum sv_status svi_analysis_make(struct svi_analysis *a, struct svi_analyst analysts[],
                                 const struct svi_workers *workers, const uint8_t *bytes,
                                 size_t size, enum svi_depth depth, unsigned futures, char *error,
                                 size_t error_size)
{
    struct making making = {.a = a, .analysts = analysts, .error = error, .error_size = error_size};
    clear(a);
    enum sv_status status = svi_decisions_read(&a->decisions, bytes, size, error, error_size);
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
    a->depth = depth;
    a->futures = futures;
    (void)snprintf(error, error_size, "interrupted");
    if (!svi_analyst_ready(&analysts[0], &a->decisions) ||
        !svi_workers_run(workers, a->decisions.n, evaluate, &making)) {
        return SV_E_SYSTEM;
    }
    svi_charge(&a->decisions, a->evaluated);
    svi_account_make(&a->decisions, a->evaluated, analysts[0].evaluation, a->account);
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
