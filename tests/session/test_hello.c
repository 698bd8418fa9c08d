/* The beginning of a connection, and what a session takes from the hello. */
#include "session/match_view.h"
#include "tests/base/testing.h"

#include "edition/edition_file.h"

static const struct svi_clock_limits LIMITS = {
    .decision_us = 750000, .bank_us = 1000000, .strikes = 3};

static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    (void)seat;
    ++*(unsigned *)user;
}

static const char *admit(void *user, const struct svi_hello *hello)
{
    (void)user;
    return strcmp(hello->version, "7") == 0 ? NULL : "who is that?";
}

static const struct svi_bot_session_owner EVERYBODY = {.settled = on_settled};
static const struct svi_bot_session_owner CHOOSY = {.settled = on_settled, .admit = admit};

static void put_hello(struct svi_buf *buf, const char *version, uint32_t answers, uint32_t matches)
{
    struct svi_hello hello = {.protocol = SVI_PROTOCOL,
                              .name = "somebody",
                              .answers = answers,
                              .matches = matches,
                              .model = true};
    (void)snprintf(hello.version, sizeof hello.version, "%s", version);
    svi_put_hello(buf, &hello);
}

/* Brings the frame to a session that has just been opened. */
static const char *greet(struct svi_bot_session *session, const struct svi_bot_session_owner *owner,
                         unsigned most, struct svi_buf *frame)
{
    static unsigned settled;
    svi_bot_session_init(session, &LIMITS, owner, &settled, most);
    svi_bot_session_open(session, 100, 0);
    const char *lost = svi_bot_session_frame(session, frame->data, frame->size, 50);
    svi_buf_finish(frame);
    return lost;
}

static void expect_refusal(struct svi_bot_session *session, const char *lost, const char *words)
{
    struct svi_cursor c = svi_cursor_over(session->out.data, session->out.size);
    struct svi_head head;
    char reason[SVI_MAX_REASON];
    assert_non_null(lost);
    assert_contains(lost, words);
    assert_int_equal(session->state, SVI_BOT_SESSION_GREETING);
    assert_ok(svi_get_head(&c, &head));
    assert_int_equal(head.type, SVI_MESSAGE_REFUSED);
    assert_ok(svi_get_refused(&c, &head, reason));
    assert_contains(reason, words);
    svi_bot_session_finish(session);
}

TEST(a_hello_is_welcome)
{
    SCOPED(svi_bot_session_finish) struct svi_bot_session session;
    struct svi_buf frame = {0};
    struct svi_welcome welcome;
    struct svi_head head;
    put_hello(&frame, "7", UINT32_MAX, SVI_MAX_AT_ONCE);
    assert_null(greet(&session, &EVERYBODY, 0, &frame));
    assert_int_equal(session.state, SVI_BOT_SESSION_UP);
    assert_string_equal(session.hello.name, "somebody");
    assert_string_equal(session.hello.version, "7");
    assert_true(session.hello.model);
    assert_int_equal(session.kinds, SV_ANSWERS_ALL & ((1u << SV_DECISION_COUNT) - 1));
    assert_int_equal(session.capacity, SVI_BOT_SESSION_MATCHES); /* bounded */
    struct svi_cursor c = svi_cursor_over(session.out.data, session.out.size);
    assert_ok(svi_get_head(&c, &head));
    assert_ok(svi_get_welcome(&c, &head, &welcome));
    assert_int_equal(welcome.decision_ms, 750);
    assert_int_equal(welcome.bank_ms, 1000);
    assert_int_equal(welcome.strikes, 3);
    assert_int_equal(svi_cursor_left(&c), 0);
    assert_null(
        svi_bot_session_tick(&session, INT64_MAX - 1)); /* nothing is asked: it may be silent */
    assert_int_equal(svi_bot_session_deadline(&session), SVI_NEVER);
}

/* Conditions are taken as named. An unknown one, or 'always' beside others, means always; a kind
 * that the bot does not answer has none. */
