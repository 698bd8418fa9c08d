/* A match in flight: one game, and its bots (arbiter/session/match_view.h).
 *
 * All seats whose answer is awaited are asked at once. Answers are kept until the last of them is
 * in and then given to the game clockwise from the seat whose turn it is, so that the record does
 * not depend on who was faster.
 *
 * A bot that is lost forfeits a seat when that is asked, or goes on with it in another process
 * (host_recall.h). A forfeit, for that or for strikes, is given to the game between two windows:
 * before the first answer of one is given, never amid them. */
#ifndef SVI_ARBITER_RUNNER_LIVE_MATCH_H
#define SVI_ARBITER_RUNNER_LIVE_MATCH_H

#include "job/outcome.h"
#include "luck/game_luck.h"
#include "process/output.h"
#include "runner/run_config.h"
#include "session/match_view.h"

#include "record/record.h"

#include <stddef.h>

struct svi_match;

/* What moves a match on in place of its bots' answers, such as the record of a game (arbiter/probe).
 * The match's worker calls both functions. */
struct svi_match_driver {
    /* Starts m->game, whose events go to `sink`. */
    enum sv_status (*start)(struct svi_match *m, const struct sv_sink *sink);
    /* As svi_match_step(). With m->job.driver set to NULL, svi_match_step() plays on. */
    enum sv_status (*step)(struct svi_match *m, int64_t now_us);
};

struct svi_match {
    struct svi_game game;
    struct svi_job job;
    struct svi_job_seat tally[SV_MAX_SEATS];
    struct svi_output_tail printed[SV_MAX_SEATS];
    int64_t began_us; /* suspended: how long it has been played */
    uint64_t serial;  /* its worker's own count of matches begun */
    uint32_t asked;   /* after how many decisions seats were asked last; UINT32_MAX: none yet */
    struct svi_trade_balance trades;
    struct svi_luck_follower *follower; /* NULL: nobody accounts for luck */
    struct svi_game_luck luck;
    uint32_t n_events;           /* that have happened */
    struct svi_event_log events; /* for bots that want to be told; empty when there are none */
    bool telling;                /*   there are */
    struct svi_match_times times;
    uint32_t noted[SV_MAX_SEATS]; /* by seat: the question whose time was noted last */
    const struct svi_run_config *config;
    unsigned local;         /* seats that are told of events (local_seat.h) */
    struct svi_match *next; /* the list it is in */
    bool listed;
    struct svi_match_view bots; /* last: its end is seldom used */
};

/* Matches one after the other; a match is in one list at a time. */
struct svi_match_list {
    struct svi_match *first, *last;
};

/* Appends a match nobody is waited for in, unless it is in the list already. */
void svi_match_list_add(struct svi_match_list *list, struct svi_match *m);

/* Takes the first out; NULL when there is none. */
struct svi_match *svi_match_list_take(struct svi_match_list *list);

/* Frees all matches in the list. */
void svi_match_list_finish(struct svi_match_list *list);

/* The match of a seat. */
static inline struct svi_match *svi_match_of(struct svi_bot_session_seat *seat)
{
    char *bots = (char *)svi_match_view_of(seat);
    return (struct svi_match *)(void *)(bots - offsetof(struct svi_match, bots));
}

void svi_match_init(struct svi_match *m);
void svi_match_finish(struct svi_match *m);

/* Before a match begins: its luck is accounted for by these tables, which must outlive it, or with
 * NULL by nobody. */
void svi_match_account(struct svi_match *m, struct svi_luck_tables *tables);

/* Starts a game, in a match that is fresh or over, and tells its bots. Each seat has a name and the
 * session of its bot, which is UP, or CLOSED when the bot is out: then its seat is forfeited when
 * it is asked; or NULL when the bot never said what it answers: then its seat is forfeited at once.
 * To be followed by svi_match_step(). SV_E_SYSTEM: no memory. */
enum sv_status svi_match_begin(struct svi_match *m, const struct svi_job *job,
                               const char *const *names, struct svi_bot_session *const *sessions,
                               const struct svi_edition_cache *board, int64_t now_us);

/* A match whose bots were all taken out of it, so that their seats are away, goes on under another
 * worker: what it had of the first is that of this one. Its seats still want their bots. */
void svi_match_move(struct svi_match *m, const struct svi_run_config *config,
                    const struct svi_edition_cache *board, struct svi_luck_tables *tables);

/* Which question of which match a seat has, or has just had: "match 17, seat 1, turn 40, decision
 * 231"; without the match where it has no number. */
void svi_match_where(struct svi_bot_session_seat *seat, char *text, size_t size);

/* Nobody is waited for, so the game can move on. */
static inline bool svi_match_ready(const struct svi_match *m)
{
    return m->bots.game.waiting == 0;
}

/* Moves a ready match on until somebody is asked, or it is over: svi_game_over(). The questions are
 * in the sessions. SV_E_SYSTEM: no memory. */
enum sv_status svi_match_step(struct svi_match *m, int64_t now_us);

/* Gives the game the answer of a SETTLED seat, which is next in its order, with what was said
 * beside it. */
enum sv_status svi_match_give_answer(struct svi_match *m, struct svi_bot_session_seat *seat);

/* Tells the bots that a match is over, frees their seats and fills `done` (valid until the match
 * begins anew). */
void svi_match_end(struct svi_match *m, struct svi_outcome *done, int64_t now_us);

#endif
