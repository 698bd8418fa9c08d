/* Two sessions and three matches between them, without sockets or processes. */
#ifndef TESTS_SESSION_SESSION_RIG_H
#define TESTS_SESSION_SESSION_RIG_H

#include "runner/live_match.h"
#include "session/bot_session.h"
#include "tests/base/testing.h"

#define HOST_RIG_BOTS 2

struct host_rig {
    struct sv_edition edition;
    struct svi_edition_cache board;
    struct svi_clock_limits limits;
    struct svi_bot_session session[HOST_RIG_BOTS];
    struct svi_match match[3];
    struct svi_match_list ready;
    unsigned misdeeds[SVI_MISDEED_OVERTIME + 1];
};

/* For cmocka. */
int host_rig_set_up(void **state);
int host_rig_tear_down(void **state);

/* Defines a test; the body sees `struct host_rig *f`. */
#define HOST_TEST(name) TEST_ON(name, struct host_rig *f, host_rig_set_up, host_rig_tear_down)

/* A connection of bot k that has been welcomed. */
void host_rig_open(struct host_rig *f, unsigned k, unsigned most);

/* Answers a seat's question as a good bot would that needs no time. */
void host_rig_decide(struct host_rig *f, struct svi_bot_session_seat *seat);

enum sv_status host_rig_begin_match(struct host_rig *f, unsigned k, const struct svi_job *job,
                                    struct svi_bot_session *const *sessions);

/* Begins match k and plays it up to a window in which both seats are asked. */
struct svi_match *host_rig_begin(struct host_rig *f, unsigned k);

/* The proper answer of a seat: the default, in the short form. */
void host_rig_put_default(struct svi_buf *buf, const struct svi_bot_session_seat *seat);

/* Gives a session a frame, at 1 ms; the second frees it. Why the bot is lost, or NULL. */
const char *host_rig_take(struct host_rig *f, unsigned bot, const void *bytes, size_t size);
const char *host_rig_take_buf(struct host_rig *f, unsigned bot, struct svi_buf *buf);

/* Gives a session the bytes of `buf` and the proper answer of a seat, which must not cost the bot
 * its place. */
void host_rig_answer(struct host_rig *f, unsigned bot, struct svi_buf *buf,
                     const struct svi_bot_session_seat *seat);

#endif
