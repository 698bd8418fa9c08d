/* The part of chance in a step of the game, and its alternatives, for the accounts of luck
 * (value/account.c) and of decisions (tools/analysis/evaluation.c). They begin a game by
 * svi_chance_start(), and go on by svi_chance_apply() with a struct svi_chance_event of their own
 * (game/game.h). The game follows the rules and its key as always. With the event it also reports
 * which decisions were left to chance, and can take other dice for the first throw and
 * other cards for unseen ones.
 *
 * A game that is run so also stops at rests: before the next throw, and once all effects of a throw
 * are settled. No seat is asked at a rest; svi_chance_go_on() (game/game.h) runs on. The event and
 * all arrays are the caller's; nothing here allocates or fails. Between two stops there is at most
 * one throw (with its effects: cards, a utility's own throw), or a draw that an answer chose. */
#ifndef SVI_GAME_CHANCE_H
#define SVI_GAME_CHANCE_H

#include <solvent/game.h>

struct svi_ctx;

/* The first decision of chance in a step. */
enum svi_chance { SVI_CHANCE_NONE, SVI_CHANCE_THROW, SVI_CHANCE_DRAW };

struct svi_chance_event {
    /* Dice of the first throw, as in sv_position.dice; all 0 takes the dice of the key. */
    uint8_t dice[3];
    /* Index, modulo their number, of the unseen card of a deck that is drawn first: it changes
     * places with the top one. Used only with `redrawn`, and not under `deck: redraw`, in which the
     * key decides. */
    uint32_t card;
    bool redrawn;

    /* The decision; set it to SVI_CHANCE_NONE before the step. */
    uint8_t first;   /* enum svi_chance */
    uint8_t thrower; /* seat of a first throw */
    bool three;      /* the throw has the speed die */
    /* The throw is for doubles in jail. */
    bool jail;
    uint8_t doubles; /* doubles thrown earlier in this turn */
    uint8_t tries;   /* sv_position.jail before the throw */
    uint8_t thrown[3];
    bool more; /* chance decided more than that */
};

/* An outcome of a throw that differs from the others in its effects, and its number of chances out
 * of 36 or 216 equal ones. */
struct svi_throw {
    uint8_t dice[3];
    uint8_t chances;
    /* Index of doubles with the same effects as this outcome except for the additional throw,
     * unless they draw a card or throw for a utility; each is the other's twin. Else SV_NONE. */
    uint8_t twin;
};
/* Most outcomes: 21 pairs and six faces, of which two are equal. */
#define SVI_THROWS 126u

/* Writes the outcomes of the first throw of `chance`; their chances add up to 36, or 216 with the
 * speed die. Returns their number. */
unsigned svi_chance_throws(const struct sv_edition *e, const struct svi_chance_event *chance,
                           struct svi_throw out[SVI_THROWS]);

/* Returns the index of the outcome that happened among the `n` outcomes, or `n` if it is not among
 * them. */
unsigned svi_chance_which(const struct sv_edition *e, const struct svi_chance_event *chance,
                          const struct svi_throw throws[], unsigned n);

/* For the game: returns whether a throw's dice are given beforehand. */
static inline bool svi_chance_knows(const struct svi_chance_event *chance, bool moves)
{
    return moves && chance->first == SVI_CHANCE_NONE && chance->dice[0] != 0;
}

/* For the game: reports a throw before it counts, or a card before it is drawn. Returns the dice
 * (game/luck.h) that count. */
uint32_t svi_chance_throw(struct svi_ctx *c, unsigned seat, bool moves, bool jail, bool three,
                          uint32_t dice);
void svi_chance_draw(struct svi_ctx *c, unsigned deck);

#endif
