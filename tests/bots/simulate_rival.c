/* How well models of rivals (<solvent/rival.h>) foresee what ten bots accept, which the models'
 * types were not made from: simulate_rival [GAMES]. Prints for each bot the offers, the share that
 * it accepted, the mean chance that the models gave, and the mean loss in bits beside the loss of a
 * model that knows the share; then the chances in ten classes. It fails where a class with at least
 * 100 offers is further from what was seen than 0.15 and three standard errors, or all classes from
 * 0.3 to 0.8 together are further from it than 0.08. */
#include "policy/evaluator.h"
#include "policy/rival.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- games in which a bot is offered trades -------------------------------------------------- */

/* An offer to the bot that is watched. */
struct watched {
    struct sv_estimate expected; /* of the model, before the answer */
    bool accepted;
};

/* The game that is watched, from the learner's seat. */
static struct {
    void (*fn)(void *user, const struct watched *offer);
    void *user;
    struct watched open;
    bool is_open;
} watch;

#define WATCHED 0x0au /* seats of the bot */

static void event(struct sv_match *m, const struct sv_event *ev)
{
    const struct svi_evaluator *evaluator = m->user;
    if (ev->type == SV_EVENT_OFFER) {
        watch.is_open = sv_has(WATCHED, ev->to) &&
                        sv_check_offer(m->edition, svi_rivals_table(evaluator->rivals), ev->seat,
                                       ev->offer) == SV_OK;
        watch.open.expected = sv_rivals_accepts(evaluator->rivals, ev->seat, ev->offer);
    } else if (ev->type == SV_EVENT_OFFER_END && watch.is_open && ev->why != SV_WHY_VOID) {
        watch.open.accepted = ev->why == SV_WHY_ACCEPTED;
        watch.fn(watch.user, &watch.open);
        watch.is_open = false;
    }
    sv_policy_learner.event(m, ev);
}

/* Plays a game of `e` at four seats: the bot at two of them, the learner, which proposes by its
 * models, and the random bot, which proposes anything. Calls `fn` with each offer to the bot that
 * was answered. Games with equal numbers are equal. */
static void play(const struct sv_edition *e, unsigned number, const struct sv_bot *bot,
                 void (*fn)(void *user, const struct watched *offer), void *user)
{
    struct sv_bot watcher = sv_policy_learner;
    const struct sv_bot *const seated[4] = {&watcher, bot, &sv_policy_random, bot};
    uint8_t seed[SV_SEED_BYTES];
    char text[40];
    watcher.event = event;
    watch.fn = fn;
    watch.user = user;
    watch.is_open = false;
    (void)snprintf(text, sizeof text, "watch %u", number);
    sv_luck_seed_text(text, seed);
    if (sv_play(e, seed, 4, seated, NULL, NULL, NULL) != SV_OK) {
        (void)fprintf(stderr, "watch: out of memory\n");
        exit(3);
    }
}

/* ---- bots outside the fit -------------------------------------------------------------------- */

/* Money and deeds at printed prices on the side that answers. */
struct sides {
    int64_t gets, gives; /* with cash */
    int64_t cash;        /* received, less payments */
    uint64_t got, given; /* deeds */
};

static int64_t prices(const struct sv_match *m, uint64_t deeds)
{
    int64_t sum = 0;
    for (; deeds != 0; deeds &= deeds - 1) {
        sum += m->edition->space[sv_first(deeds)].price;
    }
    return sum;
}

static struct sides sides_of(const struct sv_match *m, const struct sv_question *q)
{
    const struct sv_offer *o = &q->offer;
    return (struct sides){prices(m, o->give_deeds) + o->give_cash,
                          prices(m, o->get_deeds) + o->get_cash,
                          (int64_t)o->give_cash - o->get_cash, o->give_deeds, o->get_deeds};
}

/* Returns whether deeds complete a set of a seat that has some of it. */
static bool completes(const struct sv_match *m, unsigned seat, uint64_t deeds)
{
    for (unsigned g = 0; g < m->edition->n_groups; g++) {
        const uint64_t mask = m->edition->group[g].mask;

        if ((mask & deeds) != 0 && (mask & m->position->owned[seat]) != 0 &&
            (mask & ~(m->position->owned[seat] | deeds)) == 0) {
            return true;
        }
    }
    return false;
}

