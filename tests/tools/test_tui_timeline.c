/* Every moment of a game, reached from anywhere, is the one that playing straight through gives. */
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "tools/tui/timeline.h"

#include "record/text.h"

/* A moment as the game was when it was played. */
struct seen {
    uint8_t hash[SV_HASH_BYTES];
    uint32_t decisions;
    uint8_t open, type, why, seat, to;
};

static struct svi_buf seen;
static struct svi_game played;
static struct svi_recorded recorded;
static struct svi_tui_timeline *t;

static const struct seen *seen_at(uint32_t n)
{
    return (const struct seen *)(const void *)seen.data + n;
}

static uint32_t n_seen(void)
{
    return (uint32_t)(seen.size / sizeof(struct seen));
}

static void note(void *user, const struct sv_event *ev)
{
    const struct svi_game *g = user;
    struct seen s = {.decisions = g->decisions,
                     .open = g->open,
                     .type = ev->type,
                     .why = ev->why,
                     .seat = ev->seat,
                     .to = ev->to};
    sv_state_hash(&g->state, s.hash);
    svi_buf_append(&seen, &s, sizeof s);
}

/* Plays a game, flips `flip` in the byte `flip_at` from the end of its records, and opens it. */
static void open_game(struct pastime pastime, size_t flip_at, uint8_t flip)
{
    svi_buf_clear(&seen);
    pastime.sink = (struct sv_sink){note, &played};
    game_play(&played, &pastime);
    recorded.name = "game";
    svi_buf_clear(&recorded.bytes);
    svi_buf_append(&recorded.bytes, played.record.data, played.record.size);
    recorded.bytes.data[played.trailer - flip_at] ^= flip;
    svi_game_init(&recorded.game);
    assert_ok(svi_replay_open(&recorded.replay, recorded.bytes.data, recorded.bytes.size));
    t = svi_tui_timeline_create(&recorded);
    assert_true(t->events > 0);
}

static int close_game(void **state)
{
    (void)state;
    svi_tui_timeline_destroy(t);
    t = NULL;
    svi_game_finish(&recorded.game);
    svi_game_finish(&played);
    svi_buf_finish(&recorded.bytes);
    svi_buf_finish(&seen);
    return 0;
}

static void check_moment(uint32_t n)
{
    const struct seen *s = seen_at(n);
    uint8_t hash[SV_HASH_BYTES];
    svi_tui_timeline_seek(t, n);
    assert_int_equal(t->at, n);
    sv_state_hash(&t->now.state, hash);
    assert_memory_equal(hash, s->hash, sizeof hash);
    assert_int_equal(t->now.decisions, s->decisions);
    assert_int_equal(t->now.open, s->open);
}

/* Back and forth, near and far. */
static void check_moments(uint32_t events)
{
    uint32_t random = 12345;
    for (uint32_t n = events; n-- > 0; n -= n > 7 ? n % 7 : 0) {
        check_moment(n);
    }
    for (unsigned i = 0; i < 400 && events > 0; i++) {
        random = random * 1664525u + 1013904223u;
        check_moment((random >> 8) % events);
        check_moment((t->at + 1) % events);
    }
    check_moment(events - 1);
    check_moment(0);
}

TEST_WITH(test_moments, NULL, close_game)
{
    static const struct pastime pastimes[] = {
        {.seed = 3, .max_rounds = 40},
        {.seed = 4, .max_rounds = 30, .edition = "mega", .seats = 8},
        {.seed = 5, .max_rounds = 40, .edition = "harbour", .misconduct = true},
        {.seed = 6, .max_rounds = 90, .seats = 2, .mute = 1u << SV_DECISION_MANAGE},
    };
    for (size_t i = 0; i < sizeof pastimes / sizeof pastimes[0]; i++) {
        open_game(pastimes[i], 1, 0);
        assert_ok(t->found);
        assert_int_equal(t->events, n_seen());
        assert_true(t->events > 4 * SVI_TUI_KEEP_EVERY);
        check_moments(t->events);
        svi_tui_timeline_seek(t, UINT32_MAX); /* seeking behind the end goes to the end */
        assert_int_equal(t->at, t->events - 1);
        (void)close_game(state);
    }
}

/* A moment is all that `--at` needs, the open questions included. */
TEST_WITH(test_position_text, NULL, close_game)
{
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    open_game((struct pastime){.seed = 7, .max_rounds = 10}, 1, 0);
    const uint32_t n = svi_tui_timeline_jump(t, 500, SVI_TUI_DECISION, SV_NONE, -1) - 1;
    svi_tui_timeline_seek(t, n);
    assert_true(t->now.open != 0);
    svi_text_position(&text, &t->now, t->at);
    svi_buf_byte(&text, 0);
    assert_false(text.failed);
    assert_contains((const char *)text.data, " is asked ");
    assert_contains((const char *)text.data, "The bank has 32 houses");
}

/* ---- jumps ----------------------------------------------------------------------------------- */

