/* The observation of a learning agent: everything that the seat that is asked may see, as a struct
 * of numbers. `solvent manifest` has the rows, so other languages can read the struct;
 * docs/ENVIRONMENT.md numbers them. Batches, rows of replays, networks and bots that learn call
 * these functions, which keep nothing and cannot fail.
 *
 * Seats are counted clockwise from the seat that is asked: 0 is that seat, 1 the next one, and so
 * on. SV_SEEN_BANK stands for the bank and SV_SEEN_NOBODY for no seat at all. */
#ifndef SOLVENT_OBSERVATION_H
#define SOLVENT_OBSERVATION_H

#include <solvent/event.h>
#include <solvent/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SV_SEEN_BANK 8u   /* seat number of the bank */
#define SV_SEEN_NOBODY 9u /* no seat, or no deed */
/* Values of a seat including these two. */
#define SV_SEEN_SEATS 10u

/* X(TYPE, name, values, CODE, of, description): `values` numbers of a type. CODE says how
 * sv_observation_floats() turns each into floats:
 *
 *     SHARE    the number divided by `of`; for money `of` is 0, and the starting cash divides
 *     ONE_OF   `of` floats: 1 at the number's place, 0 elsewhere
 *
 * The types are `i32` and `u8`. Rows are only added at the end, so that a network's inputs keep
 * their places. The last five come from the game's history (struct sv_history). */
