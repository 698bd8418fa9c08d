/* A match as its bots know it: what they have been told, what they are asked, what they have
 * answered. The game is the owner's, who asks when it awaits answers and gives them to it when they
 * are in:
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
 * Strikes. An answer that is late, malformed or illegal costs its seat a strike; with the last one
 * allowed its forfeit is due, as it is when its bot is lost. Giving it to the game is the owner's
 * too. */
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

/* An edition as bots and records get it, encoded once for many matches. */

struct svi_edition_cache {
    const struct sv_edition *edition;
    struct svi_buf bytes;
    uint8_t hash[32];
    unsigned number; /* among its owner's, from 0: a bot that has been sent one of the first 64 is
                        not sent it again */
};

/* Fills `board`; false when there is no memory. The edition must outlive it. */
bool svi_edition_cache_init(struct svi_edition_cache *board, const struct sv_edition *edition,
                            unsigned number);
void svi_edition_cache_finish(struct svi_edition_cache *board);

/* ---- delta base ------------------------------------------------------------------------------ */

/* What the bots of a match know of its position, so that they are sent only what is new to them.
 * Seats that were asked at the same moment know the same: one block serves them all, and one patch.
 */

struct svi_delta_base {
    uint8_t knows[SV_MAX_SEATS]; /* the seats that know block i, as a set; every seat is in one of
                                    them */
    uint8_t block[SV_MAX_SEATS][SVI_MAX_BLOCK];
};

/* The patch for one moment's asks, kept while it is the same for the next seat. */
struct svi_delta_base_patch {
    const uint8_t *block; /* that it is from; NULL: none yet */
    size_t block_size, size;
    uint8_t bytes[SVI_PATCH_MAX(SVI_MAX_BLOCK)];
};

/* A match begins: nobody knows anything, all blocks are 0. */
void svi_delta_base_reset(struct svi_delta_base *base);

/* Makes `patch` lead from what a seat knows to `now`, both of `size` bytes: SV_POSITION_BYTES or
 * SVI_MAX_BLOCK. `now` and `baseline` must be as they were when `patch` was made, unless
 * patch->block is NULL. */
void svi_delta_base_make_patch(const struct svi_delta_base *base, unsigned seat, const uint8_t *now,
                               size_t size, struct svi_delta_base_patch *patch);

/* The seats of a set, not empty, know `now` from here on: `size` bytes of it, in a match the same
 * every time. */
void svi_delta_base_learn(struct svi_delta_base *base, unsigned seats, const uint8_t *now,
                          size_t size);

/* ---- match view ------------------------------------------------------------------------------ */

struct svi_match_view {
    struct svi_bot_session_game game; /* first: svi_match_view_of() relies on it */
    unsigned seats;
    bool model;      /* a bot in it wants the course too */
    unsigned vacant; /* set of the seats without a bot that are answered by default */
    struct svi_bot_session_seat seat[SV_MAX_SEATS];
    const struct svi_edition_cache *board;
    const uint8_t *seed;
    struct svi_start start;     /* as far as it is the same for all */
    struct svi_delta_base base; /* last: its blocks are big, and only the first few are used */
};

/* The match of a seat. */
static inline struct svi_match_view *svi_match_view_of(struct svi_bot_session_seat *seat)
{
    return (struct svi_match_view *)seat->game;
}

/* How a match begins. `board`, `state`, `seed`, `events` and `played` must outlive it; the names
 * are copied. */
struct svi_match_view_setup {
    const struct svi_edition_cache *board;
    const struct sv_state *state; /* of the game: filled when the first question is asked */
    const char (*name)[SV_MAX_NAME];
    const uint8_t *seed; /* SV_SEED_BYTES; never sent: commitment and keys are made of it */
    const uint8_t *salt; /* SV_SALT_BYTES, of the commitment; used during the call only */
    const struct svi_event_log
        *events; /* to which the owner adds what happens, from the game's start on, before anybody
                    is asked; NULL: nobody is told */
    unsigned seats; /* 2-8 */
    const struct svi_game
        *played; /* the game that `state` is of, being recorded, so that a seat can go on when its
                    bot's process is lost (session_recovery.h); NULL: it cannot */
    uint64_t number; /* of the match, for messages; 0: it has none */
};

/* An empty match. All 0 is one too. */
void svi_match_view_init(struct svi_match_view *m);
void svi_match_view_finish(struct svi_match_view *m);

/* Begins a match, in a struct that is empty or has ended. Every seat is without a bot, so that its
 * forfeit is due; who fills it otherwise does not look at that. */
void svi_match_view_begin(struct svi_match_view *m, const struct svi_match_view_setup *setup);

/* Puts the bot of a session that is UP into a seat, and tells it. */
void svi_match_view_seat(struct svi_match_view *m, unsigned seat, struct svi_bot_session *session);

/* Puts the bot that is UP again into a seat that is away: it is led through the match. */
void svi_match_view_seat_again(struct svi_match_view *m, unsigned seat,
                               struct svi_bot_session *session, int64_t now_us);

/* A seat's bot is lost before it is seated: its forfeit is due when it is asked. */
void svi_match_view_leave_empty(struct svi_match_view *m, unsigned seat);

/* Leaves a seat without a bot. The default is its answer to every question. */
void svi_match_view_leave_vacant(struct svi_match_view *m, unsigned seat);

/* Asks every seat of the set `which` its pending question; each is IDLE, and has a bot or one that
 * is away, or is vacant; or its forfeit is due now. The questions are in the sessions' `out`. A
 * kind of decision that the bot does not answer is not asked: its seat is SETTLED as `default`
 * already, one without time left for the match as `overtime`. */
void svi_match_view_ask(struct svi_match_view *m, unsigned which, int64_t now_us);

/* The answer of a SETTLED seat: its own with `ok`, else the documented default. */
const struct sv_answer *svi_match_view_answer(struct svi_bot_session_seat *seat);

/* The game's rules forbid the answer of a seat SETTLED with `ok`, the game standing where it was
 * asked: `illegal`, with the breach. */
void svi_match_view_forbid(struct svi_bot_session_seat *seat);

/* For who has no game that judges: forbids the answer of a seat SETTLED with `ok` if sv_check()
 * does. */
void svi_match_view_judge(struct svi_bot_session_seat *seat);

/* The answer of a SETTLED seat has been given to the game: IDLE, with a strike if it is to be one.
 * After the last one allowed its forfeit is due. */
void svi_match_view_taken(struct svi_bot_session_seat *seat);

/* The game has gone on without the answer of a SETTLED seat: that, and what was said beside it, is
 * forgotten. */
void svi_match_view_pass(struct svi_bot_session_seat *seat);

/* Tells the bots that are still there that the match is over, with its result, and frees their
 * seats. Nobody is waited for: a game stands still while somebody is, so it does not end then. */
void svi_match_view_end(struct svi_match_view *m, const struct sv_result *result, int64_t now_us);

#endif
