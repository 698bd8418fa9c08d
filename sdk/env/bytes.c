/* What other languages cannot read off the headers. */
#include "game/pack.h"
#include "wire/edition_codec.h"

#include <solvent/env.h>
#include <solvent/observation.h>
#include <solvent/replay.h>
#include <solvent/scene.h>

#include <string.h>

enum sv_status sv_edition_decode(const uint8_t *bytes, size_t size, struct sv_edition *out)
{
    return svi_edition_decode(bytes, size, out, NULL);
}

size_t sv_edition_encode(const struct sv_edition *e, uint8_t *out, size_t room)
{
    struct svi_buf buf;
    size_t size = 0;
    svi_buf_init(&buf);
    svi_edition_encode(e, &buf);
    if (!buf.failed) {
        size = buf.size;
        memcpy(out, buf.data, size < room ? size : room);
    }
    svi_buf_finish(&buf);
    return size;
}

struct sv_rules *sv_edition_rules(struct sv_edition *e)
{
    return &e->rules;
}

size_t sv_struct_bytes(unsigned which)
{
    static const size_t bytes[] = {sizeof(struct sv_edition),     sizeof(struct sv_state),
                                   sizeof(struct sv_question),    sizeof(struct sv_answer),
                                   sizeof(struct sv_setup),       sizeof(struct sv_course),
                                   sizeof(struct sv_breach),      sizeof(struct sv_scene),
                                   sizeof(struct sv_observation), sizeof(struct sv_recorded)};
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
