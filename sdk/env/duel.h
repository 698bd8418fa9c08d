/* Adds up the games of a duel's deal (<solvent/duel.h>). sdk/env/duel.c plays the games in process;
 * `solvent panel` plays them with processes, and adds them up by the same rule. The caller owns all
 * structs; nothing here fails. */
#ifndef SVI_ENV_DUEL_H
#define SVI_ENV_DUEL_H

#include <solvent/duel.h>

/* The result of a game for one seat. */
struct svi_duel_score {
    double points, wins; /* 1 for the first place; a shared first place counts in part as a win */
    double luck;         /* part of `points` that is luck */
    unsigned illegal;    /* answers that were not accepted */
};

/* Computes the seed of a deal, whose number is from 1. */
void svi_duel_seed(const struct sv_duel_how *how, uint64_t number, uint8_t seed[SV_SEED_BYTES]);

/* Fills in the points and wins of a seat; `luck` and `illegal` are the caller's to fill. */
void svi_duel_score_read(const struct sv_result *result, unsigned seats, unsigned seat,
                         struct svi_duel_score *out);

/* Adds one of a deal's games, `own`, to the deal, which was all 0 before its first game. `other` is
 * the game with the bot to compare with in the same seat; NULL compares with the mean of the other
 * seats. */
void svi_duel_add(struct sv_duel_deal *deal, unsigned seats, const struct svi_duel_score *own,
                  const struct svi_duel_score *other);

#endif
