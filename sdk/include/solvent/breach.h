/* Breaches: the reasons why an answer is illegal, each with the rule that it breaks (docs/RULES.md)
 * and the part of the answer that breaks it. sv_judge() finds them; the arbiter records and prints
 * them, and bots may print their own. */
#ifndef SOLVENT_BREACH_H
#define SOLVENT_BREACH_H

#include <solvent/edition.h>
#include <solvent/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(NAME, name, STATUS, "rule", "text"): one row for each kind of breach. The number in records is
 * the row's place, so add rows at the end only. STATUS is the status that sv_check() returns. The
 * text may contain {space}, {seat}, {unit}, {found} and {bound}, which stand for members of struct
 * sv_breach. For example
 *
 *     #define X(NAME, name, STATUS, rule, text) SV_BREACH_##NAME,
 *     enum sv_breach_kind { SV_BREACHES(X) SV_BREACH_COUNT };
 *
 * expands to
 *
 *     enum sv_breach_kind { SV_BREACH_NONE, SV_BREACH_KIND, ..., SV_BREACH_COUNT }; */
#define SV_BREACHES(X)                                                                             \
    X(NONE, none, OK, "", "it is legal")                                                           \
    X(KIND, kind, E_KIND, "", "it answers another kind of question")                               \
    X(CHOICE, choice, E_CHOICE, "", "choice {found} is not among the legal ones")                  \
    X(SPACE, space, E_SPACE, "", "{space} is not among the legal spaces")                          \
    X(BID_LOW, bid_low, E_AMOUNT, "4.2", "the bid of ${found} is below the lowest, ${bound}")      \
    X(BID_HIGH, bid_high, E_AMOUNT, "4.2", "the bid of ${found} is above the highest, ${bound}")   \
    X(LIMIT_LOW, limit_low, E_AMOUNT, "4.2", "the limit of ${found} is below the bid, ${bound}")   \
    X(LIMIT_HIGH, limit_high, E_AMOUNT, "4.2",                                                     \
      "the limit of ${found} is above the highest bid, ${bound}")                                  \
    X(BUY_CASH, buy_cash, E_CASH, "3.1",                                                           \
      "the price is ${found}, and cash, sales and mortgages come to ${bound}")                     \
    X(SPENDING, spending, E_SET, "3.1, 9.1", "nothing is built or lifted in such an answer")       \
    X(DEBT_SHORT, debt_short, E_SHORT, "9.1",                                                      \
      "${found} are owed, and cash, sales and mortgages come to ${bound}, though more can be "     \
      "raised")                                                                                    \
    X(LIFT_OTHER, lift_other, E_MORTGAGE, "8.4",                                                   \
      "{space} is not among the mortgaged deeds received")                                         \
    X(LIFT_CASH, lift_cash, E_CASH, "8.4",                                                         \
      "lifting those, with the interest on the others, costs ${found}, and {seat} has ${bound}")   \
    X(LAYOUT_OTHER, layout_other, E_SPACE, "11.2", "{space} is no street of the completed set")    \
    X(LAYOUT_UNEVEN, layout_uneven, E_UNEVEN, "11.2",                                              \
      "{space} at level {found}: an even layout has levels of {bound} and one more")               \
    X(LAYOUT_SUM, layout_sum, E_AMOUNT, "11.2", "{found} levels are laid out, expected {bound}")   \
    X(LEVEL_OWNER, level_owner, E_OWNER, "7.1",                                                    \
      "{space} is not {seat}'s, so it is not its to build on or to sell from")                     \
    X(LEVEL_NONE, level_none, E_SET, "7.1", "{space} is nothing to build on")                      \
    X(LEVEL_MAX, level_max, E_SET, "7.1", "{space} at level {found}: it may bear {bound} now")     \
    X(UNEVEN_UP, uneven_up, E_UNEVEN, "7.1",                                                       \
      "{space} at level {found} is more than one above the lowest of its set, {bound}")            \
    X(UNEVEN_DOWN, uneven_down, E_UNEVEN, "7.1",                                                   \
      "{space} at level {found} is more than one below the highest of its set, {bound}")           \
    X(BOTH_WAYS, both_ways, E_SET, "7.1", "the set of {space} is both built on and sold from")     \
    X(SET_PART, set_part, E_SET, "7.1, 11.1", "{seat} has too little of the set of {space}")       \
    X(SET_MORTGAGED, set_mortgaged, E_MORTGAGE, "7.1",                                             \
      "of the set of {space} a street is mortgaged")                                               \
    X(DEPOT_MAX, depot_max, E_SET, "11.3", "{space} with {found} depots: it may bear {bound}")     \
    X(DEPOT_MORTGAGED, depot_mortgaged, E_MORTGAGE, "11.3",                                        \
      "{space} is mortgaged, so no depot can be built there")                                      \
    X(STOCK, stock, E_STOCK, "7.1",                                                                \
      "it takes {found} of the kind {unit}, and the bank has {bound}")                             \
    X(STOCK_SALE, stock_sale, E_STOCK, "7.2",                                                      \
      "its sales take {found} of the kind {unit}, and the bank has {bound}")                       \
    X(PLAN_CASH, plan_cash, E_CASH, "7.1, 8.2",                                                    \
      "building and lifting cost ${found}, and cash, sales and mortgages come to ${bound}")        \
    X(MORTGAGE_OWNER, mortgage_owner, E_OWNER, "8.2",                                              \
      "{space} is not {seat}'s, so it is not its to mortgage or to lift")                          \
    X(MORTGAGE_TWICE, mortgage_twice, E_MORTGAGE, "8.2", "{space} is mortgaged already")           \
    X(MORTGAGE_BUILT, mortgage_built, E_MORTGAGE, "8.2",                                           \
      "{space} cannot be mortgaged, as a building stands on it or on its set")                     \
    X(LIFT_FREE, lift_free, E_MORTGAGE, "8.2", "{space} is not mortgaged")                         \
    X(OFFERS_MANY, offers_many, E_OFFER, "8.3", "{found} offers, of {bound} that may be made")     \
    X(COUNTER_OFFERS, counter_offers, E_OFFER, "8.3",                                              \
      "{found} offers: a counter takes one, any other answer none")                                \
    X(COUNTER_TO, counter_to, E_OFFER, "8.3", "a counter goes to who has offered, not to {seat}")  \
    X(OFFER_SEAT, offer_seat, E_OFFER, "8.3", "{seat} is nobody to trade with")                    \
    X(OFFER_NEGATIVE, offer_negative, E_OFFER, "8.3", "an amount of ${found}")                     \
    X(OFFER_EMPTY, offer_empty, E_OFFER, "8.3", "no deed, card or ticket changes hands")           \
    X(OFFER_GIFT, offer_gift, E_OFFER, "8.3", "one side gives nothing")                            \
    X(OFFER_CASH, offer_cash, E_OFFER, "8.3", "{seat} has ${bound}, not ${found}")                 \
    X(OFFER_TICKETS, offer_tickets, E_OFFER, "8.3", "{seat} has {bound} bus tickets, not {found}") \
    X(OFFER_DEED, offer_deed, E_OFFER, "8.3", "{space} is not {seat}'s to give")                   \
    X(OFFER_CARD, offer_card, E_OFFER, "8.3",                                                      \
      "get-out-of-jail card {found} is not {seat}'s to give")                                      \
    X(OFFER_BUILT, offer_built, E_OFFER, "8.3",                                                    \
      "{space} cannot be given, as a building stands on it or on its set")                         \
    X(OFFER_INTEREST, offer_interest, E_OFFER, "8.4",                                              \
      "{seat} would have ${bound} for the 10% on mortgaged deeds, which are ${found}")

