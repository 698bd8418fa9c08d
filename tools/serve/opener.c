#include "tools/serve/opener.h"

#include "tools/replay/html.h"

#include "base/out.h"
#include "base/time.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BODY_BYTES (4u << 20) /* that are read, if only to say that a file is too large */
#define UPLOADS 8u            /* at once */
#define PIECE 4096u           /* of a form, as it is taken apart */
#define ANALYSIS_US 10000000
#define RESTS 3 /* times as long as a page took, none is begun */
#define NAME_BYTES 128u

/* A request. */
struct upload {
    struct svi_opener *opener;
    struct MHD_Connection *connection;
    struct MHD_PostProcessor *form;
    struct svi_buf file;
    char name[NAME_BYTES];
    bool too_large, waits, made;
    struct svi_site_answer answer; /* once it is made */
    char error[SVI_OPENER_ERROR];
};

struct svi_opener {
    const char *site;
    const struct svi_hosts *hosts;
    struct svi_buf links;
    pthread_t thread;
    pthread_mutex_t lock; /* around the rest */
    pthread_cond_t changed;
    struct upload *job; /* its page is being made; NULL: none */
    int64_t begun_us, rest_until_us;
    unsigned uploads;
    bool closed;
    atomic_bool stop; /* the job's analysis */
};

/* ---- pages ----------------------------------------------------------------------------------- */

static void make_page(const struct svi_opener *opener, struct upload *u)
{
    const struct svi_replay_served served = {.links = &opener->links, .site = opener->site};
    const enum sv_status status =
        svi_replay_page(u->name[0] != '\0' ? u->name : "game.svr", u->file.data, u->file.size,
                        &served, &u->answer.out, u->error, sizeof u->error);
    u->answer.type = SVI_SITE_GAME;
    u->answer.status = status == SV_OK ? 200 : 400;
}

