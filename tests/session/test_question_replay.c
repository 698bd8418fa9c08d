/* The questions of a match, made again from its record, equal those that were sent, for all games
 * and bots, also if answers were late or wrong and processes were lost or led through the match
 * again. No question is stored for that. */
#include "edition/edition_file.h"
#include "game/pack.h"
#include "runner/live_match.h"
#include "session/session_recovery.h"
#include "tests/base/testing.h"
#include "tests/game/monkey.h"
#include "wire/patch.h"

#include <malloc.h>

#if !__GLIBC_PREREQ(2, 33)
#define mallinfo2 mallinfo /* it counts up to 2 GiB */
#endif

#define ROUNDS 25 /* of a game */

/* The messages to a seat's bots, question by question. */
struct ear {
    struct svi_buf heard;    /* each question, with the events before it */
    struct svi_buf ends;     /* size_t: where each of them ends */
    struct svi_buf events;   /* those that came last, until their question comes */
    uint32_t questions, now; /* their number; and the last one asked of the present process */
    uint8_t block[SVI_MAX_BLOCK];
};

struct table {
    struct sv_edition edition;
    struct svi_edition_cache board;
    struct svi_clock_limits limits;
    struct svi_hello hello[SV_MAX_SEATS];
    struct svi_bot_session session[SV_MAX_SEATS];
    bool lost[SV_MAX_SEATS]; /* for good */
    unsigned bots;
    struct svi_match match;
    struct ear ear[SV_MAX_SEATS];
    struct monkey monkey;
    int64_t now_us;
    /* Counts of the situations met. */
    unsigned long asked, led, late_forfeits, told, said, courses, games;
};

static bool chance(struct table *t, uint32_t in)
{
    return monkey_below(&t->monkey, in) == 0;
}

static void on_settled(void *user, struct svi_bot_session_seat *seat)
{
    (void)user;
    (void)seat;
}

static bool spares(void *user, struct svi_bot_session *session)
{
    (void)user;
    (void)session;
    return true;
}

static const struct svi_bot_session_owner OWNER = {.settled = on_settled, .spares = spares};

/* ---- what bots hear -------------------------------------------------------------------------- */

static size_t end_of(const struct ear *ear, uint32_t question)
{
    size_t end = 0;
    if (question > 0) {
        memcpy(&end, ear->ends.data + (question - 1) * sizeof end, sizeof end);
    }
    return end;
}

/* A question that is asked for the first time is kept, any other is as it was then. */
static void hear(struct ear *ear, uint32_t question, const uint8_t *begin, const uint8_t *end)
{
    svi_buf_append(&ear->events, begin, (size_t)(end - begin));
    if (question > ear->questions) {
        assert_int_equal(question, ear->questions + 1);
        svi_buf_append(&ear->heard, ear->events.data, ear->events.size);
        svi_buf_append(&ear->ends, &ear->heard.size, sizeof ear->heard.size);
        ear->questions++;
    } else {
        const size_t from = end_of(ear, question - 1);
        assert_int_equal(ear->events.size, end_of(ear, question) - from);
        assert_memory_equal(ear->events.data, ear->heard.data + from, ear->events.size);
    }
    svi_buf_clear(&ear->events);
}

static void hear_ask(struct table *t, const struct svi_bot_session_seat *seat,
                     const struct svi_ask *ask)
{
    const struct sv_state *state = &t->match.game.state;
    struct ear *ear = &t->ear[seat->number];
    const size_t size = seat->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES;
    uint8_t block[SVI_MAX_BLOCK];
    assert_int_equal(ask->question, ear->now + 1);
    ear->now++;
    assert_ok(svi_patch_apply(ear->block, size, ask->patch, ask->patch_size));
    if (ask->question == seat->question && seat->phase == SVI_SEAT_ASKED) {
        sv_position_pack(&state->position, block);
        svi_course_pack(&state->course, block + SV_POSITION_BYTES);
        assert_memory_equal(block, ear->block, size);
        assert_int_equal(ask->asked.kind, seat->asked.kind);
    }
    t->asked++;
    t->courses += seat->model;
}

