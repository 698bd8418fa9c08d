/* The arbiter's side of the protocol with one bot, without its socket, its process or a clock: the
 * counterpart of sdk/bot/session. The owner passes in frames with the time of their arrival. The
 * session returns frames to send, verdicts, and the bot's misdeeds. arbiter/session/match_view.h
 * decides what the bots of one match are told and asked. Owners are the runner's bots
 * (runner/bot_process.h) and `solvent check`; a session has no lock.
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
 * How messages of a frame are handled:
 *
 *  - A readable reply to a pending question is its answer; an unreadable one is `malformed`. So the
 *    question gets a verdict either way, and is settled.
 *  - Any other message that cannot be read, or is not a bot's, makes its bot's oldest pending
 *    question `malformed`: the bot is taken to be working on that question
 *    (arbiter/session/clock.h). The rest of the frame is not read. When nothing is pending, the
 *    message counts as a stray. But while a reply to a settled question may still come, the message
 *    is taken for that reply, which is older than any pending question. No question of this match
 *    or the next pays for it, whenever it comes.
 *  - Where several matches share the connection, neither of these two cases is certain. The end of
 *    an unreadable reply, and the owner of the bytes behind it, depend on the rest of the frame. So
 *    if the bot's matches go on without the connection (`spares`), it is closed and nothing is
 *    settled. The fault is found again where the match is alone.
 *  - A reply to a question that is settled because it was late, or because its match has ended, is
 *    expected and ignored, once for each. Other replies are strays: to questions not asked, to
 *    questions already answered, or in matches that are not the bot's. They are ignored, until
 *    there are more than SVI_BOT_SESSION_STRAYS of them.
 *  - A log or a note is kept with the pending question that it names, or with the seat's next
 *    answer (question 0). It is dropped if its question or match is over, or if it exceeds the
 *    seat's budget (arbiter/session/seat.h). For a question that has not been asked it is a stray.
 *    More than SVI_BOT_SESSION_DROPPED dropped without an answer or a new match in between are a
 *    flood.
 *
 * Whether a well-formed answer is legal is decided by the game, when the answer is given to it.
 *
 * When a connection is over, its seats are lost. They are *away* instead if another connection is
 * to go on with them (session_recovery.h); an open question of theirs stays open until then. A lost
 * seat of a match that can be played again forfeits when it is asked, not before. So its forfeit
 * does not depend on when the loss was seen. Call svi_bot_session_init() first and
 * svi_bot_session_finish() last. No function fails: without memory `out` has failed, or the
 * connection ends with a reason. Frames are only read during the call. */
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

#define SVI_BOT_SESSION_MATCHES 1024u /* most seats of a bot at once */
#define SVI_BOT_SESSION_STRAYS 1000u  /* most strays in a connection; more are a flood */
#define SVI_BOT_SESSION_LATE 16u      /* late questions that are remembered */
/* Logs and notes that may be dropped between two answers. More count as a flood. */
#define SVI_BOT_SESSION_DROPPED 10000u

/* ---- owner ----------------------------------------------------------------------------------- */

enum svi_misdeed_kind {
    SVI_MISDEED_MALFORMED, /* the answer to the seat's question cannot be read */
    SVI_MISDEED_ILLEGAL,   /* the answer can be read, but the rules forbid it */
    SVI_MISDEED_LATE,      /* the answer has not come in time */
    /* A message is not a bot's, or cannot be read; it costs the seat's question. */
    SVI_MISDEED_UNREADABLE,
    /* A reply, log or note to a question that was not asked; or an unreadable message while no
     * question is pending. */
    SVI_MISDEED_STRAY,
    SVI_MISDEED_STRIKES,  /* the last strike allowed: a forfeit is due */
    SVI_MISDEED_OVERTIME, /* the seat's time for the match is used up: a forfeit is due */
};

