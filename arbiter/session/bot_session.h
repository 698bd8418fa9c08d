/* The arbiter's side of the protocol with one bot, without its socket, its process or a clock: the
 * twin of sdk/bot/session. The owner brings frames with the time at which they came, and takes away
 * frames, verdicts and what the bot does wrong. arbiter/session/match_view.h has what the bots of
 * one match are told and asked.
 *
 *     CLOSED --open--> GREETING --hello--> UP --close--> CLOSED
 *
 *     svi_bot_session_open(&session, hello_ms, now_us);                a connection is there
 *     lost = svi_bot_session_frame(&session, bytes, size, now_us);     a frame has come
 *     lost = svi_bot_session_tick(&session, now_us);                   time has passed: not later
 *                                                  than svi_bot_session_deadline()
 *     ... send session.out, if it has anything and has not failed ...
 *     svi_bot_session_sent(&session, now_us);
 *     svi_bot_session_close(&session, now_us);                         it is over, or `lost`
 *
 * What becomes of a frame:
 *
 *  - A reply to a pending question that reads well is its answer; one that does not is `malformed`.
 *    So the question gets a verdict either way, and is settled.
 *  - A frame that holds anything else that cannot be read, or is no reply: its bot's oldest pending
 *    question is `malformed`, as that is the one it is taken to be working on
 *    (arbiter/session/clock.h); the rest of the frame is not read. When nothing is pending it
 *    counts as a stray. But when a reply to a settled question may still come, older than any that
 *    is pending, this is that: no question of this match or the next pays for it, whenever it
 *    comes.
 *  - Where several matches share the connection, neither of these two can be told for sure: where a
 *    reply that cannot be read ends, and whose the bytes behind it are, depends on what else is in
 *    the frame. So if its matches go on without it (`spares`), the connection is closed, nothing is
 *    settled, and what is wrong is found again where the match is alone.
 *  - A reply to a question that is settled because it was late, or because its match has ended, is
 *    expected and ignored, once for each. Other replies to what has not been asked, or twice, or in
 *    matches that are not the bot's, are strays: ignored, until there are more than
 *    SVI_BOT_SESSION_STRAYS of them.
 *  - A log or a note is kept with the pending question it names, or with the seat's next answer
 *    (question 0). One to a question or match that is over is dropped, as is one beyond the seat's
 *    budget (arbiter/session/log_queue.h); to a question that has not been asked it is a stray.
 *    More than SVI_BOT_SESSION_UNHEARD dropped without an answer or a new match in between are a
 *    flood.
 *
 * Whether a well-formed answer is legal is said by the game, when the answer is given to it.
 *
 * When a connection is over, its seats are lost; or *away*, if another connection is to go on with
 * them (session_recovery.h): an open question of theirs stands open until then. A lost seat of a
 * match that can be played again forfeits when it is asked, not before, so that its forfeit does
 * not depend on when the loss was seen. */
#ifndef SVI_ARBITER_SESSION_BOT_SESSION_H
#define SVI_ARBITER_SESSION_BOT_SESSION_H

#include "session/clock.h"
#include "session/seat.h"

#include "base/buf.h"
#include "record/record.h"
#include "secret/mask.h"
#include "wire/event_codec.h"
#include "wire/wire.h"

#include <solvent/game.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_BOT_SESSION_MATCHES 1024u /* a bot sits in at most so many seats at once */
#define SVI_BOT_SESSION_STRAYS 1000u  /* replies to nothing; more are a flood */
#define SVI_BOT_SESSION_LATE 16u      /* late questions that are remembered */
/* Logs and notes that may be dropped between two answers. More count as a flood. */
#define SVI_BOT_SESSION_UNHEARD 10000u

/* ---- what the owner is told ------------------------------------------------------------------ */

