/* A seat of a match with a bot in it, as the bot's session knows it. The seats of a match live in
 * its struct svi_match_view, and svi_match_view_finish() frees their queues. The session and the
 * match view fill the queues; the runner's match and `solvent check` give them to the game, and
 * arbiter/probe reads them. */
#ifndef SVI_ARBITER_SESSION_SEAT_H
#define SVI_ARBITER_SESSION_SEAT_H

#include "base/buf.h"
#include "record/record.h"
#include "session/clock.h"
#include "wire/event_codec.h"

#include <solvent/game.h>

#include <stdbool.h>
#include <stdint.h>

/* ---- rejected queue -------------------------------------------------------------------------- */

/* Rejected answers of a seat, kept until its next answer is given to the game and so into the
 * record. A bot without faults causes no work here.
 *
 * An answer that is malformed or illegal is recorded before the default that replaces it. An answer
 * that came too late is recorded before the seat's next answer in time, with the number of the
 * decision it was meant for. A bot answers in the order in which it is asked. So the place in the
 * record depends on which answer was late, and not on how late it was. The last eight late
 * questions are remembered. */

/* Bytes of rejected answers that are kept of a seat in a match. Beyond that only reasons are
 * kept. */
#define SVI_REJECTED_BUDGET 16384u
#define SVI_REJECTED_LATE 8u /* late questions that may still be answered */

/* Starts as all 0. */
struct svi_rejected_queue {
    struct svi_buf waiting;
    uint32_t spent; /* bytes of the budget used */
    uint32_t n_late;
    struct {
        uint32_t question; /* its number in the match; 0: none, or answered by now */
        uint32_t decision; /* decision that took the default instead; 0: not yet */
        uint8_t kind;
    } late[SVI_REJECTED_LATE];
};

/* Empties the queue for a new match; keeps the memory. */
void svi_rejected_queue_reset(struct svi_rejected_queue *queue);
void svi_rejected_queue_finish(struct svi_rejected_queue *queue);

/* Adds an answer that is MALFORMED or ILLEGAL, with its reason (record/record.h): `whole` bytes,
 * from `bytes` on. Without memory it is not kept. */
void svi_rejected_queue_add(struct svi_rejected_queue *queue, enum sv_verdict verdict,
                            unsigned reason, const uint8_t *bytes, size_t whole);

/* Record the stages of a late question: the seat's question of that kind is late; the default was
 * given for it as that decision; its answer has come. */
void svi_rejected_queue_late(struct svi_rejected_queue *queue, uint32_t question, unsigned kind);
void svi_rejected_queue_decided(struct svi_rejected_queue *queue, uint32_t question,
                                uint32_t decision);
void svi_rejected_queue_came(struct svi_rejected_queue *queue, uint32_t question,
                             const uint8_t *bytes, size_t whole);

/* Finds the last waiting answer that is not LATE. Returns false if the queue has none. The bytes
 * stay until the next call. */
bool svi_rejected_queue_last(const struct svi_rejected_queue *queue, struct svi_rejected *rejected);

/* Drops the waiting answers. */
static inline void svi_rejected_queue_forget(struct svi_rejected_queue *queue)
{
    svi_buf_clear(&queue->waiting);
}

/* Gives the waiting answers to the game. Its next answer must be this seat's, and must have come in
 * time. Returns SV_E_SYSTEM if there is no memory. No answer waits afterwards, even then. */
enum sv_status svi_rejected_queue_give(struct svi_rejected_queue *queue, struct svi_game *game);

/* ---- log queue ------------------------------------------------------------------------------- */

/* The remarks of a seat in a match (the protocol's `log` and `note`), kept until its next answer is
 * given to the game. They cost the seat nothing, and the arbiter at most SVI_LOG_BUDGET: remarks
 * beyond that are dropped and counted, and one line in the record says so. */

/* Starts as all 0. */
struct svi_log_queue {
    /* Remarks as svi_put_log_entry() writes them, each behind its kind in a byte. */
    struct svi_buf waiting;
    uint32_t spent;                      /* bytes of the budget used in this match */
    uint32_t dropped;                    /* remarks dropped */
    uint32_t given_spent, given_dropped; /* `spent`, `dropped` at the last answer */
    bool fallback;                       /* the next answer is marked as a fallback */
    bool has_said;                       /* something is said aloud with the next answer */
};

/* Empties the queue for a new match; keeps the memory. */
void svi_log_queue_reset(struct svi_log_queue *queue);
void svi_log_queue_finish(struct svi_log_queue *queue);

/* Adds a remark. Returns false if it was dropped. Of an answer one text is said aloud. */
bool svi_log_queue_add(struct svi_log_queue *queue, const struct sv_log_entry *log_entry);

/* Drops the waiting remarks: no answer will come. */
static inline void svi_log_queue_forget(struct svi_log_queue *queue)
{
    svi_buf_clear(&queue->waiting);
    queue->fallback = false;
    queue->has_said = false;
}

