#include "tools/game_data/luck.h"

#include "base/json.h"
#include "base/out.h"
#include "luck/replay_luck.h"

/* Of the page's points in one point. */
#define UNIT 100000

struct telling {
    struct svi_buf *out; /* of the events alone */
    unsigned seats;
    bool any;
};

static int64_t rounded(double points)
{
    const double units = points * UNIT;
    return (int64_t)(units < 0 ? units - 0.5 : units + 0.5);
}

static void take_event(void *user, const struct svi_luck_event *event)
{
    struct telling *t = user;
    bool any = false;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        any = any || rounded(event->points[s]) != 0;
    }
    if (!any) {
        return;
    }
    svi_out_text(t->out, t->any ? ",[" : "[");
    t->any = true;
    svi_out_int(t->out, event->at);
    for (unsigned s = 0; s < t->seats; s++) {
        svi_out_char(t->out, ',');
        svi_out_int(t->out, rounded(event->points[s]));
    }
    svi_out_char(t->out, ']');
}

static void put_seats(struct svi_buf *out, const struct svi_game_luck *luck)
{
    const int32_t part = SVI_LUCK_UNIT / UNIT;
    svi_out_char(out, '{');
    svi_json_bool(out, "stopped", luck->stopped);
    svi_json_key(out, "seats");
    for (unsigned s = 0; s < luck->seats; s++) {
        svi_out_text(out, s == 0 ? "[{" : ",{");
        svi_json_int(out, "luck", luck->seat[s].luck / part);
        svi_json_int(out, "sd", (int64_t)luck->seat[s].sd / part);
        svi_json_int(out, "skill", luck->seat[s].skill / part);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

void svi_game_data_luck(struct svi_buf *out, const uint8_t *replay, size_t size)
{
    struct svi_replay_luck *r = svi_replay_luck_create();
    struct svi_replay head;
    struct svi_buf events = {0};
    struct telling telling = {.out = &events};
    const struct svi_luck_sink sink = {.fn = take_event, .user = &telling};
    struct svi_game_luck luck;
    if (r != NULL && svi_replay_open(&head, replay, size) == SV_OK) {
        telling.seats = head.header.setup.seats;
        if (svi_replay_luck_read(r, replay, size, &sink, &luck) == SV_OK && !events.failed) {
            put_seats(out, &luck);
            svi_json_key(out, "events");
            svi_out_char(out, '[');
            svi_buf_append(out, events.data, events.size);
            svi_out_text(out, "]}");
            svi_buf_finish(&events);
            svi_replay_luck_destroy(r);
            return;
        }
    }
    svi_out_text(out, "null");
    svi_buf_finish(&events);
    svi_replay_luck_destroy(r);
}
