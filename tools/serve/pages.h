/* The pages of a league that are made of a model, and the same as JSON. */
#ifndef SVI_TOOLS_SERVE_PAGES_H
#define SVI_TOOLS_SERVE_PAGES_H

#include "tools/report/page.h"
#include "tools/serve/model.h"

#include "base/buf.h"

#include <stdbool.h>

/* As svi_page_begin(), with what all pages share: the league's name, `more` behind it (NULL:
 * nothing), the links. */
void svi_pages_begin(struct svi_page *page, const char *more, bool live);

/* The same with what links to the page say of it, which is finished here. */
void svi_pages_begin_about(struct svi_page *page, const char *more, bool live,
                           struct svi_buf *about);

void svi_pages_standings(struct svi_page *page);
void svi_pages_bot(struct svi_page *page, unsigned id); /* the store's number */
void svi_pages_schedule(struct svi_page *page, struct svi_model *m);

void svi_pages_league_json(const struct svi_model *m, struct svi_buf *out);
void svi_pages_schedule_json(struct svi_model *m, struct svi_buf *out);

#endif
