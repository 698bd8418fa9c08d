/* Tables of the reference bots, played in process. fit_value.c fits the value function with them;
 * tests and simulations of luck accounts use them, too. Without memory a bot answers by default;
 * only table_edition() can fail. */
#ifndef SVI_TOOLS_FIT_SELF_PLAY_H
#define SVI_TOOLS_FIT_SELF_PLAY_H

#include "value/account.h"

#include <solvent/bot.h>
#include <solvent/game.h>

/* A match with its bots in their seats. */
struct table {
    const struct sv_edition *e;
    unsigned seats;
    const struct sv_bot *bot[SV_MAX_SEATS];
    struct sv_match match[SV_MAX_SEATS];
    struct sv_setup setup;
};

/* Returns the policy of a digit: 0 random, 1 careful, 2 trader; NULL for any other character. It is
 * a constant. */
const struct sv_bot *table_policy(char digit);

/* Seats `bots` and begins their match on a seed; fills `setup` for the start of the game. `e` and
 * the bots must outlive the table. table_end() ends the bots' matches, which frees their memory. */
void table_begin(struct table *t, const struct sv_edition *e, unsigned seats,
                 const struct sv_bot *const bots[], const uint8_t seed[SV_SEED_BYTES]);
void table_end(struct table *t);

/* Fills legal answers of all pending seats to a state: the default if a bot's answer is illegal.
 * Returns the set of these seats. */
unsigned table_decide(struct table *t, const struct sv_state *st, struct sv_answer answer[]);

/* Plays a game and a new account of its luck; l->state has the final state. It has static memory,
 * so only one thread may play. */
void table_play(struct table *t, struct svi_luck *l, const struct svi_value *value,
                const struct svi_luck_sink *sink);

/* Plays the game of an account on to its end. */
void table_play_on(struct table *t, struct svi_luck *l);

/* Loads a built-in edition and limits its rounds; `rounds` 0 keeps its own limit. Ends the program
 * with status 2 and a line on stderr if no edition has the name, or `rounds` is not allowed. */
void table_edition(struct sv_edition *e, const char *name, int32_t rounds);

/* Fills the points of each seat in a finished game. */
void table_points(const struct sv_edition *e, const struct sv_position *p, double points[]);

#endif
