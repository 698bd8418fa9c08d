/* The one manifest: every decision kind, choice, verdict, event, reason, switch and kind of space
 * and card. Enums, codecs, names in JSON, callback slots and the tables in docs/ all follow from
 * here. Everything includes it; nothing here fails.
 *
 * Every table is an X-macro one level deep: SV_THINGS(X) calls X once a row. For example
 *
 *     #define X(NAME, name, ...) SV_VERDICT_##NAME,
 *     enum sv_verdict { SV_VERDICTS(X) SV_VERDICT_COUNT };
 *     #undef X
 *
 * expands to
 *
 *     enum sv_verdict { SV_VERDICT_OK, SV_VERDICT_DEFAULT, ..., SV_VERDICT_COUNT };
 *
 * The order of rows is the number on the wire and in replays: rows are added at the end only. */
#ifndef SOLVENT_MANIFEST_H
#define SOLVENT_MANIFEST_H

/* ---- sizes -------------------------------------------------------------------------------- */

#define SV_MAX_SEATS 8      /* players of a game */
#define SV_MAX_SPACES 64    /* spaces of a board */
#define SV_MAX_GROUPS 24    /* groups of deeds of a board */
#define SV_MAX_DECKS 3      /* chance, chest, bus */
#define SV_MAX_CARDS 32     /* in one deck */
#define SV_MAX_JAIL_CARDS 8 /* get-out-of-jail cards in all decks together */
#define SV_MAX_OFFERS 4     /* trade proposals in one answer */
#define SV_MAX_NAME 40      /* bytes of a name with its terminating 0 */
#define SV_MAX_TEXT 120     /* bytes of a card's text with its terminating 0 */
/* Bytes of a bot's remark with its terminating 0. */
#define SV_MAX_LOG 501
#define SV_MAX_SAY 241        /* bytes of what a bot says aloud with its terminating 0 */
#define SV_MAX_KEY 32         /* bytes of the key of a bot's note with its terminating 0 */
#define SV_MAX_FIGURE 1000000 /* highest price, rent, cost or amount of an edition */

#define SV_BANK 8u   /* seat number of the bank */
#define SV_NONE 255u /* no seat, no space, no card */

/* Version of the rules as coded: bumped whenever the same seed and answers may give another
 * game. */
#define SV_RULES_VERSION 4

/* ---- decisions ---------------------------------------------------------------------------- */

/* The fields of a question that travel, each unless it is empty. X(bit, NAME, TYPE, member, empty,
 * description): bit of `present` in an ask, type in <solvent/fields.h>, member of struct
 * sv_question. They travel in the order of the bits. */
#define SV_QUESTION_FIELDS(X)                                                                      \
    X(0, CHOICES, CHOICES, choices, 0, "the legal choices: bit c is set when choice c is legal")   \
    X(1, SPACE, SPACE, space, SV_NONE, "the space it is about")                                    \
    X(2, AMOUNT, MONEY, amount, 0, "a price, a debt, a fine, the lowest bid ...: by kind")         \
    X(3, LIMIT, MONEY, limit, 0, "the highest legal bid")                                          \
    X(4, OFFERS, U8, offers, 0, "proposals that may still be made")                                \
    X(5, OTHER, SEAT, other, SV_NONE, "the other seat; 8 is the bank")                             \
    X(6, SPACES, SPACES, spaces, 0, "a set of spaces")                                             \
    X(7, UNIT, UNIT, unit, 0, "the kind of building: 0 house, 1 hotel, 2 skyscraper, 3 depot")     \
    X(8, WHY, WHY, why, 0, "the reason of a debt")                                                 \
    X(9, OFFER, OFFER, offer, 0, "what is offered, as its proposer sees it")

/* The parts of an answer, in the order in which they travel. X(bit, NAME, name, TYPE, member,
 * description): name in messages and JSON, type in <solvent/fields.h>, member of struct
 * sv_answer. */
#define SV_ANSWER_PARTS(X)                                                                         \
    X(0, CHOICE, choice, U8, choice, "integer, one of the `choices` of the question")              \
    X(1, SPACE, space, SPACE, space, "a space")                                                    \
    X(2, BID, bid, MONEY, bid, "integer; 0 drops out")                                             \
    X(3, LIMIT, limit, MONEY, limit,                                                               \
      "integer; 0, or up to what the arbiter may raise the bid without asking again")              \
    X(4, LEVELS, levels, LEVELS, plan.level,                                                       \
      "array `[space, level, space, level, ...]`, ascending by space, of the spaces whose level "  \
      "shall be another than it is")                                                               \
    X(5, MORTGAGE, mortgage, SPACES, plan.mortgage, "set of spaces to mortgage")                   \
    X(6, LIFT, lift, SPACES, plan.lift, "set of spaces whose mortgage to lift")                    \
    X(7, OFFERS, offers, OFFERS, offers, "array of 0 to 4 offers")

/* SV_Q_CHOICES and so on: the fields that a kind of question has. SV_F_CHOICE and so on: the parts
 * that its answer has. Other fields of a question are empty; other parts of an answer are ignored
 * and do not travel. */
enum sv_question_field {
#define X(bit, NAME, TYPE, member, empty, text) SV_Q_##NAME = 1 << (bit),
    SV_QUESTION_FIELDS(X)
#undef X
};
/* The rows of SV_ANSWER_PARTS. */
enum sv_answer_part {
#define X(bit, NAME, name, TYPE, member, text) SV_F_##NAME = 1 << (bit),
    SV_ANSWER_PARTS(X)
#undef X
};

