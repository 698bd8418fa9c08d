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
 * arbiter/luck accounts for games of leagues, sdk/env for batches and rows of replays, and
 * tools/fit to fit V. Nothing here allocates or fails.
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
#include "value/settle.h"
#include "value/value.h"

#define SVI_LUCK_DRAWS 16u
#define SVI_ACCOUNT_VERSION 3u

/* The figures of a seat's luck: in points by each view of V (value/value.h), and in shares. The
 * first is the luck that people see; regressions weigh all of them (docs/STATISTICS.md). */
enum svi_luck_figure {
    SVI_LUCK_POINTS,
    SVI_LUCK_SHARE = SVI_LUCK_POINTS + SVI_VIEWS,
    SVI_LUCK_FIGURES = SVI_LUCK_SHARE + SVI_SHARES
};

/* An event of chance, for a sink. Valid during the call. */
struct svi_luck_event {
    uint32_t decision; /* answers given before; 0: the draw of the first seat */
    /* Number of the event in the game, as in --format jsonl. The account leaves 0; a caller that
     * follows the game's own events may fill it in. */
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
};

/* The account of a game. svi_luck_begin() fills it; there is nothing to free. */
struct svi_luck {
    const struct svi_value *value;
    const struct sv_edition *edition;
    struct svi_luck_sink sink;
    double figure[SV_MAX_SEATS][SVI_LUCK_FIGURES];
    double variance[SV_MAX_SEATS]; /* sum of the variances of the luck in points */
    uint32_t events, forks, decisions;
    bool stopped;   /* by a forfeit */
    bool is_future; /* begun by svi_luck_begin_at() */
    struct sv_state state, before, fork;
    struct sv_position stood_in; /* the last position that was looked at, if a seat was asked */
    uint8_t key[SV_KEY_BYTES];   /* key of an event's forks */
    struct svi_value_base *base; /* the base for one event */
    struct svi_throw throws[SVI_THROWS]; /* the outcomes of the last throw */
    /* Their number, and the kind of throw that has them; 0: none yet. */
    unsigned n_throws, throws_of;
};

/* Begins the account of a game that sv_game_start() starts with `setup` under the value's edition.
 * `l` must be all 0, or have accounted for another game under the same value. The value and `base`
 * must outlive the account; accounts of one thread may share a base. `sink` is copied, and may be
 * NULL. */
void svi_luck_begin(struct svi_luck *l, const struct svi_value *value, struct svi_value_base *base,
                    const struct sv_setup *setup, const struct svi_luck_sink *sink);

/* Begins the account of a game that goes on from `state`, in which a seat is asked. If new chance
 * has been drawn there (svi_state_redraw()), the luck after it has the mean 0, given the state and
 * the answers to its questions. Reports no events; else as svi_luck_begin().
 *
 * Counts a throw only if, as the position before it says, it may cost its seat more than its cash
 * or complete a set. These are 5% to 25% of all throws, and the others take most of an account's
 * time for little: in the same future of another answer their luck is nearly equal. */
void svi_luck_begin_at(struct svi_luck *l, const struct svi_value *value,
                       struct svi_value_base *base, const struct sv_state *state);

/* Goes on with another value of the same edition, and its base, because another thread works on the
 * game from now on. Call it between two answers. */
void svi_luck_move(struct svi_luck *l, const struct svi_value *value, struct svi_value_base *base);

/* Follows an answer of a pending seat. The answer is known to be legal; give answers in the order
 * in which the game gets them. Does nothing after svi_luck_forfeit(). */
void svi_luck_answer(struct svi_luck *l, unsigned seat, const struct sv_answer *answer);

/* Stops the account, because a seat has forfeited: later events do not count. */
void svi_luck_forfeit(struct svi_luck *l);

#endif
