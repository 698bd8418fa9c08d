/* A seat of a recorded game with a live bot in it: told and asked as the arbiter would, without clocks. */
#ifndef SVI_TOOLS_REPLAY_LIVE_SEAT_H
#define SVI_TOOLS_REPLAY_LIVE_SEAT_H

#include "arbiter/remark_queue.h"
#include "tools/replay/puppet.h"

#include "record/record.h"

struct svi_live_seat {
    struct svi_puppet puppet;
    unsigned seat;
    uint64_t match;              /* its number on the wire */
    bool asked;                  /* the pending question of the seat has been put to it */
    struct sv_question question; /* that question, and what came of it: */
    enum sv_verdict verdict;     /* ok, malformed, illegal; default for a kind it does not answer */
    struct sv_answer answer;     /* the default unless `ok` */
    enum sv_status fault;        /* why it is malformed or illegal */
    uint32_t questions;          /* asked so far */
    struct svi_remark_queue
        remarks; /* what the bot has said beside that answer, within its budget */
    uint8_t seen[SVI_MAX_BLOCK];
};

/* Starts the bot (or waits for it) and tells it of the match in which it has that seat; `game` has been
 * started. False with a line in live->puppet.why. To be finished even then. */
bool svi_live_seat_init(struct svi_live_seat *live, unsigned seat, const struct svi_game *game,
                        const struct svi_puppet_setup *setup);
void svi_live_seat_finish(struct svi_live_seat *live);

/* Puts the seat's pending question to the bot and waits for the answer, however long that takes. False when
 * the bot is gone: live->question is the one it did not answer. */
bool svi_live_seat_ask(struct svi_live_seat *live, const struct svi_game *game);

/* Gives what the bot has said and its answer to the game, whose next seat it must be; the question is settled.
 * SV_E_SYSTEM: no memory. */
enum sv_status svi_live_seat_give(struct svi_live_seat *live, struct svi_game *game);

/* The game has gone on without the bot's answer, if there was any: that and what it has said are forgotten. */
void svi_live_seat_pass(struct svi_live_seat *live);

/* Says goodbye, after the result if the game is over, and waits for the process to end. */
void svi_live_seat_dismiss(struct svi_live_seat *live, const struct svi_game *game);

#endif
