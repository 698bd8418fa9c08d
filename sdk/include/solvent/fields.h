/* The second half of the manifest: the fields of messages and stored data, with the type of each.
 * Codecs, byte orders, the tables in docs/ and `solvent manifest` follow from these rows;
 * <solvent/manifest.h> has the enums. The structs themselves are plain C in their headers,
 * commented for authors of bots. sdk/game/fields.c compares them with the rows: a field that
 * differs does not compile.
 *
 * Every table is an X-macro one level deep. Most are X(TYPE, member, dimensions, text), where TYPE
 * is one of SV_TYPES and the dimensions are empty for one value; the others have their form in a
 * comment. For example
 *
 *     #define X(TYPE, member, dims, text) \
 *         {#member, SV_TYPE_##TYPE, sizeof(((struct sv_offer *)0)->member)},
 *     static const struct { const char *name; int type; size_t bytes; } fields[] = {
 *         SV_OFFER_FIELDS(X)};
 *     #undef X
 *
 * begins with {"give_deeds", SV_TYPE_SPACES, sizeof(((struct sv_offer *)0)->give_deeds)}. */
#ifndef SOLVENT_FIELDS_H
#define SOLVENT_FIELDS_H

#include <solvent/manifest.h>

/* X(TYPE, name, C type, description) */
#define SV_TYPES(X)                                                                                \
    X(U8, u8, uint8_t, "a number, 0 to 255")                                                       \
    X(U16, u16, uint16_t, "a number of 16 bits")                                                   \
    X(U32, u32, uint32_t, "a number of 32 bits")                                                   \
    X(MONEY, money, int32_t, "an amount; signed, 32 bits")                                         \
    X(SEAT, seat, uint8_t, "a seat, from 0; 8 is the bank, 255 nobody")                            \
    X(SEATS, seats, uint8_t, "a set of seats: bit s for seat s")                                   \
    X(SPACE, space, uint8_t, "a space of the board, from 0; 255 is none")                          \
    X(SPACES, spaces, uint64_t, "a set of spaces: bit i for space i")                              \
    X(CARDS, cards, uint8_t, "a set of get-out-of-jail cards: bit j for card j")                   \
    X(UNIT, unit, uint8_t, "a kind of building; 255 is none")                                      \
    X(CHOICES, choices, uint8_t, "a set of choices: bit c for choice c")                           \
    X(WHY, why, uint8_t, "a reason")                                                               \
    X(OFFER, offer, struct sv_offer, "a trade, as its proposer sees it")                           \
    X(OFFERS, offers, struct sv_offer, "several of them")                                          \
    X(LEVELS, levels, uint8_t, "a level for each space; in messages those that change")            \
    X(TEXT, text, char, "a text, with zeros after it")                                             \
    X(FLAG, flag, uint8_t, "0 no, 1 yes")                                                          \
    X(SPACE_KIND, space_kind, uint8_t, "a kind of space")                                          \
    X(CARD_KIND, card_kind, uint8_t, "a kind of card")                                             \
    X(GROUP, group, uint8_t, "an index of the groups; 255 is none")                                \
    X(TARGET, target, uint8_t,                                                                     \
      "a space, a kind of space or a deck, by the kind of card; 255 is none")                      \
    X(RENTS, rents, int32_t, "up to eight amounts; in the encoding without the zeros at the end")  \
    X(PAD, pad, uint8_t, "0")

/* The rows of SV_TYPES. */
enum sv_type {
#define X(TYPE, name, ctype, text) SV_TYPE_##TYPE,
    SV_TYPES(X)
#undef X
        SV_TYPE_COUNT
};

