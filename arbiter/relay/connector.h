/* The connector: the process of a relay that resolves names and connects. It is told the numbers of
 * places, and never reads a byte of the bot's. The process that reads them (main.c) can make no
 * socket, so whatever it is brought to do, it reaches listed places only. main.c starts it; serve.c
 * asks it. */
#ifndef SVI_ARBITER_RELAY_CONNECTOR_H
#define SVI_ARBITER_RELAY_CONNECTOR_H

#include "relay/place.h"

#include <stdbool.h>
#include <stddef.h>

enum svi_connected {
    SVI_CONNECTED,           /* with a connected descriptor, which does not block */
    SVI_CONNECTED_NO_NAME,   /* the name leads nowhere */
    SVI_CONNECTED_NOT_HERE,  /* the name leads to addresses alone that it may not lead to */
    SVI_CONNECTED_NO_ANSWER, /* no allowed address answers, or the connector does not in time */
};

/* Connects for `asked`, the connector's end of a socket pair, until the other end is closed; then
 * this process ends. Each question has a process of its own, so that a slow name stops no
 * other. */
_Noreturn void svi_connector_run(int asked, const struct svi_place *places, size_t n_places);

/* Asks a connector for a connection to a place, by its number in `places`. The answer comes at the
 * descriptor that is returned, which the caller closes. It ends without an answer after half a
 * minute. Returns -1 with errno on failure. */
int svi_connector_ask(int connector, unsigned place);

/* Takes the answer, and waits for it unless `answer_fd` can be read. Returns the connected
 * descriptor, which belongs to the caller, or -1 and the reason in *answer.
 *
 * The caller closes `answer_fd` in either case. *answer is SVI_CONNECTED even if -1 is returned
 * because this process has no descriptor left, so check the returned value. */
int svi_connector_take(int answer_fd, enum svi_connected *answer);

#endif
