/* A player that does anything the rules allow, by chance; and a forger who spoils answers. */
#ifndef TESTS_GAME_MONKEY_H
#define TESTS_GAME_MONKEY_H

#include <solvent/game.h>

/* Moods make different games: who trades a lot, who builds, who lets things slide. */
enum monkey_mood { MONKEY_MIXED, MONKEY_TRADER, MONKEY_BUILDER, MONKEY_LAZY, MONKEY_MOODS };

struct monkey {
    uint8_t key[SV_KEY_BYTES]; /* of a generator of its own: what it plays is catalogued */
    uint64_t index;
    enum monkey_mood mood;
};

void monkey_init(struct monkey *m, uint64_t seed);

/* 64 random bits. */
uint64_t monkey_next(struct monkey *m);

/* Uniform in 0..n-1. */
uint32_t monkey_below(struct monkey *m, uint32_t n);

/* A legal answer: sv_check() accepts it. */
void monkey_answer(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                   const struct sv_question *q, struct sv_answer *a);

/* An answer of which anything may be wrong, or nothing. */
void monkey_forge(struct monkey *m, const struct sv_edition *e, const struct sv_position *p,
                  const struct sv_question *q, struct sv_answer *a);

#endif
