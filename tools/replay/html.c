#include "tools/replay/html.h"

#include "memory/memory.h"
#include "tools/console/say.h"

#include <stdio.h>

#ifdef SOLVENT_SITE

#include "tools/console/help.h"
#include "tools/game_data/game_data.h"
#include "tools/replay/exchanges.h"
#include "tools/replay/game_file.h"
#include "tools/replay/played.h"

#include "base/out.h"

#include <stdlib.h>
#include <string.h>
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
    struct svi_played_on *figures = NULL;
    const struct svi_game_mask *mask = d->served != NULL ? d->served->mask : NULL;
    enum sv_status status = svi_played_on_open(&figures, r->name, &r->replay.error);
    if (status == SV_OK && mask == NULL) {
        status = svi_exchanges_open(&kept, r->name, &r->replay.error);
    }
    const struct svi_game_exchanges exchanges = {svi_exchanges_json, kept};
    const struct svi_game_played played = {svi_played_on_json, figures};
    const struct svi_game_beside beside = {mask, kept != NULL ? &exchanges : NULL,
                                           figures != NULL ? &played : NULL};
    if (status == SV_OK) {
        status = svi_game_data_put(&lines, &r->replay, &r->game, r->name, &beside);
    }
    svi_exchanges_close(kept);
    svi_played_on_close(figures);
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

static enum svi_exit write_page(const char *path, const struct svi_buf *page)
{
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
    enum svi_exit status;
    struct svi_buf page = {0};
    if (!svi_replay_has_opener()) {
        return svi_complain(SVI_EXIT_ENVIRONMENT,
                            "--html: found no game, and this build has no page that opens any: "
                            "expected clang, lld, wasi-libc and libclang-rt-dev-wasm32 when it was "
                            "built");
    }
    svi_replay_opener(NULL, &page);
    status = page.failed ? svi_complain(SVI_EXIT_ENVIRONMENT, "%s: no memory for the page", path)
                         : write_page(path, &page);
    svi_buf_finish(&page);
    return status;
}

enum svi_exit svi_replay_html(const char *name, const char *path)
{
    enum svi_exit status;
    if (name == NULL) {
        return write_opener(path);
    }
    struct svi_recorded *r = svi_recorded_create(name, &status);
    if (r == NULL) {
        return status;
    }
    struct data d = {.g = &r->game};
    SCOPED(svi_buf_finish) struct svi_buf page = {0};
    if (pack_game(&d, r) != SV_OK) {
        status = svi_recorded_fault(r);
    } else {
        put_page(&page, &d);
        if (d.failed || page.failed) {
            status = svi_complain(SVI_EXIT_ENVIRONMENT, "%s: no memory for the page", name);
        } else {
            status = write_page(path, &page);
        }
    }
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
