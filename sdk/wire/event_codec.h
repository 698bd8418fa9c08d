/* An event as it is told to a bot: an array of its type and its fields, in the order of its row in
 * SV_EVENTS (<solvent/manifest.h>). Only those of SV_TOLD_EVENTS travel. */
#ifndef SVI_WIRE_EVENT_CODEC_H
#define SVI_WIRE_EVENT_CODEC_H

#include "base/buf.h"
#include "wire/cursor.h"

#include <solvent/event.h>

#define SVI_EVENT_MAX_BYTES 96u /* of one: an offer of nine integers is the longest */

/* Appends an event of a type that is told. */
void svi_put_event(struct svi_buf *buf, const struct sv_event *ev);

/* Reads an event; ev->type is SV_EVENT_COUNT for one of a type that is not known, or not told,
 * which has been passed over. Numbers are in the bounds of the game, whatever the edition; a reason
 * that is not known is SV_WHY_NONE. Members that its row does not have are 0, `space` and `unit`
 * SV_NONE. An offer is put into `offer`. */
enum sv_status svi_get_event(struct svi_cursor *c, struct sv_event *ev, struct sv_offer *offer);

/* ---- event log ------------------------------------------------------------------------------- */

/* What has happened in a match, kept for the bots that want to be told. One log serves all seats:
 * each has a mark up to which it has been told. What a seat is told follows from the game and its
 * questions alone, so a process that is led through a match again is told the same.
 *
 * Two bounds, of which the count in each message tells: a message holds the last SVI_EVENTS_BYTES
 * at most, so that who is seldom asked misses what lies far back; and a log that has had
 * SVI_EVENT_LOG_BYTES takes no more. So no more is kept than a message may hold, and as much again
 * until it is cleared away. */

#define SVI_EVENTS_BYTES 16384u      /* of events in one message */
#define SVI_EVENT_LOG_BYTES 4194304u /* of events in one match */
#define SVI_EVENTS_KEPT (2 * SVI_EVENTS_BYTES)

/* How far somebody has been told. All 0: of nothing. */
struct svi_event_mark {
    uint32_t count; /* of events */
    uint32_t at;    /* bytes of them */
};

/* All 0 is an empty one. */
struct svi_event_log {
    struct svi_buf bytes;       /* the last events, one after the other */
    struct svi_buf sizes;       /* a byte for each of them: how long it is */
    struct svi_event_mark gone; /* what was before them */
    uint32_t count;             /* events so far; more than there were sizes: it is full */
};

void svi_event_log_finish(struct svi_event_log *log);

/* Takes an event, if it is one that is told. Without memory log->bytes.failed or log->sizes.failed.
 */
void svi_event_log_add(struct svi_event_log *log, const struct sv_event *ev);

static inline bool svi_event_log_failed(const struct svi_event_log *log)
{
    return log->bytes.failed || log->sizes.failed;
}

/* Appends the message that tells what has happened since a mark, unless that is nothing; *from
 * becomes the log's end. */
void svi_put_events(struct svi_buf *buf, uint64_t match, const struct svi_event_log *log,
                    struct svi_event_mark *from);

/* ---- log codec ------------------------------------------------------------------------------- */

/* What a bot says beside its answers, as values of a message and of a replay's record: the text of
 * a log; key and value of a note. */

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
