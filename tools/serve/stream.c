#include "tools/serve/stream.h"

#include "base/buf.h"
#include "base/time.h"
#include "memory/memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 16384u     /* block size of the response; an event of 511 bytes goes out whole */
#define BASES 900000000u /* so that ids have at most nine digits */

struct reader {
    struct svi_stream *stream;
    struct MHD_Connection *connection;
    struct reader *next, **link;
    size_t at;      /* offset in the text up to which all is sent */
    int64_t due_us; /* when the next sign of life is due */
    bool suspended;
};

struct svi_stream {
    pthread_mutex_t lock; /* protects all members below */
    struct reader *first;
    unsigned readers, most;
    int64_t beat_us;
    struct svi_buf text; /* all events in the form they are sent */
    struct svi_buf ends; /* offsets (size_t) of the ends of events 1, 2, ... */
    uint64_t base;       /* event n has id base + n, so that ids of an earlier run are unknown */
    size_t mark;         /* offset in the text where a new reader begins */
    bool only_last;      /* `text` has the last event alone */
    bool closed;
};

struct svi_stream *svi_stream_create(unsigned most, unsigned beat_ms, bool only_last)
{
    struct svi_stream *stream = svi_new(1, sizeof *stream);
    stream->only_last = only_last;
    pthread_mutex_init(&stream->lock, NULL);
    stream->most = most;
    stream->base = randombytes_uniform(BASES);
    stream->beat_us = (int64_t)beat_ms * 1000;
    return stream;
}

void svi_stream_destroy(struct svi_stream *stream)
{
    if (stream != NULL) {
        svi_buf_finish(&stream->text);
        svi_buf_finish(&stream->ends);
        pthread_mutex_destroy(&stream->lock);
        free(stream);
    }
}

/* Wakes readers that have something to receive, or all. The caller holds the lock. */
static void wake(struct svi_stream *stream, bool all)
{
    const int64_t now_us = svi_time_us();
    for (struct reader *r = stream->first; r != NULL; r = r->next) {
        if (r->suspended && (all || r->at < stream->text.size || now_us >= r->due_us)) {
            r->suspended = false;
            MHD_resume_connection(r->connection);
        }
    }
}

void svi_stream_add(struct svi_stream *stream, const char *type, const void *line, size_t size)
{
    char head[96];
    const uint8_t *bytes = line;
    size -= size > 0 && bytes[size - 1] == '\n';
    pthread_mutex_lock(&stream->lock);
    if (stream->only_last) {
        svi_buf_clear(&stream->text);
        svi_buf_clear(&stream->ends);
        stream->base++;
        for (struct reader *r = stream->first; r != NULL; r = r->next) {
            r->at = 0;
        }
    }
    const int length = snprintf(head, sizeof head, "id: %" PRIu64 "\nevent: %s\ndata: ",
                                stream->base + stream->ends.size / sizeof(size_t) + 1, type);
    if (svi_buf_reserve(&stream->text, (size_t)length + size + 2) &&
        svi_buf_reserve(&stream->ends, sizeof(size_t))) {
        svi_buf_append(&stream->text, head, (size_t)length);
        svi_buf_append(&stream->text, bytes, size);
        svi_buf_append(&stream->text, "\n\n", 2);
        svi_buf_append(&stream->ends, &stream->text.size, sizeof stream->text.size);
    }
    wake(stream, false);
    pthread_mutex_unlock(&stream->lock);
}

void svi_stream_mark(struct svi_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    stream->mark = stream->text.size;
    pthread_mutex_unlock(&stream->lock);
}

bool svi_stream_is_read(struct svi_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    const bool read = stream->readers > 0;
    pthread_mutex_unlock(&stream->lock);
    return read;
}

/* Writes the next bytes for a reader. With nothing to send, suspends the connection. */
static ssize_t read_stream(void *user, uint64_t position, char *out, size_t size)
{
    static const char beat[] = ": still here\n\n", first[] = "retry: 2000\n\n";
    struct reader *r = user;
    struct svi_stream *stream = r->stream;
    ssize_t written = 0;
    pthread_mutex_lock(&stream->lock);
    const int64_t now_us = svi_time_us();
    const size_t left = stream->text.size - r->at;
    if (position == 0 && size >= sizeof first) {
        written = sizeof first - 1;
        memcpy(out, first, (size_t)written);
    } else if (left > 0) {
        written = (ssize_t)(left < size ? left : size);
        memcpy(out, stream->text.data + r->at, (size_t)written);
        r->at += (size_t)written;
    } else if (stream->closed) {
        written = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (now_us >= r->due_us && size >= sizeof beat) {
        written = sizeof beat - 1;
        memcpy(out, beat, (size_t)written);
    } else {
        r->suspended = true;
        MHD_suspend_connection(r->connection);
    }
    if (written > 0) {
        r->due_us = now_us + stream->beat_us;
    }
    pthread_mutex_unlock(&stream->lock);
    return written;
}

static void leave(void *user)
{
    SCOPED(scoped_free) struct reader *r = user;
    struct svi_stream *stream = r->stream;
    pthread_mutex_lock(&stream->lock);
    *r->link = r->next;
    if (r->next != NULL) {
        r->next->link = r->link;
    }
    stream->readers--;
    pthread_mutex_unlock(&stream->lock);
}

struct MHD_Response *svi_stream_join(struct svi_stream *stream, struct MHD_Connection *connection,
                                     uint64_t after)
{
    struct reader *r = svi_new(1, sizeof *r);
    r->stream = stream;
    r->connection = connection;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, r, leave);
    if (response == NULL) {
        free(r);
        return NULL;
    }
    pthread_mutex_lock(&stream->lock);
    const bool full = stream->readers >= stream->most || stream->closed;
    r->at = stream->mark;
    if (after > stream->base && after - stream->base <= stream->ends.size / sizeof(size_t)) {
        memcpy(&r->at, stream->ends.data + (after - stream->base - 1) * sizeof(size_t),
               sizeof r->at);
    }
    r->next = stream->first;
    r->link = &stream->first;
    if (r->next != NULL) {
        r->next->link = &r->next;
    }
    stream->first = r;
    stream->readers++;
    pthread_mutex_unlock(&stream->lock);
    if (full) {
        MHD_destroy_response(response); /* frees the reader too */
        return NULL;
    }
    return response;
}

void svi_stream_turn(struct svi_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    wake(stream, false);
    pthread_mutex_unlock(&stream->lock);
}

void svi_stream_close(struct svi_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    stream->closed = true;
    wake(stream, true);
    pthread_mutex_unlock(&stream->lock);
}
