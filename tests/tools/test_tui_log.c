/* The log as lines: what a window on it shows, and finding in it. */
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "tools/tui/log.h"

static struct svi_game g;
static struct svi_tui_log game_log;
static uint8_t types[1u << 16];

static void add(void *user, const struct sv_event *ev)
{
    const uint32_t n = svi_tui_log_events(&game_log);
    (void)user;
    assert_true(n < sizeof types);
    types[n] = ev->type;
    assert_true(svi_tui_log_add(&game_log, &g, ev, n));
}

static int play(void **state)
{
    const struct pastime pastime = {.seed = 17, .max_rounds = 30, .sink = {add, NULL}};
    (void)state;
    svi_game_init(&g);
    game_play(&g, &pastime);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    svi_tui_log_finish(&game_log);
    svi_game_finish(&g);
    return 0;
}

static bool row_has(const struct svi_tui_row *row, const char *text)
{
    char copy[512];
    (void)snprintf(copy, sizeof copy, "%.*s", (int)row->size, row->text);
    return strstr(copy, text) != NULL;
}

static void check_window(uint32_t n, bool full, unsigned n_rows)
{
    struct svi_tui_row rows[64];
    const unsigned used = svi_tui_log_window(&game_log, n, full, 60, rows, n_rows);
    unsigned current = 0, firsts = 0;
    assert_int_equal(used, n_rows); /* the game has more than that */
    for (unsigned i = 0; i < used; i++) {
        assert_true(rows[i].size > 0);
        assert_null(memchr(rows[i].text, '\n', rows[i].size));
        assert_true(i == 0 || rows[i].n >= rows[i - 1].n);
        assert_int_equal(rows[i].current, rows[i].n == n);
        assert_true(rows[i].current || full || types[rows[i].n] != SV_EVENT_QUESTION);
        current += rows[i].current;
        firsts += rows[i].current && rows[i].first;
    }
    assert_true(current > 0);
    assert_int_equal(firsts, 1);
    /* In the middle, unless the log's end is near. */
    if (n > 100 && n + 100 < svi_tui_log_events(&game_log) && current == 1) {
        assert_true(rows[n_rows / 2].current || rows[(n_rows - 1) / 2].current);
    }
}

TEST(test_window)
{
    const uint32_t events = svi_tui_log_events(&game_log);
    for (uint32_t n = 0; n < events; n++) {
        check_window(n, n % 2 == 0, 7 + n % 9);
    }
    check_window(0, true, 40);
    check_window(events - 1, true, 40);
}

/* Where rows are fewer than an event has lines, the first ones are shown. */
TEST(test_small_window)
{
    struct svi_tui_row rows[3];
    assert_int_equal(svi_tui_log_window(&game_log, 0, true, 60, rows, 3), 3);
    assert_true(rows[0].current && rows[2].current);
    assert_true(row_has(&rows[0], "Classic"));
}

TEST(test_numbers_have_no_place)
{
    struct svi_tui_row rows[9];
    uint32_t n = 0;
    while (types[n] != SV_EVENT_MOVE) {
        n++;
    }
    const unsigned used = svi_tui_log_window(&game_log, n, true, 200, rows, 9);
    for (unsigned i = 0; i < used; i++) {
        if (rows[i].n == n) {
            assert_true(row_has(&rows[i], " goes from "));
            assert_false(rows[i].text[0] >= '0' && rows[i].text[0] <= '9');
        }
    }
}

TEST(test_step)
{
    const uint32_t events = svi_tui_log_events(&game_log);
    unsigned passed = 0;
    for (uint32_t n = 0; n + 1 < events; n++) {
        assert_int_equal(svi_tui_log_step(&game_log, n, 1, true), n + 1);
        assert_int_equal(svi_tui_log_step(&game_log, n + 1, -1, true), n);
        const uint32_t next = svi_tui_log_step(&game_log, n, 1, false);
        assert_true(next > n && next < events);
        for (uint32_t i = n + 1; i < next; i++) {
            assert_true(types[i] == SV_EVENT_QUESTION || types[i] == SV_EVENT_ANSWER);
            passed++;
        }
    }
    assert_true(passed > 0);
    assert_int_equal(svi_tui_log_step(&game_log, events - 1, 1, true), SVI_TUI_NOWHERE);
    assert_int_equal(svi_tui_log_step(&game_log, 0, -1, false), SVI_TUI_NOWHERE);
}

TEST(test_find)
{
    const uint32_t events = svi_tui_log_events(&game_log);
    uint32_t first = 0;
    uint32_t last = events - 1;
    while (types[first] != SV_EVENT_CARD) {
        first++;
    }
    while (types[last] != SV_EVENT_CARD) {
        last--;
    }
    assert_true(first < last);
    assert_int_equal(svi_tui_log_find(&game_log, 0, 1, " draws "), first);
    assert_int_equal(svi_tui_log_find(&game_log, 0, 1, " DrAwS "), first);
    assert_int_equal(svi_tui_log_find(&game_log, events - 1, -1, " draws "), last);
    /* On from the other end. */
    assert_int_equal(svi_tui_log_find(&game_log, last, 1, " draws "), first);
    assert_int_equal(svi_tui_log_find(&game_log, first, -1, " draws "), last);
    /* Questions are found, though the brief log has none; beyond ASCII as it is; itself last. */
    assert_int_equal(types[svi_tui_log_find(&game_log, 0, 1, "is asked buy")], SV_EVENT_QUESTION);
    assert_int_not_equal(svi_tui_log_find(&game_log, 0, 1, "zo\xc3\xab"), SVI_TUI_NOWHERE);
    assert_int_equal(svi_tui_log_find(&game_log, 9, 1, "The game is over"), events - 1);
    assert_int_equal(svi_tui_log_find(&game_log, events - 1, 1, "The game is over"), events - 1);
    assert_int_equal(svi_tui_log_find(&game_log, 0, 1, "no such words"), SVI_TUI_NOWHERE);
}

TEST(test_wrap)
{
    assert_int_equal(svi_tui_log_wrap("one two three", 13, 20), 13);
    assert_int_equal(svi_tui_log_wrap("one two three", 13, 13), 13);
    assert_int_equal(svi_tui_log_wrap("one two three", 13, 12), 8);
    assert_int_equal(svi_tui_log_wrap("onetwothree", 11, 4), 4);
    assert_int_equal(svi_tui_log_wrap("z\xc3\xab\xc3\xab\xc3\xab", 7, 3), 5); /* characters whole */
    assert_int_equal(svi_tui_log_wrap("", 0, 3), 0);
}

TEST(test_cut)
{
    struct svi_tui_row rows[5];
    const uint32_t events = svi_tui_log_events(&game_log);
    svi_tui_log_cut(&game_log, events); /* nothing */
    assert_int_equal(svi_tui_log_events(&game_log), events);
    svi_tui_log_cut(&game_log, 50);
    assert_int_equal(svi_tui_log_events(&game_log), 50);
    assert_int_equal(svi_tui_log_step(&game_log, 49, 1, true), SVI_TUI_NOWHERE);
    assert_int_equal(svi_tui_log_window(&game_log, 49, true, 500, rows, 5), 5);
    assert_int_equal(rows[4].n, 49);
    assert_int_equal(svi_tui_log_find(&game_log, 0, 1, "The game is over"), SVI_TUI_NOWHERE);
}

TEST_PROGRAM(play, finish)
