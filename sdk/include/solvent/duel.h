/* Duels: two bots compared in process, on the same deals, without sockets or clocks. A deal is one
 * seed and a table of 2-8 bots, played in every rotation, so that each bot has every seat once.
 *
 *     const struct sv_duel_how how = {
 *         .edition = sv_edition_builtin("classic"),
 *         .seats = 4,
 *         .bots = {&mine, &sv_policy_trader, &sv_policy_trader, &sv_policy_trader},
 *         .luck = true};
 *     static struct sv_duel_deal deals[250];
 *     struct sv_duel duel;
 *
 *     if (sv_duel_play(&how, 1, 250, deals) == SV_OK) {
 *         sv_duel_sum(deals, 250, &duel);
 *         printf("%+.3f ±%.3f points\n", duel.difference.value, duel.difference.half);
 *     }
 *
 * Deals are counted from 1. Deal `n` is the same in every call, so threads or processes may share
 * the work, and a test may go on where it stopped. `solvent panel`, the Python package and your own
 * tests call it. */
#ifndef SOLVENT_DUEL_H
#define SOLVENT_DUEL_H

#include <solvent/bot.h>
#include <solvent/luck.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The table of a duel. Edition and bots must outlive the calls that use it. */
struct sv_duel_how {
    /* sizeof this struct, if you set members that came after Solvent 0.2; else 0 will do. */
    size_t size;
    const struct sv_edition *edition; /* board and rules */
    /* A league of these bots alone on this seed, with `seatings: rotations`, plays the same
     * games. */
    uint8_t seed[SV_SEED_BYTES];
    /* The table, none NULL: the bot in question first. A bot may sit more than once. */
    const struct sv_bot *bots[SV_MAX_SEATS];
    /* The bot to compare the first one with: each game is played once more with it in the place of
     * the first. NULL compares the first bot with the mean of the others at its own table. */
    const struct sv_bot *instead;
    uint32_t seats; /* 2-8 */
    /* Computes luck, so that sv_duel_sum() can take it off. It costs some 10 ms a game. */
    bool luck;
};

/* The results of a deal: means over its games. */
struct sv_duel_deal {
    double points;          /* of the first bot: 1 for the first place to 0 for the last */
    double wins;            /* share of games that it won; a shared first place counts in part */
    double difference;      /* points less those of the bot that it is compared with */
    double luck;            /* part of `points` that is luck; its mean is 0. 0 without luck */
    double difference_luck; /* likewise part of `difference` */
    uint32_t games;         /* with the first bot */
    uint32_t illegal;       /* its answers that broke the rules */
};

/* A mean over deals, and half the width of its 95% interval: NAN below two deals. */
struct sv_duel_mean {
    double value; /* the mean */
    double half;  /* half the width of the interval */
};

/* The results of a duel. */
struct sv_duel {
    struct sv_duel_mean points;     /* of the first bot */
    struct sv_duel_mean wins;       /* share of games that it won */
    struct sv_duel_mean difference; /* points less those of the bot that it is compared with */
    uint64_t deals;                 /* observations */
    uint64_t games;                 /* with the first bot */
    uint64_t illegal;               /* its answers that broke the rules */
};

/* Plays the deals from number `first` on, `n` of them, and writes the results of each to `out`.
 * Returns SV_E_ARGUMENT if the table does not have 2-8 seats, if a bot at it is NULL, or if the
 * options or a bot use members that this library does not know; SV_E_SYSTEM without memory. `out`
 * is then not complete. */
enum sv_status sv_duel_play(const struct sv_duel_how *how, uint64_t first, uint64_t n,
                            struct sv_duel_deal out[]);

/* Computes the results of `n` deals. Each deal counts as one observation, because its games share
 * their luck. Luck is taken off points and difference by weights that are fitted to the other deals
 * (ten folds), so their means stay true; wins are as they were played. */
void sv_duel_sum(const struct sv_duel_deal deal[], uint64_t n, struct sv_duel *out);

#ifdef __cplusplus
}
#endif

#endif
