/* Measures the game by itself, in process, for `solvent bench`. Functions measure the processor
 * time of the whole process, cannot fail, and use static memory: call them one after the other.
 * Editions and bots stay the caller's. */
#ifndef SVI_TOOLS_BENCH_GAME_H
#define SVI_TOOLS_BENCH_GAME_H

#include "tools/bench/figure.h"
#include <solvent/bot.h>

/* The players: one bot decides for every seat. */
struct svi_bench_policy {
    const char *name;
    const struct sv_bot *bot;
    enum svi_bench_figure turns; /* figure for its turns */
};

#define SVI_BENCH_POLICIES 3u
extern const struct svi_bench_policy svi_bench_policies[SVI_BENCH_POLICIES];

struct svi_bench_game {
    uint64_t games, turns, decisions;
    double cpu_s;
};

/* Plays games 1, 2, ... for `seconds` of processor time, at least one game. */
void svi_bench_game_run(const struct sv_edition *e, const struct sv_bot *bot, double seconds,
                        struct svi_bench_game *result);

struct svi_bench_state {
    double copy_ns; /* copying a state with memcpy */
    double step_ns; /* copying, a question, its default, and sv_apply() */
    double node_ns; /* like step_ns, per step of 16 in a row that begin with one state */
};

/* The operations of a search, each on states from the middle of random games. Times are for one
 * operation. */
struct svi_bench_search {
    double guess_us; /* sv_determinise() */
    /* A legal answer from sv_answers_next(), with its share of sv_answers_start(). */
    double answer_ns;
    double playout_ms[3]; /* sv_playout() of ten rounds by defaults, by `careful`, by `trader` */
};

/* Measures the operations of a search for about `seconds` of processor time in all. */
void svi_bench_game_search(const struct sv_edition *e, double seconds,
                           struct svi_bench_search *result);

/* Measures operations on states from the middle of random games. */
void svi_bench_game_state(const struct sv_edition *e, double seconds,
                          struct svi_bench_state *result);

#endif
