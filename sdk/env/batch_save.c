#include "env/batch.h"
#include "wire/edition_codec.h"

#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Saves games as their causes: the seed, the lineups and the actions taken. Restoring plays them
 * again, so any bytes give a game that can be played. */

#define DIGEST 32u /* BLAKE2b-256 of all before, at the end */

/* Before the games; without padding. */
struct head {
    uint8_t kind[8]; /* "SVBATCH1" */
    uint8_t seed[SV_SEED_BYTES];
    uint64_t may[SV_MAX_SEATS];
    uint8_t edition[SVI_EDITION_HASH_BYTES];
    uint32_t games, seats, players;
    uint8_t full, turned, pad[2];
};

/* Before the actions of a game; without padding. */
struct kept {
    uint64_t played; /* games begun, this one included */
    uint8_t lineup[SV_MAX_SEATS];
    uint8_t state[SV_HASH_BYTES]; /* its hash: where the actions lead */
    uint64_t actions;
};

_Static_assert(sizeof(struct head) ==
                   8 + SV_SEED_BYTES + 8 * SV_MAX_SEATS + SVI_EDITION_HASH_BYTES + 16,
               "no padding");
_Static_assert(sizeof(struct kept) == 16 + SV_MAX_SEATS + SV_HASH_BYTES, "no padding");

/* Fills the head. Returns false without memory. */
static bool head_of(const struct sv_batch *b, struct head *head)
{
    memset(head, 0, sizeof *head);
    memcpy(head->kind, "SVBATCH1", sizeof head->kind);
    memcpy(head->seed, b->seed, sizeof head->seed);
    memcpy(head->may, b->how.may, sizeof head->may);
    head->games = b->how.games;
    head->seats = b->how.seats;
    head->players = b->how.players;
    head->full = b->how.full;
    head->turned = b->how.turned;
    return svi_edition_hash(b->e, head->edition) == SV_OK;
}

/* 0: there was no memory for what a game follows from. */
static size_t bytes_of(const struct sv_batch *b)
{
    size_t bytes = sizeof(struct head) + b->how.games * sizeof(struct kept) + DIGEST;
    for (unsigned i = 0; i < b->how.games; i++) {
        if (b->game[i].taken.failed) {
            return 0;
        }
        bytes += b->game[i].taken.size;
    }
    return bytes;
}

size_t sv_batch_save(const struct sv_batch *b, void *out, size_t room)
{
    struct head head;
    const size_t bytes = bytes_of(b);
    uint8_t *at = out;
    if (room < bytes || bytes == 0) {
        return bytes;
    }
    if (!head_of(b, &head)) {
        return 0;
    }
    memcpy(at, &head, sizeof head);
    at += sizeof head;
    for (unsigned i = 0; i < b->how.games; i++) {
        const struct svi_batch_game *g = &b->game[i];
        struct kept kept = {.played = g->played, .actions = g->taken.size / sizeof(uint16_t)};
        memcpy(kept.lineup, g->lineup, sizeof kept.lineup);
        sv_state_hash(&g->play.state, kept.state);
        memcpy(at, &kept, sizeof kept);
        at += sizeof kept;
        if (g->taken.size != 0) {
            memcpy(at, g->taken.data, g->taken.size);
            at += g->taken.size;
        }
    }
    crypto_generichash(at, DIGEST, out, bytes - DIGEST, NULL, 0);
    return bytes;
}

/* ---- back again ------------------------------------------------------------------------------ */

struct restoring {
    struct sv_batch *to; /* with the seed and the players of the saved one */
    struct svi_batch_game *game;
    const uint8_t **at; /* where each of them is */
    atomic_bool failed;
};

/* Where each game is; false where they do not fill the bytes exactly. */
static bool find_games(const struct sv_batch *b, const uint8_t *at, const uint8_t *end,
                       const uint8_t **games)
{
    for (unsigned i = 0; i < b->how.games; i++) {
        struct kept kept;
        if ((size_t)(end - at) < sizeof kept) {
            return false;
        }
        games[i] = at;
        memcpy(&kept, at, sizeof kept);
        at += sizeof kept;
        if (kept.actions > (size_t)(end - at) / sizeof(uint16_t)) {
            return false;
        }
        at += kept.actions * sizeof(uint16_t);
    }
    return at == end;
}

