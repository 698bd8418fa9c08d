/* A bot as one worker has it: its process, its connection, the matches it sits in, its outbox.
 *
 *     IDLE --start--> STARTING --hello--> UP --lost--> IDLE ... or OUT
 *                                         UP --retire--> LEAVING --> IDLE
 *
 * Between the last two there is ENDING, until nothing is left of its process. Nobody waits for that
 * but who wants the next.
 *
 * A bot is started when a match first needs it. When it is lost (it has exited, does not say hello,
 * hangs, breaks the protocol, stops reading) the matches that it sits in are held: a new process
 * takes up one after the other (recovery_queue.h). One that is lost with a process that has played
 * nothing else forfeits its seat. A bot that is lost SVI_BOT_TRIES times in a row before it sits in
 * any match is out: what it holds, and what is to come, is forfeited. So is one that was lost in
 * SVI_BOT_HOPELESS matches and has not answered a question in any. Who has no process of ours that
 * could be started anew (a remote bot, one that connects by itself) forfeits all that it holds, and
 * is out after SVI_BOT_TRIES losses without a match played to its end in between.
 * What others do to a process (process/blame.h) is no loss of the bot's: its matches are held, even
 * those that it has alone, and when that happens SVI_BOT_OUTSIDE times the run ends with an error,
 * so that nobody forfeits anything. A remote bot (`endpoint`) is the process of its gate (`solvent
 * gate`), and waited for longer at first. A bot that connects by itself is waited for, the first
 * time without limit, and may come back when it is out. */
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

/* What all bots of a worker share. */
struct svi_bot_process_place {
    const struct svi_run_config *config;
    struct svi_clock_limits limits;
    struct svi_bot_session_owner owner; /* of their sessions; its user is the svi_bot_process */
    /* A bot has printed something in the match of that seat. NULL: nobody wants to know. */
    void (*printed)(struct svi_bot_session_seat *seat, const char *text, size_t size);
    /* A bot cannot be started for a lack that is ours: no loss of the bot's, but the end of the
     * run. */
    void (*starved)(const struct svi_bot_process_place *place, const char *bot, const char *why);
    void (*lost)(const struct svi_bot_process_place *place, const struct svi_loss *loss);
    void *user;         /* the worker's own */
    const char *folder; /* of the worker's sockets */
    int epoll;          /* which tells of its connections, */
    /* First epoll key of processes that have ended; the number of the bot is added. */
    uint64_t ends;
    struct svi_run_stats *stats;
    unsigned worker;
    bool sandboxed;
    bool users; /* each bot runs as a user of its own */
};

struct svi_bot_process {
    struct svi_bot_session session; /* the conversation with it */
    const struct svi_bot_spec *spec;
    const struct svi_bot_process_place *place;
    enum svi_bot_process_state state;
    struct svi_process process;
    int end;                  /* a pidfd of it; -1: there is none */
    struct svi_output output; /* what it prints */
    struct svi_bot_past past;
    unsigned faults_before;             /* svi_bot_process_faults() when the run began */
    struct svi_clock_limits own_limits; /* of a hand, which has no clock */
    bool known;                         /* has said hello before */
    int64_t started_us;

    struct svi_connection connection;
    struct svi_run_family family; /* its processes, where they are ours */
    int64_t unseen_us;            /* excused of its question's time before the first look */
    int64_t asked_us;             /* when something was sent to it last */
    unsigned due_at;              /* its place in the worker's heap of deadlines */
    int64_t due_us;               /* which is that of its session, or before it */
    unsigned begun;               /* matches that its process has sat in */
    int64_t leaving_us;           /* LEAVING, ENDING: since when */
    bool parting; /* its process has been told why, and may tell that before it ends */
    bool outside; /* its process was ended by somebody else */
    bool alone;   /* it has taken up a held match, and gets no other until that is over */
    struct svi_bot_session_seat
        *held;      /* the seats that a lost process has left, by next_held (recovery_queue.h) */
    int64_t cut_us; /* since when its process has no connection any more; 0: it has */
    uint64_t spoke; /* the match that it printed in last; 0: none */
    unsigned idle_reads; /* of its line, since one brought a reply */
    int64_t output_us;   /* the turn in which svi_bot_process_read_output() looked last */
};

/* `key` is that of its line's events. */
void svi_bot_process_init(struct svi_bot_process *bot, const struct svi_bot_spec *spec,
                          const struct svi_bot_process_place *place, uint64_t key);

