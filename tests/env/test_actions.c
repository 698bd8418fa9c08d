/* Answers put together action by action: what the mask allows is legal, no sequence is endless, and
 * what the reference bots answer can be said in actions. SOLVENT_ENV_GAMES=10000 plays as many
 * games as that (docs/ENVIRONMENT.md). */
#include "tests/base/testing.h"

#include <solvent/actions.h>
#include <solvent/env.h>
#include <solvent/observation.h>
#include <solvent/policy.h>
#include <solvent/scene.h>

#define LONGEST 1000u /* actions of one answer */

static unsigned scaled(unsigned fewest)
{
    const char *text = getenv("SOLVENT_ENV_GAMES");
    const long games = text != NULL ? strtol(text, NULL, 10) : 0;
    return games > (long)fewest ? (unsigned)games : fewest;
}

TEST(test_actions_are_numbered_one_after_the_other)
{
    int next = 0;
#define X(NAME, count, text)                                                                       \
    assert_int_equal(SV_ACTION_##NAME, next);                                                      \
    assert_int_equal(SV_ACTION_##NAME##_LAST, next + (count)-1);                                   \
    next += (count);
    SV_ACTIONS(X)
#undef X
    assert_int_equal(SV_ACTION_COUNT, next);
}

/* ---- what bots answer, in actions ------------------------------------------------------------ */

static struct tally {
    unsigned long answers, refused, actions;
} told[SV_DECISION_COUNT];

/* An offer that counts, all but its padding. */
static bool same_offer(const struct sv_offer *a, const struct sv_offer *b)
{
    return a->to == b->to && a->give_deeds == b->give_deeds && a->get_deeds == b->get_deeds &&
           a->give_cash == b->give_cash && a->get_cash == b->get_cash &&
           a->give_cards == b->give_cards && a->get_cards == b->get_cards &&
           a->give_tickets == b->give_tickets && a->get_tickets == b->get_tickets && a->pad[0] == 0;
}

/* Asserts that two answers are equal in all parts that are read. A limit equal to the bid counts as
 * no limit. */
static void assert_same(const struct sv_question *q, const struct sv_answer *a,
                        const struct sv_answer *b)
{
    const unsigned fields = sv_decision_fields(q->kind);
    assert_int_equal(a->kind, b->kind);
    if ((fields & SV_F_CHOICE) != 0) {
        assert_int_equal(a->choice, b->choice);
    }
    if ((fields & SV_F_SPACE) != 0 && (q->kind != SV_DECISION_TICKET || a->choice != 0)) {
        assert_int_equal(a->space, b->space);
    }
    if ((fields & SV_F_BID) != 0) {
        assert_int_equal(a->bid, b->bid);
    }
    if ((fields & SV_F_LIMIT) != 0 && a->bid != 0) {
        assert_int_equal(a->limit > a->bid ? a->limit : 0, b->limit > b->bid ? b->limit : 0);
    }
    if ((fields & SV_F_LEVELS) != 0) {
        assert_memory_equal(a->plan.level, b->plan.level, sizeof a->plan.level);
    }
    if ((fields & SV_F_MORTGAGE) != 0) {
        assert_true(a->plan.mortgage == b->plan.mortgage);
    }
    if ((fields & SV_F_LIFT) != 0) {
        assert_true(a->plan.lift == b->plan.lift);
    }
    if ((fields & SV_F_OFFERS) != 0) {
        assert_int_equal(a->n_offers, b->n_offers);
        for (unsigned i = 0; i < a->n_offers; i++) {
            assert_true(same_offer(&a->offers[i], &b->offers[i]));
        }
    }
}

/* Encodes an answer, decodes it and compares; false where it cannot be said. */
static bool say(const struct sv_edition *e, const struct sv_position *p,
                const struct sv_question *q, const struct sv_answer *wanted)
{
    struct sv_answer a;
    unsigned actions = 0, action;
    uint8_t mask[SV_ACTION_COUNT];
    bool complete = false;
    sv_action_begin(e, p, q, &a);
    while (!complete) {
        assert_true(actions++ < LONGEST);
        action = sv_action_toward(e, p, q, &a, wanted);
        if (action == SV_ACTION_COUNT) {
            return false;
        }
        sv_action_mask(e, p, q, &a, mask);
        assert_int_equal(mask[action], 1);
        complete = sv_action_take(e, p, q, &a, action);
    }
    assert_same(q, &a, wanted);
    told[q->kind].actions += actions;
    return true;
}

static struct sv_search_how quick;

/* A bot that answers as another does, and says it in actions. */
static struct sv_bot planner;

static const struct sv_bot *bot_of(unsigned i)
{
    const struct sv_bot *const bots[] = {&sv_policy_random, sv_policy_named("tiny"),
                                         &sv_policy_careful, sv_policy_named("builder"),
                                         &sv_policy_trader};
    return bots[i % (sizeof bots / sizeof *bots)];
}

static void play_and_say(const struct sv_edition *e, const char *seed, unsigned seats,
                         const struct sv_bot *const bots[])
{
    static struct sv_state st;
    struct sv_setup setup = {.seats = (uint8_t)seats};
    SCOPED(sv_players_finish) struct sv_players players;
    unsigned asked = 0;
    sv_luck_seed_text(seed, setup.seed);
    for (unsigned s = 0; s < seats; s++) {
        setup.answers[s] = sv_bot_answers(bots[s]);
        sv_bot_whens(bots[s], setup.when[s]);
    }
    assert_ok(sv_players_init(&players, e, bots, seats));
    for (unsigned s = 0; s < seats; s++) {
        sv_luck_bot_key(setup.seed, s, players.match[s].rng.key);
    }
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    while (sv_pending(&st) != 0 && asked++ < 20000) {
        const unsigned seat = sv_first(sv_pending(&st));
        struct sv_match *m = &players.match[seat];
        struct sv_question q;
        struct sv_answer a;

        assert_ok(sv_ask(e, &st, seat, &q));
        m->position = &st.position;
        m->course = bots[seat]->model ? &st.course : NULL;
        sv_bot_decide(bots[seat], m, &q, &a);
        assert_ok(sv_check(e, &st.position, &q, &a));
        told[q.kind].answers++;
        if (!say(e, &st.position, &q, &a)) {
            told[q.kind].refused++;
        }
        assert_ok(sv_apply(e, &st, seat, &a, NULL));
    }
}

TEST(test_what_bots_answer_can_be_said)
{
    const unsigned games = scaled(400);
    unsigned long answers = 0, refused = 0;
    unsigned editions = 0;
    while (sv_edition_builtin_name(editions) != NULL) {
        editions++;
    }
    sv_planner_default(&quick);
    quick.futures = 2;
    planner = sv_policy_planner;
    planner.user = &quick;
    for (unsigned g = 0; g < games; g++) {
        struct sv_edition e = *sv_edition_builtin(sv_edition_builtin_name(g / 2 % editions));
        struct sv_edition_error error;
        const struct sv_bot *bots[SV_MAX_SEATS];
        const unsigned seats = 2 + g % 5;
        char seed[32];

        e.rules.max_rounds = 100;
        e.rules.auction = (int32_t)(g / 3 % 3);
        e.rules.rent = (int32_t)(g / 7 % 2);
        e.rules.income_tax = (int32_t)(g / 11 % 2);
        assert_ok(sv_edition_complete(&e, &error));
        (void)snprintf(seed, sizeof seed, "actions %u", g);
        for (unsigned s = 0; s < seats; s++) {
            bots[s] = g % 2 == 0 ? bot_of(g / 10 + s) : bot_of(g / 2);
        }
        bots[1] = g % 25 == 24 ? &sv_policy_learner : bots[1];
        bots[1] = g % 100 == 99 ? &planner : bots[1];
        play_and_say(&e, seed, seats, bots);
    }
    for (unsigned kind = 0; kind < SV_DECISION_COUNT; kind++) {
        const struct tally *t = &told[kind];
        answers += t->answers;
        refused += t->refused;
        print_message(
            "%-10s %9lu answers, %6lu cannot be said, %.2f actions each\n", sv_decision_name(kind),
            t->answers, t->refused,
            t->answers > t->refused ? (double)t->actions / (double)(t->answers - t->refused) : 0);
        assert_true(t->answers > 0);
        assert_true(t->refused * 100 <= t->answers);
    }
    print_message("%u games: %lu of %lu legal answers cannot be said (%.4f%%)\n", games, refused,
                  answers, 100 * (double)refused / (double)answers);
    assert_true(refused * 100 < answers);
}

/* ---- what the mask allows -------------------------------------------------------------------- */

static unsigned pick(struct sv_rng *rng, const uint8_t *mask)
{
    unsigned may = 0, action = 0;
    for (unsigned i = 0; i < SV_ACTION_COUNT; i++) {
        assert_true(mask[i] <= 1);
        may += mask[i];
    }
    assert_true(may >= 1);
    unsigned n = sv_rng_below(rng, may);
    while (!mask[action] || n-- > 0) {
        action++;
    }
    return action;
}

/* Makes one answer by random actions, some of which are invalid. */
static void answer_at_random(const struct sv_edition *e, const struct sv_position *p,
                             const struct sv_question *q, struct sv_rng *rng, struct sv_answer *a,
                             unsigned long taken[SV_ACTION_COUNT])
{
    uint8_t mask[SV_ACTION_COUNT];
    unsigned steps = 0;
    bool complete = false;
    sv_action_begin(e, p, q, a);
    while (!complete) {
        assert_true(steps++ < LONGEST);
        sv_action_mask(e, p, q, a, mask);
        unsigned action = pick(rng, mask);
        taken[action]++;
        if (sv_rng_below(rng, 50) == 0) {
            action = sv_rng_below(rng, SV_ACTION_COUNT + 3); /* it may be one that is not allowed */
        }
        complete = sv_action_take(e, p, q, a, action);
    }
    assert_ok(sv_check(e, p, q, a));
}

TEST(test_what_the_mask_allows_is_legal)
{
    static struct sv_state st;
    unsigned long taken[SV_ACTION_COUNT] = {0};
    const unsigned games = scaled(60);
    unsigned editions = 0;
    while (sv_edition_builtin_name(editions) != NULL) {
        editions++;
    }
    for (unsigned g = 0; g < games; g++) {
        struct sv_edition e = *sv_edition_builtin(sv_edition_builtin_name(g % editions));
        struct sv_setup setup = {.seats = (uint8_t)(2 + g % 7)};
        struct sv_rng rng = {.key = {0}};
        struct sv_edition_error error;
        unsigned asked = 0;
        char seed[32];

        e.rules.auction = (int32_t)(g / 3 % 3);
        e.rules.rent = (int32_t)(g / 5 % 2);
        assert_ok(sv_edition_complete(&e, &error));
        (void)snprintf(seed, sizeof seed, "mask %u", g);
        sv_luck_seed_text(seed, setup.seed);
        memcpy(rng.key, setup.seed, sizeof rng.key);
        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            setup.answers[s] = SV_ANSWERS_ALL;
        }
        assert_ok(sv_game_start(&e, &st, &setup, NULL));
        while (sv_pending(&st) != 0 && asked++ < 1500) {
            const unsigned seat = sv_first(sv_pending(&st));
            struct sv_question q;
            struct sv_answer a;

            assert_ok(sv_ask(&e, &st, seat, &q));
            answer_at_random(&e, &st.position, &q, &rng, &a, taken);
            assert_ok(sv_apply(&e, &st, seat, &a, NULL));
        }
    }
    /* Every row has been taken. */
#define X(NAME, count, text)                                                                       \
    {                                                                                              \
        unsigned long any = 0;                                                                     \
        for (unsigned i = SV_ACTION_##NAME; i <= SV_ACTION_##NAME##_LAST; i++) {                   \
            any += taken[i];                                                                       \
        }                                                                                          \
        if (any == 0) {                                                                            \
            fail_msg("no action " #NAME " was ever allowed");                                      \
        }                                                                                          \
    }
    SV_ACTIONS(X)
#undef X
}

/* ---- observations ---------------------------------------------------------------------------- */

/* Number by number against the position, in another way than the observation is made. */
static void assert_seen(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_question *q, const struct sv_answer *a)
{
    static float floats[SV_OBSERVATION_FLOATS];
    struct sv_observation o;
    sv_observe(e, p, q, a, &o);
    for (unsigned seat = 0; seat < p->seats; seat++) {
        const unsigned i = (seat + p->seats - q->seat) % p->seats;
        assert_int_equal(o.cash[i], p->cash[seat]);
        assert_int_equal(o.worth[i], sv_worth(e, p, seat));
        assert_int_equal(o.alive[i], sv_alive(p, seat));
        assert_int_equal(o.place[i], p->space[seat]);
        assert_int_equal(o.jail[i], p->jail[seat]);
        assert_int_equal(o.tickets[i], p->tickets[seat]);
        assert_int_equal(o.auction_in[i], sv_has(p->auction_in, seat));
        for (unsigned space = 0; space < e->n_spaces; space++) {
            assert_int_equal(o.owner[space] == i, sv_has(p->owned[seat], space));
        }
        for (unsigned j = 0; j < e->n_jail_cards; j++) {
            assert_int_equal(o.jail_card[j] == i, p->jail_holder[j] == seat);
        }
    }
    for (unsigned space = 0; space < SV_MAX_SPACES; space++) {
        assert_int_equal(o.owner[space] == SV_SEEN_BANK, p->owner[space] == SV_BANK);
        assert_int_equal(o.owner[space] == SV_SEEN_NOBODY, p->owner[space] == SV_NONE);
        assert_int_equal(o.mortgaged[space], sv_has(p->mortgaged, space));
        assert_int_equal(o.level[space], p->level[space]);
        assert_int_equal(o.asked[space], q->space == space || sv_has(q->spaces, space));
        assert_int_equal(o.offer_give[space],
                         p->offer_seat != SV_NONE && sv_has(p->offer.give_deeds, space));
        assert_int_equal(o.offer_get[space],
                         p->offer_seat != SV_NONE && sv_has(p->offer.get_deeds, space));
    }
    if (q->kind == SV_DECISION_TRADE) {
        assert_int_equal(o.offer_from[0], (q->other + p->seats - q->seat) % p->seats);
        assert_int_equal(o.offer_to[0], 0);
        assert_int_equal(o.offer_give_cash[0], q->offer.give_cash);
        assert_int_equal(o.offer_get_cash[0], q->offer.get_cash);
    }
    assert_int_equal(o.kind[0], q->kind);
    assert_int_equal(o.amount[0], q->amount);
    assert_int_equal(o.round[0] + o.rounds_left[0], e->rules.max_rounds);
    assert_memory_equal(o.stock, p->stock, sizeof o.stock);
    /* The floats: the first are money, and each set of one has its one. */
    sv_observation_floats(&o, floats);
    for (unsigned i = 0; i < p->seats; i++) {
        assert_true(floats[i] == (float)o.cash[i] * (1 / (float)o.start_cash[0]));
    }
    const float *at = floats;
#define ONE_OF(of, number)                                                                         \
    {                                                                                              \
        float sum = 0;                                                                             \
        for (unsigned k = 0; k < (of); k++) {                                                      \
            sum += at[k];                                                                          \
        }                                                                                          \
        assert_true(sum == 1 && at[number] == 1);                                                  \
        at += (of);                                                                                \
    }
#define SHARE(of, number) at++;
#define X(TYPE, name, values, CODE, of, text)                                                      \
    for (unsigned i = 0; i < (values); i++) {                                                      \
        CODE(of, o.name[i])                                                                        \
    }
    SV_OBSERVATION_FIELDS(X)
#undef X
#undef SHARE
#undef ONE_OF
    assert_int_equal(at - floats, SV_OBSERVATION_FLOATS);
}

TEST(test_the_observation_is_the_table)
{
    static struct sv_state st;
    unsigned long taken[SV_ACTION_COUNT] = {0};
    const char *name;
    for (unsigned g = 0; (name = sv_edition_builtin_name(g)) != NULL; g++) {
        const struct sv_edition *e = sv_edition_builtin(name);
        struct sv_setup setup = {.seats = (uint8_t)(2 + g % 7)};
        struct sv_rng rng = {.key = {(uint8_t)g}};

        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            setup.answers[s] = SV_ANSWERS_ALL;
        }
        assert_ok(sv_game_start(e, &st, &setup, NULL));
        for (unsigned asked = 0; sv_pending(&st) != 0 && asked < 500; asked++) {
            const unsigned seat = sv_first(sv_pending(&st));
            struct sv_question q;
            struct sv_answer a;

            assert_ok(sv_ask(e, &st, seat, &q));
            sv_action_begin(e, &st.position, &q, &a);
            assert_seen(e, &st.position, &q, &a);
            answer_at_random(e, &st.position, &q, &rng, &a, taken);
            assert_ok(sv_apply(e, &st, seat, &a, NULL));
        }
    }
}

/* A draft is seen while it is put together. */
TEST(test_a_draft_is_seen)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    static struct sv_state st;
    struct sv_scene scene;
    struct sv_question q = {.kind = SV_DECISION_MANAGE, .seat = 1, .offers = 2, .space = SV_NONE};
    struct sv_answer a;
    struct sv_observation o;
    uint8_t mask[SV_ACTION_COUNT];

    assert_ok(sv_scene_start(e, 3, &scene));
    scene.owner[1] = 1;
    scene.owner[39] = 0;
    struct sv_position *p = &st.position;
    assert_ok(sv_scene_open(e, &scene, NULL, (const uint8_t[SV_KEY_BYTES]){0}, NULL, &st, NULL));
    sv_action_begin(e, p, &q, &a);
    sv_action_mask(e, p, &q, &a, mask);
    assert_true(mask[SV_ACTION_DONE] && mask[SV_ACTION_OFFER + 1] && mask[SV_ACTION_OFFER + 2]);
    assert_false(mask[SV_ACTION_OFFER]);
    assert_false(mask[SV_ACTION_GIVE + 1]);
    assert_false(sv_action_take(e, p, &q, &a, SV_ACTION_OFFER + 2)); /* to seat 0 */
    sv_action_mask(e, p, &q, &a, mask);
    assert_true(mask[SV_ACTION_GIVE + 1] && mask[SV_ACTION_GET + 39]);
    assert_false(mask[SV_ACTION_PROPOSE]); /* it holds nothing yet */
    assert_false(sv_action_take(e, p, &q, &a, SV_ACTION_GET + 39));
    assert_false(sv_action_take(e, p, &q, &a, SV_ACTION_GIVE_CASH + 8));
    assert_false(sv_action_take(e, p, &q, &a, SV_ACTION_GIVE_CASH + 2));
    sv_action_mask(e, p, &q, &a, mask);
    assert_false(mask[SV_ACTION_GIVE_CASH + 4]); /* smaller coins only */
    assert_true(mask[SV_ACTION_GIVE_CASH + 1] && mask[SV_ACTION_PROPOSE]);
    sv_observe(e, p, &q, &a, &o);
    assert_int_equal(o.draft_to[0], 2);
    assert_int_equal(o.draft_get[39], 1);
    assert_int_equal(o.draft_give_cash[0], 260);
    assert_int_equal(o.proposed[0], 0);
    assert_false(sv_action_take(e, p, &q, &a, SV_ACTION_PROPOSE));
    sv_observe(e, p, &q, &a, &o);
    assert_int_equal(o.proposed[0], 1);
    assert_int_equal(o.draft_to[0], SV_SEEN_NOBODY);
    assert_true(sv_action_take(e, p, &q, &a, SV_ACTION_DONE));
    assert_int_equal(a.n_offers, 1);
    assert_int_equal(a.offers[0].to, 0);
    assert_true(a.offers[0].get_deeds == UINT64_C(1) << 39);
    assert_int_equal(a.offers[0].give_cash, 260);
    assert_ok(sv_check(e, p, &q, &a));
}
