/* A match as its bots know it: the messages and questions that they were sent, and their answers.
 * The owner has the game. It calls svi_match_view_ask() when the game awaits answers, and gives
 * them to the game when all are in:
 *
 *     svi_match_view_begin(&m, &setup);
 *     svi_match_view_seat(&m, seat, &session);                   for each bot
 *     while (the game is not over) {
 *         svi_match_view_ask(&m, svi_game_pending(&game), now_us);
 *         ... frames and time, arbiter/session/bot_session.h, until m.game.waiting is 0 ...
 *         ... give each seat's verdict and svi_match_view_answer(); svi_match_view_taken() ...
 *     }
 *     svi_match_view_end(&m, &result, now_us);
 *
 * Owners are the runner's match (runner/live_match.h), arbiter/probe and the tables of `solvent
 * check`; `replay --drive` reads answers. Only svi_edition_cache_init() can fail; without memory,
 * messages fail the `out` of their session.
 *
 * Strikes: an answer that is late, malformed or illegal costs its seat a strike. With the last
 * strike allowed its forfeit is due, as it is when its bot is lost. The owner gives the forfeit to
 * the game. */
#ifndef SVI_ARBITER_SESSION_MATCH_VIEW_H
#define SVI_ARBITER_SESSION_MATCH_VIEW_H

#include "base/buf.h"
#include "session/bot_session.h"
#include "wire/patch.h"
#include "wire/wire.h"

#include <solvent/edition.h>
#include <solvent/manifest.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- edition cache --------------------------------------------------------------------------- */

/* An edition in the form that bots and records get, encoded once for many matches. */

struct svi_edition_cache {
    const struct sv_edition *edition;
    struct svi_buf bytes;
    uint8_t hash[32];
    /* Number of the edition at its owner, from 0. A bot is sent each of the first 64 only once. */
    unsigned number;
};

/* Fills `board`. Returns false if there is no memory, or if the edition cannot be hashed; nothing
 * is left to finish then. The edition must outlive it. */
bool svi_edition_cache_init(struct svi_edition_cache *board, const struct sv_edition *edition,
                            unsigned number);

/* Frees its bytes. */
void svi_edition_cache_finish(struct svi_edition_cache *board);

/* ---- delta base ------------------------------------------------------------------------------ */

/* The positions that the bots of a match know, so that they are sent only the changes. Seats that
 * were asked at the same moment know the same position: they share one block and one patch. */

struct svi_delta_base {
    /* Set of the seats that know block i; every seat is in one of these sets. */
    uint8_t knows[SV_MAX_SEATS];
    uint8_t block[SV_MAX_SEATS][SVI_MAX_BLOCK];
};

/* The patch for the questions of one moment, kept while the next seat needs the same. */
struct svi_delta_base_patch {
    const uint8_t *block; /* block that it starts from; NULL: none yet */
    size_t block_size, size;
    uint8_t bytes[SVI_PATCH_MAX(SVI_MAX_BLOCK)];
};

/* Resets the base when a match begins: all seats know a block of zeros. */
void svi_delta_base_reset(struct svi_delta_base *base);

/* Makes `patch` lead from the block that a seat knows to `now`, both of `size` bytes:
 * SV_POSITION_BYTES or SVI_MAX_BLOCK. `now` and `base` must not have changed since `patch` was
 * made, unless patch->block is NULL. */
void svi_delta_base_make_patch(const struct svi_delta_base *base, unsigned seat, const uint8_t *now,
                               size_t size, struct svi_delta_base_patch *patch);

/* Records that the seats of a set, not empty, know `now` from here on. `size` is the same
 * throughout a match. */
void svi_delta_base_learn(struct svi_delta_base *base, unsigned seats, const uint8_t *now,
                          size_t size);

/* ---- match view ------------------------------------------------------------------------------ */

struct svi_match_view {
    struct svi_bot_session_game game; /* first: svi_match_view_of() relies on it */
    unsigned seats;
    bool model;      /* a bot in it wants the luck model's state (course) too */
    unsigned vacant; /* set of the seats without a bot that are answered by default */
    struct svi_bot_session_seat seat[SV_MAX_SEATS];
    const struct svi_edition_cache *board;
    const uint8_t *seed;
    struct svi_start start;     /* start message, as far as all seats share it */
    struct svi_delta_base base; /* last: its blocks are big, and only the first few are used */
};

