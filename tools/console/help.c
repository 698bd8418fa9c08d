#include "tools/console/help.h"

#include "base/buf.h"
#include "base/out.h"
#include "base/utf8.h"

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_AT_MOST 28u /* rightmost column at which an option's text begins */

void svi_help_fill(const char *text, unsigned at, FILE *out)
{
    unsigned column = at;
    while (*text != '\0') {
        const unsigned size = (unsigned)strcspn(text, " \n");
        if (column > at && column + 1 + size > SVI_HELP_WIDTH) {
            (void)fprintf(out, "\n%*s", (int)at, "");
            column = at;
        } else if (column > at) {
            (void)fputc(' ', out);
            column++;
        }
        (void)fwrite(text, 1, size, out);
        column += size;
        text += size;
        text += strspn(text, " \n");
    }
    (void)fputc('\n', out);
}

/* Prints paragraphs, filled; lines that begin with a blank stay unchanged. */
static void print_prose(const char *text, FILE *out)
{
    char paragraph[4096];
    while (*text != '\0') {
        size_t size = 0;
        if (*text == ' ' || *text == '\n') {
            const char *end = strchr(text, '\n');
            size = end != NULL ? (size_t)(end - text) + 1 : strlen(text);
            (void)fwrite(text, 1, size, out);
            (void)fputs(end == NULL ? "\n" : "", out);
            text += size;
            continue;
        }
        while (text[size] != '\0' &&
               !(text[size] == '\n' && (text[size + 1] == '\n' || text[size + 1] == ' '))) {
            size++;
        }
        (void)snprintf(paragraph, sizeof paragraph, "%.*s", (int)size, text);
        svi_help_fill(paragraph, 0, out);
        text += size;
        text += *text == '\n';
    }
}

/* Writes the left column: "  -f, --format FORMAT". */
static void write_left(const struct svi_option *o, char *text, size_t size)
{
    if (o->letter != 0) {
        (void)snprintf(text, size, "  -%c, --%s%s%s", o->letter, o->name,
                       o->value != NULL ? " " : "", o->value != NULL ? o->value : "");
    } else {
        (void)snprintf(text, size, "      --%s%s%s", o->name, o->value != NULL ? " " : "",
                       o->value != NULL ? o->value : "");
    }
}

static unsigned widest(const struct svi_option *o, unsigned least)
{
    char left[128];
    for (; o != NULL && o->text != NULL; o++) {
        if (o->name != NULL) {
            write_left(o, left, sizeof left);
            const unsigned size = (unsigned)strlen(left) + 2;
            least = size > least && size <= TEXT_AT_MOST ? size : least;
        }
    }
    return least;
}

static void print_options(const struct svi_option *o, unsigned at, bool full, FILE *out)
{
    char left[128], text[1024];
    for (; o != NULL && o->text != NULL; o++) {
        if (o->name == NULL) {
            (void)fprintf(out, "\n%s:\n", o->text);
            continue;
        }
        write_left(o, left, sizeof left);
        if (strlen(left) + 2 > at) {
            (void)fprintf(out, "%s\n%*s", left, (int)at, "");
        } else {
            (void)fprintf(out, "%-*s", (int)at, left);
        }
        const size_t first = strcspn(o->text, "\n");
        (void)snprintf(text, sizeof text, "%.*s%s%s", (int)first, o->text,
                       full && o->text[first] != '\0' ? ". " : "",
                       full && o->text[first] != '\0' ? o->text + first + 1 : "");
        svi_help_fill(text, at, out);
    }
}

/* Prints lines: `before` precedes the first and `later` every further line. */
static void print_lines(const char *text, const char *before, const char *later, FILE *out)
{
    while (*text != '\0') {
        const size_t size = strcspn(text, "\n");
        (void)fprintf(out, "%s%.*s\n", before, (int)size, text);
        before = later;
        text += size;
        text += *text == '\n';
    }
}

/* Prints the first two examples, or all. A remark belongs to the example below it, and a line that
 * ends with a backslash continues. */
static void print_examples(const char *text, bool full, FILE *out)
{
    unsigned n = 0;
    while (*text != '\0' && (full || n < 2)) {
        const size_t size = strcspn(text, "\n");
        (void)fprintf(out, "  %.*s\n", (int)size, text);
        n += *text != '#' && text[size - 1] != '\\';
        text += size;
        text += *text == '\n';
    }
}

static void print_parts(const struct svi_command *const *parts, FILE *out)
{
    unsigned at = 0;
    for (size_t i = 0; parts[i] != NULL; i++) {
        const unsigned size = (unsigned)strlen(parts[i]->name) + 4;
        at = size > at ? size : at;
    }
    (void)fputc('\n', out);
    for (size_t i = 0; parts[i] != NULL; i++) {
        if (!parts[i]->rare) {
            (void)fprintf(out, "  %-*s", (int)at - 2, parts[i]->name);
            svi_help_fill(parts[i]->brief, at, out);
        }
    }
    const char *before = "\nLess often: ";
    for (size_t i = 0; parts[i] != NULL; i++) {
        if (parts[i]->rare) {
            (void)fprintf(out, "%s%s", before, parts[i]->name);
            before = ", ";
        }
    }
    (void)fputs(*before == ',' ? "\n" : "", out);
}

