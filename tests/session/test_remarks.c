/* Remarks beside answers, without sockets or processes: logs, notes, talk, secrets. */
#include "tests/base/testing.h"
#include "tests/session/session_rig.h"

static void put_log(struct svi_buf *buf, const struct svi_bot_session_seat *seat, uint32_t question,
                    const char *text)
{
    svi_put_say(buf, seat->id, question, &(struct sv_log_entry){.text = text});
}

static bool recorded(const struct svi_match *m, const char *text)
{
    return memmem(m->game.record.data, m->game.record.size, text, strlen(text)) != NULL;
}

HOST_TEST(what_is_said_is_kept_for_the_answer)
{
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    struct svi_buf buf = {0};
    put_log(&buf, seat, 0, "of the match");
    put_log(&buf, seat, seat->question, "of the question");
    svi_put_say(&buf, seat->id, seat->question,
                &(struct sv_log_entry){.key = "figure", .value = 9});
    host_rig_put_default(&buf, seat);
    put_log(&buf, seat, seat->question, "after the answer");
    host_rig_put_default(&buf, &m->bots.seat[0]); /* not his: a stray */
    assert_null(host_rig_take_buf(f, 1, &buf));
    assert_int_equal(seat->phase, SVI_SEAT_SETTLED);
    assert_int_equal(f->session[1].dropped_remarks, 1);
    assert_false(recorded(m, "of the match")); /* not before the answer is given */
    host_rig_answer(f, 0, &buf, &m->bots.seat[0]);
    assert_ptr_equal(svi_match_list_take(&f->ready), m);
    assert_ok(svi_match_step(m, 0));
    assert_true(recorded(m, "of the match"));
    assert_true(recorded(m, "of the question"));
    assert_true(recorded(m, "figure"));
    assert_false(recorded(m, "after the answer"));
    assert_int_equal(seat->log_entries.waiting.size, 0);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OK], 1);
}

/* In logs, keys and answers that cannot be read, as long as they were; of the other bot nothing. */
HOST_TEST(secrets_are_masked_in_all_that_is_said)
{
    static const char *const secrets[] = {"sk-12345", NULL};
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    struct svi_buf buf = {0};
    struct svi_rejected rejected;
    f->session[1].secrets = secrets;
    put_log(&buf, seat, seat->question, "my key: sk-12345, and on");
    svi_put_say(&buf, seat->id, seat->question,
                &(struct sv_log_entry){.key = "of.sk-12345", .value = 9});
    const size_t reply = buf.size;
    host_rig_put_default(&buf, seat);
    assert_int_equal(buf.data[reply], 0x93);
    buf.data[reply] = 0x94;
    svi_buf_append(&buf,
                   "\xaf"
                   "Error: sk-12345",
                   16); /* a text is no answer to anything */
    assert_null(host_rig_take_buf(f, 1, &buf));
    assert_int_equal(seat->verdict, SV_VERDICT_MALFORMED);
    assert_true(svi_rejected_queue_last(&seat->rejected_answers, &rejected));
    assert_non_null(memmem(rejected.bytes, rejected.size, "Error: ********", 15));
    put_log(&buf, &m->bots.seat[0], m->bots.seat[0].question, "sk-12345 is nothing to me");
    host_rig_answer(f, 0, &buf, &m->bots.seat[0]);
    assert_ok(svi_match_step(m, 0));
    assert_true(recorded(m, "my key: ********, and on"));
    assert_true(recorded(m, "of.********"));
    assert_true(recorded(m, "Error: ********"));
    assert_true(recorded(m, "sk-12345 is nothing to me"));
    assert_false(recorded(m, "my key: sk-12345"));
}

/* Of a bot that has announced it, however much it said before. */
HOST_TEST(a_note_marks_an_answer_as_a_fallback)
{
    f->session[1].hello.fallback = true;
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_buf buf = {0};
    for (unsigned s = 0; s < 2; s++) {
        struct svi_bot_session_seat *seat = &m->bots.seat[s];
        for (unsigned i = 0; i < 1 + SVI_LOG_BUDGET / 60; i++) {
            put_log(&buf, seat, seat->question,
                    "sixty bytes of what does not matter to anybody at the table");
        }
        svi_put_say(&buf, seat->id, seat->question,
                    &(struct sv_log_entry){.key = SV_FALLBACK, .value = 3});
        host_rig_answer(f, s, &buf, seat);
        assert_true(seat->log_entries.dropped > 0);
    }
    assert_ok(svi_match_step(m, 0));
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_FALLBACK], 1);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OK], 0);
    assert_int_equal(m->tally[0].verdicts[SV_VERDICT_OK], 1);
    assert_int_equal(m->bots.seat[1].strikes, 0);
    /* The next answer is the bot's own again. */
    for (unsigned s = 0; s < 2; s++) {
        if (m->bots.seat[s].phase == SVI_SEAT_ASKED) {
            host_rig_answer(f, s, &buf, &m->bots.seat[s]);
        }
    }
    assert_ok(svi_match_step(m, 0));
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_FALLBACK], 1);
}

