/* What chance does in a step of the game, and what it might have done: for whoever accounts for
 * luck. The game plays by the rules and by its key as ever; with a chance it says what was left to
 * chance, takes other dice for the first throw, and other cards for those that nobody has seen.
 *
 * A game that is run so stops at rests, too: before the next throw, and once all is settled that a
 * throw caused. Nobody is asked there; svi_chance_go_on() runs on. Between two stops is one throw
 * at most (and what it leads to: cards, a utility's own throw), or a draw that an answer chose. */
#ifndef SVI_GAME_CHANCE_H
#define SVI_GAME_CHANCE_H

#include <solvent/game.h>

struct svi_ctx;

/* What came first of all that chance decided in a step. */
enum svi_chance { SVI_CHANCE_NONE, SVI_CHANCE_THROW, SVI_CHANCE_DRAW };

struct svi_chance_event {
    uint8_t dice[3]; /* of the first throw, as in sv_position.dice; all 0: as the key has it */
    /* Where among the cards of a deck that nobody has seen the one lies that is drawn first, modulo
     * their number: it changes places with the top one. Only with `redrawn`, and not under `deck:
     * redraw`, where the key says it. */
    uint32_t card;
    bool redrawn;

    /* What it was: to be SVI_CHANCE_NONE before the step. */
    uint8_t first;   /* enum svi_chance */
    uint8_t thrower; /* of a first throw: who, */
    bool three;      /*   with the speed die, */
    bool jail;       /*   for doubles in jail; */
    uint8_t doubles; /*   doubles thrown in this turn before, */
    uint8_t tries;   /*   sv_position.jail before */
    uint8_t thrown[3];
    bool more; /* chance decided more than that */
};

/* sv_apply() of an answer known to be legal, as svi_apply_judged(), up to the next question, rest
 * or the end. */
void svi_chance_apply(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                      const struct sv_answer *answer, struct svi_chance_event *chance);

/* From a rest to the next question, rest or the end; the game must not be over, and nobody be
 * asked. */
void svi_chance_go_on(const struct sv_edition *e, struct sv_state *st,
                      struct svi_chance_event *chance);

/* sv_game_start(), up to the first question or rest. */
enum sv_status svi_chance_start(const struct sv_edition *e, struct sv_state *st,
                                const struct sv_setup *setup);

/* An outcome of a throw that differs from the others in what follows, and how many of 36 or 216
 * equal chances it has. */
struct svi_throw {
    uint8_t dice[3];
    uint8_t chances;
    /* Doubles that do all that another outcome does unless that draws a card or throws for a
     * utility, but for the throw that comes after: each the other's number. Else SV_NONE. */
    uint8_t twin;
};
#define SVI_THROWS 126u /* the most there are: 21 pairs and six faces, of which two are one */

/* The outcomes of the first throw that a chance tells of; their chances add up to 36, or 216 with
 * the speed die. Returns how many. */
unsigned svi_chance_throws(const struct sv_edition *e, const struct svi_chance_event *chance,
                           struct svi_throw out[SVI_THROWS]);

/* Which of the `n` outcomes it was. */
unsigned svi_chance_which(const struct sv_edition *e, const struct svi_chance_event *chance,
                          const struct svi_throw throws[], unsigned n);

/* For the game: whether a throw's dice are known beforehand. */
static inline bool svi_chance_knows(const struct svi_chance_event *chance, bool moves)
{
    return moves && chance->first == SVI_CHANCE_NONE && chance->dice[0] != 0;
}

/* For the game: a throw is about to count, a card about to be drawn. Returns the dice (game/dice.h)
 * that do count. */
uint32_t svi_chance_throw(struct svi_ctx *c, unsigned seat, bool moves, bool jail, bool three,
                          uint32_t dice);
void svi_chance_draw(struct svi_ctx *c, unsigned deck);

#endif