/* Kills the process, if there is one, and frees. */
void svi_bot_process_finish(struct svi_bot_process *bot);

/* Starts an IDLE bot's process, or opens the place of one that connects by itself. A process that
 * cannot be started is a loss; where it is for a lack of ours (descriptors, the folders for sockets
 * and logs) the place is told, and the bot stays IDLE. */
void svi_bot_process_start(struct svi_bot_process *bot, int64_t now_us);

/* Whether the process of a bot that is STARTING, and that has ended, could not be started; then
 * that is a loss, as above. */
bool svi_bot_process_never_ran(struct svi_bot_process *bot, int64_t now_us);

/* The bot at the other end of its line has said hello: UP. */
void svi_bot_process_up(struct svi_bot_process *bot);

/* A bot that connects by itself has: its connection is this one from now on, and it is UP with the
 * welcome in its session. */
void svi_bot_process_take(struct svi_bot_process *bot, struct svi_channel *channel,
                          const struct svi_hello *hello, int64_t now_us);

/* Whether what the bot sits in is to be held when it is lost now, not forfeited. */
bool svi_bot_process_spares(const struct svi_bot_process *bot);

/* The bot is lost, for a reason that fits into "NAME <why>": one line on stderr, the place is told,
 * its session is closed, the process is killed, and the state becomes ENDING, IDLE or OUT. With
 * `held` matches (svi_recovery_collect()) its seats are away, without given up. */
void svi_bot_process_lose(struct svi_bot_process *bot, const char *why, unsigned held,
                          int64_t now_us);

/* A bot that is UP sits in no match and has been told that it is not needed any more: LEAVING,
 * until its process has ended or svi_bot_process_retired() ends it. */
void svi_bot_process_retire(struct svi_bot_process *bot, int64_t now_us);

/* The process of one that is LEAVING is to be no more: ENDING or IDLE. */
void svi_bot_process_retired(struct svi_bot_process *bot, int64_t now_us);

/* Whether an ENDING bot's process is gone: then it is OUT, or IDLE and can be started anew. */
bool svi_bot_process_ended(struct svi_bot_process *bot, int64_t now_us);

/* A process of the bot's stands or is about to, and has a part in what we do. */
static inline bool svi_bot_process_is_there(const struct svi_bot_process *bot)
{
    return bot->state == SVI_BOT_PROCESS_STARTING || bot->state == SVI_BOT_PROCESS_UP ||
           bot->state == SVI_BOT_PROCESS_LEAVING;
}

/* Returns how many processes the bot has lost and how many seats it has forfeited by its own fault.
 */
static inline unsigned svi_bot_process_faults(const struct svi_bot_process *bot)
{
    return bot->past.faulty + bot->past.forfeits;
}

/* Whether the process has played the one match that it plays. */
static inline bool svi_bot_process_is_spent(const struct svi_bot_process *bot)
{
    return bot->place->config->fresh && bot->begun > 0;
}

/* True when the bot is there and `seats` more seats of a match that begins fit. */
bool svi_bot_process_has_room(const struct svi_bot_process *bot, unsigned seats);

/* How the bot's process has ended, as it goes after the bot's name: "exited with status 3 before it
 * said hello". */
void svi_bot_process_tell_end(const struct svi_bot_process *bot, char *text, size_t size);

/* The same of one that its session has found late (svi_bot_session_tick()), which says `why`. */
void svi_bot_process_tell_late(const struct svi_bot_process *bot, const char *why, char *text,
                               size_t size);

/* A match was played to its end, in which the seat was one of this bot's: whether it has forfeited,
 * and what it answered. */
void svi_bot_process_played(struct svi_bot_process *bot, const struct svi_job_seat *seat);

/* What the bot has printed before its last answers is given to its matches. Costs something once a
 * turn. */
void svi_bot_process_read_output(struct svi_bot_process *bot, int64_t now_us);

/* One line about a bot, "bot 'NAME' ...", to who wants to know, unless there were enough of its
 * sort. */
void svi_bot_process_notice(struct svi_bot_process *bot, enum svi_notice sort, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));

/* The line about a misdeed. `where` is the question that it costs, "match 17, seat 1, turn 40,
 * decision 231", if it costs one. */
void svi_bot_process_notice_misdeed(struct svi_bot_process *bot, const struct svi_misdeed *misdeed,
                                    const char *where);

#endif
