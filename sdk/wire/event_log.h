/* What has happened in a match, kept for the bots that want to be told. One log serves all seats:
 * each has a mark up to which it has been told. What a seat is told follows from the game and its
 * questions alone, so a process that is led through a match again is told the same.
 *
 * Two bounds, of which the count in each message tells: a message holds the last SVI_EVENTS_BYTES
 * at most, so that who is seldom asked misses what lies far back; and a log that has had
 * SVI_EVENT_LOG_BYTES takes no more. So no more is kept than a message may hold, and as much again
 * until it is cleared away. */
#ifndef SVI_WIRE_EVENT_LOG_H
#define SVI_WIRE_EVENT_LOG_H

#include "wire/event_codec.h"

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
