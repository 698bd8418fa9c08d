/* A bot's side of the protocol, without its socket: it takes frames, calls callbacks and returns a
 * frame of replies. sv_bot_main() makes a session for each connection (bot/main.c), and moves its
 * frames by a dealer (bot/main.c). Frames stay the caller's. */
#ifndef SVI_BOT_SESSION_H
#define SVI_BOT_SESSION_H

#include "bot/log_sink.h"
#include "wire/wire.h"

#include <solvent/bot.h>

/* ---- table ----------------------------------------------------------------------------------- */

/* The matches of a connection, found by their number. Memory is taken when matches begin and
 * reused: a long league allocates no more than its busiest moment needs. */

/* One seat of the bot in one match. */
struct svi_bot_seat {
    struct sv_match match;
    struct svi_bot_seat *next; /* next free seat */
    struct svi_log_sink log_sink;
    /* Buffer for the bot's remarks; NULL outside of callbacks that may make remarks. */
    struct svi_buf *out;
    /* Question of the remarks; 0: the match. */
    uint32_t question;
    uint32_t said; /* bytes of SVI_LOG_BUDGET used */
    /* Events of the match, delivered or missed. */
    uint32_t events;
    uint8_t block[]; /* last position block from the arbiter */
};

struct svi_bot_table {
    /* Open addressing with linear probing; `mask` + 1 slots, at least half of them empty. */
    struct svi_bot_seat **slots;
    struct svi_bot_seat *free;
    uint32_t mask, count, max;
    size_t block_size;
};

/* Makes a table for at most `max` matches at once (up to SVI_MAX_AT_ONCE), with blocks of
 * `block_size` bytes. Returns SV_E_SYSTEM without memory; svi_bot_table_finish() is allowed even
 * then. */
enum sv_status svi_bot_table_init(struct svi_bot_table *t, uint32_t max, size_t block_size);
void svi_bot_table_finish(struct svi_bot_table *t);

/* Returns the seat of a match, or NULL. The table owns the seat until it is removed. */
struct svi_bot_seat *svi_bot_table_find(const struct svi_bot_table *t, uint64_t match);

/* Adds a seat, all zero but match.id. Returns SV_E_DUPLICATE if the match is in the table,
 * SV_E_RANGE if the table is full, SV_E_SYSTEM without memory; *seat is not set then. */
enum sv_status svi_bot_table_add(struct svi_bot_table *t, uint64_t match,
                                 struct svi_bot_seat **seat);

/* Removes a seat that is in the table. */
void svi_bot_table_remove(struct svi_bot_table *t, struct svi_bot_seat *seat);

/* Returns any seat, which belongs to the table, or NULL if the table is empty. */
struct svi_bot_seat *svi_bot_table_any(const struct svi_bot_table *t);

/* ---- session --------------------------------------------------------------------------------- */

#define SVI_SDK_MATCHES 1024u  /* default of sv_bot.matches */
#define SVI_SDK_EDITIONS 1024u /* most boards kept in a connection */
/* A longer frame is sent before its last reply is written. */
#define SVI_SDK_FRAME 131072u

enum svi_session_end {
    SVI_SESSION_GOES_ON,
    /* The arbiter needs the bot no more. */
    SVI_SESSION_GOODBYE,
    /* The arbiter refused us or broke the protocol, a frame could not be sent, or memory ran out;
     * `error` has the reason. */
    SVI_SESSION_BROKEN,
};

struct svi_edition_entry {
    uint8_t hash[32];
    struct sv_edition *edition;
};

struct svi_session {
    const struct sv_bot *bot;
    struct svi_buf out; /* replies to the last frame; the hello after init */
    /* Sends `out` while a frame is still being worked on, because one frame with all remarks would
     * be too long for the arbiter. Returns false if it cannot be sent. NULL collects everything in
     * one frame. */
    bool (*send)(void *user, const uint8_t *bytes, size_t size);
    void *user;
    bool welcomed;
    /* Each match receives decision_ms, bank_ms and strikes from here. */
    struct svi_welcome terms;
    struct svi_bot_table seats;
    struct svi_edition_entry *editions;
    unsigned n_editions;
    /* Rest of the frame after the current message, or NULL. */
    const struct svi_cursor *frame;
    struct sv_position position; /* position of the current question */
    struct sv_course course;
    char error[320];
};

/* Begins a session; `out` then holds the hello, which the caller sends first. Set `send` and `user`
 * afterwards; they are NULL. `bot` has all members of this version (svi_bot_read()) and must
 * outlive the session; `name` is not kept. bot/main.c initialises libsodium before. Returns
 * SV_E_SYSTEM without memory; the session is finished then. */
enum sv_status svi_session_init(struct svi_session *s, const struct sv_bot *bot, const char *name);

/* Ends a session and frees its memory. Calls match_end without a result for every match that has
 * not ended. May be called again. */
void svi_session_finish(struct svi_session *s);

/* Takes a frame from the arbiter. Afterwards `out` holds the replies, if any, until the next frame.
 * Returns whether the session goes on. If not, only svi_session_finish() is left. */
enum svi_session_end svi_session_frame(struct svi_session *s, const void *bytes, size_t size);

#endif