/* Bytes that bot `b` was sent since the last call, in `heard`. */
static void hear(struct host_rig *f, unsigned b, struct svi_buf *heard)
{
    svi_buf_clear(heard);
    svi_buf_append(heard, f->session[b].out.data, f->session[b].out.size);
    svi_bot_session_sent(&f->session[b], 0);
}

static bool holds(const struct svi_buf *buf, const char *text)
{
    return buf->size > 0 && memmem(buf->data, buf->size, text, strlen(text)) != NULL;
}

static void put_aloud(struct svi_buf *buf, const struct svi_bot_session_seat *seat,
                      uint32_t question, const char *text)
{
    svi_put_say(buf, seat->id, question, &(struct sv_log_entry){.text = text, .aloud = true});
}

/* One text beside an answer, in the order of seats, when all answers are in; to those who talk. */
HOST_TEST(what_is_said_aloud_is_heard)
{
    SCOPED(svi_buf_finish) struct svi_buf heard = {0};
    struct svi_buf buf = {0};
    for (unsigned s = 0; s < 2; s++) {
        f->session[s].talk = true;
        f->session[s].hello.talk = true;
    }
    struct svi_match *m = host_rig_begin(f, 0);
    hear(f, 0, &heard);
    hear(f, 1, &heard);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    put_aloud(&buf, seat, seat->question,
              "first of\nseat 1, \xe2\x80\xae"
              "and \xff");
    put_aloud(&buf, seat, seat->question, "second of seat 1");
    put_aloud(&buf, seat, 0, "beside no question");
    put_aloud(&buf, seat, seat->question + 1, "beside a later question");
    host_rig_put_default(&buf, seat);
    put_aloud(&buf, seat, seat->question, "after the answer");
    assert_null(host_rig_take_buf(f, 1, &buf));
    hear(f, 0, &heard);
    assert_false(holds(&heard, "seat 1")); /* its own answer is still awaited */
    put_aloud(&buf, &m->bots.seat[0], m->bots.seat[0].question, "of seat 0");
    host_rig_answer(f, 0, &buf, &m->bots.seat[0]);
    assert_ok(svi_match_step(m, 0));
    assert_int_equal(m->game.record.data[5], SVI_RECORD_VERSION);
    assert_int_equal(m->talk.count, 2);
    for (unsigned s = 0; s < 2; s++) {
        if (m->bots.seat[s].phase == SVI_SEAT_ASKED) {
            hear(f, s, &heard);
            assert_true(holds(&heard, "first of seat 1, ?and ?"));
            assert_true(holds(&heard, "of seat 0"));
            assert_int_equal(
                holds(&heard, "second") + holds(&heard, "beside") + holds(&heard, "after"), 0);
        }
    }
    assert_int_equal(m->bots.seat[1].strikes, 0);
}

/* Without talk in the league nothing is said, and a bot that does not talk is told nothing. */
HOST_TEST(talk_is_off_by_default)
{
    SCOPED(svi_buf_finish) struct svi_buf heard = {0};
    struct svi_buf buf = {0};
    for (unsigned on = 0; on < 2; on++) {
        for (unsigned s = 0; s < 2; s++) {
            f->session[s].talk = on != 0;
            f->session[s].hello.talk = s == 1;
            f->session[s].hello.events = true;
        }
        struct svi_match *m = host_rig_begin(f, on);
        for (unsigned s = 0; s < 2; s++) {
            struct svi_bot_session_seat *seat = &m->bots.seat[s];
            put_aloud(&buf, seat, seat->question, "is anybody there");
            host_rig_answer(f, s, &buf, seat);
            hear(f, s, &heard);
        }
        assert_ok(svi_match_step(m, 0));
        assert_int_equal(m->talk.count, on); /* of seat 1 alone */
        assert_int_equal(m->game.record.data[5], on ? SVI_RECORD_VERSION : SVI_RECORD_PLAIN);
        assert_int_equal(recorded(m, "is anybody there"), on);
        hear(f, 0, &heard);
        assert_false(holds(&heard, "is anybody there"));
    }
}

