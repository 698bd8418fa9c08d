/* How well models of rivals (<solvent/rival.h>) foresee what ten bots accept that their prior was not
 * fitted to: simulate_rival [GAMES]. Prints for each bot the offers, the share that it accepted, the
 * mean chance that the models gave, and the mean loss in bits beside the loss of one who knows that
 * share; then the chances in ten classes. It fails where a class with at least 100 offers is further
 * from what was seen than 0.15 and three standard errors. */
#include "tools/fit/watch.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static void take(void *user, const struct svi_watched *offer)
{
    double chance = (double)offer->expected.mean / SV_CHANCE_ONE;
    unsigned class;
    assert(offer->expected.low <= offer->expected.mean + 1 ||
           offer->expected.high + 1 >= offer->expected.mean);
    chance = chance < 0.001 ? 0.001 : chance > 0.999 ? 0.999 : chance;
    class = (unsigned)(chance * CLASSES);
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
    const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2;
    int status = 0;
    printf("%-8s %7s %9s %9s %6s %9s\n", "bot", "offers", "accepted", "foreseen", "loss",
           "constant");
    for (unsigned b = 0; b < sizeof all / sizeof all[0]; b++) {
        struct sv_bot bot = sv_policy_careful;
        const struct tally *t = &bots[b];

        bot.trade = all[b].trade;
        for (unsigned g = 0; g < games; g++) {
            svi_watch(sv_edition_builtin("classic"), 1000 + g, &bot, take, &bots[b]);
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
    }
    return status;
}
