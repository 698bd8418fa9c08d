/* A league's report in its five forms, which `solvent report` writes. `solvent serve` makes its
 * documents from the same parts.
 *
 * Each function appends to page->out. Without memory that buffer is `failed` (base/buf.h), so
 * callers check once, at the end. */
#ifndef SVI_TOOLS_REPORT_REPORT_H
#define SVI_TOOLS_REPORT_REPORT_H

#include "tools/report/page.h"

/* Appends the report as tables in GitHub's Markdown. */
void svi_report_markdown(struct svi_page *page);

/* Appends the ranking as csv, with further columns for reports, such as decision times. */
void svi_report_csv(struct svi_page *page);

/* Appends the report as one JSON document (docs/JSON.md): `ranking` and `field` as `solvent
 * rank --format json` has them, and all else that the report's page shows. */
void svi_report_json(struct svi_page *page);

/* Appends the report as a page that draws that document. A build without pages gives a plain table
 * of the ranking. */
void svi_report_html(struct svi_page *page);

/* Appends news of the league as an Atom feed: its nights, new leaders, and a decided test. */
void svi_report_atom(struct svi_page *page);

/* Begins a document: the kind of page that draws it, and `status`, which says how far the league
 * is. The caller appends members and the closing brace. */
void svi_report_begin(const struct svi_page *page, const char *kind);

/* Appends a game as a row of a list: its seats in their order, each with its bot, place, luck in
 * points, and a note if something went wrong. */
void svi_report_game(const struct svi_figures *f, const struct svi_game_line *line,
                     struct svi_buf *out);

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

#endif
