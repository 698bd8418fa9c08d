/* The inputs of the value function: figures of each living seat, and some of the table. value.c
 * computes them, and tools/fit to fit the weights. Positions and structs are the caller's. Nothing
 * here allocates or fails. */
#ifndef SVI_VALUE_FEATURES_H
#define SVI_VALUE_FEATURES_H

#include <solvent/edition.h>
#include <solvent/position.h>

/* ---- odds ------------------------------------------------------------------------------------ */

/* Odds of landings, computed once from an edition. */

#define SVI_TOTALS 16u

struct svi_value_odds {
    float land[SV_MAX_SPACES]; /* landings of one player on each space, per throw */
    /* Chances of the pips that a throw moves by: white dice; with the speed die. */
    float total[2][SVI_TOTALS];
    float set_rent[SV_MAX_GROUPS]; /* rents of a whole set with three houses each, times landings */
    float set_cost[SV_MAX_GROUPS]; /* cost of those houses */
    float set_deeds[SV_MAX_GROUPS]; /* printed prices */
};

/* Computes the odds. Sums and products are in one order, without a function of libm, so every
 * machine gives the same bits. */
void svi_value_odds_init(struct svi_value_odds *odds, const struct sv_edition *e);

/* ---- features -------------------------------------------------------------------------------- */

#define SVI_FEATURES_VERSION 2u

/* X(NAME, what it is): features of one seat, about 0 to 2 each. Rents are at seven pips; "landings"
 * are a seat's mean landings per throw. */
#define SVI_SEAT_FEATURES(X)                                                                       \
    X(CASH, "cash / 1000")                                                                         \
    X(CASH_LITTLE, "cash / (|cash| + 150)")                                                        \
    X(CASH_SOME, "cash / (|cash| + 600)")                                                          \
    X(SHORT, "1 below 100 of cash")                                                                \
    X(WORTH, "worth / 3000")                                                                       \
    X(WORTH_AHEAD, "worth less the greatest of another seat, / 3000")                              \
    X(LIQUID, "what could be raised / 1500")                                                       \
    X(BROKE, "1 when that is below 0")                                                             \
    X(LIQUID_RENT, "what could be raised / (itself + the highest rent of others)")                 \
    X(INCOME, "rents times landings of all others, / 100")                                         \
    X(INCOME_SHARE, "of all rents times landings")                                                 \
    X(INCOME_AHEAD, "income less the greatest of another seat, / 100")                             \
    X(OUTGO, "rents of others times landings, / 100")                                              \
    X(NEXT_RENT, "rent and tax of its next throw / 100")                                           \
    X(NEXT_SHORT, "chance that this is more than its cash")                                        \
    X(NEXT_BROKE, "chance that this is more than it could raise")                                  \
    X(NEXT_PAID, "rent that others' next throws pay it / 100")                                     \
    X(NEXT_PRICE, "price of unowned deeds at its next throw / 100")                                \
    X(NEXT_SET, "chance that one of these completes a set")                                        \
    X(SETS, "full sets / 2")                                                                       \
    X(PROMISE,                                                                                     \
      "of full sets: rents with three houses, times landings, as far as cash builds them")         \
    X(LACKS_BANK, "the same of sets that lack one deed, which is the bank's")                      \
    X(LACKS_OTHER, "or another seat's")                                                            \
    X(SPREAD, "the same of other sets that have no deed left, by share")                           \
    X(HOUSES, "houses / 12")                                                                       \
    X(HOTELS, "hotels and higher / 4")                                                             \
    X(BUILT, "cost of buildings / 1000")                                                           \
    X(MORTGAGED, "share of its deeds")                                                             \
    X(DEEDS, "deeds / 10")                                                                         \
    X(JAIL, "1 in jail")                                                                           \
    X(TRIES, "throws there / 3")                                                                   \
    X(CARDS, "get-out-of-jail cards and bus tickets")                                              \
    X(WAITS, "seats until its turn / 4")                                                           \
    X(TURN, "1 in its own turn")                                                                   \
    X(AGAIN, "and it has thrown doubles")                                                          \
    X(PLACE, "space / 40")

/* X(NAME, what it is): features of the table, the same for each seat. */
#define SVI_TABLE_FEATURES(X)                                                                      \
    X(UNOWNED, "share of deeds")                                                                   \
    X(ROUND, "share of rounds played")                                                             \
    X(LATE, "1 in their last fifth")                                                               \
    X(LIVING, "living seats / 4")                                                                  \
    X(PLAYERS, "seats / 4")                                                                        \
    X(STOCK_HOUSES, "the bank's, / 32")                                                            \
    X(STOCK_HOTELS, "the bank's, / 12")

/* Features of each of the edition's first groups: the share of it that the seat has, and its level
 * if the group is full. */
#define SVI_GROUP_FEATURES 10u

enum svi_feature {
#define X(NAME, text) SVI_X_##NAME,
    SVI_SEAT_FEATURES(X)
#undef X
        SVI_X_GROUP,
    SVI_X_BUILT_GROUP = SVI_X_GROUP + SVI_GROUP_FEATURES,
    SVI_X_BEFORE_TABLE = SVI_X_BUILT_GROUP + SVI_GROUP_FEATURES - 1,
#define X(NAME, text) SVI_X_##NAME,
    SVI_TABLE_FEATURES(X)
#undef X
        SVI_INPUTS
};
#define SVI_INPUT_ROW 64u /* padded to an even number */

