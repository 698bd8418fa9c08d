/* From bytes of a bot to verdicts in a game, without sockets or processes. */
#include "tests/base/testing.h"
#include "tests/session/session_rig.h"

HOST_TEST(a_reply_is_the_answer)
{
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_buf buf = {0};
    const uint32_t before = m->game.decisions;
    host_rig_answer(f, 1, &buf, &m->bots.seat[1]);
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_SETTLED);
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_OK);
    assert_int_equal(m->bots.seat[0].phase, SVI_SEAT_ASKED);
    assert_null(f->ready.first); /* the other one is still waited for */
    host_rig_answer(f, 0, &buf, &m->bots.seat[0]);
    assert_ptr_equal(f->ready.first, m);
    assert_int_equal(f->session[0].answers + f->session[1].answers, 2);
    assert_int_equal(m->game.decisions,
                     before); /* given to the game when it is stepped, not before */
    assert_ptr_equal(svi_match_list_take(&f->ready), m);
    assert_ok(svi_match_step(m, 0));
    assert_int_equal(m->game.decisions, before + 2);
    assert_int_equal(m->tally[0].verdicts[SV_VERDICT_OK], 1);
}

HOST_TEST(a_frame_answers_many_in_any_order)
{
    struct svi_buf buf = {0};
    for (unsigned k = 0; k < 3; k++) {
        host_rig_begin(f, k);
    }
    host_rig_put_default(&buf, &f->match[2].bots.seat[1]);
    host_rig_put_default(&buf, &f->match[0].bots.seat[1]);
    host_rig_answer(f, 1, &buf, &f->match[1].bots.seat[1]);
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(f->match[k].bots.seat[1].verdict, SV_VERDICT_OK);
        assert_int_equal(f->match[k].bots.seat[1].phase, SVI_SEAT_SETTLED);
    }
    assert_null(f->session[1].clocks.oldest);
}

/* A fault of the second of three answers costs only that answer. */
HOST_TEST(a_malformed_answer_costs_its_own_question)
{
    struct svi_buf buf = {0};
    for (unsigned k = 0; k < 3; k++) {
        host_rig_begin(f, k);
    }
    host_rig_put_default(&buf, &f->match[0].bots.seat[1]);
    struct svi_buf reply = {0};
    host_rig_put_default(&reply, &f->match[1].bots.seat[1]);
    assert_int_equal(reply.data[0], 0x93); /* an array of three: type, match, question */
    reply.data[0] = 0x94;
    svi_buf_byte(&reply, 0xc3); /* true is no answer to anything */
    svi_buf_append(&buf, reply.data, reply.size);
    svi_buf_finish(&reply);
    host_rig_answer(f, 1, &buf, &f->match[2].bots.seat[1]);
    assert_int_equal(f->match[0].bots.seat[1].verdict, SV_VERDICT_OK);
    assert_int_equal(f->match[1].bots.seat[1].verdict, SV_VERDICT_MALFORMED);
    assert_int_equal(f->match[2].bots.seat[1].verdict, SV_VERDICT_OK);
    assert_int_equal(f->match[2].bots.seat[1].phase, SVI_SEAT_SETTLED);
}

TEST(garbage_costs_the_oldest_question)
{
    static const struct {
        const char *bytes;
        size_t size;
    } frames[] = {
        {"", 0},
        {"\xc1", 1},                     /* never used by MessagePack */
        {"hello", 5},                    /* small integers */
        {"\xdd\xff\xff\xff\xff", 5},     /* an array of four billion */
        {"\xdf\xff\xff\xff\xff", 5},     /* a map of them */
        {"\xc6\xff\xff\xff\xff", 5},     /* four billion bytes */
        {"\x91\x00", 2},                 /* a hello */
        {"\x93\x06\xc3\x01", 4},         /* a reply in match `true` */
        {"\x91\x06", 2},                 /* a reply to nothing */
        {"\x92\xcd\xff\xff\x01", 5},     /* an unknown message */
        {"\x9f\x9f\x9f\x9f\x9f\x9f", 6}, /* nested, and cut */
    };
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        struct host_rig *f;
        host_rig_set_up((void **)&f);
        host_rig_begin(f, 0);
        host_rig_begin(f, 1);
        assert_null(host_rig_take(f, 1, frames[i].bytes, frames[i].size));
        assert_int_equal(f->match[0].bots.seat[1].phase, SVI_SEAT_SETTLED);
        assert_int_equal(f->match[0].bots.seat[1].verdict, SV_VERDICT_MALFORMED);
        assert_int_equal(f->match[1].bots.seat[1].phase, SVI_SEAT_ASKED);
        assert_int_equal(f->match[0].bots.seat[0].phase, SVI_SEAT_ASKED);
        host_rig_tear_down((void **)&f);
    }
}

