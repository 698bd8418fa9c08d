/* Usage: bench_env [GAMES [STEPS]]   (1024, 200) Steps a second of processor time of the game as an
 * environment, by random actions, with observation and mask of every step: the small set, the full
 * one, and the full one against three `careful`. The ratios are the figures to trust. */
#include "tests/bench/clock.h"
#include <solvent/env.h>
#include <solvent/policy.h>

#include <stdio.h>
#include <stdlib.h>

struct room {
    uint8_t *seat, *mask, *done;
    float *features, *reward;
    struct sv_observation *seen;
    int32_t *action;
};

static double steps_a_second(const struct sv_edition *e, const struct sv_batch_how *how,
                             unsigned steps, const struct room *room)
{
    const struct sv_batch_out out = {.seat = room->seat,
                                     .features = how->full ? NULL : room->features,
                                     .seen = how->full ? room->seen : NULL,
                                     .mask = room->mask};
    struct sv_rng rng = {.key = {1}};
    uint8_t seed[SV_SEED_BYTES];
    sv_luck_seed_text("bench", seed);
    struct sv_batch *b = sv_batch_create_with(e, how, seed);
    if (b == NULL) {
        fprintf(stderr, "bench_env: no memory\n");
        exit(3);
    }
    double begun = 0;
    for (unsigned i = 0; i < steps + steps / 4; i++) {
        begun = i == steps / 4 ? cpu_s() : begun; /* a quarter first, to be in the midst of games */
        sv_batch_look(b, &out);
        sv_batch_random(b, &rng, room->action);
        sv_batch_step(b, room->action, room->reward, room->done);
    }
    const double took = cpu_s() - begun;
    sv_batch_destroy(b);
    return (double)how->games * steps / took;
}

int main(int argc, char **argv)
{
    const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1024;
    const unsigned steps = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 200;
    const struct sv_edition *e = sv_edition_builtin("classic");
    const struct sv_batch_how small = {.games = games, .seats = 4};
    struct sv_batch_how full = small, careful = small;
    const struct room room = {.seat = calloc(games, 1),
                              .mask = calloc(games, SV_ACTION_COUNT),
                              .done = calloc(games, 1),
                              .features = calloc(games, SV_ENV_FEATURES * sizeof(float)),
                              .reward = calloc(games, 4 * sizeof(float)),
                              .seen = calloc(games, sizeof(struct sv_observation)),
                              .action = calloc(games, sizeof(int32_t))};
    full.full = careful.full = true;
    careful.players = 2;
    careful.player[1] = sv_policy_named("careful");
    careful.may[0] = 1;
    careful.may[1] = careful.may[2] = careful.may[3] = 2;
    if (games == 0 || steps < 4 || room.seat == NULL || room.mask == NULL || room.done == NULL ||
        room.features == NULL || room.reward == NULL || room.seen == NULL || room.action == NULL) {
        fprintf(stderr, "usage: bench_env [GAMES [STEPS]]\n");
        return 2;
    }
    const double by_small = steps_a_second(e, &small, steps, &room);
    const double by_full = steps_a_second(e, &full, steps, &room);
    const double by_careful = steps_a_second(e, &careful, steps, &room);
    printf("%u games of 4, random actions, steps a second of processor time:\n", games);
    printf("small set               %9.0f\n", by_small);
    printf("full set                %9.0f   %.2f of the small one\n", by_full, by_full / by_small);
    printf("full, three `careful`   %9.0f   %.2f of the small one\n", by_careful,
           by_careful / by_small);
    free(room.seat);
    free(room.mask);
    free(room.done);
    free(room.features);
    free(room.reward);
    free(room.seen);
    free(room.action);
    return 0;
}
