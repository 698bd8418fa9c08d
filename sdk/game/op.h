/* The game's steps. A game is a stack of frames (struct sv_course); the one on top runs until it is
 * done and popped, pushes another that must finish first, or asks a question. Each op is one noun
 * of the rules, in the file named in the table. Only the game's own files use this. Nothing here
 * fails: answers and plans were judged before. A context is of one call; frames belong to the
 * state. */
#ifndef SVI_GAME_OP_H
#define SVI_GAME_OP_H

#include "game/luck.h"

#include <solvent/game.h>

/* A(NAME, name) for an op that asks questions, Q(NAME, name) for one that never does. Its frame is
 * struct sv_frame_NAME; only its own file writes one. */
#define SVI_OPS(A, Q)                                                                              \
    A(TURN, turn)         /* turn.c: a whole turn, always at the bottom of the stack */            \
    A(ROLL, roll)         /* roll.c: a throw, the move it makes, the speed die's second half */    \
    A(LAND, land)         /* land.c: acting on the space a token stands on */                      \
    A(CARD, card)         /* card.c: a drawn card */                                               \
    Q(EACH, each)         /* card.c: paying or collecting from each player */                      \
    A(AUCTION, auction)   /* auction.c */                                                          \
    A(WON, won)           /* won.c: payment and transfer after an auction */                       \
    A(WINDOW, window)     /* window.c: building, mortgages and trades */                           \
    A(TRADE, trade)       /* trade.c: one offer and its counter-offers */                          \
    A(INTEREST, interest) /* interest.c: mortgaged deeds received */                               \
    A(DEBT, debt)         /* debt.c */                                                             \
    Q(BANKRUPT, bankrupt) /* bankrupt.c */                                                         \
    A(COMPLETE, complete) /* complete.c: completing a set that has buildings (RULES 11.2) */

enum svi_op {
#define X(NAME, name) SVI_OP_##NAME,
    SVI_OPS(X, X)
#undef X
        SVI_OP_COUNT
};

struct svi_chance_event;
struct svi_ahead;

/* One call into the game: edition, state (with its position, for short) and destination of
 * events. */
struct svi_ctx {
    const struct sv_edition *e;
    struct sv_state *st;
    struct sv_position *p;
    const struct sv_sink *sink;
    /* game/chance.h; NULL in games that are really played. */
    struct svi_chance_event *chance;
    struct svi_ahead *ahead; /* game/ahead.h; NULL while the game is run step by step */
};

/* The place of a frame while a question is pending. */
struct svi_place {
    const struct sv_edition *e;
    const struct sv_position *p;
    const struct sv_frame *below; /* NULL at the bottom */
    /* NULL at the top, where the question is. */
    const struct sv_frame *above;
};

/* Every op has run(), which moves it on, and possible(), which says whether a game can stand there
 * with that frame. An op that asks also has question(), which writes the question to a seat that
 * has to answer, answer(), which takes a legal answer, and asks(), the set of seats that can be
 * asked there. `f` is the frame on top of the stack; pushing or popping invalidates it. possible()
 * may rely on `seat` being a seat. */
#define SVI_QUIET_OP(NAME, name)                                                                   \
    void svi_##name##_run(struct svi_ctx *c, struct sv_frame_##name *f);                           \
    bool svi_##name##_possible(const struct svi_place *at, const struct sv_frame_##name *f);
#define SVI_ASKING_OP(NAME, name)                                                                  \
    SVI_QUIET_OP(NAME, name)                                                                       \
    void svi_##name##_question(const struct sv_edition *e, const struct sv_state *st,              \
                               const struct sv_frame_##name *f, struct sv_question *q);            \
    void svi_##name##_answer(struct svi_ctx *c, struct sv_frame_##name *f, unsigned seat,          \
                             const struct sv_answer *a);                                           \
    unsigned svi_##name##_asks(const struct svi_place *at, const struct sv_frame_##name *f);
SVI_OPS(SVI_ASKING_OP, SVI_QUIET_OP)

/* Returns the nth member after `at` on a ring of `size`, n <= size: seats round the table, spaces
 * round the board. A remainder would cost more than the rest of a step. */
static inline unsigned svi_ring(unsigned at, unsigned n, unsigned size)
{
    return at + n < size ? at + n : at + n - size;
}

/* ---- the stack (game.c) ---------------------------------------------------------------------- */

/* Pushes a frame of the caller's own op and returns it. All members but op and seat are 0, as
 * frames above the top always are. The caller sets the `step` of the frame below before, and does
 * not touch that frame after. Other ops are pushed by their own svi_push_...(). */
struct sv_frame *svi_push(struct svi_ctx *c, enum svi_op op, unsigned seat);

/* Pops the frame on top. */
void svi_pop(struct svi_ctx *c);

static inline struct sv_frame *svi_top(struct sv_state *st)
{
    return &st->course.frame[st->course.depth - 1];
}

/* As sv_when() (when.c), using the known facts about the seat's deeds; `ahead` may be NULL. */
unsigned svi_when(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                  unsigned when, struct svi_ahead *ahead);

/* Returns whether the seat decides this kind itself at the moment; otherwise its default is taken
 * at once. */