/* X(NAME, name, fields of the question, parts of the answer, default in words, question in
 * words) */
#define SV_DECISIONS(X)                                                                            \
    X(MANAGE, manage, SV_Q_OFFERS, SV_F_LEVELS | SV_F_MORTGAGE | SV_F_LIFT | SV_F_OFFERS,          \
      "do nothing", "Between turns: build, sell, mortgage, lift mortgages or trade")               \
    X(JAIL, jail, SV_Q_CHOICES | SV_Q_SPACE | SV_Q_AMOUNT, SV_F_CHOICE, "roll",                    \
      "In jail, before the roll: roll for doubles, pay, use a card")                               \
    X(BUY, buy, SV_Q_CHOICES | SV_Q_SPACE | SV_Q_AMOUNT,                                           \
      SV_F_CHOICE | SV_F_LEVELS | SV_F_MORTGAGE, "buy if the cash in hand covers the price",       \
      "An unowned deed: buy it (selling and mortgaging first if wanted) or decline")               \
    X(BID, bid, SV_Q_SPACE | SV_Q_UNIT | SV_Q_AMOUNT | SV_Q_LIMIT, SV_F_BID | SV_F_LIMIT,          \
      "no bid",                                                                                    \
      "An English auction: bid, or drop out for good; a simultaneous one: bid, or pass this "      \
      "round")                                                                                     \
    X(SEALED_BID, sealed_bid, SV_Q_SPACE | SV_Q_UNIT | SV_Q_AMOUNT | SV_Q_LIMIT, SV_F_BID,         \
      "no bid", "A sealed auction: one bid, or none")                                              \
    X(DEBT, debt, SV_Q_SPACE | SV_Q_OTHER | SV_Q_WHY | SV_Q_AMOUNT | SV_Q_OFFERS,                  \
      SV_F_LEVELS | SV_F_MORTGAGE | SV_F_OFFERS,                                                   \
      "raise just enough in the documented order, or give up when that is not possible",           \
      "A debt larger than cash: sell, mortgage, propose trades")                                   \
    X(TRADE, trade, SV_Q_CHOICES | SV_Q_OTHER | SV_Q_OFFERS | SV_Q_OFFER,                          \
      SV_F_CHOICE | SV_F_OFFERS, "reject", "An offer: reject, accept, or counter")                 \
    X(INTEREST, interest, SV_Q_SPACES | SV_Q_AMOUNT, SV_F_LIFT, "lift nothing, pay the interest",  \
      "Mortgaged deeds received: which to lift now; interest is due on the others")                \
    X(PLACE, place, SV_Q_SPACES | SV_Q_UNIT, SV_F_SPACE, "the first legal space",                  \
      "A building won in a shortage auction: where it goes")                                       \
    X(TAX, tax, SV_Q_CHOICES | SV_Q_SPACE | SV_Q_AMOUNT, SV_F_CHOICE, "the flat amount",           \
      "Income tax: the flat amount or a tenth of worth")                                           \
    X(CARD, card, SV_Q_CHOICES | SV_Q_AMOUNT, SV_F_CHOICE, "pay",                                  \
      "A card: pay, or draw from the other deck")                                                  \
    X(CLAIM, claim, SV_Q_CHOICES | SV_Q_SPACE | SV_Q_OTHER | SV_Q_AMOUNT, SV_F_CHOICE, "claim",    \
      "Rent is due to you: claim it or not")                                                       \
    X(BUS, bus, SV_Q_CHOICES, SV_F_CHOICE, "the sum",                                              \
      "The bus face: move by one white die or their sum")                                          \
    X(RIDE, ride, SV_Q_CHOICES, SV_F_CHOICE, "take a ticket",                                      \
      "The bus face, Mega: take a ticket or go on to the next card space")                         \
    X(TRIPLE, triple, SV_Q_SPACES, SV_F_SPACE, "the first legal space",                            \
      "Triples: move to any other space")                                                          \
    X(TICKET, ticket, SV_Q_CHOICES | SV_Q_SPACES, SV_F_CHOICE | SV_F_SPACE, "roll",                \
      "Before a roll: roll or use a bus ticket")                                                   \
    X(LOT, lot, SV_Q_SPACE | SV_Q_SPACES, SV_F_SPACE, "the first legal space",                     \
      "The auction space: which unowned deed is auctioned")                                        \
    X(GIFT, gift, SV_Q_CHOICES | SV_Q_SPACE | SV_Q_AMOUNT, SV_F_CHOICE, "the cash",                \
      "The birthday gift: cash or a bus ticket")                                                   \
    X(LAYOUT, layout, SV_Q_SPACES | SV_Q_AMOUNT, SV_F_LEVELS,                                      \
      "the extra levels on the last streets of the set",                                           \
      "A set completed that you cannot afford to build up: how its buildings are spread")

/* The conditions of asking. X(NAME, name, condition in words): a bot names any of them for each
 * kind of decision (<solvent/bot.h>, sv_bot.when), and is asked if one of them holds; otherwise its
 * default is taken at once. Each is a function of the position alone (sdk/game/when.c), so that a
 * replay of the game knows them too. */