/* Reads the pending frame for a bot. */
static void read_out(struct table *t, unsigned bot)
{
    struct svi_bot_session *session = &t->session[bot];
    assert_false(session->out.failed);
    struct svi_cursor c = svi_cursor_over(session->out.data, session->out.size);
    while (svi_cursor_left(&c) > 0) {
        const uint8_t *begin = c.at;
        struct svi_head head;
        assert_ok(svi_get_head(&c, &head));
        const enum svi_message type = (enum svi_message)head.type;
        if (type == SVI_MESSAGE_ASK) {
            struct svi_ask ask;
            assert_ok(svi_get_ask(&c, &head, &ask));
            const struct svi_bot_session_seat *seat = svi_bot_session_find(session, ask.match);
            assert_non_null(seat);
            hear_ask(t, seat, &ask);
            hear(&t->ear[seat->number], ask.question, begin, c.at);
            continue;
        }
        const uint64_t match =
            type == SVI_MESSAGE_EVENTS || type == SVI_MESSAGE_START || type == SVI_MESSAGE_SAID
                ? svi_get_uint(&c, UINT64_MAX)
                : 0;
        const struct svi_bot_session_seat *seat = svi_bot_session_find(session, match);
        assert_true(svi_resync(&c, begin));
        if (type == SVI_MESSAGE_EVENTS || type == SVI_MESSAGE_SAID) {
            assert_non_null(seat);
            assert_true(type == SVI_MESSAGE_SAID || t->ear[seat->number].events.size == 0);
            t->said += type == SVI_MESSAGE_SAID;
            svi_buf_append(&t->ear[seat->number].events, begin, (size_t)(c.at - begin));
            t->told++;
        } else if (type == SVI_MESSAGE_START) {
            struct ear *ear = &t->ear[seat->number];
            ear->now = 0;
            memset(ear->block, 0, sizeof ear->block);
            svi_buf_clear(&ear->events);
        }
    }
    svi_bot_session_sent(session, t->now_us);
}

/* All questions that a seat was asked, made again. */
static void compare(struct table *t, unsigned seat)
{
    const struct ear *ear = &t->ear[seat];
    struct svi_bot_session_seat copy = t->match.bots.seat[seat];
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    struct svi_question_replay *question_replay = svi_question_replay_create(&copy);
    assert_non_null(question_replay);
    copy.told = copy.heard = (struct svi_event_mark){0};
    for (uint32_t k = 1; k <= copy.question; k++) {
        svi_question_replay_next(question_replay, &copy, k, &out);
        if (k <= ear->questions) {
            assert_int_equal(out.size, end_of(ear, k));
        }
    }
    assert_false(out.failed);
    assert_memory_equal(out.data, ear->heard.data, ear->heard.size);
    svi_question_replay_destroy(question_replay);
}

static void compare_all(struct table *t)
{
    for (unsigned i = 0; i < t->match.job.seats; i++) {
        if (t->ear[i].questions > 0) {
            compare(t, i);
        }
    }
}

/* ---- what bots do ---------------------------------------------------------------------------- */

static void say_hello(struct table *t, unsigned bot)
{
    svi_bot_session_open(&t->session[bot], 0, t->now_us);
    svi_bot_session_welcome(&t->session[bot], &t->hello[bot]);
}

/* A process is lost, and perhaps another comes; at once, or later. */
static void lose(struct table *t, unsigned bot, bool again)
{
    svi_bot_session_close(&t->session[bot], again, t->now_us);
    t->lost[bot] = !again;
    for (unsigned i = 0; i < t->match.job.seats; i++) {
        svi_buf_clear(&t->ear[i].events); /* before a question that did not come */
    }
}