#define SV_OBSERVATION_FIELDS(X)                                                                   \
    X(i32, cash, SV_MAX_SEATS, SHARE, 0, "cash of each seat")                                      \
    X(i32, worth, SV_MAX_SEATS, SHARE, 0, "worth of each seat: cash, deeds and buildings")         \
    X(i32, amount, 1, SHARE, 0, "amount of the question: a price, a debt, the lowest bid")         \
    X(i32, limit, 1, SHARE, 0, "the highest legal bid")                                            \
    X(i32, spare, 1, SHARE, 0, "cash once the plan put together so far is carried out")            \
    X(i32, auction_high, 1, SHARE, 0, "highest bid of the running auction, 0: none")               \
    X(i32, offer_give_cash, 1, SHARE, 0, "offer on the table: cash that its proposer gives")       \
    X(i32, offer_get_cash, 1, SHARE, 0, "cash that its proposer wants")                            \
    X(i32, draft_give_cash, 1, SHARE, 0, "offer being drafted: cash that we give")                 \
    X(i32, draft_get_cash, 1, SHARE, 0, "cash that we want")                                       \
    X(i32, bid, 1, SHARE, 0, "bid put together so far, 0: none")                                   \
    X(i32, bid_limit, 1, SHARE, 0, "its limit so far, 0: none")                                    \
    X(i32, start_cash, 1, SHARE, 0, "cash of each seat at the start: the unit of money in floats") \
    X(i32, round, 1, SHARE, 100, "number of the round, from 1")                                    \
    X(i32, rounds_left, 1, SHARE, 100, "rounds until the game ends by its limit")                  \
    X(u8, kind, 1, ONE_OF, SV_DECISION_COUNT, "kind of the question")                              \
    X(u8, choices, 3, SHARE, 1, "whether choice i is legal")                                       \
    X(u8, other, 1, ONE_OF, SV_SEEN_SEATS, "the other seat of the question")                       \
    X(u8, unit, 1, ONE_OF, SV_UNIT_COUNT + 1, "building to be placed or bid for; 4: none")         \
    X(u8, offers, 1, SHARE, SV_MAX_OFFERS, "offers that may still be proposed here")               \
    X(u8, asked, SV_MAX_SPACES, SHARE, 1, "whether the question is about space i")                 \
    X(u8, seats, 1, SHARE, SV_MAX_SEATS, "players of the game")                                    \
    X(u8, alive, SV_MAX_SEATS, SHARE, 1, "whether each seat is still solvent")                     \
    X(u8, forfeited, SV_MAX_SEATS, SHARE, 1, "whether each seat plays defaults for good")          \
    X(u8, speeding, SV_MAX_SEATS, SHARE, 1, "whether each seat rolls the speed die")               \
    X(u8, place, SV_MAX_SEATS, SHARE, SV_MAX_SPACES, "space on which each token stands")           \
    X(u8, jail, SV_MAX_SEATS, SHARE, 3, "0 free, k+1: in jail after k failed rolls")               \
    X(u8, tickets, SV_MAX_SEATS, SHARE, 4, "bus tickets of each seat")                             \
    X(u8, offers_left, SV_MAX_SEATS, SHARE, SV_MAX_OFFERS,                                         \
      "proposals that each seat may still make in this window")                                    \
    X(u8, jail_card, SV_MAX_JAIL_CARDS, ONE_OF, SV_SEEN_SEATS,                                     \
      "holder of get-out-of-jail card i; the bank: in its deck")                                   \
    X(u8, turn_seat, 1, ONE_OF, SV_SEEN_SEATS, "whose turn it is")                                 \
    X(u8, doubles, 1, SHARE, 3, "doubles rolled so far in this turn")                              \
    X(u8, dice, 3, SHARE, 6, "last roll: two white dice, speed die (4 Mr. Monopoly, 5 bus)")       \
    X(u8, stock, SV_UNIT_COUNT, SHARE, 32, "houses, hotels, skyscrapers, depots in the bank")      \
    X(u8, owner, SV_MAX_SPACES, ONE_OF, SV_SEEN_SEATS, "owner of space i")                         \
    X(u8, level, SV_MAX_SPACES, SHARE, 5, "buildings on space i: 1-4 houses, 5 hotel")             \
    X(u8, mortgaged, SV_MAX_SPACES, SHARE, 1, "whether space i is mortgaged")                      \
    X(u8, plan_level, SV_MAX_SPACES, SHARE, 5, "buildings there once the plan is carried out")     \
    X(u8, plan_mortgaged, SV_MAX_SPACES, SHARE, 1, "whether it is mortgaged then")                 \
    X(u8, auction_space, SV_MAX_SPACES, SHARE, 1, "whether the running auction is of space i")     \
    X(u8, auction_unit, 1, ONE_OF, SV_UNIT_COUNT + 1, "building that is auctioned; 4: none")       \
    X(u8, auction_seat, 1, ONE_OF, SV_SEEN_SEATS, "its highest bidder")                            \
    X(u8, auction_in, SV_MAX_SEATS, SHARE, 1, "whether each seat is still in it")                  \
    X(u8, offer_from, 1, ONE_OF, SV_SEEN_SEATS, "who proposes the offer on the table")             \
    X(u8, offer_to, 1, ONE_OF, SV_SEEN_SEATS, "to whom")                                           \
    X(u8, offer_give, SV_MAX_SPACES, SHARE, 1, "whether its proposer gives deed i")                \
    X(u8, offer_get, SV_MAX_SPACES, SHARE, 1, "whether its proposer wants deed i")                 \
    X(u8, offer_give_card, SV_MAX_JAIL_CARDS, SHARE, 1, "whether he gives jail card i")            \
    X(u8, offer_get_card, SV_MAX_JAIL_CARDS, SHARE, 1, "whether he wants it")                      \
    X(u8, offer_give_tickets, 1, SHARE, 4, "bus tickets that he gives")                            \
    X(u8, offer_get_tickets, 1, SHARE, 4, "bus tickets that he wants")                             \
    X(u8, proposed, 1, SHARE, SV_MAX_OFFERS, "offers that the answer holds so far")                \
    X(u8, draft_to, 1, ONE_OF, SV_SEEN_SEATS, "to whom the offer being drafted goes")              \
    X(u8, draft_give, SV_MAX_SPACES, SHARE, 1, "whether we give deed i")                           \
    X(u8, draft_get, SV_MAX_SPACES, SHARE, 1, "whether we want deed i")                            \
    X(u8, draft_give_card, SV_MAX_JAIL_CARDS, SHARE, 1, "whether we give jail card i")             \
    X(u8, draft_get_card, SV_MAX_JAIL_CARDS, SHARE, 1, "whether we want it")                       \
    X(u8, draft_give_tickets, 1, SHARE, 4, "bus tickets that we give")                             \
    X(u8, draft_get_tickets, 1, SHARE, 4, "bus tickets that we want")                              \
    X(u8, deck_size, SV_DECK_COUNT, SHARE, SV_MAX_CARDS, "cards in each deck")                     \
    X(u8, card_depth, SV_DECK_COUNT *SV_MAX_CARDS, SHARE, SV_MAX_CARDS,                            \
      "of card i of deck d, at 32 d + i: how deep it lies, 1 is the top; 0: unknown")              \
    X(i32, last_bid, SV_MAX_SEATS, SHARE, 0,                                                       \
      "last bid of each seat in this auction or the one before, 0: none")                          \
    X(u8, passed, SV_MAX_SEATS, SHARE, 1, "whether each seat has left that auction")               \
    X(u8, offers_made, SV_MAX_SEATS, SHARE, 32, "offers of each seat in this game, up to 255")     \
    X(u8, offers_accepted, SV_MAX_SEATS, SHARE, 32, "offers to each seat that it accepted")        \
    X(u8, offers_refused, SV_MAX_SEATS, SHARE, 32,                                                 \
      "offers to each seat that it refused or countered")