static bool spares(void *user, struct svi_bot_session *session)
{
    (void)user;
    (void)session;
    return true;
}

/* If several matches share a connection and go on without it, unreadable bytes are charged to no
 * match: the fault comes again when a match is alone. */
TEST(what_cannot_be_read_ends_a_shared_connection)
{
    for (size_t i = 0; i < 2; i++) { /* garbage, and a reply that is malformed */
        struct host_rig *f;
        struct svi_buf buf = {0};
        host_rig_set_up((void **)&f);
        struct svi_bot_session_owner owner = *f->session[1].owner;
        owner.spares = spares;
        f->session[1].owner = &owner;
        host_rig_begin(f, 0);
        host_rig_put_default(&buf, &f->match[0].bots.seat[1]);
        assert_false(f->session[1].mixed);
        host_rig_begin(f, 1);
        assert_true(f->session[1].mixed);
        if (i == 0) {
            svi_buf_byte(&buf, 0xc1);
        } else {
            const size_t at = buf.size;
            host_rig_put_default(&buf, &f->match[1].bots.seat[1]);
            buf.data[at]++;
            svi_buf_byte(&buf, 0xc3);
        }
        const char *lost = host_rig_take_buf(f, 1, &buf);
        assert_non_null(lost);
        assert_contains(lost, "cannot be read");
        /* Answers read before are valid; the other match has lost nothing. */
        assert_int_equal(f->match[0].bots.seat[1].phase, SVI_SEAT_SETTLED);
        assert_int_equal(f->match[0].bots.seat[1].verdict, SV_VERDICT_OK);
        assert_int_equal(f->match[1].bots.seat[1].phase, SVI_SEAT_ASKED);
        assert_int_equal(f->match[1].bots.seat[1].rejected_answers.waiting.size, 0);
        assert_int_equal(f->misdeeds[SVI_MISDEED_MALFORMED] + f->misdeeds[SVI_MISDEED_UNREADABLE],
                         0);
        assert_true(f->session[1].single);
        host_rig_tear_down((void **)&f);
    }
}

/* A connection that one match has for itself, one after the other, is not shared. */
HOST_TEST(a_match_alone_is_blamed)
{
    struct svi_bot_session_owner owner = *f->session[1].owner;
    owner.spares = spares;
    f->session[1].owner = &owner;
    host_rig_begin(f, 0);
    assert_null(host_rig_take(f, 1, "\xc1", 1));
    assert_int_equal(f->match[0].bots.seat[1].verdict, SV_VERDICT_MALFORMED);
    assert_int_equal(f->misdeeds[SVI_MISDEED_UNREADABLE], 1);
}

/* A bot that sends unreadable bytes is asked in one match at a time. A match in which it has
 * forfeited does not count. */
HOST_TEST(who_has_forfeited_makes_room)
{
    struct svi_bot_session *session = &f->session[1];
    struct svi_bot_session_owner owner = *session->owner;
    owner.spares = spares;
    session->owner = &owner;
    session->single = true;
    f->limits.strikes = 1;
    host_rig_begin(f, 0);
    assert_false(svi_bot_session_has_room(session, 1));
    struct svi_bot_session_seat *first = &f->match[0].bots.seat[1];
    assert_null(host_rig_take(f, 1, "\xc1", 1));
    assert_false(first->out);
    host_rig_decide(f, &f->match[0].bots.seat[0]);
    assert_ok(svi_match_step(&f->match[0], 1000));
    assert_true(first->out);
    assert_ptr_equal(first->session, session); /* it is to hear of the end */
    assert_int_equal(session->n_out, 1);
    assert_true(svi_bot_session_has_room(session, 1));
    host_rig_begin(f, 1);
    assert_false(session->mixed);
    assert_false(svi_bot_session_has_room(session, 1));
    assert_null(host_rig_take(f, 1, "\xc1", 1)); /* and nothing else can be meant by this */
    assert_int_equal(f->match[1].bots.seat[1].verdict, SV_VERDICT_MALFORMED);
    /* Its process is lost: only the second match is taken up. */
    svi_bot_session_close(session, true, 2000);
    assert_false(first->away);
    assert_true(f->match[1].bots.seat[1].away);
    assert_int_equal(session->n_out, 0);
}

