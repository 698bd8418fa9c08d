/* The same seed and the same answers give the same game, whatever the order in which seats that are
 * asked together answer, wherever the state is copied to, and however often it is tried. */
#include "tests/game/monkey.h"
#include "tests/game/rig.h"

#define MAX_LOG 60000u

/* A game's answers, and the hash of the state before each. */
struct tape {
    unsigned n;
    uint8_t seat[MAX_LOG];
    struct sv_answer answer[MAX_LOG];
    uint8_t hash[MAX_LOG][SV_HASH_BYTES];
    uint8_t last[SV_HASH_BYTES];
};

/* Everything that a sink is told, folded into one number. */
struct fold {
    uint64_t sum;
    unsigned n;
};

static void mix(struct fold *f, uint64_t value)
{
    f->sum = (f->sum ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    f->sum ^= f->sum >> 29;
}

static void on_event(void *user, const struct sv_event *ev)
{
    struct fold *f = user;
    const uint8_t small[] = {ev->type,    ev->why,     ev->seat,    ev->from, ev->to,
                             ev->space,   ev->on,      ev->deck,    ev->card, ev->unit,
                             ev->dice[0], ev->dice[1], ev->dice[2], ev->kind, ev->verdict};
    for (unsigned i = 0; i < sizeof small; i++) {
        mix(f, small[i]);
    }
    mix(f, (uint64_t)ev->amount);
    mix(f, ev->turn);
    mix(f, ev->round);
    f->n++;
}

static void start(const struct sv_edition *e, struct sv_state *st, uint32_t seed, unsigned seats,
                  const struct sv_sink *sink)
{
    struct sv_setup setup = {.seats = (uint8_t)seats};
    memcpy(setup.seed, &seed, sizeof seed);
    for (unsigned s = 0; s < seats; s++) {
        setup.answers[s] = SV_ANSWERS_ALL;
    }
    assert_ok(sv_game_start(e, st, &setup, sink));
}

static struct sv_edition short_classic(void)
{
    struct sv_edition e = *rig_edition("classic");
    e.rules.max_rounds = 25;
    return e;
}

static unsigned first_of(unsigned set)
{
    unsigned seat = 0;
    while (!(set >> seat & 1u)) {
        seat++;
    }
    return seat;
}

/* Answers of one monkey a seat: what a seat answers depends on its questions only. */
static void answer_as(struct monkey monkeys[], const struct sv_edition *e,
                      const struct sv_state *st, unsigned seat, struct sv_answer *a)
{
    struct sv_question q;
    assert_ok(sv_ask(e, st, seat, &q));
    monkey_answer(&monkeys[seat], e, &st->position, &q, a);
}

static struct tape *record(const struct sv_edition *e, uint32_t seed, unsigned seats)
{
    struct tape *t = calloc(1, sizeof *t);
    assert_non_null(t);
    struct monkey monkeys[SV_MAX_SEATS];
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        monkey_init(&monkeys[s], seed * 8u + s);
    }
    static struct sv_state st;
    start(e, &st, seed, seats, NULL);
    while (sv_pending(&st)) {
        assert_true(t->n < MAX_LOG);
        rig_must_hold(e, &st);
        unsigned seat = first_of(sv_pending(&st));
        answer_as(monkeys, e, &st, seat, &t->answer[t->n]);
        t->seat[t->n] = (uint8_t)seat;
        sv_state_hash(&st, t->hash[t->n]);
        assert_ok(sv_apply(e, &st, seat, &t->answer[t->n], NULL));
        t->n++;
    }
    sv_state_hash(&st, t->last);
    return t;
}

