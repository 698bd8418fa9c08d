/* What verify.c and verify_store.c share. */
#ifndef SVI_TOOLS_REPLAY_VERIFY_STATE_H
#define SVI_TOOLS_REPLAY_VERIFY_STATE_H

#include "store/store_chain.h"
#include "tools/console/progress.h"
#include "tools/replay/verify_pick.h"
#include "tools/replay/verify_pool.h"

#include <stdint.h>

struct svi_verify {
    uint64_t games, bad, unreadable, decisions;
    uint64_t stores;
    uint64_t rankings, bots; /* leagues whose ranking has been made again, and the bots in them */
    uint64_t missing;        /* games that are planned in these leagues and not in their stores */
    bool terminal;           /* stderr is one that can take a line back */
    struct svi_progress progress; /* of the store at hand */
    bool json;
    struct svi_buf differences,
        problems; /* json: lists that have been begun, of what is bad and what is unreadable */
    struct svi_verify_pool *pool;
    bool has_head; /* a head that was published, against which stores are held */
    uint8_t head[SVI_HEAD_BYTES];
    struct svi_verify_pick pick; /* wants is NULL: all games */
};

/* Notes and tells that `name` is not as recorded. */
void svi_verify_bad(struct svi_verify *v, const char *name, const char *problem);

/* Notes and tells, at once, that something cannot be read; the line names it. */
void svi_verify_unreadable_line(struct svi_verify *v, const char *line);

/* A slot to fill with the next game, which svi_verify_pool_send() is then given; games that are in
 * its way are told. */
struct svi_verify_slot *svi_verify_slot(struct svi_verify *v);

/* Tells all games that are under way: before anything about what came after them. */
void svi_verify_drain(struct svi_verify *v);

/* Counts a game that has been played, and tells what is wrong with it; true when it is as recorded.
 */
bool svi_verify_count(struct svi_verify *v, const struct svi_verify_slot *slot);

#endif
