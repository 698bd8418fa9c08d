/* Questions and answers. A question says who must decide what. With the position it is enough to
 * judge an answer: sv_check() does so in the arbiter and in the bot. */
#ifndef SOLVENT_QUESTION_H
#define SOLVENT_QUESTION_H

#include <solvent/breach.h>
#include <solvent/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a seat wants done with its deeds, carried out in this order: buildings are sold down to
 * the wanted level, deeds are mortgaged, mortgages are lifted, buildings are built up to the
 * wanted level (RULES 7, 8.2). A level wanted for every space: leave it as it stands in the
 * position to change nothing. */
struct sv_plan {
    uint8_t level[SV_MAX_SPACES]; /* wanted level of each space; as sv_position.level */
    uint64_t mortgage;            /* deeds to mortgage */
    uint64_t lift;                /* deeds whose mortgage to lift */
};

/* Which fields a kind of question has says its row of SV_DECISIONS; the others are 0 (spaces and
 * seats: SV_NONE). */
struct sv_question {
    uint8_t kind;    /* enum sv_decision */
    uint8_t seat;    /* who is asked */
    uint8_t choices; /* legal choices: bit c set when choice c is legal */
    /* buy, claim, tax, bid: the space it is about; jail, lot, gift: where the seat stands; debt:
     * where the debt arose */
    uint8_t space;
    uint8_t other; /* trade: who offers; debt: the creditor or SV_BANK; claim: who would pay */
    uint8_t unit;  /* place; bid, sealed_bid for a building (space is SV_NONE): enum sv_unit */
    /* manage, debt: proposals that may still be made; trade: 1 if a counter is legal */
    uint8_t offers;
    uint8_t why; /* debt: enum sv_why of the debt */
    /* buy: price; debt: what is owed; claim: the rent; tax: the flat amount; jail: the fine; card:
     * the fine; gift: the cash; bid, sealed_bid: lowest legal bid; interest: 10% of all together;
     * layout: levels to be laid */
    int32_t amount;
    int32_t limit; /* bid, sealed_bid: highest legal bid; manage: 0 */
    /* triple, ticket, lot, place: the legal spaces; interest: the deeds received; layout: the
     * streets of the set */
    uint64_t spaces;
    struct sv_offer offer; /* trade: what is offered, as its proposer sees it */
};

/* An answer. Only the parts that sv_decision_fields(kind) names are read. */
struct sv_answer {
    uint8_t kind;     /* enum sv_decision; must equal the question's */
    uint8_t choice;   /* enum sv_choice, by kind */
    uint8_t space;    /* one of the question's `spaces` */
    uint8_t n_offers; /* 0-SV_MAX_OFFERS; trade: 1 with the choice `counter`, else 0 */
    int32_t bid;      /* 0: no bid; in an English auction: drop out */
    /* bid: the arbiter raises by the step up to this without asking; 0 or >= bid */
    int32_t limit;
    struct sv_plan plan;                   /* what to do with one's deeds */
    struct sv_offer offers[SV_MAX_OFFERS]; /* trades to propose; the first n_offers count */
};

/* Fills the documented default answer (SV_DECISIONS names it for each kind). Always legal. */
void sv_answer_default(const struct sv_edition *e, const struct sv_position *p,
                       const struct sv_question *q, struct sv_answer *out);

/* Fills an answer that changes nothing: choice 0, no space, no bid, levels as they stand, no
 * offers. Fill in the rest: it need not be legal by itself. */
void sv_answer_clear(const struct sv_position *p, const struct sv_question *q,
                     struct sv_answer *out);

/* Judges an answer, and changes nothing. Returns SV_OK, or the reason why the answer is not legal.
 */
enum sv_status sv_check(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_question *q, const struct sv_answer *a);

/* sv_check() that says more: which rule an illegal answer breaks, and by what, in `breach`
 * (sv_breach_text() puts it in words). `breach` may be NULL, and is unchanged when the result is
 * SV_OK. Of several breaches it is the first that is found. */
enum sv_status sv_judge(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_question *q, const struct sv_answer *a,
                        struct sv_breach *breach);

/* Judges one trade between `from`, who proposes, and offer->to against the position as it stands
 * (RULES 8.3, 8.4): SV_OK or SV_E_OFFER. */
enum sv_status sv_check_offer(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *offer);

/* sv_check_offer() that says why not, as sv_judge() does. */
enum sv_status sv_judge_offer(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *offer,
                              struct sv_breach *breach);

/* The same trade seen from the other side. `from` is the proposer. */
struct sv_offer sv_offer_flip(const struct sv_offer *offer, unsigned from);

/* Writes the table after a trade to `out`, which may be `p`. Deeds, cash, cards and tickets have
 * changed hands, and the receiver of mortgaged deeds has paid the 10% on each (RULES 8.4). Sets
 * that the trade completes are not laid out again (11.2). It does nothing unless sv_check_offer()
 * gives SV_OK, and returns its status. */
enum sv_status sv_offer_apply(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *offer, struct sv_position *out);

/* The cash that a plan of `seat` brings (positive) or costs (negative), without trades. 0 for the
 * bank or SV_NONE. */
int64_t sv_plan_cash(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                     const struct sv_plan *plan);

/* Writes the table after a plan of `seat` to `out`, which may be `p`: cash, levels, mortgages, the
 * bank's buildings. The plan is not checked: an illegal plan gives an impossible table. sv_check()
 * judges a plan as part of an answer. */
void sv_plan_apply(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                   const struct sv_plan *plan, struct sv_position *out);

/* Adds to `plan` sales and mortgages of `seat` until they bring at least `amount` (or all there
 * is): first deeds of sets without buildings are mortgaged one by one in board order; then built
 * sets, in board order, are taken down evenly, one building at a time from the last street, and
 * then mortgaged. The documented default of `debt`. Returns what the plan's sales and mortgages now
 * bring. RULES 9.1. */
int64_t sv_plan_raise(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                      int64_t amount, struct sv_plan *plan);

/* Whether raising `space` by one level on top of `plan` keeps the plan legal apart from cash
 * (RULES 7.1, 11.1, 11.3); for bots that build step by step. */
bool sv_can_build(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                  const struct sv_plan *plan, unsigned space);

#ifdef __cplusplus
}
#endif

#endif
