/* A game in progress: what it refuses, reports and records. */
#include "record/replay.h"
#include "tests/base/testing.h"
#include "tests/game/monkey.h"
#include "tests/record/games.h"
#include "wire/edition_codec.h"

static void start(struct svi_game *g, unsigned seats, struct sv_sink sink)
{
    struct svi_game_setup setup = {
        .edition = game_edition("classic"), .record = true, .sink = sink};
    setup.setup.seats = (uint8_t)seats;
    memset(setup.setup.answers, 0xff, sizeof setup.setup.answers);
    setup.setup.seed[0] = 7;
    assert_ok(svi_game_start(g, &setup));
}

TEST(test_setup_is_checked)
{
    struct svi_game_setup setup = {.edition = game_edition("classic"), .setup = {.seats = 1}};
    NEW_GAME(g);
    assert_int_equal(svi_game_start(&g, &setup), SV_E_ARGUMENT);
    setup.setup.seats = 9;
    assert_int_equal(svi_game_start(&g, &setup), SV_E_ARGUMENT);
    setup.setup.seats = 2;
    setup.n_meta = SVI_MAX_META + 1;
    assert_int_equal(svi_game_start(&g, &setup), SV_E_ARGUMENT);
}

TEST(test_illegal_answer_changes_nothing)
{
    struct svi_game g, before;
    struct monkey m;
    unsigned refused = 0;
    svi_game_init(&g);
    start(&g, 3, (struct sv_sink){0});
    monkey_init(&m, 1);
    for (unsigned i = 0; i < 3000 && !svi_game_over(&g); i++) {
        const unsigned seat = svi_game_next(&g);
        struct sv_question q;
        struct sv_answer a;
        assert_ok(svi_game_question(&g, seat, &q));
        monkey_forge(&m, g.edition, &g.state.position, &q, &a);
        before = g;
        const size_t size = g.record.size;
        if (svi_game_answer(&g, seat, SV_VERDICT_OK, &a) == SV_OK) {
            continue;
        }
        refused++;
        before.record = g.record; /* may have moved */
        assert_memory_equal(&g, &before, sizeof g);
        assert_int_equal(g.record.size, size);
        assert_ok(svi_game_answer(&g, seat, SV_VERDICT_ILLEGAL, NULL));
    }
    assert_true(refused > 100);
    svi_game_finish(&g);
}

/* ---- reports --------------------------------------------------------------------------------- */

struct watcher {
    const struct svi_game *g;
    unsigned open; /* seats asked, by the events alone */
    unsigned verdict[SV_VERDICT_COUNT];
    unsigned answers, forfeits, ends;
    unsigned
        last_clockwise; /* of the answers to one batch of questions: its place from turn_seat */
    unsigned dead; /* seat whose answer with the verdict `dead` was the last event, else SV_NONE */
};

static void watch(void *user, const struct sv_event *ev)
{
    struct watcher *w = user;
    const struct sv_position *p = &w->g->state.position;
    const unsigned bit = 1u << ev->seat;
    const unsigned seats = w->g->setup.seats;
    const unsigned clockwise = (ev->seat + seats - p->turn_seat) % seats;
    if (ev->type == SV_EVENT_QUESTION) {
        assert_false(w->open & bit);
        assert_true(svi_game_pending(w->g) & bit);
        w->open |= bit;
        w->last_clockwise = 0;
    } else if (ev->type == SV_EVENT_ANSWER) {
        assert_true(w->open & bit);
        assert_non_null(ev->answer);
        assert_int_equal(ev->answer->kind, ev->kind);
        /* In canonical order, except for a seat that drops out. */
        assert_true(clockwise >= w->last_clockwise || ev->verdict == SV_VERDICT_DEAD);
        w->last_clockwise = ev->verdict == SV_VERDICT_DEAD ? w->last_clockwise : clockwise;
        w->open &= ~bit;
        w->verdict[ev->verdict]++;
        w->answers++;
    } else if (ev->type == SV_EVENT_FORFEIT) {
        assert_false(w->open & bit);
        w->forfeits++;
        w->answers -= w->dead == ev->seat; /* part of the same decision */
    } else if (ev->type == SV_EVENT_GAME_END) {
        w->ends++;
    }
    w->dead = ev->type == SV_EVENT_ANSWER && ev->verdict == SV_VERDICT_DEAD ? ev->seat : SV_NONE;
}

