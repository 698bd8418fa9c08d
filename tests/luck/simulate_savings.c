/* Measures how much luck adjustment saves in real games, and whether its intervals hold.
 *
 *     simulate_savings [LEAGUES [TABLE [EDITION]]]
 *
 * Plays leagues of 40 deals of the reference bots and ranks them. Each deal is played in all
 * seatings, or in one if all bots are copies. Prints for each table
 *
 *     games saved       variance of differences of mean points across leagues, by game: of plain
 *                       points in one seating, divided by that of adjusted points with one seating
 *                       and with all
 *     z                 of adjusted less plain points, of the bot for which it is furthest from 0
 *     held              share of 95% intervals of adjusted points that hold the mean of all leagues
 *
 * TABLE has a digit for each seat: 0 random, 1 careful, 2 trader; without it, the tables below are
 * played. EDITION is classic by default. Without LEAGUES it plays a few of one table. Games are cut
 * short after 200 rounds. */
#include "stats/adjust.h"
#include "tools/fit/self_play.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEALS 40u

static const char *const tables[] = {"2211", "2221", "2111",   "2222",    "1111",
                                     "21",   "221",  "221121", "22112211"};

struct league {
    double plain[SV_MAX_SEATS], adjusted[SV_MAX_SEATS]; /* mean points by bot */
    struct svi_estimate interval[SV_MAX_SEATS];
};

static void add_rows(struct svi_games *games, const struct svi_luck *l, unsigned seats,
                     unsigned turned, uint64_t deal, uint64_t game)
{
    uint8_t place[SV_MAX_SEATS];
    sv_places(l->edition, &l->state.position, place);
    for (unsigned s = 0; s < seats; s++) {
        struct svi_seat_result row = {.deal = deal,
                                      .game = game,
                                      .points = -1,
                                      .bot = (uint16_t)((s + turned) % seats),
                                      .seat = (uint8_t)s,
                                      .place = place[s]};
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            row.figure[k] = (float)l->figure[s][k];
        }
        if (svi_games_add(games, &row) != SV_OK) {
            exit(3);
        }
    }
}

static void begin(struct svi_games *games, unsigned seats)
{
    svi_games_init(games);
    for (unsigned b = 0; b < seats; b++) {
        char name[16];
        unsigned bot;
        (void)snprintf(name, sizeof name, "b%u", b);
        if (svi_games_bot(games, name, &bot) != SV_OK) {
            exit(3);
        }
    }
    if (svi_games_have_luck(games, SVI_LUCK_FIGURES) != SV_OK) {
        exit(3);
    }
}

static void conclude(struct svi_games *games, unsigned seats, struct league *out)
{
    const struct svi_rating_options options = {.prior = 1, .anchor = seats};
    struct svi_games_fault fault;
    struct svi_ratings r;
    struct svi_adjusted a;
    if (svi_games_order(games, &fault) != SV_OK || svi_ratings_init(&r, games, &options) != SV_OK ||
        svi_adjusted_init(&a, &r) != SV_OK) {
        exit(3);
    }
    for (unsigned b = 0; b < seats; b++) {
        out->plain[b] = r.bot[b].points.value;
        out->adjusted[b] = a.points[b].value;
        out->interval[b] = a.points[b];
    }
    svi_adjusted_finish(&a);
    svi_ratings_finish(&r);
    svi_games_finish(games);
}

/* Plays a league: with all its seatings, and what its first seatings alone say. */
static void play(const char *table, const struct svi_value *value, unsigned number, unsigned deals,
                 struct league *all, struct league *one)
{
    static struct svi_luck l;
    static struct table t;
    const unsigned seats = (unsigned)strlen(table);
    const unsigned seatings = strspn(table, (char[]){table[0], '\0'}) == seats ? 1 : seats;
    struct svi_games full, first;
    begin(&full, seats);
    begin(&first, seats);
    for (unsigned d = 0; d < deals; d++) {
        char text[60];
        uint8_t seed[SV_SEED_BYTES];
        (void)snprintf(text, sizeof text, "savings %u %u", number, d);
        sv_luck_seed_text(text, seed);
        for (unsigned r = 0; r < seatings; r++) {
            const struct sv_bot *bots[SV_MAX_SEATS];
            for (unsigned s = 0; s < seats; s++) {
                bots[s] = table_policy(table[(s + r) % seats]);
            }
            table_begin(&t, value->features.e, seats, bots, seed);
            table_play(&t, &l, value, NULL);
            table_end(&t);
            add_rows(&full, &l, seats, r, d + 1, (uint64_t)d * seatings + r + 1);
            if (r == 0) {
                add_rows(&first, &l, seats, r, d + 1, d + 1);
            }
        }
    }
    conclude(&full, seats, all);
    conclude(&first, seats, one);
}

