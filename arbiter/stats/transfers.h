/* Tests whether some bots give each other more by trades than their skills explain.
 *
 * A bot's gain from another by a trade is modelled as a_i - a_j, the difference of their skills at
 * trading, plus a residual. Honest pairs have residuals too, as one bot may suit the other. So a
 * pair stands out only if its residual is both
 *   - an outlier among all pairs: its externally studentised residual against t, with Bonferroni
 *     over the pairs (Cook and Weisberg 1982), and
 *   - more than chance: summed by deals, it is further from 0, in its own standard errors, than any
 *     pair's in 99 of 100 permutations. A permutation exchanges the names of the bots in each deal,
 *     in all its games alike (max-T; Westfall and Young 1993).
 *
 * A pair that stands out is set aside and the others are tested again, as a gift between two bots
 * distorts all skills. If few pairs trade, only a gross outlier stands out. In a field of two bots
 * a gift cannot be told from skill.
 *
 * `solvent report` and `serve` make the test (tools/report/figures.c). After an error in adding,
 * joining or judging, only finish the test. */
#ifndef SVI_ARBITER_STATS_TRANSFERS_H
#define SVI_ARBITER_STATS_TRANSFERS_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_TRANSFER_BOTS 128u  /* most bots of a field */
#define SVI_TRANSFER_DEALS 10u  /* pairs with fewer deals are not tested, */
#define SVI_TRANSFER_TRADES 20u /* nor pairs with fewer trades */
#define SVI_TRANSFER_ERROR 0.01 /* probability that an honest field has a flag */
#define SVI_TRANSFER_FLAGS 10u

/* A bot's gain from another in the games of a deal, i < j. */
struct svi_transfer_cell {
    uint32_t deal;
    uint16_t i, j;
    uint32_t games, trades;
    double gain; /* sum over the games, of i */
};

/* A pair, i < j. Gains are those of i from j, for each trade. */
struct svi_transfer {
    uint64_t games; /* games that both played */
    uint64_t trades;
    uint32_t deals;   /* deals with a trade */
    double gain;      /* NAN without a trade */
    double expected;  /* expected from both bots' skills */
    double error;     /* standard error of the difference, by deals */
    double p_outlier; /* corrected for the number of pairs; NAN: not tested */
    double p_chance;  /* likewise; NAN also if no pair is an outlier */
    bool flagged;
};

struct svi_transfers {
    unsigned n;
    struct svi_transfer_cell *cell; /* deal by deal */
    size_t n_cells, cells_room;
    double *skill;             /* by bot, once judged: its gain from an average bot in a game */
    struct svi_transfer *pair; /* [i * n + j], i < j */
    unsigned n_flagged;
    struct {
        unsigned i, j;
    } flagged[SVI_TRANSFER_FLAGS]; /* the clearest first */
    unsigned permutations;         /* 0 if no pair is an outlier, as none is needed then */
};

/* Initialises `t` for a field of this many bots. Returns SV_E_RANGE for more than
 * SVI_TRANSFER_BOTS, SV_E_SYSTEM if there is no memory; do not finish it then. */
enum sv_status svi_transfers_init(struct svi_transfers *t, unsigned bots);
void svi_transfers_finish(struct svi_transfers *t);

/* Adds a game of a deal at which two bots i and j sat: the number of their trades, and the gain of
 * i from j by them (negative: lost). Deals come in ascending order. A bot's own other seats are no
 * partner. Returns SV_E_SYSTEM if there is no memory. */
enum sv_status svi_transfers_add(struct svi_transfers *t, uint32_t deal, unsigned i, unsigned j,
                                 uint32_t trades, double gain);

/* Adds everything that was added to `older`, judged or not, and leaves it as it is. Its deals must
 * differ from the deals that `t` has. Returns SV_E_SYSTEM if there is no memory. */
enum sv_status svi_transfers_join(struct svi_transfers *t, const struct svi_transfers *older);

/* Finds the pairs that stand out, once, after all games have been added. Returns SV_E_SYSTEM if
 * there is no memory. */
enum sv_status svi_transfers_judge(struct svi_transfers *t);

#endif
