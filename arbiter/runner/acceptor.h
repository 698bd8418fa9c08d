/* The door for bots that connect by themselves (`name@`, an endpoint in a league file): their owner trusts them, and is
 * perhaps in a debugger. Who has connected is nobody until a hello says the name of a bot that is expected; until then
 * it may take its time, and costs nobody else a place. */
#ifndef SVI_ARBITER_RUNNER_ACCEPTOR_H
#define SVI_ARBITER_RUNNER_ACCEPTOR_H

#include "runner/bot_process.h"

#define SVI_DOOR_GUESTS 32u /* connections without a hello; one more, and the oldest is shown out */

struct svi_door {
    int epoll;
    uint64_t key; /* of the door's events; key + 1 and on are its guests' */
    struct svi_line_traffic *traffic;
    struct svi_listener listener;
    struct svi_line guest[SVI_DOOR_GUESTS];
    uint64_t since[SVI_DOOR_GUESTS]; /* their running numbers */
    uint64_t guests;                 /* so far */
    unsigned refused;                /* so far */
};

/* A door that is not there: nobody comes. */
void svi_door_init(struct svi_door *door, int epoll, uint64_t key,
                   struct svi_line_traffic *traffic);

/* Opens it at an endpoint of this machine. SV_E_ARGUMENT, SV_E_SYSTEM: `error` has one line. */
enum sv_status svi_door_open(struct svi_door *door, const char *endpoint, char *error,
                             size_t error_size);
void svi_door_close(struct svi_door *door);

/* Lets in who has connected. */
void svi_door_accept(struct svi_door *door);

/* Something has come from a guest, to be read into `buffer`. A hello with the name of a bot that is expected makes its
 * connection that link's (svi_link_take()): the link, of whose line more messages may lie in the buffer. NULL in all
 * other cases: any other hello is refused with the reason, whatever is no hello is shown out. */
struct svi_link *svi_door_guest(struct svi_door *door, unsigned guest, struct svi_link *links,
                                unsigned n_links, void *buffer, size_t size, int64_t now_us);

#endif
