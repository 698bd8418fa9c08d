#include "tools/replay/html.h"

#include "tools/console/say.h"

#include <stdio.h>

#ifdef SOLVENT_VIEWER

#include "tools/console/card.h"
#include "tools/console/markup.h"
#include "tools/replay/html_analysis.h"
#include "tools/replay/html_luck.h"
#include "tools/replay/page_words.h"
#include "tools/replay/recorded.h"

#include "base/json.h"
#include "base/out.h"
#include "record/jsonl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* Lines are compressed in pieces of this size. */
#define PIECE (1u << 16)

/* Version of the first line and of what the program makes of the lines. */
#define PAGE_FORMAT 4

/* The game's data in the making, one zlib stream of JSON lines: first one about the page, the
 * edition and the words of the manifest; then every line of `--format jsonl`, questions in full as
 * with `--decisions`; last one that tells at which event each decision stands, and what chance gave
 * to whom (html_luck.h), and what decisions cost (html_analysis.h). */
struct data {
    const struct svi_game *g;
    const struct svi_replay_served *served; /* NULL: a file */
    struct svi_buf lines, packed;
    struct svi_buf steps; /* of the last line */
    z_stream stream;
    uint32_t n;
    uint32_t decisions, decision_n; /* seen so far, and where the last one stood */
    bool failed;
};

/* ---- the first line -------------------------------------------------------------------------- */

static void put_first_line(struct svi_buf *out, const struct svi_recorded *r)
{
    const struct svi_header *h = &r->replay.header;
    const char *slash = strrchr(r->name, '/');
    svi_out_char(out, '{');
    svi_json_int(out, "page", PAGE_FORMAT);
    svi_json_string(out, "program", h->program);
    svi_json_string(out, "source", slash != NULL ? slash + 1 : r->name);
    svi_json_key(out, "meta");
    svi_out_char(out, '{');
    for (unsigned i = 0; i < h->n_meta; i++) {
        svi_json_string(out, h->key[i], h->value[i]);
    }
    svi_out_char(out, '}');
    svi_page_put_words(out, &r->replay.edition);
    svi_out_text(out, "}\n");
}

/* ---- the data -------------------------------------------------------------------------------- */

/* Compresses the lines so far. */
static void pack(struct data *d, int flush)
{
    d->stream.next_in = d->lines.data;
    d->stream.avail_in = (uInt)d->lines.size;
    d->failed = d->failed || d->lines.failed;
    for (int status = Z_OK; !d->failed && status == Z_OK;) {
        uint8_t piece[PIECE];
        d->stream.next_out = piece;
        d->stream.avail_out = sizeof piece;
        status = deflate(&d->stream, flush);
        svi_buf_append(&d->packed, piece, sizeof piece - d->stream.avail_out);
        d->failed =
            d->packed.failed || (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR);
        if (flush == Z_NO_FLUSH && d->stream.avail_in == 0 && d->stream.avail_out != 0) {
            break;
        }
    }
    svi_buf_clear(&d->lines);
}

static void take_event(void *user, const struct sv_event *ev)
{
    struct data *d = user;
    const uint32_t n = d->n++;
    /* A forfeit is one decision of up to two events, an answer and the forfeit: the first one
     * stands for it. */
    if ((ev->type == SV_EVENT_ANSWER || ev->type == SV_EVENT_FORFEIT) &&
        d->g->decisions != d->decisions) {
        svi_out_text(&d->steps, d->decisions == 0 ? "" : ",");
        svi_out_int(&d->steps, n - d->decision_n);
        d->decisions = d->g->decisions;
        d->decision_n = n;
    }
    svi_jsonl_event(&d->lines, d->g, ev, n, true);
    if (d->lines.size >= PIECE) {
        pack(d, Z_NO_FLUSH);
    }
}