/* Returns the match of a seat, which it is a part of. */
static inline struct svi_match_view *svi_match_view_of(struct svi_bot_session_seat *seat)
{
    return (struct svi_match_view *)seat->game;
}

/* The parameters of a match. `board`, `state`, `seed`, `events` and `played` must outlive it; the
 * names are copied. */
struct svi_match_view_setup {
    const struct svi_edition_cache *board;
    const struct sv_state *state; /* state of the game, filled before the first question */
    const char (*name)[SV_MAX_NAME];
    const uint8_t *seed; /* SV_SEED_BYTES; never sent, but commitment and keys derive from it */
    const uint8_t *salt; /* SV_SALT_BYTES for the commitment; used during the call only */
    /* Events that the owner adds from the game's start on, before any seat is asked; NULL: bots are
     * not told. */
    const struct svi_event_log *events;
    /* Remarks said aloud, which the owner adds likewise; NULL: bots may not talk. */
    const struct svi_event_log *talk;
    unsigned seats; /* 2-8 */
    /* Game with the state `state`, being recorded, so that a seat can go on when its bot's process
     * is lost (session_recovery.h); NULL: it cannot. */
    const struct svi_game *played;
    uint64_t number; /* number of the match for messages; 0: none */
};

/* Initialises an empty match, which is all 0. svi_match_view_finish() frees the memory of its
 * seats; no bot may sit in one. */
void svi_match_view_init(struct svi_match_view *m);
void svi_match_view_finish(struct svi_match_view *m);

/* Begins a match, in a struct that is empty or has ended. Every seat is without a bot, so that its
 * forfeit is due. Owners that fill the seats in another way ignore that. */
void svi_match_view_begin(struct svi_match_view *m, const struct svi_match_view_setup *setup);

/* Puts the bot of an UP session into a seat, and tells it of the start. */
void svi_match_view_seat(struct svi_match_view *m, unsigned seat, struct svi_bot_session *session);

/* Puts a bot that is UP again into a seat that is away, and leads it through the match. */
void svi_match_view_seat_again(struct svi_match_view *m, unsigned seat,
                               struct svi_bot_session *session, int64_t now_us);

/* Leaves a seat empty whose bot was lost before it was seated: its forfeit is due when it is
 * asked. */
void svi_match_view_leave_empty(struct svi_match_view *m, unsigned seat);

/* Leaves a seat without a bot. The default is its answer to every question. */
void svi_match_view_leave_vacant(struct svi_match_view *m, unsigned seat);

/* Puts the pending question to every seat of the set `which`. Each seat is IDLE, and has a bot, is
 * away or is vacant; otherwise its forfeit is due now. The questions are in the sessions' `out`,
 * which has failed without memory.
 *
 * A seat is not asked a kind of decision that its bot does not answer: it is SETTLED as `default`
 * at once. A seat without time left for the match is SETTLED as `overtime`. */
void svi_match_view_ask(struct svi_match_view *m, unsigned which, int64_t now_us);

/* Returns the answer of a SETTLED seat: its own with the verdict `ok`, else the documented
 * default. */
const struct sv_answer *svi_match_view_answer(struct svi_bot_session_seat *seat);

/* Changes the verdict of a seat SETTLED with `ok` to `illegal`, with the breach, as the game's
 * rules forbid its answer. The game must stand where the seat was asked. */
void svi_match_view_forbid(struct svi_bot_session_seat *seat);

/* Forbids the answer of a seat SETTLED with `ok` if sv_check() does. For owners without a game that
 * judges. */
void svi_match_view_judge(struct svi_bot_session_seat *seat);

/* Makes a SETTLED seat IDLE after its answer was given to the game, with a strike if the verdict
 * costs one. After the last strike allowed its forfeit is due. */
void svi_match_view_taken(struct svi_bot_session_seat *seat);

/* Makes a SETTLED seat IDLE whose answer the game did not need. The answer, its logs and notes are
 * dropped. */
void svi_match_view_pass(struct svi_bot_session_seat *seat);

/* Tells the remaining bots that the match is over, with its result, and frees their seats. No
 * answer may be awaited; the game stands still while one is, so it cannot end then. */
void svi_match_view_end(struct svi_match_view *m, const struct sv_result *result, int64_t now_us);

#endif
