/* Cycles and fit: three bots that each beat the next by 60 Elo over 2,000 games a pair, and fields
 * in which one number says it all. */
#include "base/scoped.h"
#include "stats/field.h"
#include "tests/stats/leagues.h"
#include "tests/stats/simulate.h"

#include <stdlib.h>

#define ELO 60.0

/* Duels of every pair, two seatings a deal; i is ahead of j by elo[i][j] on the Elo scale, each
 * deal having luck of its own for who sits first. */
static void make_duels(unsigned bots, const double elo[][4], unsigned deals, struct svi_draw *draw,
                       struct svi_games *games)
{
    uint64_t game = 0, deal = 0;
    svi_games_init(games);
    name_bots(games, bots);
    for (unsigned i = 0; i < bots; i++) {
        for (unsigned j = i + 1; j < bots; j++) {
            for (unsigned d = 0; d < deals; d++) {
                const double luck = 0.7 * svi_draw_normal(draw);
                deal++;
                for (unsigned turn = 0; turn < 2; turn++) {
                    const double x = elo[i][j] / SVI_ELO_PER_NAT + (turn == 0 ? luck : -luck);
                    const bool won = svi_draw_uniform(draw) < svi_sigmoid(x);
                    const unsigned who[] = {turn == 0 ? i : j, turn == 0 ? j : i};
                    const unsigned places[] = {won == (turn == 0) ? 1 : 2,
                                               won == (turn == 0) ? 2 : 1};
                    add_game(games, deal, ++game, 2, who, places);
                }
            }
        }
    }
    order_games(games);
}

static void judge(struct svi_games *games, bool *cycle, bool *right, bool *misfit)
{
    const struct svi_rating_options options = {.prior = 1, .anchor = games->n_bots};
    SCOPED(svi_ratings_finish) struct svi_ratings r;
    SCOPED(svi_field_finish) struct svi_field f;
    if (svi_ratings_init(&r, games, &options) != SV_OK || svi_field_init(&f, &r) != SV_OK) {
        abort();
    }
    *cycle = f.n_cycles > 0;
    *right = f.n_cycles == 1 && f.cycle[0].a == 0 && f.cycle[0].b == 1 && f.cycle[0].c == 2;
    *misfit = f.fit.known && f.fit.p < 0.05;
    svi_games_finish(games);
}

int main(int argc, char **argv)
{
    static const double planted[][4] = {
        {0, ELO, -ELO, 0}, {-ELO, 0, ELO, 0}, {ELO, -ELO, 0, 0}, {0}};
    static const double ladder[][4] = {
        {0, ELO, 2 * ELO, 3 * ELO}, {0, 0, ELO, 2 * ELO}, {0, 0, 0, ELO}, {0}};
    static const double equal[][4] = {{0}, {0}, {0}, {0}};
    static const double theta[] = {0.5, 0.2, 0, -0.2, -0.5, 0.3};
    struct simulation s = simulation_begin("field", argc, argv, 25);
    struct svi_draw draw = {.state = 17};
    double found = 0, claimed[3] = {0}, misfits[3] = {0}, seen = 0;
    for (unsigned i = 0; i < s.leagues; i++) {
        struct svi_games games;
        bool cycle, right, misfit;
        make_duels(3, planted, 1000, &draw, &games);
        judge(&games, &cycle, &right, &misfit);
        found += right;
        seen += misfit;
        make_duels(4, ladder, 1000, &draw, &games);
        judge(&games, &cycle, &right, &misfit);
        claimed[0] += cycle;
        misfits[0] += misfit;
        make_duels(4, equal, 300, &draw, &games);
        judge(&games, &cycle, &right, &misfit);
        claimed[1] += cycle;
        misfits[1] += misfit;
        const struct made_league league = {
            .bots = 6, .seats = 4, .deals = 150, .seatings = 4, .theta = theta, .tie = -1.5};
        games = made_games(&league, &draw);
        judge(&games, &cycle, &right, &misfit);
        claimed[2] += cycle;
        misfits[2] += misfit;
    }
    simulation_share(&s, "a cycle of 60 Elo, 2000 games a pair: found", found, s.leagues, 0.95, 1);
    simulation_share(&s, "a cycle of 60 Elo: no fit", seen, s.leagues, 0.95, 1);
    simulation_share(&s, "a ladder of 60 Elo: cycle claimed", claimed[0], s.leagues, 0, 0.05);
    simulation_share(&s, "four equals: cycle claimed", claimed[1], s.leagues, 0, 0.05);
    simulation_share(&s, "six at tables of four, ties: cycle claimed", claimed[2], s.leagues, 0,
                     0.05);
    simulation_share(&s, "a ladder of 60 Elo: no fit at 5%", misfits[0], s.leagues, 0, 0.07);
    simulation_share(&s, "four equals: no fit at 5%", misfits[1], s.leagues, 0, 0.07);
    simulation_share(&s, "six at tables of four, ties: no fit at 5%", misfits[2], s.leagues, 0,
                     0.07);
    return simulation_end(&s);
}
