#include "schedule/combination.h"

#include "schedule/league_size.h"

uint64_t svi_combination(uint64_t n, unsigned k)
{
    uint64_t ways = n >= k ? 1 : 0;
    for (unsigned i = 1; i <= k && ways != 0 && ways <= SVI_MAX_MATCHES; i++) {
        ways = ways * (n - k + i) / i;
    }
    return ways;
}

void svi_choice(uint64_t index, unsigned k, unsigned out[])
{
    for (; k > 0; k--) {
        unsigned last = k - 1; /* the greatest thing in the choice */
        while (svi_combination(last + 1, k) <= index) {
            last++;
        }
        index -= svi_combination(last, k);
        out[k - 1] = last;
    }
}
