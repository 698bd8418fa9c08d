#include "tools/serve/news.h"

#include "base/time.h"
#include "memory/memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 1024u /* bytes that are asked of us at once; an event fits */
#define TEXT 512u

struct viewer {
    struct svi_news *news;
    struct MHD_Connection *connection;
    struct viewer *next, **link;
    uint64_t told;  /* the number of the event that it was told last */
    int64_t due_us; /* when it hears from us at the latest */
    bool suspended;
};

struct svi_news {
    pthread_mutex_t lock; /* around all that follows */
    struct viewer *first;
    unsigned viewers, most;
    int64_t beat_us;
    uint64_t number; /* of the event */
    char text[TEXT];
    bool closed;
};

struct svi_news *svi_news_create(unsigned most, unsigned beat_ms)
{
    struct svi_news *news = svi_new(1, sizeof *news);
    pthread_mutex_init(&news->lock, NULL);
    news->most = most;
    news->beat_us = (int64_t)beat_ms * 1000;
    return news;
}

void svi_news_destroy(struct svi_news *news)
{
    if (news != NULL) {
        pthread_mutex_destroy(&news->lock);
        free(news);
    }
}

static ssize_t copy(char *out, size_t size, const char *text)
{
    const size_t length = strlen(text);
    memcpy(out, text, length < size ? length : size);
    return (ssize_t)(length < size ? length : size);
}

/* Gives the bytes that a viewer gets now; the viewer waits if there is no news. */
static ssize_t read_news(void *user, uint64_t position, char *out, size_t size)
{
    struct viewer *v = user;
    struct svi_news *news = v->news;
    char text[TEXT + 64];
    ssize_t written = 0;
    pthread_mutex_lock(&news->lock);
    const int64_t now_us = svi_time_us();
    if (news->closed) {
        written = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (position == 0) {
        written = copy(out, size, "retry: 2000\n\n");
    } else if (v->told != news->number) {
        (void)snprintf(text, sizeof text, "event: league\ndata: %s\n\n", news->text);
        written = copy(out, size, text);
        v->told = news->number;
    } else if (now_us >= v->due_us) {
        written = copy(out, size, ": still here\n\n");
    } else {
        v->suspended = true;
        MHD_suspend_connection(v->connection);
    }
    if (written > 0) {
        v->due_us = now_us + news->beat_us;
    }
    pthread_mutex_unlock(&news->lock);
    return written;
}

static void leave(void *user)
{
    struct viewer *v = user;
    struct svi_news *news = v->news;
    pthread_mutex_lock(&news->lock);
    *v->link = v->next;
    if (v->next != NULL) {
        v->next->link = v->link;
    }
    news->viewers--;
    pthread_mutex_unlock(&news->lock);
    free(v);
}

struct MHD_Response *svi_news_join(struct svi_news *news, struct MHD_Connection *connection)
{
    struct viewer *v = svi_new(1, sizeof *v);
    v->news = news;
    v->connection = connection;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_news, v, leave);
    if (response == NULL) {
        free(v);
        return NULL;
    }
    pthread_mutex_lock(&news->lock);
    const bool full = news->viewers >= news->most || news->closed;
    v->next = news->first;
    v->link = &news->first;
    if (v->next != NULL) {
        v->next->link = &v->next;
    }
    news->first = v;
    news->viewers++;
    pthread_mutex_unlock(&news->lock);
    if (full) {
        MHD_destroy_response(response); /* which leaves again */
        return NULL;
    }
    return response;
}

/* Wakes viewers; with the lock. */
static void wake(struct svi_news *news, bool all)
{
    const int64_t now_us = svi_time_us();
    for (struct viewer *v = news->first; v != NULL; v = v->next) {
        if (v->suspended && (all || v->told != news->number || now_us >= v->due_us)) {
            v->suspended = false;
            MHD_resume_connection(v->connection);
        }
    }
}

void svi_news_tell(struct svi_news *news, const char *text)
{
    pthread_mutex_lock(&news->lock);
    news->number++;
    (void)snprintf(news->text, sizeof news->text, "%s", text);
    wake(news, false);
    pthread_mutex_unlock(&news->lock);
}

void svi_news_turn(struct svi_news *news)
{
    pthread_mutex_lock(&news->lock);
    wake(news, false);
    pthread_mutex_unlock(&news->lock);
}

void svi_news_close(struct svi_news *news)
{
    pthread_mutex_lock(&news->lock);
    news->closed = true;
    wake(news, true);
    pthread_mutex_unlock(&news->lock);
}

unsigned svi_news_viewers(struct svi_news *news)
{
    pthread_mutex_lock(&news->lock);
    const unsigned viewers = news->viewers;
    pthread_mutex_unlock(&news->lock);
    return viewers;
}
