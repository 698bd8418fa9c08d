#include "arbiter/ranking_games.h"

#include <stdio.h>

struct filling {
    const struct svi_store_info *info;
    struct svi_games *games;
    enum sv_status status;
};

static bool take(void *user, const struct svi_store_match *m)
{
    struct filling *f = user;
    if (!svi_store_counts(f->info, m)) {
        return true;
    }
    for (unsigned s = 0; s < m->seats && f->status == SV_OK; s++) {
        const struct svi_seat_row row = {.deal = m->deal,
                                         .game = m->number,
                                         .points = -1, /* a store's are those of the places */
                                         .bot = (uint16_t)m->seat[s].bot,
                                         .seat = (uint8_t)s,
                                         .place = m->seat[s].place};
        f->status = svi_games_add(f->games, &row);
    }
    return f->status == SV_OK;
}

enum sv_status svi_ranking_games(struct svi_store *store, struct svi_games *games, char *error,
                                 size_t error_size)
{
    const struct svi_store_info *info = svi_store_info(store);
    struct filling f = {info, games, SV_OK};
    struct svi_games_fault fault = {.text = "no memory for the games"};
    svi_games_init(games);
    for (unsigned i = 0; i < info->n_bots && f.status == SV_OK; i++) {
        unsigned bot;
        f.status = svi_games_bot(games, info->bot[i], &bot);
    }
    if (f.status != SV_OK) {
        (void)snprintf(fault.text, sizeof fault.text, "found %u bots, expected at most %u to rank",
                       info->n_bots, SVI_STATS_BOTS);
    } else if (svi_store_results(store, 0, take, &f) != SV_OK) {
        (void)snprintf(error, error_size, "%s", svi_store_error(store));
        svi_games_finish(games);
        return SV_E_SYSTEM;
    }
    if (f.status == SV_OK) {
        f.status = svi_games_order(games, &fault);
    }
    if (f.status != SV_OK) {
        (void)snprintf(error, error_size, "%s", fault.text);
        svi_games_finish(games);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}
