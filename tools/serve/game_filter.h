/* What is asked for of a list of games: read from an address, and written into one. */
#ifndef SVI_TOOLS_SERVE_GAME_FILTER_H
#define SVI_TOOLS_SERVE_GAME_FILTER_H

#include "tools/report/page.h"
#include "tools/serve/request.h"

/* `find` gives the value of a name, "" where it has none, and says whether it is there. False: a
 * value is none that it can be. */
bool svi_game_filter_read(struct svi_game_filter *filter,
                          const char *(*find)(void *user, const char *name, bool *given),
                          void *user);

/* The address of a page of games, for an attribute: with another `before`. */
void svi_game_filter_address(const struct svi_game_filter *filter, uint64_t before,
                             struct svi_buf *out);

/* What is asked for, in words: " of ann against bob, ...". */
void svi_game_filter_words(const struct svi_game_filter *filter,
                           const struct svi_store_info *league, struct svi_buf *out);

/* The form that asks for others, with what is asked for now chosen; without luck there is no order
 * by it. */
void svi_game_filter_form(const struct svi_game_filter *filter, const struct svi_store_info *league,
                          bool has_luck, struct svi_buf *out);

#endif
