/* What a bot says beside its answers, as values of a message and of a replay's record: the text of a log;
 * key and value of a note. */
#ifndef SVI_WIRE_LOG_CODEC_H
#define SVI_WIRE_LOG_CODEC_H

#include "base/buf.h"
#include "wire/cursor.h"

#include <solvent/event.h>

/* Of one match the arbiter keeps so much of what a seat says, by svi_remark_cost(). */
#define SVI_REMARK_BUDGET 65536u

/* Room that the values of any remark fit in, and the head of a record. */
#define SVI_REMARK_ROOM (SV_MAX_LOG + 16u)

/* A remark that has been read: `said` points to the members after it, so it must not be copied. */
struct svi_remark {
    struct sv_remark said;
    char text[SV_MAX_LOG];
    char key[SV_MAX_KEY];
};

/* Appends a remark's values: one for a log, two for a note. It must be as struct sv_remark demands. */
void svi_put_remark(struct svi_buf *buf, const struct sv_remark *remark);

/* Reads the values of a note or a log. Returns the cursor's status; unless it is SV_OK, `remark` is not to be
 * used. */
enum sv_status svi_get_remark(struct svi_cursor *c, bool note, struct svi_remark *remark);

/* What a remark takes of the budget: 8 and the bytes of its text, 16 and those of its key. */
unsigned svi_remark_cost(const struct sv_remark *remark);

#endif
