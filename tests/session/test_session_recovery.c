/* LEAGUES.md, crashes: a seat whose process is lost goes on with another, which is led through the
 * match. */
#include "tests/base/testing.h"
#include "tests/session/session_rig.h"

#include "wire/patch.h"

/* The messages that the new process has received. */
struct pupil {
    uint8_t block[SVI_MAX_BLOCK];
    unsigned starts, asks, clocks;
    uint32_t question; /* the last */
    uint8_t kind;
    struct svi_buf *heard; /* if not NULL: events and questions, as they came */
};

/* A match in which both seats are asked, and bot 1 has been asked some questions before. */
static struct svi_match *begin_late(struct host_rig *f)
{
    struct svi_match *m = host_rig_begin(f, 0);
    struct svi_bot_session_seat *seat = m->bots.seat;
    while (seat[1].question < 6 || seat[0].phase != SVI_SEAT_ASKED ||
           seat[1].phase != SVI_SEAT_ASKED) {
        host_rig_decide(f, &seat[seat[0].phase == SVI_SEAT_ASKED ? 0 : 1]);
        if (svi_match_ready(m)) {
            assert_ok(svi_match_step(m, 0));
            assert_false(svi_game_over(&m->game));
        }
    }
    memset(m->tally, 0, sizeof m->tally);
    for (unsigned i = 0; i < HOST_RIG_BOTS; i++) {
        svi_bot_session_sent(&f->session[i], 0);
    }
    return m;
}

/* Loses bot 1, and lets another process of it say hello. */
static void replace(struct host_rig *f, int64_t now_us)
{
    const struct svi_hello hello = {.protocol = SVI_PROTOCOL,
                                    .name = "bot",
                                    .answers = SV_ANSWERS_ALL,
                                    .matches = 8,
                                    .events = f->session[1].hello.events};
    svi_bot_session_close(&f->session[1], true, now_us);
    assert_int_equal(f->session[1].n_seats, 0);
    assert_null(f->session[1].clocks.oldest);
    svi_bot_session_open(&f->session[1], 0, now_us);
    svi_bot_session_welcome(&f->session[1], &hello);
}

static void keep_message(const struct pupil *p, const uint8_t *begin, const uint8_t *end)
{
    if (p->heard != NULL) {
        svi_buf_append(p->heard, begin, (size_t)(end - begin));
    }
}

/* Reads the pending frame for bot 1. */
static void read_out(struct host_rig *f, struct pupil *p, int64_t now_us)
{
    struct svi_cursor frame = svi_cursor_over(f->session[1].out.data, f->session[1].out.size);
    while (svi_cursor_left(&frame) > 0) {
        const uint8_t *begin = frame.at;
        struct svi_head head;
        struct svi_ask ask;
        assert_ok(svi_get_head(&frame, &head));
        p->starts += head.type == SVI_MESSAGE_START;
        p->clocks += head.type == SVI_MESSAGE_CLOCK;
        if (head.type != SVI_MESSAGE_ASK) {
            assert_true(svi_resync(&frame, begin));
            if (head.type == SVI_MESSAGE_EVENTS) {
                keep_message(p, begin, frame.at);
            }
            continue;
        }
        assert_ok(svi_get_ask(&frame, &head, &ask));
        keep_message(p, begin, frame.at);
        assert_ok(svi_patch_apply(p->block, SV_POSITION_BYTES, ask.patch, ask.patch_size));
        assert_int_equal(ask.question, p->question + 1);
        p->question = ask.question;
        p->kind = ask.asked.kind;
        p->asks++;
    }
    svi_bot_session_sent(&f->session[1], now_us);
}

/* Leads bot 1 on by answers, which are of no kind, until it stands at the open question. */
static void lead(struct host_rig *f, struct svi_bot_session_seat *seat, struct pupil *p)
{
    read_out(f, p, 0);
    while (seat->recovery.running) {
        struct svi_buf buf = {0};
        svi_put_reply(&buf, seat->id, p->question, &seat->game->state->position,
                      &(struct sv_answer){.kind = p->kind}, true);
        buf.data[0]++;            /* an array of one more, */
        svi_buf_byte(&buf, 0xc3); /* which is malformed, and of no interest */
        const unsigned asks = p->asks;
        assert_null(host_rig_take_buf(f, 1, &buf));
        assert_true(svi_bot_session_deadline(&f->session[1]) == SVI_NEVER ||
                    f->session[1].clocks.oldest != NULL);
        read_out(f, p, 0);
        assert_uint_in_range(p->asks, asks, asks + 1);
    }
}