TEST(test_questions_and_answers_match)
{
    unsigned verdicts = 0, forfeits = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        NEW_GAME(g);
        struct watcher w = {.g = &g};
        const struct pastime pastime = {
            .seed = seed, .seats = 2 + (unsigned)seed % 7, .misconduct = true, .sink = {watch, &w}};
        game_play(&g, &pastime);
        assert_int_equal(w.ends, 1);
        assert_int_equal(w.answers + w.forfeits, g.decisions);
        forfeits += w.forfeits;
        for (unsigned v = 0; v < SV_VERDICT_COUNT; v++) {
            verdicts |= w.verdict[v] != 0 ? 1u << v : 0;
        }
    }
    assert_int_equal(verdicts, 1u << SV_VERDICT_OK | 1u << SV_VERDICT_LATE |
                                   1u << SV_VERDICT_MALFORMED | 1u << SV_VERDICT_ILLEGAL |
                                   1u << SV_VERDICT_DEAD | 1u << SV_VERDICT_OVERTIME);
    assert_true(forfeits > 0);
}

TEST(test_forfeit)
{
    NEW_GAME(g);
    struct sv_result result;
    start(&g, 3, (struct sv_sink){0});
    assert_int_equal(svi_game_forfeit(&g, 3), SV_E_ARGUMENT);
    assert_ok(svi_game_forfeit(&g, 1));
    assert_int_equal(svi_game_forfeit(&g, 1), SV_E_ARGUMENT);
    assert_false(svi_game_over(&g));
    assert_int_equal(svi_game_pending(&g) & 2u, 0);
    assert_ok(svi_game_forfeit(&g, 2));
    assert_true(svi_game_over(&g)); /* RULES 9.4 and sv_forfeit(): one is left who plays */
    assert_int_equal(svi_game_next(&g), SV_NONE);
    assert_int_equal(svi_game_forfeit(&g, 0), SV_E_ARGUMENT);
    svi_game_result(&g, &result);
    assert_int_equal(result.why, SV_WHY_FORFEIT);
    assert_int_equal(result.place[0], 1);
    SCOPED(scoped_free) struct svi_replay *r = malloc(sizeof *r);
    NEW_GAME(again);
    assert_non_null(r);
    assert_ok(svi_replay_open(r, g.record.data, g.record.size));
    assert_ok(svi_replay_run(r, &again, NULL));
}

/* ---- the record ------------------------------------------------------------------------------ */

/* Neither a listener nor the recording itself changes the game. */
TEST(test_recording_changes_nothing)
{
    NEW_GAME(recorded);
    NEW_GAME(watched);
    NEW_GAME(bare);
    struct watcher w = {.g = &watched};
    struct pastime pastime = {.seed = 11, .misconduct = true};
    game_play(&recorded, &pastime);
    pastime.sink = (struct sv_sink){watch, &w};
    game_play(&watched, &pastime);
    pastime.sink = (struct sv_sink){0};
    pastime.unrecorded = true;
    game_play(&bare, &pastime);
    assert_memory_equal(&recorded.state, &bare.state, sizeof bare.state);
    assert_memory_equal(&recorded.state, &watched.state, sizeof bare.state);
    assert_int_equal(recorded.record.size, watched.record.size);
    assert_memory_equal(recorded.record.data, watched.record.data, watched.record.size);
    assert_int_equal(bare.record.size, 0);
    assert_int_equal(bare.decisions, recorded.decisions);
}

/* An edition encoded beforehand gives the same file. */
TEST(test_prepared_edition)
{
    struct svi_game_setup setup = {
        .edition = game_edition("classic"), .record = true, .setup = {.seats = 2}};
    uint8_t hash[SVI_EDITION_HASH_BYTES];
    SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
    NEW_GAME(a);
    NEW_GAME(b);
    assert_ok(svi_game_start(&a, &setup));
    svi_edition_encode(setup.edition, &bytes);
    assert_ok(svi_edition_hash(setup.edition, hash));
    setup.edition_bytes = bytes.data;
    setup.edition_size = bytes.size;
    setup.edition_hash = hash;
    assert_ok(svi_game_start(&b, &setup));
    assert_int_equal(a.record.size, b.record.size);
    assert_memory_equal(a.record.data, b.record.data, a.record.size);
}

