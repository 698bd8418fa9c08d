/* A bot as one worker sees it: its process, its connection, the matches it sits in, its outbox.
 *
 *     IDLE --start--> STARTING --hello--> UP --lost--> IDLE ... or OUT
 *                                         UP --retire--> LEAVING --> IDLE
 *
 * A lost or leaving bot is ENDING until its whole process is gone, then IDLE or OUT. Only starting
 * the next process waits for that.
 *
 * A bot is started when a match first needs it. It is lost when it exits, does not say hello,
 * hangs, breaks the protocol or stops reading. Then the matches that it sits in are held: a new
 * process takes up one after the other (worker_io.h). If a match is lost with a process that
 * has played nothing else, the bot forfeits its seat there.
 *
 * A bot that is lost SVI_BOT_TRIES times in a row before it sits in any match is out: it forfeits
 * its held matches and all later ones. So does a bot that was lost in SVI_BOT_HOPELESS matches and
 * has not answered a question in any. A remote bot, or one that connects by itself, has no process
 * that we could start anew. It forfeits all its matches when it is lost. It is out after
 * SVI_BOT_TRIES losses without a finished match in between.
 *
 * A process that was ended from outside (process/blame.h) is no loss of the bot's. Its matches are
 * held, even if the process has played nothing else. When that happens SVI_BOT_OUTSIDE times the
 * run ends with an error, so that no bot forfeits anything.
 *
 * The process of a remote bot (`endpoint`) is its gate (`solvent-gate`); the first wait for it is
 * longer. The first wait for a bot that connects by itself has no limit; such a bot may come back
 * when it is out.
 *
 * A worker has one for each bot of the run, and alone calls these functions. Failures are no
 * errors here: place->lost() and place->starved() report them. */
#ifndef SVI_ARBITER_RUNNER_BOT_PROCESS_H
#define SVI_ARBITER_RUNNER_BOT_PROCESS_H

#include "job/outcome.h"
#include "process/output.h"
#include "process/process.h"
#include "process/run_family.h"
#include "runner/bot_past.h"
#include "runner/connection.h"
#include "runner/run_config.h"
#include "session/bot_session.h"

#include <stdbool.h>
#include <stdint.h>

enum svi_bot_process_state {
    SVI_BOT_PROCESS_IDLE,
    SVI_BOT_PROCESS_STARTING,
    SVI_BOT_PROCESS_UP,
    SVI_BOT_PROCESS_LEAVING,
    SVI_BOT_PROCESS_ENDING,
    SVI_BOT_PROCESS_OUT
};

/* The settings and callbacks that all bots of a worker share; the worker owns it. */
struct svi_bot_process_place {
    const struct svi_run_config *config;
    /* owner of their sessions; its user is the svi_bot_process */
    struct svi_bot_session_owner owner;
    /* Called when a bot has printed something in the match of that seat; may be NULL. */
    void (*printed)(struct svi_bot_session_seat *seat, const char *text, size_t size);
    /* Called when a bot cannot be started because we lack a resource. That is no loss of the bot's,
     * but ends the run. */
    void (*starved)(const struct svi_bot_process_place *place, const char *bot, const char *why);
    /* Called when a process is lost; may be NULL. */
    void (*lost)(const struct svi_bot_process_place *place, const struct svi_loss *loss);
    void *user;         /* the worker */
    const char *folder; /* folder of the worker's sockets */
    int epoll;          /* epoll set of the worker's connections */
    /* Events that say that bot i's process has ended have key ends + i. */
    uint64_t ends;
    struct svi_run_stats *stats;
    unsigned worker;
    bool sandboxed;
    bool users; /* each bot runs as a user of its own */
};

/* The process of a bot, if we have started it. */
struct svi_bot_process_child {
    struct svi_process process;
    int end;                      /* pidfd of the process, or -1 */
    struct svi_run_family family; /* its processes */
    struct svi_relay_page *relay; /* page of its relay; NULL: it has no network */
    struct svi_output output;     /* its output */
    uint64_t spoke;               /* id of the match that it last printed in, or 0 */
    int64_t output_us;            /* turn of the last svi_bot_process_read_output() */
    int64_t started_us;
};

/* Times of a bot's process, on svi_time_us(). */
struct svi_bot_process_times {
    int64_t asked_us;   /* when something was last sent to it */
    int64_t unseen_us;  /* excused: the time before the first look at its question */
    unsigned due_at;    /* index in the worker's heap of deadlines */
    int64_t due_us;     /* deadline of its session, or an earlier time */
    int64_t leaving_us; /* LEAVING, ENDING: when the state began */
    int64_t cut_us;     /* when the process lost its connection, or 0 */
};

struct svi_bot_process {
    struct svi_bot_session session; /* the conversation with it */
    const struct svi_bot_spec *spec;
    const struct svi_bot_process_place *place;
    enum svi_bot_process_state state;
    struct svi_connection connection;
    struct svi_bot_process_child child;
    struct svi_bot_process_times times;
    struct svi_clock_limits limits; /* of its clocks */
    struct svi_bot_past past;
    unsigned faults_before; /* svi_bot_process_faults() at the start of the run */
    bool known;             /* has said hello before */
    unsigned begun;         /* matches that its process has sat in */
    /* The process has been told why it is refused, and may report that before it ends. */
    bool was_refused;
    bool outside; /* its process was ended from outside */
    /* The process has taken up a held match, and gets no other match until that is over. */
    bool alone;
    /* Seats that a lost process has left, linked by next_lost (worker_io.h). */
    struct svi_bot_session_seat *lost_seats;
    /* Reads from its connection since the last read that brought a reply. */
    unsigned idle_reads;
};

