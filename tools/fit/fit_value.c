/* Makes a table of the value function:
 *
 *     fit_value FAMILY [GAMES [EPOCHS]] > sdk/value/weights/FAMILY.txt
 *     fit_value FAMILY GAMES EPOCHS FROM [FITS] > sdk/value/weights/policies/FAMILY.txt
 *
 * The first plays GAMES games (by default 40,000) of the reference bots in an edition, with 2 to 8
 * seats, all kinds of tables, and several limits of rounds. It keeps some positions of each game, as
 * a stand-in leaves them after a throw, and fits the network to which seat finished ahead of which,
 * by stochastic gradients (Adam). A twentieth of the games is held out, to measure the predicted
 * share of the variance of points.
 *
 * The second makes the weights of policies. It goes on from the table in the file FROM, by which
 * learners play too, and fits the first head to points less the luck that followed. That has the
 * mean of points and a much smaller variance, so few games suffice. A tenth is held out. Each of
 * FITS fits (by default 1) starts from the table of the one before, and plays the games anew by it.
 *
 * Both use one thread, one order of sums and no function of libm except sqrt(), so every run gives
 * the same table. */
#include "bot/local.h"
#include "game/game.h"
#include "policy/evaluator.h"
#include "stats/numeric.h"
#include "tools/fit/self_play.h"
#include "value/account.h"

#include <solvent/policy.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define KEPT 8u       /* mean number of positions kept from a game */
#define MOST_KEPT 16u /* from a game of the weights of policies */
#define BATCH 512u
#define RATE 2e-3       /* of a new table */
#define REFIT_RATE 1e-3 /* of one that goes on from another */
#define DECAY 1e-4F
#define WIDEST 7.9F /* largest weight, as weights are stored in 16 bits */

struct sample {
    uint32_t row; /* row of its first living seat */
    uint8_t living, seats;
    bool held_out;              /* held out of the fit */
    bool head[SVI_HEADS];       /* heads that use the sample */
    float base;                 /* points of a living seat from the seats that are out */
    float points[SV_MAX_SEATS]; /* final points of the living seats */
};

static struct sample *samples;
static float (*rows)[SVI_INPUTS];
static size_t n_samples, n_rows, samples_room, rows_room;
static bool is_refit; /* to points less luck, which say nothing of single pairs */
static struct svi_draw draw;
static struct svi_draw game_draw; /* of one game of the weights of policies */

static void *bigger(void *array, size_t n, size_t *room, size_t size)
{
    if (n < *room) {
        return array;
    }
    *room = *room * 2 + 4096;
    array = realloc(array, *room * size);
    if (array == NULL) {
        (void)fprintf(stderr, "no memory for positions\n");
        exit(3);
    }
    return array;
}

static unsigned below(struct svi_draw *from, unsigned n)
{
    return (unsigned)(svi_draw_bits(from) % n);
}

/* Seats at a table, drawn at even odds. */
static const unsigned sizes[] = {4, 4, 4, 4, 4, 4, 2, 2, 2, 3, 3, 3, 5, 6, 6, 6, 7, 8, 8, 8};

#define LIMITS 5u /* of rounds, drawn at even odds as well */
static struct sv_edition edition[LIMITS];

static void load(const char *family, const int32_t rounds[LIMITS])
{
    for (unsigned i = 0; i < LIMITS; i++) {
        table_edition(&edition[i], family, rounds[i]);
    }
}

/* Returns the points that a living seat has from the seats that are out. */
static float points_of_out(const struct sv_position *p)
{
    return (float)(p->seats - sv_count(p->alive)) / (float)(p->seats - 1);
}

/* ---- games for luck -------------------------------------------------------------------------- */

static void keep(const struct svi_features *f, struct svi_sight *sight, const struct sv_state *st,
                 const bool head[SVI_HEADS], bool held_out)
{
    struct sv_position p;
    svi_settle(f->e, st, &p);
    if (p.over != 0) {
        return;
    }
    samples = bigger(samples, n_samples, &samples_room, sizeof *samples);
    struct sample *sample = &samples[n_samples++];
    *sample = (struct sample){.row = (uint32_t)n_rows, .seats = p.seats, .held_out = held_out};
    memcpy(sample->head, head, sizeof sample->head);
    sample->base = points_of_out(&p);
    svi_sight_init(f, sight, &p);
    for (unsigned s = 0; s < p.seats; s++) {
        if (sv_alive(&p, s)) {
            rows = bigger(rows, n_rows, &rows_room, sizeof *rows);
            memcpy(rows[n_rows++], sight->x[s], sizeof *rows);
            /* The seat; replaced by its points when the game is over. */
            sample->points[sample->living++] = (float)s;
        }
    }
}

