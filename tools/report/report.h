/* A league's report in its five forms, which `solvent report` writes. `solvent serve` makes its
 * documents from the same parts.
 *
 * Each function appends to page->out. Without memory that buffer is `failed` (base/buf.h), so
 * callers check once, at the end. */
#ifndef SVI_TOOLS_REPORT_REPORT_H
#define SVI_TOOLS_REPORT_REPORT_H

#include "tools/console/help.h"
#include "tools/report/column.h"
#include "tools/report/figures.h"

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

/* The input of pages and of other forms of a report: a league's figures, and how to show them.
 * `solvent report` fills one, and tools/serve/site.c one for each answer. It owns nothing. */
struct svi_page {
    const struct svi_figures *f;
    struct svi_store *reader; /* which has shown the figures' games */
    struct svi_buf *out;
    const char *store;     /* the store's path, for commands that the page shows */
    const char *game_link; /* stands before a game's number in a link to its page; NULL: no links */
    bool served;           /* by `solvent serve` */
    const char *progress;  /* a line about a league that may be running; NULL: not known */
    uint64_t version;      /* a live page's data; grows with each change */
    const char *site;      /* public address, as in struct svi_card; NULL: not known */
};

/* Appends the report as tables in GitHub's Markdown. */
void svi_report_markdown(struct svi_page *page);

/* Appends the ranking as csv, with further columns for reports, such as decision times. */
void svi_report_csv(struct svi_page *page);

/* Appends the report as one JSON document (docs/JSON.md): `ranking` and `field` as `solvent
 * rank --format json` has them, and all else that the report's page shows. */
void svi_report_json(struct svi_page *page);

/* As svi_report_json(), without the document's end. */
void svi_report_document(struct svi_page *page);

/* Appends the report as a page that draws that document. A build without pages gives a plain table
 * of the ranking. */
void svi_report_html(struct svi_page *page);

/* Appends news of the league as an Atom feed: its nights, new leaders, and a decided test. */
void svi_report_atom(struct svi_page *page);

/* Begins a document: the kind of page that draws it, and `status`, which says how far the league
 * is. The caller appends members and the closing brace. */
void svi_report_begin(const struct svi_page *page, const char *kind);

/* Appends these games as the list `key`, the last first. If the store cannot be read, page->out is
 * `failed`. */
void svi_report_games(const struct svi_page *page, const char *key, const uint64_t number[],
                      size_t n);

/* Append members of a document. Bots have the store's numbers. */

/* Members of `status`: the league and its progress. */
void svi_report_status(const struct svi_page *page, struct svi_buf *out);

/* Facts beside the ratings: whether luck and intervals are known, bots that cannot be
 * compared, why bots do not play, `about` the league, and the course of its `sprt`. */
void svi_report_notes(const struct svi_figures *f, struct svi_buf *out);

/* `ratings_over_deals` of these bots, and `nights`. */
void svi_report_steps(const struct svi_figures *f, const unsigned bot[], unsigned n,
                      struct svi_buf *out);

/* `id` of a bot, and `origin`: its name in the league file. */
void svi_report_bot(const struct svi_figures *f, unsigned id, struct svi_buf *out);

/* `losses`: how a bot's processes were lost. */
void svi_report_losses(const struct svi_bot_figures *b, struct svi_buf *out);

/* ---- pages ----------------------------------------------------------------------------------- */

/* The page with its placeholders, and the site's script and style, minified, as compiled in. A
 * build without the site (-DSOLVENT_SITE=OFF) has the style alone. */
extern const struct svi_page_file svi_site_template, svi_site_script, svi_site_style;

/* The page of a text, which runs no script: words `refresh`, `text` and `footer`. */
extern const struct svi_page_file svi_site_text;

/* The letters of pictures (tools/serve/picture.c). */
extern const struct svi_page_file svi_site_letters;

/* Appends a page to page->out: `title` behind the league's name ("": the name alone), `about` for
 * previews of links (empty: how the league stands), and the document that the site draws. Takes
 * over `about`; the caller finishes `document`. Without memory, or with a `failed` document,
 * page->out is `failed`. In a build without the site the page says so, and has the ranking as a
 * plain table. */
void svi_site_page(const struct svi_page *page, const char *title, struct svi_buf *about,
                   const struct svi_buf *document);

/* Append what previews of links say about a page: how the league stands, a bot, or a pair with
 * their mean points in shared games. Bots have the store's numbers. Without memory `out` is
 * `failed` (base/buf.h), so callers check it once, at the end. */
void svi_page_about_league(const struct svi_page *page, struct svi_buf *out);
void svi_page_about_bot(const struct svi_page *page, unsigned bot, struct svi_buf *out);
void svi_page_about_pair(const struct svi_page *page, const unsigned bot[2], const double points[2],
                         uint64_t games, struct svi_buf *out);

#endif