/* The rows of SV_BREACHES by their names. */
enum sv_breach_kind {
#define X(NAME, name, STATUS, rule, text) SV_BREACH_##NAME,
    SV_BREACHES(X)
#undef X
        SV_BREACH_COUNT
};

/* One breach, filled by sv_judge(). Members that the breach's text does not use are SV_NONE or
 * 0. */
struct sv_breach {
    /* enum sv_breach_kind; SV_BREACH_NONE if the answer is legal. */
    uint8_t kind;
    /* As given in the answer: the board may have no such space. */
    uint8_t space;
    /* As given in the answer: the match may have no such seat. */
    uint8_t seat;
    uint8_t unit; /* enum sv_unit */
    /* Index of the offer in the answer, from 0; SV_NONE if the breach is not in an offer. */
    uint8_t offer;
    uint8_t pad[3]; /* 0 */
    /* The answer's amount, level, count or other number. */
    int32_t found;
    /* The limit for `found`. */
    int32_t bound;
};

/* Returns the status that sv_check() gives for a breach, or SV_E_ARGUMENT for an unknown kind. */
enum sv_status sv_breach_status(unsigned kind);

/* Return the breach's name ("offer_deed"), the numbers of its rules ("8.3"; "" for the form of an
 * answer, which no rule covers) and its text with the words in braces. All are static, and NULL for
 * an unknown kind. */
const char *sv_breach_name(unsigned kind);
const char *sv_breach_rule(unsigned kind);
const char *sv_breach_pattern(unsigned kind);

/* Bytes of the longest text of a breach with its terminating 0. */
#define SV_MAX_BREACH 256

/* Writes the breach in words to `out`, cut at size - 1 bytes: "offer 2: Park Place is not seat 1's
 * to give (rule 8.3)". SV_MAX_BREACH bytes hold any text. Returns `out`. */
char *sv_breach_text(const struct sv_edition *e, const struct sv_breach *breach, char *out,
                     size_t size);

#ifdef __cplusplus
}
#endif

#endif
