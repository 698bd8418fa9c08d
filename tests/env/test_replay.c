/* Recorded games read back: rows are what a batch shows and takes in the same game, decisions are
 * those that were played, and bytes that were not written so give no rows. */
#include "bot/local.h"
#include "luck/game_luck.h"
#include "tests/base/testing.h"
#include "tests/record/games.h"

#include <solvent/policy.h>
#include <solvent/replay.h>

#include <math.h>

static const char *const editions[] = {"classic", "comrades", "harbour", "mega", "speed-die"};
#define EDITIONS (sizeof editions / sizeof *editions)

/* ---- as in a batch --------------------------------------------------------------------------- */

/* All that the caller of a batch is asked and the bot is not. */
static void defaults(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    (void)a;
}

/* A bot that is asked what the caller of a batch is asked. */
static struct sv_bot as_caller(const struct sv_bot *of)
{
    struct sv_bot bot = *of;
#define X(NAME, name, ...) bot.name = bot.name != NULL ? bot.name : defaults;
    SV_DECISIONS(X)
#undef X
    memset(&bot.when, 0, sizeof bot.when);
    bot.when.manage = SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT | SV_WHEN_DEEDS_CHANGED;
    return bot;
}

/* Seats the bots of a table at their matches of a game. */
static void seat(const struct sv_edition *e, const struct sv_bot *const bots[], unsigned seats,
                 const uint8_t seed[SV_SEED_BYTES], struct sv_match match[])
{
    static const struct sv_position none;
    for (unsigned s = 0; s < seats; s++) {
        match[s] = (struct sv_match){.user = bots[s]->user,
                                     .edition = e,
                                     .position = &none,
                                     .seat = (uint8_t)s,
                                     .seats = (uint8_t)seats};
        sv_luck_bot_key(seed, s, match[s].rng.key);
        if (bots[s]->match_start != NULL) {
            bots[s]->match_start(&match[s]);
        }
    }
}

static void leave(const struct sv_bot *const bots[], unsigned seats, struct sv_match match[])
{
    for (unsigned s = 0; s < seats; s++) {
        if (bots[s]->match_end != NULL) {
            bots[s]->match_end(&match[s], NULL);
        }
    }
}

static void record(struct svi_game *g, const struct sv_edition *e,
                   const struct sv_bot *const bots[], unsigned seats,
                   const uint8_t seed[SV_SEED_BYTES])
{
    struct svi_game_setup setup = {.edition = e, .record = true};
    struct sv_match match[SV_MAX_SEATS];
    unsigned next;
    svi_local_setup(bots, seats, seed, &setup.setup);
    seat(e, bots, seats, seed, match);
    assert_ok(svi_game_start(g, &setup));
    while ((next = svi_game_next(g)) != SV_NONE) {
        struct sv_question q;
        struct sv_answer a;
        assert_ok(svi_game_question(g, next, &q));
        match[next].position = &g->state.position;
        match[next].course = bots[next]->model ? &g->state.course : NULL;
        sv_bot_decide(bots[next], &match[next], &q, &a);
        assert_ok(svi_game_answer(g, next, SV_VERDICT_OK, &a));
    }
    leave(bots, seats, match);
}

/* Steps the batch's game through as seat 0 of the recorded one answered, and compares row by row.
 */
static size_t compare(const struct sv_edition *e, struct sv_batch *b, const struct sv_bot *own,
                      const uint8_t seed[SV_SEED_BYTES], unsigned seats, const struct sv_replay *r,
                      const struct sv_rows_found *found)
{
    static struct sv_observation seen, shown;
    static uint8_t mask[SV_ACTION_COUNT], may[SV_ACTION_COUNT];
    const struct sv_rows out = {.seen = &seen, .mask = mask, .action = &(int32_t){0}};
    const struct sv_batch_out look = {.seen = &shown, .mask = may};
    struct sv_match match;
    struct sv_answer wanted, so_far;
    float reward[SV_MAX_SEATS], luck[SV_MAX_SEATS];
    uint8_t done = 0;
    bool begun = false;
    size_t row = 0;
    const struct sv_batch_out paid = {.reward = reward, .done = &done, .luck = luck};
    seat(e, &own, 1, seed, &match);
    match.seats = (uint8_t)seats;
    for (; done == 0; row++) {
        const struct sv_position *p = sv_batch_position(b, 0);
        const struct sv_question *q = sv_batch_question(b, 0);
        if (!begun) {
            match.position = p;
            sv_bot_decide(own, &match, q, &wanted);
            sv_action_begin(e, p, q, &so_far);
        }
        assert_true(row < found->rows);
        sv_replay_copy(r, row, 1, &out);
        sv_batch_advance(b, NULL, &look);
        assert_memory_equal(&seen, &shown, sizeof seen);
        assert_memory_equal(mask, may, sizeof mask);
        begun = !sv_action_take(e, p, q, &so_far, (unsigned)*out.action);
        sv_batch_advance(b, out.action, &paid);
    }
    assert_int_equal(row, found->rows);
    for (unsigned s = 0; s < seats; s++) {
        assert_true(reward[s] == found->reward[s]);
        assert_true(luck[s] == found->luck[s]);
    }
    leave(&own, 1, &match);
    return row;
}

