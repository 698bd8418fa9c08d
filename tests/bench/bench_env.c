/* Usage: bench_env [GAMES [STEPS]]   (1024, 200) Steps a second of processor time of the game as an
 * environment with 4 seats, by random actions: with the observation as numbers and the mask, with the
 * observation as floats, against three `careful`, and with trajectories. The ratios are the figures
 * to trust. */
#include "tests/bench/clock.h"
#include <solvent/env.h>
#include <solvent/policy.h>

#include <stdio.h>
#include <stdlib.h>

static double steps_a_second(const struct sv_edition *e, const struct sv_batch_how *how,
                             unsigned steps, struct sv_batch_out out, bool record)
{
    struct sv_rng rng = {.key = {1}};
    uint8_t seed[SV_SEED_BYTES];
    int32_t *action = calloc(how->games, sizeof *action);
    sv_luck_seed_text("bench", seed);
    struct sv_batch *b = sv_batch_create_with(e, how, seed);
    if (b == NULL || action == NULL || (record && !sv_batch_record(b))) {
        fprintf(stderr, "bench_env: no memory\n");
        exit(3);
    }
    double begun = 0;
    sv_batch_advance(b, NULL, &out);
    out.update = true;
    for (unsigned i = 0; i < steps + steps / 4; i++) {
        begun = i == steps / 4 ? cpu_s() : begun; /* a quarter first, to be in the midst of games */
        sv_batch_random(b, &rng, action);
        sv_batch_advance(b, action, &out);
        struct sv_trajectory ended[64];
        for (size_t n; (n = sv_batch_trajectories(b, ended, 64)) != 0;) {
            while (n-- > 0) {
                sv_trajectory_finish(&ended[n]);
            }
        }
    }
    const double took = cpu_s() - begun;
    sv_batch_destroy(b);
    free(action);
    return (double)how->games * steps / took;
}

int main(int argc, char **argv)
{
    const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1024;
    const unsigned steps = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 200;
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_batch_how alone = {.games = games, .seats = 4}, careful = alone;
    const struct sv_batch_out numbers = {.seat = calloc(games, 1),
                                         .mask = calloc(games, SV_ACTION_COUNT),
                                         .done = calloc(games, 1),
                                         .reward = calloc(games, 4 * sizeof(float)),
                                         .seen = calloc(games, sizeof(struct sv_observation))};
    struct sv_batch_out floats = numbers;
    floats.seen = NULL;
    floats.floats = calloc(games, SV_OBSERVATION_FLOATS * sizeof(float));
    careful.players = 2;
    careful.player[1] = sv_policy_named("careful");
    careful.may[0] = 1;
    careful.may[1] = careful.may[2] = careful.may[3] = 2;
    if (games == 0 || steps < 4 || numbers.seat == NULL || numbers.mask == NULL ||
        numbers.done == NULL || numbers.reward == NULL || numbers.seen == NULL ||
        floats.floats == NULL) {
        fprintf(stderr, "usage: bench_env [GAMES [STEPS]]\n");
        return 2;
    }
    const double by_numbers = steps_a_second(e, &alone, steps, numbers, false);
    const struct {
        const char *name;
        double speed;
    } rows[] = {
        {"observation as numbers", by_numbers},
        {"observation as floats", steps_a_second(e, &alone, steps, floats, false)},
        {"numbers, three careful", steps_a_second(e, &careful, steps, numbers, false)},
        {"floats, three careful", steps_a_second(e, &careful, steps, floats, false)},
        {"trajectories", steps_a_second(e, &alone, steps, numbers, true)},
    };
    printf("%u games of 4, random actions, steps a second of processor time:\n", games);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        printf("%-24s %9.0f   %.2f of the first\n", rows[i].name, rows[i].speed,
               rows[i].speed / by_numbers);
    }
    free(numbers.seat);
    free(numbers.mask);
    free(numbers.done);
    free(numbers.reward);
    free(numbers.seen);
    free(floats.floats);
    return 0;
}
