/* The position: the public part of a game, which everybody at the table may see. A seat's view
 * shows it, messages carry it (docs/PROTOCOL.md gives each field's offset) and hashes cover it. The
 * game writes it, the arbiter sends it, bots and pages read it. The struct is flat, of fixed size,
 * without pointers or padding; integers are little-endian on the wire. */
#ifndef SOLVENT_POSITION_H
#define SOLVENT_POSITION_H

#include <solvent/edition.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A trade as its proposer sees it. RULES 8.3. */
struct sv_offer {
    uint64_t give_deeds, get_deeds;    /* sets of spaces */
    int32_t give_cash, get_cash;       /* >= 0 */
    uint8_t give_cards, get_cards;     /* sets of get-out-of-jail cards, by their number */
    uint8_t give_tickets, get_tickets; /* number of bus tickets */
    uint8_t to;                        /* the other seat */
    uint8_t pad[3];                    /* 0 */
};

/* The table. SV_POSITION_FIELDS (<solvent/fields.h>) lists its bytes. */
struct sv_position {
    int32_t cash[SV_MAX_SEATS]; /* by seat */
    uint64_t mortgaged;         /* set of spaces */
    /* Each seat's deeds as a set of spaces; always agrees with owner[]. */
    uint64_t owned[SV_MAX_SEATS];
    /* Seat, SV_BANK for an unowned deed, SV_NONE for no deed. */
    uint8_t owner[SV_MAX_SPACES];
    /* Street: 0 bare, 1-4 houses, 5 hotel, 6 skyscraper. Railroad: 1 with a depot. */
    uint8_t level[SV_MAX_SPACES];
    uint8_t space[SV_MAX_SEATS]; /* where each token stands */
    uint8_t jail[SV_MAX_SEATS];  /* 0: free; k+1: in jail with k failed rolls */
    /* 0 while in the game; else the place taken at bankruptcy, 2..seats. */
    uint8_t place[SV_MAX_SEATS];
    uint8_t tickets[SV_MAX_SEATS];          /* bus tickets held */
    uint8_t jail_holder[SV_MAX_JAIL_CARDS]; /* seat, or SV_BANK while the card is in its deck */
    uint8_t stock[SV_UNIT_COUNT];           /* buildings in the bank */
    uint8_t seats;                          /* 2-8 */
    uint8_t alive;                          /* set of seats still solvent */
    uint8_t forfeited;                      /* set of seats that play defaults for good */
    uint8_t speeding;                       /* set of seats that roll the speed die (RULES 10.1) */
    uint8_t first;                          /* seat that began */
    uint8_t turn_seat;                      /* seat whose turn it is */
    uint8_t doubles;                        /* doubles rolled so far in this turn */
    /* 0, or enum sv_why of the end: last_solvent, max_rounds, forfeit. */
    uint8_t over;
    uint32_t turn;  /* running number of the turn, from 1 */
    uint16_t round; /* from 1 */
    /* Last roll: white, white, speed die (0 none, 1-3, SV_DIE_MR, SV_DIE_BUS). */
    uint8_t dice[3];
    /* Proposals that each seat may still make in this window. */
    uint8_t offers_left[SV_MAX_SEATS];

    /* The running auction; `auction_in` is 0 when no auction runs. */
    uint8_t auction_space; /* the deed, or SV_NONE for a building */
    uint8_t auction_unit;  /* enum sv_unit for a building, else SV_NONE */
    uint8_t auction_seat;  /* highest bidder, SV_NONE without a bid */
    uint8_t auction_in;    /* set of seats that have not dropped out */
    uint8_t pad[3];        /* 0 */
    int32_t auction_high;  /* highest bid, 0 without a bid */
    int32_t auction_min;   /* lowest first bid */

    /* The public knowledge of each deck, as a ring: seen[d][(deck_head[d] + i) % SV_MAX_CARDS] is
     * the i-th card from the top, or SV_NONE while no player has seen it. */
    uint8_t deck_head[SV_DECK_COUNT];
    uint8_t deck_size[SV_DECK_COUNT]; /* cards in each deck now */
    /* Seat that made the offer on the table, SV_NONE without an offer. */
    uint8_t offer_seat;
    /* Seats that want to be asked when deeds change hands (SV_WHEN_DEEDS_CHANGED), and for which
     * deeds have changed hands since they were last asked `manage`. */
    uint8_t deeds_new;
    uint8_t seen[SV_DECK_COUNT][SV_MAX_CARDS]; /* indexed by deck, see deck_head */
    uint8_t pad3[4];                           /* 0 */

