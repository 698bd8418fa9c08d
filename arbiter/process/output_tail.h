/* What a seat's bot prints in a match: the beginning and the end of it, as far as they are kept. A
 * bot that prints nothing costs nothing. */
#ifndef SVI_ARBITER_PROCESS_OUTPUT_TAIL_H
#define SVI_ARBITER_PROCESS_OUTPUT_TAIL_H

#include "secret/mask.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_OUTPUT_TAIL_HEAD 8192u /* bytes of the beginning that are kept */
#define SVI_OUTPUT_TAIL_TAIL 8192u /* and of the end */

/* All 0 at first. */
struct svi_output_tail {
    char *bytes; /* the head, then the tail as a ring */
    size_t room;
    uint64_t total;              /* bytes, kept or not */
    struct svi_mask_stream mask; /* before them */
};

/* Forgets all, frees the memory. */
void svi_output_tail_reset(struct svi_output_tail *p);

/* Adds a piece. In all pieces together `secrets` are masked, which
 * are always the same and must live as long; NULL: there are none. */
void svi_output_tail_add(struct svi_output_tail *p, const char *const *secrets, const char *text,
                         size_t size);

/* Adds a line of our own, which begins a line and is written without its end, unless nothing was
 * printed before. */
void svi_output_tail_remark(struct svi_output_tail *p, const char *line);

/* All that is kept as clean text, with a line in between that says how many bytes were left out, if
 * any were. It is p's until the reset, which is all that may follow. NULL: nothing was printed. */
const char *svi_output_tail_text(struct svi_output_tail *p);

/* Replaces by '?' whatever is no UTF-8 text, \n and \t apart: control characters, NULs, halves of
 * characters. */
void svi_output_tail_clean(char *text, size_t size);

#endif
