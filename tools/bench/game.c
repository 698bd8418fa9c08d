#include "tools/bench/game.h"

#include "tools/bench/figure.h"

#include <solvent/policy.h>

#include <solvent/search.h>

#include <string.h>

#define SEATS 4u
#define RESERVE 200
#define NODE_FORKS 16u
#define STATES 1024u /* from different moments: 2.5 MiB, more than the nearest caches hold */

/* ---- the buyer: the simplest bot that is asked questions ------------------------------------- */

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const bool rich = m->position->cash[m->seat] - q->amount >= RESERVE;
    a->choice = rich ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

/* Builds one house a window, on the first of its streets where that is legal. */
static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_position *p = m->position;
    (void)q;
    for (uint64_t left = p->owned[m->seat] & m->edition->streets; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        const int32_t cost = sv_level_cost(m->edition, space, p->level[space]);
        if (cost > 0 && p->cash[m->seat] - cost >= RESERVE &&
            sv_can_build(m->edition, p, m->seat, &a->plan, space)) {
            a->plan.level[space]++;
            return;
        }
    }
}

static const struct sv_bot nobody = {.name = "default"};
static const struct sv_bot buyer = {
    .name = "buyer", .when = {.manage = SV_WHEN_CAN_BUILD}, .buy = buy, .manage = manage};

const struct svi_bench_policy svi_bench_policies[SVI_BENCH_POLICIES] = {
    {"default", &nobody, SVI_BENCH_GAME_TURNS_DEFAULT},
    {"buyer", &buyer, SVI_BENCH_GAME_TURNS_BUYER},
    {"random", &sv_policy_random, SVI_BENCH_GAME_TURNS_RANDOM},
};

/* ---- play ------------------------------------------------------------------------------------ */

static struct sv_setup make_setup(const struct sv_bot *bot, uint64_t number)
{
    struct sv_setup setup = {.seats = SEATS};
    memcpy(setup.seed, &number, sizeof number);
    for (unsigned s = 0; s < SEATS; s++) {
        setup.answers[s] = sv_bot_answers(bot);
        sv_bot_whens(bot, setup.when[s]);
    }
    return setup;
}

static void seat_bots(struct sv_match match[SEATS], const struct sv_edition *e,
                      const struct sv_setup *setup, const struct sv_position *p)
{
    for (unsigned s = 0; s < SEATS; s++) {
        match[s] =
            (struct sv_match){.edition = e, .position = p, .seat = (uint8_t)s, .seats = SEATS};
        sv_luck_bot_key(setup->seed, s, match[s].rng.key);
    }
}

/* A game without records, and the matches of its seats. */
struct bare {
    const struct sv_edition *e;
    const struct sv_bot *bot;
    struct sv_state st;
    struct sv_match match[SEATS];
};

static void start_bare(struct bare *game, const struct sv_edition *e, const struct sv_bot *bot,
                       uint64_t number)
{
    const struct sv_setup setup = make_setup(bot, number);
    game->e = e;
    game->bot = bot;
    (void)sv_game_start(e, &game->st, &setup, NULL);
    seat_bots(game->match, e, &setup, &game->st.position);
}

/* Answers the first open question. */
static void step_bare(struct bare *game)
{
    const unsigned seat = sv_first(sv_pending(&game->st));
    struct sv_question q;
    struct sv_answer a;
    (void)sv_ask(game->e, &game->st, seat, &q);
    sv_bot_decide(game->bot, &game->match[seat], &q, &a);
    (void)sv_apply(game->e, &game->st, seat, &a, NULL);
}

static void play_bare(const struct sv_edition *e, const struct sv_bot *bot, uint64_t number,
                      struct svi_bench_game *result)
{
    struct bare game;
    start_bare(&game, e, bot, number);
    while (sv_pending(&game.st) != 0) {
        step_bare(&game);
        result->decisions++;
    }
    result->turns += game.st.position.turn;
    result->games++;
}

void svi_bench_game_run(const struct sv_edition *e, const struct sv_bot *bot, double seconds,
                        struct svi_bench_game *result)
{
    *result = (struct svi_bench_game){0};
    play_bare(e, bot, 0, &(struct svi_bench_game){0}); /* warm-up */
    const double began_s = svi_bench_self_s();
    do {
        play_bare(e, bot, result->games + 1, result);
        result->cpu_s = svi_bench_self_s() - began_s;
    } while (result->cpu_s < seconds);
}

/* ---- states ---------------------------------------------------------------------------------- */

/* Collects one state out of every 50 decisions of random games. */
static void collect(const struct sv_edition *e, struct sv_state states[STATES])
{
    unsigned count = 0;
    for (uint64_t number = 1; count < STATES; number++) {
        struct bare game;
        start_bare(&game, e, &sv_policy_random, number);
        for (unsigned n = 1; sv_pending(&game.st) != 0 && count < STATES; n++) {
            if (n % 50 == 0) {
                states[count++] = game.st;
            }
            step_bare(&game);
        }
    }
}

/* Runs over all states, with `forks` copies of each; `step` also moves each copy on. Returns
 * nanoseconds a copy. */
