/* An answer as the page sends it: NAME=NUMBER pairs, joined by '&'. */
#ifndef SVI_TOOLS_PLAY_FORM_H
#define SVI_TOOLS_PLAY_FORM_H

#include "base/error.h"

#include <solvent/question.h>

#include <stddef.h>

/* Reads an answer to `q`. Names, each with an integer:
 *
 *     n             the number of the question; put into *number
 *     auto          1: the page has answered by itself; of no meaning here
 *     choice        sv_answer.choice
 *     space, bid, limit
 *     level         space * 8 + wanted level; repeated
 *     mortgage, lift               a space each; repeated
 *     to            begins an offer to that seat; the names that follow fill it:
 *     give_cash, get_cash, give_tickets, get_tickets
 *     give_deed, get_deed, give_card, get_card    one each; repeated
 *
 * What is not named is as sv_answer_clear() has it. Whether the answer is legal is sv_judge()'s to
 * say. False: it is no such text, with a line in `error`. */
bool svi_play_form(const char *text, size_t size, const struct sv_position *p,
                   const struct sv_question *q, uint32_t *number, struct sv_answer *out,
                   struct svi_error *error);

#endif