TEST(conditions_are_understood)
{
    struct svi_hello hello = {.protocol = SVI_PROTOCOL, .name = "somebody", .matches = 1};
    SCOPED(svi_bot_session_finish) struct svi_bot_session session;
    struct svi_buf frame = {0};
    hello.answers = 1u << SV_DECISION_MANAGE | 1u << SV_DECISION_BUY | 1u << SV_DECISION_BID;
    hello.when[SV_DECISION_MANAGE] = SV_WHEN_CAN_BUILD | SV_WHEN_OWN_TURN;
    hello.when[SV_DECISION_BUY] = SV_WHEN_CAN_BUILD | 0x80;
    hello.when[SV_DECISION_BID] = SV_WHEN_ALWAYS | SV_WHEN_OWN_TURN;
    hello.when[SV_DECISION_DEBT] = SV_WHEN_OWN_TURN;
    svi_put_hello(&frame, &hello);
    assert_null(greet(&session, &EVERYBODY, 0, &frame));
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        assert_int_equal(session.when[k], k == SV_DECISION_MANAGE ? hello.when[k] : 0);
    }
}

TEST(what_is_no_hello_is_refused)
{
    static const char *const bytes[] = {"", "\xc1", "\x91\x08", "\x93\x06\x01\x01", "hello"};
    struct svi_bot_session session;
    struct svi_buf frame = {0};
    const char *lost;
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        svi_buf_append(&frame, bytes[i], strlen(bytes[i]));
        lost = greet(&session, &EVERYBODY, 0, &frame);
        expect_refusal(&session, lost, "its first message is not a hello");
    }
    put_hello(&frame, "7", 1, 1);
    frame.size -= 2;
    lost = greet(&session, &EVERYBODY, 0, &frame);
    expect_refusal(&session, lost, "the hello cannot be read: the bytes end too early");
    svi_put_hello(&frame, &(struct svi_hello){.protocol = SVI_PROTOCOL + 1, .name = "later"});
    char words[80];
    (void)snprintf(words, sizeof words, "version %u of the protocol is spoken here, not %u",
                   SVI_PROTOCOL, SVI_PROTOCOL + 1);
    lost = greet(&session, &EVERYBODY, 0, &frame);
    expect_refusal(&session, lost, words);
}

TEST(the_owner_may_refuse)
{
    SCOPED(svi_bot_session_finish) struct svi_bot_session session;
    struct svi_buf frame = {0};
    put_hello(&frame, "guess", 1, 1);
    const char *lost = greet(&session, &CHOOSY, 0, &frame);
    expect_refusal(&session, lost, "who is that?");
    put_hello(&frame, "7", 1, 1);
    assert_null(greet(&session, &CHOOSY, 0, &frame));
}

TEST(a_hello_is_due)
{
    SCOPED(svi_bot_session_finish) struct svi_bot_session session;
    svi_bot_session_init(&session, &LIMITS, &EVERYBODY, NULL, 0);
    assert_null(svi_bot_session_tick(&session, INT64_MAX - 1)); /* no connection, nothing due */
    svi_bot_session_open(&session, 100, 5000);
    assert_int_equal(svi_bot_session_deadline(&session), 105000);
    assert_null(svi_bot_session_tick(&session, 104999));
    assert_string_equal(svi_bot_session_tick(&session, 105000), "has not said hello within 100 ms");
    svi_bot_session_close(&session, false, 105000);
    assert_int_equal(svi_bot_session_deadline(&session), SVI_NEVER);
    svi_bot_session_open(&session, 100, 5000); /* one whose machine was busy */
    svi_bot_session_excuse_hello(&session, 40000, 105000);
    assert_int_equal(svi_bot_session_deadline(&session), 145000);
    svi_bot_session_excuse_hello(&session, 30000, 145000); /* a process that had waited is gone */
    assert_int_equal(svi_bot_session_deadline(&session), 145000);
    svi_bot_session_excuse_hello(&session, 900000,
                                 145000); /* no more than there was: in a crowd each waits */
    assert_int_equal(svi_bot_session_deadline(&session), 245000);
    assert_null(svi_bot_session_tick(&session, 244999));
    assert_string_equal(svi_bot_session_tick(&session, 245000),
                        "has not said hello within 100 ms, and 140 ms more in which others ran");
    svi_bot_session_excuse_hello(&session, 90000000, 90000000); /* and not without end */
    assert_int_equal(svi_bot_session_deadline(&session), 1105000);
    svi_bot_session_close(&session, false, 105000);
    svi_bot_session_open(&session, 0, 105000); /* another connection, without a limit */
    assert_null(svi_bot_session_tick(&session, INT64_MAX - 1));
}