static bool was_mark(uint32_t n, enum svi_tui_mark mark, unsigned seat)
{
    const struct seen *s = seen_at(n);
    const bool own = seat == SV_NONE || s->seat == seat;
    switch (mark) {
    case SVI_TUI_DECISION:
        return own && (s->type == SV_EVENT_ANSWER ||
                       (s->type == SV_EVENT_FORFEIT && seen_at(n - 1)->decisions != s->decisions));
    case SVI_TUI_TURN:
        return own && s->type == SV_EVENT_TURN;
    case SVI_TUI_TRADE:
        return (own || s->to == seat) && s->type == SV_EVENT_OFFER_END && s->why == SV_WHY_ACCEPTED;
    case SVI_TUI_OFFER:
        return (own || s->to == seat) && s->type == SV_EVENT_OFFER;
    case SVI_TUI_BANKRUPTCY:
        return own && s->type == SV_EVENT_BANKRUPT;
    }
    return false;
}

static unsigned check_jumps(enum svi_tui_mark mark, unsigned seat)
{
    uint32_t at = 0, back = SVI_TUI_NOWHERE;
    unsigned found = 0;
    for (uint32_t n = 1; n < t->events; n++) {
        if (was_mark(n, mark, seat)) {
            assert_int_equal(svi_tui_timeline_jump(t, at, mark, seat, 1), n);
            assert_int_equal(svi_tui_timeline_jump(t, n, mark, seat, -1), back);
            at = n;
            back = n;
            found++;
        }
    }
    assert_int_equal(svi_tui_timeline_jump(t, at, mark, seat, 1), SVI_TUI_NOWHERE);
    assert_int_equal(svi_tui_timeline_jump(t, t->events - 1, mark, seat, 1), SVI_TUI_NOWHERE);
    return found;
}

TEST_WITH(test_jumps, NULL, close_game)
{
    static const struct pastime pastime = {.seed = 9, .max_rounds = 200, .misconduct = true};
    open_game(pastime, 1, 0);
    for (unsigned seat = 0; seat <= 4; seat++) {
        const unsigned who = seat < 4 ? seat : SV_NONE;
        assert_true(check_jumps(SVI_TUI_DECISION, who) > 0);
        assert_true(check_jumps(SVI_TUI_TURN, who) > 0);
        assert_true(check_jumps(SVI_TUI_OFFER, who) > 0);
        (void)check_jumps(SVI_TUI_TRADE, who);
        (void)check_jumps(SVI_TUI_BANKRUPTCY, who);
    }
    assert_true(check_jumps(SVI_TUI_TRADE, SV_NONE) > 0);
    assert_true(check_jumps(SVI_TUI_BANKRUPTCY, SV_NONE) > 0);
    assert_int_equal(check_jumps(SVI_TUI_DECISION, SV_NONE), played.decisions);
}

TEST_WITH(test_numbers, NULL, close_game)
{
    open_game((struct pastime){.seed = 11, .max_rounds = 20}, 1, 0);
    uint32_t n = 0;
    for (uint32_t d = 1; d <= played.decisions; d++) {
        n = svi_tui_timeline_jump(t, n, SVI_TUI_DECISION, SV_NONE, 1);
        assert_int_equal(svi_tui_timeline_decision(t, d), n);
    }
    assert_int_equal(svi_tui_timeline_decision(t, 0), SVI_TUI_NOWHERE);
    assert_int_equal(svi_tui_timeline_decision(t, played.decisions + 1), SVI_TUI_NOWHERE);
    n = svi_tui_timeline_turn(t, 5);
    svi_tui_timeline_seek(t, n);
    assert_int_equal(t->now.state.position.turn, 5);
    assert_int_equal(svi_tui_timeline_moment(t, n)->type, SV_EVENT_TURN);
    assert_int_equal(svi_tui_timeline_turn(t, 0), SVI_TUI_NOWHERE);
    assert_int_equal(svi_tui_timeline_turn(t, 1000000), SVI_TUI_NOWHERE);
}

/* ---- damage ---------------------------------------------------------------------------------- */

TEST_WITH(test_damaged_record, NULL, close_game)
{
    open_game((struct pastime){.seed = 13, .max_rounds = 30}, 700, 0x10);
    assert_int_not_equal(t->found, SV_OK);
    assert_int_equal(strncmp(recorded.replay.error.text, "decision ", 9), 0);
    assert_true(t->events > 100 && t->events < n_seen());
    assert_int_equal(svi_tui_log_events(&t->log), t->events);
    check_moments(t->events);
    assert_int_equal(strncmp(recorded.replay.error.text, "decision ", 9), 0); /* still told */
}

TEST_WITH(test_damaged_trailer, NULL, close_game)
{
    svi_buf_clear(&seen);
    open_game((struct pastime){.seed = 14, .max_rounds = 5}, (size_t)-3, 0x01);
    assert_int_not_equal(t->found, SV_OK);
    assert_int_equal(strncmp(recorded.replay.error.text, "trailer: ", 9), 0);
    assert_int_equal(t->events, n_seen());
    check_moment(t->events - 1);
}
