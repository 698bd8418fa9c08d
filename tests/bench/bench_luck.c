/* Measures the cost of accounting for luck. Plays games of reference bots first, then accounts for
 * them by their answers, timed by the processor. Prints a hash of the figures, so that two builds
 * can be compared.
 *
 * Usage: bench_luck [GAMES [TABLE [EDITION]]]   (40 2211 classic)
 *
 * TABLE is as in simulate_savings; games are cut short after 200 rounds. Instructions of the
 * account alone:
 *
 *     valgrind --tool=callgrind --toggle-collect=account bench_luck ... */
#include "tests/bench/clock.h"
#include "tools/fit/self_play.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct given {
    uint8_t seat;
    struct sv_answer answer;
};

/* The answers of a game. */
struct script {
    struct given *given;
    size_t n, room;
};

static void note(struct script *script, unsigned seat, const struct sv_answer *answer)
{
    if (script->n == script->room) {
        script->room = script->room * 2 + 256;
        script->given = realloc(script->given, script->room * sizeof *script->given);
        if (script->given == NULL) {
            exit(3);
        }
    }
    script->given[script->n++] = (struct given){(uint8_t)seat, *answer};
}

static void play(struct table *t, struct script *script)
{
    static struct sv_state st;
    struct sv_answer answer[SV_MAX_SEATS];
    script->n = 0;
    if (sv_game_start(t->e, &st, &t->setup, NULL) != SV_OK) {
        exit(3);
    }
    while (sv_pending(&st) != 0) {
        const unsigned first = st.position.turn_seat;
        const unsigned asked = table_decide(t, &st, answer);
        for (unsigned k = 0; k < t->seats; k++) {
            const unsigned s = (first + k) % t->seats;
            if (sv_has(asked, s)) {
                note(script, s, &answer[s]);
                (void)sv_apply(t->e, &st, s, &answer[s], NULL);
            }
        }
    }
}

/* For callgrind: not to be inlined, so it is called by its address. */
void account(struct svi_luck *l, const struct svi_value *value, const struct sv_setup *setup,
             const struct script *script);
void account(struct svi_luck *l, const struct svi_value *value, const struct sv_setup *setup,
             const struct script *script)
{
    static struct svi_value_base base;
    svi_luck_begin(l, value, &base, setup, NULL);
    for (size_t i = 0; i < script->n; i++) {
        svi_luck_answer(l, script->given[i].seat, &script->given[i].answer);
    }
}

int main(int argc, char **argv)
{
    static struct sv_edition e;
    static struct svi_value value;
    static struct svi_luck l;
    static struct table t;
    void (*volatile account_for)(struct svi_luck *, const struct svi_value *,
                                 const struct sv_setup *, const struct script *) = account;
    const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 40;
    const char *digits = argc > 2 ? argv[2] : "2211";
    const char *edition = argc > 3 ? argv[3] : "classic";
    const unsigned seats = (unsigned)strlen(digits);
    struct script script = {NULL, 0, 0};
    crypto_generichash_state hash;
    uint8_t sum[8];
    uint64_t events = 0, forks = 0;
    double spent = 0, playing = 0;
    if (argc > 4 || games == 0 || seats < 2 || seats > SV_MAX_SEATS ||
        strspn(digits, "012") != seats) {
        (void)fprintf(stderr, "usage: bench_luck [GAMES [TABLE [EDITION]]]\n");
        return 2;
    }
    table_edition(&e, edition, 200);
    svi_value_init(&value, &e, svi_weights_for(&e));
    crypto_generichash_init(&hash, NULL, 0, sizeof sum);
    for (unsigned g = 0; g < games; g++) {
        const struct sv_bot *bots[SV_MAX_SEATS];
        uint8_t seed[SV_SEED_BYTES];
        char text[40];
        (void)snprintf(text, sizeof text, "bench luck %u", g);
        sv_luck_seed_text(text, seed);
        for (unsigned s = 0; s < seats; s++) {
            bots[s] = table_policy(digits[s]);
        }
        double began = cpu_s();
        table_begin(&t, &e, seats, bots, seed);
        play(&t, &script);
        table_end(&t);
        playing += cpu_s() - began;
        began = cpu_s();
        account_for(&l, &value, &t.setup, &script);
        spent += cpu_s() - began;
        crypto_generichash_update(&hash, (const uint8_t *)l.figure, sizeof l.figure);
        crypto_generichash_update(&hash, (const uint8_t *)l.variance, sizeof l.variance);
        events += l.events;
        forks += l.forks;
    }
    crypto_generichash_final(&hash, sum, sizeof sum);
    free(script.given);
    printf("%s %s: %u games, %.1f events and %.0f forks each; played %.2f ms, luck %.2f ms each; "
           "figures ",
           edition, digits, games, (double)events / games, (double)forks / games,
           playing * 1e3 / games, spent * 1e3 / games);
    for (unsigned i = 0; i < sizeof sum; i++) {
        printf("%02x", sum[i]);
    }
    printf("\n");
    return 0;
}
