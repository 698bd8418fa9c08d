/* Asks a bot's callbacks, and delivers events to them. The runtime (bot/session.h) and play in
 * process (bot/local.h, playouts, batches, duels) share it, so a bot behaves alike in both. Bot,
 * match and bytes stay the caller's. */
#ifndef SVI_BOT_DECIDE_H
#define SVI_BOT_DECIDE_H

#include "wire/wire.h"

#include <solvent/bot.h>

/* Returns whether this library knows all members that a bot uses (sv_bot.size). True for NULL. */
bool svi_bot_is_known(const struct sv_bot *bot);

/* Copies a bot; members that its version does not have become 0. Returns false as
 * svi_bot_is_known(). */
bool svi_bot_read(const struct sv_bot *bot, struct sv_bot *own);

/* As sv_bot_decide(), which takes edition and position from `m`, and sets *is_default to whether
 * the answer is the default. The answer may be illegal; with sv_bot.check an illegal one ends the
 * program by abort(). */
void svi_bot_decide(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                    struct sv_answer *a, bool *is_default);

/* The value of sv_match.position outside of decisions: all zero. */
extern const struct sv_position svi_no_position;

/* ---- event delivery -------------------------------------------------------------------------- */

/* Calls the bot's event callback, if it has one, for the events at the cursor. `count` is the
 * number of the match's events that the bot knows of, delivered or missed; begin with 0. Returns
 * SV_E_RANGE or the cursor's error if the bytes make no sense; events before have been delivered
 * then. */
enum sv_status svi_bot_deliver_events(const struct sv_bot *bot, struct sv_match *m, uint32_t *count,
                                      struct svi_cursor *c, const struct svi_events *events);

/* As svi_bot_deliver_events(), for the texts at the cursor and the callback `said`. */
enum sv_status svi_bot_deliver_said(const struct sv_bot *bot, struct sv_match *m,
                                    struct svi_cursor *c, const struct svi_events *events);

#endif
