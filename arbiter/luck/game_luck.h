/* The luck of a game that is being played, from its events: what a worker keeps with a match, and
 * what a replay is read by (luck/replay_luck.h).
 *
 * Points are what a game gives: 1 to the first, 0 to the last. Everything in a struct svi_game_luck
 * is whole millionths of points: the same on every machine. */
#ifndef SVI_ARBITER_LUCK_GAME_LUCK_H
#define SVI_ARBITER_LUCK_GAME_LUCK_H

#include "record/record.h"
#include "value/account.h"

#define SVI_LUCK_UNIT 1000000 /* makes one point */
#define SVI_LUCK_VERSION_BYTES 16u

struct svi_game_luck {
    /* Of value function (weights, stand-in), account, edition and rules: figures of two versions
     * are not to be mixed. */
    uint8_t version[SVI_LUCK_VERSION_BYTES];
    unsigned seats;
    uint32_t events; /* of chance */
    bool stopped;    /* a seat has forfeited: what came after that is not in it */
    struct {
        int32_t luck; /* points that chance gave, more than the mean: all seats together 0, but for
                         rounding */
        /* Standard deviation of luck in such a game. */
        uint32_t sd;
        int32_t skill; /* points less 1/2 less luck: what is not explained by chance, and what V did
                          not see */
        int32_t figure[SVI_LUCK_FIGURES]; /* enum svi_luck_figure: luck in parts, for regressions */
    } seat[SV_MAX_SEATS];
};

/* The version that svi_luck_follow_end() writes for a game under an edition, whose
 * svi_edition_hash() is `hash`. */
void svi_luck_version(const struct sv_edition *e, const uint8_t hash[32],
                      uint8_t version[SVI_LUCK_VERSION_BYTES]);

/* What accounts under one edition share: one thread's. All 0 at first; some 100 KiB. */
struct svi_luck_tables {
    struct sv_edition edition;
    uint8_t hash[32];
    bool ready;
    uint8_t version[SVI_LUCK_VERSION_BYTES];
    struct svi_value value;
    struct svi_value_base base;
};

/* Makes them ready for an edition, unless they are, and returns whether they were not. `hash` is
 * its svi_edition_hash(). No account may be under way if they were ready for another. */
bool svi_luck_tables_take(struct svi_luck_tables *tables, const struct sv_edition *edition,
                          const uint8_t hash[32]);

/* Follows a game. All 0 before the first one, and whenever the tables are another edition's. Some
 * 10 KiB. */
struct svi_luck_follower {
    struct svi_luck luck;
    struct svi_luck_tables *tables; /* must outlive it */
    struct sv_answer held;          /* of `held_seat`; SV_NONE: none */
    uint8_t held_seat;
};

/* The game begins: to be called before svi_game_start() is given the same setup. `sink` (or NULL)
 * is told of events of chance as soon as the account knows them, which is before the game comes to
 * them. */
void svi_luck_follow_begin(struct svi_luck_follower *f, struct svi_luck_tables *tables,
                           const struct sv_setup *setup, const struct svi_luck_sink *sink);

/* Amid a game: it is followed with other tables of the same edition. */
void svi_luck_follow_move(struct svi_luck_follower *f, struct svi_luck_tables *tables);

/* The game reports an event. Those that matter are answers and forfeits, which come before they are
 * carried out. */
void svi_luck_follow(struct svi_luck_follower *f, const struct sv_event *ev);

/* The game is over, or no more of it is known; of one that is over `out` (unless NULL) gets the
 * luck. */
void svi_luck_follow_end(struct svi_luck_follower *f, const struct svi_game *game,
                         struct svi_game_luck *out);

#endif