/* Steps a match, bot 0 answering at once, until seat 1 is asked again. */
static void until_asked_again(struct host_rig *f, struct svi_match *m)
{
    while (svi_match_list_take(&f->ready) != NULL) {
    }
    for (;;) {
        if (m->bots.seat[0].phase == SVI_SEAT_ASKED) {
            host_rig_decide(f, &m->bots.seat[0]);
        }
        assert_ok(svi_match_step(m, 0));
        if (m->bots.seat[1].phase == SVI_SEAT_ASKED) {
            return;
        }
    }
}

/* Unreadable bytes that come when a question is late count as the reply to it. The next question is
 * not affected: whether it has been asked by then or not, in the same match or in the next one,
 * which begins because the late answer was the last strike. */
TEST(late_garbage_costs_no_other_question)
{
    for (unsigned i = 0; i < 4; i++) {
        const bool asked = i % 2 != 0, next = i / 2 != 0;
        struct host_rig *f;
        host_rig_set_up((void **)&f);
        struct svi_bot_session *session = &f->session[1];
        f->limits.strikes = next ? 1 : 3;
        struct svi_match *m = host_rig_begin(f, 0);
        assert_null(svi_bot_session_tick(session, 1100000));
        assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_LATE);
        if (!asked) {
            assert_null(host_rig_take(f, 1, "\xc1", 1));
        }
        host_rig_decide(f, &m->bots.seat[0]);
        if (next) {
            assert_ok(svi_match_step(m, 0));
            assert_true(m->bots.seat[1].out);
            m = host_rig_begin(f, 1);
        } else {
            until_asked_again(f, m);
        }
        if (asked) {
            assert_null(host_rig_take(f, 1, "\xc1", 1));
        }
        assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
        assert_int_equal(session->owed, 0);
        assert_int_equal(session->connection_strays, 0);
        assert_null(host_rig_take(f, 1, "\xc1", 1)); /* and this is the reply to that */
        assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_MALFORMED);
        host_rig_tear_down((void **)&f);
    }
}

/* A message that is shorter than a match and a question: what stands behind it belongs to the next,
 * and is not looked for in it. */
TEST(numbers_are_not_taken_from_the_next_message)
{
    static const uint8_t types[] = {SVI_MESSAGE_REPLY, SVI_MESSAGE_LOG, SVI_MESSAGE_NOTE};
    for (size_t i = 0; i < 2 * sizeof types; i++) {
        struct host_rig *f;
        struct svi_rejected rejected;
        host_rig_set_up((void **)&f);
        host_rig_begin(f, 0);
        struct svi_bot_session_seat *seat = &f->match[0].bots.seat[1];
        const uint8_t frame[] = {(uint8_t)(0x91 + i % 2), types[i / 2], 1, 2, 3};
        assert_null(host_rig_take(f, 1, frame, sizeof frame));
        assert_int_equal(seat->verdict, SV_VERDICT_MALFORMED);
        assert_true(svi_rejected_queue_last(&seat->rejected_answers, &rejected));
        assert_int_equal(rejected.whole, 0);
        assert_int_equal(rejected.size, 0);
        host_rig_tear_down((void **)&f);
    }
}

TEST(every_cut_of_a_good_frame_is_survived)
{
    for (size_t size = 0; size < 64; size++) {
        struct host_rig *f;
        struct svi_buf buf = {0};
        host_rig_set_up((void **)&f);
        host_rig_begin(f, 0);
        host_rig_begin(f, 1);
        host_rig_put_default(&buf, &f->match[0].bots.seat[1]);
        host_rig_put_default(&buf, &f->match[1].bots.seat[1]);
        const size_t whole = buf.size;
        uint8_t *exact = malloc(size + 1); /* so that a sanitizer sees every byte too far */
        assert_non_null(exact);
        if (size < whole) {
            memcpy(exact, buf.data, size);
            assert_null(host_rig_take(f, 1, exact, size));
            assert_int_equal(f->match[0].bots.seat[1].phase, SVI_SEAT_SETTLED);
        }
        free(exact);
        svi_buf_finish(&buf);
        host_rig_tear_down((void **)&f);
        if (size >= whole) {
            return;
        }
    }
    fail_msg("the frame is larger than expected");
}

