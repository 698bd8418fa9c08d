/* Enumerates legal answers, for a search to choose from. Small kinds of question give every legal
 * answer. Plans, bids and offers can be too many to look at: they come within bounds, the smallest
 * first.
 *
 *     struct sv_answers it;
 *     struct sv_answer a;
 *
 *     sv_answers_start(&it, m->edition, m->position, q, NULL);
 *     while (sv_answers_next(&it, &a)) { ... }
 *
 * sv_check() accepts every answer, and no answer comes twice. The order is always the same. The
 * generators allocate nothing: they are flat structs, which you may copy or abandon at any moment.
 * Bots that search and the planner call them. */
#ifndef SOLVENT_ANSWERS_H
#define SOLVENT_ANSWERS_H

#include <solvent/question.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Things on one side of an enumerated offer. */
#define SV_MAX_ITEMS 4u
/* Ways to change one set, summed over all sets. */
#define SV_MAX_STATES 4096u

/* Limits of an enumeration. */
struct sv_bounds {
    /* Plans: most sets of streets, railroads or utilities that change at once; 0 for any number. */
    uint32_t sets;
    /* Offers: most deeds, cards and tickets on a side, 0 to SV_MAX_ITEMS; 0 for no offers. */
    uint32_t items;
    /* Offers: most steps of cash, on either side. */
    uint32_t cash_steps;
    /* Distance between two bids or two amounts of an offer, from 1. The lowest and the highest bid
     * always come. */
    int32_t step;
    /* Most plans and offers to look at, legal or not; 0 for any number. */
    uint64_t tries;
};

/* Writes the default bounds: two sets, one thing a side, four steps of 50, 100000 tries. */
void sv_bounds_default(struct sv_bounds *out);

/* Generates the plans of a seat (struct sv_plan): first the plan that changes nothing, then all
 * that change one set, then two, and so on. A set is a group's streets, or a single railroad or
 * utility. Members are private to the generator. */
struct sv_plans {
    const struct sv_edition *e;  /* as given to sv_plans_start() */
    const struct sv_position *p; /* as given to sv_plans_start() */
    uint64_t tries;              /* tries left */
    /* The seat's deeds in each set. */
    uint64_t deeds[SV_MAX_SPACES];
    /* Index in way[] of each set's first way. */
    uint16_t first[SV_MAX_SPACES + 1];
    /* Way of each set that the current plan changes. */
    uint16_t at[SV_MAX_SPACES];
    /* Sets that the current plan changes, ascending. */
    uint8_t chosen[SV_MAX_SPACES];
    /* Number of sets, most sets that may change at once, and sets that the current plan changes. */
    uint8_t sets, most, changed;
    uint8_t seat; /* seat whose plans these are */
    bool spend;   /* the argument `may_spend` */
    /* No plan with `changed` sets has come yet. */
    bool fresh;
    /* The bounds have left out plans that might have been legal. */
    bool cut;
    uint32_t way[SV_MAX_STATES]; /* ways to change one set, packed */
};

/* Starts the plans of a seat. `e` and `p` must not change meanwhile. With `may_spend`, plans may
 * also build and lift mortgages as far as cash allows (`manage`); without, plans only sell and
 * mortgage (`buy`, `debt`). `bounds` may be NULL for the default bounds. */
void sv_plans_start(struct sv_plans *it, const struct sv_edition *e, const struct sv_position *p,
                    unsigned seat, bool may_spend, const struct sv_bounds *bounds);

/* Writes the next legal plan to `out`. Returns false after the last one; then `it->cut` says
 * whether the tries or SV_MAX_STATES ran out. */
bool sv_plans_next(struct sv_plans *it, struct sv_plan *out);

/* Generates the offers that a seat may make, one partner after the other, offers of few things
 * first. Members are private to the generator. */
