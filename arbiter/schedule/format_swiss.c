/* A number of rounds of tables of bots that stand alike; each table plays `deals` deals a round.
 * The first round is drawn by lot. Where the bots do not fill the tables, bots sit out: the last in
 * the standings among those that have sat out least. Tables are made of neighbours in the
 * standings, moved apart so that as few as possible meet again, in this round or in later ones.
 * Each bot gets the seat that it has had least, behind the bot that it has followed least. */
#include "base/error.h"
#include "memory/memory.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "schedule/standings.h"

#include <solvent/luck.h>

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- swiss rounds ---------------------------------------------------------------------------- */

/* Rounds of a Swiss in which as few pairs as possible meet again.
 *
 * If a league has nearly as many rounds as it takes for all to meet, a round without repeated pairs
 * may make repeats necessary in later rounds. So the later rounds are arranged together with it,
 * and the first of them is played. */

struct svi_swiss_rounds {
    unsigned n, seats;      /* number of bots, and seats of a table */
    unsigned ahead;         /* rounds to arrange, at least 1 */
    const uint16_t *met;    /* at [a * n + b]: rounds in which a and b have met */
    const unsigned *home;   /* by bot: its table by the standings */
    const unsigned *played; /* by bot: rounds played; a bot with most may sit out */
    unsigned *bot;          /* of the first round: table after table, then bots that sit out */
};

/* The cost of an arrangement. MEETING is for each meeting of two bots that have met, times the
 * number of earlier meetings; SITTING_OUT likewise for a bot that sits out again. In the first
 * round, each bot adds the square of its distance from home in tables, up to FAR tables. All
 * distances together cost less than one meeting. */
#define MEETING INT64_C(10000000)
#define SITTING_OUT (4 * MEETING)
#define FAR 16u

/* Rounds times bots that are arranged together: more takes too long, and gains less. */
#define MOST_PLACES 1024u

/* Threshold accepting (Dueck and Scheuer 1990): moves that cost less than a threshold are made, and
 * the threshold falls. It begins anew at most TRIES times, as long as a pair meets again
 * unnecessarily. */
#define TRIES 12u
#define STEPS 24u
#define MOVES_A_PLACE 48u
#define MOST_MOVES 1500000u /* moves of all tries, but at least one try is made */

struct arrangement {
    const struct svi_swiss_rounds *rounds;
    unsigned playing; /* places at tables in a round */
    unsigned *place;  /* at [round * n + place]: the bot there */
    uint16_t *met;    /* at [a * n + b]: meetings, with the arranged rounds */
    uint16_t *out;    /* by bot: arranged rounds in which it sits out */
    int64_t cost;     /* less the unavoidable cost */
};

/* Returns how many of the `left` rounds to arrange together, in a league of `rounds`. */
static unsigned swiss_rounds_ahead(unsigned n, unsigned seats, unsigned rounds, unsigned left)
{
    const unsigned cycle = (n - 1 + seats - 2) / (seats - 1); /* rounds in which all can meet */
    const unsigned done = (rounds - left) % cycle;
    unsigned ahead = left < cycle - done ? left : cycle - done;
    const unsigned most = MOST_PLACES / n;
    if (2 * (seats - 1) * (uint64_t)rounds < n) {
        /* To the end, every bot has more bots to meet than it has met. */
        return 1;
    }
    ahead = ahead < most ? ahead : most;
    return ahead > 1 ? ahead : 1;
}

static uint16_t *meetings_of(const struct arrangement *a, unsigned one, unsigned other)
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

/* Adds a bot to the others of its table in a round, or removes it. */
static void take_seat(struct arrangement *a, const unsigned *round, unsigned at, bool in)
{
    const unsigned bot = round[at], first = at / a->rounds->seats * a->rounds->seats;
    const int one = in ? 1 : -1;
    if (sits_out(a, at)) {
        a->out[bot] = (uint16_t)(a->out[bot] + one);
        return;
    }
    for (unsigned s = first; s < first + a->rounds->seats; s++) {
        if (s != at) {
            *meetings_of(a, bot, round[s]) = (uint16_t)(*meetings_of(a, bot, round[s]) + one);
            *meetings_of(a, round[s], bot) = *meetings_of(a, bot, round[s]);
        }
    }
}

