/* Plays recorded games again and compares them with their records. As text, differences are printed
 * on stdout when they are found; unreadable files are reported on stderr.
 *
 * `solvent verify` creates a verification, gives it files and stores, and calls svi_verify_end().
 * All functions belong to the thread that created it, its owner. Findings are counted in `v`, so
 * most functions return nothing. */
#ifndef SVI_TOOLS_REPLAY_VERIFY_H
#define SVI_TOOLS_REPLAY_VERIFY_H

#include "job/luck_row.h"
#include "job/trade_balance.h"
#include "luck/game_luck.h"
#include "record/replay.h"
#include "store/store_chain.h"
#include "tools/console/exit.h"
#include "tools/console/progress.h"

#include <stdbool.h>
#include <stdint.h>

/* Selects the games of a store to verify. `solvent verify --sample` fills it; `wants` is called
 * with the number of each game, in the thread that owns the verification. `user` is the
 * caller's. */
struct svi_verify_pick {
    bool (*wants)(void *user, uint64_t number);
    void *user;
};

struct svi_verify_slot;

/* Called for each game that has been played, in the order of svi_verify_send(): in the owner's
 * thread, when all slots are full or svi_verify_drain() is called. */
typedef void svi_verify_told(void *user, struct svi_verify_slot *slot);

/* One game. The verification owns it and its memory. The owner fills the members up to `luck`; the others
 * are valid while svi_verify_told runs. */
struct svi_verify_slot {
    struct svi_buf name;  /* name of the game in messages, with a 0 at the end */
    struct svi_buf bytes; /* bytes of the file */
    uint64_t number;      /* `number`, `told` and `user` are for the owner. */
    svi_verify_told *told;
    void *user;
    struct {
        uint8_t version[SVI_LUCK_VERSION_BYTES], row[SVI_LUCK_ROW];
        size_t size; /* bytes of the store's luck row for the game; 0: no row */
    } luck;

    enum sv_status status; /* Status of the replay; replay.error has its message. */
    bool readable;         /* false: not a replay, or a replay of another version */
    struct svi_replay replay;
    struct svi_game game;
    uint32_t verdicts[SV_MAX_SEATS][SV_VERDICT_COUNT];
    uint32_t forfeits; /* set of seats */
    struct svi_trade_balance trades;
    struct svi_replay_luck *reader; /* NULL until it is needed */
    /* The game's luck; `seats` is 0 unless the row is from this program's version. */
    struct svi_game_luck counted;
};

/* State of a verification, for verify.c and verify_store.c. */
struct svi_verify {
    uint64_t games, bad, unreadable, decisions;
    uint64_t stores;
    uint64_t rankings, bots;      /* leagues whose ranking was computed again, and their bots */
    uint64_t missing;             /* planned games that are missing from their stores */
    bool terminal;                /* stderr is a terminal that can erase a line */
    struct svi_progress progress; /* progress of the current store */
    bool json;
    /* For JSON: lists of differences and of unreadable things, without their ends. */
    struct svi_buf differences, problems;
    /* Games to be played, then reported, all at once: the first `n` of `slots`. */
    struct svi_verify_slot *slot;
    unsigned slots, n, jobs;
    bool has_head; /* stores are compared with the published `head` */
    uint8_t head[SVI_HEAD_BYTES];
    struct svi_verify_pick pick; /* `wants` is NULL: all games */
};

/* Creates a verification that prints text or, with `json`, one JSON object from svi_verify_end().
 * `jobs` threads play, 1 to SVI_MOST_WORKERS; the output does not depend on their number. Returns
 * NULL if memory runs out. svi_verify_destroy() frees it. */
struct svi_verify *svi_verify_create(bool json, unsigned jobs);
void svi_verify_destroy(struct svi_verify *v);

/* Verifies one game: a replay, or STORE.db#N. */
void svi_verify_file(struct svi_verify *v, const char *path);

/* Restricts later stores to the games that `pick` wants; all 0 lifts that. Copies it; pick->user
 * must live until they are verified. The ranking is not compared then. */
void svi_verify_only(struct svi_verify *v, const struct svi_verify_pick *pick);

/* Compares later whole stores with a published head: it must be the head of the store, or of an
 * earlier state of the store. */
void svi_verify_head(struct svi_verify *v, const uint8_t head[SVI_HEAD_BYTES]);

/* Counts and reports something unreadable, after all earlier findings. */
void svi_verify_unreadable(struct svi_verify *v, const char *path, const char *reason);

/* Reports all games under way, and prints the counts of games and faults. Call it once, at the end.
 * Returns SVI_EXIT_ENVIRONMENT, after an error message, if they cannot be written; else
 * SVI_EXIT_FAILED if a game differed from its record; else SVI_EXIT_USAGE if something could not be
 * read; else SVI_EXIT_DONE. */
enum svi_exit svi_verify_end(struct svi_verify *v);

/* ---- for verify_store.c ---------------------------------------------------------------------- */

/* Counts and reports that `name` differs from its record. */
void svi_verify_bad(struct svi_verify *v, const char *name, const char *problem);

/* Counts and reports at once that something cannot be read; the line names it. */
void svi_verify_unreadable_line(struct svi_verify *v, const char *line);

/* Returns a slot for the next game, never NULL; fill it, then call svi_verify_send(). A slot that is
 * not sent is returned again, with empty buffers. If all slots are full, drains them. */
struct svi_verify_slot *svi_verify_slot(struct svi_verify *v);

/* Keeps the game in the slot that was returned last, to be played. */
void svi_verify_send(struct svi_verify *v);

/* Plays all games in slots and reports them, so that later findings come after them. */
void svi_verify_drain(struct svi_verify *v);

/* Counts a game that has been played, and reports its faults. Returns whether it equals its
 * record. */
bool svi_verify_count(struct svi_verify *v, const struct svi_verify_slot *slot);

#endif
