#include "tools/serve/documents.h"

#include "tools/console/help.h"
#include "tools/documents/documents.h"
#include "tools/report/html.h"
#include "tools/report/page.h"

#include "base/out.h"

#include <string.h>

#define MAP "README" /* the document that leads to the others */

static void put_style(struct svi_buf *out, const struct svi_page_text *style)
{
    svi_out_text(out, "<style>");
    svi_buf_append(out, style->bytes, style->size);
    svi_out_text(out, "</style>\n");
}

static void put_list(struct svi_buf *out)
{
    svi_out_text(out, "<h2>All documents</h2>\n<ul class=guides>\n");
    for (const struct svi_document *d = svi_documents; d->name != NULL; d++) {
        if (strcmp(d->name, MAP) != 0) {
            svi_html_format(out, "<li><a href=\"/docs/%s.html\">%s</a>\n", d->name, d->title);
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

static void put_card(struct svi_buf *out, const struct svi_document *d, const char *site)
{
    struct svi_buf about = {0};
    put_first_words(&about, d->markdown);
    svi_buf_byte(&about, 0);
    if (about.failed) {
        out->failed = true;
    } else {
        svi_card_put(out, &(struct svi_card){d->title, (const char *)about.data, site});
    }
    svi_buf_finish(&about);
}

static void put_page(struct svi_buf *out, const struct svi_document *d, const char *site)
{
    const bool is_map = strcmp(d->name, MAP) == 0;
    svi_html_format(
        out,
        "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<meta name=viewport "
        "content=\"width=device-width, initial-scale=1\">\n<meta name=color-scheme content=\"light "
        "dark\">\n<link rel=icon href=\"data:,\">\n<title>%s · Solvent</title>\n",
        d->title);
    put_card(out, d, site);
    put_style(out, &svi_report_style);
    put_style(out, &svi_report_document);
    svi_html_format(out,
                    "</head>\n<body data-ready>\n<header class=document>\n<h1>%s</h1>\n"
                    "<nav aria-label=\"Site\"><a href=\"/\">Standings</a><a "
                    "href=\"/docs/\">Documents</a></nav>\n</header>\n"
                    "<main class=document>\n<section>\n",
                    d->title);
    if (d->html != NULL) {
        put_html(out, d->html);
    } else { /* built without lowdown */
        svi_out_text(out, "<pre class=plain>");
        svi_html_prose(out, d->markdown);
        svi_out_text(out, "</pre>\n");
    }
    if (is_map) {
        put_list(out);
    }
    svi_html_format(out,
                    "</section>\n</main>\n<footer class=document>In a terminal: <code>solvent help "
                    "%s</code></footer>\n</body>\n</html>\n",
                    d->topic);
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
    a->type = SVI_SITE_DOCUMENT;
    put_page(&a->out, d, site);
    return true;
}

void svi_site_document_policy(struct svi_buf *out)
{
    svi_out_text(out, "; img-src 'self' data:; style-src 'sha256-");
    svi_html_hash(out, svi_report_style.bytes, svi_report_style.size);
    svi_out_text(out, "' 'sha256-");
    svi_html_hash(out, svi_report_document.bytes, svi_report_document.size);
    svi_out_char(out, '\'');
}
