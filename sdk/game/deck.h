/* The decks: rings of card numbers. Which card lies where is secret (sv_secret.deck) until it has
 * been seen (sv_position.seen). RULES 1.2. */
#ifndef SVI_GAME_DECK_H
#define SVI_GAME_DECK_H

#include "game/op.h"

/* Shuffles all decks for a new game. */
void svi_decks_set_up(const struct sv_edition *e, struct sv_state *st);

/* Takes the top card off a deck, seen by everybody; SV_NONE when the deck is empty. */
unsigned svi_deck_take(struct svi_ctx *c, unsigned deck);

/* The card that a seat draws: the top one, taken, or with `deck: redraw` any that nobody holds.
 * SV_NONE when there is none. */
unsigned svi_deck_draw(struct svi_ctx *c, unsigned seat, unsigned deck);

/* Puts a card under its deck, seen by everybody. With `deck: redraw` it has never left. */
void svi_deck_put_back(struct svi_ctx *c, unsigned deck, unsigned card);

/* A deck as it may lie for all that a position tells: the unknown cards by the luck of `key`.
 * SV_E_RANGE when the position knows of cards that there are not, or of too few. */
enum sv_status svi_deck_guess(const struct sv_edition *e, const struct sv_position *p,
                              unsigned deck, const uint8_t key[SV_KEY_BYTES],
                              uint8_t order[SV_MAX_CARDS]);

#endif
