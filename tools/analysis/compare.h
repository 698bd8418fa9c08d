/* Finds where two bots of a league part on the same deals, and the points that this brought.
 * `solvent compare` uses it. The store stays the caller's.
 *
 * Two games are a pair if they have the same seed, A sits in one where B sits in the other, and
 * both went alike up to a decision of that seat, which A and B answered differently. So both had
 * the same position before them. The games differ from then on, so a pair parts once. */
#ifndef SVI_TOOLS_ANALYSIS_COMPARE_H
#define SVI_TOOLS_ANALYSIS_COMPARE_H

#include "store/store.h"
#include "thread/workers.h"
#include "tools/analysis/decisions.h"
#include "tools/analysis/spread.h"

/* ---- manner ---------------------------------------------------------------------------------- */

/* An answer in a few words, beside another answer to the same question. */

#define SVI_MANNER 128u

/* Describes two different answers to the same question: "buy", "auction"; "builds, offers",
 * "nothing". There are few words, so that many pairs of answers share them. If both answers do the
 * same kinds of things, the words tell the difference: "builds more", "builds less"; "mortgages
 * red", "mortgages railroads". The two texts always differ. `name` has the players by seat. Bytes
 * after the words are 0. Cannot fail. */
void svi_manners(const struct sv_edition *e, const char (*name)[SV_MAX_NAME],
                 const struct svi_decision *a, const struct svi_decision *b,
                 char out[2][SVI_MANNER]);

/* ---- compare --------------------------------------------------------------------------------- */

/* A decision that A and B answered differently, in the game of one of them: A's if it was asked
 * there. */
struct svi_parting {
    uint64_t game;
    unsigned bot[SV_MAX_SEATS]; /* by seat, as the store counts */
    unsigned seats, seat;
    uint32_t decision, round; /* as in struct svi_decision */
    struct sv_answer answer[2];
};

/* Divergences of a kind: the same kind of decision, answered by A and by B in the same manner. */
struct svi_divergence {
    uint8_t kind;                /* enum sv_decision */
    char manner[2][SVI_MANNER];  /* of A and B */
    uint64_t n;                  /* pairs */
    struct svi_spread points;    /* that A got more than B, luck taken away */
    uint64_t game[2];            /* where the points differ most: A's and B's game, */
    uint32_t decision[2];        /*   and the decision in each; 0: it was not asked there */
    double most;                 /*   the difference there */
    struct svi_parting *parting; /* owned; the first `keep` of its pairs, in the order of seeds */
    size_t kept, room;
};

struct svi_comparison {
    /* The caller sets these members: */
    struct svi_store *store; /* for reading */
    unsigned bot[2];         /* A and B, by their places in the store */
    unsigned keep;           /* partings to keep of each kind */
    const atomic_bool *stop; /* ends it once it is true; NULL: never */
    void (*progress)(void *user, uint64_t done, uint64_t all); /* games; NULL */
    void *user;
    /* svi_compare() fills these, which are 0 at first: */
    uint64_t games;           /* in which A or B sits */
    uint64_t same;            /* pairs of games that went alike to their end */
    uint64_t others;          /* pairs in which another seat parted first */
    uint64_t parted;          /* pairs that are in `divergence` */
    struct svi_spread points; /* A's less B's without luck, over `same` and `parted` pairs */
    struct svi_divergence *divergence; /* owned; greatest sum of points first */
    unsigned n;
    size_t room;
    struct sv_edition edition; /* of the games, if there are any */
};

/* Compares the bots, in the caller's thread. Returns SV_E_SYSTEM if there is no memory, the store
 * cannot be read or it was stopped, else the error of a damaged game. `error` then has a text to
 * print right behind the store's name, and the figures are not whole. Finish `c` even then. */
enum sv_status svi_compare(struct svi_comparison *c, struct svi_error *error);
void svi_comparison_finish(struct svi_comparison *c);

#endif
