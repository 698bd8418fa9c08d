/* A bot's side of the protocol, without its socket: frames come in, callbacks are called, a frame
 * of replies goes out. */
#ifndef SVI_BOT_SESSION_H
#define SVI_BOT_SESSION_H

#include "bot/log_sink.h"
#include "wire/wire.h"

#include <solvent/bot.h>

/* ---- table ----------------------------------------------------------------------------------- */

/* The matches a connection holds, found by their number. Memory is taken when matches begin and
 * used again: a long league allocates no more than its busiest moment needs. */

/* One seat of the bot at one match. */
struct svi_bot_seat {
    struct sv_match match;
    struct svi_bot_seat *next; /* in the list of those free */
    struct svi_log_sink log_sink;
    struct svi_buf
        *out; /* where what it says goes; NULL but during a callback that may say something */
    uint32_t question; /* that it belongs to; 0: the match */
    uint32_t said;     /* what the match has cost of SVI_LOG_BUDGET */
    uint32_t events;   /* of the match that it knows of, told or missed */
    uint8_t block[];   /* the position block as the arbiter last left it */
};

struct svi_bot_table {
    struct svi_bot_seat *
        *slots; /* open addressing with linear probing; `mask` + 1 of them, half empty at least */
    struct svi_bot_seat *free;
    uint32_t mask, count, max;
    size_t block_size;
};

/* For at most `max` matches at once, with blocks of `block_size` bytes. SV_E_SYSTEM: no memory. */
enum sv_status svi_bot_table_init(struct svi_bot_table *t, uint32_t max, size_t block_size);
void svi_bot_table_finish(struct svi_bot_table *t);

/* The seat of a match, or NULL. */
struct svi_bot_seat *svi_bot_table_find(const struct svi_bot_table *t, uint64_t match);

/* A new seat, all zero but match.id. SV_E_DUPLICATE: there is one; SV_E_RANGE: the table is full;
 * SV_E_SYSTEM: no memory. */
enum sv_status svi_bot_table_add(struct svi_bot_table *t, uint64_t match,
                                 struct svi_bot_seat **seat);

/* Removes a seat that is in the table. */
void svi_bot_table_remove(struct svi_bot_table *t, struct svi_bot_seat *seat);

/* Any seat, or NULL when there is none. */
struct svi_bot_seat *svi_bot_table_any(const struct svi_bot_table *t);

/* ---- session --------------------------------------------------------------------------------- */

#define SVI_SDK_MATCHES 1024u  /* at once, when the bot does not say */
#define SVI_SDK_EDITIONS 1024u /* boards kept in a connection */
#define SVI_SDK_FRAME 131072u  /* a frame longer than this is sent before its last reply is in */

enum svi_session_end {
    SVI_SESSION_GOES_ON,
    SVI_SESSION_GOODBYE, /* the arbiter needs the bot no more */
    SVI_SESSION_BROKEN,  /* refused, or the arbiter says what cannot be; see `error` */
};

struct svi_edition_entry {
    uint8_t hash[32];
    struct sv_edition *edition;
};

struct svi_session {
    const struct sv_bot *bot;
    struct svi_buf out; /* replies to the last frame; the hello after init */
    /* Sends `out` while a frame is still being worked on; false: it cannot be sent. Called when the
     * bot says so much that one frame would be too long for the arbiter. NULL: all goes into one.
     */
    bool (*send)(void *user, const uint8_t *bytes, size_t size);
    void *user;
    bool welcomed;
    struct svi_welcome terms; /* decision_ms, bank_ms and strikes are told to each match */
    struct svi_bot_table seats;
    struct svi_edition_entry *editions;
    unsigned n_editions;
    const struct svi_cursor
        *frame; /* behind the message that is being worked on; NULL: there is none */
    struct sv_position position; /* of the question being decided; and its */
    struct sv_course course;
    char error[320];
};

/* Begins a session; `out` then holds the hello. `name` is used during the call only. SV_E_SYSTEM:
 * no memory; the session is finished already then. */
enum sv_status svi_session_init(struct svi_session *s, const struct sv_bot *bot, const char *name);

/* Ends it: match_end is called without a result for every match that has not ended. */
void svi_session_finish(struct svi_session *s);

/* Takes a frame from the arbiter. Afterwards `out` holds the replies, if any. */
enum svi_session_end svi_session_frame(struct svi_session *s, const void *bytes, size_t size);

#endif
