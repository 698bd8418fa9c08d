/* Measures the cost of recording, and the speed of replaying recorded games. Plays the same games
 * with the same bots in process, without and with a record, then verifies them.
 *
 * Usage: bench_record [EDITION [GAMES]] */
#include "edition/edition_file.h"
#include "record/replay.h"
#include "tests/bench/clock.h"
#include <solvent/policy.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEATS 4u

struct totals {
    uint64_t games, decisions, turns, bytes, header;
};

static void give_up(const char *what)
{
    (void)fprintf(stderr, "bench_record: %s\n", what);
    exit(3);
}

/* Plays one game with a bot in each seat; the same game with the same number, recorded or not. */
static void play(struct svi_game *g, const struct sv_edition *e, const struct sv_bot *bot,
                 uint64_t number, bool record)
{
    static struct sv_match match[SEATS];
    struct svi_game_setup setup = {.edition = e, .record = record};
    unsigned seat;
    memcpy(setup.setup.seed, &number, sizeof number);
    setup.setup.seats = SEATS;
    for (unsigned s = 0; s < SEATS; s++) {
        setup.setup.answers[s] = sv_bot_answers(bot);
        sv_bot_whens(bot, setup.setup.when[s]);
        match[s] = (struct sv_match){.edition = e, .seat = (uint8_t)s, .seats = SEATS};
        sv_luck_bot_key(setup.setup.seed, s, match[s].rng.key);
    }
    if (svi_game_start(g, &setup) != SV_OK) {
        give_up("no game");
    }
    for (unsigned s = 0; s < SEATS; s++) {
        match[s].position = &g->state.position;
        if (bot->match_start != NULL) {
            bot->match_start(&match[s]);
        }
    }
    while ((seat = svi_game_next(g)) != SV_NONE) {
        struct sv_question q;
        struct sv_answer a;
        if (svi_game_question(g, seat, &q) != SV_OK) {
            give_up("no question");
        }
        sv_bot_decide(bot, &match[seat], &q, &a);
        if (svi_game_answer(g, seat, SV_VERDICT_OK, &a) != SV_OK) {
            give_up("an illegal answer");
        }
    }
    for (unsigned s = 0; s < SEATS; s++) {
        if (bot->match_end != NULL) {
            bot->match_end(&match[s], NULL);
        }
    }
}

static void bench(const char *name, const struct sv_bot *bot, const struct sv_edition *e,
                  unsigned games)
{
    struct svi_replay *r = malloc(sizeof *r);
    struct svi_buf *files = calloc(games, sizeof *files);
    struct totals t = {.games = games};
    struct svi_game g;
    double bare = cpu_s();
    if (r == NULL || files == NULL) {
        give_up("no memory");
    }
    svi_game_init(&g);
    for (unsigned i = 0; i < games; i++) {
        play(&g, e, bot, i, false);
    }
    bare = cpu_s() - bare;
    double recorded = cpu_s();
    for (unsigned i = 0; i < games; i++) {
        play(&g, e, bot, i, true);
        svi_buf_append(&files[i], g.record.data, g.record.size);
        t.decisions += g.decisions;
        t.turns += g.state.position.turn;
        t.bytes += g.record.size;
    }
    recorded = cpu_s() - recorded;
    double verified = cpu_s();
    for (unsigned i = 0; i < games; i++) {
        enum sv_status status = svi_replay_open(r, files[i].data, files[i].size);
        t.header += r->at;
        status = status == SV_OK ? svi_replay_run(r, &g, NULL) : status;
        if (status != SV_OK) {
            give_up(r->error.text);
        }
    }
    verified = cpu_s() - verified;
    const double d =
        t.decisions > 0 ? (double)t.decisions : INFINITY; /* a bot without callbacks has none */
    printf("%-8s %6.0f decisions/game %5.0f turns/game  %6.0f bytes/game, %4.0f of them header, "
           "%5.2f bytes/decision  play %5.0f ns/decision, recorded %5.0f, verify %5.0f; "
           "play %9.0f turns/s, verify %9.0f: ratio %.2f\n",
           name, (double)t.decisions / games, (double)t.turns / games, (double)t.bytes / games,
           (double)t.header / games, (double)(t.bytes - t.header) / d, bare / d * 1e9,
           recorded / d * 1e9, verified / d * 1e9, (double)t.turns / bare,
           (double)t.turns / verified, bare / verified);
    for (unsigned i = 0; i < games; i++) {
        svi_buf_finish(&files[i]);
    }
    svi_game_finish(&g);
    free(files);
    free(r);
}

int main(int argc, char **argv)
{
    static struct sv_edition e;
    static const struct sv_bot none = {.name = "none"};
    static const struct {
        const char *name;
        const struct sv_bot *bot;
    } bots[] = {{"none", &none},
                {"random", &sv_policy_random},
                {"careful", &sv_policy_careful},
                {"trader", &sv_policy_trader}};
    const unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 200;
    struct svi_error error;
    if (svi_edition_load(argc > 1 ? argv[1] : "classic", &e, &error) != SV_OK) {
        give_up(error.text);
    }
    for (size_t i = 0; i < sizeof bots / sizeof bots[0]; i++) {
        bench(bots[i].name, bots[i].bot, &e, games != 0 ? games : 1);
    }
    return 0;
}