static void print_exits(const struct svi_command *c, FILE *out)
{
    bool titled = false;
    for (unsigned i = 0; i < sizeof c->exits / sizeof c->exits[0]; i++) {
        if (c->exits[i] != NULL) {
            (void)fprintf(out, "%s  %u  ", titled ? "" : "\nExit status:\n", i);
            svi_help_fill(c->exits[i], 5, out);
            titled = true;
        }
    }
}

static void print_usage(const struct svi_command *c, const char *name, FILE *out)
{
    char before[96], later[96];
    const char *operands = c->operands != NULL ? c->operands : c->parts != NULL ? "COMMAND" : "";
    (void)snprintf(before, sizeof before, "Usage: %s %s", name,
                   c->parts != NULL    ? ""
                   : *operands != '\0' ? "[OPTION...] "
                                       : "[OPTION...]\n");
    (void)snprintf(later, sizeof later, "  or:  %s %s", name,
                   c->parts != NULL ? "" : "[OPTION...] ");
    if (*operands == '\0') {
        (void)fputs(before, out);
    }
    print_lines(operands, before, later, out);
    (void)fprintf(out, "\n%c%s.\n", c->brief[0] & ~0x20, c->brief + 1);
}

/* Prints the text that only the man page and --full have. */
static void print_text(const struct svi_command *c, FILE *out)
{
    if (c->text != NULL) {
        (void)fputc('\n', out);
        print_prose(c->text, out);
    }
    if (c->more != NULL) {
        SCOPED(scoped_free) char *more = c->more();
        (void)fputc('\n', out);
        print_prose(more != NULL ? more : "no memory", out);
    }
}

/* Prints where the reader finds more. */
static void print_topic(const struct svi_command *c, const char *name, bool full, FILE *out)
{
    const char *rest = strchr(name, ' '); /* without "solvent" */
    (void)fputs("\nMore: ", out);
    if (rest != NULL && !full && (c->text != NULL || c->more != NULL)) {
        (void)fprintf(out, "solvent help --full%s; ", rest);
    }
    (void)fprintf(out, "solvent help%s%s\n", c->topic != NULL ? " " : "",
                  c->topic != NULL ? c->topic : "");
}

void svi_help_print(const struct svi_command *c, const char *name, bool full, FILE *out)
{
    const unsigned at = widest(c->options, widest(svi_common_options, 0));
    print_usage(c, name, out);
    if (c->note != NULL) {
        print_prose(c->note, out);
    }
    if (c->parts != NULL) {
        print_parts(c->parts, out);
    }
    (void)fputc('\n', out);
    print_options(c->options, at, full, out);
    /* An empty line separates the common options from the command's own. */
    (void)fputs(svi_options_have_heading(c->options) ? "\n" : "", out);
    print_options(svi_common_options, at, full, out);
    if (full) {
        print_text(c, out);
    }
    if (c->examples != NULL) {
        (void)fputs("\nExamples:\n", out);
        print_examples(c->examples, full, out);
    }
    print_exits(c, out);
    print_topic(c, name, full, out);
}

/* ---- markup ---------------------------------------------------------------------------------- */

void svi_markup_text(struct svi_buf *out, const char *text, bool prose)
{
    static const char special[] = "&<>\"'";
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t left = strlen(text); left > 0;) {
        const uint8_t *at = (const uint8_t *)text;
        const unsigned size = prose ? svi_prose_character(at, left) : svi_text_character(at, left);
        const char *found = size == 1 ? strchr(special, *text) : NULL;
        if (found != NULL || size == 0) {
            svi_out_text(out, found != NULL ? names[found - special] : "?");
        } else {
            svi_buf_append(out, text, size);
        }
        text += size > 0 ? size : 1;
        left -= size > 0 ? size : 1;
    }
}

void svi_markup_base64(struct svi_buf *out, const void *bytes, size_t size)
{
    const size_t length = sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL);
    if (svi_buf_reserve(out, length)) {
        (void)sodium_bin2base64((char *)out->data + out->size, length, bytes, size,
                                sodium_base64_VARIANT_ORIGINAL);
        out->size += length - 1;
    }
}

void svi_markup_hash(struct svi_buf *out, const void *bytes, size_t size)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    (void)crypto_hash_sha256(hash, bytes, size);
    svi_markup_base64(out, hash, sizeof hash);
}

/* ---- page files ------------------------------------------------------------------------------ */

void svi_page_fill(struct svi_buf *out, const struct svi_page_file *page,
                   const struct svi_page_word word[], size_t n)
{
    const char *text = (const char *)page->bytes;
    for (const char *open = strstr(text, "{{"); open != NULL; open = strstr(text, "{{")) {
        const size_t length = strcspn(open + 2, "}");
        svi_buf_append(out, text, (size_t)(open - text));
        for (size_t i = 0; i < n; i++) {
            if (strlen(word[i].name) == length && memcmp(word[i].name, open + 2, length) == 0) {
                svi_buf_append(out, word[i].bytes, word[i].size);
            }
        }
        text = open + 2 + length + 2;
    }
    svi_out_text(out, text);
}

