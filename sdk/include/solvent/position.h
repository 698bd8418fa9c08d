/* The position: everything on the table that everybody may see. It is what a seat's view shows,
 * what travels on the wire (docs/PROTOCOL.md gives each field's offset) and what hashes cover.
 * Flat, fixed size, no pointers, no padding; integers are little-endian on the wire. */
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
    uint8_t give_tickets, get_tickets; /* how many bus tickets */
    uint8_t to;                        /* the other seat */
    uint8_t pad[3];                    /* 0 */
};

/* The table. SV_POSITION_FIELDS (<solvent/fields.h>) has its bytes. */
struct sv_position {
    int32_t cash[SV_MAX_SEATS]; /* of each seat */
    uint64_t mortgaged;         /* set of spaces */
    /* each seat's deeds as a set of spaces; the same fact as owner[] */
    uint64_t owned[SV_MAX_SEATS];
    uint8_t owner[SV_MAX_SPACES]; /* seat, SV_BANK for an unowned deed, SV_NONE for no deed */
    /* street: 0 bare, 1-4 houses, 5 hotel, 6 skyscraper; rail: 1 with a depot */
    uint8_t level[SV_MAX_SPACES];
    uint8_t space[SV_MAX_SEATS];   /* where each token stands */
    uint8_t jail[SV_MAX_SEATS];    /* 0: free; k+1: in jail with k failed rolls */
    uint8_t place[SV_MAX_SEATS];   /* 0: living; else the place taken when falling, 2..seats */
    uint8_t tickets[SV_MAX_SEATS]; /* bus tickets held */
    uint8_t jail_holder[SV_MAX_JAIL_CARDS]; /* seat, or SV_BANK while the card is in its deck */
    uint8_t stock[SV_UNIT_COUNT];           /* buildings in the bank */
    uint8_t seats;                          /* 2-8 */
    uint8_t alive;                          /* set of seats still solvent */
    uint8_t forfeited;                      /* set of seats that play defaults for good */
    uint8_t speeding;                       /* set of seats that roll the speed die (RULES 10.1) */
    uint8_t first;                          /* seat that began */
    uint8_t turn_seat;                      /* whose turn it is */
    uint8_t doubles;                        /* doubles rolled so far in this turn */
    uint8_t over;    /* 0, or enum sv_why of the end: last_solvent, max_rounds, forfeit */
    uint32_t turn;   /* running number of the turn, from 1 */
    uint16_t round;  /* from 1 */
    uint8_t dice[3]; /* last roll: white, white, speed die (0 none, 1-3, SV_DIE_MR, SV_DIE_BUS) */
    uint8_t offers_left[SV_MAX_SEATS]; /* proposals each seat may still make in this window */

    /* The running auction; `auction_in` is 0 when there is none. */
    uint8_t auction_space; /* the deed, or SV_NONE for a building */
    uint8_t auction_unit;  /* enum sv_unit for a building, else SV_NONE */
    uint8_t auction_seat;  /* highest bidder, SV_NONE when nobody has bid */
    uint8_t auction_in;    /* set of seats that have not dropped out */
    uint8_t pad[3];        /* 0 */
    int32_t auction_high;  /* highest bid, 0 when nobody has bid */
    int32_t auction_min;   /* lowest first bid */

    /* What is publicly known of each deck, as a ring: seen[d][(deck_head[d] + i) % SV_MAX_CARDS]
     * is the i-th card from the top, or SV_NONE while nobody has seen it. */
    uint8_t deck_head[SV_DECK_COUNT];
    uint8_t deck_size[SV_DECK_COUNT]; /* cards in each deck now */
    uint8_t offer_seat; /* who made the offer on the table, SV_NONE when there is none */
    /* set of seats that want to be asked when deeds have changed hands (SV_WHEN_DEEDS_CHANGED),
     * which have since they were last asked `manage` */
    uint8_t deeds_new;
    uint8_t seen[SV_DECK_COUNT][SV_MAX_CARDS]; /* as above */
    uint8_t pad3[4];                           /* 0 */

