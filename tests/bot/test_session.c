/* A bot's side of the protocol: handshake, many matches, and whatever odd an arbiter may send. */
#include "bot/session.h"
#include "tests/base/testing.h"
#include "tests/bot/bots.h"
#include "tests/bot/umpire.h"

#define MATCH UMPIRE_MATCH(0)

static const struct svi_welcome welcome = {SVI_PROTOCOL, "test", 750, 5000, 3, false};

/* A session that has been welcomed, with the classic edition and match 1024, seat 0 of 3, begun. */
struct fixture {
    struct svi_session session;
    struct umpire u;
    struct svi_buf frame;
};

/* Hands in f->frame, after which the session goes on. */
static void take_in(struct fixture *f)
{
    assert_int_equal(svi_session_frame(&f->session, f->frame.data, f->frame.size),
                     SVI_SESSION_GOES_ON);
    svi_buf_clear(&f->frame);
}

static void open_session(struct fixture *f, const struct sv_bot *bot)
{
    memset(f, 0, sizeof *f);
    memset(&bots_seen, 0, sizeof bots_seen);
    assert_ok(svi_session_init(&f->session, bot, "x"));
    umpire_open(&f->u, &(struct umpire_bot){.answers = SV_ANSWERS_ALL, .model = bot->model});
    umpire_start(&f->u, umpire_edition("classic"), "1", 3);
    umpire_put_start(&f->u, 0, &f->frame);
    take_in(f);
}

static void close_session(struct fixture *f)
{
    svi_session_finish(&f->session);
    svi_buf_finish(&f->frame);
    umpire_finish(&f->u);
    assert_int_equal(bots_seen.starts, bots_seen.ends);
    assert_int_equal(bots_seen.bad, 0);
}

/* Hands in f->frame, which must break the session with words that contain `words`. */
static void expect_broken(struct fixture *f, const char *words)
{
    assert_int_equal(svi_session_frame(&f->session, f->frame.data, f->frame.size),
                     SVI_SESSION_BROKEN);
    if (strstr(f->session.error, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", f->session.error, words);
    }
    close_session(f);
}

TEST(says_hello)
{
    struct svi_session s;
    struct svi_hello hello;
    struct svi_head head;
    struct sv_bot bot = {.version = "3", .matches = 7, .model = true};
    assert_ok(svi_session_init(&s, &bot, "someone"));
    struct svi_cursor c = svi_cursor_over(s.out.data, s.out.size);
    assert_ok(svi_get_head(&c, &head));
    assert_ok(svi_get_hello(&c, &head, &hello));
    assert_ok(svi_cursor_end(&c));
    assert_int_equal(hello.protocol, SVI_PROTOCOL);
    assert_string_equal(hello.name, "someone");
    assert_string_equal(hello.version, "3");
    assert_int_equal(hello.matches, 7);
    assert_int_equal(hello.answers, 0);
    assert_true(hello.model);
    svi_session_finish(&s);

    bot.matches = 0;
    assert_ok(svi_session_init(&s, &bot, "someone"));
    assert_int_equal(s.seats.max, SVI_SDK_MATCHES);
    svi_session_finish(&s);
    bot.matches = 1000000;
    assert_ok(svi_session_init(&s, &bot, "someone"));
    assert_int_equal(s.seats.max, SVI_MAX_AT_ONCE);
    svi_session_finish(&s);
}

TEST(takes_a_welcome_first)
{
    struct svi_session s;
    SCOPED(svi_buf_finish) struct svi_buf frame = {0};
    assert_ok(svi_session_init(&s, &bots_silent, "x"));
    svi_put_welcome(&frame, &welcome);
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_GOES_ON);
    assert_true(s.welcomed);
    assert_int_equal(s.terms.decision_ms, 750);
    assert_int_equal(s.out.size, 0);
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_BROKEN);
    assert_contains(s.error, "'welcome' after");
    svi_session_finish(&s);

    svi_buf_clear(&frame);
    svi_put_refused(&frame, "the name is taken");
    assert_ok(svi_session_init(&s, &bots_silent, "x"));
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_BROKEN);
    assert_contains(s.error, "refused by the arbiter: the name is taken");
    svi_session_finish(&s);

    svi_buf_clear(&frame);
    svi_put_welcome(&frame, &(struct svi_welcome){SVI_PROTOCOL + 1, "later", 1, 1, 1, false});
    assert_ok(svi_session_init(&s, &bots_silent, "x"));
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_BROKEN);
    assert_contains(s.error, "speaks protocol 3, this bot 2");
    svi_session_finish(&s);

    svi_buf_clear(&frame);
    svi_put_goodbye(&frame); /* a league that needs no bot */
    assert_ok(svi_session_init(&s, &bots_silent, "x"));
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_GOODBYE);
    svi_session_finish(&s);
}