/* A misdeed of a bot. Valid during the call only. */
struct svi_misdeed {
    enum svi_misdeed_kind kind;
    struct svi_bot_session_seat *seat; /* seat that it costs something; NULL: no seat (STRAY) */
    /* MALFORMED, ILLEGAL, UNREADABLE, and a STRAY that could not be read: the reason. */
    enum sv_status status;
    uint32_t message;     /* UNREADABLE, STRAY: type of the message, or SVI_MESSAGE_COUNT */
    size_t frame_size;    /* UNREADABLE, STRAY: bytes of its frame */
    const uint8_t *bytes; /* UNREADABLE: the last `size` bytes of its frame */
    size_t size;
    uint64_t match; /* STRAY: match of the reply, as far as it could be read */
    uint32_t question;
};

/* The callbacks of the sessions' owner. */
struct svi_bot_session_owner {
    /* Must not be NULL. Called when a seat's question has its verdict: seat->phase is SETTLED, or
     * IDLE with the verdict `dead` if the bot is lost. The seat is no longer in game->waiting. Do
     * not pass in a frame during the call. */
    void (*settled)(void *user, struct svi_bot_session_seat *seat);

    /* Called when the session has something to send, or another deadline, for the first time since
     * svi_bot_session_sent(). Call svi_bot_session_sent() in this turn. May be NULL if that is
     * called for every session anyway. */
    void (*touched)(void *user, struct svi_bot_session *session);

    /* Called when the bot has done something wrong, before settled() for the same question. May be
     * NULL. */
    void (*misdeed)(void *user, struct svi_bot_session *session, const struct svi_misdeed *misdeed);

    /* Returns whether the matches of a connection that is closed now go on, each with a process of
     * its own. NULL: they do not. */
    bool (*spares)(void *user, struct svi_bot_session *session);

    /* Called after a readable hello. Returns NULL to welcome the bot, or one line with the reason
     * to refuse it. May be NULL: every bot is welcome. */
    const char *(*admit)(void *user, const struct svi_hello *hello);
};

/* ---- the session ----------------------------------------------------------------------------- */

/* A question whose answer a bot owes. It may outlive its seat and its match. */
struct svi_bot_session_question {
    uint64_t id;       /* id of the match on the connection */
    uint64_t match;    /* number of the match for messages; 0: none */
    uint32_t question; /* its number in the match */
    uint32_t decision; /* number of its answer in the record; 0: no record */
    uint8_t kind;      /* enum sv_decision */
    uint8_t seat;
    bool replayed; /* part of a recovery (session_recovery.h) */
};

enum svi_bot_session_state { SVI_BOT_SESSION_CLOSED, SVI_BOT_SESSION_GREETING, SVI_BOT_SESSION_UP };

struct svi_bot_session {
    const struct svi_clock_limits *limits;
    const struct svi_bot_session_owner *owner;
    void *user;
    unsigned most; /* matches at once that we allow */
    /* Secrets to mask in all of the bot's messages (secret/mask.h), set by the owner; may be
     * NULL. */
    const char *const *secrets;
    struct svi_buf masked; /* copy of a frame with its secrets masked */
    /* At most one of its matches may be asked at a time, as it has sent unreadable frames while it
     * played several. */
    bool single;

    /* In all connections so far. */
    uint64_t questions; /* asked */
    uint64_t answers;   /* received in time, legal or not */
    uint64_t strays;
    int64_t charged_us; /* charged by clocks that have stopped, without recoveries */