/* ---- card ------------------------------------------------------------------------------------ */

/* Appends <meta ATTRIBUTE content="TEXT MORE">. */
static void put_meta(struct svi_buf *out, const char *attribute, const char *text, const char *more)
{
    svi_out_text(out, "<meta ");
    svi_out_text(out, attribute);
    svi_out_text(out, " content=\"");
    svi_markup_text(out, text, false);
    svi_markup_text(out, more, false);
    svi_out_text(out, "\">\n");
}

void svi_card_put(struct svi_buf *out, const struct svi_card *card)
{
    put_meta(out, "name=\"description\"", card->about, "");
    put_meta(out, "property=\"og:site_name\"", "Solvent", "");
    put_meta(out, "property=\"og:type\"", "website", "");
    put_meta(out, "property=\"og:title\"", card->title, "");
    put_meta(out, "property=\"og:description\"", card->about, "");
    const bool own = card->picture != NULL;
    if (card->site != NULL) {
        put_meta(out, "property=\"og:image\"", card->site, own ? card->picture : "docs/game.png");
        put_meta(out, "property=\"og:image:width\"", own ? "1200" : "1280", "");
        put_meta(out, "property=\"og:image:height\"", own ? "630" : "800", "");
        put_meta(out, "property=\"og:image:alt\"",
                 own ? card->about
                     : "A game on its page: the board, the players and their worth over time",
                 "");
        put_meta(out, "name=\"twitter:card\"", "summary_large_image", "");
    }
}

/* ---- pages ----------------------------------------------------------------------------------- */

#define WORDS 16u

void svi_page_path(const struct svi_page_file *file, const char *ending, char path[SVI_PAGE_PATH])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    char name[17];
    (void)crypto_hash_sha256(hash, file->bytes, file->size);
    (void)sodium_bin2hex(name, sizeof name, hash, sizeof name / 2);
    (void)snprintf(path, SVI_PAGE_PATH, "/site/%s.%s", name, ending);
}

/* Appends a file as an element of this name, or a link to it. */
static void put_file(struct svi_buf *out, const struct svi_page_file *file, bool is_script,
                     bool served)
{
    char path[SVI_PAGE_PATH];
    if (!served) {
        svi_out_text(out, is_script ? "<script>" : "<style>");
        svi_buf_append(out, file->bytes, file->size);
        svi_out_text(out, is_script ? "</script>" : "</style>");
        return;
    }
    svi_page_path(file, is_script ? "js" : "css", path);
    svi_out_text(out, is_script ? "<script src=\"" : "<link rel=\"stylesheet\" href=\"");
    svi_out_text(out, path);
    svi_out_text(out, "\" integrity=\"sha256-");
    svi_markup_hash(out, file->bytes, file->size);
    svi_out_text(out, is_script ? "\"></script>" : "\">");
}

void svi_page_allow(struct svi_buf *out, const struct svi_page_kind *kind, const char *more)
{
    svi_out_text(out, "; img-src data:; script-src 'sha256-");
    svi_markup_hash(out, kind->script->bytes, kind->script->size);
    svi_out_char(out, '\'');
    svi_out_text(out, more);
    svi_out_text(out, "; style-src 'sha256-");
    svi_markup_hash(out, kind->style->bytes, kind->style->size);
    svi_out_char(out, '\'');
}

void svi_page_put(struct svi_buf *out, const struct svi_page_kind *kind,
                  const struct svi_page_head *head, const struct svi_page_word word[], size_t n)
{
    enum { TITLE, CARD, POLICY, STYLE, SCRIPT, OWN };
    static const char *const names[OWN] = {"title", "card", "policy", "style", "script"};
    struct svi_page_word words[WORDS];
    struct svi_buf own[OWN] = {{0}};
    svi_markup_text(&own[TITLE], head->title, false);
    if (head->about != NULL) {
        svi_card_put(&own[CARD],
                     &(struct svi_card){head->title, head->about, head->site, head->picture});
    }
    if (!head->served) {
        svi_out_text(&own[POLICY], "<meta http-equiv=\"Content-Security-Policy\" "
                                   "content=\"default-src 'none'; base-uri 'none'; form-action "
                                   "'none'");
        svi_page_allow(&own[POLICY], kind, head->more != NULL ? head->more : "");
        svi_out_text(&own[POLICY], "\">\n");
    }
    put_file(&own[STYLE], kind->style, false, head->served);
    if (kind->script != NULL) {
        put_file(&own[SCRIPT], kind->script, true, head->served);
    }
    for (unsigned k = 0; k < OWN; k++) {
        words[k] = (struct svi_page_word){names[k], own[k].data, own[k].size};
    }
    for (size_t k = 0; k < n && k < WORDS - OWN; k++) {
        words[OWN + k] = word[k];
    }
    svi_page_fill(out, kind->page, words, OWN + (n < WORDS - OWN ? n : WORDS - OWN));
    for (unsigned k = 0; k < OWN; k++) {
        out->failed = out->failed || own[k].failed;
        svi_buf_finish(&own[k]);
    }
}