static inline bool svi_answers(const struct svi_ctx *c, unsigned seat, enum sv_decision kind)
{
    const unsigned when = c->st->secret.when[seat][kind];
    return sv_has(c->st->secret.answers[seat], kind) &&
           (when == 0 || svi_when(c->e, c->p, seat, when, c->ahead) != 0);
}

/* Asks one seat the question that question() of the op on top writes. If the seat does not decide
 * the kind, the default answers at once. */
void svi_ask(struct svi_ctx *c, unsigned seat, enum sv_decision kind);

/* Ends the game if at most one player is left, or at most one that has not forfeited (RULES 9.4).
 * Returns whether the game is over. */
bool svi_end_if_decided(struct svi_ctx *c);
void svi_end(struct svi_ctx *c, enum sv_why why);

/* ---- what changes hands (money.c) ------------------------------------------------------------ */

/* Reports an event. Without a sink, as in every search, the event is not even built: a turn has
 * half a dozen. */
#define svi_emit(c, ...)                                                                           \
    do {                                                                                           \
        if ((c)->sink != NULL) {                                                                   \
            svi_report((c)->sink, __VA_ARGS__);                                                    \
        }                                                                                          \
    } while (0)

static inline void svi_report(const struct sv_sink *sink, const struct sv_event *event)
{
    if (sink->fn != NULL) {
        sink->fn(sink->user, event);
    }
}

/* Moves money between seats or the bank, which never runs out; an amount of 0 does nothing. An
 * edition whose game could pass 31 bits is refused (edition_check.c). */
static inline void svi_pay(struct svi_ctx *c, unsigned from, unsigned to, int64_t amount,
                           enum sv_why why, unsigned space)
{
    if (from != SV_BANK) {
        c->p->cash[from] -= (int32_t)amount;
    }
    if (to != SV_BANK) {
        c->p->cash[to] += (int32_t)amount;
    }
    /* In this order: passing GO is unpredictable. */
    if (c->sink == NULL || amount == 0) {
        return;
    }
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_CASH,
                                   .why = (uint8_t)why,
                                   .from = (uint8_t)from,
                                   .to = (uint8_t)to,
                                   .space = (uint8_t)space,
                                   .amount = (int32_t)amount});
}

/* Moves a deed between seats or the bank. */
void svi_move_deed(struct svi_ctx *c, unsigned space, unsigned to, enum sv_why why);

/* Moves get-out-of-jail card `card`; to SV_BANK: to the bottom of its deck. */
void svi_move_jail_card(struct svi_ctx *c, unsigned card, unsigned to);

/* Moves one bus ticket; from SV_BANK: drawn; to SV_NONE: out of play. */
void svi_move_ticket(struct svi_ctx *c, unsigned from, unsigned to, enum sv_why why);

void svi_set_mortgaged(struct svi_ctx *c, unsigned space, bool on);

/* ---- buildings (build.c) --------------------------------------------------------------------- */

/* Sells buildings of `seat` down to the wanted levels, for half their cost (RULES 7.1, 7.2). The
 * plan has been judged. */
void svi_sell_levels(struct svi_ctx *c, unsigned seat, const uint8_t wanted[SV_MAX_SPACES]);

/* Sells and mortgages as a judged plan says (RULES 8.2). */
void svi_sell_and_mortgage(struct svi_ctx *c, unsigned seat, const struct sv_plan *plan);

/* Lifts mortgages of the seat's deeds (RULES 8.2, 8.4). */
void svi_lift(struct svi_ctx *c, unsigned seat, uint64_t deeds);

/* Raises a space by one level, paid with `price` to the bank. */
void svi_raise_level(struct svi_ctx *c, unsigned space, int32_t price, enum sv_why why);

/* Sets a street's level and moves the buildings between it and the bank. */
void svi_set_level(struct svi_ctx *c, unsigned space, unsigned level);

/* ---- tokens and dice (move.h, move.c) -------------------------------------------------------- */

/* Moves a token to any space, without salary. */
void svi_move_back(struct svi_ctx *c, unsigned seat, unsigned to, enum sv_why why);

/* Sends a token straight to jail (RULES 5.1). */
void svi_send_to_jail(struct svi_ctx *c, unsigned seat, enum sv_why why);
void svi_leave_jail(struct svi_ctx *c, unsigned seat, enum sv_why why);

/* Returns whether the seat stands free on the board, so that its turn can go on. */
static inline bool svi_on_the_move(const struct sv_position *p, unsigned seat)
{
    return sv_alive(p, seat) && p->jail[seat] == 0;
}

/* Throws dice of a purpose and reports them; dice that move a token also go into the position. The
 * speed die counts only with `three`, and is reported as in sv_position.dice. */
uint32_t svi_throw(struct svi_ctx *c, unsigned seat, enum sv_purpose purpose, enum sv_why why,
                   bool three);

/* Returns the next space ahead among a set of spaces; SV_NONE if the set is empty. */
unsigned svi_next_space(unsigned from, uint64_t spaces);

/* ---- turns (turn.c, roll.c) ------------------------------------------------------------------ */