/* Time of this thread alone. */
static int64_t own_us(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void *work(void *user)
{
    struct svi_opener *opener = user;
    pthread_mutex_lock(&opener->lock);
    for (;;) {
        while (opener->job == NULL && !opener->closed) {
            pthread_cond_wait(&opener->changed, &opener->lock);
        }
        struct upload *job = opener->job;
        if (job == NULL) {
            break;
        }
        pthread_mutex_unlock(&opener->lock);
        const int64_t began_us = own_us();
        make_page(opener, job);
        const int64_t took_us = own_us() - began_us;
        pthread_mutex_lock(&opener->lock);
        opener->rest_until_us = svi_time_us() + RESTS * took_us;
        opener->job = NULL;
        job->made = true;
        MHD_resume_connection(job->connection); /* which may forget the job from here on */
    }
    pthread_mutex_unlock(&opener->lock);
    return NULL;
}

struct svi_opener *svi_opener_create(const char *site, const struct svi_hosts *hosts)
{
    struct svi_opener *opener = calloc(1, sizeof *opener);
    if (opener == NULL) {
        return NULL;
    }
    opener->site = site;
    opener->hosts = hosts;
    svi_out_text(&opener->links, "<nav class=\"league\" aria-label=\"League\"><a href=\"/\">"
                                 "Standings</a><a href=\"/open\">Open another</a></nav>\n");
    pthread_mutex_init(&opener->lock, NULL);
    pthread_cond_init(&opener->changed, NULL);
    if (pthread_create(&opener->thread, NULL, work, opener) != 0) {
        pthread_cond_destroy(&opener->changed);
        pthread_mutex_destroy(&opener->lock);
        svi_buf_finish(&opener->links);
        free(opener);
        return NULL;
    }
    return opener;
}

void svi_opener_close(struct svi_opener *opener)
{
    pthread_mutex_lock(&opener->lock);
    opener->closed = true;
    atomic_store(&opener->stop, true);
    pthread_cond_signal(&opener->changed);
    pthread_mutex_unlock(&opener->lock);
    (void)pthread_join(opener->thread, NULL);
}

void svi_opener_destroy(struct svi_opener *opener)
{
    pthread_cond_destroy(&opener->changed);
    pthread_mutex_destroy(&opener->lock);
    svi_buf_finish(&opener->links);
    free(opener);
}

void svi_opener_turn(struct svi_opener *opener)
{
    pthread_mutex_lock(&opener->lock);
    if (opener->job != NULL && svi_time_us() - opener->begun_us > ANALYSIS_US) {
        atomic_store(&opener->stop, true);
    }
    pthread_mutex_unlock(&opener->lock);
}

/* ---- requests -------------------------------------------------------------------------------- */

static enum MHD_Result take_part(void *user, enum MHD_ValueKind kind, const char *key,
                                 const char *filename, const char *type, const char *encoding,
                                 const char *bytes, uint64_t at, size_t size)
{
    struct upload *u = user;
    (void)kind;
    (void)type;
    (void)encoding;
    (void)at;
    if (strcmp(key, "game") != 0) {
        return MHD_YES;
    }
    if (filename != NULL && u->name[0] == '\0') {
        (void)snprintf(u->name, sizeof u->name, "%s", filename);
    }
    if (size > SVI_OPEN_BYTES - u->file.size) {
        u->too_large = true;
        return MHD_NO;
    }
    svi_buf_append(&u->file, bytes, size);
    return MHD_YES;
}

enum svi_opening svi_opener_begin(struct svi_opener *opener, struct MHD_Connection *connection,
                                  void **slot)
{
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
    if (!svi_hosts_is_own(opener->hosts,
                          MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin"),
                          MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host"))) {
        return SVI_OPENING_FOREIGN;
    }
    if (length == NULL || strlen(length) > 7 || strtoul(length, NULL, 10) > BODY_BYTES) {
        return SVI_OPENING_TOO_LARGE;
    }
    pthread_mutex_lock(&opener->lock);
    const bool full = opener->uploads == UPLOADS;
    opener->uploads += !full;
    pthread_mutex_unlock(&opener->lock);
    if (full) {
        return SVI_OPENING_BUSY;
    }
    struct upload *u = calloc(1, sizeof *u);
    if (u == NULL) {
        pthread_mutex_lock(&opener->lock);
        opener->uploads--;
        pthread_mutex_unlock(&opener->lock);
        return SVI_OPENING_FAILED;
    }
    u->opener = opener;
    u->connection = connection;
    u->form = MHD_create_post_processor(connection, PIECE, take_part, u);
    *slot = u;
    return SVI_OPENING_WAITS; /* what is no form of ours is an empty file */
}

/* Its body is there: its page is made as soon as nobody else's is. */
static enum svi_opening start(struct svi_opener *opener, struct upload *u)
{
    enum svi_opening opening = SVI_OPENING_BUSY;
    pthread_mutex_lock(&opener->lock);
    const int64_t now_us = svi_time_us();
    if (opener->job == NULL && !opener->closed && now_us >= opener->rest_until_us) {
        u->waits = true;
        opener->job = u;
        opener->begun_us = now_us;
        atomic_store(&opener->stop, false);
        MHD_suspend_connection(u->connection);
        pthread_cond_signal(&opener->changed);
        opening = SVI_OPENING_WAITS;
    }
    pthread_mutex_unlock(&opener->lock);
    return opening;
}

static bool is_made(struct upload *u)
{
    pthread_mutex_lock(&u->opener->lock);
    const bool made = u->made;
    pthread_mutex_unlock(&u->opener->lock);
    return made;
}

enum svi_opening svi_opener_go_on(void *slot, const char *bytes, size_t *size,
                                  struct svi_site_answer *answer, char error[SVI_OPENER_ERROR])
{
    struct upload *u = slot;
    if (*size > 0) {
        if (u->form != NULL && !u->too_large) {
            (void)MHD_post_process(u->form, bytes, *size);
        }
        *size = 0;
        return SVI_OPENING_WAITS;
    }
    if (u->too_large) {
        return SVI_OPENING_TOO_LARGE;
    }
    if (!u->waits) {
        return start(u->opener, u);
    }
    if (!is_made(u)) {
        return SVI_OPENING_WAITS;
    }
    *answer = u->answer;
    memcpy(error, u->error, SVI_OPENER_ERROR);
    u->answer.out = (struct svi_buf){0};
    return SVI_OPENING_IS_MADE;
}

void svi_opener_forget(void *slot)
{
    struct upload *u = slot;
    pthread_mutex_lock(&u->opener->lock);
    u->opener->uploads--;
    pthread_mutex_unlock(&u->opener->lock);
    if (u->form != NULL) {
        (void)MHD_destroy_post_processor(u->form);
    }
    svi_buf_finish(&u->answer.out);
    svi_buf_finish(&u->file);
    free(u);
}
