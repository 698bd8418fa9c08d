/* Rounds of a Swiss in which as few pairs as can be meet again.
 *
 * Where a league has nearly as many rounds as it takes for all to meet, a round that repeats no
 * pair may leave none for the rounds behind it. So the rounds to come are arranged together, and
 * the first of them is the one that is played. */
#ifndef SVI_ARBITER_SCHEDULE_SWISS_ROUNDS_H
#define SVI_ARBITER_SCHEDULE_SWISS_ROUNDS_H

#include <solvent/luck.h>

#include <stdbool.h>
#include <stdint.h>

struct svi_swiss_rounds {
    unsigned n, seats;      /* bots, by numbers from 0; at tables of so many */
    unsigned ahead;         /* rounds that are looked at, at least 1 */
    const uint16_t *met;    /* at [a * n + b]: rounds in which a and b have met */
    const unsigned *home;   /* by bot: its table by the standings */
    const unsigned *played; /* by bot: rounds it has played; who has played most may sit out */
    unsigned *bot;          /* of the first round: table after table, then who sits out */
};

/* How many rounds are worth looking at, of `left` in a league of `rounds`. */
unsigned svi_swiss_rounds_ahead(unsigned n, unsigned seats, unsigned rounds, unsigned left);

/* Rearranges `bot`: first so that fewest pairs meet again, in this round and in those ahead, then
 * so that bots sit near their homes. Only bots that have played as many rounds change places with
 * those that sit out. False: no memory. */
bool svi_swiss_rounds_arrange(const struct svi_swiss_rounds *rounds, struct sv_rng *lots);

#endif
