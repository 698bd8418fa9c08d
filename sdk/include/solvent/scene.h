/* A scene: a table of your own to play on from. It says who owns what, who has how much cash, where
 * the tokens stand and whose turn it is; the rest follows. Use it in a bot's tests, to look at one
 * situation, or at one seat's walk round the board. All structs are the caller's.
 *
 *     struct sv_scene scene;
 *     struct sv_state st;
 *
 *     sv_scene_start(e, 2, &scene);              // as a game begins
 *     scene.owner[37] = scene.owner[39] = 0;     // seat 0 has both dark blues,
 *     scene.level[37] = scene.level[39] = 3;     //   with three houses each
 *     scene.cash[1] = 400;
 *     scene.turn_seat = 1;
 *     if (sv_scene_open(e, &scene, NULL, key, NULL, &st, &error) != SV_OK) {
 *         fprintf(stderr, "%s: %s\n", error.where, error.problem);
 *     }
 *     // then sv_pending(), sv_ask(), sv_apply() as ever */
#ifndef SOLVENT_SCENE_H
#define SOLVENT_SCENE_H

#include <solvent/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A table to start from, whatever game might have led there. */
struct sv_scene {
    uint8_t seats; /* 2-8 */
    /* Set of seats that play. A game has ended when one is left, or after max_rounds. */
    uint8_t alive;
    uint8_t speeding; /* set of seats that roll the speed die (RULES 10.1) */
    /* Seat that began: a round is over when the turn returns to this seat. */
    uint8_t first;
    /* Seat whose turn begins; must be alive. */
    uint8_t turn_seat;
    uint16_t round; /* from 1 */
    uint32_t turn;  /* number of the turn that begins, from 1 */
    /* From 0. Bankrupt seats have 0, and own nothing else. */
    int32_t cash[SV_MAX_SEATS];
    uint8_t space[SV_MAX_SEATS];   /* where each token stands */
    uint8_t jail[SV_MAX_SEATS];    /* 0: free; k+1: in jail with k failed rolls */
    uint8_t tickets[SV_MAX_SEATS]; /* bus tickets held */
    /* Owner of each deed: a seat, or SV_BANK. Ignored for spaces without a deed. */
    uint8_t owner[SV_MAX_SPACES];
    uint8_t level[SV_MAX_SPACES]; /* as sv_position.level */
    uint64_t mortgaged;           /* set of spaces */
    /* Seat, or SV_BANK while the card is in its deck. Ignored for cards that do not exist. */
    uint8_t jail_holder[SV_MAX_JAIL_CARDS];
    /* Known cards of each deck, from the top; SV_NONE if unknown. */
    uint8_t top[SV_DECK_COUNT][SV_MAX_CARDS];
};

/* Writes the scene of a game's beginning: all seats on GO with the start cash, nothing owned, no
 * card known, seat 0 first. Returns SV_E_ARGUMENT if `seats` is not 2-8. */
enum sv_status sv_scene_start(const struct sv_edition *e, unsigned seats, struct sv_scene *out);

/* Writes the table of a position as a scene. The scene opens with a new turn of
 * sv_position.turn_seat, or of the next living seat if that seat is bankrupt. A scene leaves out
 * running auctions, offers and debts, forfeits, and bus tickets that are out of play. */
void sv_scene_of(const struct sv_edition *e, const struct sv_position *p, struct sv_scene *out);

/* Checks a scene, makes a game from it with the luck of `key`, and plays the game to its first
 * question. `answers` is as in struct sv_setup; NULL asks all seats everything. Events of the
 * turn's beginning go to `sink`, which may be NULL.
 *
 * The rules must allow the table: living seats own the deeds, built sets are built evenly and not
 * mortgaged (RULES 7.1, 8.2; under `sets: all_but_one` they only must be sets that may be built
 * on), the bank has the buildings, and each card is in one place. Otherwise the function returns
 * SV_E_RANGE, and `error`, which may be NULL, names the place, as in "level[39]", and the problem;
 * do not use `out` then. */
enum sv_status sv_scene_open(const struct sv_edition *e, const struct sv_scene *scene,
                             const uint32_t answers[SV_MAX_SEATS], const uint8_t key[SV_KEY_BYTES],
                             const struct sv_sink *sink, struct sv_state *out,
                             struct sv_edition_error *error);

#ifdef __cplusplus
}
#endif

#endif
