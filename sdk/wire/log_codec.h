/* What a bot says beside its answers, as values of a message and of a replay's record: the text of
 * a log; key and value of a note. */
#ifndef SVI_WIRE_LOG_CODEC_H
#define SVI_WIRE_LOG_CODEC_H

#include "base/buf.h"
#include "wire/cursor.h"

#include <solvent/event.h>

/* Of one match the arbiter keeps so much of what a seat says, by svi_log_entry_cost(). */
#define SVI_LOG_BUDGET 65536u

/* Room that the values of any remark fit in, and the head of a record. */
#define SVI_LOG_ENTRY_ROOM (SV_MAX_LOG + 16u)

/* A remark that has been read: `said` points to the members after it, so it must not be copied. */
struct svi_log_entry {
    struct sv_log_entry said;
    char text[SV_MAX_LOG];
    char key[SV_MAX_KEY];
};

/* Appends a remark's values: one for a log, two for a note. It must be as struct sv_log_entry
 * demands. */
void svi_put_log_entry(struct svi_buf *buf, const struct sv_log_entry *log_entry);

/* Reads the values of a note or a log. Returns the cursor's status; unless it is SV_OK, `remark` is
 * not to be used. */
enum sv_status svi_get_log_entry(struct svi_cursor *c, bool note, struct svi_log_entry *log_entry);

/* What a remark takes of the budget: 8 and the bytes of its text, 16 and those of its key. */
unsigned svi_log_entry_cost(const struct sv_log_entry *log_entry);

#endif
