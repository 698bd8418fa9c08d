/* A seat of a recorded game with a live bot in it: told and asked as the arbiter would, without
 * clocks. */
#ifndef SVI_TOOLS_REPLAY_LIVE_SEAT_H
#define SVI_TOOLS_REPLAY_LIVE_SEAT_H

#include "session/match_view.h"
#include "tools/replay/bot_driver.h"

#include "record/record.h"

struct svi_live_seat {
    struct svi_bot_driver driver;
    struct svi_bot_session_seat *seat; /* where it sits; NULL while the match has not begun */
    unsigned number;                   /* of the seat */
};

/* Starts the bot, or waits for it. False with a line in live->driver.why. To be finished even then.
 * The match is to be begun with its session: live->driver.session; then `seat` is to be filled. */
bool svi_live_seat_init(struct svi_live_seat *live, unsigned number,
                        const struct svi_bot_driver_setup *setup);
void svi_live_seat_finish(struct svi_live_seat *live);

/* Whether a question has been put to the bot and its answer not been given to the game, or never
 * came. */
static inline bool svi_live_seat_asked(const struct svi_live_seat *live)
{
    return live->seat != NULL && live->seat->phase != SVI_SEAT_IDLE;
}

/* Puts the seat's pending question to the bot and waits for the answer, however long that takes.
 * Then live->seat has the verdict (`ok`, `malformed`, `illegal`; `default` for a kind it does not
 * answer) and the answer, the default unless `ok`. False when the bot is gone: live->seat->asked is
 * the question it did not answer. */
bool svi_live_seat_ask(struct svi_live_seat *live);

/* Gives what the bot has said and its answer to the game, whose next seat it must be; the question
 * is settled. SV_E_SYSTEM: no memory. */
enum sv_status svi_live_seat_give(struct svi_live_seat *live, struct svi_game *game);

/* The game has gone on without the bot's answer, if there was any: that and what it has said are
 * forgotten. */
void svi_live_seat_pass(struct svi_live_seat *live);

/* Says goodbye, with all else that is to be sent, and waits for the process to end. */
void svi_live_seat_dismiss(struct svi_live_seat *live);

#endif
