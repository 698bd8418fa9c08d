/* A bot's side of the protocol, without its socket: frames come in, callbacks are called, a frame
 * of replies goes out. */
#ifndef SVI_BOT_SESSION_H
#define SVI_BOT_SESSION_H

#include "bot/table.h"
#include "wire/wire.h"

#include <solvent/bot.h>

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
