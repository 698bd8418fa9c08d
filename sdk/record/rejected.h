/* Answers that were not taken, as they stand in a record before the answer that follows
 * (record/step.h): what the bot had answered when the default was played for it.
 * docs/REPLAY_FORMAT.md tells the bytes. */
#ifndef SVI_RECORD_REJECTED_H
#define SVI_RECORD_REJECTED_H

#include "base/buf.h"
#include "wire/cursor.h"

#include <solvent/event.h>

#define SVI_REJECTED_BYTES 512u /* of one answer that are kept; any that can be read has fewer */

/* Room that one fits in, with the byte before it. */
#define SVI_REJECTED_ROOM (SVI_REJECTED_BYTES + 32u)

struct svi_rejected {
    uint8_t verdict; /* ILLEGAL, MALFORMED: of the answer that is given next; LATE: of an earlier
                        one of its seat */
    uint8_t reason;  /* ILLEGAL: enum sv_breach_kind; MALFORMED: enum sv_status; LATE: enum
                        sv_decision, what was asked */
    /* LATE: how many decisions before the next one it was meant for, at least 1; else 0. */
    uint32_t back;
    uint32_t whole; /* bytes of the values that came; 0: the default was meant */
    uint32_t size;  /* of them that are kept, the first ones */
    const uint8_t *bytes;
};

/* Appends its values. */
void svi_put_rejected(struct svi_buf *buf, const struct svi_rejected *rejected);

/* Reads them; the bytes are only pointed to. The verdict is LATE, or ILLEGAL where that cannot be
 * told from MALFORMED. Returns the cursor's status. */
enum sv_status svi_get_rejected(struct svi_cursor *c, struct svi_rejected *rejected);

/* Reads the bytes as the answer to `q`, `p` being what is on the table: false when that is not all
 * that they are. No bytes are the default. */
bool svi_rejected_answer(const struct svi_rejected *rejected, const struct sv_edition *e,
                         const struct sv_position *p, const struct sv_question *q,
                         struct sv_answer *answer);

#endif
