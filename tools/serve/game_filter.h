/* The filter of a list of games: tools/serve/server.c reads it from the query of an address, and
 * tools/serve/games.c repeats it to the page. */
#ifndef SVI_TOOLS_SERVE_GAME_FILTER_H
#define SVI_TOOLS_SERVE_GAME_FILTER_H

#include "tools/report/page.h"
#include "tools/serve/request.h"

/* Reads a filter. `find` returns the value of a query's name, "" if it has no value, and sets
 * *given to whether the query has the name; the text need only last until the next call. Returns
 * false if a value is invalid; the request is then refused. */
bool svi_game_filter_read(struct svi_game_filter *filter,
                          const char *(*find)(void *user, const char *name, bool *given),
                          void *user);

/* Appends the filter as members of a JSON object, which are called as in addresses. */
void svi_game_filter_json(const struct svi_game_filter *filter, struct svi_buf *out);

#endif
