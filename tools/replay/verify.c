#include "tools/replay/verify.h"

#include "base/json.h"
#include "base/out.h"
#include "memory/memory.h"
#include "store/store.h"
#include "thread/thread.h"
#include "tools/console/say.h"
#include "tools/replay/game_file.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- verify pool ----------------------------------------------------------------------------- */

/* Plays games again on several threads, and returns them in the order in which they were sent. Only
 * one thread, the owner, calls the functions below. Instead of waiting, the owner plays games
 * itself. */

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

/* Ends the threads and drops games that have not been returned. NULL does nothing. */
static void verify_pool_destroy(struct svi_verify_pool *pool)
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

/* Creates a pool of at most `jobs` threads, 1 to SVI_VERIFY_JOBS, including the owner. Further
 * threads start when games wait. Returns NULL if memory runs out. */
static struct svi_verify_pool *verify_pool_create(unsigned jobs)
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
        verify_pool_destroy(pool);
        return NULL;
    }
    for (uint32_t i = 0; i < pool->slots; i++) {
        svi_game_init(&pool->slot[i].game);
    }
    return pool;
}

/* Returns a slot to fill, empty except for its memory, or NULL if all slots are under way; then
 * take a game back first. */
static struct svi_verify_slot *verify_pool_slot(struct svi_verify_pool *pool)
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

/* Returns the oldest game under way, after it has been played, or NULL if no game is under way. It
 * stays in the pool until verify_pool_take() removes it. */
static struct svi_verify_slot *verify_pool_first(struct svi_verify_pool *pool)
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

/* Returns the oldest game under way, after it has been played, or NULL if no game is under way. It
 * stays in the pool until verify_pool_take() removes it. */
static void verify_pool_take(struct svi_verify_pool *pool)
{
    assert(pool->first < pool->end);
    (void)pthread_mutex_lock(&pool->lock);
    pool->first++;
    (void)pthread_mutex_unlock(&pool->lock);
}

/* Games between two updates on a terminal. */
#define SIGN_EVERY 500u

struct svi_verify *svi_verify_create(bool json, unsigned jobs)
{
    struct svi_verify *v = svi_new(1, sizeof *v);
    v->pool = verify_pool_create(jobs);
    if (v->pool == NULL) {
        free(v);
        return NULL;
    }
    svi_progress_init(&v->progress, "");
    v->terminal = v->progress.live && !svi_say_is_quiet();
    v->json = json;
    svi_out_char(&v->differences, '[');
    svi_out_char(&v->problems, '[');
    return v;
}

void svi_verify_only(struct svi_verify *v, const struct svi_verify_pick *pick)
{
    v->pick = *pick;
}

void svi_verify_head(struct svi_verify *v, const uint8_t head[SVI_HEAD_BYTES])
{
    v->has_head = true;
    memcpy(v->head, head, sizeof v->head);
}

void svi_verify_destroy(struct svi_verify *v)
{
    if (v != NULL) {
        verify_pool_destroy(v->pool);
        svi_buf_finish(&v->differences);
        svi_buf_finish(&v->problems);
        free(v);
    }
}

/* ---- findings -------------------------------------------------------------------------------- */

static void clear_sign(const struct svi_verify *v)
{
    if (v->terminal) {
        (void)fputs("\r\033[K", stderr);
    }
}

void svi_verify_unreadable_line(struct svi_verify *v, const char *line)
{
    clear_sign(v);
    v->unreadable++;
    svi_json_element(&v->problems, line);
    (void)svi_complain(SVI_EXIT_USAGE, "%s", line);
}

static void cannot_read(struct svi_verify *v, const char *path, const char *reason)
{
    struct svi_error error;
    (void)svi_fail(&error, SV_E_UNKNOWN, "%s: %s", path, reason);
    svi_verify_unreadable_line(v, error.text);
}

void svi_verify_unreadable(struct svi_verify *v, const char *path, const char *reason)
{
    svi_verify_drain(v);
    cannot_read(v, path, reason);
}

void svi_verify_bad(struct svi_verify *v, const char *name, const char *problem)
{
    clear_sign(v);
    v->bad++;
    if (v->json) {
        svi_json_object(&v->differences, JSON_TEXT("where", name), JSON_TEXT("problem", problem));
    } else {
        SCOPED(svi_buf_finish) struct svi_buf text = {0};
        svi_out_plain(&text, name);
        svi_out_text(&text, ": ");
        svi_out_plain(&text, problem); /* the problem may quote text from the file's author */
        (void)printf("%.*s\n", (int)text.size, text.data != NULL ? (const char *)text.data : "");
    }
}

static void out_number(struct svi_buf *out, uint64_t number, const char *text)
{
    svi_out_int(out, (int64_t)number);
    svi_out_text(out, text);
}

