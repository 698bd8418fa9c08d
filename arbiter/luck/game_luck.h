/* Computes the luck of a game from its events: during play, where a worker keeps it with a match,
 * or from a replay (svi_replay_luck_create()). arbiter/probe follows games that are played on, and
 * analyses store its version.
 *
 * A game gives points from 1 for the first to 0 for the last. Everything in a struct svi_game_luck
 * is in whole millionths of a point, and equal on every machine. Tables and followers own nothing:
 * their functions cannot fail, and nothing is left to free. */
#ifndef SVI_ARBITER_LUCK_GAME_LUCK_H
#define SVI_ARBITER_LUCK_GAME_LUCK_H

#include "record/record.h"
#include "record/replay.h"
#include "value/account.h"

#define SVI_LUCK_UNIT 1000000 /* units of a point */
#define SVI_LUCK_VERSION_BYTES 16u

struct svi_game_luck {
    /* Hash of the value function (weights, stand-in), the account, the edition and the rules.
     * Figures of different versions must not be mixed. */
    uint8_t version[SVI_LUCK_VERSION_BYTES];
    unsigned seats;
    uint32_t events; /* events of chance */
    bool stopped;    /* a seat has forfeited; later events are left out */
    struct {
        /* Points that chance gave beyond the mean; all seats together have 0, except for
         * rounding. */
        int32_t luck;
        /* Standard deviation of luck in such a game. */
        uint32_t sd;
        /* Points less 1/2 less luck: everything that the value function does not explain by
         * chance. */
        int32_t skill;
        /* parts of luck by enum svi_luck_figure, for regressions */
        int32_t figure[SVI_LUCK_FIGURES];
    } seat[SV_MAX_SEATS];
};

/* Computes the version that svi_luck_follow_end() writes for games of an edition. `hash` is its
 * svi_edition_hash(). */
void svi_luck_version(const struct sv_edition *e, const uint8_t hash[32],
                      uint8_t version[SVI_LUCK_VERSION_BYTES]);

/* Tables that all computations of one thread under one edition share. All 0 at first; some 100
 * KiB. */
struct svi_luck_tables {
    struct sv_edition edition;
    uint8_t hash[32];
    bool ready;
    uint8_t version[SVI_LUCK_VERSION_BYTES];
    struct svi_value value;
    struct svi_value_base base;
};

/* Makes the tables ready for an edition, whose svi_edition_hash() is `hash`. Returns false if they
 * were ready for it already. Tables of another edition must not be in use. */
bool svi_luck_tables_take(struct svi_luck_tables *tables, const struct sv_edition *edition,
                          const uint8_t hash[32]);

/* Follows one game after the other. All 0 before the first game, and before a game with tables of
 * another edition. Some 10 KiB. */
struct svi_luck_follower {
    struct svi_luck luck;
    struct svi_luck_tables *tables; /* must outlive it */
    struct sv_answer pending; /* answer of `pending_seat` that waits; SV_NONE: no answer waits */
    uint8_t pending_seat;
};

/* Begins a game; call it before svi_game_start() gets the same setup. `sink` (or NULL) gets events
 * of chance as soon as they are known, which is before they happen in the game. The follower copies
 * `sink`, and does not keep `setup`. */
void svi_luck_follow_begin(struct svi_luck_follower *f, struct svi_luck_tables *tables,
                           const struct sv_setup *setup, const struct svi_luck_sink *sink);

/* Follows no game until svi_luck_follow_begin_at(). */
void svi_luck_follow_nothing(struct svi_luck_follower *f, struct svi_luck_tables *tables);

/* Begins in the midst of a game, between two decisions. svi_luck_follow_nothing() comes before, and
 * sets the tables. Luck before this does not count. */
void svi_luck_follow_begin_at(struct svi_luck_follower *f, const struct svi_game *game);

/* Continues a game with other tables of the same edition. */
void svi_luck_follow_move(struct svi_luck_follower *f, struct svi_luck_tables *tables);

/* Takes an event of the game. Answers and forfeits matter; they come before they are carried
 * out. */
void svi_luck_follow(struct svi_luck_follower *f, const struct sv_event *ev);

/* Ends a game that was begun. `out`, unless NULL, gets its luck; pass NULL for a game that is not
 * over. The next game may begin then. */
void svi_luck_follow_end(struct svi_luck_follower *f, const struct svi_game *game,
                         struct svi_game_luck *out);

/* Computes the luck of a game from its replay alone. `solvent luck`, `replay` and `verify`,
 * analyses and the pages of games use it, and league/luck_fill.h for games in a store without luck.
 *
 *     struct svi_replay_luck *r = svi_replay_luck_create();
 *     struct svi_game_luck luck;
 *     if (svi_replay_luck_read(r, bytes, size, NULL, &luck) == SV_OK) { ... luck.seat[s].luck ... }
 *     svi_replay_luck_destroy(r); */

struct svi_replay_luck;

/* Creates a reader of some 300 KiB; NULL without memory. One thread at a time may use it. It keeps
 * the tables of an edition for the next game. svi_replay_luck_destroy() takes NULL. */
struct svi_replay_luck *svi_replay_luck_create(void);
void svi_replay_luck_destroy(struct svi_replay_luck *r);

/* Plays a .svr file again and computes its luck. `sink` (or NULL) gets each event in order, when it
 * has happened in the game (value/account.h). If the file is no replay or breaks the rules, returns
 * the status of svi_replay_next(); without memory, SV_E_SYSTEM. On errors *out is not valid, `sink`
 * may have had events, and svi_replay_luck_error() has a line until the next call. The reader can
 * read another file then. The reader needs `bytes` and `sink` only during the call. */
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