enum svi_misdeed_kind {
    SVI_MISDEED_MALFORMED,  /* the answer to the seat's question cannot be read */
    SVI_MISDEED_ILLEGAL,    /* it can, and the rules forbid it */
    SVI_MISDEED_LATE,       /* it has not come in time */
    SVI_MISDEED_UNREADABLE, /* what came is no message of a bot's; it costs the seat's question */
    SVI_MISDEED_STRAY,    /* a reply, log or note to what has not been asked; or UNREADABLE, nothing
                             being asked */
    SVI_MISDEED_STRIKES,  /* the last strike allowed: a forfeit is due */
    SVI_MISDEED_OVERTIME, /* the seat's time for the match is used up: a forfeit is due */
};

/* What a bot has done wrong. Valid during the call only. */
struct svi_misdeed {
    enum svi_misdeed_kind kind;
    struct svi_bot_session_seat *seat; /* whom it costs something; NULL: nobody (STRAY) */
    enum sv_status
        status;        /* MALFORMED, ILLEGAL, UNREADABLE, and a STRAY that could not be read: why */
    uint32_t message;  /* UNREADABLE, STRAY: its type; SVI_MESSAGE_COUNT when that is not known */
    size_t frame_size; /* UNREADABLE, STRAY: bytes of the frame that it came in */
    const uint8_t *bytes; /* UNREADABLE: the rest of that frame, `size` of them */
    size_t size;
    uint64_t match; /* STRAY: what it was a reply to, as far as it could be read */
    uint32_t question;
};

/* The owner of sessions. */
struct svi_bot_session_owner {
    /* A seat's question has its verdict: seat->phase is SETTLED, or IDLE with the verdict `dead`
     * when the bot is lost. game->waiting does not have the seat any more. No frame must be taken
     * in meanwhile. */
    void (*settled)(void *user, struct svi_bot_session_seat *seat);

    /* The session has something to send, or another deadline, for the first time since
     * svi_bot_session_sent(): it is to be called in this turn. NULL: it is called for every session
     * anyway. */
    void (*touched)(void *user, struct svi_bot_session *session);

    /* The bot has done something wrong; before settled() for the same question. NULL: it need not
     * be told. */
    void (*misdeed)(void *user, struct svi_bot_session *session, const struct svi_misdeed *misdeed);

    /* Whether the matches of a connection that is closed now go on, each with a process of its own.
     * NULL: they do not. */
    bool (*spares)(void *user, struct svi_bot_session *session);

    /* A hello has come that reads well. NULL: it is welcome; else the reason to refuse it, one
     * line. The member may be NULL: everybody is welcome. */
    const char *(*admit)(void *user, const struct svi_hello *hello);
};

/* ---- the session ----------------------------------------------------------------------------- */

/* A question whose answer a bot owes. It outlives its seat's part in it, and the match. */
struct svi_bot_session_question {
    uint64_t id;       /* of the match on the connection */
    uint64_t match;    /* number of the match, for messages; 0: it has none */
    uint32_t question; /* its number in the match */
    uint32_t decision; /* number of its answer in the record; 0: there is no record */
    uint8_t kind;      /* enum sv_decision */
    uint8_t seat;
    bool replayed; /* to a process that is led through the match */
};

enum svi_bot_session_state { SVI_BOT_SESSION_CLOSED, SVI_BOT_SESSION_GREETING, SVI_BOT_SESSION_UP };

struct svi_bot_session {
    const struct svi_clock_limits *limits;
    const struct svi_bot_session_owner *owner;
    void *user;
    unsigned most;              /* matches at once that we allow */
    const char *const *secrets; /* masked in all that it says (secret/mask.h); NULL: nothing is. The
                                   owner's to set */
    struct svi_buf masked;      /* a frame of its that had some */
    bool single; /* in one of them at a time it may be asked: it has sent several what cannot be
                    read */

    /* In all connections so far. */
    uint64_t questions; /* asked */
    uint64_t answers;   /* received in time, legal or not */
    uint64_t strays;
    int64_t charged_us; /* by clocks that have stopped, without recoveries */