/* Returns the cost that a bot adds at a place, with the others of the table except the present bot
 * of that place. */
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
        times += s != at ? *meetings_of(a, bot, round[s]) - here : 0;
    }
    return MEETING * times + (r == 0 ? off(a, bot, at) : 0);
}

/* Swaps two bots of a round if that adds at most `most` to the cost. */
static bool change_places(struct arrangement *a, unsigned r, unsigned i, unsigned k, int64_t most)
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
    take_seat(a, round, i, false);
    take_seat(a, round, k, false);
    round[i] = other;
    round[k] = one;
    take_seat(a, round, i, true);
    take_seat(a, round, k, true);
    a->cost += more;
    return more < 0;
}

/* Returns the sum of c (c - 1) / 2 over numbers c that add up to `sum`, when they are as even as
 * possible. */
static int64_t evenly(int64_t sum, int64_t numbers)
{
    const int64_t each = sum / numbers, more = sum % numbers;
    return (numbers - more) * (each * (each - 1) / 2) + more * (each * (each + 1) / 2);
}

/* Returns the whole cost, less the least possible one. */
static int64_t count_cost(const struct arrangement *a)
{
    const unsigned n = a->rounds->n;
    int64_t cost = 0, pairs = 0, outs = 0;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < i; k++) {
            const int64_t times = *meetings_of(a, i, k);
            cost += MEETING * (times * (times - 1) / 2);
            pairs += times;
        }
        cost += SITTING_OUT * ((int64_t)a->out[i] * (a->out[i] - 1) / 2) +
                (i < a->playing ? off(a, a->place[i], i) : 0);
        outs += a->out[i];
    }
    return cost - MEETING * evenly(pairs, (int64_t)n * (n - 1) / 2) - SITTING_OUT * evenly(outs, n);
}

/* Begins with the given first round and the others by lot. */
static void begin(struct arrangement *a, struct sv_rng *lots)
{
    const unsigned n = a->rounds->n;
    memcpy(a->met, a->rounds->met, (size_t)n * n * sizeof *a->met);
    for (unsigned i = 0; i < n; i++) {
        *meetings_of(a, i, i) = 0;
        a->out[i] = 0;
    }
    /* Bots that have played less have sat out more. */
    for (unsigned i = 0; i < n; i++) {
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
                ++*meetings_of(a, round[i], round[s]);
                ++*meetings_of(a, round[s], round[i]);
            }
        }
    }
    a->cost = count_cost(a);
}

