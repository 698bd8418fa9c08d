/* Notes: messages of one byte over a socket pair, each with a descriptor or without. The supervisor
 * and the relay pass sockets in them. A sent descriptor stays the sender's, and a taken one is the
 * taker's to close. Linked into the supervisor, so it needs only the system. */
#ifndef SVI_ARBITER_PROCESS_NOTE_H
#define SVI_ARBITER_PROCESS_NOTE_H

#include <stdbool.h>

/* Sends a note; `fd` -1: without a descriptor. Returns false with errno. */
bool svi_note_send(int to, char byte, int fd);

/* Takes a note, and waits for it unless the socket does not block; *fd is -1 if no descriptor came.
 * Returns false if no note waits, or the other side has closed; *byte is not set then. */
bool svi_note_take(int from, char *byte, int *fd);

#endif
