/* The events of one person at a table, as server-sent events. All events are kept, so that a
 * browser that comes later or reconnects receives every event from its position on. */
#ifndef SVI_TOOLS_PLAY_FEED_H
#define SVI_TOOLS_PLAY_FEED_H

#include <microhttpd.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_feed;

/* Creates a feed for at most `most` readers at once. Each reader receives at least one sign of life
 * every `beat_ms` milliseconds. */
struct svi_feed *svi_feed_create(unsigned most, unsigned beat_ms);

/* Frees the feed. Call it after svi_feed_close() and the server's end. */
void svi_feed_destroy(struct svi_feed *feed);

/* Appends an event: its type, and a line of JSON without its '\n'. Any thread may call it. */
void svi_feed_add(struct svi_feed *feed, const char *type, const void *line, size_t size);

/* Sets the start for readers that ask for all events: they begin at this point from now on. */
void svi_feed_mark(struct svi_feed *feed);

/* Returns an endless response that begins behind event `after`. 0, or a number beyond the last
 * event, means all events. Returns NULL if there are too many readers or memory runs out. */
struct MHD_Response *svi_feed_join(struct svi_feed *feed, struct MHD_Connection *connection,
                                   uint64_t after);

/* Returns whether any browser reads the feed. Any thread may call it. */
bool svi_feed_is_read(struct svi_feed *feed);

/* Wakes readers that are due for a sign of life. */
void svi_feed_turn(struct svi_feed *feed);

/* Ends all responses. */
void svi_feed_close(struct svi_feed *feed);

#endif
