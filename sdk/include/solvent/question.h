/* Questions and answers. A question names a seat and a decision that the seat must make. Question
 * and position together are enough to judge an answer: sv_check() does so in the arbiter and in the
 * bot. All structs are the caller's, and nothing is kept. */
#ifndef SOLVENT_QUESTION_H
#define SOLVENT_QUESTION_H

#include <solvent/breach.h>
#include <solvent/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A seat's wishes for its deeds, carried out in this order: buildings are sold down to the wanted
 * level, deeds are mortgaged, mortgages are lifted, buildings are built up to the wanted level
 * (RULES 7, 8.2). Every space needs a wanted level: copy the position's level to change nothing. */
struct sv_plan {
    uint8_t level[SV_MAX_SPACES]; /* wanted level of each space; as sv_position.level */
    uint64_t mortgage;            /* deeds to mortgage */
    uint64_t lift;                /* deeds whose mortgage to lift */
};

/* A question. Its kind's row of SV_DECISIONS says which fields the kind uses; the others are 0
 * (spaces and seats: SV_NONE). */
struct sv_question {
    uint8_t kind; /* enum sv_decision */
    uint8_t seat; /* seat that is asked */
    /* Legal choices: bit c for choice c. */
    uint8_t choices;
    /* Buy, claim, tax, bid: the space concerned. Jail, lot, gift: the space where the seat stands.
     * Debt: the space where the debt arose. */
    uint8_t space;
    /* Trade: the proposer. Debt: the creditor or SV_BANK. Claim: the seat that would pay. */
    uint8_t other;
    /* Place, and bid or sealed_bid for a building (space is SV_NONE): enum sv_unit. */
    uint8_t unit;
    /* Manage, debt: proposals that may still be made. Trade: 1 if a counter-offer is legal. */
    uint8_t offers;
    uint8_t why; /* debt: enum sv_why of the debt */
    /* Buy: the price. Debt: the amount owed. Claim: the rent. Tax: the flat amount. Jail, card: the
     * fine. Gift: the cash. Bid, sealed_bid: the lowest legal bid. Interest: 10% of all deeds
     * together. Layout: the levels to lay out. */
    int32_t amount;
    /* Bid, sealed_bid: highest legal bid. Manage: 0. */
    int32_t limit;
    /* Triple, ticket, lot, place: the legal spaces. Interest: the deeds received. Layout: the
     * streets of the set. */
    uint64_t spaces;
    /* trade: the offer, as its proposer sees it. */
    struct sv_offer offer;
};

/* An answer. The SDK and the arbiter read only the parts that sv_decision_fields(kind) names. */
struct sv_answer {
    uint8_t kind;     /* enum sv_decision; must equal the question's */
    uint8_t choice;   /* enum sv_choice, by kind */
    uint8_t space;    /* one of the question's `spaces` */
    uint8_t n_offers; /* 0-SV_MAX_OFFERS; trade: 1 with the choice `counter`, else 0 */
    int32_t bid;      /* 0: no bid; in an English auction: drop out */
    /* Bid: the arbiter raises the bid step by step up to this limit without asking; 0 or >= bid. */
    int32_t limit;
    struct sv_plan plan;                   /* wishes for the seat's deeds */
    struct sv_offer offers[SV_MAX_OFFERS]; /* trades to propose; the first n_offers count */
};

/* Fills the documented default answer, which is always legal (SV_DECISIONS names it for each
 * kind). */
void sv_answer_default(const struct sv_edition *e, const struct sv_position *p,
                       const struct sv_question *q, struct sv_answer *out);

/* Fills an answer that changes nothing: choice 0, no space, no bid, levels as they stand, no
 * offers. Such an answer need not be legal: fill in the rest. */
void sv_answer_clear(const struct sv_position *p, const struct sv_question *q,
                     struct sv_answer *out);

/* Judges an answer, and changes nothing. Returns SV_OK, or the reason why the answer is not legal:
 * the status of a row of SV_BREACHES (<solvent/breach.h>).
 */
enum sv_status sv_check(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_question *q, const struct sv_answer *a);

/* As sv_check(), and says in `breach` which rule an illegal answer breaks, and by which part
 * (sv_breach_text() puts it in words). `breach` may be NULL, and is unchanged if the result is
 * SV_OK. It holds the first breach found. */
enum sv_status sv_judge(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_question *q, const struct sv_answer *a,
                        struct sv_breach *breach);

/* Judges one trade between `from`, who proposes, and offer->to against the current position (RULES
 * 8.3, 8.4). Returns SV_OK or SV_E_OFFER. */
enum sv_status sv_check_offer(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *offer);

/* As sv_check_offer(), and gives the reason as sv_judge() does. */
enum sv_status sv_judge_offer(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *offer,
                              struct sv_breach *breach);

/* Returns the offer seen from the other side. `from` is the proposer. */
struct sv_offer sv_offer_flip(const struct sv_offer *offer, unsigned from);

/* Writes the table after a trade to `out`, which may be `p`. Deeds, cash, cards and tickets have
 * changed hands, and the receiver of mortgaged deeds has paid the 10% on each (RULES 8.4). Sets
 * that the trade completes are not laid out again (11.2). Unless sv_check_offer() gives SV_OK, the
 * function returns that status (SV_E_OFFER) and writes nothing. */
enum sv_status sv_offer_apply(const struct sv_edition *e, const struct sv_position *p,
                              unsigned from, const struct sv_offer *offer, struct sv_position *out);

/* Returns the cash that a plan of `seat` brings (positive) or costs (negative), without trades; 0
 * for the bank or SV_NONE. */
int64_t sv_plan_cash(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                     const struct sv_plan *plan);

/* Writes the table after a plan of `seat` to `out`, which may be `p`: cash, levels, mortgages, the
 * bank's buildings. The plan is not checked: an illegal plan gives an impossible table. sv_check()
 * judges a plan as part of an answer. */
void sv_plan_apply(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                   const struct sv_plan *plan, struct sv_position *out);

/* Adds to `plan` sales and mortgages of `seat` until they bring at least `amount`, or until nothing
 * is left to sell. First it mortgages deeds of sets without buildings, one by one in board order.
 * Then it takes down built sets in board order, evenly, one building at a time from the last
 * street, and mortgages them. This is the documented default of `debt`. Returns the cash that the
 * plan's sales and mortgages bring now. RULES 9.1. */
int64_t sv_plan_raise(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                      int64_t amount, struct sv_plan *plan);

/* Returns whether raising `space` by one level on top of `plan` keeps the plan legal apart from
 * cash (RULES 7.1, 11.1, 11.3). For bots that build step by step. */
bool sv_can_build(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                  const struct sv_plan *plan, unsigned space);

#ifdef __cplusplus
}
#endif

#endif
