/* From bytes of a bot to verdicts in a game, without sockets or processes. */
#include "arbiter/host.h"
#include "arbiter/match.h"

#include "edition/edition_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BOTS 2

struct fixture {
    struct sv_edition edition;
    struct svi_board board;
    struct svi_clock_limits limits;
    struct svi_host host[BOTS];
    struct svi_match match[3];
    struct svi_match_list ready;
    unsigned misdeeds[SVI_MISDEED_OVERTIME + 1];
};

static void on_settled(void *user, struct svi_host_seat *seat)
{
    struct fixture *f = user;
    if (svi_match_ready(svi_match_of(seat))) {
        svi_match_list_add(&f->ready, svi_match_of(seat));
    }
}

static void on_misdeed(void *user, struct svi_host *host, const struct svi_misdeed *misdeed)
{
    struct fixture *f = user;
    assert_true(host == &f->host[0] || host == &f->host[1]);
    assert_int_equal(misdeed->seat == NULL, misdeed->kind == SVI_MISDEED_STRAY);
    f->misdeeds[misdeed->kind]++;
}

static const struct svi_host_owner OWNER = {.settled = on_settled, .misdeed = on_misdeed};
static const struct svi_hello HELLO = {
    .protocol = SVI_PROTOCOL, .name = "bot", .answers = SV_ANSWERS_ALL, .matches = 8};

/* A connection of bot k that has been welcomed. */
static void open_host(struct fixture *f, unsigned k, unsigned most)
{
    svi_host_init(&f->host[k], &f->limits, &OWNER, f, most);
    svi_host_open(&f->host[k], 0, 0);
    svi_host_welcome(&f->host[k], &HELLO);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    char error[SVI_EDITION_ERROR];
    assert_non_null(f);
    assert_int_equal(svi_edition_load("classic", &f->edition, error, sizeof error), SV_OK);
    assert_int_equal(
        svi_edition_override(&f->edition, "first_player", "seat0", error, sizeof error), SV_OK);
    assert_true(svi_board_init(&f->board, &f->edition, 0));
    f->limits = (struct svi_clock_limits){.decision_us = 100000, .bank_us = 1000000, .strikes = 3};
    for (unsigned i = 0; i < BOTS; i++) {
        open_host(f, i, 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        svi_match_init(&f->match[i]);
    }
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < 3; i++) {
        svi_match_finish(&f->match[i]);
    }
    for (unsigned i = 0; i < BOTS; i++) {
        svi_host_finish(&f->host[i]);
    }
    svi_board_finish(&f->board);
    free(f);
    return 0;
}

/* Answers a seat's question as a good bot would that needs no time. */
static void decide(struct fixture *f, struct svi_host_seat *seat)
{
    svi_clock_drop(&seat->host->clocks, &seat->clock, 0);
    seat->by_default = true;
    svi_host_settle(seat, SV_VERDICT_OK, SV_OK);
    while (svi_match_list_take(&f->ready) != NULL) {
    }
}

static enum sv_status begin_match(struct fixture *f, unsigned k, const struct svi_referee_job *job,
                                  struct svi_host *const *hosts)
{
    static const char *const names[SV_MAX_SEATS] = {"good", "bad", "third"};
    return svi_match_begin(&f->match[k], job, names, hosts, &f->board, 0);
}

/* Begins match k and plays it up to a window in which both seats are asked. */
static struct svi_match *begin(struct fixture *f, unsigned k)
{
    struct svi_match *m = &f->match[k];
    struct svi_referee_job job = {.edition = &f->edition, .seats = 2, .bot = {0, 1}};
    struct svi_host *const hosts[] = {&f->host[0], &f->host[1]};
    struct svi_host_seat *seat = m->bots.seat;
    memset(job.seed, (int)k + 1, sizeof job.seed);
    assert_int_equal(begin_match(f, k, &job, hosts), SV_OK);
    assert_int_equal(svi_match_step(m, 0), SV_OK);
    while (seat[0].phase != SVI_SEAT_ASKED || seat[1].phase != SVI_SEAT_ASKED) {
        assert_false(svi_game_over(&m->game));
        decide(f, &seat[seat[0].phase == SVI_SEAT_ASKED ? 0 : 1]);
        assert_int_equal(svi_match_step(m, 0), SV_OK);
    }
    memset(m->tally, 0, sizeof m->tally);
    for (unsigned i = 0; i < BOTS; i++) {
        svi_host_sent(&f->host[i], 0);
    }
    return m;
}