#define SV_WHENS(X)                                                                                \
    X(ALWAYS, always, "every time. So it is, too, when nothing is named")                          \
    X(CAN_BUILD, can_build,                                                                        \
      "it could raise a building now: the set, the bank's stock and its cash allow it (7.1)")      \
    X(CAN_LIFT, can_lift, "it has a mortgaged deed, and the cash to lift the mortgage (8.2)")      \
    X(CAN_PLEDGE, can_pledge,                                                                      \
      "it has a set to build on that is mortgaged or not built up, and beside such sets a bare "   \
      "deed to mortgage for it")                                                                   \
    X(OWN_TURN, own_turn, "it is its own turn")                                                    \
    X(DEEDS_CHANGED, deeds_changed,                                                                \
      "deeds have changed hands since it was last asked `manage`, or since the game began")

/* X(DECISION, NAME, name, value): the values of sv_answer.choice, for each kind of question that
 * has choices. */
#define SV_CHOICES(X)                                                                              \
    X(JAIL, ROLL, roll, 0)                                                                         \
    X(JAIL, PAY, pay, 1)                                                                           \
    X(JAIL, CARD, card, 2)                                                                         \
    X(BUY, DECLINE, decline, 0)                                                                    \
    X(BUY, BUY, buy, 1)                                                                            \
    X(TRADE, REJECT, reject, 0)                                                                    \
    X(TRADE, ACCEPT, accept, 1)                                                                    \
    X(TRADE, COUNTER, counter, 2)                                                                  \
    X(TAX, FLAT, flat, 0)                                                                          \
    X(TAX, SHARE, share, 1)                                                                        \
    X(CARD, PAY, pay, 0)                                                                           \
    X(CARD, DRAW, draw, 1)                                                                         \
    X(CLAIM, WAIVE, waive, 0)                                                                      \
    X(CLAIM, CLAIM, claim, 1)                                                                      \
    X(BUS, SUM, sum, 0)                                                                            \
    X(BUS, FIRST, first, 1)                                                                        \
    X(BUS, SECOND, second, 2)                                                                      \
    X(RIDE, TICKET, ticket, 0)                                                                     \
    X(RIDE, ADVANCE, advance, 1)                                                                   \
    X(TICKET, ROLL, roll, 0)                                                                       \
    X(TICKET, USE, use, 1)                                                                         \
    X(GIFT, CASH, cash, 0)                                                                         \
    X(GIFT, TICKET, ticket, 1)

/* X(NAME, name, text): how an answer came about. Every verdict but `ok` puts the default in its
 * place. */
#define SV_VERDICTS(X)                                                                             \
    X(OK, ok, "the bot's own answer")                                                              \
    X(DEFAULT, default, "the bot does not answer this kind")                                       \
    X(LATE, late, "no answer before the deadline")                                                 \
    X(MALFORMED, malformed, "bytes that are no answer")                                            \
    X(ILLEGAL, illegal, "an answer the rules forbid")                                              \
    X(DEAD, dead, "the bot has exited, or has used up its strikes")                                \
    X(OVERTIME, overtime, "the seat has used up its time for the match")                           \
    X(FALLBACK, fallback,                                                                          \
      "the bot's answer in place of one that it could not get: played, but no choice of its own")

/* ---- events ------------------------------------------------------------------------------- */

/* X(TYPE, name, JSON, description): how a field of an event prints, and as which kind of value. */
#define SV_EVENT_TYPES(X)                                                                          \
    X(SEAT, seat, "integer", "a seat, from 0")                                                     \
    X(PARTY, party, "integer or string", "a seat, or \"bank\"")                                    \
    X(HOLDER, holder, "integer or string", "a seat, \"deck\", or \"gone\": out of play")           \
    X(SPACE, space, "integer", "a space of the board, from 0")                                     \
    X(MAYBE_SPACE, maybe_space, "integer", "a space; left out where none is concerned")            \
    X(MAYBE_UNIT, maybe_unit, "string", "a kind of building; left out where none is concerned")    \
    X(MONEY, money, "integer", "an amount")                                                        \
    X(COUNT, count, "integer", "a number, from 1")                                                 \
    X(LUCK, luck, "integer", "an index of luck, from 0 (docs/DETERMINISM.md)")                     \
    X(LEVEL, level, "integer", "0 bare, 1-4 houses, 5 a hotel, 6 a skyscraper")                    \
    X(PLACE, place, "integer", "a place, from 1")                                                  \
    X(FLAG, flag, "boolean", "yes or no")                                                          \
    X(DICE, dice, "array",                                                                         \
      "the dice that were rolled: numbers, for the speed die \"mr\" or \"bus\" too")               \
    X(WHY, why, "string", "a reason, by its name")                                                 \
    X(DECISION, decision, "string", "a kind of decision, by its name")                             \
    X(VERDICT, verdict, "string", "a verdict, by its name")                                        \
    X(DECK, deck, "string", "a deck, by its name")                                                 \
    X(CARD, card, "integer", "a get-out-of-jail card, by its number among all of them")            \
    X(CARD_ID, card_id, "string", "a card, by its name in the edition")                            \
    X(SAID, said, "string", "the text of a log")                                                   \
    X(ORDINAL, ordinal, "integer", "a decision, by its number from 1")                             \
    X(REASON, reason, "string",                                                                    \
      "why an answer was not taken: a breach or a status by its name, or `late`")                  \
    X(KEY, key, "string", "the key of a note")                                                     \
    X(VALUE, value, "integer", "the value of a note; 64 bits, signed")                             \
    X(OFFER, offer, "object", "a trade, as its proposer sees it")                                  \
    X(ANSWER, answer, "object", "an answer: the parts that its kind has")                          \
    X(MAYBE_ANSWER, maybe_answer, "object", "the same; left out where it cannot be read")          \
    X(MAYBE_BYTES, maybe_bytes, "string",                                                          \
      "what stands for an answer that cannot be read, as hex digits; else left out")               \
    X(EDITION, edition, "string", "the name of the edition")                                       \
    X(SEED, seed, "string or null", "the seed, 64 hex digits; null until its deal is over")        \
    X(SALT, salt, "string or null", "the salt of the commitment, 32 hex digits; likewise")         \
    X(COMMITMENT, commitment, "string", "the commitment to the seed, 64 hex digits")               \
    X(PLAYERS, players, "array", "an object {seat, name, cash} for each seat")                     \
    X(MAYBE_WHAT_IF, maybe_what_if, "string",                                                      \
      "from which decision on which bots answered in place of those that had played; left out of " \
      "a game that was played so")                                                                 \
    X(PLACES, places, "array", "a place for each seat")                                            \
    X(WORTHS, worths, "array", "a worth for each seat")

