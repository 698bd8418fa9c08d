/* Accounts for the luck in a game: the worth of each throw and each card to each seat, less the
 * mean worth of all its possible outcomes.
 *
 *     luck of s = sum over chance events c of
 *                 V_s(after c) - sum over outcomes x of p(x) V_s(after x)
 *
 * Given everything known before, p must be the distribution of c. Then luck has the mean 0,
 * whatever V is and whatever the bots do. So points less luck have the mean of points, and the
 * better V is, the lower their variance (White and Bowling 2009; Burch et al. 2018).
 *
 * The account follows a game by its answers, beside the game. It also stops where no seat is asked,
 * so that each throw is an event of its own. There the throw is repeated with every different
 * outcome, weighted exactly, also with the speed die. Cards that follow are drawn anew from the
 * unseen ones, and all later chance uses another key. V is that of sdk/value, after a stand-in has
 * answered pending questions, both in the game and in the outcomes that might have been. Draws that
 * an answer chose, and the first seat, are drawn again SVI_LUCK_DRAWS times. All of it follows from
 * the game's own key, so every run gives the same figures. */
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
    uint32_t decision; /* answers given before; 0: the draw of the first seat */
    /* the event's number in the game, as in --format jsonl; 0 if the account runs by itself */
    uint32_t at;
    uint32_t turn, round;
    uint8_t chance;       /* enum svi_chance; SVI_CHANCE_NONE: the draw of the first seat */
    uint8_t seat;         /* the seat that threw or drew */
    uint8_t dice[3];      /* of a throw */
    const double *points; /* by seat: luck */
};

struct svi_luck_sink {
    void (*fn)(void *user, const struct svi_luck_event *event); /* NULL: events are not reported */
    void *user;
    /* Called after a run of answers without a rest: the gain of V by seat since before the first
     * answer, less the luck in between. NULL: not reported, which saves two evaluations of V for
     * each run. */
    void (*answered)(void *user, const double points[SV_MAX_SEATS]);
};

struct svi_luck {
    const struct svi_value *value;
    const struct sv_edition *edition;
    struct svi_luck_sink sink;
    double figure[SV_MAX_SEATS][SVI_LUCK_FIGURES];
    double variance[SV_MAX_SEATS]; /* sum of the variances of the luck in points */
    uint32_t events, forks, decisions;
    bool stopped;   /* by a forfeit */
    bool answering; /* the last step was an answer of a run that sink.answered is called for */
    double from[SV_MAX_SEATS]; /* V when the run began, less the luck before it */

    struct sv_state state, before, fork;
    struct sv_position stood_in; /* the last position that was looked at, if a seat was asked */
    uint8_t key[SV_KEY_BYTES];   /* of the forks of an event */
    struct svi_value_base *base; /* the base for one event */
    struct svi_throw throws[SVI_THROWS]; /* the outcomes of the last throw */
    /* their number, and the state that they follow from; 0: none yet */
    unsigned n_throws, throws_of;
};

/* Begins with the game of sv_game_start() under the value's edition. `l` must be all 0, or have
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