static void put_text(const struct svi_verify *v, struct svi_buf *out)
{
    out_number(out, v->games, v->games == 1 ? " game, " : " games, ");
    out_number(out, v->decisions, " decisions");
    if (v->rankings == 1) {
        svi_out_text(out, ", the ranking of ");
        out_number(out, v->bots, " bots");
    } else if (v->rankings > 1) {
        svi_out_text(out, ", the rankings of ");
        out_number(out, v->rankings, " leagues with ");
        out_number(out, v->bots, " bots");
    }
    svi_out_text(out, ": ");
    if (v->bad == 0) {
        svi_out_text(out, v->games == 0 ? "nothing verified" : "all as recorded");
    } else {
        out_number(out, v->bad, " not as recorded");
    }
    if (v->missing > 0) {
        svi_out_text(out, "; ");
        out_number(out, v->missing, v->missing == 1 ? " more is" : " more are");
        svi_out_text(out, " planned and not in the store");
    }
    if (v->unreadable > 0) {
        svi_out_text(out, "; ");
        out_number(out, v->unreadable, " unreadable");
    }
    svi_out_char(out, '\n');
}

/* Returns whether a store was verified without a published head. */
static bool leaves_open(const struct svi_verify *v)
{
    return v->stores > 0 && !v->has_head;
}

/* Changes that verify cannot see in a store, because all rows that would show them can be changed
 * alike. */
static const char *const head_only[] = {
    "games played again, by the same bots with the same dice, until their results pleased",
    "games that are missing at the end, or anywhere in a league that says it is not over",
    "a league file, settings and bots that were changed in all tables alike",
    "earlier states of the league file, and which Solvent and which bot files played",
    "luck that is missing where it does not decide, or was found by another version of Solvent",
};

/* Prints what remains unchecked without a published head. */
static void put_head_only(struct svi_buf *out)
{
    svi_out_text(out, "Only --head HASH, with a head that was published, would show:\n");
    for (size_t i = 0; i < sizeof head_only / sizeof head_only[0]; i++) {
        svi_out_format(out, "  - %s\n", head_only[i]);
    }
    svi_out_text(out, "Nothing checks times, lost processes and what bots printed.\n");
}

static void put_list(struct svi_buf *out, const char *key, const struct svi_buf *list)
{
    svi_json_key(out, key);
    svi_buf_append(out, list->data, list->size);
    svi_out_char(out, ']');
    out->failed |= list->failed;
}

static void put_json(const struct svi_verify *v, struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_members(out, JSON_BOOL("as_recorded", v->bad == 0), JSON_INT("games", v->games),
                     JSON_INT("decisions", v->decisions), JSON_INT("rankings", v->rankings),
                     JSON_INT("bots", v->bots), JSON_INT("missing", v->missing));
    put_list(out, "differences", &v->differences);
    put_list(out, "unreadable", &v->problems);
    svi_json_key(out, "head_only");
    svi_out_char(out, '[');
    for (size_t i = 0; i < sizeof head_only / sizeof head_only[0] && leaves_open(v); i++) {
        svi_json_element(out, head_only[i]);
    }
    svi_out_text(out, "]}\n");
}

enum svi_exit svi_verify_end(struct svi_verify *v)
{
    struct svi_buf out = {0};
    svi_verify_drain(v);
    clear_sign(v);
    if (v->json) {
        put_json(v, &out);
    } else {
        put_text(v, &out);
        if (leaves_open(v)) {
            put_head_only(&out);
        }
    }
    return svi_say_result(v->bad > 0          ? SVI_EXIT_FAILED
                          : v->unreadable > 0 ? SVI_EXIT_USAGE
                                              : SVI_EXIT_DONE,
                          &out);
}

/* ---- games ----------------------------------------------------------------------------------- */

static void tell_first(struct svi_verify *v, struct svi_verify_slot *slot)
{
    slot->told(slot->user, slot);
    verify_pool_take(v->pool);
}

struct svi_verify_slot *svi_verify_slot(struct svi_verify *v)
{
    struct svi_verify_slot *slot;
    while ((slot = verify_pool_slot(v->pool)) == NULL) {
        tell_first(v, verify_pool_first(v->pool));
    }
    return slot;
}

void svi_verify_drain(struct svi_verify *v)
{
    struct svi_verify_slot *slot;
    while ((slot = verify_pool_first(v->pool)) != NULL) {
        tell_first(v, slot);
    }
}

bool svi_verify_count(struct svi_verify *v, const struct svi_verify_slot *slot)
{
    const char *name = (const char *)slot->name.data;
    if (!slot->readable) {
        cannot_read(v, name, slot->replay.error.text);
        return false;
    }
    v->games++;
    v->decisions += slot->game.decisions;
    if (slot->status == SV_E_SYSTEM) {
        cannot_read(v, name, "no memory");
    } else if (slot->status != SV_OK) {
        svi_verify_bad(v, name, slot->replay.error.text);
    }
    return slot->status == SV_OK;
}

static void tell_file(void *user, struct svi_verify_slot *slot)
{
    struct svi_verify *v = user;
    (void)svi_verify_count(v, slot);
    if (v->terminal && v->games % SIGN_EVERY == 0) {
        (void)fprintf(stderr, "\r%" PRIu64 " games", v->games);
    }
}

void svi_verify_file(struct svi_verify *v, const char *path)
{
    struct svi_error error;
    bool sealed;
    struct svi_verify_slot *slot = svi_verify_slot(v);
    svi_buf_append(&slot->name, path, strlen(path) + 1);
    if (svi_game_file_load(path, &slot->bytes, &sealed, &error) == SVI_EXIT_DONE) {
        slot->told = tell_file;
        slot->user = v;
        svi_verify_pool_send(v->pool);
    } else {
        svi_verify_drain(v);
        svi_verify_unreadable_line(v, error.text);
    }
}
