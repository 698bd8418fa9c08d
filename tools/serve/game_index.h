/* What games can be chosen by, of all games of a store whose deals are over, in memory: so a rare
 * choice reads no store. Some 8 bytes a game and 8 a seat. By one thread. */
#ifndef SVI_TOOLS_SERVE_GAME_INDEX_H
#define SVI_TOOLS_SERVE_GAME_INDEX_H

#include "tools/serve/request.h"

#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_GAME_INDEX_MOST 1000u /* games of one choice */

struct svi_game_index;

/* NULL: no memory. */
struct svi_game_index *svi_game_index_create(void);
void svi_game_index_destroy(struct svi_game_index *index);

/* Takes in what it has not of a store, which shows only deals that are over and is always the same
 * one, if by another reader, or nothing unless it has `changed`. Luck that came later is read too,
 * of a bounded number of games each time. Errors as of svi_store_results(). */
enum sv_status svi_game_index_renew(struct svi_game_index *index, struct svi_store *store,
                                    bool changed);

/* The games that are asked for, in their order, at most `filter->limit` (1 to SVI_GAME_INDEX_MOST)
 * of them. */
struct svi_game_choice {
    uint64_t number[SVI_GAME_INDEX_MOST];
    unsigned n;
    uint64_t all; /* that are chosen, on every page */
    bool more;    /* behind these */
};
void svi_game_index_choose(const struct svi_game_index *index, const struct svi_game_filter *filter,
                           struct svi_game_choice *choice);

/* Whether the luck of any game is known. */
bool svi_game_index_has_luck(const struct svi_game_index *index);

#endif
