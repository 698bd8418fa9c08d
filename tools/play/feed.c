#include "tools/play/feed.h"

#include "base/buf.h"
#include "base/time.h"
#include "memory/memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 16384u     /* block size of the response */
#define BASES 900000000u /* so that ids have at most nine digits */

struct reader {
    struct svi_feed *feed;
    struct MHD_Connection *connection;
    struct reader *next, **link;
    size_t at;      /* offset in the text up to which all is sent */
    int64_t due_us; /* when the next sign of life is due */
    bool suspended;
};

struct svi_feed {
    pthread_mutex_t lock; /* protects all members below */
    struct reader *first;
    unsigned readers, most;
    int64_t beat_us;
    struct svi_buf text; /* all events in the form they are sent */
    struct svi_buf ends; /* offsets (size_t) of the ends of events 1, 2, ... */
    uint64_t base;       /* event n has id base + n, so that ids of an earlier run are unknown */
    size_t mark;         /* offset in the text where a new reader begins */
    bool closed;
};

struct svi_feed *svi_feed_create(unsigned most, unsigned beat_ms)
{
    struct svi_feed *feed = svi_new(1, sizeof *feed);
    pthread_mutex_init(&feed->lock, NULL);
    feed->most = most;
    feed->base = randombytes_uniform(BASES);
    feed->beat_us = (int64_t)beat_ms * 1000;
    return feed;
}

void svi_feed_destroy(struct svi_feed *feed)
{
    if (feed != NULL) {
        svi_buf_finish(&feed->text);
        svi_buf_finish(&feed->ends);
        pthread_mutex_destroy(&feed->lock);
        free(feed);
    }
}

/* Wakes readers that have something to receive, or all. The caller holds the lock. */
static void wake(struct svi_feed *feed, bool all)
{
    const int64_t now_us = svi_time_us();
    for (struct reader *r = feed->first; r != NULL; r = r->next) {
        if (r->suspended && (all || r->at < feed->text.size || now_us >= r->due_us)) {
            r->suspended = false;
            MHD_resume_connection(r->connection);
        }
    }
}

void svi_feed_add(struct svi_feed *feed, const char *type, const void *line, size_t size)
{
    char head[96];
    const uint8_t *bytes = line;
    size -= size > 0 && bytes[size - 1] == '\n';
    pthread_mutex_lock(&feed->lock);
    const int length = snprintf(head, sizeof head, "id: %" PRIu64 "\nevent: %s\ndata: ",
                                feed->base + feed->ends.size / sizeof(size_t) + 1, type);
    if (svi_buf_reserve(&feed->text, (size_t)length + size + 2) &&
        svi_buf_reserve(&feed->ends, sizeof(size_t))) {
        svi_buf_append(&feed->text, head, (size_t)length);
        svi_buf_append(&feed->text, bytes, size);
        svi_buf_append(&feed->text, "\n\n", 2);
        svi_buf_append(&feed->ends, &feed->text.size, sizeof feed->text.size);
    }
    wake(feed, false);
    pthread_mutex_unlock(&feed->lock);
}

void svi_feed_mark(struct svi_feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    feed->mark = feed->text.size;
    pthread_mutex_unlock(&feed->lock);
}

bool svi_feed_is_read(struct svi_feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    const bool read = feed->readers > 0;
    pthread_mutex_unlock(&feed->lock);
    return read;
}

/* Writes the next bytes for a reader. With nothing to send, suspends the connection. */
static ssize_t read_feed(void *user, uint64_t position, char *out, size_t size)
{
    static const char beat[] = ": still here\n\n";
    struct reader *r = user;
    struct svi_feed *feed = r->feed;
    ssize_t written = 0;
    (void)position;
    pthread_mutex_lock(&feed->lock);
    const int64_t now_us = svi_time_us();
    const size_t left = feed->text.size - r->at;
    if (left > 0) {
        written = (ssize_t)(left < size ? left : size);
        memcpy(out, feed->text.data + r->at, (size_t)written);
        r->at += (size_t)written;
    } else if (feed->closed) {
        written = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (now_us >= r->due_us && size >= sizeof beat) {
        written = sizeof beat - 1;
        memcpy(out, beat, (size_t)written);
    } else {
        r->suspended = true;
        MHD_suspend_connection(r->connection);
    }
    if (written > 0) {
        r->due_us = now_us + feed->beat_us;
    }
    pthread_mutex_unlock(&feed->lock);
    return written;
}

static void leave(void *user)
{
    SCOPED(scoped_free) struct reader *r = user;
    struct svi_feed *feed = r->feed;
    pthread_mutex_lock(&feed->lock);
    *r->link = r->next;
    if (r->next != NULL) {
        r->next->link = r->link;
    }
    feed->readers--;
    pthread_mutex_unlock(&feed->lock);
}

struct MHD_Response *svi_feed_join(struct svi_feed *feed, struct MHD_Connection *connection,
                                   uint64_t after)
{
    struct reader *r = svi_new(1, sizeof *r);
    r->feed = feed;
    r->connection = connection;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_feed, r, leave);
    if (response == NULL) {
        free(r);
        return NULL;
    }
    pthread_mutex_lock(&feed->lock);
    const bool full = feed->readers >= feed->most || feed->closed;
    r->at = feed->mark;
    if (after > feed->base && after - feed->base <= feed->ends.size / sizeof(size_t)) {
        memcpy(&r->at, feed->ends.data + (after - feed->base - 1) * sizeof(size_t), sizeof r->at);
    }
    r->next = feed->first;
    r->link = &feed->first;
    if (r->next != NULL) {
        r->next->link = &r->next;
    }
    feed->first = r;
    feed->readers++;
    pthread_mutex_unlock(&feed->lock);
    if (full) {
        MHD_destroy_response(response); /* frees the reader too */
        return NULL;
    }
    return response;
}

void svi_feed_turn(struct svi_feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    wake(feed, false);
    pthread_mutex_unlock(&feed->lock);
}

void svi_feed_close(struct svi_feed *feed)
{
    pthread_mutex_lock(&feed->lock);
    feed->closed = true;
    wake(feed, true);
    pthread_mutex_unlock(&feed->lock);
}