/* Plays a game again; false where it does not lead to what was saved. */
static bool play_again(const struct sv_batch *b, const struct svi_batch_desk *desk,
                       struct svi_batch_game *g, unsigned number, const uint8_t *at)
{
    float reward[SV_MAX_SEATS];
    uint8_t state[SV_HASH_BYTES];
    struct kept kept;
    bool callers = false;
    memcpy(&kept, at, sizeof kept);
    for (unsigned s = 0; s < b->how.seats; s++) {
        if (kept.lineup[s] >= b->how.players) {
            return false;
        }
        callers |= b->how.player[kept.lineup[s]] == NULL;
    }
    if (!callers || kept.played == 0 || kept.played > INT64_MAX) {
        return false;
    }
    memcpy(g->lineup, kept.lineup, sizeof g->lineup);
    g->played = kept.played - 1;
    bool asked = svi_batch_begin(b, desk, g, number);
    at += sizeof kept;
    for (; asked && kept.actions != 0; kept.actions--, at += sizeof(uint16_t)) {
        uint16_t action;
        memcpy(&action, at, sizeof action);
        asked = svi_batch_act(b, desk, g, action, reward);
    }
    sv_state_hash(&g->play.state, state);
    return asked && !g->taken.failed && memcmp(state, kept.state, sizeof state) == 0;
}

static void restore_some(void *user, unsigned thread, unsigned first, unsigned last)
{
    struct restoring *r = user;
    for (unsigned i = first; i < last && !atomic_load(&r->failed); i++) {
        if (!play_again(r->to, &r->to->desk[thread], &r->game[i], i, r->at[i])) {
            atomic_store(&r->failed, true);
        }
    }
}

enum sv_status sv_batch_restore(struct sv_batch *b, const void *bytes, size_t size)
{
    struct sv_batch to = *b;
    struct head head, own;
    uint8_t digest[DIGEST];
    if (!head_of(b, &own)) {
        return SV_E_SYSTEM;
    }
    if (size < sizeof head + DIGEST) {
        return SV_E_ARGUMENT;
    }
    size -= DIGEST;
    crypto_generichash(digest, sizeof digest, bytes, size, NULL, 0);
    memcpy(&head, bytes, sizeof head);
    memcpy(own.seed, head.seed, sizeof own.seed);
    memcpy(own.may, head.may, sizeof own.may);
    memcpy(to.seed, head.seed, sizeof to.seed);
    memcpy(to.how.may, head.may, sizeof to.how.may);
    if (memcmp(digest, (const uint8_t *)bytes + size, sizeof digest) != 0 ||
        memcmp(&head, &own, sizeof head) != 0 || !svi_batch_may_play(&to.how)) {
        return SV_E_ARGUMENT;
    }
    struct restoring r = {
        .to = &to, .game = svi_batch_games_create(b), .at = calloc(b->how.games, sizeof *r.at)};
    enum sv_status status = r.game != NULL && r.at != NULL ? SV_OK : SV_E_SYSTEM;
    if (status == SV_OK) {
        const uint8_t *end = (const uint8_t *)bytes + size;
        status =
            find_games(b, (const uint8_t *)bytes + sizeof head, end, r.at) ? SV_OK : SV_E_ARGUMENT;
    }
    if (status == SV_OK) {
        svi_threads_run(b->threads, restore_some, &r, b->how.games);
        status = atomic_load(&r.failed) ? SV_E_ARGUMENT : SV_OK;
    }
    if (status == SV_OK) {
        svi_batch_games_destroy(b, b->game);
        b->game = r.game;
        memcpy(b->seed, to.seed, sizeof b->seed);
        memcpy(b->how.may, to.how.may, sizeof b->how.may);
    } else {
        svi_batch_games_destroy(b, r.game);
    }
    free(r.at);
    return status;
}
