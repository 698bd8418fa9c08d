/* What a turn costs in process: so many games of four seats that are all played by one policy, for
 * a count of instructions.
 *
 * Usage: bench_turns default|buyer|random [GAMES]   (64). Prints games, turns and decisions, the
 * same for two builds that play the same. */

#include "tools/bench/game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    const struct svi_bench_policy *policy = NULL;
    const unsigned games = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 64;
    struct svi_bench_game played = {0};
    for (unsigned i = 0; i < SVI_BENCH_POLICIES; i++) {
        if (strcmp(svi_bench_policies[i].name, argc > 1 ? argv[1] : "default") == 0) {
            policy = &svi_bench_policies[i];
        }
    }
    if (policy == NULL) {
        (void)fprintf(stderr, "bench_turns: found '%s', expected default, buyer or random\n",
                      argv[1]);
        return 2;
    }
    for (unsigned g = 0; g < games; g++) {
        if (!svi_bench_game_play(sv_edition_builtin("classic"), policy->bot, g, NULL, &played)) {
            return 3;
        }
    }
    (void)printf("%s: %" PRIu64 " games, %" PRIu64 " turns, %" PRIu64 " decisions\n", policy->name,
                 played.games, played.turns, played.decisions);
    return 0;
}
