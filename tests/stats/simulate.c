#include "tests/stats/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct simulation simulation_begin(const char *name, int argc, char **argv, unsigned few)
{
    struct simulation s = {.name = name, .leagues = few};
    if (argc > 1) {
        s.leagues = (unsigned)strtoul(argv[1], NULL, 10);
        s.whole = true;
    }
    if (argc > 2 || s.leagues == 0) {
        (void)fprintf(stderr, "usage: %s [LEAGUES]\n", argv[0]);
        exit(2);
    }
    return s;
}

void simulation_share(struct simulation *s, const char *what, double n, double all, double low,
                      double high)
{
    const double share = n / all;
    const double p = low > 0 ? low : high;
    const double slack = s->whole ? 0 : 4 * sqrt(p * (1 - p) / s->leagues);
    const bool ok = share >= low - slack && share <= high + slack;
    printf("%s: %-44s %.4f (%.3f-%.3f)%s\n", s->name, what, share, low, high, ok ? "" : "  WRONG");
    (void)fflush(stdout);
    s->failed |= !ok;
}

void simulation_errors(struct simulation *s, const char *what, double n, double all,
                       double promised)
{
    const double chance = s->whole ? 3 * sqrt(promised * (1 - promised) / all) : 0;
    simulation_share(s, what, n, all, 0, promised + chance);
}

int simulation_end(const struct simulation *s)
{
    printf("%s: %u leagues each: %s\n", s->name, s->leagues,
           s->failed ? "outside" : "as it must be");
    return s->failed;
}
