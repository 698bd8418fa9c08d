/* A seat of a match with a bot in it, as the session with that bot knows it. */
#ifndef SVI_ARBITER_SESSION_SEAT_H
#define SVI_ARBITER_SESSION_SEAT_H

#include "session/clock.h"
#include "session/log_queue.h"
#include "session/rejected_queue.h"

#include "record/record.h"
#include "wire/event_codec.h"

#include <solvent/game.h>

#include <stdbool.h>
#include <stdint.h>

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