TEST(nothing_else_before_the_welcome)
{
    SCOPED(svi_session_finish) struct svi_session s;
    SCOPED(svi_buf_finish) struct svi_buf frame = {0};
    svi_put_end(&frame, &(struct svi_end){.match = 1, .seats = 2, .result = {.place = {1, 2}}});
    assert_ok(svi_session_init(&s, &bots_silent, "x"));
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_BROKEN);
    assert_contains(s.error, "'end' before its welcome");
}

/* As expect_broken(), with a new session afterwards. */
static void breaks(struct fixture *f, const char *words)
{
    expect_broken(f, words);
    open_session(f, &bots_wild);
}

TEST(what_cannot_be_is_said)
{
    struct fixture f;
    struct svi_start start = {.match = 5, .seats = 2};
    struct sv_question q = {.kind = SV_DECISION_BUY, .space = 1, .other = SV_NONE, .amount = 60};
    uint8_t block[SV_POSITION_BYTES], seen[SV_POSITION_BYTES];
    open_session(&f, &bots_wild);
    svi_buf_append(&f.frame, "\xdd\x10\x00\x00\x00", 5);
    breaks(&f, "not a message: the bytes end too early");

    svi_buf_append(&f.frame, "\x92\x08\x01", 3);
    breaks(&f, "'goodbye' cannot be read");

    svi_buf_append(&f.frame, "\x91\x63", 2);
    breaks(&f, "unknown message");

    svi_put_hello(&f.frame,
                  &(struct svi_hello){.protocol = SVI_PROTOCOL, .name = "x", .matches = 1});
    breaks(&f, "'hello', which is for bots");

    svi_put_start(&f.frame, &start); /* edition: all zero */
    breaks(&f, "edition that the arbiter has not sent");

    umpire_put_wrong_start(&f.u, MATCH, &f.frame);
    breaks(&f, "match 1024 cannot begin, with 1 matches running of at most 1024: it has begun");

    f.u.match.seat[0].id = 77;
    umpire_put_ask(&f.u, 0, &f.frame);
    breaks(&f, "asks in match 77, which is not running");

    svi_put_end(&f.frame,
                &(struct svi_end){.match = 78, .seats = 3, .result = {.place = {1, 1, 1}}});
    breaks(&f, "ends match 78");

    svi_put_end(&f.frame,
                &(struct svi_end){.match = MATCH, .seats = 2, .result = {.place = {1, 1}}});
    breaks(&f, "ends match 1024 of 2 seats");

    svi_put_edition(&f.frame,
                    &(struct svi_edition_message){.bytes = (const uint8_t *)"x", .size = 1});
    breaks(&f, "does not have the hash");

    memset(seen, 0, sizeof seen);
    sv_position_pack(&f.u.state.position, block);
    q.space = 64; /* off the board */
    svi_put_ask(&f.frame, MATCH, 1, &q, seen, block, sizeof block);
    breaks(&f, "question 1 of match 1024 makes no sense");

    memset(seen, 0, sizeof seen);
    svi_put_ask(&f.frame, MATCH, 1, &q, seen, seen, sizeof seen); /* a position of no seats */
    breaks(&f, "makes no sense");

    svi_buf_append(&f.frame, "\x96\x05\xcd\x04\x00\x01\x02\xc4\x02\xff\xff\x00", 12);
    expect_broken(&f, "makes no sense: the bytes end too early"); /* the patch */
}

static struct sv_match *running;

static void keep_match(struct sv_match *m)
{
    running = m;
}

