/* What all pages share, and the report. */
#include "tools/report/page.h"

#include "base/out.h"
#include "tools/report/figure.h"
#include "tools/report/html.h"

#include <inttypes.h>
#include <string.h>

/* ---- page table ------------------------------------------------------------------------------ */

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

/* ---- head and foot --------------------------------------------------------------------------- */

static void put_head(struct svi_page *page, const char *title, const char *live)
{
    struct svi_buf *out = page->out;
    svi_out_text(out, "<html lang=en>\n<head>\n<meta charset=utf-8>\n"
                      "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
                      "script-src 'sha256-");
    svi_html_hash(out, svi_report_script.bytes, svi_report_script.size);
    svi_out_text(out, "'; style-src 'sha256-");
    svi_html_hash(out, svi_report_style.bytes, svi_report_style.size);
    svi_out_text(out, "'; img-src data:; base-uri 'none'; form-action ");
    svi_out_text(out, page->served ? "'self'" : "'none'");
    svi_out_text(out, live != NULL ? "; connect-src 'self'" : "");
    svi_html_format(
        out,
        "\">\n<meta name=viewport content=\"width=device-width, initial-scale=1\">\n<meta "
        "name=color-scheme content=\"light dark\">\n<meta name=generator content=solvent>\n<link "
        "rel=icon href=\"data:,\">\n<title>%s</title>\n",
        title);
    svi_page_card(page, title);
    svi_out_text(out, "<style>");
    svi_buf_append(out, svi_report_style.bytes, svi_report_style.size);
    svi_out_text(out, "</style>\n</head>\n<body");
    if (live != NULL) {
        svi_html_format(out, " data-live=\"%s\" data-version=%" PRIu64, live, page->version);
    }
    svi_out_text(out, ">\n");
}

void svi_page_begin(struct svi_page *page, const char *title, const char *nav, const char *live)
{
    struct svi_buf *out = page->out;
    svi_out_text(out, "<!doctype html>\n");
    if (!page->parts) {
        put_head(page, title, live);
    }
    svi_html_format(out, "<header>\n<h1>%s</h1>\n", title);
    svi_page_status(page);
    if (nav != NULL) {
        svi_out_text(out, "<nav>");
        svi_out_text(out, nav);
        svi_out_text(out, "</nav>\n");
    }
    svi_out_text(out, "</header>\n<main>\n");
}

void svi_page_end(struct svi_page *page)
{
    struct svi_buf *out = page->out;
    svi_out_text(out, "</main>\n");
    if (page->parts) {
        return;
    }
    svi_out_text(out, "<footer>Made by Solvent from the games alone. How each figure is "
                      "computed, and when not to trust it: ");
    svi_page_document(page, "RANKING", "ranking");
    svi_out_text(out, ".</footer>\n<script>");
    svi_buf_append(out, svi_report_script.bytes, svi_report_script.size);
    svi_out_text(out, "</script>\n</body>\n</html>\n");
}

void svi_page_document(struct svi_page *page, const char *name, const char *topic)
{
    if (page->served) {
        svi_html_format(page->out, "<a href=\"/docs/%s.html\">%s</a>", name, topic);
    } else {
        svi_html_format(page->out, "<code>solvent help %s</code>", topic);
    }
}

const char *svi_page_format(const struct svi_figures *f)
{
    for (unsigned i = 0; i < f->league->n_terms; i++) {
        if (strcmp(f->league->term[i].key, "format") == 0) {
            return f->league->term[i].value;
        }
    }
    return "";
}

void svi_page_status(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    svi_out_text(out, "<p class=status id=status><b>");
    svi_html_count(out, f->sheet.tally.matches);
    svi_out_text(out, "</b> of <b>");
    svi_html_count(out, f->sheet.tally.planned);
    svi_out_text(out, "</b> games · <b>");
    svi_html_count(out, f->sheet.ratings.deals);
    svi_html_format(out, "</b> deals · <b>%u</b> bots · ", f->n);
    svi_html_words(out, svi_page_format(f));
    svi_html_format(out, ", tables of %u · edition %s", f->league->seats, f->league->edition);
    if (f->sheet.tally.left_out > 0) {
        svi_out_text(out, " · ");
        svi_html_count(out, f->sheet.tally.left_out);
        svi_out_text(out, " left out, as a bot at the table is disqualified");
    }
    if (f->hidden > 0) {
        svi_out_text(out, " · <span class=quiet>");
        svi_html_count(out, f->hidden);
        svi_out_text(out,
                     " more games belong to deals that are not over; no figure counts them</span>");
    }
    svi_out_text(out, "</p>\n");
    if (page->progress != NULL) {
        svi_html_format(out, "<p class=status id=progress>%s</p>\n", page->progress);
    }
}

/* ---- links ----------------------------------------------------------------------------------- */

void svi_page_bot_link(struct svi_page *page, unsigned bot)
{
    svi_html_format(page->out, "<a href=\"%s%u\">%s</a>", page->served ? "/bots/" : "#b", bot,
                    page->f->sheet.games.bot[bot]);
}

void svi_page_bot_row(struct svi_page *page, unsigned bot)
{
    svi_out_text(page->out, "<tr><td class=bot>");
    svi_page_bot_link(page, bot);
}

