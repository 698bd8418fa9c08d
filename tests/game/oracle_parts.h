/* Functions that the oracle's files share. */
#ifndef TESTS_GAME_ORACLE_PARTS_H
#define TESTS_GAME_ORACLE_PARTS_H

#include "tests/game/oracle.h"

static inline bool oracle_in(uint64_t spaces, unsigned space)
{
    return space < 64 && (spaces >> space & 1u) != 0;
}

static inline unsigned oracle_houses_at(unsigned level)
{
    return level <= 4 ? level : 0;
}

/* The 10% on the mortgaged ones among these deeds: RULES 8.4. */
int64_t oracle_interest_on(const struct sv_edition *e, const struct sv_position *p, uint64_t deeds);

#endif
