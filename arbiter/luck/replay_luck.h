/* The luck of a game, from its replay alone: what a worker keeps with a match, what `solvent luck` makes up for, what a page shows.
 *
 *     struct svi_replay_luck *r = svi_replay_luck_create();
 *     struct svi_game_luck luck;
 *     if (svi_replay_luck_read(r, bytes, size, NULL, &luck) == SV_OK) { ... luck.seat[s].luck ... }
 *     svi_replay_luck_destroy(r);
 *
 * Points are what a game gives: 1 to the first, 0 to the last. Everything in a struct svi_game_luck is whole millionths of points: the
 * same on every machine. */
#ifndef SVI_ARBITER_LUCK_REPLAY_LUCK_H
#define SVI_ARBITER_LUCK_REPLAY_LUCK_H

#include "luck/account.h"
#include "record/replay.h"

#define SVI_LUCK_UNIT 1000000 /* makes one point */
#define SVI_LUCK_VERSION_BYTES 16u

struct svi_game_luck {
    /* Of value function (weights, stand-in), account, edition and rules: figures of two versions are not to be mixed. */
    uint8_t version[SVI_LUCK_VERSION_BYTES];
    unsigned seats;
    uint32_t events; /* of chance */
    bool stopped;    /* a seat has forfeited: what came after that is not in it */
    struct {
        int32_t
            luck; /* points that chance gave, more than the mean: all seats together 0, but for rounding */
        uint32_t
            sd; /* how much of it there is in a game such as this one: its standard deviation */
        int32_t
            skill; /* points less 1/2 less luck: what is not explained by chance, and what V did not see */
        int32_t figure[SVI_LUCK_FIGURES]; /* enum svi_luck_figure: luck in parts, for regressions */
    } seat[SV_MAX_SEATS];
};

struct svi_replay_luck;

/* NULL: no memory; some 300 KiB. One thread at a time; keeps what it has made ready of an edition for the next game. */
struct svi_replay_luck *svi_replay_luck_create(void);
void svi_replay_luck_destroy(struct svi_replay_luck *r);

/* Plays a .svr file again and accounts for its luck. `sink` is told of each event, in order, when the game has come to it
 * (luck/account.h); NULL: nobody. A file that is none, or does not hold, gives the status of svi_replay_next(), and svi_replay_luck_error() the line. */
enum sv_status svi_replay_luck_read(struct svi_replay_luck *r, const uint8_t *bytes, size_t size,
                                    const struct svi_luck_sink *sink, struct svi_game_luck *out);
const char *svi_replay_luck_error(const struct svi_replay_luck *r);

/* The version that svi_replay_luck_read() would write for a game under an edition, whose svi_edition_hash() is `hash`. */
void svi_luck_version(const struct sv_edition *e, const uint8_t hash[32],
                      uint8_t version[SVI_LUCK_VERSION_BYTES]);

/* ---- what stands out in a game --------------------------------------------------------------------- */

#define SVI_MOMENTS 3u

/* An event of chance, and what it gave to a seat. */
struct svi_moment {
    uint32_t at; /* `solvent replay --at`: the throw, or the card; 0: who begins */
    uint32_t decision, turn, round;
    uint8_t thrower, chance, dice[3]; /* struct svi_luck_event */
    int32_t luck; /* of the seat, in millionths of points; 0: there is no such moment */
};

/* The luckiest and unluckiest moments of each seat, the greatest first; a sink for svi_replay_luck_read(). */
struct svi_moments {
    struct svi_moment lucky[SV_MAX_SEATS][SVI_MOMENTS], unlucky[SV_MAX_SEATS][SVI_MOMENTS];
};

/* Empties `moments` and returns the sink that fills it. */
struct svi_luck_sink svi_moments_sink(struct svi_moments *moments);

#endif
