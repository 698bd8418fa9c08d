/* All that the page of a recorded game shows of it, as lines of JSON. */
#ifndef SVI_TOOLS_GAME_DATA_GAME_DATA_H
#define SVI_TOOLS_GAME_DATA_GAME_DATA_H

#include "base/buf.h"
#include "record/replay.h"

#include <solvent/edition.h>

/* Plays the game of a replay that is open (svi_replay_open()) and appends lines of JSON:
 *
 *     {"page":4,"program":..,"source":..,"meta":{..},"edition":{..},"decisions":{..},..}
 *     every event, as lines of `--format jsonl` with questions in full
 *     {"decision_steps":[..],"luck":{..},"analysis":{..}}
 *
 * The first is of the file, the edition and the manifest's words. The last says for each
 * decision at which event it stands, as a step from the one before; and what chance gave to whom
 * and what decisions cost. `g` is initialised; `name` is the file's, whose
 * folder is left out. A status of svi_replay_run(), with r->error; what is there of the lines then
 * is of no use. No memory: out->failed. */
enum sv_status svi_game_data_put(struct svi_buf *out, struct svi_replay *r, struct svi_game *g,
                                 const char *name);

/* ---- words ----------------------------------------------------------------------------------- */

/* What a page of tools/viewer must know before it can show a game. */

/* Appends members to an object that has been begun: `edition`, with its board and cards; the
 * manifest's words for `decisions` and `verdicts`; marks and colours of `seats`. */
void svi_game_data_words(struct svi_buf *out, const struct sv_edition *e);

#endif
