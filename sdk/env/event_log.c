#include "wire/event_codec.h"

#include <solvent/env.h>

#include <stdlib.h>
#include <string.h>

struct sv_event_log {
    struct svi_event_log events;
    struct svi_event_mark told[SV_MAX_SEATS];
    struct sv_sink sink;
};

static void take(void *user, const struct sv_event *ev)
{
    struct sv_event_log *log = user;
    svi_event_log_add(&log->events, ev);
}

struct sv_event_log *sv_event_log_create(void)
{
    struct sv_event_log *log = calloc(1, sizeof *log);
    if (log != NULL) {
        log->sink = (struct sv_sink){take, log};
    }
    return log;
}

void sv_event_log_destroy(struct sv_event_log *log)
{
    if (log != NULL) {
        svi_event_log_finish(&log->events);
        free(log);
    }
}

const struct sv_sink *sv_event_log_sink(struct sv_event_log *log)
{
    return &log->sink;
}

size_t sv_event_log_tell(struct sv_event_log *log, unsigned seat, uint64_t match, uint8_t *out,
                         size_t room)
{
    struct svi_event_mark from = log->told[seat];
    struct svi_buf message = {0};
    size_t size = 0;
    svi_put_events(&message, match, &log->events, &from);
    if (!message.failed && message.size <= room) {
        size = message.size;
        log->told[seat] = from;
    }
    if (size != 0) {
        memcpy(out, message.data, size);
    }
    svi_buf_finish(&message);
    return size;
}
