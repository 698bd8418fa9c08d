/* The games that `solvent check` plays: every course in them can be sent to a bot, and one that
 * cannot is noticed. */
#include "tests/base/testing.h"
#include "tools/check/check.h"

#include "edition/edition_file.h"

static struct sv_edition edition;
static struct svi_edition_cache board;
static struct svi_bot_session session;

static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    (void)user, (void)seat;
}

static void on_misdeed(void *user, struct svi_bot_session *h, const struct svi_misdeed *misdeed)
{
    (void)user, (void)h, (void)misdeed;
}

static void open_host(void)
{
    static const struct svi_bot_session_owner owner = {.settled = on_settled,
                                                       .misdeed = on_misdeed};
    static const struct svi_clock_limits limits = {.decision_us = 1000000, .bank_us = 1000000};
    const struct svi_hello hello = {
        .protocol = SVI_PROTOCOL, .name = "bot", .answers = SV_ANSWERS_ALL, .matches = 1};
    SCOPED(svi_buf_finish) struct svi_buf frame = {0};

    svi_bot_session_init(&session, &limits, &owner, NULL, 0);
    svi_bot_session_open(&session, 1000, 0);
    svi_put_hello(&frame, &hello);
    assert_null(svi_bot_session_frame(&session, frame.data, frame.size, 0));
}

/* Moves a game on to its first question to the bot; `spoilt`: with a course that no game has. */
static bool unsendable(bool spoilt)
{
    static struct svi_check_table t;
    const struct svi_check_job job = {.edition = &edition, .seats = 3, .seat = 1, .seed = 5};
    open_host();
    svi_check_table_init(&t, &job, 1, &board, &session);
    t.game.state.course.pad[0] = spoilt;
    svi_check_table_step(&t);
    assert_true(svi_check_table_waits(&t));
    const bool found = t.unsendable;
    svi_check_table_finish(&t);
    svi_bot_session_finish(&session);
    return found;
}

TEST(test_every_course_is_looked_at)
{
    struct svi_error error;
    assert_ok(svi_edition_load("mega", &edition, &error));
    assert_true(svi_edition_cache_init(&board, &edition, 0));
    assert_false(unsendable(false));
    assert_true(unsendable(true));
    svi_edition_cache_finish(&board);
}

/* Decisions that a bot does not handle are shown as defaults only if it is not asked either. */
TEST(test_what_a_bot_never_does_is_told)
{
    static const uint32_t buys = 1u << SV_DECISION_BUY, manages = 1u << SV_DECISION_MANAGE;
    static const struct {
        bool bids, builds, trades;
        uint32_t answers;
        const char *text;
    } cases[] = {
        {false, false, false, buys,
         "It never bids, builds or trades: those are answered by default."},
        {true, false, false, SV_ANSWERS_ALL, "It never builds or trades."},
        {false, true, true, buys | manages, "It never bids: that is answered by default."},
        {true, true, false, buys | manages, "It never trades."},
        {true, true, true, SV_ANSWERS_ALL, "It bids, builds and trades."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct svi_check c = {.bot = {.hello = {.answers = cases[i].answers},
                                      .acted = {[SVI_CHECK_BIDS] = cases[i].bids,
                                                [SVI_CHECK_BUILDS] = cases[i].builds,
                                                [SVI_CHECK_TRADES] = cases[i].trades}}};
        char text[120];
        svi_check_tell_acts(&c, text, sizeof text);
        assert_string_equal(text, ""); /* it has answered nothing */
        svi_times_add(&c.bot.times, 1, 1);
        svi_check_tell_acts(&c, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}
