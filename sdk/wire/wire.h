/* The messages between arbiter and bot, to bytes and back. No I/O here. docs/PROTOCOL.md is the
 * public page; this header is its C side. arbiter/session, the runner's acceptor and bot/session.c
 * speak it; tools/gate reads heads only.
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
 * Every svi_get_ function returns the cursor's status; unless it is SV_OK, do not use its output,
 * except for members that the function's comment names. Besides errors of reading (wire/cursor.h)
 * these are SV_E_LENGTH for a wrong number of fields or bytes, SV_E_RANGE for a value out of its
 * bounds, SV_E_MISSING and SV_E_DUPLICATE for keys. A head of another type is SV_E_UNKNOWN, but
 * svi_get_reply() and svi_get_ask() must have their own. Nothing is allocated; pointers to bytes
 * and strings point into the frame. Writing fails only without memory: the buffer is `failed` then
 * (base/buf.h). */
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

#define SVI_MAX_REASON 240u /* bytes of a refusal's text with its terminating 0 */
/* Most matches that a bot may play at once. */
#define SVI_MAX_AT_ONCE 65535u
/* Most bytes of a frame from the arbiter, for ZMQ_MAXMSGSIZE. */
#define SVI_MAX_FRAME 67108864u
/* Bytes of a frame from a bot. 1024 answers of the largest kind take less than a third. */
#define SVI_MAX_BOT_FRAME 1048576u
#define SVI_MAX_BLOCK (SV_POSITION_BYTES + SVI_COURSE_BYTES)

/* ---- frames ------------------------------------------------------------------------------- */

/* The head of a message. */
struct svi_head {
    uint32_t type;   /* enum svi_message */
    uint32_t fields; /* values that follow the type */
};

/* Reads a message's head. Returns SV_E_UNKNOWN if the type does not exist (head->type is filled
 * then). */
enum sv_status svi_get_head(struct svi_cursor *frame, struct svi_head *head);

/* Recovers after an error in the message that began at `start`: clears the error and moves to the
 * next message. Returns false, with the cursor at the end, if `start` does not hold a MessagePack
 * value, because the beginning of the next message is unknown then. Also skips uninteresting
 * messages. */
bool svi_resync(struct svi_cursor *frame, const uint8_t *start);

/* ---- from the bot ------------------------------------------------------------------------- */

struct svi_hello {
    uint32_t protocol;
    char name[SV_MAX_NAME]; /* not empty */
    char version[SV_MAX_NAME];
    /* Decision kinds that the bot answers: bit k for enum sv_decision k. */
    uint32_t answers;
    uint32_t matches; /* matches at once, 1 - SVI_MAX_AT_ONCE */
    bool model;       /* wants the course too */
    /* Sets of SV_WHEN_ bits, by kind; may have bits of later versions. */
    uint8_t when[SV_DECISION_COUNT];
    bool events;   /* wants to receive events */
    bool fallback; /* its notes SV_FALLBACK mark answers */
    bool talk;     /* it talks, and wants to hear the others */
};

void svi_put_hello(struct svi_buf *buf, const struct svi_hello *hello);

/* Reads a hello. Unknown keys are skipped; `version`, `matches` (1), `model` (false), `when` (0),
 * `events`, `fallback` and `talk` (false) may be left out. Returns SV_E_VERSION for a protocol
 * other than SVI_PROTOCOL; hello->protocol is filled then. */
enum sv_status svi_get_hello(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_hello *hello);

/* A reply without its answer, which follows in the cursor. */
struct svi_reply {
    uint64_t match;
    uint32_t question;
    /* Values of the answer; 0: the default. */
    uint32_t values;
};

/* Appends a reply. `is_default` says that the answer equals the default, which has a short form.
 * `p` is the position at which the question was asked. */
void svi_put_reply(struct svi_buf *buf, uint64_t match, uint32_t question,
                   const struct sv_position *p, const struct sv_answer *a, bool is_default);

/* Reads a reply without the answer. match and question are filled as far as they could be read,
 * else 0. */
enum sv_status svi_get_reply(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_reply *reply);

/* Reads the answer to `q`, asked at position `p` under `e`, or fills in the default if the reply is
 * the short form. The answer is well-formed; sv_check() decides whether it is legal. Returns
 * SV_E_LENGTH if the number of values does not fit the kind of question. */
enum sv_status svi_get_reply_answer(struct svi_cursor *frame, const struct svi_reply *reply,
                                    const struct sv_edition *e, const struct sv_position *p,
                                    const struct sv_question *q, struct sv_answer *a);

/* Appends a log, a note or a say that belongs to a question, or with question 0 to the seat's next
 * answer.
 */
void svi_put_say(struct svi_buf *buf, uint64_t match, uint32_t question,
                 const struct sv_log_entry *log_entry);

/* Reads a log, a note or a say. `match` and `question` are filled as far as they could be read,
 * else 0. */
