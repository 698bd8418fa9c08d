#include "schedule/swiss_rounds.h"

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

/* What an arrangement costs: MEETING for each time that two meet who have met, times how often;
 * SITTING_OUT likewise for a bot that sits out again; for the first round the square of how many
 * tables a bot is from home, up to FAR tables. All of these together are less than one meeting. */
#define MEETING INT64_C(10000000)
#define SITTING_OUT (4 * MEETING)
#define FAR 16u

/* Rounds times bots that are arranged together: more takes too long, and needs it less. */
#define MOST_PLACES 1024u

/* Threshold accepting (Dueck and Scheuer 1990): moves that cost less than a threshold are made, and
 * the threshold falls. So often it begins anew, as long as a pair meets again that need not. */
#define TRIES 12u
#define STEPS 24u
#define MOVES_A_PLACE 48u
#define MOST_MOVES 1500000u /* of all tries, as far as that leaves one */

struct arrangement {
    const struct svi_swiss_rounds *rounds;
    unsigned playing; /* places at tables in a round */
    unsigned *place;  /* at [round * n + place]: who is there */
    uint16_t *met;    /* at [a * n + b], with the rounds ahead */
    uint16_t *out;    /* by bot: rounds ahead in which it sits out */
    int64_t cost;     /* less what nobody can help */
};

unsigned svi_swiss_rounds_ahead(unsigned n, unsigned seats, unsigned rounds, unsigned left)
{
    const unsigned cycle = (n - 1 + seats - 2) / (seats - 1); /* rounds in which all can meet */
    const unsigned done = (rounds - left) % cycle;
    unsigned ahead = left < cycle - done ? left : cycle - done;
    const unsigned most = MOST_PLACES / n;
    if (2 * (seats - 1) * (uint64_t)rounds < n) {
        return 1; /* everybody has more to meet than has been met, to the end */
    }
    ahead = ahead < most ? ahead : most;
    return ahead > 1 ? ahead : 1;
}

static uint16_t *met(const struct arrangement *a, unsigned one, unsigned other)
{
    return &a->met[(size_t)one * a->rounds->n + other];
}

static int64_t off(const struct arrangement *a, unsigned bot, unsigned place)
{
    const unsigned table = place / a->rounds->seats, home = a->rounds->home[bot];
    const unsigned by = table > home ? table - home : home - table;
    return (int64_t)(by < FAR ? by : FAR) * (by < FAR ? by : FAR);
}

static bool sits_out(const struct arrangement *a, unsigned place)
{
    return place >= a->playing;
}

/* Adds a bot to the others of its table in a round, or takes it away. */
static void seat(struct arrangement *a, const unsigned *round, unsigned at, bool in)
{
    const unsigned bot = round[at], first = at / a->rounds->seats * a->rounds->seats;
    const int one = in ? 1 : -1;
    if (sits_out(a, at)) {
        a->out[bot] = (uint16_t)(a->out[bot] + one);
        return;
    }
    for (unsigned s = first; s < first + a->rounds->seats; s++) {
        if (s != at) {
            *met(a, bot, round[s]) = (uint16_t)(*met(a, bot, round[s]) + one);
            *met(a, round[s], bot) = *met(a, bot, round[s]);
        }
    }
}

/* What a bot adds to the cost at a place, with the others there but the one that has it now. */
static int64_t cost_at(const struct arrangement *a, unsigned r, unsigned at, unsigned bot)
{
    const unsigned *round = &a->place[(size_t)r * a->rounds->n];
    const unsigned first = at / a->rounds->seats * a->rounds->seats;
    const bool here = round[at] == bot;
    int64_t times = 0;
    if (sits_out(a, at)) {
        return SITTING_OUT * (a->out[bot] - here);
    }
    for (unsigned s = first; s < first + a->rounds->seats; s++) {
        times += s != at ? *met(a, bot, round[s]) - here : 0;
    }
    return MEETING * times + (r == 0 ? off(a, bot, at) : 0);
}

/* Two bots of a round change places if that costs no more than `most`. */
static bool change(struct arrangement *a, unsigned r, unsigned i, unsigned k, int64_t most)
{
    unsigned *round = &a->place[(size_t)r * a->rounds->n];
    const unsigned one = round[i], other = round[k];
    const bool out = sits_out(a, i) || sits_out(a, k);
    if (out ? sits_out(a, i) == sits_out(a, k) ||
                  (r == 0 && a->rounds->played[one] != a->rounds->played[other])
            : i / a->rounds->seats == k / a->rounds->seats) {
        return false;
    }
    const int64_t more = cost_at(a, r, k, one) + cost_at(a, r, i, other) - cost_at(a, r, i, one) -
                         cost_at(a, r, k, other);
    if (more > most) {
        return false;
    }
    seat(a, round, i, false);
    seat(a, round, k, false);
    round[i] = other;
    round[k] = one;
    seat(a, round, i, true);
    seat(a, round, k, true);
    a->cost += more;
    return more < 0;
}

