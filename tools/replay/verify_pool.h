/* Plays games again on several threads, and returns them in the order in which they were sent. Only
 * one thread, the owner, calls the functions below. Instead of waiting, the owner plays games
 * itself. */
#ifndef SVI_TOOLS_REPLAY_VERIFY_POOL_H
#define SVI_TOOLS_REPLAY_VERIFY_POOL_H

#include "job/luck_row.h"
#include "job/trade_balance.h"
#include "luck/replay_luck.h"
#include "record/replay.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_VERIFY_JOBS 256u /* most threads */

struct svi_verify_slot;

/* Called for each game that has been played, in the order of svi_verify_pool_send(). */
typedef void svi_verify_told(void *user, struct svi_verify_slot *slot);

/* One game. The owner fills the members up to `luck`; the others are valid once the game is
 * returned. */
struct svi_verify_slot {
    struct svi_buf name;  /* name of the game in messages, with a 0 at the end */
    struct svi_buf bytes; /* bytes of the file */
    uint64_t number;      /* `number`, `told` and `user` are for the owner. */
    svi_verify_told *told;
    void *user;
    struct {
        uint8_t version[SVI_LUCK_VERSION_BYTES], row[SVI_LUCK_ROW];
        size_t size; /* bytes of the store's luck row for the game; 0: no row */
    } luck;

    enum sv_status status; /* Status of the replay; replay.error has its message. */
    bool readable;         /* false: not a replay, or a replay of another version */
    struct svi_replay replay;
    struct svi_game game;
    uint32_t verdicts[SV_MAX_SEATS][SV_VERDICT_COUNT];
    uint32_t forfeits; /* set of seats */
    struct svi_trade_balance trades;
    struct svi_replay_luck *reader; /* NULL until it is needed */
    /* The game's luck; `seats` is 0 unless the row is from this program's version. */
    struct svi_game_luck counted;
};

struct svi_verify_pool;

/* Creates a pool of at most `jobs` threads, 1 to SVI_VERIFY_JOBS, including the owner. Further
 * threads start when games wait. Returns NULL if memory runs out. */
struct svi_verify_pool *svi_verify_pool_create(unsigned jobs);

/* Ends the threads and drops games that have not been returned. NULL does nothing. */
void svi_verify_pool_destroy(struct svi_verify_pool *pool);

/* Returns a slot to fill, empty except for its memory, or NULL if all slots are under way; then
 * take a game back first. */
struct svi_verify_slot *svi_verify_pool_slot(struct svi_verify_pool *pool);

/* Sends the game in the slot that was returned last to be played. */
void svi_verify_pool_send(struct svi_verify_pool *pool);

/* Returns the oldest game under way, after it has been played, or NULL if no game is under way. It
 * stays in the pool until svi_verify_pool_take() removes it. */
struct svi_verify_slot *svi_verify_pool_first(struct svi_verify_pool *pool);
void svi_verify_pool_take(struct svi_verify_pool *pool);

#endif
