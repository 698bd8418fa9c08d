#include "tools/serve/model.h"

#include "league/league_follow.h"
#include "memory/memory.h"
#include "store/store_matches.h"
#include "store/store_revisions.h"
#include "store/visible_games.h"

#include <stdio.h>
#include <stdlib.h>

void svi_model_destroy(struct svi_model *m)
{
    if (m != NULL) {
        svi_figures_finish(&m->figures);
        svi_schedule_finish(&m->schedule);
        svi_store_destroy(m->store);
        free(m);
    }
}

enum sv_status svi_model_store(struct svi_store **store, const struct svi_site_source *source,
                               const struct svi_store *older, struct svi_error *error)
{
    enum sv_status status = svi_store_create_reader(store, source->path, error);
    if (status == SV_OK && source->stop != NULL) {
        svi_store_stop_by(*store, source->stop);
    }
    if (status == SV_OK) {
        if (!source->is_private) {
            svi_store_mask(*store);
        }
        status = older != NULL ? svi_store_hide_unfinished_since(*store, older)
                               : svi_store_hide_unfinished(*store);
    }
    if (status != SV_OK && *store != NULL) {
        (void)svi_fail(error, status, "%s", svi_store_error(*store));
        svi_store_destroy(*store);
        *store = NULL;
    }
    return status;
}

/* Whether there are other deals to be shown, now or to be planned. */
static bool has_more(const struct svi_store *store, const struct svi_store *older)
{
    const struct svi_store_info *now = svi_store_info(store), *then = svi_store_info(older);
    uint64_t deal = 0;
    uint64_t after, last;
    return now->matches != then->matches || now->n_bots != then->n_bots ||
           now->n_revisions != then->n_revisions ||
           svi_visible_games_news(store, older, &deal, &after, &last);
}

enum sv_status svi_model_create(struct svi_model **out, const struct svi_site_source *source,
                                const struct svi_model *older, bool if_over, atomic_ullong *read,
                                struct svi_error *error)
{
    const struct svi_rank_options options = {.prior = 1.0};
    struct svi_model *m = svi_new(1, sizeof *m);
    *out = NULL;
    enum sv_status status =
        svi_model_store(&m->store, source, older != NULL ? older->store : NULL, error);
    if (status == SV_OK && if_over && older != NULL && !has_more(m->store, older->store)) {
        svi_store_destroy(m->store);
        free(m);
        return SV_OK;
    }
    if (status == SV_OK) {
        status = svi_league_store_schedule(m->store, &m->schedule, error);
        if (status != SV_OK) {
            svi_store_destroy(m->store);
        }
    }
    if (status != SV_OK) {
        free(m);
        return status;
    }
    const struct svi_figures_before before = {older != NULL ? &older->figures : NULL,
                                              older != NULL ? older->store : NULL};
    status = svi_figures_init(&m->figures, m->store, &options, older != NULL ? &before : NULL, read,
                              error);
    if (status != SV_OK) {
        svi_model_destroy(m);
        return status;
    }
    *out = m;
    return SV_OK;
}

static bool is_in(const uint8_t *in, uint64_t number)
{
    return (in[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0;
}

void svi_model_next_deals(struct svi_model *m, unsigned most,
                          void (*each)(void *user, const struct svi_pairing *p), void *user)
{
    const uint64_t matches = m->schedule.matches < m->figures.league->matches
                                 ? m->schedule.matches
                                 : m->figures.league->matches;
    SCOPED(scoped_free) uint8_t *in = svi_new((size_t)(m->figures.league->matches + 7) / 8 + 1, 1);
    if (in != NULL && svi_store_finished(m->store, in) == SV_OK) {
        for (uint64_t n = 1; n <= matches && most > 0; n += m->schedule.lanes) {
            if (!is_in(in, n) && !svi_schedule_is_off(&m->schedule, n)) {
                struct svi_pairing pairing;
                svi_schedule_match(&m->schedule, n, &pairing);
                each(user, &pairing);
                most--;
            }
        }
    }
}
