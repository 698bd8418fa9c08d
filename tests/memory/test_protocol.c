/* Both ends of the protocol and a recorded match between them, through which another process is
 * led, with too little memory. */
#include "bot/session.h"
#include "edition/edition_file.h"
#include "runner/live_match.h"
#include "session/bot_session.h"
#include "tests/base/testing.h"
#include "tests/memory/starve.h"

#define SEATS 2u
#define ROUNDS 3u
#define LOST_AFTER 5u /* turns */

static struct sv_edition edition;

static int load_edition(void **state)
{
    struct svi_error error;
    (void)state;
    assert_ok(svi_edition_load("classic", &edition, &error));
    assert_ok(svi_edition_override(&edition, "max_rounds", "3", &error));
    return 0;
}

/* A bot that says something about each purchase, and manages by the default. */
static void start(struct sv_match *m)
{
    sv_log(m, "a match begins");
}

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)a;
    sv_note(m, "price", q->amount);
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    (void)a;
}

static void event(struct sv_match *m, const struct sv_event *ev)
{
    (void)m;
    (void)ev;
}

static const struct sv_bot talker = {.name = "talker",
                                     .match_start = start,
                                     .buy = buy,
                                     .manage = manage,
                                     .event = event,
                                     .matches = 4};

struct play {
    struct svi_clock_limits limits;
    struct svi_edition_cache board;
    struct svi_bot_session arbiter;
    struct svi_session session;
    bool open; /* it is */
    struct svi_match match;
};

static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    (void)user;
    (void)seat;
}

static const struct svi_bot_session_owner owner = {.settled = on_settled};

/* Exchanges frames until both sides are silent. Returns false if one of them is out of memory. */
static bool converse(struct play *p)
{
    while (p->arbiter.out.size != 0 || p->arbiter.out.failed) {
        if (p->arbiter.out.failed) {
            return false;
        }
        const enum svi_session_end end =
            svi_session_frame(&p->session, p->arbiter.out.data, p->arbiter.out.size);
        svi_bot_session_sent(&p->arbiter, 0);
        if (end != SVI_SESSION_GOES_ON) {
            assert_int_equal(end, SVI_SESSION_BROKEN);
            starve_assert_said(p->session.error);
            return false;
        }
        if (p->session.out.size != 0) {
            assert_null(
                svi_bot_session_frame(&p->arbiter, p->session.out.data, p->session.out.size, 0));
        }
    }
    return true;
}

static bool say_hello(struct play *p)
{
    const enum sv_status status = svi_session_init(&p->session, &talker, "talker");
    p->open = status == SV_OK;
    if (!p->open) {
        assert_int_equal(status, SV_E_SYSTEM);
        return false;
    }
    svi_bot_session_open(&p->arbiter, 0, 0);
    return svi_bot_session_frame(&p->arbiter, p->session.out.data, p->session.out.size, 0) == NULL;
}

/* The bot's process is lost, and another takes up both seats. */
static bool replace(struct play *p)
{
    svi_bot_session_close(&p->arbiter, true, 0);
    svi_session_finish(&p->session);
    if (!say_hello(p)) {
        return false;
    }
    for (unsigned i = 0; i < SEATS; i++) {
        svi_match_view_seat_again(&p->match.bots, i, &p->arbiter, 0);
        assert_true(p->match.bots.seat[i].recovery.running);
    }
    return true;
}

/* A match with the bot in both seats, from the hello to the end. */
static bool play_match(struct play *p)
{
    static const char *const names[SEATS] = {"a", "b"};
    struct svi_bot_session *const sessions[SEATS] = {&p->arbiter, &p->arbiter};
    const struct svi_job job = {.edition = &edition, .seats = SEATS, .seed = {7}};
    struct svi_outcome done;
    unsigned turns = 0;
    if (!say_hello(p)) {
        return false;
    }
    enum sv_status status = svi_match_begin(&p->match, &job, names, sessions, &p->board, 0);
    while (status == SV_OK && !svi_game_over(&p->match.game)) {
        status = svi_match_step(&p->match, 0);
        if (status != SV_OK || svi_game_over(&p->match.game)) {
            break;
        }
        if ((++turns == LOST_AFTER && !replace(p)) || !converse(p)) {
            return false;
        }
    }
    assert_true(status != SV_OK || turns > LOST_AFTER);
    if (status != SV_OK) {
        assert_int_equal(status, SV_E_SYSTEM);
        return false;
    }
    svi_output_tail_add(&p->match.printed[1], NULL, "printed", 7);
    svi_match_end(&p->match, &done, 0);
    assert_int_equal(done.result.why, SV_WHY_MAX_ROUNDS);
    return converse(p);
}

static bool try_to_play(void *user)
{
    struct play *p = user;
    bool came_through = false;
    memset(p, 0, sizeof *p);
    p->limits = (struct svi_clock_limits){.decision_us = 1000000, .strikes = 3};
    svi_match_init(&p->match);
    svi_bot_session_init(&p->arbiter, &p->limits, &owner, NULL, 0);
    if (svi_edition_cache_init(&p->board, &edition, 0)) {
        came_through = play_match(p);
        if (p->open) {
            svi_session_finish(&p->session);
        }
        svi_edition_cache_finish(&p->board);
    }
    svi_bot_session_close(&p->arbiter, false, 0);
    svi_bot_session_finish(&p->arbiter);
    svi_match_finish(&p->match);
    return came_through;
}

TEST(a_match_by_frames)
{
    static struct play play;
    assert_int_in_range(starve_program(try_to_play, &play), 10, 10000);
}

TEST_PROGRAM(load_edition, NULL)
