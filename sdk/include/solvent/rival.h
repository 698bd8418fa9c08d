/* Models of the other players, learnt from a game's events: what each seat accepts and how far it
 * bids; and offers that are priced by such a model. A model begins with many types of bot, all as
 * likely, and weighs them by each answer that the seat gives.
 *
 *     static void event(struct sv_match *m, const struct sv_event *ev)
 *     {
 *         sv_rivals_event(rivals, ev);
 *     }
 *
 *     static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
 *     {
 *         struct sv_proposal best;
 *
 *         sv_rivals_see(rivals, m->position);
 *         if (q->offers > 0 && sv_rivals_propose(rivals, m->seat, &best, 1) == 1) {
 *             a->offers[0] = best.offer;
 *             a->n_offers = 1;
 *         }
 *     }
 *
 * Learner, planner and your own bots use them. Results are the same on every machine; only
 * sv_rivals_create() can fail. Chances and values are in millionths. */
#ifndef SOLVENT_RIVAL_H
#define SOLVENT_RIVAL_H

#include <solvent/policy.h>
#include <solvent/value.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SV_CHANCE_ONE 1000000 /* certainty */

/* The models of all seats in one match, with the table as the events have it: some 60 KB, for one
 * thread at a time. */
struct sv_rivals;

/* Creates models that have seen no answer, for a match of `e`, which must outlive them;
 * sv_rivals_destroy() frees them, and takes NULL. Returns NULL without memory. */
struct sv_rivals *sv_rivals_create(const struct sv_edition *e);
void sv_rivals_destroy(struct sv_rivals *rivals);

/* Takes the table as it is now. Call it at each question, before any other function: events follow
 * from it. */
void sv_rivals_see(struct sv_rivals *rivals, const struct sv_position *p);

/* Takes in an event of the match (sv_bot.event). Offers, their ends and auctions change the
 * models; the others keep the table. Events before the first sv_rivals_see() are ignored. */
void sv_rivals_event(struct sv_rivals *rivals, const struct sv_event *ev);

/* An estimate and its 95% limits. */
struct sv_estimate {
    int32_t mean; /* the estimate */
    int32_t low;  /* lower limit */
    int32_t high; /* upper limit */
};

/* Estimates the chance that the other side accepts an offer of `from` at the table that was last
 * seen. The offer must be lawful (sv_check_offer()), or the chance is 0. */
struct sv_estimate sv_rivals_accepts(struct sv_rivals *rivals, unsigned from,
                                     const struct sv_offer *offer);

/* Estimates the highest bid of a seat for an unowned deed, from 0 to its cash. */
struct sv_estimate sv_rivals_bids(struct sv_rivals *rivals, unsigned seat, unsigned space);

/* Counts of a seat's acts so far in the match. */
struct sv_rival_count {
    uint32_t proposed; /* offers and counter-offers made */
    uint32_t accepted; /* offers of others that it accepted */
    uint32_t refused;  /* offers of others that it declined or countered */
    uint32_t auctions; /* auctions of deeds that it dropped out of or won */
};
struct sv_rival_count sv_rivals_count(const struct sv_rivals *rivals, unsigned seat);

/* An offer of a seat, at the cash where it expects most. */
struct sv_proposal {
    struct sv_offer offer; /* lawful */
    int32_t accept;        /* chance that it is accepted */
    int32_t gain;          /* of the proposer, if it is accepted, in millionths of a point */
};

#define SV_MAX_PROPOSALS 16u /* most offers to list */

/* Lists the best offers of `seat` at the table that was last seen: at most two deeds for two, or
 * all of a group, each at the cash at which chance times gain is greatest. Writes up to `most` of
 * them, the best first, and returns their number, at most SV_MAX_PROPOSALS. Gains are above 0. */
unsigned sv_rivals_propose(struct sv_rivals *rivals, unsigned seat, struct sv_proposal out[],
                           unsigned most);

/* Sets the cash of an offer of `seat`, whose deeds, cards and tickets stand, to the amount at which
 * chance times gain is greatest: for a counter-offer, begin with sv_offer_flip(). Returns false if
 * no amount gains. */
bool sv_rivals_price(struct sv_rivals *rivals, unsigned seat, const struct sv_offer *offer,
                     struct sv_proposal *out);

#ifdef __cplusplus
}
#endif

#endif
