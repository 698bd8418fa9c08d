#include "env/batch.h"

#include <string.h>

/* A game as it is kept: what its seats' bots have in memory is not. */
struct kept {
    struct sv_state state;
    struct sv_question question;
    struct sv_answer answer;
    struct sv_rng rng[SV_MAX_SEATS];
    uint64_t played;
    uint8_t lineup[SV_MAX_SEATS];
    float potential[SV_MAX_SEATS];
    uint8_t known;
};

/* Before the games. */
struct head {
    uint8_t seed[SV_SEED_BYTES];
    uint64_t may[SV_MAX_SEATS];
    uint64_t bytes; /* of the whole */
    uint32_t games, seats, players, full, luck;
};

static size_t bytes_of(const struct sv_batch *b)
{
    const size_t each = sizeof(struct kept) + (b->how.luck ? sizeof(struct svi_luck) : 0);
    return sizeof(struct head) + b->how.games * each;
}

static struct head head_of(const struct sv_batch *b)
{
    struct head head;
    memset(&head, 0, sizeof head);
    memcpy(head.seed, b->seed, sizeof head.seed);
    memcpy(head.may, b->how.may, sizeof head.may);
    head.bytes = bytes_of(b);
    head.games = b->how.games;
    head.seats = b->how.seats;
    head.players = b->how.players;
    head.full = b->how.full;
    head.luck = b->how.luck;
    return head;
}

static bool told(const struct sv_batch *b)
{
    for (unsigned i = 0; i < b->how.players; i++) {
        if (b->how.player[i] != NULL && b->how.player[i]->event != NULL) {
            return true;
        }
    }
    return false;
}

size_t sv_batch_save(const struct sv_batch *b, void *out, size_t room)
{
    const struct head head = head_of(b);
    uint8_t *at = out;
    if (told(b)) {
        return 0;
    }
    if (room < head.bytes) {
        return head.bytes;
    }
    memcpy(at, &head, sizeof head);
    at += sizeof head;
    for (unsigned i = 0; i < b->how.games; i++) {
        const struct svi_batch_game *g = &b->game[i];
        struct kept kept;

        memset(&kept, 0, sizeof kept);
        kept.state = g->play.state;
        kept.question = g->question;
        kept.answer = g->answer;
        for (unsigned s = 0; s < b->how.seats; s++) {
            kept.rng[s] = g->play.match[s].rng;
        }
        kept.played = g->played;
        memcpy(kept.lineup, g->lineup, sizeof kept.lineup);
        memcpy(kept.potential, g->potential, sizeof kept.potential);
        kept.known = g->known;
        memcpy(at, &kept, sizeof kept);
        at += sizeof kept;
        if (b->how.luck) {
            memcpy(at, g->luck, sizeof *g->luck);
            at += sizeof *g->luck;
        }
    }
    return head.bytes;
}

enum sv_status sv_batch_restore(struct sv_batch *b, const void *bytes, size_t size)
{
    struct head head, own = head_of(b);
    const uint8_t *at = bytes;
    if (told(b) || size < sizeof head) {
        return SV_E_ARGUMENT;
    }
    memcpy(&head, at, sizeof head);
    memcpy(own.seed, head.seed, sizeof own.seed);
    memcpy(own.may, head.may, sizeof own.may);
    if (size != own.bytes || memcmp(&head, &own, sizeof head) != 0) {
        return SV_E_ARGUMENT;
    }
    memcpy(b->seed, head.seed, sizeof b->seed);
    memcpy(b->how.may, head.may, sizeof b->how.may);
    at += sizeof head;
    for (unsigned i = 0; i < b->how.games; i++) {
        struct svi_batch_game *g = &b->game[i];
        struct kept kept;

        memcpy(&kept, at, sizeof kept);
        at += sizeof kept;
        svi_local_leave(&g->play);
        memcpy(g->lineup, kept.lineup, sizeof g->lineup);
        svi_batch_seat(b, g);
        g->play.state = kept.state;
        g->question = kept.question;
        g->answer = kept.answer;
        svi_local_join(&g->play, b->seed);
        for (unsigned s = 0; s < b->how.seats; s++) {
            g->play.match[s].rng = kept.rng[s];
        }
        g->played = kept.played;
        memcpy(g->potential, kept.potential, sizeof g->potential);
        g->known = kept.known;
        if (b->how.full) {
            svi_allow(b->e, &g->play.state.position, &g->question, &g->answer, &g->allowed);
        }
        if (b->how.luck) {
            memcpy(g->luck, at, sizeof *g->luck);
            at += sizeof *g->luck;
            /* What its pointers led to is another program's. */
            svi_luck_move(g->luck, b->desk[0].of, b->desk[0].base);
            g->luck->edition = b->e;
        }
    }
    return SV_OK;
}
