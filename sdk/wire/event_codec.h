/* Events in messages to bots: an array of the event's type and its fields, in the order of its row
 * in SV_EVENTS (<solvent/manifest.h>). Only the types of SV_TOLD_EVENTS travel. The arbiter's
 * sessions and matches write them, as do bindings (<solvent/ffi.h>), and the bot's runtime reads
 * them; records have remarks in the same form. The buffer, which is `failed` without memory, and
 * the event stay the caller's. */
#ifndef SVI_WIRE_EVENT_CODEC_H
#define SVI_WIRE_EVENT_CODEC_H

#include "base/buf.h"
#include "wire/cursor.h"

#include <solvent/event.h>

/* Bytes of the longest event: an offer, nine integers. */
#define SVI_EVENT_MAX_BYTES 96u

/* Appends an event of a type that travels. */
void svi_put_event(struct svi_buf *buf, const struct sv_event *ev);

/* Reads an event and returns the cursor's status, SV_E_LENGTH for a wrong number of fields. If its
 * type is unknown or does not travel, the event is skipped and ev->type is SV_EVENT_COUNT. Numbers
 * are within the bounds of the game, whatever the edition; an unknown reason is SV_WHY_NONE.
 * Members that its row does not have are 0, `space` and `unit` SV_NONE. An offer is written to
 * `offer`. */
enum sv_status svi_get_event(struct svi_cursor *c, struct sv_event *ev, struct sv_offer *offer);

/* ---- event log ------------------------------------------------------------------------------- */

/* The log of a match's events, for bots that want to receive them. One log serves all seats: each
 * seat has a mark up to which its bot has the events. The events for a seat follow from the game
 * and its questions alone, so a restarted process that is led through a match again receives the
 * same events.
 *
 * Two limits apply, and the count in each message reveals what they cut off. A message holds the
 * last SVI_EVENTS_BYTES at most, so a seat that is seldom asked misses events far back. A log stops
 * at SVI_EVENT_LOG_BYTES. Memory is bounded by twice the size of a message. */

#define SVI_EVENTS_BYTES 16384u      /* bytes of events in one message */
#define SVI_EVENT_LOG_BYTES 4194304u /* bytes of events in one match */
#define SVI_EVENTS_KEPT (2 * SVI_EVENTS_BYTES)

/* How far a seat has received the events; all 0 for no events. */
struct svi_event_mark {
    uint32_t count; /* number of events */
    uint32_t at;    /* number of bytes */
};

/* The log itself; all 0 is an empty log. */
struct svi_event_log {
    /* The last events, one after the other. */
    struct svi_buf bytes;
    /* Length of each of them, a byte each. */
    struct svi_buf sizes;
    struct svi_event_mark gone; /* position before the first kept event */
    /* Events so far. The log is full if this exceeds the events with a size. */
    uint32_t count;
};

/* Frees the events and leaves an empty log. */
void svi_event_log_finish(struct svi_event_log *log);

/* Adds an event if its type travels. Without memory log->bytes.failed or log->sizes.failed is
 * set. */
void svi_event_log_add(struct svi_event_log *log, const struct sv_event *ev);

static inline bool svi_event_log_failed(const struct svi_event_log *log)
{
    return log->bytes.failed || log->sizes.failed;
}

/* The texts that were said at a match's table, as [seat, text] in place of an event, in a log of
 * their own. Adds an event SV_EVENT_SAY. */
void svi_event_log_add_said(struct svi_event_log *log, const struct sv_event *ev);

/* As svi_put_events(), for such a log. */
void svi_put_said(struct svi_buf *buf, uint64_t match, const struct svi_event_log *log,
                  struct svi_event_mark *from);

/* Reads one text of such a message and who said it. Returns the cursor's status. */
enum sv_status svi_get_said(struct svi_cursor *c, uint8_t *seat, char text[SV_MAX_SAY]);

/* Appends the message with the events since a mark, if there are any, and moves *from to the log's
 * end. For a log that has failed it moves *from and appends nothing: check svi_event_log_failed()
 * before you send the message. */
void svi_put_events(struct svi_buf *buf, uint64_t match, const struct svi_event_log *log,
                    struct svi_event_mark *from);

/* ---- log codec ------------------------------------------------------------------------------- */

/* A bot's remarks beside its answers, as values of a message and of a replay's record: the text of
 * a log, or of a remark said aloud; key and value of a note. */

enum svi_log_kind { SVI_LOG_TEXT, SVI_LOG_NOTE, SVI_LOG_SAY };

static inline enum svi_log_kind svi_log_entry_kind(const struct sv_log_entry *log_entry)
{
    return log_entry->text == NULL ? SVI_LOG_NOTE : log_entry->aloud ? SVI_LOG_SAY : SVI_LOG_TEXT;
}

/* Budget for a seat's remarks in one match, counted by svi_log_entry_cost(). The arbiter drops the
 * rest. */
#define SVI_LOG_BUDGET 65536u

/* Bytes that hold the values of any remark and the head of a record. */
#define SVI_LOG_ENTRY_ROOM (SV_MAX_LOG + 16u)

/* A remark that was read: `said` points to the members after it, so the struct must not be
 * copied. */
struct svi_log_entry {
    struct sv_log_entry said;
    char text[SV_MAX_LOG];
    char key[SV_MAX_KEY];
};

/* Appends a remark's values: two for a note, otherwise one. The remark must satisfy struct
 * sv_log_entry. */
void svi_put_log_entry(struct svi_buf *buf, const struct sv_log_entry *log_entry);

/* Reads the values of a remark. A remark said aloud is cut and cleaned (svi_said_copy()). Returns
 * the cursor's status; unless it is SV_OK, do not use the remark. */
enum sv_status svi_get_log_entry(struct svi_cursor *c, enum svi_log_kind kind,
                                 struct svi_log_entry *log_entry);

/* Returns the cost of a remark in the budget: 8 plus the bytes of its text, or 16 plus the bytes of
 * its key. */
unsigned svi_log_entry_cost(const struct sv_log_entry *log_entry);

/* Returns whether a remark is the note SV_FALLBACK. */
bool svi_log_entry_is_fallback(const struct sv_log_entry *log_entry);

#endif
