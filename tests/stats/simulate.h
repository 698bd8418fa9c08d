/* Functions that the simulations of the statistics share: shares of leagues, and the bounds that
 * they must keep. With a number, a run simulates that many leagues, and shares must be within the
 * bounds that the documents state. Without one it simulates a few, and a share may be off by 4 more
 * standard errors. */
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

/* As simulation_share(), for errors of which at most the share `promised` may happen. Allows three
 * standard errors more. */
void simulation_errors(struct simulation *s, const char *what, double n, double all,
                       double promised);

/* 0, or 1 when a share was outside. */
int simulation_end(const struct simulation *s);

#endif