/* Notes in the header are cut and cleaned, and survive. */
TEST(test_meta)
{
    char value[400];
    const struct svi_meta meta[] = {{"a key that is longer than there is room for it", value},
                                    {"", NULL}};
    struct svi_game_setup setup = {.edition = game_edition("classic"),
                                   .record = true,
                                   .meta = meta,
                                   .n_meta = 2,
                                   .setup = {.seats = 2}};
    SCOPED(scoped_free) struct svi_replay *r = malloc(sizeof *r);
    NEW_GAME(g);
    assert_non_null(r);
    memset(value, 'x', sizeof value - 1);
    value[3] = '\n';
    value[sizeof value - 1] = '\0';
    assert_ok(svi_game_start(&g, &setup));
    assert_ok(svi_replay_open(r, g.record.data, g.record.size));
    assert_int_equal(r->header.n_meta, 2);
    assert_string_equal(r->header.key[0], "a key that is longer than there is room");
    assert_memory_equal(r->header.value[0], "xxx?xxx", 7);
    assert_int_equal(strlen(r->header.value[0]), SVI_MAX_META_VALUE - 1);
    assert_string_equal(r->header.value[1], "");
}

/* ---- new chance ------------------------------------------------------------------------------ */

/* Plays up to `until` decisions, by the same monkey each time. */
static void play(struct svi_game *g, struct monkey *m, uint32_t until)
{
    while (!svi_game_over(g) && g->decisions < until) {
        const unsigned seat = svi_game_next(g);
        struct sv_question q;
        struct sv_answer a;
        assert_ok(svi_game_question(g, seat, &q));
        monkey_answer(m, g->edition, &g->state.position, &q, &a);
        assert_ok(svi_game_answer(g, seat, SV_VERDICT_OK, &a));
    }
}

/* New chance leaves the table and what waits as they are, and shows from then on; the record can be
 * played again in parts. */
TEST(test_redraw)
{
    struct svi_game g;
    unsigned different = 0, shuffled = 0;
    svi_game_init(&g);
    for (unsigned i = 0; i < 40; i++) {
        uint8_t key[SV_KEY_BYTES] = {(uint8_t)i}, hash[SV_HASH_BYTES], again[SV_HASH_BYTES];
        struct monkey m;
        struct svi_partial_replay t;
        bool forfeits;
        monkey_init(&m, 3);
        start(&g, 4, (struct sv_sink){0});
        play(&g, &m, i * 5);
        struct sv_state before = g.state;
        assert_ok(svi_game_redraw(&g, key));
        assert_memory_equal(&before.position, &g.state.position, sizeof before.position);
        assert_memory_equal(&before.course, &g.state.course, sizeof before.course);
        assert_memory_equal(before.secret.answers, g.state.secret.answers,
                            sizeof before.secret - offsetof(struct sv_secret, answers));
        shuffled += memcmp(before.secret.deck, g.state.secret.deck, sizeof before.secret.deck) != 0;
        play(&g, &m, i * 5 + 300);
        sv_state_hash(&g.state, hash);
        svi_partial_replay_begin(&t, &g, &(struct sv_sink){0});
        while (svi_partial_replay_next(&t, &forfeits) != SV_NONE) {
            svi_partial_replay_step(&t);
        }
        sv_state_hash(&t.game.state, again);
        assert_memory_equal(hash, again, sizeof hash);
        start(&g, 4, (struct sv_sink){0}); /* without */
        monkey_init(&m, 3);
        play(&g, &m, i * 5 + 300);
        sv_state_hash(&g.state, again);
        different += memcmp(hash, again, sizeof hash) != 0;
    }
    assert_int_equal(different, 40);
    assert_int_equal(shuffled, 40);
    svi_game_finish(&g);
}