TEST(replay_gives_the_same_hashes)
{
    struct sv_edition e = short_classic();
    for (uint32_t seed = 0; seed < 6; seed++) {
        unsigned seats = 2 + seed;
        SCOPED(scoped_free) struct tape *t = record(&e, seed, seats);
        static struct sv_state st;
        memset(&st, 0xa5, sizeof st); /* the old contents of memory must not matter */
        start(&e, &st, seed, seats, NULL);
        uint8_t hash[SV_HASH_BYTES];
        for (unsigned i = 0; i < t->n; i++) {
            sv_state_hash(&st, hash);
            assert_memory_equal(hash, t->hash[i], sizeof hash);
            assert_ok(sv_apply(&e, &st, t->seat[i], &t->answer[i], NULL));
        }
        sv_state_hash(&st, hash);
        assert_memory_equal(hash, t->last, sizeof hash);
    }
}

/* Plays one game in which seats asked together answer in the order that `turn_about` says, and
 * tells its last hash and all its events. */
static struct fold play_in_order(const struct sv_edition *e, uint32_t seed, unsigned seats,
                                 bool turn_about, uint8_t hash[SV_HASH_BYTES])
{
    struct fold fold = {0};
    const struct sv_sink sink = {on_event, &fold};
    struct monkey monkeys[SV_MAX_SEATS];
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        monkey_init(&monkeys[s], seed * 8u + s);
    }
    static struct sv_state st;
    start(e, &st, seed, seats, &sink);
    while (sv_pending(&st)) {
        /* All answers are made up from the state in which all are asked, as over the wire. */
        unsigned asked = sv_pending(&st);
        static struct sv_answer answers[SV_MAX_SEATS];
        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            if (asked >> s & 1u) {
                answer_as(monkeys, e, &st, s, &answers[s]);
            }
        }
        for (unsigned i = 0; i < SV_MAX_SEATS; i++) {
            unsigned s = turn_about ? SV_MAX_SEATS - 1 - i : i;
            if (asked >> s & 1u) {
                assert_true(sv_pending(&st) >> s & 1u);
                assert_ok(sv_apply(e, &st, s, &answers[s], &sink));
            }
        }
    }
    sv_state_hash(&st, hash);
    return fold;
}

TEST(order_of_simultaneous_answers_does_not_matter)
{
    for (uint32_t seed = 0; seed < 12; seed++) {
        struct sv_edition e = short_classic();
        e.rules.auction = (int32_t)(seed % 3); /* these ask all at once too */
        uint8_t one[SV_HASH_BYTES], other[SV_HASH_BYTES];
        struct fold a = play_in_order(&e, seed, 2 + seed % 7, false, one);
        struct fold b = play_in_order(&e, seed, 2 + seed % 7, true, other);
        assert_memory_equal(one, other, sizeof one);
        assert_int_equal(a.n, b.n);
        assert_true(a.sum == b.sum);
    }
}

TEST(a_copy_plays_on_the_same)
{
    struct sv_edition e = short_classic();
    SCOPED(scoped_free) struct tape *t = record(&e, 77, 5);
    static struct sv_state st;
    start(&e, &st, 77, 5, NULL);
    for (unsigned i = 0; i < t->n; i++) {
        if (i == t->n / 3) {
            SCOPED(scoped_free) struct sv_state *copy = malloc(sizeof *copy);
            assert_non_null(copy);
            memcpy(copy, &st, sizeof *copy);
            SCOPED(scoped_free) struct sv_edition *edition = malloc(sizeof *edition);
            assert_non_null(edition);
            memcpy(edition, &e, sizeof *edition);
            for (unsigned k = i; k < t->n; k++) {
                assert_ok(sv_apply(edition, copy, t->seat[k], &t->answer[k], NULL));
            }
            uint8_t hash[SV_HASH_BYTES];
            sv_state_hash(copy, hash);
            assert_memory_equal(hash, t->last, sizeof hash);
        }
        assert_ok(sv_apply(&e, &st, t->seat[i], &t->answer[i], NULL));
    }
    uint8_t hash[SV_HASH_BYTES];
    sv_state_hash(&st, hash);
    assert_memory_equal(hash, t->last, sizeof hash);
}