/* Makes all cheaper swaps in the first round. */
static void settle(struct arrangement *a)
{
    bool better = true;
    while (better) { /* the cost falls each time */
        better = false;
        for (unsigned i = 0; i < a->playing; i++) {
            for (unsigned k = i + 1; k < a->rounds->n; k++) {
                better |= change_places(a, 0, i, k, -1);
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
            (void)change_places(a, r, i, k, most);
        }
    }
}

static void arrange_rounds(struct arrangement *a, struct sv_rng *lots)
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

/* Rearranges `bot`. First fewest pairs meet again, in this round and in later ones; then bots sit
 * near their homes. Only bots that have played as many rounds swap with those that sit out. Returns
 * false if there is no memory. */
static bool swiss_rounds_arrange(const struct svi_swiss_rounds *rounds, struct sv_rng *lots)
{
    const unsigned n = rounds->n;
    struct arrangement a = {.rounds = rounds, .playing = n - n % rounds->seats};
    a.place = svi_new((size_t)rounds->ahead * n, sizeof *a.place);
    a.met = svi_new((size_t)n * n, sizeof *a.met);
    a.out = svi_new(n, sizeof *a.out);
    const bool ok = a.place != NULL && a.met != NULL;
    if (ok) {
        arrange_rounds(&a, lots);
    }
    svi_free_all(a.place, a.met, a.out);
    return ok;
}

/* ---- format swiss ---------------------------------------------------------------------------- */

/* The cost of a table: MEETING_COST for each earlier meeting of two at it, and for each bot the
 * square of the tables between it and its place in the standings. In the old design, meeting again
 * is as bad as sitting two tables off, and a bit. */
#define MEETING_COST 100000u
#define OLD_MEETING_COST 5u
/* Most tables that bots are moved, except in the old design. */
#define FAR_TABLES 64u
/* With more bots nearly all are strangers, and it suffices to move neighbours. */
#define MOST_ARRANGED 1024u
/* Passes over all pairs of seats. After a few the cost stops falling. */
#define MOST_PASSES 32u

struct pairing {
    const struct svi_schedule *schedule;
    bool old;
    unsigned n, seats;                        /* bots that play this round, and seats of a table */
    unsigned all;                             /* bots that could play */
    unsigned bot[SVI_MAX_BOTS];               /* by table, then bots that sit out */
    unsigned home[SVI_MAX_BOTS];              /* by bot: its table by the standings alone */
    unsigned games[SVI_MAX_BOTS];             /* by bot: rounds it has played */
    uint16_t *met;                            /* at [a * bots + b]: rounds in which a and b met */
    uint16_t *followed;                       /* likewise: games that a played behind b */
    uint32_t (*sat)[SV_MAX_SEATS];            /* by bot: games in each seat */
    struct svi_standings score[SVI_MAX_BOTS]; /* by bot */
};

static uint16_t *met(const struct pairing *p, unsigned a, unsigned b)
{
    return &p->met[(size_t)a * p->schedule->settings.bots + b];
}

/* Collects scores, rounds played, and meetings so far. */
static void look_back(struct pairing *p)
{
    const struct svi_schedule *schedule = p->schedule;
    svi_scores_add(schedule, 0, schedule->taken, SVI_SCORED_COUNTING, p->score);
    for (unsigned i = 0; i < schedule->n_stages; i++) {
        for (uint64_t t = 0; t < schedule->stage[i].lineups; t++) {
            const unsigned *bot = schedule->stage[i].listed[t].bot[0];
            for (unsigned a = 0; a < p->seats; a++) {
                p->games[bot[a]]++;
                for (unsigned b = 0; b < p->seats; b++) {
                    uint16_t *times = met(p, bot[a], bot[b]);
                    *times = (uint16_t)(*times + 1);
                }
            }
        }
    }
}

/* Counts seats, and bots played behind. */
static void look_at_seats(struct pairing *p)
{
    const struct svi_schedule *schedule = p->schedule;
    for (uint64_t number = 1; number <= schedule->matches; number++) {
        struct svi_pairing match;
        svi_schedule_seating(schedule, number, &match);
        for (unsigned s = 0; s < p->seats; s++) {
            const unsigned before = match.bot[(s + p->seats - 1) % p->seats];
            p->sat[match.bot[s]][s]++;
            p->followed[(size_t)match.bot[s] * schedule->settings.bots + before]++;
        }
    }
}

/* Moves bots that sit out to the end: among the bots that have played most rounds, the last in the
 * standings. */
static void leave_out(struct pairing *p)
{
    const unsigned tables = p->n / p->seats;
    p->all = p->n;
    for (unsigned i = 0; i < p->n; i++) {
        p->home[p->bot[i]] = i / p->seats < tables ? i / p->seats : tables - 1;
    }
    for (unsigned over = p->n % p->seats; over > 0; over--) {
        unsigned most = p->n - 1;
        for (unsigned i = p->n - 1; i-- > 0;) {
            most = p->games[p->bot[i]] > p->games[p->bot[most]] ? i : most;
        }
        const unsigned out = p->bot[most];
        memmove(&p->bot[most], &p->bot[most + 1], (--p->n - most) * sizeof p->bot[0]);
        p->bot[p->n] = out;
    }
}

/* Returns the cost of a bot at a table, with the others there except the one in `seat`. */
static uint64_t cost(const struct pairing *p, unsigned bot, unsigned seat)
{
    const unsigned table = seat / p->seats;
    const unsigned off = table > p->home[bot] ? table - p->home[bot] : p->home[bot] - table;
    uint64_t meetings = 0;
    for (unsigned s = table * p->seats; s < (table + 1) * p->seats; s++) {
        meetings += s != seat ? *met(p, bot, p->bot[s]) : 0;
    }
    return (p->old ? OLD_MEETING_COST : MEETING_COST) * meetings + (uint64_t)off * off;
}

/* Swaps two bots if that is cheaper. */
static bool change(struct pairing *p, unsigned a, unsigned b)
{
    const unsigned one = p->bot[a], other = p->bot[b];
    if (cost(p, one, b) + cost(p, other, a) >= cost(p, one, a) + cost(p, other, b)) {
        return false;
    }
    p->bot[a] = other;
    p->bot[b] = one;
    return true;
}

static void part(struct pairing *p)
{
    bool better = true;
    for (unsigned i = 0; i < p->n; i++) {
        p->home[p->bot[i]] = i / p->seats;
    }
    for (unsigned pass = 0; pass < MOST_PASSES && better; pass++) {
        better = false;
        for (unsigned a = 0; a < p->n; a++) {
            const unsigned end = (a / p->seats + 1 + FAR_TABLES) * p->seats;
            for (unsigned b = (a / p->seats + 1) * p->seats; b < p->n && (p->old || b < end); b++) {
                better |= change(p, a, b);
            }
        }
    }
}

/* Arranges the rounds, with new numbers for the bots that could play, in the order of tables.
 * Returns false if there is no memory. */
static bool arrange(struct pairing *p)
{
    const struct svi_schedule *schedule = p->schedule;
    const unsigned n = p->all;
    SCOPED(scoped_free) unsigned *lists = svi_new(4 * (size_t)n, sizeof *lists);
    SCOPED(scoped_free) uint16_t *times = svi_new((size_t)n * n, sizeof *times);
    if (times == NULL) {
        return false;
    }
    unsigned *home = lists, *played = lists + n, *place = lists + 2 * n, *who = lists + 3 * n;
    for (unsigned i = 0; i < n; i++) {
        home[i] = p->home[p->bot[i]];
        played[i] = p->games[p->bot[i]];
        place[i] = i;
        who[i] = p->bot[i];
        for (unsigned k = 0; k < n; k++) {
            times[(size_t)i * n + k] = *met(p, p->bot[i], p->bot[k]);
        }
    }
    const struct svi_swiss_rounds rounds = {
        .n = n,
        .seats = p->seats,
        .ahead = swiss_rounds_ahead(n, p->seats, schedule->settings.rounds,
                                    schedule->settings.rounds - schedule->n_stages),
        .met = times,
        .home = home,
        .played = played,
        .bot = place};
    uint8_t seed[SV_SEED_BYTES];
    struct sv_rng lots = {0};
    sv_luck_seed_child(schedule->settings.seed, "round", schedule->n_stages, 0, seed);
    sv_luck_game_key(seed, lots.key);
    const bool ok = swiss_rounds_arrange(&rounds, &lots);
    for (unsigned i = 0; i < n; i++) {
        p->bot[i] = who[place[i]];
    }
    return ok;
}

/* Returns how much the seats and neighbours of a table would add to those that its bots have had,
 * over the deals beyond whole periods. */
static uint64_t cost_of_seats(const struct pairing *p, const unsigned table[])
{
    const struct svi_settings *settings = &p->schedule->settings;
    const uint32_t turns = settings->deals % svi_seatings_period(settings->seatings, p->seats);
    uint64_t seats = 0, behind = 0;
    for (uint32_t i = 0; i < turns; i++) {
        const struct svi_seats_turn turn = {.deal = i};
        unsigned bot[SV_MAX_SEATS];
        svi_seatings_seat(settings->seatings, table, p->seats, &turn, 0, bot);
        for (unsigned s = 0; s < p->seats; s++) {
            const unsigned before = bot[(s + p->seats - 1) % p->seats];
            seats += p->sat[bot[s]][s];
            behind += p->followed[(size_t)bot[s] * settings->bots + before];
        }
    }
    return p->schedule->seatings == 1 ? p->seats * settings->rounds * seats + behind : behind;
}

/* Swaps seats of a table as long as that lowers the cost. */
static void seat(const struct pairing *p, unsigned table[])
{
    uint64_t least = cost_of_seats(p, table);
    bool better = true;
    while (better) {
        better = false;
        for (unsigned a = 0; a < p->seats; a++) {
            for (unsigned b = a + 1; b < p->seats; b++) {
                unsigned other[SV_MAX_SEATS];
                memcpy(other, table, sizeof other);
                other[a] = table[b];
                other[b] = table[a];
                const uint64_t cost = cost_of_seats(p, other);
                if (cost < least) {
                    least = cost;
                    memcpy(table, other, sizeof other);
                    better = true;
                }
            }
        }
    }
}

static enum sv_status add_round(struct svi_schedule *schedule, struct pairing *p,
                                struct svi_schedule_fault *fault)
{
    assert(p->n >= p->seats);
    SCOPED(scoped_free) struct svi_lineup *table = svi_new(p->n / p->seats, sizeof *table);
    for (unsigned i = 0; i < p->n; i++) {
        table[i / p->seats].bot[0][i % p->seats] = p->bot[i];
    }
    for (unsigned t = 0; t < p->n / p->seats && !p->old; t++) {
        seat(p, table[t].bot[0]);
    }
    return svi_schedule_add_lineups(schedule, table, p->n / p->seats, schedule->settings.deals,
                                    fault);
}

/* Plans a round in allocated memory. */
static enum sv_status plan(struct svi_schedule *schedule, struct pairing *p,
                           struct svi_schedule_fault *fault)
{
    p->schedule = schedule;
    p->seats = schedule->settings.seats;
    p->old = svi_seatings_is_old(schedule->settings.seatings);
    look_back(p);
    if (!p->old) {
        look_at_seats(p);
    }
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        if (schedule->settings.status[i] == SVI_STATUS_PLAYS) {
            p->bot[p->n++] = i;
        }
    }
    svi_scores_order(schedule, p->score, p->bot, p->n);
    leave_out(p);
    part(p);
    return p->old || p->all > MOST_ARRANGED || arrange(p) ? add_round(schedule, p, fault)
                                                          : svi_schedule_no_memory(fault);
}