/* The proper answer of a seat: the default, in the short form. */
static void put_default(struct svi_buf *buf, const struct svi_host_seat *seat)
{
    const struct sv_answer a = {.kind = seat->asked.kind};
    svi_put_reply(buf, seat->id, seat->question, &seat->game->state->position, &a, true);
}

static const char *take_in(struct fixture *f, unsigned bot, const void *bytes, size_t size)
{
    return svi_host_frame(&f->host[bot], bytes, size, 1000);
}

static const char *take_in_buf(struct fixture *f, unsigned bot, struct svi_buf *buf)
{
    const char *lost = take_in(f, bot, buf->data, buf->size);
    svi_buf_finish(buf);
    return lost;
}

static void a_reply_is_the_answer(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    struct svi_buf buf = {0};
    const uint32_t before = m->game.decisions;
    put_default(&buf, &m->bots.seat[1]);
    assert_null(take_in_buf(f, 1, &buf));
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_SETTLED);
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_OK);
    assert_int_equal(m->bots.seat[0].phase, SVI_SEAT_ASKED);
    assert_null(f->ready.first); /* the other one is still waited for */
    put_default(&buf, &m->bots.seat[0]);
    assert_null(take_in_buf(f, 0, &buf));
    assert_ptr_equal(f->ready.first, m);
    assert_int_equal(f->host[0].answers + f->host[1].answers, 2);
    assert_int_equal(m->game.decisions,
                     before); /* given to the game when it is stepped, not before */
    assert_ptr_equal(svi_match_list_take(&f->ready), m);
    assert_int_equal(svi_match_step(m, 0), SV_OK);
    assert_int_equal(m->game.decisions, before + 2);
    assert_int_equal(m->tally[0].verdicts[SV_VERDICT_OK], 1);
}

static void a_frame_answers_many_in_any_order(void **state)
{
    struct fixture *f = *state;
    struct svi_buf buf = {0};
    for (unsigned k = 0; k < 3; k++) {
        begin(f, k);
    }
    put_default(&buf, &f->match[2].bots.seat[1]);
    put_default(&buf, &f->match[0].bots.seat[1]);
    put_default(&buf, &f->match[1].bots.seat[1]);
    assert_null(take_in_buf(f, 1, &buf));
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(f->match[k].bots.seat[1].verdict, SV_VERDICT_OK);
        assert_int_equal(f->match[k].bots.seat[1].phase, SVI_SEAT_SETTLED);
    }
    assert_null(f->host[1].clocks.oldest);
}

/* What is wrong with the second of three answers costs that one only. */
static void a_malformed_answer_costs_its_own_question(void **state)
{
    struct fixture *f = *state;
    struct svi_buf buf = {0};
    for (unsigned k = 0; k < 3; k++) {
        begin(f, k);
    }
    put_default(&buf, &f->match[0].bots.seat[1]);
    struct svi_buf reply = {0};
    put_default(&reply, &f->match[1].bots.seat[1]);
    assert_int_equal(reply.data[0], 0x93); /* an array of three: type, match, question */
    reply.data[0] = 0x94;
    svi_buf_byte(&reply, 0xc3); /* true is no answer to anything */
    svi_buf_append(&buf, reply.data, reply.size);
    svi_buf_finish(&reply);
    put_default(&buf, &f->match[2].bots.seat[1]);
    assert_null(take_in_buf(f, 1, &buf));
    assert_int_equal(f->match[0].bots.seat[1].verdict, SV_VERDICT_OK);
    assert_int_equal(f->match[1].bots.seat[1].verdict, SV_VERDICT_MALFORMED);
    assert_int_equal(f->match[2].bots.seat[1].verdict, SV_VERDICT_OK);
    assert_int_equal(f->match[2].bots.seat[1].phase, SVI_SEAT_SETTLED);
}