    /* The trade on the table, as its proposer sees it; all 0 without an offer. */
    struct sv_offer offer;
};

/* Values of sv_position.dice[2] beyond the pips. */
#define SV_DIE_MR 4u
#define SV_DIE_BUS 5u

/* ---- functions of a position; all pure, none allocates --------------------------------------
 *
 * SV_NONE, the bank as a seat, and any number beyond the board's spaces, its groups or the seats
 * give 0 or false. So you can pass sv_question.space or sv_position.owner[] unchecked. */

/* Returns whether the seat is in the game (RULES 9). */
static inline bool sv_alive(const struct sv_position *p, unsigned seat)
{
    return sv_has(p->alive, seat);
}

/* Returns how many deeds of a group `seat` owns. */
unsigned sv_group_owned(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                        unsigned seat);

/* Returns whether `seat` owns every deed of the group. */
bool sv_set_full(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                 unsigned seat);

/* Returns whether `seat` owns enough of a street group to build (RULES 7.1; 11.1 with `sets:
 * all_but_one`). Mortgages make no difference. */
bool sv_set_builds(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                   unsigned seat);

/* Returns whether any deed of the group that `seat` owns has a building. SV_NONE as the seat stands
 * for all owners. */
bool sv_set_built(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                  unsigned seat);

/* Returns the rent due on landing on `space`, owed to its owner; 0 if the space is unowned or
 * mortgaged. A utility's multiplier is applied to `pips`. `factor` multiplies a railroad's rent (2
 * by the card, else 1); with `multiplier` > 0 a utility pays that times pips instead. RULES 3.2,
 * 3.3, 6, 11.1, 11.3, 11.4. */
int32_t sv_rent(const struct sv_edition *e, const struct sv_position *p, unsigned space, int pips,
                int32_t factor, int32_t multiplier);

/* Returns the price of building a space from `level` to level+1; 0 if that level does not exist. */
int32_t sv_level_cost(const struct sv_edition *e, unsigned space, unsigned level);

/* Returns the total cost of building a space from 0 to `level`. */
int32_t sv_level_cost_total(const struct sv_edition *e, unsigned space, unsigned level);

/* Return the price of lifting the mortgage of `space` (value + 10%, rounded up), and the 10% alone.
 * RULES 8.2, 8.4. */
int32_t sv_lift_cost(const struct sv_edition *e, unsigned space);
int32_t sv_interest(const struct sv_edition *e, unsigned space);

/* Returns the worth of a seat: cash, printed price of deeds, mortgage value of mortgaged ones, cost
 * of buildings. RULES 3.5. */
int32_t sv_worth(const struct sv_edition *e, const struct sv_position *p, unsigned seat);

/* Returns the most cash a seat can raise without trading: cash, half the cost of all buildings, the
 * mortgage value of every unmortgaged deed. RULES 9.1. */
int32_t sv_liquid(const struct sv_edition *e, const struct sv_position *p, unsigned seat);

/* Writes the place of each seat as if the game ended now (1 is best; equal worth, equal place).
 * RULES 9.4. */
void sv_places(const struct sv_edition *e, const struct sv_position *p,
               uint8_t places[SV_MAX_SEATS]);

/* Returns the first living seat clockwise after `seat`, or `seat` itself if no other is left
 * or `seat` is not a seat. */
unsigned sv_next_seat(const struct sv_position *p, unsigned seat);

#define SV_POSITION_BYTES 456u /* bytes of a packed position */

/* Pack a position into exactly SV_POSITION_BYTES little-endian bytes, and unpack it. Unpacking only
 * checks the values on which memory safety depends: seats, owners, spaces and deck heads must be in
 * range (SV_E_RANGE, and *p is not valid). */
void sv_position_pack(const struct sv_position *p, uint8_t out[SV_POSITION_BYTES]);
enum sv_status sv_position_unpack(struct sv_position *p, const uint8_t in[SV_POSITION_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
