/* A bot's remarks: the answers they travel with, how odd text is cleaned, and when they are
 * dropped. */
#include "bot/session.h"
#include "tests/base/testing.h"
#include "tests/bot/umpire.h"

static struct sv_match *last_match;

static void start(struct sv_match *m)
{
    last_match = m;
    sv_log(m, "seat %d\n\n", m->seat);
}

static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)q;
    (void)a;
    sv_log(m, "a\x01\xff\tb\n%s", "c");
    sv_note(m, "k\ney that is longer than thirty-one bytes", -7);
}

static void end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    sv_log(m, "never heard");
}

static void shout(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    char text[600];
    (void)q;
    (void)a;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    for (unsigned i = 0; i < 1000; i++) {
        sv_log(m, "%s", text);
    }
}

#define X(NAME, name, ...) .name = decide,
static const struct sv_bot talks = {
    .name = "talks", .match_start = start, .match_end = end, SV_DECISIONS(X)};
#undef X
#define X(NAME, name, ...) .name = shout,
static const struct sv_bot shouts = {.name = "shouts", SV_DECISIONS(X)};
#undef X

struct fixture {
    struct svi_session session;
    struct umpire u;
    struct svi_buf frame;
};

static void open_session(struct fixture *f, const struct sv_bot *bot)
{
    memset(f, 0, sizeof *f);
    assert_ok(svi_session_init(&f->session, bot, "x"));
    umpire_open(&f->u, &(struct umpire_bot){.answers = SV_ANSWERS_ALL});
    umpire_start(&f->u, umpire_edition("classic"), "1", 3);
    umpire_put_start(&f->u, 0, &f->frame);
}

static void take_in(struct fixture *f)
{
    assert_int_equal(svi_session_frame(&f->session, f->frame.data, f->frame.size),
                     SVI_SESSION_GOES_ON);
    svi_buf_clear(&f->frame);
}

static void close_session(struct fixture *f)
{
    svi_session_finish(&f->session);
    svi_buf_finish(&f->frame);
    umpire_finish(&f->u);
}

/* Reads the next remark, which must belong to that question. */
static void get(struct svi_cursor *c, uint32_t question, struct svi_log_entry *log_entry)
{
    struct svi_head head;
    uint64_t match;
    uint32_t found;
    assert_ok(svi_get_head(c, &head));
    assert_ok(svi_get_say(c, &head, &match, &found, log_entry));
    assert_int_equal(match, UMPIRE_MATCH(0));
    assert_int_equal(found, question);
}

TEST(it_goes_before_the_answer)
{
    struct fixture f;
    struct svi_log_entry log_entry;
    struct svi_head head;
    struct svi_reply reply;
    open_session(&f, &talks);
    assert_true(umpire_put_ask(&f.u, 0, &f.frame));
    take_in(&f);
    struct svi_cursor c = svi_cursor_over(f.session.out.data, f.session.out.size);
    get(&c, 0, &log_entry);
    assert_string_equal(log_entry.said.text, "seat 0");
    get(&c, 1, &log_entry);
    assert_string_equal(log_entry.said.text, "a??\tb\nc");
    get(&c, 1, &log_entry);
    assert_string_equal(log_entry.said.key, "k?ey that is longer than thirty");
    assert_int_equal(log_entry.said.value, -7);
    assert_ok(svi_get_head(&c, &head));
    assert_ok(svi_get_reply(&c, &head, &reply));
    assert_int_equal(reply.question, 1);
    assert_ok(svi_cursor_end(&c));

    /* Outside a callback, remarks are dropped. */
    sv_log(last_match, "nobody");
    sv_note(last_match, "nobody", 1);
    umpire_put_start(&f.u, 1, &f.frame);
    take_in(&f);
    c = svi_cursor_over(f.session.out.data, f.session.out.size);
    assert_ok(svi_get_head(&c, &head));
    assert_int_equal(head.type, SVI_MESSAGE_LOG);
    svi_cursor_skip(&c);
    svi_cursor_skip(&c);
    svi_cursor_skip(&c);
    assert_ok(svi_cursor_end(&c));
    close_session(&f);
}

/* Beyond the budget one remark goes, for the arbiter to know; the frame stays short enough for it.
 */
