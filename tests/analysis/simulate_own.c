/* Whether `own` agrees with results: simulate_own [GAMES [MOST [EDITION [SEATS [BOT]]]]]. For the
 * reference bots below learner and the odd bots (odd_bots.h), at 2 and 4 seats, GAMES games against
 * rivals that change from game to game. Each game is played once by the bot and once by learner in
 * its seat, on the same seed. The figure of the first game's decisions, some MOST of them (0: all),
 * measured in one future of both answers, must equal the difference in points without luck. Told
 * for each bot:
 *
 *     own      points a game against learner's decisions, with a 95% interval
 *     points   points(bot) - points(learner) of the games, luck taken off, likewise
 *     apart    own - points: 0 if the identity holds, likewise
 *     odd      decisions a game that learner answers differently
 *
 * It fails if the intervals of more bots exclude 0 than in 99 of 100 runs of a true identity, or if
 * one is off by five standard errors. Without GAMES it is small: three bots at 2 seats. With
 * OWN_KINDS in the environment, each kind of decision has a line. */
#include "tests/analysis/odd_bots.h"
#include "tests/analysis/recorded_game.h"
#include "tools/analysis/own.h"

#include <solvent/policy.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 40
#define REFERENCES 5u /* below learner */
#define SMALL 3u

static const struct sv_bot *bot_at(unsigned i)
{
    return i < REFERENCES ? sv_policy_at(i) : odd_bot_at(i - REFERENCES);
}

struct run {
    const char *edition;
    const struct sv_bot *bot;
    unsigned seats, games, most;
    struct svi_own own;
    struct svi_spread points, apart;
};

static void fail(const char *what)
{
    (void)fprintf(stderr, "%s\n", what);
    exit(1);
}

/* Plays one game and reads it, with `full` asked everything. */
static void play(const struct run *r, unsigned game, const struct sv_bot *const bot[],
                 unsigned full, struct svi_buf *out, struct svi_decisions *d)
{
    struct svi_error error;
    struct svi_game g;
    char seed[64];
    svi_game_init(&g);
    (void)snprintf(seed, sizeof seed, "own %u %u", r->seats, game);
    recorded_game_play_bots(&g, r->edition, bot, r->seats, seed, ROUNDS, NULL, NULL);
    if (svi_record_ask_always(g.record.data, g.record.size, full, out, NULL, &error) != SV_OK ||
        svi_decisions_read(d, out->data, out->size, &error) != SV_OK) {
        fail(error.text);
    }
    svi_game_finish(&g);
}

static double adjusted(const struct svi_decisions *d, unsigned seat)
{
    return d->points[seat] - d->accounted.seat[seat].luck / (double)SVI_LUCK_UNIT;
}

static double points_of(const struct sv_edition *e, const struct sv_state *st, unsigned seat)
{
    const unsigned seats = st->position.seats;
    uint8_t place[SV_MAX_SEATS];
    unsigned twice = 0;
    sv_places(e, &st->position, place);
    for (unsigned o = 0; o < seats; o++) {
        twice += o == seat ? 0 : place[o] > place[seat] ? 2 : place[o] == place[seat];
    }
    return twice / (2.0 * (seats - 1));
}

/* Points of the seat by the bot's answer less those by the reference's, in one future of both. They
 * are played turn by turn: games that have come to the same state end alike. */
static double play_on(const struct svi_decisions *d, const struct svi_buf *full, unsigned seat,
                      const struct svi_own_decision *own, struct sv_players *players, unsigned game)
{
    const uint8_t key[SV_KEY_BYTES] = {'o',
                                       'w',
                                       (uint8_t)game,
                                       (uint8_t)(game >> 8),
                                       (uint8_t)(game >> 16),
                                       (uint8_t)own->number,
                                       (uint8_t)(own->number >> 8),
                                       (uint8_t)d->seats};
    const struct sv_edition *e = &d->edition;
    struct sv_state st[2];
    recorded_game_state(full, own->round, &st[0]);
    st[1] = st[0];
    struct sv_until until = {.turn = st[0].position.turn + 1};
    for (unsigned i = 0; i < 2; i++) {
        if (svi_state_redraw(e, &st[i], key) != SV_OK ||
            sv_apply(e, &st[i], seat, i == 0 ? &own->given : &own->reference, NULL) != SV_OK) {
            fail("an answer cannot be played on");
        }
        (void)sv_run(e, &st[i], players, key, &until, NULL);
    }
    while (sv_pending(&st[0]) != 0 || sv_pending(&st[1]) != 0) {
        if (memcmp(&st[0], &st[1], sizeof st[0]) == 0) {
            return 0;
        }
        until.turn++;
        for (unsigned i = 0; i < 2; i++) {
            (void)sv_run(e, &st[i], players, key, &until, NULL);
        }
    }
    return points_of(e, &st[0], seat) - points_of(e, &st[1], seat);
}

