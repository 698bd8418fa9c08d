/* Measures which part of a game its account cannot explain, and the cost of an analysis.
 *
 *     simulate_drift [GAMES [TABLE [EDITION [DEPTH]]]]
 *
 * Plays games of reference bots in process and analyses each. TABLE has a letter for each seat, as
 * in recorded_game.h. Prints for every table
 *
 *     drift     its mean in the first seat, with a 95% interval, and its standard deviation over
 *               seats and games
 *     options, rest     the two parts of drift: standard deviations
 *     points, luck, skill, own      standard deviations, and the mean of own
 *     decisions of a game, decisions with alternatives, and the numbers of inaccuracies, mistakes
 *               and blunders
 *     ms        processor time of a game: of the whole analysis, and of its luck alone
 *
 * Without GAMES it plays a few games at three tables in every edition. */
#include "tests/analysis/recorded_game.h"
#include "tools/analysis/costs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

struct sums {
    struct svi_spread first, drift, options, rest, points, luck, skill, own;
    uint64_t seats, games;
    double decisions, compared, ms, luck_ms;
    double classes[SVI_CLASS_COUNT];
};

static void add(struct svi_spread *s, double x)
{
    s->sum += x;
    s->squares += x * x;
}

static void add_game(struct sums *x, const struct svi_analysis *a)
{
    x->games++;
    x->decisions += a->decisions.n;
    for (unsigned d = 0; d < a->decisions.n; d++) {
        x->compared += a->evaluated[d].n > 1;
        x->classes[a->evaluated[d].class]++;
    }
    add(&x->first, a->account[0].drift / 1e6);
    for (unsigned s = 0; s < a->decisions.seats; s++) {
        const struct svi_account *c = &a->account[s];
        x->seats++;
        add(&x->drift, c->drift / 1e6);
        add(&x->options, c->options / 1e6);
        add(&x->rest, (c->drift - c->options) / 1e6);
        add(&x->points, c->points / 1e6);
        add(&x->luck, c->luck / 1e6);
        add(&x->skill, (c->points - c->start - c->luck) / 1e6);
        add(&x->own, c->own / 1e6);
    }
}

static bool measure(const char *edition, const char *table, unsigned games, enum svi_depth depth)
{
    static struct svi_analysis a;
    static struct svi_analyst analyst;
    const struct svi_workers one = {.jobs = 1};
    struct svi_replay_luck *luck = svi_replay_luck_create();
    struct svi_game g;
    struct sums x = {.seats = 0};
    struct svi_error error;
    char seed[64];
    bool ok = luck != NULL;
    svi_game_init(&g);
    for (unsigned i = 0; i < games && ok; i++) {
        struct svi_game_luck only;
        (void)snprintf(seed, sizeof seed, "drift %u", i);
        recorded_game_play(&g, edition, table, seed, 200, NULL, NULL);
        const double began = cpu_ms();
        ok = svi_replay_luck_read(luck, g.record.data, g.record.size, NULL, &only) == SV_OK;
        const double accounted = cpu_ms();
        ok = ok && svi_analysis_make(&a, &analyst, &one, g.record.data, g.record.size, depth,
                                     SVI_FUTURES, &error) == SV_OK;
        x.luck_ms += accounted - began;
        x.ms += cpu_ms() - accounted;
        if (ok) {
            add_game(&x, &a);
        }
    }
    (void)printf(
        "%-10s %-5s drift %+.3f ±%.3f sd %.3f  options %.3f rest %.3f  points %.3f luck %.3f skill "
        "%.3f own %.3f "
        "(mean %+.3f)  decisions %.0f compared %.0f  %.1f ?! %.1f ? %.1f ??  ms %.1f luck "
        "%.1f\n",
        edition, table, svi_spread_mean(&x.first, x.games), svi_spread_half(&x.first, x.games),
        svi_spread_sd(&x.drift, x.seats), svi_spread_sd(&x.options, x.seats),
        svi_spread_sd(&x.rest, x.seats), svi_spread_sd(&x.points, x.seats),
        svi_spread_sd(&x.luck, x.seats), svi_spread_sd(&x.skill, x.seats),
        svi_spread_sd(&x.own, x.seats), svi_spread_mean(&x.own, x.seats), x.decisions / games,
        x.compared / games, x.classes[SVI_CLASS_INACCURACY] / games,
        x.classes[SVI_CLASS_MISTAKE] / games, x.classes[SVI_CLASS_BLUNDER] / games, x.ms / games,
        x.luck_ms / games);
    svi_game_finish(&g);
    svi_replay_luck_destroy(luck);
    svi_analysis_finish(&a);
    svi_analyst_finish(&analyst);
    return ok;
}

int main(int argc, char **argv)
{
    static const char *const tables[] = {"tc", "tcll", "ttcrl"};
    const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    const enum svi_depth depth =
        argc > 4 && strcmp(argv[4], "search") == 0 ? SVI_DEPTH_SEARCH : SVI_DEPTH_QUICK;
    bool ok = true;
    for (unsigned i = 0; recorded_game_editions[i] != NULL && argc < 4; i++) {
        for (unsigned t = 0; t < 3; t++) {
            if (argc < 3 || strcmp(argv[2], tables[t]) == 0) {
                ok = measure(recorded_game_editions[i], tables[t], games, depth) && ok;
            }
        }
    }
    if (argc > 3) {
        ok = measure(argv[3], argv[2], games, depth);
    }
    return ok ? 0 : 1;
}
