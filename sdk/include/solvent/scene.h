/* A scene: a table of your own to play on from. It says who owns what, who has how much cash, where
 * the tokens stand and whose turn it is; the rest follows. Use it to look at one situation, or at
 * one seat's walk round the board.
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
    uint8_t speeding;  /* set of seats that roll the speed die (RULES 10.1) */
    uint8_t first;     /* seat that began: when the turn comes to it again, a round is over */
    uint8_t turn_seat; /* whose turn begins; it must be alive */
    uint16_t round;    /* from 1 */
    uint32_t turn;     /* number of the turn that begins, from 1 */
    int32_t cash[SV_MAX_SEATS];    /* from 0; of seats that are out 0, and so is all they have */
    uint8_t space[SV_MAX_SEATS];   /* where each token stands */
    uint8_t jail[SV_MAX_SEATS];    /* 0: free; k+1: in jail with k failed rolls */
    uint8_t tickets[SV_MAX_SEATS]; /* bus tickets held */
    uint8_t owner[SV_MAX_SPACES];  /* of each deed: a seat, or SV_BANK; not read where there is no
                                      deed */
    uint8_t level[SV_MAX_SPACES];  /* as sv_position.level */
    uint64_t mortgaged;            /* set of spaces */
    uint8_t jail_holder[SV_MAX_JAIL_CARDS]; /* seat, or SV_BANK while in its deck; of cards that
                                               there are */
    uint8_t top[SV_DECK_COUNT]
               [SV_MAX_CARDS]; /* what is known of each deck, from its top; SV_NONE: unknown */
};

/* As a game begins: all seats on GO with the start cash, nothing owned, nothing known of the decks,
 * seat 0 first. SV_E_ARGUMENT when `seats` is not 2-8. */
enum sv_status sv_scene_start(const struct sv_edition *e, unsigned seats, struct sv_scene *out);

/* Writes the table of a position as a scene. It opens with a new turn of sv_position.turn_seat, or
 * of the next living seat when that seat is out. Auctions, offers and debts that are under way are
 * not part of a scene, nor that a seat plays defaults for good, nor bus tickets that are out of
 * play. */
void sv_scene_of(const struct sv_edition *e, const struct sv_position *p, struct sv_scene *out);

/* Checks a scene, makes a game of it with the luck of `key`, and plays it to its first question.
 * `answers`: as in struct sv_setup, for each seat; NULL: all are asked everything. Events of the
 * turn's beginning go to `sink` (may be NULL). It checks that the rules allow the table: deeds of
 * living seats, sets to build on that are built evenly and not mortgaged (RULES 7.1, 8.2; under
 * `sets: all_but_one` only that they may be built on), buildings that there are, cards that are in
 * one place.
 *
 * SV_E_RANGE when they do not; then `error` (may be NULL) says where, as in "level[39]", and what
 * is wrong. */
enum sv_status sv_scene_open(const struct sv_edition *e, const struct sv_scene *scene,
                             const uint32_t answers[SV_MAX_SEATS], const uint8_t key[SV_KEY_BYTES],
                             const struct sv_sink *sink, struct sv_state *out,
                             struct sv_edition_error *error);

#ifdef __cplusplus
}
#endif

#endif
