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

#endif
