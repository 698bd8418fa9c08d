#include "tools/analysis/games.h"

#include "memory/memory.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "thread/workers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Games that are read, analysed and handed over together, for each of several threads: none waits
 * long for another. */
#define TOGETHER 4u

struct slot {
    uint64_t number;
    struct svi_buf replay;
    struct svi_analysis analysis;
    enum sv_status status;
    struct svi_error error;
};

struct run {
    const struct svi_games_analysis *how;
    struct svi_analyst *analysts;
    struct slot *slot;
    unsigned slots, n;
    uint64_t done, all;
    struct svi_error *error;
};

struct pick {
    unsigned bot;
    uint64_t *number;
    size_t n, room;
    bool failed;
};

static bool pick(void *user, const struct svi_store_match *match)
{
    struct pick *p = user;
    bool plays = p->bot == SVI_EVERY_BOT;
    for (unsigned s = 0; s < match->seats; s++) {
        plays |= match->seat[s].bot == p->bot;
    }
    if (!plays) {
        return true;
    }
    uint64_t *bigger = svi_grow(p->number, &p->room, p->n + 1, sizeof *bigger);
    if (bigger == NULL) {
        p->failed = true;
        return false;
    }
    p->number = bigger;
    p->number[p->n++] = match->number;
    return true;
}

static bool analyse(void *what, unsigned worker, uint64_t item)
{
    struct run *r = what;
    struct slot *slot = &r->slot[item];
    slot->status = svi_analysis_make(&slot->analysis, &r->analysts[worker], slot->replay.data,
                                     slot->replay.size, &slot->error);
    return slot->status == SV_OK;
}

static enum sv_status work_off(struct run *r)
{
    const struct svi_workers workers = {.jobs = r->how->jobs, .stop = r->how->stop};
    const bool ok = svi_workers_run(&workers, r->n, analyse, r);
    for (unsigned i = 0; i < r->n && !ok; i++) {
        if (r->slot[i].status != SV_OK && r->slot[i].error.text[0] != '\0') {
            return svi_fail(r->error, r->slot[i].status, "#%" PRIu64 ": %s", r->slot[i].number,
                            r->slot[i].error.text);
        }
    }
    (void)svi_fail(r->error, SV_E_SYSTEM, ": interrupted");
    for (unsigned i = 0; i < r->n; i++) {
        if (!ok || !r->how->take(r->how->user, r->slot[i].number, &r->slot[i].analysis,
                                 &r->slot[i].replay)) {
            return SV_E_SYSTEM;
        }
    }
    r->done += r->n;
    r->n = 0;
    if (r->how->progress != NULL) {
        r->how->progress(r->how->progress_user, r->done, r->all);
    }
    return SV_OK;
}

static enum sv_status go(struct run *r, const struct pick *p)
{
    enum sv_status status = SV_OK;
    r->all = r->how->most > 0 && r->how->most < p->n ? r->how->most : p->n;
    for (uint64_t i = 0; i < r->all && status == SV_OK; i++) {
        struct slot *slot = &r->slot[r->n++];
        slot->number = p->number[i * p->n / r->all];
        slot->status = SV_OK;
        slot->error.text[0] = '\0';
        svi_buf_clear(&slot->replay);
        status = svi_store_replay(r->how->store, slot->number, &slot->replay);
        if (status != SV_OK) {
            return svi_fail(r->error, SV_E_SYSTEM, ": %s", svi_store_error(r->how->store));
        }
        if (r->n == r->slots || i + 1 == r->all) {
            status = work_off(r);
        }
    }
    return status;
}

enum sv_status svi_games_analyse(const struct svi_games_analysis *how, struct svi_error *error)
{
    struct run r = {.how = how, .slots = how->jobs > 1 ? TOGETHER * how->jobs : 1, .error = error};
    struct pick picked = {.bot = how->bot};
    enum sv_status status = SV_E_SYSTEM;
    r.analysts = svi_new(how->jobs, sizeof *r.analysts);
    r.slot = svi_new(r.slots, sizeof *r.slot);
    (void)svi_fail(error, status, ": no memory");
    if (r.analysts != NULL && r.slot != NULL) {
        status = svi_store_results(how->store, 0, pick, &picked);
        if (status != SV_OK) {
            (void)svi_fail(error, status, ": %s", svi_store_error(how->store));
        } else {
            status = picked.failed ? SV_E_SYSTEM : go(&r, &picked);
        }
    }
    for (unsigned i = 0; r.slot != NULL && i < r.slots; i++) {
        svi_analysis_finish(&r.slot[i].analysis);
        svi_buf_finish(&r.slot[i].replay);
    }
    for (unsigned i = 0; r.analysts != NULL && i < how->jobs; i++) {
        svi_analyst_finish(&r.analysts[i]);
    }
    free(picked.number);
    free(r.analysts);
    free(r.slot);
    return status;
}