TEST(test_rows_are_those_of_a_batch)
{
    struct sv_replay *r = sv_replay_create();
    size_t rows = 0;
    assert_non_null(r);
    for (unsigned g = 0; g < 40; g++) {
        struct sv_edition e = *sv_edition_builtin(editions[g % EDITIONS]);
        struct sv_edition_error error;
        const unsigned seats = 2 + g % 4;
        const struct sv_bot own = as_caller(g % 2 == 0 ? &sv_policy_trader : &sv_policy_careful);
        const struct sv_bot *bots[] = {&own, sv_policy_named("trader"), sv_policy_named("builder"),
                                       sv_policy_named("tiny"), sv_policy_named("careful")};
        struct sv_batch_how how = {.games = 1, .seats = seats, .luck = true, .players = 5};
        NEW_GAME(game);
        struct sv_rows_found found;
        uint8_t seed[SV_SEED_BYTES] = {(uint8_t)g}, game_seed[SV_SEED_BYTES];
        e.rules.max_rounds = 60;
        e.rules.auction = (int32_t)(g / 3 % 3);
        assert_ok(sv_edition_complete(&e, &error));
        for (unsigned s = 0; s < seats; s++) {
            how.player[s] = s == 0 ? NULL : bots[s];
            how.may[s] = UINT64_C(1) << s;
        }
        sv_luck_seed_child(seed, "env", 0, 0, game_seed);
        record(&game, &e, bots, seats, game_seed);
        assert_ok(sv_replay_open(r, game.record.data, game.record.size, NULL));
        assert_int_equal(sv_replay_seats(r), seats);
        assert_ok(sv_replay_rows(r, &(struct sv_rows_how){.seats = 1, .luck = true}, &found));
        assert_int_equal(found.skipped + found.missed, 0);
        struct sv_batch *b = sv_batch_create_with(&e, &how, seed);
        assert_non_null(b);
        rows += compare(&e, b, &own, game_seed, seats, r, &found);
        sv_batch_destroy(b);
    }
    print_message("%zu rows are those of a batch\n", rows);
    assert_true(rows > 4000);
    sv_replay_destroy(r);
}

/* ---- what was played ------------------------------------------------------------------------- */

struct heard {
    uint64_t answers, own, forfeits;
    struct sv_answer last;
    uint8_t verdict, seat;
};

static void hear(void *user, const struct sv_event *ev)
{
    struct heard *h = user;
    if (ev->type == SV_EVENT_ANSWER) {
        h->answers++;
        h->own += ev->verdict == SV_VERDICT_OK;
        h->last = *ev->answer;
        h->verdict = ev->verdict;
        h->seat = ev->seat;
    }
    h->forfeits += ev->type == SV_EVENT_FORFEIT;
}

