/* All data of a recorded game that its page shows, as lines of JSON. tools/replay/html.c packs them
 * into pages; tools/opener makes them in the browser for any game, and tools/play sends the words.
 * All arguments stay the caller's. */
#ifndef SVI_TOOLS_GAME_DATA_GAME_DATA_H
#define SVI_TOOLS_GAME_DATA_GAME_DATA_H

#include "base/buf.h"
#include "record/replay.h"

#include <solvent/edition.h>

/* A game as the public sees it: seats have these names, and remarks of bots are left out. */
struct svi_game_mask {
    const char *name[SV_MAX_SEATS];
};

/* Exchanges of bots with language models, for a page that shows them. */
struct svi_game_exchanges {
    /* Appends the exchange that a log line names as a member of a JSON object, or nothing. */
    void (*put)(void *user, const struct sv_event *ev, struct svi_buf *out);
    void *user;
};

struct svi_analysis; /* tools/analysis/analysis.h */

/* Figures of games that were played on from this one, for a page that shows them. */
struct svi_game_played {
    /* Appends members of a JSON object, given the game's analysis at depth quick. */
    void (*put)(void *user, const struct svi_analysis *a, struct svi_buf *out);
    void *user;
};

/* What a page shows beside the record. Each may be NULL; with a mask, exchanges are not used. */
struct svi_game_beside {
    const struct svi_game_mask *mask; /* NULL: everything is shown */
    const struct svi_game_exchanges *exchanges;
    const struct svi_game_played *played;
};

/* Plays the game of an open replay (svi_replay_open()) and appends lines of JSON:
 *
 *     {"page":5,"program":..,"source":..,"meta":{..},"edition":{..},"decisions":{..},..}
 *     every event, as lines of `--format jsonl` with questions in full
 *     {"decision_steps":[..],"luck":{..},"analysis":{..},"exchanges":{..}}
 *
 * The first line describes the file and the edition, and has the manifest's words. The last line
 * has the event of each decision, as a step from the decision before; the luck of each seat; and
 * estimates of decisions; with `exchanges`, those that the bots' log lines name. `g` is fresh from
 * svi_game_init() or has played before; the caller finishes it. `name` is the file's; its folder is
 * left out. `beside` is not NULL. Returns a status of svi_replay_run(), with the message in
 * r->error; do not use the appended lines then. If memory runs out, out->failed is set, or the luck
 * or the analysis is null. */
enum sv_status svi_game_data_put(struct svi_buf *out, struct svi_replay *r, struct svi_game *g,
                                 const char *name, const struct svi_game_beside *beside);

/* ---- words ----------------------------------------------------------------------------------- */

/* Appends members to a begun object: `edition`, with its board and cards; the manifest's words for
 * `decisions` and `verdicts`; marks and colours of `seats`. A page of tools/site needs these words
 * to show any game; tools/play sends them at the start of one. */
void svi_game_data_words(struct svi_buf *out, const struct sv_edition *e);

#endif
