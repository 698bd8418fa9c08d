/* Server-sent events that tell viewers of news. A viewer costs a connection and a few bytes,
 * however slowly it reads: an event only says that something is new, and a viewer who falls behind
 * gets the latest event alone.
 *
 * tools/serve/server.c has one. Any thread may call any function but create and destroy. */
#ifndef SVI_TOOLS_SERVE_NEWS_H
#define SVI_TOOLS_SERVE_NEWS_H

#include <microhttpd.h>

#include <stdbool.h>
#include <stdint.h>

struct svi_news;

/* Creates the news for at most `most` viewers, each of whom gets a message every `beat_ms` at
 * least. Never returns NULL: without memory the program ends. svi_news_destroy() frees it. */
struct svi_news *svi_news_create(unsigned most, unsigned beat_ms);

/* Frees the news. Call it after svi_news_close(), when the web server has stopped. NULL is
 * ignored. */
void svi_news_destroy(struct svi_news *news);

/* Returns the stream for one more viewer, which the caller queues with MHD_HTTP_OK, on a server
 * with MHD_ALLOW_SUSPEND_RESUME. Returns NULL if there are too many viewers, after
 * svi_news_close(), or if libmicrohttpd has no memory. */
struct MHD_Response *svi_news_join(struct svi_news *news, struct MHD_Connection *connection);

/* Sends `text`, one line of JSON of at most 511 bytes, to all viewers. Copies it. */
void svi_news_tell(struct svi_news *news, const char *text);

/* Resumes the streams that have an event or a beat to send. Call it several times a second. */
void svi_news_turn(struct svi_news *news);

/* Ends all streams. Call it before libmicrohttpd stops: no connection may be suspended then. */
void svi_news_close(struct svi_news *news);

/* Returns the number of viewers. */
unsigned svi_news_viewers(struct svi_news *news);

#endif
