/* Closing what a bot had a hand in. The last one to close a socket with SO_LINGER waits for it, as
 * long as its owner has told, and a bot can pass such a socket to us and then let go of it: a
 * close() that is ours waits then, and so does one of a connection that has it waiting to be read.
 */
#ifndef SVI_CHANNEL_ASYNC_CLOSE_H
#define SVI_CHANNEL_ASYNC_CLOSE_H

#include <stddef.h>

/* Closes descriptors without ever waiting for it: a thread of their own does it. When none can be
 * had they stay open; a descriptor less is better than a loop that stands. The descriptors must not
 * be used afterwards. */
void svi_close_async(const int *descriptors, size_t count);

#endif
