/* Server-sent events. A table (tools/play/table.h) has a stream for each person, which keeps all
 * events, so that a browser that comes later or reconnects receives every event from its position
 * on. The pages of `serve` have one stream, which says that something is new and keeps the last
 * event alone. Any thread may call any function but create and destroy. */
#ifndef SVI_TOOLS_SERVE_STREAM_H
#define SVI_TOOLS_SERVE_STREAM_H

#include <microhttpd.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_stream;

/* Creates a stream for at most `most` readers at once. Each reader receives at least one sign of
 * life every `beat_ms` milliseconds. With `only_last` a reader that falls behind gets the last event
 * alone. Never returns NULL: without memory the program ends. svi_stream_destroy() frees it. */
struct svi_stream *svi_stream_create(unsigned most, unsigned beat_ms, bool only_last);

/* Frees the stream. Call it after svi_stream_close() and the server's end. NULL is ignored. */
void svi_stream_destroy(struct svi_stream *stream);

/* Appends an event: its type, and a line of JSON, whose '\n' is dropped; with `only_last` of at most
 * 511 bytes. Copies both. Without memory this and later events are lost. */
void svi_stream_add(struct svi_stream *stream, const char *type, const void *line, size_t size);

/* Sets the start for readers that ask for all events: they begin at this point from now on. */
void svi_stream_mark(struct svi_stream *stream);

/* Returns an endless response that begins behind event `after`; the caller queues it, on a server
 * with MHD_ALLOW_SUSPEND_RESUME. 0, or any other id that the stream has not given, means all events.
 * Returns NULL if there are too many readers, after svi_stream_close(), or without memory. */
struct MHD_Response *svi_stream_join(struct svi_stream *stream, struct MHD_Connection *connection,
                                     uint64_t after);

/* Returns whether any browser reads the stream. */
bool svi_stream_is_read(struct svi_stream *stream);

/* Wakes readers that are due for a sign of life. */
void svi_stream_turn(struct svi_stream *stream);

/* Ends all responses, once they have sent all events. */
void svi_stream_close(struct svi_stream *stream);

#endif
