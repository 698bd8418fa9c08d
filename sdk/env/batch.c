#include <solvent/env.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct game {
    struct sv_state state;
    struct sv_question question;
    struct sv_answer answer;
    uint64_t played;
};

struct sv_batch {
    const struct sv_edition *e;
    uint8_t seed[SV_SEED_BYTES];
    unsigned games, seats;
    struct game game[];
};

/* The next question of a game; it has one. */
static void ask(const struct sv_batch *b, struct game *g)
{
    const unsigned seat = sv_first(sv_pending(&g->state));
    const enum sv_status status = sv_ask(b->e, &g->state, seat, &g->question);
    assert(status == SV_OK);
    (void)status;
    sv_env_begin(b->e, &g->state.position, &g->question, &g->answer);
}

/* Windows in which a seat could do nothing are not asked. Games that end without a question count
 * as played. */
static void begin(const struct sv_batch *b, struct game *g)
{
    struct sv_setup setup = {.seats = (uint8_t)b->seats};
    for (unsigned s = 0; s < b->seats; s++) {
        setup.answers[s] = SV_ANSWERS_ALL;
        setup.when[s][SV_DECISION_MANAGE] =
            SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT | SV_WHEN_DEEDS_CHANGED;
    }
    do {
        enum sv_status status;
        sv_luck_seed_child(b->seed, "env", (uint64_t)(g - b->game), g->played++, setup.seed);
        status = sv_game_start(b->e, &g->state, &setup, NULL);
        assert(status == SV_OK);
        (void)status;
    } while (sv_pending(&g->state) == 0);
    ask(b, g);
}

void sv_batch_reset(struct sv_batch *b, const uint8_t seed[SV_SEED_BYTES])
{
    memcpy(b->seed, seed, sizeof b->seed);
    for (unsigned i = 0; i < b->games; i++) {
        b->game[i].played = 0;
        begin(b, &b->game[i]);
    }
}

struct sv_batch *sv_batch_create(const struct sv_edition *e, unsigned games, unsigned seats,
                                 const uint8_t seed[SV_SEED_BYTES])
{
    struct sv_batch *b;
    if (games == 0 || games > 1u << 24 || seats < 2 || seats > SV_MAX_SEATS) {
        return NULL;
    }
    b = malloc(sizeof *b + games * sizeof *b->game);
    if (b != NULL) {
        b->e = e;
        b->games = games;
        b->seats = seats;
        sv_batch_reset(b, seed);
    }
    return b;
}

void sv_batch_destroy(struct sv_batch *b)
{
    free(b);
}

void sv_batch_observe(const struct sv_batch *b, uint8_t *seat, float *features, uint8_t *mask)
{
    for (unsigned i = 0; i < b->games; i++) {
        const struct game *g = &b->game[i];
        const struct sv_position *p = &g->state.position;

        if (seat != NULL) {
            seat[i] = g->question.seat;
        }
        if (features != NULL) {
            sv_env_observe(b->e, p, &g->question, &g->answer,
                           features + (size_t)i * SV_ENV_FEATURES);
        }
        if (mask != NULL) {
            sv_env_mask(b->e, p, &g->question, &g->answer, mask + (size_t)i * SV_ENV_ACTIONS);
        }
    }
}

/* Equal places share what they would have had one after the other. */
static void pay(const struct sv_batch *b, const struct game *g, float *reward)
{
    uint8_t place[SV_MAX_SEATS];
    sv_places(b->e, &g->state.position, place);
    for (unsigned s = 0; s < b->seats; s++) {
        unsigned alike = 0;

        for (unsigned o = 0; o < b->seats; o++) {
            alike += place[o] == place[s];
        }
        reward[s] = 1 - (2 * (float)(place[s] - 1) + (float)(alike - 1)) / (float)(b->seats - 1);
    }
}

void sv_batch_step(struct sv_batch *b, const int32_t *action, float *reward, uint8_t *done)
{
    memset(reward, 0, (size_t)b->games * b->seats * sizeof *reward);
    memset(done, 0, b->games);
    for (unsigned i = 0; i < b->games; i++) {
        struct game *g = &b->game[i];
        const struct sv_position *p = &g->state.position;
        enum sv_status status;

        if (!sv_env_act(b->e, p, &g->question, &g->answer, (unsigned)action[i])) {
            continue;
        }
        status = sv_apply(b->e, &g->state, g->question.seat, &g->answer, NULL);
        assert(status == SV_OK);
        (void)status;
        if (sv_pending(&g->state) != 0) {
            ask(b, g);
            continue;
        }
        done[i] = 1;
        pay(b, g, reward + (size_t)i * b->seats);
        begin(b, g);
    }
}

void sv_batch_random(const struct sv_batch *b, struct sv_rng *rng, int32_t *action)
{
    uint8_t mask[SV_ENV_ACTIONS];
    for (unsigned i = 0; i < b->games; i++) {
        const struct game *g = &b->game[i];
        uint32_t legal = 0, pick;

        sv_env_mask(b->e, &g->state.position, &g->question, &g->answer, mask);
        for (unsigned k = 0; k < SV_ENV_ACTIONS; k++) {
            legal += mask[k];
        }
        pick = sv_rng_below(rng, legal);
        action[i] = 0;
        for (int32_t k = 0; k < SV_ENV_ACTIONS; k++) {
            if (mask[k] != 0 && pick-- == 0) {
                action[i] = k;
                break;
            }
        }
    }
}

const struct sv_position *sv_batch_position(const struct sv_batch *b, unsigned game)
{
    return &b->game[game].state.position;
}

const struct sv_question *sv_batch_question(const struct sv_batch *b, unsigned game)
{
    return &b->game[game].question;
}