    /* the trade on the table, as its proposer sees it; all 0 when there is none */
    struct sv_offer offer;
};

/* Values of sv_position.dice[2] beyond the pips. */
#define SV_DIE_MR 4u
#define SV_DIE_BUS 5u

/* ---- what can be read off a position; all pure, none allocates -----------------------------
 *
 * SV_NONE, the bank as a seat, and any number beyond the board's spaces, its groups or the seats
 * give 0 or false. So you can pass sv_question.space or sv_position.owner[] unchecked. */

/* True while seat is in the game (RULES 9). */
static inline bool sv_alive(const struct sv_position *p, unsigned seat)
{
    return sv_has(p->alive, seat);
}

/* How many of the deed's group `seat` owns. */
unsigned sv_group_owned(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                        unsigned seat);

/* True when `seat` owns every deed of the group. */
bool sv_set_full(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                 unsigned seat);

/* True when `seat` owns enough of a street group to build (RULES 7.1; 11.1 with `sets:
 * all_but_one`); mortgages are not looked at. */
bool sv_set_builds(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                   unsigned seat);

/* True when any deed of the group that `seat` owns (SV_NONE: anybody) bears a building. */
bool sv_set_built(const struct sv_edition *e, const struct sv_position *p, unsigned group,
                  unsigned seat);

/* Rent due on landing on `space`, owed to its owner; 0 when unowned or mortgaged. For a utility
 * the multiplier is applied to `pips`. `factor` multiplies a railroad's rent (2 by the card,
 * else 1); with `multiplier` > 0 a utility pays that times pips instead. RULES 3.2, 3.3, 6,
 * 11.1, 11.3, 11.4. */
int32_t sv_rent(const struct sv_edition *e, const struct sv_position *p, unsigned space, int pips,
                int32_t factor, int32_t multiplier);

/* Price of the next level of a space, i.e. from `level` to level+1; 0 when there is none. */
int32_t sv_level_cost(const struct sv_edition *e, unsigned space, unsigned level);

/* What building a space up from 0 to `level` costs in all. */
int32_t sv_level_cost_total(const struct sv_edition *e, unsigned space, unsigned level);

/* Price of lifting the mortgage of `space` (value + 10%, rounded up), and the 10% alone. RULES
 * 8.2, 8.4. */
int32_t sv_lift_cost(const struct sv_edition *e, unsigned space);
int32_t sv_interest(const struct sv_edition *e, unsigned space);

/* Worth of a seat: cash, printed price of deeds, mortgage value of mortgaged ones, cost of
 * buildings. RULES 3.5. */
int32_t sv_worth(const struct sv_edition *e, const struct sv_position *p, unsigned seat);

/* Most cash a seat can raise without trading: cash, half the cost of all buildings, the mortgage
 * value of every unmortgaged deed. RULES 9.1. */
int32_t sv_liquid(const struct sv_edition *e, const struct sv_position *p, unsigned seat);

/* Places by seat (1 is best; equal worth, equal place) as if the game ended now. RULES 9.4. */
void sv_places(const struct sv_edition *e, const struct sv_position *p,
               uint8_t places[SV_MAX_SEATS]);

/* First living seat clockwise after `seat`, or `seat` itself when it is the only one, or no seat.
 */
unsigned sv_next_seat(const struct sv_position *p, unsigned seat);

#define SV_POSITION_BYTES 456u /* of a packed position */

/* Packs a position into exactly SV_POSITION_BYTES little-endian bytes, and back. Unpacking
 * checks nothing but what memory safety needs: seats, owners, spaces and deck heads in range
 * (SV_E_RANGE). */
void sv_position_pack(const struct sv_position *p, uint8_t out[SV_POSITION_BYTES]);
enum sv_status sv_position_unpack(struct sv_position *p, const uint8_t in[SV_POSITION_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
