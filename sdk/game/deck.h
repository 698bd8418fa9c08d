/* The decks: rings of card numbers. The order of cards is secret (sv_secret.deck) until they have
 * been seen (sv_position.seen). RULES 1.2. The game's files call it; only svi_deck_guess() can
 * fail. */
#ifndef SVI_GAME_DECK_H
#define SVI_GAME_DECK_H

#include "game/op.h"

/* Shuffles all decks for a new game. Before, secret.key must have been set, and deck_head be 0. */
void svi_decks_set_up(const struct sv_edition *e, struct sv_state *st);

/* Takes the top card off a deck, seen by everybody. Returns SV_NONE if the deck is empty. */
unsigned svi_deck_take(struct svi_ctx *c, unsigned deck);

/* Draws a card for a seat: takes the top card, or with `deck: redraw` any card that no player
 * holds. Returns SV_NONE if no card is left. */
unsigned svi_deck_draw(struct svi_ctx *c, unsigned seat, unsigned deck);

/* Puts a card under its deck, seen by everybody. With `deck: redraw` the card has never left. */
void svi_deck_put_back(struct svi_ctx *c, unsigned deck, unsigned card);

/* Fills a deck consistently with a position: the unknown cards follow from the luck of `key`.
 * Returns SV_E_RANGE if the position knows cards that do not exist, or too few; do not use `order`
 * then. sv_determinise() and scenes call it. */
enum sv_status svi_deck_guess(const struct sv_edition *e, const struct sv_position *p,
                              unsigned deck, const uint8_t key[SV_KEY_BYTES],
                              uint8_t order[SV_MAX_CARDS]);

#endif