static void garbage_costs_the_oldest_question(void **state)
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
        struct fixture *f;
        set_up((void **)&f);
        begin(f, 0);
        begin(f, 1);
        assert_null(take_in(f, 1, frames[i].bytes, frames[i].size));
        assert_int_equal(f->match[0].bots.seat[1].phase, SVI_SEAT_SETTLED);
        assert_int_equal(f->match[0].bots.seat[1].verdict, SV_VERDICT_MALFORMED);
        assert_int_equal(f->match[1].bots.seat[1].phase, SVI_SEAT_ASKED);
        assert_int_equal(f->match[0].bots.seat[0].phase, SVI_SEAT_ASKED);
        tear_down((void **)&f);
    }
    (void)state;
}

static void every_cut_of_a_good_frame_is_survived(void **state)
{
    (void)state;
    for (size_t size = 0; size < 64; size++) {
        struct fixture *f;
        struct svi_buf buf = {0};
        set_up((void **)&f);
        begin(f, 0);
        begin(f, 1);
        put_default(&buf, &f->match[0].bots.seat[1]);
        put_default(&buf, &f->match[1].bots.seat[1]);
        const size_t whole = buf.size;
        uint8_t *exact = malloc(size + 1); /* so that a sanitizer sees every byte too far */
        assert_non_null(exact);
        if (size < whole) {
            memcpy(exact, buf.data, size);
            assert_null(take_in(f, 1, exact, size));
            assert_int_equal(f->match[0].bots.seat[1].phase, SVI_SEAT_SETTLED);
        }
        free(exact);
        svi_buf_finish(&buf);
        tear_down((void **)&f);
        if (size >= whole) {
            return;
        }
    }
    fail_msg("the frame is larger than expected");
}

static void strays_are_ignored_until_they_are_a_flood(void **state)
{
    struct fixture *f = *state;
    f->host[0].serial = 7; /* so that the two know the match by different numbers */
    struct svi_match *m = begin(f, 0);
    struct svi_buf buf = {0};
    const struct sv_answer a = {.kind = SV_DECISION_MANAGE};
    const struct sv_position *p = &m->game.state.position;
    const char *lost = NULL;
    unsigned strays = 0;
    put_default(&buf, &m->bots.seat[0]); /* the other bot's */
    svi_put_reply(&buf, m->bots.seat[1].id + SVI_HOST_MATCHES, m->bots.seat[1].question, p, &a,
                  true);
    svi_put_reply(&buf, m->bots.seat[1].id, m->bots.seat[1].question + 1, p, &a, true);
    assert_null(take_in_buf(f, 1, &buf));
    assert_int_equal(m->bots.seat[0].phase, SVI_SEAT_ASKED);
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
    assert_int_equal(f->host[1].adrift, 3);
    while (lost == NULL && strays++ < 2 * SVI_HOST_STRAYS) {
        svi_put_reply(&buf, UINT64_MAX, UINT32_MAX, p, &a, true);
        lost = take_in_buf(f, 1, &buf);
    }
    assert_non_null(lost);
    assert_int_equal(strays + 3, SVI_HOST_STRAYS + 1);
}

static void the_answer_to_a_late_question_is_expected_and_ignored(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    struct svi_buf buf = {0};
    struct svi_buf twice = {0};
    put_default(&buf, &m->bots.seat[1]);
    put_default(&twice, &m->bots.seat[1]);
    assert_null(svi_host_tick(&f->host[1], 1099999));
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
    assert_null(svi_host_tick(&f->host[1], 1100000));
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_LATE);
    assert_null(take_in_buf(f, 1, &buf));
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_LATE);
    assert_int_equal(f->host[1].adrift, 0);
    assert_null(take_in_buf(f, 1, &twice));
    assert_int_equal(f->host[1].adrift, 1);
}

