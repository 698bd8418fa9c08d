/* Refused answers, as they stand in a record before the answer that follows (record/step.h): the
 * answer that the bot gave when the default was played in its place. docs/REPLAY_FORMAT.md
 * describes the bytes. */
#ifndef SVI_RECORD_REJECTED_H
#define SVI_RECORD_REJECTED_H

#include "base/buf.h"
#include "wire/cursor.h"

#include <solvent/event.h>

/* Bytes kept of one answer; any readable answer has fewer. */
#define SVI_REJECTED_BYTES 512u

/* Bytes that hold a refused answer and the byte before it. */
#define SVI_REJECTED_ROOM (SVI_REJECTED_BYTES + 32u)

struct svi_rejected {
    /* ILLEGAL, MALFORMED: verdict of the next answer. LATE: this was an earlier answer of its
     * seat. */
    uint8_t verdict;
    /* ILLEGAL: enum sv_breach_kind; MALFORMED: enum sv_status; LATE: enum sv_decision, the
     * question's kind. */
    uint8_t reason;
    /* LATE: the distance in decisions, at least 1, from its own decision to the next one; else
     * 0. */
    uint32_t back;
    /* Bytes received; 0 for the default's short form. */
    uint32_t whole;
    uint32_t size; /* bytes kept, the first ones */
    const uint8_t *bytes;
};

/* Appends the values of a refused answer. */
void svi_put_rejected(struct svi_buf *buf, const struct svi_rejected *rejected);

/* Reads a refused answer; the result points to the bytes. The verdict is LATE, or ILLEGAL because
 * the bytes do not tell MALFORMED from it. Returns the cursor's status. */
enum sv_status svi_get_rejected(struct svi_cursor *c, struct svi_rejected *rejected);

/* Reads the bytes as the answer to `q` in position `p`. Returns false unless they are exactly one
 * answer. No bytes are the default. */
bool svi_rejected_answer(const struct svi_rejected *rejected, const struct sv_edition *e,
                         const struct sv_position *p, const struct sv_question *q,
                         struct sv_answer *answer);

#endif
