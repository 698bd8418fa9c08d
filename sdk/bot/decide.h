/* Asking a bot's callbacks; shared by the runtime and by play in process, so that both decide
 * alike. */
#ifndef SVI_BOT_DECIDE_H
#define SVI_BOT_DECIDE_H

#include "wire/wire.h"

#include <solvent/bot.h>

/* sv_bot_decide(), and says whether the answer is the default. */
void svi_bot_decide(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                    struct sv_answer *a, bool *is_default);

/* What sv_match.position points to outside of decisions: all zero. */
extern const struct sv_position svi_no_position;

/* ---- event delivery -------------------------------------------------------------------------- */

/* Telling a bot what has happened; shared by the runtime and by play in process, so that both tell
 * alike. */

/* Calls the bot's event callback, if it has one, for the events that stand at the cursor. `count`
 * is how many of the match it knows of, told or missed. SV_E_RANGE, or what is wrong with the
 * bytes: they make no sense. */
enum sv_status svi_bot_deliver_events(const struct sv_bot *bot, struct sv_match *m, uint32_t *count,
                                      struct svi_cursor *c, const struct svi_events *events);

#endif
