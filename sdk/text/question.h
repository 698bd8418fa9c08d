/* The legal answers to a question, where they are few: the menu that sv_text_question() prints. The
 * reader of answers (text/read.c) makes the menu again and takes {"choose": N} as its answer N. So
 * the order must be the same for equal questions. Nothing is kept, and nothing fails. */
#ifndef SVI_TEXT_QUESTION_H
#define SVI_TEXT_QUESTION_H

#include "text/words.h"

/* Writes the legal answers to a question that has few: choices and single spaces, without plans,
 * bids and offers. Returns their number, 0 for other questions. */
#define SVI_MENU_MOST (SV_MAX_SPACES + 4u)
unsigned svi_text_menu(const struct sv_text_view *v, const struct sv_question *q,
                       struct sv_answer out[SVI_MENU_MOST]);

#endif