TEST(test_decisions_are_those_that_were_played)
{
    struct sv_replay *r = sv_replay_create();
    NEW_GAME(g);
    uint64_t forfeits = 0, missed = 0;
    for (unsigned i = 0; i < 30; i++) {
        const struct pastime pastime = {.edition = editions[i % EDITIONS],
                                        .seed = i,
                                        .seats = 2 + i % 7,
                                        .max_rounds = 30,
                                        .talk = i % 2 == 0,
                                        .misconduct = true};
        struct heard heard = {0}, before;
        struct sv_recorded d = {.number = 0};
        uint64_t decisions = 0, own = 0;
        uint32_t last = 0;
        game_play(&g, &pastime);
        assert_ok(sv_replay_open(r, g.record.data, g.record.size, &(struct sv_sink){hear, &heard}));
        for (before = heard; sv_replay_next(r, &d); before = heard) {
            struct sv_question q;
            assert_int_equal(heard.answers, before.answers + 1);
            assert_int_equal(d.question.seat, heard.seat);
            assert_int_equal(d.verdict, heard.verdict);
            assert_memory_equal(&d.answer, &heard.last, sizeof d.answer);
            assert_true(d.number > last);
            last = d.number;
            assert_ok(sv_ask(sv_replay_edition(r), sv_replay_state(r), d.question.seat, &q));
            assert_memory_equal(&q, &d.question, sizeof q);
            assert_ok(sv_check(sv_replay_edition(r), &sv_replay_state(r)->position, &q, &d.answer));
            forfeits += d.forfeits;
            decisions++;
            own += d.verdict == SV_VERDICT_OK;
        }
        assert_null(sv_replay_error(r));
        assert_int_equal(sv_pending(sv_replay_state(r)), 0);
        assert_false(sv_replay_next(r, &d));
        assert_int_equal(decisions, heard.answers);
        struct sv_rows_found found;
        assert_ok(sv_replay_rows(r, &(struct sv_rows_how){.seats = 0xff}, &found));
        assert_int_equal(found.decisions + found.skipped, own);
        assert_int_equal(found.decisions + found.skipped + found.missed, decisions);
        assert_true(found.rows >= found.decisions);
        missed += found.missed;
    }
    assert_true(forfeits > 0 && missed > 100);
    sv_replay_destroy(r);
}

/* A game's luck equals that of `solvent luck`, in rewards, even if seats forfeited. */
TEST(test_luck_is_the_account)
{
    struct sv_replay *r = sv_replay_create();
    struct svi_replay_luck *account = svi_replay_luck_create();
    NEW_GAME(g);
    unsigned stopped = 0;
    for (unsigned i = 0; i < 12; i++) {
        const struct pastime pastime = {.edition = editions[i / 2 % EDITIONS],
                                        .seed = 100 + i,
                                        .seats = 2 + i % 3,
                                        .max_rounds = 20,
                                        .misconduct = i % 2 == 0};
        struct svi_game_luck luck;
        struct sv_rows_found found;
        const struct sv_rows_how how = {.seats = i % 3, .luck = true};
        game_play(&g, &pastime);
        assert_ok(svi_replay_luck_read(account, g.record.data, g.record.size, NULL, &luck));
        assert_ok(sv_replay_open(r, g.record.data, g.record.size, NULL));
        assert_ok(sv_replay_rows(r, &how, &found));
        for (unsigned s = 0; s < pastime.seats; s++) {
            const double due = 2.0 * luck.seat[s].luck / SVI_LUCK_UNIT;
            assert_true(fabs((double)found.luck[s] - due) < 3e-6);
        }
        stopped += luck.stopped;
    }
    assert_true(stopped > 0 && stopped < 12);
    svi_replay_luck_destroy(account);
    sv_replay_destroy(r);
}

/* ---- what was not written so ----------------------------------------------------------------- */

TEST(test_other_bytes_give_no_rows)
{
    struct sv_replay *r = sv_replay_create();
    const struct sv_rows_how how = {.seats = 0xff};
    struct sv_rows_found found;
    struct sv_recorded d;
    NEW_GAME(g);
    assert_int_equal(sv_replay_rows(r, &how, &found), SV_E_ARGUMENT);
    assert_non_null(sv_replay_error(r));
    assert_false(sv_replay_next(r, &d));
    assert_int_equal(sv_replay_seats(r), 0);
    game_play(&g, &(struct pastime){.seed = 3, .max_rounds = 5, .talk = true});
    uint8_t *bytes = malloc(g.record.size);
    assert_non_null(bytes);
    for (size_t i = 0; i < g.record.size; i += 1 + i % 5) {
        memcpy(bytes, g.record.data, g.record.size);
        bytes[i] ^= (uint8_t)(1u << i % 8);
        if (sv_replay_open(r, bytes, g.record.size, NULL) == SV_OK) {
            assert_int_not_equal(sv_replay_rows(r, &how, &found), SV_OK);
        }
        assert_non_null(sv_replay_error(r));
        assert_true(sv_replay_error(r)[0] != '\0');
        assert_int_equal(found.rows, 0);
        assert_false(sv_replay_next(r, &d));
        if (sv_replay_open(r, g.record.data, i, NULL) == SV_OK) {
            assert_int_not_equal(sv_replay_rows(r, &how, &found), SV_OK);
        }
        assert_non_null(sv_replay_error(r));
    }
    free(bytes);
    assert_ok(sv_replay_open(r, g.record.data, g.record.size, NULL));
    assert_ok(sv_replay_rows(r, &how, &found));
    assert_null(sv_replay_error(r));
    assert_true(found.rows > 0);
    sv_replay_destroy(r);
    sv_replay_destroy(NULL);
}
