#include "tools/report/site_page.h"

#include "memory/memory.h"
#include "tools/report/html.h"
#include "tools/report/rank_print.h"
#include "tools/report/report.h"

#include "base/out.h"

#include <stdlib.h>
#include <string.h>

#ifdef SOLVENT_SITE

/* Appends JSON such that no text in it ends the <script> that it stands in. */
static void put_document(struct svi_buf *out, const struct svi_buf *document)
{
    const char *at = (const char *)document->data, *const end = at + document->size;
    for (const char *open; at < end; at = open + 1) {
        open = memchr(at, '<', (size_t)(end - at));
        if (open == NULL) {
            svi_buf_append(out, at, (size_t)(end - at));
            return;
        }
        svi_buf_append(out, at, (size_t)(open - at));
        svi_out_text(out, "\\u003c");
    }
}

/* Appends what stands for a word of the template. */
static void put_word(const struct svi_page *page, const char *word, const char *title,
                     const struct svi_buf *document)
{
    struct svi_buf *out = page->out;
    if (strncmp(word, "title}", 6) == 0) {
        svi_html_text(out, title);
    } else if (strncmp(word, "card}", 5) == 0) {
        svi_page_card(page, title);
    } else if (strncmp(word, "served}", 7) == 0) {
        svi_out_text(out, page->served ? " data-served" : "");
    } else if (strncmp(word, "policy}", 7) == 0) {
        svi_site_page_policy(out);
        svi_out_text(out, page->served ? "; connect-src 'self'; form-action 'self'"
                                       : "; form-action 'none'");
    } else if (strncmp(word, "style}", 6) == 0) {
        svi_buf_append(out, svi_site_style.bytes, svi_site_style.size);
    } else if (strncmp(word, "script}", 7) == 0) {
        svi_buf_append(out, svi_site_script.bytes, svi_site_script.size);
    } else {
        put_document(out, document);
        out->failed = out->failed || document->failed;
    }
}

static void put_page(const struct svi_page *page, const char *title, const struct svi_buf *document)
{
    const char *text = (const char *)svi_site_template.bytes;
    for (const char *open = strstr(text, "{{"); open != NULL; open = strstr(text, "{{")) {
        svi_buf_append(page->out, text, (size_t)(open - text));
        put_word(page, open + 2, title, document);
        text = strstr(open, "}}") + 2;
    }
    svi_out_text(page->out, text);
}

void svi_site_page_policy(struct svi_buf *out)
{
    svi_out_text(out, "; img-src data:; script-src 'sha256-");
    svi_html_hash(out, svi_site_script.bytes, svi_site_script.size);
    svi_out_text(out, "'; style-src 'sha256-");
    svi_html_hash(out, svi_site_style.bytes, svi_site_style.size);
    svi_out_char(out, '\'');
}

#else

/* The ranking as a plain table, whatever the document shows. */
static void put_page(const struct svi_page *page, const char *title, const struct svi_buf *document)
{
    struct svi_buf table = {0};
    svi_rank_print_table(&page->f->sheet, false, true, &table);
    char *text = svi_text_of(&table);
    svi_html_format(page->out,
                    "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<title>%s</title>\n"
                    "<h1>%s</h1>\n<pre>",
                    title, page->f->league->name);
    svi_html_prose(page->out, text);
    svi_out_text(page->out, "</pre>\n<p>This build has no pages: it was configured with "
                            "-DSOLVENT_SITE=OFF, without esbuild. All figures: <code>solvent "
                            "report --format json</code>.</p>\n</html>\n");
    free(text);
    (void)document;
}

void svi_site_page_policy(struct svi_buf *out)
{
    (void)out;
}

#endif

void svi_site_page(const struct svi_page *page, const char *title, const struct svi_buf *about,
                   const struct svi_buf *document)
{
    struct svi_page whole = *page;
    struct svi_buf name = {0};
    svi_out_text(&name, page->f->league->name);
    if (title[0] != '\0') {
        svi_out_text(&name, " \xc2\xb7 ");
        svi_out_text(&name, title);
    }
    whole.about = about->size > 0 ? about : NULL;
    char *text = svi_text_of(&name);
    put_page(&whole, text, document);
    free(text);
}

void svi_report_html(struct svi_page *page)
{
    struct svi_buf document = {0}, *const out = page->out;
    const struct svi_buf about = {0};
    page->out = &document;
    svi_report_json(page);
    page->out = out;
    svi_site_page(page, "", &about, &document);
    svi_buf_finish(&document);
}