    /* The connection. */
    enum svi_bot_session_state state;
    uint32_t hello_ms;               /* GREETING: time allowed for the hello; 0: no limit */
    int64_t greeting_us;             /* GREETING: start of that time */
    int64_t hello_due_us;            /* GREETING: end of that time */
    bool talk;                       /* bots may talk here */
    struct svi_hello hello;          /* UP: its hello */
    uint32_t kinds;                  /* UP: decision kinds it answers, as sv_setup.answers */
    uint8_t when[SV_DECISION_COUNT]; /* UP: when each is asked, as sv_setup.when */
    unsigned capacity;               /* UP: matches at once, 1-SVI_BOT_SESSION_MATCHES */
    uint64_t editions;               /* editions that it has been sent, as a set of board numbers */
    uint32_t owed;                   /* replies that may still come to settled questions */
    uint32_t connection_strays;      /* strays in this connection */
    /* first of the late questions whose replies are owed */
    struct svi_bot_session_question late[SVI_BOT_SESSION_LATE];
    unsigned n_late;
    /* Replies in this connection that were awaited, or might still come. */
    uint64_t heard;
    uint32_t dropped_remarks; /* logs and notes dropped since its last answer or new match */
    struct svi_clock_queue clocks;
    struct svi_buf out; /* bytes to send, as one frame */
    bool touched;       /* the owner's touched() has been called */
    char why[128];      /* buffer for reasons */

    /* The bot's seats. A match's id on the wire is a running number, with the slot in its lowest
     * bits. */
    struct svi_bot_session_seat *slot[SVI_BOT_SESSION_MATCHES];
    uint16_t free_slot[SVI_BOT_SESSION_MATCHES];
    unsigned n_seats;
    unsigned n_out; /* seats that have forfeited */
    /* Game of the first seat that sat down while there was no other. */
    const struct svi_bot_session_game *game;
    /* Seats of other games have joined that game in this connection. */
    bool mixed;
    uint32_t serial;
};

/* Initialises a session without a connection. `limits` (which the bot is told) and `owner` must
 * outlive it. `most` is the number of matches at once that we allow; 0: as many as the bot says, up
 * to SVI_BOT_SESSION_MATCHES. */
void svi_bot_session_init(struct svi_bot_session *session, const struct svi_clock_limits *limits,
                          const struct svi_bot_session_owner *owner, void *user, unsigned most);

/* Frees the session's buffers. Does not touch its seats. */
void svi_bot_session_finish(struct svi_bot_session *session);

/* Opens a new connection of a CLOSED session. Its first frame must be a hello, within `hello_ms`;
 * 0: without limit. */
void svi_bot_session_open(struct svi_bot_session *session, uint32_t hello_ms, int64_t now_us);

/* Excuses a GREETING bot whose hello has a time limit for the time in which it was ready to run
 * while others ran. `waited_us` is that time since the session was opened. At most SVI_EXCUSES
 * times the time for its hello is excused. */
void svi_bot_session_excuse_hello(struct svi_bot_session *session, int64_t waited_us,
                                  int64_t now_us);

/* Reads the hello that begins a frame. Returns NULL and fills *hello, or returns the reason for a
 * refusal, made in `text`. hello->name is filled then if it could be read, else "". */
const char *svi_bot_session_read_hello(const uint8_t *bytes, size_t size, struct svi_hello *hello,
                                       char text[SVI_MAX_REASON]);

/* Welcomes the bot of a GREETING session whose hello has been read already: UP, with the welcome in
 * `out`. For owners that must see a hello to know its bot; admit() is not called. */
void svi_bot_session_welcome(struct svi_bot_session *session, const struct svi_hello *hello);

/* Handles a frame of a connection that is open. Returns NULL, or the reason to close the
 * connection, to follow the bot's name ("floods us ..."); it is valid until the next call. `out`
 * then has bytes that should still be sent, if any. */
const char *svi_bot_session_frame(struct svi_bot_session *session, const uint8_t *bytes,
                                  size_t size, int64_t arrived_us);

/* Settles the questions that are late by now. Returns NULL, or the reason to close the connection:
 * the bot hangs, or has not said hello in time. */
const char *svi_bot_session_tick(struct svi_bot_session *session, int64_t now_us);

/* Returns the time that clocks have charged in all connections so far, including the open question.
 * Questions of a recovery are not charged. */
int64_t svi_bot_session_charged_us(const struct svi_bot_session *session, int64_t now_us);

/* Returns the earliest time at which svi_bot_session_tick() will act, or SVI_NEVER while nothing is
 * awaited. */
