/* State and functions that verify.c and verify_store.c share. */
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
    uint64_t rankings, bots;      /* leagues whose ranking was computed again, and their bots */
    uint64_t missing;             /* planned games that are missing from their stores */
    bool terminal;                /* stderr is a terminal that can erase a line */
    struct svi_progress progress; /* progress of the current store */
    bool json;
    /* For JSON: lists of differences and of unreadable things, without their ends. */
    struct svi_buf differences, problems;
    struct svi_verify_pool *pool;
    bool has_head; /* stores are compared with the published `head` */
    uint8_t head[SVI_HEAD_BYTES];
    struct svi_verify_pick pick; /* `wants` is NULL: all games */
};

/* Counts and reports that `name` differs from its record. */
void svi_verify_bad(struct svi_verify *v, const char *name, const char *problem);

/* Counts and reports at once that something cannot be read; the line names it. */
void svi_verify_unreadable_line(struct svi_verify *v, const char *line);

/* Returns a slot for the next game; fill it, then call svi_verify_pool_send(). Reports finished
 * games that occupy slots. */
struct svi_verify_slot *svi_verify_slot(struct svi_verify *v);

/* Reports all games under way, so that later findings come after them. */
void svi_verify_drain(struct svi_verify *v);

/* Counts a game that has been played, and reports its faults. Returns whether it equals its
 * record. */
bool svi_verify_count(struct svi_verify *v, const struct svi_verify_slot *slot);

#endif
