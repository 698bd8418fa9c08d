/* A real exchange between an arbiter and a bot, printed byte by byte with what the bytes mean. */
#ifndef TESTS_WIRE_EXCHANGE_H
#define TESTS_WIRE_EXCHANGE_H

#include "base/buf.h"

void exchange_print(struct svi_buf *out);

#endif