/* The clocks told in what is to be sent to a bot, the last of them in *left. */
static unsigned clocks_told(const struct svi_host *host, struct svi_clock_left *left)
{
    struct svi_cursor c = svi_cursor_over(host->out.data, host->out.size);
    unsigned told = 0;
    while (svi_cursor_left(&c) > 0) {
        const uint8_t *start = c.at;
        struct svi_head head;
        assert_int_equal(svi_get_head(&c, &head), SV_OK);
        if (head.type == SVI_MESSAGE_CLOCK) {
            assert_int_equal(svi_get_clock(&c, &head, left), SV_OK);
            told++;
        } else {
            assert_true(svi_resync(&c, start));
        }
    }
    return told;
}

/* Steps a match, bot 0 answering at once, until seat 1 is asked again. */
static void until_asked_again(struct fixture *f, struct svi_match *m)
{
    while (svi_match_list_take(&f->ready) != NULL) {
    }
    for (;;) {
        if (m->bots.seat[0].phase == SVI_SEAT_ASKED) {
            decide(f, &m->bots.seat[0]);
        }
        assert_int_equal(svi_match_step(m, 0), SV_OK);
        if (m->bots.seat[1].phase == SVI_SEAT_ASKED) {
            return;
        }
    }
}

static void what_a_seat_has_left_is_told_when_it_changes(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    struct svi_clock_left left;
    struct svi_buf buf = {0};
    assert_int_equal(clocks_told(&f->host[1], &left), 0);
    put_default(&buf, &m->bots.seat[1]);
    assert_null(svi_host_frame(&f->host[1], buf.data, buf.size, 350000));
    svi_buf_clear(&buf);
    until_asked_again(f, m);
    assert_int_equal(clocks_told(&f->host[1], &left), 1);
    assert_int_equal(left.match, m->bots.seat[1].id);
    assert_int_equal(left.bank_ms, 750);
    assert_int_equal(left.strikes, 3);
    svi_host_sent(&f->host[1], 400000);
    put_default(&buf, &m->bots.seat[1]);
    buf.data[0] = 0x94;
    svi_buf_byte(&buf, 0xc3);
    assert_null(svi_host_frame(&f->host[1], buf.data, buf.size, 400000));
    svi_buf_clear(&buf);
    until_asked_again(f, m);
    assert_int_equal(clocks_told(&f->host[1], &left), 1);
    assert_int_equal(left.bank_ms, 750);
    assert_int_equal(left.strikes, 2);
    svi_host_sent(&f->host[1], 400000);
    put_default(&buf, &m->bots.seat[1]);
    assert_null(svi_host_frame(&f->host[1], buf.data, buf.size, 400000));
    svi_buf_finish(&buf);
    until_asked_again(f, m);
    assert_int_equal(clocks_told(&f->host[1], &left), 0);
}

static void a_seat_without_time_forfeits(void **state)
{
    struct fixture *f = *state;
    struct svi_buf buf = {0};
    f->limits.match_us = 90000;
    struct svi_match *m = begin(f, 0);
    put_default(&buf, &m->bots.seat[1]);
    assert_null(
        svi_host_frame(&f->host[1], buf.data, buf.size, 95000)); /* came before it was seen */
    svi_buf_finish(&buf);
    decide(f, &m->bots.seat[0]);
    while (!m->tally[1].forfeited) {
        assert_int_equal(svi_match_step(m, 0), SV_OK);
        if (m->bots.seat[0].phase == SVI_SEAT_ASKED) {
            decide(f, &m->bots.seat[0]);
        }
    }
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OK], 1);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OVERTIME], 1);
    assert_int_equal(f->misdeeds[SVI_MISDEED_OVERTIME], 1);
    assert_int_equal(m->bots.seat[1].strikes, 0);
}