/* X(name, whether the bot accepts the offer `s` to the question q of the match m) */
#define BOTS(X)                                                                                    \
    X(any, true)                                                                                   \
    X(coin, sv_rng_next(&m->rng) % 10 < 3)                                                         \
    X(price, s.gets > s.gives)                                                                     \
    X(dear, 2 * s.gets > 3 * s.gives)                                                              \
    X(cash, s.cash >= 100)                                                                         \
    X(poor, s.cash > 0 && m->position->cash[m->seat] < 300)                                        \
    X(keeper, s.given == 0 || (s.got != 0 && s.gets > s.gives))                                    \
    X(guard, !completes(m, q->other, s.given) && s.gets >= s.gives)                                \
    X(maker, completes(m, m->seat, s.got))                                                         \
    X(late, m->position->round > 20 && 10 * s.gets > 9 * s.gives)

#define X(name, accepts)                                                                           \
    static void trade_##name(struct sv_match *m, const struct sv_question *q, struct sv_answer *a) \
    {                                                                                              \
        const struct sides s = sides_of(m, q);                                                     \
        (void)s;                                                                                   \
        a->choice = (accepts) ? SV_CHOICE_TRADE_ACCEPT : SV_CHOICE_TRADE_REJECT;                   \
    }
BOTS(X)
#undef X

/* ---- chances and answers --------------------------------------------------------------------- */

#define CLASSES 10u

struct tally {
    unsigned n, accepted;
    double chance, loss;
};

static struct tally bots[10], classes[CLASSES];

static void add(struct tally *t, double chance, bool accepted)
{
    t->n++;
    t->accepted += accepted;
    t->chance += chance;
    t->loss -= log2(accepted ? chance : 1 - chance);
}

static void take(void *user, const struct watched *offer)
{
    double chance = (double)offer->expected.mean / SV_CHANCE_ONE;
    assert(offer->expected.low <= offer->expected.mean + 1 ||
           offer->expected.high + 1 >= offer->expected.mean);
    chance = chance < 0.001 ? 0.001 : chance > 0.999 ? 0.999 : chance;
    unsigned class = (unsigned)(chance * CLASSES);
    add(user, chance, offer->accepted);
    add(&classes[class], chance, offer->accepted);
}

static double entropy(double p)
{
    return p <= 0 || p >= 1 ? 0 : -p * log2(p) - (1 - p) * log2(1 - p);
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        sv_decide_fn *trade;
    } all[] = {
#define X(name, accepts) {#name, trade_##name},
        BOTS(X)
#undef X
    };
    const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 4;
    struct tally middle = {0};
    int status = 0;
    printf("%-8s %7s %9s %9s %6s %9s\n", "bot", "offers", "accepted", "foreseen", "loss",
           "constant");
    for (unsigned b = 0; b < sizeof all / sizeof all[0]; b++) {
        struct sv_bot bot = sv_policy_careful;
        const struct tally *t = &bots[b];

        bot.trade = all[b].trade;
        for (unsigned g = 0; g < games; g++) {
            play(sv_edition_builtin("classic"), 1000 + g, &bot, take, &bots[b]);
        }
        printf("%-8s %7u %9.2f %9.2f %6.2f %9.2f\n", all[b].name, t->n, (double)t->accepted / t->n,
               t->chance / t->n, t->loss / t->n, entropy((double)t->accepted / t->n));
    }
    printf("%-8s %7s %9s %9s\n", "class", "offers", "accepted", "foreseen");
    for (unsigned i = 0; i < CLASSES; i++) {
        const struct tally *t = &classes[i];
        const double p = t->chance / t->n;

        if (t->n == 0) {
            continue;
        }
        printf("%-8.1f %7u %9.2f %9.2f\n", i / 10.0, t->n, (double)t->accepted / t->n, p);
        if (t->n >= 100 &&
            fabs((double)t->accepted / t->n - p) > 0.15 + 3 * sqrt(p * (1 - p) / t->n)) {
            status = 1;
        }
        if (i >= 3 && i < 8) {
            middle.n += t->n;
            middle.accepted += t->accepted;
            middle.chance += t->chance;
        }
    }
    printf("%-8s %7u %9.2f %9.2f\n", "middle", middle.n, (double)middle.accepted / middle.n,
           middle.chance / middle.n);
    return fabs(middle.accepted - middle.chance) > 0.08 * middle.n ? 1 : status;
}
