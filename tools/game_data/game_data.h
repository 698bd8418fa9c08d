/* All that the page of a recorded game shows of it, as lines of JSON. */
#ifndef SVI_TOOLS_GAME_DATA_GAME_DATA_H
#define SVI_TOOLS_GAME_DATA_GAME_DATA_H

#include "record/replay.h"

/* Plays the game of a replay that is open (svi_replay_open()) and appends lines of JSON:
 *
 *     {"page":4,"program":..,"source":..,"meta":{..},"edition":{..},"decisions":{..},..}
 *     every event, as lines of `--format jsonl` with questions in full
 *     {"decision_steps":[..],"luck":{..},"analysis":{..}}
 *
 * The first is of the file, the edition and the manifest's words (words.h). The last says for each
 * decision at which event it stands, as a step from the one before; and what chance gave to whom
 * (luck.h) and what decisions cost (analysis.h). `g` is initialised; `name` is the file's, whose
 * folder is left out. A status of svi_replay_run(), with r->error; what is there of the lines then
 * is of no use. No memory: out->failed. */
enum sv_status svi_game_data_put(struct svi_buf *out, struct svi_replay *r, struct svi_game *g,
                                 const char *name);

#endif