static void come_back(struct table *t, unsigned bot)
{
    if (t->lost[bot] || t->session[bot].state == SVI_BOT_SESSION_UP) {
        return;
    }
    say_hello(t, bot);
    for (unsigned i = 0; i < t->match.job.seats; i++) {
        if (t->match.job.bot[i] == bot && t->match.bots.seat[i].away) {
            svi_match_view_seat_again(&t->match.bots, i, &t->session[bot], t->now_us);
            t->led += t->match.bots.seat[i].recovery.running;
        }
    }
}

static void reply(struct table *t, struct svi_bot_session_seat *seat)
{
    const struct svi_game *g = &t->match.game;
    const unsigned bot = t->match.job.bot[seat->number];
    struct svi_buf buf = {0};
    struct sv_answer a;
    if (seat->recovery.running) { /* whatever it says */
        const struct sv_answer none = {.kind = 0};
        svi_put_reply(&buf, seat->id, seat->recovery.question, &g->state.position, &none, true);
    } else {
        if (chance(t, 5)) {
            svi_put_say(&buf, seat->id, seat->question, &(struct sv_log_entry){.text = "hm"});
            svi_put_say(&buf, seat->id, seat->question,
                        &(struct sv_log_entry){.text = "Any offers?", .aloud = true});
        }
        if (chance(t, 100)) {
            monkey_forge(&t->monkey, g->edition, &g->state.position, &seat->asked, &a);
            a.n_offers = a.n_offers < SV_MAX_OFFERS ? a.n_offers : SV_MAX_OFFERS;
        } else {
            monkey_answer(&t->monkey, g->edition, &g->state.position, &seat->asked, &a);
        }
        svi_put_reply(&buf, seat->id, seat->question, &g->state.position, &a, chance(t, 3));
    }
    const char *lost = svi_bot_session_frame(&t->session[bot], buf.data, buf.size, t->now_us);
    svi_buf_finish(&buf);
    if (lost != NULL) {
        lose(t, bot, chance(t, 2));
    }
}

static void pass_time(struct table *t)
{
    t->now_us += monkey_below(&t->monkey, 60000);
    for (unsigned b = 0; b < t->bots; b++) {
        if (t->session[b].state == SVI_BOT_SESSION_UP &&
            svi_bot_session_tick(&t->session[b], t->now_us) != NULL) {
            lose(t, b, !chance(t, 4));
        }
    }
}

static void act(struct table *t)
{
    struct svi_match *m = &t->match;
    const unsigned i = monkey_below(&t->monkey, m->job.seats);
    const unsigned bot = m->job.bot[i];
    struct svi_bot_session_seat *seat = &m->bots.seat[i];
    const uint32_t what = monkey_below(&t->monkey, 400);
    if (what == 0) {
        pass_time(t);
    } else if (what == 1 && t->session[bot].state == SVI_BOT_SESSION_UP) {
        lose(t, bot, !chance(t, 12));
    } else if (what < 40) {
        come_back(t, bot);
    } else if (seat->session != NULL && (seat->phase == SVI_SEAT_ASKED || seat->recovery.running)) {
        reply(t, seat);
    }
}

/* ---- games ----------------------------------------------------------------------------------- */

