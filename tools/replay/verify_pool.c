#include "tools/replay/verify_pool.h"

#include "memory/memory.h"
#include "thread/thread.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Games under way for each thread. This many can go on while a long one holds its place in the
 * order. */
#define DEPTH 4u

/* A ring of slots. Slots from `first` to before `begun` are being played or have been played; slots
 * from there to before `end` wait. All three only grow; a slot's place is the remainder modulo
 * `slots`. */
struct svi_verify_pool {
    pthread_mutex_t lock; /* protects all members below, but not a slot while a thread plays it */
    pthread_cond_t sent, played;
    uint64_t first, begun, end;
    bool closing;
    /* `jobs` is the wanted number with the owner, `threads` the number of started threads without
     * the owner. */
    unsigned jobs, threads;
    struct svi_thread *thread;
    uint32_t slots;
    bool *done;
    struct svi_verify_slot *slot;
};

static void count(void *user, const struct sv_event *ev)
{
    struct svi_verify_slot *slot = user;
    svi_trade_balance_take(&slot->trades, &slot->game, ev);
    if (ev->type == SV_EVENT_ANSWER) {
        slot->verdicts[ev->seat][ev->verdict]++;
    } else if (ev->type == SV_EVENT_FORFEIT) {
        slot->forfeits |= 1u << ev->seat;
    }
}

/* Computes the game's luck again if this program's version matches the version of the stored
 * figures. */
static void account(struct svi_verify_slot *slot)
{
    uint8_t version[SVI_LUCK_VERSION_BYTES];
    svi_luck_version(&slot->replay.edition, slot->replay.header.edition_hash, version);
    if (memcmp(slot->luck.version, version, sizeof version) != 0) {
        return;
    }
    if (slot->reader == NULL) {
        slot->reader = svi_replay_luck_create();
    }
    if (slot->reader == NULL ||
        svi_replay_luck_read(slot->reader, slot->bytes.data, slot->bytes.size, NULL,
                             &slot->counted) == SV_E_SYSTEM) {
        slot->status = SV_E_SYSTEM;
    }
}

static void play(struct svi_verify_slot *slot)
{
    const struct sv_sink sink = {count, slot};
    memset(slot->verdicts, 0, sizeof slot->verdicts);
    memset(&slot->trades, 0, sizeof slot->trades);
    slot->forfeits = 0;
    slot->status = svi_replay_reopen(&slot->replay, slot->bytes.data, slot->bytes.size);
    slot->readable =
        slot->status != SV_E_VERSION && svi_replay_is(slot->bytes.data, slot->bytes.size);
    slot->game.decisions = 0;
    if (slot->status == SV_OK && slot->readable) {
        slot->status = svi_replay_run(&slot->replay, &slot->game, &sink);
    }
    slot->counted.seats = 0;
    if (slot->status == SV_OK && slot->readable && slot->luck.size > 0) {
        account(slot);
    }
}

/* Plays the game that has waited longest. The caller holds the lock; it is released while the game
 * is played. */
static void play_next(struct svi_verify_pool *pool)
{
    const uint64_t at = pool->begun++ % pool->slots;
    (void)pthread_mutex_unlock(&pool->lock);
    play(&pool->slot[at]);
    (void)pthread_mutex_lock(&pool->lock);
    pool->done[at] = true;
    if (at == pool->first % pool->slots) {
        (void)pthread_cond_signal(&pool->played);
    }
}

static void *work(void *argument)
{
    struct svi_verify_pool *pool = argument;
    (void)pthread_mutex_lock(&pool->lock);
    while (!pool->closing) {
        if (pool->begun < pool->end) {
            play_next(pool);
        } else {
            (void)pthread_cond_wait(&pool->sent, &pool->lock);
        }
    }
    (void)pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct svi_verify_pool *svi_verify_pool_create(unsigned jobs)
{
    assert(jobs >= 1 && jobs <= SVI_VERIFY_JOBS);
    struct svi_verify_pool *pool = svi_new(1, sizeof *pool);
    pool->jobs = jobs;
    pool->slots = jobs > 1 ? DEPTH * jobs : 1;
    pool->slot = svi_new(pool->slots, sizeof *pool->slot);
    pool->done = svi_new(pool->slots, sizeof *pool->done);
    pool->thread = svi_new(jobs, sizeof *pool->thread);
    (void)pthread_mutex_init(&pool->lock, NULL);
    (void)pthread_cond_init(&pool->sent, NULL);
    (void)pthread_cond_init(&pool->played, NULL);
    if (pool->slot == NULL) {
        pool->slots = 0; /* no slot is initialised */
        svi_verify_pool_destroy(pool);
        return NULL;
    }
    for (uint32_t i = 0; i < pool->slots; i++) {
        svi_game_init(&pool->slot[i].game);
    }
    return pool;
}

void svi_verify_pool_destroy(struct svi_verify_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    (void)pthread_cond_broadcast(&pool->sent);
    (void)pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->threads; i++) {
        svi_thread_join(&pool->thread[i]);
    }
    for (uint32_t i = 0; i < pool->slots; i++) {
        svi_game_finish(&pool->slot[i].game);
        svi_buf_finish(&pool->slot[i].name);
        svi_buf_finish(&pool->slot[i].bytes);
        svi_replay_luck_destroy(pool->slot[i].reader);
    }
    (void)pthread_cond_destroy(&pool->played);
    (void)pthread_cond_destroy(&pool->sent);
    (void)pthread_mutex_destroy(&pool->lock);
    free(pool->thread);
    free(pool->done);
    free(pool->slot);
    free(pool);
}

struct svi_verify_slot *svi_verify_pool_slot(struct svi_verify_pool *pool)
{
    if (pool->end - pool->first == pool->slots) { /* only the owner changes these two */
        return NULL;
    }
    struct svi_verify_slot *slot = &pool->slot[pool->end % pool->slots];
    svi_buf_clear(&slot->name);
    svi_buf_clear(&slot->bytes);
    slot->luck.size = 0;
    return slot;
}

void svi_verify_pool_send(struct svi_verify_pool *pool)
{
    (void)pthread_mutex_lock(&pool->lock);
    pool->done[pool->end++ % pool->slots] = false;
    const uint64_t waiting = pool->end - pool->begun;
    (void)pthread_cond_signal(&pool->sent);
    (void)pthread_mutex_unlock(&pool->lock);
    /* The owner plays a single game itself. If no further thread can start, the work only takes
     * longer. */
    if (waiting > 1 && pool->threads + 1 < pool->jobs &&
        svi_thread_start(&pool->thread[pool->threads], work, pool) == 0) {
        pool->threads++;
    }
}

struct svi_verify_slot *svi_verify_pool_first(struct svi_verify_pool *pool)
{
    if (pool->first == pool->end) {
        return NULL;
    }
    const uint64_t at = pool->first % pool->slots;
    (void)pthread_mutex_lock(&pool->lock);
    while (!pool->done[at]) {
        if (pool->begun < pool->end) {
            play_next(pool);
        } else {
            (void)pthread_cond_wait(&pool->played, &pool->lock);
        }
    }
    (void)pthread_mutex_unlock(&pool->lock);
    return &pool->slot[at];
}

void svi_verify_pool_take(struct svi_verify_pool *pool)
{
    assert(pool->first < pool->end);
    (void)pthread_mutex_lock(&pool->lock);
    pool->first++;
    (void)pthread_mutex_unlock(&pool->lock);
}
