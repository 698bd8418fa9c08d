/* What one person at a table is told, as server-sent events: all of it is kept, so that a browser
 * which comes later, or comes again, hears everything from where it was. */
#ifndef SVI_TOOLS_PLAY_FEED_H
#define SVI_TOOLS_PLAY_FEED_H

#include <microhttpd.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_feed;

/* For at most `most` readers at once, each of whom hears from us every `beat_ms` at least. */
struct svi_feed *svi_feed_create(unsigned most, unsigned beat_ms);

/* After svi_feed_close() and the end of the server. */
void svi_feed_destroy(struct svi_feed *feed);

/* Appends an event: its type, and a line of JSON, whose '\n' at the end is left out. Any thread. */
void svi_feed_add(struct svi_feed *feed, const char *type, const void *line, size_t size);

/* A reader that asks for all begins here from now on. */
void svi_feed_mark(struct svi_feed *feed);

/* A response that never ends, beginning behind event `after` (0: all; more than there are: all).
 * NULL: too many readers, or no memory for libmicrohttpd. */
struct MHD_Response *svi_feed_join(struct svi_feed *feed, struct MHD_Connection *connection,
                                   uint64_t after);

/* Whether anybody reads. Any thread. */
bool svi_feed_is_read(struct svi_feed *feed);

/* Wakes readers who are due to hear from us. */
void svi_feed_turn(struct svi_feed *feed);

/* Ends all responses. */
void svi_feed_close(struct svi_feed *feed);

#endif
