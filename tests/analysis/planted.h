/* Blunders to plant: answers that are legal, and bad in most positions where they can be given. */
#ifndef TESTS_ANALYSIS_PLANTED_H
#define TESTS_ANALYSIS_PLANTED_H

#include "tools/analysis/decisions.h"

#include <solvent/policy.h>

/* X(name): what the seat does instead of its own answer */
#define PLANTED(X)                                                                                 \
    X(declines_own_set)       /* a deed that would complete its own set */                         \
    X(declines_their_set)     /* a deed that would complete another's, who can pay for it */       \
    X(buys_on_credit)         /* and mortgages all that it can for it */                           \
    X(bids_triple)            /* what the deed is worth to it, at once */                          \
    X(drops_own_set)          /* leaves an auction that would complete its set */                  \
    X(seals_triple)           /* likewise in a sealed auction */                                   \
    X(seals_nothing)          /* for a deed that would complete its set */                         \
    X(takes_down_best_set)    /* sells all buildings of the set with the most */                   \
    X(mortgages_everything)   /* that bears no building */                                         \
    X(builds_into_ruin)       /* with the last cash, everything else mortgaged */                  \
    X(sells_dearest_for_1)    /* its dearest deed, to the richest */                               \
    X(gives_leader_a_set)     /* the deed that the richest lacks, for 1 */                         \
    X(breaks_own_set)         /* sells a deed of its own set for 1 */                              \
    X(sells_group_for_1)      /* all that it has of the group that cost it most */                 \
    X(pays_all_for_cheapest)  /* all its cash for the cheapest deed of another */                  \
    X(swaps_dear_for_cheap)   /* its dearest deed for another's cheapest */                        \
    X(refuses_a_set)          /* an offer that would complete its set */                           \
    X(grants_a_set)           /* accepts what completes the other's set */                         \
    X(counters_dearest_for_1) /* its dearest deed for 1 */                                         \
    X(sits_while_deeds_free)  /* stays in jail early, though it could pay or has a card */         \
    X(leaves_jail_late)       /* pays to meet the rents */                                         \
    X(sells_houses_for_debt)  /* where mortgages would do */                                       \
    X(sells_all_for_debt)     /* everything, whatever the debt is */                               \
    X(pays_the_greater_tax)                                                                        \
    X(goes_where_rent_is) /* of some spaces the one with the highest rent */                       \
    X(rolls_with_ticket)  /* though a ticket leads to a deed that completes its set */             \
    X(auctions_their_set) /* puts up the deed that another needs */                                \
    X(waives_rent)                                                                                 \
    X(lifts_with_last_cash) /* all mortgages that it receives, whatever remains */                 \
    X(builds_at_the_worst)  /* a scarce building where it adds least rent */

enum planted {
#define X(name) PLANTED_##name,
    PLANTED(X)
#undef X
        PLANTED_COUNT
};

const char *planted_name(enum planted kind);

/* Makes that answer to a decision. False: it cannot be given there, or is what was answered. `odds`
 * are of the edition. */
bool planted_answer(enum planted kind, const struct sv_edition *e, const struct sv_odds *odds,
                    const struct svi_decision *d, struct sv_answer *out);

#endif
