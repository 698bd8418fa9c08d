/* When steps of a league were, and which nights they belong to. */
#include "tools/report/figures_parts.h"

#include "store/reader.h"

#include <string.h>

static void take_night(void *user, uint64_t night, uint64_t matches)
{
    struct svi_figures *f = user;
    const uint32_t deals = (uint32_t)(matches / f->league->lanes);
    if (night <= 1) {
        return;
    }
    if (f->n_nights == SVI_FIGURE_NIGHTS) {
        memmove(f->night, f->night + 1, (SVI_FIGURE_NIGHTS - 1) * sizeof *f->night);
        f->n_nights--;
    }
    f->night[f->n_nights++] = deals;
    f->first_night = night - f->n_nights + 1;
}

/* Runs put games in about in the order of their numbers, at about the same pace. Of shards it is
 * not known which games came when. */
static void take_run(void *user, const struct svi_store_run *run)
{
    struct svi_figures *f = user;
    for (unsigned k = 0; k < f->n_steps && run->shards <= 1 && run->games > 0; k++) {
        struct svi_figure_step *step = &f->step[k];
        const double games = (double)step->deals * f->league->lanes - (double)run->before;
        if (games > 0) {
            const double share = games < (double)run->games ? games / (double)run->games : 1;
            step->at_ms = run->began_ms + (int64_t)(share * (double)(run->last_ms - run->began_ms));
        }
    }
}

enum sv_status svi_figures_date(struct svi_figures *f, struct svi_store *store)
{
    enum sv_status status = svi_store_nights(store, take_night, f);
    for (unsigned k = 0; k < f->n_steps && f->n_nights > 0; k++) {
        struct svi_figure_step *step = &f->step[k];
        for (unsigned n = 0; n < f->n_nights; n++) {
            step->night = f->night[n] < step->deals ? f->first_night + n : step->night;
        }
        /* Nights before those that are kept are not told apart. */
        step->night = step->night == 0 && f->first_night == 2 ? 1 : step->night;
    }
    return status == SV_OK ? svi_store_runs(store, take_run, f) : status;
}
