#include "tests/analysis/recorded_game.h"

#include "policy/named.h"
#include "record/replay.h"
#include "wire/answer_codec.h"

#include <solvent/policy.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHELF 16u

const char *const recorded_game_editions[] = {"classic", "comrades",  "harbour",
                                              "mega",    "speed-die", NULL};

static const struct {
    char letter;
    const struct sv_bot *bot;
} bots[] = {{'r', &sv_policy_random},
            {'c', &sv_policy_careful},
            {'t', &sv_policy_trader},
            /* which needs no events: the games here report none to the bots */
            {'l', &svi_policy_learner_1},
            {'p', &sv_policy_planner}};

const struct sv_bot *recorded_game_bot(char letter)
{
    for (unsigned i = 0; i < sizeof bots / sizeof bots[0]; i++) {
        if (bots[i].letter == letter) {
            return bots[i].bot;
        }
    }
    (void)fprintf(stderr, "no bot is called '%c'\n", letter);
    abort();
}

static const struct sv_edition *edition_of(const char *name, int32_t rounds)
{
    static struct {
        const char *name;
        int32_t rounds;
        struct sv_edition edition;
    } shelf[SHELF];
    static unsigned n;
    const struct sv_edition *known = sv_edition_builtin(name);
    struct sv_edition_error error;
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(shelf[i].name, name) == 0 && shelf[i].rounds == rounds) {
            return &shelf[i].edition;
        }
    }
    if (known == NULL || n == SHELF) {
        (void)fprintf(stderr, "no edition '%s', or too many of them\n", name);
        abort();
    }
    shelf[n].name = name;
    shelf[n].rounds = rounds;
    shelf[n].edition = *known;
    shelf[n].edition.rules.max_rounds = rounds;
    if (sv_edition_complete(&shelf[n].edition, &error) != SV_OK) {
        abort();
    }
    return &shelf[n++].edition;
}

void recorded_game_play_bots(struct svi_game *g, const char *edition,
                             const struct sv_bot *const bot[], unsigned seats, const char *seed,
                             int32_t rounds, recorded_game_tamper_fn *tamper, void *user)
{
    static const struct sv_position none;
    struct svi_game_setup setup = {.edition = edition_of(edition, rounds), .record = true};
    struct sv_match match[SV_MAX_SEATS];
    const char *names[SV_MAX_SEATS];
    unsigned seat;
    sv_luck_seed_text(seed, setup.setup.seed);
    setup.setup.seats = (uint8_t)seats;
    setup.names = names;
    for (unsigned s = 0; s < seats; s++) {
        names[s] = bot[s]->name;
        setup.setup.answers[s] = sv_bot_answers(bot[s]);
        sv_bot_whens(bot[s], setup.setup.when[s]);
        match[s] = (struct sv_match){.user = bot[s]->user,
                                     .edition = setup.edition,
                                     .position = &none,
                                     .seat = (uint8_t)s,
                                     .seats = (uint8_t)seats};
        sv_luck_bot_key(setup.setup.seed, s, match[s].rng.key);
        if (bot[s]->match_start != NULL) {
            bot[s]->match_start(&match[s]);
        }
    }
    if (svi_game_start(g, &setup) != SV_OK) {
        abort();
    }
    while ((seat = svi_game_next(g)) != SV_NONE) {
        struct sv_question q;
        struct sv_answer a;
        (void)svi_game_question(g, seat, &q);
        match[seat].position = &g->state.position;
        match[seat].course = bot[seat]->model ? &g->state.course : NULL;
        sv_bot_decide(bot[seat], &match[seat], &q, &a);
        if (tamper != NULL) {
            tamper(user, g, &q, &a);
        }
        if (svi_game_answer(g, seat, SV_VERDICT_OK, &a) != SV_OK &&
            svi_game_answer(g, seat, SV_VERDICT_ILLEGAL, NULL) != SV_OK) {
            abort();
        }
    }
    for (unsigned s = 0; s < seats; s++) {
        if (bot[s]->match_end != NULL) {
            bot[s]->match_end(&match[s], NULL);
        }
    }
}

void recorded_game_play(struct svi_game *g, const char *edition, const char *table,
                        const char *seed, int32_t rounds, recorded_game_tamper_fn *tamper,
                        void *user)
{
    const struct sv_bot *bot[SV_MAX_SEATS];
    for (unsigned s = 0; table[s] != '\0'; s++) {
        bot[s] = recorded_game_bot(table[s]);
    }
    recorded_game_play_bots(g, edition, bot, (unsigned)strlen(table), seed, rounds, tamper, user);
}

void recorded_game_state(const struct svi_buf *svr, uint32_t decision, struct sv_state *out)
{
    struct svi_replay *replay = calloc(1, sizeof *replay);
    struct svi_game game;
    svi_game_init(&game);
    enum sv_status status = svi_replay_open(replay, svr->data, svr->size);
    status = status == SV_OK ? svi_replay_start(replay, &game, NULL) : status;
    while (status == SV_OK && game.decisions + 1 < decision) {
        status = svi_replay_next(replay, &game);
    }
    if (status != SV_OK) {
        (void)fprintf(stderr, "decision %u: %s\n", decision, replay->error.text);
        exit(1);
    }
    *out = game.state;
    svi_game_finish(&game);
    free(replay);
}

bool recorded_game_alike(const struct svi_evaluated *a, const struct svi_evaluated *b)
{
    bool alike = a->n == b->n && a->given == b->given && a->best == b->best && a->cost == b->cost &&
                 a->missed == b->missed;
    for (unsigned s = 0; alike && s < SV_MAX_SEATS; s++) {
        alike = a->before[s] == b->before[s] && a->change[s] == b->change[s];
    }
    for (unsigned i = 0; alike && i < a->n; i++) {
        const struct svi_candidate *x = &a->candidate[i];
        const struct svi_candidate *y = &b->candidate[i];
        alike = svi_answer_same(&x->answer, &y->answer) && x->points == y->points;
    }
    return alike;
}