/* struct sv_position, <solvent/position.h>: in the order of its bytes, on the wire too. */
#define SV_POSITION_FIELDS(X)                                                                      \
    X(MONEY, cash, [SV_MAX_SEATS], "cash of each seat, signed")                                    \
    X(SPACES, mortgaged, , "set of spaces that are mortgaged")                                     \
    X(SPACES, owned, [SV_MAX_SEATS],                                                               \
      "each seat's deeds as a set of spaces; the same fact as `owner`")                            \
    X(SEAT, owner, [SV_MAX_SPACES], "owner of each space: a seat, 8 the bank, 255 no deed")        \
    X(U8, level, [SV_MAX_SPACES],                                                                  \
      "street: 0 bare, 1-4 houses, 5 hotel, 6 skyscraper; railroad: 1 with a depot")               \
    X(SPACE, space, [SV_MAX_SEATS], "where each token stands")                                     \
    X(U8, jail, [SV_MAX_SEATS], "0 free; k+1 in jail after k failed rolls")                        \
    X(U8, place, [SV_MAX_SEATS], "0 while in the game, else the place taken")                      \
    X(U8, tickets, [SV_MAX_SEATS], "bus tickets held")                                             \
    X(SEAT, jail_holder, [SV_MAX_JAIL_CARDS],                                                      \
      "of each get-out-of-jail card: a seat, 8 in its deck, 255 no such card")                     \
    X(U8, stock, [SV_UNIT_COUNT], "houses, hotels, skyscrapers, depots in the bank")               \
    X(U8, seats, , "players in the match")                                                         \
    X(SEATS, alive, , "set of seats still solvent")                                                \
    X(SEATS, forfeited, , "set of seats that play defaults for good")                              \
    X(SEATS, speeding, , "set of seats that roll the speed die")                                   \
    X(SEAT, first, , "the seat that began")                                                        \
    X(SEAT, turn_seat, , "whose turn it is")                                                       \
    X(U8, doubles, , "doubles rolled so far in this turn")                                         \
    X(WHY, over, , "0 while the game goes on")                                                     \
    X(U32, turn, , "number of the turn, from 1")                                                   \
    X(U16, round, , "number of the round, from 1")                                                 \
    X(U8, dice, [3], "last roll: two white dice, speed die (0 none, 1-3, 4 Mr. Monopoly, 5 bus)")  \
    X(U8, offers_left, [SV_MAX_SEATS], "proposals each seat may still make in this window")        \
    X(SPACE, auction_space, , "running auction: the deed, or 255 for a building")                  \
    X(UNIT, auction_unit, , "its kind of building (as `stock`), else 255")                         \
    X(SEAT, auction_seat, , "its highest bidder, or 255")                                          \
    X(SEATS, auction_in, , "set of seats still in it; 0: there is no auction")                     \
    X(PAD, pad, [3], "0")                                                                          \
    X(MONEY, auction_high, , "its highest bid, signed; 0: none")                                   \
    X(MONEY, auction_min, , "its lowest first bid, signed")                                        \
    X(U8, deck_head, [SV_DECK_COUNT],                                                              \
      "of Chance, Community Chest, bus tickets: index of the top card in `seen`")                  \
    X(U8, deck_size, [SV_DECK_COUNT], "cards in each deck")                                        \
    X(SEAT, offer_seat, , "who made the offer on the table, or 255")                               \
    X(SEATS, deeds_new, ,                                                                          \
      "set of seats that want to be asked when deeds have changed hands, and have not been since") \
    X(U8, seen, [SV_DECK_COUNT][SV_MAX_CARDS],                                                     \
      "3 rings of 32: the i-th card from the top of deck d is `seen[d][(deck_head[d]+i) % 32]`, "  \
      "255 while nobody has seen it")                                                              \
    X(PAD, pad3, [4], "0")                                                                         \
    X(OFFER, offer, ,                                                                              \
      "the offer on the table, as its proposer sees it (all 0: none), in the fields that follow")

/* struct sv_offer, <solvent/position.h>, in the order of its bytes. */
#define SV_OFFER_FIELDS(X)                                                                         \
    X(SPACES, give_deeds, , "deeds given")                                                         \
    X(SPACES, get_deeds, , "deeds wanted")                                                         \
    X(MONEY, give_cash, , "cash given, signed")                                                    \
    X(MONEY, get_cash, , "cash wanted, signed")                                                    \
    X(CARDS, give_cards, , "get-out-of-jail cards given: bit j for card j")                        \
    X(CARDS, get_cards, , "cards wanted")                                                          \
    X(U8, give_tickets, , "bus tickets given")                                                     \
    X(U8, get_tickets, , "tickets wanted")                                                         \
    X(SEAT, to, , "the other seat")                                                                \
    X(PAD, pad, [3], "0")