/* Variance across leagues of differences between two bots, in the mean over pairs. */
static double spread(const struct league league[], unsigned n, unsigned seats, bool adjusted)
{
    double all = 0;
    for (unsigned i = 0; i < seats; i++) {
        for (unsigned j = i + 1; j < seats; j++) {
            double sum = 0, square = 0;
            for (unsigned k = 0; k < n; k++) {
                const double *x = adjusted ? league[k].adjusted : league[k].plain;
                sum += x[i] - x[j];
                square += (x[i] - x[j]) * (x[i] - x[j]);
            }
            all += (square - sum / n * sum) / (n - 1);
        }
    }
    return all;
}

static bool measure(const char *table, const char *edition, unsigned leagues, unsigned deals)
{
    static struct sv_edition e;
    static struct svi_value value;
    const unsigned seats = (unsigned)strlen(table);
    const bool copies = strspn(table, (char[]){table[0], '\0'}) == seats;
    struct league *all = calloc(leagues, sizeof *all);
    struct league *one = calloc(leagues, sizeof *one);
    double worst = 0, held = 0;
    if (all == NULL || one == NULL) {
        exit(3);
    }
    table_edition(&e, edition, 200);
    svi_value_init(&value, &e, svi_weights_for(&e));
    for (unsigned k = 0; k < leagues; k++) {
        play(table, &value, k, deals, &all[k], &one[k]);
    }
    for (unsigned b = 0; b < seats; b++) {
        double sum = 0, square = 0, truth = 0;
        for (unsigned k = 0; k < leagues; k++) {
            const double x = all[k].adjusted[b] - all[k].plain[b];
            sum += x;
            square += x * x;
            truth += all[k].adjusted[b] / leagues;
        }
        const double z = sum / sqrt(square);
        worst = fabs(z) > fabs(worst) ? z : worst;
        for (unsigned k = 0; k < leagues; k++) {
            held += all[k].interval[b].low <= truth && truth <= all[k].interval[b].high;
        }
    }
    /* A league of all seatings has `seats` times as many games. */
    const double games = copies ? 1 : seats;
    const double plain = spread(one, leagues, seats, false);
    printf("%-8s %u leagues: games saved by seatings x%.2f, by luck x%.2f, by both x%.2f; z %+.2f; "
           "held %.3f\n",
           table, leagues, plain / (spread(all, leagues, seats, false) * games),
           plain / spread(one, leagues, seats, true),
           plain / (spread(all, leagues, seats, true) * games), worst, held / (leagues * seats));
    (void)fflush(stdout);
    free(all);
    free(one);
    return fabs(worst) < (leagues < 100 ? 4 : 3) && held > 0.85 * leagues * seats;
}

int main(int argc, char **argv)
{
    const unsigned leagues = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 6;
    bool ok = true;
    if (argc > 4 || leagues < 2) {
        (void)fprintf(stderr, "usage: %s [LEAGUES [TABLE [EDITION]]], 2 leagues or more\n",
                      argv[0]);
        return 2;
    }
    if (argc >= 3) {
        return measure(argv[2], argc > 3 ? argv[3] : "classic", leagues, DEALS) ? 0 : 1;
    }
    for (unsigned i = 0; i < (argc > 1 ? sizeof tables / sizeof tables[0] : 1); i++) {
        ok &= measure(tables[i], "classic", leagues, argc > 1 ? DEALS : 12);
    }
    return ok ? 0 : 1;
}
