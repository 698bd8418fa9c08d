/* Measures the reference bots in process, and tells whether two builds play the same. Plays games
 * of tiny, careful, trader and random in every edition (or one), with two to eight seats and bots
 * that rotate from game to game.
 *
 * Usage: bench_bots [GAMES [EDITION [BOT...]]]
 *
 * The defaults are 14 games, all editions, tiny, careful and trader, and random in every fifth
 * game. Prints a line with a digest of all events for each edition. `bench_bots 60 classic tiny
 * careful trader` puts three bots at every table; the bot `default` takes every default in the
 * game. */

#include "edition/builtin.h"
#include "record/record.h"
#include "tests/bots/fixture.h"
#include <solvent/policy.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_event(void *user, const struct sv_event *ev)
{
    uint64_t *chain = user;
    *chain = svi_chain_event(*chain, ev);
}

static const struct sv_bot *bot_named(const char *name)
{
    static const struct sv_bot none = {.name = "default"};
    const struct sv_bot *bot = strcmp(name, none.name) == 0 ? &none : sv_policy_named(name);
    if (bot == NULL) {
        (void)fprintf(stderr, "bench_bots: found '%s', expected default or a reference bot\n",
                      name);
        exit(2);
    }
    return bot;
}

static uint64_t play(const struct sv_edition *e, unsigned deal, unsigned seats,
                     const struct sv_bot *const bots[], uint64_t chain)
{
    const struct sv_sink sink = {add_event, &chain};
    unsigned illegal[SV_MAX_SEATS];
    struct sv_result result;
    const uint8_t seed[SV_SEED_BYTES] = {(uint8_t)deal, (uint8_t)(deal >> 8)};
    if (sv_play(e, seed, seats, bots, &sink, &result, illegal) != SV_OK) {
        exit(3);
    }
    return chain;
}

int main(int argc, char **argv)
{
    static const char *const company[] = {"tiny", "careful", "trader", "random"};
    const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 14;
    const char *only = argc > 2 ? argv[2] : NULL;
    const unsigned named = argc > 3 ? (unsigned)argc - 3 : 0;
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        const char *name = svi_builtin_editions[i].name;
        uint64_t chain = 0;

        if (only != NULL && strcmp(name, only) != 0) {
            continue;
        }
        for (unsigned deal = 0; deal < games; deal++) {
            const unsigned seats = named > 1 ? named : 2 + deal % 7;
            const struct sv_bot *bots[SV_MAX_SEATS];

            for (unsigned s = 0; s < seats && s < SV_MAX_SEATS; s++) {
                bots[s] = bot_named(named != 0 ? argv[3 + (s + deal) % named]
                                               : company[(s + deal) % (deal % 5 == 4 ? 4 : 3)]);
            }
            chain = play(fixture_edition(name), deal, seats, bots, chain);
        }
        (void)printf("%-20s %u games %016" PRIx64 "\n", name, games, chain);
    }
    return 0;
}
