#include "ranking/ranking_games.h"

#include "job/luck_row.h"
#include "schedule/settings.h"
#include "store/store_results.h"

#include <stdio.h>
#include <string.h>

enum sv_status svi_ranking_games_begin(struct svi_games *games, const struct svi_store_info *info,
                                       struct svi_error *error)
{
    enum sv_status status = SV_OK;
    svi_games_init(games);
    for (unsigned i = 0; i < info->n_bots && status == SV_OK; i++) {
        unsigned bot;
        status = svi_games_bot(games, info->bot[i], &bot);
    }
    if (status != SV_OK) {
        (void)svi_fail(error, SV_E_SYSTEM, "found %u bots, expected at most %u to rank",
                       info->n_bots, SVI_STATS_BOTS);
        svi_games_finish(games);
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

enum sv_status svi_ranking_games_add(struct svi_games *games, const struct svi_store_match *m)
{
    enum sv_status status = SV_OK;
    for (unsigned s = 0; s < m->seats && status == SV_OK; s++) {
        const struct svi_seat_result row = {.deal = m->deal,
                                            .game = m->number,
                                            /* a store's points follow from the places */
                                            .points = -1,
                                            .bot = (uint16_t)m->seat[s].bot,
                                            .seat = (uint8_t)s,
                                            .place = m->seat[s].place};
        status = svi_games_add(games, &row);
    }
    return status;
}

enum sv_status svi_ranking_games_end(struct svi_games *games, struct svi_error *error)
{
    struct svi_games_fault fault = {.text = "no memory for the games"};
    if (svi_games_order(games, &fault) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "%s", fault.text);
    }
    return SV_OK;
}

void svi_ranking_games_weigh(struct svi_games *games, const struct svi_schedule *schedule)
{
    games->no_intervals = svi_format_of(&schedule->settings)->no_intervals;
    for (size_t g = 0; g < games->n_games; g++) {
        games->game[g].weight = svi_schedule_weight(schedule, (uint32_t)games->game[g].deal_number);
    }
}

/* State of reading luck: all games need it, in one version. */
struct lucks {
    struct svi_games *games; /* sorted by match */
    size_t at;
    size_t found; /* games with luck */
    uint8_t version[SVI_STORE_LUCK_VERSION];
    bool mixed;
    enum sv_status status;
};

static bool take_luck(void *user, const struct svi_store_luck *row)
{
    struct lucks *l = user;
    struct svi_games *games = l->games;
    struct svi_game_luck luck;
    while (l->at < games->n_games && games->game[l->at].number < row->number) {
        l->at++;
    }
    const struct svi_game_rows *game = &games->game[l->at];
    if (l->at == games->n_games || game->number != row->number ||
        !svi_luck_row_get(row->figures, row->size, &luck) || luck.seats != svi_game_seats(game)) {
        return true;
    }
    if (l->found == 0) {
        memcpy(l->version, row->version, sizeof l->version);
        l->status = svi_games_have_luck(games, SVI_LUCK_FIGURES);
    }
    l->mixed |= memcmp(l->version, row->version, sizeof l->version) != 0;
    l->found++;
    for (unsigned s = 0; s < luck.seats && l->status == SV_OK; s++) {
        const size_t at = game->first + s;
        games->luck[at] = (double)luck.seat[s].luck / SVI_LUCK_UNIT;
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            games->figure[at * SVI_LUCK_FIGURES + k] =
                (float)luck.seat[s].figure[k] / SVI_LUCK_UNIT;
        }
    }
    return l->status == SV_OK && !l->mixed;
}

enum sv_status svi_ranking_games_luck(struct svi_store *store, struct svi_games *games)
{
    struct lucks l = {.games = games};
    _Static_assert((unsigned)SVI_LUCK_FIGURES <= SVI_STATS_FIGURES, "a row has room for all");
    if (games->n_games == 0) {
        return SV_OK;
    }
    const enum sv_status status = svi_store_lucks(store, take_luck, &l);
    if (games->has_luck && (l.found < games->n_games || l.mixed)) {
        svi_games_drop_luck(games);
    }
    return status == SV_OK ? l.status : status;
}

bool svi_ranking_luck_of(struct svi_store *store, uint64_t number, unsigned seats,
                         double luck[SV_MAX_SEATS])
{
    struct svi_store_luck row;
    struct svi_game_luck found;
    bool known = false;
    known = svi_store_luck_of(store, number, &row, &known) == SV_OK && known &&
            svi_luck_row_get(row.figures, row.size, &found) && found.seats == seats;
    for (unsigned s = 0; s < seats && known; s++) {
        luck[s] = (double)found.seat[s].luck / SVI_LUCK_UNIT;
    }
    return known;
}
