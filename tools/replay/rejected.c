#include "tools/replay/rejected.h"

#include "base/out.h"
#include "record/replay.h"
#include "record/text.h"

#include <stdlib.h>

struct rejected_list {
    struct svi_game game;
    struct svi_replay replay;
    struct svi_buf *out;
    const char *before;
    uint32_t n; /* of the next event */
    unsigned found, most;
};

static void take_event(void *user, const struct sv_event *ev)
{
    struct rejected_list *s = user;
    const uint32_t n = s->n++;
    if (ev->type != SV_EVENT_REFUSED || s->found++ >= s->most) {
        return;
    }
    svi_out_text(s->out, s->before);
    svi_text_event(s->out, &s->game, ev, n, false);
}

void svi_replay_rejected(struct svi_buf *out, const uint8_t *bytes, size_t size, unsigned most,
                         const char *before)
{
    struct rejected_list *s = malloc(sizeof *s);
    if (s == NULL) {
        out->failed = true;
        return;
    }
    s->out = out;
    s->before = before;
    s->most = most;
    s->n = s->found = 0;
    svi_game_init(&s->game);
    if (svi_replay_open(&s->replay, bytes, size) == SV_OK) {
        (void)svi_replay_run(&s->replay, &s->game, &(struct sv_sink){take_event, s});
    }
    if (s->found > most) {
        svi_out_text(out, before);
        svi_out_int(out, s->found - most);
        svi_out_text(out, " more: `solvent replay` shows them\n");
    }
    svi_game_finish(&s->game);
    free(s);
}
