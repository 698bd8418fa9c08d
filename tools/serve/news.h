/* Those who wait for news of the league: server-sent events. However many there are and however
 * slow they read, each costs a connection and a few bytes: what is told is only that there is
 * something new, and always the latest. */
#ifndef SVI_TOOLS_SERVE_NEWS_H
#define SVI_TOOLS_SERVE_NEWS_H

#include <microhttpd.h>

#include <stdbool.h>
#include <stdint.h>

struct svi_news;

/* Creates the news for at most `most` viewers, each of whom gets a message every `beat_ms` at
 * least. */
struct svi_news *svi_news_create(unsigned most, unsigned beat_ms);

/* After svi_news_close(), when the daemon has been stopped. */
void svi_news_destroy(struct svi_news *news);

/* The stream for one more viewer; NULL: there are too many, or libmicrohttpd has no memory. To be queued with
 * MHD_HTTP_OK. */
struct MHD_Response *svi_news_join(struct svi_news *news, struct MHD_Connection *connection);

/* There is something new: `text` is one line of JSON. */
void svi_news_tell(struct svi_news *news, const char *text);

/* Wakes those for whom there is something to write. To be called every now and then. */
void svi_news_turn(struct svi_news *news);

/* Ends all streams, and lets nobody join any more. */
void svi_news_close(struct svi_news *news);

unsigned svi_news_viewers(struct svi_news *news);

#endif