static void begin(struct table *t, const char *edition, unsigned seats)
{
    static const char *const names[SV_MAX_SEATS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    struct svi_job job = {.edition = &t->edition, .seats = seats};
    struct svi_bot_session *sessions[SV_MAX_SEATS];
    struct svi_error error;
    assert_ok(svi_edition_load(edition, &t->edition, &error));
    t->edition.rules.max_rounds = ROUNDS;
    assert_true(svi_edition_cache_init(&t->board, &t->edition, 0));
    t->bots = seats > 2 && chance(t, 3) ? seats - 1 : seats; /* one in two seats */
    t->limits = (struct svi_clock_limits){
        .decision_us = 20000, .bank_us = 100000, .strikes = 4, .match_us = 4000000};
    for (unsigned b = 0; b < t->bots; b++) {
        struct svi_hello *hello = &t->hello[b];
        *hello = (struct svi_hello){.protocol = SVI_PROTOCOL,
                                    .name = "bot",
                                    .answers = SV_ANSWERS_ALL,
                                    .matches = 8,
                                    .model = chance(t, 3),
                                    .events = chance(t, 2),
                                    .talk = chance(t, 2)};
        for (unsigned k = 0; k < SV_DECISION_COUNT && chance(t, 2); k++) {
            hello->when[k] = (uint8_t)(monkey_below(&t->monkey, SV_WHEN_ALL + 1) & ~1u);
        }
        if (chance(t, 4)) {
            hello->answers &= ~(1u << monkey_below(&t->monkey, SV_DECISION_COUNT));
        }
        t->lost[b] = false;
        svi_bot_session_init(&t->session[b], &t->limits, &OWNER, NULL, 0);
        t->session[b].talk = true;
        say_hello(t, b);
    }
    for (unsigned i = 0; i < seats; i++) {
        job.bot[i] = i % t->bots;
        sessions[i] = &t->session[i % t->bots];
    }
    if (seats > 3 && chance(t, 4)) {
        lose(t, 1, false); /* before its first question */
        sessions[1] = chance(t, 2) ? sessions[1] : NULL;
    }
    const uint64_t seed = monkey_next(&t->monkey);
    memcpy(job.seed, &seed, sizeof seed);
    assert_ok(svi_match_begin(&t->match, &job, names, sessions, &t->board, t->now_us));
}

static void end(struct table *t)
{
    struct svi_outcome done;
    t->late_forfeits += t->match.bots.game.late_forfeits != 0;
    t->games++;
    svi_match_end(&t->match, &done, t->now_us);
    for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
        svi_buf_finish(&t->ear[i].heard);
        svi_buf_finish(&t->ear[i].ends);
        svi_buf_finish(&t->ear[i].events);
        memset(&t->ear[i], 0, sizeof t->ear[i]);
    }
    for (unsigned b = 0; b < t->bots; b++) {
        svi_bot_session_close(&t->session[b], false, t->now_us);
        svi_bot_session_finish(&t->session[b]);
    }
    svi_edition_cache_finish(&t->board);
}

static void play(struct table *t, const char *edition, unsigned seats)
{
    struct svi_match *m = &t->match;
    begin(t, edition, seats);
    for (;;) {
        if (svi_match_ready(m)) {
            assert_ok(svi_match_step(m, t->now_us));
        }
        for (unsigned b = 0; b < t->bots; b++) {
            if (t->session[b].state == SVI_BOT_SESSION_UP) {
                read_out(t, b);
            }
        }
        if (svi_game_over(&m->game)) {
            break;
        }
        if (chance(t, 2000)) {
            compare_all(t);
        }
        act(t);
    }
    compare_all(t);
    end(t);
}

TEST(they_are_as_they_were_at_first)
{
    static const char *const editions[] = {"classic", "classic-2007", "classic-uk", "comrades",
                                           "harbour", "mega",         "mega-2006",  "speed-die"};
    const char *more = getenv("SOLVENT_RETELLINGS");
    const unsigned long times = more != NULL ? strtoul(more, NULL, 10) : 1;
    SCOPED(scoped_free) struct table *t = calloc(1, sizeof *t);
    assert_non_null(t);
    svi_match_init(&t->match);
    for (unsigned long k = 0; k < times; k++) {
        for (unsigned e = 0; e < sizeof editions / sizeof *editions; e++) {
            for (unsigned seats = 2; seats <= SV_MAX_SEATS; seats++) {
                monkey_init(&t->monkey, k * 1000 + e * 10 + seats);
                play(t, editions[e], seats);
            }
        }
    }
    printf("%lu games: %lu questions, %lu with the course, %lu told what happened; %lu led, "
           "%lu games with late forfeits\n",
           t->games, t->asked, t->courses, t->told, t->led, t->late_forfeits);
    assert_true(t->asked > 10000 && t->courses > 1000 && t->told > 1000 && t->said > 1000);
    assert_true(t->led > 50 && t->late_forfeits > 5);
    svi_match_finish(&t->match);
}