static void an_answer_that_does_not_come_may_be_overtime(void **state)
{
    struct fixture *f = *state;
    f->limits.match_us = 90000;
    struct svi_match *m = begin(f, 0);
    assert_null(svi_host_tick(&f->host[1], 89999));
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
    assert_null(svi_host_tick(&f->host[1], 90000));
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_OVERTIME);
    assert_int_equal(f->misdeeds[SVI_MISDEED_LATE], 0);
}

static void silence_is_a_loss(void **state)
{
    struct fixture *f = *state;
    begin(f, 0);
    begin(f, 1);
    assert_null(svi_host_tick(&f->host[1], 1999999));
    assert_non_null(svi_host_tick(&f->host[1], 2000000)); /* SVI_PATIENCE_US */
}

/* Gives match `m` bad answers from seat 1 and defaults from seat 0 until seat 1 has forfeited. */
static unsigned strikes_until_forfeit(struct fixture *f, struct svi_match *m, bool illegal)
{
    unsigned strikes = 0;
    while (!m->tally[1].forfeited && !svi_game_over(&m->game)) {
        struct svi_buf buf = {0};
        for (unsigned i = 0; i < 2; i++) {
            if (m->bots.seat[i].phase != SVI_SEAT_ASKED) {
                continue;
            }
            if (i == 0) {
                put_default(&buf, &m->bots.seat[i]);
                assert_null(take_in_buf(f, i, &buf));
            } else if (illegal) {
                struct sv_answer a = {
                    .kind = m->bots.seat[i].asked.kind, .choice = 77, .bid = -5, .space = 63};
                memset(a.plan.level, 6, sizeof a.plan.level);
                svi_put_reply(&buf, m->bots.seat[i].id, m->bots.seat[i].question,
                              &m->game.state.position, &a, false);
                assert_null(take_in_buf(f, i, &buf));
                assert_int_equal(m->bots.seat[i].verdict, SV_VERDICT_OK); /* it reads well */
                strikes++;
            } else {
                assert_null(take_in(f, i, "\xc1", 1));
                strikes++;
            }
        }
        assert_int_equal(svi_match_step(m, 0), SV_OK);
    }
    return strikes;
}

static void the_last_strike_forfeits(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    assert_int_equal(strikes_until_forfeit(f, m, true), 3);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_ILLEGAL], 3);
    assert_true(svi_game_over(&m->game)); /* of two, one is left */
    m = begin(f, 1);
    assert_int_equal(strikes_until_forfeit(f, m, false), 3);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_MALFORMED], 3);

    struct svi_referee_done done;
    svi_match_end(m, &done, 5);
    assert_int_equal(done.result.why, SV_WHY_FORFEIT);
    assert_int_equal(done.result.place[0], 1);
    assert_int_equal(done.result.place[1], 2);
    assert_true(done.seat[1].forfeited);
    assert_false(done.seat[0].forfeited);
    assert_true(done.replay_size > 0);
    assert_null(svi_host_find(&f->host[1], m->bots.seat[1].id));
}

static void a_lost_bot_forfeits_between_two_windows(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    struct svi_buf buf = {0};
    const uint32_t before = m->game.decisions;
    svi_host_close(&f->host[1], 0);
    assert_int_equal(f->host[1].n_seats, 0);
    assert_false(svi_match_ready(m)); /* the other one is asked still */
    assert_int_equal(m->game.decisions, before);
    put_default(&buf, &m->bots.seat[0]);
    assert_null(take_in_buf(f, 0, &buf));
    assert_true(svi_match_ready(m));
    assert_int_equal(svi_match_step(m, 0), SV_OK);
    assert_true(svi_game_over(&m->game));
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_DEAD], 1);
}

