#include "game/pack.h"
#include "wire/edition_codec.h"
#include "wire/event_codec.h"

#include <solvent/answers.h>
#include <solvent/ffi.h>
#include <solvent/observation.h>
#include <solvent/policy.h>
#include <solvent/replay.h>
#include <solvent/scene.h>
#include <solvent/text.h>

#include <stdlib.h>
#include <string.h>

/* ---- bytes ----------------------------------------------------------------------------------- */

enum sv_status sv_edition_decode(const uint8_t *bytes, size_t size, struct sv_edition *out)
{
    return svi_edition_decode(bytes, size, out, NULL);
}

size_t sv_edition_encode(const struct sv_edition *e, uint8_t *out, size_t room)
{
    SCOPED(svi_buf_finish) struct svi_buf buf;
    size_t size = 0;
    svi_buf_init(&buf);
    svi_edition_encode(e, &buf);
    if (!buf.failed) {
        size = buf.size;
        memcpy(out, buf.data, size < room ? size : room);
    }
    return size;
}

struct sv_rules *sv_edition_rules(struct sv_edition *e)
{
    return &e->rules;
}

size_t sv_struct_bytes(unsigned which)
{
    static const size_t bytes[] = {
        sizeof(struct sv_edition),  sizeof(struct sv_state),     sizeof(struct sv_question),
        sizeof(struct sv_answer),   sizeof(struct sv_setup),     sizeof(struct sv_course),
        sizeof(struct sv_breach),   sizeof(struct sv_scene),     sizeof(struct sv_observation),
        sizeof(struct sv_recorded), sizeof(struct sv_text_view), sizeof(struct sv_event),
        sizeof(struct sv_answers),  sizeof(struct sv_odds)};
    return which < sizeof bytes / sizeof *bytes ? bytes[which] : 0;
}

size_t sv_course_pack(const struct sv_state *st, uint8_t *out, size_t room)
{
    if (room >= SVI_COURSE_BYTES) {
        svi_course_pack(&st->course, out);
    }
    return SVI_COURSE_BYTES;
}

enum sv_status sv_course_unpack(const struct sv_edition *e, const struct sv_position *p,
                                unsigned asked, const uint8_t *bytes, size_t size,
                                struct sv_course *out)
{
    return size == SVI_COURSE_BYTES ? svi_course_unpack(e, p, asked, out, bytes) : SV_E_LENGTH;
}

/* ---- event log ------------------------------------------------------------------------------- */

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
    SCOPED(svi_buf_finish) struct svi_buf message = {0};
    size_t size = 0;
    svi_put_events(&message, match, &log->events, &from);
    if (!message.failed && message.size <= room) {
        size = message.size;
        log->told[seat] = from;
    }
    if (size != 0) {
        memcpy(out, message.data, size);
    }
    return size;
}

/* ---- history --------------------------------------------------------------------------------- */

void sv_history_told(struct sv_history *h, unsigned type, unsigned why, unsigned seat, unsigned to,
                     int32_t amount)
{
    sv_history_note(h, &(struct sv_event){.type = (uint8_t)type,
                                          .why = (uint8_t)why,
                                          .seat = (uint8_t)seat,
                                          .to = (uint8_t)to,
                                          .amount = amount});
}
