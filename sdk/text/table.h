/* The table in words. Called by sv_text_table() and for games in text (record/text.c). */
#ifndef SVI_TEXT_TABLE_H
#define SVI_TEXT_TABLE_H

#include "text/words.h"

/* Appends the table of sv_text_table(). `out`, the caller's, is `failed` without memory
 * (base/buf.h). */
void svi_say_table(struct svi_buf *out, const struct sv_text_view *v);

#endif