static void play(const struct svi_features *f, const uint8_t seed[SV_SEED_BYTES], unsigned seats,
                 const struct sv_bot *const bots[], double share, bool held_out)
{
    static struct svi_sight sight;
    static struct table t;
    static struct sv_state st;
    static struct sv_answer answer[SV_MAX_SEATS];
    const size_t first = n_samples;
    double points[SV_MAX_SEATS];
    bool head[SVI_HEADS] = {[SVI_HEAD_ANY] = true};
    unsigned traders = 0;
    for (unsigned s = 0; s < seats; s++) {
        traders += bots[s] == table_policy('2');
    }
    head[SVI_HEAD_TRADE] = 2 * traders >= seats;
    head[SVI_HEAD_CAREFUL] = traders == 0;
    table_begin(&t, f->e, seats, bots, seed);
    (void)svi_chance_start(f->e, &st, &t.setup);
    while (st.position.over == 0) {
        struct svi_chance_event chance = {.card = 0};
        const unsigned asked = table_decide(&t, &st, answer);
        for (unsigned s = 0; s < seats; s++) {
            if (sv_has(asked, s)) {
                svi_chance_apply(f->e, &st, s, &answer[s], &chance);
            }
        }
        if (asked == 0) {
            svi_chance_go_on(f->e, &st, &chance);
        }
        if (chance.first != SVI_CHANCE_NONE && svi_draw_uniform(&draw) < share) {
            keep(f, &sight, &st, head, held_out);
        }
    }
    table_end(&t);
    table_points(f->e, &st.position, points);
    for (size_t i = first; i < n_samples; i++) {
        for (unsigned k = 0; k < samples[i].living; k++) {
            samples[i].points[k] = (float)points[(unsigned)samples[i].points[k]];
        }
    }
}

static void play_all(const char *family, unsigned games)
{
    static const int32_t rounds[LIMITS] = {200, 200, 300, 150, 0};
    static const char *const tables[] = {"22222222", "11111111", "12121212", "22111111",
                                         "01212012", "00000000", "22212221", "21112111"};
    static struct svi_features f[LIMITS];
    load(family, rounds);
    for (unsigned i = 0; i < LIMITS; i++) {
        svi_features_init(&f[i], &edition[i]);
    }
    for (unsigned g = 0; g < games; g++) {
        const unsigned seats = sizes[below(&draw, COUNT(sizes))];
        const unsigned limit = below(&draw, LIMITS);
        const unsigned kind = below(&draw, 10);
        const struct sv_bot *bots[SV_MAX_SEATS];
        char text[40];
        uint8_t seed[SV_SEED_BYTES];
        (void)snprintf(text, sizeof text, "fit %s %u", family, g);
        sv_luck_seed_text(text, seed);
        const unsigned turned = below(&draw, 8);
        for (unsigned s = 0; s < seats; s++) {
            bots[s] = table_policy(kind < 8 ? tables[kind][(s + turned) % 8]
                                            : "0112222"[below(&draw, 7)]);
        }
        /* A game has some 45 to 60 throws a seat if it ends by itself, and hundreds if it does
         * not. */
        play(&f[limit], seed, seats, bots, KEPT / (kind == 1 || kind == 5 ? 600.0 : 60.0 * seats),
             g % 20 == 0);
        if (g % 1000 == 999) {
            (void)fprintf(stderr, "%u games, %zu positions\n", g + 1, n_samples);
        }
    }
}

/* ---- games for policies: learners that stray ------------------------------------------------- */

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
    if (m->user == NULL || below(&game_draw, 100) >= strays[m->seat]) {
        return &sv_policy_learner;
    }
    return below(&game_draw, 3) != 0 ? &sv_policy_trader : &sv_policy_careful;
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
        return sv_policy_named(weaker[below(&game_draw, COUNT(weaker))]);
    }
    if (kind == LEARNERS || below(&game_draw, 2) != 0) {
        return &learner;
    }
    return sv_policy_named(rivals[below(&game_draw, COUNT(rivals))]);
}

