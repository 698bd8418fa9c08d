/* A match in flight: one game, its seats, and what the bots in them are owed.
 *
 * All seats whose answer is awaited are asked at once. Answers are kept until the last of them is in and
 * then given to the game clockwise from the seat whose turn it is, so that the record does not depend on
 * who was faster.
 *
 * Strikes. An answer that is late, malformed or illegal is replaced by the documented default and costs
 * its seat a strike; the last strike allowed forfeits the seat in this match. A bot that is lost
 * (arbiter/bot_link.h) forfeits its seats in all its matches. A forfeit is given to the game between two windows:
 * before the first answer of one is given, never amid them. */
#ifndef SVI_ARBITER_MATCH_H
#define SVI_ARBITER_MATCH_H

#include "arbiter/baseline.h"
#include "arbiter/bot_link.h"
#include "arbiter/clock.h"
#include "arbiter/printed.h"
#include "arbiter/referee.h"
#include "arbiter/remark_queue.h"

#include "base/buf.h"
#include "record/record.h"
#include "wire/wire.h"

/* An edition as bots and records get it, encoded once. */
struct svi_board {
    const struct sv_edition *edition;
    struct svi_buf bytes;
    uint8_t hash[32];
    unsigned number; /* in the worker, from 0 */
};

enum svi_phase { SVI_SEAT_IDLE, SVI_SEAT_ASKED, SVI_SEAT_ANSWERED };

struct svi_seat {
    struct svi_clock clock; /* first: svi_seat_of() relies on it */
    struct svi_match *match;
    struct svi_link *link; /* NULL: its bot is lost to this match */
    uint64_t id;           /* of the match on that link */
    uint32_t question;     /* number of the last one asked */
    uint8_t number;        /* the seat */
    uint8_t phase;         /* enum svi_phase */
    uint8_t verdict;       /* ANSWERED: enum sv_verdict */
    bool by_default; /* ANSWERED with `ok`: the default is meant, and `answer` is not filled */
    bool forfeit;    /* is due */
    uint32_t strikes;
    struct sv_question asked;
    struct sv_answer answer; /* ANSWERED with `ok` */
    struct svi_referee_seat tally;
};

struct svi_match {
    struct svi_game game;
    struct svi_referee_job job;
    const struct svi_referee_config *config;
    struct svi_seat seat[SV_MAX_SEATS];
    struct svi_remark_queue remarks[SV_MAX_SEATS]; /* beside their next answers */
    struct svi_printed printed[SV_MAX_SEATS];
    char *crash; /* the first report of a bot lost in it; NULL: none */
    uint8_t crash_seat;
    unsigned waiting; /* seats asked that have not answered */
    bool model;       /* a bot in it wants the course too */
    int64_t began_us;
    struct svi_match *next; /* the list it is in */
    bool listed;
    struct svi_baseline baseline; /* last: its blocks are big, and only the first few are used */
};

/* Matches one after the other; a match is in one list at a time. */
struct svi_match_list {
    struct svi_match *first, *last;
};

/* Appends a match nobody is waited for in, unless it is in the list already. */
void svi_match_list_add(struct svi_match_list *list, struct svi_match *m);

/* Takes the first out; NULL when there is none. */
struct svi_match *svi_match_list_take(struct svi_match_list *list);

/* The seat a clock belongs to. */
static inline struct svi_seat *svi_seat_of(struct svi_clock *clock)
{
    return (struct svi_seat *)clock;
}

/* Fills `board`; false when there is no memory. */
bool svi_board_init(struct svi_board *board, const struct sv_edition *edition, unsigned number);
void svi_board_finish(struct svi_board *board);

void svi_match_init(struct svi_match *m, const struct svi_referee_config *config);
void svi_match_finish(struct svi_match *m);

/* Starts a game, in a match that is fresh or over, and tells its bots. `links` are those of the config's bots;
 * each bot of the job is UP, or OUT and then its seat is forfeited at once. To be followed by svi_match_step().
 * SV_E_SYSTEM: no memory. */
enum sv_status svi_match_begin(struct svi_match *m, const struct svi_referee_job *job,
                               struct svi_link *links, const struct svi_board *board,
                               int64_t now_us);

/* The outcome of a seat's question is known, its clock has been dealt with. With `ok` the answer has been
 * read into seat->answer. */
void svi_seat_answer(struct svi_seat *seat, enum sv_verdict verdict);

/* Keeps the report of the loss of a seat's bot with its match, unless there is one already. */
void svi_seat_report(struct svi_seat *seat, const char *report);

/* The number that the answer to a seat's pending question will have in the record. */
uint32_t svi_seat_decision(const struct svi_seat *seat);

/* The bot in the seat is lost: off its link, the forfeit is due. */
void svi_seat_lose(struct svi_seat *seat, int64_t now_us);

/* Nobody is waited for, so the game can move on. */
static inline bool svi_match_ready(const struct svi_match *m)
{
    return m->waiting == 0;
}

/* Moves a ready match on until somebody is asked, or it is over: svi_game_over(). The questions are in the outboxes
 * of the links. Adds their number to *questions. SV_E_SYSTEM: no memory. */
enum sv_status svi_match_step(struct svi_match *m, uint64_t *questions, int64_t now_us);

/* Tells the bots that a match is over, frees their seats and fills `done` (valid until the match begins
 * anew). */
void svi_match_end(struct svi_match *m, struct svi_referee_done *done, int64_t now_us);

#endif