static void the_seat_of_a_bot_that_is_out_is_forfeited_at_once(void **state)
{
    struct fixture *f = *state;
    struct svi_referee_job job = {.edition = &f->edition, .seats = 3, .bot = {0, 1, 0}};
    struct svi_host *const hosts[] = {&f->host[0], NULL, &f->host[0]};
    assert_int_equal(begin_match(f, 0, &job, hosts), SV_OK);
    assert_int_equal(f->host[0].n_seats, 2); /* sits twice, as two matches */
    assert_int_not_equal(f->match[0].bots.seat[0].id, f->match[0].bots.seat[2].id);
    assert_int_equal(svi_match_step(&f->match[0], 0), SV_OK);
    assert_true(f->match[0].tally[1].forfeited);
    assert_false(svi_game_over(&f->match[0].game));
    assert_int_equal(f->match[0].bots.seat[0].phase, SVI_SEAT_ASKED);
    assert_int_equal(f->match[0].bots.seat[2].phase, SVI_SEAT_ASKED);
}

static void room_is_what_both_sides_allow(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(f->host[0].capacity, 8); /* its own word */
    svi_host_finish(&f->host[0]);
    open_host(f, 0, 2);
    assert_int_equal(f->host[0].capacity, 2);
    assert_true(svi_host_has_room(&f->host[0], 5)); /* a match must be able to start */
    begin(f, 0);
    assert_true(svi_host_has_room(&f->host[0], 1));
    assert_false(svi_host_has_room(&f->host[0], 2));
    begin(f, 1);
    assert_false(svi_host_has_room(&f->host[0], 1));
}

/* ---- what bots say ------------------------------------------------------------------------------ */

static void put_log(struct svi_buf *buf, const struct svi_host_seat *seat, uint32_t question,
                    const char *text)
{
    svi_put_say(buf, seat->id, question, &(struct sv_remark){.text = text});
}

static bool recorded(const struct svi_match *m, const char *text)
{
    return memmem(m->game.record.data, m->game.record.size, text, strlen(text)) != NULL;
}

static void what_is_said_is_kept_for_the_answer(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    struct svi_host_seat *seat = &m->bots.seat[1];
    struct svi_buf buf = {0};
    put_log(&buf, seat, 0, "of the match");
    put_log(&buf, seat, seat->question, "of the question");
    svi_put_say(&buf, seat->id, seat->question, &(struct sv_remark){.key = "figure", .value = 9});
    put_default(&buf, seat);
    put_log(&buf, seat, seat->question, "after the answer");
    put_default(&buf, &m->bots.seat[0]); /* not his: a stray */
    assert_null(take_in_buf(f, 1, &buf));
    assert_int_equal(seat->phase, SVI_SEAT_SETTLED);
    assert_int_equal(f->host[1].unheard, 1);
    assert_false(recorded(m, "of the match")); /* not before the answer is given */
    put_default(&buf, &m->bots.seat[0]);
    assert_null(take_in_buf(f, 0, &buf));
    assert_ptr_equal(svi_match_list_take(&f->ready), m);
    assert_int_equal(svi_match_step(m, 0), SV_OK);
    assert_true(recorded(m, "of the match"));
    assert_true(recorded(m, "of the question"));
    assert_true(recorded(m, "figure"));
    assert_false(recorded(m, "after the answer"));
    assert_int_equal(seat->remarks.waiting.size, 0);
    assert_int_equal(m->tally[1].verdicts[SV_VERDICT_OK], 1);
}

static void talk_beyond_the_budget_is_dropped(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    struct svi_host_seat *seat = &m->bots.seat[1];
    struct svi_buf buf = {0};
    char text[SV_MAX_LOG];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (unsigned i = 0; i < 200; i++) {
        put_log(&buf, seat, seat->question, text);
    }
    put_log(&buf, seat, seat->question, "short");
    put_default(&buf, seat);
    assert_null(take_in_buf(f, 1, &buf));
    const unsigned kept = SVI_REMARK_BUDGET / (8 + SV_MAX_LOG - 1);
    assert_int_equal(seat->remarks.dropped, 200 - kept + 1);
    assert_in_range(seat->remarks.waiting.size, kept * (SV_MAX_LOG - 1), SVI_REMARK_BUDGET + 200);
    assert_int_equal(seat->verdict, SV_VERDICT_OK);
    assert_int_equal(seat->strikes, 0);
    put_default(&buf, &m->bots.seat[0]);
    assert_null(take_in_buf(f, 0, &buf));
    assert_int_equal(svi_match_step(m, 0), SV_OK);
    assert_true(recorded(m, "[solvent] more than 65536 bytes"));
    assert_false(recorded(m, "short"));
    /* Another match has a budget of its own. */
    m = begin(f, 1);
    put_log(&buf, &m->bots.seat[1], m->bots.seat[1].question, "anew");
    assert_null(take_in_buf(f, 1, &buf));
    assert_int_equal(m->bots.seat[1].remarks.dropped, 0);
}

