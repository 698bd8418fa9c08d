/* What a bot prints: while it plays for an arbiter that asks for it, stdout and stderr are streams
 * that mark what goes through them with the match that a callback is for (wire/mark.h).
 *
 * Both are unbuffered, as stderr always is: what has been printed is out when the callback returns,
 * and when it crashes. What does not go through them (write(), what a sanitizer reports) goes out
 * without a mark. */
#ifndef SVI_BOT_PRINT_H
#define SVI_BOT_PRINT_H

#include <stdatomic.h>
#include <stdint.h>

/* The match that what is printed now belongs to; 0: none. Atomic for threads of the bot's own. */
extern atomic_uint_least64_t svi_print_match;

static inline void svi_print_for(uint64_t match)
{
    atomic_store_explicit(&svi_print_match, match, memory_order_relaxed);
}

/* Replaces stdout and stderr when the arbiter has asked for it (the environment) and they lead to
 * it: one that the bot has sent elsewhere stays as it is. Without memory they stay as they are. */
void svi_print_begin(void);

/* Puts the former streams back. */
void svi_print_end(void);

#endif