/* X(NAME, name, fields, event in words), with one of these for each field, in the order they are
 * printed:
 *
 *     F(TYPE, key, member)    its name in JSON and its member of struct sv_event
 *     G(TYPE, key)            read from the game when the event happens
 *
 * So X(BID, bid, F(SEAT, seat, seat) F(MONEY, amount, amount), "...") with
 *
 *     #define F(TYPE, key, member) put_##TYPE(out, #key, event->member);
 *     #define X(NAME, name, fields, text) case SV_EVENT_##NAME: fields break;
 *
 * expands to
 *
 *     case SV_EVENT_BID:
 *         put_SEAT(out, "seat", event->seat);
 *         put_MONEY(out, "amount", event->amount);
 *         break;
 *
 * The first seventeen are fixed by contract. */
#define SV_EVENTS(X, F, G)                                                                         \
    X(GAME_START, game_start,                                                                      \
      G(EDITION, edition) G(SEED, seed) G(SALT, salt) G(COMMITMENT, commitment)                    \
          G(PLAYERS, players) G(MAYBE_WHAT_IF, what_if),                                           \
      "the first event; `players`: a list of `{seat, name, cash}`")                                \
    X(TURN, turn, F(SEAT, seat, seat) F(COUNT, round, round) F(COUNT, turn, turn),                 \
      "a turn begins; both count from 1")                                                          \
    X(QUESTION, question, F(SEAT, seat, seat) F(DECISION, kind, kind),                             \
      "a seat must decide; several are asked at once in a window")                                 \
    X(ANSWER, answer,                                                                              \
      F(SEAT, seat, seat) F(DECISION, kind, kind) F(ANSWER, answer, answer)                        \
          F(VERDICT, verdict, verdict),                                                            \
      "what it decided; carried out by the events that follow")                                    \
    X(ROLL, roll, F(SEAT, seat, seat) F(DICE, dice, dice) F(WHY, why, why) F(LUCK, luck, luck),    \
      "dice fell: two white ones, and the speed die, which is 1-3, `\"mr\"` or `\"bus\"`")         \
    X(MOVE, move, F(SEAT, seat, seat) F(SPACE, from, from) F(SPACE, to, to) F(WHY, why, why),      \
      "a token moved; both are spaces")                                                            \
    X(JAIL, jail, F(SEAT, seat, seat) F(FLAG, in, on) F(WHY, why, why), "in or out of jail")       \
    X(CARD, card, F(SEAT, seat, seat) F(DECK, deck, deck) F(CARD_ID, card, card),                  \
      "a card was drawn; its name in the edition")                                                 \
    X(CASH, cash,                                                                                  \
      F(PARTY, from, from) F(PARTY, to, to) F(MONEY, amount, amount) F(WHY, why, why)              \
          F(MAYBE_SPACE, space, space),                                                            \
      "money changed hands")                                                                       \
    X(DEED, deed, F(SPACE, space, space) F(PARTY, from, from) F(PARTY, to, to) F(WHY, why, why),   \
      "a deed changed hands")                                                                      \
    X(LEVEL, level, F(SPACE, space, space) F(LEVEL, from, from) F(LEVEL, to, to),                  \
      "buildings: 0 bare, 1-4 houses, 5 a hotel, 6 a skyscraper")                                  \
    X(DEPOT, depot, F(SPACE, space, space) F(FLAG, on, on),                                        \
      "a depot on a railroad, built or sold")                                                      \
    X(MORTGAGE, mortgage, F(SPACE, space, space) F(FLAG, on, on),                                  \
      "a deed was mortgaged, or lifted")                                                           \
    X(JAIL_CARD, jail_card,                                                                        \
      F(CARD, card, card) F(HOLDER, from, from) F(HOLDER, to, to) F(DECK, deck, deck),             \
      "a get-out-of-jail card changed hands; its number among all of them")                        \
    X(TICKET, ticket, F(HOLDER, from, from) F(HOLDER, to, to) F(WHY, why, why),                    \
      "a bus ticket changed hands")                                                                \
    X(BANKRUPT, bankrupt, F(SEAT, seat, seat) F(PARTY, to, to) F(PLACE, place, on),                \
      "a player is out, owing to `to`, and takes that place")                                      \
    X(GAME_END, game_end, F(WHY, why, why) G(PLACES, places) G(WORTHS, worth),                     \
      "the last event; both lists by seat")                                                        \
    X(AUCTION, auction,                                                                            \
      F(MAYBE_SPACE, space, space) F(MAYBE_UNIT, unit, unit) F(MONEY, amount, amount)              \
          F(WHY, why, why),                                                                        \
      "an auction begins, of a deed (`space`) or a building (`unit`); the lowest bid")             \
    X(BID, bid, F(SEAT, seat, seat) F(MONEY, amount, amount),                                      \
      "the bid that now stands, raised by the arbiter's hand too (`limit`). Where all bid at "     \
      "once "                                                                                      \
      "(`auction: sealed`, `simultaneous`), what else was bid stands in the answers")              \
    X(DROP, drop, F(SEAT, seat, seat), "out of the auction (`auction: english`)")                  \
    X(OFFER, offer, F(SEAT, seat, seat) F(SEAT, to, to) F(OFFER, offer, offer),                    \
      "a trade is on the table")                                                                   \
    X(OFFER_END, offer_end, F(SEAT, seat, seat) F(SEAT, to, to) F(WHY, why, why),                  \
      "what became of it: `accepted`, `rejected`, `countered`, `void`")                            \
    X(FORFEIT, forfeit, F(SEAT, seat, seat),                                                       \
      "its bot is gone or out of strikes: it plays defaults from now on")                          \
    X(LOG, log, F(SEAT, seat, seat) F(SAID, text, log_entry),                                      \
      "what a bot said beside its answer; up to 500 bytes, perhaps of several lines")              \
    X(NOTE, note, F(SEAT, seat, seat) F(KEY, key, log_entry) F(VALUE, value, log_entry),           \
      "a figure that it noted; a whole number")                                                    \
    X(REFUSED, refused,                                                                            \
      F(SEAT, seat, seat) F(ORDINAL, decision, refusal) F(DECISION, kind, kind)                    \
          F(VERDICT, verdict, verdict) F(REASON, reason, refusal) F(SAID, text, refusal)           \
              F(MAYBE_ANSWER, answer, refusal) F(MAYBE_BYTES, bytes, refusal),                     \
      "the answer that was not taken: what the bot had answered to that decision")                 \
    X(SAY, say, F(SEAT, seat, seat) F(SAID, text, log_entry),                                      \
      "what a bot said to the table beside its answer; up to 240 bytes")

