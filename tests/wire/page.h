/* The parts of the pages in docs/ that are made from code: between
 *
 *     <!-- made by NAME -->
 *
 * and <!-- end --> (in a source, each in a comment) stands exactly what the test makes. With
 * SOLVENT_UPDATE_DOCS=1 in the environment the test writes it there instead of comparing. */
#ifndef TESTS_WIRE_PAGE_H
#define TESTS_WIRE_PAGE_H

#include "base/buf.h"

/* Appends formatted text. */
void page_print(struct svi_buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Holds the part `name`, e.g. "tests/wire: messages", of docs/PAGE to `made`; frees `made`. */
void page_check(const char *page, const char *name, struct svi_buf *made);

/* A whole page of docs/ as a string, to be freed. */
char *page_read(const char *name);

#endif
