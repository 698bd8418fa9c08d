/* Whether some bots give each other more by trades than how they trade with everybody explains.
 *
 * What a bot gains of another by a trade is taken as a_i - a_j, each bot's own skill at trading,
 * and a rest. Honest bots leave rests too, as one may suit the other; so a pair stands out only
 * when its rest is
 *   - an outlier among the rests of all pairs: its externally studentised residual, against t,
 *     Bonferroni over the pairs (Cook and Weisberg 1982), and
 *   - more than chance: summed by deals it is further from 0 in its own standard errors than any
 *     pair's is in 99 of 100 permutations in which the bots of a deal change names, all its games
 *     alike (max-T; Westfall and Young 1993).
 * A pair that stands out is set aside and the others are looked at again, as a gift between two
 * bends everybody's skill. In a field of few pairs that trade an outlier must be a gross one; of
 * two bots alone a gift cannot be told from skill. */
#ifndef SVI_ARBITER_STATS_TRANSFERS_H
#define SVI_ARBITER_STATS_TRANSFERS_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_TRANSFER_BOTS 128u  /* of a field, at most */
#define SVI_TRANSFER_DEALS 10u  /* below, nothing is said of a pair, */
#define SVI_TRANSFER_TRADES 20u /*   nor with fewer trades */
#define SVI_TRANSFER_ERROR 0.01 /* that anything is flagged though nothing is wrong */
#define SVI_TRANSFER_FLAGS 10u

/* What one bot gained of another in the games of a deal, i < j. */
struct svi_transfer_cell {
    uint32_t deal;
    uint16_t i, j;
    uint32_t games, trades;
    double gain; /* of i; its sum */
};

/* A pair, i < j. Gains are those of i from j, for each trade. */
struct svi_transfer {
    uint64_t games; /* that they sat at together */
    uint64_t trades;
    uint32_t deals;   /* with a trade */
    double gain;      /* NAN without a trade */
    double expected;  /* by what both gain of everybody */
    double error;     /* standard error of the difference, by deals */
    double p_outlier; /* corrected for all pairs together; NAN: not tested */
    double p_chance;  /* likewise; NAN also while no pair is an outlier */
    bool flagged;
};

struct svi_transfers {
    unsigned n;
    struct svi_transfer_cell *cell; /* deal by deal */
    size_t n_cells, cells_room;
    double *skill; /* by bot, when finished: what it gains of an average bot in a game */
    struct svi_transfer *pair; /* [i * n + j], i < j */
    unsigned n_flagged;
    struct {
        unsigned i, j;
    } flagged[SVI_TRANSFER_FLAGS]; /* the clearest first */
    unsigned permutations;         /* 0: no pair is an outlier, so chance was not asked */
};

/* Begins. SV_E_RANGE: more than SVI_TRANSFER_BOTS. SV_E_SYSTEM: no memory. There is nothing to
 * finish then. */
enum sv_status svi_transfers_init(struct svi_transfers *t, unsigned bots);
void svi_transfers_finish(struct svi_transfers *t);

/* Adds a game of a deal at which two bots i and j sat: the number of their trades, and the gain of
 * i from j by them (negative: lost). Deals come in ascending order. A bot's own other seats are no
 * partner. Returns SV_E_SYSTEM if there is no memory. */
enum sv_status svi_transfers_add(struct svi_transfers *t, uint32_t deal, unsigned i, unsigned j,
                                 uint32_t trades, double gain);

/* Adds what an older one was given before it was judged, of any deals but those that were added
 * here. SV_E_SYSTEM: no memory. */
enum sv_status svi_transfers_join(struct svi_transfers *t, const struct svi_transfers *older);

/* Finds the pairs that stand out. Returns SV_E_SYSTEM if there is no memory. */
enum sv_status svi_transfers_judge(struct svi_transfers *t);

#endif
