/* A small arbiter for tests: runs a game and speaks the protocol, by the arbiter's own session
 * session, with bots in its seats. How frames get to a bot and back is the test's. */
#ifndef TESTS_BOT_UMPIRE_H
#define TESTS_BOT_UMPIRE_H

#include "session/match_view.h"

#include <solvent/bot.h>
#include <solvent/game.h>

/* The edition `name`, loaded once; fails the test when it cannot be. */
const struct sv_edition *umpire_edition(const char *name);

/* The number of the match of the n-th seat, from 0, that was started on a connection, when none has
 * ended before. */
#define UMPIRE_MATCH(n) (((n) + 1) * 1024u + (n))

/* The parts of a bot's hello that matter here. */
struct umpire_bot {
    uint32_t answers;
    bool model, events;
};

struct umpire {
    struct svi_match_view match;     /* first: the seats' owner is found by it */
    struct svi_bot_session *session; /* the connection: its own, or another umpire's */
    struct svi_bot_session own;
    struct sv_state state;
    struct svi_event_log events;
    struct sv_setup setup;
    unsigned illegal[SV_MAX_SEATS];
    unsigned asks, replies;
};

/* Opens a connection with a bot. Fetch the welcome, which opens it, by umpire_put(). */
void umpire_open(struct umpire *u, const struct umpire_bot *bot);

/* Has a connection that another umpire has opened. */
void umpire_share(struct umpire *u, const struct umpire *other);

/* Starts a game under an edition of umpire_edition(), after the one before, if there was any. All
 * seats are the bot's. */
void umpire_start(struct umpire *u, const struct sv_edition *e, const char *seed, unsigned seats);

/* Frees what it holds, with the game and, if it is its own, the connection. */
void umpire_finish(struct umpire *u);

/* Appends pending messages for the bot. */
void umpire_put(struct umpire *u, struct svi_buf *frame);

/* Appends the start of the match for a seat, after pending messages. */
void umpire_put_start(struct umpire *u, unsigned seat, struct svi_buf *frame);

/* Appends a start as no arbiter would send it: of a match of that number, whatever that is. */
void umpire_put_wrong_start(const struct umpire *u, uint64_t match, struct svi_buf *frame);

/* Appends the pending question of a seat, if there is one that has not been asked yet; true if so.
 */
bool umpire_put_ask(struct umpire *u, unsigned seat, struct svi_buf *frame);

/* Takes a frame of replies; they must be well-formed and to what was asked, by any umpire of the
 * connection. When the last answer that a game waits for is in, it moves on. */
void umpire_take(struct umpire *u, const void *bytes, size_t size);

/* Appends the end of the match for all seats that it has begun for; the game must be over. */
void umpire_put_end(struct umpire *u, struct svi_buf *frame);

static inline bool umpire_over(const struct umpire *u)
{
    return sv_pending(&u->state) == 0;
}

#endif
