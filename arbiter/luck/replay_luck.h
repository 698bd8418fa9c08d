/* Computes the luck of a game from its replay alone. `solvent luck`, `replay` and `verify`,
 * analyses and the pages of games use it, and league/luck_fill.h for games in a store without luck.
 *
 *     struct svi_replay_luck *r = svi_replay_luck_create();
 *     struct svi_game_luck luck;
 *     if (svi_replay_luck_read(r, bytes, size, NULL, &luck) == SV_OK) { ... luck.seat[s].luck ... }
 *     svi_replay_luck_destroy(r); */
#ifndef SVI_ARBITER_LUCK_REPLAY_LUCK_H
#define SVI_ARBITER_LUCK_REPLAY_LUCK_H

#include "luck/game_luck.h"
#include "record/replay.h"

struct svi_replay_luck;

/* Creates a reader of some 300 KiB; NULL without memory. One thread at a time may use it. It keeps
 * the tables of an edition for the next game. svi_replay_luck_destroy() takes NULL. */
struct svi_replay_luck *svi_replay_luck_create(void);
void svi_replay_luck_destroy(struct svi_replay_luck *r);

/* Plays a .svr file again and computes its luck. `sink` (or NULL) gets each event in order, when it
 * has happened in the game (value/account.h). If the file is no replay or breaks the rules, returns
 * the status of svi_replay_next(); without memory, SV_E_SYSTEM. On errors *out is not valid, `sink`
 * may have had events, and svi_replay_luck_error() has a line until the next call. The reader can
 * read another file then. */
enum sv_status svi_replay_luck_read(struct svi_replay_luck *r, const uint8_t *bytes, size_t size,
                                    const struct svi_luck_sink *sink, struct svi_game_luck *out);
const char *svi_replay_luck_error(const struct svi_replay_luck *r);

/* ---- a game's moments ------------------------------------------------------------------------ */

#define SVI_MOMENTS 3u

/* An event of chance, and the luck that it gave to a seat. */
struct svi_moment {
    /* number for `solvent replay --at`: the throw or card; 0 for the draw of who begins */
    uint32_t at;
    uint32_t decision, turn, round;
    uint8_t thrower, chance, dice[3]; /* as in struct svi_luck_event */
    int32_t luck; /* the seat's luck in millionths of a point; 0: an empty place */
};

/* The luckiest and unluckiest moments of each seat, the greatest first. Filled by a sink for
 * svi_replay_luck_read(). */
struct svi_moments {
    struct svi_moment lucky[SV_MAX_SEATS][SVI_MOMENTS], unlucky[SV_MAX_SEATS][SVI_MOMENTS];
};

/* Empties `moments` and returns the sink that fills it. */
struct svi_luck_sink svi_moments_sink(struct svi_moments *moments);

#endif
