/* Bots' remarks are in the record, and are not part of the game. */
#include "base/out.h"
#include "record/jsonl.h"
#include "record/replay.h"
#include "tests/base/testing.h"
#include "tests/record/games.h"

/* All events of a game as JSON lines, with remarks apart. */
struct lines {
    const struct svi_game *g;
    struct svi_buf game, said;
    uint8_t last, seat; /* type and seat of the event before */
};

static void take_event(void *user, const struct sv_event *ev)
{
    struct lines *l = user;
    const bool log_entry = svi_event_is_aside(ev);
    if (svi_event_is_aside(&(struct sv_event){.type = l->last})) {
        /* Right before the answer of the same seat. */
        assert_true(log_entry || ev->type == SV_EVENT_ANSWER);
        assert_int_equal(ev->seat, l->seat);
    }
    l->last = ev->type;
    l->seat = ev->seat;
    svi_jsonl_event(log_entry ? &l->said : &l->game, l->g, ev, 0, true);
}

static void drop(struct lines *l)
{
    svi_buf_finish(&l->game);
    svi_buf_finish(&l->said);
}

static void assert_same(const struct svi_buf *a, const struct svi_buf *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
}

TEST(the_game_is_the_same_without)
{
    NEW_GAME(silent);
    NEW_GAME(loud);
    NEW_GAME(again);
    struct lines a = {.g = &silent};
    struct lines b = {.g = &loud};
    struct lines c = {.g = &again};
    SCOPED(scoped_free) struct svi_replay *r = malloc(sizeof *r);
    struct pastime pastime = {.seed = 21, .misconduct = true, .sink = {take_event, &a}};
    assert_non_null(r);
    game_play(&silent, &pastime);
    pastime.talk = true;
    pastime.sink.user = &b;
    game_play(&loud, &pastime);
    assert_same(&a.game, &b.game);
    assert_int_equal(a.said.size, 0);
    assert_true(b.said.size > 1000);
    assert_true(silent.chain == loud.chain);
    assert_int_equal(silent.decisions, loud.decisions);
    assert_memory_equal(&silent.state, &loud.state, sizeof silent.state);
    /* And it comes out of the file as it went in. */
    assert_ok(svi_replay_open(r, loud.record.data, loud.record.size));
    assert_ok(svi_replay_run(r, &again, &(struct sv_sink){take_event, &c}));
    assert_same(&b.game, &c.game);
    assert_same(&b.said, &c.said);
    assert_same(&loud.record, &again.record);
    drop(&a);
    drop(&b);
    drop(&c);
}

/* Starts a game of two and says one thing. */
static void say(struct svi_game *g, const struct sv_log_entry *log_entry)
{
    struct svi_game_setup setup = {
        .edition = game_edition("classic"), .record = true, .setup = {.seats = 2}};
    memset(setup.setup.answers, 0xff, sizeof setup.setup.answers);
    svi_game_init(g);
    assert_ok(svi_game_start(g, &setup));
    assert_ok(svi_game_log(g, log_entry));
}

static void play_on(struct svi_game *g)
{
    for (unsigned seat; (seat = svi_game_next(g)) != SV_NONE;) {
        assert_ok(svi_game_answer(g, seat, SV_VERDICT_LATE, NULL));
    }
}

static enum sv_status check(struct svi_replay *r, const struct svi_buf *bytes)
{
    struct svi_game g;
    svi_game_init(&g);
    enum sv_status status = svi_replay_open(r, bytes->data, bytes->size);
    if (status == SV_OK) {
        status = svi_replay_run(r, &g, NULL);
    }
    svi_game_finish(&g);
    return status;
}

/* Words changed afterwards leave the game as it is, and are found by the digest; so is every bit.
 */
TEST(changed_words_are_found)
{
    static const char text[] = "abcdefgh";
    SCOPED(svi_game_finish) struct svi_game g;
    SCOPED(scoped_free) struct svi_replay *r = malloc(sizeof *r);
    assert_non_null(r);
    say(&g, &(struct sv_log_entry){.text = text});
    uint8_t *at = g.record.data + g.record.size - (sizeof text - 1);
    const size_t offset = (size_t)(at - g.record.data);
    assert_memory_equal(at, text, sizeof text - 1);
    play_on(&g);
    assert_ok(check(r, &g.record));
    g.record.data[offset] = 'X';
    assert_int_equal(check(r, &g.record), SV_E_HASH);
    assert_string_equal(r->error.text, "trailer: digest: not that of the bytes before it");
    g.record.data[offset] = 'a';
    for (size_t i = offset - 2; i < offset + sizeof text - 1; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            g.record.data[i] ^= (uint8_t)(1u << bit);
            assert_true(check(r, &g.record) != SV_OK);
            assert_true(r->error.text[0] != '\0');
            g.record.data[i] ^= (uint8_t)(1u << bit);
        }
    }
}

TEST(a_forfeit_says_nothing)
{
    SCOPED(svi_game_finish) struct svi_game g;
    SCOPED(scoped_free) struct svi_replay *r = malloc(sizeof *r);
    assert_non_null(r);
    say(&g, &(struct sv_log_entry){.key = "k", .value = 5});
    assert_ok(svi_game_forfeit(&g, svi_game_next(&g)));
    assert_true(svi_game_over(&g));
    assert_int_equal(check(r, &g.record), SV_E_UNKNOWN);
}

TEST(lines_have_the_fields)
{
    SCOPED(svi_game_finish) struct svi_game g;
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    const struct sv_log_entry log = {.text = "a \"b\"\n\tc"};
    const struct sv_log_entry note = {.key = "worth", .value = -3};
    const struct sv_event said = {.type = SV_EVENT_LOG, .seat = 1, .log_entry = &log};
    const struct sv_event noted = {.type = SV_EVENT_NOTE, .seat = 0, .log_entry = &note};
    say(&g, &log);
    svi_jsonl_event(&out, &g, &said, 4, false);
    svi_jsonl_event(&out, &g, &noted, 5, true);
    svi_buf_byte(&out, 0);
    assert_string_equal((char *)out.data,
                        "{\"n\":4,\"type\":\"log\",\"seat\":1,\"text\":\"a \\\"b\\\"\\n\\tc\"}\n"
                        "{\"n\":5,\"type\":\"note\",\"seat\":0,\"key\":\"worth\",\"value\":-3}\n");
}
