#include "tools/game_data/game_data.h"

#include "tools/game_data/analysis.h"
#include "tools/game_data/luck.h"
#include "tools/game_data/words.h"

#include "base/json.h"
#include "base/out.h"
#include "record/jsonl.h"

#include <string.h>

/* Version of the first line and of what the program makes of the lines. */
#define PAGE_FORMAT 4

struct telling {
    const struct svi_game *g;
    struct svi_buf *out;
    struct svi_buf steps; /* of the last line */
    uint32_t n;
    uint32_t decisions, decision_n; /* seen so far, and where the last one stood */
};

static void put_first_line(struct svi_buf *out, const struct svi_replay *r, const char *name)
{
    const struct svi_header *h = &r->header;
    const char *slash = strrchr(name, '/');
    svi_out_char(out, '{');
    svi_json_int(out, "page", PAGE_FORMAT);
    svi_json_string(out, "program", h->program);
    svi_json_string(out, "source", slash != NULL ? slash + 1 : name);
    svi_json_key(out, "meta");
    svi_out_char(out, '{');
    for (unsigned i = 0; i < h->n_meta; i++) {
        svi_json_string(out, h->key[i], h->value[i]);
    }
    svi_out_char(out, '}');
    svi_game_data_words(out, &r->edition);
    svi_out_text(out, "}\n");
}

static void take_event(void *user, const struct sv_event *ev)
{
    struct telling *t = user;
    const uint32_t n = t->n++;
    /* A forfeit is one decision of up to two events, an answer and the forfeit: the first one
     * stands for it. */
    if ((ev->type == SV_EVENT_ANSWER || ev->type == SV_EVENT_FORFEIT) &&
        t->g->decisions != t->decisions) {
        svi_out_text(&t->steps, t->decisions == 0 ? "" : ",");
        svi_out_int(&t->steps, n - t->decision_n);
        t->decisions = t->g->decisions;
        t->decision_n = n;
    }
    svi_jsonl_event(t->out, t->g, ev, n, true);
}

enum sv_status svi_game_data_put(struct svi_buf *out, struct svi_replay *r, struct svi_game *g,
                                 const char *name)
{
    struct telling t = {.g = g, .out = out};
    const struct sv_sink sink = {take_event, &t};
    put_first_line(out, r, name);
    const enum sv_status status = svi_replay_run(r, g, &sink);
    if (status == SV_OK) {
        svi_out_text(out, "{\"decision_steps\":[");
        svi_buf_append(out, t.steps.data, t.steps.size);
        svi_out_text(out, "],\"luck\":");
        svi_game_data_luck(out, r->bytes, r->size);
        svi_out_text(out, ",\"analysis\":");
        svi_game_data_analysis(out, r->bytes, r->size);
        svi_out_text(out, "}\n");
    }
    out->failed = out->failed || t.steps.failed;
    svi_buf_finish(&t.steps);
    return status;
}