/* Drops the waiting remarks as if they had never been sent: a new process will send them once
 * more. */
static inline void svi_log_queue_take_back(struct svi_log_queue *queue)
{
    svi_log_queue_forget(queue);
    queue->spent = queue->given_spent;
    queue->dropped = queue->given_dropped;
}

/* Gives the waiting remarks to the game, whose next seat must be theirs; those said aloud only if
 * `answered`. Returns SV_E_SYSTEM if there is no memory, also for a remark added before. No remark
 * waits afterwards, even then. */
enum sv_status svi_log_queue_give(struct svi_log_queue *queue, struct svi_game *game,
                                  bool answered);

/* ---- seat ------------------------------------------------------------------------------------ */

struct svi_bot_session;
struct svi_question_replay;

/* The progress of a recovery, which leads a process through the match of its seat again
 * (session_recovery.h). Starts as all 0. */
struct svi_session_recovery {
    bool running;                                /* a process is being led through the match */
    struct svi_question_replay *question_replay; /* running: source of the questions */
    uint32_t question;                           /* running: number of the question being asked */
    uint32_t decision;                           /* running: its decision in the record */
    uint8_t kind;                                /* running: its kind, enum sv_decision */
    uint32_t last;    /* number of the last question whose answer is there */
    int64_t until_us; /* end of the time for the recovery */
    int64_t bank_us;  /* the seat's clock before the recovery, with the next fields */
    uint64_t used_us;
    int64_t took_us, thought_us;
};

/* The part of a match that a session must know. The owner has the game, which stands still while
 * `waiting` is not 0. */
struct svi_bot_session_game {
    const struct sv_edition *edition;
    const struct sv_state *state;
    const struct svi_event_log *events; /* events of the match; NULL: bots are not told */
    const struct svi_event_log *talk;   /* remarks said aloud; NULL: bots may not talk */
    /* The game with its record, by which seats can go on (arbiter/session/session_recovery.h);
     * NULL: they cannot. */
    const struct svi_game *played;
    const struct svi_game *shown; /* the game, for seats without a process */
    uint64_t number;              /* number of the match for messages; 0: none */
    unsigned waiting;             /* set of the asked seats, whether their bots are there or away */
    unsigned settled;             /* set of the seats whose answer the game does not have yet */
    /* Set of the seats whose forfeit is due: the bot is lost, or has used up its strikes. */
    unsigned forfeits;
    /* Set of the seats whose forfeit was given after others had been asked at the same point of the
     * game. */
    unsigned late_forfeits;
};

enum svi_bot_session_phase { SVI_SEAT_IDLE, SVI_SEAT_ASKED, SVI_SEAT_SETTLED };

/* A seat of a match, with a bot in it. */
struct svi_bot_session_seat {
    struct svi_clock clock; /* first: svi_bot_session_seat_of() relies on it */
    /* NULL: no bot sits there, or it is away, or lost to this match. */
    struct svi_bot_session *session;
    struct svi_bot_session_game *game;
    /* Of the first session; so are `kinds` and `model`. */
    const struct svi_clock_limits *limits;
    uint32_t kinds;    /* decision kinds that it answers */
    bool model;        /* it wants the luck model's state (course) */
    bool events;       /* it wants events */
    bool fallback;     /* its notes SV_FALLBACK mark answers as fallbacks */
    bool talk;         /* it may talk, and is told what others say */
    bool away;         /* its process is lost, and another will go on */
    bool out;          /* it has forfeited, and is asked nothing more */
    uint64_t id;       /* id of the match on its connections */
    uint32_t question; /* number of its last question */
    uint32_t strikes;
    /* The time and strikes left that the bot was last told. */
    uint32_t told_ms, told_strikes;
    /* The events that its process has been told, and what it has been told that others said. */
    struct svi_event_mark told, heard;
    uint8_t number;          /* index of the seat */
    uint8_t phase;           /* enum svi_bot_session_phase */
    uint8_t verdict;         /* SETTLED: enum sv_verdict */
    uint8_t fault;           /* MALFORMED, ILLEGAL: the reason, enum sv_status */
    struct sv_breach breach; /* ILLEGAL: the rule it breaks */
    /* SETTLED with `ok`: the bot chose the default, and `answer` is not filled. */
    bool by_default;
    struct sv_question asked;
    struct sv_answer answer;                    /* SETTLED with `ok` */
    struct svi_log_queue log_entries;           /* remarks for the next answer */
    struct svi_rejected_queue rejected_answers; /* rejected answers before the next one */
    struct svi_session_recovery recovery;
    struct svi_bot_session_seat *next_lost; /* for the owner (arbiter/runner/worker_io.h) */
};

/* Returns the seat that a clock belongs to. */
static inline struct svi_bot_session_seat *svi_bot_session_seat_of(struct svi_clock *clock)
{
    return (struct svi_bot_session_seat *)clock;
}

#endif
