#include "tools/cli/analyse_store.h"

#include "tools/analysis/print.h"
#include "tools/console/interrupt.h"
#include "tools/console/progress.h"
#include "tools/console/say.h"

#include "base/json.h"
#include "base/out.h"
#include "store/reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Games that are read, analysed and printed together, for each thread. */
#define TOGETHER 4u

struct slot {
    uint64_t number;
    struct svi_buf replay;
    struct svi_analysis analysis;
    enum sv_status status;
    char error[320];
};

struct run {
    const struct svi_analyse *how;
    struct svi_store *store;
    const struct svi_store_info *info;
    const atomic_bool *stop;
    struct svi_analyst *analysts;
    struct slot *slot;
    unsigned slots, n;
    unsigned bot; /* info->n_bots: all */
    uint64_t every, wanted, seen, done, all;
    struct svi_costs costs;
    struct svi_buf out;
    bool any; /* something is printed already */
};

static bool analyse(void *what, unsigned worker, uint64_t item)
{
    struct run *r = what;
    struct slot *slot = &r->slot[item];
    const struct svi_workers one = {.jobs = 1, .stop = r->stop};
    slot->status = svi_analysis_make(&slot->analysis, &r->analysts[worker], &one, slot->replay.data,
                                     slot->replay.size, r->how->depth, r->how->futures, slot->error,
                                     sizeof slot->error);
    return slot->status == SV_OK;
}

static unsigned seats_of(const struct run *r, const struct svi_analysis *a)
{
    unsigned seats = 0;
    for (unsigned s = 0; s < a->decisions.seats; s++) {
        if (r->bot == r->info->n_bots || strcmp(a->decisions.name[s], r->info->bot[r->bot]) == 0) {
            seats |= 1u << s;
        }
    }
    return seats;
}

static void print(struct run *r, const struct slot *slot)
{
    char name[512];
    (void)snprintf(name, sizeof name, "%s#%" PRIu64, r->how->name, slot->number);
    const struct svi_analysis_print how = {.name = name, .seats = seats_of(r, &slot->analysis)};
    if (r->how->format == SVI_ANALYSE_JSON) {
        svi_out_text(&r->out, r->any ? ",\n" : "\n");
        svi_analysis_json(&slot->analysis, &how, &r->out);
    } else if (r->how->format == SVI_ANALYSE_CSV) {
        svi_analysis_csv(&slot->analysis, &how, &r->out);
    }
    r->any = true;
    svi_costs_add(&r->costs, &slot->analysis);
}

/* Writes what there is, so that memory does not grow with the games. */
static enum svi_exit flush(struct run *r)
{
    if (r->out.failed || r->costs.failed) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    (void)fwrite(r->out.data, 1, r->out.size, stdout);
    svi_buf_clear(&r->out);
    return SVI_EXIT_DONE;
}

static enum svi_exit work_off(struct run *r)
{
    const struct svi_workers workers = {.jobs = r->how->jobs, .stop = r->stop};
    const bool well = svi_workers_run(&workers, r->n, analyse, r);
    for (unsigned i = 0; i < r->n && !well; i++) {
        if (r->slot[i].status != SV_OK && r->slot[i].error[0] != '\0') {
            return svi_complain(
                r->slot[i].status == SV_E_SYSTEM ? SVI_EXIT_ENVIRONMENT : SVI_EXIT_FAILED,
                "%s#%" PRIu64 ": %s", r->how->name, r->slot[i].number, r->slot[i].error);
        }
    }
    if (!well) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "interrupted");
    }
    for (unsigned i = 0; i < r->n; i++) {
        print(r, &r->slot[i]);
    }
    r->done += r->n;
    r->n = 0;
    return flush(r);
}

struct pick {
    struct run *r;
    uint64_t *number;
    uint64_t n, room;
    bool failed;
};

static bool wanted(void *user, const struct svi_store_match *match)
{
    struct pick *p = user;
    bool plays = p->r->bot == p->r->info->n_bots;
    for (unsigned s = 0; s < match->seats; s++) {
        plays |= match->seat[s].bot == p->r->bot;
    }
    if (!plays) {
        return true;
    }
    if (p->n == p->room) {
        const uint64_t room = p->room * 2 + 256;
        uint64_t *bigger = realloc(p->number, room * sizeof *bigger);
        if (bigger == NULL) {
            p->failed = true;
            return false;
        }
        p->number = bigger;
        p->room = room;
    }
    p->number[p->n++] = match->number;
    return true;
}

