/* Sets of small numbers (spaces, seats, cards, choices) as bits: member m is in the set when bit m
 * is 1.
 *
 * All members in ascending order:
 *
 *     for (uint64_t left = set; left != 0; left &= left - 1) {
 *         unsigned space = sv_first(left);
 *         ...
 *     }
 *
 * All functions are pure, and cannot fail. Solvent and bots use them throughout. */
#ifndef SOLVENT_SET_H
#define SOLVENT_SET_H

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns whether `member` is in the set; false for a number above 63, such as SV_NONE. */
static inline bool sv_has(uint64_t set, unsigned member)
{
    return member < 64 && (set >> member & 1u) != 0;
}

/* Returns the lowest member of a set, 0-63, or SV_NONE if the set is empty. */
static inline unsigned sv_first(uint64_t set)
{
    if (set == 0) {
        return SV_NONE;
    }
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(set);
#else
    unsigned member = 0;

    for (unsigned half = 32; half != 0; half /= 2) {
        if ((set << (64 - half)) == 0) {
            set >>= half;
            member += half;
        }
    }
    return member;
#endif
}

/* Returns the number of members of a set, 0-64. */
static inline unsigned sv_count(uint64_t set)
{
#ifdef __GNUC__
    return (unsigned)__builtin_popcountll(set);
#else
    unsigned members = 0;

    for (; set != 0; set &= set - 1) {
        members++;
    }
    return members;
#endif
}

#ifdef __cplusplus
}
#endif

#endif