#define SVI_SEEN_i32 int32_t
#define SVI_SEEN_u8 uint8_t

/* The observation of one question: a member for each row of the table above. */
struct sv_observation {
#define X(TYPE, name, values, CODE, of, text) SVI_SEEN_##TYPE name[values];
    SV_OBSERVATION_FIELDS(X)
#undef X
};

#define SVI_FLOATS_SHARE(of) 1
#define SVI_FLOATS_ONE_OF(of) (of)

/* The count of numbers in an observation, and of the floats that sv_observation_floats() makes. */
enum {
#define X(TYPE, name, values, CODE, of, text) +(values)
    SV_OBSERVATION_NUMBERS = 0 SV_OBSERVATION_FIELDS(X),
#undef X
#define X(TYPE, name, values, CODE, of, text) +(values)*SVI_FLOATS_##CODE(of)
    SV_OBSERVATION_FLOATS = 0 SV_OBSERVATION_FIELDS(X)
#undef X
};

/* Bids and offers of a game so far, by seat. Start with zeros and pass every event
 * to sv_history_note(); a bot does so in its `event` callback. */
struct sv_history {
    int32_t last_bid[SV_MAX_SEATS];        /* in this auction or the one before, 0: none */
    uint8_t passed[SV_MAX_SEATS];          /* 1: the seat has left that auction */
    uint8_t offers_made[SV_MAX_SEATS];     /* up to 255, as the next two */
    uint8_t offers_accepted[SV_MAX_SEATS]; /* offers to the seat that it accepted */
    uint8_t offers_refused[SV_MAX_SEATS];  /* offers to the seat that it did not accept */
};

/* Adds what an event says of bids and offers. Other events change nothing. */
void sv_history_note(struct sv_history *h, const struct sv_event *ev);

/* Fills the observation of the seat that `q` asks while its answer is `a` (<solvent/actions.h>
 * builds the answer). `h` may be NULL: then the numbers of the history are 0. */
void sv_observe_with(const struct sv_history *h, const struct sv_edition *e,
                     const struct sv_position *p, const struct sv_question *q,
                     const struct sv_answer *a, struct sv_observation *out);

/* As sv_observe_with() without a history. */
void sv_observe(const struct sv_edition *e, const struct sv_position *p,
                const struct sv_question *q, const struct sv_answer *a, struct sv_observation *out);

/* Writes an observation as floats for a network, in the order of the rows: most from 0 to 1, money
 * in units of the starting cash. */
void sv_observation_floats(const struct sv_observation *seen, float out[SV_OBSERVATION_FLOATS]);

/* As sv_observation_floats(), for `count` observations one after the other. */
void sv_observations_floats(const struct sv_observation *seen, size_t count, float *out);

#ifdef __cplusplus
}
#endif

#endif