/* X(NAME): the types of event that bots receive (sv_bot.event), which are public at the table. Bots
 * learn of a match's beginning and end by other messages. The remaining types are for the record
 * alone: a seat's answer may hold secrets, such as a limit or a sealed bid. The order of these rows
 * is no number anywhere, so rows may be added in any place. */
#define SV_TOLD_EVENTS(X)                                                                          \
    X(TURN)                                                                                        \
    X(ROLL)                                                                                        \
    X(MOVE)                                                                                        \
    X(JAIL)                                                                                        \
    X(CARD)                                                                                        \
    X(CASH)                                                                                        \
    X(DEED)                                                                                        \
    X(LEVEL)                                                                                       \
    X(DEPOT)                                                                                       \
    X(MORTGAGE)                                                                                    \
    X(JAIL_CARD)                                                                                   \
    X(TICKET)                                                                                      \
    X(BANKRUPT)                                                                                    \
    X(AUCTION)                                                                                     \
    X(BID)                                                                                         \
    X(DROP)                                                                                        \
    X(OFFER)                                                                                       \
    X(OFFER_END)                                                                                   \
    X(FORFEIT)

/* X(NAME, name): every reason an event can carry, all in one list. */
#define SV_WHYS(X)                                                                                 \
    X(NONE, none)                                                                                  \
    X(ORDER, order)                                                                                \
    X(MOVE, move)                                                                                  \
    X(JAIL, jail)                                                                                  \
    X(UTILITY, utility)                                                                            \
    X(ROLL, roll)                                                                                  \
    X(CARD, card)                                                                                  \
    X(CARD_BACK, card_back)                                                                        \
    X(BUS, bus)                                                                                    \
    X(MR_MONOPOLY, mr_monopoly)                                                                    \
    X(TRIPLE, triple)                                                                              \
    X(TICKET, ticket)                                                                              \
    X(AUCTION_SPACE, auction_space)                                                                \
    X(SPACE, space)                                                                                \
    X(DOUBLES, doubles)                                                                            \
    X(FINE, fine)                                                                                  \
    X(SALARY, salary)                                                                              \
    X(PRICE, price)                                                                                \
    X(AUCTION, auction)                                                                            \
    X(RENT, rent)                                                                                  \
    X(TAX, tax)                                                                                    \
    X(BUILD, build)                                                                                \
    X(SELL, sell)                                                                                  \
    X(MORTGAGE, mortgage)                                                                          \
    X(LIFT, lift)                                                                                  \
    X(INTEREST, interest)                                                                          \
    X(TRADE, trade)                                                                                \
    X(GIFT, gift)                                                                                  \
    X(BANKRUPTCY, bankruptcy)                                                                      \
    X(LAST_SOLVENT, last_solvent)                                                                  \
    X(MAX_ROUNDS, max_rounds)                                                                      \
    X(FORFEIT, forfeit)                                                                            \
    X(DECLINED, declined)                                                                          \
    X(SHORTAGE, shortage)                                                                          \
    X(ACCEPTED, accepted)                                                                          \
    X(REJECTED, rejected)                                                                          \
    X(COUNTERED, countered)                                                                        \
    X(VOID, void)                                                                                  \
    X(EXPIRED, expired)                                                                            \
    X(LAYOUT, layout)