/* ---- games for policies: positions ----------------------------------------------------------- */

static struct svi_value luck_value[LIMITS];

static struct game {
    unsigned limit, seen, kept;
    struct svi_local table;
    struct svi_luck luck;
    struct svi_value_base base;
    struct svi_sight sight;
    struct {
        struct sample sample;
        float row[SV_MAX_SEATS][SVI_INPUTS];
        uint8_t seat[SV_MAX_SEATS];       /* of each row */
        double luck_before[SV_MAX_SEATS]; /* of all seats */
    } of[MOST_KEPT];
} game;

static void keep_at(unsigned at, const struct sv_position *p)
{
    struct sample *sample = &game.of[at].sample;
    *sample = (struct sample){
        .seats = p->seats, .head = {[SVI_HEAD_ANY] = true}, .base = points_of_out(p)};
    svi_sight_init(&luck_value[game.limit].features, &game.sight, p);
    for (unsigned s = 0; s < p->seats; s++) {
        game.of[at].luck_before[s] = game.luck.figure[s][SVI_LUCK_POINTS];
        if (sv_alive(p, s)) {
            memcpy(game.of[at].row[sample->living], game.sight.x[s], sizeof game.of[at].row[0]);
            game.of[at].seat[sample->living++] = (uint8_t)s;
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
        ((q.kind == SV_DECISION_BID || q.kind == SV_DECISION_TRADE) && below(&game_draw, 4) != 0)) {
        return;
    }
    svi_settle(e, &game.luck.state, &p);
    if (p.over != 0) {
        return;
    }
    if (at >= MOST_KEPT) {
        at = below(&game_draw, game.seen + 1);
    }
    game.seen++;
    if (at < MOST_KEPT) {
        keep_at(at, &p);
        game.kept = game.kept > at ? game.kept : at + 1;
    }
}

static void answered(void *user, unsigned seat, const struct sv_answer *a)
{
    (void)user;
    look(seat);
    svi_luck_answer(&game.luck, seat, a);
}

/* Adds what was kept of a game. */
static void add_kept(const double points[SV_MAX_SEATS], bool held_out)
{
    for (unsigned i = 0; i < game.kept; i++) {
        samples = bigger(samples, n_samples, &samples_room, sizeof *samples);
        struct sample *sample = &samples[n_samples++];
        *sample = game.of[i].sample;
        sample->row = (uint32_t)n_rows;
        sample->held_out = held_out;
        for (unsigned k = 0; k < sample->living; k++) {
            const unsigned s = game.of[i].seat[k];
            const double luck = game.luck.figure[s][SVI_LUCK_POINTS] - game.of[i].luck_before[s];

            sample->points[k] = (float)(points[s] - luck);
            rows = bigger(rows, n_rows, &rows_room, sizeof *rows);
            memcpy(rows[n_rows++], game.of[i].row[k], sizeof *rows);
        }
    }
}

/* Plays a game, unless its number is left out. A game depends on its number, the family and the
 * weights alone. */
static void play_for_policies(const char *family, unsigned number)
{
    static const unsigned straying[] = {0, 0, 5, 15};
    struct svi_local *t = &game.table;
    struct sv_setup setup;
    double points[SV_MAX_SEATS];
    uint8_t seed[SV_SEED_BYTES];
    char text[64];
    game_draw = (struct svi_draw){.state = 0x9e3779b97f4a7c15u * (number + UINT64_C(77))};
    for (unsigned i = 0; i < 5; i++) {
        (void)svi_draw_bits(&game_draw);
    }
    const unsigned seats = sizes[below(&game_draw, COUNT(sizes))];
    const enum kind kind = kinds[below(&game_draw, COUNT(kinds))];
    if (kind == LEFT_OUT) {
        return;
    }
    memset(&game, 0, sizeof game);
    game.limit = below(&game_draw, LIMITS);
    (void)snprintf(text, sizeof text, "refit %s %u", family, number);
    sv_luck_seed_text(text, seed);
    t->e = &edition[game.limit];
    t->seats = seats;
    t->answered = answered;
    for (unsigned s = 0; s < seats; s++) {
        t->bots[s] = draw_bot(kind);
        strays[s] = straying[below(&game_draw, COUNT(straying))];
    }
    svi_local_setup(t->bots, seats, seed, &setup);
    svi_luck_begin(&game.luck, &luck_value[game.limit], &game.base, &setup, NULL);
    svi_local_begin(t, &setup);
    (void)svi_local_run(t);
    table_points(t->e, &t->state.position, points);
    if (svi_local_end(t, NULL) != SV_OK) {
        (void)fprintf(stderr, "no memory for games\n");
        exit(3);
    }
    add_kept(points, number % 10 == 0);
}

/* Plays the games with numbers below `games`. Learners play by the weights `w`. */
static void play_all_for_policies(const char *family, unsigned games, const struct svi_weights *w)
{
    static const int32_t rounds[LIMITS] = {200, 300, 300, 150, 0};
    load(family, rounds);
    for (unsigned i = 0; i < LIMITS; i++) {
        svi_value_init(&luck_value[i], &edition[i], svi_weights_for(&edition[i]));
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
        play_for_policies(family, g);
        if (g % 1000 == 999) {
            (void)fprintf(stderr, "%u games, %zu positions\n", g + 1, n_samples);
        }
    }
}

/* ---- the network ----------------------------------------------------------------------------- */

/* The parameters, in the order of struct svi_weights. */
struct net {
    float first[SVI_INPUTS][SVI_FIRST], first_bias[SVI_FIRST];
    float second[2][SVI_FIRST][SVI_SECOND]; /* for the own seat, for the others */
    float second_bias[SVI_SECOND];
    struct {
        float out[SVI_SECOND], straight[SVI_INPUTS];
    } head[SVI_HEADS];
};

_Static_assert(sizeof(struct net) == SVI_WEIGHTS * sizeof(float), "no padding");

struct pass {
    float first[SV_MAX_SEATS][SVI_FIRST];
    float own[SV_MAX_SEATS][SVI_SECOND], others[SV_MAX_SEATS][SVI_SECOND];
    float second[SV_MAX_SEATS][SVI_SECOND];
    float u[SVI_HEADS][SV_MAX_SEATS];
};

static void forward(const struct net *net, const struct sample *sample, struct pass *pass)
{
    const unsigned n = sample->living;
    float sum[SVI_SECOND] = {0};
    for (unsigned s = 0; s < n; s++) {
        const float *x = rows[sample->row + s];
        float *first = pass->first[s];
        memcpy(first, net->first_bias, sizeof net->first_bias);
        for (unsigned h = 0; h < SVI_HEADS; h++) {
            pass->u[h][s] = 0;
        }
        for (unsigned k = 0; k < SVI_INPUTS; k++) {
            if (x[k] != 0) {
                for (unsigned h = 0; h < SVI_HEADS; h++) {
                    pass->u[h][s] += x[k] * net->head[h].straight[k];
                }
                for (unsigned i = 0; i < SVI_FIRST; i++) {
                    first[i] += x[k] * net->first[k][i];
                }
            }
        }
        memset(pass->own[s], 0, sizeof pass->own[s]);
        memset(pass->others[s], 0, sizeof pass->others[s]);
        for (unsigned i = 0; i < SVI_FIRST; i++) {
            first[i] = first[i] > 0 ? first[i] : 0;
            if (first[i] > 0) {
                for (unsigned j = 0; j < SVI_SECOND; j++) {
                    pass->own[s][j] += first[i] * net->second[0][i][j];
                    pass->others[s][j] += first[i] * net->second[1][i][j];
                }
            }
        }
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            sum[j] += pass->others[s][j];
        }
    }
    for (unsigned s = 0; s < n; s++) {
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            const float unit = net->second_bias[j] + pass->own[s][j] +
                               (sum[j] - pass->others[s][j]) / (float)(n - 1);
            pass->second[s][j] = unit > 0 ? unit : 0;
            for (unsigned h = 0; h < SVI_HEADS; h++) {
                pass->u[h][s] += pass->second[s][j] * net->head[h].out[j];
            }
        }
    }
}