/* Returns whether all effects of the turn's last throw are settled, or the next throw is due at
 * once. */
bool svi_turn_rests(const struct sv_frame_turn *f);

/* Pushes the game's first turn. */
void svi_push_turn(struct svi_ctx *c, unsigned seat);

/* Throws the dice of a turn and carries out their effects as far as possible without questions;
 * pushes ROLL for the rest. */
void svi_roll(struct svi_ctx *c, unsigned seat);

/* Begins a turn in a state without a course, and runs it to its first question (game.c). */
void svi_open_turn(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                   const struct sv_sink *sink);

/* Lets the turn's doubles roll again. */
void svi_turn_again(struct svi_ctx *c);

/* ---- landing (land.c) ------------------------------------------------------------------------ */

/* Pushes LAND for the seat's space. The pips that brought it there are in course.pips (0: no roll
 * did). */
void svi_push_land(struct svi_ctx *c, unsigned seat);

/* Carries out LAND for the seat's `space`, where a roll has brought it, without a frame. Returns
 * false, and does nothing, if a seat may be asked or another frame is necessary. */
bool svi_land_at_once(struct svi_ctx *c, unsigned seat, unsigned space);

/* As svi_push_land(), by a nearest-deed card: `factor` times the rent of a railroad or the throw on
 * a utility. */
void svi_push_land_by_card(struct svi_ctx *c, unsigned seat, int32_t factor);

/* Returns the deeds that the bank still owns. */
static inline uint64_t svi_unowned(const struct sv_edition *e, const struct sv_position *p)
{
    uint64_t owned = 0;
    for (unsigned s = 0; s < p->seats; s++) {
        owned |= p->owned[s];
    }
    return e->deeds & ~owned;
}

/* Returns the deeds on which landing costs `seat` rent; a utility counts at seven pips (RULES 10.4,
 * 11.6). */
uint64_t svi_rent_spaces(const struct svi_ctx *c, unsigned seat);

/* ---- cards (card.c) -------------------------------------------------------------------------- */

/* Draws the top card of a deck for the seat and pushes what it asks for (RULES 1.2, 6). */
void svi_draw_card(struct svi_ctx *c, unsigned seat, unsigned deck);

/* Draws a bus ticket for the seat, if any is left, with all that follows (RULES 11.5). */
void svi_draw_ticket(struct svi_ctx *c, unsigned seat);

/* ---- windows and trades (window.c, trade.c) -------------------------------------------------- */

/* Pushes a window before a roll of `seat`: for all players, or for the roller alone. Returns false,
 * and pushes nothing, if no seat concerned answers its question. */
bool svi_push_window(struct svi_ctx *c, unsigned seat, bool all);

/* Report the end of an auction that the window on top of the stack has held (RULES 7.3). Either the
 * unit was placed on `space`, which uses up one of its owner's orders, or the unit had no
 * bidder. */
void svi_window_placed(struct svi_ctx *c, unsigned space);
void svi_window_unsold(struct svi_ctx *c, unsigned unit);

/* Makes an offer of `seat`, if it is still lawful (RULES 8.3): pushes TRADE and returns true, or
 * reports it void. Uses up one of the seat's offers_left. */
bool svi_push_offer(struct svi_ctx *c, unsigned seat, const struct sv_offer *offer);

/* Stores the offers of an answer in secret.offers until they are made. */
void svi_keep_offers(struct svi_ctx *c, unsigned seat, const struct sv_answer *a);

/* ---- auctions (auction.c, won.c) ------------------------------------------------------------- */

/* Pushes an auction among the seats `in`; the seat after `after` is asked first. */
void svi_push_auction(struct svi_ctx *c, unsigned space, unsigned unit, unsigned after, unsigned in,
                      int32_t lowest, enum sv_why why);

/* Pushes payment and transfer of an auction that `seat` has won. */
void svi_push_won(struct svi_ctx *c, unsigned seat, unsigned space, unsigned unit, int32_t price);

/* ---- debts and estates (debt.c, bankrupt.c, interest.c, complete.c) -------------------------- */

/* Pushes a debt; nothing for an amount of 0 (RULES 9.1). `to_bank_if_bankrupt`: RULES 6, pay
 * each. */
void svi_push_debt(struct svi_ctx *c, unsigned debtor, unsigned creditor, int64_t amount,
                   enum sv_why why, unsigned space, bool to_bank_if_bankrupt);

void svi_push_bankrupt(struct svi_ctx *c, unsigned seat, unsigned creditor);

/* Pushes the effects of deeds that `seat` has received: mortgages (RULES 8.4) and completed sets
 * (11.2). */
void svi_push_received(struct svi_ctx *c, unsigned seat, uint64_t deeds);
/* Pushes the interest on deeds that were mortgaged when they were received. */
void svi_push_interest(struct svi_ctx *c, unsigned seat, uint64_t deeds);

/* Notes that the seat has paid for lifting the mortgage of `space`, so that it owes no 10% for
 * it. */
void svi_interest_settled(struct svi_ctx *c, unsigned seat, unsigned space);

/* Returns the 10% on these deeds. */
int64_t svi_interest_due(const struct sv_edition *e, uint64_t deeds);

#endif
