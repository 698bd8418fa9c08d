/* Play in process: repeatable, judged as the arbiter judges, and the same game that frames carry.
 */
#include "bot/decide.h"
#include "bot/session.h"
#include "tests/base/testing.h"
#include "tests/bot/bots.h"
#include "tests/bot/umpire.h"

#include <solvent/search.h>

/* A digest of all events, to compare games by. */
struct digest {
    uint64_t value;
    unsigned events;
};

static void mix(void *user, const struct sv_event *ev)
{
    struct digest *d = user;
    const uint64_t words[] = {
        ev->type | (uint64_t)ev->why << 8 | (uint64_t)ev->seat << 16 | (uint64_t)ev->from << 24 |
            (uint64_t)ev->to << 32 | (uint64_t)ev->space << 40 | (uint64_t)ev->card << 48,
        (uint64_t)(uint32_t)ev->amount | (uint64_t)ev->turn << 32,
    };

    for (unsigned i = 0; i < 2; i++) {
        d->value = (d->value ^ words[i]) * UINT64_C(0x100000001b3);
    }
    d->events++;
}

static struct digest play(const char *edition, const char *text, unsigned seats,
                          const struct sv_bot *const bots[], struct sv_result *result,
                          unsigned illegal[])
{
    struct digest d = {UINT64_C(0xcbf29ce484222325), 0};
    const struct sv_sink sink = {mix, &d};
    uint8_t seed[SV_SEED_BYTES];
    sv_luck_seed_text(text, seed);
    assert_ok(sv_play(umpire_edition(edition), seed, seats, bots, &sink, result, illegal));
    return d;
}

static const struct sv_bot *const wild[SV_MAX_SEATS] = {
    &bots_wild, &bots_wild, &bots_wild, &bots_wild, &bots_wild, &bots_wild, &bots_wild, &bots_wild};

TEST(the_same_seed_gives_the_same_game)
{
    struct sv_result a, b;
    struct digest first = play("classic", "1", 4, wild, &a, NULL);
    struct digest again = play("classic", "1", 4, wild, &b, NULL);
    struct digest other = play("classic", "2", 4, wild, NULL, NULL);
    assert_true(first.events > 100);
    assert_true(first.value == again.value && first.events == again.events);
    assert_true(first.value != other.value);
    assert_memory_equal(a.place, b.place, sizeof a.place);
    assert_memory_equal(a.worth, b.worth, sizeof a.worth);
}

TEST(matches_begin_and_end)
{
    struct sv_result result;
    bool first = false;
    memset(&bots_seen, 0, sizeof bots_seen);
    play("classic", "3", 8, wild, &result, NULL);
    assert_int_equal(bots_seen.starts, 8);
    assert_int_equal(bots_seen.ends, 8);
    assert_int_equal(bots_seen.bad, 0);
    assert_true(bots_seen.questions > 100);
    assert_memory_equal(&bots_seen.result, &result, sizeof result);
    assert_true(result.why == SV_WHY_LAST_SOLVENT || result.why == SV_WHY_MAX_ROUNDS);
    for (unsigned s = 0; s < 8; s++) {
        assert_uint_in_range(result.place[s], 1, 8);
        first = first || result.place[s] == 1;
    }
    assert_true(first);
}

TEST(the_number_of_seats_is_checked)
{
    uint8_t seed[SV_SEED_BYTES] = {0};
    assert_int_equal(sv_play(umpire_edition("classic"), seed, 1, wild, NULL, NULL, NULL),
                     SV_E_ARGUMENT);
    assert_int_equal(sv_play(umpire_edition("classic"), seed, 9, wild, NULL, NULL, NULL),
                     SV_E_ARGUMENT);
}

static unsigned asked;

static void buy_wrongly(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    asked++;
    a->choice = 200;
}

/* An illegal answer becomes the default: a bot that is always wrong plays like one that never
 * answers. */
TEST(illegal_answers_count_and_become_the_default)
{
    const struct sv_bot wrong = {.name = "wrong", .buy = buy_wrongly};
    const struct sv_bot *const wrongs[] = {&wrong, &wrong};
    const struct sv_bot *const silents[] = {&bots_silent, &bots_silent};
    unsigned illegal[2] = {9, 9};
    struct digest a, b;
    asked = 0;
    a = play("classic", "4", 2, wrongs, NULL, illegal);
    b = play("classic", "4", 2, silents, NULL, NULL);
    assert_true(asked > 10);
    assert_int_equal(illegal[0] + illegal[1], asked);
    assert_true(a.value == b.value);
}

