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
    uint8_t kind[8]; /* "SVBATCH2" */
    uint8_t seed[SV_SEED_BYTES];
    uint64_t may[SV_MAX_SEATS];
    uint8_t edition[SVI_EDITION_HASH_BYTES];
    uint32_t games, seats, players;
    uint8_t turned, pad[3];
};

/* Before the actions of a game; without padding. */
struct saved_game {
    uint64_t played; /* games begun, this one included */
    uint8_t lineup[SV_MAX_SEATS];
    uint8_t state[SV_HASH_BYTES]; /* hash of the state to which the actions lead */
    uint64_t actions;
};

_Static_assert(sizeof(struct head) ==
                   8 + SV_SEED_BYTES + 8 * SV_MAX_SEATS + SVI_EDITION_HASH_BYTES + 16,
               "no padding");
_Static_assert(sizeof(struct saved_game) == 16 + SV_MAX_SEATS + SV_HASH_BYTES, "no padding");

/* Fills the head. Returns false without memory. */
static bool head_of(const struct sv_batch *b, struct head *head)
{
    memset(head, 0, sizeof *head);
    memcpy(head->kind, "SVBATCH2", sizeof head->kind);
    memcpy(head->seed, b->seed, sizeof head->seed);
    memcpy(head->may, b->settings.may, sizeof head->may);
    head->games = b->settings.games;
    head->seats = b->settings.seats;
    head->players = b->settings.players;
    head->turned = b->settings.turned;
    return svi_edition_hash(b->e, head->edition) == SV_OK;
}

/* Returns the size of a saved batch, or 0 if a game's actions were lost for want of memory. */
static size_t bytes_of(const struct sv_batch *b)
{
    size_t bytes = sizeof(struct head) + b->settings.games * sizeof(struct saved_game) + DIGEST;
    for (unsigned i = 0; i < b->settings.games; i++) {
        if (b->game[i].taken.failed || b->game[i].played == 0) {
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
    for (unsigned i = 0; i < b->settings.games; i++) {
        const struct svi_batch_game *g = &b->game[i];
        struct saved_game saved = {.played = g->played,
                                   .actions = g->taken.size / sizeof(uint16_t)};
        memcpy(saved.lineup, g->lineup, sizeof saved.lineup);
        sv_state_hash(&g->play.state, saved.state);
        memcpy(at, &saved, sizeof saved);
        at += sizeof saved;
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
    const uint8_t **at; /* by game: its bytes */
    atomic_bool failed;
};

/* Finds the bytes of each game. Returns false unless the games fill all bytes exactly. */
static bool find_games(const struct sv_batch *b, const uint8_t *at, const uint8_t *end,
                       const uint8_t **games)
{
    for (unsigned i = 0; i < b->settings.games; i++) {
        struct saved_game saved;
        if ((size_t)(end - at) < sizeof saved) {
            return false;
        }
        games[i] = at;
        memcpy(&saved, at, sizeof saved);
        at += sizeof saved;
        if (saved.actions > (size_t)(end - at) / sizeof(uint16_t)) {
            return false;
        }
        at += saved.actions * sizeof(uint16_t);
    }
    return at == end;
}

/* Plays a game again. Returns false if it does not end in the saved state. */
static bool play_again(const struct sv_batch *b, const struct svi_batch_scratch *scratch,
                       struct svi_batch_game *g, unsigned number, const uint8_t *at)
{
    float reward[SV_MAX_SEATS] = {0};
    uint8_t state[SV_HASH_BYTES];
    struct saved_game saved;
    bool callers = false;
    memcpy(&saved, at, sizeof saved);
    for (unsigned s = 0; s < b->settings.seats; s++) {
        if (saved.lineup[s] >= b->settings.players) {
            return false;
        }
        callers |= b->settings.player[saved.lineup[s]] == NULL;
    }
    if (!callers || saved.played == 0 || saved.played > INT64_MAX) {
        return false;
    }
    memcpy(g->lineup, saved.lineup, sizeof g->lineup);
    g->played = saved.played - 1;
    bool asked = svi_batch_begin(b, scratch, g, number);
    at += sizeof saved;
    for (; asked && saved.actions != 0; saved.actions--, at += sizeof(uint16_t)) {
        uint16_t action;
        memcpy(&action, at, sizeof action);
        asked = svi_batch_act(b, scratch, g, action, reward);
    }
    sv_state_hash(&g->play.state, state);
    return asked && !g->taken.failed && memcmp(state, saved.state, sizeof state) == 0;
}

static void restore_some(void *user, unsigned thread, unsigned first, unsigned last)
{
    struct restoring *r = user;
    for (unsigned i = first; i < last && !atomic_load(&r->failed); i++) {
        if (!play_again(r->to, &r->to->scratch[thread], &r->game[i], i, r->at[i])) {
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
    memcpy(to.settings.may, head.may, sizeof to.settings.may);
    if (memcmp(digest, (const uint8_t *)bytes + size, sizeof digest) != 0 ||
        memcmp(&head, &own, sizeof head) != 0 || !svi_batch_may_play(&to.settings)) {
        return SV_E_ARGUMENT;
    }
    struct restoring r = {.to = &to,
                          .game = svi_batch_games_create(b),
                          .at = calloc(b->settings.games, sizeof *r.at)};
    enum sv_status status = r.game != NULL && r.at != NULL ? SV_OK : SV_E_SYSTEM;
    if (status == SV_OK) {
        const uint8_t *end = (const uint8_t *)bytes + size;
        status =
            find_games(b, (const uint8_t *)bytes + sizeof head, end, r.at) ? SV_OK : SV_E_ARGUMENT;
    }
    if (status == SV_OK) {
        svi_threads_run(b->threads, restore_some, &r, b->settings.games);
        status = atomic_load(&r.failed) ? SV_E_ARGUMENT : SV_OK;
    }
    if (status == SV_OK) {
        svi_batch_games_destroy(b, b->game);
        b->game = r.game;
        b->shown = NULL;
        atomic_store(&b->failed, false);
        memcpy(b->seed, to.seed, sizeof b->seed);
        memcpy(b->settings.may, to.settings.may, sizeof b->settings.may);
    } else {
        svi_batch_games_destroy(b, r.game);
    }
    free(r.at);
    return status;
}
