#include "tools/serve/documents.h"

#include "memory/memory.h"
#include "tools/console/help.h"
#include "tools/documents/documents.h"
#include "tools/report/report.h"

#include "base/out.h"

#include <stdlib.h>
#include <string.h>

#define MAP "README" /* the document that leads to the others */

static void put_list(struct svi_buf *out)
{
    svi_out_text(out, "<h2>All documents</h2>\n<ul class=guides>\n");
    for (const struct svi_document *d = svi_documents; d->name != NULL; d++) {
        if (strcmp(d->name, MAP) != 0) {
            svi_out_text(out, "<li><a href=\"/docs/");
            svi_out_text(out, d->name);
            svi_out_text(out, ".html\">");
            svi_markup_text(out, d->title, false);
            svi_out_text(out, "</a>\n");
        }
    }
    svi_out_text(out, "</ul>\n");
}

/* Blocks of code scroll, also by keyboard. */
static void put_html(struct svi_buf *out, const char *html)
{
    static const char block[] = "<pre>";
    for (const char *at; (at = strstr(html, block)) != NULL; html = at + strlen(block)) {
        svi_buf_append(out, html, (size_t)(at - html));
        svi_out_text(out, "<pre tabindex=0>");
    }
    svi_out_text(out, html);
}

/* The first paragraph as plain text: for whom it is, and what they will have at the end. */
static void put_first_words(struct svi_buf *out, const char *markdown)
{
    while (*markdown == '#' || *markdown == '\n') {
        markdown += strcspn(markdown, "\n");
        markdown += *markdown == '\n';
    }
    for (; *markdown != '\0' && strncmp(markdown, "\n\n", 2) != 0; markdown++) {
        if (strncmp(markdown, "](", 2) == 0) {
            markdown += strcspn(markdown, ")\n") - (strchr(markdown, ')') == NULL);
        } else if (strchr("*`[", *markdown) == NULL) {
            svi_out_char(out, *markdown == '\n' ? ' ' : *markdown);
        }
    }
}

static void put_page(struct svi_buf *out, const struct svi_document *d, const char *site)
{
    static const struct svi_page_kind kind = {&svi_site_text, &svi_site_style, NULL};
    struct svi_buf about = {0};
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    SCOPED(svi_buf_finish) struct svi_buf footer = {0};
    put_first_words(&about, d->markdown);
    if (d->html != NULL) {
        put_html(&text, d->html);
    } else { /* built without lowdown */
        svi_out_text(&text, "<pre class=plain>");
        svi_markup_text(&text, d->markdown, true);
        svi_out_text(&text, "</pre>\n");
    }
    if (strcmp(d->name, MAP) == 0) {
        put_list(&text);
    }
    svi_out_text(&footer, "In a terminal: <code>solvent help ");
    svi_out_text(&footer, d->topic);
    svi_out_text(&footer, "</code>");
    SCOPED(scoped_free) char *first = svi_text_of(&about);
    const struct svi_page_head head = {
        .title = d->title, .about = first, .site = site, .served = true};
    const struct svi_page_word words[] = {{"text", text.data, text.size},
                                          {"footer", footer.data, footer.size}};
    svi_page_put(out, &kind, &head, words, sizeof words / sizeof *words);
    out->failed = out->failed || text.failed;
}

static bool put_picture(struct svi_site_answer *a, const char *name)
{
    for (const struct svi_document_picture *p = svi_document_pictures; p->name != NULL; p++) {
        if (strcmp(p->name, name) == 0) {
            a->type = strcmp(p->type, "image/png") == 0 ? SVI_SITE_PNG : SVI_SITE_SVG;
            svi_buf_append(&a->out, p->bytes, p->size);
            return true;
        }
    }
    return false;
}

bool svi_site_document(const char *path, const char *site, struct svi_site_answer *a)
{
    static const char folder[] = "/docs", ending[] = ".html";
    if (strncmp(path, folder, strlen(folder)) != 0) {
        return false;
    }
    const char *name = path + strlen(folder);
    a->may_keep = false; /* it takes no time */
    if (*name != '\0' && *name != '/') {
        return false;
    }
    name += *name == '/';
    const size_t size = strlen(name);
    const size_t end = strlen(ending);
    const struct svi_document *d = NULL;
    if (size == 0) {
        d = svi_document_named(MAP, strlen(MAP));
    } else if (size > end && strcmp(name + size - end, ending) == 0) {
        d = svi_document_named(name, size - end);
    } else if (put_picture(a, name)) {
        return true;
    }
    if (d == NULL) {
        a->status = 404;
        return true;
    }
    a->type = SVI_SITE_HTML;
    put_page(&a->out, d, site);
    return true;
}
