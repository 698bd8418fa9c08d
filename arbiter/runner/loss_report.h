/* What there is to say of a bot's process that is lost. */
#ifndef SVI_ARBITER_RUNNER_LOSS_REPORT_H
#define SVI_ARBITER_RUNNER_LOSS_REPORT_H

#include "job/loss.h"
#include "session/bot_session.h"

#include <stddef.h>
#include <stdint.h>

#define SVI_LOSS_LINE 480u /* bytes of one line */

/* Fills `loss` but for its bot, and `line`, which is its report, for a bot that is lost for a
 * reason that fits into "NAME <why>", while its seats are still its own. `spoke`: the match that it
 * printed in last; 0: none. `held`: so many of its matches go on with another process; 0: what it
 * sits in is forfeited. */
void svi_loss_report(const struct svi_bot_session *session, uint64_t spoke, const char *why,
                     unsigned held, struct svi_loss *loss, char line[SVI_LOSS_LINE]);

#endif