/* ---- editions ----------------------------------------------------------------------------- */

/* X(NAME, name) */
#define SV_SPACE_KINDS(X)                                                                          \
    X(GO, go)                                                                                      \
    X(STREET, street)                                                                              \
    X(RAIL, rail)                                                                                  \
    X(UTILITY, utility)                                                                            \
    X(CHANCE, chance)                                                                              \
    X(CHEST, chest)                                                                                \
    X(TAX, tax)                                                                                    \
    X(JAIL, jail)                                                                                  \
    X(GO_TO_JAIL, gotojail)                                                                        \
    X(PARKING, parking)                                                                            \
    X(AUCTION, auction)                                                                            \
    X(BUS_TICKET, busticket)                                                                       \
    X(BIRTHDAY, birthday)

/* X(NAME, name) */
#define SV_DECKS(X)                                                                                \
    X(CHANCE, chance)                                                                              \
    X(CHEST, chest)                                                                                \
    X(BUS, bus)

/* X(NAME, name): kinds of building, as indexes of sv_position.stock and as `unit` of a shortage
 * auction */
#define SV_UNITS(X)                                                                                \
    X(HOUSE, house)                                                                                \
    X(HOTEL, hotel)                                                                                \
    X(TOWER, skyscraper)                                                                           \
    X(DEPOT, depot)

/* X(NAME, name, TARGET, repairs, lowest, highest, effect in words): RULES 6 and 11.5. TARGET is
 * what `target` names, `repairs` says whether the card has prices for each building, and `lowest`
 * and `highest` bound `amount` (0, 0 if the card has no amount). */
#define SV_CARD_KINDS(X)                                                                           \
    X(MOVE_TO, move_to, SPACE, 0, 0, 0, "forward to it; salary when GO is passed")                 \
    X(MOVE_TO_BACK, move_to_back, SPACE, 0, 0, 0, "back to it; no salary")                         \
    X(MOVE_BACK, move_back, NOTHING, 0, 1, SV_MAX_SPACES - 1,                                      \
      "back by `amount` spaces; the space reached is acted on")                                    \
    X(MOVE_NEAREST, move_nearest, KIND, 0, 1, 100,                                                 \
      "forward to the next one; `amount` times the rent of a railroad, or a fresh throw for a "    \
      "utility")                                                                                   \
    X(COLLECT, collect, NOTHING, 0, 1, SV_MAX_FIGURE, "from the bank")                             \
    X(PAY, pay, NOTHING, 0, 1, SV_MAX_FIGURE, "to the bank")                                       \
    X(REPAIRS, repairs, NOTHING, 1, 0, 0, "pay for all buildings owned")                           \
    X(PAY_EACH, pay_each, NOTHING, 0, 1, SV_MAX_FIGURE, "to every other player")                   \
    X(COLLECT_EACH, collect_each, NOTHING, 0, 1, SV_MAX_FIGURE, "from every other player")         \
    X(GO_TO_JAIL, go_to_jail, NOTHING, 0, 0, 0, "to jail")                                         \
    X(JAIL_CARD, jail_card, NOTHING, 0, 0, 0, "kept until used")                                   \
    X(PAY_OR_DRAW, pay_or_draw, DECK, 0, 1, SV_MAX_FIGURE, "pay, or draw from the other deck")     \
    X(BUS_TICKET, bus_ticket, NOTHING, 0, 0, 0, "a bus ticket")                                    \
    X(BUS_TICKET_EXPIRE, bus_ticket_expire, NOTHING, 0, 0, 0,                                      \
      "a bus ticket that makes all others expire")

/* X(NAME, name): the meanings of a card's target */
#define SV_CARD_TARGETS(X)                                                                         \
    X(NOTHING, nothing)                                                                            \
    X(SPACE, space)                                                                                \
    X(KIND, kind)                                                                                  \
    X(DECK, deck)

/* The switches of the rules. SV_RULES(NUMBER, FLAG, WORD, VALUE) calls one of the first three for
 * each:
 *
 *     NUMBER(name, default, lowest, highest, "rule", "what it does")
 *     FLAG(name, default, "rule", "what it does")               0 false, 1 true
 *     WORD(name, default, values, "rule", "what it does")       values: VALUE(NAME, VALUE, value)s
 *
 * The default is edition `classic`'s. Every switch is an int32_t field of struct sv_rules, and
 * every word a constant: WORD(deck, ...) with VALUE(DECK, CYCLIC, cyclic) VALUE(DECK, REDRAW,
 * redraw) makes
 *
 *     enum sv_rule_deck { SV_RULE_DECK_CYCLIC, SV_RULE_DECK_REDRAW };
 */
