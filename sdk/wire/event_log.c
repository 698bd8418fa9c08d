#include "wire/event_log.h"

#include "wire/messages.h"

#include <assert.h>
#include <msgpack.h>
#include <string.h>

_Static_assert(SVI_EVENT_MAX_BYTES <= UINT8_MAX, "a size is a byte");

void svi_event_log_finish(struct svi_event_log *log)
{
    svi_buf_finish(&log->bytes);
    svi_buf_finish(&log->sizes);
    log->gone = (struct svi_event_mark){0};
    log->count = 0;
}

/* Forgets the events from the first on, but not those that a message may still hold. */
static void clear_away(struct svi_event_log *log)
{
    uint32_t events = 0;
    uint32_t bytes = 0;
    while (log->bytes.size - bytes - log->sizes.data[events] >= SVI_EVENTS_BYTES) {
        bytes += log->sizes.data[events++];
    }
    log->bytes.size -= bytes;
    log->sizes.size -= events;
    memmove(log->bytes.data, log->bytes.data + bytes, log->bytes.size);
    memmove(log->sizes.data, log->sizes.data + events, log->sizes.size);
    log->gone.at += bytes;
    log->gone.count += events;
}

void svi_event_log_add(struct svi_event_log *log, const struct sv_event *ev)
{
    const size_t before = log->bytes.size;
    if ((SV_EVENTS_TOLD >> ev->type & 1) == 0) {
        return;
    }
    if (log->count++ != log->gone.count + log->sizes.size ||
        log->gone.at + before + SVI_EVENT_MAX_BYTES > SVI_EVENT_LOG_BYTES) {
        return;
    }
    svi_put_event(&log->bytes, ev);
    assert(log->bytes.size - before <= SVI_EVENT_MAX_BYTES);
    svi_buf_byte(&log->sizes, (uint8_t)(log->bytes.size - before));
    if (log->bytes.size + SVI_EVENT_MAX_BYTES > SVI_EVENTS_KEPT && !svi_event_log_failed(log)) {
        clear_away(log);
    }
}

void svi_put_events(struct svi_buf *buf, uint64_t match, const struct svi_event_log *log,
                    struct svi_event_mark *from)
{
    const struct svi_event_mark to = {log->count, log->gone.at + (uint32_t)log->bytes.size};
    struct svi_event_mark first = *from;
    msgpack_packer pk = {buf, svi_buf_write};

    *from = to;
    if (first.count == to.count || svi_event_log_failed(log)) {
        return;
    }
    if (first.count < log->gone.count) {
        first = log->gone; /* a message holds no more than comes after it */
    }
    if (to.count > log->gone.count + log->sizes.size) {
        first = to; /* the last of them have not been kept */
    }
    while (to.at - first.at > SVI_EVENTS_BYTES) {
        first.at += log->sizes.data[first.count++ - log->gone.count];
    }
    msgpack_pack_array(&pk, 4);
    msgpack_pack_uint8(&pk, SVI_MESSAGE_EVENTS);
    msgpack_pack_uint64(&pk, match);
    msgpack_pack_uint32(&pk, to.count);
    msgpack_pack_array(&pk, to.count - first.count);
    svi_buf_append(buf, log->bytes.data + (first.at - log->gone.at), to.at - first.at);
}
