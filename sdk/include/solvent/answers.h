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
 * sv_check() accepts every answer, and no answer comes twice. The order is always the same. Nothing
 * is allocated: the generators are flat structs, which you may copy or abandon at any moment. */
#ifndef SOLVENT_ANSWERS_H
#define SOLVENT_ANSWERS_H

#include <solvent/question.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SV_MAX_ITEMS 4u     /* things on a side of an enumerated offer */
#define SV_MAX_STATES 4096u /* ways to change one set, of all sets together */

/* Limits of an enumeration. */
struct sv_bounds {
    uint32_t sets;  /* plans: most sets of streets, railroads or utilities changed at once; 0: any
                       number */
    uint32_t items; /* offers: most deeds, cards and tickets on a side, 0-SV_MAX_ITEMS; 0: no
                       offers */
    uint32_t cash_steps; /* offers: most steps of cash, on either side */
    int32_t step;        /* money between two bids or offers, from 1; the lowest and the highest bid
                            always come */
    uint64_t tries;      /* most plans and offers looked at, legal or not; 0: any number */
};

/* Two sets, one thing a side, four steps of 50, 100000 tries. */
void sv_bounds_default(struct sv_bounds *out);

/* Plans of a seat (struct sv_plan): first the one that changes nothing, then all that change one
 * set, then two, and so on. A set is a group's streets, or a single railroad or utility. Members
 * are the generator's own. */
struct sv_plans {
    const struct sv_edition *e;        /* as given, */
    const struct sv_position *p;       /*   and where plans are judged */
    uint64_t tries;                    /* left */
    uint64_t deeds[SV_MAX_SPACES];     /* of each set, the seat's */
    uint16_t first[SV_MAX_SPACES + 1]; /* its first way in way[] */
    uint16_t at[SV_MAX_SPACES];        /* of the sets changed now: which way */
    uint8_t chosen[SV_MAX_SPACES];     /*   and which sets they are, ascending */
    uint8_t sets, most, changed;       /* there are; are changed at most; are changed now */
    uint8_t seat;                      /* whose plans they are */
    bool spend;                        /* as `may_spend` */
    bool fresh;                        /* nothing has come with `changed` sets yet */
    bool cut;                    /* bounds have left something out that might have been lawful */
    uint32_t way[SV_MAX_STATES]; /* ways to change one set, packed */
};

/* Starts; `e` and `p` must stay as they are meanwhile. With `may_spend` buildings may be raised and
 * mortgages lifted as cash allows (`manage`); without, plans sell and mortgage alone (`buy`,
 * `debt`). NULL: the default bounds. */
void sv_plans_start(struct sv_plans *it, const struct sv_edition *e, const struct sv_position *p,
                    unsigned seat, bool may_spend, const struct sv_bounds *bounds);

/* Writes the next legal plan to `out`; false when there are no more. Then `it->cut` tells whether
 * the tries or SV_MAX_STATES ran out. */
bool sv_plans_next(struct sv_plans *it, struct sv_plan *out);

/* Offers that a seat may make, one partner after the other, those of few things first. Members are
 * the generator's own. */
struct sv_offers {
    const struct sv_edition *e;                       /* as given, */
    const struct sv_position *p;                      /*   and where offers are judged */
    uint64_t tries;                                   /* left */
    struct sv_bounds bounds;                          /* how far to go */
    uint64_t partners;                                /* still to come, the one of now among them */
    uint8_t mine[SV_MAX_SPACES + 2 * SV_MAX_CARDS];   /* what it has to give, a number each, */
    uint8_t theirs[SV_MAX_SPACES + 2 * SV_MAX_CARDS]; /*   and the partner */
    uint8_t n_mine, n_theirs;                         /* how many they are */
    uint8_t give[SV_MAX_ITEMS], get[SV_MAX_ITEMS];    /* which of them, ascending */
    uint8_t n_give, n_get;                            /* how many of them */
    uint8_t seat;                                     /* who offers */
    bool cut;                                         /* as in struct sv_plans */
    uint32_t cash; /* 0; 1, 2: one step given, got; 3, 4: two steps; ... */
};

/* Starts. `partners` is a set of seats; the seat itself and seats that are out are skipped. `e` and
 * `p` must stay as they are. */
void sv_offers_start(struct sv_offers *it, const struct sv_edition *e, const struct sv_position *p,
                     unsigned seat, unsigned partners, const struct sv_bounds *bounds);

/* Writes the next legal offer to `out` (sv_check_offer() accepts it); false when there are no more.
 */
bool sv_offers_next(struct sv_offers *it, struct sv_offer *out);

/* Answers to a question. Which come:
 *
 * - `jail`, `tax`, `card`, `claim`, `bus`, `ride`, `gift`, `place`, `triple`, `ticket`, `lot`,
 *   `interest`, `layout`: all;
 * - `sealed_bid`: none, and every bid of `step`s from the lowest; `bid`: the same without a limit,
 *   then with every limit;
 * - `buy`: with every plan, not to buy, and to buy where the cash suffices then;
 * - `manage`, `debt`: every plan; then every offer, without a plan and alone;
 * - `trade`: to reject, to accept, every counter-offer.
 *
 * A default that is legal by itself is among them, except that of `debt`, whose plan may change
 * more sets than the bounds allow. Members are the generator's own. */
struct sv_answers {
    const struct sv_edition *e;  /* as given, */
    const struct sv_position *p; /*   likewise, */
    struct sv_question q;        /*   likewise: what is answered */
    struct sv_bounds bounds;     /* how far to go */
    uint64_t left;           /* choices, spaces still to come; interest: the deeds lifted last */
    int64_t bid, limit;      /* the next */
    uint32_t step;           /* where in its kind's order */
    bool cut;                /* as in struct sv_plans */
    struct sv_plan plan;     /* buy: the one that to buy with is next */
    struct sv_plans plans;   /* those of kinds that have plans */
    struct sv_offers offers; /* those of kinds that have offers */
};

/* Starts; `e` and `p` must stay as they are meanwhile, `q` is copied. SV_E_KIND when there is no
 * such kind of question, SV_E_ARGUMENT for bounds out of their ranges. NULL: the default bounds. */
enum sv_status sv_answers_start(struct sv_answers *it, const struct sv_edition *e,
                                const struct sv_position *p, const struct sv_question *q,
                                const struct sv_bounds *bounds);

/* Writes the next legal answer to `out`; false when there are no more. */
bool sv_answers_next(struct sv_answers *it, struct sv_answer *out);

#ifdef __cplusplus
}
#endif

#endif
