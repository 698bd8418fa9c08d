#include "schedule/balanced_draw.h"

#include "memory/memory.h"

#include <solvent/luck.h>

#include <stdlib.h>
#include <string.h>

/* Tables drawn for each one; the table whose bots have met least is taken. */
#define TRIES 8u
#define REPEATED (UINT64_MAX / 2) /* cost of a repeated table: more than all meetings */

/* The bots' meetings, tables and seats so far. */
struct tally {
    unsigned bots, seats;
    uint32_t *met;    /* [a * bots + b] tables */
    uint32_t *tables; /* [bot] */
    uint32_t *sat;    /* [bot * seats + seat] */
    uint64_t *seen;   /* hash table of the tables' hashes, with `room` places; 0: free */
    size_t room;
};

static bool tally_init(struct tally *t, const struct svi_settings *settings, uint64_t n)
{
    *t = (struct tally){.bots = settings->bots, .seats = settings->seats, .room = 64};
    while (t->room < 2 * n) {
        t->room *= 2;
    }
    t->met = svi_new((size_t)t->bots * t->bots, sizeof *t->met);
    t->tables = svi_new(t->bots, sizeof *t->tables);
    t->sat = svi_new((size_t)t->bots * t->seats, sizeof *t->sat);
    t->seen = svi_new(t->room, sizeof *t->seen);
    return t->met != NULL && t->seen != NULL;
}

static void tally_finish(struct tally *t)
{
    svi_free_all(t->met, t->tables, t->sat, t->seen);
}

/* Returns a hash that does not depend on the bots' order, and almost never coincides for other
 * bots. */
static uint64_t hash_of(const unsigned bot[], unsigned seats)
{
    uint64_t hash = seats;
    for (unsigned i = 0; i < seats; i++) {
        uint64_t z = (bot[i] + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        hash += z ^ z >> 31;
    }
    return hash != 0 ? hash : 1;
}

/* Returns the index of that hash, or of the place for it. */
static size_t place_of(const struct tally *t, uint64_t hash)
{
    size_t at = (size_t)hash & (t->room - 1);
    while (t->seen[at] != 0 && t->seen[at] != hash) {
        at = (at + 1) & (t->room - 1);
    }
    return at;
}

/* Counts a table, its bots in their seats. Returns false if it repeats an earlier one. */
static bool count(struct tally *t, const unsigned bot[])
{
    const uint64_t hash = hash_of(bot, t->seats);
    const size_t at = place_of(t, hash);
    const bool is_new = t->seen[at] == 0;
    t->seen[at] = hash;
    for (unsigned a = 0; a < t->seats; a++) {
        t->tables[bot[a]]++;
        t->sat[(size_t)bot[a] * t->seats + a]++;
        for (unsigned b = 0; b < t->seats; b++) {
            t->met[(size_t)bot[a] * t->bots + bot[b]] += a != b;
        }
    }
    return is_new;
}

/* Returns the sum of squares of a bot's meetings with these, so that many with one are worse than
 * few with each. */
static uint64_t meetings(const struct tally *t, unsigned one, const unsigned bot[], unsigned n)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++) {
        const uint64_t met = t->met[(size_t)one * t->bots + bot[i]];
        sum += met * met;
    }
    return sum;
}

static bool sits(unsigned one, const unsigned bot[], unsigned n)
{
    bool found = false;
    for (unsigned i = 0; i < n; i++) {
        found |= bot[i] == one;
    }
    return found;
}

/* Returns the next bot at a table of n. Candidates have the fewest tables, or up to `more` beyond
 * that; the one that has met the others least is taken, by lot among equals. */
static unsigned pick(const struct tally *t, const unsigned bot[], unsigned n, uint32_t more,
                     struct sv_rng *lots)
{
    unsigned best = 0, equals = 0;
    uint32_t fewest = UINT32_MAX;
    uint64_t least = 0;
    for (unsigned i = 0; i < t->bots; i++) {
        fewest = t->tables[i] < fewest && !sits(i, bot, n) ? t->tables[i] : fewest;
    }
    for (unsigned i = 0; i < t->bots; i++) {
        if (t->tables[i] > fewest + more || sits(i, bot, n)) {
            continue;
        }
        const uint64_t met = meetings(t, i, bot, n);
        if (equals == 0 || met < least) {
            least = met;
            equals = 0;
        }
        if (met == least) {
            best = sv_rng_below(lots, ++equals) == 0 ? i : best;
        }
    }
    return best;
}

