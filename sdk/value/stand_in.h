/* A stand-in for whoever is asked: what the dice have offered a seat is in its position's worth
 * before it answers, and does not depend on the answer. It answers what is pending alone, from the
 * public position alone, and never trades:
 *
 * - a deed is bought if the cash in hand covers it;
 * - a debt is paid; what cash lacks is raised, by levels sold and deeds mortgaged, those first that
 *   lose least rent for their money
 *   (whether the bank has the houses to break a hotel into is not looked at). Who could not raise
 * it is out, and all goes to the creditor, deeds of the bank's debtors to the bank;
 * - rent is claimed, tax paid the cheaper way, a card's fine paid, a gift taken in cash.
 *
 * Windows, auctions, trades and where to move are left as they are. */
#ifndef SVI_VALUE_STAND_IN_H
#define SVI_VALUE_STAND_IN_H

#include <solvent/game.h>

#define SVI_STAND_IN_VERSION 2u

/* The position of a state with what is pending answered, clockwise from the seat whose turn it is.
 */
void svi_stand_in(const struct sv_edition *e, const struct sv_state *st, struct sv_position *out);

#endif