HOST_TEST(another_process_comes_to_know_what_the_lost_one_knew)
{
    struct svi_match *m = begin_late(f);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    const uint32_t question = seat->question, decisions = m->game.decisions;
    struct pupil p = {.question = 0};
    uint8_t block[SVI_MAX_BLOCK];
    assert_uint_in_range(question, 2, 1000);
    seat->clock.bank_us = 4000;
    seat->clock.used_us = 77;
    replace(f, 0);
    assert_true(seat->away);
    assert_false(svi_match_ready(m));
    assert_int_equal(m->bots.game.forfeits, 0);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    lead(f, seat, &p);
    assert_int_equal(p.starts, 1);
    assert_int_equal(p.asks, question);
    assert_int_equal(p.clocks, 1); /* its remaining time is told at the end */
    assert_int_equal(p.kind, seat->asked.kind);
    sv_position_pack(&m->game.state.position, block);
    assert_memory_equal(block, p.block, SV_POSITION_BYTES);
    /* It has cost nothing, and what it answers from now on counts. */
    assert_int_equal(seat->clock.bank_us, 4000);
    assert_int_equal(seat->clock.used_us, 77);
    assert_int_equal(seat->strikes, 0);
    assert_int_equal(f->misdeeds[SVI_MISDEED_MALFORMED], 0);
    assert_int_equal(f->session[1].connection_strays, 0);
    assert_int_equal(m->game.decisions, decisions);
    for (unsigned i = 0; i < 2; i++) {
        struct svi_buf buf = {0};
        host_rig_answer(f, i, &buf, &m->bots.seat[i]);
    }
    assert_ptr_equal(svi_match_list_take(&f->ready), m);
    assert_ok(svi_match_step(m, 0));
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OK], 1);
    assert_true(m->game.decisions >= decisions + 2);
}

/* Others' answers come in meanwhile, and the game asks the seat again before its process is there.
 */
HOST_TEST(a_question_waits_for_who_is_away)
{
    struct svi_match *m = begin_late(f);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    struct pupil p = {.question = 0};
    const uint32_t question = seat->question;
    host_rig_decide(f, seat);
    replace(f, 0); /* it has answered: that stands */
    assert_int_equal(seat->phase, SVI_SEAT_SETTLED);
    host_rig_decide(f, &m->bots.seat[0]);
    assert_ok(svi_match_step(m, 0));
    while (seat->phase != SVI_SEAT_ASKED) {
        host_rig_decide(f, &m->bots.seat[0]);
        assert_ok(svi_match_step(m, 0));
    }
    assert_null(seat->session);
    assert_int_equal(seat->question, question + 1);
    assert_true(sv_has(m->bots.game.waiting, 1));
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    lead(f, seat, &p);
    assert_int_equal(p.asks, question + 1);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OK], 1);
}

HOST_TEST(a_slow_pupil_is_led_on_until_it_takes_too_long)
{
    f->limits.match_us = 2500000;
    struct svi_match *m = begin_late(f);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    const int64_t late_us = f->limits.decision_us + f->limits.bank_us;
    struct pupil p = {.question = 0};
    const char *lost = NULL;
    int64_t now_us = 0;
    assert_uint_in_range(seat->question, 4, 1000);
    replace(f, 0);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    while (lost == NULL) {
        read_out(f, &p, now_us);
        assert_true(seat->recovery.running && now_us < 10000000);
        now_us += late_us;
        lost = svi_bot_session_tick(&f->session[1], now_us);
        svi_clock_heard(&f->session[1].clocks, now_us); /* it does not hang, as it says something */
    }
    assert_contains(lost, "takes longer");
    assert_int_equal(p.asks, 3);
    assert_int_equal(f->misdeeds[SVI_MISDEED_LATE], 0);
    assert_int_equal(seat->phase, SVI_SEAT_ASKED);
    svi_bot_session_close(&f->session[1], false, now_us); /* given up: that is a forfeit */
    assert_int_equal(seat->clock.bank_us, f->limits.bank_us);
    assert_int_equal(m->bots.game.forfeits, 2);
}

