#include "league/luck_fill.h"

#include "job/luck_row.h"
#include "luck/game_luck.h"
#include "memory/memory.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "thread/workers.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Games that each thread gets in a batch, which takes tenths of a second. */
#define TOGETHER 32u

struct slot {
    uint64_t number;
    struct svi_buf replay;
    enum sv_status status;
    struct svi_game_luck luck;
    struct svi_error error;
};

struct batch {
    struct slot *slot;
    unsigned n;
    struct svi_replay_luck **luck; /* one for each thread */
};

static bool account(void *what, unsigned worker, uint64_t item)
{
    const struct batch *b = what;
    struct slot *slot = &b->slot[item];
    struct svi_replay_luck *luck = b->luck[worker];
    slot->status =
        svi_replay_luck_read(luck, slot->replay.data, slot->replay.size, NULL, &slot->luck);
    if (slot->status != SV_OK) {
        (void)svi_fail(&slot->error, slot->status, "%s", svi_replay_luck_error(luck));
    }
    return true; /* write_batch() reports the first game that failed */
}

struct run {
    const struct svi_luck_fill *fill;
    struct batch batch;
    uint8_t version[SVI_LUCK_VERSION_BYTES];
    bool known;        /* `version` is set */
    uint64_t number;   /* last game that was looked at */
    uint64_t *numbers; /* game numbers of a batch */
    struct svi_error *error;
};

/* Passes a failure of the store on. */
static enum sv_status pass(const struct run *r, enum sv_status status)
{
    return svi_store_pass(r->fill->store, status, r->error);
}

/* Reads the next games without luck; b->n is 0 if all games have it. */
static enum sv_status read_batch(struct run *r, unsigned most)
{
    struct batch *b = &r->batch;
    SVI_TRY(pass(r, svi_store_without_luck(r->fill->store, r->known ? r->version : NULL, r->number,
                                           r->numbers, most, &b->n)));
    for (unsigned i = 0; i < b->n; i++) {
        struct slot *slot = &b->slot[i];
        svi_buf_clear(&slot->replay);
        slot->number = r->number = r->numbers[i];
        slot->status = SV_E_UNKNOWN; /* until its luck is computed */
        slot->error.text[0] = '\0';
        SVI_TRY(pass(r, svi_store_replay(r->fill->store, slot->number, &slot->replay)));
    }
    return SV_OK;
}

static enum sv_status write_batch(struct run *r, uint64_t *done)
{
    uint8_t bytes[SVI_LUCK_ROW];
    _Static_assert(SVI_LUCK_VERSION_BYTES == SVI_STORE_LUCK_VERSION, "a store keeps it whole");
    for (unsigned i = 0; i < r->batch.n; i++) {
        struct slot *slot = &r->batch.slot[i];
        if (slot->status == SV_E_UNKNOWN && slot->error.text[0] == '\0') {
            continue; /* the call was stopped before this game */
        }
        if (slot->status != SV_OK) {
            (void)svi_store_commit(r->fill->store);
            return svi_fail(r->error, slot->status == SV_E_SYSTEM ? SV_E_SYSTEM : SV_E_MISMATCH,
                            "game %" PRIu64 ": %.200s", slot->number, slot->error.text);
        }
        struct svi_store_luck row = {.number = slot->number, .figures = bytes};
        row.size = svi_luck_row_put(&slot->luck, bytes);
        memcpy(row.version, slot->luck.version, sizeof row.version);
        SVI_TRY(pass(r, svi_store_put_luck(r->fill->store, &row)));
        ++*done;
    }
    return pass(r, svi_store_commit(r->fill->store));
}

/* Finds the version of luck computed now, from the store's first game. Not used where luck decides:
 * there, existing luck of any version stays. */
static enum sv_status find_version(struct run *r, struct svi_replay_luck *luck)
{
    SCOPED(svi_buf_finish) struct svi_buf replay = {0};
    struct svi_game_luck first;
    uint64_t number = 0;
    SVI_TRY(pass(r, svi_store_next(r->fill->store, 0, &number)));
    if (number == 0) {
        return SV_OK;
    }
    SVI_TRY(pass(r, svi_store_replay(r->fill->store, number, &replay)));
    const enum sv_status status =
        svi_replay_luck_read(luck, replay.data, replay.size, NULL, &first);
    if (status != SV_OK) {
        return svi_fail(r->error, status == SV_E_SYSTEM ? SV_E_SYSTEM : SV_E_MISMATCH,
                        "game %" PRIu64 ": %s", number, svi_replay_luck_error(luck));
    }
    memcpy(r->version, first.version, sizeof r->version);
    r->known = true;
    return SV_OK;
}

static enum sv_status go(struct run *r, uint64_t *done, uint64_t *all)
{
    const struct svi_luck_fill *fill = r->fill;
    const struct svi_workers workers = {.jobs = fill->jobs, .stop = fill->stop};
    if (!svi_store_info(fill->store)->luck_decides) {
        SVI_TRY(find_version(r, r->batch.luck[0]));
    }
    SVI_TRY(pass(r, svi_store_count_without_luck(fill->store, r->known ? r->version : NULL, all)));
    while (fill->stop == NULL || !atomic_load(fill->stop)) {
        SVI_TRY(read_batch(r, TOGETHER * fill->jobs));
        if (r->batch.n == 0) {
            return SV_OK;
        }
        (void)svi_workers_run(&workers, r->batch.n, account, &r->batch);
        const enum sv_status status = write_batch(r, done);
        if (fill->progress != NULL) {
            fill->progress(fill->user, *done, *all);
        }
        SVI_TRY(status);
    }
    return SV_OK;
}

enum sv_status svi_luck_fill(const struct svi_luck_fill *fill, uint64_t *done, uint64_t *all,
                             struct svi_error *error)
{
    struct run r = {.fill = fill, .error = error};
    SCOPED(scoped_free)
    struct svi_replay_luck **luck = svi_new(fill->jobs, sizeof(struct svi_replay_luck *));
    bool ok = true;
    assert(fill->jobs >= 1);
    *done = *all = 0;
    r.batch.luck = luck;
    r.batch.slot = svi_new((size_t)TOGETHER * fill->jobs, sizeof *r.batch.slot);
    r.numbers = svi_new((size_t)TOGETHER * fill->jobs, sizeof *r.numbers);
    for (unsigned i = 0; ok && i < fill->jobs; i++) {
        luck[i] = svi_replay_luck_create();
        ok = luck[i] != NULL;
    }
    enum sv_status status = SV_E_SYSTEM;
    if (ok && r.batch.slot != NULL) {
        status = go(&r, done, all);
    } else {
        (void)svi_fail(error, status, "no memory for luck");
    }
    for (unsigned i = 0; i < fill->jobs; i++) {
        svi_replay_luck_destroy(luck[i]);
    }
    for (unsigned i = 0; r.batch.slot != NULL && i < TOGETHER * fill->jobs; i++) {
        svi_buf_finish(&r.batch.slot[i].replay);
    }
    free(r.batch.slot);
    free(r.numbers);
    return status;
}
