/* What a seat's bot prints in a match: the beginning and the end of it, as far as they are kept. A bot that
 * prints nothing costs nothing. */
#ifndef SVI_ARBITER_PROCESS_OUTPUT_TAIL_H
#define SVI_ARBITER_PROCESS_OUTPUT_TAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_PRINTED_HEAD 8192u /* bytes of the beginning that are kept */
#define SVI_PRINTED_TAIL 8192u /* and of the end */

/* All 0 at first. */
struct svi_printed {
    char *bytes; /* the head, then the tail as a ring */
    size_t room;
    uint64_t total; /* bytes, kept or not */
};

/* Forgets all, frees the memory. */
void svi_printed_reset(struct svi_printed *p);

/* Adds a piece. Without memory it is not kept. */
void svi_printed_add(struct svi_printed *p, const char *text, size_t size);

/* Whether the last byte is a line feed; something has been added. */
bool svi_printed_ends_line(const struct svi_printed *p);

/* All that is kept as clean text, with a line in between that says how many bytes were left out, if any were. It is
 * p's until the reset, which is all that may follow. NULL: nothing was printed, or there is no memory. */
const char *svi_printed_text(struct svi_printed *p);

/* Replaces by '?' whatever is no UTF-8 text, \n and \t apart: control characters, NULs, halves of characters. */
void svi_printed_clean(char *text, size_t size);

#endif
