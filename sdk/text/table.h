/* The table in words. */
#ifndef SVI_TEXT_TABLE_H
#define SVI_TEXT_TABLE_H

#include "text/words.h"

/* Appends the table of sv_text_table(). */
void svi_say_table(struct svi_buf *out, const struct sv_text_view *v);

#endif
