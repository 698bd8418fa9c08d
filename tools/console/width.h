/* Columns that text takes on a terminal. */
#ifndef SVI_TOOLS_CONSOLE_WIDTH_H
#define SVI_TOOLS_CONSOLE_WIDTH_H

#include <stddef.h>

/* The columns of a text in UTF-8: none for what combines with the character before, two for wide ones (wcwidth), one
 * for whatever is not known; the same under every locale. */
size_t svi_width(const char *text);

/* How many bytes of a text fit into so many columns: whole characters, with what combines with the last. */
size_t svi_width_fit(const char *text, size_t columns);

#endif
