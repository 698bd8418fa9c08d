/* The luck of a game, from its replay alone: what `solvent luck` makes up for, what a page shows.
 *
 *     struct svi_replay_luck *r = svi_replay_luck_create();
 *     struct svi_game_luck luck;
 *     if (svi_replay_luck_read(r, bytes, size, NULL, &luck) == SV_OK) { ... luck.seat[s].luck ... }
 *     svi_replay_luck_destroy(r);
 */
#ifndef SVI_ARBITER_LUCK_REPLAY_LUCK_H
#define SVI_ARBITER_LUCK_REPLAY_LUCK_H

#include "luck/game_luck.h"
#include "record/replay.h"

struct svi_replay_luck;

/* NULL: no memory; some 300 KiB. One thread at a time; keeps what it has made ready of an edition
 * for the next game. */
struct svi_replay_luck *svi_replay_luck_create(void);
void svi_replay_luck_destroy(struct svi_replay_luck *r);

/* Plays a .svr file again and accounts for its luck. `sink` is told of each event, in order, when
 * the game has come to it (value/account.h); NULL: nobody. A file that is none, or does not hold,
 * gives the status of svi_replay_next(), and svi_replay_luck_error() the line. */
enum sv_status svi_replay_luck_read(struct svi_replay_luck *r, const uint8_t *bytes, size_t size,
                                    const struct svi_luck_sink *sink, struct svi_game_luck *out);
const char *svi_replay_luck_error(const struct svi_replay_luck *r);

/* ---- what stands out in a game --------------------------------------------------------------- */

#define SVI_MOMENTS 3u

/* An event of chance, and what it gave to a seat. */
struct svi_moment {
    uint32_t at; /* `solvent replay --at`: the throw, or the card; 0: who begins */
    uint32_t decision, turn, round;
    uint8_t thrower, chance, dice[3]; /* struct svi_luck_event */
    int32_t luck; /* of the seat, in millionths of points; 0: there is no such moment */
};

/* The luckiest and unluckiest moments of each seat, the greatest first; a sink for
 * svi_replay_luck_read(). */
struct svi_moments {
    struct svi_moment lucky[SV_MAX_SEATS][SVI_MOMENTS], unlucky[SV_MAX_SEATS][SVI_MOMENTS];
};

/* Empties `moments` and returns the sink that fills it. */
struct svi_luck_sink svi_moments_sink(struct svi_moments *moments);

#endif
