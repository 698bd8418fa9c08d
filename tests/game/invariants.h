/* RULES 12: what must hold of every state at which a question is pending or the game is over. */
#ifndef TESTS_GAME_INVARIANTS_H
#define TESTS_GAME_INVARIANTS_H

#include <solvent/game.h>

/* NULL when all hold, else which does not. */
const char *invariants_broken(const struct sv_edition *e, const struct sv_state *st);

#endif