/* X(TYPE, member): the order of an offer's fields in messages, where the offer is an array. */
#define SV_OFFER_VALUES(X)                                                                         \
    X(SEAT, to)                                                                                    \
    X(MONEY, give_cash)                                                                            \
    X(MONEY, get_cash)                                                                             \
    X(SPACES, give_deeds)                                                                          \
    X(SPACES, get_deeds)                                                                           \
    X(CARDS, give_cards)                                                                           \
    X(CARDS, get_cards)                                                                            \
    X(U8, give_tickets)                                                                            \
    X(U8, get_tickets)

/* ---- editions ----------------------------------------------------------------------------- */

/* struct sv_space, struct sv_card, <solvent/edition.h>: X(place, TYPE, member, dimensions, ...),
 * in the order of docs/EDITIONS.md; place is the index in the canonical encoding. An edition
 * file has a key of the member's name for each. */

/* X(place, TYPE, member, dimensions, kinds of space that have it, lowest, description). Amounts go
 * up to SV_MAX_FIGURE; on other kinds of space they are 0. */
#define SV_SPACE_FIELDS(X)                                                                         \
    X(1, SPACE_KIND, kind, , SV_ON_ALL, 0, "what it is")                                           \
    X(0, TEXT, name, [SV_MAX_NAME], SV_ON_ALL, 0, "what people see")                               \
    X(2, GROUP, group, , SV_ON_DEEDS, 0, "the set it belongs to")                                  \
    X(4, MONEY, price, , SV_ON_DEEDS, 1, "price of the deed")                                      \
    X(7, RENTS, rent, [8], SV_ON_DEEDS, 0,                                                         \
      "street: by level, 0 bare to 6 skyscraper; railroad, utility: rent or multiplier by the "    \
      "number owned, from 1")                                                                      \
    X(8, MONEY, house_cost, , SV_ON(STREET), 1, "of each of levels 1 to 4")                        \
    X(9, MONEY, hotel_cost, , SV_ON(STREET), 1, "of level 5")                                      \
    X(10, MONEY, tower_cost, , SV_ON(STREET), 0, "of level 6, a skyscraper; 0: none can be built") \
    X(11, MONEY, depot_cost, , SV_ON(RAIL), 0, "of a depot; 0: none can be built")                 \
    X(5, MONEY, mortgage, , SV_ON_DEEDS, 0, "mortgage value of the deed")                          \
    X(6, MONEY, amount, , SV_ON(TAX) | SV_ON(BIRTHDAY), 0, "the tax, the gift")                    \
    X(3, FLAG, income, , SV_ON(TAX), 0, "whether `income_tax: choice` applies here (3.5)")

/* Sets of kinds of space: a single kind by its name, the kinds with a deed, all kinds. */
#define SV_ON(KIND) (1u << SV_SPACE_##KIND)
#define SV_ON_DEEDS (SV_ON(STREET) | SV_ON(RAIL) | SV_ON(UTILITY))
#define SV_ON_ALL ((1u << SV_SPACE_KIND_COUNT) - 1)

/* X(place, TYPE, member, dimensions, description). The rows of SV_CARD_KINDS say which kinds
 * of card have the field. */
#define SV_CARD_FIELDS(X)                                                                          \
    X(0, TEXT, id, [SV_MAX_NAME],                                                                  \
      "its name in files and events; no other card of the edition has it")                         \
    X(2, CARD_KIND, kind, , "what it does")                                                        \
    X(1, TEXT, text, [SV_MAX_TEXT], "what people read")                                            \
    X(4, MONEY, amount, ,                                                                          \
      "money; spaces to go back; factor of a railroad's rent, of a throw for a utility")           \
    X(3, TARGET, target, , "where it leads")                                                       \
    X(5, MONEY, per_house, , "repairs: for each house")                                            \
    X(6, MONEY, per_hotel, , "repairs: for each hotel")                                            \
    X(7, MONEY, per_tower, , "repairs: for each skyscraper")                                       \
    X(8, MONEY, per_depot, , "repairs: for each depot")

#endif