static enum sv_status pack_game(struct data *d, struct svi_recorded *r, const uint8_t *bytes,
                                size_t size)
{
    const struct sv_sink sink = {take_event, d};
    if (deflateInit(&d->stream, Z_BEST_COMPRESSION) != Z_OK) {
        d->failed = true;
        return SV_OK;
    }
    put_first_line(&d->lines, r);
    const enum sv_status status = svi_replay_run(&r->replay, &r->game, &sink);
    if (status == SV_OK) {
        svi_out_text(&d->lines, "{\"decision_steps\":[");
        svi_buf_append(&d->lines, d->steps.data, d->steps.size);
        svi_out_text(&d->lines, "],\"luck\":");
        svi_html_luck(&d->lines, bytes, size);
        svi_out_text(&d->lines, ",\"analysis\":");
        svi_html_analysis(&d->lines, bytes, size, d->served != NULL ? d->served->stop : NULL);
        svi_out_text(&d->lines, "}\n");
        d->failed = d->failed || d->steps.failed;
        pack(d, Z_FINISH);
    }
    (void)deflateEnd(&d->stream);
    return status;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* The page allows itself these two texts and nothing else, by their hashes. */
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

/* "1. ann, 2. ben and dee, 4. cal after 87 rounds." */
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

/* The title alone, or what links to the page say of it. */
static void put_head(struct svi_buf *out, const struct data *d, bool whole)
{
    struct svi_buf title = {0}, about = {0};
    put_title(&title, d->g);
    put_about(&about, d->g);
    svi_buf_byte(&title, 0);
    svi_buf_byte(&about, 0);
    if (title.failed || about.failed) {
        out->failed = true;
    } else if (!whole) {
        svi_markup_text(out, (const char *)title.data, false);
    } else {
        svi_card_put(out, &(struct svi_card){(const char *)title.data, (const char *)about.data,
                                             d->served != NULL ? d->served->site : NULL});
    }
    svi_buf_finish(&title);
    svi_buf_finish(&about);
}

static void put_word(struct svi_buf *out, const struct data *d, const char *word, size_t length)
{
    static const char *const words[] = {"title",  "style_hash", "script_hash", "style",
                                        "script", "game",       "league",      "analysis_document",
                                        "card"};
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
    case 7: /* a file has no server to lead to */
        svi_out_text(out, d->served != NULL ? "<a href=\"/docs/ANALYSIS.html\">analysis</a>"
                                            : "<code>solvent help analysis</code>");
        break;
    case 8:
        put_head(out, d, true);
        break;
    default:
        break;
    }
}

/* The template, each {{word}} filled in. */
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
    const bool to_stdout = strcmp(path, "-") == 0;
    errno = 0;
    FILE *file = to_stdout ? stdout : fopen(path, "wb");
    bool done =
        file != NULL && fwrite(page->data, 1, page->size, file) == page->size && fflush(file) == 0;
    const int error = errno;
    if (file != NULL && !to_stdout && fclose(file) != 0) {
        done = false;
    }
    if (!done) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s: cannot write: %s",
                            to_stdout ? "stdout" : path, strerror(error != 0 ? error : errno));
    }
    return SVI_EXIT_DONE;
}

static void finish(struct data *d)
{
    svi_buf_finish(&d->packed);
    svi_buf_finish(&d->steps);
    svi_buf_finish(&d->lines);
}

enum svi_exit svi_replay_html(const char *name, const char *path)
{
    enum svi_exit status;
    struct svi_recorded *r = svi_recorded_create(name, &status);
    if (r == NULL) {
        return status;
    }
    struct data d = {.g = &r->game};
    struct svi_buf page = {0};
    if (pack_game(&d, r, r->bytes.data, r->bytes.size) != SV_OK) {
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
    finish(&d);
    svi_recorded_destroy(r);
    return status;
}

enum sv_status svi_replay_page(const char *name, const uint8_t *bytes, size_t size,
                               const struct svi_replay_served *served, struct svi_buf *out,
                               char *error, size_t error_size)
{
    struct svi_recorded *r = calloc(1, sizeof *r);
    if (r == NULL) {
        (void)snprintf(error, error_size, "%s: no memory for the page", name);
        return SV_E_SYSTEM;
    }
    r->name = name;
    svi_game_init(&r->game);
    struct data d = {.g = &r->game, .served = served};
    enum sv_status status = svi_replay_open(&r->replay, bytes, size);
    if (status == SV_OK) {
        status = pack_game(&d, r, bytes, size);
    }
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s: %s", name, r->replay.error);
    } else {
        put_page(out, &d);
        if (d.failed || out->failed || (served != NULL && served->links->failed)) {
            (void)snprintf(error, error_size, "%s: no memory for the page", name);
            status = SV_E_SYSTEM;
        }
    }
    finish(&d);
    svi_recorded_destroy(r);
    return status;
}

void svi_replay_page_policy(struct svi_buf *out)
{
    svi_out_text(out, "; img-src data:; script-src 'sha256-");
    put_hash(out, &svi_page_script);
    svi_out_text(out, "'; style-src 'sha256-");
    put_hash(out, &svi_page_style);
    svi_out_char(out, '\'');
}

#else

enum svi_exit svi_replay_html(const char *name, const char *path)
{
    (void)name;
    (void)path;
    return svi_complain(SVI_EXIT_ENVIRONMENT, "--html: this build has no viewer (it was configured "
                                              "with -DSOLVENT_VIEWER=OFF)");
}

enum sv_status svi_replay_page(const char *name, const uint8_t *bytes, size_t size,
                               const struct svi_replay_served *served, struct svi_buf *out,
                               char *error, size_t error_size)
{
    (void)bytes;
    (void)size;
    (void)served;
    (void)out;
    (void)snprintf(error, error_size, "%s: this build has no viewer", name);
    return SV_E_UNKNOWN;
}

void svi_replay_page_policy(struct svi_buf *out)
{
    (void)out;
}

#endif
