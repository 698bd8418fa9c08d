/* Choices of k things out of n. They are counted in colexicographic order, in which the choices out
 * of fewer things come first. So an additional thing changes no number (the combinatorial number
 * system; Knuth, The Art of Computer Programming 4A, 7.2.1.3). */
#ifndef SVI_ARBITER_SCHEDULE_COMBINATION_H
#define SVI_ARBITER_SCHEDULE_COMBINATION_H

#include <stdint.h>

/* Returns n over k, for k up to 8 and n up to SVI_MAX_BOTS. If it is above SVI_MAX_MATCHES, returns
 * any number above that. */
uint64_t svi_combination(uint64_t n, unsigned k);

/* Writes the index-th choice of k things, ascending, from 0. */
void svi_choice(uint64_t index, unsigned k, unsigned out[]);

#endif
