/* Finds the mistakes of seats in a game, by decision. `solvent games` lists them; `report` and
 * `serve` link to the first of each seat. */
#ifndef SVI_TOOLS_REPLAY_INCIDENTS_H
#define SVI_TOOLS_REPLAY_INCIDENTS_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A decision with a late, malformed, illegal or dead answer, or by which its seat forfeited. */
struct svi_incident {
    uint32_t decision; /* number of the decision from 1, as in a page's #d=N */
    uint8_t seat;
    /* Kind of the mistake (enum sv_decision; 0: a forfeit), or of the mistake that led to it: a bot
     * that never answers one question is late with the next ones too, and may be dead in the
     * end. */
    uint8_t kind;
    uint8_t verdict;   /* enum sv_verdict; SV_VERDICT_OK for a forfeit */
    uint8_t reason;    /* as in struct sv_refusal */
    size_t text, size; /* offset of its line in the text, and the line's bytes with the line feed */
};

/* The incidents of a game, which owns its list and text, but keeps nothing of the replay. */
struct svi_incidents {
    struct svi_incident *list; /* in the order of decisions */
    size_t n, room;
    /* Lines like those of `solvent replay`, but with the decision's number: whose answer it was,
     * why it was refused, and the answer. */
    struct svi_buf text;
};

/* Returns whether both are the same mistake: one verdict, for one reason, on one kind of
 * decision. */
static inline bool svi_incident_repeats(const struct svi_incident *a, const struct svi_incident *b)
{
    return a->kind == b->kind && a->verdict == b->verdict && a->reason == b->reason;
}

/* Finds the incidents of a recorded game. Those behind a fault of the file are missing, and some
 * may be if memory runs out. Call svi_incidents_finish() in any case. The replay's bytes stay the
 * caller's. */
void svi_incidents_init(struct svi_incidents *incidents, const uint8_t *replay, size_t size);
void svi_incidents_finish(struct svi_incidents *incidents);

#endif
