/* What is asked for of a list of games: read from an address, and told to its page. */
#ifndef SVI_TOOLS_SERVE_GAME_FILTER_H
#define SVI_TOOLS_SERVE_GAME_FILTER_H

#include "tools/report/page.h"
#include "tools/serve/request.h"

/* `find` gives the value of a name, "" where it has none, and says whether it is there. False: a
 * value is none that it can be. */
bool svi_game_filter_read(struct svi_game_filter *filter,
                          const char *(*find)(void *user, const char *name, bool *given),
                          void *user);

/* Appends what is asked for, as members of an object with the names that addresses have. */
void svi_game_filter_json(const struct svi_game_filter *filter, struct svi_buf *out);

#endif
