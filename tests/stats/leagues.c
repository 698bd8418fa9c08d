#include "tests/stats/leagues.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void name_bots(struct svi_games *games, unsigned bots)
{
    for (unsigned i = 0; i < bots; i++) {
        char name[16];
        unsigned bot;
        (void)snprintf(name, sizeof name, bots > 100 ? "b%03u" : "b%02u", i);
        if (svi_games_bot(games, name, &bot) != SV_OK || bot != i) {
            abort();
        }
    }
}

void add_game(struct svi_games *games, uint64_t deal, uint64_t game, unsigned seats,
              const unsigned bots[], const unsigned places[])
{
    for (unsigned s = 0; s < seats; s++) {
        const struct svi_seat_result row = {.deal = deal,
                                            .game = game,
                                            .points = -1,
                                            .origin = (uint32_t)games->n_rows + 2,
                                            .bot = (uint16_t)bots[s],
                                            .seat = (uint8_t)s,
                                            .place = (uint8_t)places[s]};
        if (svi_games_add(games, &row) != SV_OK) {
            abort();
        }
    }
}

void order_games(struct svi_games *games)
{
    struct svi_games_fault fault;
    if (svi_games_order(games, &fault) != SV_OK) {
        (void)fprintf(stderr, "no results: %s\n", fault.text);
        abort();
    }
}

struct svi_games named_games(unsigned bots)
{
    struct svi_games games;
    svi_games_init(&games);
    name_bots(&games, bots);
    return games;
}

/* Draws places by the model: each bot draws an exponential with rate alpha, and the least comes
 * first. With ties, choice by choice. */
static void draw_places(const struct made_league *league, const double strength[], unsigned seats,
                        struct svi_draw *draw, unsigned places[])
{
    bool placed[SVI_STATS_SEATS] = {false};
    const double delta = league->tie < -20 ? 0 : exp(league->tie);
    for (unsigned next = 1; next <= seats;) {
        double sum = 0;
        for (unsigned i = 0; i < seats; i++) {
            sum += placed[i] ? 0 : exp(strength[i]);
            for (unsigned j = 0; j < i; j++) {
                sum += placed[i] || placed[j] ? 0 : delta * exp(0.5 * (strength[i] + strength[j]));
            }
        }
        double at = svi_draw_uniform(draw) * sum;
        unsigned first = seats, second = seats;
        for (unsigned i = 0; i < seats && first == seats; i++) {
            at -= placed[i] ? 0 : exp(strength[i]);
            first = at < 0 && !placed[i] ? i : seats;
            for (unsigned j = 0; j < i && first == seats; j++) {
                at -= placed[i] || placed[j] ? 0 : delta * exp(0.5 * (strength[i] + strength[j]));
                if (at < 0) {
                    first = i;
                    second = j;
                }
            }
        }
        if (first == seats) { /* rounding: the last one */
            for (first = seats - 1; placed[first]; first--) {
            }
        }
        placed[first] = true;
        places[first] = next;
        if (second < seats) {
            placed[second] = true;
            places[second] = next;
        }
        next += second < seats ? 2 : 1;
    }
}

void make_league(const struct made_league *league, struct svi_draw *draw, struct svi_games *games)
{
    uint64_t game = games->n_rows / league->seats;
    name_bots(games, league->bots);
    for (unsigned d = 1; d <= league->deals; d++) {
        unsigned who[MADE_BOTS] = {0}, table[SVI_STATS_SEATS], places[SVI_STATS_SEATS];
        double luck[SVI_STATS_SEATS] = {0}, strength[SVI_STATS_SEATS], suits[MADE_BOTS] = {0};
        for (unsigned i = 0; i < league->bots; i++) {
            const unsigned at = (unsigned)(svi_draw_bits(draw) % (i + 1));
            who[i] = who[at];
            who[at] = i;
        }
        for (unsigned s = 0; s < league->seats; s++) {
            luck[s] = league->seat_luck * svi_draw_normal(draw);
        }
        for (unsigned i = 0; i < league->bots && league->bot_luck > 0; i++) {
            suits[i] = league->bot_luck * svi_draw_normal(draw);
        }
        for (unsigned turn = 0; turn < league->seatings; turn++) {
            for (unsigned s = 0; s < league->seats; s++) {
                table[s] = who[(s + turn) % league->seats];
                strength[s] = league->theta[table[s]] + luck[s] + suits[table[s]];
            }
            draw_places(league, strength, league->seats, draw, places);
            add_game(games, d, ++game, league->seats, table, places);
        }
    }
}

struct svi_games made_games(const struct made_league *league, struct svi_draw *draw)
{
    struct svi_games games;
    svi_games_init(&games);
    make_league(league, draw, &games);
    order_games(&games);
    return games;
}

/* ---- a second opinion ------------------------------------------------------------------------ */

static long double choice(const struct svi_seat_row rows[], unsigned seats, unsigned chosen,
                          unsigned left, const double theta[], const double delta[])
{
    long double all = 0, one = 0;
    for (unsigned t = 1; t < 1u << seats; t++) {
        long double sum = 0;
        unsigned k = 0;
        if ((t & ~left) != 0) {
            continue;
        }
        for (unsigned s = 0; s < seats; s++) {
            if (t >> s & 1) {
                sum += theta[rows[s].bot];
                k++;
            }
        }
        const long double f = (long double)delta[k] * expl(sum / k);
        all += f;
        one = t == chosen ? f : one;
    }
    return logl(one / all);
}

long double plain_likelihood(const struct svi_games *games, const double theta[],
                             const double delta[], double prior)
{
    long double sum = 0;
    bool *played = calloc(games->n_bots + 1u, sizeof *played);
    for (size_t g = 0; g < games->n_games && played != NULL; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        const unsigned seats = svi_game_seats(&games->game[g]);
        unsigned left = (1u << seats) - 1;
        for (unsigned place = 1; place <= seats; place++) {
            unsigned chosen = 0;
            for (unsigned s = 0; s < seats; s++) {
                played[rows[s].bot] = true;
                chosen |= (unsigned)(rows[s].place == place) << s;
            }
            if (chosen != 0 && (left & (left - 1)) != 0) {
                sum += choice(rows, seats, chosen, left, theta, delta);
            }
            left &= ~chosen;
        }
    }
    for (unsigned i = 0; i < games->n_bots && played != NULL; i++) {
        const long double p = 1 / (1 + expl(-(long double)theta[i]));
        sum += played[i] ? prior / 2 * (logl(p) + logl(1 - p)) : 0;
    }
    for (unsigned k = 2; k <= SVI_STATS_SEATS; k++) {
        const long double p = delta[k] > 0 ? delta[k] / (delta[k] + k) : 0.5L;
        sum += delta[k] > 0 ? prior / 2 * (logl(p) + logl(1 - p)) : 0;
    }
    free(played);
    return sum;
}