static void talk_of_nothing_is_a_flood_in_the_end(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    const struct svi_host_seat gone = {.id = m->bots.seat[1].id + (UINT64_C(1) << 40)};
    struct svi_buf buf = {0};
    const char *lost = NULL;
    unsigned n = 0;
    put_log(&buf, &m->bots.seat[1], m->bots.seat[1].question + 1, "not asked yet");
    assert_null(take_in_buf(f, 1, &buf));
    assert_int_equal(f->host[1].adrift, 1);
    put_log(&buf, &gone, 1, "gone");
    while (lost == NULL && n <= SVI_HOST_UNHEARD) {
        lost = take_in(f, 1, buf.data, buf.size);
        n++;
    }
    svi_buf_finish(&buf);
    assert_non_null(strstr(lost, "floods"));
    assert_int_equal(n, SVI_HOST_UNHEARD + 1);
    assert_int_equal(m->bots.seat[1].phase, SVI_SEAT_ASKED);
}

static void talk_that_cannot_be_read_is_garbage(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    struct svi_buf buf = {0};
    put_log(&buf, &m->bots.seat[1], m->bots.seat[1].question, "abc");
    buf.data[buf.size - 1] = 0x07;
    assert_null(take_in_buf(f, 1, &buf));
    assert_int_equal(m->bots.seat[1].verdict, SV_VERDICT_MALFORMED);
    assert_int_equal(m->bots.seat[1].remarks.waiting.size, 0);
}

static void a_forfeit_takes_what_was_said_with_it(void **state)
{
    struct fixture *f = *state;
    struct svi_match *m = begin(f, 0);
    struct svi_buf buf = {0};
    put_log(&buf, &m->bots.seat[1], m->bots.seat[1].question, "last words");
    put_default(&buf, &m->bots.seat[0]);
    assert_null(take_in(f, 1, buf.data, buf.size)); /* the second is not his */
    assert_null(take_in_buf(f, 0, &buf));
    svi_host_close(&f->host[1], 2000);
    assert_int_equal(svi_match_step(m, 0), SV_OK);
    assert_true(m->tally[1].forfeited);
    assert_false(recorded(m, "last words"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_reply_is_the_answer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_frame_answers_many_in_any_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_malformed_answer_costs_its_own_question, set_up,
                                        tear_down),
        cmocka_unit_test(garbage_costs_the_oldest_question),
        cmocka_unit_test(every_cut_of_a_good_frame_is_survived),
        cmocka_unit_test_setup_teardown(strays_are_ignored_until_they_are_a_flood, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_answer_to_a_late_question_is_expected_and_ignored,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(silence_is_a_loss, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_last_strike_forfeits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_lost_bot_forfeits_between_two_windows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_seat_of_a_bot_that_is_out_is_forfeited_at_once, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(room_is_what_both_sides_allow, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_said_is_kept_for_the_answer, set_up, tear_down),
        cmocka_unit_test_setup_teardown(talk_beyond_the_budget_is_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_a_seat_has_left_is_told_when_it_changes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_seat_without_time_forfeits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_answer_that_does_not_come_may_be_overtime, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(talk_of_nothing_is_a_flood_in_the_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(talk_that_cannot_be_read_is_garbage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_forfeit_takes_what_was_said_with_it, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
