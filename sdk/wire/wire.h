/* The messages between arbiter and bot, to bytes and back. No I/O here. docs/PROTOCOL.md is the
 * public page; this header is its C side.
 *
 * A frame (one ZeroMQ message) is one or more MessagePack values one after the other; each is a
 * message: an array of its type's number and its fields. Writing appends messages to a svi_buf.
 * Reading:
 *
 *     struct svi_cursor frame = svi_cursor_over(bytes, size);
 *     while (svi_cursor_left(&frame) != 0) {
 *         const uint8_t *start = frame.at;
 *         struct svi_head head;
 *         struct svi_reply reply;
 *         enum sv_status status = svi_get_head(&frame, &head);
 *         if (status == SV_OK && head.type == SVI_MESSAGE_REPLY) {
 *             status = svi_get_reply(&frame, &head, &reply);
 *             ... find the match and question, svi_get_reply_answer() ...
 *         }
 *         if (status != SV_OK && !svi_resync(&frame, start)) {
 *             ... the rest of the frame is lost ...
 *         }
 *     }
 *
 * Every svi_get_ function returns the cursor's status; unless it is SV_OK, what it filled must not
 * be used, except for the members that it names as filled first. Nothing is allocated; bytes and
 * strings that are pointed to lie in the frame. */
#ifndef SVI_WIRE_WIRE_H
#define SVI_WIRE_WIRE_H

#include "base/buf.h"
#include "game/pack.h"
#include "wire/answer_codec.h"
#include "wire/cursor.h"
#include "wire/edition_codec.h"
#include "wire/event_codec.h"
#include "wire/messages.h"
#include "wire/patch.h"

#include <solvent/bot.h>

#define SVI_MAX_REASON 240u     /* bytes of a refusal's text with its terminating 0 */
#define SVI_MAX_AT_ONCE 65535u  /* that a bot may say it holds at once */
#define SVI_MAX_FRAME 67108864u /* bytes of a frame from the arbiter: for ZMQ_MAXMSGSIZE */
/* Bytes of a frame from a bot. 1024 answers of the largest kind take less than a third. */
#define SVI_MAX_BOT_FRAME 1048576u
#define SVI_MAX_BLOCK (SV_POSITION_BYTES + SVI_COURSE_BYTES)

/* ---- frames ------------------------------------------------------------------------------- */

/* How a message begins. */
struct svi_head {
    uint32_t type;   /* enum svi_message */
    uint32_t fields; /* values that follow the type */
};

/* Reads a message's head. SV_E_UNKNOWN for a type that is no message (head->type is filled then).
 */
enum sv_status svi_get_head(struct svi_cursor *frame, struct svi_head *head);

/* After anything went wrong in the message that began at `start`: clears the failure and moves on
 * to the next message. False, with the cursor at the end, when what stands at `start` is no
 * MessagePack value, so that nobody knows where the next message begins. Also skips a message that
 * is of no interest. */
bool svi_resync(struct svi_cursor *frame, const uint8_t *start);

/* ---- from the bot ------------------------------------------------------------------------- */

struct svi_hello {
    uint32_t protocol;
    char name[SV_MAX_NAME]; /* not empty */
    char version[SV_MAX_NAME];
    uint32_t answers;                /* decision kinds it answers: bit k for enum sv_decision k */
    uint32_t matches;                /* at once, 1 - SVI_MAX_AT_ONCE */
    bool model;                      /* wants the course too */
    uint8_t when[SV_DECISION_COUNT]; /* sets of SV_WHEN_ bits, by kind; perhaps with bits of later
                                        versions */
    bool events;                     /* wants to be told what happens */
};

void svi_put_hello(struct svi_buf *buf, const struct svi_hello *hello);

/* Unknown keys are skipped; `version`, `matches` (1), `model` (false), `when` (0) and `events`
 * (false) may be left out. SV_E_VERSION: another protocol than SVI_PROTOCOL; hello->protocol is
 * filled then. */
enum sv_status svi_get_hello(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_hello *hello);

/* A reply without its answer, which follows in the cursor. */
struct svi_reply {
    uint64_t match;
    uint32_t question;
    uint32_t values; /* of the answer; 0: the default is meant */
};

/* Appends a reply; `is_default` says that the answer equals the default, then the short form is
 * sent. `p` is the position the question was asked at. */
void svi_put_reply(struct svi_buf *buf, uint64_t match, uint32_t question,
                   const struct sv_position *p, const struct sv_answer *a, bool is_default);

/* Reads all but the answer. match and question are filled as far as they could be read, else 0. */
enum sv_status svi_get_reply(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_reply *reply);

/* Reads the answer to `q`, asked at position `p` under `e`. The default is filled in when it is
 * meant. The answer is well-formed, whether it is legal is sv_check()'s to say. SV_E_LENGTH: the
 * number of values is not that of the kind of question. */
enum sv_status svi_get_reply_answer(struct svi_cursor *frame, const struct svi_reply *reply,
                                    const struct sv_edition *e, const struct sv_position *p,
                                    const struct sv_question *q, struct sv_answer *a);

