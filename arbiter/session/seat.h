/* A seat of a match with a bot in it, as the session with that bot knows it. */
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

/* Answers of a seat that were not taken, kept until its next answer is given to the game and so
 * into the record. Nothing of it is touched by a bot that does nothing wrong.
 *
 * An answer that cannot be read, or that the rules forbid, stands before the default that is played
 * for it. One that came too late does so before the seat's next answer that came in time, with the
 * number of the decision it was meant for: a bot answers in the order in which it is asked, so
 * where that is depends on what was late, and not on how late it was. Of the last eight that were
 * late it is still known what they were. */

/* Bytes of rejected answers that are kept of a seat in a match. Beyond that only reasons are kept. */
#define SVI_REJECTED_BUDGET 16384u
#define SVI_REJECTED_LATE 8u /* questions that were late and may still be answered */

/* All 0 at first. */
struct svi_rejected_queue {
    struct svi_buf waiting;
    uint32_t spent; /* of the budget */
    uint32_t n_late;
    struct {
        uint32_t question; /* its number in the match; 0: none, or answered by now */
        uint32_t decision; /* that the default was given for; 0: not yet */
        uint8_t kind;
    } late[SVI_REJECTED_LATE];
};

/* A match begins; the memory is kept. */
void svi_rejected_queue_reset(struct svi_rejected_queue *queue);
void svi_rejected_queue_finish(struct svi_rejected_queue *queue);

/* The seat's answer is MALFORMED or ILLEGAL, for that reason (record/rejected.h): `whole` bytes,
 * from `bytes` on. Without memory it is not kept. */
void svi_rejected_queue_add(struct svi_rejected_queue *queue, enum sv_verdict verdict,
                            unsigned reason, const uint8_t *bytes, size_t whole);

/* The seat's question of that kind is late; the default has been given for it as that decision; its
 * answer has come. */
void svi_rejected_queue_late(struct svi_rejected_queue *queue, uint32_t question, unsigned kind);
void svi_rejected_queue_decided(struct svi_rejected_queue *queue, uint32_t question,
                                uint32_t decision);
void svi_rejected_queue_came(struct svi_rejected_queue *queue, uint32_t question,
                             const uint8_t *bytes, size_t whole);

/* The bytes of the last one that waits, which is not LATE; false when there is none. They stay
 * until the next call. */
bool svi_rejected_queue_last(const struct svi_rejected_queue *queue, struct svi_rejected *rejected);

/* Forgets what waits. */
static inline void svi_rejected_queue_forget(struct svi_rejected_queue *queue)
{
    svi_buf_clear(&queue->waiting);
}

/* Gives what waits to the game, whose next answer must be the seat's, and one that came in time.
 * SV_E_SYSTEM: no memory. */
enum sv_status svi_rejected_queue_give(struct svi_rejected_queue *queue, struct svi_game *game);

/* ---- log queue ------------------------------------------------------------------------------- */

/* What a seat says in a match (the protocol's `log` and `note`), kept until its next answer is
 * given to the game. It costs the seat nothing and the arbiter no more than SVI_LOG_BUDGET: what is
 * beyond is dropped and counted, and one line in the record says so. */

/* All 0 at first. */
struct svi_log_queue {
    struct svi_buf
        waiting; /* remarks as svi_put_log_entry() writes them, each behind a byte: 1 for a note */
    uint32_t spent;                      /* of the budget, in this match */
    uint32_t dropped;                    /* remarks beyond it */
    uint32_t given_spent, given_dropped; /* the same when the last answer was given */
};

/* A match begins; the memory is kept. */
void svi_log_queue_reset(struct svi_log_queue *queue);
void svi_log_queue_finish(struct svi_log_queue *queue);

/* Takes a remark; false when it was dropped. */
bool svi_log_queue_add(struct svi_log_queue *queue, const struct sv_log_entry *log_entry);

/* Forgets what waits: no answer will come. */
static inline void svi_log_queue_forget(struct svi_log_queue *queue)
{
    svi_buf_clear(&queue->waiting);
}