static enum sv_status next(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const size_t bots = schedule->settings.bots;
    SCOPED(scoped_free) struct pairing *p = svi_new(1, sizeof *p);
    SCOPED(scoped_free) uint16_t *pairs = svi_new(2 * bots * bots, sizeof *pairs);
    SCOPED(scoped_free) uint32_t(*sat)[SV_MAX_SEATS] = svi_new(bots, sizeof *sat);
    if (pairs == NULL) {
        return svi_schedule_no_memory(fault);
    }
    p->met = pairs;
    p->followed = pairs + bots * bots;
    p->sat = sat;
    return plan(schedule, p, fault);
}

static bool done(const struct svi_schedule *schedule)
{
    return schedule->n_stages >= schedule->settings.rounds ||
           svi_settings_playing(&schedule->settings) < schedule->settings.seats;
}

/* Every round has as many tables as the last one, unless bots leave. */
static uint64_t to_come(const struct svi_schedule *schedule)
{
    const struct svi_stage *last = &schedule->stage[schedule->n_stages - 1];
    return done(schedule) ? 0
                          : (schedule->settings.rounds - schedule->n_stages) * last->lineups *
                                last->rounds * schedule->lanes;
}

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    SVI_TRY(svi_schedule_check_playing(schedule, fault));
    return next(schedule, fault);
}

const struct svi_format svi_format_swiss = {.name = "swiss",
                                            .may_grow = "rounds bots",
                                            .may_change = "bots[",
                                            .seats_itself = true,
                                            .own = 1u << SVI_TERM_rounds,
                                            .forfeits = true,
                                            .first = first,
                                            .done = done,
                                            .next = next,
                                            .to_come = to_come};