/* The features of a seat that change whenever another's cash or token does. */
#define SVI_LEANS 2u
#define SVI_LEAN_FEATURES                                                                          \
    {                                                                                              \
        SVI_X_WORTH_AHEAD, SVI_X_NEXT_PAID                                                         \
    }

/* Shares of a living seat that are figures of their own (the others have 0); each adds up to 1.
 * X(NAME, name, text) */
#define SVI_SHARE_LIST(X)                                                                          \
    X(WORTH, worth, "of all worth")                                                                \
    X(LIQUID, liquid, "of what all could raise")                                                   \
    X(RENT, rent, "of all rents")                                                                  \
    X(SETS, sets, "of full sets")

enum svi_share {
#define X(NAME, name, text) SVI_SHARE_##NAME,
    SVI_SHARE_LIST(X)
#undef X
        SVI_SHARES
};

/* The edition, which must outlive it, and its odds. Threads may share one. */
struct svi_features {
    const struct sv_edition *e;
    struct svi_value_odds odds;
    unsigned deeds; /* of the board */
};

/* Effects of a seat's next throw if the seat can pay for all of them. */
struct svi_outlook {
    uint32_t of; /* number of the estate it belongs to; 0: none */
    bool speeding;
    int32_t dearest; /* price of an unowned deed */
    float highest;   /* rent or tax */
    float rent, price, set, paid[SV_MAX_SEATS];
};

/* The figures that follow from deeds and buildings alone, without cash and tokens. All 0 at
 * first. */
struct svi_estate {
    uint64_t owned[SV_MAX_SEATS], mortgaged;
    uint8_t level[SV_MAX_SPACES];
    uint8_t stock[SV_UNIT_COUNT];
    uint8_t alive;
    unsigned living;
    float rent[SV_MAX_SPACES];
    float rents;         /* times landings, of all */
    float rents_squared; /* squares of rents times landings, of all */
    struct {
        int32_t worth, liquid; /* without cash */
        float rents, rent, highest, sets;
        float threat;                    /* the highest rent of another */
        double rent_share, set_share;    /* SVI_SHARE_RENT, SVI_SHARE_SETS */
        float x[SVI_X_BEFORE_TABLE + 1]; /* features that follow from the estate alone */
        unsigned n_projects;             /* full sets not built up yet */
        struct {
            float rents, per_cost;
        } project[SV_MAX_GROUPS];
        float built_rents; /* rents of full sets that are built up */
    } seat[SV_MAX_SEATS];
    float table[SVI_INPUTS - SVI_X_BEFORE_TABLE - 1]; /* likewise features of the table */
    /* Kept from one estate to the next. */
    uint32_t number;                                         /* of the estate, from 1 */
    struct svi_outlook outlook[SV_MAX_SEATS][SV_MAX_SPACES]; /* by seat and space, once needed */
};

/* Expected effects of a seat's next throw. */
struct svi_next {
    float rent, is_short, is_broke, price, set, paid[SV_MAX_SEATS];
};

/* A position with its features. All 0 before its first use; later positions of the same edition
 * reuse its estate. */
struct svi_sight {
    int32_t cash[SV_MAX_SEATS];
    uint8_t space[SV_MAX_SEATS], jail[SV_MAX_SEATS], tickets[SV_MAX_SEATS];
    uint8_t jail_holder[SV_MAX_JAIL_CARDS];
    uint8_t speeding, turn_seat;
    bool again, thrown; /* the seat whose turn it is has another throw; it has thrown */
    uint16_t round;
    /* `own`, or the estate of the sight that it is like, which must not change meanwhile. */
    struct svi_estate *estate;
    struct svi_estate own;
    struct svi_next next[SV_MAX_SEATS];
    float worth[SV_MAX_SEATS];
    float x[SV_MAX_SEATS][SVI_INPUT_ROW]; /* of living seats, except for those in `leans` */
    /* The features of the table, which are the same for each seat. */
    float table[SVI_INPUTS - SVI_X_BEFORE_TABLE - 1];
    /* By living seat: its worth once all rounds are played, if rents are paid at the present rate,
     * in standard deviations of a difference of two. Only comparisons have a meaning. */
    float end[SV_MAX_SEATS];
    float to_come[SV_MAX_SEATS], per_stray; /* the parts of `end` */
    /* In a sight that is like another: seats whose features are the other's, except for the
     * differences in `lean`. */
    uint8_t leans;
    float lean[SV_MAX_SEATS][SVI_LEANS];
};

/* Prepares the features of an edition. */
void svi_features_init(struct svi_features *f, const struct sv_edition *e);

/* Computes the features of a position that is not over. */
void svi_sight_init(const struct svi_features *f, struct svi_sight *sight,
                    const struct sv_position *p);

/* Computes the features of a position that is not over from those of a similar one, `like`: the
 * same game, a little later. No seat that is out in `like` may live. Everything that is unchanged
 * is taken from `like`. That includes the next throw of a seat with the same space and cash, even
 * if a deed on its way has changed hands. Only the parts that value/value.c needs are computed. */
void svi_sight_near(const struct svi_features *f, struct svi_sight *sight,
                    const struct sv_position *p, const struct svi_sight *like);

/* Computes each seat's shares. */
void svi_sight_shares(const struct svi_sight *sight, const struct sv_position *p,
                      double share[][SVI_SHARES]);

#endif
