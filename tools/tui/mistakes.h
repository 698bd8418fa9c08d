/* What decisions of the game cost, for its keys: found when it is asked for first. No terminal
 * here. */
#ifndef SVI_TOOLS_TUI_MISTAKES_H
#define SVI_TOOLS_TUI_MISTAKES_H

#include "tools/analysis/analysis.h"

#include "base/buf.h"

struct svi_tui_mistakes {
    struct svi_analysis analysis;
    bool made, failed; /* failed: the game cannot be analysed */
};

/* All 0 at first; false: the game of this .svr file cannot be analysed. */
bool svi_tui_mistakes_find(struct svi_tui_mistakes *m, const struct svi_buf *replay);
void svi_tui_mistakes_finish(struct svi_tui_mistakes *m);

/* The event of the next mistake or blunder after (with direction < 0 the last before) event `n`, of
 * a seat or with SV_NONE of any. UINT32_MAX: there is none. Found before. */
uint32_t svi_tui_mistakes_jump(const struct svi_tui_mistakes *m, uint32_t n, unsigned seat,
                               int direction);

/* Appends in a line what the answer at event `n` cost; nothing where none stands there. */
void svi_tui_mistakes_line(const struct svi_tui_mistakes *m, uint32_t n, struct svi_buf *out);

/* Appends a page about the last decision up to event `n`: every candidate with its points. */
void svi_tui_mistakes_page(const struct svi_tui_mistakes *m, uint32_t n, struct svi_buf *out);

#endif
