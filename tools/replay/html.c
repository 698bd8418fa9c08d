#include "tools/replay/html.h"

#include "memory/memory.h"
#include "tools/console/say.h"

#include <stdio.h>

#ifdef SOLVENT_SITE

#include "store/store.h"
#include "store/store_results.h"
#include "tools/analysis/print.h"
#include "tools/console/help.h"
#include "tools/futures/futures.h"
#include "tools/game_data/game_data.h"
#include "tools/replay/exchanges.h"
#include "tools/replay/game_file.h"

#include "base/json.h"
#include "base/out.h"
#include "record/jsonl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* Source that the page that opens games needs in its content security policy, beside its script's
 * hash. */
#define WASM_POLICY " 'wasm-unsafe-eval'"

/* A page that is being made. */
struct data {
    const struct svi_game *g;               /* NULL: the page opens any game */
    const struct svi_replay_served *served; /* NULL: the page is a file */
    struct svi_buf packed; /* data of the game (tools/game_data), one zlib stream */
    bool failed;
};

/* ---- figures of games played on -------------------------------------------------------------- */

#define UNIT 100000 /* as on the page (tools/game_data) */

struct played_one {
    uint32_t number; /* of the decision */
    struct svi_stored_decision found;
};

struct played_on {
    struct played_one *list;
    size_t n, room;
    bool has_own[SV_MAX_SEATS];
    struct svi_own_game own[SV_MAX_SEATS];
};

static bool take(void *user, const struct svi_store_played_on *row)
{
    struct played_on *p = user;
    struct played_one one = {.number = row->decision};
    if (row->decision == 0 && row->seat < SV_MAX_SEATS) {
        p->has_own[row->seat] = svi_stored_get_own(row->found, row->size, &p->own[row->seat]);
    } else if (svi_stored_get_decision(row->found, row->size, &one.found)) {
        p->list = svi_grow(p->list, &p->room, p->n + 1, sizeof *p->list);
        p->list[p->n++] = one;
    }
    return true;
}

static void played_on_close(struct played_on *p)
{
    if (p != NULL) {
        free(p->list);
        free(p);
    }
}

/* Opens the figures that `what-if` and `analyse --depth play` have left of the game `name`
 * (game_file.h). *out is NULL if the game is in no store, and on errors. */
