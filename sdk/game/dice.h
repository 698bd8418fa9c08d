/* Dice from luck: three dice out of one 64-bit value, and how their index is made. */
#ifndef SVI_GAME_DICE_H
#define SVI_GAME_DICE_H

#include <stdint.h>

/* Makes three dice of 1-6 (white, white, speed die face) from one value by successive
 * multiply-high; the bias is below 2^-56. The dice are one byte each of the result, so that they
 * stay in a register, because a turn waits for them. */
uint32_t svi_dice(uint64_t luck);

static inline uint8_t svi_die(uint32_t dice, unsigned n)
{
    return (uint8_t)(dice >> (8 * n));
}

/* Returns the index of the nth value of its purpose in a round. One bot's choices never shift
 * another's values. */
static inline uint64_t svi_luck_index(unsigned round, unsigned nth)
{
    return (uint64_t)round << 8 | nth;
}

#endif