HOST_TEST(a_pupil_that_hangs_is_lost)
{
    struct svi_match *m = begin_late(f);
    struct pupil p = {.question = 0};
    replace(f, 0);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    read_out(f, &p, 0);
    assert_null(svi_bot_session_tick(&f->session[1], 1500000));
    read_out(f, &p, 1500000);
    assert_contains(svi_bot_session_tick(&f->session[1], 4000000), "hangs");
    replace(f, 4000000); /* and the next one has another try */
    memset(&p, 0, sizeof p);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 4000000);
    lead(f, &m->bots.seat[1], &p);
    assert_int_equal(p.asks, m->bots.seat[1].question);
}

static void put_log(struct svi_buf *buf, const struct svi_bot_session_seat *seat, uint32_t question)
{
    svi_put_say(buf, seat->id, question, &(struct sv_log_entry){.text = "x"});
}

/* Its remarks are stored once: remarks of answers that stand are there already. */
HOST_TEST(nothing_is_said_twice)
{
    struct svi_match *m = begin_late(f);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    struct svi_buf buf = {0};
    put_log(&buf, seat, seat->question);
    assert_null(host_rig_take(f, 1, buf.data, buf.size));
    const size_t size = seat->log_entries.waiting.size;
    const uint32_t spent = seat->log_entries.spent;
    assert_int_not_equal(size, 0);
    replace(f, 0);
    assert_int_equal(seat->log_entries.waiting.size, 0);
    assert_int_equal(seat->log_entries.spent, 0);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    assert_null(host_rig_take(f, 1, buf.data, buf.size)); /* while it is led */
    struct svi_buf next = {0};
    put_log(&next, seat, 0);
    assert_null(host_rig_take_buf(f, 1, &next));
    assert_int_equal(seat->log_entries.waiting.size, 0);
    lead(f, seat, &(struct pupil){.question = 0});
    assert_null(host_rig_take_buf(f, 1, &buf));
    assert_int_equal(seat->log_entries.waiting.size, size);
    assert_int_equal(seat->log_entries.spent, spent);
    assert_int_equal(f->session[1].connection_strays, 0);
    /* With an answer that is there already, what was said beside it stays. */
    host_rig_decide(f, seat);
    replace(f, 0);
    assert_int_equal(seat->log_entries.waiting.size, size);
}

/* Garbage while it is led costs nothing but patience. */
HOST_TEST(garbage_is_a_stray_while_it_is_led)
{
    struct svi_match *m = begin_late(f);
    replace(f, 0);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    assert_null(host_rig_take(f, 1, "\xc1", 1));
    assert_int_equal(f->session[1].connection_strays, 1);
    assert_true(m->bots.seat[1].recovery.running);
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
    lead(f, &m->bots.seat[1], &(struct pupil){.question = 0});
}

/* A bot that is lost for good while it is asked nothing forfeits when it is asked, whenever the
 * loss was seen. */
HOST_TEST(a_lost_seat_forfeits_when_it_is_asked)
{
    struct svi_match *m = begin_late(f);
    host_rig_decide(f, &m->bots.seat[1]);
    svi_bot_session_close(&f->session[1], false, 0);
    assert_int_equal(m->bots.game.forfeits, 0);
    host_rig_decide(f, &m->bots.seat[0]);
    assert_ok(svi_match_step(m, 0));
    while (!svi_game_over(&m->game)) {
        assert_int_equal(m->bots.game.forfeits != 0, sv_has(svi_game_pending(&m->game), 1));
        host_rig_decide(f, &m->bots.seat[0]);
        assert_ok(svi_match_step(m, 0));
    }
    assert_true(m->tally[1].forfeited);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_DEAD], 1);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OK], 1);
}

HOST_TEST(a_match_may_end_while_one_is_led_through_it)
{
    struct svi_match *m = begin_late(f);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    struct svi_outcome done;
    host_rig_decide(f, seat); /* so it is not waited for */
    replace(f, 0);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    read_out(f, &(struct pupil){.question = 0}, 0);
    assert_non_null(f->session[1].clocks.oldest);
    svi_bot_session_close(&f->session[0], false, 0);
    assert_ok(svi_match_step(m, 0));
    assert_true(svi_game_over(&m->game));
    svi_match_end(m, &done, 0);
    assert_null(f->session[1].clocks.oldest);
    assert_int_equal(f->session[1].n_seats, 0);
    assert_int_equal(f->session[1].owed, 1);
    assert_false(seat->recovery.running);
    assert_true(done.seat[0].forfeited && !done.seat[1].forfeited);
}