/* ---- memory ---------------------------------------------------------------------------------- */

#define EARLY 5000u /* decisions */
#define LATE 30000u /* decisions */
#define LITTLE                                                                                     \
    4096u /* bytes: buffers that are used again grow to what was put into them at once             \
           */

/* Plays on until `decisions` decisions are made. The bots are asked every time, and answer by
 * default. */
static void play_on(struct table *t, uint32_t decisions)
{
    struct svi_match *m = &t->match;
    while (m->game.decisions < decisions) {
        if (svi_match_ready(m)) {
            assert_ok(svi_match_step(m, t->now_us));
            assert_false(svi_game_over(&m->game));
        }
        t->now_us += 7 + m->game.decisions % 1000;
        for (unsigned i = 0; i < m->job.seats; i++) {
            struct svi_bot_session_seat *seat = &m->bots.seat[i];
            const struct sv_answer none = {.kind = seat->asked.kind};
            struct svi_buf buf = {0};
            if (seat->phase != SVI_SEAT_ASKED) {
                continue;
            }
            svi_put_reply(&buf, seat->id, seat->question, &m->game.state.position, &none, true);
            svi_bot_session_sent(seat->session, t->now_us - 7);
            assert_null(svi_bot_session_frame(seat->session, buf.data, buf.size, t->now_us));
            svi_buf_finish(&buf);
        }
    }
}

/* Of a match in flight its record grows, and nothing else. */
static void does_not_grow(bool events)
{
    SCOPED(scoped_free) struct table *t = calloc(1, sizeof *t);
    assert_non_null(t);
    svi_match_init(&t->match);
    struct svi_error error;
    assert_ok(svi_edition_load("classic", &t->edition, &error));
    t->edition.rules.max_rounds = 1000000;
    assert_true(svi_edition_cache_init(&t->board, &t->edition, 0));
    t->limits = (struct svi_clock_limits){.decision_us = 1000000, .bank_us = 1000000, .strikes = 4};
    struct svi_bot_session *sessions[4];
    const struct svi_job job = {.edition = &t->edition, .seats = 4, .bot = {0, 1, 2, 3}};
    static const char *const names[] = {"a", "b", "c", "d"};
    t->bots = 4;
    for (unsigned b = 0; b < 4; b++) {
        t->hello[b] = (struct svi_hello){.protocol = SVI_PROTOCOL,
                                         .name = "bot",
                                         .answers = SV_ANSWERS_ALL,
                                         .matches = 8,
                                         .events = events};
        svi_bot_session_init(&t->session[b], &t->limits, &OWNER, NULL, 0);
        say_hello(t, b);
        sessions[b] = &t->session[b];
    }
    assert_ok(svi_match_begin(&t->match, &job, names, sessions, &t->board, t->now_us));
    play_on(t, EARLY);
    const size_t early = mallinfo2().uordblks - t->match.game.record.cap;
    play_on(t, LATE);
    const size_t late = mallinfo2().uordblks - t->match.game.record.cap;
    const unsigned long questions = (unsigned long)t->session[0].questions;
    printf("%u decisions: %zu bytes, a record of %zu, and %zu bytes more of anything else than "
           "after %u\n",
           LATE, sizeof t->match, t->match.game.record.size, late - early, EARLY);
    assert_true(questions > LATE / 5);
    if (mallinfo2().uordblks != 0) { /* else a sanitizer's allocator */
        assert_true(late <= early + LITTLE);
    }
    for (unsigned b = 0; b < t->bots; b++) {
        lose(t, b, false);
    }
    while (!svi_game_over(&t->match.game)) {
        assert_ok(svi_match_step(&t->match, t->now_us));
    }
    end(t);
    svi_match_finish(&t->match);
}

TEST(a_match_does_not_grow_with_its_questions)
{
    does_not_grow(false);
}

TEST(a_match_does_not_grow_with_its_questions_and_events)
{
    does_not_grow(true);
}
