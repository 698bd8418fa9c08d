/* Marks a bot's output: while it plays for an arbiter that asks for marks, stdout and stderr are
 * streams that mark their output with the match of the current callback (wire/mark.h).
 * sv_bot_main() replaces them, and sessions (bot/session.c) set the match. The streams belong to it
 * until svi_print_end(). Nothing here reports a failure.
 *
 * Both are unbuffered, as stderr always is: printed text is out when the callback returns, and when
 * it crashes. Output that bypasses the streams (write(), a sanitizer's report) has no mark. */
#ifndef SVI_BOT_PRINT_H
#define SVI_BOT_PRINT_H

#include <stdatomic.h>
#include <stdint.h>

/* Match of the current output, or 0. Atomic because a bot may have threads of its own. */
extern atomic_uint_least64_t svi_print_match;

static inline void svi_print_for(uint64_t match)
{
    atomic_store_explicit(&svi_print_match, match, memory_order_relaxed);
}

/* Replaces stdout and stderr if the arbiter asks for marks (in the environment) and the streams
 * lead to the arbiter. A stream that the bot has redirected stays unchanged, and so do both without
 * memory or without glibc. */
void svi_print_begin(void);

/* Restores the former streams. May be called again, and without svi_print_begin(). */
void svi_print_end(void);

#endif