static void add_game(struct run *r, unsigned game)
{
    static const unsigned company[] = {4, 2, 3, 1, 2, 4, 4}; /* by sv_policy_at() */
    static struct svi_decisions d, other;
    static struct svi_buf full, plain;
    static struct svi_own_sample sample;
    struct svi_own_game found;
    const struct sv_bot *bot[SV_MAX_SEATS];
    struct sv_players players;
    const unsigned seat = game % r->seats;
    for (unsigned s = 0; s < r->seats; s++) {
        bot[s] = sv_policy_at(company[(game / r->seats + s) % (sizeof company / sizeof *company)]);
    }
    bot[seat] = r->bot;
    play(r, game, bot, 1u << seat, &full, &d);
    bot[seat] = sv_policy_named(SVI_OWN_REFERENCE);
    play(r, game, bot, 0, &plain, &other);
    if (sv_players_init(&players, &d.edition, bot, r->seats) != SV_OK) {
        fail("no players");
    }
    svi_own_sample_make(&sample, &d, seat, sv_policy_named(SVI_OWN_REFERENCE), &players.match[seat],
                        r->most);
    double *points = calloc(sample.n + 1u, sizeof *points);
    for (unsigned i = 0; i < sample.n && points != NULL; i++) {
        points[i] = play_on(&d, &full, seat, &sample.list[i], &players, game);
    }
    const double before = r->own.all.sum;
    svi_own_game_make(&found, &sample, points);
    svi_own_add(&r->own, game, &found);
    const double difference = adjusted(&d, seat) - adjusted(&other, seat);
    svi_spread_add(&r->points, difference);
    svi_spread_add(&r->apart, r->own.all.sum - before - difference);
    free(points);
    sv_players_finish(&players);
}

/* Prints a bot's line, and returns by how many standard errors the figures are apart. */
static double measure(struct run *r)
{
    memset(&r->own, 0, sizeof r->own);
    memset(&r->points, 0, sizeof r->points);
    memset(&r->apart, 0, sizeof r->apart);
    for (unsigned i = 0; i < r->games; i++) {
        add_game(r, i);
    }
    const double apart = svi_spread_mean(&r->apart, r->games);
    const double half = svi_spread_half(&r->apart, r->games);
    (void)printf("%-8s %u seats  %-16s own %+.3f ±%.3f  points %+.3f ±%.3f  apart %+.3f ±%.3f  "
                 "odd %.1f\n",
                 r->edition, r->seats, r->bot->name, svi_spread_mean(&r->own.all, r->games),
                 svi_spread_half(&r->own.all, r->games), svi_spread_mean(&r->points, r->games),
                 svi_spread_half(&r->points, r->games), apart, half,
                 (double)r->own.differing / r->games);
    for (unsigned k = 0; getenv("OWN_KINDS") != NULL && k < SV_DECISION_COUNT; k++) {
        if (r->own.kind[k].squares > 0) {
            (void)printf("    %-11s %+.3f ±%.3f\n", sv_decision_name(k),
                         svi_spread_mean(&r->own.kind[k], r->games),
                         svi_spread_half(&r->own.kind[k], r->games));
        }
    }
    (void)fflush(stdout);
    return half > 0 ? fabs(apart) / half * 1.96 : apart != 0 ? 100 : 0;
}

/* Most of `n` intervals of 95% that exclude the truth in 99 of 100 runs. */
static unsigned most_outside(unsigned n)
{
    double term = pow(0.95, n);
    double sum = term;
    unsigned k = 0;
    while (sum < 0.99) {
        k++;
        term *= (n - k + 1.) / k * 0.05 / 0.95;
        sum += term;
    }
    return k;
}

int main(int argc, char **argv)
{
    struct run r = {.edition = argc > 3 ? argv[3] : "classic",
                    .games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 60,
                    .most = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 8};
    const unsigned only = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
    unsigned n = 0, outside = 0;
    bool ok = true;
    if (r.games < 2) {
        (void)fprintf(stderr, "found GAMES %u, expected 2 or more\n", r.games);
        return 2;
    }
    for (r.seats = 2; r.seats <= 4; r.seats += 2) {
        for (unsigned i = 0; (r.bot = bot_at(i)) != NULL; i++) {
            const bool wanted =
                argc > 1 || (r.seats == 2 && i >= REFERENCES && i < REFERENCES + SMALL);
            if (!wanted || (only != 0 && only != r.seats) ||
                (argc > 5 && strcmp(argv[5], r.bot->name) != 0)) {
                continue;
            }
            const double errors = measure(&r);
            n++;
            outside += errors > 1.96;
            ok = ok && errors < 5;
        }
    }
    (void)printf("%u of %u intervals hold the difference in points\n", n - outside, n);
    return ok && n > 0 && outside <= most_outside(n) ? 0 : 1;
}
