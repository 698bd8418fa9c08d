/* Tables of every width: in a wide window they scroll by themselves, on a phone each row is a card.
 */
#include "tools/report/html.h"
#include "tools/report/page.h"

#include "base/out.h"

#include <string.h>

#define COLUMNS 80u /* that get a label */

struct label {
    const char *at;
    size_t size;
};

void svi_page_table_begin(struct svi_page *page, const char *attributes, const char *name)
{
    svi_html_format(page->out, "<div class=wide tabindex=0 role=group aria-label=\"%s\"><table",
                    name);
    svi_out_text(page->out, attributes[0] != '\0' ? " " : "");
    svi_out_text(page->out, attributes);
    svi_out_text(page->out, ">\n");
}

/* The next tag that begins with `name`, "<td" say, and is no longer word; NULL: none. */
static const char *find_tag(const char *at, const char *end, const char *name)
{
    const size_t size = strlen(name);
    for (; at + size < end; at++) {
        at = memchr(at, '<', (size_t)(end - at));
        if (at == NULL || at + size >= end) {
            return NULL;
        }
        if (memcmp(at, name, size) == 0 && (at[size] == '>' || at[size] == ' ')) {
            return at;
        }
    }
    return NULL;
}

/* What stands in each <th> of a head. */
static unsigned find_labels(const char *at, const char *end, struct label label[COLUMNS])
{
    unsigned n = 0;
    while (n < COLUMNS && (at = find_tag(at, end, "<th")) != NULL) {
        const char *text = memchr(at, '>', (size_t)(end - at));
        if (text == NULL) {
            break;
        }
        while (text + 1 < end && text[1] == '<' && text[2] == 'a') { /* it leads to an order */
            text = memchr(text + 1, '>', (size_t)(end - text - 1));
            if (text == NULL) {
                return n;
            }
        }
        at = ++text;
        while (at < end && *at != '<' && *at != '\n') {
            at++;
        }
        label[n++] = (struct label){text, (size_t)(at - text)};
    }
    return n;
}

/* Copies rows, and gives each cell its column's label. */
static void put_labelled(struct svi_buf *out, const char *at, const char *end,
                         const struct label label[], unsigned n)
{
    unsigned column = 0;
    while (at < end) {
        const char *tag = memchr(at, '<', (size_t)(end - at));
        const bool cell = tag != NULL && tag + 3 < end && tag[1] == 't' &&
                          (tag[2] == 'd' || tag[2] == 'h') && (tag[3] == '>' || tag[3] == ' ');
        const char *next = tag == NULL ? end : cell ? tag + strlen("<td") : tag + 1;
        if (tag != NULL && end - tag > 3 && memcmp(tag, "<tr", 3) == 0) {
            column = 0;
        }
        svi_buf_append(out, at, (size_t)(next - at));
        if (cell) {
            if (column < n && label[column].size > 0) {
                svi_out_text(out, " data-label=\"");
                svi_buf_append(out, label[column].at, label[column].size);
                svi_out_char(out, '"');
            }
            column++;
        }
        at = next;
    }
}

void svi_page_table_end(struct svi_page *page)
{
    static const char begun[] = "<table";
    struct svi_buf *out = page->out;
    struct svi_buf table = {0};
    size_t start = out->size;
    while (start > 0 && (out->size - start < strlen(begun) ||
                         memcmp(out->data + start, begun, strlen(begun)) != 0)) {
        start--;
    }
    svi_buf_append(&table, out->data + start, out->size - start);
    if (!table.failed && !out->failed && table.size > 0) {
        struct label label[COLUMNS];
        const char *const first = (const char *)table.data, *const end = first + table.size;
        const char *const body = find_tag(first, end, "<tbody");
        const char *const rows = body != NULL ? body : end;
        const unsigned n = find_labels(first, rows, label);
        out->size = start;
        svi_buf_append(out, first, (size_t)(rows - first));
        put_labelled(out, rows, end, label, n);
    }
    out->failed = out->failed || table.failed;
    svi_buf_finish(&table);
    svi_out_text(out, "</table></div>\n");
}
