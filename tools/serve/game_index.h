/* The filter of a list of games, and an index of all games of finished deals, in memory: filters
 * are applied without reading the store. The index takes about 8 bytes a game and 8 a seat.
 * tools/serve/games.c has one, which only the thread that answers requests uses after the first
 * reading. */
#ifndef SVI_TOOLS_SERVE_GAME_INDEX_H
#define SVI_TOOLS_SERVE_GAME_INDEX_H

#include "tools/serve/request.h"

#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_GAME_INDEX_MOST 1000u /* games on a page */

struct svi_game_index;

/* Creates an empty index. Never returns NULL: without memory the program ends.
 * svi_game_index_destroy() frees it, and ignores NULL. */
struct svi_game_index *svi_game_index_create(void);
void svi_game_index_destroy(struct svi_game_index *index);

/* Adds the games that have been written since the last call, or returns at once if the store has
 * not `changed`. `store` is a reader that shows only finished deals; it may be another reader of
 * the same store each time. Luck that was added later is read too, for a bounded number of games a
 * call. Returns the errors of svi_store_results(), and SV_E_SYSTEM without memory. */
enum sv_status svi_game_index_renew(struct svi_game_index *index, struct svi_store *store,
                                    bool changed);

/* A page of the games that match a filter, in its order. */
struct svi_game_choice {
    uint64_t number[SVI_GAME_INDEX_MOST];
    unsigned n;
    uint64_t all; /* matching games on all pages */
    bool more;    /* another page follows */
};

/* Fills *choice with at most filter->value[SVI_FOR_LIMIT] games, which is 1 or
 * more, and at most SVI_GAME_INDEX_MOST. */
void svi_game_index_choose(const struct svi_game_index *index, const struct svi_game_filter *filter,
                           struct svi_game_choice *choice);

/* Returns whether the luck of any game is known. */
bool svi_game_index_has_luck(const struct svi_game_index *index);

/* Reads a filter. `find` returns the value of a query's name, "" if it has no value, and sets
 * *given to whether the query has the name; the text need only last until the next call. Returns
 * false if a value is invalid; the request is then refused. */
bool svi_game_filter_read(struct svi_game_filter *filter,
                          const char *(*find)(void *user, const char *name, bool *given),
                          void *user);

/* Appends the filter as members of a JSON object, which are called as in addresses. `out` is
 * `failed` without memory. */
void svi_game_filter_json(const struct svi_game_filter *filter, struct svi_buf *out);

#endif