/* Initialises a bot without a process. Events of its connection have `key`. The spec and the place
 * must outlive it. */
void svi_bot_process_init(struct svi_bot_process *bot, const struct svi_bot_spec *spec,
                          const struct svi_bot_process_place *place, uint64_t key);

/* Kills the process, if there is one, writes the bot's history to its spec's `past`, and frees its
 * memory. Call it once, when the bot sits in no match any more. */
void svi_bot_process_finish(struct svi_bot_process *bot);

/* Starts the process of an IDLE bot, or gets ready for a bot that connects by itself. A process
 * that cannot be started is a loss. If the cause is ours (descriptors, the folders for sockets and
 * logs), place->starved() is called instead and the bot stays IDLE. */
void svi_bot_process_start(struct svi_bot_process *bot, int64_t now_us);

/* Returns whether a STARTING bot's process has ended because it could not be started. It is then
 * handled as in svi_bot_process_start(). */
bool svi_bot_process_never_ran(struct svi_bot_process *bot, int64_t now_us);

/* Moves a STARTING bot to UP after its hello. */
void svi_bot_process_up(struct svi_bot_process *bot);

/* Gives a bot that connects by itself the connection on which it has said hello. The bot is UP,
 * with the welcome in its session. */
void svi_bot_process_take(struct svi_bot_process *bot, struct svi_channel *channel,
                          const struct svi_hello *hello, int64_t now_us);

/* Counts a match that begins with the bot's process. */
void svi_bot_process_begin(struct svi_bot_process *bot);

/* Returns whether the bot's matches are held if it is lost now, rather than forfeited. */
bool svi_bot_process_spares(const struct svi_bot_process *bot);

/* Handles the loss of a bot. `why` is the reason, to follow its name. Prints one line on stderr,
 * calls place->lost(), closes the session and kills the process; the state becomes ENDING, IDLE or
 * OUT. With `recovered` matches (svi_recovery_collect()) its seats are away; without, they are
 * given up. */
void svi_bot_process_lose(struct svi_bot_process *bot, const char *why, unsigned recovered,
                          int64_t now_us);

/* Moves a bot that is UP, sits in no match and has been dismissed to LEAVING, until its process has
 * ended or svi_bot_process_retired() ends it. */
void svi_bot_process_retire(struct svi_bot_process *bot, int64_t now_us);

/* Ends the process of a LEAVING bot: ENDING or IDLE. */
void svi_bot_process_retired(struct svi_bot_process *bot, int64_t now_us);

/* Returns true once when an ENDING bot's process is gone. The bot is then OUT, or IDLE and can be
 * started anew. */
bool svi_bot_process_ended(struct svi_bot_process *bot, int64_t now_us);

/* Returns whether the bot has a process that is starting, playing or leaving. */
static inline bool svi_bot_process_is_there(const struct svi_bot_process *bot)
{
    return bot->state == SVI_BOT_PROCESS_STARTING || bot->state == SVI_BOT_PROCESS_UP ||
           bot->state == SVI_BOT_PROCESS_LEAVING;
}

/* Returns the sum of the processes lost and the seats forfeited by the bot's own fault. */
static inline unsigned svi_bot_process_faults(const struct svi_bot_process *bot)
{
    return bot->past.faulty + bot->past.forfeits;
}

/* Returns whether we can start its process anew, with nothing remembered. */
static inline bool svi_bot_process_is_ours(const struct svi_bot_process *bot)
{
    return bot->spec->argv != NULL && bot->spec->endpoint == NULL;
}

/* Returns whether the process has played its one match (config->fresh). */
static inline bool svi_bot_process_is_spent(const struct svi_bot_process *bot)
{
    return bot->place->config->fresh && bot->begun > 0;
}

/* Returns whether the bot is UP and `seats` more seats of a match that begins fit. */
bool svi_bot_process_has_room(const struct svi_bot_process *bot, unsigned seats);

/* Writes how the bot's process has ended, to follow the bot's name: "exited with status 3 before it
 * said hello". */
void svi_bot_process_tell_end(const struct svi_bot_process *bot, char *text, size_t size);

/* Writes a description of a bot that its session has found late, to follow the bot's name. `why`
 * comes from svi_bot_session_tick(). */
void svi_bot_process_tell_late(const struct svi_bot_process *bot, const char *why, char *text,
                               size_t size);

/* Records the outcome of a finished match for the bot that had this seat: whether it has forfeited,
 * and its answers. */
void svi_bot_process_played(struct svi_bot_process *bot, const struct svi_job_seat *seat);

/* Passes the output that the bot printed before its last answers to its matches. Reads at most once
 * a turn. */
void svi_bot_process_read_output(struct svi_bot_process *bot, int64_t now_us);

/* Prints the line about a misdeed. `where` describes the question that it costs, if any: "match 17,
 * seat 1, turn 40, decision 231". */
void svi_bot_process_notice_misdeed(struct svi_bot_process *bot, const struct svi_misdeed *misdeed,
                                    const char *where);

#endif