/* Returns e^x. Its code is separate from the value function's, so that tables do not change when
 * that function changes. */
static double e_to(double x)
{
    const double ln2 = 0.69314718055994530942;
    const double turns = x * 1.44269504088896340736;
    const int k = (int)(turns < 0 ? turns - 0.5 : turns + 0.5);
    const double r = x - k * ln2;
    double sum = 1;
    for (unsigned n = 11; n > 0; n--) {
        sum = 1 + sum * r / n;
    }
    return ldexp(sum, k);
}

static float ahead(const float u[SV_MAX_SEATS], unsigned s, unsigned o)
{
    const double difference = (double)u[o] - (double)u[s];
    return (float)(1 / (1 + e_to(difference > 40 ? 40 : difference < -40 ? -40 : difference)));
}

/* Returns the points of a living seat by a head. */
static double worth(const struct sample *sample, const struct pass *pass, enum svi_value_head head,
                    unsigned s)
{
    double v = (double)sample->base;
    for (unsigned o = 0; o < sample->living; o++) {
        v += o != s ? (double)ahead(pass->u[head], s, o) / (sample->seats - 1) : 0;
    }
    return v;
}

/* Returns the slope of a sample's loss by u of a seat: of the cross entropy over its pairs, which is
 * the seat's points by the head less those that it had. */