struct sv_offers {
    const struct sv_edition *e;  /* as given to sv_offers_start() */
    const struct sv_position *p; /* as given to sv_offers_start() */
    uint64_t tries;              /* tries left */
    /* Bounds of the enumeration. */
    struct sv_bounds bounds;
    /* Partners still to come, including the current one. */
    uint64_t partners;
    /* Things that the seat has to give, as a number each. */
    uint8_t mine[SV_MAX_SPACES + 2 * SV_MAX_CARDS];
    /* Things that the partner has to give, as a number each. */
    uint8_t theirs[SV_MAX_SPACES + 2 * SV_MAX_CARDS];
    uint8_t n_mine, n_theirs; /* lengths of `mine`, `theirs` */
    /* Indexes in `mine` and `theirs` of the things in the current offer, ascending. */
    uint8_t give[SV_MAX_ITEMS], get[SV_MAX_ITEMS];
    uint8_t n_give, n_get; /* lengths of `give`, `get` */
    uint8_t seat;          /* the proposer */
    bool cut;              /* as in struct sv_plans */
    /* Cash of the current offer: 0 for none; 1 and 2 for one step given or wanted, 3 and 4 for two
     * steps, and so on. */
    uint32_t cash;
};

/* Starts the offers of a seat to `partners`, a set of seats. The seat itself and bankrupt seats are
 * skipped. `e` and `p` must not change meanwhile. `bounds` may be NULL for the default bounds; its
 * step is at least 1, and more items count as SV_MAX_ITEMS. */
void sv_offers_start(struct sv_offers *it, const struct sv_edition *e, const struct sv_position *p,
                     unsigned seat, unsigned partners, const struct sv_bounds *bounds);

/* Writes the next legal offer, which sv_check_offer() accepts, to `out`. Returns false after the
 * last one. */
bool sv_offers_next(struct sv_offers *it, struct sv_offer *out);

/* Generates the answers to a question:
 *
 * - `jail`, `tax`, `card`, `claim`, `bus`, `ride`, `gift`, `place`, `triple`, `ticket`, `lot`,
 *   `interest`, `layout`: all answers;
 * - `sealed_bid`: no bid, then every bid in steps of `step` from the lowest;
 * - `bid`: as `sealed_bid` without a limit, then with every limit;
 * - `buy`: to buy with every plan, not to buy, and to buy if the cash suffices then;
 * - `manage`, `debt`: every plan; then every offer, alone and without a plan;
 * - `trade`: to reject, to accept, every counter-offer.
 *
 * The default is among them if it is legal by itself. The default of `debt` may be missing, because
 * its plan may change more sets than the bounds allow. Members are private to the generator. */
struct sv_answers {
    const struct sv_edition *e;  /* as given to sv_answers_start() */
    const struct sv_position *p; /* as given to sv_answers_start() */
    struct sv_question q;        /* as given to sv_answers_start() */
    /* Bounds of the enumeration. */
    struct sv_bounds bounds;
    /* Choices or spaces still to come. For `interest`, the deeds lifted last. */
    uint64_t left;
    /* Next bid and its limit. */
    int64_t bid, limit;
    /* Place in the order of the question's kind. */
    uint32_t step;
    bool cut; /* as in struct sv_plans */
    /* For `buy`, the plan of the next answer that buys. */
    struct sv_plan plan;
    /* Plans, for kinds of question that have plans. */
    struct sv_plans plans;
    /* Offers, for kinds of question that have offers. */
    struct sv_offers offers;
};

/* Starts the answers to `q`, which is copied. `e` and `p` must not change meanwhile. `bounds` may
 * be NULL for the default bounds. Returns SV_E_KIND if the question's kind does not exist, or its
 * seat is not at the table; SV_E_ARGUMENT if a bound is out of range. Do not use `it` then. */
enum sv_status sv_answers_start(struct sv_answers *it, const struct sv_edition *e,
                                const struct sv_position *p, const struct sv_question *q,
                                const struct sv_bounds *bounds);

/* Writes the next legal answer to `out`. Returns false after the last one. */
bool sv_answers_next(struct sv_answers *it, struct sv_answer *out);

#ifdef __cplusplus
}
#endif

#endif
