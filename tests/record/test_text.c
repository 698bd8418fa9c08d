/* The play-by-play: whole sentences for every event of every edition, and fit for a terminal. */
#include "base/out.h"
#include "record/text.h"
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "text/words.h"

struct writer {
    const struct svi_game *g;
    struct svi_buf full, brief, position;
    uint32_t n, turns, late, logs;
};

static void write_event(void *user, const struct sv_event *ev)
{
    struct writer *w = user;
    svi_text_event(&w->full, w->g, ev, w->n, true);
    svi_text_event(&w->brief, w->g, ev, w->n, false);
    if (w->n % 97 == 0) {
        svi_buf_clear(&w->position);
        svi_text_position(&w->position, w->g, w->n);
        assert_true(w->position.size > 100);
    }
    w->n++;
    w->logs += ev->type == SV_EVENT_LOG;
    w->turns += ev->type == SV_EVENT_TURN;
    w->late += ev->type == SV_EVENT_ANSWER && ev->verdict == SV_VERDICT_LATE;
}

static uint32_t occurrences(const struct svi_buf *text, const char *what)
{
    uint32_t found = 0;
    const char *at = (const char *)text->data;
    while ((at = strstr(at, what)) != NULL) {
        found++;
        at++;
    }
    return found;
}

/* No word left open, nothing unnamed, no control characters, nothing but UTF-8. */
static void check_text(struct svi_buf *text)
{
    svi_buf_byte(text, 0);
    const char *at = (const char *)text->data;
    while (*at != '\0') {
        const unsigned length = *at == '\n' ? 1 : svi_out_character(at);
        assert_true(length != 0);
        assert_true(*at != '{' && *at != '}' && *at != '?');
        at += length;
    }
}

TEST(test_whole_games)
{
    static const char *const editions[] = {"classic", "speed-die", "mega", "comrades"};
    for (uint64_t seed = 0; seed < 12; seed++) {
        NEW_GAME(g);
        struct writer w = {.g = &g};
        const struct pastime pastime = {.edition = editions[seed % 4],
                                        .seed = seed,
                                        .seats = 2 + (unsigned)seed % 7,
                                        .talk = seed % 3 == 0,
                                        .misconduct = seed % 2 != 0,
                                        .sink = {write_event, &w}};
        game_play(&g, &pastime);
        check_text(&w.full);
        check_text(&w.brief);
        assert_int_equal(occurrences(&w.brief, "\nTurn "), w.turns);
        assert_int_equal(occurrences(&w.brief, "; late, the default is taken"), w.late);
        assert_int_equal(occurrences(&w.brief, "\nThe game is over: "), 1);
        assert_int_equal(occurrences(&w.brief, "\nplace "), g.setup.seats);
        assert_true(w.brief.size < w.full.size);
        assert_int_equal(occurrences(&w.brief, " says: I see\n"), w.logs);
        svi_buf_finish(&w.full);
        svi_buf_finish(&w.brief);
        svi_buf_finish(&w.position);
    }
}

static void expect(struct svi_buf *out, const char *text)
{
    svi_buf_byte(out, 0);
    assert_string_equal((const char *)out->data, text);
    svi_buf_clear(out);
}

TEST(test_words)
{
    static const char *const names[] = {"ann", "ann", "", "bob"};
    struct svi_game_setup setup = {.edition = game_edition("classic"), .names = names};
    const struct sv_offer offer = {.give_cash = 50, .give_deeds = UINT64_C(1) << 39, .to = 3};
    const struct sv_question buy = {
        .kind = SV_DECISION_BUY, .choices = 3, .space = 39, .other = SV_NONE, .amount = 400};
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    NEW_GAME(g);
    setup.setup.seats = 4;
    assert_ok(svi_game_start(&g, &setup));
    const struct sv_text_view v = svi_text_view(&g);
    svi_say_player(&out, &v, 3);
    expect(&out, "bob");
    svi_say_player(&out, &v, 1);
    expect(&out, "ann#1");
    svi_say_player(&out, &v, 2);
    expect(&out, "seat 2");
    svi_say_party(&out, &v, SV_BANK);
    expect(&out, "the bank");
    svi_say_party(&out, &v, SV_NONE);
    expect(&out, "out of play");
    svi_say_money(&out, -7);
    expect(&out, "-$7");
    svi_say_space(&out, &v, 200);
    expect(&out, "space 200");
    svi_say_space(&out, &v, SV_NONE);
    expect(&out, "nowhere");
    svi_say_level(&out, 5, false);
    expect(&out, "a hotel");
    svi_say_level(&out, 1, true);
    expect(&out, "a depot");
    svi_say_offer(&out, &v, &offer);
    expect(&out, "bob $50, Boardwalk for nothing");
    svi_say_dice(&out, (const uint8_t[]){3, 4, SV_DIE_BUS});
    expect(&out, "3+4+bus");
    svi_say_question(&out, &v, &buy);
    expect(&out, "buy: decline | buy (Boardwalk, $400)");
}
