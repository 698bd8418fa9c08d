/* The events of one person at a table, as server-sent events. All events are kept, so that a
 * browser that comes later or reconnects receives every event from its position on. A table
 * (tools/play/table.h) owns a feed for each person and adds the events; the server joins readers.
 * Any thread may call any function but create and destroy. */
#ifndef SVI_TOOLS_PLAY_FEED_H
#define SVI_TOOLS_PLAY_FEED_H

#include <microhttpd.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_feed;

/* Creates a feed for at most `most` readers at once. Each reader receives at least one sign of life
 * every `beat_ms` milliseconds. Never returns NULL: without memory the program ends.
 * svi_feed_destroy() frees it. */
struct svi_feed *svi_feed_create(unsigned most, unsigned beat_ms);

/* Frees the feed. Call it after svi_feed_close() and the server's end. NULL is ignored. */
void svi_feed_destroy(struct svi_feed *feed);

/* Appends an event: its type, and a line of JSON, whose '\n' is dropped. Copies both. Without
 * memory this and later events are lost. */
void svi_feed_add(struct svi_feed *feed, const char *type, const void *line, size_t size);

/* Sets the start for readers that ask for all events: they begin at this point from now on. */
void svi_feed_mark(struct svi_feed *feed);

/* Returns an endless response that begins behind event `after`; the caller queues it, on a server
 * with MHD_ALLOW_SUSPEND_RESUME. 0, or any other id that the feed has not given, means all events.
 * Returns NULL if there are too many readers, after svi_feed_close(), or without memory. */
struct MHD_Response *svi_feed_join(struct svi_feed *feed, struct MHD_Connection *connection,
                                   uint64_t after);

/* Returns whether any browser reads the feed. */
bool svi_feed_is_read(struct svi_feed *feed);

/* Wakes readers that are due for a sign of life. */
void svi_feed_turn(struct svi_feed *feed);

/* Ends all responses, once they have sent all events. */
void svi_feed_close(struct svi_feed *feed);

#endif
