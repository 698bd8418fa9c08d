/* Games that are played again by several threads and handed back in the order in which they came.
 * One thread, the owner, calls what is declared here; where it would have to wait it plays games
 * itself. */
#ifndef SVI_TOOLS_REPLAY_VERIFY_POOL_H
#define SVI_TOOLS_REPLAY_VERIFY_POOL_H

#include "job/luck_row.h"
#include "job/trade_balance.h"
#include "luck/replay_luck.h"
#include "record/replay.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_VERIFY_JOBS 256u /* threads at most */

struct svi_verify_slot;

/* Told about a game that has been played, in the order of svi_verify_pool_send(). */
typedef void svi_verify_told(void *user, struct svi_verify_slot *slot);

/* One game. The owner fills in the first part; the rest is good once it is handed back. */
struct svi_verify_slot {
    struct svi_buf name;  /* how lines call it, with a 0 at the end */
    struct svi_buf bytes; /* of the file */
    uint64_t number;      /* the owner's, as are the next two */
    svi_verify_told *told;
    void *user;
    struct {
        uint8_t version[SVI_LUCK_VERSION_BYTES], row[SVI_LUCK_ROW];
        size_t size; /* of the row that a store has of the game; 0: none */
    } luck;

    enum sv_status status; /* of the replay; its line is in replay.error */
    bool readable;         /* false: no replay, or of another version */
    struct svi_replay replay;
    struct svi_game game;
    uint32_t verdicts[SV_MAX_SEATS][SV_VERDICT_COUNT];
    uint32_t forfeits; /* set of seats */
    struct svi_trade_balance trades;
    struct svi_replay_luck *reader; /* NULL until it is needed */
    struct svi_game_luck
        counted; /* its luck; seats is 0 unless the row is of this program's version */
};

struct svi_verify_pool;

/* At most `jobs` threads, 1 to SVI_VERIFY_JOBS, the owner counted; others are begun as games wait.
 * NULL: no memory. */
struct svi_verify_pool *svi_verify_pool_create(unsigned jobs);

/* Ends the threads; games that have not been handed back are dropped. NULL does nothing. */
void svi_verify_pool_destroy(struct svi_verify_pool *pool);

/* A slot to fill, empty but for its memory. NULL: all are under way, take one back first. */
struct svi_verify_slot *svi_verify_pool_slot(struct svi_verify_pool *pool);

/* Has the game played that was filled into the slot given last. */
void svi_verify_pool_send(struct svi_verify_pool *pool);

/* The game that was sent first of those under way, played; NULL: there is none. It stays until it
 * is taken off. */
struct svi_verify_slot *svi_verify_pool_first(struct svi_verify_pool *pool);
void svi_verify_pool_take(struct svi_verify_pool *pool);

#endif
