#include "tools/report/site_page.h"

#include "memory/memory.h"
#include "tools/console/help.h"
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

static void put_page(const struct svi_page *page, const struct svi_page_head *head,
                     const struct svi_buf *document)
{
    static const struct svi_page_kind kind = {&svi_site_template, &svi_site_style,
                                              &svi_site_script};
    static const char link[] = "<link rel=\"alternate\" type=\"application/atom+xml\" "
                               "title=\"News\" href=\"/news.atom\">\n";
    const char *const served = page->served ? " data-served" : "";
    struct svi_buf data = {0};
    put_document(&data, document);
    const struct svi_page_word words[] = {{"served", served, strlen(served)},
                                          {"feed", link, page->served ? strlen(link) : 0},
                                          {"document", data.data, data.size}};
    svi_page_put(page->out, &kind, head, words, sizeof words / sizeof *words);
    page->out->failed = page->out->failed || data.failed || document->failed;
    svi_buf_finish(&data);
}

#else

/* The ranking as a plain table, whatever the document shows. */
static void put_page(const struct svi_page *page, const struct svi_page_head *head,
                     const struct svi_buf *document)
{
    struct svi_buf table = {0};
    svi_rank_print_table(&page->f->sheet, false, true, &table);
    char *text = svi_text_of(&table);
    svi_out_text(page->out, "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<title>");
    svi_markup_text(page->out, head->title, false);
    svi_out_text(page->out, "</title>\n<pre>");
    svi_markup_text(page->out, text, true);
    svi_out_text(page->out, "</pre>\n<p>This build has no pages: it was configured with "
                            "-DSOLVENT_SITE=OFF, without esbuild. All figures: <code>solvent "
                            "report --format json</code>.</p>\n</html>\n");
    free(text);
    (void)document;
}

#endif

void svi_site_page(const struct svi_page *page, const char *title, struct svi_buf *about,
                   const struct svi_buf *document)
{
    struct svi_buf name = {0};
    svi_out_text(&name, page->f->league->name);
    if (title[0] != '\0') {
        svi_out_text(&name, " \xc2\xb7 ");
        svi_out_text(&name, title);
    }
    if (about->size == 0) {
        svi_page_about_league(page, about);
    }
    char *whole = svi_text_of(&name), *text = svi_text_of(about);
    put_page(page, &(struct svi_page_head){whole, text, page->site, NULL, page->served}, document);
    free(whole);
    free(text);
}

void svi_report_html(struct svi_page *page)
{
    struct svi_buf document = {0}, *const out = page->out;
    struct svi_buf about = {0};
    page->out = &document;
    svi_report_json(page);
    page->out = out;
    svi_site_page(page, "", &about, &document);
    svi_buf_finish(&document);
}