/* `decision`: 0 is none. */
static void put_game_link(struct svi_page *page, uint64_t number, uint32_t decision)
{
    struct svi_buf *out = page->out;
    if (svi_figures_game(page->f, number) == NULL) {
        svi_html_format(out, "#%" PRIu64, number);
    } else if (page->game_link != NULL) {
        svi_html_format(out, "<a href=\"%s%" PRIu64, page->game_link, number);
        if (decision != 0) {
            svi_html_format(out, "#d=%" PRIu32, decision);
        }
        svi_html_format(out, "\">#%" PRIu64 "</a>", number);
    } else {
        svi_html_format(out, "<a href=\"#g%" PRIu64 "\">#%" PRIu64 "</a>", number, number);
    }
}

void svi_page_game_link(struct svi_page *page, uint64_t number)
{
    put_game_link(page, number, 0);
}

void svi_page_deal_link(struct svi_page *page, uint64_t deal)
{
    if (page->served) {
        svi_html_format(page->out, "<a href=\"/deals/%" PRIu64 "\">%" PRIu64 "</a>", deal, deal);
    } else {
        svi_html_format(page->out, "%" PRIu64, deal);
    }
}

void svi_page_incident_link(struct svi_page *page, uint64_t number, unsigned bot)
{
    const struct svi_game_line *line = svi_figures_game(page->f, number);
    uint32_t decision = 0;
    for (unsigned s = 0; line != NULL && s < line->seats; s++) {
        if (line->seat[s].bot == bot && line->seat[s].incident != 0 &&
            (decision == 0 || line->seat[s].incident < decision)) {
            decision = line->seat[s].incident;
        }
    }
    put_game_link(page, number, decision);
}

/* ---- games ----------------------------------------------------------------------------------- */

static void put_luck(struct svi_buf *out, double points)
{
    const struct svi_figure figure = svi_figure(points, 2, "");
    const bool above = points > 0 && strcmp(figure.text, "0.00") != 0;
    svi_out_text(out, above ? " <small>+" : " <small>");
    svi_html_figure(out, figure.text);
    svi_out_text(out, "</small>");
}

static void put_places(struct svi_page *page, const struct svi_game_line *line)
{
    struct svi_buf *out = page->out;
    unsigned before = 0;
    for (unsigned place = 1; place <= line->seats; place++) {
        for (unsigned s = 0; s < line->seats; s++) {
            if (line->seat[s].place == place) {
                svi_out_text(out, before == 0 ? "" : before == place ? " = " : " &gt; ");
                svi_html_text(out, page->f->league->bot[line->seat[s].bot]);
                if (line->has_luck) {
                    put_luck(out, line->seat[s].luck);
                }
                if (line->seat[s].incidents > 0) {
                    svi_out_text(out, line->seat[s].forfeited ? " <em>forfeited</em>"
                                                              : " <em>incidents</em>");
                }
                before = place;
            }
        }
    }
}

void svi_page_game_row(struct svi_page *page, const struct svi_game_line *line)
{
    struct svi_buf *out = page->out;
    svi_html_format(out, "<tr id=g%" PRIu64 " data-b=\"", line->number);
    for (unsigned s = 0; s < line->seats; s++) {
        svi_html_format(out, s == 0 ? "%u" : " %u", line->seat[s].bot);
    }
    svi_out_text(out, "\"><td class=num>");
    if (page->game_link != NULL) {
        svi_html_format(out, "<a href=\"%s%" PRIu64 "\">#%" PRIu64 "</a>", page->game_link,
                        line->number, line->number);
    } else {
        svi_html_format(out, "#%" PRIu64, line->number);
    }
    svi_out_text(out, "<td class=num>");
    svi_page_deal_link(page, line->deal);
    svi_html_format(out, "<td class=num>%" PRIu32 "<td>", line->rounds);
    svi_html_words(out, sv_why_name(line->why));
    svi_out_text(out, "<td class=who>");
    put_places(page, line);
    svi_out_char(out, '\n');
}

void svi_page_game_titles(struct svi_page *page)
{
    svi_out_text(page->out,
                 "<thead><tr><th class=num>game<th class=num>deal<th class=num>rounds<th>ended<th>"
                 "finishing order");
    svi_out_text(page->out, svi_page_has_luck(page) ? ", with the points that chance gave" : "");
    svi_out_text(page->out, "</thead>\n<tbody>\n");
}

void svi_page_game_table(struct svi_page *page, const uint64_t numbers[], size_t n)
{
    svi_page_table_begin(page, "class=games", "games");
    svi_page_game_titles(page);
    for (size_t i = n; i-- > 0;) {
        const struct svi_game_line *line = svi_figures_game(page->f, numbers[i]);
        if (line != NULL) {
            svi_page_game_row(page, line);
        }
    }
    svi_out_text(page->out, "</tbody>");
    svi_page_table_end(page);
}

void svi_page_hashes(struct svi_page *page)
{
    const struct svi_figures *f = page->f;
    struct svi_buf *out = page->out;
    if (f->has_digest) {
        svi_out_text(out, "<p>Digest of all games, equal for two stores when their games are, to "
                          "the last byte of "
                          "the replays:<br><code class=digest>");
        svi_out_hex(out, f->sheet.tally.digest, sizeof f->sheet.tally.digest);
        svi_out_text(out, "</code></p>\n<p>Head of the chain over settings, results and games. "
                          "Published, it shows later that nothing before it was changed "
                          "(<code>solvent verify --head</code>):<br><code class=digest>");
        svi_out_hex(out, f->sheet.head, sizeof f->sheet.head);
        svi_out_text(out, "</code></p>\n");
    } else {
        svi_out_text(out, "<p>The digest of all games is shown when no deal is half played.</p>\n");
    }
}
