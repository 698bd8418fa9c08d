#include "arbiter/schedule.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

const char *svi_seatings_name(unsigned seatings)
{
    static const char *const names[SVI_SEATINGS_COUNT] = {
#define X(NAME, name, text) #name,
        SVI_SEATINGS(X)
#undef X
    };
    return seatings < SVI_SEATINGS_COUNT ? names[seatings] : NULL;
}

/* n over k, for k up to 8; what is above SVI_MAX_SCHEDULED comes out as some number above it. */
static uint64_t choose(uint64_t n, unsigned k)
{
    uint64_t ways = n >= k ? 1 : 0;
    for (unsigned i = 1; i <= k && ways != 0 && ways <= SVI_MAX_SCHEDULED; i++) {
        ways = ways * (n - k + i) / i;
    }
    return ways;
}

static uint64_t factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/* A step through `n` things that meets each once and spreads any run of steps evenly over them: the golden section
 * of n (Knuth, The Art of Computer Programming 3, 6.4, on Fibonacci hashing), or the next that is coprime to it. */
static uint64_t golden_stride(uint64_t n)
{
    uint64_t stride = n * 618034 / 1000000;
    do {
        stride++;
    } while (common_divisor(n, stride) != 1);
    return stride;
}

enum sv_status svi_schedule_init(struct svi_schedule *schedule, unsigned bots, unsigned seats,
                                 uint32_t deals, enum svi_seatings seatings,
                                 const uint8_t seed[SV_SEED_BYTES])
{
    if (seats < 2 || seats > SV_MAX_SEATS || bots < seats || deals == 0) {
        return SV_E_RANGE;
    }
    memset(schedule, 0, sizeof *schedule);
    schedule->bots = bots;
    schedule->seats = seats;
    schedule->deals = deals;
    schedule->seatings = seatings;
    memcpy(schedule->seed, seed, SV_SEED_BYTES);
    schedule->tables = choose(bots, seats);
    schedule->seatings_each = seatings == SVI_SEATINGS_ROTATIONS ? seats
                              : seatings == SVI_SEATINGS_ALL     ? factorial(seats)
                                                                 : 1;
    const uint64_t each = schedule->seatings_each * deals; /* below 2^48 */
    if (schedule->tables > SVI_MAX_SCHEDULED || each > SVI_MAX_SCHEDULED / schedule->tables) {
        return SV_E_RANGE;
    }
    schedule->matches = schedule->tables * each;
    schedule->stride = golden_stride(schedule->tables * schedule->seatings_each);
    return SV_OK;
}

/* The table-th choice of `seats` out of `bots` in lexicographic order, from 0. */
static void draw_table(const struct svi_schedule *schedule, uint64_t table, unsigned out[])
{
    unsigned bot = 0;
    for (unsigned i = 0; i < schedule->seats; i++, bot++) {
        const unsigned more = schedule->seats - i - 1;
        for (;;) {
            const uint64_t ways = choose(schedule->bots - bot - 1, more); /* with this one next */
            if (table < ways) {
                break;
            }
            table -= ways;
            bot++;
        }
        out[i] = bot;
    }
}

/* Moves everybody on by `seating` seats. */
static void rotate(const unsigned table[], unsigned seats, uint64_t seating, unsigned out[])
{
    for (unsigned s = 0; s < seats; s++) {
        out[s] = table[(s + seating) % seats];
    }
}

/* The seating-th order in lexicographic order, from 0. */
static void permute(const unsigned table[], unsigned seats, uint64_t seating, unsigned out[])
{
    bool seated[SV_MAX_SEATS] = {false};
    for (unsigned s = 0; s < seats; s++) {
        const uint64_t ways = factorial(seats - s - 1);
        uint64_t skip = seating / ways;
        seating %= ways;
        unsigned i = 0;
        while (seated[i] || skip > 0) {
            skip -= !seated[i];
            i++;
        }
        seated[i] = true;
        out[s] = table[i];
    }
}

void svi_schedule_match(const struct svi_schedule *schedule, uint64_t number,
                        struct svi_pairing *pairing)
{
    assert(number >= 1 && number <= schedule->matches);
    const uint64_t index = number - 1;
    const uint64_t seating = index % schedule->seatings_each;
    const uint64_t table = index / schedule->seatings_each % schedule->tables;
    const uint64_t deal = index / schedule->seatings_each / schedule->tables;
    unsigned bots[SV_MAX_SEATS] = {0};

    memset(pairing, 0, sizeof *pairing);
    pairing->number = number;
    pairing->table = table + 1;
    pairing->deal = (uint32_t)deal + 1;
    pairing->seating = (uint32_t)seating;
    draw_table(schedule, table, bots);
    if (schedule->seatings == SVI_SEATINGS_ALL) {
        permute(bots, schedule->seats, seating, pairing->bot);
    } else {
        rotate(bots, schedule->seats, seating, pairing->bot);
    }
    sv_luck_seed_child(schedule->seed, "deal", pairing->table, pairing->deal, pairing->seed);
}

uint64_t svi_schedule_turn(const struct svi_schedule *schedule, uint64_t turn)
{
    const uint64_t each = schedule->tables * schedule->seatings_each; /* of a deal, below 2^27 */
    assert(turn < schedule->matches);
    return turn - turn % each + turn % each * schedule->stride % each + 1;
}