/* A match of two seats with the bot in the first, at its first question to it. */
struct table {
    struct sv_edition edition;
    struct svi_edition_cache board;
    struct sv_state state;
    struct sv_setup setup;
    struct svi_match_view match;
};

static void begin(struct table *t, struct svi_bot_session *session)
{
    static const char names[2][SV_MAX_NAME] = {"it", "other"};
    static const uint8_t salt[SV_SALT_BYTES];
    struct svi_error error;
    assert_ok(svi_edition_load("classic", &t->edition, &error));
    assert_true(svi_edition_cache_init(&t->board, &t->edition, 0));
    t->setup = (struct sv_setup){.seats = 2, .answers = {SV_ANSWERS_ALL, 0}};
    assert_ok(sv_game_start(&t->edition, &t->state, &t->setup, NULL));
    assert_int_equal(sv_pending(&t->state), 1);
    svi_match_view_begin(&t->match, &(struct svi_match_view_setup){.board = &t->board,
                                                                   .state = &t->state,
                                                                   .name = names,
                                                                   .seed = t->setup.seed,
                                                                   .salt = salt,
                                                                   .seats = 2});
    svi_match_view_seat(&t->match, 0, session);
}

/* A bot that does not answer a kind of decision is never asked one, whatever the game says. */
TEST(the_default_of_a_kind_not_announced_is_taken)
{
    static struct table t;
    SCOPED(svi_bot_session_finish) struct svi_bot_session session;
    struct svi_buf frame = {0};
    put_hello(&frame, "7", 0, 1);
    assert_null(greet(&session, &EVERYBODY, 0, &frame));
    begin(&t, &session);
    svi_bot_session_sent(&session, 0);
    struct svi_bot_session_seat *seat = &t.match.seat[0];
    svi_match_view_ask(&t.match, 1, 0);
    assert_int_equal(t.match.game.waiting, 0);
    assert_int_equal(session.out.size, 0);
    assert_int_equal(seat->phase, SVI_SEAT_SETTLED);
    assert_int_equal(seat->verdict, SV_VERDICT_DEFAULT);
    assert_ok(sv_check(&t.edition, &t.state.position, &seat->asked, svi_match_view_answer(seat)));
    svi_match_view_taken(seat);
    assert_int_equal(seat->strikes, 0);
    svi_match_view_finish(&t.match);
    svi_edition_cache_finish(&t.board);
}

TEST(judges_when_asked_to)
{
    static struct table t;
    SCOPED(svi_bot_session_finish) struct svi_bot_session session;
    struct svi_buf frame = {0};
    put_hello(&frame, "7", SV_ANSWERS_ALL, 1);
    assert_null(greet(&session, &EVERYBODY, 0, &frame));
    begin(&t, &session);
    struct svi_bot_session_seat *seat = &t.match.seat[0];
    for (unsigned strike = 1; strike <= LIMITS.strikes; strike++) {
        svi_match_view_ask(&t.match, 1, 0);
        svi_bot_session_sent(&session, 0);
        assert_int_equal(t.match.game.waiting, 1);
        struct sv_answer answer = {.kind = seat->asked.kind, .choice = 77};
        memset(answer.plan.level, 6, sizeof answer.plan.level);
        svi_put_reply(&frame, seat->id, seat->question, &t.state.position, &answer, false);
        assert_null(svi_bot_session_frame(&session, frame.data, frame.size, 1));
        svi_buf_finish(&frame);
        assert_int_equal(seat->verdict, SV_VERDICT_OK); /* it reads well */
        svi_match_view_judge(seat);
        assert_int_equal(seat->verdict, SV_VERDICT_ILLEGAL);
        assert_int_not_equal(seat->fault, SV_OK);
        svi_match_view_taken(seat);
        assert_int_equal(seat->strikes, strike);
        assert_int_equal(t.match.game.forfeits & 1, strike == LIMITS.strikes);
    }
    svi_match_view_finish(&t.match);
    svi_edition_cache_finish(&t.board);
}