HOST_TEST(strays_are_ignored_until_they_are_a_flood)
{
    f->session[0].serial = 7; /* so that the two know the match by different numbers */
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_buf buf = {0};
    const struct sv_answer a = {.kind = SV_DECISION_MANAGE};
    const struct sv_position *p = &m->game.state.position;
    const char *lost = NULL;
    unsigned strays = 0;
    host_rig_put_default(&buf, &m->bots.seat[0]); /* the other bot's */
    svi_put_reply(&buf, m->bots.seat[1].id + SVI_BOT_SESSION_MATCHES, m->bots.seat[1].question, p,
                  &a, true);
    svi_put_reply(&buf, m->bots.seat[1].id, m->bots.seat[1].question + 1, p, &a, true);
    assert_null(host_rig_take_buf(f, 1, &buf));
    assert_int_equal(m->bots.seat[0].phase, SVI_SEAT_ASKED);
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
    assert_int_equal(f->session[1].connection_strays, 3);
    while (lost == NULL && strays++ < 2 * SVI_BOT_SESSION_STRAYS) {
        svi_put_reply(&buf, UINT64_MAX, UINT32_MAX, p, &a, true);
        lost = host_rig_take_buf(f, 1, &buf);
    }
    assert_non_null(lost);
    assert_int_equal(strays + 3, SVI_BOT_SESSION_STRAYS + 1);
}

HOST_TEST(the_answer_to_a_late_question_is_expected_and_ignored)
{
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_buf buf = {0}, twice = {0};
    host_rig_put_default(&buf, &m->bots.seat[1]);
    host_rig_put_default(&twice, &m->bots.seat[1]);
    assert_null(svi_bot_session_tick(&f->session[1], 1099999));
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
    assert_null(svi_bot_session_tick(&f->session[1], 1100000));
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_LATE);
    assert_null(host_rig_take_buf(f, 1, &buf));
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_LATE);
    assert_int_equal(f->session[1].connection_strays, 0);
    assert_null(host_rig_take_buf(f, 1, &twice));
    assert_int_equal(f->session[1].connection_strays, 1);
}

/* A process that does not come back from a question is asked others, and is late with them too. */
HOST_TEST(a_bot_works_on_the_first_question_that_it_owes)
{
    struct svi_bot_session *session = &f->session[1];
    struct svi_bot_session_question at[2], found;
    struct svi_buf reply[2] = {0};
    for (unsigned k = 0; k < 2; k++) {
        struct svi_bot_session_seat *seat = &host_rig_begin(f, k)->bots.seat[1];
        host_rig_put_default(&reply[k], seat);
        at[k] = svi_bot_session_open_question(seat);
        assert_int_equal(at[k].decision, svi_game_decision(&f->match[k].game, 1));
    }
    assert_int_not_equal(at[0].id, at[1].id);
    for (int64_t now_us = 0; now_us <= 2200000; now_us += 1100000) {
        assert_null(svi_bot_session_tick(session, now_us));
        svi_bot_session_sent(session, now_us);
        svi_clock_heard(&session->clocks, now_us); /* so that it does not hang */
        assert_int_equal(session->n_late, now_us / 1100000);
        assert_true(svi_bot_session_at_work(session, &found));
        assert_true(found.id == at[0].id && found.question == at[0].question);
    }
    until_asked_again(f, &f->match[0]);
    assert_true(svi_bot_session_at_work(session, &found));
    assert_true(found.id == at[0].id && found.question == at[0].question);
    for (unsigned k = 0; k < 2; k++) {
        assert_null(host_rig_take_buf(f, 1, &reply[k]));
        assert_true(svi_bot_session_at_work(session, &found));
        assert_int_equal(found.id, at[1 - k].id);
        assert_int_equal(found.question, at[1 - k].question + k);
    }
}

