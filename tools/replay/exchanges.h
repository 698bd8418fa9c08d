/* Prompts and replies of bots that ask language models, for a recorded game of a store that has
 * them beside it (store/store_replies.h). Such a bot logs "exchange HASH: ..." at each question.
 * `replay` and pages of games show them. Functions append to `out`, which is `failed` without
 * memory; an exchange that cannot be read is left out. */
#ifndef SVI_TOOLS_REPLAY_EXCHANGES_H
#define SVI_TOOLS_REPLAY_EXCHANGES_H

#include "base/buf.h"
#include "base/error.h"

#include <solvent/event.h>

struct svi_exchanges;

/* Opens the exchanges of the game `name` (game_file.h). The caller closes *out, which is NULL if
 * none are kept, and on errors, those of svi_store_open_replies(). */
enum sv_status svi_exchanges_open(struct svi_exchanges **out, const char *name,
                                  struct svi_error *error);

/* Does nothing with NULL. */
void svi_exchanges_close(struct svi_exchanges *x);

/* Appends the exchange that a bot's log line names, as text: model, costs, prompt and reply. A
 * seat's system prompt is left out if it is the last one printed for the seat. Appends nothing for
 * other events, for an exchange that is not kept, and if `x` is NULL. */
void svi_exchanges_text(struct svi_exchanges *x, const struct sv_event *ev, struct svi_buf *out);

/* Appends the exchange as a member of a JSON object. "failed" is missing if there is a reply.
 * `user` is a struct svi_exchanges.
 *
 *     "HASH":{"model":..,"tokens_in":..,"tokens_out":..,"seconds":..,"dollars":..,"failed":..,
 *             "system":..,"prompt":..,"reply":..} */
void svi_exchanges_json(void *user, const struct sv_event *ev, struct svi_buf *out);

#endif
