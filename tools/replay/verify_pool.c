#include "tools/replay/verify_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Games under way for each thread: so many go on while a long one keeps its place in the order. */
#define DEPTH 4u

/* A ring of slots: `first` to before `begun` are being played or have been, from there to before `end` they wait. All
 * three only grow; a slot's place is the remainder. */
struct svi_verify_crew {
    pthread_mutex_t lock; /* of everything below but what is in a slot that somebody plays */
    pthread_cond_t sent, played;
    uint64_t first, begun, end;
    bool closing;
    unsigned jobs, threads; /* wanted, the owner counted; begun, without it */
    pthread_t *thread;
    uint32_t slots;
    bool *done;
    struct svi_verify_slot *slot;
};

static void count(void *user, const struct sv_event *ev)
{
    struct svi_verify_slot *slot = user;
    svi_trades_take(&slot->trades, &slot->game, ev);
    if (ev->type == SV_EVENT_ANSWER) {
        slot->verdicts[ev->seat][ev->verdict]++;
    } else if (ev->type == SV_EVENT_FORFEIT) {
        slot->forfeits |= 1u << ev->seat;
    }
}

/* Accounts for the game's luck again, if that is to give the figures that are kept. */
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

/* Plays the game that has waited longest. The lock is held on entry and on return, not meanwhile. */
static void play_next(struct svi_verify_crew *crew)
{
    const uint64_t at = crew->begun++ % crew->slots;
    (void)pthread_mutex_unlock(&crew->lock);
    play(&crew->slot[at]);
    (void)pthread_mutex_lock(&crew->lock);
    crew->done[at] = true;
    if (at == crew->first % crew->slots) {
        (void)pthread_cond_signal(&crew->played);
    }
}

static void *work(void *argument)
{
    struct svi_verify_crew *crew = argument;
    (void)pthread_mutex_lock(&crew->lock);
    while (!crew->closing) {
        if (crew->begun < crew->end) {
            play_next(crew);
        } else {
            (void)pthread_cond_wait(&crew->sent, &crew->lock);
        }
    }
    (void)pthread_mutex_unlock(&crew->lock);
    return NULL;
}

struct svi_verify_crew *svi_verify_crew_create(unsigned jobs)
{
    assert(jobs >= 1 && jobs <= SVI_VERIFY_JOBS);
    struct svi_verify_crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL) {
        return NULL;
    }
    crew->jobs = jobs;
    crew->slots = jobs > 1 ? DEPTH * jobs : 1;
    crew->slot = calloc(crew->slots, sizeof *crew->slot);
    crew->done = calloc(crew->slots, sizeof *crew->done);
    crew->thread = calloc(jobs, sizeof *crew->thread);
    (void)pthread_mutex_init(&crew->lock, NULL);
    (void)pthread_cond_init(&crew->sent, NULL);
    (void)pthread_cond_init(&crew->played, NULL);
    if (crew->slot == NULL || crew->done == NULL || crew->thread == NULL) {
        crew->slots = 0; /* none has been initialised */
        svi_verify_crew_destroy(crew);
        return NULL;
    }
    for (uint32_t i = 0; i < crew->slots; i++) {
        svi_game_init(&crew->slot[i].game);
    }
    return crew;
}

void svi_verify_crew_destroy(struct svi_verify_crew *crew)
{
    if (crew == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    (void)pthread_cond_broadcast(&crew->sent);
    (void)pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < crew->threads; i++) {
        (void)pthread_join(crew->thread[i], NULL);
    }
    for (uint32_t i = 0; i < crew->slots; i++) {
        svi_game_finish(&crew->slot[i].game);
        svi_buf_finish(&crew->slot[i].name);
        svi_buf_finish(&crew->slot[i].bytes);
        svi_replay_luck_destroy(crew->slot[i].reader);
    }
    (void)pthread_cond_destroy(&crew->played);
    (void)pthread_cond_destroy(&crew->sent);
    (void)pthread_mutex_destroy(&crew->lock);
    free(crew->thread);
    free(crew->done);
    free(crew->slot);
    free(crew);
}

struct svi_verify_slot *svi_verify_crew_slot(struct svi_verify_crew *crew)
{
    if (crew->end - crew->first == crew->slots) { /* only the owner changes these two */
        return NULL;
    }
    struct svi_verify_slot *slot = &crew->slot[crew->end % crew->slots];
    svi_buf_clear(&slot->name);
    svi_buf_clear(&slot->bytes);
    slot->luck.size = 0;
    return slot;
}

void svi_verify_crew_send(struct svi_verify_crew *crew)
{
    (void)pthread_mutex_lock(&crew->lock);
    crew->done[crew->end++ % crew->slots] = false;
    const uint64_t waiting = crew->end - crew->begun;
    (void)pthread_cond_signal(&crew->sent);
    (void)pthread_mutex_unlock(&crew->lock);
    /* A single game is played by the owner. Without a further thread it only takes longer. */
    if (waiting > 1 && crew->threads + 1 < crew->jobs &&
        pthread_create(&crew->thread[crew->threads], NULL, work, crew) == 0) {
        crew->threads++;
    }
}

struct svi_verify_slot *svi_verify_crew_first(struct svi_verify_crew *crew)
{
    if (crew->first == crew->end) {
        return NULL;
    }
    const uint64_t at = crew->first % crew->slots;
    (void)pthread_mutex_lock(&crew->lock);
    while (!crew->done[at]) {
        if (crew->begun < crew->end) {
            play_next(crew);
        } else {
            (void)pthread_cond_wait(&crew->played, &crew->lock);
        }
    }
    (void)pthread_mutex_unlock(&crew->lock);
    return &crew->slot[at];
}

void svi_verify_crew_take(struct svi_verify_crew *crew)
{
    assert(crew->first < crew->end);
    (void)pthread_mutex_lock(&crew->lock);
    crew->first++;
    (void)pthread_mutex_unlock(&crew->lock);
}