/* Appends a log or a note that belongs to a question, or with question 0 to the seat's next answer.
 */
void svi_put_say(struct svi_buf *buf, uint64_t match, uint32_t question,
                 const struct sv_log_entry *log_entry);

/* Reads a log or a note. `match` and `question` are filled as far as they could be read, else 0. */
enum sv_status svi_get_say(struct svi_cursor *frame, const struct svi_head *head, uint64_t *match,
                           uint32_t *question, struct svi_log_entry *log_entry);

/* ---- from the arbiter --------------------------------------------------------------------- */

struct svi_welcome {
    uint32_t protocol;
    char arbiter[SV_MAX_NAME]; /* its version */
    uint32_t decision_ms;      /* time for a decision, before a time bank is drawn on */
    uint32_t bank_ms;          /* in the bank of a seat when its match starts */
    uint32_t strikes;          /* the strike that forfeits a seat */
};

void svi_put_welcome(struct svi_buf *buf, const struct svi_welcome *welcome);
enum sv_status svi_get_welcome(struct svi_cursor *frame, const struct svi_head *head,
                               struct svi_welcome *welcome);

/* What a seat has left of what the welcome told. */
struct svi_clock_left {
    uint64_t match;
    uint32_t bank_ms, strikes;
};

void svi_put_clock(struct svi_buf *buf, const struct svi_clock_left *left);
enum sv_status svi_get_clock(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_clock_left *left);

/* What has happened, without the events themselves, which follow in the cursor: wire/event_codec.h.
 * They are written by svi_put_events(), wire/event_log.h. */
struct svi_events {
    uint64_t match;
    uint32_t count; /* in the match so far, these included */
    uint32_t told;  /* that follow */
};

enum sv_status svi_get_events(struct svi_cursor *frame, const struct svi_head *head,
                              struct svi_events *events);

/* Texts given to svi_put_ functions that are too long or no clean text (svi_text_ok) are cut to
 * their longest beginning that is neither; so what is written can always be read. */

void svi_put_refused(struct svi_buf *buf, const char *reason);
enum sv_status svi_get_refused(struct svi_cursor *frame, const struct svi_head *head,
                               char reason[SVI_MAX_REASON]);

/* An edition in its canonical encoding (wire/edition_codec.h); `bytes` belong to the caller or the
 * frame. */
struct svi_edition_message {
    uint8_t hash[32];
    const uint8_t *bytes;
    size_t size; /* at most SVI_EDITION_MAX_BYTES */
};

void svi_put_edition(struct svi_buf *buf, const struct svi_edition_message *edition);

/* Does not look into the bytes: svi_edition_decode() does. */
enum sv_status svi_get_edition(struct svi_cursor *frame, const struct svi_head *head,
                               struct svi_edition_message *edition);

struct svi_start {
    uint64_t match;                       /* unique on the connection */
    uint8_t seat;                         /* the bot's own */
    uint8_t seats;                        /* 2-8 */
    char name[SV_MAX_SEATS][SV_MAX_NAME]; /* the first `seats` count */
    uint8_t edition[32];                  /* hash of an edition sent before */
    uint8_t commitment[32];               /* sv_luck_commitment() */
    uint8_t key[SV_KEY_BYTES];            /* sv_luck_bot_key() of the seat */
};

void svi_put_start(struct svi_buf *buf, const struct svi_start *start);
enum sv_status svi_get_start(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_start *start);

/* A question, of which the fields that SV_QUESTION_FIELDS names travel when they are not empty. */
struct svi_ask {
    uint64_t match;
    uint32_t question;        /* its number in the match */
    struct sv_question asked; /* all but the seat, which is the bot's own in the match (0 here) */
    const uint8_t *patch;     /* what has changed in the block, see wire/patch.h; in the frame */
    size_t patch_size;
};

/* Appends an ask with a patch from svi_patch_make(). */
void svi_put_ask_patch(struct svi_buf *buf, uint64_t match, uint32_t question,
                       const struct sv_question *q, const uint8_t *patch, size_t patch_size);

/* The same for who asks one seat only. `seen` is the block the bot has by now (all 0 before a
 * match's first ask), `now` what it is to have: `size` bytes, SV_POSITION_BYTES or SVI_MAX_BLOCK
 * with the course. `seen` becomes equal to `now`. */
void svi_put_ask(struct svi_buf *buf, uint64_t match, uint32_t question,
                 const struct sv_question *q, uint8_t *seen, const uint8_t *now, size_t size);
enum sv_status svi_get_ask(struct svi_cursor *frame, const struct svi_head *head,
                           struct svi_ask *ask);

struct svi_end {
    uint64_t match;
    uint8_t seats;           /* 2-8 */
    struct sv_result result; /* the first `seats` places and worths count, the others are 0 */
};

void svi_put_end(struct svi_buf *buf, const struct svi_end *end);
enum sv_status svi_get_end(struct svi_cursor *frame, const struct svi_head *head,
                           struct svi_end *end);

void svi_put_goodbye(struct svi_buf *buf);
enum sv_status svi_get_goodbye(struct svi_cursor *frame, const struct svi_head *head);

#endif