static float slope_of_loss(const struct sample *sample, const struct pass *pass,
                           enum svi_value_head head, unsigned s)
{
    float sum = 0;
    if (is_refit) {
        return (float)(worth(sample, pass, head, s) - (double)sample->points[s]);
    }
    for (unsigned o = 0; o < sample->living; o++) {
        const float difference = sample->points[s] - sample->points[o];
        const float was = difference > 1e-6F ? 1 : difference < -1e-6F ? 0 : 0.5F;
        sum += o != s ? ahead(pass->u[head], s, o) - was : 0;
    }
    return sum / (float)(sample->seats - 1);
}

/* Adds the gradient of a sample's loss. */
static void backward(const struct net *net, const struct sample *sample, struct pass *pass,
                     struct net *to)
{
    const unsigned n = sample->living;
    float second[SV_MAX_SEATS][SVI_SECOND];
    float sum[SVI_SECOND] = {0};
    forward(net, sample, pass);
    for (unsigned s = 0; s < n; s++) {
        memset(second[s], 0, sizeof second[s]);
        for (unsigned h = 0; h < SVI_HEADS; h++) {
            const float u = sample->head[h] ? slope_of_loss(sample, pass, h, s) : 0;
            for (unsigned k = 0; k < SVI_INPUTS && sample->head[h]; k++) {
                to->head[h].straight[k] += u * rows[sample->row + s][k];
            }
            for (unsigned j = 0; j < SVI_SECOND && sample->head[h]; j++) {
                second[s][j] += pass->second[s][j] > 0 ? u * net->head[h].out[j] : 0;
                to->head[h].out[j] += u * pass->second[s][j];
            }
        }
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            to->second_bias[j] += second[s][j];
            sum[j] += second[s][j];
        }
    }
    for (unsigned s = 0; s < n; s++) {
        const float *x = rows[sample->row + s];
        float first[SVI_FIRST];
        float others[SVI_SECOND]; /* gradient from this seat's role among the others */
        for (unsigned j = 0; j < SVI_SECOND; j++) {
            others[j] = (sum[j] - second[s][j]) / (float)(n - 1);
        }
        for (unsigned i = 0; i < SVI_FIRST; i++) {
            const float unit = pass->first[s][i];
            float back = 0;
            if (unit > 0) {
                float part[SVI_SECOND];
                for (unsigned j = 0; j < SVI_SECOND; j++) {
                    to->second[0][i][j] += unit * second[s][j];
                    to->second[1][i][j] += unit * others[j];
                    part[j] =
                        net->second[0][i][j] * second[s][j] + net->second[1][i][j] * others[j];
                }
                for (unsigned j = 0; j < SVI_SECOND; j++) {
                    back += part[j];
                }
            }
            first[i] = back;
            to->first_bias[i] += back;
        }
        for (unsigned k = 0; k < SVI_INPUTS; k++) {
            if (x[k] != 0) {
                for (unsigned i = 0; i < SVI_FIRST; i++) {
                    to->first[k][i] += x[k] * first[i];
                }
            }
        }
    }
}