static double pass(const struct sv_edition *e, const struct sv_state states[STATES], unsigned forks,
                   bool step)
{
    static struct sv_state copy;
    /* Keeps the compiler from removing the copy. */
    void *(*volatile copier)(void *, const void *, size_t) = memcpy;
    const double began_s = svi_bench_self_s();
    for (unsigned i = 0; i < STATES * forks; i++) {
        copier(&copy, &states[i / forks], sizeof copy);
        if (step) {
            const unsigned seat = sv_first(sv_pending(&copy));
            struct sv_question q;
            struct sv_answer a;
            (void)sv_ask(e, &copy, seat, &q);
            sv_answer_default(e, &copy.position, &q, &a);
            (void)sv_apply(e, &copy, seat, &a, NULL);
        }
    }
    return (svi_bench_self_s() - began_s) * 1e9 / (STATES * forks);
}

void svi_bench_game_state(const struct sv_edition *e, double seconds,
                          struct svi_bench_state *result)
{
    static struct sv_state states[STATES];
    const double until_s = svi_bench_self_s() + seconds;
    double copy_ns = 0, step_ns = 0, node_ns = 0;
    unsigned passes = 0;
    collect(e, states);
    do {
        copy_ns += pass(e, states, 1, false);
        step_ns += pass(e, states, 1, true);
        node_ns += pass(e, states, NODE_FORKS, true);
        passes++;
    } while (svi_bench_self_s() < until_s);
    *result = (struct svi_bench_state){copy_ns / passes, step_ns / passes, node_ns / passes};
}

/* ---- searches -------------------------------------------------------------------------------- */

/* Asks the first question of a state and fills its default answer. */
static void ask_first(const struct sv_edition *e, const struct sv_state *st, struct sv_question *q,
                      struct sv_answer *a)
{
    (void)sv_ask(e, st, sv_first(sv_pending(st)), q);
    sv_answer_default(e, &st->position, q, a);
}

static double guess_s(const struct sv_edition *e, const struct sv_state states[STATES])
{
    static struct sv_state guess;
    const double began_s = svi_bench_self_s();
    for (unsigned i = 0; i < STATES; i++) {
        const uint8_t key[SV_KEY_BYTES] = {(uint8_t)i};
        (void)sv_determinise(e, &states[i].position, &states[i].course, sv_pending(&states[i]), key,
                             &guess);
    }
    return svi_bench_self_s() - began_s;
}

/* Measures at most a thousand answers of each question. */
static double answers_s(const struct sv_edition *e, const struct sv_state states[STATES],
                        uint64_t *answers)
{
    static struct sv_answers it;
    const double began_s = svi_bench_self_s();
    for (unsigned i = 0; i < STATES; i++) {
        struct sv_question q;
        struct sv_answer a;
        ask_first(e, &states[i], &q, &a);
        (void)sv_answers_start(&it, e, &states[i].position, &q, NULL);
        for (unsigned n = 0; n < 1000 && sv_answers_next(&it, &a); n++) {
            ++*answers;
        }
    }
    return svi_bench_self_s() - began_s;
}

static double playout_ms(const struct sv_edition *e, const struct sv_state states[STATES],
                         const struct sv_bot *bot, double seconds)
{
    const struct sv_bot *const bots[SEATS] = {bot, bot, bot, bot};
    static struct sv_state future;
    const double began_s = svi_bench_self_s();
    struct sv_players players;
    double took_s;
    unsigned playouts = 0;
    (void)sv_players_init(&players, e, bots, SEATS);
    do {
        const struct sv_state *st = &states[playouts++ % STATES];
        const uint8_t key[SV_KEY_BYTES] = {(uint8_t)playouts};
        const struct sv_until until = {.round = (uint16_t)(st->position.round + 10)};
        struct sv_question q;
        struct sv_answer a;
        ask_first(e, st, &q, &a);
        (void)sv_playout(e, &st->position, &st->course, sv_pending(st), q.seat, &a, &players, key,
                         &until, &future, NULL);
        took_s = svi_bench_self_s() - began_s;
    } while (took_s < seconds || playouts < 10);
    sv_players_finish(&players);
    return took_s * 1e3 / playouts;
}

void svi_bench_game_search(const struct sv_edition *e, double seconds,
                           struct svi_bench_search *result)
{
    static struct sv_state states[STATES];
    const double until_s = svi_bench_self_s() + seconds / 2;
    double guesses_s = 0, answering_s = 0;
    uint64_t answers = 0;
    unsigned passes = 0;
    collect(e, states);
    do {
        guesses_s += guess_s(e, states);
        answering_s += answers_s(e, states, &answers);
        passes++;
    } while (svi_bench_self_s() < until_s);
    *result = (struct svi_bench_search){
        .guess_us = guesses_s * 1e6 / passes / STATES,
        .answer_ns = answering_s * 1e9 / (double)answers,
        .playout_ms = {playout_ms(e, states, NULL, seconds / 6),
                       playout_ms(e, states, &sv_policy_careful, seconds / 6),
                       playout_ms(e, states, &sv_policy_trader, seconds / 6)},
    };
}
