/* Games to test with: played at random in process, recorded. */
#ifndef TESTS_RECORD_GAMES_H
#define TESTS_RECORD_GAMES_H

#include "base/scoped.h"
#include "record/record.h"

/* Declares a game, initialised, which finishes with its scope. */
#define NEW_GAME(name)                                                                             \
    SCOPED(svi_game_finish) struct svi_game name;                                                  \
    svi_game_init(&name)

/* A built-in edition, loaded once and kept. */
const struct sv_edition *game_edition(const char *name);

/* A game to play. Zero members have sensible meanings. */
struct pastime {
    const char *edition; /* NULL: classic */
    uint64_t seed;
    unsigned seats;     /* 0: 4 */
    int32_t max_rounds; /* 0: 60 */
    uint32_t mute;      /* kinds of decision that seat 0 does not answer */
    bool conditions;    /* seat 1 is asked by some */
    bool fallback;      /* every fourth answer is marked as a fallback */
    bool talk; /* seats say things beside some of their answers, and what was not taken is kept */
    bool misconduct; /* verdicts other than ok now and then, and forfeits */
    bool unrecorded;
    struct sv_sink sink;
};

/* An answer that no question of any kind allows. */
void game_wrong_answer(const struct svi_game *g, const struct sv_question *q, struct sv_answer *a);

/* Plays a whole game by monkeys; `g` must be initialised. The edition it is played under belongs to
 * this module and stays. */
void game_play(struct svi_game *g, const struct pastime *pastime);

#endif