/* Talk that comes with no answer in time is not said. */
HOST_TEST(talk_beside_a_late_answer_is_not_heard)
{
    struct svi_buf buf = {0};
    f->session[1].talk = f->session[1].hello.talk = true;
    struct svi_match *m = host_rig_begin(f, 0);
    put_aloud(&buf, &m->bots.seat[1], m->bots.seat[1].question, "too late");
    assert_null(host_rig_take_buf(f, 1, &buf));
    host_rig_answer(f, 0, &buf, &m->bots.seat[0]);
    assert_null(svi_bot_session_tick(&f->session[1], 1100000));
    assert_ok(svi_match_step(m, 0));
    assert_int_equal(m->talk.count, 0);
    assert_false(recorded(m, "too late"));
}

HOST_TEST(talk_beyond_the_budget_is_dropped)
{
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    struct svi_buf buf = {0};
    char text[SV_MAX_LOG];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (unsigned i = 0; i < 200; i++) {
        put_log(&buf, seat, seat->question, text);
    }
    put_log(&buf, seat, seat->question, "short");
    host_rig_answer(f, 1, &buf, seat);
    const unsigned kept = SVI_LOG_BUDGET / (8 + SV_MAX_LOG - 1);
    assert_int_equal(seat->log_entries.dropped, 200 - kept + 1);
    assert_int_in_range(seat->log_entries.waiting.size, kept * (SV_MAX_LOG - 1),
                        SVI_LOG_BUDGET + 200);
    assert_int_equal(seat->verdict, SV_VERDICT_OK);
    assert_int_equal(seat->strikes, 0);
    host_rig_answer(f, 0, &buf, &m->bots.seat[0]);
    assert_ok(svi_match_step(m, 0));
    assert_true(recorded(m, "[solvent] more than 65536 bytes"));
    assert_false(recorded(m, "short"));
    /* Another match has a budget of its own. */
    m = host_rig_begin(f, 1);
    put_log(&buf, &m->bots.seat[1], m->bots.seat[1].question, "anew");
    assert_null(host_rig_take_buf(f, 1, &buf));
    assert_int_equal(m->bots.seat[1].log_entries.dropped, 0);
}

HOST_TEST(talk_of_nothing_is_a_flood_in_the_end)
{
    struct svi_match *m = host_rig_begin(f, 0);
    const struct svi_bot_session_seat gone = {.id = m->bots.seat[1].id + (UINT64_C(1) << 40)};
    struct svi_buf buf = {0};
    const char *lost = NULL;
    unsigned n = 0;
    put_log(&buf, &m->bots.seat[1], m->bots.seat[1].question + 1, "not asked yet");
    assert_null(host_rig_take_buf(f, 1, &buf));
    assert_int_equal(f->session[1].connection_strays, 1);
    put_log(&buf, &gone, 1, "gone");
    while (lost == NULL && n <= SVI_BOT_SESSION_DROPPED) {
        lost = host_rig_take(f, 1, buf.data, buf.size);
        n++;
    }
    svi_buf_finish(&buf);
    assert_contains(lost, "floods");
    assert_int_equal(n, SVI_BOT_SESSION_DROPPED + 1);
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
}

HOST_TEST(talk_that_cannot_be_read_is_garbage)
{
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_buf buf = {0};
    put_log(&buf, &m->bots.seat[1], m->bots.seat[1].question, "abc");
    buf.data[buf.size - 1] = 0x07;
    assert_null(host_rig_take_buf(f, 1, &buf));
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_MALFORMED);
    assert_int_equal(m->bots.seat[1].log_entries.waiting.size, 0);
}

HOST_TEST(a_forfeit_takes_what_was_said_with_it)
{
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_buf buf = {0};
    put_log(&buf, &m->bots.seat[1], m->bots.seat[1].question, "last words");
    host_rig_put_default(&buf, &m->bots.seat[0]);
    assert_null(host_rig_take(f, 1, buf.data, buf.size)); /* the second is not his */
    assert_null(host_rig_take_buf(f, 0, &buf));
    svi_bot_session_close(&f->session[1], false, 2000);
    assert_ok(svi_match_step(m, 0));
    assert_true(m->tally[1].forfeited);
    assert_false(recorded(m, "last words"));
}
