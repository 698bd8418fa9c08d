/* Where the game turned, as a page to choose from. No terminal here. */
#ifndef SVI_TOOLS_TUI_TURNINGS_H
#define SVI_TOOLS_TUI_TURNINGS_H

#include "tools/analysis/turnings.h"
#include "tools/tui/timeline.h"

/* Appends a page of `width` columns, and sets `event` to where each of its numbers leads, from 1.
 * Returns how many there are. */
unsigned svi_tui_turnings_page(const struct svi_analysis *a, const struct svi_tui_timeline *t,
                               unsigned width, uint32_t event[SVI_TURNINGS], struct svi_buf *out);

#endif