enum sv_status svi_get_say(struct svi_cursor *frame, const struct svi_head *head, uint64_t *match,
                           uint32_t *question, struct svi_log_entry *log_entry);

/* ---- from the arbiter --------------------------------------------------------------------- */

struct svi_welcome {
    uint32_t protocol;
    char arbiter[SV_MAX_NAME]; /* the arbiter's version */
    /* Time for a decision before the time bank is used. */
    uint32_t decision_ms;
    /* Time in a seat's bank when its match starts. */
    uint32_t bank_ms;
    /* Number of the strike that forfeits a seat. */
    uint32_t strikes;
    bool talk; /* bots may talk */
};

void svi_put_welcome(struct svi_buf *buf, const struct svi_welcome *welcome);
enum sv_status svi_get_welcome(struct svi_cursor *frame, const struct svi_head *head,
                               struct svi_welcome *welcome);

/* The clock and strikes that a seat has left. */
struct svi_clock_left {
    uint64_t match;
    uint32_t bank_ms, strikes;
};

void svi_put_clock(struct svi_buf *buf, const struct svi_clock_left *left);
enum sv_status svi_get_clock(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_clock_left *left);

/* The head of a message of events. The events follow in the cursor (wire/event_codec.h);
 * svi_put_events() writes them. */
struct svi_events {
    uint64_t match;
    /* Events in the match so far, with these. */
    uint32_t count;
    uint32_t told; /* events that follow */
};

enum sv_status svi_get_events(struct svi_cursor *frame, const struct svi_head *head,
                              struct svi_events *events);

/* Texts for svi_put_ functions that are too long, or are not clean text (svi_text_ok), are cut to
 * their longest beginning that is short and clean, so that they can always be read. */

void svi_put_refused(struct svi_buf *buf, const char *reason);
enum sv_status svi_get_refused(struct svi_cursor *frame, const struct svi_head *head,
                               char reason[SVI_MAX_REASON]);

/* An edition in its canonical encoding (wire/edition_codec.h); `bytes` belongs to the caller or the
 * frame. */
struct svi_edition_message {
    uint8_t hash[32];
    const uint8_t *bytes;
    size_t size; /* at most SVI_EDITION_MAX_BYTES */
};

void svi_put_edition(struct svi_buf *buf, const struct svi_edition_message *edition);

/* Reads an edition message without looking into the bytes; svi_edition_decode() does. */
enum sv_status svi_get_edition(struct svi_cursor *frame, const struct svi_head *head,
                               struct svi_edition_message *edition);

struct svi_start {
    uint64_t match;                       /* unique on the connection */
    uint8_t seat;                         /* seat of the bot */
    uint8_t seats;                        /* 2-8 */
    char name[SV_MAX_SEATS][SV_MAX_NAME]; /* only the first `seats` are valid */
    uint8_t edition[32];                  /* hash of an edition sent before */
    uint8_t commitment[32];               /* sv_luck_commitment() */
    uint8_t key[SV_KEY_BYTES];            /* sv_luck_bot_key() of the seat */
};

void svi_put_start(struct svi_buf *buf, const struct svi_start *start);
enum sv_status svi_get_start(struct svi_cursor *frame, const struct svi_head *head,
                             struct svi_start *start);

/* A question. Its fields travel as SV_QUESTION_FIELDS says, each unless it is empty. */
struct svi_ask {
    uint64_t match;
    /* Number of the question in the match. */
    uint32_t question;
    /* All fields but the seat, which is 0 here: it is the bot's own in the match. */
    struct sv_question asked;
    /* Changes of the block as a patch (wire/patch.h) in the frame. */
    const uint8_t *patch;
    size_t patch_size;
};

/* Appends an ask with a patch from svi_patch_make(). */
void svi_put_ask_patch(struct svi_buf *buf, uint64_t match, uint32_t question,
                       const struct sv_question *q, const uint8_t *patch, size_t patch_size);

/* Appends an ask to a single seat. `seen` is the block that the bot has by now (all 0 before a
 * match's first ask), `now` the block that it is to have. Both have `size` bytes:
 * SV_POSITION_BYTES, or SVI_MAX_BLOCK with the course. `seen` becomes equal to `now`. */
void svi_put_ask(struct svi_buf *buf, uint64_t match, uint32_t question,
                 const struct sv_question *q, uint8_t *seen, const uint8_t *now, size_t size);
enum sv_status svi_get_ask(struct svi_cursor *frame, const struct svi_head *head,
                           struct svi_ask *ask);

struct svi_end {
    uint64_t match;
    uint8_t seats; /* 2-8 */
    /* Only the first `seats` places and worths are valid, the others are 0. */
    struct sv_result result;
};

void svi_put_end(struct svi_buf *buf, const struct svi_end *end);
enum sv_status svi_get_end(struct svi_cursor *frame, const struct svi_head *head,
                           struct svi_end *end);

void svi_put_goodbye(struct svi_buf *buf);
enum sv_status svi_get_goodbye(struct svi_cursor *frame, const struct svi_head *head);

#endif