static void seat(const struct tally *t, unsigned bot[])
{
    bool better = true;
    while (better) { /* ends, as each swap lowers a sum of squares */
        better = false;
        for (unsigned a = 0; a < t->seats; a++) {
            for (unsigned b = a + 1; b < t->seats; b++) {
                const uint32_t *one = &t->sat[(size_t)bot[a] * t->seats];
                const uint32_t *other = &t->sat[(size_t)bot[b] * t->seats];
                if ((uint64_t)one[b] + other[a] < (uint64_t)one[a] + other[b]) {
                    const unsigned moved = bot[a];
                    bot[a] = bot[b];
                    bot[b] = moved;
                    better = true;
                }
            }
        }
    }
}

/* Draws a table. An earlier table is repeated only if all tries are repeats. Later tries may also
 * take bots with one table more. */
static void draw(const struct tally *t, struct sv_rng *lots, unsigned table[])
{
    uint64_t cheapest = UINT64_MAX;
    for (unsigned i = 0; i < TRIES || (i < 3 * TRIES && cheapest >= REPEATED); i++) {
        unsigned bot[SV_MAX_SEATS] = {0};
        uint64_t cost = 0;
        for (unsigned s = 0; s < t->seats; s++) {
            bot[s] = pick(t, bot, s, i < TRIES ? 0 : 1, lots);
            cost += meetings(t, bot[s], bot, s);
        }
        cost += t->seen[place_of(t, hash_of(bot, t->seats))] != 0 ? REPEATED : 0;
        if (cost < cheapest) {
            cheapest = cost;
            memcpy(table, bot, sizeof bot);
        }
    }
}

enum sv_status svi_balanced_draw_draw(const struct svi_settings *settings,
                                      struct svi_lineup tables[], uint64_t n)
{
    SCOPED(tally_finish) struct tally t;
    if (!tally_init(&t, settings, n)) {
        return SV_E_SYSTEM;
    }
    memset(tables, 0, n * sizeof *tables);
    for (uint64_t i = 0; i < n; i++) {
        uint8_t seed[SV_SEED_BYTES];
        struct sv_rng lots = {0};
        sv_luck_seed_child(settings->seed, "tables", i, 0, seed);
        sv_luck_game_key(seed, lots.key);
        draw(&t, &lots, tables[i].bot[0]);
        seat(&t, tables[i].bot[0]);
        (void)count(&t, tables[i].bot[0]);
    }
    return SV_OK;
}

static void widen(struct svi_span *span, uint64_t value)
{
    span->low = value < span->low ? value : span->low;
    span->high = value > span->high ? value : span->high;
}

enum sv_status svi_balanced_draw_balance(const struct svi_settings *settings,
                                         const struct svi_lineup tables[], uint64_t n,
                                         struct svi_balance *balance)
{
    const struct svi_span none = {UINT64_MAX, 0};
    SCOPED(tally_finish) struct tally t;
    *balance = (struct svi_balance){none, none, none, 0};
    if (!tally_init(&t, settings, n)) {
        return SV_E_SYSTEM;
    }
    for (uint64_t i = 0; i < n; i++) {
        balance->repeated += !count(&t, tables[i].bot[0]);
    }
    for (unsigned a = 0; a < t.bots; a++) {
        widen(&balance->tables, t.tables[a]);
        for (unsigned s = 0; s < t.seats; s++) {
            widen(&balance->seats, t.sat[(size_t)a * t.seats + s]);
        }
        for (unsigned b = a + 1; b < t.bots; b++) {
            widen(&balance->meetings, t.met[(size_t)a * t.bots + b]);
        }
    }
    return SV_OK;
}
