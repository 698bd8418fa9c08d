#include "tools/fit/policy_games.h"

#include "bot/local.h"
#include "policy/evaluator.h"
#include "stats/numeric.h"
#include "tools/fit/self_play.h"
#include "value/account.h"

#include <solvent/policy.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static struct svi_draw draw;

static unsigned below(unsigned n)
{
    return (unsigned)(svi_draw_bits(&draw) % n);
}

/* ---- learners that stray --------------------------------------------------------------------- */

static const struct svi_weights *weights; /* of all learners */
static unsigned strays[SV_MAX_SEATS];     /* percent of a seat's decisions */

static void start(struct sv_match *m)
{
    struct svi_evaluator *evaluator = malloc(sizeof *evaluator);
    if (evaluator != NULL && !svi_evaluator_init(evaluator, m->edition, weights)) {
        free(evaluator);
        evaluator = NULL;
    }
    m->user = evaluator;
}

/* Returns the bot that takes a decision. Learner reaches few of the positions that it must judge,
 * so now and then trader or careful decides in its place. */
static const struct sv_bot *decider(const struct sv_match *m)
{
    if (m->user == NULL || below(100) >= strays[m->seat]) {
        return &sv_policy_learner;
    }
    return below(3) != 0 ? &sv_policy_trader : &sv_policy_careful;
}

#define STRAYING(name)                                                                             \
    static void name(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)         \
    {                                                                                              \
        const struct sv_bot *bot = decider(m);                                                     \
        if (bot->name != NULL) {                                                                   \
            bot->name(m, q, a);                                                                    \
        }                                                                                          \
    }
STRAYING(manage)
STRAYING(buy)
STRAYING(bid)
STRAYING(sealed_bid)
STRAYING(trade)
STRAYING(jail)
#undef STRAYING

static struct sv_bot learner;

/* ---- tables ---------------------------------------------------------------------------------- */

enum kind {
    LEARNERS, /* alone */
    RIVALS,   /* learner, and what it was before */
    WEAKER,   /* learner is not there */
    LEFT_OUT
};

/* The numbers of tables with gnome, hermit, seller and beggar are left out: `solvent panel` has these
 * as opponents, so no figure of a bot is fitted to them. */
static const enum kind kinds[] = {LEARNERS, LEARNERS, LEARNERS, RIVALS,   RIVALS,
                                  LEFT_OUT, LEFT_OUT, LEFT_OUT, LEFT_OUT, WEAKER};

static const struct sv_bot *draw_bot(enum kind kind)
{
    static const char *const rivals[] = {"learner@1", "trader"};
    static const char *const weaker[] = {"trader",  "trader",  "trader",
                                         "careful", "careful", "random"};
    if (kind == WEAKER) {
        return sv_policy_named(weaker[below(COUNT(weaker))]);
    }
    if (kind == LEARNERS || below(2) != 0) {
        return &learner;
    }
    return sv_policy_named(rivals[below(COUNT(rivals))]);
}

/* ---- a game ---------------------------------------------------------------------------------- */

#define LIMITS 5u

static struct sv_edition edition[LIMITS]; /* by limit of rounds */
static struct svi_value value[LIMITS];    /* of luck */

static struct game {
    unsigned limit, seen, kept;
    struct svi_local table;
    struct svi_luck luck;
    struct svi_value_base base;
    struct svi_sight sight;
    struct policy_sample sample[POLICY_GAMES_KEPT];
    uint8_t seat[POLICY_GAMES_KEPT][SV_MAX_SEATS];       /* of a sample's rows */
    double luck_before[POLICY_GAMES_KEPT][SV_MAX_SEATS]; /* of all seats */
} game;

static void keep(unsigned at, const struct sv_position *p)
{
    struct policy_sample *sample = &game.sample[at];
    sample->seats = p->seats;
    sample->living = 0;
    sample->base = (float)(p->seats - sv_count(p->alive)) / (float)(p->seats - 1);
    svi_sight_init(&value[game.limit].features, &game.sight, p);
    for (unsigned s = 0; s < p->seats; s++) {
        game.luck_before[at][s] = game.luck.figure[s][SVI_LUCK_POINTS];
        if (sv_alive(p, s)) {
            memcpy(sample->row[sample->living], game.sight.x[s], sizeof sample->row[0]);
            game.seat[at][sample->living++] = (uint8_t)s;
        }
    }
}