TEST(a_sink_changes_nothing)
{
    struct sv_edition e = short_classic();
    SCOPED(scoped_free) struct tape *t = record(&e, 5, 4);
    struct fold fold = {0};
    const struct sv_sink sink = {on_event, &fold};
    static struct sv_state st;
    start(&e, &st, 5, 4, &sink);
    for (unsigned i = 0; i < t->n; i++) {
        assert_ok(sv_apply(&e, &st, t->seat[i], &t->answer[i], &sink));
    }
    uint8_t hash[SV_HASH_BYTES];
    sv_state_hash(&st, hash);
    assert_memory_equal(hash, t->last, sizeof hash);
    assert_true(fold.n > t->n / 2);
}

/* The dice of a seat do not depend on what anybody decided before. */
RULE(decisions_do_not_shift_dice)
{
    uint8_t dice[2][3];
    for (unsigned way = 0; way < 2; way++) {
        rig_begin(r, 3);
        rig_roll(r, 1, 3); /* to the income tax: no question */
        assert_int_equal(r->st.position.turn_seat, 1);
        if (way) {
            rig_window(r, 2, rig_mortgaging(r, 2, UINT64_C(1) << RIG_ANCHOR));
        }
        rig_forget(r);
        rig_pass(r);
        memcpy(dice[way], rig_event(r, SV_EVENT_ROLL, 0)->dice, sizeof dice[way]);
    }
    assert_memory_equal(dice[0], dice[1], sizeof dice[0]);
}

/* Taking the default because the seat does not answer a kind is the same as its answering the
 * default. */
TEST(the_default_unasked_is_the_default_answered)
{
    struct sv_edition e = short_classic();
    static struct sv_state st[2];
    for (unsigned way = 0; way < 2; way++) {
        struct sv_setup setup = {.seats = 3, .seed = {9}};
        for (unsigned s = 0; s < 3 && way == 0; s++) {
            setup.answers[s] = SV_ANSWERS_ALL;
        }
        assert_ok(sv_game_start(&e, &st[way], &setup, NULL));
        while (sv_pending(&st[way])) {
            struct sv_question q;
            struct sv_answer a;
            unsigned seat = first_of(sv_pending(&st[way]));
            assert_ok(sv_ask(&e, &st[way], seat, &q));
            sv_answer_default(&e, &st[way].position, &q, &a);
            assert_ok(sv_apply(&e, &st[way], seat, &a, NULL));
        }
    }
    assert_memory_equal(&st[0].position, &st[1].position, sizeof st[0].position);
}

/* A seat's view, made playable again, asks the same question and plays to an end. */
TEST(a_view_can_be_played_on)
{
    struct sv_edition e = short_classic();
    static struct sv_state st, guess;
    struct monkey monkey;
    monkey_init(&monkey, 3);
    start(&e, &st, 3, 4, NULL);
    for (unsigned n = 0; sv_pending(&st); n++) {
        unsigned seat = first_of(sv_pending(&st));
        struct sv_question q, again;
        struct sv_answer a;
        assert_ok(sv_ask(&e, &st, seat, &q));
        if (n % 50 == 0) {
            uint8_t key[SV_KEY_BYTES] = {(uint8_t)n, (uint8_t)(n >> 8)};
            assert_ok(sv_determinise(&e, &st.position, &st.course, sv_pending(&st), key, &guess));
            assert_ok(sv_ask(&e, &guess, seat, &again));
            assert_memory_equal(&q, &again, sizeof q);
            struct monkey other = monkey;
            while (sv_pending(&guess)) {
                unsigned s = first_of(sv_pending(&guess));
                assert_ok(sv_ask(&e, &guess, s, &again));
                monkey_answer(&other, &e, &guess.position, &again, &a);
                assert_ok(sv_apply(&e, &guess, s, &a, NULL));
            }
        }
        monkey_answer(&monkey, &e, &st.position, &q, &a);
        assert_ok(sv_apply(&e, &st, seat, &a, NULL));
    }
}