int64_t svi_bot_session_deadline(const struct svi_bot_session *session);

/* Empties `out` after its bytes were sent, and starts the clock whose turn has come. */
void svi_bot_session_sent(struct svi_bot_session *session, int64_t now_us);

/* Appends the goodbye: the bot is not needed any more. */
void svi_bot_session_dismiss(struct svi_bot_session *session);

/* Closes the connection: CLOSED, and each of its seats is free (session NULL). With `again` the
 * seats in matches that can be played again are away; all others are given up. Seats that have
 * forfeited are only freed. */
void svi_bot_session_close(struct svi_bot_session *session, bool again, int64_t now_us);

/* Gives up a seat without a session: it is lost. An open question is settled as `dead`, with the
 * forfeit due. Without one the forfeit is due at once; in a match that can be played again it is
 * due at the next question. `session` is the seat's last session. */
void svi_bot_session_give_up(struct svi_bot_session *session, struct svi_bot_session_seat *seat);

/* Returns whether `seats` more seats fit. Always true when the bot has no seat, since a match must
 * be able to start. A `single` bot may still have seats that have forfeited. */
bool svi_bot_session_has_room(const struct svi_bot_session *session, unsigned seats);

/* Marks a seat as forfeited. Its bot, if there is one, is asked nothing more in this match, and is
 * told of its end. */
void svi_bot_session_out(struct svi_bot_session_seat *seat);

/* Returns the seat with a match id, which belongs to its match, or NULL if no match in flight has
 * it. */
struct svi_bot_session_seat *svi_bot_session_find(const struct svi_bot_session *session,
                                                  uint64_t match);

/* Returns the open question of a seat, or the question of its recovery. */
struct svi_bot_session_question svi_bot_session_open_question(
    const struct svi_bot_session_seat *seat);

/* Finds the question that the bot is taken to work on: the first whose answer it owes. A process
 * that does not come back from one question is asked others, which are late too. Returns false if
 * it owes nothing. */
bool svi_bot_session_at_work(const struct svi_bot_session *session,
                             struct svi_bot_session_question *question);

/* ---- for arbiter/session/match_view ---------------------------------------------------------- */

/* Gives a seat a free slot, and so its id; svi_bot_session_leave() frees the slot. */
void svi_bot_session_sit(struct svi_bot_session *session, struct svi_bot_session_seat *seat);
void svi_bot_session_leave(struct svi_bot_session_seat *seat);

/* Gives a seat that is away its former slot and id. If another seat has that slot now, gives it a
 * new slot and id. */
void svi_bot_session_sit_again(struct svi_bot_session *session, struct svi_bot_session_seat *seat);

/* Tells a bot the time and strikes that its seat has left, if they have changed. */
void svi_bot_session_tell_clock(struct svi_bot_session_seat *seat);

/* Tells a bot that wants events those that are new to it. */
void svi_bot_session_tell_events(struct svi_bot_session_seat *seat);

/* Leads a new process through the match of a seat, after it has been told of the start
 * (session_recovery.h). Without memory `out` has failed. */
void svi_bot_session_recover(struct svi_bot_session_seat *seat, int64_t now_us);

/* Takes a seat's clock off the queue, whatever it runs for. A reply may still come. */
void svi_bot_session_stop_clock(struct svi_bot_session_seat *seat, int64_t now_us);

/* Reports that `out` or the deadline has changed. */
void svi_bot_session_touch(struct svi_bot_session *session);

/* Marks a seat as ASKED after its question was put into `out`. */
void svi_bot_session_asked(struct svi_bot_session_seat *seat, int64_t now_us);

/* Settles a question with its verdict; its clock has been handled. */
void svi_bot_session_settle(struct svi_bot_session_seat *seat, enum sv_verdict verdict,
                            enum sv_status fault);

/* Reports a misdeed to the owner. */
void svi_bot_session_tell(struct svi_bot_session *session, const struct svi_misdeed *misdeed);

#endif