/* Keeps each of a game's positions with the same chance; bids and offers count a quarter, as they
 * leave the table nearly as it was. */
static void look(unsigned seat)
{
    const struct sv_edition *e = &edition[game.limit];
    struct sv_question q;
    struct sv_position p;
    unsigned at = game.seen;
    if (sv_ask(e, &game.luck.state, seat, &q) != SV_OK ||
        ((q.kind == SV_DECISION_BID || q.kind == SV_DECISION_TRADE) && below(4) != 0)) {
        return;
    }
    svi_settle(e, &game.luck.state, &p);
    if (p.over != 0) {
        return;
    }
    if (at >= POLICY_GAMES_KEPT) {
        at = below(game.seen + 1);
    }
    game.seen++;
    if (at < POLICY_GAMES_KEPT) {
        keep(at, &p);
        game.kept = game.kept > at ? game.kept : at + 1;
    }
}

static void answered(void *user, unsigned seat, const struct sv_answer *a)
{
    (void)user;
    look(seat);
    svi_luck_answer(&game.luck, seat, a);
}

/* Returns false if the number is left out. */
static bool play(const char *family, unsigned number)
{
    static const unsigned sizes[] = {4, 4, 4, 4, 4, 4, 2, 2, 2, 3, 3, 3, 5, 6, 6, 6, 7, 8, 8, 8};
    static const unsigned straying[] = {0, 0, 5, 15};
    struct svi_local *t = &game.table;
    struct sv_setup setup;
    double points[SV_MAX_SEATS];
    uint8_t seed[SV_SEED_BYTES];
    char text[64];
    draw = (struct svi_draw){.state = 0x9e3779b97f4a7c15u * (number + UINT64_C(77))};
    for (unsigned i = 0; i < 5; i++) {
        (void)svi_draw_bits(&draw);
    }
    const unsigned seats = sizes[below(COUNT(sizes))];
    const enum kind kind = kinds[below(COUNT(kinds))];
    if (kind == LEFT_OUT) {
        return false;
    }
    memset(&game, 0, sizeof game);
    game.limit = below(LIMITS);
    (void)snprintf(text, sizeof text, "refit %s %u", family, number);
    sv_luck_seed_text(text, seed);
    t->e = &edition[game.limit];
    t->seats = seats;
    t->answered = answered;
    for (unsigned s = 0; s < seats; s++) {
        t->bots[s] = draw_bot(kind);
        strays[s] = straying[below(COUNT(straying))];
    }
    svi_local_setup(t->bots, seats, seed, &setup);
    svi_luck_begin(&game.luck, &value[game.limit], &game.base, &setup, NULL);
    svi_local_begin(t, &setup);
    (void)svi_local_run(t);
    table_points(t->e, &t->state.position, points);
    if (svi_local_end(t, NULL) != SV_OK) {
        (void)fprintf(stderr, "no memory for games\n");
        exit(3);
    }
    for (unsigned i = 0; i < game.kept; i++) {
        for (unsigned k = 0; k < game.sample[i].living; k++) {
            const unsigned s = game.seat[i][k];
            const double luck = game.luck.figure[s][SVI_LUCK_POINTS] - game.luck_before[i][s];
            game.sample[i].points[k] = (float)(points[s] - luck);
        }
        game.sample[i].game = number;
    }
    return true;
}

void policy_games_play(const char *family, unsigned games, const struct svi_weights *w,
                       policy_games_fn *fn, void *user)
{
    static const int32_t rounds[LIMITS] = {200, 300, 300, 150, 0};
    for (unsigned i = 0; i < LIMITS; i++) {
        table_edition(&edition[i], family, rounds[i]);
        svi_value_init(&value[i], &edition[i], svi_weights_for(&edition[i]));
    }
    weights = w;
    learner = sv_policy_learner;
    learner.match_start = start;
    learner.manage = manage;
    learner.buy = buy;
    learner.bid = bid;
    learner.sealed_bid = sealed_bid;
    learner.trade = trade;
    learner.jail = jail;
    for (unsigned g = 0; g < games; g++) {
        const unsigned kept = play(family, g) ? game.kept : 0;
        for (unsigned i = 0; i < kept; i++) {
            fn(user, &game.sample[i]);
        }
        if (g % 1000 == 999) {
            (void)fprintf(stderr, "%u games\n", g + 1);
        }
    }
}