/* Of numbers that add up to `sum`, the sum of c (c - 1) / 2 when they are as even as can be. */
static int64_t evenly(int64_t sum, int64_t numbers)
{
    const int64_t each = sum / numbers, more = sum % numbers;
    return (numbers - more) * (each * (each - 1) / 2) + more * (each * (each + 1) / 2);
}

/* The whole cost, less the least that it can be. */
static int64_t count_cost(const struct arrangement *a)
{
    const unsigned n = a->rounds->n;
    int64_t cost = 0, pairs = 0, outs = 0;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < i; k++) {
            const int64_t times = *met(a, i, k);
            cost += MEETING * (times * (times - 1) / 2);
            pairs += times;
        }
        cost += SITTING_OUT * ((int64_t)a->out[i] * (a->out[i] - 1) / 2) +
                (i < a->playing ? off(a, a->place[i], i) : 0);
        outs += a->out[i];
    }
    return cost - MEETING * evenly(pairs, (int64_t)n * (n - 1) / 2) - SITTING_OUT * evenly(outs, n);
}

/* Begins with the first round as it is given and the others by lot. */
static void begin(struct arrangement *a, struct sv_rng *lots)
{
    const unsigned n = a->rounds->n;
    memcpy(a->met, a->rounds->met, (size_t)n * n * sizeof *a->met);
    for (unsigned i = 0; i < n; i++) {
        *met(a, i, i) = 0;
        a->out[i] = 0;
    }
    for (unsigned i = 0; i < n; i++) { /* who has played less has sat out more */
        for (unsigned k = 0; k < n; k++) {
            const unsigned more = a->rounds->played[k] - a->rounds->played[i];
            if (a->rounds->played[k] > a->rounds->played[i] && more > a->out[i]) {
                a->out[i] = (uint16_t)more;
            }
        }
    }
    for (unsigned r = 0; r < a->rounds->ahead; r++) {
        unsigned *round = &a->place[(size_t)r * n];
        for (unsigned i = 0; i < n; i++) {
            const unsigned k = r > 0 ? sv_rng_below(lots, i + 1) : i;
            round[i] = round[k];
            round[k] = a->rounds->bot[i];
        }
        for (unsigned i = 0; i < n; i++) {
            const unsigned first = i / a->rounds->seats * a->rounds->seats;
            if (sits_out(a, i)) {
                a->out[round[i]]++;
            }
            for (unsigned s = first; s < i && !sits_out(a, i); s++) {
                ++*met(a, round[i], round[s]);
                ++*met(a, round[s], round[i]);
            }
        }
    }
    a->cost = count_cost(a);
}

/* The first round alone: every change that is cheaper. */
static void settle(struct arrangement *a)
{
    bool better = true;
    while (better) { /* the cost falls each time */
        better = false;
        for (unsigned i = 0; i < a->playing; i++) {
            for (unsigned k = i + 1; k < a->rounds->n; k++) {
                better |= change(a, 0, i, k, -1);
            }
        }
    }
}

static void search(struct arrangement *a, struct sv_rng *lots)
{
    const unsigned n = a->rounds->n;
    const unsigned moves = MOVES_A_PLACE * a->rounds->ahead * n;
    for (unsigned step = 0; step < STEPS && a->cost >= MEETING; step++) {
        const int64_t most = 2 * MEETING * (STEPS - 1 - step) / STEPS;
        for (unsigned m = 0; m < moves && a->cost >= MEETING; m++) {
            const unsigned r = sv_rng_below(lots, a->rounds->ahead);
            const unsigned i = sv_rng_below(lots, a->playing), k = sv_rng_below(lots, n);
            (void)change(a, r, i, k, most);
        }
    }
}

static void arrange(struct arrangement *a, struct sv_rng *lots)
{
    const unsigned n = a->rounds->n;
    const unsigned moves = STEPS * MOVES_A_PLACE * a->rounds->ahead * n;
    int64_t least = INT64_MAX;
    for (unsigned attempt = 0;
         attempt < TRIES && least >= MEETING && (attempt == 0 || attempt * moves < MOST_MOVES);
         attempt++) {
        begin(a, lots);
        search(a, lots);
        settle(a);
        if (a->cost < least) {
            least = a->cost;
            memcpy(a->rounds->bot, a->place, n * sizeof *a->place);
        }
    }
}

bool svi_swiss_rounds_arrange(const struct svi_swiss_rounds *rounds, struct sv_rng *lots)
{
    const unsigned n = rounds->n;
    struct arrangement a = {.rounds = rounds, .playing = n - n % rounds->seats};
    a.place = svi_new((size_t)rounds->ahead * n, sizeof *a.place);
    a.met = svi_new((size_t)n * n, sizeof *a.met);
    a.out = svi_new(n, sizeof *a.out);
    const bool well = a.place != NULL && a.met != NULL;
    if (well) {
        arrange(&a, lots);
    }
    free(a.place);
    free(a.met);
    free(a.out);
    return well;
}