TEST(the_budget_ends_it)
{
    struct fixture f;
    struct svi_head head;
    struct svi_log_entry log_entry;
    uint32_t cost = 0, last = 0;
    open_session(&f, &shouts);
    assert_true(umpire_put_ask(&f.u, 0, &f.frame));
    take_in(&f);
    struct svi_cursor c = svi_cursor_over(f.session.out.data, f.session.out.size);
    while (svi_get_head(&c, &head) == SV_OK && head.type == SVI_MESSAGE_LOG) {
        uint64_t match;
        uint32_t question;

        assert_ok(svi_get_say(&c, &head, &match, &question, &log_entry));
        assert_int_equal(strlen(log_entry.said.text), SV_MAX_LOG - 1);
        last = svi_log_entry_cost(&log_entry.said);
        cost += last;
    }
    assert_int_equal(head.type, SVI_MESSAGE_REPLY);
    assert_true(cost > SVI_LOG_BUDGET && cost - last <= SVI_LOG_BUDGET);
    close_session(&f);
}

struct sent {
    unsigned frames;
    size_t bytes, longest;
    bool broken;
};

static bool send_early(void *user, const uint8_t *bytes, size_t size)
{
    struct sent *sent = user;
    assert_non_null(bytes);
    sent->frames++;
    sent->bytes += size;
    sent->longest = size > sent->longest ? size : sent->longest;
    return !sent->broken;
}

/* Many matches that all shout in one frame are answered in several. */
TEST(long_frames_are_sent_in_parts)
{
    struct fixture f;
    struct sent sent = {0};
    static struct umpire u[8];
    open_session(&f, &shouts);
    f.session.send = send_early;
    f.session.user = &sent;
    for (unsigned i = 0; i < 8; i++) {
        umpire_share(&u[i], &f.u);
        umpire_start(&u[i], umpire_edition("classic"), "1", 3);
        umpire_put_start(&u[i], 0, &f.frame);
        assert_true(umpire_put_ask(&u[i], 0, &f.frame));
    }
    take_in(&f);
    assert_true(sent.frames >= 2);
    assert_true(sent.bytes + f.session.out.size > 8 * SVI_LOG_BUDGET);
    assert_true(sent.longest < SVI_SDK_FRAME + 2 * SVI_LOG_BUDGET);

    sent.broken = true;
    for (unsigned i = 0; i < 8; i++) {
        svi_event_log_finish(&u[i].events);
        umpire_share(&u[i], &f.u);
        umpire_start(&u[i], umpire_edition("classic"), "1", 3);
        umpire_put_start(&u[i], 0, &f.frame);
        assert_true(umpire_put_ask(&u[i], 0, &f.frame));
    }
    assert_int_equal(svi_session_frame(&f.session, f.frame.data, f.frame.size), SVI_SESSION_BROKEN);
    assert_contains(f.session.error, "cannot send");
    for (unsigned i = 0; i < 8; i++) {
        umpire_finish(&u[i]);
    }
    close_session(&f);
}

static void count_remarks(void *user, const struct sv_event *ev)
{
    unsigned *counts = user;
    if (ev->type == SV_EVENT_LOG || ev->type == SV_EVENT_NOTE) {
        assert_uint_in_range(ev->seat, 0, 1);
        assert_non_null(ev->log_entry);
        counts[ev->type == SV_EVENT_NOTE]++;
    } else {
        counts[2]++;
    }
}

TEST(in_process_it_goes_to_the_sink)
{
    static const struct sv_bot *const bots[] = {&talks, &talks};
    const uint8_t seed[SV_SEED_BYTES] = {3};
    unsigned counts[3] = {0};
    const struct sv_sink sink = {count_remarks, counts};
    struct sv_result heard, silent;
    assert_ok(sv_play(umpire_edition("classic"), seed, 2, bots, &sink, &heard, NULL));
    assert_true(counts[1] > 10);
    assert_int_equal(counts[0], counts[1] + 2); /* and the two of match_start */
    assert_true(counts[2] > counts[0]);
    assert_ok(sv_play(umpire_edition("classic"), seed, 2, bots, NULL, &silent, NULL));
    assert_memory_equal(&heard, &silent, sizeof heard);
}