/* Counts the clocks in the pending frame for a bot, and puts the last one into *left. */
static unsigned clocks_told(const struct svi_bot_session *session, struct svi_clock_left *left)
{
    struct svi_cursor c = svi_cursor_over(session->out.data, session->out.size);
    unsigned told = 0;
    while (svi_cursor_left(&c) > 0) {
        const uint8_t *start = c.at;
        struct svi_head head;
        assert_ok(svi_get_head(&c, &head));
        if (head.type == SVI_MESSAGE_CLOCK) {
            assert_ok(svi_get_clock(&c, &head, left));
            told++;
        } else {
            assert_true(svi_resync(&c, start));
        }
    }
    return told;
}

HOST_TEST(what_a_seat_has_left_is_told_when_it_changes)
{
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_clock_left left = {0};
    struct svi_buf buf = {0};
    assert_int_equal(clocks_told(&f->session[1], &left), 0);
    host_rig_put_default(&buf, &m->bots.seat[1]);
    assert_null(svi_bot_session_frame(&f->session[1], buf.data, buf.size, 350000));
    svi_buf_clear(&buf);
    until_asked_again(f, m);
    assert_int_equal(clocks_told(&f->session[1], &left), 1);
    assert_int_equal(left.match, m->bots.seat[1].id);
    assert_int_equal(left.bank_ms, 750);
    assert_int_equal(left.strikes, 3);
    svi_bot_session_sent(&f->session[1], 400000);
    host_rig_put_default(&buf, &m->bots.seat[1]);
    buf.data[0] = 0x94;
    svi_buf_byte(&buf, 0xc3);
    assert_null(svi_bot_session_frame(&f->session[1], buf.data, buf.size, 400000));
    svi_buf_clear(&buf);
    until_asked_again(f, m);
    assert_int_equal(clocks_told(&f->session[1], &left), 1);
    assert_int_equal(left.bank_ms, 750);
    assert_int_equal(left.strikes, 2);
    svi_bot_session_sent(&f->session[1], 400000);
    host_rig_put_default(&buf, &m->bots.seat[1]);
    assert_null(svi_bot_session_frame(&f->session[1], buf.data, buf.size, 400000));
    svi_buf_finish(&buf);
    until_asked_again(f, m);
    assert_int_equal(clocks_told(&f->session[1], &left), 0);
}

HOST_TEST(a_seat_without_time_forfeits)
{
    struct svi_buf buf = {0};
    f->limits.match_us = 90000;
    struct svi_match *m = host_rig_begin(f, 0);
    host_rig_put_default(&buf, &m->bots.seat[1]);
    assert_null(svi_bot_session_frame(&f->session[1], buf.data, buf.size,
                                      95000)); /* came before it was seen */
    svi_buf_finish(&buf);
    host_rig_decide(f, &m->bots.seat[0]);
    while (!m->tally[1].forfeited) {
        assert_ok(svi_match_step(m, 0));
        if (m->bots.seat[0].phase == SVI_SEAT_ASKED) {
            host_rig_decide(f, &m->bots.seat[0]);
        }
    }
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OK], 1);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OVERTIME], 1);
    assert_int_equal(f->misdeeds[SVI_MISDEED_OVERTIME], 1);
    assert_int_equal(m->bots.seat[1].strikes, 0);
}

HOST_TEST(an_answer_that_does_not_come_may_be_overtime)
{
    f->limits.match_us = 90000;
    struct svi_match *m = host_rig_begin(f, 0);
    assert_null(svi_bot_session_tick(&f->session[1], 89999));
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
    assert_null(svi_bot_session_tick(&f->session[1], 90000));
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_OVERTIME);
    assert_int_equal(f->misdeeds[SVI_MISDEED_LATE], 0);
}

HOST_TEST(silence_is_a_loss)
{
    host_rig_begin(f, 0);
    host_rig_begin(f, 1);
    assert_null(svi_bot_session_tick(&f->session[1], 1999999));
    assert_non_null(svi_bot_session_tick(&f->session[1], 2000000)); /* SVI_PATIENCE_US */
}

