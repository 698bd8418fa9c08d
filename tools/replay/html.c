#include "tools/replay/html.h"

#include "memory/memory.h"
#include "tools/console/say.h"

#include <stdio.h>

#ifdef SOLVENT_SITE

#include "tools/console/help.h"
#include "tools/game_data/game_data.h"
#include "tools/replay/recorded.h"

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
    struct svi_buf lines = {0};
    const enum sv_status status = svi_game_data_put(&lines, &r->replay, &r->game, r->name);
    if (status == SV_OK) {
        d->failed = lines.failed || !pack(&d->packed, lines.data, lines.size);
    }
    svi_buf_finish(&lines);
    return status;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Appends the hash of a file. The page's policy allows its script and its style by their hashes and
 * nothing else. */
static void put_hash(struct svi_buf *out, const struct svi_page_file *file)
{
    svi_markup_hash(out, file->bytes, file->size);
}

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
    svi_out_text(out, " after ");
    svi_out_int(out, g->state.position.round);
    svi_out_text(out, g->state.position.round == 1 ? " round." : " rounds.");
}

/* Appends the title or, with `whole`, the card for links to the page. */
static void put_head(struct svi_buf *out, const struct data *d, bool whole)
{
    struct svi_buf title = {0}, about = {0};
    if (d->g != NULL) {
        put_title(&title, d->g);
        put_about(&about, d->g);
    } else {
        svi_out_text(&title, "Open a recorded game");
        svi_out_text(&about,
                     "Drop a recorded game here to step through it, with luck and analysis.");
    }
    char *name = svi_text_of(&title), *text = svi_text_of(&about);
    if (!whole) {
        svi_markup_text(out, name, false);
    } else {
        svi_card_put(out,
                     &(struct svi_card){name, text, d->served != NULL ? d->served->site : NULL});
    }
    free(name);
    free(text);
}

/* Appends the rules as WebAssembly, with which a page without a game plays the games it is
 * given. */
static void put_opener(struct svi_buf *out)
{
    svi_out_text(out, "<script type=\"application/octet-stream\" id=\"opener\">");
    svi_markup_base64(out, svi_page_opener.bytes, svi_page_opener.size);
    svi_out_text(out, "</script>\n");
}

static void put_word(struct svi_buf *out, const struct data *d, const char *word, size_t length)
{
    static const char *const words[] = {"title",  "style_hash",  "script_hash", "style",
                                        "script", "game",        "league",      "analysis_document",
                                        "card",   "wasm_policy", "opener"};
    unsigned i = 0;
    while (i < sizeof words / sizeof words[0] &&
           (strlen(words[i]) != length || memcmp(words[i], word, length) != 0)) {
        i++;
    }
    switch (i) {
    case 0:
        put_head(out, d, false);
        break;
    case 1:
        put_hash(out, &svi_page_style);
        break;
    case 2:
        put_hash(out, &svi_page_script);
        break;
    case 3:
        svi_buf_append(out, svi_page_style.bytes, svi_page_style.size);
        break;
    case 4:
        svi_buf_append(out, svi_page_script.bytes, svi_page_script.size);
        break;
    case 5:
        svi_markup_base64(out, d->packed.data, d->packed.size);
        break;
    case 6:
        if (d->served != NULL) {
            svi_buf_append(out, d->served->links->data, d->served->links->size);
        }
        break;
    case 7: /* a file has no server to link to */
        svi_out_text(out, d->served != NULL ? "<a href=\"/docs/ANALYSIS.html\">analysis</a>"
                                            : "<code>solvent help analysis</code>");
        break;
    case 8:
        put_head(out, d, true);
        break;
    case 9:
        svi_out_text(out, d->g == NULL ? WASM_POLICY : "");
        break;
    case 10:
        if (d->g == NULL) {
            put_opener(out);
        }
        break;
    default:
        break;
    }
}

/* Appends the template with each {{word}} filled in. */
static void put_page(struct svi_buf *out, const struct data *d)
{
    const char *text = (const char *)svi_page_template.bytes;
    for (const char *open = strstr(text, "{{"); open != NULL; open = strstr(text, "{{")) {
        const size_t length = strcspn(open + 2, "}");
        svi_buf_append(out, text, (size_t)(open - text));
        put_word(out, d, open + 2, length);
        text = open + 2 + length + 2;
    }
    svi_out_text(out, text);
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
    struct svi_buf page = {0};
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
    svi_buf_finish(&page);
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

void svi_replay_page_policy(bool opener, struct svi_buf *out)
{
    svi_out_text(out, "; img-src data:; script-src 'sha256-");
    put_hash(out, &svi_page_script);
    svi_out_text(out, opener ? "'" WASM_POLICY : "'");
    svi_out_text(out, "; style-src 'sha256-");
    put_hash(out, &svi_page_style);
    svi_out_char(out, '\'');
}

#else

enum svi_exit svi_replay_html(const char *name, const char *path)
{
    (void)name;
    (void)path;
    return svi_complain(SVI_EXIT_ENVIRONMENT, "--html: this build has no viewer (it was configured "
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
    return svi_fail(error, SV_E_UNKNOWN, "%s: this build has no viewer", name);
}

bool svi_replay_has_opener(void)
{
    return false;
}

void svi_replay_opener(const struct svi_replay_served *served, struct svi_buf *out)
{
    (void)served;
    (void)out;
}

void svi_replay_page_policy(bool opener, struct svi_buf *out)
{
    (void)opener;
    (void)out;
}

#endif
