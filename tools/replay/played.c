#include "tools/replay/played.h"

#include "memory/memory.h"
#include "store/store.h"
#include "store/store_results.h"
#include "tools/analysis/print.h"
#include "tools/futures/futures.h"

#include "base/json.h"
#include "base/out.h"
#include "record/jsonl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNIT 100000 /* as on the page (tools/game_data) */

struct one {
    uint32_t number; /* of the decision */
    struct svi_stored_decision found;
};

struct svi_played_on {
    struct one *list;
    size_t n, room;
    bool has_own[SV_MAX_SEATS];
    struct svi_own_game own[SV_MAX_SEATS];
};

static bool take(void *user, const struct svi_store_played_on *row)
{
    struct svi_played_on *p = user;
    struct one one = {.number = row->decision};
    if (row->decision == 0 && row->seat < SV_MAX_SEATS) {
        p->has_own[row->seat] = svi_stored_get_own(row->found, row->size, &p->own[row->seat]);
    } else if (svi_stored_get_decision(row->found, row->size, &one.found)) {
        p->list = svi_grow(p->list, &p->room, p->n + 1, sizeof *p->list);
        p->list[p->n++] = one;
    }
    return true;
}

enum sv_status svi_played_on_open(struct svi_played_on **out, const char *name,
                                  struct svi_error *error)
{
    char path[4096];
    uint64_t number;
    struct svi_store *store;
    *out = NULL;
    if (access(name, F_OK) == 0 || !svi_store_split(name, path, sizeof path, &number)) {
        return SV_OK;
    }
    enum sv_status status = svi_store_create_reader(&store, path, error);
    if (status != SV_OK) {
        return status;
    }
    struct svi_played_on *p = svi_new(1, sizeof *p);
    status = svi_store_played_on(store, number, take, p);
    if (status == SV_OK) {
        *out = p;
    } else {
        (void)svi_fail(error, status, "%s", svi_store_error(store));
        svi_played_on_close(p);
    }
    svi_store_destroy(store);
    return status;
}

void svi_played_on_close(struct svi_played_on *p)
{
    if (p != NULL) {
        free(p->list);
        free(p);
    }
}

static void put_points(struct svi_buf *out, const char *key, double points)
{
    svi_json_int(out, key, llround(points * UNIT));
}

static void put_half(struct svi_buf *out, double se)
{
    if (se > 0) {
        put_points(out, "half", 1.96 * se);
    } else {
        svi_json_key(out, "half");
        svi_out_text(out, "null");
    }
}

/* Begins an object in a list, all on one line, as the page splits its data into lines. */
static void begin_item(struct svi_buf *out)
{
    svi_out_text(out, out->data != NULL && out->data[out->size - 1] == '[' ? "{" : ",{");
}

/* Returns whether the best answer is the one that was kept. */
static bool is_same(const struct svi_analysis *a, const struct svi_played *p,
                    const struct svi_stored_decision *kept)
{
    struct svi_buf words = {0};
    svi_analysis_answer(a, p->decision, &p->answer[p->best].answer, &words);
    const size_t size = strlen(kept->best_words); /* long words are kept in part */
    const bool same = words.size >= size && memcmp(words.data, kept->best_words, size) == 0;
    svi_buf_finish(&words);
    return same;
}

static void put_decision(const struct svi_analysis *a, const struct svi_played *p,
                         struct svi_buf *out)
{
    const struct svi_decision *d = &a->decisions.list[p->decision];
    unsigned best = 0, n = 0;
    begin_item(out);
    svi_json_int(out, "n", d->event);
    svi_json_string(out, "class", svi_class_name(p->class));
    put_points(out, "cost", p->cost);
    put_half(out, p->se);
    svi_json_key(out, "answers");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < p->n; i++) {
        if (i == p->given || p->answer[i].futures > 0) {
            best = i == p->best ? n : best;
            n++;
            begin_item(out);
            put_points(out, "difference", p->answer[i].difference);
            put_half(out, p->answer[i].se);
            svi_json_int(out, "futures", p->answer[i].futures);
            svi_json_key(out, "answer");
            svi_jsonl_answer(out, &d->position, &p->answer[i].answer);
            svi_out_char(out, '}');
        }
    }
    svi_out_char(out, ']');
    svi_json_int(out, "given", p->given); /* it comes first, and is always shown */
    svi_json_int(out, "best", best);
    svi_out_char(out, '}');
}

static void put_decisions(const struct svi_played_on *from, const struct svi_analysis *a,
                          struct svi_buf *out)
{
    uint32_t at = 0;
    for (size_t k = 0; k < from->n; k++) { /* rows and decisions are in the order of the game */
        struct svi_played p;
        for (uint32_t i = 0; i < a->decisions.n; i++) {
            at = a->decisions.list[i].number == from->list[k].number ? i : at;
        }
        if (a->decisions.list[at].number == from->list[k].number) {
            svi_played_begin(&p, a, at, 0);
            if (svi_played_restore(&p, &from->list[k].found) &&
                is_same(a, &p, &from->list[k].found)) {
                put_decision(a, &p, out);
            }
            svi_played_finish(&p);
        }
    }
}

void svi_played_on_json(void *user, const struct svi_analysis *a, struct svi_buf *out)
{
    const struct svi_played_on *p = user;
    svi_json_key(out, "played");
    svi_out_char(out, '[');
    put_decisions(p, a, out);
    svi_out_char(out, ']');
    svi_json_key(out, "own");
    for (unsigned s = 0; s < a->decisions.seats; s++) {
        double points = 0;
        uint32_t measured = 0;
        svi_out_char(out, s == 0 ? '[' : ',');
        if (!p->has_own[s]) {
            svi_out_text(out, "null");
            continue;
        }
        for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
            points += p->own[s].points[k];
            measured += p->own[s].measured[k];
        }
        svi_out_char(out, '{');
        put_points(out, "points", points);
        svi_json_int(out, "measured", measured);
        svi_json_int(out, "left_out", p->own[s].left_out);
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}
