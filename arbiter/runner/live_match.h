/* A match in flight: one game, and its bots (arbiter/session/match_view.h).
 *
 * All seats whose answer is awaited are asked at once. Answers are kept until the last of them is
 * in, and are then given to the game clockwise from the seat whose turn it is. So the record does
 * not depend on which bot was faster.
 *
 * A bot that is lost forfeits a seat when that seat is asked, or goes on with it in another process
 * (session/session_recovery.h). A forfeit, for a loss or for strikes, is given to the game between
 * two rounds of questions: before the first answer of a round, never amid its answers.
 *
 * The worker that plays a match owns it, and only its thread uses it. Between runs a suspended
 * match belongs to the caller of svi_run() (svi_run_config.suspended). */
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

/* A source of moves in place of the bots' answers, such as the record of a game (arbiter/probe).
 * The match's worker calls both functions. */
struct svi_match_driver {
    /* Starts m->game, whose events go to `sink`. Returns the errors of svi_replay_begin(). */
    enum sv_status (*start)(struct svi_match *m, const struct sv_sink *sink);
    /* As svi_match_step(). Returns SV_E_SYSTEM for any error. With m->job.driver set to NULL,
     * svi_match_step() plays on. */
    enum sv_status (*step)(struct svi_match *m, int64_t now_us);
};

/* A worker uses the struct for one match after the other. */
struct svi_match {
    struct svi_game game;
    struct svi_job job;
    struct svi_job_seat tally[SV_MAX_SEATS];
    struct svi_output_tail printed[SV_MAX_SEATS];
    int64_t began_us; /* start; while suspended, the time played so far */
    uint64_t serial;  /* number of the match in its worker's own count */
    uint32_t asked;   /* decisions before the last questions; UINT32_MAX: none asked yet */
    struct svi_trade_balance trades;
    struct svi_luck_follower *follower; /* NULL: luck is not accounted for */
    struct svi_game_luck luck;
    uint32_t n_events;           /* events so far */
    struct svi_event_log events; /* events for bots that want them; else empty */
    bool telling;                /* a bot wants events */
    struct svi_event_log talk;   /* remarks said aloud */
    bool talking;                /* bots may talk, and one of them does */
    struct svi_match_times times;
    uint32_t noted[SV_MAX_SEATS]; /* by seat: the question whose time was last noted */
    const struct svi_run_config *config;
    unsigned local;         /* set of the seats that are told of events (local_seat.h) */
    struct svi_match *next; /* next in the list that it is in */
    bool listed;
    struct svi_match_view bots; /* last: its end is seldom used */
};

/* A queue of matches. A match is in one list at a time. */
struct svi_match_list {
    struct svi_match *first, *last;
};

/* Appends a match, unless it is in a list already. */
void svi_match_list_add(struct svi_match_list *list, struct svi_match *m);

/* Removes and returns the first match, or NULL if the list is empty. */
struct svi_match *svi_match_list_take(struct svi_match_list *list);

/* Frees all matches in the list. */
void svi_match_list_finish(struct svi_match_list *list);

/* Returns the match of a seat. */
static inline struct svi_match *svi_match_of(struct svi_bot_session_seat *seat)
{
    char *bots = (char *)svi_match_view_of(seat);
    return (struct svi_match *)(void *)(bots - offsetof(struct svi_match, bots));
}

/* Initialises an empty match. svi_match_finish() frees its memory, but not the struct; no bot may
 * sit in it. */
void svi_match_init(struct svi_match *m);
void svi_match_finish(struct svi_match *m);

/* Sets the tables by which the luck of the match is accounted for, before it begins. They must
 * outlive the match; NULL turns accounting off. */
void svi_match_account(struct svi_match *m, struct svi_luck_tables *tables);

/* Starts a game, in a match that is fresh or over, and tells its bots. Call svi_match_step() next.
 *
 * Each seat has a name and the session of its bot. The session is UP, or CLOSED if the bot is out:
 * then the seat is forfeited when it is asked. It is NULL if the bot never said which decisions it
 * answers: then the seat is forfeited at once. `names` are used during the call; the board must
 * outlive the match or its move, and sessions their seats. Before, the owner sets m->config, which
 * may be NULL if no seat is local, and calls svi_match_account(). Returns SV_E_SYSTEM if there is
 * no memory, or the error of the job's driver; no bot sits in the match then. */
enum sv_status svi_match_begin(struct svi_match *m, const struct svi_job *job,
                               const char *const *names, struct svi_bot_session *const *sessions,
                               const struct svi_edition_cache *board, int64_t now_us);

/* Moves a match to another worker. All bots must have been taken out of it, so that its seats are
 * away; the seats still need their bots. The configuration, board and tables replace those of the
 * first worker. */
void svi_match_move(struct svi_match *m, const struct svi_run_config *config,
                    const struct svi_edition_cache *board, struct svi_luck_tables *tables);

/* Writes which question of which match a seat has, or has just had: "match 17, seat 1, turn 40,
 * decision 231". Omits the match if it has no number. */
void svi_match_where(struct svi_bot_session_seat *seat, char *text, size_t size);

/* Returns whether the game can move on because no answer is awaited. */
static inline bool svi_match_ready(const struct svi_match *m)
{
    return m->bots.game.waiting == 0;
}

/* Moves a ready match on until a seat is asked or the game is over (svi_game_over()). The questions
 * are in the sessions. Returns SV_E_SYSTEM if there is no memory or the match's driver fails; the
 * run then ends. */
enum sv_status svi_match_step(struct svi_match *m, int64_t now_us);

/* Gives the game the answer of a SETTLED seat, which is next in its order, with the logs, notes and
 * rejected answers that precede it. Returns SV_E_SYSTEM if there is no memory. */
enum sv_status svi_match_give_answer(struct svi_match *m, struct svi_bot_session_seat *seat);

/* Tells the bots that a match is over, as svi_game_over() must say, frees their seats and fills
 * `done`. That is valid until the match begins anew or is finished. */
void svi_match_end(struct svi_match *m, struct svi_outcome *done, int64_t now_us);

#endif