TEST(what_is_left_of_the_clock_is_told)
{
    const struct sv_bot bot = {.match_start = keep_match};
    SCOPED(svi_session_finish) struct svi_session s;
    SCOPED(umpire_finish) struct umpire u;
    SCOPED(svi_buf_finish) struct svi_buf frame = {0};
    assert_ok(svi_session_init(&s, &bot, "x"));
    svi_put_welcome(&frame, &welcome);
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_GOES_ON);
    svi_buf_clear(&frame);
    umpire_open(&u, &(struct umpire_bot){.answers = SV_ANSWERS_ALL});
    umpire_start(&u, umpire_edition("classic"), "1", 3);
    umpire_put_start(&u, 0, &frame);
    s.welcomed = false; /* the umpire says it again */
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_GOES_ON);
    svi_buf_clear(&frame);
    svi_put_clock(&frame, &(struct svi_clock_left){MATCH, 4321, 2});
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_GOES_ON);
    assert_int_equal(running->bank_ms, 4321);
    assert_int_equal(running->strikes, 2);
    svi_buf_clear(&frame);
    svi_put_clock(&frame, &(struct svi_clock_left){MATCH + 1, 1, 1});
    assert_int_equal(svi_session_frame(&s, frame.data, frame.size), SVI_SESSION_BROKEN);
    assert_contains(s.error, "tells the clock of match");
}

static unsigned opens[16], n_opens;

static void note_open(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)q;
    (void)a;
    assert_true(n_opens < 16);
    opens[n_opens++] = sv_open(m);
}

/* A callback is told how many questions are in hand: the last of a frame has itself alone. */
TEST(how_many_are_open_is_told)
{
    enum { GAMES = 3 };
    static const struct sv_bot counter = {.match_start = keep_match,
#define X(NAME, name, ...) .name = note_open,
                                          SV_DECISIONS(X)
#undef X
    };
    static struct umpire u[GAMES];
    struct fixture f;

    n_opens = 0;
    open_session(&f, &counter);
    for (unsigned g = 0; g < GAMES; g++) {
        const char seed[] = {(char)('0' + g), 0};

        umpire_share(&u[g], &f.u);
        umpire_start(&u[g], umpire_edition("classic"), seed, 3);
        for (unsigned s = 0; s < 3; s++) {
            umpire_put_start(&u[g], s, &f.frame);
        }
    }
    for (unsigned g = 0; g < GAMES; g++) {
        for (unsigned s = 0; s < 3; s++) {
            umpire_put_ask(&u[g], s, &f.frame);
        }
    }
    take_in(&f);
    assert_true(n_opens >= GAMES);
    for (unsigned i = 0; i < n_opens; i++) {
        assert_int_equal(opens[i], n_opens - i);
    }
    assert_int_equal(sv_open(running), 1); /* in no callback */
    for (unsigned g = 0; g < GAMES; g++) {
        umpire_finish(&u[g]);
    }
    close_session(&f);
}

TEST(no_more_matches_than_announced)
{
    struct sv_bot ten = bots_wild;
    struct sv_bot one = bots_wild;
    struct fixture f;
    ten.matches = 10;
    open_session(&f, &ten);
    for (unsigned i = 1; i <= 10; i++) {
        umpire_put_wrong_start(&f.u, 1000 + i, &f.frame);
    }
    expect_broken(&f,
                  "match 1010 cannot begin, with 10 matches running of at most 10: no more fit");
    assert_int_equal(bots_seen.starts, 10);
    assert_int_equal(bots_seen.lost, 10);

    one.matches = 1; /* in every seat of one game, which is no fault of its */
    open_session(&f, &one);
    umpire_put_start(&f.u, 1, &f.frame);
    umpire_put_start(&f.u, 2, &f.frame);
    take_in(&f);
    close_session(&f);
}

/* Several games of several seats each, all matches of one bot, messages of all of them in every
 * frame. */
