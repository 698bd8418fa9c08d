/* Accounts for the luck in a game: what each throw and each card was worth to each seat, beyond
 * what it might have been worth in the mean.
 *
 *     luck of s = sum over chance events c of  V_s(after c) - sum over outcomes x of p(x) V_s(after
 * x)
 *
 * has the mean 0 whatever V is and whatever the bots do, as long as p is the law that c was drawn
 * from, given all that was known before: so points less luck have the mean of points, and less
 * variance the better V is (White and Bowling 2009; Burch et al. 2018).
 *
 * The account follows a game by its answers, beside the game. It stops where nobody is asked, too,
 * so that each throw is an event of its own. From there the throw is made again with every outcome
 * that differs, weighted exactly, also with the speed die; the cards it leads to are drawn anew
 * from those that nobody has seen, and the rest of chance by another key. V is that of sdk/value,
 * after a stand-in has answered what is pending, in the game and in what it might have been alike.
 * Draws that an answer chose, and who begins, are drawn again SVI_LUCK_DRAWS times. All of it
 * follows from the game's own key: the same figures in every run. */
#ifndef SVI_VALUE_ACCOUNT_H
#define SVI_VALUE_ACCOUNT_H

#include "game/chance.h"
#include "value/stand_in.h"
#include "value/value.h"

#define SVI_LUCK_DRAWS 16u
#define SVI_ACCOUNT_VERSION 3u

/* The figures that luck is kept in, for each seat: by each head of V and by how the rounds will
 * end, in points, and in shares. The first is the luck that people are told; regressions weigh all
 * of them (docs/STATISTICS.md). */
enum svi_luck_figure {
    SVI_LUCK_POINTS,
    SVI_LUCK_SHARE = SVI_LUCK_POINTS + SVI_VIEWS,
    SVI_LUCK_FIGURES = SVI_LUCK_SHARE + SVI_SHARES
};

/* An event of chance, as it is told. */
struct svi_luck_event {
    uint32_t decision; /* answers given before; 0: who begins */
    uint32_t at; /* number of the event of the game that it is, as --format jsonl counts; 0 from an
                    account by itself */
    uint32_t turn, round;
    uint8_t chance;       /* enum svi_chance; SVI_CHANCE_NONE: who begins */
    uint8_t seat;         /* who threw or drew */
    uint8_t dice[3];      /* of a throw */
    const double *points; /* by seat: luck */
};

struct svi_luck_sink {
    void (*fn)(void *user, const struct svi_luck_event *event); /* NULL: nobody wants to know */
    void *user;
    /* A run of answers is over, with no rest in it: what V says more, by seat, than when the first
     * was to be given, without the luck in between. NULL: nobody wants to know, which saves two
     * looks at V for each run. */
    void (*answered)(void *user, const double points[SV_MAX_SEATS]);
};

struct svi_luck {
    const struct svi_value *value;
    const struct sv_edition *edition;
    struct svi_luck_sink sink;
    double figure[SV_MAX_SEATS][SVI_LUCK_FIGURES];
    double variance[SV_MAX_SEATS]; /* that chance had for the luck in points, summed */
    uint32_t events, forks, decisions;
    bool stopped;   /* by a forfeit */
    bool answering; /* the last step was an answer, and sink.answered wants to know of the run */
    double from[SV_MAX_SEATS]; /* V when the run began, less the luck before it */

    struct sv_state state, before, fork;
    struct sv_position stood_in; /* of the last one that was looked at, if somebody was asked */
    uint8_t key[SV_KEY_BYTES];   /* of the forks of an event */
    struct svi_value_base *base; /* what is worked out for one event */
    struct svi_throw throws[SVI_THROWS]; /* the outcomes of the last throw */
    unsigned n_throws, throws_of;        /* how many, and what they follow from; 0: none yet */
};

/* Begins with a game: that of sv_game_start() under the value's edition. `l` must be all 0, or have
 * accounted for another game under the same value. The value and `base` must outlive it; accounts
 * of one thread may share a base. */
void svi_luck_begin(struct svi_luck *l, const struct svi_value *value, struct svi_value_base *base,
                    const struct sv_setup *setup, const struct svi_luck_sink *sink);

/* Between two answers: what the account works with is another value of the same edition, and its
 * base. */
void svi_luck_move(struct svi_luck *l, const struct svi_value *value, struct svi_value_base *base);

/* A seat that is pending has given an answer, known to be legal; in the order in which the game got
 * them. */
void svi_luck_answer(struct svi_luck *l, unsigned seat, const struct sv_answer *answer);

/* A seat has forfeited: what comes after that counts no more. */
void svi_luck_forfeit(struct svi_luck *l);

#endif