#define SV_RULES(NUMBER, FLAG, WORD, VALUE)                                                        \
    NUMBER(start_cash, 1500, 0, 1000000, "1.1", "cash of each player at the start")                \
    NUMBER(salary, 200, 0, 100000, "2.1", "paid on landing on or passing GO")                      \
    NUMBER(houses, 32, 0, 200, "1.1", "houses in the bank")                                        \
    NUMBER(hotels, 12, 0, 200, "1.1", "hotels in the bank")                                        \
    NUMBER(skyscrapers, 0, 0, 200, "11.3", "skyscrapers in the bank")                              \
    NUMBER(depots, 0, 0, 200, "11.3", "depots in the bank")                                        \
    WORD(deck, SV_RULE_DECK_CYCLIC, VALUE(DECK, CYCLIC, cyclic) VALUE(DECK, REDRAW, redraw),       \
         "1.2", "shuffled once, used cards to the bottom; or drawn independently")                 \
    WORD(first_player, SV_RULE_FIRST_PLAYER_ROLLOFF,                                               \
         VALUE(FIRST_PLAYER, ROLLOFF, rolloff) VALUE(FIRST_PLAYER, SEAT0, seat0)                   \
             VALUE(FIRST_PLAYER, RANDOM, random),                                                  \
         "1.3", "who begins")                                                                      \
    FLAG(auction_on_decline, 1, "3.1", "a declined deed is auctioned")                             \
    FLAG(set_rent_needs_unmortgaged, 0, "3.2",                                                     \
         "a mortgaged street ends the doubling of its set's bare rents")                           \
    FLAG(utility_fresh_roll, 0, "3.3", "utility rent is always thrown afresh")                     \
    WORD(rent, SV_RULE_RENT_AUTO, VALUE(RENT, AUTO, auto) VALUE(RENT, ON_REQUEST, on_request),     \
         "3.4", "rent is taken, or the owner must claim it")                                       \
    WORD(income_tax, SV_RULE_INCOME_TAX_FLAT,                                                      \
         VALUE(INCOME_TAX, FLAT, flat) VALUE(INCOME_TAX, CHOICE, choice), "3.5",                   \
         "income tax is flat, or flat or a tenth of worth")                                        \
    WORD(auction, SV_RULE_AUCTION_ENGLISH,                                                         \
         VALUE(AUCTION, ENGLISH, english) VALUE(AUCTION, SEALED, sealed)                           \
             VALUE(AUCTION, SIMULTANEOUS, simultaneous),                                           \
         "4.3", "how auctions are held")                                                           \
    NUMBER(auction_min, 1, 1, 100000, "4.2", "lowest first bid")                                   \
    NUMBER(auction_step, 1, 1, 100000, "4.2", "lowest raise")                                      \
    WORD(bid_limit, SV_RULE_BID_LIMIT_CASH,                                                        \
         VALUE(BID_LIMIT, CASH, cash) VALUE(BID_LIMIT, LIQUID, liquid), "4.2",                     \
         "bids are backed by cash, or by all that can be raised")                                  \
    NUMBER(jail_fine, 50, 0, 100000, "5.2", "fine to leave jail")                                  \
    FLAG(jail_pay_third_turn, 0, "5.2", "one may pay before the third try too")                    \
    WORD(shortage, SV_RULE_SHORTAGE_AUCTION,                                                       \
         VALUE(SHORTAGE, AUCTION, auction) VALUE(SHORTAGE, TURN_ORDER, turn_order), "7.3",         \
         "how scarce buildings are given out")                                                     \
    NUMBER(window_passes, 3, 1, 10, "8.1", "how often a window may repeat")                        \
    WORD(trade, SV_RULE_TRADE_WINDOWS,                                                             \
         VALUE(TRADE, WINDOWS, windows) VALUE(TRADE, OWN_TURN, own_turn) VALUE(TRADE, OFF, off),   \
         "8.5", "when trades may be proposed")                                                     \
    NUMBER(offers_per_window, 2, 0, 4, "8.3", "proposals of a player in a window")                 \
    NUMBER(counter_offers, 2, 0, 8, "8.3", "how deep counter-offers may go")                       \
    FLAG(forbid_gifts, 1, "8.3", "both sides of a trade must give something")                      \
    WORD(bank_bankrupt, SV_RULE_BANK_BANKRUPT_AUCTION,                                             \
         VALUE(BANK_BANKRUPT, AUCTION, auction) VALUE(BANK_BANKRUPT, RETURN, return ), "9.2",      \
         "deeds of one bankrupt to the bank")                                                      \
    NUMBER(max_rounds, 1000, 1, 60000, "9.4", "the game ends after this many rounds")              \
    WORD(speed_die, SV_RULE_SPEED_DIE_OFF,                                                         \
         VALUE(SPEED_DIE, OFF, off) VALUE(SPEED_DIE, AFTER_SALARY, after_salary)                   \
             VALUE(SPEED_DIE, ALWAYS, always),                                                     \
         "10.1", "the speed die")                                                                  \
    WORD(bus, SV_RULE_BUS_WHITE, VALUE(BUS, WHITE, white) VALUE(BUS, TICKET, ticket), "10.5",      \
         "what the bus face does")                                                                 \
    FLAG(utility_counts_speed_die, 1, "10.6", "utility rent counts the speed die's pips")          \
    WORD(sets, SV_RULE_SETS_FULL, VALUE(SETS, FULL, full) VALUE(SETS, ALL_BUT_ONE, all_but_one),   \
         "11.1", "how much of a set allows building")                                              \
    WORD(mega_completion, SV_RULE_MEGA_COMPLETION_RULEBOOK,                                        \
         VALUE(MEGA_COMPLETION, RULEBOOK, rulebook) VALUE(MEGA_COMPLETION, LENIENT, lenient),      \
         "11.2", "completing a set already built on")                                              \
    FLAG(count_rent_needs_unmortgaged, 0, "3.2",                                                   \
         "railroad and utility rents count unmortgaged deeds only")                                \
    FLAG(bankrupt_mortgages_all, 0, "9.2",                                                         \
         "what a bankrupt has left is mortgaged before it passes")                                 \
    WORD(shortage_open, SV_RULE_SHORTAGE_OPEN_LIST_PRICE,                                          \
         VALUE(SHORTAGE_OPEN, LIST_PRICE, list_price)                                              \
             VALUE(SHORTAGE_OPEN, AUCTION_MIN, auction_min),                                       \
         "7.3", "the lowest bid for a scarce building")