TEST(many_matches_in_one_frame)
{
    enum { GAMES = 6, SEATS = 4 };
    static struct umpire u[GAMES];
    struct fixture f;
    bool going = true;

    open_session(&f, &bots_wild);
    for (unsigned g = 0; g < GAMES; g++) {
        const char seed[] = {(char)('0' + g), 0};

        umpire_share(&u[g], &f.u);
        umpire_start(&u[g], umpire_edition("classic"), seed, SEATS);
        for (unsigned s = 0; s < SEATS; s++) {
            umpire_put_start(&u[g], s, &f.frame);
        }
    }
    for (unsigned turn = 0; going; turn++) {
        going = false;
        for (unsigned g = 0; g < GAMES; g++) {
            for (unsigned s = 0; s < SEATS; s++) { /* not everybody in every frame */
                going = going || !umpire_over(&u[g]);
                if ((turn + g + s) % 3 != 0) {
                    umpire_put_ask(&u[g], s, &f.frame);
                }
            }
        }
        take_in(&f);
        umpire_take(&f.u, f.session.out.data, f.session.out.size); /* each reply to its game */
    }
    for (unsigned g = 0; g < GAMES; g++) {
        umpire_put_end(&u[g], &f.frame);
        umpire_finish(&u[g]);
    }
    take_in(&f);
    assert_int_equal(bots_seen.ends, GAMES * SEATS);
    assert_int_equal(f.session.seats.count, 1);
    close_session(&f);
}

TEST(an_empty_frame_is_nothing)
{
    struct fixture f;
    open_session(&f, &bots_wild);
    assert_int_equal(svi_session_frame(&f.session, "", 0), SVI_SESSION_GOES_ON);
    assert_int_equal(f.session.out.size, 0);
    close_session(&f);
}

/* Frames as they might be, with bytes changed: never a crash, and a line of text when it breaks. */
TEST(survives_any_bytes)
{
    struct sv_rng r = {.key = {21}};
    struct fixture f;
    for (unsigned i = 0; i < 3000; i++) {
        enum svi_session_end end = SVI_SESSION_GOES_ON;

        open_session(&f, i % 2 != 0 ? &bots_wild : &bots_wild_model);
        umpire_put_ask(&f.u, 0, &f.frame);
        umpire_put_start(&f.u, 1, &f.frame);
        umpire_put_ask(&f.u, 1, &f.frame);
        for (uint32_t n = 1 + sv_rng_below(&r, 3); n != 0; n--) {
            f.frame.data[sv_rng_below(&r, (uint32_t)f.frame.size)] = (uint8_t)sv_rng_next(&r);
        }
        end = svi_session_frame(&f.session, f.frame.data, f.frame.size);
        assert_int_equal(end == SVI_SESSION_BROKEN, f.session.error[0] != 0);
        svi_session_finish(&f.session);
        svi_buf_finish(&f.frame);
        umpire_finish(&f.u);
        assert_int_equal(bots_seen.starts, bots_seen.ends);
    }
}

/* ---- the table of matches ------------------------------------------------------------------ */

TEST(the_table_finds_what_is_in_it)
{
    enum { MAX = 100, IDS = 400 };
    static const uint64_t strides[] = {1, 1024, UINT64_C(1) << 32, UINT64_C(0x123456789abcdef1)};
    struct sv_rng r = {.key = {22}};

    for (size_t k = 0; k < sizeof strides / sizeof *strides; k++) {
        SCOPED(svi_bot_table_finish) struct svi_bot_table t;
        bool in[IDS] = {false};
        unsigned count = 0;

        assert_ok(svi_bot_table_init(&t, MAX, 4));
        for (unsigned i = 0; i < 50000; i++) {
            uint32_t n = sv_rng_below(&r, IDS);
            uint64_t id = n * strides[k];
            struct svi_bot_seat *seat = svi_bot_table_find(&t, id);

            assert_int_equal(seat != NULL, in[n]);
            if (seat != NULL) {
                assert_true(seat->match.id == id);
                assert_int_equal(svi_bot_table_add(&t, id, &seat), SV_E_DUPLICATE);
                svi_bot_table_remove(&t, svi_bot_table_find(&t, id));
                in[n] = false;
                count--;
            } else if (count == MAX) {
                assert_int_equal(svi_bot_table_add(&t, id, &seat), SV_E_RANGE);
            } else {
                assert_ok(svi_bot_table_add(&t, id, &seat));
                assert_memory_equal(seat->block, "\0\0\0\0", 4);
                assert_null(seat->match.user);
                memset(seat->block, 0xaa, 4);
                seat->match.user = &t;
                in[n] = true;
                count++;
            }
            assert_int_equal(t.count, count);
            assert_int_equal(svi_bot_table_any(&t) != NULL, count != 0);
        }
    }
}
