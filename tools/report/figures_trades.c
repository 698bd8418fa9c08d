/* What was traded: transfers by deal and pair, and the games with the greatest. */
#include "tools/report/figures_parts.h"

#include "store/store_results.h"
#include "store/visible_games.h"
#include <stdlib.h>
#include <string.h>

struct trading {
    struct svi_figures *f;
    size_t at;     /* the game that was found last */
    uint64_t last; /* that is wanted */
    enum sv_status status;
};

static void keep_gift(struct svi_pair_figures *p, uint64_t number, int32_t gain)
{
    unsigned at = p->n_gift;
    while (at > 0 && (llabs(p->gain[at - 1]) < llabs(gain) ||
                      (llabs(p->gain[at - 1]) == llabs(gain) && p->gift[at - 1] > number))) {
        at--;
    }
    if (at == SVI_FIGURE_GIFTS) {
        return;
    }
    const unsigned kept = p->n_gift < SVI_FIGURE_GIFTS ? p->n_gift : SVI_FIGURE_GIFTS - 1;
    memmove(&p->gift[at + 1], &p->gift[at], (kept - at) * sizeof *p->gift);
    memmove(&p->gain[at + 1], &p->gain[at], (kept - at) * sizeof *p->gain);
    p->gift[at] = number;
    p->gain[at] = gain;
    p->n_gift = (uint8_t)(kept + 1);
}

static void take_pair(struct trading *t, const struct svi_game_rows *game, uint64_t number,
                      const struct svi_trade_pair *pair)
{
    struct svi_figures *f = t->f;
    const struct svi_games *games = &f->sheet.games;
    const unsigned i = svi_games_number(games, games->row[game->first + pair->seat].bot);
    const unsigned j = svi_games_number(games, games->row[game->first + pair->other].bot);
    if (i == j || f->pair == NULL) {
        return;
    }
    struct svi_pair_figures *p = &f->pair[i < j ? (size_t)i * f->n + j : (size_t)j * f->n + i];
    keep_gift(p, number, i < j ? pair->gain : -pair->gain);
}

/* Every pair that sat at the game has a transfer, of 0 where nothing was traded. */
static bool take_trades(void *user, uint64_t number, const struct svi_trade_pair pair[], unsigned n)
{
    struct trading *t = user;
    struct svi_figures *f = t->f;
    const struct svi_games *games = &f->sheet.games;
    if (number > t->last) {
        return false;
    }
    while (t->at < games->n_games && games->game[t->at].number < number) {
        t->at++;
    }
    if (t->at == games->n_games || games->game[t->at].number != number) {
        return true;
    }
    const struct svi_game_rows *game = &games->game[t->at];
    const unsigned seats = svi_game_seats(game);
    int32_t gain[SV_MAX_SEATS][SV_MAX_SEATS] = {{0}};
    uint32_t trades[SV_MAX_SEATS][SV_MAX_SEATS] = {{0}};
    f->traded++;
    for (unsigned k = 0; k < n; k++) {
        if (pair[k].other < seats) {
            gain[pair[k].seat][pair[k].other] = pair[k].gain;
            trades[pair[k].seat][pair[k].other] = pair[k].trades;
            take_pair(t, game, number, &pair[k]);
        }
    }
    for (unsigned s = 0; s < seats && s < SV_MAX_SEATS; s++) {
        for (unsigned o = s + 1; o < seats && o < SV_MAX_SEATS && t->status == SV_OK; o++) {
            t->status = svi_transfers_add(&f->transfers, (uint32_t)game->deal_number,
                                          svi_games_number(games, games->row[game->first + s].bot),
                                          svi_games_number(games, games->row[game->first + o].bot),
                                          trades[s][o], gain[s][o]);
        }
    }
    return t->status == SV_OK;
}

/* Of all games, or of those that were added. */
static enum sv_status read_trades(struct svi_figures *f, struct svi_store *store,
                                  const struct svi_figures_before *before)
{
    struct trading t = {.f = f, .last = UINT64_MAX};
    uint64_t deal = 0;
    uint64_t after = 0;
    enum sv_status status = SV_OK;
    if (before == NULL) {
        status = svi_store_trades(store, 0, take_trades, &t);
        return status == SV_OK ? t.status : status;
    }
    while (status == SV_OK &&
           svi_visible_games_news(store, before->store, &deal, &after, &t.last)) {
        status = svi_store_trades(store, after, take_trades, &t);
        status = status == SV_OK ? t.status : status;
    }
    return status == SV_OK ? svi_transfers_join(&f->transfers, &before->figures->transfers)
                           : status;
}

enum sv_status svi_figures_find_transfers(struct svi_figures *f, struct svi_store *store,
                                          const struct svi_figures_before *before)
{
    enum sv_status status = svi_transfers_init(&f->transfers, f->n);
    if (status == SV_E_RANGE) {
        return SV_OK;
    }
    if (status == SV_OK) {
        f->has_transfers = true;
        status = read_trades(f, store, before);
    }
    return status == SV_OK ? svi_transfers_judge(&f->transfers) : status;
}