static enum svi_exit go(struct run *r, struct svi_progress *progress)
{
    struct pick pick = {.r = r};
    enum svi_exit result = SVI_EXIT_DONE;
    if (svi_store_results(r->store, 0, wanted, &pick) != SV_OK || pick.failed) {
        free(pick.number);
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s: %s", r->how->name,
                            pick.failed ? "no memory" : svi_store_error(r->store));
    }
    const uint64_t most = r->how->games;
    r->all = most > 0 && most < pick.n ? most : pick.n;
    if (r->how->format == SVI_ANALYSE_JSON) {
        svi_out_text(&r->out, "{\"games\":[");
    } else if (r->how->format == SVI_ANALYSE_CSV) {
        svi_analysis_csv_titles(&r->out);
    }
    for (uint64_t i = 0; i < r->all && result == SVI_EXIT_DONE; i++) {
        struct slot *slot = &r->slot[r->n++];
        slot->number = pick.number[i * pick.n / r->all];
        slot->status = SV_OK;
        slot->error[0] = '\0';
        svi_buf_clear(&slot->replay);
        if (svi_store_replay(r->store, slot->number, &slot->replay) != SV_OK) {
            result = svi_complain(SVI_EXIT_ENVIRONMENT, "%s: %s", r->how->name,
                                  svi_store_error(r->store));
        } else if (r->n == r->slots || i + 1 == r->all) {
            result = work_off(r);
            svi_progress_pass(progress, r->done, r->all);
        }
    }
    free(pick.number);
    (void)svi_progress_finish(progress);
    if (result == SVI_EXIT_DONE && r->how->format == SVI_ANALYSE_JSON) {
        svi_out_text(&r->out, "]");
        svi_costs_json(&r->costs, &r->out);
        svi_out_text(&r->out, "}\n");
    } else if (result == SVI_EXIT_DONE && r->how->format == SVI_ANALYSE_TEXT) {
        svi_costs_text(&r->costs, svi_say_in_colour(STDOUT_FILENO), &r->out);
    }
    return result == SVI_EXIT_DONE ? svi_say_result(result, &r->out) : result;
}

static enum svi_exit find_bot(struct run *r)
{
    r->bot = r->info->n_bots;
    for (unsigned b = 0; r->how->bot != NULL && b < r->info->n_bots; b++) {
        if (strcmp(r->info->bot[b], r->how->bot) == 0) {
            r->bot = b;
        }
    }
    return r->how->bot == NULL || r->bot < r->info->n_bots
               ? SVI_EXIT_DONE
               : svi_complain(SVI_EXIT_USAGE, "--bot: found '%s', expected a bot of this league",
                              r->how->bot);
}

enum svi_exit svi_analyse_store(const struct svi_analyse *how)
{
    char error[SVI_STORE_ERROR];
    struct run r = {.how = how, .slots = TOGETHER * how->jobs};
    struct svi_progress progress;
    enum svi_exit result;
    enum sv_status status = svi_store_create_reader(&r.store, how->name, error, sizeof error);
    if (status != SV_OK) {
        return svi_complain(svi_exit_of(status), "%s", error);
    }
    svi_progress_init(&progress, how->name);
    r.info = svi_store_info(r.store);
    r.stop = svi_interrupt_catch();
    r.analysts = calloc(how->jobs, sizeof *r.analysts);
    r.slot = calloc(r.slots, sizeof *r.slot);
    result = r.analysts == NULL || r.slot == NULL ? svi_complain(SVI_EXIT_ENVIRONMENT, "no memory")
                                                  : find_bot(&r);
    if (result == SVI_EXIT_DONE) {
        result = go(&r, &progress);
    }
    for (unsigned i = 0; r.slot != NULL && i < r.slots; i++) {
        svi_analysis_finish(&r.slot[i].analysis);
        svi_buf_finish(&r.slot[i].replay);
    }
    for (unsigned i = 0; r.analysts != NULL && i < how->jobs; i++) {
        svi_analyst_finish(&r.analysts[i]);
    }
    svi_costs_finish(&r.costs);
    svi_buf_finish(&r.out);
    free(r.slot);
    free(r.analysts);
    svi_store_destroy(r.store);
    return result;
}
