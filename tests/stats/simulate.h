/* What the simulations of the statistics share: a share of leagues, and the bounds that it must
 * keep. A run with a number simulates so many leagues and holds the shares to the bounds that the
 * docs state, give or take nothing; without one it is small, and a share may be off by 4 standard
 * errors more. */
#ifndef TESTS_STATS_SIMULATE_H
#define TESTS_STATS_SIMULATE_H

#include <stdbool.h>

struct simulation {
    const char *name;
    unsigned leagues;
    bool whole;
    bool failed;
};

/* Reads the words of main(): [LEAGUES]. `few` is how many without. */
struct simulation simulation_begin(const char *name, int argc, char **argv, unsigned few);

/* Prints "name: what  0.951 (0.940-0.960)" for `n` of `all` (which may count several a league) and
 * fails outside. */
void simulation_share(struct simulation *s, const char *what, double n, double all, double low,
                      double high);

/* The same of errors, of which at most the share `promised` may be made: three standard errors more
 * are chance. */
void simulation_errors(struct simulation *s, const char *what, double n, double all,
                       double promised);

/* 0, or 1 when a share was outside. */
int simulation_end(const struct simulation *s);

#endif