/* A bot of a newer version may only leave its own members at 0. */
TEST(unknown_members_are_refused)
{
    struct {
        struct sv_bot bot;
        void (*newer)(void);
    } more = {.bot = {.size = sizeof more}};
    const struct sv_edition *e = sv_edition_builtin("classic");
    const struct sv_bot *const bots[] = {&more.bot, &bots_silent};
    uint8_t seed[SV_SEED_BYTES];
    struct sv_players players;
    sv_luck_seed_text("4", seed);
    assert_ok(sv_play(e, seed, 2, bots, NULL, NULL, NULL));
    assert_ok(sv_players_init(&players, e, bots, 2));
    sv_players_finish(&players);
    more.newer = abort;
    assert_int_equal(sv_play(e, seed, 2, bots, NULL, NULL, NULL), SV_E_ARGUMENT);
    assert_int_equal(sv_players_init(&players, e, bots, 2), SV_E_ARGUMENT);
    more.bot.size = 8;
    assert_int_equal(sv_play(e, seed, 2, bots, NULL, NULL, NULL), SV_E_ARGUMENT);
}

TEST(the_mask_tells_the_callbacks)
{
    const struct sv_bot some = {.buy = buy_wrongly, .layout = buy_wrongly};
    assert_int_equal(sv_bot_answers(&bots_silent), 0);
    assert_int_equal(sv_bot_answers(&bots_wild), (1u << SV_DECISION_COUNT) - 1);
    assert_int_equal(sv_bot_answers(&some), 1u << SV_DECISION_BUY | 1u << SV_DECISION_LAYOUT);
}

static void too_many(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    a->kind = SV_DECISION_BID;
    a->n_offers = 255;
}

TEST(what_cannot_travel_is_illegal_on_both_sides)
{
    const struct sv_bot bot = {.manage = too_many};
    const struct sv_position p = {.seats = 2, .alive = 3};
    const struct sv_question q = {.kind = SV_DECISION_MANAGE, .offers = 4};
    struct sv_match m = {.edition = umpire_edition("classic"), .position = &p, .seats = 2};
    struct sv_answer a;
    bool is_default;
    sv_bot_decide(&bot, &m, &q, &a);
    assert_int_equal(a.kind, SV_DECISION_MANAGE);
    assert_uint_in_range(a.n_offers, 0, SV_MAX_OFFERS);
    assert_int_equal(sv_check(m.edition, &p, &q, &a), SV_E_OFFER);
    svi_bot_decide(&bot, &m, &q, &a, &is_default);
    assert_false(is_default);
    svi_bot_decide(&bots_silent, &m, &q, &a, &is_default);
    assert_true(is_default);
}

/* Plays a game between an arbiter and the bot's session, in frames alone, until both have ended.
 * The caller finishes the umpire. */
static void play_in_frames(struct umpire *u, const char *edition, const struct sv_bot *bot,
                           unsigned seats, const char *seed)
{
    SCOPED(svi_session_finish) struct svi_session session;
    SCOPED(svi_buf_finish) struct svi_buf frame = {0};
    umpire_open(u, &(struct umpire_bot){.answers = sv_bot_answers(bot),
                                        .model = bot->model,
                                        .events = bot->event != NULL});
    umpire_start(u, umpire_edition(edition), seed, seats);
    assert_ok(svi_session_init(&session, bot, "x"));
    for (unsigned s = 0; s < seats; s++) {
        umpire_put_start(u, s, &frame);
    }
    while (!umpire_over(u)) {
        for (unsigned s = 0; s < seats; s++) {
            umpire_put_ask(u, s, &frame);
        }
        assert_int_equal(svi_session_frame(&session, frame.data, frame.size), SVI_SESSION_GOES_ON);
        svi_buf_clear(&frame);
        umpire_take(u, session.out.data, session.out.size);
    }
    umpire_put_end(u, &frame);
    svi_put_goodbye(&frame);
    assert_int_equal(svi_session_frame(&session, frame.data, frame.size), SVI_SESSION_GOODBYE);
}

/* The same seeds and bots, once in process and once in frames between an arbiter and sessions: the
 * games are the same to the last event and the last strike. */
static void frames_carry_the_same_game(const char *edition, const struct sv_bot *bot,
                                       unsigned seats, const char *seed)
{
    const struct sv_bot *const bots[SV_MAX_SEATS] = {bot, bot, bot, bot, bot, bot, bot, bot};
    SCOPED(umpire_finish) struct umpire u;
    struct sv_result local, wired;
    unsigned illegal[SV_MAX_SEATS] = {0};
    play(edition, seed, seats, bots, &local, illegal);
    memset(&bots_seen, 0, sizeof bots_seen);
    play_in_frames(&u, edition, bot, seats, seed);
    wired = bots_seen.result;
    assert_int_equal(bots_seen.bad, 0);
    assert_int_equal(bots_seen.starts, seats);
    assert_int_equal(bots_seen.ends, seats);
    assert_int_equal(bots_seen.lost, 0);
    assert_int_equal(bots_seen.questions, u.asks);
    assert_int_equal(u.replies, u.asks);
    assert_memory_equal(&local, &wired, sizeof local);
    assert_memory_equal(illegal, u.illegal, sizeof illegal);
}

