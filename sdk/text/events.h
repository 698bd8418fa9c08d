/* Events as sentences. Called for games in text (record/text.c) and by sv_text_event(). The buffer
 * is the caller's, and `failed` without memory (base/buf.h). */
#ifndef SVI_TEXT_EVENTS_H
#define SVI_TEXT_EVENTS_H

#include "text/words.h"

/* Appends an event as one sentence, without a line feed. Returns false, and appends nothing, for
 * events that have no sentence of their own: questions, answers, the game's beginning and end. */
bool svi_say_event(struct svi_buf *out, const struct sv_text_view *v, const struct sv_event *ev);

#endif