/* A match that was suspended goes on beside others, of which one may have its number by now. */
HOST_TEST(another_match_may_have_its_number)
{
    struct svi_match *m = begin_late(f);
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    struct pupil p = {.starts = 0};
    const uint64_t id = seat->id;
    replace(f, 0);
    f->session[1].serial = 0; /* of a new worker */
    const struct svi_match *other = host_rig_begin(f, 1);
    assert_int_equal(other->bots.seat[1].id, id);
    svi_bot_session_sent(&f->session[1], 0);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    assert_int_not_equal(seat->id, id);
    assert_ptr_equal(svi_bot_session_find(&f->session[1], id), &other->bots.seat[1]);
    assert_ptr_equal(svi_bot_session_find(&f->session[1], seat->id), seat);
    lead(f, seat, &p);
    assert_int_equal(p.starts, 1);
    assert_int_equal(seat->phase, SVI_SEAT_ASKED);
}

/* The events between questions are told between them again, byte by byte. */
HOST_TEST(what_happened_is_told_again)
{
    struct svi_match *m = &f->match[0];
    struct svi_bot_session_seat *seat = &m->bots.seat[1];
    const struct svi_job job = {.seed = {1}, .edition = &f->edition, .seats = 2, .bot = {0, 1}};
    struct svi_bot_session *const sessions[] = {&f->session[0], &f->session[1]};
    SCOPED(svi_buf_finish) struct svi_buf heard = {0}, heard_again = {0};
    struct pupil first = {.heard = &heard}, again = {.heard = &heard_again};
    struct svi_outcome done;
    f->session[1].hello.events = true;
    assert_ok(host_rig_begin_match(f, 0, &job, sessions));
    while (seat->question < 40 || seat->phase != SVI_SEAT_ASKED) {
        for (unsigned i = 0; i < 2; i++) {
            if (m->bots.seat[i].phase == SVI_SEAT_ASKED) {
                host_rig_decide(f, &m->bots.seat[i]);
            }
        }
        assert_ok(svi_match_step(m, 0));
        assert_false(svi_game_over(&m->game));
        read_out(f, &first, 0);
    }
    assert_uint_in_range(m->events.count, 100, 10000);
    replace(f, 0);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    lead(f, seat, &again);
    assert_int_equal(again.asks, 40);
    assert_int_equal(heard.size, heard_again.size);
    assert_memory_equal(heard.data, heard_again.data, heard.size);
    /* If a match ends while the bot is led through it, the end tells the events that are new to
     * this process, and their number. */
    host_rig_decide(f, seat);
    replace(f, 0);
    svi_match_view_seat_again(&m->bots, 1, &f->session[1], 0);
    svi_bot_session_close(&f->session[0], false, 0);
    assert_ok(svi_match_step(m, 0));
    assert_true(svi_game_over(&m->game));
    const uint32_t count = m->events.count;
    svi_buf_clear(&heard_again);
    again.question = 0;
    memset(again.block, 0, sizeof again.block);
    svi_match_end(m, &done, 0);
    read_out(f, &again, 0);
    struct svi_cursor c = svi_cursor_over(heard_again.data, heard_again.size);
    struct svi_head head = {0};
    struct svi_events events = {0};
    uint32_t told = 0, messages = 0;
    while (svi_cursor_left(&c) > 0) {
        const uint8_t *begin = c.at;
        assert_ok(svi_get_head(&c, &head));
        if (head.type == SVI_MESSAGE_EVENTS) {
            assert_ok(svi_get_events(&c, &head, &events));
            told += events.told;
            messages++;
        }
        assert_true(svi_resync(&c, begin));
    }
    assert_int_equal(messages, 2); /* before its first question, and at the end */
    assert_int_equal(events.count, count);
    assert_int_equal(told, count);
}

/* Without a bot that wants to be told nothing is kept. */
HOST_TEST(nothing_is_kept_for_nobody)
{
    struct svi_match *m = begin_late(f);
    assert_int_equal(m->events.count, 0);
    assert_null(m->events.bytes.data);
    assert_null(m->bots.game.events);
}
