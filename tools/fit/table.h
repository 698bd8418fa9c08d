/* Tables of the reference bots, played in process: for the fit of the value function, and for what
 * luck accounts show. */
#ifndef SVI_TOOLS_FIT_TABLE_H
#define SVI_TOOLS_FIT_TABLE_H

#include "value/account.h"

#include <solvent/bot.h>

/* Bots in their seats. */
struct table {
    const struct sv_edition *e;
    unsigned seats;
    const struct sv_bot *bot[SV_MAX_SEATS];
    struct sv_match match[SV_MAX_SEATS];
    struct sv_setup setup;
};

/* The policy that a digit stands for: 0 random, 1 careful, 2 trader; NULL for another. */
const struct sv_bot *table_policy(char digit);

/* Seats `bots` and tells them of a match on a seed; `setup` is how the game starts. */
void table_begin(struct table *t, const struct sv_edition *e, unsigned seats,
                 const struct sv_bot *const bots[], const uint8_t seed[SV_SEED_BYTES]);
void table_end(struct table *t);

/* What all seats that are pending answer to a state: answer[s] is legal. Returns who. */
unsigned table_decide(struct table *t, const struct sv_state *st, struct sv_answer answer[]);

/* Plays a game with an account of its luck, which is begun anew; the end is in l->state. */
void table_play(struct table *t, struct svi_luck *l, const struct svi_value *value,
                const struct svi_luck_sink *sink);

/* An edition whose rounds are limited; `rounds` 0: as it is. Ends the program for a name that is
 * none. */
void table_edition(struct sv_edition *e, const char *name, int32_t rounds);

/* Points by seat of a game that is over. */
void table_points(const struct sv_edition *e, const struct sv_position *p, double points[]);

#endif