static enum sv_status played_on_open(struct played_on **out, const char *name,
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
    struct played_on *p = svi_new(1, sizeof *p);
    status = svi_store_played_on(store, number, take, p);
    if (status == SV_OK) {
        *out = p;
    } else {
        (void)svi_fail(error, status, "%s", svi_store_error(store));
        played_on_close(p);
    }
    svi_store_destroy(store);
    return status;
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
    svi_json_members(out, JSON_INT("n", d->event), JSON_TEXT("class", svi_class_name(p->class)));
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

static void put_decisions(const struct played_on *from, const struct svi_analysis *a,
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

/* Appends members of a JSON object, whose points are whole numbers of 1/100000:
 *
 *     "played":[{"n":event,"class":"mistake","cost":..,"half":..,"given":0,"best":3,
 *                "answers":[{"difference":..,"half":..,"futures":200,"answer":{...}},...]},...],
 *     "own":[{"points":..,"measured":..,"left_out":..}|null of seat 0,...]
 *
 * Answers that were not played on are left out. `half` is half the width of a 95% interval, or null
 * if all futures were alike. `own` has the points of a seat's decisions against learner's
 * (tools/analysis/own.h), or null if they were not measured. `a` is the analysis of the game at
 * depth quick, with which the same answers are found again; decisions of an earlier version that
 * finds others are left out. `user` is a struct played_on. */
static void played_on_json(void *user, const struct svi_analysis *a, struct svi_buf *out)
{
    const struct played_on *p = user;
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
        svi_json_members(out, JSON_INT("measured", measured),
                         JSON_INT("left_out", p->own[s].left_out));
        svi_out_char(out, '}');
    }
    svi_out_char(out, ']');
}

/* ---- the data -------------------------------------------------------------------------------- */

static bool pack(struct svi_buf *out, const uint8_t *bytes, size_t size)
{
    uLongf packed = compressBound(size);
    if (!svi_buf_reserve(out, packed) ||
        compress2(out->data, &packed, bytes, size, Z_BEST_COMPRESSION) != Z_OK) {
        return false;
    }
    out->size = packed;
    return true;
}

static enum sv_status pack_game(struct data *d, struct svi_recorded *r)
{
    SCOPED(svi_buf_finish) struct svi_buf lines = {0};
    struct svi_exchanges *kept = NULL;
    struct played_on *figures = NULL;
    const struct svi_game_mask *mask = d->served != NULL ? d->served->mask : NULL;
    enum sv_status status = played_on_open(&figures, r->name, &r->replay.error);
    if (status == SV_OK && mask == NULL) {
        status = svi_exchanges_open(&kept, r->name, &r->replay.error);
    }
    const struct svi_game_exchanges exchanges = {svi_exchanges_json, kept};
    const struct svi_game_played played = {played_on_json, figures};
    const struct svi_game_beside beside = {mask, kept != NULL ? &exchanges : NULL,
                                           figures != NULL ? &played : NULL};
    if (status == SV_OK) {
        status = svi_game_data_put(&lines, &r->replay, &r->game, r->name, &beside);
    }
    svi_exchanges_close(kept);
    played_on_close(figures);
    if (status == SV_OK) {
        d->failed = lines.failed || !pack(&d->packed, lines.data, lines.size);
    }
    return status;
}

/* ---- the page -------------------------------------------------------------------------------- */

static void put_title(struct svi_buf *out, const struct svi_game *g)
{
    for (unsigned s = 0; s < g->setup.seats; s++) {
        svi_out_text(out, s == 0 ? "" : ", ");
        svi_out_text(out, g->name[s]);
    }
    svi_out_text(out, " \xc2\xb7 ");
    svi_out_text(out, g->edition->title[0] != '\0' ? g->edition->title : g->edition->name);
}

/* Appends the result: "1. ann, 2. ben and dee, 4. cal after 87 rounds.". */
static void put_about(struct svi_buf *out, const struct svi_game *g)
{
    uint8_t places[SV_MAX_SEATS];
    sv_places(g->edition, &g->state.position, places);
    unsigned named = 0;
    for (unsigned place = 1; place <= g->setup.seats; place++) {
        bool shared = false;
        for (unsigned s = 0; s < g->setup.seats; s++) {
            if (places[s] == place) {
                svi_out_text(out, shared ? " and " : named > 0 ? ", " : "");
                if (!shared) {
                    svi_out_int(out, place);
                    svi_out_text(out, ". ");
                }
                svi_out_text(out, g->name[s]);
                shared = true;
                named++;
            }
        }
    }
    svi_out_format(out, " after %u round%s.", g->state.position.round,
                   g->state.position.round == 1 ? "" : "s");
}

/* Appends the rules as WebAssembly, with which a page without a game plays the games it is
 * given. */
static void put_opener(struct svi_buf *out)
{
    svi_out_text(out, "<script type=\"application/octet-stream\" id=\"opener\">");
    svi_markup_base64(out, svi_page_opener.bytes, svi_page_opener.size);
    svi_out_text(out, "</script>\n");
}

static const struct svi_page_kind kind = {&svi_page_template, &svi_page_style, &svi_page_script};

static void put_page(struct svi_buf *out, const struct data *d)
{
    /* A file has no server to link to. */
    const char *const guide = d->served != NULL ? "<a href=\"/docs/ANALYSIS.html\">analysis</a>"
                                                : "<code>solvent help analysis</code>";
    const struct svi_buf none = {0}, *const links = d->served != NULL ? d->served->links : &none;
    struct svi_buf name = {0}, about = {0}, game = {0}, rules = {0};
    svi_markup_base64(&game, d->packed.data, d->packed.size);
    if (d->g != NULL) {
        put_title(&name, d->g);
        put_about(&about, d->g);
    } else {
        svi_out_text(&name, "Open a recorded game");
        svi_out_text(&about,
                     "Drop a recorded game here to step through it, with luck and analysis.");
        put_opener(&rules);
    }
    SCOPED(scoped_free) char *title = svi_text_of(&name), *text = svi_text_of(&about);
    static const struct svi_replay_served file = {0};
    const struct svi_replay_served *const around = d->served != NULL ? d->served : &file;
    const struct svi_page_head head = {.title = title,
                                       .about = text,
                                       .site = around->site,
                                       .picture = around->picture,
                                       .more = d->g == NULL ? WASM_POLICY : NULL,
                                       .served = d->served != NULL};
    const struct svi_page_word words[] = {{"league", links->data, links->size},
                                          {"analysis_document", guide, strlen(guide)},
                                          {"game", game.data, game.size},
                                          {"opener", rules.data, rules.size}};
    svi_page_put(out, &kind, &head, words, sizeof words / sizeof *words);
    out->failed = out->failed || game.failed || rules.failed;
    svi_buf_finish(&game);
    svi_buf_finish(&rules);
}

/* Writes the page of the game `name`. */
static enum svi_exit write_page(const char *path, const char *name, const struct svi_buf *page)
{
    if (page->failed) {
        svi_die(SVI_EXIT_ENVIRONMENT, "%s: no memory for the page", name);
    }
    if (strcmp(path, "-") != 0) {
        return svi_say_file(path, page->data, page->size);
    }
    (void)fwrite(page->data, 1, page->size, stdout);
    return svi_say_done(SVI_EXIT_DONE);
}

bool svi_replay_has_opener(void)
{
    return svi_page_opener.size > 0;
}

void svi_replay_rules(struct svi_buf *out)
{
    svi_buf_append(out, svi_page_opener.bytes, svi_page_opener.size);
}

void svi_replay_opener(const struct svi_replay_served *served, struct svi_buf *out)
{
    const struct data d = {.served = served};
    put_page(out, &d);
}

static enum svi_exit write_opener(const char *path)
{
    SCOPED(svi_buf_finish) struct svi_buf page = {0};
    if (!svi_replay_has_opener()) {
        svi_die(SVI_EXIT_ENVIRONMENT,
                "--html: found no game, and this build has no page that opens any: expected clang, "
                "lld, wasi-libc and libclang-rt-dev-wasm32 when it was built");
    }
    svi_replay_opener(NULL, &page);
    return write_page(path, path, &page);
}

enum svi_exit svi_replay_html(const char *name, const char *path)
{
    if (name == NULL) {
        return write_opener(path);
    }
    struct svi_recorded *r = svi_recorded_create(name);
    struct data d = {.g = &r->game};
    SCOPED(svi_buf_finish) struct svi_buf page = {0};
    if (pack_game(&d, r) != SV_OK) {
        svi_recorded_fault(r);
    }
    put_page(&page, &d);
    page.failed |= d.failed;
    const enum svi_exit status = write_page(path, name, &page);
    svi_buf_finish(&d.packed);
    svi_recorded_destroy(r);
    return status;
}

enum sv_status svi_replay_page(const char *name, const uint8_t *bytes, size_t size,
                               const struct svi_replay_served *served, struct svi_buf *out,
                               struct svi_error *error)
{
    struct svi_recorded *r = svi_new(1, sizeof *r);
    r->name = name;
    svi_game_init(&r->game);
    struct data d = {.g = &r->game, .served = served};
    enum sv_status status = svi_replay_open(&r->replay, bytes, size);
    if (status == SV_OK) {
        status = pack_game(&d, r);
    }
    if (status != SV_OK) {
        (void)svi_fail(error, status, "%s: %s", name, r->replay.error.text);
    } else {
        put_page(out, &d);
        if (d.failed || out->failed || (served != NULL && served->links->failed)) {
            status = svi_fail(error, SV_E_SYSTEM, "%s: no memory for the page", name);
        }
    }
    svi_buf_finish(&d.packed);
    svi_recorded_destroy(r);
    return status;
}

void svi_replay_page_policy(struct svi_buf *out)
{
    svi_page_allow(out, &kind, "");
}

#else

enum svi_exit svi_replay_html(const char *name, const char *path)
{
    (void)name;
    (void)path;
    return svi_complain(SVI_EXIT_ENVIRONMENT, "--html: this build has no pages (it was configured "
                                              "with -DSOLVENT_SITE=OFF)");
}

enum sv_status svi_replay_page(const char *name, const uint8_t *bytes, size_t size,
                               const struct svi_replay_served *served, struct svi_buf *out,
                               struct svi_error *error)
{
    (void)bytes;
    (void)size;
    (void)served;
    (void)out;
    return svi_fail(error, SV_E_UNKNOWN, "%s: this build has no pages", name);
}

bool svi_replay_has_opener(void)
{
    return false;
}

void svi_replay_rules(struct svi_buf *out)
{
    (void)out;
}

void svi_replay_opener(const struct svi_replay_served *served, struct svi_buf *out)
{
    (void)served;
    (void)out;
}

void svi_replay_page_policy(struct svi_buf *out)
{
    (void)out;
}

#endif
