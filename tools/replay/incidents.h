/* What seats did wrong in a game, by its decisions. */
#ifndef SVI_TOOLS_REPLAY_INCIDENTS_H
#define SVI_TOOLS_REPLAY_INCIDENTS_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A decision that was late, malformed, illegal or dead, or by which its seat forfeited. */
struct svi_incident {
    uint32_t decision; /* from 1, as the viewer's #d=N has it */
    uint8_t seat;
    /* The mistake that it is, or follows from: a bot that never answers one question is late with
     * the next ones too, and may be dead in the end. */
    uint8_t kind;      /* enum sv_decision; 0: of a forfeit */
    uint8_t verdict;   /* enum sv_verdict; SV_VERDICT_OK: a forfeit */
    uint8_t reason;    /* as struct sv_refusal has it */
    size_t text, size; /* where its line stands, and its bytes, the end of line among them */
};

struct svi_incidents {
    struct svi_incident *list; /* in the order of decisions */
    size_t n, room;
    struct svi_buf text; /* lines as `solvent replay` has them, but with the number of the decision:
                            whose answer, why, and what it was */
};

/* Returns true if both are the same mistake: one verdict, for one reason, on one kind of decision.
 */
static inline bool svi_incident_repeats(const struct svi_incident *a, const struct svi_incident *b)
{
    return a->kind == b->kind && a->verdict == b->verdict && a->reason == b->reason;
}

/* Finds those of a recorded game; one that cannot be read has none. Without memory there may be
 * fewer. To be finished in any case. */
void svi_incidents_init(struct svi_incidents *incidents, const uint8_t *replay, size_t size);
void svi_incidents_finish(struct svi_incidents *incidents);

#endif