/* Returns the share of the variance of points that a head predicts, in the positions of held-out
 * games that use the head. `seats` selects tables of that size; 0: all tables. */
static double foretold(const struct net *net, enum svi_value_head head, unsigned seats)
{
    static struct pass pass;
    double left = 0;
    double all = 0;
    for (size_t i = 0; i < n_samples; i++) {
        const struct sample *sample = &samples[i];
        if (!sample->held_out || !sample->head[head] || (seats != 0 && sample->seats != seats)) {
            continue;
        }
        forward(net, sample, &pass);
        for (unsigned s = 0; s < sample->living; s++) {
            const double v = worth(sample, &pass, head, s);
            left += (v - (double)sample->points[s]) * (v - (double)sample->points[s]);
            all += ((double)sample->points[s] - 0.5) * ((double)sample->points[s] - 0.5);
        }
    }
    return all > 0 ? 1 - left / all : 0;
}

static void begin(struct net *net)
{
    float *w = (float *)net;
    memset(net, 0, sizeof *net);
    for (unsigned i = 0; i < SVI_INPUTS * SVI_FIRST; i++) {
        w[i] = (float)(svi_draw_normal(&draw) * sqrt(1.5 / SVI_INPUTS));
    }
    for (unsigned i = 0; i < 2 * SVI_FIRST * SVI_SECOND; i++) {
        (&net->second[0][0][0])[i] = (float)(svi_draw_normal(&draw) * sqrt(1.0 / SVI_FIRST));
    }
    for (unsigned j = 0; j < SVI_SECOND; j++) {
        const float out = (float)(svi_draw_normal(&draw) * 0.2);
        for (unsigned h = 0; h < SVI_HEADS; h++) {
            net->head[h].out[j] = out;
        }
    }
}

/* Makes one step of Adam (Kingma and Ba 2015). */
static void descend(struct net *net, const struct net *gradient, double rate, unsigned step)
{
    static float mean[SVI_WEIGHTS], square[SVI_WEIGHTS];
    static double power[2];
    float *w = (float *)net;
    const float *g = (const float *)gradient;
    if (step == 0) {
        memset(mean, 0, sizeof mean);
        memset(square, 0, sizeof square);
        power[0] = 1;
        power[1] = 1;
    }
    power[0] *= 0.9;
    power[1] *= 0.999;
    const float unbias = (float)(1 / sqrt(1 - power[1]));
    const float size = (float)(rate / (1 - power[0]));
    for (unsigned i = 0; i < SVI_WEIGHTS; i++) {
        const float slope = g[i] / BATCH;
        mean[i] = 0.9F * mean[i] + 0.1F * slope;
        square[i] = 0.999F * square[i] + 0.001F * slope * slope;
        w[i] -= size * mean[i] / (sqrtf(square[i]) * unbias + 1e-8F) + (float)rate * DECAY * w[i];
        w[i] = w[i] > WIDEST ? WIDEST : w[i] < -WIDEST ? -WIDEST : w[i];
    }
}

