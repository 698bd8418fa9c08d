#include "job/probe.h"

#include "game/edition_builtin.h"

#include <solvent/game.h>

#include <sodium.h>
#include <string.h>
#include <time.h>

#define GAMES 8u
#define SEATS 4u

static uint64_t thread_us(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static const struct sv_edition *classic(void)
{
    for (unsigned i = 0; i < svi_edition_count; i++) {
        if (strcmp(svi_editions[i].name, "classic") == 0) {
            return &svi_editions[i];
        }
    }
    return &svi_editions[0];
}

static void play(uint8_t mark[SVI_PROBE_MARK])
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, crypto_generichash_BYTES_MIN);
    for (unsigned i = 0; i < GAMES; i++) {
        struct sv_state state;
        uint8_t end[SV_HASH_BYTES];
        struct sv_setup setup = {.seats = SEATS}; /* who answers nothing is never asked */
        memcpy(setup.seed, "solvent probe", sizeof "solvent probe");
        setup.seed[sizeof setup.seed - 1] = (uint8_t)i;
        (void)sv_game_start(classic(), &state, &setup, NULL);
        sv_state_hash(&state, end);
        crypto_generichash_update(&hash, end, sizeof end);
    }
    uint8_t digest[crypto_generichash_BYTES_MIN];
    crypto_generichash_final(&hash, digest, sizeof digest);
    memcpy(mark, digest, SVI_PROBE_MARK);
}

void svi_probe_take(struct svi_probe *probe, enum svi_probe_when when)
{
    *probe = (struct svi_probe){.when = when, .us = UINT64_MAX};
    for (unsigned i = 0; i < SVI_PROBE_TRIES; i++) {
        uint8_t mark[SVI_PROBE_MARK];
        const uint64_t began_us = thread_us();
        play(mark);
        const uint64_t us = thread_us() - began_us;
        probe->us = us < probe->us ? us : probe->us;
        if (i == 0 || memcmp(mark, probe->mark, sizeof mark) == 0) {
            memcpy(probe->mark, mark, sizeof mark);
        } else {
            memset(probe->mark, 0, sizeof probe->mark); /* it does not even agree with itself */
            return;
        }
    }
}