/* The id of a match is not the same in process, so this bot must not look at it: bots_wild does
 * not. */
TEST(a_game_in_frames_is_the_game_in_process)
{
    frames_carry_the_same_game("classic", &bots_wild, 4, "5");
    frames_carry_the_same_game("classic", &bots_wild_model, 3, "6");
    frames_carry_the_same_game("classic", &bots_wild, 8, "7");
    frames_carry_the_same_game("mega", &bots_wild_model, 5, "8");
    frames_carry_the_same_game("comrades", &bots_wild, 2, "9");
}

/* ---- what happens ---------------------------------------------------------------------------- */

/* A digest of what each seat has been told, with where its questions stood in between. */
static struct {
    uint64_t digest[SV_MAX_SEATS];
    unsigned events[SV_MAX_SEATS], questions, wrong;
} heard;

static void hear(unsigned seat, uint64_t word)
{
    heard.digest[seat] = (heard.digest[seat] ^ word) * UINT64_C(0x100000001b3);
}

static void on_event(struct sv_match *m, const struct sv_event *ev)
{
    struct svi_buf buf = {0};
    svi_put_event(&buf, ev);
    for (size_t i = 0; i < buf.size; i++) {
        hear(m->seat, buf.data[i]);
    }
    svi_buf_finish(&buf);
    heard.events[m->seat]++;
    heard.wrong += m->position->turn != 0 || m->course != NULL || sv_open(m) != 1;
    sv_log(m, "nobody hears this");
}

static void on_question(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    hear(m->seat, 1000u + q->kind + m->missed);
    heard.questions++;
    if (q->kind == SV_DECISION_BID && sv_rng_below(&m->rng, 3) != 0) {
        a->bid = q->amount <= q->limit ? q->amount : 0;
    }
}

static void on_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    hear(m->seat, 5000u + m->missed);
}

static void no_logs(void *user, const struct sv_event *ev)
{
    *(unsigned *)user += ev->type == SV_EVENT_LOG;
}

static void expect_the_same_is_told(const char *edition, const struct sv_bot *bot, unsigned seats,
                                    const char *seed)
{
    const struct sv_bot *const bots[SV_MAX_SEATS] = {bot, bot, bot, bot, bot, bot, bot, bot};
    uint64_t digest[SV_MAX_SEATS];
    uint8_t key[SV_SEED_BYTES];
    SCOPED(umpire_finish) struct umpire u;
    unsigned logs = 0, events = 0;
    const struct sv_sink sink = {no_logs, &logs};
    memset(&heard, 0, sizeof heard);
    sv_luck_seed_text(seed, key);
    assert_ok(sv_play(umpire_edition(edition), key, seats, bots, &sink, NULL, NULL));
    for (unsigned s = 0; s < seats; s++) {
        digest[s] = heard.digest[s];
        events += heard.events[s];
        assert_uint_in_range(heard.events[s], 50, 1000000);
    }
    assert_int_equal(logs, 0);
    assert_int_equal(heard.wrong, 0);
    memset(&heard, 0, sizeof heard);
    play_in_frames(&u, edition, bot, seats, seed);
    assert_int_equal(heard.wrong, 0);
    assert_memory_equal(digest, heard.digest, seats * sizeof digest[0]);
    for (unsigned s = 0; s < seats; s++) {
        events -= heard.events[s];
    }
    assert_int_equal(events, 0);
}

/* RULES: events are public, the same on the wire and in process, and come in the same order between
 * the same questions. */
TEST(frames_tell_what_is_told_in_process)
{
#define X(NAME, name, ...) .name = on_question,
    const struct sv_bot all = {SV_DECISIONS(X).name = "all", .event = on_event,
                               .match_end = on_end};
#undef X
    const struct sv_bot seldom = {.buy = on_question, .event = on_event, .match_end = on_end};
    const struct sv_bot never = {.layout = on_question, .event = on_event, .match_end = on_end};

    expect_the_same_is_told("classic", &all, 4, "11");
    expect_the_same_is_told("mega", &all, 6, "12");
    expect_the_same_is_told("speed-die", &seldom, 3, "13");
    expect_the_same_is_told("classic", &never, 2, "14");
}
