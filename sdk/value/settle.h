/* Answers pending questions in the place of seats, so that the worth of a position contains the
 * offers of the dice before a seat answers, and does not depend on the answer. It uses the public
 * position alone, and never trades:
 *
 * - A deed is bought if cash covers it.
 * - A debt is paid. Missing cash is raised by selling levels and mortgaging deeds, first those that
 *   lose least rent for their money, even if the bank lacks the houses to break up a hotel. A seat
 *   that cannot raise it is out, and all goes to the creditor; deeds of debtors to the bank go to
 *   the bank.
 * - Rent is claimed, tax paid the cheaper way, a card's fine paid, a gift taken in cash.
 *
 * Windows, auctions, trades and choices of spaces stay unanswered. Accounts of luck
 * (value/account.h), analyses and tools/fit use it before they value a position. It keeps nothing
 * and cannot fail. */
#ifndef SVI_VALUE_SETTLE_H
#define SVI_VALUE_SETTLE_H

#include <solvent/game.h>

#define SVI_SETTLE_VERSION 2u

/* Computes the position of a state after its pending questions have been answered, clockwise from
 * the seat whose turn it is. */
void svi_settle(const struct sv_edition *e, const struct sv_state *st, struct sv_position *out);

#endif
