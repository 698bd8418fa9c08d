/* A real exchange between an arbiter and a bot, printed byte by byte with what the bytes mean. */
#ifndef TESTS_WIRE_EXCHANGE_H
#define TESTS_WIRE_EXCHANGE_H

#include "base/buf.h"

#include <stddef.h>

/* A field of the position block. */
struct exchange_field {
    const char *name;
    size_t offset, width, count;
    const char *text;
};

/* All fields of the block, in order, ended by a name of NULL. */
extern const struct exchange_field exchange_fields[];

void exchange_print(struct svi_buf *out);

#endif
