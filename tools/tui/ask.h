/* A question to a person: what is asked, in words, and an answer that is put together with keys.
 * Only an answer that the rules allow is done. */
#ifndef SVI_TOOLS_TUI_ASK_H
#define SVI_TOOLS_TUI_ASK_H

#include "tools/tui/ask_list.h"

/* Begins with the question, and its default as the answer. */
void svi_tui_ask_begin(struct svi_tui_ask *ask, const struct svi_game *now,
                       const struct sv_question *q);

/* Takes a key (screen.h). True when the answer is done. */
bool svi_tui_ask_key(struct svi_tui_ask *ask, int key);

/* The question in a sentence or two. */
void svi_tui_ask_say(const struct svi_tui_ask *ask, struct svi_buf *out);

/* What stands below the list: money, offers so far. May be empty. */
void svi_tui_ask_sum(const struct svi_tui_ask *ask, struct svi_buf *out);

/* The keys that do something now. */
const char *svi_tui_ask_keys(const struct svi_tui_ask *ask);

#endif
