/* What bots send: the one place where their bytes become verdicts.
 *
 *  - A reply to a pending question that reads well is its answer; one that does not is `malformed`. So the
 *    question gets a verdict either way, and is closed.
 *  - A frame that holds anything else that cannot be read, or is no reply: its bot's oldest pending question
 *    is `malformed`, as that is the one it is taken to be working on (arbiter/clock.h); the rest of the frame is not
 *    read. When nothing is pending it counts as a stray.
 *  - A reply to a question that is closed because it was late, or because its match has ended, is
 *    expected and ignored, once for each. Other replies to what has not been asked, or twice, or in matches
 *    that are not the bot's, are strays: ignored, until there are more than SVI_LINK_STRAYS of them.
 *  - A log or a note is kept with the pending question it names, or with the seat's next answer (question 0).
 *    One to a question or match that is closed is dropped, as is one beyond the seat's budget (remark_queue.h); to a question
 *    that has not been asked it is a stray. More than SVI_LINK_UNHEARD dropped without an answer or a new match in
 *    between are a flood. */
#ifndef SVI_ARBITER_INTAKE_H
#define SVI_ARBITER_INTAKE_H

#include "arbiter/bot_link.h"
#include "arbiter/match.h"

#include <stddef.h>
#include <stdint.h>

/* Takes in a frame of a bot that is UP. Matches in which nobody is waited for any more are added to `ready`, and
 * the questions answered in time to *answers. Returns NULL, or why the bot must be given up. */
const char *svi_intake_frame(struct svi_link *link, const uint8_t *bytes, size_t size,
                             struct svi_match_list *ready, uint64_t *answers, int64_t arrived_us);

/* Closes the questions that are late by now. Returns NULL, or why the bot must be given up: it hangs. */
const char *svi_intake_late(struct svi_link *link, struct svi_match_list *ready, int64_t now_us);

#endif
