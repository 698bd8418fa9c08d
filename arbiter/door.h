/* The door: who of those that connect is one of our bots. */
#ifndef SVI_ARBITER_DOOR_H
#define SVI_ARBITER_DOOR_H

#include "arbiter/bot_link.h"
#include "arbiter/post.h"

/* Takes in a frame from a stranger. A hello with the token of a bot we have started and not heard of yet, or
 * without one and with the name of a bot that connects by itself, brings that bot UP, with a welcome in its
 * outbox. Any other hello is refused with the reason; whatever is no hello is ignored. */
void svi_door_knock(struct svi_post *post, struct svi_link *links, unsigned n_links,
                    const struct svi_letter *letter, int64_t now_us);

#endif