    /* The connection. */
    enum svi_bot_session_state state;
    uint32_t hello_ms;               /* GREETING: that it may take, */
    int64_t greeting_us;             /*   from then on, */
    int64_t hello_due_us;            /*   which is until then */
    struct svi_hello hello;          /* UP: its own words */
    uint32_t kinds;                  /* UP: decision kinds it answers, as sv_setup.answers */
    uint8_t when[SV_DECISION_COUNT]; /* UP: when each is asked, as sv_setup.when */
    unsigned capacity;               /* UP: matches at once, 1-SVI_BOT_SESSION_MATCHES */
    uint64_t editions;               /* that it has been sent, by the number of their boards */
    uint32_t owed;                   /* replies that may still come to questions that are settled */
    uint32_t adrift;                 /* strays in this connection */
    struct svi_bot_session_question late[SVI_BOT_SESSION_LATE]; /* of those owed, the first */
    unsigned n_late;
    uint64_t heard;   /* replies in it that were waited for, or might still come */
    uint32_t unheard; /* logs and notes dropped since its last answer or new match */
    struct svi_clock_queue clocks;
    struct svi_buf out; /* what is to be sent, as one frame */
    bool touched;       /* the owner has been told */
    char why[128];      /* where a reason is made */

    /* Its seats. A match's number on the wire is a running number and, in its lowest bits, the
     * slot. */
    struct svi_bot_session_seat *slot[SVI_BOT_SESSION_MATCHES];
    uint16_t free_slot[SVI_BOT_SESSION_MATCHES];
    unsigned n_seats;
    unsigned n_out; /* of them, those that are out */
    const struct svi_bot_session_game
        *game;  /* of the seat that sat down first, when there was none; */
    bool mixed; /*   seats of other games have joined it in this connection */
    uint32_t serial;
};

/* A session without a connection. `limits` (which the bot is told) and `owner` must outlive it.
 * `most` matches at once are allowed; 0: as many as it says, up to SVI_BOT_SESSION_MATCHES. */
void svi_bot_session_init(struct svi_bot_session *session, const struct svi_clock_limits *limits,
                          const struct svi_bot_session_owner *owner, void *user, unsigned most);

/* Frees what it holds. Its seats are not touched. */
void svi_bot_session_finish(struct svi_bot_session *session);

/* A CLOSED session has a new connection, whose first frame must be a hello, to come within
 * `hello_ms`; 0: whenever. */
void svi_bot_session_open(struct svi_bot_session *session, uint32_t hello_ms, int64_t now_us);

/* A GREETING session's bot was ready to run, and others ran, for so long in all since it was
 * opened: that is none of its time, up to SVI_EXCUSES times what it may take. */
void svi_bot_session_excuse_hello(struct svi_bot_session *session, int64_t waited_us,
                                  int64_t now_us);

/* Reads the hello that begins a frame. NULL and *hello; or the reason to give for a refusal, made
 * in `text`, and hello->name when that could be read, else "". */
const char *svi_bot_session_read_hello(const uint8_t *bytes, size_t size, struct svi_hello *hello,
                                       char text[SVI_MAX_REASON]);

/* The connection of a GREETING session is that of the bot that has said this hello, which has been
 * read already: UP, with the welcome in `out`. For owners that must see a hello to know whose it
 * is; admit() is not asked. */
void svi_bot_session_welcome(struct svi_bot_session *session, const struct svi_hello *hello);

/* Takes in a frame. NULL, or why the connection must be closed, in words that fit behind the bot's
 * name ("floods us ..."), valid until the next call; `out` then has what should still be sent, if
 * anything. */
const char *svi_bot_session_frame(struct svi_bot_session *session, const uint8_t *bytes,
                                  size_t size, int64_t arrived_us);

/* Settles the questions that are late by now. NULL, or why the connection must be closed: it hangs,
 * or has not said hello in time. */
const char *svi_bot_session_tick(struct svi_bot_session *session, int64_t now_us);

/* Returns what clocks have charged so far in all connections, that of the open question included.
 * Questions that lead a process through its match again are not charged. */
int64_t svi_bot_session_charged_us(const struct svi_bot_session *session, int64_t now_us);