/* The same, and it has never been said: it will be once more. */
static inline void svi_log_queue_take_back(struct svi_log_queue *queue)
{
    svi_buf_clear(&queue->waiting);
    queue->spent = queue->given_spent;
    queue->dropped = queue->given_dropped;
}

/* Gives what waits to the game, whose next seat must be the one that said it. SV_E_SYSTEM: no
 * memory. */
enum sv_status svi_log_queue_give(struct svi_log_queue *queue, struct svi_game *game);

/* ---- seat ------------------------------------------------------------------------------------ */

struct svi_bot_session;
struct svi_question_replay;

/* How far a process is led through the match of its seat again (session_recovery.h). All 0 at
 * first. */
struct svi_session_recovery {
    bool running;                                /* a process is being led */
    struct svi_question_replay *question_replay; /* running: what makes the questions, */
    uint32_t question;                           /*   the number of that which is being asked, */
    uint32_t decision;                           /*   what it was in the record, */
    uint8_t kind;                                /*   enum sv_decision, */
    uint32_t last;    /*   the number of the last whose answer is there, */
    int64_t until_us; /*   when all this must be over, */
    int64_t bank_us;  /*   and what the seat's clock was */
    uint64_t used_us;
    int64_t took_us, thought_us;
};

/* What a session must know of a match: its game is the owner's, and stands still while `waiting` is
 * not 0. */
struct svi_bot_session_game {
    const struct sv_edition *edition;
    const struct sv_state *state;
    const struct svi_event_log *events; /* what has happened in it; NULL: nobody is told */
    const struct svi_game *played;      /* with its record, by which seats can go on
                                           (arbiter/session/question_replay.h); NULL: they cannot */
    uint64_t number;                    /* of the match, for messages; 0: it has none */
    unsigned waiting;  /* the seats that are asked, be their bots there or away, as a set */
    unsigned settled;  /* those whose answer has not been given to the game yet */
    unsigned forfeits; /* those whose forfeit is due: the bot is lost, or has used up its strikes */
    unsigned late_forfeits; /* those given after others had been asked where the game stood then */
};

enum svi_bot_session_phase { SVI_SEAT_IDLE, SVI_SEAT_ASKED, SVI_SEAT_SETTLED };

/* A seat of a match, with a bot in it. */
struct svi_bot_session_seat {
    struct svi_clock clock; /* first: svi_bot_session_seat_of() relies on it */
    struct svi_bot_session
        *session; /* NULL: no bot sits there, or it is away, or lost to this match */
    struct svi_bot_session_game *game;
    const struct svi_clock_limits *limits; /* the first session's; so are the next two */
    uint32_t kinds;                        /* that it answers */
    bool model;                            /* it wants the course */
    bool events;                           /* it wants to be told what happens, */
    bool away;                             /* its process is lost, and another is to go on */
    bool out;                              /* it has forfeited, and is asked nothing more */
    uint64_t id;                           /* of the match on its connections */
    uint32_t question;                     /* number of the last one asked */
    uint32_t strikes;
    uint32_t told_ms, told_strikes; /* what the bot has been told that the seat has left */
    struct svi_event_mark told;     /*   and so much of what has happened its process knows */
    uint8_t number;                 /* the seat */
    uint8_t phase;                  /* enum svi_bot_session_phase */
    uint8_t verdict;                /* SETTLED: enum sv_verdict */
    uint8_t fault;                  /* MALFORMED, ILLEGAL: enum sv_status, why */
    struct sv_breach breach;        /* ILLEGAL: the rule it breaks */
    bool by_default; /* SETTLED with `ok`: the default is meant, and `answer` is not filled */
    struct sv_question asked;
    struct sv_answer answer;                    /* SETTLED with `ok` */
    struct svi_log_queue log_entries;           /* beside the next answer */
    struct svi_rejected_queue rejected_answers; /* before it */
    struct svi_session_recovery recovery;
    struct svi_bot_session_seat *next_held; /* for the owner (arbiter/runner/recovery_queue.h) */
};

/* The seat a clock belongs to. */
static inline struct svi_bot_session_seat *svi_bot_session_seat_of(struct svi_clock *clock)
{
    return (struct svi_bot_session_seat *)clock;
}

#endif