/* Gives match `m` bad answers from seat 1 and defaults from seat 0 until seat 1 has forfeited. */
static unsigned strikes_until_forfeit(struct host_rig *f, struct svi_match *m, bool illegal)
{
    unsigned strikes = 0;
    while (!m->tally[1].forfeited && !svi_game_over(&m->game)) {
        struct svi_buf buf = {0};
        for (unsigned i = 0; i < 2; i++) {
            if (m->bots.seat[i].phase != SVI_SEAT_ASKED) {
                continue;
            }
            if (i == 0) {
                host_rig_answer(f, i, &buf, &m->bots.seat[i]);
            } else if (illegal) {
                struct sv_answer a = {
                    .kind = m->bots.seat[i].asked.kind, .choice = 77, .bid = -5, .space = 63};
                memset(a.plan.level, 6, sizeof a.plan.level);
                svi_put_reply(&buf, m->bots.seat[i].id, m->bots.seat[i].question,
                              &m->game.state.position, &a, false);
                assert_null(host_rig_take_buf(f, i, &buf));
                assert_int_equal(m->bots.seat[i].verdict, SV_VERDICT_OK); /* it reads well */
                strikes++;
            } else {
                assert_null(host_rig_take(f, i, "\xc1", 1));
                strikes++;
            }
        }
        assert_ok(svi_match_step(m, 0));
    }
    return strikes;
}

HOST_TEST(the_last_strike_forfeits)
{
    struct svi_match *m = host_rig_begin(f, 0);
    assert_int_equal(strikes_until_forfeit(f, m, true), 3);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_ILLEGAL], 3);
    assert_true(svi_game_over(&m->game)); /* of two, one is left */
    m = host_rig_begin(f, 1);
    assert_int_equal(strikes_until_forfeit(f, m, false), 3);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_MALFORMED], 3);

    struct svi_outcome done;
    svi_match_end(m, &done, 5);
    assert_int_equal(done.result.why, SV_WHY_FORFEIT);
    assert_int_equal(done.result.place[0], 1);
    assert_int_equal(done.result.place[1], 2);
    assert_true(done.seat[1].forfeited);
    assert_false(done.seat[0].forfeited);
    assert_true(done.replay_size > 0);
    assert_null(svi_bot_session_find(&f->session[1], m->bots.seat[1].id));
}

HOST_TEST(a_lost_bot_forfeits_between_two_windows)
{
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_buf buf = {0};
    const uint32_t before = m->game.decisions;
    svi_bot_session_close(&f->session[1], false, 0);
    assert_int_equal(f->session[1].n_seats, 0);
    assert_false(svi_match_ready(m)); /* the other one is asked still */
    assert_int_equal(m->game.decisions, before);
    host_rig_answer(f, 0, &buf, &m->bots.seat[0]);
    assert_true(svi_match_ready(m));
    assert_ok(svi_match_step(m, 0));
    assert_true(svi_game_over(&m->game));
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_DEAD], 1);
}

HOST_TEST(the_seat_of_a_bot_that_is_out_is_forfeited_at_once)
{
    struct svi_job job = {.edition = &f->edition, .seats = 3, .bot = {0, 1, 0}};
    struct svi_bot_session *const sessions[] = {&f->session[0], NULL, &f->session[0]};
    assert_ok(host_rig_begin_match(f, 0, &job, sessions));
    assert_int_equal(f->session[0].n_seats, 2); /* sits twice, as two matches */
    assert_int_not_equal(f->match[0].bots.seat[0].id, f->match[0].bots.seat[2].id);
    assert_ok(svi_match_step(&f->match[0], 0));
    assert_true(f->match[0].tally[1].forfeited);
    assert_false(svi_game_over(&f->match[0].game));
    assert_int_equal(f->match[0].bots.seat[0].phase, SVI_SEAT_ASKED);
    assert_int_equal(f->match[0].bots.seat[2].phase, SVI_SEAT_ASKED);
}

HOST_TEST(room_is_what_both_sides_allow)
{
    assert_int_equal(f->session[0].capacity, 8); /* its own word */
    svi_bot_session_finish(&f->session[0]);
    host_rig_open(f, 0, 2);
    assert_int_equal(f->session[0].capacity, 2);
    assert_true(svi_bot_session_has_room(&f->session[0], 5)); /* a match must be able to start */
    host_rig_begin(f, 0);
    assert_true(svi_bot_session_has_room(&f->session[0], 1));
    assert_false(svi_bot_session_has_room(&f->session[0], 2));
    host_rig_begin(f, 1);
    assert_false(svi_bot_session_has_room(&f->session[0], 1));
}