/* When svi_bot_session_tick() will do something at the earliest; SVI_NEVER while nothing is
 * awaited. */
int64_t svi_bot_session_deadline(const struct svi_bot_session *session);

/* What was in `out` has gone out, so that it is empty again, and a clock whose turn has come
 * starts. */
void svi_bot_session_sent(struct svi_bot_session *session, int64_t now_us);

/* Appends the goodbye: the bot is not needed any more. */
void svi_bot_session_dismiss(struct svi_bot_session *session);

/* The connection is over: CLOSED, and each of its seats is free (session NULL). With `again` those
 * in matches that can be played again are away; all others are given up. Nothing goes on for who is
 * out. */
void svi_bot_session_close(struct svi_bot_session *session, bool again, int64_t now_us);

/* A seat without a session is not waited for any more: lost. A question that is open is settled as
 * `dead`, with the forfeit due; else that is due at once, or in a match that can be played again
 * when the next one comes. `host` is that which it had. */
void svi_bot_session_give_up(struct svi_bot_session *session, struct svi_bot_session_seat *seat);

/* True when `seats` more seats fit; always when it has none at all, since a match must be able to
 * start. Who is `single` may have others that are out. */
bool svi_bot_session_has_room(const struct svi_bot_session *session, unsigned seats);

/* A seat has forfeited: its bot, if there is one, is asked nothing more in this match, and hears of
 * its end. */
void svi_bot_session_out(struct svi_bot_session_seat *seat);

/* The seat of a match number; NULL when that is no match in flight. */
struct svi_bot_session_seat *svi_bot_session_find(const struct svi_bot_session *session,
                                                  uint64_t match);

/* The open question of a seat, or the one that it is led through. */
struct svi_bot_session_question svi_bot_session_open_question(
    const struct svi_bot_session_seat *seat);

/* Finds the question that the bot is taken to work on, the first whose answer it owes: a process
 * that does not come back from one is asked others, which are late too. Returns false if it owes
 * nothing. */
bool svi_bot_session_at_work(const struct svi_bot_session *session,
                             struct svi_bot_session_question *question);

/* ---- for arbiter/host_match ------------------------------------------------------------------ */

/* Gives a seat a slot, which must be free, and so its id; and takes it away again. */
void svi_bot_session_sit(struct svi_bot_session *session, struct svi_bot_session_seat *seat);
void svi_bot_session_leave(struct svi_bot_session_seat *seat);

/* Gives a seat that is away the slot and id that it had before; where that slot is another's now,
 * another with another id. */
void svi_bot_session_sit_again(struct svi_bot_session *session, struct svi_bot_session_seat *seat);

/* Tells a bot what its seat has left, when that is not what it knows. */
void svi_bot_session_tell_clock(struct svi_bot_session_seat *seat);

/* Tells a bot that wants to know what has happened. */
void svi_bot_session_tell_events(struct svi_bot_session_seat *seat);

/* A new process has been told of the start of the seat's match, which goes on: it is led through
 * the match (session_recovery.h). Without memory what is to be sent has failed. */
void svi_bot_session_recover(struct svi_bot_session_seat *seat, int64_t now_us);

/* Takes a seat's clock off the queue, whatever it runs for; a reply may still come. */
void svi_bot_session_stop_clock(struct svi_bot_session_seat *seat, int64_t now_us);

/* Something has been put into `out`, or the deadline is another. */
void svi_bot_session_touch(struct svi_bot_session *session);

/* The seat's question has been put into `out`: ASKED. */
void svi_bot_session_asked(struct svi_bot_session_seat *seat, int64_t now_us);

/* A question that was asked has its verdict; its clock has been dealt with. */
void svi_bot_session_settle(struct svi_bot_session_seat *seat, enum sv_verdict verdict,
                            enum sv_status fault);

/* Tells the owner of a misdeed. */
void svi_bot_session_tell(struct svi_bot_session *session, const struct svi_misdeed *misdeed);

#endif