/* ---- the enums ---------------------------------------------------------------------------- */

/* The rows of SV_DECISIONS. */
enum sv_decision {
#define X(NAME, name, ...) SV_DECISION_##NAME,
    SV_DECISIONS(X)
#undef X
        SV_DECISION_COUNT
};

/* SV_WHEN_ALWAYS and so on: bit i for row i, in sets of them. */
enum {
#define X(NAME, name, text) SVI_WHEN_ROW_##NAME,
    SV_WHENS(X)
#undef X
        SV_WHEN_COUNT
};
/* The rows of SV_WHENS, a bit each, for sets of them. */
enum sv_when_bit {
#define X(NAME, name, text) SV_WHEN_##NAME = 1 << SVI_WHEN_ROW_##NAME,
    SV_WHENS(X)
#undef X
};

/* The set of all conditions of asking. */
#define SV_WHEN_ALL ((1u << SV_WHEN_COUNT) - 1)

/* The rows of SV_CHOICES, numbered within each decision. */
enum sv_choice {
#define X(DECISION, NAME, name, value) SV_CHOICE_##DECISION##_##NAME = value,
    SV_CHOICES(X)
#undef X
};

/* The rows of SV_VERDICTS. */
enum sv_verdict {
#define X(NAME, name, text) SV_VERDICT_##NAME,
    SV_VERDICTS(X)
#undef X
        SV_VERDICT_COUNT
};

/* The rows of SV_EVENTS. */
enum sv_event_type {
#define X(NAME, name, fields, text) SV_EVENT_##NAME,
    SV_EVENTS(X, , )
#undef X
        SV_EVENT_COUNT
};

/* SV_EVENTS_TOLD: the types of SV_TOLD_EVENTS as a set, bit t for type t. */
#define SVI_TOLD_BIT(NAME) | 1u << SV_EVENT_##NAME
#define SV_EVENTS_TOLD (0u SV_TOLD_EVENTS(SVI_TOLD_BIT))

/* The rows of SV_WHYS. */
enum sv_why {
#define X(NAME, name) SV_WHY_##NAME,
    SV_WHYS(X)
#undef X
        SV_WHY_COUNT
};

/* The rows of SV_SPACE_KINDS. */
enum sv_space_kind {
#define X(NAME, name) SV_SPACE_##NAME,
    SV_SPACE_KINDS(X)
#undef X
        SV_SPACE_KIND_COUNT
};

/* The rows of SV_DECKS. */
enum sv_deck {
#define X(NAME, name) SV_DECK_##NAME,
    SV_DECKS(X)
#undef X
        SV_DECK_COUNT
};

/* The rows of SV_UNITS. */
enum sv_unit {
#define X(NAME, name) SV_UNIT_##NAME,
    SV_UNITS(X)
#undef X
        SV_UNIT_COUNT
};

/* The rows of SV_CARD_TARGETS. */
enum sv_card_target {
#define X(NAME, name) SV_TARGET_##NAME,
    SV_CARD_TARGETS(X)
#undef X
        SV_TARGET_COUNT
};

/* The rows of SV_CARD_KINDS. */
enum sv_card_kind {
#define X(NAME, name, ...) SV_CARD_##NAME,
    SV_CARD_KINDS(X)
#undef X
        SV_CARD_KIND_COUNT
};

/* The words of the switches, one enum for each switch. */
#define X(...)
#define X_WORD(name, fallback, values, rule, text) enum sv_rule_##name{values};
#define X_VALUE(NAME, VALUE, value) SV_RULE_##NAME##_##VALUE,
SV_RULES(X, X, X_WORD, X_VALUE)
#undef X
#undef X_WORD
#undef X_VALUE

#ifdef __cplusplus
extern "C" {
#endif

/* Return names as they stand in JSON, league files and documents, or NULL for an unknown number.
 * Static. */
const char *sv_decision_name(unsigned decision);
const char *sv_choice_name(unsigned decision, unsigned choice);
const char *sv_when_name(unsigned when); /* by its row, not its bit */
const char *sv_verdict_name(unsigned verdict);
const char *sv_event_name(unsigned type);
const char *sv_why_name(unsigned why);
const char *sv_space_kind_name(unsigned kind);
const char *sv_deck_name(unsigned deck);
const char *sv_unit_name(unsigned unit);
const char *sv_card_kind_name(unsigned kind);

/* Return the SV_Q_ fields of a kind of question and the SV_F_ parts of its answer; 0 for an unknown
 * decision. */
unsigned sv_decision_asks(unsigned decision);
unsigned sv_decision_fields(unsigned decision);

/* Return a decision and its default in words, or "" for an unknown decision. Static. */
const char *sv_decision_text(unsigned decision);
const char *sv_decision_default_text(unsigned decision);

#ifdef __cplusplus
}
#endif

#endif