/* Fits a net to the samples, and rounds its weights as tables have them. */
static void fit(struct net *net, unsigned epochs)
{
    static struct net gradient;
    static struct pass pass;
    size_t *order = malloc((n_samples + 1) * sizeof *order);
    size_t n = 0;
    if (order == NULL) {
        (void)fprintf(stderr, "no memory for the order of positions\n");
        exit(3);
    }
    for (size_t i = 0; i < n_samples; i++) {
        if (!samples[i].held_out) {
            order[n++] = i;
        }
    }
    const unsigned steps = (unsigned)(n / BATCH);
    unsigned step = 0;
    for (unsigned epoch = 0; epoch < epochs; epoch++) {
        for (size_t i = n; i > 1; i--) {
            const size_t k = svi_draw_bits(&draw) % i;
            const size_t swap = order[i - 1];
            order[i - 1] = order[k];
            order[k] = swap;
        }
        for (unsigned b = 0; b < steps; b++, step++) {
            /* The rate rises at first, then falls to 0 along a parabola. */
            const double to_go = 1 - (double)step / ((double)steps * epochs);
            const double rate =
                (is_refit ? REFIT_RATE : RATE) * (step < 200 ? (step + 1) / 200.0 : to_go * to_go);
            memset(&gradient, 0, sizeof gradient);
            for (unsigned i = 0; i < BATCH; i++) {
                backward(net, &samples[order[(size_t)b * BATCH + i]], &pass, &gradient);
            }
            descend(net, &gradient, rate, step);
        }
        (void)fprintf(stderr, "epoch %u: foretold", epoch + 1);
        for (enum svi_value_head h = 0; h < SVI_HEADS; h++) {
            (void)fprintf(stderr, " %.4f", foretold(net, h, 0));
        }
        (void)fprintf(stderr, "\n");
    }
    free(order);
    float *w = (float *)net;
    for (unsigned i = 0; i < SVI_WEIGHTS; i++) {
        w[i] = (float)floor((double)w[i] * SVI_WEIGHT_ONE + 0.5) / SVI_WEIGHT_ONE;
    }
    (void)fprintf(stderr, "%zu positions; foretold, as printed: %.4f", n_samples,
                  foretold(net, SVI_HEAD_ANY, 0));
    for (unsigned seats = 2; seats <= SV_MAX_SEATS; seats++) {
        (void)fprintf(stderr, ", %u seats %.4f", seats, foretold(net, SVI_HEAD_ANY, seats));
    }
    (void)fprintf(stderr, "\n");
}

/* ---- the table ------------------------------------------------------------------------------- */

static void read_table(const char *path, struct svi_weights *to)
{
    FILE *file = fopen(path, "r");
    unsigned n = 0;
    long whole;
    if (file == NULL || fscanf(file, "#%*[^\n]") == EOF) {
        (void)fprintf(stderr, "%s: found no table, expected one of fit_value\n", path);
        exit(2);
    }
    while (n < SVI_WEIGHTS && fscanf(file, "%ld,", &whole) == 1) {
        to->value[n++] = (int16_t)whole;
    }
    (void)fclose(file);
    if (n < SVI_WEIGHTS) {
        (void)fprintf(stderr, "%s: found %u weights, expected %u\n", path, n,
                      (unsigned)SVI_WEIGHTS);
        exit(2);
    }
}

static void print(const struct svi_weights *table, int argc, char **argv)
{
    printf("# Made by tools/fit/fit_value");
    for (int i = 1; i < argc; i++) {
        printf(" %s", argv[i]);
    }
    printf(": do not edit.");
    for (unsigned i = 0; i < SVI_WEIGHTS; i++) {
        printf("%s%d,", i % 16 == 0 ? "\n" : "", table->value[i]);
    }
    printf("\n");
}

/* Replaces a table by one that goes on from it (is_refit), or by a new one. */
static void make(struct svi_weights *table, const char *family, unsigned games, unsigned epochs)
{
    static struct net net;
    float *w = (float *)&net;
    draw.state = 20261;
    n_samples = 0;
    n_rows = 0;
    if (is_refit) {
        play_all_for_policies(family, games, table);
        for (unsigned i = 0; i < SVI_WEIGHTS; i++) {
            w[i] = (float)table->value[i] / SVI_WEIGHT_ONE;
        }
    } else {
        play_all(family, games);
        begin(&net);
    }
    fit(&net, epochs);
    for (unsigned i = 0; i < SVI_WEIGHTS; i++) {
        table->value[i] = (int16_t)(w[i] * SVI_WEIGHT_ONE);
    }
}

int main(int argc, char **argv)
{
    static struct svi_weights table;
    const unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 40000;
    const unsigned epochs = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 8;
    const unsigned fits = argc > 5 ? (unsigned)strtoul(argv[5], NULL, 10) : 1;
    if (argc < 2 || argc > 6 || games < 1000 || epochs < 1 || fits < 1) {
        (void)fprintf(stderr, "usage: fit_value FAMILY [GAMES [EPOCHS [FROM [FITS]]]], 1000 games "
                              "or more\n");
        return 2;
    }
    is_refit = argc > 4;
    if (is_refit) {
        read_table(argv[4], &table);
    }
    for (unsigned i = 0; i < fits; i++) {
        make(&table, argv[1], games, epochs);
    }
    print(&table, argc, argv);
    return 0;
}
