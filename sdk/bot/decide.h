/* Asking a bot's callbacks; shared by the runtime and by play in process, so that both decide
 * alike. */
#ifndef SVI_BOT_DECIDE_H
#define SVI_BOT_DECIDE_H

#include <solvent/bot.h>

/* sv_bot_decide(), and says whether the answer is the default. */
void svi_bot_decide(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                    struct sv_answer *a, bool *is_default);

/* What sv_match.position points to outside of decisions: all zero. */
extern const struct sv_position svi_no_position;

#endif
